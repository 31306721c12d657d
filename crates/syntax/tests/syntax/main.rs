//! Parsing: the tour, positions, recovery, pictures, size.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod blanks;
mod mistakes;
mod pictures;
mod size;
#[allow(dead_code)]
#[path = "../../../../tests/support/tour.rs"]
mod support;
mod tree;

use std::collections::BTreeSet;

use proptest::prelude::*;
use puzzlec_base::FileId;
use puzzlec_syntax::keywords::{KEYWORDS, Place};
use puzzlec_syntax::lex;
use support::{TOUR, codes, parsed, spans, texts};

#[test]
fn the_tour_parses() {
    for (name, text) in TOUR {
        assert_eq!(codes(text), [""; 0], "{name}");
        assert_eq!(codes(&text.replace('\n', "\r\n")), [""; 0], "{name} with CRLF");
        assert_eq!(codes(&text.replace('\n', "\r")), [""; 0], "{name} with CR");
        assert_eq!(codes(&format!("\u{FEFF}{text}")), [""; 0], "{name} with a byte order mark");
        assert_eq!(codes(text.trim_end()), [""; 0], "{name} without a last newline");
    }
}

/// Tokens and comments stand in order, and between them are blanks and line ends alone.
fn covers(text: &str) {
    let lexed = lex(FileId(0), text);
    let mut parts: Vec<(usize, usize)> =
        lexed.tokens.iter().map(|t| (t.start as usize, t.end as usize)).collect();
    let inside =
        |c: &puzzlec_base::Span| parts.iter().any(|p| p.0 <= c.start as usize && c.end as usize <= p.1);
    let comments: Vec<_> = lexed.comments.iter().map(|c| c.span).filter(|c| !inside(c)).collect();
    parts.extend(comments.iter().map(|c| (c.start as usize, c.end as usize)));
    parts.sort_unstable();
    let mut end = 0;
    for (start, stop) in parts {
        let gap = text.get(end..start).expect("tokens overlap or split a character");
        assert!(
            gap.chars().all(|c| c.is_whitespace() || c == '\u{FEFF}'),
            "{gap:?} is in no token of {text:?}"
        );
        assert!(start < stop);
        end = stop;
    }
    let gap = text.get(end..).expect("the last token splits a character");
    assert!(gap.chars().all(|c| c.is_whitespace() || c == '\u{FEFF}'), "{gap:?} is in no token of {text:?}");
}

/// Parses a text and checks every place that the outcome names.
fn sound(text: &str) {
    covers(text);
    let parse = parsed(text);
    for (start, end) in spans(&parse) {
        assert!(text.get(start..end).is_some(), "{start}..{end} in {text:?}");
    }
    for found in &parse.diagnostics {
        let edits = found.fixes.iter().flat_map(|f| &f.edits).map(|e| e.span);
        let places = found.secondary.iter().map(|l| l.span).chain(edits);
        for span in places.chain([found.primary.span]) {
            assert!(text.get(span.range()).is_some(), "{found:?} in {text:?}");
        }
        let last = found.headline.chars().next_back();
        assert!(
            last.is_some_and(|c| c != '.') || found.headline.ends_with("found `.`"),
            "{}",
            found.headline
        );
    }
    let again = parsed(text);
    assert_eq!(parse, again);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_parses_soundly(text in texts()) {
        sound(&text);
    }
}

#[test]
fn odd_texts_parse_soundly() {
    for text in [
        "",
        "\u{FEFF}",
        " ",
        "\n",
        "\r",
        "\"",
        "\"\"",
        "\"\"\"",
        "/*",
        "//",
        "///",
        "//!",
        "\\",
        "é",
        "😀",
        "\u{0}",
        "\"\"\"\u{A0}",
        "\"\"\"\u{A0}\n",
        "\"\"\"\u{A0}\r",
        "\"\"\"\u{2028}\n\"\"\"",
    ] {
        sound(text);
        sound(&text.repeat(2));
        sound(&format!("puzzle P {{ start {text}"));
        sound(&format!("puzzle P {{ start {text} }}\n"));
    }
}

#[test]
fn every_keyword_is_listed_once() {
    let set: BTreeSet<&str> = KEYWORDS.iter().map(|k| k.word).collect();
    assert_eq!(set.len(), KEYWORDS.len());
    for keyword in KEYWORDS {
        let (word, places) = (keyword.word, keyword.places);
        let once: Vec<_> = places.iter().enumerate().map(|(i, p)| !places[..i].contains(p)).collect();
        assert!(!once.is_empty() && once.iter().all(|once| *once), "{word}: {places:?}");
        assert!(keyword.help.ends_with('.'), "`{word}` has no sentence");
    }
    for word in ["square", "unsolvable", "anywhere", "except", "twice"] {
        assert_eq!(set.contains(word), word != "twice", "{word}");
    }
}

/// The words by which statements are told apart are those that the grammar knows.
#[test]
fn statement_words_agree_with_the_grammar() {
    for keyword in KEYWORDS {
        let word = keyword.word;
        let unknown = |text: String| codes(&text).contains(&"P0101");
        let foreign = |place| !keyword.places.contains(&place);
        assert_eq!(unknown(format!("{word} x")), foreign(Place::Item), "{word}");
        assert_eq!(unknown(format!("rule r {{ {word} x }}")), foreign(Place::Rule), "{word}");
        assert_eq!(unknown(format!("puzzle p {{ {word} x }}")), foreign(Place::Puzzle), "{word}");
    }
}
