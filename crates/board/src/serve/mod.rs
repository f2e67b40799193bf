//! The page and the board on the loopback, for one person at this machine.
//!
//! | danger | answer |
//! |---|---|
//! | another machine | the server binds the loopback only |
//! | another user, another page | every request carries a token of 128 random bits |
//! | a name that leads here (DNS rebinding) | `Host` must be the loopback and this port |
//! | a page of another origin | `Origin`, if there is one, must be this server's |
//! | paths | no path is opened: pages of runs are asked for by their number |
//! | long requests | [`MAX_REQUEST`] bytes, and not more at once than there are threads |
//!
//! A page of a run is served with a policy that puts it into an origin of its own, so that what is
//! in it cannot ask the board.

mod gate;
mod runs;

use crate::{Board, MAX_REQUEST};
use gate::{Gate, Refused};
use runs::Runs;
use serde_json::{Value, json};
use std::io::{self, Read as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tiny_http::{Header, Method, Request, Response, ResponseBox};

/// The page, without the engine.
pub const PAGE: &str = include_str!("../../page.html");
/// Time after which a thread without requests looks whether the server is to end.
const PATIENCE: Duration = Duration::from_millis(100);
/// Least and most threads. Two, so that a game goes on while a hint is made.
const THREADS: std::ops::RangeInclusive<usize> = 2..=8;

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

/// A server of the page.
pub struct Server {
    http: tiny_http::Server,
    address: SocketAddr,
    gate: Gate,
    opened: Opened,
    runs: Option<Runs>,
    make: Box<dyn Fn() -> Board + Send + Sync>,
    /// Boards without a request.
    idle: Mutex<Vec<Board>>,
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
        let http = tiny_http::Server::http((Ipv4Addr::LOCALHOST, port));
        let http = http.map_err(|e| io::Error::other(e.to_string()))?;
        let address = http.server_addr().to_ip();
        let address = address.ok_or_else(|| io::Error::other("the server has no address"))?;
        let mut token = [0; 16];
        getrandom::fill(&mut token).map_err(|e| io::Error::other(e.to_string()))?;
        Ok(Server {
            gate: Gate::new(address.port(), token),
            address,
            runs: opened.runs.clone().map(Runs::new),
            http,
            opened,
            make: Box::new(make),
            idle: Mutex::default(),
        })
    }

    /// Returns the address of the page, with its token.
    pub fn address(&self) -> String {
        format!("http://{}/?token={}", self.address, self.gate.token())
    }

    /// Answers requests until `stop` is set.
    pub fn run(&self, stop: &AtomicBool) {
        let n = std::thread::available_parallelism().map_or(2, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..n.clamp(*THREADS.start(), *THREADS.end()) {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        match self.http.recv_timeout(PATIENCE) {
                            Ok(Some(request)) => self.serve(request),
                            Ok(None) => {}
                            Err(_) => std::thread::sleep(PATIENCE),
                        }
                    }
                });
            }
        });
    }

    /// Answers a request. A reader that has gone away is no failure.
    fn serve(&self, mut request: Request) {
        let answer = match self.answer(&mut request) {
            Ok(answer) => answer,
            Err(refused) => refused.response(),
        };
        let _ = request.respond(answer);
    }

    fn answer(&self, request: &mut Request) -> Result<ResponseBox, Refused> {
        self.gate.check(request)?;
        let url = request.url().to_owned();
        let (path, _) = url.split_once('?').unwrap_or((&url, ""));
        match (request.method(), path) {
            (Method::Get, "/") => Ok(html(PAGE.to_owned(), PAGE_POLICY)),
            (Method::Get, path) => {
                let number = path.strip_prefix("/page/").and_then(|n| n.parse().ok());
                let runs = self.runs.as_ref().ok_or(Refused::Nothing)?;
                let page = number.and_then(|number| runs.page(number));
                Ok(html(page.ok_or(Refused::Nothing)?, RUN_POLICY))
            }
            (Method::Post, "/request") => {
                let mut body = Vec::new();
                let limited = request.as_reader().take(MAX_REQUEST as u64 + 1);
                let mut limited = limited;
                limited
                    .read_to_end(&mut body)
                    .map_err(|_| Refused::Unreadable)?;
                let body = String::from_utf8(body).map_err(|_| Refused::Unreadable)?;
                Ok(json_text(self.asked(&body)))
            }
            _ => Err(Refused::Nothing),
        }
    }

    /// Answers a request of the page.
    fn asked(&self, body: &str) -> String {
        // The board refuses what is too long.
        let word = (body.len() <= MAX_REQUEST)
            .then(|| serde_json::from_str::<Value>(body).ok())
            .flatten();
        match word.as_ref().and_then(|asked| asked["do"].as_str()) {
            Some("opened") => json!({ "ok": {
                "position": self.opened.position,
                "trace": self.opened.trace,
                "runs": self.runs.is_some(),
            }})
            .to_string(),
            Some("runs") => match &self.runs {
                Some(runs) => json!({ "ok": { "runs": runs.list(self.gate.token()) } }),
                None => {
                    json!({ "error": "no directory of runs was named: powergrab board results" })
                }
            }
            .to_string(),
            _ => {
                let idle = self.lock().pop();
                let mut board = idle.unwrap_or_else(|| (self.make)());
                let answer = board.answer(body);
                self.lock().push(board);
                answer
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Board>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the page may load; the page itself has a stricter policy for its scripts.
const PAGE_POLICY: &str = "frame-ancestors 'none'";
/// A page of a run: its own scripts and styles, in an origin of its own, without a network.
const RUN_POLICY: &str = "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

/// Returns the headers of every answer.
fn with_headers(answer: ResponseBox, kind: &str, policy: &str) -> ResponseBox {
    let pairs = [
        ("Content-Type", kind),
        ("Content-Security-Policy", policy),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-store"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ];
    pairs.iter().fold(answer, |answer, (name, value)| {
        match Header::from_bytes(name.as_bytes(), value.as_bytes()) {
            Ok(header) => answer.with_header(header),
            Err(()) => answer,
        }
    })
}

fn html(text: String, policy: &str) -> ResponseBox {
    with_headers(
        Response::from_string(text).boxed(),
        "text/html; charset=utf-8",
        policy,
    )
}

fn json_text(text: String) -> ResponseBox {
    with_headers(
        Response::from_string(text).boxed(),
        "application/json",
        "default-src 'none'",
    )
}
