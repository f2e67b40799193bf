//! Which requests are answered.

use powergrab_engine::config::hex;
use tiny_http::{Request, Response, ResponseBox};

/// Name of the header with the token.
const TOKEN: &str = "x-powergrab-token";

/// The requests that are answered: with the token, from this machine's own page.
pub struct Gate {
    token: String,
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
    pub fn response(self) -> ResponseBox {
        let (code, text) = match self {
            Refused::Token => (
                403,
                "The token is missing or wrong: use the address that `powergrab board` printed.",
            ),
            Refused::Host => (403, "This server answers only to 127.0.0.1 and localhost."),
            Refused::Origin => (403, "Pages of other origins are refused."),
            Refused::Nothing => (404, "There is nothing at this address."),
            Refused::Unreadable => (400, "The request cannot be read as UTF-8 text."),
        };
        let answer = Response::from_string(format!("{text}\n"));
        answer.with_status_code(code).boxed()
    }
}

impl Gate {
    /// Returns the gate of a server at this port.
    pub fn new(port: u16, token: [u8; 16]) -> Gate {
        Gate {
            token: hex(&token),
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
        }
    }

    /// Returns the token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Checks where a request comes from, and its token.
    ///
    /// # Errors
    /// Returns the reason for which it is refused.
    pub fn check(&self, request: &Request) -> Result<(), Refused> {
        let header = |name: &str| {
            let found = request
                .headers()
                .iter()
                .filter(|header| header.field.as_str().as_str().eq_ignore_ascii_case(name));
            found
                .map(|header| header.value.as_str())
                .collect::<Vec<_>>()
        };
        let is_own = |host: &str| self.hosts.iter().any(|own| own == host);
        match header("host").as_slice() {
            [host] if is_own(host) => {}
            _ => return Err(Refused::Host),
        }
        let is_own_origin = |origin: &&str| origin.strip_prefix("http://").is_some_and(is_own);
        if !header("origin").iter().all(is_own_origin) {
            return Err(Refused::Origin);
        }
        let query = request.url().split_once('?').map_or("", |(_, query)| query);
        let in_query = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("token="));
        // A link may open a page; only a script of the page itself can set a header.
        let token = match request.method() {
            tiny_http::Method::Get => in_query,
            _ => match header(TOKEN).as_slice() {
                [token] => Some(*token),
                _ => None,
            },
        };
        match token.is_some_and(|token| is_same(token, &self.token)) {
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
