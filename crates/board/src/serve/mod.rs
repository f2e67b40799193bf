//! The page and the board on the loopback, for one person at this machine.
//!
//! | danger | answer |
//! |---|---|
//! | another machine | the server binds the loopback only |
//! | another user, another page | every request carries a token of 128 random bits |
//! | a name that leads here (DNS rebinding) | `Host` must be the loopback and this port |
//! | a page of another origin | `Origin`, if there is one, must be this server's |
//! | paths | no path is opened: pages of runs are asked for by their number |
//! | long, slow and many requests | all lengths, times and numbers are limited (`http`) |
//! | answers that nobody waits for any more | the board is told to stop |
//!
//! A page of a run is served with a token of its own, and a policy that puts it into an origin of
//! its own, so that what is in it cannot ask the board.

mod gate;
mod http;
mod runs;

use crate::{Board, as_text};
use gate::{Gate, Refused};
use http::{Answer, Head, has_gone};
use runs::Runs;
use serde::Deserialize;
use serde_json::json;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The page, without the engine.
pub const PAGE: &str = include_str!("../../page.html");
/// Time between two looks at what may have happened.
const BEAT: Duration = Duration::from_millis(50);
/// Maximum number of connections at a time; more are closed at once.
const MAX_CONNECTIONS: usize = 64;
/// Maximum number of boards that are kept for later requests.
const MAX_IDLE: usize = 4;

/// What the command line named, shown when the page opens.
#[derive(Clone, Debug, Default)]
pub struct Opened {
    /// Text of a position.
    pub position: Option<String>,
    /// Text of a trace.
    pub trace: Option<String>,
    /// Directory whose runs are listed.
    pub runs: Option<PathBuf>,
}

/// A request that the server answers itself.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
enum ServerRequest {
    /// What the command line named.
    Opened {},
    /// The runs.
    Runs {},
    /// The costliest decisions of a reviewed bot.
    Costliest {
        /// Directory of the run, below that of all runs.
        dir: String,
    },
    /// What a run found.
    Findings {
        /// Directory of the run, below that of all runs.
        dir: String,
    },
}

/// A server of the page.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    gate: Gate,
    opened: Opened,
    runs: Option<Runs>,
    make: Box<dyn Fn() -> Board + Send + Sync>,
    /// Boards without a request.
    idle: Mutex<Vec<Board>>,
    n_connections: AtomicUsize,
}

fn random() -> io::Result<[u8; 16]> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|e| io::Error::other(e.to_string()))?;
    Ok(bytes)
}

impl Server {
    /// Binds a port of the loopback; port 0 is any free one. `make` makes the boards.
    ///
    /// # Errors
    /// Fails if the port is taken, or without random numbers.
    pub fn bind(
        port: u16,
        opened: Opened,
        make: impl Fn() -> Board + Send + Sync + 'static,
    ) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        // So that the server can end between two connections.
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Server {
            gate: Gate::new(address.port(), random()?, random()?),
            address,
            runs: opened.runs.clone().map(Runs::new),
            listener,
            opened,
            make: Box::new(make),
            idle: Mutex::default(),
            n_connections: AtomicUsize::new(0),
        })
    }

    /// Returns the address of the page, with its token.
    pub fn address(&self) -> String {
        format!("http://{}/?token={}", self.address, self.gate.token())
    }

    /// Answers requests until `stop` is set.
    pub fn run(&self, stop: &AtomicBool) {
        thread::scope(|scope| {
            while !stop.load(Ordering::Relaxed) {
                match self.listener.accept() {
                    Ok((stream, _)) => {
                        if self.n_connections.fetch_add(1, Ordering::Relaxed) < MAX_CONNECTIONS {
                            scope.spawn(|| {
                                self.serve(stream, stop);
                                self.n_connections.fetch_sub(1, Ordering::Relaxed);
                            });
                        } else {
                            self.n_connections.fetch_sub(1, Ordering::Relaxed);
                        }
                    }
                    Err(_) => thread::sleep(BEAT / 10),
                }
            }
        });
    }

    /// Answers the request of a connection. A reader that has gone away, or speaks another
    /// language, is no failure.
    fn serve(&self, mut stream: TcpStream, stop: &AtomicBool) {
        let ready = stream.set_nonblocking(false);
        let Ok(mut head) = ready.and_then(|()| Head::read(&mut stream)) else {
            return;
        };
        let answer = self.answer(&mut head, &mut stream, stop);
        let answer = answer.unwrap_or_else(Refused::answer);
        let _ = answer.write(&mut stream);
    }

    fn answer(
        &self,
        head: &mut Head,
        stream: &mut TcpStream,
        stop: &AtomicBool,
    ) -> Result<Answer, Refused> {
        let target = head.target.clone();
        let path = target.split_once('?').map_or(&*target, |(path, _)| path);
        self.gate.check(head, path)?;
        match (head.method.as_str(), path) {
            ("GET", "/") => Ok(html(PAGE.to_owned(), PAGE_POLICY)),
            ("GET", path) => {
                let number = path.strip_prefix("/page/").and_then(|n| n.parse().ok());
                let runs = self.runs.as_ref().ok_or(Refused::Nothing)?;
                let page = number.and_then(|number| runs.page(number));
                Ok(html(page.ok_or(Refused::Nothing)?, RUN_POLICY))
            }
            ("POST", "/request") => {
                let body = head.body(stream).map_err(|_| Refused::Unreadable)?;
                Ok(Answer {
                    status: "200 OK",
                    kind: "application/json",
                    policy: "default-src 'none'",
                    body: self.asked(&body, stream, stop),
                })
            }
            _ => Err(Refused::Nothing),
        }
    }

    /// Answers a request of the page.
    fn asked(&self, body: &str, stream: &TcpStream, stop: &AtomicBool) -> String {
        let answer = match serde_json::from_str(body) {
            Ok(ServerRequest::Opened {}) => Ok(json!({
                "position": self.opened.position,
                "trace": self.opened.trace,
                "runs": self.runs.is_some(),
            })),
            Ok(ServerRequest::Runs {}) => self.runs().map(|runs| {
                let runs = runs.list(self.gate.page_token());
                json!({ "runs": runs })
            }),
            Ok(ServerRequest::Costliest { dir }) => self
                .runs()
                .and_then(|runs| runs.costliest(&dir))
                .map(|decisions| json!({ "decisions": decisions })),
            Ok(ServerRequest::Findings { dir }) => self
                .runs()
                .and_then(|runs| runs.findings(&dir))
                .map(|findings| json!(findings)),
            Err(_) => return self.by_a_board(body, stream, stop),
        };
        as_text(answer)
    }

    fn runs(&self) -> Result<&Runs, String> {
        let problem = "no directory of runs was named: powergrab board results";
        self.runs.as_ref().ok_or_else(|| problem.to_owned())
    }

    /// Lets a board answer, as long as the server runs and the reader waits.
    fn by_a_board(&self, body: &str, stream: &TcpStream, stop: &AtomicBool) -> String {
        let mut board = self.lock().pop().unwrap_or_else(|| (self.make)());
        let (unwanted, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let answer = thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    if stop.load(Ordering::Relaxed) || has_gone(stream) {
                        unwanted.store(true, Ordering::Relaxed);
                    }
                    thread::park_timeout(BEAT);
                }
            });
            let answer = board.answer_until(body, &unwanted);
            done.store(true, Ordering::Relaxed);
            watcher.thread().unpark();
            answer
        });
        let mut idle = self.lock();
        if idle.len() < MAX_IDLE {
            idle.push(board);
        }
        answer
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Board>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the page may load; the page itself has a stricter policy for its scripts.
const PAGE_POLICY: &str = "frame-ancestors 'none'";
/// A page of a run: its own scripts and styles, in an origin of its own, without a network.
const RUN_POLICY: &str = "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

fn html(body: String, policy: &'static str) -> Answer {
    Answer {
        status: "200 OK",
        kind: "text/html; charset=utf-8",
        policy,
        body,
    }
}
