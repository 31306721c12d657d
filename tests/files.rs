//! How commands end: files that they write are whole, signals end them with what they know, and limits hold until the answer
//! is written.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::processes::empty_folder;

const LONG: &str = "use lights\n\
    puzzle Long { board square 9 by 9; rules lights.press; start full on; goal full off }\n";
/// Has a plan whose pictures are written at once.
const SHORT: &str = "use lights\n\
    puzzle Short { board square 5 by 5; rules lights.press; start full on; goal full off }\n";
/// Has no solution that a search finds soon.
const HARD: &str = "use peg\n\
    puzzle Hard { board square 9 by 9; rules peg.jump; start full except e5; goal only peg at e5 }\n";

fn scratch(name: &str, text: &str) -> PathBuf {
    let path = empty_folder(&format!("files/{name}"));
    fs::write(path.join("a.puzzle"), text).unwrap();
    path
}

fn puzzlec(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzlec"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    puzzlec(folder, arguments).output().unwrap()
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_kill_leaves_the_old_file_or_the_new_one() {
    let folder = scratch("kill", SHORT);
    let arguments = ["render", "a.puzzle", "--plan", "-o", "a.gif"];
    let begun = Instant::now();
    assert!(run(&folder, &arguments).status.success());
    let whole = begun.elapsed();
    let new = fs::read(folder.join("a.gif")).unwrap();
    let kills = std::env::var("PUZZLEC_KILLS").map_or(12, |number| number.parse().unwrap());
    for number in 0..kills {
        fs::write(folder.join("a.gif"), "old").unwrap();
        let mut child = puzzlec(&folder, &arguments).spawn().unwrap();
        // The last half, in which files are written.
        thread::sleep(whole / 2 + whole * number / kills / 2);
        child.kill().unwrap();
        child.wait().unwrap();
        let found = fs::read(folder.join("a.gif")).unwrap();
        assert!(found == b"old" || found == new, "{} bytes", found.len());
    }
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = scratch("full", LONG);
    for (arguments, name) in [
        (&["render", "a.puzzle", "--plan", "-o", "out"][..], "out"),
        (&["solve", "a.puzzle", "--certificate", "out"], "out"),
        (&["solve", "a.puzzle", "--report", "out.html"], "out.html"),
        (&["publish", "a.puzzle", "-o", "."], "index.html"),
    ] {
        fs::write(folder.join(name), "old").unwrap();
        // Files of at most one block; the signal becomes an error.
        let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
        let mut command = Command::new("sh");
        command.current_dir(&folder).args(["-c", script, env!("CARGO_BIN_EXE_puzzlec")]).args(arguments);
        let output = command.output().unwrap();
        assert!(!output.status.success(), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(&format!("cannot write `{name}`")) || said.contains("index.html`"), "{said}");
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), "old", "{arguments:?}");
    }
    assert!(names(&folder).iter().all(|name| !name.ends_with(".tmp")), "{:?}", names(&folder));
}

#[test]
fn an_output_never_replaces_an_input() {
    let folder = scratch("input", LONG);
    fs::create_dir(folder.join("more")).unwrap();
    std::os::unix::fs::symlink("a.puzzle", folder.join("link")).unwrap();
    for arguments in [
        &["solve", "a.puzzle", "--certificate", "a.puzzle"][..],
        &["solve", "a.puzzle", "--certificate", "more/../a.puzzle"],
        &["solve", "a.puzzle", "--report", "link"],
        &["render", "a.puzzle", "-o", "a.puzzle", "--format", "svg"],
        &["explore", "a.puzzle", "--depth", "1", "--csv", "link"],
    ] {
        let output = run(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("is read by this command; choose another name for the output"), "{said}");
        assert_eq!(fs::read_to_string(folder.join("a.puzzle")).unwrap(), LONG);
    }
}

#[test]
fn outputs_go_through_links_and_into_devices() {
    let folder = scratch("links", LONG);
    fs::write(folder.join("target"), "old").unwrap();
    std::os::unix::fs::symlink("target", folder.join("link")).unwrap();
    assert!(run(&folder, &["solve", "a.puzzle", "--certificate", "link"]).status.success());
    assert!(fs::read_to_string(folder.join("target")).unwrap().contains("\"puzzle\""));
    assert!(fs::symlink_metadata(folder.join("link")).unwrap().is_symlink());
    let output = run(&folder, &["render", "a.puzzle", "--format", "svg", "-o", "/dev/stdout"]);
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("<svg"), "{output:?}");
}

#[test]
fn signals_end_a_search_with_what_it_knows() {
    let folder = scratch("signals", HARD);
    for signal in ["TERM", "HUP", "INT"] {
        let child = puzzlec(&folder, &["solve", "a.puzzle", "--format", "json", "--method", "breadth"]);
        let child = { child }.spawn().unwrap();
        thread::sleep(Duration::from_millis(700));
        let begun = Instant::now();
        let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert!(begun.elapsed() < Duration::from_secs(10), "{signal}: {:?}", begun.elapsed());
        assert_eq!(output.status.code(), Some(130), "{signal}: {output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let document: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(
            document["puzzles"][0]["answer"]["status"] == "stopped" || text.contains("stopped"),
            "{text}"
        );
    }
}

/// What is slow in these is not the search, but drawing or counting.
#[test]
fn limits_hold_until_the_answer_is_written() {
    for (name, text, arguments) in [
        (
            "walk",
            include_str!("cases/walk.puzzle"),
            &["render", "a.puzzle", "--set", "n=60", "--plan", "-o", "a.gif"][..],
        ),
        ("aut", include_str!("cases/aut.puzzle"), &["automaton", "a.puzzle", "--count", "1000000"]),
    ] {
        let folder = scratch(name, text);
        let begun = Instant::now();
        let output = run(&folder, &[arguments, &["--timeout", "1s"]].concat());
        // One second and the time of a machine under load.
        assert!(begun.elapsed() < Duration::from_secs(14), "{name}: {:?}", begun.elapsed());
        assert_eq!(output.status.code(), Some(4), "{name}: {output:?}");
        let said =
            String::from_utf8_lossy(&output.stderr).into_owned() + &*String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("the time limit of 1 s was reached"), "{name}: {said}");
        assert_eq!(names(&folder), ["a.puzzle"], "{name}");
    }
}

/// Its picture has a million cells.
#[test]
fn a_report_that_cannot_be_drawn_says_why_in_time() {
    let folder = scratch("rep", include_str!("cases/rep.puzzle"));
    let begun = Instant::now();
    let output = run(&folder, &["solve", "a.puzzle", "--report", "a.html", "--timeout", "1s"]);
    assert!(begun.elapsed() < Duration::from_secs(14), "{:?}", begun.elapsed());
    let said = String::from_utf8_lossy(&output.stderr);
    // Solving may take all the time.
    match output.status.code() {
        Some(1) => assert!(said.contains("its board has 1,000,000 cells"), "{said}"),
        code => assert_eq!(code, Some(4), "{said}"),
    }
    assert_eq!(names(&folder), ["a.puzzle"]);
}

/// Where a computation does not poll its limits, the document says which one ended it.
#[test]
fn a_document_is_written_whatever_runs_out() {
    let folder = scratch("document", include_str!("cases/aut.puzzle"));
    let aut = ["automaton", "a.puzzle", "--count", "1000000", "--format", "json", "--timeout", "1s"];
    let idle = ["solve", "-", "--format", "json", "--timeout", "1s"];
    for arguments in [&aut[..], &idle[..]] {
        // Nothing comes on standard input while the child is waited for.
        let mut child = puzzlec(&folder, arguments).stdin(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        let begun = Instant::now();
        let output = child.wait_with_output().unwrap();
        drop(input);
        assert!(begun.elapsed() < Duration::from_secs(14), "{arguments:?}: {:?}", begun.elapsed());
        assert_eq!(output.status.code(), Some(4), "{arguments:?}: {output:?}");
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["kind"], arguments[0]);
        assert_eq!(document["stopped"]["limit"], "time");
        assert_eq!(document["stopped"]["seconds"], 1);
    }
}

#[test]
fn a_pipe_that_nobody_writes_to_ends_in_time() {
    let folder = scratch("pipe", LONG);
    assert!(Command::new("mkfifo").arg(folder.join("p")).status().unwrap().success());
    for arguments in [&["import", "p"][..], &["fmt", "--check", "p"], &["check", "p"], &["render", "p"]] {
        let begun = Instant::now();
        let output = run(&folder, &[arguments, &["--timeout", "1s"]].concat());
        assert!(begun.elapsed() < Duration::from_secs(8), "{arguments:?}: {:?}", begun.elapsed());
        assert_eq!(output.status.code(), Some(4), "{arguments:?}: {output:?}");
    }
}

#[test]
fn a_file_that_a_killed_command_left_is_removed() {
    let folder = scratch("left", LONG);
    let names_before = [".puzzlec-12-0.tmp", ".puzzlec-13-0.tmp", ".puzzlec-a-0.tmp"];
    let old = std::time::SystemTime::now() - Duration::from_secs(2 * 24 * 60 * 60);
    for name in names_before {
        let file = fs::File::create(folder.join(name)).unwrap();
        // The second may be that of a command that is running.
        if name != names_before[1] {
            file.set_modified(old).unwrap();
        }
    }
    assert!(run(&folder, &["render", "a.puzzle", "-o", "a.svg"]).status.success());
    assert_eq!(names(&folder), [names_before[1], names_before[2], "a.puzzle", "a.svg"]);
}
