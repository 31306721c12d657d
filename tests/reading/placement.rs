//! Placements: all ways to lay pieces.

use std::collections::BTreeSet;

use super::board::Cell;
use super::expression::{Sort, Stop};
use super::files::number;
use super::goal;
use super::position::{Held, Position};
use super::puzzle::{Puzzle, single};

/// How many pieces are laid, and how many arrangements of them are goals; nothing where there are more
/// arrangements than this.
pub fn placed(puzzle: &Puzzle, most: usize) -> Result<Option<(u64, u64)>, Stop> {
    let empty = Position { length: puzzle.start.length, ..Position::default() };
    let mut arrangements = BTreeSet::from([empty]);
    let mut pieces = 0;
    for entry in &puzzle.place {
        let times =
            entry.times.as_ref().map_or(Ok(1), |t| number(t, &puzzle.values)).map_err(Stop::Unclear)?;
        let sort = puzzle.named(&puzzle.modules(), &entry.piece).ok_or(Stop::Unclear("no piece".into()))?;
        let (piece, own) = single(sort).ok_or(Stop::Unclear("no piece".into()))?;
        let any = sort == Sort::Piece(piece);
        let kind = &puzzle.files.pieces[piece];
        let labels: Vec<String> = entry.labels.iter().map(|l| l.text.clone()).collect();
        for _ in 0..times {
            pieces += 1;
            let mut more = BTreeSet::new();
            for before in &arrangements {
                let free = |c: &Cell| !before.held.contains_key(c);
                for cell in puzzle.board.cells.iter().filter(|c| free(c)) {
                    match (kind.cells == 2, kind.rigid, labels.as_slice()) {
                        (true, _, [a, b]) => {
                            for other in puzzle.board.neighbours(*cell).into_iter().filter(free) {
                                let mut after = before.clone();
                                let held = Held::chain(piece, vec![(*cell, a.clone()), (other, b.clone())]);
                                after.held.insert(*cell, held.clone());
                                after.held.insert(other, held);
                                more.insert(after);
                            }
                        }
                        (false, false, []) => {
                            for member in (0..kind.marks.len()).filter(|m| any || *m == own) {
                                let mut after = before.clone();
                                after.held.insert(*cell, Held::One(piece, member));
                                more.insert(after);
                            }
                        }
                        _ => return Err(Stop::Unclear("a placement".into())),
                    }
                }
                if more.len() > most {
                    return Ok(None);
                }
            }
            arrangements = more;
        }
    }
    let mut goals = 0;
    for arrangement in &arrangements {
        let reached = puzzle.goal.as_ref().map_or(Ok(false), |g| goal::reached(puzzle, arrangement, g))?;
        goals += u64::from(reached);
    }
    Ok(Some((pieces, goals)))
}
