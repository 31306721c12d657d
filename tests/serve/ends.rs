//! The end: by Ctrl-C and signals, at any time, within a second.

use std::fs;
use std::io::Write;
use std::time::Duration;

use super::client::{Server, request};
use super::requests::{LONG, running};

/// The time that a user notices, on a machine that is not busy.
const SECOND: Duration = Duration::from_secs(1);
/// Tries, as a machine that is busy with other tests takes longer.
const TRIES: usize = 5;

#[test]
fn signals_end_it_also_during_searches() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let mut times = Vec::new();
        while times.last().is_none_or(|time| *time > SECOND) {
            assert!(times.len() < TRIES, "{signal}: {times:?}");
            let mut server = Server::start("ends", &[("long.puzzle", LONG)]);
            let searches = [running(&server), running(&server)];
            let events = server.open("GET /events", b"");
            let mut half = server.connect();
            let whole = request("PUT /file?name=long.puzzle", &server.ours(), b"0123456789");
            half.write_all(&whole[..whole.len() - 5]).unwrap();
            let _idle = server.connect();
            let (status, time) = server.end(signal);
            assert_eq!(status.code(), Some(0), "{signal}");
            times.push(time);
            // What was found so far is not lost, nor is the file.
            for search in searches {
                let answer = search.answer();
                assert!(answer["ok"]["report"].is_object(), "{signal}: {answer}");
            }
            drop(events);
            let names: Vec<_> =
                fs::read_dir(&server.folder).unwrap().map(|e| e.unwrap().file_name()).collect();
            assert_eq!(names, ["long.puzzle"]);
            assert_eq!(fs::read_to_string(server.folder.join("long.puzzle")).unwrap(), LONG);
        }
    }
}

#[test]
fn an_idle_server_ends_at_once() {
    let mut times = Vec::new();
    while times.last().is_none_or(|time| *time > SECOND / 2) {
        assert!(times.len() < TRIES, "{times:?}");
        let mut server = Server::start("idle", &[]);
        server.ask("GET /files", b"");
        let (status, time) = server.end("-TERM");
        assert_eq!(status.code(), Some(0));
        times.push(time);
    }
}
