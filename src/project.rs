//! Files and their imports, over any file system.

#[cfg(feature = "cli")]
mod disk;
mod files;

#[cfg(feature = "cli")]
pub use disk::{DiskFiles, LARGEST_FILE, read_text};
pub use files::{FileSystem, MemoryFiles, ReadError};
