//! From a line to rules without shorthand: directions, movements, then objects.

use std::collections::HashSet;
use std::hash::Hash;

use super::names::Names;
use super::properties;
use super::rules::Source;
use super::terms::{Cell, Mark, Movement, Name, Several, Side, terms, terms_mut};
use crate::game::Direction;

/// A line that stands for more rules is a mistake.
pub(super) const MOST: usize = 1 << 13;
/// Cells of the rules that a line splits into, also those that are found twice.
const MOST_CELLS: usize = 1 << 19;

/// Why a line has no meaning.
pub(super) enum Problem {
    /// A movement of the right side that nothing decides.
    Ambiguous,
    /// An object of the right side that nothing decides.
    Undecided(String),
    /// More than [`MOST`] rules.
    TooLarge,
}

/// Both sides of a rule in one direction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Plain {
    pub(super) direction: Direction,
    pub(super) left: Side,
    pub(super) right: Side,
}

/// The rules of a line, in order.
pub(super) fn expand(names: &Names, source: &Source) -> Result<Vec<Plain>, Problem> {
    let mut all = Vec::new();
    for direction in directions(names, source) {
        let plain = turned(names, source, direction);
        for moving in movements(names, plain)? {
            all.extend(properties::split(names, moving, source.late)?);
            if all.len() > MOST {
                return Err(Problem::TooLarge);
            }
        }
    }
    Ok(all)
}

/// The directions in which a line is read: only the first if none can make a difference.
fn directions(names: &Names, source: &Source) -> Vec<Direction> {
    let mut directions = source.directions.clone();
    if directions.is_empty() {
        directions.extend(names.shape.directions());
    }
    let relative = |side: &Side| terms(side).any(|term| matches!(term.mark, Mark::Relative(_)));
    if source.left.iter().all(|row| row.len() == 1) && !relative(&source.left) && !relative(&source.right) {
        directions.truncate(1);
    }
    directions
}

/// The rule in one direction. Up becomes down and left becomes right, with the cells reversed, unless there are gaps.
fn turned(names: &Names, source: &Source, direction: Direction) -> Plain {
    let mut plain = Plain { direction, left: source.left.clone(), right: source.right.clone() };
    for term in terms_mut(&mut plain.left).chain(terms_mut(&mut plain.right)) {
        if let Mark::Relative(relative) = term.mark {
            term.mark = relative.read(direction, names.shape);
        }
    }
    let gaps = plain.left.iter().flatten().any(|cell| *cell == Cell::Gap);
    if direction.is_backward() && !gaps {
        plain.direction = direction.opposite();
        plain.left.iter_mut().chain(&mut plain.right).for_each(|row| row.reverse());
    }
    plain
}

/// Replaces rules by what they split into until none splits. Every place that can be split is split at once, and of equal
/// rules the last one is kept: so the first place changes fastest.
pub(super) fn split_all<T: Clone + Eq + Hash>(
    (first, cells): (T, usize),
    mut split: impl FnMut(&T) -> Vec<T>,
) -> Result<Vec<T>, Problem> {
    let (mut done, mut open) = (Vec::new(), vec![first]);
    while !open.is_empty() {
        let mut next = Vec::new();
        for rule in open {
            let parts = split(&rule);
            if parts.is_empty() {
                done.push(rule);
            } else {
                next.extend(parts);
            }
            if next.len() * cells > MOST_CELLS {
                return Err(Problem::TooLarge);
            }
        }
        let mut seen = HashSet::new();
        next.reverse();
        next.retain(|rule| seen.insert(rule.clone()));
        next.reverse();
        if next.len() + done.len() > MOST {
            return Err(Problem::TooLarge);
        }
        open = next;
    }
    Ok(done)
}

/// A rule with the movements that were put for words.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Moving {
    plain: Plain,
    /// For a word at a name: the movement, and in how many cells.
    named: Vec<(Several, Name, Movement, usize)>,
    /// For a word: the movement, and how often.
    words: Vec<(Several, Movement, usize)>,
}

fn movements(names: &Names, plain: Plain) -> Result<Vec<Plain>, Problem> {
    let cells = plain.left.iter().flatten().count();
    let first = Moving { plain, named: Vec::new(), words: Vec::new() };
    let mut rules = Vec::new();
    for mut rule in split_all((first, cells), |rule| split_movement(names, rule))? {
        for (word, name, movement, count) in &rule.named {
            if *count == 1 {
                replace(&mut rule.plain.right, *word, Some(name), *movement);
            }
        }
        for (word, movement, count) in &rule.words {
            if *count == 1 {
                replace(&mut rule.plain.right, *word, None, *movement);
            }
        }
        if terms(&rule.plain.right).any(|term| matches!(term.mark, Mark::Several(_))) {
            return Err(Problem::Ambiguous);
        }
        rules.push(rule.plain);
    }
    Ok(rules)
}

fn replace(side: &mut Side, word: Several, name: Option<&Name>, movement: Movement) {
    for term in terms_mut(side) {
        if term.mark == Mark::Several(word) && name.is_none_or(|name| term.name == *name) {
            term.mark = Mark::Moves(movement);
        }
    }
}

/// For every cell with such a word, the rules with each movement in its place.
fn split_movement(names: &Names, rule: &Moving) -> Vec<Moving> {
    let mut parts = Vec::new();
    for (r, row) in rule.plain.left.iter().enumerate() {
        for (c, cell) in row.iter().enumerate() {
            let found = cell.terms().iter().find_map(|term| match term.mark {
                Mark::Several(word) => Some((word, term.name.clone())),
                _ => None,
            });
            let Some((word, name)) = found else { continue };
            for movement in word.movements(names.shape) {
                let mut part = rule.clone();
                for side in [&mut part.plain.left, &mut part.plain.right] {
                    let cell = side.get_mut(r).and_then(|row| row.get_mut(c));
                    for term in cell.map_or(&mut [][..], |cell| cell.terms_mut()) {
                        if term.mark == Mark::Several(word) && term.name == name {
                            term.mark = Mark::Moves(movement);
                        }
                    }
                }
                match part.named.iter_mut().find(|n| n.0 == word && n.1 == name) {
                    Some(named) => named.3 += 1,
                    None => part.named.push((word, name.clone(), movement, 1)),
                }
                match part.words.iter_mut().find(|w| w.0 == word) {
                    Some(known) => known.2 += 1,
                    None => part.words.push((word, movement, 1)),
                }
                parts.push(part);
            }
        }
    }
    parts
}
