//! The program `puzzlec-verify`: its answers and exit codes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::path::Path;
use std::process::Command;

const GENUINE: &str = include_str!("corners.json");
/// The puzzle of the certificate.
const PUZZLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/peg/no-solution.puzzle");

/// The exit code, and what is printed.
fn run(words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_puzzlec-verify")).args(words).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// What becomes of a certificate of this text.
fn verdict(name: &str, puzzle: &str, text: &str) -> (i32, String) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    let (code, printed, complaints) = run(&[puzzle, path.to_str().unwrap()]);
    (code, printed + &complaints)
}

#[test]
fn a_genuine_certificate_is_verified() {
    let told = "verified: Corners: there is no solution: every goal violates a sum that no move changes\n";
    assert_eq!(verdict("genuine.json", PUZZLE, GENUINE), (0, told.to_owned()));
}

#[test]
fn a_changed_certificate_is_rejected() {
    let weight = GENUINE.replacen("\"a1\": 1", "\"a1\": 2", 1);
    assert_ne!(weight, GENUINE);
    let others = [
        weight,
        GENUINE.replacen("\"start\": 2", "\"start\": 1", 1),
        GENUINE.replacen("Corners", "Sides", 1),
        GENUINE.replacen("\"version\": 2", "\"version\": 3", 1),
        GENUINE[..200].to_owned(),
        String::new(),
    ];
    for (number, text) in others.iter().enumerate() {
        let (code, told) = verdict(&format!("changed-{number}.json"), PUZZLE, text);
        assert_eq!(code, 1, "{told}");
        assert!(told.starts_with("rejected: "), "{told}");
    }
}

#[test]
fn mistakes_of_the_puzzle_and_of_the_command_line_have_codes() {
    let wrong = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong.puzzle");
    std::fs::write(&wrong, "edition 1\npuzzle Corners { bord square 3 by 3 }\n").unwrap();
    let (code, told) = verdict("wrong.json", wrong.to_str().unwrap(), GENUINE);
    assert_eq!(code, 1);
    assert!(told.contains("wrong.puzzle:2:18: ") && told.contains("[P0101]"), "{told}");
    let missing = run(&["no-such.puzzle", "no-such.json"]);
    assert_eq!((missing.0, missing.1.as_str()), (1, ""));
    assert_eq!(run(&["one"]).0, 2);
    assert_eq!(run(&["--help"]).0, 0);
    assert!(run(&["--version"]).1.starts_with("puzzlec-verify "));
}
