//! The reference manual is right: its blocks are checked, its expectations proved, and the mistakes
//! it shows raise the codes it names.

use std::collections::BTreeMap;

use puzzlec_analysis::{Analysis, Outcome, PlanText};
use puzzlec_base::{Budget, FileId};
use puzzlec_model::project::MemoryFiles;
use puzzlec_model::scope::function_names;
use puzzlec_render::import::Format;
use puzzlec_syntax::keywords::{Place, words};
use puzzlec_task::SearchContext;
use puzzlec_theories::ALL;

const MANUAL: &str = include_str!("../docs/language.md");
const FILE: &str = "manual.puzzle";

/// A block of code: the words after its opening fence, its line in the manual, its text.
struct Block {
    words: Vec<&'static str>,
    line: usize,
    text: String,
}

/// The guides whose blocks are tested like those of the manual.
const GUIDES: [(&str, &str); 4] = [
    ("from-puzzlescript", include_str!("../docs/from-puzzlescript.md")),
    ("from-pddl", include_str!("../docs/from-pddl.md")),
    ("constructs", include_str!("../docs/constructs.md")),
    ("playing", include_str!("../docs/playing.md")),
];

fn blocks() -> Vec<Block> {
    blocks_of(MANUAL)
}

fn blocks_of(page: &'static str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(words), None) => {
                let words = words.split_whitespace().collect();
                open = Some(Block { words, line: number + 1, text: String::new() });
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "the manual's last block is not closed");
    found.retain(|b| matches!(b.words.first(), Some(&("puzzle" | "plan"))));
    found
}

fn analyse(block: &Block) -> Analysis {
    let files = MemoryFiles(BTreeMap::from([(FILE.to_owned(), block.text.clone())]));
    Analysis::load(&files, &[FILE.to_owned()])
}

#[test]
fn every_block_says_what_it_is() {
    for block in blocks() {
        match block.words.as_slice() {
            ["puzzle"] | ["puzzle", "keys" | "fragment"] | ["plan"] => {}
            ["puzzle", "error", code] if puzzlec_base::diag::find_code(code).is_some() => {}
            other => panic!("line {}: what is {other:?}?", block.line),
        }
    }
}

#[test]
fn the_blocks_of_guides_are_valid_and_hold() {
    for (name, page) in GUIDES {
        let proved = hold(&blocks_of(page));
        assert!(proved >= 2, "docs/{name}.md: only {proved} expectations were proved");
    }
}

#[test]
fn whole_blocks_are_valid_and_hold() {
    let proved = hold(&blocks());
    assert!(proved >= 12, "only {proved} expectations were proved");
}

#[test]
fn blocks_with_keys_hold() {
    let guides = GUIDES.iter().flat_map(|(_, page)| blocks_of(page));
    let keyed = blocks().into_iter().chain(guides).filter(|b| b.words == ["puzzle", "keys"]);
    let proved: usize = keyed.map(|block| crate::keys::hold(&block.text)).sum();
    assert!(proved >= 3, "only {proved} expectations were proved");
}

/// Checks the whole blocks and proves their expectations, which are counted.
fn hold(blocks: &[Block]) -> usize {
    let mut proved = 0;
    for block in blocks.iter().filter(|b| b.words == ["puzzle"]) {
        let analysis = analyse(block);
        let errors: Vec<String> = analysis
            .check(&Budget::unlimited())
            .iter()
            .filter(|d| d.is_error())
            .map(|d| format!("{} {}", d.code.as_str(), d.headline))
            .collect();
        assert!(errors.is_empty(), "line {}: {errors:?}", block.line);
        for puzzle in analysis.puzzles() {
            let results = analysis.test(puzzle, &SearchContext::unlimited).unwrap();
            for result in results {
                assert!(matches!(result.outcome, Outcome::Held), "line {}: {result:?}", block.line);
                proved += 1;
            }
        }
    }
    proved
}

#[test]
fn plans_solve_the_puzzle_before_them() {
    let blocks = blocks();
    let mut followed = 0;
    for two in blocks.windows(2).filter(|two| two[1].words == ["plan"]) {
        let analysis = analyse(&two[0]);
        let plan = PlanText { file: FileId(u32::MAX), name: "a.plan", text: &two[1].text };
        let found = analysis.test_plan(&analysis.puzzles()[0], &[], plan, Budget::unlimited());
        assert!(found.is_ok(), "line {}: {found:?}", two[1].line);
        followed += 1;
    }
    assert!(followed > 0);
}

#[test]
fn wrong_blocks_raise_the_code_they_name() {
    let mut seen = 0;
    let mut wrong = Vec::new();
    for block in blocks() {
        let ["puzzle", "error", code] = block.words.as_slice() else { continue };
        let raised: Vec<&str> =
            analyse(&block).check(&Budget::unlimited()).iter().map(|d| d.code.as_str()).collect();
        if raised != [*code] {
            wrong.push(format!("line {}: {code} is named, {raised:?} raised", block.line));
        }
        seen += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(seen >= 6, "only {seen} mistakes are shown");
}

#[test]
fn every_keyword_is_listed() {
    let listed = MANUAL.split("## Keywords").nth(1).and_then(|s| s.split("\n## ").next()).unwrap();
    for word in puzzlec_syntax::keywords::KEYWORDS.iter().map(|k| k.word) {
        let quoted = listed.split(|c: char| !c.is_alphanumeric()).any(|w| w == word);
        assert!(quoted, "`{word}` is missing from the list of keywords");
    }
}

#[test]
fn every_code_is_mentioned() {
    for code in puzzlec_base::diag::all_codes() {
        let number = code.as_str();
        assert!(MANUAL.contains(number), "{number} ({}) is not in the manual", code.info().title);
    }
}

/// What stands between backquotes in a part of a text.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_contents_list_all_sections() {
    let anchor = |heading: &str| {
        let kept = |c: &char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-');
        heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
    };
    let contents = MANUAL.split("Contents: ").nth(1).and_then(|s| s.split("\n\n").next()).unwrap();
    let listed: Vec<&str> = contents.split("(#").skip(1).filter_map(|s| s.split(')').next()).collect();
    let sections: Vec<String> = MANUAL.lines().filter_map(|l| l.strip_prefix("## ")).map(anchor).collect();
    assert_eq!(listed, sections);
}

/// Lists in pages of codes and in documents are those of the tables.
#[test]
fn lists_are_those_of_the_tables() {
    let page = |code: &str| puzzlec_base::diag::find_code(code).unwrap().info().page;
    let rows = page("P0101");
    for (row, place) in [
        ("| outside of", Place::Item),
        ("| inside a rule", Place::Rule),
        ("| inside a puzzle", Place::Puzzle),
    ] {
        let row = rows.lines().find(|line| line.starts_with(row)).unwrap();
        let row = row.split(", and a pattern").next().unwrap();
        assert_eq!(quoted(row), words(place), "P0101");
    }
    let functions: Vec<&str> = function_names().collect();
    let list = page("P0505").split("The functions are ").nth(1).and_then(|s| s.split('.').next()).unwrap();
    assert_eq!(quoted(list), functions, "P0505");
    for function in functions {
        let described = MANUAL.lines().any(|l| l.starts_with("| `") && l.contains(&format!("`{function}(")));
        assert!(described, "`{function}` is not in the manual's table of expressions");
    }
    let mut theories: Vec<&str> = ALL.all().map(|theory| theory.info().name).collect();
    theories.sort_unstable();
    let manual = MANUAL.split("The theories are\n").nth(1).and_then(|s| s.split(';').next()).unwrap();
    let page = page("P0704").split("The theories are ").nth(1).and_then(|s| s.split(';').next()).unwrap();
    for (name, list) in [("P0704", page), ("docs/language.md", manual)] {
        let mut listed = quoted(list);
        listed.sort_unstable();
        assert_eq!(listed, theories, "{name}");
    }
    let rows = include_str!("../README.md").split("| game | theory after |").nth(1).unwrap();
    assert_eq!(
        rows.lines().skip(2).take_while(|line| line.starts_with('|')).count(),
        theories.len(),
        "README.md"
    );
    let importing = include_str!("../docs/importing.md");
    for format in Format::ALL.map(Format::name) {
        assert!(importing.contains(&format!("\n`--format {format}`")), "docs/importing.md lacks {format}");
    }
    let guide = include_str!("../docs/theories.md");
    for theory in theories {
        assert!(guide.contains(&format!("\n| `{theory}` |")), "docs/theories.md lacks {theory}");
    }
}

/// Figures say with which commit they were measured.
#[test]
fn figures_name_their_commits() {
    let page = include_str!("../docs/performance.md");
    for section in page.split("\n## ").skip(1).flat_map(|section| section.split("\n### ")) {
        let (heading, text) = section.split_once('\n').unwrap();
        let told = text.trim_start().lines().next().unwrap_or("");
        let commit =
            told.strip_prefix("Measured at ").and_then(|t| t.split([' ', ',', '.']).next()).unwrap_or("");
        let is_commit = commit.len() == 8 && commit.chars().all(|c| c.is_ascii_hexdigit());
        assert!(is_commit, "docs/performance.md: {heading} does not say at which commit it was measured");
    }
}
