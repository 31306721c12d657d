//! Requests and their answers.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Limited};
use hyper::body::{Body, Incoming};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response, StatusCode};
use percent_encoding::percent_decode_str;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::access::{Access, only};
use super::changes::Changes;
use super::clients::Clients;
use super::content::{Content, Gone, answer, document, refusal};
use super::folder::{Folder, LARGEST, Refused};
use super::page::page;

/// The largest body of a request: all files of a folder, as JSON.
const REQUEST: u64 = 96 << 20;
/// How long a body may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// The header by which pages that are open at the same time tell themselves apart.
const CLIENT: &str = "x-puzzlec-client";

/// Everything that requests reach.
#[derive(Debug)]
pub(super) struct Routes {
    pub(super) access: Access,
    pub(super) folder: Arc<Folder>,
    pub(super) changes: Arc<Changes>,
    pub(super) clients: Clients,
}

impl Routes {
    /// The answer to a request.
    pub(super) async fn answer(&self, request: Request<Incoming>) -> Result<Response<Content>, Infallible> {
        let (parts, body) = request.into_parts();
        Ok(self.route(&parts, body).await.unwrap_or_else(|refused| *refused))
    }

    async fn route(
        &self,
        parts: &Parts,
        body: Incoming,
    ) -> Result<Response<Content>, Box<Response<Content>>> {
        if !self.access.is_ours(parts) {
            return refuse(StatusCode::FORBIDDEN, "This server answers only pages of its own address.");
        }
        let path = parts.uri.path();
        if path == "/" && parts.method == Method::GET {
            return Ok(page());
        }
        if !self.access.is_allowed(&parts.headers) {
            return refuse(
                StatusCode::FORBIDDEN,
                "The token is missing or wrong. Open the address that `puzzlec serve` has printed.",
            );
        }
        match (&parts.method, path) {
            (&Method::GET, "/files") => self.files().await,
            (&Method::PUT, "/file") => self.save(parts, body).await,
            (&Method::GET, "/events") => {
                let events = Content::Stream(self.changes.listen(), Gone::default());
                Ok(answer(StatusCode::OK, "text/event-stream; charset=utf-8", events))
            }
            (&Method::POST, "/request") => self.request(parts, body).await,
            (_, "/" | "/files" | "/file" | "/events" | "/request") => {
                refuse(StatusCode::METHOD_NOT_ALLOWED, "There is no such method here.")
            }
            _ => refuse(StatusCode::NOT_FOUND, "There is nothing at this address."),
        }
    }

    async fn files(&self) -> Result<Response<Content>, Box<Response<Content>>> {
        let folder = Arc::clone(&self.folder);
        match spawn_blocking(move || folder.texts()).await {
            Ok(Ok(texts)) => Ok(document(StatusCode::OK, serde_json::to_string(&texts).unwrap_or_default())),
            Ok(Err(why)) => refuse(StatusCode::INSUFFICIENT_STORAGE, &format!("This is too large: {why}.")),
            Err(_) => refuse(StatusCode::INTERNAL_SERVER_ERROR, "The files cannot be read."),
        }
    }

    async fn save(&self, parts: &Parts, body: Incoming) -> Result<Response<Content>, Box<Response<Content>>> {
        let Some(name) = named(parts.uri.query()) else {
            return refuse(StatusCode::BAD_REQUEST, "A file is saved by `PUT /file?name=NAME`.");
        };
        let text = text(body, LARGEST).await?;
        let folder = Arc::clone(&self.folder);
        match spawn_blocking(move || folder.save(&name, &text)).await {
            Ok(Ok(())) => Ok(document(StatusCode::OK, r#"{"ok":{}}"#.to_owned())),
            Ok(Err(Refused::Name(why))) => refuse(StatusCode::FORBIDDEN, &format!("It is not saved: {why}.")),
            Ok(Err(Refused::Missing)) => {
                refuse(StatusCode::NOT_FOUND, "It is not saved: there is no such folder.")
            }
            Ok(Err(Refused::System(error))) => {
                refuse(StatusCode::INTERNAL_SERVER_ERROR, &format!("It is not saved: {error}."))
            }
            Err(_) => refuse(StatusCode::INTERNAL_SERVER_ERROR, "It is not saved."),
        }
    }

    async fn request(
        &self,
        parts: &Parts,
        body: Incoming,
    ) -> Result<Response<Content>, Box<Response<Content>>> {
        let text = text(body, REQUEST).await?;
        let client = only(&parts.headers, CLIENT).unwrap_or_default();
        match self.clients.request(client, text) {
            Ok(lines) => Ok(answer(StatusCode::OK, "application/x-ndjson; charset=utf-8", lines)),
            Err(why) => refuse(StatusCode::SERVICE_UNAVAILABLE, why),
        }
    }
}

fn refuse(status: StatusCode, why: &str) -> Result<Response<Content>, Box<Response<Content>>> {
    Err(Box::new(refusal(status, why)))
}

/// The body of a request, if it is a text that is not too large and comes in time.
async fn text(body: Incoming, most: u64) -> Result<String, Box<Response<Content>>> {
    let too_large = || Box::new(refusal(StatusCode::PAYLOAD_TOO_LARGE, "The request is too large."));
    if body.size_hint().lower() > most {
        return Err(too_large());
    }
    let limited = Limited::new(body, usize::try_from(most).unwrap_or(usize::MAX));
    let bytes = match timeout(PATIENCE, limited.collect()).await {
        Ok(Ok(bytes)) => bytes.to_bytes(),
        Ok(Err(_)) => return Err(too_large()),
        Err(_) => {
            return Err(Box::new(refusal(StatusCode::REQUEST_TIMEOUT, "The request came too slowly.")));
        }
    };
    String::from_utf8(bytes.into())
        .map_err(|_| Box::new(refusal(StatusCode::BAD_REQUEST, "The request is not UTF-8.")))
}

/// The name in `name=NAME`, decoded once.
fn named(query: Option<&str>) -> Option<String> {
    let mut names = query?.split('&').filter_map(|pair| pair.strip_prefix("name="));
    let name = names.next().filter(|_| names.next().is_none())?.replace('+', " ");
    percent_decode_str(&name).decode_utf8().ok().map(Into::into)
}
