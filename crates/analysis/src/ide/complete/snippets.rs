//! Snippets of whole puzzles and of scripts.

use super::{Completer, CompletionKind as Kind};

/// Snippets of items: labels, descriptions and texts.
pub(super) const ITEMS: &[(&str, &str, &str)] = &[
    (
        "rule: drawn",
        "A rule drawn by a pattern.",
        "rule ${1:step} { [ ${2:peg} | empty ] -> [ empty | ${2:peg} ] }",
    ),
    (
        "rule: written",
        "A rule written with variables.",
        "rule ${1:move}(x: ${2:peg}, y: empty) {\n    when ${3:adjacent(x, y)}\n    move x to y\n}",
    ),
    ("board: drawn", "A board that is drawn.", "board ${1:Name} = square \"\"\"\n    ${2:. . .}\n\"\"\""),
    ("piece: new", "A piece with its mark.", "piece ${1:peg} \"${2:o}\""),
];

/// A puzzle of each game: its module, what it is, and its text.
pub(crate) const GAMES: &[(&str, &str, &str)] = &[
    (
        "peg",
        "peg solitaire on the English board",
        "puzzle ${1:Central} {\n    title  \"${2:Peg solitaire}\"\n    board  peg.English\n    rules  peg.jump\n    start  full except c\n    goal   only peg at c\n    expect solvable\n}",
    ),
    (
        "coins",
        "coins that move to cells beside two others",
        "puzzle ${1:Coins} {\n    rules coins.move\n    start \"\"\"\n        o o o\n        o o .\n        . . .\n    \"\"\"\n    goal \"\"\"\n        . o o\n        o o o\n        . . .\n    \"\"\"\n    expect solvable\n}",
    ),
    (
        "sliding",
        "nickels and pennies on a line, moved k at a time",
        "puzzle ${1:Alternate}(n: 3..20 = ${2:3}) {\n    rules  sliding.slide(${3:2})\n    start  row W*n B*n\n    goal   anywhere row (W B)*n or anywhere row (B W)*n\n    expect solvable in n moves\n}",
    ),
    (
        "removal",
        "coins in a row that are removed and turned over",
        "puzzle ${1:Row} {\n    rules  removal.take\n    start  row ${2:01110}\n    goal   empty\n    expect solvable\n}",
    ),
    (
        "gourds",
        "two-cell pieces that slide, turn and pivot",
        "puzzle ${1:Gourds} {\n    board hex side 2\n    rules gourds.all\n    start pieces \"\"\"      colours \"\"\"\n        a a                    R G\n       b b c                  G B B\n        . c                    . R\n    \"\"\"                    \"\"\"\n    goal  colours \"\"\"\n        G R\n       G B ?\n        ? ?\n    \"\"\"\n    expect solvable\n}",
    ),
    (
        "lights",
        "Lights Out: a press toggles a light and its neighbours",
        "puzzle ${1:Lights} {\n    board  square ${2:3} by ${3:3}\n    rules  lights.press\n    start  full lights.on\n    goal   full lights.off\n    expect solvable\n}",
    ),
    (
        "tiles",
        "numbered tiles: the 8-puzzle",
        "puzzle ${1:Eight} {\n    board tiles.Eight\n    rules tiles.slide\n    start \"\"\"\n        1 2 3\n        4 . 6\n        7 5 8\n    \"\"\"\n    goal \"\"\"\n        1 2 3\n        4 5 6\n        7 8 .\n    \"\"\"\n    expect solvable in 2 moves\n}",
    ),
    (
        "blocks",
        "sliding blocks",
        "puzzle ${1:Blocks} {\n    board square 4 by 3\n    rules blocks.step\n    start \"\"\"\n        AA..\n        AABB\n        ..C.\n    \"\"\"\n    goal \"\"\"\n        ..??\n        AA??\n        AA??\n    \"\"\"\n}",
    ),
    (
        "sokoban",
        "a man pushes boxes to targets",
        "puzzle ${1:Boxes} {\n    board square \"\"\"\n        .....\n        ...t.\n        .....\n    \"\"\"\n    rules sokoban.all\n    start \"\"\"\n        .....\n        @\\$...\n        .....\n    \"\"\"\n    goal box at every t\n    expect solvable\n}",
    ),
];

impl Completer<'_, '_> {
    /// Snippets of whole puzzles, with the import if it is missing.
    pub(super) fn games(&mut self) {
        for (module, doc, body) in GAMES {
            let known = self.context.import(self.module, module).is_some();
            let insert = if known { (*body).to_owned() } else { format!("use {module}\n\n{body}") };
            self.snippet(Kind::Snippet, &format!("puzzle: {module}"), doc, &insert);
        }
    }

    /// `script` and what may follow it.
    pub(super) fn script_source(&mut self) {
        if self.cursor.back(0) == "." {
            return;
        }
        self.snippet(Kind::Keyword, "script", "A script in a file.", "script \"${1:script.rhai}\"");
        self.snippet(
            Kind::Snippet,
            "script \"\"\"",
            "A script in the puzzle's text.",
            "script \"\"\"\n    $0\n\"\"\"",
        );
    }

    /// Behind `script`: the functions of the script after `::`, and `per position`.
    pub(super) fn after_script(&mut self, rule: bool) {
        if self.cursor.bracket() == Some("(") {
            return self.parameters();
        }
        if self.cursor.back(0) == "::" {
            return self.functions();
        }
        match self.cursor.back(0) {
            "per" => self.keyword("position"),
            "script" => {}
            _ if rule => self.keyword("per"),
            _ => {}
        }
    }
}
