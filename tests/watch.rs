//! `--watch`: edits as editors make them, and what is looked at again.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::support::processes::empty_folder;

/// A line that does not come in this time never comes, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(180);

const PIECES: &str =
    "edition 1\npiece coin \"o\"\nrule step(x: coin, y: empty) { when adjacent(x, y); move x to y }\n";
const GOOD: &str = "use pieces\npuzzle P { board line 4; rules pieces.step; start row o...; goal row ...o; expect solvable in 3 moves }\n";
const ALONE: &str =
    "use peg\npuzzle Q { board line 3; rules peg.jump; start row oo.; goal row ..o; expect solvable }\n";

fn scratch(name: &str) -> PathBuf {
    let path = empty_folder(&format!("watch/{name}"));
    fs::write(path.join("pieces.puzzle"), PIECES).unwrap();
    fs::write(path.join("good.puzzle"), GOOD).unwrap();
    fs::write(path.join("alone.puzzle"), ALONE).unwrap();
    path
}

/// A running command with the lines it prints.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(folder: &Path, arguments: &[&str]) -> Watching {
        let mut child = Command::new(env!("CARGO_BIN_EXE_puzzlec"))
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let copy = sender.clone();
        std::thread::spawn(move || {
            BufReader::new(out).lines().map_while(Result::ok).for_each(|l| drop(copy.send(l)));
        });
        std::thread::spawn(move || {
            BufReader::new(err).lines().map_while(Result::ok).for_each(|l| drop(sender.send(l)));
        });
        Watching { child, lines }
    }

    /// Waits for lines that have these texts, and for the end of the run. They come through two pipes, so either
    /// may come first.
    ///
    /// A change may be looked at twice, so an error is expected by a text that no run before it has printed, and
    /// success follows an error.
    fn run(&self, texts: &[&str]) {
        let mut seen: Vec<String> = Vec::new();
        let there = |seen: &[String], text: &str| seen.iter().any(|line| line.contains(text));
        while !there(&seen, "watching") || !texts.iter().all(|text| there(&seen, text)) {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => seen.push(line),
                Err(_) => panic!("no {texts:?} and `watching` in {seen:#?}"),
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// As many editors save: a new file takes the place of the old one.
fn replace(path: &Path, text: &str) {
    let beside = path.with_extension("puzzle~");
    fs::write(&beside, text).unwrap();
    fs::rename(&beside, path).unwrap();
}

fn edits(name: &str, more: &[&str]) {
    let folder = scratch(name);
    let watching = Watching::start(&folder, &[&["check", "--watch"], more, &["."]].concat());
    watching.run(&["no problems in 3 files"]);
    // An edit in place concerns the file alone.
    fs::write(folder.join("alone.puzzle"), ALONE.replace("jump", "jmp")).unwrap();
    watching.run(&["no rule `jmp`", "1 error"]);
    for mark in ["x", "y", "z"] {
        replace(&folder.join("alone.puzzle"), ALONE);
        watching.run(&["no problems in 1 file"]);
        replace(&folder.join("alone.puzzle"), &ALONE.replace("oo.", &format!("{mark}o.")));
        watching.run(&[&format!("the mark `{mark}`"), "1 error"]);
    }
    replace(&folder.join("alone.puzzle"), ALONE);
    watching.run(&["no problems in 1 file"]);
    // An edit concerns the files that import it, too.
    replace(&folder.join("pieces.puzzle"), &PIECES.replace("rule step", "rule stop"));
    watching.run(&["no rule `step`", "1 error"]);
    replace(&folder.join("pieces.puzzle"), PIECES);
    watching.run(&["no problems in 2 files"]);
    // A file that is gone, and one that is there again.
    fs::remove_file(folder.join("pieces.puzzle")).unwrap();
    watching.run(&["no module `pieces`", "1 error"]);
    replace(&folder.join("pieces.puzzle"), PIECES);
    watching.run(&["no problems in 2 files"]);
    replace(&folder.join("new.puzzle"), &ALONE.replace("puzzle Q", "puzzle New"));
    watching.run(&["no problems in 1 file"]);
}

#[test]
fn edits_are_seen_as_the_system_tells_them() {
    edits("told", &[]);
}

#[test]
fn edits_are_seen_by_looking_now_and_then() {
    edits("poll", &["--poll"]);
}

#[test]
fn expectations_are_tested_again_and_ctrl_c_ends_it() {
    let folder = scratch("test");
    let mut watching = Watching::start(&folder, &["test", "--watch", "."]);
    watching.run(&["2 passed"]);
    replace(&folder.join("good.puzzle"), &GOOD.replace("in 3 moves", "in 2 moves"));
    watching.run(&["0 passed, 1 failed"]);
    replace(&folder.join("good.puzzle"), GOOD);
    watching.run(&["1 passed"]);
    let pid = watching.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(watching.child.wait().unwrap().code(), Some(130));
}

#[test]
fn what_cannot_be_watched_is_told() {
    let output = Command::new(env!("CARGO_BIN_EXE_puzzlec"))
        .args(["check", "--watch", "-"])
        .stdin(Stdio::null())
        .output();
    assert_eq!(output.unwrap().status.code(), Some(2));
    let output = Command::new(env!("CARGO_BIN_EXE_puzzlec")).args(["check", "--watch", "--fix"]).output();
    assert_eq!(output.unwrap().status.code(), Some(2));
}
