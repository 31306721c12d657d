//! Hover, signatures, hints, lenses, actions.

use puzzlec_analysis::ide::{ActionKind, FUNCTIONS, LensKind, actions, hints, hover, lenses, signature};
use puzzlec_base::{Budget, Span};

use super::{Marked, files, text};

fn told(at: &Marked) -> String {
    hover(&at.analysis, at.file, at.offset)
        .map_or(String::new(), |h| format!("[{}]\n{}", at.place(h.span), h.markdown))
}

#[test]
fn every_function_has_its_sentence() {
    let known: Vec<&str> = puzzlec_model::scope::function_names().collect();
    let told: Vec<&str> = FUNCTIONS.iter().map(|f| f.name).collect();
    assert_eq!(known, told);
}

#[test]
fn items_are_told_with_their_facts() {
    let at = text("use peg\npuzzle P { board peg.¦English }");
    let wanted = "[main:2:22 English]
```puzzle
board English = square
```

The English board: 33 holes, 76 jumps.

- 33 cells
- directions: right, down, left, up
- names: `c` = d4

```
    . . .
    . . .
. . . . . . .
. . . c . . .
. . . . . . .
    . . .
    . . .
```

`stdlib:peg.puzzle`";
    assert_eq!(told(&at), wanted);
    let at = text("use sliding\npuzzle P { rules sliding.¦slide(2) }");
    assert!(told(&at).contains("rule slide(x, y; k: 1..1000 = 2) on Tape\n"), "{}", told(&at));
}

#[test]
fn marks_tell_their_cell() {
    let at = text(
        "piece peg \"o\" // a peg\nrule r { [ peg | empty ] -> [ empty | peg ] }\npuzzle P {\n board square 2 by 2\n rules r\n start \"\"\"\n  .¦o\n  ..\n \"\"\"\n goal empty }",
    );
    let wanted = "[main:7:4 o]\ncell `b1`\n\nneighbours: b2, a1\n\n```puzzle\npiece peg \"o\"\n```";
    assert_eq!(told(&at), wanted);
}

#[test]
fn steps_tell_where_they_leave_the_board() {
    let edge = |text_with_mark: &str| {
        let all = told(&text(text_with_mark));
        all.lines().last().unwrap_or_default().to_owned()
    };
    let goal =
        "piece n \"1\"\npuzzle Pair { board line 4; place n * 2; goal where any x in cells: x is n and ";
    assert_eq!(
        edge(&format!("{goal}st¦ep(x, right, 2) is n }}")),
        "It leaves the board for `x` = c1, d1. A test of it is false there."
    );
    assert_eq!(edge(&format!("{goal}occupied(ru¦n(x, right, 1)) }}")), "It never leaves the board.");
    let rule = "piece n \"1\"\nrule go(x: n, d: direction) { move x to st¦ep(x, d) }\n\
                puzzle P { board line 2; rules go; start row 1.; goal row .1 }";
    assert_eq!(
        edge(rule),
        "It leaves the board of `P` for `x` = b1 with `d` = right; `x` = a1 with `d` = left. A test of it is false there."
    );
}

#[test]
fn words_functions_and_scripts_are_told() {
    assert!(told(&text("piece p { ri¦gid }")).contains("never turns"));
    let told_set = told(&text("rule r(x) { se¦t fuel = 1 }"));
    assert!(
        told_set
            .ends_with("```puzzle\nset rim = cells where c: count(around c) < 4\nset fuel = fuel - 1\n```"),
        "{told_set}"
    );
    assert!(told(&text("rule r(x) { when adja¦cent(x, x) }")).contains("neighbours"));
    assert!(
        told(&text("puzzle P { goal script \"\"\"fn goal(p) { p.bo¦ard }\"\"\" }"))
            .contains("position.board -> board")
    );
    let at = files(&[
        ("main.puzzle", "board S = script \"b.rhai\" :: ¦star(5)"),
        ("b.rhai", "// A star.\nfn star(n) { n }"),
    ]);
    assert_eq!(told(&at), "[main:1:30 star]\n```rhai\nfn star(n)\n```\n\nA star.");
    let at =
        files(&[("main.puzzle", "board S = script \"b.rhai\""), ("b.rhai", "fn board() { gra¦ph([], []) }")]);
    assert!(told(&at).contains("graph(vertices, edges) -> board"), "{}", told(&at));
}

fn call(at: &Marked) -> String {
    let Some(found) = signature(&at.analysis, at.file, at.offset) else { return String::new() };
    let active = found.parameters.get(found.active);
    let active = active.map_or("", |r| &found.label[r.start as usize..r.end as usize]);
    format!("{} / {active}", found.label)
}

#[test]
fn calls_are_told() {
    assert_eq!(call(&text("rule r(x) { when occupied(run(x, ¦")), "run(x, d, n) / d");
    assert_eq!(
        call(&text("use sliding\npuzzle P { rules sliding.slide(¦) }")),
        "sliding.slide(k: 1..1000 = 2) / k: 1..1000 = 2"
    );
    assert_eq!(
        call(&text("board G(n: int = 2) = square n by n\npuzzle P { board G(¦) }")),
        "G(n: int = 2) / n: int = 2"
    );
    assert_eq!(
        call(&text("puzzle P { goal script \"\"\"fn goal(p) { p.board.step(c, ¦) }\"\"\" }")),
        "board.step(cell, direction) -> cell or () / direction"
    );
    assert_eq!(call(&text("rule r(¦x) { }")), "");
}

#[test]
fn hints_name_parameters_and_count() {
    let at = text(
        "use sliding\npuzzle P {\n    board hex side 3\n    rules sliding.slide(2)\n    start row W*3 B*2\n}",
    );
    let whole = Span::new(at.file, 0, 1000);
    let found = hints(&at.analysis, at.file, whole);
    let shown: Vec<String> = found.iter().map(|h| h.label.clone()).collect();
    assert_eq!(shown, ["19 cells", "k:", "3 nickels, 2 pennies"]);
}

#[test]
fn puzzles_can_be_solved_above_their_names() {
    let at = text(
        "use peg\npuzzle P { board line 3; rules peg.jump; start row oo.; goal row ..o; expect solvable }\npuzzle Q(n) { }",
    );
    let kinds: Vec<LensKind> = lenses(&at.analysis, at.file).into_iter().map(|l| l.kind).collect();
    assert_eq!(
        kinds,
        [LensKind::Solve, LensKind::Shortest, LensKind::Count, LensKind::Test, LensKind::Board]
    );
    let at = text("puzzle P { board line 3; place peg; goal where a1 is peg; clues }\npiece peg");
    let kinds: Vec<LensKind> = lenses(&at.analysis, at.file).into_iter().map(|l| l.kind).collect();
    assert_eq!(kinds, [LensKind::Generate, LensKind::Board]);
}

#[test]
fn fixes_of_diagnostics_are_offered() {
    let at = text("use peg\npuzzle P { board line 3; rules peg.j¦mp; start row oo.; goal row ..o }");
    let diagnostics = at.analysis.check(&Budget::unlimited());
    let here = Span { file: at.file, start: at.offset, end: at.offset };
    let found = actions(&at.analysis, at.file, here, &diagnostics);
    assert_eq!(found[0].title, "replace `jmp` by `jump`");
    assert_eq!((found[0].kind, found[0].fixes.clone()), (ActionKind::Fix, vec!["P0201"]));
    assert!(at.edited(&found[0].edits)[0].contains("peg.jump"));
}

/// The texts after the action with this title at the mark.
fn acted(marked: &str, title: &str) -> String {
    let at = text(marked);
    let diagnostics = at.analysis.check(&Budget::unlimited());
    let here = Span { file: at.file, start: at.offset, end: at.offset };
    let found = actions(&at.analysis, at.file, here, &diagnostics);
    let titles: Vec<&str> = found.iter().map(|a| a.title.as_str()).collect();
    let action = found.iter().find(|a| a.title == title).unwrap_or_else(|| panic!("{titles:?}"));
    at.edited(&action.edits).concat()
}

#[test]
fn pictures_are_changed() {
    let board = "board B = square \"\"\"\n    . a .\n    b .¦\n\"\"\"\n";
    assert_eq!(
        acted(board, "rotate the board by 90°"),
        "board B = square \"\"\"\n    b .\n    . a\n      .\n\"\"\"\n"
    );
    assert_eq!(
        acted(board, "square up the picture"),
        "board B = square \"\"\"\n    . a .\n    b . .\n\"\"\"\n"
    );
    let tight = "board B = square \"\"\"\n    .a.\n    b.¦\n\"\"\"\n";
    assert_eq!(
        acted(tight, "rotate the board by 90°"),
        "board B = square \"\"\"\n    b.\n    .a\n     .\n\"\"\"\n"
    );
    let start = "puzzle P {\n    start ¦\"\"\" o . - \"\"\"\n}\n";
    assert_eq!(acted(start, "write the picture as a `row`"), "puzzle P {\n    start row \"o.-\"\n}\n");
}

#[test]
fn a_board_that_is_drawn_on_is_not_turned() {
    let titles = |marked: &str| {
        let at = text(marked);
        let here = Span { file: at.file, start: at.offset, end: at.offset };
        let found = actions(&at.analysis, at.file, here, &[]);
        found.into_iter().map(|a| a.title).collect::<Vec<_>>()
    };
    let turned = "rotate the board by 90°".to_owned();
    let board = "board B = square \"\"\"\n    . .¦ .\n    . .\n\"\"\"\n";
    assert!(titles(board).contains(&turned));
    let start =
        "use peg\npuzzle P {\n    board B\n    rules peg.jump\n    start row oo...\n    goal row o....\n}\n";
    assert!(!titles(&format!("{board}{start}")).contains(&turned));
    let own =
        "use peg\npuzzle P {\n    board square \"\"\"\n        . .¦ .\n    \"\"\"\n    start row oo.\n}\n";
    assert!(!titles(own).contains(&turned));
}

#[test]
fn mistakes_are_repaired() {
    let puzzle =
        |inside: &str| format!("use peg\npuzzle P {{\n    board line 3\n    rules peg.jump\n{inside}}}\n");
    let whole = "    start row oo.\n    goal  row ..o\n";
    assert_eq!(
        acted(&puzzle(&format!("    title \"A ¦row\n{whole}")), "close the quotes"),
        puzzle(&format!("    title \"A row\"\n{whole}"))
    );
    let board = "board B = square \"\"\"¦\n    . .\n    . .\n";
    assert_eq!(acted(board, "close the picture"), "board B = square \"\"\"\n    . .\n    . .\n\"\"\"\n");
    assert_eq!(
        acted(&puzzle(&format!("{whole}    start¦ row .oo\n")), "remove this statement"),
        puzzle(whole)
    );
    let lacks = puzzle("    goal  row ..o\n").replace("puzzle P", "puzzle ¦P");
    assert_eq!(
        acted(&lacks, "add a `start`"),
        puzzle("    goal  row ..o\n    start \"\"\"\n        . . .\n    \"\"\"\n")
    );
    let lacks = format!("use peg\npuzzle ¦P {{\n    board line 3\n{whole}}}\n");
    assert_eq!(
        acted(&lacks, "add a `rules`"),
        format!("use peg\npuzzle P {{\n    board line 3\n{whole}    rules peg.jump\n}}\n")
    );
}

#[test]
fn a_module_that_is_not_imported_is() {
    let text = "edition 1\npuzzle P {\n    board peg.English\n    rules ¦peg.jump\n    start full except c\n    goal only peg at c\n}\n";
    let wanted = text.replace("edition 1\n", "edition 1\nuse peg\n").replace('¦', "");
    assert_eq!(acted(text, "add `use peg`"), wanted);
}

#[test]
fn a_file_of_nearly_the_same_name_is_proposed() {
    let at = files(&[("main.puzzle", "use \"./bords.puzzle\"¦"), ("boards.puzzle", "edition 1\n")]);
    let diagnostics = at.analysis.faults();
    let here = Span { file: at.file, start: at.offset, end: at.offset };
    let found = actions(&at.analysis, at.file, here, &diagnostics);
    assert_eq!(at.edited(&found[0].edits), ["use \"./boards.puzzle\""]);
}

#[test]
fn items_are_written() {
    let head = "use peg\n\n";
    let puzzle = |start: &str| {
        format!(
            "/// Words.\npuzzle P {{\n    board line 3\n    rules peg.jump\n    start {start}\n    goal  row ..o\n}}\n"
        )
    };
    let text = format!("{head}{}", puzzle("row ¦oo."));
    let wanted = format!("{head}configuration PStart = row oo.\n\n{}", puzzle("PStart"));
    assert_eq!(acted(&text, "make the start a configuration `PStart`"), wanted);
    let text = format!("{head}{}", puzzle("row o¦x."));
    let wanted = format!("{head}piece x \"x\"\n\n{}", puzzle("row ox."));
    assert_eq!(acted(&text, "add a piece with the mark `x`"), wanted);
}
