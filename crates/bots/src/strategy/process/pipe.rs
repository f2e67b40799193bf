//! A child process: lines in, lines out, without unlimited waits or orphaned children.
//!
//! Writing and reading have a thread each, so that a child which does not read, or writes without
//! end, blocks nobody.

use super::children;
use super::settings::ProcessSettings;
use crate::strategy::{Fault, FaultKind};
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Maximum length of a line from a process, in bytes.
pub const MAX_LINE: u64 = 64 * 1024;
/// Maximum number of lines waiting to be read.
const BACKLOG: usize = 1024;
/// Maximum amount of its standard error kept for messages, in bytes.
const MAX_COMPLAINT: usize = 2048;
/// Time for a process to end when told to.
const GRACE: Duration = Duration::from_millis(300);
/// Interval between checks whether to continue waiting.
const GLANCE: Duration = Duration::from_millis(50);
/// Maximum amount of its standard error in a message, in lines and characters.
const COMPLAINT_LINES: usize = 3;
const COMPLAINT_WIDTH: usize = 200;

/// A running child.
pub struct Pipe {
    child: Child,
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Result<Vec<u8>, Fault>>,
    complaint: Arc<Mutex<Vec<u8>>>,
}

impl Pipe {
    /// Starts the program.
    ///
    /// # Errors
    /// Fails if it cannot be started, which stops a run.
    pub fn start(settings: &ProcessSettings) -> Result<Pipe, Fault> {
        let cannot = |e: io::Error| Fault {
            kind: FaultKind::Crash,
            detail: format!(
                "{:?} cannot be started in {}: {e}",
                settings.command[0],
                settings.directory.display()
            ),
            stops: true,
        };
        let mut command = Command::new(&settings.command[0]);
        command
            .args(&settings.command[1..])
            .current_dir(&settings.directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // A group of its own: Ctrl-C is handled here, and all processes that it starts can be ended
        // with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = children::spawn(command).map_err(cannot)?;
        let (Some(mut stdin), Some(stdout), Some(mut stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(cannot(io::Error::other("it has no pipes")));
        };
        let (to, outbox) = channel::<Vec<u8>>();
        let (inbox, from) = sync_channel(BACKLOG);
        let complaint = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&complaint);
        std::thread::spawn(move || {
            // Ends when the sender is dropped, or when the child no longer reads.
            while let Ok(bytes) = outbox.recv()
                && stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_ok()
            {}
        });
        std::thread::spawn(move || read_lines(stdout, &inbox));
        std::thread::spawn(move || {
            let mut buffer = [0; 1024];
            while let Ok(n @ 1..) = stderr.read(&mut buffer) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&buffer[..n]);
                let surplus = kept.len().saturating_sub(MAX_COMPLAINT);
                kept.drain(..surplus);
            }
        });
        Ok(Pipe {
            child,
            to: Some(to),
            from,
            complaint,
        })
    }

    /// Sends these bytes, whole lines, when the child is ready for them.
    pub fn send(&mut self, bytes: Vec<u8>) {
        if let Some(to) = &self.to {
            // An ended child is noticed when its answer is missing.
            let _ = to.send(bytes);
        }
    }

    /// Returns the next line, waiting until `deadline`; `None` if the wait is cancelled.
    ///
    /// # Errors
    /// Fails if none came in time, if the child has ended, or if its line is too long.
    pub fn line(
        &mut self,
        deadline: Instant,
        cancel: &AtomicBool,
    ) -> Result<Option<Vec<u8>>, Fault> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return line.map(Some),
                Err(RecvTimeoutError::Timeout) if left > GLANCE => {
                    if cancel.load(Ordering::Relaxed) || children::is_interrupted() {
                        return Ok(None);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Fault::new(FaultKind::Timeout, "no answer in time"));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            }
        }
    }

    /// Returns a line that has already arrived.
    pub fn ready_line(&mut self) -> Option<Result<Vec<u8>, Fault>> {
        self.from.try_recv().ok()
    }

    /// Describes the end of the child, with its error output.
    fn gone(&mut self) -> Fault {
        let until = Instant::now() + GRACE;
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break format!("the process ended ({status})"),
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(2)),
                _ => break "the process closed its output".to_owned(),
            }
        };
        // Its last output may still be in transit.
        std::thread::sleep(Duration::from_millis(5));
        let complaint = self
            .complaint
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let complaint = String::from_utf8_lossy(&complaint);
        let detail = match last_words(&complaint) {
            words if words.is_empty() => status,
            words => format!("{status}: {words}"),
        };
        Fault::new(FaultKind::Crash, detail)
    }
}

/// Returns the last lines of a program's error output, on one line: the place and the message of a
/// traceback. Lines that underline others are left out.
fn last_words(complaint: &str) -> String {
    let says = |line: &&str| !line.trim_matches([' ', '\t', '^', '~']).is_empty();
    let lines: Vec<&str> = complaint.lines().filter(says).collect();
    let last = &lines[lines.len().saturating_sub(COMPLAINT_LINES)..];
    let clean = |line: &&str| -> String {
        let line = line.trim().chars().filter(|c| !c.is_control());
        line.take(COMPLAINT_WIDTH).collect()
    };
    last.iter().map(clean).collect::<Vec<_>>().join(" | ")
}

/// Passes on line by line until the end of the output, or until the receiver stops.
fn read_lines(stdout: impl Read, inbox: &SyncSender<Result<Vec<u8>, Fault>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = Read::by_ref(&mut stdout)
            .take(MAX_LINE)
            .read_until(b'\n', &mut line);
        let message = match read {
            Ok(n) if n as u64 == MAX_LINE && !line.ends_with(b"\n") => Err(Fault::new(
                FaultKind::Garbage,
                format!("a line of more than {MAX_LINE} bytes"),
            )),
            Ok(0) | Err(_) => return,
            Ok(_) => Ok(line),
        };
        let last = message.is_err();
        if inbox.send(message).is_err() || last {
            return;
        }
    }
}

impl Drop for Pipe {
    /// Closes the pipe, gives the child a moment, then ends it and all processes that it started.
    /// Always waits for it.
    fn drop(&mut self) {
        self.to = None;
        let until = Instant::now() + GRACE;
        while Instant::now() < until {
            if !matches!(self.child.try_wait(), Ok(None)) {
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        // Usually nothing is left.
        children::end_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
        children::forget(self.child.id());
    }
}
