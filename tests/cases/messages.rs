//! One mistake, one diagnostic, and the help that a newcomer needs.

use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_base::diag::Diagnostic;
use puzzlec_model::project::MemoryFiles;

fn analysis(text: &str) -> Analysis {
    let files = MemoryFiles([("mine.puzzle".to_owned(), text.to_owned())].into());
    Analysis::load(&files, &["mine.puzzle".to_owned()])
}

fn found(text: &str) -> Vec<Diagnostic> {
    analysis(text).check(&Budget::unlimited())
}

/// The only finding: its code, and the text that it points at.
fn only(text: &str) -> (Diagnostic, String) {
    let analysis = analysis(text);
    let mut all = analysis.check(&Budget::unlimited());
    assert_eq!(all.len(), 1, "{text}\n{all:#?}");
    let place = analysis.sources().slice(all[0].primary.span).to_owned();
    (all.remove(0), place)
}

/// A puzzle of frogs with some of its statements said otherwise.
fn frogs(old: &str, new: &str) -> String {
    const TEXT: &str = "edition 1
piece frog \"F\"
rule step(x: frog, y: empty) { when adjacent(x, y); move x to y }
rule hop { [ frog | ? | empty ] -> [ empty | ? | frog ] }
puzzle P {
    board line 3
    rules step, hop
    start row F..
    goal row ..F
    expect solvable in 1 move
}
";
    assert!(TEXT.contains(old), "{old}");
    TEXT.replacen(old, new, 1)
}

#[test]
fn a_mistake_is_told_once() {
    for (old, new, code, place) in [
        ("x: frog", "x: Frog", "P0201", "Frog"),
        ("y: empty", "x: empty", "P0202", "x"),
        ("edition 1", "edition 1\nuse peg-solitaire", "P0102", "-"),
        ("piece frog \"F\"", "piece frog F", "P0102", "F"),
        ("piece frog \"F\"", "peice frog \"F\"", "P0101", "peice"),
        ("piece frog \"F\"", "piece frog \"F\"\npiece frog \"G\"", "P0202", "frog"),
        ("    goal", "    measure hops = sum\n    goal", "P0201", "sum"),
        ("P {\n    board line 3", "P(n: 2...6 = 3) {\n    board line n", "P0102", "."),
        ("line 3", "line 4", "P0301", "row F.."),
        ("    rules", "    # how they move\n    rules", "P0102", "#"),
        ("rules step, hop", "rules step hop", "P0102", "hop"),
        ("board line 3", "borad line 3", "P0101", "borad"),
    ] {
        let (diagnostic, at) = only(&frogs(old, new));
        assert_eq!((diagnostic.code.as_str(), at.as_str()), (code, place), "{new}");
    }
    // With an import that could not be read its names are not told either.
    for line in ["use peg.jump", "import peg", "use pegs as peg"] {
        let text = format!(
            "edition 1\n{line}\npuzzle P {{ board line 3; rules peg.jump; start row oo.; goal row ..o }}"
        );
        only(&text);
    }
}

#[test]
fn what_other_languages_write_is_mended() {
    for (old, new, help) in [
        ("[ empty |", "[ emtpy |", "did you mean `empty`?"),
        ("goal row ..F", "goal count(frog) = 2", "write `==` instead of `=`"),
        ("adjacent(x, y)", "adjacent(x, y) && y is empty", "write `and` instead of `&&`"),
        ("adjacent(x, y)", "!adjacent(x, y)", "write `not` instead of `!`"),
        ("adjacent(x, y)", "frog at x and adjacent(x, y)", "write `x is frog`"),
        ("goal row ..F", "goal where frog at c1", "write `c1 is frog`"),
        ("goal row ..F", "goal frog at (n + 1) / 2", "count from a cell in a direction d: `step(a1, d, n)`"),
        ("goal row ..F", "goal row ..F or where count(frog) <> 1", "write `!=` instead of `<>`"),
        ("goal row ..F", "goal count(frog) ≤ 0", "write `<=` instead of `≤`"),
        ("line 3", "square 3x1", "width and height are needed: `3 by 1`"),
        ("line 3", "square 3", "width and height are needed: `3 by 3`"),
        ("\"F\"", "“F”", "texts need straight double quotes: `\"`"),
        ("rule step", "rule \"Step on\"", "names are single words without quotes: `step_on`"),
        ("puzzle P", "puzzle \"three frogs\"", "names are single words without quotes: `ThreeFrogs`"),
        ("start row F..", "start F.*2", "marks in a row stand behind the word `row`"),
        ("start row F..", "start F at a1", "`F` is the mark of `frog`: use the name `frog`"),
        ("] -> [ empty", "] → [ empty", "write `->` instead of `→`"),
        ("] -> [ empty", "] => [ empty", "write `->` instead of `=>`"),
        ("] -> [ empty", "] [ empty", "is `->` missing here?"),
        ("when adjacent(x, y)", "if adjacent(x, y)", "did you mean `when`?"),
        ("when adjacent(x, y)", "when y == empty", "test what the cell holds: `y is empty`"),
        ("goal row ..F", "goal frog == 1", "write `count(frog)` for the number of these pieces"),
        ("move x to y", "move x -> y", "write `to` instead of `->`"),
        ("rules step, hop", "rules step and hop", "write `,` instead of `and`"),
        ("goal row ..F", "goal: row ..F", "leave out `:`"),
    ] {
        let all = found(&frogs(old, new));
        assert!(all.iter().any(|d| d.help.as_deref() == Some(help)), "{new}\n{all:#?}");
    }
}

#[test]
fn a_name_that_the_board_lacks_is_told_with_the_names_that_it_has() {
    let note = |text: &str| only(text).0.notes.join("\n");
    assert_eq!(note(&frogs("row ..F", "frog at middle")), "the cells of the board run from `a1` to `c1`");
    assert_eq!(note(&frogs("row ..F", "frog at d1")), "the cells of the board run from `a1` to `c1`");
    let drawn = frogs("line 3", "line \"\"\"\n. m .\n\"\"\"").replace("row ..F", "frog at middle");
    assert_eq!(note(&drawn), "the cells of the board run from `a1` to `c1`; named: `m`");
}

#[test]
fn a_repair_is_never_proposed_where_the_grammar_does_not_take_it() {
    let (diagnostic, _) = only(&frogs("start row F..", "start frog a1 b1"));
    let fixes: Vec<&str> = diagnostic.fixes.iter().map(|f| f.title.as_str()).collect();
    assert!(fixes.is_empty(), "{fixes:?}");
}

#[test]
fn where_stands_in_every_part_of_a_goal() {
    for goal in [
        "where a1 is empty and b1 is empty or where c1 is frog",
        "row ..F or where c1 is frog and where a1 is empty",
        "where c1 is frog or row ..F",
    ] {
        assert_eq!(found(&frogs("row ..F", goal)), [], "{goal}");
    }
}

#[test]
fn rules_that_are_listed_twice_and_rules_that_contradict_themselves() {
    let (diagnostic, at) = only(&frogs("step, hop", "step, hop, step"));
    assert_eq!((diagnostic.code.as_str(), at.as_str()), ("P0910", "step"));
    assert_eq!(diagnostic.fixes[0].edits[0].text, "");
    let text = frogs("when adjacent(x, y)", "when x is not frog");
    let (diagnostic, at) = only(&text);
    assert_eq!((diagnostic.code.as_str(), at.as_str()), ("P0903", "step"));
}

#[test]
fn one_dense_row_among_spaced_ones() {
    let (diagnostic, at) = only(include_str!("spacing-trap.puzzle"));
    assert_eq!((diagnostic.code.as_str(), at.as_str()), ("P0911", ". c."));
    let board = |rows: &str| format!("edition 1\nboard B = square \"\"\"\n{rows}\n\"\"\"\n");
    only(&board("    . . .\n    ...\n    . . ."));
    for rows in [". .\n...\n. .", "...\n. .\n...", ". . .\n.....\n. . .", ".. .\n. .", "  ...\n. . ."] {
        assert_eq!(found(&board(rows)), [], "{rows}");
    }
}

#[test]
fn a_tab_is_blamed_on_its_own_row() {
    let text = "edition 1\nboard B = square \"\"\"\n    . . .\n    . . .\n\t. . .\n\"\"\"\n";
    let (diagnostic, at) = only(text);
    assert_eq!((diagnostic.code.as_str(), at.as_str()), ("P0303", "\t"));
    // Where it moves the row by whole cells nothing else would tell.
    let (diagnostic, at) = only(&text.replace('\t', "\t  ").replace("    .", "     ."));
    assert_eq!((diagnostic.code.as_str(), at.as_str()), ("P0911", "\t  "));
    assert_eq!(found(&text.replace("    .", "\t.")), []);
}

#[test]
fn two_puzzles_of_one_name_are_not_solved() {
    let analysis = analysis(include_str!("dup.puzzle"));
    let codes: Vec<&str> = analysis.check(&Budget::unlimited()).iter().map(|d| d.code.as_str()).collect();
    assert_eq!(codes, ["P0202", "P0202"]);
    let puzzle = &analysis.puzzles()[0];
    let faults = analysis.model(puzzle, &[]).unwrap_err();
    assert!(faults.iter().all(|d| d.code.as_str() == "P0202") && !faults.is_empty(), "{faults:#?}");
}

#[test]
fn an_item_with_an_error_has_no_meaning() {
    for (old, new, code) in [
        ("piece frog \"F\"", "piece frog \"FF\"", "P0402"),
        ("rule hop", "rule step", "P0202"),
        ("goal row ..F", "goal row ..F\n    expect nothing", "P0102"),
    ] {
        let analysis = analysis(&frogs(old, new));
        let faults = analysis.model(&analysis.puzzles()[0], &[]).unwrap_err();
        assert!(faults.iter().any(|d| d.code.as_str() == code), "{new}\n{faults:#?}");
    }
}

#[test]
fn a_mark_is_one_character() {
    let (diagnostic, _) = only(&frogs("\"F\"", "\"F\u{301}\""));
    assert_eq!(diagnostic.code.as_str(), "P0401");
}

/// What cannot be read in one statement is no second mistake of others.
#[test]
fn a_statement_that_cannot_be_read_is_told_once() {
    let counter = |edition: &str, counter: &str| {
        format!(
            "edition {edition}\ncounter {counter}\nrule burn {{ set fuel = fuel - 1 }}\n\
             puzzle P {{ rules burn; goal where fuel == 7; expect solvable in 2 moves }}\n"
        )
    };
    assert_eq!(found(&counter("1", "fuel = 9")), []);
    for (text, code, place) in [
        (counter("3", "fuel = 9"), "P0110", "3"),
        (counter("1", "fuel = 9 9"), "P0102", "9"),
        (counter("1", "fuel = x"), "P0201", "x"),
        (frogs("line 3", "3 by 1"), "P0102", "3"),
    ] {
        let (diagnostic, at) = only(&text);
        assert_eq!((diagnostic.code.as_str(), at.as_str()), (code, place), "{text}");
    }
    for entry in ["gourds.gourd R-G x 2", "2 gourds.gourd R-G", "gourds.gourd R-G, , gourds.gourd B-B"] {
        only(&format!(
            "edition 1\nuse gourds\npuzzle X {{\n board square 2 by 2\n place {entry}\n \
             goal colours \"\"\"\n  R G\n  R G\n \"\"\"\n expect 1 placements\n}}\n"
        ));
    }
}

#[test]
fn two_statements_in_one_line() {
    for (line, word) in
        [("goal where empty(cells) expect unsolvable", "expect"), ("title \"T\" goal row ..o", "goal")]
    {
        let text = format!(
            "edition 1\npiece o \"o\"\nrule r {{ [ o | empty ] -> [ empty | o ] }}\npuzzle P {{\n board line 3\n rules r\n \
             start row o..\n {line}\n}}\n"
        );
        let (diagnostic, at) = only(&text);
        assert_eq!((diagnostic.code.as_str(), at.as_str()), ("P0102", word));
        let help = format!("begin `{word}` on a new line, or write `;` before it");
        assert_eq!(diagnostic.help, Some(help));
        let [edit] = diagnostic.fixes[0].edits.as_slice() else { panic!("{diagnostic:?}") };
        let mut mended = text.clone();
        mended.replace_range(edit.span.range(), &edit.text);
        assert_eq!(found(&mended), [], "{mended}");
    }
}

#[test]
fn what_functions_of_sets_give() {
    let text = |on: &str, goal: &str| {
        format!(
            "edition 2\npiece o \"o\"\npuzzle P {{\n board square 2 by 2\n place o *{on}\n goal where {goal}\n}}\n"
        )
    };
    for (on, goal, at, headline, help) in [
        (
            "",
            "component(a1, o) == 2",
            "component",
            "a number is needed here, but `component` is cells",
            Some("count them: `count(component(…))`"),
        ),
        (
            "",
            "components(o)",
            "components",
            "a test is needed here, but `components` is a number",
            Some("compare it: `components(…) == 1`"),
        ),
        (
            " on cells where x: x is o",
            "connected(o)",
            "cells where x: x is o",
            "the same cells in every position are needed here, and these depend on it",
            None,
        ),
    ] {
        let (diagnostic, place) = only(&text(on, goal));
        assert_eq!((place.as_str(), diagnostic.headline.as_str()), (at, headline));
        assert_eq!(diagnostic.help.as_deref(), help);
    }
}

#[test]
fn walls_in_a_plain_board() {
    let text = |board: &str, start: &str| {
        format!(
            "edition 1\nuse peg\n{board} square \"\"\"\n  .|. .\n  . . .\n\"\"\"\npuzzle P {{\n board B\n rules peg.jump\n \
             start \"\"\"\n  {start}\n  . . .\n \"\"\"\n goal count(peg) == 1\n}}\n"
        )
    };
    let (diagnostic, _) = only(&text("board B =", "o o ."));
    assert_eq!(
        diagnostic.help.as_deref(),
        Some("if `|` and `-` are walls between cells, write `square walls`")
    );
    let (diagnostic, at) = only(&text("board B =", "o|o ."));
    assert_eq!((diagnostic.code.as_str(), at.as_str()), ("P0302", "|"));
    let help = "walls are drawn on a board with walls: write `square walls`";
    assert_eq!(diagnostic.help.as_deref(), Some(help));
    // Where no position is drawn the board has one more cell.
    let board = |kind: &str, rows: &str| format!("edition 2\nboard B = {kind} \"\"\"\n{rows}\n\"\"\"\n");
    let (diagnostic, at) = only(&board("square", "  .|. .\n  . . .\n  . . ."));
    assert_eq!((diagnostic.code.as_str(), at.as_str()), ("P0921", "|"));
    let (diagnostic, _) = only(&board("square diagonal", "  # #|#\n  #|# #"));
    assert_eq!(diagnostic.code.as_str(), "P0921");
    for (kind, rows) in
        [("square walls", "  .|. .\n  . . ."), ("square", "  | | |\n  | . |"), ("square", "  |.|\n  ...")]
    {
        assert_eq!(found(&board(kind, rows)), [], "{rows}");
    }
}

/// A title may have characters that XML does not allow.
#[test]
fn pictures_are_well_formed() {
    let analysis = analysis(include_str!("ctrl.puzzle"));
    let pictures = analysis.pictures(&analysis.puzzles()[0], &[], &Budget::unlimited()).unwrap();
    let drawn = puzzlec_render::svg::puzzle(&pictures, puzzlec_render::svg::Look::default());
    let allowed =
        |c: char| matches!(c, '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    assert!(drawn.chars().all(allowed), "{drawn:?}");
}

/// Control characters, and controls of the direction of text, in titles and comments.
#[test]
fn hidden_characters() {
    let places = |text: &str| -> Vec<(&str, usize)> {
        let all = found(text);
        all.iter().map(|d| (d.code.as_str(), text[..d.primary.span.range().start].lines().count())).collect()
    };
    assert_eq!(places(include_str!("ctrl.puzzle")), [("P0918", 2), ("P0918", 4), ("P0918", 5)]);
    assert_eq!(places(include_str!("bidi.puzzle")), [("P0918", 2), ("P0918", 4)]);
    // Texts from right to left, with marks of direction, are none.
    assert_eq!(found(&frogs("    board", "    title \"\u{5d0}\u{200f}!\" // \u{627}\u{61c}\n\tboard")), []);
    let (diagnostic, _) = only(&frogs("    board", "    // \u{202e}\n    board"));
    assert_eq!(diagnostic.headline, "U+202E is a control of the direction of text");
}
