//! Answers and messages as text.

mod plan;
#[cfg(feature = "cli")]
mod terminal;

use puzzlec_analysis::CountReport;
use puzzlec_base::diag::{Code, Diagnostic, Stop};
use puzzlec_base::{FileId, Limit, Progress, SourceFile, Sources, Span};
use puzzlec_model::mark;
use puzzlec_render::count::report;
use puzzlec_render::github::annotations;
use puzzlec_render::safe::{coloured, json, safe};
use puzzlec_render::{bytes, columns, counted, grouped, progress_line};
use puzzlec_search::{Count, Number};

#[test]
fn a_stopped_count_says_how_far_it_came() {
    let count = Count { levels: vec![1, 4, 12], ..Count::default() };
    let mut counted = CountReport {
        file: "a.puzzle".into(),
        puzzle: "A".into(),
        title: None,
        parameters: Default::default(),
        positions: 17,
        count,
        theory: None,
        stopped: Some(Limit::Cancelled.into()),
        notes: Vec::new(),
    };
    let text = report(&counted);
    assert!(text.starts_with("A\nnot all: it was interrupted; these are the numbers up to 2 moves\n"));
    assert!(text.contains("positions: 17\n") && !text.contains("games"), "{text}");
    counted.count.levels.clear();
    assert_eq!(report(&counted), "A\nnothing was counted: it was interrupted\n");
}

#[test]
fn only_colours_pass() {
    let evil = "a\u{1b}]0;t\u{7}b\u{9b}2J\u{202e}c\rd\n\te";
    assert_eq!(safe(evil), "a?]0;t?b\u{fffd}2J\u{fffd}c?d\n\te");
    assert_eq!(coloured(evil), safe(evil));
    assert_eq!(coloured("\u{1b}[31mred\u{1b}[0m \u{1b}[2J"), "\u{1b}[31mred\u{1b}[0m ?[2J");
    assert_eq!(safe("\u{1b}[31mred"), "?[31mred");
    assert_eq!(json("\"\u{9b}\u{202e}\""), "\"\\u009b\\u202e\"");
}

#[test]
fn what_the_format_reserves_is_escaped() {
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::new("a,b:c.puzzle", "é x\ny\n"));
    let one = Diagnostic::new(Code::UnknownName, Span::new(file, 3, 4), "100% wrong").help("use `y`");
    let tall = Diagnostic::new(Code::UnclosedBlock, Span::new(file, 0, 6), "a: b");
    let title = "title=P0201%3A unknown name";
    let wanted = format!(
        "::error file=a%2Cb%3Ac.puzzle,line=1,col=3,endColumn=3,{title}::100%25 wrong%0Ahelp: use `y`\n\
         ::error file=a%2Cb%3Ac.puzzle,line=1,endLine=2,title=P0103%3A block is not closed::a: b\n"
    );
    assert_eq!(annotations(&sources, &[one, tall]), wanted);
}

#[test]
fn thousands_are_grouped() {
    let cases = [(0, "0"), (12, "12"), (999, "999"), (1000, "1,000"), (181_440, "181,440")];
    for (number, text) in cases {
        assert_eq!(grouped(number), text);
    }
    assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
}

#[test]
fn one_is_singular() {
    assert_eq!(counted(1, "moves"), "1 move");
    assert_eq!(counted(0, "moves"), "0 moves");
    assert_eq!(counted(2, "sweeps"), "2 sweeps");
}

#[test]
fn bytes_have_units() {
    let cases = [(1, "1 byte"), (300 << 20, "300 MiB"), (4 << 30, "4 GiB"), (3 << 29, "1.5 GiB")];
    for (number, text) in cases {
        assert_eq!(bytes(number), text);
    }
    assert_eq!(bytes(u64::MAX), "17,179,869,183.9 GiB");
}

#[test]
fn wide_characters_take_two_columns() {
    assert_eq!(columns("a日é🧩"), 6);
    assert_eq!(columns("e\u{301}"), 1);
}

/// These names are part of the JSON format and never change.
#[test]
fn every_kind_has_its_name_in_documents() {
    let what = || "w".to_owned();
    let fault = Diagnostic::new(Code::ScriptResult, Span::default(), "w");
    for (stop, text) in [
        (Limit::Time { seconds: 5 }.into(), r#"{"limit":"time","seconds":5}"#),
        (Limit::States { states: 7 }.into(), r#"{"limit":"states","states":7}"#),
        (Limit::Memory { bytes: 9 }.into(), r#"{"limit":"memory","bytes":9}"#),
        (Limit::Cancelled.into(), r#"{"limit":"cancelled"}"#),
        (Stop::TooLarge { what: what() }, r#"{"limit":"size","what":"w"}"#),
        (Stop::Unsuited { what: what() }, r#"{"limit":"unsuited","what":"w"}"#),
        (Stop::Unsupported { what: what() }, r#"{"limit":"unsupported","what":"w"}"#),
        (Stop::Checkpoint { what: what() }, r#"{"limit":"checkpoint","what":"w"}"#),
        (Stop::Fault(Box::new(fault)), r#"{"limit":"fault","what":"w"}"#),
        (Stop::Bug { what: what() }, r#"{"limit":"bug","what":"w"}"#),
    ] {
        assert_eq!(serde_json::to_string(&stop).ok().as_deref(), Some(text));
    }
}

#[test]
fn a_removed_statement_takes_its_line_along() {
    let removed = |text: &str, what: &str| {
        let start = text.find(what).unwrap_or(0);
        let span = puzzlec_base::whole_lines(text, Span::new(FileId(0), start, start + what.len()));
        format!("{}{}", &text[..span.start as usize], &text[span.end as usize..])
    };
    assert_eq!(removed("use a\nuse b\nuse c\n", "use b"), "use a\nuse c\n");
    assert_eq!(removed("x\n\nuse b\n\ny\n", "use b"), "x\n\ny\n");
    assert_eq!(removed("use b\n\ny\n", "use b"), "y\n");
    assert_eq!(removed("use b // games\ny\n", "use b"), " // games\ny\n");
    assert_eq!(removed("x\r\n  use b\r\ny", "use b"), "x\r\ny");
}

#[test]
fn marks_are_read_as_they_are_written() {
    for word in ["x", "ü", "10", "01", "zz", "A7", "100", "9999"] {
        let read = mark::of(word);
        assert_eq!(read.map(mark::text).as_deref(), Some(word));
        assert_eq!(read.is_some_and(mark::is_word), word.chars().count() > 1, "{word}");
    }
    for word in ["", "..", "#a", "abc", "012", "10000", "1a3"] {
        assert_eq!(mark::of(word), None, "{word}");
    }
}

#[test]
fn too_large_is_told() {
    let mut powers = vec![Number::ONE];
    for _ in 0..127 {
        let mut power = *powers.last().unwrap();
        power.add(power);
        powers.push(power);
    }
    let mut n = Number::default();
    powers[1..].iter().for_each(|power| n.add(*power));
    assert_eq!(n.exact(), Some(u128::MAX - 1));
    assert_eq!(n.to_string(), "340,282,366,920,938,463,463,374,607,431,768,211,454");
    n.add(Number::ONE);
    assert_eq!((n.exact(), n.to_string().as_str()), (None, "more than 2^128"));
    n.add(n);
    assert_eq!(serde_json::to_string(&n).unwrap(), "null");
    assert_eq!(serde_json::to_string(&Number::from(1 << 60)).unwrap(), "\"1152921504606846976\"");
}

#[test]
fn the_line_of_progress_has_what_is_known() {
    let told = |progress| progress_line("Peg", 3, &progress, Some(1000));
    let all = Progress { depth: 4, states: 12_345, frontier: 678, bytes: 1 << 20 };
    assert_eq!(told(all), "Peg: 3 s, 12,345 positions (1,000 a second), 1 MiB, level of 678, none within 4");
    assert_eq!(told(Progress { bytes: 1 << 20, ..Progress::default() }), "Peg: 3 s, 1 MiB");
    assert_eq!(told(Progress::default()), "Peg: 3 s");
}
