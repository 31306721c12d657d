//! Goals in normal form: alternatives, each by cell the contents that are allowed there.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_syntax::ast::BinaryOp;

use super::{Drawn, Goal};
use crate::board::{Board, Coord};
use crate::config::Held;
use crate::expr::{Cell, Cells, Num, Test};
use crate::piece::{ContentId, Pieces, Selector};

/// A goal with more alternatives has no normal form.
const MOST: usize = 4096;

/// One way in which a goal holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alternative {
    /// By cell the contents that it may have: nothing for all, an empty list where no position fits.
    pub cells: BTreeMap<Coord, Option<Held>>,
    /// The contents that every other cell may have, in the same way.
    pub rest: Option<Held>,
    /// Whether the cells may be moved together to any place on the board.
    pub anywhere: bool,
}

impl Alternative {
    /// The pieces on the board, in reading order; nothing where a cell may have several contents or none.
    pub fn configuration(&self, board: &Board) -> Option<Vec<(Coord, ContentId)>> {
        if self.rest.as_deref() == Some(&[0]) {
            return pieces(self.cells.iter().map(|(cell, held)| (*cell, held.as_deref())));
        }
        let each = board.cells().iter().map(|cell| (*cell, self.held(*cell)));
        if board.unbounded { None } else { pieces(each) }
    }

    /// The contents that a cell may have; nothing for all.
    pub fn held(&self, cell: Coord) -> Option<&[ContentId]> {
        self.cells.get(&cell).unwrap_or(&self.rest).as_deref()
    }

    fn with(&self, other: &Self) -> Self {
        let cells: BTreeSet<Coord> = self.cells.keys().chain(other.cells.keys()).copied().collect();
        let both = cells.into_iter().map(|cell| (cell, meet(self.held(cell), other.held(cell))));
        let rest = meet(self.rest.as_deref(), other.rest.as_deref());
        Alternative { cells: both.collect(), rest, anywhere: false }
    }
}

fn pieces<'a>(
    cells: impl Iterator<Item = (Coord, Option<&'a [ContentId]>)>,
) -> Option<Vec<(Coord, ContentId)>> {
    let mut pieces = Vec::new();
    for (cell, held) in cells {
        match held? {
            [0] => {}
            [piece] => pieces.push((cell, *piece)),
            _ => return None,
        }
    }
    Some(pieces)
}

fn meet(one: Option<&[ContentId]>, other: Option<&[ContentId]>) -> Option<Held> {
    match (one, other) {
        (Some(one), Some(other)) => {
            let both: Vec<ContentId> = one.iter().copied().filter(|held| other.contains(held)).collect();
            Some(both.into())
        }
        (one, other) => one.or(other).map(|held| held.to_vec().into()),
    }
}

impl Goal {
    /// The alternatives of which one is enough, in the order of the text; `contents` are all that can lie on a cell.
    /// Conjunctions combine each alternative of the first part with each of the second, and so on.
    ///
    /// Nothing for scripts, for tests that depend on more than what fixed cells hold, for a part of a conjunction that lies
    /// anywhere, and where there are more than 4,096 alternatives.
    pub fn alternatives(
        &self,
        board: &Board,
        pieces: &Pieces,
        contents: &[ContentId],
    ) -> Option<Vec<Alternative>> {
        Reader { board, pieces, contents }.goal(self)
    }
}

struct Reader<'a> {
    board: &'a Board,
    pieces: &'a Pieces,
    contents: &'a [ContentId],
}

/// Cells that are the same in all positions.
enum Fixed {
    These(Vec<Coord>),
    AllBut(Vec<Coord>),
}

impl Reader<'_> {
    fn goal(&self, goal: &Goal) -> Option<Vec<Alternative>> {
        match goal {
            Goal::Drawn(drawn) => Some(vec![self.drawn(drawn)]),
            Goal::Test(test) => self.test(test, true),
            Goal::Stuck | Goal::Callback(_) => None,
            Goal::Any(parts) => either(parts.iter().map(|part| self.goal(part))),
            Goal::All(parts) => both(parts.iter().map(|part| self.goal(part))),
        }
    }

    fn drawn(&self, drawn: &Drawn) -> Alternative {
        let held = |held: &Held| Some(held.clone()).filter(|held| !held.is_empty());
        Alternative {
            cells: drawn.cells.iter().map(|(cell, allowed)| (*cell, held(allowed))).collect(),
            rest: drawn.rest_empty.then(|| Held::one(0)),
            anywhere: drawn.anywhere,
        }
    }

    /// The alternatives in which a test holds, or does not.
    fn test(&self, test: &Test, holds: bool) -> Option<Vec<Alternative>> {
        match test {
            Test::Fixed(fixed) if *fixed == holds => Some(vec![Alternative::default()]),
            Test::Fixed(_) => Some(Vec::new()),
            Test::Not(test) => self.test(test, !holds),
            Test::And(parts) if holds => both(parts.iter().map(|part| self.test(part, true))),
            Test::Or(parts) if !holds => both(parts.iter().map(|part| self.test(part, false))),
            Test::And(parts) | Test::Or(parts) => either(parts.iter().map(|part| self.test(part, holds))),
            Test::Holds(cells, selector) => self.all_hold(cells, &self.matching(selector, true), holds),
            // None of the cells holds such a piece.
            Test::Compare(BinaryOp::Equal, Num::Count(selector, cells), Num::Fixed(0))
            | Test::Compare(BinaryOp::Equal, Num::Fixed(0), Num::Count(selector, cells))
            | Test::Compare(BinaryOp::LessEqual, Num::Count(selector, cells), Num::Fixed(0))
            | Test::Compare(BinaryOp::Less, Num::Count(selector, cells), Num::Fixed(1)) => {
                self.all_hold(cells, &self.matching(selector, false), holds)
            }
            _ => None,
        }
    }

    /// Whether all cells have one of some contents, or one of them has not.
    fn all_hold(&self, cells: &Cells, allowed: &[ContentId], holds: bool) -> Option<Vec<Alternative>> {
        let fixed = self.fixed(cells)?;
        if holds {
            let allowed = Some(Held::from(allowed.to_vec()));
            let (cells, held, rest) = match fixed {
                Fixed::These(these) => (these, allowed, None),
                Fixed::AllBut(but) => (but, None, allowed),
            };
            let cells = cells.into_iter().map(|cell| (cell, held.clone())).collect();
            return Some(vec![Alternative { cells, rest, anywhere: false }]);
        }
        let others = self.contents.iter().copied().filter(|held| !allowed.contains(held));
        let others = Some(Held::from(others.collect::<Vec<_>>()));
        let one = |cell| Alternative { cells: [(cell, others.clone())].into(), ..Alternative::default() };
        let these = match fixed {
            Fixed::These(these) => these,
            Fixed::AllBut(_) if self.board.unbounded => return None,
            Fixed::AllBut(but) => {
                let but: BTreeSet<Coord> = but.into_iter().collect();
                self.board.cells().iter().copied().filter(|cell| !but.contains(cell)).collect()
            }
        };
        either(these.into_iter().map(|cell| Some(vec![one(cell)])))
    }

    fn matching(&self, selector: &Selector, matched: bool) -> Vec<ContentId> {
        let matches = |held: &ContentId| selector.matches(self.pieces.content(*held)) == matched;
        self.contents.iter().copied().filter(matches).collect()
    }

    fn fixed(&self, cells: &Cells) -> Option<Fixed> {
        match cells {
            Cells::One(Cell::Fixed(cell)) => Some(Fixed::These(vec![*cell])),
            Cells::Fixed(these) => Some(Fixed::These(these.clone())),
            Cells::All => Some(Fixed::AllBut(Vec::new())),
            Cells::Except(all, but) => match (self.fixed(all)?, self.fixed(but)?) {
                (Fixed::These(all), Fixed::These(but)) => {
                    let but: BTreeSet<Coord> = but.into_iter().collect();
                    Some(Fixed::These(all.into_iter().filter(|cell| !but.contains(cell)).collect()))
                }
                (Fixed::AllBut(mut all), Fixed::These(but)) => {
                    all.extend(but);
                    Some(Fixed::AllBut(all))
                }
                (_, Fixed::AllBut(_)) => None,
            },
            Cells::Join(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    let Fixed::These(these) = self.fixed(part)? else { return None };
                    all.extend(these);
                }
                Some(Fixed::These(all))
            }
            _ => None,
        }
    }
}

fn either(parts: impl Iterator<Item = Option<Vec<Alternative>>>) -> Option<Vec<Alternative>> {
    let mut all = Vec::new();
    for part in parts {
        all.extend(part?);
        if all.len() > MOST {
            return None;
        }
    }
    Some(all)
}

fn both(parts: impl Iterator<Item = Option<Vec<Alternative>>>) -> Option<Vec<Alternative>> {
    let mut all: Option<Vec<Alternative>> = None;
    for part in parts {
        let part = part?;
        let Some(before) = all else {
            all = Some(part);
            continue;
        };
        let pairs = before.len().saturating_mul(part.len());
        if pairs > MOST || before.iter().chain(&part).any(|one| one.anywhere) {
            return None;
        }
        all = Some(before.iter().flat_map(|one| part.iter().map(move |other| one.with(other))).collect());
    }
    Some(all.unwrap_or_else(|| vec![Alternative::default()]))
}
