//! How far all gourds are from where a goal wants them.

use puzzlec_base::assignment::{FAR, assigned};
use std::sync::Arc;

use crate::problem::{Board, Cell, Configuration, Label, Lying, NONE, Problem, Target};
use puzzlec_theory::meter::{Halted, Meter};

use super::distances::{Distances, distances};
use super::game::alike;
use super::places::{LOST, Places};

/// The most alike gourds that are assigned to places; of more each takes the place that is nearest to it.
const ASSIGNED: usize = 300;

/// The distances of a gourd from some places.
#[derive(Clone, Debug)]
enum Table {
    /// Alone on the board.
    Alone(Distances),
    /// By node of a small board.
    Nodes(Vec<u8>),
}

/// By gourd whether its second end has the smaller label, and its distances by places with that end first.
type Tables = Vec<(bool, Arc<Table>)>;

/// By gourd how far it is from where a goal wants it. One move changes the sum by at most one.
#[derive(Debug)]
pub(super) struct Nearest {
    /// Nothing on boards that are not small.
    places: Option<Places>,
    tables: Tables,
}

impl Nearest {
    /// The distances from the places that the goals allow; for each class of alike gourds from one place for each where the goal
    /// has as many as there are, assigned so that the sum from the start is least. Of several goals, the nearest one
    /// counts. Nothing if some gourd has no way. With the places of a small board, moves of the others count as possible only where
    /// they are.
    pub fn new(problem: &Problem, places: Option<Places>, meter: &Meter) -> Result<Option<Self>, Halted> {
        let mut nearest: Option<(u64, Tables)> = None;
        let mut found = Nearest { places, tables: Vec::new() };
        for target in &problem.goals {
            if found.aim(problem, target, meter)?
                && let Some(sum) = found.sum(&problem.board, &problem.start)
                && nearest.as_ref().is_none_or(|(least, _)| sum < *least)
            {
                nearest = Some((sum, std::mem::take(&mut found.tables)));
            }
        }
        let Some((_, tables)) = nearest else { return Ok(None) };
        Ok(Some(Nearest { tables, ..found }))
    }

    /// Takes the distances from the places of one goal; says whether every gourd has a place.
    fn aim(&mut self, problem: &Problem, target: &Target, meter: &Meter) -> Result<bool, Halted> {
        let empty: Vec<Cell> =
            (0..).zip(target).filter(|(_, wish)| wish.empty).map(|(cell, _)| cell).collect();
        let mut tables = vec![None; problem.start.gourds()];
        for (labels, gourds) in alike(&problem.labels) {
            meter.poll()?;
            let allowed = allowed(&problem.board, target, labels);
            if allowed.is_empty() {
                return Ok(false);
            }
            let symmetric = labels[0] == labels[1];
            let mut order = vec![0; gourds.len()];
            let mut found = Vec::new();
            if allowed.len() == gourds.len() && gourds.len() <= ASSIGNED {
                for place in &allowed {
                    meter.expanded(problem.board.len())?;
                    found.push(Arc::new(self.table(&problem.board, &[*place], symmetric, &empty)));
                }
                let cost = |gourd: usize, table: usize| {
                    let from = gourds.get(gourd).map(|ends| ends.map(|end| problem.start.cell(end)));
                    let table = found.get(table);
                    let way = from.zip(table).and_then(|(from, table)| {
                        self.read(table, &problem.board, from, problem.start.empty())
                    });
                    way.unwrap_or(FAR)
                };
                for (gourd, table) in assigned(gourds.len(), &cost).into_iter().zip(0..) {
                    if let Some(entry) = order.get_mut(gourd) {
                        *entry = table;
                    }
                }
            } else {
                meter.expanded(problem.board.len())?;
                found.push(Arc::new(self.table(&problem.board, &allowed, symmetric, &empty)));
            }
            for (ends, table) in gourds.iter().zip(order) {
                if let (Some(entry), Some(table)) = (tables.get_mut(ends[0] as usize / 2), found.get(table)) {
                    *entry = Some((ends[0] % 2 == 1, table.clone()));
                }
            }
        }
        self.tables = tables.into_iter().flatten().collect();
        Ok(true)
    }

    /// The distances from some places.
    fn table(&self, board: &Board, places: &[[Cell; 2]], symmetric: bool, empty: &[Cell]) -> Table {
        let mut all = places.to_vec();
        if symmetric {
            all.extend(places.iter().map(|[a, b]| [*b, *a]));
        }
        let Some(small) = &self.places else { return Table::Alone(distances(board, &all)) };
        let nodes = all.iter().filter_map(|[a, b]| small.place(*a, *b)).flat_map(|place| {
            empty.iter().map(move |empty| small.node(place, *empty as u8)).filter(|node| *node != LOST)
        });
        Table::Nodes(small.distances(nodes))
    }

    #[inline]
    fn read(&self, table: &Table, board: &Board, place: [Cell; 2], empty: Cell) -> Option<u32> {
        match (table, &self.places) {
            (Table::Nodes(nodes), Some(places)) => {
                let node = places.node(places.place(place[0], place[1])?, empty as u8);
                nodes.get(usize::from(node)).filter(|moves| **moves != u8::MAX).map(|moves| u32::from(*moves))
            }
            (Table::Alone(distances), _) => distances.get(board, place),
            _ => None,
        }
    }

    /// The number of moves that a gourd on this place itself needs, with this cell empty; nothing if it has no way.
    #[inline]
    pub fn of(&self, board: &Board, gourd: u32, [first, second]: [Cell; 2], empty: Cell) -> Option<u32> {
        let (swapped, table) = self.tables.get(gourd as usize)?;
        self.read(table, board, if *swapped { [second, first] } else { [first, second] }, empty)
    }

    /// The sum over all gourds; nothing if one has no way.
    pub fn sum(&self, board: &Board, position: &Configuration) -> Option<u64> {
        let of = |gourd| self.of(board, gourd, position.gourd(gourd), position.empty()).map(u64::from);
        (0..position.gourds() as u32).map(of).sum()
    }
}

/// The places where a goal allows a gourd with these labels; those of one whose ends are alike in one order.
fn allowed(board: &Board, target: &Target, labels: [Label; 2]) -> Vec<[Cell; 2]> {
    let mut places = Vec::new();
    let lies = |cell: Cell, towards: usize, label, other| {
        let lying = Lying { label, other, towards: towards as u8 };
        target.get(cell as usize).is_some_and(|wish| wish.allows(lying))
    };
    for first in 0..board.len() as Cell {
        for (towards, second) in board.near(first).iter().enumerate() {
            if *second == NONE || labels[0] == labels[1] && *second < first {
                continue;
            }
            if lies(first, towards, labels[0], labels[1])
                && lies(*second, (towards + 3) % 6, labels[1], labels[0])
            {
                places.push([first, *second]);
            }
        }
    }
    places
}
