//! A game as data: what a text of PuzzleScript, or another notation for worlds with keys, stands for.

use puzzlec_base::Span;

use crate::Bits;
pub use crate::shape::{Direction, Shape};

/// A game with all its levels.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// The title; empty if there is none.
    pub title: String,
    /// The author; empty if there is none.
    pub author: String,
    /// What its settings change in play.
    pub settings: Settings,
    /// The shape of its boards.
    pub shape: Shape,
    /// All objects, numbered by layers.
    pub objects: Vec<Object>,
    /// The number of layers.
    pub layers: usize,
    /// Objects of which every cell of a level has one at the start.
    pub background: Bits,
    /// What the keys move.
    pub player: Thing,
    /// Rules before the movement.
    pub rules: Pass,
    /// Rules after the movement.
    pub late: Pass,
    /// What wins; with no condition only the command does.
    pub conditions: Vec<Condition>,
    /// Levels and messages in their order.
    pub entries: Vec<Entry>,
    /// Single characters with the objects that they stand for, to draw boards.
    pub keys: Vec<(char, Bits)>,
}

/// Settings that change the play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// A key by which no player leaves its cell is taken back.
    pub require_player_movement: bool,
    /// The rules run once before the first key.
    pub run_rules_on_level_start: bool,
    /// The action key does nothing.
    pub noaction: bool,
    /// Ticks without a key come by the clock.
    pub realtime: bool,
    /// Undo does nothing.
    pub noundo: bool,
    /// The key for a restart does nothing.
    pub norestart: bool,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// The name, in lower case.
    pub name: String,
    /// Its layer.
    pub layer: usize,
    /// The names or hexadecimal codes of its colours.
    pub colours: Vec<String>,
    /// The rows of its picture: digits for colours, `.` for none; empty if all is the first colour.
    pub sprite: Vec<String>,
    /// Where it is declared.
    pub span: Span,
}

/// Objects that a name stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thing {
    /// The objects.
    pub objects: Bits,
    /// Whether a cell needs all of them; else one is enough.
    pub all: bool,
}

/// Groups of rules that run one after another.
#[derive(Clone, Debug, Default)]
pub struct Pass {
    /// The groups.
    pub groups: Vec<Group>,
    /// For the last group of a loop the first one.
    pub back: Vec<Option<usize>>,
}

/// Rules that run over and over until none changes anything.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// Whether one of all matches is drawn, once.
    pub random: bool,
    /// The rules, without shorthand.
    pub rules: Vec<Rule>,
}

/// A rule without shorthand.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The line that it comes from.
    pub span: Span,
    /// How it lies on the board.
    pub direction: Direction,
    /// The rows of cells.
    pub rows: Vec<Row>,
    /// Whether its marks are noted for the test of rigid groups.
    pub rigid: bool,
    /// Whether it has a right side.
    pub writes: bool,
    /// What it queues.
    pub commands: Vec<Command>,
}

/// The parts of a row, between which any number of cells may lie.
pub type Row = Vec<Vec<Pattern>>;

/// What a cell must hold, and what is written into it. A mark has the number [`Shape::marks`] `* layer` and that of its
/// direction in [`Shape::directions`], or for the action key the number after them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// Objects that must be there.
    pub present: Bits,
    /// Objects that must not be there.
    pub missing: Bits,
    /// Sets of which one object must be there.
    pub any: Vec<Bits>,
    /// Marks that must be there.
    pub marked: Bits,
    /// Marks that must not be there.
    pub still: Bits,
    /// What is written.
    pub write: Option<Write>,
}

/// What is written into a cell: first cleared, then set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Write {
    /// Objects that go.
    pub clear: Bits,
    /// Objects that come.
    pub set: Bits,
    /// Marks that go.
    pub unmark: Bits,
    /// Marks that come.
    pub mark: Bits,
    /// Layers that a rigid rule notes, all five marks of each.
    pub noted: Bits,
    /// Objects of which one is drawn.
    pub random: Bits,
    /// Layers whose mark is drawn.
    pub turned: Vec<usize>,
}

/// What a rule queues.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Command {
    /// Take the turn back.
    Cancel,
    /// Go to the restart point.
    Restart,
    /// Win.
    Win,
    /// This board becomes the restart point.
    Checkpoint,
    /// A turn without a key follows.
    Again,
    /// Show a text.
    Message(String),
}

/// How a condition counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// Every cell with the thing.
    All,
    /// Some cell.
    Some,
    /// No cell.
    No,
}

/// A condition of winning.
#[derive(Clone, Debug)]
pub struct Condition {
    /// How it counts.
    pub quantifier: Quantifier,
    /// What is counted.
    pub what: Thing,
    /// On what.
    pub on: Option<Thing>,
}

/// An entry of the list of levels.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A text.
    Message(String),
    /// A board.
    Level(Level),
}

/// A board at its start.
#[derive(Clone, Debug)]
pub struct Level {
    /// Its name.
    pub name: String,
    /// Where it is drawn.
    pub span: Span,
    /// Cells in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The objects of each cell, by columns.
    pub cells: Vec<Bits>,
    /// Places, by columns, that are no cells of the board.
    pub outside: Bits,
    /// Claims about it with their places.
    pub expected: Vec<(Span, Expected)>,
}

/// A claim about a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Some keys win.
    Solvable,
    /// So many keys win, and fewer do not.
    Least(usize),
    /// At most so many keys win.
    Within(usize),
    /// No keys win.
    Unsolvable,
    /// These keys win.
    Plan(Vec<String>),
}

impl Game {
    /// All levels with their names.
    pub fn levels(&self) -> impl Iterator<Item = (String, &Level)> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Level(level) => Some((level.name.clone(), level)),
            Entry::Message(_) => None,
        })
    }

    /// All rules.
    pub fn all_rules(&self) -> impl Iterator<Item = &Rule> {
        self.rules.groups.iter().chain(&self.late.groups).flat_map(|group| &group.rules)
    }

    /// Whether a rule has a command.
    pub fn commands(&self, wanted: impl Fn(&Command) -> bool) -> bool {
        self.all_rules().any(|rule| rule.commands.iter().any(&wanted))
    }

    /// Whether anything is drawn by chance.
    pub fn has_chance(&self) -> bool {
        let drawn = |rule: &Rule| {
            let mut writes = rule.rows.iter().flatten().flatten().filter_map(|cell| cell.write.as_ref());
            writes.any(|write| write.random.iter().count() > 1 || !write.turned.is_empty())
        };
        self.rules.groups.iter().chain(&self.late.groups).any(|group| group.random)
            || self.all_rules().any(drawn)
    }

    /// The character of a level that stands for the objects of a cell, or for one that lies on top.
    pub fn key(&self, cell: &Bits) -> char {
        let bare =
            |objects: &Bits| Bits::of(objects.iter().filter(|object| !self.background.contains(*object)));
        let wanted = bare(cell);
        let exact = self.keys.iter().find(|key| key.1 == *cell);
        let same = exact.or_else(|| self.keys.iter().find(|key| bare(&key.1) == wanted));
        let on_top = || {
            let single = |object: &usize| self.keys.iter().find(|key| key.1 == Bits::of([*object]));
            wanted.iter().collect::<Vec<_>>().iter().rev().find_map(single)
        };
        same.or_else(on_top).map_or('?', |key| key.0)
    }

    /// Whether a level can be won at all.
    pub fn has_goal(&self) -> bool {
        !self.conditions.is_empty() || self.commands(|command| *command == Command::Win)
    }
}
