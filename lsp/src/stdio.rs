//! The server over standard input and output.

use std::ffi::OsString;
use std::io::{self, BufRead, Read, Write};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_server::{Connection, Message};

use crate::pool::STACK;
use crate::server::{Ended, serve};

/// A longer message ends the server, in bytes: four times the largest puzzle file.
const LONGEST: u64 = 256 << 20;
/// No line of a header is longer, in bytes.
const LONGEST_HEADER: u64 = 8 << 10;

/// Serves the client on standard input and output until it ends; whether it ended as the protocol asks. Standard
/// output contains only protocol messages. `words` are the arguments: `--version` is answered, others are ignored.
pub fn run_stdio(words: &[OsString]) -> bool {
    if words.iter().any(|word| word == "--version") {
        let _ = writeln!(io::stdout(), "puzzlec lsp {}", env!("CARGO_PKG_VERSION"));
        return true;
    }
    let (to_server, receiver) = unbounded();
    let (sender, from_server) = unbounded();
    let started = thread::Builder::new().name("reader".to_owned()).spawn(move || read(&to_server));
    let writer = thread::Builder::new().name("writer".to_owned()).spawn(move || write(from_server));
    let server = thread::Builder::new()
        .name("server".to_owned())
        .stack_size(STACK)
        .spawn(move || serve(Connection { sender, receiver }));
    let (Ok(_), Ok(writer), Ok(server)) = (started, writer, server) else {
        complain("the server cannot start its threads");
        return false;
    };
    let ended = server.join().unwrap_or(Ended::Abruptly);
    // The last answers go out before the process ends.
    let _ = writer.join();
    matches!(ended, Ended::Cleanly)
}

/// Reads ahead without a limit, so that a cancellation is seen while its request waits.
fn read(to_server: &Sender<Message>) {
    let mut input = io::stdin().lock();
    loop {
        match next(&mut input) {
            Some(Ok(message)) => {
                if to_server.send(message).is_err() {
                    return;
                }
            }
            // Malformed messages are skipped.
            Some(Err(why)) => complain(&why),
            None => return,
        }
    }
}

/// The next message, or what is wrong with it; none at the end and where nothing can follow.
fn next(input: &mut impl BufRead) -> Option<Result<Message, String>> {
    let size = match size(input) {
        Ok(size) => size?,
        Err(why) => return Some(Err(why)),
    };
    if size > LONGEST {
        // The body cannot be passed over, so that nothing after it can be found.
        complain(&format!("a message of {size} bytes is too long; the server ends"));
        return None;
    }
    let mut framed = format!("Content-Length: {size}\r\n\r\n").into_bytes();
    let head = framed.len() as u64;
    input.take(size).read_to_end(&mut framed).ok().filter(|_| framed.len() as u64 == head + size)?;
    match Message::read(&mut framed.as_slice()) {
        Ok(message) => message.map(Ok),
        Err(error) => Some(Err(error.to_string())),
    }
}

/// The length of the next message in bytes, from its headers; none at the end.
fn size(input: &mut impl BufRead) -> Result<Option<u64>, String> {
    let mut size = None;
    loop {
        let mut line = Vec::new();
        match input.take(LONGEST_HEADER).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return Ok(None),
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line);
        let Some(line) = line.strip_suffix("\r\n") else { return Err("malformed header".to_owned()) };
        match line.split_once(": ") {
            None if line.is_empty() => return size.ok_or("no Content-Length".to_owned()).map(Some),
            None => return Err("malformed header".to_owned()),
            Some((name, value)) if name.eq_ignore_ascii_case("Content-Length") => {
                size = Some(value.parse().map_err(|_| "Content-Length is not a valid number".to_owned())?);
            }
            Some(_) => {}
        }
    }
}

fn write(from_server: Receiver<Message>) {
    let mut output = io::stdout().lock();
    for message in from_server {
        if message.write(&mut output).is_err() {
            return;
        }
    }
}

/// Writes a line to the log. Write errors are ignored.
fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "puzzlec lsp: {line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_message_is_passed_over() {
        let framed = |body: &str| format!("Content-Length: {}\r\n\r\n{body}", body.len());
        let good = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let text = [framed("{"), framed(good), framed("[]"), framed(good)].concat();
        let mut input = text.as_bytes();
        let read: Vec<bool> = std::iter::from_fn(|| next(&mut input)).map(|m| m.is_ok()).collect();
        assert_eq!(read, [false, true, false, true]);
    }

    #[test]
    fn announced_lengths_are_not_believed() {
        for announced in ["99999999999999", "18446744073709551615", "300000000"] {
            let text = format!("Content-Length: {announced}\r\n\r\n{{}}");
            assert!(next(&mut text.as_bytes()).is_none(), "{announced}");
        }
        // Within the limit only what comes is held.
        assert!(next(&mut "Content-Length: 200000000\r\n\r\n{}".as_bytes()).is_none());
        let endless = "x".repeat(100_000);
        assert!(next(&mut endless.as_bytes()).is_some_and(|m| m.is_err()));
    }
}
