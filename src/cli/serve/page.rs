//! The page: one file, whose program runs only with the number that each answer chooses.

use std::io;

use hyper::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use hyper::{Response, StatusCode};

use super::content::{Content, answer, refusal};

/// Written by `node web/page/build.mjs --serve`.
const PAGE: &str = include_str!("page.html");
/// Stands in the page where its programs need the number.
const MARK: &str = "{{nonce}}";

/// The page with its policy: nothing is loaded, and requests go to this server alone. Styles may stand in drawings, as
/// pictures of puzzles have them.
pub(super) fn page() -> Response<Content> {
    let Ok(number) = number() else {
        return refusal(StatusCode::INTERNAL_SERVER_ERROR, "The system gives no random bytes.");
    };
    let text = PAGE.replace(MARK, &number);
    let mut response = answer(StatusCode::OK, "text/html; charset=utf-8", Content::Whole(Some(text.into())));
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{number}'; style-src 'unsafe-inline'; img-src data: blob:; \
         font-src data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

fn number() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
