//! Standard error. A failure to write there cannot be reported, and is ignored.

use std::io::{self, Write};

use puzzlec_render::safe;

/// Writes a line.
pub(super) fn line(text: &str) {
    write(&format!("{}\n", safe::safe(text)));
}

/// Writes a text that does not steer the terminal.
pub(super) fn write(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
