//! Who may send requests: pages of this server that know its token.

use std::io;

use constant_time_eq::constant_time_eq;
use hyper::HeaderMap;
use hyper::header::{HOST, ORIGIN};
use hyper::http::request::Parts;

/// The header with the token.
const TOKEN: &str = "x-puzzlec-token";
/// The header in which browsers say whether a page of another address sends a request.
const SITE: &str = "sec-fetch-site";
const RANDOM_BYTES: usize = 32;

/// The address of this server and its secret.
#[derive(Debug)]
pub(super) struct Access {
    port: u16,
    token: String,
}

impl Access {
    /// With a new token.
    ///
    /// # Errors
    /// The system gives no random bytes.
    pub(super) fn new(port: u16) -> io::Result<Self> {
        let mut bytes = [0; RANDOM_BYTES];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Access { port, token: bytes.iter().map(|byte| format!("{byte:02x}")).collect() })
    }

    /// The address for the user. Browsers send no fragment, so the token is in no request line and in no `Referer`.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#token={}", self.port, self.token)
    }

    /// Whether the request is for this server by its own name, and from no page of another address. A name of someone else
    /// that resolves to 127.0.0.1 is refused, so that a page there is not taken for ours.
    pub(super) fn is_ours(&self, request: &Parts) -> bool {
        let headers = &request.headers;
        let host = only(headers, HOST.as_str());
        let target = request.uri.authority().map(|authority| authority.as_str());
        let scheme = request.uri.scheme_str().is_none_or(|scheme| scheme == "http");
        let origin = headers.get_all(ORIGIN).iter().all(|origin| {
            let address = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
            address.is_some_and(|address| self.is_own(address))
        });
        host.is_some_and(|host| self.is_own(host))
            && target.is_none_or(|target| self.is_own(target))
            && scheme
            && origin
    }

    /// Whether the request has the token, and no browser says that another page sends it.
    pub(super) fn is_allowed(&self, headers: &HeaderMap) -> bool {
        let site = headers.get_all(SITE).iter().all(|site| site == "same-origin" || site == "none");
        // The time of the comparison tells nothing about the token but its length.
        site && only(headers, TOKEN)
            .is_some_and(|token| constant_time_eq(token.as_bytes(), self.token.as_bytes()))
    }

    fn is_own(&self, address: &str) -> bool {
        let port = address.strip_prefix("127.0.0.1:").or_else(|| address.strip_prefix("localhost:"));
        // As text: `080` and `+80` are also numbers.
        port.is_some_and(|port| port == self.port.to_string())
    }
}

/// The value of a header that occurs once.
pub(super) fn only<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() { None } else { value.to_str().ok() }
}
