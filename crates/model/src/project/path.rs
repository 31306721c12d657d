//! Paths as texts: `/` separates, the empty path is the current folder.

/// The path of a file named by another file, relative to it.
pub(super) fn join(importer: &str, path: &str) -> String {
    if path.starts_with('/') {
        return normal(path);
    }
    match importer.rfind('/') {
        Some(at) => normal(&format!("{}/{path}", importer.get(..at).unwrap_or(""))),
        None => normal(path),
    }
}

/// The path without `.` and inner `..`, so that a file has one name.
pub(super) fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            "" if !parts.is_empty() => {}
            ".." if parts.last().is_some_and(|p| *p != ".." && !p.is_empty()) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    let joined = parts.join("/");
    if joined.is_empty() && path.starts_with('/') { "/".to_owned() } else { joined }
}

pub(super) fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_suffix(".puzzle").unwrap_or(name).to_owned()
}

/// The folder that a file stands in.
pub(super) fn folder(path: &str) -> String {
    match path.rfind('/') {
        Some(0) => "/".to_owned(),
        Some(at) => path.get(..at).unwrap_or("").to_owned(),
        None => String::new(),
    }
}

/// The path of something in a folder.
pub(super) fn within(folder: &str, name: &str) -> String {
    match folder {
        "" | "." => normal(name),
        _ => normal(&format!("{folder}/{name}")),
    }
}

/// The folder around a folder; none around the root.
pub(super) fn around(folder: &str) -> Option<String> {
    match folder {
        "/" => None,
        _ if folder.is_empty() || folder.ends_with("..") => Some(within(folder, "..")),
        _ => Some(self::folder(folder)),
    }
}

/// A folder as people read it.
pub(super) fn shown(folder: &str) -> &str {
    if folder.is_empty() { "." } else { folder }
}

/// Whether a path lies below a folder; both are normal.
pub(super) fn is_inside(folder: &str, path: &str) -> bool {
    let rest = match folder {
        "" => Some(path),
        "/" => path.strip_prefix('/'),
        _ => path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')),
    };
    rest.is_some_and(|rest| rest != ".." && !rest.starts_with("../") && !rest.starts_with('/'))
}
