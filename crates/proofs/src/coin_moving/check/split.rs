//! Proofs that coins cannot come apart.

use std::collections::BTreeSet;

use super::super::proof::Corners;
use super::Case;
use super::plane::{Rect, around, beside, joins};
use puzzlec_checker::Unproved;
use puzzlec_model::board::Coord;

/// Components of the goal's span that lie in one component of the start's.
type Pair = [Rect; 2];

/// The positions of two rectangles in a span.
enum Lie {
    Together,
    Apart,
    /// Not both lie in it.
    Lost,
}

impl Case<'_> {
    /// The closed form of 4.2: coins that part need 2|A| >= m1 + n1 + m2 + n2 + h - 1.
    pub(super) fn split(&self, components: &[Corners; 2]) -> Result<&'static str, Unproved> {
        let pair = self.pair(components)?;
        if self.twice() >= needed(pair)? - 1 {
            return Err(Unproved::wrong("there are coins enough to part the two components"));
        }
        Ok("there are too few coins to part two components of the goal")
    }

    /// 4.5: where no two moves part them, 2|A| >= m1 + n1 + m2 + n2 + h + 2.
    pub(super) fn late_split(&self, components: &[Corners; 2]) -> Result<&'static str, Unproved> {
        let pair = self.pair(components)?;
        if self.twice() >= needed(pair)? + 2 {
            return Err(Unproved::wrong("there are coins enough to part the two components"));
        }
        if self.early_split(pair)?.is_some() {
            return Err(Unproved::wrong("two moves part the two components"));
        }
        Ok("there are too few coins to part two components of the goal, and no two moves part them")
    }

    /// Whether 4.2 or 4.5 shows that the start, which spans this, does not come apart into the goal.
    pub(super) fn parted(&self, start: &[Rect]) -> Result<bool, Unproved> {
        let goal = self.span(self.goal.iter().copied())?;
        for whole in start {
            let parts: Vec<Rect> = goal.iter().copied().filter(|part| whole.includes(*part)).collect();
            for (at, one) in parts.iter().enumerate() {
                for other in parts.iter().skip(at + 1) {
                    let pair = [*one, *other];
                    let Ok(needed) = needed(pair) else { continue };
                    if self.twice() < needed - 1 {
                        return Ok(true);
                    }
                    if self.twice() < needed + 2 && self.early_split(pair)?.is_none() {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    fn twice(&self) -> i64 {
        i64::try_from(self.start.len()).unwrap_or(i64::MAX).saturating_mul(2)
    }

    fn pair(&self, components: &[Corners; 2]) -> Result<Pair, Unproved> {
        let [one, other] = components;
        let pair = [self.rectangle(one)?, self.rectangle(other)?];
        let goal = self.span(self.goal.iter().copied())?;
        if pair[0] == pair[1] || !pair.iter().all(|r| goal.contains(r)) {
            return Err(Unproved::wrong("they are not two components of the goal's span"));
        }
        let start = self.span(self.start.iter().copied())?;
        if !start.iter().any(|whole| pair.iter().all(|part| whole.includes(*part))) {
            return Err(Unproved::wrong("they do not lie in one component of the start's span"));
        }
        Ok(pair)
    }

    /// The coins that two moves take away to part two rectangles, if two moves do. The span after a move is that of
    /// the coins that stayed, and a coin that was just put somewhere adds to it only once a neighbour is taken away.
    fn early_split(&self, pair: Pair) -> Result<Option<[Coord; 2]>, Unproved> {
        for first in self.start {
            let rest: BTreeSet<Coord> = self.start.iter().copied().filter(|c| c != first).collect();
            match self.lie(&rest, None, pair)? {
                Lie::Apart => return Ok(Some([*first, *first])),
                Lie::Lost => continue,
                Lie::Together => {}
            }
            let free = |cell: &Coord| !rest.contains(cell) && cell != first;
            let near: BTreeSet<Coord> = rest.iter().flat_map(|c| beside(*c)).filter(free).collect();
            let places = near.into_iter().filter(|cell| joins(*cell, |c| rest.contains(&c)));
            let places: Vec<Coord> = places.collect();
            for second in &rest {
                let left: BTreeSet<Coord> = rest.iter().copied().filter(|c| c != second).collect();
                let beside = places.iter().filter(|p| beside(**p).any(|c| c == *second));
                for place in beside.copied().map(Some).chain([None]) {
                    if matches!(self.lie(&left, place, pair)?, Lie::Apart) {
                        return Ok(Some([*first, *second]));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The positions of two rectangles in the span of coins.
    fn lie(&self, coins: &BTreeSet<Coord>, more: Option<Coord>, pair: Pair) -> Result<Lie, Unproved> {
        let span = self.span(coins.iter().copied().chain(more))?;
        Ok(match pair.map(|part| around(&span, part)) {
            [Some(one), Some(other)] if one != other => Lie::Apart,
            [Some(_), Some(_)] => Lie::Together,
            _ => Lie::Lost,
        })
    }
}

/// m1 + n1 + m2 + n2 + h.
fn needed([one, other]: Pair) -> Result<i64, Unproved> {
    let (rows, columns) = (one.rows_between(other), one.columns_between(other));
    let gap = match (rows, columns) {
        (2.., ..0) => rows,
        (..0, 2..) => columns,
        _ => return Err(Unproved::wrong("the components do not lie above or beside each other")),
    };
    Ok(one.half_perimeter() + other.half_perimeter() + gap)
}
