//! `puzzlec count --workers`, through the program itself: the same answer from any number of processes, whatever ends them.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::processes::{empty_folder, said, text};

/// 1,814,400 positions by moves that can be undone, and games of peg solitaire.
const PUZZLES: &str = r#"use tiles
use peg
puzzle Tiles {
    board square """
        . . . . .
        . . . . .
    """
    rules tiles.slide
    start row "123456789."
    goal row "123456789."
}
puzzle Pegs {
    board square """
        c . . . .
        . . . . .
        . . . . .
        . . . . .
    """
    rules peg.jump
    start full except c
    goal only peg at c
}
"#;

fn scratch(name: &str) -> PathBuf {
    let path = empty_folder(&format!("workers/{name}"));
    fs::write(path.join("a.puzzle"), PUZZLES).unwrap();
    path
}

/// Writes the file of workers on free ports; returns their addresses.
fn hosts(directory: &Path, workers: usize, more: &str) -> Vec<String> {
    let free: Vec<TcpListener> = (0..workers).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let addresses: Vec<String> = free.iter().map(|free| free.local_addr().unwrap().to_string()).collect();
    fs::write(directory.join("hosts.txt"), format!("# workers\n{}\n{more}\n", addresses.join("\n"))).unwrap();
    addresses
}

fn count(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzlec"));
    command.current_dir(directory).args(["count", "a.puzzle"]).args(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn any_number_of_workers_counts_the_same() {
    let directory = scratch("same");
    for puzzle in ["Tiles", "Pegs"] {
        let whole = said(&count(&directory, &[puzzle]).output().unwrap(), 0);
        for workers in [1, 2, 3] {
            hosts(&directory, workers, "");
            let disk = format!("{puzzle}{workers}");
            let together =
                count(&directory, &[puzzle, "--disk", &disk, "--workers", "hosts.txt"]).output().unwrap();
            assert_eq!(said(&together, 0), whole, "{workers}");
            let alone = count(&directory, &[puzzle, "--disk", &disk, "--resume"]).output().unwrap();
            assert_eq!(said(&alone, 0), whole, "{workers}");
        }
    }
}

/// The processes that a process has started.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<u32> {
    let parent_of = |id: u32| -> Option<u32> {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        stat.rsplit(')').next()?.split_whitespace().nth(1)?.parse().ok()
    };
    let all = fs::read_dir("/proc").unwrap().flatten();
    let mut all: Vec<u32> = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    all.sort_unstable();
    all.retain(|id| parent_of(*id) == Some(parent));
    all
}

/// Waits until all workers have a level, or the supervisor has ended.
#[cfg(target_os = "linux")]
fn wait_for_levels(directory: &Path, workers: usize, supervisor: &mut Child) {
    let runs = directory.join("runs");
    let folder = |number: usize| match workers {
        1 => runs.clone(),
        _ => runs.join(workers.to_string()).join(number.to_string()),
    };
    let begin = Instant::now();
    // One without levels is short.
    let size = |number: usize| fs::metadata(folder(number).join("manifest")).map_or(0, |file| file.len());
    while (1..=workers).any(|number| size(number) < 1000) {
        assert!(begin.elapsed() < Duration::from_secs(60), "no levels");
        if supervisor.try_wait().unwrap().is_some() {
            return;
        }
        sleep(Duration::from_millis(5));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_worker_ends_all_and_others_go_on() {
    let directory = scratch("killed");
    let whole = said(&count(&directory, &["Tiles"]).output().unwrap(), 0);
    let mut killed = 0;
    for (turn, workers) in [3, 2, 4, 4, 1, 2, 3].into_iter().enumerate() {
        hosts(&directory, workers, "");
        let mut arguments = vec!["Tiles", "--disk", "runs", "--workers", "hosts.txt"];
        arguments.extend((turn > 0).then_some("--resume"));
        let mut supervisor = count(&directory, &arguments).spawn().unwrap();
        wait_for_levels(&directory, workers, &mut supervisor);
        sleep(Duration::from_millis(100 * turn as u64));
        let started = children(supervisor.id());
        let Some(victim) = started.get(turn % workers).filter(|_| turn < 6) else {
            assert_eq!(said(&supervisor.wait_with_output().unwrap(), 0), whole);
            continue;
        };
        let kill = Command::new("kill").args(["-9", &victim.to_string()]).status().unwrap();
        let begin = Instant::now();
        let output = supervisor.wait_with_output().unwrap();
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
        if output.status.code() == Some(0) {
            assert_eq!(said(&output, 0), whole);
            continue;
        }
        assert!(kill.success());
        said(&output, 4);
        let words = text(&output.stderr);
        assert!(words.contains("ended early") && words.contains("`--resume` continues"), "{words}");
        killed += 1;
        assert!(started.iter().all(|id| !Path::new(&format!("/proc/{id}")).exists()), "a worker goes on");
    }
    assert!(killed > 1, "{killed}");
    let again = count(&directory, &["Tiles", "--disk", "runs", "--resume"]).output().unwrap();
    assert_eq!(said(&again, 0), whole);
}

fn secret(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
}

#[test]
fn strangers_are_refused() {
    let directory = scratch("strangers");
    let whole = said(&count(&directory, &["Pegs"]).output().unwrap(), 0);
    let addresses = hosts(&directory, 2, "secret known");
    secret(&directory.join("known"), "this is known to both workers\n");
    let worker = |number: &str| -> Command {
        count(&directory, &["Pegs", "--disk", "runs", "--workers", "hosts.txt", "--worker", number])
    };
    let first = worker("1").spawn().unwrap();
    let connect = || -> TcpStream {
        for _ in 0..200 {
            match TcpStream::connect(&addresses[0]) {
                Ok(stream) => return stream,
                Err(_) => sleep(Duration::from_millis(50)),
            }
        }
        panic!("it does not listen");
    };
    // One says nothing, one too much, one what a worker could say.
    let silent = connect();
    let mut loud = connect();
    let _ = loud.write_all(&[b'x'; 100_000]);
    let mut polite = connect();
    let mut bytes = [0; 32];
    polite.read_exact(&mut bytes).unwrap();
    polite.write_all(&[[7; 32].as_slice(), &1_u64.to_le_bytes(), &[7; 32]].concat()).unwrap();
    assert_eq!(polite.read(&mut bytes).unwrap_or(0), 0, "it was answered");
    let mut other = worker("2");
    other.env("PUZZLEC_SECRET", "this is not what they know").args(["--timeout", "1s"]);
    let other = other.output().unwrap();
    said(&other, 1);
    assert!(text(&other.stderr).contains("did not come: 1"), "{}", text(&other.stderr));
    let second = worker("2").spawn().unwrap();
    assert_eq!(said(&second.wait_with_output().unwrap(), 0), "");
    assert_eq!(said(&first.wait_with_output().unwrap(), 0), whole);
    drop(silent);
}

#[test]
fn what_cannot_be_is_refused() {
    let directory = scratch("refused");
    let with = |arguments: &[&str]| count(&directory, arguments).output().unwrap();
    let workers = ["Tiles", "--disk", "runs", "--workers", "hosts.txt"];
    let refused = |more: &[&str], code: i32, message: &str| {
        let output = with(&[&workers, more].concat());
        said(&output, code);
        assert!(text(&output.stderr).contains(message), "{message}: {}", text(&output.stderr));
    };
    refused(&[], 1, "cannot read `hosts.txt`");
    fs::write(directory.join("hosts.txt"), "127.0.0.1\n").unwrap();
    refused(&[], 1, "line 1: a worker is written HOST:PORT");
    fs::write(directory.join("hosts.txt"), "10.1.2.3:7000\n10.1.2.4:7000\n").unwrap();
    refused(&[], 2, "names other machines");
    refused(&["--worker", "3"], 2, "there is no 3");
    refused(&["--worker", "2"], 1, "no secret");
    hosts(&directory, 2, "secret open");
    fs::write(directory.join("open"), "everybody can read this\n").unwrap();
    #[cfg(unix)]
    refused(&["--worker", "1"], 1, "chmod 600");
    secret(&directory.join("open"), "short");
    refused(&["--worker", "1"], 1, "16 to 4096 bytes");
    hosts(&directory, 2, "");
    refused(&["--resume"], 1, "has no levels");
    said(&with(&workers), 0);
    hosts(&directory, 3, "");
    refused(&[], 1, "already has the levels");
    let output = with(&["Tiles", "--workers", "hosts.txt"]);
    said(&output, 2);
}
