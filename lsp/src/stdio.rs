//! The server over standard input and output.

use std::io::{self, BufRead, ErrorKind, Write};
use std::process::ExitCode;
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_server::{Connection, Message};

use crate::pool::STACK;
use crate::server::{Ended, serve};

/// Serves the client on standard input and output until it ends; the exit code is what the protocol asks
/// for. Standard output carries nothing but the protocol.
pub fn run_stdio() -> ExitCode {
    if std::env::args().any(|word| word == "--version") {
        let _ = writeln!(io::stdout(), "puzzlec-lsp {}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
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
        return ExitCode::FAILURE;
    };
    let ended = server.join().unwrap_or(Ended::Abruptly);
    // The last answers go out before the process ends.
    let _ = writer.join();
    match ended {
        Ended::Cleanly => ExitCode::SUCCESS,
        Ended::Abruptly => ExitCode::FAILURE,
    }
}

/// Reads ahead without a limit, so that a cancel is seen while its request waits.
fn read(to_server: &Sender<Message>) {
    let mut input = io::stdin().lock();
    loop {
        match next(&mut input) {
            Some(Ok(message)) => {
                if to_server.send(message).is_err() {
                    return;
                }
            }
            // What makes no sense is passed over; the next message may.
            Some(Err(why)) => complain(&why),
            None => return,
        }
    }
}

fn next(input: &mut impl BufRead) -> Option<Result<Message, String>> {
    match Message::read(input) {
        Ok(message) => message.map(Ok),
        Err(error) if error.kind() == ErrorKind::InvalidData => Some(Err(error.to_string())),
        Err(_) => None,
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

/// A line for whoever reads the log. Nobody may.
fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "puzzlec-lsp: {line}");
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
}
