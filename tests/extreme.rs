//! A hundred extreme inputs, run by the real program under `--timeout` and `--memory`. The ordinary test gives them half a
//! second, and a run of half a minute hangs; `strictly` measures: in a release build every one ends within its
//! time plus a second and its memory plus 200 MiB.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::print_stdout)]

pub mod inputs;

use crate::support::workers;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use inputs::{Input, inputs};
use workers::with_each;

const MEMORY: &str = "300MiB";
const HANGS: Duration = Duration::from_secs(30);

/// How an input ended.
struct Ended {
    code: Option<i32>,
    time: Duration,
    /// The most memory that it occupied, in KiB; 0 where the system does not tell.
    peak: u64,
}

fn folder(input: &Input) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("extreme").join(&input.name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in &input.files {
        fs::write(folder.join(name), text).unwrap();
    }
    folder
}

fn run(input: &Input, timeout: &str) -> Ended {
    let folder = folder(input);
    let begun = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzlec"))
        .args(&input.arguments)
        .args(["--timeout", timeout, "--memory", MEMORY])
        .current_dir(&folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(folder.join("stderr")).unwrap())
        .spawn()
        .unwrap();
    let mut peak = 0;
    loop {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let now = line.and_then(|l| l.trim().strip_suffix("kB")?.trim().parse().ok());
        peak = peak.max(now.unwrap_or(0));
        if let Some(ended) = child.try_wait().unwrap() {
            let stderr = fs::read_to_string(folder.join("stderr")).unwrap_or_default();
            assert!(
                !stderr.contains("internal error") && !stderr.contains("bug in puzzlec"),
                "{}: {stderr}",
                input.name
            );
            let time = begun.elapsed();
            let _ = fs::remove_dir_all(&folder);
            return Ended { code: ended.code(), time, peak };
        }
        if begun.elapsed() > HANGS {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{} hangs", input.name);
        }
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_hundred_extreme_inputs_end() {
    let all = inputs();
    assert_eq!(all.len(), 100);
    with_each(&all, |input| {
        let ended = run(input, "0.5");
        assert!(matches!(ended.code, Some(0..=4)), "{}: {:?}", input.name, ended.code);
    });
}

#[test]
#[ignore = "measures, in a release build on a quiet machine"]
fn strictly() {
    let mut over = Vec::new();
    let (mut slowest, mut largest) = (Duration::ZERO, 0);
    for input in inputs() {
        let ended = run(&input, "2");
        let mark = ended.time > Duration::from_secs(3) || ended.peak > 500 << 10;
        println!(
            "{} {:40} {:?} {:6.2} s {:6} MiB",
            if mark { "!" } else { " " },
            input.name,
            ended.code,
            ended.time.as_secs_f64(),
            ended.peak >> 10
        );
        (slowest, largest) = (slowest.max(ended.time), largest.max(ended.peak));
        if mark {
            over.push(input.name);
        }
    }
    println!("slowest {slowest:?}, largest {} MiB", largest >> 10);
    assert!(over.is_empty(), "{over:?}");
}
