//! Completion by the enclosing statement.

use super::snippets::ITEMS;
use super::{Completer, CompletionKind as Kind, help};
use crate::ide::pictures::snippet_board;
use puzzlec_base::Outline;
use puzzlec_base::colours::COLOURS;
use puzzlec_model::names::Sort;
use puzzlec_syntax::keywords::{Place, words};
use puzzlec_theory::Recognizer;

/// The lattices and other forms of boards, with what follows.
const BOARDS: &[(&str, &str)] = &[
    ("square", "square ${1:8} by ${2:8}"),
    ("square diagonal", "square diagonal ${1:8} by ${2:8}"),
    ("hex", "hex side ${1:3}"),
    ("triangle", "triangle side ${1:5}"),
    ("line", "line ${1:7}"),
    ("ring", "ring ${1:10}"),
    ("graph", "graph { ${1:a}-${2:b} $0}"),
    ("script", "script \"${1:boards.rhai}\" :: ${2:board}($0)"),
];

/// The continuations after the word of a lattice.
const SIZES: &[(&str, &[&str])] = &[
    ("square", &["picture", "N by M", "diagonal", "unbounded"]),
    ("diagonal", &["picture", "N by M", "unbounded"]),
    ("hex", &["picture", "side N", "N by M", "unbounded"]),
    ("triangle", &["picture", "side N"]),
    ("line", &["picture", "N", "unbounded"]),
    ("ring", &["N"]),
    ("graph", &["edges"]),
];

/// The beginnings of statements, with what follows.
const STATEMENTS: &[(&str, &str)] = &[
    ("title", "title \"$1\""),
    ("players", "players 2, last to move ${1|wins,loses,draws|}"),
    ("win", "win ${1|first,second|}: $0"),
    ("measure", "measure ${1:sweeps} = ${2|runs of one piece,pieces moved,cost,actions|}"),
    ("move", "move ${1:x} to ${2:y}"),
    ("swap", "swap ${1:x} with ${2:y}"),
    ("shift", "shift ${1:x} towards ${2:d}"),
    ("put", "put ${1:piece} at ${2:x}"),
    ("flip", "flip ${1:heads} <-> ${2:tails} at ${3:x}"),
];

const CLAIMS: &[(&str, &str, &str)] = &[
    ("solvable", "solvable", "There is a plan."),
    ("solvable in", "solvable in ${1:n} ${2:moves}", "A shortest plan has exactly this length."),
    ("solvable within", "solvable within ${1:n} ${2:moves}", "A shortest plan is at most this long."),
    ("unsolvable", "unsolvable", "It is proved that there is no plan."),
    ("solutions", "${1:n} solutions", "There are exactly this many different shortest plans."),
    ("placements", "${1:n} placements", "The pieces can be placed in exactly this many ways."),
    ("first player wins", "first player wins", "With best play."),
    ("second player wins", "second player wins", "With best play."),
    ("draw", "draw", "With best play neither player wins."),
    ("grundy", "grundy ${1:n}", "The Grundy value of the start."),
    ("plan", "plan ${1:d6-d4}", "These moves are a solution."),
];

impl Completer<'_, '_> {
    pub(super) fn items(&mut self) {
        self.keywords(words(Place::Item));
        for (label, doc, insert) in ITEMS {
            self.snippet(Kind::Snippet, label, doc, insert);
        }
        self.games();
    }

    pub(super) fn head(&mut self) {
        let (keyword, last) = (self.cursor.keyword, self.cursor.back(0));
        let assigned = self.cursor.has("=");
        if assigned && self.cursor.has("script") {
            return self.after_script(keyword == "rule");
        }
        match keyword {
            "edition" => self.plain(Kind::Keyword, "2", "", "The edition of the language."),
            "use" if last == "use" => self.modules(),
            "use" => self.keyword("as"),
            "theory" if last == "theory" => {
                for theory in puzzlec_theories::GAMES.all().map(Recognizer::info) {
                    self.plain(Kind::Keyword, theory.name, theory.title, theory.paper);
                }
            }
            "theory" if self.cursor.has("for") => self.named(&[Sort::Rule]),
            "theory" => self.keyword("for"),
            // The name of a new item is free.
            _ if self.cursor.before.len() == 1 => {}
            "piece" => {}
            "configuration" if assigned => self.configuration(),
            "set" if assigned => self.expression(),
            "rule" if assigned => self.rule_references(),
            "rule" if self.cursor.bracket() == Some("(") => self.rule_head(),
            "rule" if last == "on" || self.cursor.back(1) == "on" && last == "." => self.boards(),
            "rule" => self.keyword("on"),
            "board" if assigned && self.cursor.bracket().is_none() => self.boards(),
            "board" if assigned => self.parameters(),
            "board" | "puzzle" if self.cursor.bracket() == Some("(") && last == ":" => self.keyword("int"),
            _ => {}
        }
    }

    fn rule_head(&mut self) {
        match self.cursor.back(0) {
            ":" | "or" | "." if self.cursor.has(";") => self.keyword("int"),
            ":" | "or" | "." => {
                self.selectors();
                if self.cursor.back(0) != "." {
                    self.plain(Kind::Keyword, "cell", "", "Any cell.");
                    self.plain(Kind::Keyword, "direction", "", "A direction of the board.");
                }
            }
            _ => {}
        }
    }

    fn rule_references(&mut self) {
        if self.cursor.bracket() == Some("(") {
            return self.parameters();
        }
        self.named(&[Sort::Rule]);
        if self.cursor.keyword == "rule" {
            self.script_source();
        }
    }

    /// A rule that follows, with its directions and numbers.
    fn consequence(&mut self, last: &str) {
        if self.cursor.bracket() == Some("(") {
            self.directions();
            return self.parameters();
        }
        self.named(&[Sort::Rule]);
        if !matches!(last, "then" | "," | ".") {
            self.keyword("once");
            self.keyword("each");
        }
    }

    /// At the start of a statement. Words that continue the statement above come first.
    pub(super) fn begin_statement(&mut self) {
        match self.cursor.first() {
            "goal" => self.keywords(&["or", "and"]),
            "[" => self.keyword("along"),
            _ => {}
        }
        let place = if self.cursor.keyword == "rule" { Place::Rule } else { Place::Puzzle };
        for word in words(place) {
            match STATEMENTS.iter().find(|s| s.0 == *word) {
                Some((_, insert)) => {
                    self.snippet(Kind::Keyword, word, help(word), insert);
                }
                None => self.keyword(word),
            }
        }
        if self.cursor.keyword == "rule" {
            let doc = "The content of a run of cells before and after.";
            self.snippet(
                Kind::Snippet,
                "[ … ] -> [ … ]",
                doc,
                "[ ${1:piece} | ${2:empty} ] -> [ ${3:empty} | ${4:piece} ]",
            );
        }
    }

    pub(super) fn statement(&mut self) {
        let (first, last) = (self.cursor.first(), self.cursor.back(0));
        if self.cursor.has("script") {
            return self.after_script(false);
        }
        match first {
            "title" => {}
            "board" if self.cursor.bracket() == Some("(") => self.parameters(),
            "board" => self.boards(),
            "rules" => self.rule_references(),
            "then" => self.consequence(last),
            "start" => self.configuration(),
            "goal" => self.goal(),
            "place" if last == "*" || self.cursor.bracket() == Some("(") => self.parameters(),
            "place" => self.pieces(),
            "fill" if last == "*" || self.cursor.bracket() == Some("(") => self.parameters(),
            "fill" => {
                self.pieces();
                self.keyword("each");
            }
            "clues" if self.cursor.has("of") => self.pieces(),
            "clues" => {
                self.parameters();
                self.keyword("of");
                self.plain(Kind::Keyword, "all of", "", "The puzzle has none of these pieces but its clues.");
            }
            "wish" => self.wish(last),
            "expect" => self.claim(),
            "players" => self.keywords(words(Place::Players)),
            "win" if self.cursor.has(":") => self.goal(),
            "win" => self.keywords(words(Place::Win)),
            "measure" if self.cursor.has("=") => {
                for what in ["actions", "runs of one piece", "pieces moved", "cost"] {
                    self.plain(Kind::Keyword, what, "", "");
                }
                self.named(&[Sort::Rule]);
            }
            "measure" => {}
            "window" => self.parameters(),
            "legal" if self.cursor.has("after") => self.expression(),
            "legal" => {
                self.keywords(words(Place::Guard));
                self.script_source();
            }
            "when" if self.cursor.before.len() == 1 => {
                self.keywords(words(Place::Guard));
                self.expression();
            }
            "bound" | "invariant" | "check" | "render" => self.script_source(),
            "[" => self.pattern(),
            "put" | "flip" if !self.cursor.has("at") => {
                self.pieces();
                self.keyword("at");
            }
            "move" | "swap" | "shift" => {
                self.expression();
                let joint = [("move", "to"), ("swap", "with"), ("shift", "towards")];
                for (_, word) in joint.iter().filter(|j| j.0 == first && last != j.0) {
                    self.keyword(word);
                }
                if last == "towards" {
                    self.directions();
                }
            }
            _ => self.expression(),
        }
    }

    fn wish(&mut self, last: &str) {
        match last {
            "wish" | "," => {
                self.keywords(words(Place::Wish));
                self.parameters();
            }
            "hardest" => self.keyword("by"),
            "by" => {
                self.plain(Kind::Keyword, "positions", "", "The number of positions that can be reached.");
                self.plain(Kind::Keyword, "branching", "", "The moves of a position, on average.");
                self.named(&[Sort::Rule]);
            }
            "symmetric" => {
                for (word, doc) in [
                    ("half turn", "A turn by 180 degrees."),
                    ("quarter turn", "A turn by 90 degrees."),
                    ("mirror", "The mirror image from left to right."),
                ] {
                    self.plain(Kind::Keyword, word, "", doc);
                }
            }
            _ => self.plain(Kind::Keyword, "moves", "", "The unit of lengths without a measure."),
        }
    }

    fn pattern(&mut self) {
        if self.cursor.bracket() == Some("[") {
            self.selectors();
            return self.plain(Kind::Keyword, "?", "", "Anything; its content stays.");
        }
        if self.cursor.has("along") {
            self.directions();
            self.plain(Kind::Direction, "d", "each direction of the board in turn", "");
            return self.keyword("or");
        }
        self.keyword("along");
    }

    pub(super) fn boards(&mut self) {
        let last = self.cursor.back(0);
        if let Some((_, sizes)) = SIZES.iter().find(|s| s.0 == last) {
            return sizes.iter().for_each(|size| self.size(size));
        }
        let number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        match last {
            "board" | "=" | "on" => {}
            "." => return self.named(&[Sort::Board]),
            "by" | "side" => return self.parameters(),
            _ if number(last) && !self.cursor.has("by") && !self.cursor.has("side") => {
                return self.keyword("by");
            }
            _ => return,
        }
        self.named(&[Sort::Board]);
        // A board under definition has no name yet.
        if self.cursor.keyword == "board" {
            let own = self.cursor.before.get(1).map_or("", |b| b.text);
            self.found.retain(|c| c.kind != Kind::Board || c.label != own);
        }
        for (label, insert) in BOARDS {
            let word = label.split(' ').next_back().unwrap_or(label);
            self.snippet(Kind::Keyword, label, help(word), insert);
        }
    }

    /// The form of a lattice's size.
    fn size(&mut self, size: &str) {
        let (label, doc, insert) = match size {
            "picture" => {
                ("\"\"\" picture", "Each cell is a dot or a letter.", "\"\"\"\n    ${1:. . .}\n\"\"\"")
            }
            "N by M" => ("N by M", "Width by height.", "${1:8} by ${2:8}"),
            "N" => ("N", "The number of cells.", "${1:7}"),
            "side N" => ("side N", "The number of cells on each side.", "side ${1:3}"),
            "edges" => ("{ a-b }", "Vertices and edges.", "{ ${1:a}-${2:b} $0}"),
            word => return self.keyword(word),
        };
        self.snippet(Kind::Snippet, label, doc, insert);
    }

    /// A configuration: in a row, marks; after `except` and `at`, cells.
    fn configuration(&mut self) {
        let cells = self
            .cursor
            .before
            .iter()
            .rev()
            .find(|b| matches!(b.text, "at" | "except" | "row" | "and" | "or"));
        match cells.map(|b| b.text) {
            Some("at" | "except") => {
                self.keywords(&["every", "and"]);
                return self.cells();
            }
            Some("row") if self.cursor.back(0) == "*" || self.cursor.back(0) == "-" => {
                return self.parameters();
            }
            Some("row") if self.is_quiet() => return,
            Some("row") => {
                self.marks(self.cursor.has("goal"));
                return self.parameters();
            }
            _ => {}
        }
        self.named(&[Sort::Configuration]);
        self.pieces();
        match self.cursor.back(0) {
            "." => return,
            "full" => return self.keyword("except"),
            _ => {}
        }
        self.keywords(words(Place::Configuration));
        let picture = self.scope.as_ref().and_then(|s| self.context.board_of(s)).and_then(snippet_board);
        if let Some(picture) = picture {
            let doc = "A picture of the whole board, to fill in.";
            self.snippet(Kind::Snippet, "\"\"\" picture", doc, &picture);
        }
        self.script_source();
    }

    fn goal(&mut self) {
        if self.cursor.bracket() == Some("(") && self.cursor.call().is_some() || self.cursor.has("where") {
            return self.expression();
        }
        self.configuration();
        if self.cursor.back(0) != "." && !self.cursor.has("row") {
            self.keywords(words(Place::Goal));
            self.expression();
        }
    }

    fn claim(&mut self) {
        if self.cursor.before.len() == 1 {
            for (label, insert, doc) in CLAIMS {
                self.snippet(Kind::Keyword, label, doc, insert);
            }
            return self.parameters();
        }
        match self.cursor.back(0) {
            "solvable" => self.keywords(&["in", "within", "for"]),
            "unsolvable" => self.keyword("by"),
            "by" => self.plain(Kind::Keyword, "search", "", "By visiting all positions."),
            "placements" | "placement" => self.keywords(&["up", "for"]),
            "up" => self.keyword("to"),
            "first" | "second" => self.keyword("player"),
            "player" => self.keyword("wins"),
            _ => {
                self.parameters();
                self.plain(Kind::Keyword, "moves", "", "The unit of lengths without a measure.");
                self.keywords(&["solutions", "placements", "up", "for", "in"]);
            }
        }
    }

    pub(super) fn properties(&mut self) {
        if self.cursor.back(0) == "colour" {
            for (name, _) in COLOURS {
                self.plain(Kind::Keyword, name, "colour", "");
            }
        } else if self.cursor.back(0) == "shape" {
            for outline in Outline::ALL {
                self.plain(Kind::Keyword, outline.name(), "shape", outline.meaning());
            }
        } else {
            self.snippet(Kind::Property, "cells", "The number of neighbouring cells it covers.", "cells 2");
            self.plain(Kind::Property, "rigid", "", "Any connected shape; no move turns it.");
            self.plain(Kind::Property, "floor", "", "It lies on its cell below the other pieces.");
            self.plain(Kind::Property, "turns", "", "It may be turned where it is placed.");
            self.plain(Kind::Property, "flips", "", "It may be turned over where it is placed.");
            self.snippet(Kind::Property, "shape", "Its cells where it is placed.", "shape \"\"\" $1 \"\"\"");
            self.snippet(Kind::Property, "sprite", "A small picture of it.", "sprite \"\"\"\n    $1\n\"\"\"");
            self.snippet(Kind::Property, "colour", "How it looks.", "colour ${1:green}");
            self.snippet(Kind::Property, "title", "The displayed title.", "title \"$1\"");
        }
    }
}
