//! The connections of a process to all others.
//!
//! Of two processes the later one connects to the earlier one, which listens on its own address only, until all have
//! come. Strangers are turned away, each in a thread of its own.

use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::handshake::{Between, Key};

/// How often connections are looked for.
const BEAT: Duration = Duration::from_millis(20);
/// After this time a message names the missing ones.
const PATIENCE: Duration = Duration::from_secs(5);
/// Connections that may be unknown at the same time.
const UNKNOWN: usize = 64;

/// Connects this process to all others: a connection for each, none for itself.
///
/// # Errors
/// The address cannot be listened on, or `stop` is true; in words.
pub(super) fn connect(
    addresses: &[String],
    own: usize,
    key: &Key,
    stop: &(dyn Fn() -> bool + Sync),
    say: &dyn Fn(&str),
) -> Result<Vec<Option<TcpStream>>, String> {
    let address = addresses.get(own).map_or("", String::as_str);
    let failed = |error| format!("cannot listen on `{address}`: {error}");
    let listener = TcpListener::bind(address).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let mut streams: Vec<Option<TcpStream>> = addresses.iter().map(|_| None).collect();
    let (known, arrivals) = mpsc::channel();
    let unknown = Arc::new(AtomicUsize::new(0));
    let processes = addresses.len();
    let mut patience = Instant::now() + PATIENCE;
    thread::scope(|scope| {
        for (to, address) in addresses.iter().enumerate().take(own) {
            let (known, between) = (known.clone(), Between { from: own, to, processes });
            scope.spawn(move || greet(key, address, between, stop, &known));
        }
        loop {
            while let Ok((number, stream)) = arrivals.try_recv() {
                if let Some(place) = streams.get_mut(number) {
                    *place = Some(stream);
                }
            }
            let missing = streams.iter().enumerate().filter(|(at, stream)| *at != own && stream.is_none());
            let missing: Vec<String> = missing.map(|(at, _)| (at + 1).to_string()).collect();
            if missing.is_empty() {
                return Ok(());
            }
            if stop() {
                return Err(format!("these workers did not come: {}", missing.join(", ")));
            }
            if Instant::now() > patience {
                say(&format!("worker {} waits for these: {}", own + 1, missing.join(", ")));
                patience += 12 * PATIENCE;
            }
            match listener.accept() {
                Ok((stream, _)) if unknown.load(Ordering::Relaxed) < UNKNOWN => {
                    unknown.fetch_add(1, Ordering::Relaxed);
                    let (key, known, unknown) = (key.clone(), known.clone(), Arc::clone(&unknown));
                    // A silent one is not waited for.
                    thread::spawn(move || {
                        let accepted = stream.set_nonblocking(false).and_then(|()| {
                            stream.set_nodelay(true)?;
                            key.accept(&stream, own, processes)
                        });
                        if let Some(number) = accepted.ok().flatten().filter(|number| *number > own) {
                            // All may have come meanwhile.
                            let _ = known.send((number, stream));
                        }
                        unknown.fetch_sub(1, Ordering::Relaxed);
                    });
                }
                // It is closed.
                Ok(_) => {}
                // None waits, or one gave up while it waited.
                Err(_) => thread::sleep(BEAT),
            }
        }
    })?;
    Ok(streams)
}

/// Connects to an earlier process, which may start later.
fn greet(
    key: &Key,
    address: &str,
    between: Between,
    stop: &(dyn Fn() -> bool + Sync),
    known: &Sender<(usize, TcpStream)>,
) {
    while !stop() {
        let mut addresses = address.to_socket_addrs().into_iter().flatten();
        let connect = |address| TcpStream::connect_timeout(&address, PATIENCE).ok();
        if let Some(stream) = addresses.find_map(connect)
            && stream.set_nodelay(true).is_ok()
            && key.greet(&stream, between).unwrap_or(false)
        {
            let _ = known.send((between.to, stream));
            return;
        }
        thread::sleep(5 * BEAT);
    }
}
