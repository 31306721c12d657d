//! The pages `docs/papers/*.md`, one a paper: every command runs and prints what is shown, from the top of the project.
//! `TRYCMD=overwrite` writes outputs and pictures again: look at them then.
//!
//! * In a block `console`, a line `$ puzzlec …` is a command, the lines below it are its output; `...` alone in a line
//!   stands for any lines. A command with `-o docs/papers/pictures/NAME` draws a picture of the page.
//! * In a table, a cell of a row that begins with `` `puzzlec `` is a command; what stands between backquotes in the last
//!   cell occurs in its output.
//! * In the table `Functions`, a row names a function and its file, or `–` and in a few words why there is none.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tutorial::{root, words};

const PICTURES: &str = "docs/papers/pictures/";

fn overwrites() -> bool {
    std::env::var("TRYCMD").is_ok_and(|how| how == "overwrite")
}

/// The output of a command. What it writes goes to a folder of its own, and is compared with the picture of that name.
fn run(line: &str, pictures: &mut BTreeSet<String>) -> String {
    let mut words = words(line);
    let (drawn, known) = match words.iter_mut().find(|word| word.starts_with(PICTURES)) {
        None => (PathBuf::new(), None),
        Some(word) => {
            let name = word.trim_start_matches(PICTURES).to_owned();
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("papers");
            fs::create_dir_all(&folder).unwrap();
            let drawn = folder.join(&name);
            *word = drawn.to_str().unwrap().to_owned();
            pictures.insert(name.clone());
            (drawn, Some(root().join(PICTURES).join(name)))
        }
    };
    let output = Command::new(env!("CARGO_BIN_EXE_puzzlec"))
        .args(&words[1..])
        .current_dir(root())
        .env_remove("PUZZLE_PATH")
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let printed = text(&output.stdout) + text(&output.stderr).as_str();
    assert!(matches!(output.status.code(), Some(0 | 1 | 3 | 4)), "{line}\n{printed}");
    let Some(known) = known else { return printed };
    let picture = fs::read_to_string(&drawn).unwrap();
    if overwrites() {
        fs::create_dir_all(root().join(PICTURES)).unwrap();
        fs::write(&known, &picture).unwrap();
    }
    let before = fs::read_to_string(&known).unwrap_or_default().replace("\r\n", "\n");
    assert!(picture == before, "{line}: the picture differs");
    printed.replace(drawn.to_str().unwrap(), line[line.find(PICTURES).unwrap()..].split(' ').next().unwrap())
}

/// Whether lines are those shown, where `...` stands for any.
fn fits(shown: &[&str], printed: &[&str]) -> bool {
    match shown {
        [] => printed.is_empty(),
        ["...", rest @ ..] => (0..=printed.len()).any(|from| fits(rest, &printed[from..])),
        [first, rest @ ..] => printed.first() == Some(first) && fits(rest, &printed[1..]),
    }
}

/// A block as it should be.
fn block(shown: &str, pictures: &mut BTreeSet<String>) -> String {
    let mut after = String::new();
    for part in format!("\n{shown}").split("\n$ ").skip(1) {
        let (command, output) = part.split_once('\n').unwrap_or((part, ""));
        let printed = run(command, pictures);
        let lines = |text: &'_ str| {
            text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>()
        };
        let (shown, printed) = (lines(output), lines(&printed));
        let of = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let fitting = fits(
            &shown.iter().map(String::as_str).collect::<Vec<_>>(),
            &printed.iter().map(String::as_str).collect::<Vec<_>>(),
        );
        assert!(fitting || overwrites(), "{command}\n{}instead of\n{}", of(&printed), of(&shown));
        after += &format!("$ {command}\n{}", of(if fitting { &shown } else { &printed }));
    }
    after
}

/// A row of a table: its command and what its output says.
fn row(line: &str, pictures: &mut BTreeSet<String>) -> bool {
    let cells: Vec<&str> = line.trim().trim_matches('|').split(" | ").map(str::trim).collect();
    let Some(command) =
        cells.iter().find_map(|cell| cell.strip_prefix('`').filter(|cell| cell.starts_with("puzzlec ")))
    else {
        return false;
    };
    let printed = run(command.trim_end_matches('`'), pictures);
    let last = cells.last().unwrap();
    assert!(!last.contains("`puzzlec"), "{line}: the last cell says what the command answers");
    for said in last.split('`').skip(1).step_by(2) {
        assert!(printed.contains(said), "{command} prints\n{printed}without `{said}`");
    }
    true
}

fn page(name: &str) {
    let path = root().join("docs/papers").join(name);
    let text = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let (mut after, mut pictures, mut rows) = (String::new(), BTreeSet::new(), 0);
    for (at, part) in text.split("\n```").enumerate() {
        if at > 0 {
            after += "\n```";
        }
        match part.strip_prefix("console\n").filter(|_| at % 2 == 1) {
            Some(shown) => {
                after += &format!("console\n{}", block(&format!("{shown}\n"), &mut pictures).trim_end())
            }
            None => after += part,
        }
        if at % 2 == 0 {
            rows += part.lines().filter(|line| line.starts_with('|') && row(line, &mut pictures)).count();
        }
    }
    if overwrites() {
        fs::write(&path, &after).unwrap();
    }
    assert!(rows > 0, "{name} has a table of the paper's statements");
    let shown: BTreeSet<String> =
        text.split("](pictures/").skip(1).map(|rest| rest.split(')').next().unwrap().to_owned()).collect();
    assert_eq!(shown, pictures, "{name}: pictures that are shown, and that are drawn");
}

/// Whether a source has a function, or a type with the function in one of its `impl` blocks.
fn defines(source: &str, function: &str) -> bool {
    let is = |line: &str, begin: &str, name: &str| {
        let words = format!("{begin}{name}");
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        line.match_indices(&words).any(|(at, _)| ends(&line[at + words.len()..]))
    };
    let Some((kind, name)) = function.split_once("::") else {
        return source.lines().any(|line| !line.starts_with(' ') && is(line, "fn ", function));
    };
    source.split("\nimpl").skip(1).any(|block| {
        let (head, body) = block.split_once('\n').unwrap_or((block, ""));
        let body = body.split("\n}").next().unwrap();
        is(head, " ", kind) && body.lines().any(|line| is(line, "fn ", name))
    })
}

#[test]
fn every_statement_names_its_function() {
    let mut broken = Vec::new();
    for page in ["coin-moving", "coin-removal", "gourds", "peg-solitaire", "sliding-coins"] {
        let text = fs::read_to_string(root().join(format!("docs/papers/{page}.md"))).unwrap();
        let section = text.split("\n## ").find(|section| section.starts_with("Functions\n")).unwrap();
        let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
        assert!(rows.len() > 10, "{page}: a table of functions");
        for row in rows {
            let cells: Vec<&str> =
                row.trim_matches('|').split(" | ").map(|cell| cell.trim().trim_matches('`')).collect();
            let &[_, function, place] = cells.as_slice() else { panic!("{page}: {row}") };
            let source = fs::read_to_string(root().join(place)).unwrap_or_default().replace("\r\n", "\n");
            if function != "–" && !defines(&source, function) {
                broken.push(format!("{page}: {row}"));
            }
        }
    }
    assert!(broken.is_empty(), "no such function:\n{}", broken.join("\n"));
}

#[test]
fn coin_moving() {
    page("coin-moving.md");
}

#[test]
fn sliding_coins() {
    page("sliding-coins.md");
}

#[test]
fn coin_removal() {
    page("coin-removal.md");
}

#[test]
fn peg_solitaire() {
    page("peg-solitaire.md");
}

#[test]
fn gourds() {
    page("gourds.md");
}

#[test]
fn every_picture_belongs_to_a_page() {
    let pages = fs::read_dir(root().join("docs/papers")).unwrap().map(|entry| entry.unwrap().path());
    let texts: String = pages
        .filter(|path| path.extension().is_some())
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    for entry in fs::read_dir(root().join(PICTURES)).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(texts.contains(&format!("](pictures/{name})")), "{name} is on no page");
    }
}
