//! The rules of a game of keys as data for a page.

use serde::Serialize;

use puzzlec_worlds::Bits;
use puzzlec_worlds::game::{Command, Group, Pass, Pattern, Quantifier, Rule, Shape, Thing, Write};

/// A game of keys as programs of pages read it. Objects and layers are numbers, and marks have those of
/// [`puzzlec_worlds::game::Pattern`].
#[derive(Clone, Debug, Serialize)]
pub struct KeyTables {
    /// Columns and rows of the box in which the board lies.
    pub size: [usize; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) shape: Option<&'static str>,
    /// Places of the box that are no cells, row by row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) outside: Vec<usize>,
    /// The number of layers.
    pub layers: usize,
    /// For each object its layer.
    pub objects: Vec<usize>,
    /// Contents of cells, each its objects; the first one is empty.
    #[serde(skip)]
    pub contents: Vec<Vec<usize>>,
    /// Objects of the background.
    #[serde(skip)]
    pub background: Vec<usize>,
    pub(crate) player: ThingTable,
    pub(crate) rules: PassTable,
    pub(crate) late: PassTable,
    pub(crate) goal: Vec<(&'static str, ThingTable, Option<ThingTable>)>,
    pub(crate) flags: Flags,
    /// The keys.
    pub keys: Vec<&'static str>,
    /// The contents of the level as drawn, where its begin differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) drawn: Option<Vec<usize>>,
    /// The restart point after the begin, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) point: Option<Vec<usize>>,
    /// Whether the restart point can change.
    pub(crate) restarts: bool,
    pub(crate) chance: bool,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Flags {
    #[serde(rename = "move")]
    pub(crate) moves: bool,
    pub(crate) start: bool,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ThingTable {
    pub(crate) o: Vec<usize>,
    pub(crate) all: bool,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct PassTable {
    pub(crate) groups: Vec<GroupTable>,
    pub(crate) back: Vec<Option<usize>>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct GroupTable {
    pub(crate) random: bool,
    pub(crate) rules: Vec<RuleTable>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct RuleTable {
    pub(crate) d: usize,
    pub(crate) rows: Vec<Vec<Vec<CellTable>>>,
    pub(crate) rigid: bool,
    pub(crate) writes: bool,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) c: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct CellTable {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) p: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) n: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) a: Vec<Vec<usize>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) m: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) s: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) w: Option<WriteTable>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct WriteTable {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) c: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) s: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) u: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) m: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) n: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) r: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) t: Vec<usize>,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

pub(crate) fn list(set: &Bits) -> Vec<usize> {
    set.iter().collect()
}

pub(crate) fn thing(thing: &Thing) -> ThingTable {
    ThingTable { o: list(&thing.objects), all: thing.all }
}

pub(crate) fn pass(shape: Shape, pass: &Pass) -> PassTable {
    let group = |group: &Group| GroupTable {
        random: group.random,
        rules: group.rules.iter().map(|one| rule(shape, one)).collect(),
    };
    PassTable { groups: pass.groups.iter().map(group).collect(), back: pass.back.clone() }
}

fn rule(shape: Shape, rule: &Rule) -> RuleTable {
    let mut commands = 0;
    let mut text = None;
    for command in &rule.commands {
        commands |= match command {
            Command::Cancel => 1,
            Command::Restart => 2,
            Command::Win => 4,
            Command::Checkpoint => 8,
            Command::Again => 16,
            Command::Message(message) => {
                text.get_or_insert_with(|| message.clone());
                0
            }
        };
    }
    let row = |row: &Vec<Vec<Pattern>>| row.iter().map(|part| part.iter().map(cell).collect()).collect();
    RuleTable {
        d: shape.number(rule.direction).unwrap_or(0),
        rows: rule.rows.iter().map(row).collect(),
        rigid: rule.rigid,
        writes: rule.writes,
        c: commands,
        text,
    }
}

fn cell(pattern: &Pattern) -> CellTable {
    let write = |write: &Write| WriteTable {
        c: list(&write.clear),
        s: list(&write.set),
        u: list(&write.unmark),
        m: list(&write.mark),
        n: list(&write.noted),
        r: list(&write.random),
        t: write.turned.clone(),
    };
    CellTable {
        p: list(&pattern.present),
        n: list(&pattern.missing),
        a: pattern.any.iter().map(list).collect(),
        m: list(&pattern.marked),
        s: list(&pattern.still),
        w: pattern.write.as_ref().map(write),
    }
}

pub(crate) fn condition(
    condition: &puzzlec_worlds::game::Condition,
) -> (&'static str, ThingTable, Option<ThingTable>) {
    (word(condition.quantifier), thing(&condition.what), condition.on.as_ref().map(thing))
}

/// The word for a shape; squares need none.
pub(crate) fn word_of(shape: Shape) -> Option<&'static str> {
    match shape {
        Shape::Square => None,
        Shape::Hex | Shape::Triangle => Some("hex"),
        Shape::Line => Some("line"),
        Shape::Ring => Some("ring"),
    }
}

/// The word for the number of cells that a condition is about.
pub(crate) fn word(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::All => "all",
        Quantifier::Some => "some",
        Quantifier::No => "no",
    }
}
