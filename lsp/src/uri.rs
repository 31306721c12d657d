//! Addresses of the protocol and paths of the library.

use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::OnceLock;

use lsp_types::Uri;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use puzzlec_model::project::{STDLIB_PREFIX, stdlib_text};

/// The path under which the library knows what an address names. Files have their paths with `/`; anything
/// else, such as a document that was never saved, has its address.
pub(crate) fn path(uri: &str) -> String {
    let Some(rest) = uri.strip_prefix("file://") else {
        return decode(uri).replacen("://", ":/", 1);
    };
    // A host is dropped: files of other hosts are mounted, or not available.
    let path = rest.find('/').and_then(|at| rest.get(at..)).unwrap_or(rest);
    let mut path = decode(path);
    let drive = path.as_bytes().get(2) == Some(&b':') && path.as_bytes().first() == Some(&b'/');
    if drive {
        path.remove(0);
        path = lower_drive(&path);
    }
    let stdlib = stdlib_folder().and_then(|folder| path.strip_prefix(&format!("{folder}/")));
    match stdlib {
        Some(module) => format!("{STDLIB_PREFIX}{module}"),
        None => path,
    }
}

/// Editors write `c:` and `C:` for one drive.
fn lower_drive(path: &str) -> String {
    let mut chars = path.chars();
    chars.next().map_or(String::new(), |c| c.to_ascii_lowercase().to_string() + chars.as_str())
}

/// The address of a path. A module of the standard library is written out, so that any editor can show it.
pub(crate) fn uri(path: &str) -> Option<Uri> {
    if let Some(module) = path.strip_prefix(STDLIB_PREFIX) {
        return uri(&written(module)?);
    }
    let drive = path.as_bytes().get(1) == Some(&b':') && path.as_bytes().get(2) == Some(&b'/');
    let text = match () {
        () if path.starts_with('/') => format!("file://{}", encode(path)),
        () if drive => format!("file:///{}", encode(path)),
        () => encode(path),
    };
    Uri::from_str(&text).ok()
}

/// Where modules of the standard library are written for editors to open.
fn stdlib_folder() -> Option<&'static str> {
    static FOLDER: OnceLock<Option<String>> = OnceLock::new();
    FOLDER.get_or_init(|| folder("stdlib")).as_deref()
}

/// A folder of this program for files that may be lost.
pub(crate) fn folder(name: &str) -> Option<String> {
    let variable = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let cache = variable("XDG_CACHE_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .or_else(|| variable("HOME").map(|home| home.join(".cache")))
        .filter(|path| path.is_absolute())
        .unwrap_or_else(std::env::temp_dir);
    let folder = cache.join("puzzlec").join(env!("CARGO_PKG_VERSION")).join(name);
    Some(folder.to_str()?.replace('\\', "/"))
}

fn written(module: &str) -> Option<String> {
    let text = stdlib_text(module.strip_suffix(".puzzle")?)?;
    let folder = stdlib_folder()?;
    let path = format!("{folder}/{module}");
    if fs::read_to_string(&path).ok().as_deref() != Some(text) {
        fs::create_dir_all(folder).ok()?;
        fs::write(&path, text).ok()?;
    }
    Some(path)
}

fn decode(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

fn encode(path: &str) -> String {
    // Characters that must be escaped in the path of an address.
    const ENCODED: &AsciiSet = &CONTROLS
        .add(b' ')
        .add(b'"')
        .add(b'#')
        .add(b'%')
        .add(b'<')
        .add(b'>')
        .add(b'?')
        .add(b'[')
        .add(b'\\')
        .add(b']')
        .add(b'^')
        .add(b'`')
        .add(b'{')
        .add(b'|')
        .add(b'}');
    utf8_percent_encode(path, ENCODED).to_string()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn paths_and_addresses_name_each_other() {
        for (address, name) in [
            ("file:///a/b.puzzle", "/a/b.puzzle"),
            ("file:///a%20b/%C3%A9.puzzle", "/a b/é.puzzle"),
            ("file:///c:/a.puzzle", "c:/a.puzzle"),
            ("untitled:Untitled-1", "untitled:Untitled-1"),
        ] {
            assert_eq!(path(address), name);
            assert_eq!(uri(name).unwrap().as_str(), address);
        }
        assert_eq!(path("file:///C%3A/a.puzzle"), "c:/a.puzzle");
        assert_eq!(path("file://host/a.puzzle"), "/a.puzzle");
        assert_eq!(path("file:///%zz%4"), "/%zz%4");
    }

    #[test]
    fn the_standard_library_can_be_opened() {
        let uri = uri("stdlib:peg.puzzle").unwrap();
        assert_eq!(path(uri.as_str()), "stdlib:peg.puzzle");
    }
}
