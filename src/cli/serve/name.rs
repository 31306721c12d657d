//! Names of files in requests: relative, with `/`, and inside the folder on every system.

use std::path::{Component, Path};

/// The longest name of a file or folder on common systems, in bytes.
const LONGEST_PART: usize = 255;
/// The longest name with its folders.
const LONGEST: usize = 1024;
/// Names of devices on Windows, with any ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The kind of a file, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `.puzzle` and `.rhai`.
    Source,
    /// `.txt`, which is a game only if its text is one.
    Text,
    /// `plugin.toml`, which is read only.
    Manifest,
}

/// The kind of a file; none for what no command reads.
pub(super) fn kind(name: &str) -> Option<Kind> {
    let file = name.rsplit('/').next().unwrap_or(name);
    let (stem, ending) = file.rsplit_once('.')?;
    match ending {
        "puzzle" | "rhai" if !stem.is_empty() => Some(Kind::Source),
        "txt" if !stem.is_empty() => Some(Kind::Text),
        "toml" if file == "plugin.toml" => Some(Kind::Manifest),
        _ => None,
    }
}

/// Whether a name stays inside the folder. A name that is still encoded is refused, so that nothing that decodes it once
/// more is led out.
pub(super) fn is_inside(name: &str) -> bool {
    name.len() <= LONGEST && name.split('/').all(is_plain) && !has_escape(name)
}

fn is_plain(part: &str) -> bool {
    let hidden = part.is_empty() || part.starts_with('.');
    // Windows has `\` between folders, `:` after drives and before streams, and drops dots and spaces at the end.
    let foreign = part.contains(['\\', ':', '*', '?', '"', '<', '>', '|']) || part.ends_with(['.', ' ']);
    !hidden && !foreign && part.len() <= LONGEST_PART && !part.contains(char::is_control) && !is_device(part)
}

fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part).trim_end().to_lowercase();
    let number = |prefix| stem.strip_prefix(prefix).is_some_and(|rest| rest.chars().count() == 1);
    DEVICES.contains(&stem.as_str()) || number("com") || number("lpt")
}

fn has_escape(name: &str) -> bool {
    name.split('%').skip(1).any(|rest| rest.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2)
}

/// The name of a file that is in the folder, for requests; none if requests cannot name it.
pub(super) fn of(folder: &Path, file: &Path) -> Option<String> {
    let inside = file.strip_prefix(folder).ok()?;
    let parts: Option<Vec<&str>> = inside
        .components()
        .map(|part| match part {
            Component::Normal(part) => part.to_str(),
            _ => None,
        })
        .collect();
    Some(parts?.join("/")).filter(|name| is_inside(name))
}
