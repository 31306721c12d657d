//! Lists of words, in the text or in a file.

use std::collections::BTreeMap;

use puzzlec_analysis::{Analysis, Outcome};
use puzzlec_base::Budget;
use puzzlec_model::project::MemoryFiles;

/// A row of three letters with a test.
fn row(items: &str, words: Option<&str>, test: &str, expect: &str) -> Analysis {
    let text = format!(
        "edition 2\npiece letter \"acdgotкм\"\n{items}\n\
         puzzle P {{ board line 3; place letter * 3; goal where {test}{expect} }}\n"
    );
    let mut files = BTreeMap::from([("p.puzzle".to_owned(), text)]);
    files.extend(words.map(|words| ("words.txt".to_owned(), words.to_owned())));
    Analysis::load(&MemoryFiles(files), &["p.puzzle".to_owned()])
}

fn has(items: &str, words: Option<&str>, placements: u32) {
    let expect = format!("; expect {placements} placements");
    let analysis = row(items, words, LINE, &expect);
    let results = analysis.test(&analysis.puzzles()[0], &|| Budget::unlimited().into()).unwrap();
    assert!(results.iter().all(|one| matches!(one.outcome, Outcome::Held)), "{items}: {results:?}");
}

fn codes(items: &str, words: Option<&str>, test: &str) -> Vec<String> {
    let all = row(items, words, test, "").check(&Budget::unlimited());
    all.iter().filter(|d| d.is_error()).map(|d| d.code.as_str().to_owned()).collect()
}

const LINE: &str = "all line in rows: spells(line, words)";

#[test]
fn words_stand_in_the_text_or_on_the_lines_of_a_file() {
    has("list words = \"cat dog  goat\"", None, 2);
    let file = "list words = lines \"words.txt\"";
    has(file, Some("cat\ndog\ngoat\ntag\n"), 3);
    // A mark at the beginning, ends of lines of another system, empty lines, blanks, letters that no piece has, two words
    // on a line, a word twice.
    let other = "\u{feff}cat\r\n\r\n  dog \r\nCat\r\nzoo\r\ndot dot\r\ntäg\r\ndog";
    has(file, Some(other), 2);
    has("list words = lines \"./words.txt\"", Some("act"), 1);
    // Another script.
    has(file, Some("ккм\nкмк\nкм\n"), 2);
}

#[test]
fn lists_that_have_no_meaning_are_refused() {
    let file = "list words = lines \"words.txt\"";
    assert_eq!(codes(file, None, LINE), ["P0801"]);
    assert_eq!(codes(file, Some("\n \n"), LINE), ["P0411"]);
    assert_eq!(codes(file, Some("кот\n"), LINE), ["P0411"]);
    assert_eq!(codes(file, Some("CAT\nDOG\n"), LINE), ["P0411"]);
    assert_eq!(codes("list words = \"cat dig\"", None, LINE), ["P0411"]);
    assert_eq!(codes("list words = lines \"words.rhai\"", None, LINE), ["P0806"]);
    assert_eq!(codes("list words = lines \"../words.txt\"", None, LINE), ["P0806"]);
    assert_eq!(codes("", None, LINE), ["P0201"]);
    assert_eq!(codes("set words = cells", None, LINE), ["P0203"]);
    assert_eq!(codes("list words = \"cat\"\nset words = cells", None, LINE), ["P0202"]);
    assert_eq!(codes("list words = \"cat\"", None, "all line in rows: spells(line, 3)"), ["P0504"]);
    let many: String = (0..100_001).map(|_| "cat\n").collect();
    assert_eq!(codes(file, Some(&many), LINE), ["P0208"]);
}
