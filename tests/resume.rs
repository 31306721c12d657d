//! `puzzlec solve --checkpoint` and `--resume`, through the program itself: however it ends, it goes
//! on to the same answer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::processes::{empty_folder, text};

/// About a million positions, from both ends.
const PUZZLE: &str = r#"use tiles
board B = square """
    . . . .
    . . . .
    . . . .
"""
puzzle A { board B; rules tiles.slide; start row "3.2547B8A691"; goal row "123456789AB." }
puzzle Other { board B; rules tiles.slide; start row "32.547B8A691"; goal row "123456789AB." }
"#;

fn scratch(name: &str) -> PathBuf {
    let path = empty_folder(&format!("resume/{name}"));
    fs::write(path.join("a.puzzle"), PUZZLE).unwrap();
    path
}

fn solve(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzlec"));
    command.current_dir(directory).args(["solve", "a.puzzle", "--plan", "short"]).args(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What it says, but for the reasons and what it took.
fn said(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

#[test]
fn twenty_kills() {
    let directory = scratch("kills");
    let begin = Instant::now();
    let whole = said(&solve(&directory, &["A", "--checkpoint", "whole"]).output().unwrap());
    let takes = begin.elapsed().as_millis() as u64;
    assert!(whole.contains("least"), "{whole}");
    let mut dice = Dice(takes);
    let mut kills = 0;
    let mut runs = 0;
    while kills < 20 {
        runs += 1;
        assert!(runs < 200, "it ends too soon to be killed: {takes} ms");
        let file = directory.join("killed");
        let how = if file.exists() { "--resume" } else { "--checkpoint" };
        let mut child = solve(&directory, &["A", how, "killed"]).spawn().unwrap();
        sleep(Duration::from_millis(dice.below(takes / 4 + 20)));
        // It may be done: then it begins anew.
        let done = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        if done {
            assert_eq!(said(&output), whole);
            fs::remove_file(&file).unwrap();
        } else {
            kills += 1;
        }
    }
    let how = if directory.join("killed").exists() { "--resume" } else { "--checkpoint" };
    assert_eq!(said(&solve(&directory, &["A", how, "killed"]).output().unwrap()), whole);
    assert_eq!(fs::read(directory.join("killed")).unwrap(), fs::read(directory.join("whole")).unwrap());
    // It is all there: another run only reads.
    assert_eq!(said(&solve(&directory, &["A", "--resume", "killed"]).output().unwrap()), whole);
}

#[test]
fn damage_is_cut_off_or_refused() {
    let directory = scratch("damage");
    let whole = said(&solve(&directory, &["A", "--checkpoint", "whole"]).output().unwrap());
    let bytes = fs::read(directory.join("whole")).unwrap();
    let mut dice = Dice(1);
    let resumed = |bytes: &[u8]| {
        fs::write(directory.join("damaged"), bytes).unwrap();
        solve(&directory, &["A", "--resume", "damaged"]).output().unwrap()
    };
    for _ in 0..6 {
        let at = dice.below(bytes.len() as u64) as usize;
        let mut changed = bytes.clone();
        changed[at] ^= 1 << dice.below(8);
        assert_eq!(said(&resumed(&changed)), whole, "byte {at} of {}", bytes.len());
        assert_eq!(fs::read(directory.join("damaged")).unwrap(), bytes);
    }
    for end in [0, 10, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(said(&resumed(&bytes[..end])), whole, "{end} of {}", bytes.len());
    }
    let mut header = bytes.clone();
    header[20] ^= 1;
    let output = resumed(&header);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("not a checkpoint of this version"), "{}", text(&output.stderr));
}

#[test]
fn another_question_is_refused() {
    let directory = scratch("refused");
    let fails = |arguments: &[&str], code: i32, why: &str| {
        let output = solve(&directory, arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stdout));
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
    };
    let output = solve(&directory, &["A", "--states", "100k", "--checkpoint", "some"]).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    assert!(text(&output.stderr).contains("--resume some"), "{}", text(&output.stderr));
    let bytes = fs::read(directory.join("some")).unwrap();
    fails(&["Other", "--resume", "some"], 1, "another puzzle");
    fails(&["A", "--resume", "some", "--method", "breadth"], 1, "another method");
    fails(&["A", "--checkpoint", "some"], 1, "--resume some");
    fails(&["A", "--resume", "none"], 1, "--checkpoint none");
    fails(&["A", "--resume", "some", "--method", "astar"], 2, "level-by-level");
    assert_eq!(fs::read(directory.join("some")).unwrap(), bytes, "nothing was touched");
}
