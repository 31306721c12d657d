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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_lie_in_each_other() {
        assert_eq!(folder("a/b.puzzle"), "a");
        assert_eq!(folder("/b.puzzle"), "/");
        assert_eq!(folder("b.puzzle"), "");
        assert_eq!(within("", "plugin.toml"), "plugin.toml");
        assert_eq!(within("/", "plugin.toml"), "/plugin.toml");
        assert_eq!(within("..", "plugin.toml"), "../plugin.toml");
        assert_eq!((normal("/"), normal("."), normal("./a//b/../c/")), ("/".into(), "".into(), "a/c".into()));
        let around = |f| super::around(f);
        assert_eq!(around("a/b").as_deref(), Some("a"));
        assert_eq!(around("a").as_deref(), Some(""));
        assert_eq!(around("").as_deref(), Some(".."));
        assert_eq!(around("..").as_deref(), Some("../.."));
        assert_eq!(around("/a").as_deref(), Some("/"));
        assert_eq!(around("/"), None);
    }
}
