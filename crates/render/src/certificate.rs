//! Certificates as text: indented, and each element of a list on one line. So a plan of millions of steps has a line
//! for each, and less than half the bytes of a text that is indented throughout.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{Formatter, PrettyFormatter};

use crate::safe;

/// Writes a certificate, piece by piece, with a line break at the end.
///
/// # Errors
/// Those of the writer.
pub fn write(document: &impl Serialize, writer: &mut impl Write) -> io::Result<()> {
    document.serialize(&mut Serializer::with_formatter(&mut *writer, Lines::default()))?;
    writer.write_all(b"\n")
}

/// A certificate as text.
pub fn text(document: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    // Writing to memory cannot fail.
    let _ = write(document, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

#[derive(Default)]
struct Lines {
    pretty: PrettyFormatter<'static>,
    /// The lists and objects that are open from the outermost list on.
    inner: usize,
}

impl Lines {
    fn comma<W: ?Sized + Write>(writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b",") }
    }
}

impl Formatter for Lines {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if !fragment.contains(safe::steers) {
            return writer.write_all(fragment.as_bytes());
        }
        writer.write_all(safe::json(fragment).as_bytes())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner += 1;
        if self.inner == 1 { self.pretty.begin_array(writer) } else { writer.write_all(b"[") }
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner = self.inner.saturating_sub(1);
        if self.inner == 0 { self.pretty.end_array(writer) } else { writer.write_all(b"]") }
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if self.inner == 1 {
            self.pretty.begin_array_value(writer, first)
        } else {
            Self::comma(writer, first)
        }
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.inner == 1 { self.pretty.end_array_value(writer) } else { Ok(()) }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.inner == 0 {
            return self.pretty.begin_object(writer);
        }
        self.inner += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.inner == 0 {
            return self.pretty.end_object(writer);
        }
        self.inner -= 1;
        writer.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if self.inner == 0 { self.pretty.begin_object_key(writer, first) } else { Self::comma(writer, first) }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.inner == 0 { self.pretty.begin_object_value(writer) } else { writer.write_all(b":") }
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.inner == 0 { self.pretty.end_object_value(writer) } else { Ok(()) }
    }
}
