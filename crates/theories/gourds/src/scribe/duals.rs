//! Potentials of cells that show how many moves the gourds make at least, each on its own.

use std::collections::BTreeMap;

use super::potentials::everywhere;
use super::{fits, may_be_empty};
use crate::least::{Distances, distances};
use crate::problem::{Cell, NONE, Problem, Target};
use puzzlec_theory::meter::{Halted, Meter};

/// The most alike gourds that are assigned to their places.
const ASSIGNED: usize = 300;

/// A cost that is none.
const FAR: i64 = 1 << 24;

/// Gourds that are alike: the cells of their ends at the start, and the places that the goal has for them.
struct Class {
    from: Vec<[Cell; 2]>,
    places: Vec<[Cell; 2]>,
    same: bool,
}

/// Potentials that show that no plan to a goal has fewer moves, if the distances of the gourds do.
pub(super) fn of_goal(
    problem: &Problem,
    target: &Target,
    length: u64,
    meter: &Meter<'_>,
) -> Result<Option<Vec<i64>>, Halted> {
    let board = &problem.board;
    if !(0..board.len() as Cell).any(|cell| may_be_empty(target, cell)) {
        return Ok(Some(vec![0; board.len()]));
    }
    let mut classes: BTreeMap<[u32; 2], Class> = BTreeMap::new();
    for (gourd, labels) in (0..).zip(problem.labels.as_chunks::<2>().0) {
        let [a, b] = *labels;
        let [first, second] = problem.start.gourd(gourd);
        let (labels, from) = if b < a { ([b, a], [second, first]) } else { ([a, b], [first, second]) };
        let class = classes.entry(labels).or_insert_with(|| {
            let places = everywhere(board).into_iter().filter(|place| fits(board, target, labels, *place));
            Class { from: Vec::new(), places: places.collect(), same: a == b }
        });
        class.from.push(from);
    }
    let mut potentials = vec![0; board.len()];
    let enough = |potentials: &[i64]| -> Result<bool, Halted> {
        let mut sum = potentials.iter().sum::<i64>();
        let free = (0..).zip(potentials).filter(|(cell, _)| may_be_empty(target, *cell));
        sum -= free.map(|(_, value)| *value).max().unwrap_or(0);
        for class in classes.values() {
            meter.expanded(board.len())?;
            let Some(own) = worth(problem, class, potentials, meter)? else { return Ok(true) };
            sum += own;
        }
        Ok(u64::try_from(sum).is_ok_and(|sum| sum >= length))
    };
    if enough(&potentials)? {
        return Ok(Some(potentials));
    }
    for class in classes.values().filter(|class| class.from.len() > 1) {
        assign(problem, class, &mut potentials, meter)?;
    }
    Ok(enough(&potentials)?.then_some(potentials))
}

/// What the gourds of a class count at least: their moves to a place, without the potentials of its cells. Nothing if
/// a gourd has no place.
fn worth(
    problem: &Problem,
    class: &Class,
    potentials: &[i64],
    meter: &Meter<'_>,
) -> Result<Option<i64>, Halted> {
    let board = &problem.board;
    let of = |cell: Cell| potentials.get(cell as usize).copied().unwrap_or(0);
    // Places of one worth together.
    let mut levels: BTreeMap<i64, Vec<[Cell; 2]>> = BTreeMap::new();
    for place in &class.places {
        levels.entry(of(place[0]) + of(place[1])).or_default().push(*place);
    }
    let mut least = vec![None::<i64>; class.from.len()];
    for (value, places) in &levels {
        meter.expanded(board.len())?;
        let way = distances(board, places);
        for (from, least) in class.from.iter().zip(&mut least) {
            let own = way.get(board, *from).map(|moves| i64::from(moves) - value);
            *least = (*least).into_iter().chain(own).min();
        }
    }
    Ok(least.into_iter().sum())
}

/// Adds the prices of places to the potentials of their cells, where there are as many as gourds.
fn assign(problem: &Problem, class: &Class, potentials: &mut [i64], meter: &Meter<'_>) -> Result<(), Halted> {
    let board = &problem.board;
    let once = |place: &&[Cell; 2]| !class.same || place[0] < place[1];
    let places: Vec<[Cell; 2]> = class.places.iter().filter(once).copied().collect();
    if places.len() != class.from.len() || places.len() > ASSIGNED {
        return Ok(());
    }
    let mut ways: Vec<Distances> = Vec::with_capacity(places.len());
    for [a, b] in places.iter().copied() {
        meter.expanded(board.len())?;
        let both = [[a, b], [b, a]];
        ways.push(distances(board, if class.same { &both } else { &both[..1] }));
    }
    let cost = |row: usize, column: usize| {
        let moves = ways.get(column).zip(class.from.get(row)).and_then(|(way, from)| way.get(board, *from));
        moves.map_or(FAR, i64::from)
    };
    for ([cell, _], price) in places.iter().zip(prices(places.len(), cost)) {
        potentials.iter_mut().skip(*cell as usize).take(1).for_each(|own| *own += price);
    }
    Ok(())
}

/// By column its price in a least assignment of rows to columns: a dual solution of the Hungarian method.
fn prices(size: usize, cost: impl Fn(usize, usize) -> i64) -> Vec<i64> {
    let (mut rows, mut columns) = (vec![0_i64; size], vec![0_i64; size]);
    let mut row_of = vec![NONE; size];
    let get = |list: &[i64], at: usize| list.get(at).copied().unwrap_or(0);
    for row in 0..size {
        // By column the slack to the rows of the tree, and the column before it.
        let (mut slack, mut before) = (vec![i64::MAX; size], vec![usize::MAX; size]);
        let mut done = vec![false; size];
        let (mut own, mut column) = (row, usize::MAX);
        let end = loop {
            let (mut delta, mut next) = (i64::MAX, usize::MAX);
            for to in (0..size).filter(|to| done.get(*to) == Some(&false)) {
                let reduced = cost(own, to) - get(&rows, own) - get(&columns, to);
                let (Some(slack), Some(before)) = (slack.get_mut(to), before.get_mut(to)) else { continue };
                if reduced < *slack {
                    (*slack, *before) = (reduced, column);
                }
                if *slack < delta {
                    (delta, next) = (*slack, to);
                }
            }
            rows.iter_mut().skip(row).take(1).for_each(|own| *own += delta);
            for to in 0..size {
                if done.get(to) == Some(&true) {
                    let of = row_of.get(to).map_or(usize::MAX, |row| *row as usize);
                    rows.iter_mut().skip(of).take(1).for_each(|own| *own += delta);
                    columns.iter_mut().skip(to).take(1).for_each(|own| *own -= delta);
                } else {
                    slack
                        .iter_mut()
                        .skip(to)
                        .take(1)
                        .filter(|own| **own < i64::MAX)
                        .for_each(|own| *own -= delta);
                }
            }
            done.iter_mut().skip(next).take(1).for_each(|own| *own = true);
            column = next;
            match row_of.get(next).copied() {
                Some(NONE) | None => break next,
                Some(of) => own = of as usize,
            }
        };
        let mut at = end;
        while at != usize::MAX {
            let from = before.get(at).copied().unwrap_or(usize::MAX);
            let of = if from == usize::MAX { row as u32 } else { row_of.get(from).copied().unwrap_or(NONE) };
            row_of.iter_mut().skip(at).take(1).for_each(|own| *own = of);
            at = from;
        }
    }
    columns
}
