//! Which requests are answered.

use super::http::{Answer, Head};
use powergrab_engine::config::hex;

/// Name of the header with the token.
const TOKEN: &str = "x-powergrab-token";

/// The requests that are answered: with the token, from this machine's own page.
pub struct Gate {
    token: String,
    /// Token of the pages of runs, which know their own addresses.
    page_token: String,
    /// Names under which a browser knows this server.
    hosts: [String; 2],
}

/// A request that is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The token is missing or wrong.
    Token,
    /// The name of the server is not the loopback's.
    Host,
    /// It comes from a page of another origin.
    Origin,
    /// There is nothing at this address.
    Nothing,
    /// The body cannot be read as text.
    Unreadable,
}

impl Refused {
    /// Returns the answer.
    pub fn answer(self) -> Answer {
        let (status, text) = match self {
            Refused::Token => (
                "403 Forbidden",
                "The token is missing or wrong: use the address that `powergrab board` printed.",
            ),
            Refused::Host => (
                "403 Forbidden",
                "This server answers only to 127.0.0.1 and localhost.",
            ),
            Refused::Origin => ("403 Forbidden", "Pages of other origins are refused."),
            Refused::Nothing => ("404 Not Found", "There is nothing at this address."),
            Refused::Unreadable => (
                "400 Bad Request",
                "The request's length is missing or too large, or it is not UTF-8 text.",
            ),
        };
        Answer {
            status,
            kind: "text/plain; charset=utf-8",
            policy: "default-src 'none'",
            body: format!("{text}\n"),
        }
    }
}

impl Gate {
    /// Returns the gate of a server at this port.
    pub fn new(port: u16, token: [u8; 16], page_token: [u8; 16]) -> Gate {
        Gate {
            token: hex(&token),
            page_token: hex(&page_token),
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
        }
    }

    /// Returns the token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Returns the token of the pages of runs.
    pub fn page_token(&self) -> &str {
        &self.page_token
    }

    /// Checks where a request comes from, and its token; `path` is its path.
    ///
    /// # Errors
    /// Returns the reason for which it is refused.
    pub fn check(&self, head: &Head, path: &str) -> Result<(), Refused> {
        let is_own = |host: &str| self.hosts.iter().any(|own| own == host);
        if !head.only("host").is_some_and(is_own) {
            return Err(Refused::Host);
        }
        let is_own_origin = |origin: &str| origin.strip_prefix("http://").is_some_and(is_own);
        if !head.all("origin").all(is_own_origin) {
            return Err(Refused::Origin);
        }
        let query = head.target.split_once('?').map_or("", |(_, query)| query);
        let in_query = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("token="));
        // A link may open a page; only a script of the page itself can set a header.
        let (token, right) = match head.method.as_str() {
            "GET" if path.starts_with("/page/") => (in_query, &self.page_token),
            "GET" => (in_query, &self.token),
            _ => (head.only(TOKEN), &self.token),
        };
        match token.is_some_and(|token| is_same(token, right)) {
            true => Ok(()),
            false => Err(Refused::Token),
        }
    }
}

/// Compares in a time that does not tell how much is right.
fn is_same(a: &str, b: &str) -> bool {
    let different = a
        .bytes()
        .zip(b.bytes())
        .fold(0, |sum, (a, b)| sum | (a ^ b));
    a.len() == b.len() && different == 0
}
