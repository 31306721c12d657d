//! A game as arrays of words.

use super::{AGAIN, CANCEL, CHECKPOINT, RESTART, WIN};
use crate::Bits;
use crate::game::{Command, Game, Pass, Pattern, Quantifier, Rule, Settings, Shape, Thing};

/// Whether all bits of `part` are in `whole`.
#[inline]
pub(super) fn holds<const N: usize>(whole: &[u64; N], part: &[u64; N]) -> bool {
    whole.iter().zip(part).all(|(a, b)| b & !a == 0)
}

/// Whether a bit is in both.
#[inline]
pub(super) fn meets<const N: usize>(a: &[u64; N], b: &[u64; N]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// Adds all bits.
#[inline]
pub(super) fn add<const N: usize>(a: &mut [u64; N], b: &[u64; N]) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a |= b);
}

/// Takes all bits away.
#[inline]
pub(super) fn remove<const N: usize>(a: &mut [u64; N], b: &[u64; N]) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a &= !b);
}

/// Adds one bit.
#[inline]
pub(super) fn insert<const N: usize>(a: &mut [u64; N], bit: usize) {
    if let Some(word) = a.get_mut(bit / 64) {
        *word |= 1 << (bit % 64);
    }
}

#[inline]
pub(super) fn is_zero<const N: usize>(a: &[u64; N]) -> bool {
    a.iter().all(|word| *word == 0)
}

/// A thing as a mask.
pub(super) struct Mask<const W: usize> {
    objects: [u64; W],
    all: bool,
}

impl<const W: usize> Mask<W> {
    fn new(thing: &Thing) -> Self {
        Mask { objects: thing.objects.words(), all: thing.all }
    }

    /// Whether a cell has it.
    #[inline]
    pub(super) fn is_in(&self, cell: &[u64; W]) -> bool {
        if self.all { holds(cell, &self.objects) } else { meets(cell, &self.objects) }
    }
}

/// What a cell must hold.
pub(super) struct Test<const W: usize, const M: usize> {
    present: [u64; W],
    missing: [u64; W],
    any: Box<[[u64; W]]>,
    marked: [u64; M],
    still: [u64; M],
    pub(super) write: Option<Change<W, M>>,
}

impl<const W: usize, const M: usize> Test<W, M> {
    fn new(pattern: &Pattern) -> Self {
        let write = pattern.write.as_ref().map(|write| Change {
            clear: write.clear.words(),
            set: write.set.words(),
            unmark: write.unmark.words(),
            mark: write.mark.words(),
            noted: write.noted.words(),
            random: write.random.iter().collect(),
            turned: write.turned.clone().into(),
        });
        Test {
            present: pattern.present.words(),
            missing: pattern.missing.words(),
            any: pattern.any.iter().map(Bits::words).collect(),
            marked: pattern.marked.words(),
            still: pattern.still.words(),
            write,
        }
    }

    #[inline]
    pub(super) fn fits(&self, objects: &[u64; W], marks: &[u64; M]) -> bool {
        holds(objects, &self.present)
            && holds(marks, &self.marked)
            && !meets(objects, &self.missing)
            && !meets(marks, &self.still)
            && self.any.iter().all(|any| meets(objects, any))
    }
}

/// What is written into a cell.
pub(super) struct Change<const W: usize, const M: usize> {
    pub(super) clear: [u64; W],
    pub(super) set: [u64; W],
    pub(super) unmark: [u64; M],
    pub(super) mark: [u64; M],
    pub(super) noted: [u64; M],
    pub(super) random: Box<[usize]>,
    pub(super) turned: Box<[usize]>,
}

/// A row of cells in parts, with all objects and marks that it needs.
pub(super) struct RowTest<const W: usize, const M: usize> {
    pub(super) parts: Box<[Box<[Test<W, M>]>]>,
    pub(super) length: usize,
    pub(super) objects: [u64; W],
    pub(super) marks: [u64; M],
}

/// A rule.
pub(super) struct RuleTest<const W: usize, const M: usize> {
    /// Its place among all rules of the game.
    pub(super) number: usize,
    /// The lines along which it is read, and whether forward.
    pub(super) axis: usize,
    pub(super) forward: bool,
    pub(super) rows: Box<[RowTest<W, M>]>,
    pub(super) objects: [u64; W],
    pub(super) marks: [u64; M],
    pub(super) rigid: bool,
    pub(super) writes: bool,
    pub(super) commands: u8,
    pub(super) message: Option<usize>,
}

/// A group of rules.
pub(super) struct GroupTest<const W: usize, const M: usize> {
    pub(super) random: bool,
    pub(super) rules: Box<[RuleTest<W, M>]>,
}

/// A pass.
pub(super) struct PassTest<const W: usize, const M: usize> {
    pub(super) groups: Vec<GroupTest<W, M>>,
    pub(super) back: Vec<Option<usize>>,
}

/// A whole game.
pub(super) struct Program<const W: usize, const M: usize> {
    pub(super) rules: PassTest<W, M>,
    pub(super) late: PassTest<W, M>,
    pub(super) shape: Shape,
    pub(super) has_rigid: bool,
    pub(super) layers: Vec<[u64; W]>,
    /// For each object its layer.
    pub(super) layer_of: Vec<usize>,
    pub(super) player: Mask<W>,
    /// The layers that players are in, with the players.
    pub(super) player_layers: Vec<(usize, [u64; W])>,
    pub(super) conditions: Vec<(Quantifier, Mask<W>, Option<Mask<W>>)>,
    pub(super) messages: Vec<String>,
    pub(super) settings: Settings,
}

impl<const W: usize, const M: usize> Program<W, M> {
    pub(super) fn new(game: &Game) -> Self {
        let mut messages = Vec::new();
        let mut number = 0;
        let rules = pass(game.shape, &game.rules, &mut number, &mut messages);
        let late = pass(game.shape, &game.late, &mut number, &mut messages);
        let mut layers = vec![[0; W]; game.layers];
        for (number, object) in game.objects.iter().enumerate() {
            if let Some(layer) = layers.get_mut(object.layer) {
                insert(layer, number);
            }
        }
        let players: [u64; W] = game.player.objects.words();
        let mut player_layers = Vec::new();
        for (number, layer) in layers.iter().enumerate() {
            let mut mask = *layer;
            mask.iter_mut().zip(&players).for_each(|(a, b)| *a &= b);
            if !is_zero(&mask) {
                player_layers.push((number, mask));
            }
        }
        let conditions =
            game.conditions.iter().map(|c| (c.quantifier, Mask::new(&c.what), c.on.as_ref().map(Mask::new)));
        Program {
            shape: game.shape,
            has_rigid: game.all_rules().any(|rule| rule.rigid),
            rules,
            late,
            layers,
            layer_of: game.objects.iter().map(|object| object.layer).collect(),
            player: Mask::new(&game.player),
            player_layers,
            conditions: conditions.collect(),
            messages,
            settings: game.settings,
        }
    }
}

fn pass<const W: usize, const M: usize>(
    shape: Shape,
    pass: &Pass,
    number: &mut usize,
    messages: &mut Vec<String>,
) -> PassTest<W, M> {
    let mut groups = Vec::with_capacity(pass.groups.len());
    for group in &pass.groups {
        let mut rules = Vec::with_capacity(group.rules.len());
        for rule in &group.rules {
            rules.push(self::rule(shape, rule, *number, messages));
            *number += 1;
        }
        let rules = rules.into();
        groups.push(GroupTest { random: group.random, rules });
    }
    PassTest { groups, back: pass.back.clone() }
}

fn rule<const W: usize, const M: usize>(
    shape: Shape,
    rule: &Rule,
    number: usize,
    messages: &mut Vec<String>,
) -> RuleTest<W, M> {
    let mut rows = Vec::with_capacity(rule.rows.len());
    let (mut objects, mut marks) = ([0; W], [0; M]);
    for parts in &rule.rows {
        let parts: Box<[Box<[Test<W, M>]>]> =
            parts.iter().map(|part| part.iter().map(Test::new).collect()).collect();
        let mut row =
            RowTest { length: parts.iter().map(|p| p.len()).sum(), parts, objects: [0; W], marks: [0; M] };
        for test in row.parts.iter().flat_map(|part| part.iter()) {
            add(&mut row.objects, &test.present);
            add(&mut row.marks, &test.marked);
        }
        add(&mut objects, &row.objects);
        add(&mut marks, &row.marks);
        rows.push(row);
    }
    let (mut commands, mut message) = (0, None);
    for command in &rule.commands {
        commands |= match command {
            Command::Cancel => CANCEL,
            Command::Restart => RESTART,
            Command::Win => WIN,
            Command::Checkpoint => CHECKPOINT,
            Command::Again => AGAIN,
            Command::Message(text) => {
                message.get_or_insert(messages.len());
                messages.push(text.clone());
                0
            }
        };
    }
    let (axis, forward) = shape.axis(rule.direction);
    let (rows, writes, rigid) = (rows.into(), rule.writes, rule.rigid);
    RuleTest { number, axis, forward, rows, objects, marks, rigid, writes, commands, message }
}
