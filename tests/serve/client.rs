//! A running server, and a client over plain sockets that can also send what no browser sends.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// What does not come in this time never comes, however busy the machine is.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A server with a folder of its own.
pub struct Server {
    pub child: Child,
    pub folder: PathBuf,
    pub port: u16,
    pub token: String,
}

impl Server {
    /// Starts over a new folder with these files.
    pub fn start(name: &str, files: &[(&str, &str)]) -> Server {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("in")).unwrap();
        for (name, text) in files {
            fs::create_dir_all(folder.join("in").join(name).parent().unwrap()).unwrap();
            fs::write(folder.join("in").join(name), text).unwrap();
        }
        Server::over(folder.join("in"), &[])
    }

    pub fn over(folder: PathBuf, more: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_puzzlec"))
            .arg("serve")
            .args(more)
            .arg(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (address, token) = line.trim().split_once("/#token=").unwrap();
        let port = address.strip_prefix("http://127.0.0.1:").unwrap().parse().unwrap();
        Server { child, folder, port, token: token.to_owned() }
    }

    /// A connection.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The headers of a page of this server.
    pub fn ours(&self) -> Vec<(String, String)> {
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        vec![header("host", &format!("127.0.0.1:{}", self.port)), header("x-puzzlec-token", &self.token)]
    }

    /// Sends a request and reads the whole answer.
    pub fn send(&self, line: &str, headers: &[(String, String)], body: &[u8]) -> Reply {
        self.raw(&request(line, headers, body)).expect("an answer")
    }

    /// Sends a request of a page of this server.
    pub fn ask(&self, line: &str, body: &[u8]) -> Reply {
        self.send(line, &self.ours(), body)
    }

    /// Sends bytes and reads what comes; nothing if the connection is closed without an answer.
    pub fn raw(&self, bytes: &[u8]) -> Option<Reply> {
        let mut stream = self.connect();
        // A server that refuses may close the connection before it has everything.
        let _ = stream.write_all(bytes);
        Reply::read(&mut BufReader::new(stream))
    }

    /// Opens a stream: its answer is read line by line.
    pub fn open(&self, line: &str, body: &[u8]) -> Lines {
        self.open_as("", line, body)
    }

    /// The same for a page of this name.
    pub fn open_as(&self, client: &str, line: &str, body: &[u8]) -> Lines {
        let mut stream = self.connect();
        let mut headers = self.ours();
        headers.push(("x-puzzlec-client".to_owned(), client.to_owned()));
        stream.write_all(&request(line, &headers, body)).unwrap();
        let mut lines = Lines(BufReader::new(stream));
        let (status, _) = head(&mut lines.0).unwrap();
        assert_eq!(status, 200);
        lines
    }

    /// The answer to a request of the playground.
    pub fn answer(&self, request: &Value) -> Value {
        self.open("POST /request", request.to_string().as_bytes()).answer()
    }

    /// Ends the server by a signal; how it ended, and after what time.
    pub fn end(&mut self, signal: &str) -> (ExitStatus, Duration) {
        let from = Instant::now();
        let process = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &process]).status().unwrap().success());
        let status = self.child.wait().unwrap();
        (status, from.elapsed())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A request as bytes. Its connection serves nothing else.
pub fn request(line: &str, headers: &[(String, String)], body: &[u8]) -> Vec<u8> {
    let mut text = format!("{line} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
    headers.iter().for_each(|(name, value)| text.push_str(&format!("{name}: {value}\r\n")));
    text.push_str("\r\n");
    [text.as_bytes(), body].concat()
}

/// A whole answer.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Reply {
    fn read(reader: &mut BufReader<TcpStream>) -> Option<Reply> {
        let (status, headers) = head(reader)?;
        let mut body = Vec::new();
        match reader.read_to_end(&mut body) {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
            Err(error) => panic!("{error}"),
        }
        Some(Reply { status, headers, body: String::from_utf8(body).unwrap() })
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

fn head(reader: &mut BufReader<TcpStream>) -> Option<(u16, Vec<(String, String)>)> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        match reader.read_line(&mut line) {
            Ok(0) => return None,
            Ok(_) if line == "\r\n" => break,
            Ok(_) => lines.push(line.trim_end().to_owned()),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => return None,
            Err(error) => panic!("{error}"),
        }
    }
    let status = lines[0].split(' ').nth(1).unwrap().parse().unwrap();
    let headers = lines[1..].iter().map(|line| {
        let (name, value) = line.split_once(": ").unwrap();
        (name.to_lowercase(), value.to_owned())
    });
    Some((status, headers.collect()))
}

/// A stream of chunks, each of whole lines.
pub struct Lines(BufReader<TcpStream>);

impl Lines {
    /// The next line that has something; none at the end.
    pub fn next(&mut self) -> Option<String> {
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            let line = line.trim_end();
            // Lines of answers are JSON or events; the others are the sizes of chunks.
            if line.starts_with('{') || line.contains(':') {
                return Some(line.to_owned());
            }
        }
    }

    /// The lines to the end.
    pub fn rest(mut self) -> Vec<Value> {
        std::iter::from_fn(|| self.next()).map(|line| serde_json::from_str(&line).unwrap()).collect()
    }

    /// The last line.
    pub fn answer(self) -> Value {
        self.rest().pop().expect("an answer")
    }
}
