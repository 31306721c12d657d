//! Rules, resolved: patterns along paths, and quantified rules with guards and effects.

mod exchange;

use super::board::Direction;
use super::expr::{Cell, Cells, Change, Dir, Num, Part, Slot, Test};
use super::piece::{Named, Selector};
use super::project::ItemRef;
use puzzlec_base::Span;
use puzzlec_script::ScriptCallback;

pub use exchange::check as check_pieces;
pub(crate) use exchange::{members, unlike};
pub use puzzlec_syntax::ast::Repeat;

/// A rule with its parameters filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// Its declaration.
    pub span: Span,
    /// The item that declares it.
    pub item: ItemRef,
    /// The cost of an action, with the place of the number.
    pub cost: Option<(Num, Span)>,
    /// The new values of counters, each at most once, from the position before the move.
    pub sets: Vec<Setting>,
    /// Its body.
    pub body: Body,
}

/// A new value of a counter. Where it is out of the counter's range, there is no action.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The counter, by its number.
    pub counter: u16,
    /// Its new value.
    pub value: Num,
    /// The place of the statement.
    pub span: Span,
}

/// The body of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Drawn: each pattern along each of its paths.
    Patterns(Vec<Pattern>),
    /// Written: one action for each binding of the variables.
    Quantified(Quantified),
    /// Scripted: the actions of a generator, each a written rule without variables.
    Scripted(Vec<Quantified>),
    /// Scripted: the moves that a script gives at each position.
    Callback(ScriptCallback),
}

/// Rules that run after an action, as a part of the move.
#[derive(Clone, Debug, PartialEq)]
pub struct Consequence {
    /// The rule, or the rules of a union. None of them has consequences.
    pub rules: Vec<Rule>,
    /// The values of the first variables for directions of each rule, which may depend on the variables of the
    /// rule with this consequence.
    pub given: Vec<Dir>,
    /// How often it is applied.
    pub repeat: Repeat,
    /// Its place.
    pub span: Span,
}

/// A drawn rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Its place.
    pub span: Span,
    /// The left side, then the right side, cell by cell.
    pub cells: Vec<(PatternCell, PatternCell)>,
    /// What it says of the floor below its cells.
    pub floors: Vec<PatternFloor>,
    /// For each path, the direction of every step; the first direction of a relative path ranges over all
    /// directions of the board.
    pub paths: Vec<Vec<Direction>>,
    /// On a graph: two cells along every edge.
    pub edges: bool,
}

/// The content of a cell of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternCell {
    /// Any content; it does not change.
    Any,
    /// Nothing.
    Empty,
    /// A piece of this kind; `nth` counts the mentions of the kind on its side from 0.
    Piece(Named, usize),
    /// A cell of a chain: the variable's number, and which cell, from 1. On each side the variable has as many
    /// cells as the piece; the piece is of any kind with that number of cells.
    Part(usize, u8),
}

/// What a pattern says of the floor below one of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternFloor {
    /// The number of the cell.
    pub cell: usize,
    /// The floor before the move; `None` if there may be any.
    pub before: Option<Floor>,
    /// The floor after it; `None` if it stays.
    pub after: Option<Floor>,
}

/// The floor below a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Floor {
    /// No floor piece.
    Empty,
    /// Such a floor piece.
    Piece(Named),
}

impl Floor {
    /// The contents of the floor's place.
    pub fn selector(self) -> Selector {
        match self {
            Floor::Empty => Selector::empty(),
            Floor::Piece(piece) => Selector::named(piece),
        }
    }
}

/// One of the two contents that a flip exchanges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Face {
    /// Nothing.
    Empty,
    /// A piece of one cell, or a family.
    Piece(Named),
}

impl Face {
    /// The contents that it stands for.
    pub fn selector(self) -> Selector {
        match self {
            Face::Empty => Selector::empty(),
            Face::Piece(piece) => Selector::named(piece),
        }
    }
}

/// A written rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantified {
    /// Its variables.
    pub variables: Vec<Variable>,
    /// The number of slots of its binding, quantifiers included.
    pub slots: usize,
    /// What must hold before.
    pub guards: Vec<Test>,
    /// The places of the guards, of each `and` the places of its parts; none for what a script gave.
    pub places: Vec<Span>,
    /// What must hold after the effects, with its place.
    pub after: Vec<(Test, Span)>,
    /// What happens, in order.
    pub effects: Vec<Effect>,
    /// Whether the row closes up.
    pub closes: bool,
    /// The consequences of its actions, which run before those of the puzzle.
    pub then: Vec<Consequence>,
    /// Of an action that a script gave, its name in plans; empty if it has none.
    pub name: String,
}

impl Quantified {
    /// Whether it has number variables, rays, selections or intersections of cells, or numbers over cells.
    pub fn ranges(&self) -> bool {
        let numbers = |variable: &Variable| matches!(variable.domain, Domain::Numbers(..));
        let effects = self.effects.iter().flat_map(Effect::parts);
        self.variables.iter().any(numbers)
            || self.guards.iter().map(Part::Test).chain(effects).any(Part::ranges)
            || self.after.iter().any(|(test, _)| Part::Test(test).ranges())
    }
}

/// A variable of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its domain.
    pub domain: Domain,
}

/// The domain of a variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// All cells, or those with such a piece. A rigid piece counts at its first cell only.
    Cells(Option<Selector>),
    /// All directions of the board.
    Directions,
    /// The numbers from the first to the second.
    Numbers(i64, i64),
}

/// A change.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The contents of cells move to other cells, in order; the old cells become empty.
    Move(Cells, Cells),
    /// Two cells exchange their contents.
    Swap(Cell, Cell),
    /// The whole piece on a cell moves one step; its new cells must be free.
    Shift(Cell, Dir),
    /// The cells become empty.
    Remove(Cells),
    /// The cells get a piece.
    Put(Named, Cells),
    /// Such pieces go away from the cells; other contents stay.
    Clear(Named, Cells),
    /// The first content becomes the second and the other way round. Families have the same number of members, and
    /// each member becomes the one with its number; only an empty cell and a single piece have no number.
    Flip(Face, Face, Cells),
    /// The row closes up over the cell.
    Close(Slot),
}

impl Effect {
    /// The same effect on other cells.
    #[must_use]
    pub fn changed(&self, change: Change<'_>) -> Effect {
        match self {
            Effect::Move(a, b) => Effect::Move(change.cells(a), change.cells(b)),
            Effect::Swap(a, b) => Effect::Swap(change.cell(a), change.cell(b)),
            Effect::Shift(cell, dir) => Effect::Shift(change.cell(cell), dir.clone()),
            Effect::Remove(cells) => Effect::Remove(change.cells(cells)),
            Effect::Put(kind, cells) => Effect::Put(*kind, change.cells(cells)),
            Effect::Clear(kind, cells) => Effect::Clear(*kind, change.cells(cells)),
            Effect::Flip(a, b, cells) => Effect::Flip(*a, *b, change.cells(cells)),
            Effect::Close(slot) => Effect::Close(*slot),
        }
    }

    /// The expressions in it.
    pub fn parts(&self) -> Vec<Part<'_>> {
        match self {
            Effect::Move(a, b) => vec![Part::Cells(a), Part::Cells(b)],
            Effect::Swap(a, b) => vec![Part::Cell(a), Part::Cell(b)],
            Effect::Shift(cell, _) => vec![Part::Cell(cell)],
            Effect::Remove(cells)
            | Effect::Put(_, cells)
            | Effect::Clear(_, cells)
            | Effect::Flip(_, _, cells) => {
                vec![Part::Cells(cells)]
            }
            Effect::Close(_) => Vec::new(),
        }
    }
}

impl Rule {
    /// Whether an action of it closes up a row.
    pub fn closes(&self) -> bool {
        matches!(&self.body, Body::Quantified(rule) if rule.closes)
    }

    /// Whether an action of it may put, change or remove floor pieces.
    pub fn changes_floor(&self) -> bool {
        let written = |rule: &Quantified| {
            rule.effects
                .iter()
                .flat_map(Effect::parts)
                .any(|part| matches!(part, Part::Cells(Cells::Floor(_))))
        };
        match &self.body {
            Body::Patterns(patterns) => patterns.iter().flat_map(|p| &p.floors).any(|f| f.after.is_some()),
            Body::Quantified(rule) => written(rule),
            Body::Scripted(all) => all.iter().any(written),
            Body::Callback(_) => false,
        }
    }
}
