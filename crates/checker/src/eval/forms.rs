//! Forms of cells, by definition.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_model::board::{Board, Coord};
use puzzlec_model::expr::Form;

/// By cell those that are joined with it.
type Near = BTreeMap<Coord, BTreeSet<Coord>>;

/// Whether cells have a form; the ends are those of a path.
pub(super) fn is(board: &Board, form: &Form, ends: Option<(Coord, Coord)>, cells: &[Coord]) -> bool {
    let mut near: Near = cells.iter().map(|cell| (*cell, BTreeSet::new())).collect();
    for cell in cells {
        for other in board.neighbours(*cell).into_iter().filter(|other| other != cell) {
            if near.contains_key(&other) {
                near.entry(*cell).or_default().insert(other);
                near.entry(other).or_default().insert(*cell);
            }
        }
    }
    let degrees = |wanted: &dyn Fn(Coord) -> usize| near.iter().all(|(c, near)| near.len() == wanted(*c));
    match (form, ends) {
        (Form::Rectangle, _) => {
            let columns: BTreeSet<i32> = near.keys().map(|cell| cell.x).collect();
            let rows: BTreeSet<i32> = near.keys().map(|cell| cell.y).collect();
            let whole = |side: &BTreeSet<i32>| {
                side.first().zip(side.last()).is_some_and(|(a, b)| (*a..=*b).all(|n| side.contains(&n)))
            };
            whole(&columns) && whole(&rows) && near.len() == columns.len() * rows.len()
        }
        (Form::Loop, _) => one(&near) && degrees(&|_| 2),
        (Form::Tree, _) => {
            let ends: usize = near.values().map(BTreeSet::len).sum();
            one(&near) && ends + 2 == 2 * near.len()
        }
        (Form::Path(..), Some((a, b))) => {
            let wanted = |cell| if a == b { 0 } else { 2 - usize::from(cell == a || cell == b) };
            near.contains_key(&a) && near.contains_key(&b) && one(&near) && degrees(&wanted)
        }
        (Form::Path(..), None) => false,
    }
}

/// Whether there are cells, and each is reached from each through them.
fn one(near: &Near) -> bool {
    let mut open: Vec<Coord> = near.keys().copied().take(1).collect();
    let mut reached: BTreeSet<Coord> = open.iter().copied().collect();
    while let Some(cell) = open.pop() {
        let new = near.get(&cell).into_iter().flatten().copied();
        open.extend(new.filter(|other| reached.insert(*other)));
    }
    !near.is_empty() && reached.len() == near.len()
}
