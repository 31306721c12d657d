//! Cells that coins must be put on.
//!
//! If no coin is ever put on some cells, those that hold one at some time are the start's and what grows from
//! them by cells with two neighbours, without the barred ones. Where that is not the whole goal, a move ends on
//! a barred cell. Moves to different cells are different moves.

use std::collections::{BTreeSet, VecDeque};

use super::super::proof::Needed;
use super::Case;
use super::walk::Field;
use puzzlec_checker::Unproved;
use puzzlec_model::board::Coord;

impl Case<'_> {
    /// Every plan has at least this number of moves.
    pub(super) fn passed(
        &self,
        cells: &[String],
        choices: &[Needed],
        moves: u64,
    ) -> Result<&'static str, Unproved> {
        let field = Field::new(self)?;
        let mut met = BTreeSet::new();
        let mut read = |name: &String| {
            let cell = self.cell(name)?;
            if !met.insert(cell) {
                return Err(Unproved::Rejected(format!("{name} counts twice")));
            }
            inside(&field, cell, name)
        };
        let mut all = 0;
        let mut barred: Vec<Vec<u32>> = Vec::new();
        for name in cells {
            barred.push(vec![read(name)?]);
            all += 1;
        }
        for Needed { cells, moves } in choices {
            let numbers = cells.iter().map(&mut read).collect::<Result<Vec<u32>, _>>()?;
            match (moves, numbers.len()) {
                (1, 1..) => barred.push(numbers),
                // If one cell were sufficient, the goal would be covered with that one.
                (2, 2..) => barred.extend(numbers.iter().map(|one| without(&numbers, *one))),
                _ => return Err(Unproved::wrong("a list of cells counts once, or twice if it has two")),
            }
            all += moves;
        }
        if all < moves {
            return Err(Unproved::wrong("the cells are too few"));
        }
        for lanes in barred.chunks(128) {
            if field.covered_anyway(lanes)? {
                return Err(Unproved::wrong("the goal can be covered without some of the cells"));
            }
        }
        Ok("moves must lead to as many cells")
    }
}

fn inside(field: &Field<'_>, cell: Coord, name: &str) -> Result<u32, Unproved> {
    let outside = || Unproved::Rejected(format!("{name} lies outside of the span of the start"));
    field.number(cell).ok_or_else(outside)
}

fn without(cells: &[u32], one: u32) -> Vec<u32> {
    cells.iter().copied().filter(|cell| *cell != one).collect()
}

impl Field<'_> {
    /// Whether the goal is covered in spite of one of up to 128 lists of barred cells. A bit represents a
    /// list.
    fn covered_anyway(&self, lists: &[Vec<u32>]) -> Result<bool, Unproved> {
        let Some(goal) = &self.goal else { return Ok(false) };
        let mut open_to = vec![u128::MAX; self.cells()];
        for (at, list) in lists.iter().enumerate() {
            for cell in list {
                if let Some(open) = open_to.get_mut(*cell as usize) {
                    *open &= !(1 << at);
                }
            }
        }
        let mut covered = vec![0_u128; self.cells()];
        for cell in &self.start {
            if let Some(covered) = covered.get_mut(*cell as usize) {
                *covered = u128::MAX;
            }
        }
        let mut queue: VecDeque<u32> = self.start.iter().copied().collect();
        while let Some(cell) = queue.pop_front() {
            self.step()?;
            for next in self.near(cell) {
                let beside = self.near(*next).iter().map(|n| covered.get(*n as usize).copied().unwrap_or(0));
                let (_, twice) = beside.fold((0, 0), |(once, twice), n| (once | n, twice | once & n));
                let open = open_to.get(*next as usize).copied().unwrap_or(0);
                if let Some(covered) = covered.get_mut(*next as usize)
                    && *covered | twice & open != *covered
                {
                    *covered |= twice & open;
                    queue.push_back(*next);
                }
            }
        }
        let all = u128::MAX >> (128 - lists.len().clamp(1, 128));
        let whole =
            goal.iter().fold(all, |whole, cell| whole & covered.get(*cell as usize).copied().unwrap_or(0));
        Ok(whole != 0)
    }
}
