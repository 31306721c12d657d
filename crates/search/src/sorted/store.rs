//! Runs outside memory.

use std::fmt;
use std::sync::Arc;

use puzzlec_base::diag::Stop;

/// Files of runs and a manifest that names them, which outlive the process. The library knows no files: the command line
/// has a folder for them.
///
/// Files that were appended to count once they are committed.
pub trait RunStore: fmt::Debug + Send + Sync {
    /// Adds bytes to the end of a file, which may be new; returns their place.
    ///
    /// # Errors
    /// They cannot be written, or are too many.
    fn append(&self, file: u64, bytes: &[u8]) -> Result<u64, Stop>;

    /// Reads bytes of a file from a place on; returns their number, which is smaller only at the end of the file.
    ///
    /// # Errors
    /// They cannot be read.
    fn read(&self, file: u64, place: u64, bytes: &mut [u8]) -> Result<usize, Stop>;

    /// The manifest that was committed last, if there is one.
    ///
    /// # Errors
    /// It cannot be read.
    fn manifest(&self) -> Result<Option<Vec<u8>>, Stop>;

    /// Replaces the manifest as a whole, after these files are safe; others are removed.
    ///
    /// # Errors
    /// It cannot be written.
    fn commit(&self, manifest: &[u8], files: &[u64]) -> Result<(), Stop>;

    /// All processes of a count have committed its levels: those that other numbers of processes have left can be removed.
    ///
    /// # Errors
    /// They cannot be removed.
    fn remove_others(&self) -> Result<(), Stop> {
        Ok(())
    }
}

/// Where a run is written outside memory.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) store: Arc<dyn RunStore>,
    pub(crate) file: u64,
    /// The part whose states it has.
    pub(crate) part: u32,
}

impl Place {
    /// A place in another file, for the same part.
    pub(crate) fn in_file(&self, file: u64) -> Self {
        Place { file, ..self.clone() }
    }
}

/// Bytes of the head of a block in a file: part, states, bytes, whether they have numbers of ways, checksum.
pub(super) const HEAD: usize = 4 + 4 + 4 + 4 + 8;

/// The head of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) part: u32,
    pub(super) len: u32,
    pub(super) size: u32,
    pub(super) numbered: bool,
    checksum: u64,
}

impl Head {
    /// The head of these bytes.
    pub(super) fn of(part: u32, len: u32, numbered: bool, bytes: &[u8]) -> Self {
        let size = bytes.len() as u32;
        let head = Head { part, len, size, numbered, checksum: 0 };
        Head { checksum: head.sum(bytes), ..head }
    }

    pub(super) fn write(self, to: &mut Vec<u8>) {
        for number in [self.part, self.len, self.size, u32::from(self.numbered)] {
            to.extend(number.to_le_bytes());
        }
        to.extend(self.checksum.to_le_bytes());
    }

    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let number = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let checksum = u64::from_le_bytes(*bytes.get(16..)?.first_chunk()?);
        Some(Head {
            part: number(0)?,
            len: number(4)?,
            size: number(8)?,
            numbered: number(12)? == 1,
            checksum,
        })
    }

    /// Whether these are its bytes.
    pub(super) fn fits(self, bytes: &[u8]) -> bool {
        bytes.len() == self.size as usize && self.sum(bytes) == self.checksum
    }

    fn sum(self, bytes: &[u8]) -> u64 {
        let start = u64::from(self.part) << 32 ^ u64::from(self.len) << 1 ^ u64::from(self.numbered);
        let (words, rest) = bytes.as_chunks::<8>();
        let mut last = [0; 8];
        for (to, from) in last.iter_mut().zip(rest) {
            *to = *from;
        }
        words.iter().chain([&last]).fold(start ^ bytes.len() as u64, |sum, word| {
            (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        })
    }
}
