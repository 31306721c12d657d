//! Names of files and folders.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[allow(dead_code)]
#[path = "../src/project/path.rs"]
mod path;

use path::{around, folder, is_inside, normal, within};

#[test]
fn folders_lie_in_each_other() {
    assert_eq!(folder("a/b.puzzle"), "a");
    assert_eq!(folder("/b.puzzle"), "/");
    assert_eq!(folder("b.puzzle"), "");
    assert_eq!(within("", "plugin.toml"), "plugin.toml");
    assert_eq!(within("/", "plugin.toml"), "/plugin.toml");
    assert_eq!(within("..", "plugin.toml"), "../plugin.toml");
    assert_eq!((normal("/"), normal("."), normal("./a//b/../c/")), ("/".into(), "".into(), "a/c".into()));
    assert_eq!(around("a/b").as_deref(), Some("a"));
    assert_eq!(around("a").as_deref(), Some(""));
    assert_eq!(around("").as_deref(), Some(".."));
    assert_eq!(around("..").as_deref(), Some("../.."));
    assert_eq!(around("/a").as_deref(), Some("/"));
    assert_eq!(around("/"), None);
}

#[test]
fn what_lies_in_a_folder() {
    for (folder, path) in [("", "a.rhai"), ("a", "a/b/c.rhai"), ("..", "../a.rhai"), ("/", "/a.rhai")] {
        assert!(is_inside(folder, path), "{folder} {path}");
    }
    for (folder, path) in
        [("", "../a"), ("", "/a"), ("a", "ab/c"), ("..", "../../a"), ("a", "a"), ("/a", "/b")]
    {
        assert!(!is_inside(folder, path), "{folder} {path}");
    }
}
