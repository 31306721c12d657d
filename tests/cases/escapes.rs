//! Limits, files and terminals: what an input must not escape from.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::loaded;
use puzzlec_analysis::Answer;
use puzzlec_base::Budget;
use puzzlec_search::Options;

fn answer(text: &str) -> Answer {
    let analysis = loaded(text);
    let budget = Budget::unlimited();
    analysis.solve(&analysis.puzzles()[0], &[], &Options::default(), &budget).unwrap().answer
}

fn least(text: &str) -> u64 {
    match answer(text) {
        Answer::Solved(plan) => plan.length,
        other => panic!("{other:?}"),
    }
}

fn codes(text: &str) -> Vec<&'static str> {
    loaded(text).check(&Budget::unlimited()).iter().map(|d| d.code.as_str()).collect()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("escapes").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn puzzlec(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_puzzlec")).args(arguments).current_dir(folder).output().unwrap()
}

fn all(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

#[test]
fn runs_and_steps_of_any_length_are_walked_at_once() {
    assert!(matches!(answer(include_str!("run-bomb.puzzle")), Answer::Unsolvable { .. }));
    // 9223372036854775807 steps on a ring of 5 are 2.
    assert_eq!(least(include_str!("step-hang.puzzle")), 3);
    let back = include_str!("step-hang.puzzle").replace("922", "-922");
    assert_eq!(least(&back), 2);
    for board in ["line 5", "square 5 by 1"] {
        let text = include_str!("step-hang.puzzle").replace("ring 5", board);
        assert!(matches!(answer(&text), Answer::Unsolvable { .. }), "{board}");
    }
    let unbounded = include_str!("run-bomb.puzzle").replace("ring 5", "line unbounded");
    assert_eq!(codes(&unbounded), ["P0208"]);
}

#[test]
fn a_run_round_a_ring_has_each_cell_once() {
    let text = |n: u64, goal: u64| {
        format!(
            "edition 1\npiece coin \"o\"\nrule w(x: coin) {{ when count(coin, run(x, right, {n})) == {goal}; remove x }}\n\
             puzzle P {{ board ring 3; rules w; start row ooo; goal count(coin) == 2 }}\n"
        )
    };
    for n in [3, 4, 7, u64::MAX / 2] {
        assert_eq!(least(&text(n, 3)), 1, "{n}");
    }
}

#[test]
fn a_rule_counts_once_however_often_it_is_listed() {
    assert_eq!(least(include_str!("union-bomb.puzzle")), 2);
    let head =
        "edition 1\npiece coin \"o\"\nrule step(; n: int = 1) { [ coin | empty ] -> [ empty | coin ] }\n";
    let text = |rules: &str| {
        format!(
            "{head}rule u = step(1), step(2), step(1)\npuzzle P {{ board line 3; rules {rules}; start row o..; goal row ..o }}\n"
        )
    };
    let rules = |rules: &str| {
        let analysis = loaded(&text(rules));
        let model = analysis.model(&analysis.puzzles()[0], &[]).unwrap();
        match model.question {
            puzzlec_model::Question::Moves { rules, .. } => rules.len(),
            _ => 0,
        }
    };
    assert_eq!(rules("u"), 2);
    assert_eq!(rules("step, u, u, step(2)"), 2);
    assert_eq!(rules("step(2)"), 1);
}

#[test]
fn names_are_not_followed_without_end() {
    let mut boards = "edition 1\nboard A0 = line 3\n".to_owned();
    let mut rules =
        "edition 1\npiece coin \"o\"\nrule u0 { [ coin | empty ] -> [ empty | coin ] }\n".to_owned();
    for i in 1..200 {
        boards.push_str(&format!("board A{i} = A{}\n", i - 1));
        rules.push_str(&format!("rule u{i} = u{}\n", i - 1));
    }
    for text in [boards, rules] {
        let found = codes(&text);
        assert!(found.len() > 100 && found.iter().all(|c| *c == "P0107"), "{found:?}");
    }
}

#[test]
fn only_own_scripts_and_puzzles_are_read() {
    let folder = folder("files");
    let inner = folder.join("project");
    fs::create_dir_all(inner.join("below")).unwrap();
    let secret = "root:SECRET:0:0";
    for path in ["secret", "secret.rhai", "project/secret.txt", "project/below/ok.rhai"] {
        fs::write(folder.join(path), secret).unwrap();
    }
    let hosts = folder.join("secret.rhai");
    let absolute = hosts.to_str().unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.rhai", inner.join("link.rhai")).unwrap();
        std::os::unix::fs::symlink("../secret", inner.join("link.puzzle")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", inner.join("zero.rhai")).unwrap();
    }
    for (script, code) in [
        ("/etc/passwd", "P0806"),
        ("../secret", "P0806"),
        ("../secret.rhai", "P0806"),
        ("below/../../secret.rhai", "P0806"),
        (absolute, "P0806"),
        ("secret.txt", "P0806"),
        ("link.rhai", "P0806"),
        ("zero.rhai", "P0806"),
        ("none.rhai", "P0801"),
    ] {
        fs::write(inner.join("p.puzzle"), format!("edition 1\nboard B = script \"{script}\"\n")).unwrap();
        let told = all(&puzzlec(&inner, &["check", "p.puzzle"]));
        assert!(told.contains(code) && !told.contains("SECRET"), "{script}: {told}");
    }
    for module in ["/etc/passwd", "../secret", "secret.txt", "link.puzzle"] {
        fs::write(inner.join("p.puzzle"), format!("edition 1\nuse \"{module}\"\n")).unwrap();
        for path in ["p.puzzle", "."] {
            let told = all(&puzzlec(&inner, &["check", path]));
            assert!(told.contains("P0806") && !told.contains("SECRET"), "{module}: {told}");
        }
    }
    fs::write(inner.join("p.puzzle"), "edition 1\nboard B = script \"below/ok.rhai\"\n").unwrap();
    let told = all(&puzzlec(&inner, &["check", "p.puzzle"]));
    assert!(told.contains("SECRET") && !told.contains("P0806"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_script() {
    let folder = folder("pipe");
    let made = Command::new("mkfifo").arg(folder.join("s.rhai")).status();
    if !made.is_ok_and(|m| m.success()) {
        return;
    }
    fs::write(folder.join("p.puzzle"), "edition 1\nboard B = script \"s.rhai\"\n").unwrap();
    let told = all(&puzzlec(&folder, &["check", "p.puzzle"]));
    assert!(told.contains("P0802"), "{told}");
}

#[test]
fn nothing_steers_the_terminal() {
    let folder = folder("terminal");
    let evil = "\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\u{202e}";
    let text = format!(
        "edition 1\npiece coin \"o\"\nrule step {{ [ coin | empty ] -> [ empty | coin ] }}\n\
         board B = script \"\"\"\nfn board() {{ print(\"{evil}\"); throw \"{evil}\" }}\n\"\"\"\n\
         puzzle P {{ title \"{evil}\"; board line 3; rules step; start row o..; goal row ..o }}\n\
         puzzle Q {{ board B; rules step; start row o..; goal row ..o }}\n"
    );
    fs::write(folder.join("p.puzzle"), &text).unwrap();
    let odd = format!("{evil}.puzzle");
    fs::write(folder.join(&odd), &text).unwrap();
    let plugin = folder.join("puzzles/x");
    fs::create_dir_all(&plugin).unwrap();
    let long = "w\u{5bbd} ".repeat(40_000);
    let manifest = "name = \"x\"\nversion = \"1\"\nedition = 1\ndescription = \"\\u001b[2J \\u202e LONG\"\n";
    fs::write(plugin.join("plugin.toml"), manifest.replace("LONG", &long)).unwrap();
    fs::write(plugin.join("y.puzzle"), "edition 1\nboard B = line 3\n").unwrap();
    let commands: [&[&str]; 11] = [
        &["solve", "p.puzzle"],
        &["check", "."],
        &["check", &odd],
        &["check", "--format", "json", "p.puzzle"],
        &["check", "--format", "sarif", "p.puzzle"],
        &["check", "--format", "github", "p.puzzle"],
        &["count", "p.puzzle", "P"],
        &["explore", "p.puzzle", "P"],
        &["test", "p.puzzle"],
        &["plugin", "list"],
        &["plugin", "list", "--format", "json"],
    ];
    for command in commands {
        let output = puzzlec(&folder, command);
        assert_ne!(output.status.code(), Some(5), "{command:?}: {}", all(&output));
        let told = all(&output);
        let steers =
            |c: char| c.is_control() && c != '\n' && c != '\t' || ('\u{202a}'..='\u{202e}').contains(&c);
        assert!(!told.contains(steers), "{command:?}: {told:?}");
    }
}

#[test]
fn a_check_has_a_limit() {
    let folder = folder("limit");
    let script = "\"\"\"\nfn board() { let n = 0; loop { n += 1; } }\n\"\"\"";
    let text: String = (0..400).map(|i| format!("board B{i} = script {script}\n")).collect();
    fs::write(folder.join("p.puzzle"), format!("edition 1\n{text}")).unwrap();
    let output = puzzlec(&folder, &["check", "--timeout", "300ms", "p.puzzle"]);
    assert!(matches!(output.status.code(), Some(1 | 4)), "{}", all(&output));
    assert!(all(&output).contains("not everything was checked"), "{}", all(&output));
    let output = puzzlec(&folder, &["check", "--timeout", "300ms", "--format", "json", "p.puzzle"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["stopped"]["limit"], "time");
}

#[cfg(unix)]
#[test]
fn sigterm_ends_the_process() {
    let folder = folder("sigterm");
    let text = "use lights\npuzzle P { board square 9 by 9; rules lights.press; start full lights.on; goal empty }\n";
    fs::write(folder.join("p.puzzle"), text).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzlec"))
        .args(["count", "p.puzzle", "--memory", "1GiB"])
        .current_dir(&folder)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
