//! `puzzlec count --disk`, through the program itself: however it ends, it goes on to the same answer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::support::processes::{empty_folder, said, text};

/// 1,814,400 positions.
const PUZZLE: &str = r#"use tiles
board B = square """
    . . . . .
    . . . . .
"""
puzzle A { board B; rules tiles.slide; start row "123456789."; goal row "123456789." }
puzzle Other { board B; rules tiles.slide; start row "12345678.9"; goal row "123456789." }
"#;

fn scratch(name: &str) -> PathBuf {
    let path = empty_folder(&format!("levels/{name}"));
    fs::write(path.join("a.puzzle"), PUZZLE).unwrap();
    path
}

fn count(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzlec"));
    command.current_dir(directory).args(["count", "a.puzzle"]).args(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn kills_lose_nothing() {
    let directory = scratch("kills");
    let whole = said(&count(&directory, &["A"]).output().unwrap(), 0);
    let manifest = directory.join("runs").join("manifest");
    assert!(whole.contains("positions: 1,814,400\n"), "{whole}");
    let mut runs = 0;
    loop {
        runs += 1;
        assert!(runs < 100, "no progress");
        let mut committed = fs::read(&manifest).ok();
        let mut arguments = vec!["A", "--disk", "runs"];
        arguments.extend(committed.is_some().then_some("--resume"));
        let mut child = count(&directory, &arguments).spawn().unwrap();
        // After so many levels of its own, or their midst: the later ones take longer.
        let mut levels = 0;
        while levels < runs && child.try_wait().unwrap().is_none() {
            let now = fs::read(&manifest).ok();
            levels += u64::from(now != committed);
            committed = now;
            sleep(Duration::from_millis(1));
        }
        sleep(Duration::from_millis(3 * runs));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        if output.status.code().is_some() {
            assert_eq!(said(&output, 0), whole);
            break;
        }
    }
    assert!(runs > 1, "it was never killed");
    let again = count(&directory, &["A", "--disk", "runs", "--resume"]).output().unwrap();
    assert_eq!(said(&again, 0), whole);
}

#[test]
fn other_folders_are_refused() {
    let directory = scratch("refused");
    let run = |arguments: &[&str]| count(&directory, arguments).output().unwrap();
    let states = ["--states", "1000"];
    let stopped = run(&[&["A", "--disk", "runs"][..], &states].concat());
    assert!(said(&stopped, 4).contains("the limit of 1,000 positions was reached"));
    assert!(text(&stopped.stderr).contains("--disk runs --resume"), "{}", text(&stopped.stderr));
    let cases = [
        (&["A", "--disk", "runs"][..], 1, "already has the levels"),
        (&["Other", "--disk", "runs", "--resume"], 1, "another puzzle"),
        (&["A", "--disk", "none", "--resume"], 1, "has no levels"),
        (&["--disk", "runs", "--resume"], 2, "name one"),
        (&["A", "--resume"], 2, "--disk"),
    ];
    for (arguments, code, message) in cases {
        let output = run(arguments);
        said(&output, code);
        assert!(text(&output.stderr).contains(message), "{arguments:?}: {}", text(&output.stderr));
    }
    let manifest = directory.join("runs").join("manifest");
    let mut bytes = fs::read(&manifest).unwrap();
    let last = bytes.len() - 20;
    bytes[last] ^= 1;
    fs::write(&manifest, bytes).unwrap();
    let output = run(&["A", "--disk", "runs", "--resume"]);
    said(&output, 1);
    assert!(text(&output.stderr).contains("no levels of this version"), "{}", text(&output.stderr));
}

#[test]
fn the_disk_limit_holds() {
    let directory = scratch("limit");
    let output = count(&directory, &["A", "--disk", "runs", "--disk-limit", "1MiB"]).output().unwrap();
    assert!(said(&output, 4).contains("the disk limit of 1 MiB was reached"));
    let size: u64 =
        fs::read_dir(directory.join("runs")).unwrap().map(|e| e.unwrap().metadata().unwrap().len()).sum();
    assert!(size < (1 << 20) + 10_000, "{size}");
    let output = count(&directory, &["A", "--disk", "runs", "--resume"]).output().unwrap();
    assert!(said(&output, 0).contains("positions: 1,814,400\n"));
}
