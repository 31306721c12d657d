//! The functions that puzzles name, and how each is written.

use std::fmt::Write as _;
use std::sync::Arc;

use super::ScriptText;
use puzzlec_base::{FileId, Span};

/// A function of a script that a puzzle names, with its additional arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Hook {
    /// The script's text.
    pub text: Arc<str>,
    /// The file that it stands in.
    pub file: FileId,
    /// Where in that file the text begins: 0 where the file is the script.
    pub offset: u32,
    /// The function's name.
    pub function: String,
    /// Where the puzzle names it.
    pub at: Span,
    /// The integers that the puzzle passes.
    pub args: Vec<i64>,
}

impl Hook {
    /// Its text with its place.
    pub fn text(&self) -> ScriptText<'_> {
        ScriptText { file: self.file, text: &self.text, offset: self.offset }
    }
}

/// The callbacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The moves of a rule at a position.
    Moves,
    /// Whether a move is allowed.
    Legal,
    /// Whether a position is a goal.
    Goal,
    /// A lower bound of the number of moves.
    Bound,
    /// The invariant.
    Invariant,
    /// The appearance of a cell.
    Render,
}

impl Kind {
    /// The arguments and the result of such a function.
    pub(super) fn form(self) -> &'static Form {
        match self {
            Kind::Moves => &MOVES,
            Kind::Legal => &LEGAL,
            Kind::Goal => &GOAL,
            Kind::Bound => &BOUND,
            Kind::Invariant => &INVARIANT,
            Kind::Render => &RENDER,
        }
    }

    /// The function's name where the puzzle gives none.
    pub fn default_name(self) -> &'static str {
        self.form().name
    }
}

/// The arguments and the result of a function of a puzzle.
#[derive(Debug)]
pub(super) struct Form {
    /// Its name where the puzzle gives none.
    pub(super) name: &'static str,
    /// Its first arguments; integers may follow.
    pub(super) given: &'static [&'static str],
    /// Its result, in words.
    pub(super) gives: &'static str,
    /// The correction for a result of another kind.
    pub(super) help: &'static str,
}

impl Form {
    /// Its signature: `fn goal(position, number)`.
    pub(super) fn signature(&self, function: &str, numbers: usize) -> String {
        let mut all = self.given.to_vec();
        all.resize(all.len() + numbers.min(8), "number");
        let mut text = format!("fn {function}({}", all.join(", "));
        let _ = write!(text, "{})", if numbers > 8 { ", …" } else { "" });
        text
    }
}

pub(super) static BOARD: Form = Form {
    name: "board",
    given: &[],
    gives: "a board",
    help: "end the function with `drawn(lattice, rows)` or `graph(vertices, edges)`",
};

pub(super) static ACTIONS: Form = Form {
    name: "actions",
    given: &["board"],
    gives: "a list of actions",
    help: "collect the actions with `list.push(action() …)` and end the function with the list",
};

static MOVES: Form = Form { name: "moves", given: &["position"], ..ACTIONS };

static LEGAL: Form = Form {
    name: "legal",
    given: &["position", "move"],
    gives: "true or false",
    help: "end the function with a test, as `move.to != position.board.cell(\"a1\")`",
};

static GOAL: Form = Form {
    name: "goal",
    given: &["position"],
    gives: "true or false",
    help: "end the function with a test, as `position.count(\"peg\") == 1`",
};

static BOUND: Form = Form {
    name: "bound",
    given: &["position"],
    gives: "a whole number from 0, or `\"dead end\"`",
    help: "return a lower bound on the remaining moves, 0 if none is known, or `\"dead end\"`",
};

static INVARIANT: Form = Form {
    name: "invariant",
    given: &["position"],
    gives: "a whole number, a truth value, or a list of them",
    help: "end the function with something that no move changes, as `position.count(\"peg\") % 2`",
};

static RENDER: Form = Form {
    name: "render",
    given: &["cell"],
    gives: "a mark, a text of one character, or ()",
    help: "end the function with `mark(\"x\")`, `mark(\"x\", \"teal\")` or `\"x\"`",
};

pub(super) static START: Form = Form {
    name: "start",
    given: &["board"],
    gives: "a configuration",
    help: "end the function with `configuration().puts(cells, piece)` or `picture(rows)`",
};

pub(super) static CHECK: Form = Form {
    name: "check",
    given: &["puzzle"],
    gives: "a list of findings, one finding, or ()",
    help: "collect the findings with `list.push(error(\"…\"))` and end the function with the list",
};
