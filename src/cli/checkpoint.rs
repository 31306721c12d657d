//! The file in which a long search keeps its completed levels.
//!
//! It begins with a line that names its format and the program's version. Then come records, each
//! with a kind, a length and a checksum that depends on everything before it: parts, and marks
//! that commit the parts before them. The file only grows; what follows the last whole mark is
//! cut off when it is written to again. So whenever the process ends, the file is good up to the
//! last mark.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::time::{Duration, Instant};

use puzzlec_base::Journal;

/// The first line: another format or version of the program keeps something else.
const HEADER: &str = concat!("puzzlec checkpoint 1, written by puzzlec ", env!("CARGO_PKG_VERSION"), "\n");
const PART: u8 = 1;
const MARK: u8 = 2;
/// Kind, length, checksum.
const HEAD: usize = 1 + 4 + 8;
/// Parts are smaller by far.
const LONGEST: u32 = 1 << 28;
/// The disk is waited for at most so often; the system has a mark at once, so that the end of the
/// process loses nothing.
const SYNC: Duration = Duration::from_millis(200);

/// A checkpoint file.
#[derive(Debug)]
pub(super) struct Checkpoint {
    path: String,
    file: BufReader<File>,
    /// The end of the last whole mark; as far as the file is read.
    end: u64,
    /// The part that stands after what was passed.
    next: Option<Record>,
    /// Where reading or writing goes on, and the checksum there.
    at: u64,
    chain: u64,
    /// Whether what follows was cut off, to write there.
    writing: bool,
    synced: Instant,
}

/// A record that was read.
#[derive(Debug)]
struct Record {
    kind: u8,
    bytes: Vec<u8>,
    end: u64,
    chain: u64,
}

impl Checkpoint {
    /// Begins a new file.
    ///
    /// # Errors
    /// There is one already, or it cannot be written; in words.
    pub(super) fn create(path: &str) -> Result<Self, String> {
        let opened = OpenOptions::new().read(true).write(true).create_new(true).open(path);
        let mut file = opened.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                format!("`{path}` already exists; `--resume {path}` continues it")
            }
            _ => format!("cannot write `{path}`: {error}"),
        })?;
        file.write_all(HEADER.as_bytes()).map_err(|error| format!("cannot write `{path}`: {error}"))?;
        Ok(Self::over(path, file))
    }

    /// Opens a file to go on from.
    ///
    /// # Errors
    /// It cannot be read, or is no checkpoint of this version; in words.
    pub(super) fn resume(path: &str) -> Result<Self, String> {
        let opened = OpenOptions::new().read(true).write(true).open(path);
        let mut file = opened.map_err(|error| match error.kind() {
            ErrorKind::NotFound => format!("there is no `{path}`; `--checkpoint {path}` starts one"),
            _ => format!("cannot open `{path}`: {error}"),
        })?;
        let unread = |error| format!("cannot read `{path}`: {error}");
        let mut header = Vec::new();
        let most = HEADER.len() as u64;
        Read::by_ref(&mut file).take(most).read_to_end(&mut header).map_err(unread)?;
        if header != HEADER.as_bytes() {
            // A run that ended while it wrote the header has kept nothing.
            if !HEADER.as_bytes().starts_with(&header) {
                return Err(format!("`{path}` is not a checkpoint of this version of puzzlec"));
            }
            file.seek(SeekFrom::Start(0)).map_err(unread)?;
            file.write_all(HEADER.as_bytes()).map_err(|error| format!("cannot write `{path}`: {error}"))?;
        }
        let mut checkpoint = Self::over(path, file);
        checkpoint.find_end().map_err(unread)?;
        Ok(checkpoint)
    }

    /// At the beginning, after the header.
    fn over(path: &str, file: File) -> Self {
        let at = HEADER.len() as u64;
        let file = BufReader::with_capacity(1 << 16, file);
        let chain = sum(0, &[HEADER.as_bytes()]);
        let (path, synced) = (path.to_owned(), Instant::now());
        Checkpoint { path, file, end: at, next: None, at, chain, writing: false, synced }
    }

    /// Reads everything once to find the last whole mark.
    fn find_end(&mut self) -> io::Result<()> {
        let (at, chain) = (self.at, self.chain);
        while let Some(record) = self.read()? {
            (self.at, self.chain) = (record.end, record.chain);
            if record.kind == MARK {
                self.end = self.at;
            }
        }
        (self.at, self.chain) = (at, chain);
        self.file.seek(SeekFrom::Start(at))?;
        Ok(())
    }

    /// The record at the place where reading goes on; none if there is no whole one.
    fn read(&mut self) -> io::Result<Option<Record>> {
        let mut head = [0; HEAD];
        if !whole(self.file.read_exact(&mut head))? {
            return Ok(None);
        }
        let [kind, a, b, c, d, checksum @ ..] = head;
        let length = u32::from_le_bytes([a, b, c, d]);
        if length > LONGEST {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        Read::by_ref(&mut self.file).take(u64::from(length)).read_to_end(&mut bytes)?;
        let chain = sum(self.chain, &[&[kind, a, b, c, d], &bytes]);
        if bytes.len() != length as usize || chain != u64::from_le_bytes(checksum) {
            return Ok(None);
        }
        let end = self.at + (HEAD + bytes.len()) as u64;
        Ok(Some(Record { kind, bytes, end, chain }))
    }

    fn add(&mut self, kind: u8, bytes: &[u8]) -> io::Result<()> {
        let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
        let length = length.to_le_bytes();
        let chain = sum(self.chain, &[&[kind], &length, bytes]);
        let file = self.file.get_mut();
        if !self.writing {
            self.next = None;
            file.set_len(self.at)?;
            file.seek(SeekFrom::Start(self.at))?;
            self.writing = true;
        }
        let mut record = Vec::with_capacity(HEAD + bytes.len());
        record.push(kind);
        record.extend(length);
        record.extend(chain.to_le_bytes());
        record.extend(bytes);
        file.write_all(&record)?;
        self.at += record.len() as u64;
        self.chain = chain;
        self.end = self.at;
        Ok(())
    }
}

impl Checkpoint {
    /// Waits for the disk, if it was not waited for just now.
    fn sync(&mut self) -> io::Result<()> {
        if self.synced.elapsed() >= SYNC {
            self.file.get_mut().sync_data()?;
            self.synced = Instant::now();
        }
        Ok(())
    }
}

impl Journal for Checkpoint {
    fn peek(&mut self) -> Result<Option<&[u8]>, String> {
        while self.next.as_ref().is_none_or(|n| n.kind == MARK) && self.at < self.end {
            match self.next.take() {
                Some(mark) => (self.at, self.chain) = (mark.end, mark.chain),
                None => {
                    self.next =
                        self.read().map_err(|error| format!("cannot read `{}`: {error}", self.path))?;
                    if self.next.is_none() {
                        return Err(format!("`{}` was changed while it was read", self.path));
                    }
                }
            }
        }
        Ok(self.next.as_ref().map(|n| n.bytes.as_slice()))
    }

    fn pass(&mut self) {
        if let Some(record) = self.next.take() {
            (self.at, self.chain) = (record.end, record.chain);
        }
    }

    fn append(&mut self, part: &[u8]) -> Result<(), String> {
        self.add(PART, part).map_err(|error| format!("cannot write `{}`: {error}", self.path))
    }

    fn commit(&mut self) -> Result<(), String> {
        let result = self.add(MARK, &[]);
        result.and_then(|()| self.sync()).map_err(|error| format!("cannot write `{}`: {error}", self.path))
    }
}

/// Whether there was enough to read.
fn whole(result: io::Result<()>) -> io::Result<bool> {
    match result {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// A checksum that goes on from another (FNV-1a of 64 bits).
pub(super) fn sum(before: u64, texts: &[&[u8]]) -> u64 {
    let start = before ^ 0xcbf2_9ce4_8422_2325;
    texts
        .iter()
        .copied()
        .flatten()
        .fold(start, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
