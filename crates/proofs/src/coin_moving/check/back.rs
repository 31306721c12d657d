//! Proofs that the positions before the goal are not reached either.

use std::collections::BTreeSet;

use super::Case;
use super::plane::{Rect, beside, joins};
use puzzlec_checker::Unproved;
use puzzlec_model::board::Coord;

type Coins = BTreeSet<Coord>;

/// The cells that the start can cover.
struct Cover {
    whole: Vec<Rect>,
    /// Without one coin, whichever it is.
    less: BTreeSet<Vec<Rect>>,
}

impl Cover {
    fn holds(span: &[Rect], position: &Coins) -> bool {
        position.iter().all(|coin| span.iter().any(|r| r.holds(*coin)))
    }
}

impl Case<'_> {
    /// A plan enters the goal and the listed positions from a position that is none of them, as the start is none.
    /// None is entered, as each of those before them is one of them or not reached.
    pub(super) fn look_back(&self, positions: &[Vec<String>]) -> Result<&'static str, Unproved> {
        let mut all: BTreeSet<Coins> = [self.goal.clone()].into();
        for names in positions {
            let coins = names.iter().map(|name| self.cell(name)).collect::<Result<Coins, _>>()?;
            if coins.len() != names.len() || !all.insert(coins) {
                return Err(Unproved::wrong("a coin or a position is listed twice"));
            }
        }
        if all.contains(self.start) {
            return Err(Unproved::wrong("the start is one of the positions"));
        }
        let mut cover = Cover { whole: self.span(self.start.iter().copied())?, less: BTreeSet::new() };
        for coin in self.start {
            self.poll()?;
            cover.less.insert(self.span(self.start.iter().copied().filter(|c| c != coin))?);
        }
        for after in &all {
            self.entered(after, &all, &cover)?;
        }
        Ok("no position before the goal is reached")
    }

    /// Fails if a position has a predecessor that is not proved unreachable.
    fn entered(&self, after: &Coins, all: &BTreeSet<Coins>, cover: &Cover) -> Result<(), Unproved> {
        for last in after {
            let mut before = after.clone();
            before.remove(last);
            if !joins(*last, |cell| before.contains(&cell)) {
                continue;
            }
            for from in self.places(&before, cover) {
                if from == *last {
                    continue;
                }
                self.poll()?;
                before.insert(from);
                let known = all.contains(&before) || self.refuted(&before, cover)?;
                if !known {
                    return Err(Unproved::wrong("a position before the goal may be reached"));
                }
                before.remove(&from);
            }
        }
        Ok(())
    }

    /// Where the coin that moved last can have been, if that position is the start or was reached by a move: a free
    /// cell that coins of the start cover, and beside a coin where no other coin can have moved before.
    fn places(&self, rest: &Coins, cover: &Cover) -> Vec<Coord> {
        let mut places: BTreeSet<Coord> = self.start.iter().copied().collect();
        if rest.iter().any(|coin| joins(*coin, |cell| rest.contains(&cell))) {
            places.extend(cover.whole.iter().flat_map(|r| r.cells()));
        } else {
            places.extend(rest.iter().flat_map(|coin| beside(*coin)));
        }
        places.retain(|cell| !rest.contains(cell) && cover.whole.iter().any(|r| r.holds(*cell)));
        places.into_iter().collect()
    }

    /// Whether a position is not the start, and not reached by 1.2, 1.3, 1.17, 4.2 or 4.5.
    fn refuted(&self, position: &Coins, cover: &Cover) -> Result<bool, Unproved> {
        if position == self.start {
            return Ok(false);
        }
        let redundant = position.iter().any(|coin| joins(*coin, |cell| position.contains(&cell)));
        if !redundant || !cover.less.iter().any(|span| Cover::holds(span, position)) {
            return Ok(true);
        }
        let case = Case { goal: position, ..*self };
        if position.iter().any(|coin| case.only(*coin)) && !case.one_move() {
            return Ok(true);
        }
        case.parted(&cover.whole)
    }
}
