//! The command line, word for word: every case of `tests/golden` is a command and what it prints.
//! To record them anew run `TRYCMD=overwrite cargo test --test program cli::` and read the changes.

use crate::support::processes::{self, empty_folder, text};
use puzzlec::cli::Exit;
use puzzlec_base::diag::{Code, Diagnostic, Stop};
use puzzlec_base::{Limit, Span};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn puzzlec() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzlec"));
    command.env_remove("NO_COLOR").env_remove("PUZZLE_PATH");
    command
}

/// A directory of the test's own, emptied.
fn scratch(name: &str) -> PathBuf {
    empty_folder(&format!("cli/{name}"))
}

fn fed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = puzzlec()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

#[test]
fn golden() {
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .env("PUZZLE_PATH", "")
        .case("tests/golden/*.trycmd")
        .case("tests/golden/*.toml")
        .run();
}

/// Lines of a paragraph are as full as they can be, and examples have a line each.
#[test]
fn help_is_wrapped_once() {
    let help = |words: &[&str]| {
        let output = puzzlec().args(words).arg("--help").env("COLUMNS", "80").output().unwrap();
        text(&output.stdout)
    };
    let commands = help(&[]);
    let names = commands
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .map_while(|line| line.split_whitespace().next());
    for name in names.filter(|name| *name != "help") {
        let text = help(&[name]);
        let lines: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("Options:")).collect();
        let paragraph = |line: &str| !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
        for pair in lines.windows(2) {
            let next = pair[1].split(' ').next().unwrap_or("").chars().count();
            let full = pair[0].chars().count() + 1 + next > 80;
            assert!(!paragraph(pair[0]) || !paragraph(pair[1]) || full, "{name}: {pair:?}");
        }
        // An example that is too long goes on in a line of its own.
        let examples = lines.iter().skip_while(|line| **line != "Examples:").skip(1);
        for line in examples.take_while(|line| !line.is_empty()) {
            assert!(
                ["  puzzlec ", "  curl ", "  cat "].iter().any(|word| line.starts_with(word)),
                "{name}: {line:?}"
            );
        }
    }
}

/// A folder stands for its files, and several puzzles are answered in turn.
#[test]
fn folders_and_several_puzzles() {
    let directory = scratch("several");
    let row = |name: &str| {
        format!(
            "edition 1\nuse peg\npuzzle {name} {{ board line 3; rules peg.jump; start row oo.; goal row ..o }}\n"
        )
    };
    fs::write(directory.join("a.puzzle"), row("A")).unwrap();
    fs::write(directory.join("b.puzzle"), row("B") + row("C").replace("edition 1\nuse peg\n", "").as_str())
        .unwrap();
    let run = |arguments: &[&str]| puzzlec().args(arguments).current_dir(&directory).output().unwrap();
    for command in ["solve", "count", "analyze", "explore"] {
        let output = run(&[command, "."]);
        let said = text(&output.stdout);
        let headings: Vec<&str> = said.lines().filter(|line| ["A", "B", "C"].contains(line)).collect();
        assert_eq!(
            (output.status.code(), headings.as_slice()),
            (Some(0), &["A", "B", "C"][..]),
            "{command}: {said}"
        );
        assert_eq!(run(&[command, ".", "C"]).status.code(), Some(0), "{command}");
    }
    for command in [&["render"][..], &["automaton"], &["export", "--pddl"], &["count", "--format", "json"]] {
        for place in [".", "b.puzzle"] {
            let output = run(&[command, &[place]].concat());
            let said = text(&output.stderr);
            assert!(
                output.status.code() == Some(2) && said.contains("has several puzzles; name one: "),
                "{said}"
            );
        }
        // A line with bounds has no automaton.
        let code = if command == ["automaton"] { 4 } else { 0 };
        assert_eq!(run(&[command, &[".", "A"]].concat()).status.code(), Some(code), "{command:?}");
    }
    fs::copy(directory.join("a.puzzle"), directory.join("d.puzzle")).unwrap();
    let output = run(&["solve", ".", "A"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("several files in `.` have a puzzle `A`; name the file"));
    let output = run(&["render", "a.puzzle", "-o", "a.svg"]);
    assert!(text(&output.stderr).starts_with("wrote a.svg: "), "{}", text(&output.stderr));
}

#[test]
fn the_repository_has_no_problems() {
    let output = puzzlec().args(["check", "."]).output().unwrap();
    let printed = text(&output.stdout);
    assert!(printed.starts_with("no problems in ") && output.status.success(), "{printed}");
}

#[test]
fn files_that_ignore_lists_are_checked_where_they_are_named() {
    let directory = scratch("ignore");
    let wrong = directory.join("wrong");
    fs::create_dir_all(wrong.join("deep")).unwrap();
    fs::write(directory.join(".ignore"), "/wrong/**/*.puzzle\n").unwrap();
    fs::write(directory.join("right.puzzle"), "edition 1\npiece peg \"o\"\n").unwrap();
    fs::write(wrong.join("deep/a.puzzle"), "piece\n").unwrap();
    let checked = |path: &str| {
        let output = puzzlec().args(["check", path]).current_dir(&directory).output().unwrap();
        (output.status.code(), text(&output.stdout))
    };
    assert_eq!(checked("."), (Some(0), "no problems in 1 file\n".to_owned()));
    for path in ["wrong", "wrong/deep", "wrong/deep/a.puzzle"] {
        let (code, printed) = checked(path);
        assert!(code == Some(1) && printed.contains("P0102"), "{path}: {printed}");
    }
}

#[test]
fn an_unreadable_file_is_told_from_a_missing_one() {
    let directory = scratch("unreadable");
    let path = directory.join("locked.puzzle");
    fs::write(&path, "piece peg \"o\"\n").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        permissions.set_mode(0o000);
    }
    #[cfg(not(unix))]
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    if fs::read(&path).is_ok() {
        // The superuser reads everything.
        return;
    }
    let output = puzzlec().arg("check").arg(&path).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("P0802"), "{}", text(&output.stdout));
}

#[test]
fn a_file_that_is_not_utf8_is_told_so() {
    let output = fed(&["check", "-"], b"piece caf\xe9 \"o\"\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("P0803"), "{}", text(&output.stdout));
}

#[test]
fn colour_is_written_only_where_it_is_wanted() {
    let escape = |arguments: &[&str], no_color: &str| {
        let mut command = puzzlec();
        command.args(["check", "nowhere.puzzle"]).args(arguments).env("NO_COLOR", no_color);
        let output = command.output().unwrap();
        text(&output.stdout).contains('\u{1b}')
    };
    assert!(!escape(&[], ""), "a pipe is no terminal");
    assert!(escape(&["--color", "always"], ""));
    assert!(escape(&["--color", "always"], "1"), "what is asked for comes before the environment");
    assert!(!escape(&["--color", "never"], ""));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = puzzlec().arg("explain").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn fmt_lays_out_once_and_keeps_permissions() {
    let directory = scratch("fmt");
    let path = directory.join("a.puzzle");
    fs::write(&path, "piece   peg    \"o\"\n").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    }
    let run =
        |arguments: &[&str]| puzzlec().arg("fmt").args(arguments).arg(&path).output().unwrap().status.code();
    assert_eq!(run(&["--check"]), Some(1));
    assert_eq!(run(&[]), Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), "piece peg \"o\"\n");
    assert_eq!(run(&["--check"]), Some(0));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1, "nothing else is left behind");
}

#[test]
fn fmt_leaves_a_broken_file_alone() {
    let directory = scratch("fmt-broken");
    let path = directory.join("a.puzzle");
    let broken = "puzzle   A {\n board line   3\n";
    fs::write(&path, broken).unwrap();
    let output = puzzlec().arg("fmt").arg(&path).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("P0103"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(&path).unwrap(), broken);
}

#[test]
fn fix_mends_what_is_safe_and_keeps_the_rest() {
    let directory = scratch("fix");
    let path = directory.join("a.puzzle");
    let row = "puzzle Row { board line 3; rules peg.jump; start row oo.; goal row ..o }\r\n";
    fs::write(&path, format!("\u{feff}use gourds\r\nuse peg\r\nuse coins\r\n{row}")).unwrap();
    let output = puzzlec().args(["check", "--fix"]).arg(&path).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    let fixed = fs::read_to_string(&path).unwrap();
    assert!(fixed.starts_with("\u{feff}use peg\r\n") && fixed.ends_with(row), "{fixed:?}");
    assert!(!fixed.contains("coins") && !fixed.contains("gourds"), "{fixed:?}");
}

#[test]
fn every_scaffold_is_proved_and_laid_out() {
    let directory = scratch("new");
    let games =
        ["peg", "coins", "sliding", "removal", "gourds", "lights", "sokoban", "blocks", "tiles", "players"];
    for game in games.into_iter().chain(["placement", "deduction", "custom"]) {
        let run = |arguments: &[&str]| puzzlec().args(arguments).current_dir(&directory).output().unwrap();
        assert_eq!(run(&["new", game]).status.code(), Some(0));
        let again = run(&["new", game]);
        assert_eq!(again.status.code(), Some(1), "a file is never written over");
        let file = format!("my-{game}.puzzle");
        for command in [&["check"][..], &["test"], &["fmt", "--check"]] {
            let output = run(&[command, &[file.as_str()]].concat());
            let said = text(&output.stdout) + text(&output.stderr).as_str();
            assert_eq!(output.status.code(), Some(0), "{command:?} {file}\n{said}");
        }
        assert!(text(&run(&["check", &file]).stdout).starts_with("no problems"), "{file}");
    }
}

#[test]
fn a_module_is_not_hidden_by_its_first_user() {
    let directory = scratch("new-hidden");
    let output = puzzlec().args(["new", "peg", "peg"]).current_dir(&directory).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn exit_codes_tell_what_was_found() {
    let directory = scratch("exit");
    let solve = |name: &str, text: &str, arguments: &[&str]| {
        let path = directory.join(name);
        fs::write(&path, text).unwrap();
        puzzlec().arg("solve").arg(&path).args(arguments).output().unwrap().status.code()
    };
    let row = |goal: &str| {
        format!("use peg\npuzzle A {{ board line 4; rules peg.jump; start row oo..; goal row {goal} }}\n")
    };
    assert_eq!(solve("solved.puzzle", &row("..o."), &[]), Some(0));
    assert_eq!(solve("unsolvable.puzzle", &row("o..."), &[]), Some(3));
    assert_eq!(solve("wrong.puzzle", &row("o....."), &[]), Some(1));
    assert_eq!(solve("unknown.puzzle", &row("..o."), &["B"]), Some(2));
    let eight = r#"use tiles
        puzzle A { board tiles.Eight; rules tiles.slide; start row "8672543.1"; goal row "12345678." }"#;
    assert_eq!(solve("stopped.puzzle", eight, &["--states", "100"]), Some(4));
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_and_says_so() {
    let directory = scratch("interrupt");
    let path = directory.join("large.puzzle");
    // An even permutation, so that there is a way, and a long one.
    let large = r#"use tiles
        puzzle A { board tiles.Fifteen; rules tiles.slide; start row "EF8C6BD2951743A."; goal row "123456789ABCDEF." }"#;
    fs::write(&path, large).unwrap();
    for command in ["solve", "count"] {
        let child = puzzlec()
            .args([command, "--format", "json"])
            .arg(&path)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        processes::until_it_hears(&child, 2);
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("\"limit\": \"cancelled\""), "{}", text(&output.stdout));
    }
}

#[test]
fn limits_read_as_people_write_them() {
    let directory = scratch("limits");
    let row =
        "use peg\npuzzle Row(n: 0..9 = 3) { board line 3; rules peg.jump; start row oo.; goal row ..o }\n";
    fs::write(directory.join("a.puzzle"), row).unwrap();
    let run = |flag: &str, value: &str| {
        let option = format!("{flag}={value}");
        puzzlec().args(["solve", "a.puzzle", &option]).current_dir(&directory).output().unwrap()
    };
    let good = [
        ("--timeout", &["100s", "2m", "1h", "100.5", "250000 ms"][..]),
        ("--states", &["5M", "1_000", "3k"]),
        ("--memory", &["4GiB", "100MB", "300 MiB"]),
        ("--set", &["n=4", " n = 2"]),
    ];
    for (flag, values) in good {
        for value in values {
            let output = run(flag, value);
            assert_eq!(output.status.code(), Some(0), "{flag} {value}: {}", text(&output.stderr));
        }
    }
    let bad = [
        ("--timeout", &["", "s", "-5s", "5 parsecs", "1e999h"][..]),
        ("--states", &["", "many", "-1"]),
        ("--memory", &["x", "1 word"]),
        ("--set", &["n", "=3", "n=x", "n=99999999999999999999"]),
    ];
    for (flag, values) in bad {
        for value in values {
            assert_eq!(run(flag, value).status.code(), Some(2), "{flag} {value}");
        }
    }
    assert!(text(&run("--states", "1").stdout).contains("the limit of 1 position"));
}

#[test]
fn the_language_server_serves_standard_input_and_output() {
    let message = |method: &str, id: &str| {
        let body = format!(r#"{{"jsonrpc":"2.0",{id}"method":"{method}","params":{{"capabilities":{{}}}}}}"#);
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    };
    let session =
        [message("initialize", r#""id":1,"#), message("shutdown", r#""id":2,"#), message("exit", "")]
            .concat();
    // Some clients add arguments.
    for arguments in [&["lsp"][..], &["lsp", "--stdio"]] {
        let output = fed(arguments, session.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(
            text(&output.stdout).contains(r#""serverInfo":{"name":"puzzlec""#),
            "{}",
            text(&output.stdout)
        );
    }
    assert_eq!(fed(&["lsp"], b"").status.code(), Some(1), "an end without `exit`");
    let version = fed(&["lsp", "--version"], b"");
    assert_eq!(text(&version.stdout), concat!("puzzlec lsp ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn a_stop_has_its_exit_code() {
    let what = || "w".to_owned();
    let fault = Diagnostic::new(Code::ScriptResult, Span::default(), "w");
    for (stop, code) in [
        (Limit::Time { seconds: 1 }.into(), 4),
        (Limit::States { states: 1 }.into(), 4),
        (Limit::Memory { bytes: 1 }.into(), 4),
        (Limit::Cancelled.into(), 130),
        (Stop::TooLarge { what: what() }, 4),
        (Stop::Unsuited { what: what() }, 4),
        (Stop::Unsupported { what: what() }, 4),
        (Stop::Checkpoint { what: what() }, 1),
        (Stop::Fault(Box::new(fault)), 1),
        (Stop::Bug { what: what() }, 5),
    ] {
        assert_eq!(Exit::stopped(&stop).code(), code, "{stop:?}");
    }
}

/// Generated files depend on the seed, not on the number of threads; what they state holds.
#[test]
fn generated_files_are_the_same_on_any_number_of_threads() {
    let directory = scratch("generate");
    let puzzle = "edition 2\nuse peg\npuzzle Pegs { board square 4 by 4; rules peg.jump; fill peg * 4..7\n\
        goal count(peg) == 1\nwish hardest by positions }\n";
    fs::write(directory.join("pegs.puzzle"), puzzle).unwrap();
    let run = |arguments: &[&str], threads: &str| {
        let mut command = puzzlec();
        command.args(arguments).env("RAYON_NUM_THREADS", threads).current_dir(&directory).output().unwrap()
    };
    let files = |folder: &str| -> Vec<(String, String)> {
        let entries = fs::read_dir(directory.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = entries
            .map(|path| {
                (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap())
            })
            .collect();
        files.sort();
        files
    };
    for (folder, threads) in [("one", "1"), ("four", "4")] {
        let options = ["generate", "pegs.puzzle", "-n", "5", "--seed", "3", "--tries", "200", "-o", folder];
        let output = run(&options, threads);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("seed 3: 200 tries"), "{}", text(&output.stdout));
    }
    assert_eq!(files("one"), files("four"));
    assert_eq!(files("one").len(), 5);
    assert_eq!(run(&["test", "one"], "2").status.code(), Some(0));
    assert_eq!(run(&["fmt", "--check", "one"], "2").status.code(), Some(0));
    // Without a folder the text of one file is the answer.
    let all = run(&["generate", "pegs.puzzle", "--all"], "2");
    fs::write(directory.join("all.puzzle"), &all.stdout).unwrap();
    assert_eq!(run(&["test", "all.puzzle"], "2").status.code(), Some(0));
    let solved = run(&["solve", "pegs.puzzle"], "2");
    assert_eq!(solved.status.code(), Some(1));
    assert!(text(&solved.stderr).contains("puzzle `Pegs` has holes"), "{}", text(&solved.stderr));
}
