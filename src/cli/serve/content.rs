//! Answers: whole texts, and streams that end with their sender.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY,
};
use hyper::header::{X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS};
use hyper::{Response, StatusCode};
use puzzlec_base::CancelToken;
use serde_json::json;
use tokio::sync::mpsc::Receiver;

/// No answer but the page is a document of its own.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// The bytes of an answer.
#[derive(Debug)]
pub(super) enum Content {
    /// All at once; nothing once they are sent.
    Whole(Option<Bytes>),
    /// As they come. The sender sees by the second part that no one reads any more.
    Stream(Receiver<Bytes>, #[allow(dead_code)] Gone),
}

/// Raises a token when a stream is dropped: its client is gone, or it has everything.
#[derive(Debug, Default)]
pub(super) struct Gone(pub(super) CancelToken);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Body for Content {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let bytes = match &mut *self {
            Content::Whole(bytes) => Poll::Ready(bytes.take()),
            Content::Stream(receiver, _) => receiver.poll_recv(context),
        };
        bytes.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Content::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Content::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, |b| b.len() as u64)),
            Content::Stream(..) => SizeHint::default(),
        }
    }
}

/// An answer of one of the kinds that pages know.
pub(super) fn answer(status: StatusCode, kind: &'static str, content: Content) -> Response<Content> {
    let mut response = Response::new(content);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    let fixed: [(HeaderName, &'static str); 8] = [
        (CONTENT_TYPE, kind),
        (CONTENT_SECURITY_POLICY, NOTHING),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// A document in JSON.
pub(super) fn document(status: StatusCode, text: String) -> Response<Content> {
    answer(status, "application/json; charset=utf-8", Content::Whole(Some(text.into())))
}

/// A refusal, with its reason as a sentence.
pub(super) fn refusal(status: StatusCode, why: &str) -> Response<Content> {
    document(status, failed(why))
}

/// The answer in place of a value.
pub(super) fn failed(why: &str) -> String {
    json!({ "failed": { "why": why } }).to_string()
}
