//! The command itself.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("puzzlec-page-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn publish(folder: &Folder, words: &[&str]) -> Output {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzlec"));
    command.arg("publish").args(words).arg("-o").arg(&folder.0).current_dir(root).output().unwrap()
}

#[test]
fn files_become_one_page() {
    let folder = Folder::new("files");
    let files = ["examples/variants/knights.puzzle", "examples/marks/hanoi.puzzle"];
    let out = publish(&folder, &[files[0], files[1], "--states", "100000"]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let page = fs::read_to_string(folder.0.join("index.html")).unwrap();
    let puzzles = page.matches("class=\"puzzle\"").count();
    assert!(puzzles >= 2, "{puzzles} puzzles");
    let told = String::from_utf8_lossy(&out.stdout);
    assert!(told.contains(&format!("{puzzles} puzzles")), "{told}");
}

#[test]
fn what_a_page_lacks_is_said() {
    let folder = Folder::new("lacks");
    let out = publish(&folder, &["examples/scripts/every_position.puzzle", "--timeout", "2s"]);
    let told = String::from_utf8_lossy(&out.stderr);
    let page = fs::read_to_string(folder.0.join("index.html")).unwrap();
    assert!(told.contains("can be looked at, but not played"), "{told}");
    assert!(page.contains("but not played"), "{told}");
    let out = publish(&folder, &["examples/sliding/million.puzzle", "--set", "n=5000", "--timeout", "1s"]);
    let told = String::from_utf8_lossy(&out.stderr);
    assert!(told.contains("is left out: its board has more than 2,000 cells"), "{told}");
}

#[test]
fn a_wrong_command_line_writes_nothing() {
    let folder = Folder::new("wrong");
    for words in [&["examples/marks/hanoi.puzzle", "--set", "none=3"][..], &["nowhere.puzzle"], &[]] {
        let out = publish(&folder, words);
        assert!(!out.status.success(), "{words:?}");
        assert!(!folder.0.join("index.html").exists(), "{words:?}");
    }
}

#[test]
fn puzzles_of_one_name_have_addresses_of_their_own() {
    let folder = Folder::new("addresses");
    let files = folder.0.join("files");
    let row = "edition 2\nuse peg\npuzzle One { board line 3; rules peg.jump; start row oo.; goal only peg at c1 }\n";
    for file in ["first/a.puzzle", "second/b.puzzle"] {
        fs::create_dir_all(files.join(file).parent().unwrap()).unwrap();
        fs::write(files.join(file), row).unwrap();
    }
    fs::write(files.join("second/c.puzzle"), row.replace("One", "Figure11Right")).unwrap();
    let out = publish(&folder, &[files.to_str().unwrap(), "--states", "1000"]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let page = fs::read_to_string(folder.0.join("index.html")).unwrap();
    for place in [
        "data-key=\"first/a/One\" data-group=\"First\" data-title=\"One\"",
        "data-key=\"second/b/One\" data-group=\"Second\" data-title=\"One\"",
        "data-key=\"Figure11Right\" data-group=\"Second\" data-title=\"Figure 11, right\"",
    ] {
        assert!(page.contains(place), "{place}");
    }
}

#[test]
fn an_output_that_ends_in_a_slash_becomes_a_site() {
    let folder = Folder::new("site");
    let root = env!("CARGO_MANIFEST_DIR");
    let site = |words: &[&str], output: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_puzzlec"));
        let file = "examples/moves/nim.puzzle";
        command
            .args(["publish", file, "--states", "1000", "-o", output])
            .args(words)
            .current_dir(root)
            .output()
            .unwrap()
    };
    let output = format!("{}/", folder.0.display());
    let refused = site(&["--address", "https://example.org"], output.trim_end_matches('/'));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("end the output with `/`"));
    assert!(!folder.0.join("index.html").exists());
    let out = site(&["--address", "https://example.org/games"], &output);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let read = |name: &str| fs::read_to_string(folder.0.join(name)).unwrap();
    let page = read("nim/Nim.html");
    assert!(page.contains("content=\"https://example.org/games/nim/Nim.png\""), "{page}");
    assert!(page.contains("src=\"../player.js\""), "{page}");
    assert!(read("feed.xml").contains("<id>https://example.org/games/nim/Chomp.html</id>"));
    for name in ["index.html", "booklet.html", "player.js", "style.css", "nim/Lost.png"] {
        assert!(folder.0.join(name).exists(), "{name}");
    }
    // The same puzzles give the same files.
    let before = (read("index.html"), page, read("feed.xml"));
    assert!(site(&["--address", "https://example.org/games"], &output).status.success());
    assert_eq!(before, (read("index.html"), read("nim/Nim.html"), read("feed.xml")));
}
