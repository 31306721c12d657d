//! Files and their imports, over any file system.

mod files;

pub use files::{FileSystem, MemoryFiles, ReadError};
