//! Every command on 72 extreme inputs, under `--timeout` and `--memory`: it ends in time, with a documented exit code, and
//! with a JSON document where one is requested. The ordinary test takes a sample; `strictly` takes all and measures: in a
//! release build on a quiet machine every command ends within its time plus a second and its memory plus 200 MiB.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::print_stdout)]

mod group;
mod inputs;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::workers::with_each;
use group::Group;
use inputs::{Odd, inputs};

const MEMORY: &str = "300MiB";
const HANGS: Duration = Duration::from_secs(30);

/// Commands with the place of the input, `IN`, and the kind of their JSON document; `-` reads the input from standard
/// input.
const COMMANDS: [(&str, Option<&str>); 30] = [
    ("check IN", None),
    ("check --format json IN", Some("check")),
    ("check --format json -", Some("check")),
    ("solve IN --plan short", None),
    ("solve --format json IN", Some("solve")),
    ("solve --all --format json IN", Some("solve")),
    ("solve --any IN --certificate out.json --report out.html --format json", Some("solve")),
    ("count --format json IN", Some("count")),
    ("count --positions --format json IN", Some("count")),
    ("count --starts --format json IN", Some("starts")),
    ("automaton --count 1000000 --format json IN", Some("automaton")),
    ("analyze --format json IN", Some("analyze")),
    ("explore --format json IN", Some("explore")),
    ("explore --csv out.csv --dot out.dot IN", None),
    ("generate --tries 20 --format json IN", Some("generate")),
    ("generate --all -o out IN", None),
    ("export --pddl IN -o out", None),
    ("import IN", None),
    ("import -", None),
    ("render IN -o out.svg", None),
    ("render IN -o out.png", None),
    ("render IN -o out.html", None),
    ("render IN --plan -o out.gif", None),
    ("publish IN -o out", None),
    ("fmt --check --format json IN", Some("fmt")),
    ("fmt -", None),
    ("test --global-timeout TIME --format json IN", Some("test")),
    ("test --plan IN --format json other.puzzle", Some("test")),
    ("verify --format json IN IN", Some("verify")),
    ("plugin check --format json .", Some("check")),
];

/// How a command ended.
struct Ended {
    code: Option<i32>,
    time: Duration,
    /// The most memory that it occupied, in KiB; 0 where the system does not tell.
    peak: u64,
}

fn folder(name: &str, input: &Odd) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("matrix").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("plugin.toml"), "[plugin]\nname = \"p\"\nversion = \"0.1.0\"\n").unwrap();
    fs::write(
        folder.join("other.puzzle"),
        "use peg\npuzzle O { board line 4; rules peg.jump; start row oo..; goal count(peg) == 1 }\n",
    )
    .unwrap();
    input.write(&folder);
    folder
}

fn run(input: &Odd, number: usize, timeout: &str, group: Option<&Group>) -> Ended {
    let (line, kind) = COMMANDS[number];
    // Tests run beside each other.
    let place = if group.is_some() { "group" } else { "alone" };
    let name = format!("{}-{number}-{place}", input.name);
    let folder = folder(&name, input);
    let reads = line.split(' ').any(|word| word == "-");
    let regular = folder.join(&input.main).metadata().is_ok_and(|found| found.is_file());
    let stdin = match reads {
        false => Stdio::null(),
        true if regular => Stdio::from(File::open(folder.join(&input.main)).unwrap()),
        // Standard input on which nothing comes.
        true => Stdio::piped(),
    };
    let words = line.split(' ').map(|word| match word {
        "IN" => input.main.as_str(),
        "TIME" => timeout,
        word => word,
    });
    let begun = Instant::now();
    let program = env!("CARGO_BIN_EXE_puzzlec");
    let mut command = match group {
        Some(group) => group.command(program),
        None => Command::new(program),
    };
    command.args(words).args(["--timeout", timeout]);
    if group.is_none() {
        command.args(["--memory", MEMORY]);
    }
    let mut child = command
        .current_dir(&folder)
        .stdin(stdin)
        .stdout(File::create(folder.join("stdout")).unwrap())
        .stderr(File::create(folder.join("stderr")).unwrap())
        .spawn()
        .unwrap();
    let mut peak = 0;
    let ended = loop {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let held = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let now = held.and_then(|l| l.trim().strip_suffix("kB")?.trim().parse().ok());
        peak = peak.max(now.unwrap_or(0));
        if let Some(ended) = child.try_wait().unwrap() {
            break Ended { code: ended.code(), time: begun.elapsed(), peak };
        }
        if begun.elapsed() > HANGS {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{name}: `{line}` hangs");
        }
        thread::sleep(Duration::from_millis(5));
    };
    let said = String::from_utf8_lossy(&fs::read(folder.join("stderr")).unwrap()).into_owned();
    let shown: String = said.chars().take(300).collect();
    assert!(matches!(ended.code, Some(0..=4)), "{name}: `{line}`: {:?} {shown}", ended.code);
    assert!(
        !said.contains("internal error") && !said.contains("bug in puzzlec"),
        "{name}: `{line}`: {shown}"
    );
    if let Some(kind) = kind {
        let text = fs::read(folder.join("stdout")).unwrap();
        let document: Value = serde_json::from_slice(&text).unwrap_or_else(|error| {
            panic!("{name}: `{line}` {:?}: {error}: {} {shown}", ended.code, text.len())
        });
        assert_eq!(document["kind"], *kind, "{name}: `{line}`");
        fits(&document, &name);
    }
    let left = fs::read_dir(&folder)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().ends_with(".tmp"));
    assert_eq!(left.count(), 0, "{name}: `{line}`");
    let _ = fs::remove_dir_all(&folder);
    ended
}

/// A document fits the schema of its kind, if there is one.
fn fits(document: &Value, name: &str) {
    let kind = document["kind"].as_str().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = fs::read_to_string(root.join(format!("docs/schema/{kind}.schema.json"))) else { return };
    let schema: Value = serde_json::from_str(&text).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let faults: Vec<String> =
        validator.iter_errors(document).take(3).map(|e| format!("{}: {e}", e.instance_path())).collect();
    let shown: Vec<String> = faults.iter().map(|fault| fault.chars().take(300).collect()).collect();
    assert!(faults.is_empty(), "{name}: {}", shown.join("\n"));
}

#[test]
fn a_sample_of_commands_and_inputs_ends() {
    let all = inputs();
    assert_eq!(all.len(), 72);
    let pairs: Vec<usize> = (0..all.len() * COMMANDS.len()).step_by(61).collect();
    with_each(&pairs, |pair| {
        run(&all[pair / COMMANDS.len()], pair % COMMANDS.len(), "1s", None);
    });
}

#[test]
#[ignore = "takes minutes, and measures on a quiet machine"]
fn strictly() {
    let all = inputs();
    // `PUZZLEC_MATRIX=render` takes the commands with this word.
    let word = std::env::var("PUZZLEC_MATRIX").unwrap_or_default();
    let chosen = (0..COMMANDS.len()).filter(|number| COMMANDS[*number].0.contains(&word));
    // The time is that of each puzzle.
    let each =
        |number: usize| COMMANDS[number].0.starts_with("solve") || COMMANDS[number].0.starts_with("publish");
    let pairs: Vec<(usize, usize)> = chosen
        .flat_map(|number| (0..all.len()).map(move |input| (input, number)))
        .filter(|(input, number)| !(each(*number) && all[*input].name.starts_with("many-puzzles")))
        .collect();
    let over = Mutex::new(Vec::new());
    let codes: Mutex<BTreeMap<i32, usize>> = Mutex::default();
    with_each(&pairs, |(input, number)| {
        let input = &all[*input];
        // A failure is listed with the others.
        let run = std::panic::AssertUnwindSafe(|| run(input, *number, "2s", None));
        let what = match std::panic::catch_unwind(run) {
            Err(why) => why.downcast_ref::<String>().cloned().unwrap_or_default(),
            Ok(ended) => {
                *codes.lock().unwrap().entry(ended.code.unwrap()).or_default() += 1;
                if ended.time <= Duration::from_secs(3) && ended.peak <= 500 << 10 {
                    return;
                }
                format!("{:.2} s, {} MiB", ended.time.as_secs_f64(), ended.peak >> 10)
            }
        };
        over.lock().unwrap().push(format!("{}: `{}`: {what}", input.name, COMMANDS[*number].0));
    });
    let over = over.into_inner().unwrap();
    println!("{} runs, by exit code: {:?}\n{}", pairs.len(), codes.into_inner().unwrap(), over.join("\n"));
    assert!(over.is_empty(), "{}", over.len());
}

/// Without `--memory` the limit of the control group is kept: nothing is killed.
#[test]
#[ignore = "takes minutes"]
fn in_a_control_group() {
    let Some(group) = Group::new() else {
        println!("left out: no control group can be made here");
        return;
    };
    let word = std::env::var("PUZZLEC_MATRIX").unwrap_or_default();
    let mut killed = Vec::new();
    for (number, (line, _)) in COMMANDS.iter().enumerate().filter(|(_, c)| c.0.contains(&word)) {
        for input in inputs() {
            let run = std::panic::AssertUnwindSafe(|| run(&input, number, "8s", Some(&group)));
            if let Err(why) = std::panic::catch_unwind(run) {
                let why = why.downcast_ref::<String>().cloned().unwrap_or_default();
                killed.push(format!("{}: `{line}`: {why}", input.name));
            }
        }
    }
    assert!(killed.is_empty(), "{}", killed.join("\n"));
}
