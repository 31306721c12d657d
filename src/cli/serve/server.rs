//! The port: connections, their number and times, and the end.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::routes::Routes;
use crate::cli::output::Failure;
use puzzlec_base::CancelToken;

/// The most connections at once; a browser opens six.
const CONNECTIONS: usize = 128;
/// A connection whose next request has not begun and ended its headers in this time is closed.
const HEADERS: Duration = Duration::from_secs(20);
/// The most headers of a request, and the most bytes of them.
const MOST_HEADERS: usize = 64;
const HEADER_BYTES: usize = 64 << 10;
/// How often the signal is looked for.
const BEAT: Duration = Duration::from_millis(40);
/// How long searches that are stopped may take to write what they know. With the times below this is less than the guard
/// gives a command after a signal.
const LAST_WORDS: Duration = Duration::from_millis(300);
/// How long the last bytes may take.
const LAST_BYTES: Duration = Duration::from_millis(60);
/// How long a text that is being saved may take.
const LAST_TEXT: Duration = Duration::from_millis(100);

/// Answers requests until the token is raised.
///
/// # Errors
/// The system gives no events of sockets.
pub(super) fn run(listener: TcpListener, routes: &Arc<Routes>, stop: &CancelToken) -> Result<(), Failure> {
    // One thread moves all bytes; the work is in other threads.
    let runtime = Builder::new_current_thread().enable_io().enable_time().build().map_err(unable)?;
    listener.set_nonblocking(true).map_err(unable)?;
    let end = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener).map_err(unable)?;
        let places = Arc::new(Semaphore::new(CONNECTIONS));
        while !stop.is_cancelled() {
            let Ok(place) = timeout(BEAT, Arc::clone(&places).acquire_owned()).await else { continue };
            let Ok(place) = place else { break };
            match timeout(BEAT, listener.accept()).await {
                Ok(Ok((stream, _))) => drop(tokio::spawn(serve(stream, Arc::clone(routes), place))),
                // Too many open files, or a client that is gone already.
                Ok(Err(_)) => sleep(BEAT).await,
                Err(_) => {}
            }
        }
        drop(listener);
        let from = Instant::now();
        while routes.clients.are_busy() && from.elapsed() < LAST_WORDS {
            sleep(BEAT / 4).await;
        }
        sleep(LAST_BYTES).await;
        Ok(())
    });
    runtime.shutdown_timeout(LAST_TEXT);
    routes.folder.finish();
    end
}

async fn serve(stream: TcpStream, routes: Arc<Routes>, _place: OwnedSemaphorePermit) {
    // Small answers are to leave at once.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let routes = Arc::clone(&routes);
        async move { routes.answer(request).await }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_headers(MOST_HEADERS)
        .max_buf_size(HEADER_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    // The client has broken the protocol, or is gone; it has its answer, or none can reach it.
    let _ = connection.await;
}

fn unable(error: io::Error) -> Failure {
    Failure::Other(format!("cannot serve: {error}"))
}
