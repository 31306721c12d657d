//! What the environment says: `puzzlec NAME` runs the program `puzzlec-NAME` on PATH, and plugins are
//! found on PUZZLE_PATH.
#![cfg(unix)]

use crate::support::processes::{self, empty_folder, text};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const PUZZLEC: &str = env!("CARGO_BIN_EXE_puzzlec");

/// A folder of programs, with blanks in its path.
fn programs(name: &str, programs: &[(&str, &str, u32)]) -> PathBuf {
    let path = empty_folder(&format!("external programs/{name}"));
    for (name, text, mode) in programs {
        let file = path.join(name);
        processes::write_program(&file, &format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(&file, fs::Permissions::from_mode(*mode)).unwrap();
    }
    path
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let path = format!("{}:/usr/bin:/bin", folder.display());
    Command::new(PUZZLEC)
        .args(arguments)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn a_program_gets_the_rest_and_its_exit_code_is_ours() {
    let folder = programs("good", &[("puzzlec-hello", "echo \"$# $1 $2 $PUZZLEC\"\nexit 7", 0o755)]);
    let output = run(&folder, &["--color", "never", "hello", "two words", "--help"]);
    assert_eq!(output.status.code(), Some(7), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), format!("2 two words --help {PUZZLEC}\n"));
}

#[test]
fn only_programs_on_path_are_run() {
    let folder = programs("bad", &[("puzzlec-plain", "exit 0", 0o644), ("puzzlec-x", "exit 0", 0o755)]);
    fs::create_dir(folder.join("puzzlec-folder")).unwrap();
    for name in ["plain", "folder", "./x", "../bad/x", "", "puzzlec-x"] {
        let output = run(&folder, &[name]);
        assert_eq!(output.status.code(), Some(2), "{name:?}");
        assert!(
            text(&output.stderr).contains("unrecognized subcommand"),
            "{name:?} {}",
            text(&output.stderr)
        );
    }
}

#[test]
fn own_commands_come_first_and_slips_are_guessed_in_all() {
    let folder =
        programs("slips", &[("puzzlec-check", "exit 9", 0o755), ("puzzlec-animate", "exit 0", 0o755)]);
    assert_eq!(run(&folder, &["check", "--help"]).status.code(), Some(0));
    for (slip, meant) in [("animat", "animate"), ("chekc", "check"), ("plugn", "plugin")] {
        let output = run(&folder, &[slip]);
        assert_eq!(output.status.code(), Some(2));
        let tip = format!("a similar subcommand exists: '{meant}'");
        assert!(text(&output.stderr).contains(&tip), "{}", text(&output.stderr));
    }
}

#[test]
fn the_program_takes_the_place_of_puzzlec() {
    // Its shell has the process that was started, so that signals reach it.
    let folder = programs("place", &[("puzzlec-pid", "echo $$", 0o755)]);
    let path = format!("{}:/usr/bin:/bin", folder.display());
    let child = Command::new(PUZZLEC).arg("pid").env("PATH", path).stdout(Stdio::piped()).spawn().unwrap();
    let id = child.id();
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stdout).trim(), id.to_string());
}

/// A folder with a plugin that gives the module `m`, whose piece has this mark.
fn plugin(folder: &Path, mark: char) {
    fs::create_dir_all(folder).unwrap();
    let toml = "name = \"m\"\nversion = \"1.0.0\"\nedition = 1\ndescription = \"M\"\n";
    fs::write(folder.join("plugin.toml"), toml).unwrap();
    fs::write(folder.join("m.puzzle"), format!("edition 1\npiece one \"{mark}\"\n")).unwrap();
}

#[test]
fn plugins_are_found_on_puzzle_path_in_its_order() {
    let folder = programs("path", &[]);
    plugin(&folder.join("shelf one/m"), 'a');
    plugin(&folder.join("itself"), 'b');
    // Not beside the plugins.
    fs::create_dir(folder.join("work")).unwrap();
    fs::write(
        folder.join("work/main.puzzle"),
        "use m\npuzzle P { board line 1; place m.one; goal row a; expect solvable }\n",
    )
    .unwrap();
    let test = |path: &str, arguments: &[&str]| {
        let mut command = Command::new(PUZZLEC);
        command.args(["test", "work/main.puzzle"]).args(arguments).env("PUZZLE_PATH", path);
        command.current_dir(&folder).output().unwrap().status.code()
    };
    assert_eq!(test("", &[]), Some(1));
    assert_eq!(test("shelf one", &[]), Some(0));
    assert_eq!(test("nowhere::shelf one:itself", &[]), Some(0));
    assert_eq!(test("itself:shelf one", &[]), Some(1), "the piece has another mark");
    assert_eq!(test("itself", &["--plugin", "shelf one/m"]), Some(0));
}
