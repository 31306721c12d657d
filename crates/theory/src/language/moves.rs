//! Moves on words: the rules of a row as a finite list of replacements.
//!
//! Let R be the influence of the rules ([`influence`]). An action reads and changes cells at most R from its anchor, so
//! from its first cell to its last one it covers at most 2R + 1 cells, and it depends on nothing farther than 3R
//! from its first cell. So the actions with a given first cell are the same on all lines, moved, except for
//! the distances from both ends of the line up to 3R. They are read from the ground actions on lines of
//! all lengths that show these cases; on an endless line from one cell that is far from both ends.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_algebra::automaton::Letter;
use puzzlec_base::Budget;
use puzzlec_model::Model;
use puzzlec_model::rule::Rule;
use puzzlec_search::ground::{Failure, influence};
use puzzlec_task::{Action, Assign, Task, Value, VarId};

use super::{Refused, on_line};

/// The maximum number of contents of the cells of one action that are tried.
const MOST_CASES: usize = 200_000;

/// A replacement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// The contents of adjacent cells.
    pub before: Vec<Letter>,
    /// Their contents after the move; one less if the row closes up.
    pub after: Vec<Letter>,
    /// Only at the beginning of the row.
    pub first: bool,
    /// Only at the end of the row.
    pub last: bool,
}

impl Move {
    /// Whether the row closes up.
    pub fn closes(&self) -> bool {
        self.after.len() < self.before.len()
    }
}

/// All moves of a row.
#[derive(Clone, Debug)]
pub struct Moves {
    /// The number of contents of a cell; 0 is the empty cell.
    pub contents: usize,
    /// Whether the row lies on an endless line. Otherwise the line is as long as the row, and a row that closes up
    /// gets an empty cell at its end.
    pub endless: bool,
    /// Each once, in order. Every one of them changes something.
    pub list: Vec<Move>,
    /// The influence of the rules.
    pub reach: usize,
}

/// The contents of adjacent cells before a move and after it.
type Replaced = (Vec<Letter>, Vec<Letter>);
/// The lines on which a move was found: cells before it and cells behind it.
type Places = BTreeSet<(usize, usize)>;

impl Moves {
    /// The moves of a model on a line.
    ///
    /// # Errors
    /// The rules are of no form that has an influence, a limit of the budget, or the text is wrong.
    pub fn of(model: &Model, rules: &[Rule], budget: &Budget) -> Result<Moves, Refused> {
        let reach = influence(rules, &model.pieces).map_err(|(rule, why)| {
            Refused::Unsuited(format!("rule `{}` {why}; its moves are not read as replacements", rule.name))
        })?;
        let closes: Vec<bool> = rules.iter().map(Rule::closes).collect();
        let far = 3 * reach + 1;
        let contents = model.pieces.contents().count();
        let mut found: BTreeMap<Replaced, Places> = BTreeMap::new();
        let endless = model.board.unbounded;
        let lengths = if endless { 2 * far + 3..=2 * far + 3 } else { 1..=2 * far + 2 * reach + 1 };
        for length in lengths {
            let task = grounded(model, length, budget)?;
            for action in &task.actions {
                let closes = closes.get(action.label.rule as usize).copied().unwrap_or(false);
                let (first, last) = span(action, length, closes)?;
                let (left, right) = (first, (length - 1).saturating_sub(last));
                if if endless { left != far } else { left > far || right > far } {
                    continue;
                }
                for pair in replacements(action, (first, last), length, closes, contents)? {
                    found.entry(pair).or_default().insert((left, right));
                }
            }
        }
        let mut list = Vec::new();
        for ((before, after), places) in found {
            let kinds =
                if endless { vec![(false, false)] } else { ends(&places, far).ok_or_else(irregular)? };
            let of = |(first, last)| Move { before: before.clone(), after: after.clone(), first, last };
            list.extend(kinds.into_iter().map(of));
        }
        Ok(Moves { contents, endless, list, reach })
    }

    /// The number of cells of the longest move.
    pub fn width(&self) -> usize {
        self.list.iter().map(|m| m.before.len()).max().unwrap_or(0)
    }

    /// The rows after one move, with as many empty cells on both sides as a move on an endless line may use.
    pub fn options(&self, word: &[Letter]) -> Vec<Vec<Letter>> {
        let pad = vec![0; if self.endless { self.width() } else { 0 }];
        let row = [pad.as_slice(), word, &pad].concat();
        let mut all = Vec::new();
        for change in &self.list {
            for at in 0..row.len() {
                let Some((head, rest)) = row.split_at_checked(at) else { continue };
                let Some(tail) = rest.strip_prefix(change.before.as_slice()) else { continue };
                if change.first && at != 0 || change.last && !tail.is_empty() {
                    continue;
                }
                let mut next = [head, &change.after, tail].concat();
                if change.closes() && !self.endless {
                    next.push(0);
                }
                all.push(next);
            }
        }
        all
    }
}

fn irregular() -> Refused {
    Refused::Unsuited("the rules act in different ways near the ends of the row".to_owned())
}

fn grounded(model: &Model, length: usize, budget: &Budget) -> Result<Task, Refused> {
    on_line(model, length, budget).map_err(|failure| match failure {
        Failure::Stop(stop) => Refused::Stopped(stop),
        Failure::Diagnostics(diagnostics) => Refused::Wrong(diagnostics),
    })
}

/// The first and the last cell that an action reads or changes. If the row closes up, all cells behind these take the
/// contents of the next cell, and the last cell of the line becomes empty.
fn span(action: &Action, length: usize, closes: bool) -> Result<(usize, usize), Refused> {
    let mut read: Vec<VarId> = action.guard.iter().map(|g| g.0).collect();
    action.condition.for_each_variable(&mut |var| read.push(var));
    let read: Vec<usize> = read.into_iter().map(|v| v as usize).collect();
    let assigned = action.assign.iter().map(|(to, assign)| (*to as usize, assign));
    let changed = |(to, assign): (usize, &Assign)| [Some(to), assign.source().map(|v| v as usize)];
    let all = || read.iter().copied().chain(assigned.clone().flat_map(changed).flatten());
    let first = all().min().unwrap_or(0);
    if !closes {
        return Ok((first, all().max().unwrap_or(0)));
    }
    let assign_of = |to: usize| action.assign.iter().find(|a| a.0 as usize == to).map(|a| &a.1);
    let shifted = |to: usize| match assign_of(to) {
        Some(Assign::Copy(from)) => *from as usize == to + 1,
        Some(Assign::Set(0)) => to + 1 == length,
        // The last cell is empty already.
        None => to + 1 == length && action.guard_of(to as VarId).and_then(|g| g.single()) == Some(0),
        _ => false,
    };
    let mut last = length;
    while last > first && shifted(last - 1) {
        last -= 1;
    }
    // The cell `last` is taken by the one behind it, or is the end of the line.
    let kept = assigned.filter(|(to, _)| *to < last).filter_map(|(_, assign)| assign.source());
    let kept = kept.map(|v| v as usize).chain(read).max().unwrap_or(0);
    let last = last.min(length - 1).max(kept);
    if last >= length || !(last..length).all(shifted) {
        return Err(Refused::Unsuited("the row closes up in an unknown way".to_owned()));
    }
    Ok((first, last))
}

/// The contents before and after an action, for all contents for which it applies and changes something.
fn replacements(
    action: &Action,
    (first, last): (usize, usize),
    length: usize,
    closes: bool,
    contents: usize,
) -> Result<Vec<Replaced>, Refused> {
    let cells: Vec<usize> = (first..=last).collect();
    let mut cases: Vec<Vec<Value>> = vec![Vec::new()];
    for cell in &cells {
        let guard = action.guard_of(*cell as VarId);
        let values = (0..contents).filter_map(|v| Value::try_from(v).ok());
        let values: Vec<Value> = values.filter(|v| guard.is_none_or(|g| g.contains(*v))).collect();
        if cases.len().saturating_mul(values.len()) > MOST_CASES {
            return Err(Refused::Unsuited("a move of the rules covers too many cells".to_owned()));
        }
        cases =
            cases.iter().flat_map(|c| values.iter().map(move |v| [c.as_slice(), &[*v]].concat())).collect();
    }
    let mut all = Vec::new();
    for case in cases {
        let mut position: Vec<Value> = vec![0; length];
        position.splice(first..=last, case.iter().copied());
        let after = action.after(&position);
        if !action.condition.holds(&position) || !closes && after == position {
            continue;
        }
        let end = if closes { last } else { last + 1 };
        let after = after.get(first..end).unwrap_or(&[]);
        let letters = |values: &[Value]| values.iter().map(|v| Letter::from(*v)).collect::<Vec<_>>();
        all.push((letters(&case), letters(after)));
    }
    Ok(all)
}

/// The kinds of places of a move: for each, whether it is the beginning of the row only, and whether the end only. `None` if
/// the move is found on other lines than all those of these kinds.
fn ends(places: &Places, far: usize) -> Option<Vec<(bool, bool)>> {
    let lines = |(first, last): (bool, bool)| -> Places {
        let left = 0..=if first { 0 } else { far };
        left.flat_map(|l| (0..=if last { 0 } else { far }).map(move |r| (l, r))).collect()
    };
    let mut kinds: Vec<(bool, bool)> = Vec::new();
    let mut covered = Places::new();
    for kind in [(false, false), (true, false), (false, true), (true, true)] {
        let all = lines(kind);
        if all.is_subset(places) && !all.is_subset(&covered) {
            kinds.push(kind);
            covered.extend(all);
        }
    }
    (covered == *places).then_some(kinds)
}
