//! How two processes of a count make sure of each other before they exchange anything else.
//!
//! Both know a secret, which is never sent: each sends random bytes, and answers those of the other with a code that only
//! the secret gives.

use std::env;
use std::fs;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::hosts::Hosts;

/// Has the secret, instead of a file.
pub(super) const VARIABLE: &str = "PUZZLEC_SECRET";
/// Bytes of a secret.
const SECRET: std::ops::RangeInclusive<usize> = 16..=4096;
/// How long one of the two may take.
const PATIENCE: Duration = Duration::from_secs(5);
const RANDOM: usize = 32;
const CODE: usize = 32;
const NUMBER: usize = 8;

/// What is made of the secret.
#[derive(Clone)]
pub(super) struct Key([u8; 32]);

/// The two processes of a connection and the number of all.
#[derive(Clone, Copy)]
pub(super) struct Between {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) processes: usize,
}

impl Key {
    /// The secret of the environment or that of the file.
    ///
    /// # Errors
    /// There is none, or it is no secret; in words.
    pub(super) fn find(hosts: &Hosts) -> Result<Self, String> {
        if let Some(secret) = env::var_os(VARIABLE) {
            return Key::of(secret.as_encoded_bytes());
        }
        let Some(path) = &hosts.secret else {
            return Err(format!("no secret: name its file by a line `secret FILE`, or set {VARIABLE}"));
        };
        let failed = |error: io::Error| format!("cannot read `{}`: {error}", path.display());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            if fs::metadata(path).map_err(failed)?.permissions().mode() & 0o077 != 0 {
                return Err(format!("`{}` can be read by others: `chmod 600` it", path.display()));
            }
        }
        Key::of(fs::read(path).map_err(failed)?.trim_ascii())
    }

    fn of(secret: &[u8]) -> Result<Self, String> {
        if !SECRET.contains(&secret.len()) {
            return Err(format!("a secret has {} to {} bytes", SECRET.start(), SECRET.end()));
        }
        Ok(Key(blake3::derive_key("puzzlec: processes of a count, version 1", secret)))
    }

    /// A code of who speaks, which cannot be used in another connection, or by another version of the program. Codes are
    /// compared in constant time.
    fn code(&self, role: u8, between: Between, random: (&[u8], &[u8])) -> blake3::Hash {
        let mut text = vec![role];
        for number in [between.from, between.to, between.processes] {
            text.extend((number as u64).to_le_bytes());
        }
        text.extend(random.0);
        text.extend(random.1);
        text.extend(env!("CARGO_PKG_VERSION").as_bytes());
        blake3::keyed_hash(&self.0, &text)
    }

    /// Makes sure of a process that has connected to this one; returns its number. None if it is a stranger.
    pub(super) fn accept(
        &self,
        stream: &TcpStream,
        to: usize,
        processes: usize,
    ) -> io::Result<Option<usize>> {
        let until = Instant::now() + PATIENCE;
        let ours = random()?;
        write(stream, &ours, until)?;
        let hello: [u8; RANDOM + NUMBER + CODE] = read(stream, until)?;
        let (theirs, rest) = hello.split_at(RANDOM);
        let (number, code) = rest.split_at(NUMBER);
        let from = number.first_chunk().map_or(u64::MAX, |number| u64::from_le_bytes(*number));
        let between = Between { from: usize::try_from(from).unwrap_or(usize::MAX), to, processes };
        if self.code(b'c', between, (&ours, theirs)) != *code || between.from >= processes {
            return Ok(None);
        }
        write(stream, self.code(b'a', between, (&ours, theirs)).as_bytes(), until)?;
        Ok(Some(between.from))
    }

    /// Makes sure of a process to which this one has connected. Whether it is that process.
    pub(super) fn greet(&self, stream: &TcpStream, between: Between) -> io::Result<bool> {
        let until = Instant::now() + PATIENCE;
        let theirs: [u8; RANDOM] = read(stream, until)?;
        let ours = random()?;
        let code = self.code(b'c', between, (&theirs, &ours));
        let number = (between.from as u64).to_le_bytes();
        write(stream, &[&ours, number.as_slice(), code.as_bytes()].concat(), until)?;
        let answer: [u8; CODE] = read(stream, until)?;
        Ok(self.code(b'a', between, (&theirs, &ours)) == answer)
    }
}

fn random() -> io::Result<[u8; RANDOM]> {
    let mut bytes = [0; RANDOM];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

/// A secret for processes that this one starts.
pub(super) fn fresh() -> io::Result<String> {
    Ok(random()?.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Reads a number of bytes until a moment.
fn read<const N: usize>(mut stream: &TcpStream, until: Instant) -> io::Result<[u8; N]> {
    let (mut bytes, mut known) = ([0; N], 0);
    while let Some(rest) = bytes.get_mut(known..).filter(|rest| !rest.is_empty()) {
        stream.set_read_timeout(Some(left(until)?))?;
        match stream.read(rest) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(n) => known += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    stream.set_read_timeout(None)?;
    Ok(bytes)
}

fn write(mut stream: &TcpStream, bytes: &[u8], until: Instant) -> io::Result<()> {
    stream.set_write_timeout(Some(left(until)?))?;
    stream.write_all(bytes)?;
    stream.set_write_timeout(None)
}

fn left(until: Instant) -> io::Result<Duration> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}
