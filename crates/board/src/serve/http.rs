//! As much of HTTP as one page needs: one request on each connection, everything limited.
//!
//! Heads are parsed by `httparse`. A library that keeps connections open, or reads to their ends
//! what it has refused, lets anybody on this machine stop the page's answers.

use crate::MAX_REQUEST;
use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Maximum length of a head, in bytes.
const MAX_HEAD: usize = 16 << 10;
/// Maximum number of headers.
const MAX_HEADERS: usize = 64;
/// Time for a whole request to arrive, and for a piece of the answer to be taken.
const PATIENCE: Duration = Duration::from_secs(20);

/// A request, without its body.
#[derive(Debug)]
pub struct Head {
    /// Method, `GET` or another.
    pub method: String,
    /// Path and query.
    pub target: String,
    headers: Vec<(String, Vec<u8>)>,
    /// What came after the head.
    rest: Vec<u8>,
    until: Instant,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// Status code and its words.
    pub status: &'static str,
    /// Type of the content.
    pub kind: &'static str,
    /// Content security policy.
    pub policy: &'static str,
    /// The content.
    pub body: String,
}

impl Head {
    /// Reads the head of a request.
    ///
    /// # Errors
    /// Fails if it is not HTTP, too long, or too slow.
    pub fn read(stream: &mut TcpStream) -> io::Result<Head> {
        let until = Instant::now() + PATIENCE;
        let mut bytes = Vec::new();
        loop {
            let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
            let mut parsed = httparse::Request::new(&mut headers);
            let status = parsed.parse(&bytes).map_err(io::Error::other)?;
            if let httparse::Status::Complete(length) = status {
                let headers = parsed.headers.iter();
                return Ok(Head {
                    method: parsed.method.unwrap_or("").to_owned(),
                    target: parsed.path.unwrap_or("").to_owned(),
                    headers: headers
                        .map(|header| (header.name.to_ascii_lowercase(), header.value.to_vec()))
                        .collect(),
                    rest: bytes[length..].to_vec(),
                    until,
                });
            }
            if bytes.len() > MAX_HEAD {
                return Err(io::Error::other("the head is too long"));
            }
            read_some(stream, &mut bytes, until)?;
        }
    }

    /// Returns the header of this name (in lower case); `None` unless there is exactly one.
    pub fn only<'h>(&'h self, name: &'h str) -> Option<&'h str> {
        let mut found = self.all(name);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Returns all headers of this name; one that is not text counts as empty.
    pub fn all<'h>(&'h self, name: &'h str) -> impl Iterator<Item = &'h str> {
        let same = self.headers.iter().filter(move |(known, _)| known == name);
        same.map(|(_, value)| std::str::from_utf8(value).unwrap_or(""))
    }

    /// Reads the body.
    ///
    /// # Errors
    /// Fails if its length is not given once, if it is too long, too slow, or not UTF-8.
    pub fn body(&mut self, stream: &mut TcpStream) -> io::Result<String> {
        let length = self.only("content-length");
        let length = length.filter(|_| self.all("transfer-encoding").next().is_none());
        let length: Option<usize> = length.and_then(|text| text.parse().ok());
        let length = length.filter(|length| *length <= MAX_REQUEST);
        let length = length.ok_or_else(|| io::Error::other("the body has no allowed length"))?;
        let mut bytes = std::mem::take(&mut self.rest);
        while bytes.len() < length {
            read_some(stream, &mut bytes, self.until)?;
        }
        bytes.truncate(length);
        String::from_utf8(bytes).map_err(io::Error::other)
    }
}

/// Reads what has come.
fn read_some(stream: &mut TcpStream, bytes: &mut Vec<u8>, until: Instant) -> io::Result<()> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(io::ErrorKind::TimedOut.into());
    }
    stream.set_read_timeout(Some(left))?;
    let mut piece = [0; 16 << 10];
    match stream.read(&mut piece)? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        n => {
            bytes.extend_from_slice(&piece[..n]);
            Ok(())
        }
    }
}

impl Answer {
    /// Writes the answer, after which the connection ends.
    ///
    /// # Errors
    /// Fails if the reader has gone away, or does not read.
    pub fn write(&self, stream: &mut TcpStream) -> io::Result<()> {
        stream.set_write_timeout(Some(PATIENCE))?;
        let Answer {
            status,
            kind,
            policy,
            body,
        } = self;
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
Content-Security-Policy: {policy}\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
Cache-Control: no-store\r\nCross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body.as_bytes())?;
        stream.flush()
    }
}

/// Returns whether the reader has ended the connection.
pub fn has_gone(stream: &TcpStream) -> bool {
    let patience = stream.set_read_timeout(Some(Duration::from_millis(1)));
    patience.is_ok() && matches!(stream.peek(&mut [0]), Ok(0))
}
