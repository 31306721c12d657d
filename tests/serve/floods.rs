//! Requests that are too large, broken or never complete, and many of them.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::client::{Reply, Server, request};
use super::guests::{ROW, is_well};

/// Whether the server has refused or closed, in a time that others do not notice.
fn refused(reply: Option<&Reply>) -> bool {
    reply.is_none_or(|reply| (400..500).contains(&reply.status))
}

#[test]
fn large_broken_and_half_requests_do_no_harm() {
    let server = Server::start("broken", &[("row.puzzle", ROW)]);
    let host = format!("host: 127.0.0.1:{}\r\nx-puzzlec-token: {}\r\n", server.port, server.token);
    let put = "PUT /file?name=row.puzzle HTTP/1.1\r\n";
    let cases = [
        "\r\n\r\n\r\n".to_owned(),
        "hello\r\n\r\n".to_owned(),
        "\u{0}\u{1}\u{2}\r\n\r\n".to_owned(),
        format!("GET /files HTTP/9.9\r\n{host}\r\n"),
        format!("GET  /files HTTP/1.1\r\n{host}\r\n"),
        format!("GET /{} HTTP/1.1\r\n{host}\r\n", "a".repeat(200_000)),
        format!("GET /files HTTP/1.1\r\n{host}x: {}\r\n\r\n", "a".repeat(200_000)),
        format!("GET /files HTTP/1.1\r\n{host}{}\r\n", "x: y\r\n".repeat(1000)),
        format!("GET /files HTTP/1.1\r\n{host}no colon\r\n\r\n"),
        format!("{put}{host}content-length: 99999999999\r\n\r\nx"),
        format!("{put}{host}content-length: -1\r\n\r\nx"),
        format!("{put}{host}content-length: 1\r\ncontent-length: 2\r\n\r\nxx"),
        format!("{put}{host}content-length: 99999999999999999999999\r\n\r\nx"),
        format!("{put}{host}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\nx\r\n0\r\n\r\n"),
        format!("{put}{host}transfer-encoding: chunked\r\n\r\nzz\r\nx\r\n0\r\n\r\n"),
        // A text that is no UTF-8 and a file larger than any, in one piece and in many.
        format!("{put}{host}content-length: {}\r\n\r\n{}", (8 << 20) + 1, "x".repeat((8 << 20) + 1)),
        format!(
            "{put}{host}transfer-encoding: chunked\r\n\r\n{}0\r\n\r\n",
            format!("10000\r\n{}\r\n", "x".repeat(0x10000)).repeat(140)
        ),
    ];
    // At a time, as the server waits for what some of them leave out.
    std::thread::scope(|scope| {
        for case in &cases {
            scope.spawn(|| {
                let reply = server.raw(case.as_bytes());
                assert!(refused(reply.as_ref()), "{:?}: {reply:?}", &case[..case.len().min(200)]);
            });
        }
    });
    let bytes = [put.as_bytes(), host.as_bytes(), b"content-length: 2\r\n\r\n\xff\xfe"].concat();
    assert_eq!(server.raw(&bytes).unwrap().status, 400);
    is_well(&server);
    // Clients that stop in the middle: after a byte, in the headers, in the body.
    let half: Vec<TcpStream> = (0..60)
        .map(|i| {
            let mut stream = server.connect();
            let whole = request("PUT /file?name=row.puzzle", &server.ours(), b"0123456789");
            stream.write_all(&whole[..[1, 30, whole.len() - 5][i % 3]]).unwrap();
            stream
        })
        .collect();
    let from = Instant::now();
    is_well(&server);
    assert!(from.elapsed() < Duration::from_secs(5));
    drop(half);
    is_well(&server);
}

#[test]
fn many_connections_at_once() {
    let server = Server::start("many", &[("row.puzzle", ROW)]);
    let request = request("GET /files", &server.ours(), b"");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                // More than have a place; the others wait for theirs. All of them are together no more than the places and
                // the queue of the system: else nobody could write before the server closes what is silent.
                let mut streams: Vec<TcpStream> = (0..60).map(|_| server.connect()).collect();
                streams.iter_mut().for_each(|stream| stream.write_all(&request).unwrap());
                for mut stream in streams {
                    let mut answer = String::new();
                    stream.read_to_string(&mut answer).unwrap();
                    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.contains("Row"), "{answer}");
                }
            });
        }
    });
    is_well(&server);
}
