//! Rows that a short plan may pass through, listed one by one.
//!
//! A plan of at most m moves from a start S to a goal G on the endless line may be taken to lie in a window that is
//! known beforehand:
//!
//! *Cells that are never used.* Let a cell hold no coin during the whole plan, and let it lie beyond the hull of S and
//! not within the hull of the row that the plan ends in. Taken out of the line, with the cells beyond it pushed
//! towards S, it leaves a plan of as many moves: no lifted block and no target contains the cell, so each lies on one
//! side of it, free cells stay free, and blocks that were disjoint stay so. The row at the end keeps its form; where
//! it must lie on given cells, only cells beyond its hull, too, are taken out, and it keeps its place. No coin comes
//! nearer to the ends of a bounded line. So a shortest plan with the smallest hull of used cells uses every cell
//! beyond S and G, but the free cells within G.
//!
//! *Cells that are used.* For colours a and b, let G(ab) be the number of places in G where b lies directly right of a. What a row
//! lacks is the sum over all a and b of max(0, G(ab) - its own number). A move makes at most two new neighbourhoods,
//! at the ends of the block that it puts down, so it lowers the sum by at most 2; call 2 minus that its loss, at
//! least 0. The losses of the plan sum to at most D = 2m - (what S lacks). Let U be the cells used so far with the hull of
//! S, in c components, at first 1. Take a move whose target has a cell outside of U. Coins lie in U, and if the target
//! has coins on both sides, they lie in different components of U, as the new cell lies between. So s ends that touch coins
//! lower c by s - 1 at least: the loss is at least 2 - s, and so at least 1 + (the growth of c). As c ends with 1 or
//! more, at most D moves have such a target. Each of them adds at most k cells.
//!
//! So the used cells beyond S (and G) number at most kD, and the free cells of G come to that if G may lie anywhere.
//! The walk visits every row of a plan in this window from both ends, without those that lack too much for the moves
//! that are left.

use rustc_hash::FxHashSet;

use puzzlec_base::{Budget, Limit, Progress};

/// The colour of a coin, from 1, among those of the puzzle; 0 is a free cell.
pub(super) type Held = u8;

/// Rows between two looks at the budget.
const POLLED: usize = 16;

/// Coins on a line: the first cell and the last hold one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// The first cell; 0 if rows are distinguished only by their form.
    pub(super) first: i64,
    /// The coins and the free cells between.
    pub(super) cells: Box<[Held]>,
}

fn length(cells: &[Held]) -> i64 {
    i64::try_from(cells.len()).unwrap_or(i64::MAX)
}

/// The rule, and where coins may lie.
pub(super) struct Field<'a> {
    /// How many coins move at a time.
    pub(super) k: usize,
    /// Whether coins may land on cells that they leave.
    pub(super) over: bool,
    /// Whether only the form of a row counts, so that all rows begin at 0.
    pub(super) floats: bool,
    /// The cells of a hull that takes no room: its first, and the one after its last.
    pub(super) hull: (i64, i64),
    /// How many cells beyond it, on both sides together, a row may reach; of a row that floats, by its width.
    pub(super) room: i64,
    /// The first cell of the line and the one after the last, if it has ends.
    pub(super) ends: Option<(i64, i64)>,
    /// How many colours there are.
    pub(super) colours: usize,
    pub(super) budget: &'a Budget,
}

/// How often each colour lies directly right of each, by both.
#[derive(Clone)]
pub(super) struct Neighbours {
    colours: usize,
    counts: Vec<i64>,
}

impl Neighbours {
    pub(super) fn of(cells: &[Held], colours: usize) -> Self {
        let mut found = Neighbours { colours, counts: vec![0; (colours + 1) * (colours + 1)] };
        for two in cells.windows(2) {
            if let [a, b] = two {
                found.add(*a, *b, 1);
            }
        }
        found
    }

    fn index(&self, a: Held, b: Held) -> Option<usize> {
        (a != 0 && b != 0).then(|| usize::from(a) * (self.colours + 1) + usize::from(b))
    }

    fn add(&mut self, a: Held, b: Held, by: i64) {
        if let Some(count) = self.index(a, b).and_then(|at| self.counts.get_mut(at)) {
            *count += by;
        }
    }

    fn get(&self, a: Held, b: Held) -> i64 {
        self.index(a, b).and_then(|at| self.counts.get(at)).copied().unwrap_or(0)
    }

    /// The difference, by colours.
    fn minus(&self, other: &Self) -> Self {
        let counts = self.counts.iter().zip(&other.counts).map(|(own, others)| own - others).collect();
        Neighbours { colours: self.colours, counts }
    }

    /// The neighbours that these lack of others.
    pub(super) fn lacks(&self, other: &Self) -> i64 {
        other.minus(self).positive()
    }

    /// The total that is lacking.
    fn positive(&self) -> i64 {
        self.counts.iter().map(|count| (*count).max(0)).sum()
    }
}

/// Rows that were met from one end.
pub(super) struct Side {
    seen: FxHashSet<Place>,
    latest: Vec<Place>,
    /// The neighbourhoods of the other end, which rows on the way to it must come to have.
    aim: Neighbours,
    bytes: u64,
}

impl Side {
    pub(super) fn new(rows: Vec<Place>, aim: Neighbours) -> Self {
        Side { seen: rows.iter().cloned().collect(), latest: rows, aim, bytes: 0 }
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.seen.len()
    }

    /// Whether a row was met.
    pub(super) fn has(&self, row: &Place) -> bool {
        self.seen.contains(row)
    }

    /// Whether the last level had rows.
    pub(super) fn goes_on(&self) -> bool {
        !self.latest.is_empty()
    }

    /// Whether a row was met from both ends.
    pub(super) fn meets(&self, other: &Side) -> bool {
        let (few, many) = if self.len() <= other.len() { (self, other) } else { (other, self) };
        few.seen.iter().any(|row| many.seen.contains(row))
    }
}

impl Field<'_> {
    /// Takes one more move from the rows that were met last, to rows that lack at most `most` of the other end, or any.
    pub(super) fn advance(&self, side: &mut Side, most: Option<i64>) -> Result<(), Limit> {
        let mut next = Vec::new();
        for (number, row) in std::mem::take(&mut side.latest).into_iter().enumerate() {
            if number % POLLED == 0 {
                let (states, bytes) = (side.seen.len() as u64, side.bytes);
                self.budget.poll(&Progress { states, bytes, ..Progress::default() })?;
            }
            let Side { seen, aim, bytes, .. } = &mut *side;
            self.moves(&row, aim, most, &mut |after| {
                if !seen.contains(&after) {
                    *bytes += 2 * (after.cells.len() as u64 + 48);
                    seen.insert(after.clone());
                    next.push(after);
                }
            });
        }
        side.latest = next;
        Ok(())
    }

    /// Visits the rows one move after a row.
    pub(super) fn moves(
        &self,
        row: &Place,
        aim: &Neighbours,
        most: Option<i64>,
        tell: &mut dyn FnMut(Place),
    ) {
        let lacks = aim.minus(&Neighbours::of(&row.cells, self.colours));
        let mut run = 0;
        for (last, held) in row.cells.iter().enumerate() {
            run = if *held == 0 { 0 } else { run + 1 };
            if run >= self.k {
                let first = last + 1 - self.k;
                let mut rest = row.cells.to_vec();
                let block = rest.iter_mut().skip(first).take(self.k).map(std::mem::take).collect();
                self.lift(row, &Lifted { first, block, rest }, lacks.clone(), most, tell);
            }
        }
    }

    /// Visits the rows in which a block can be laid down. `lacks` are the neighbours of the aim that the row lacks.
    fn lift(
        &self,
        row: &Place,
        lifted: &Lifted,
        mut lacks: Neighbours,
        most: Option<i64>,
        tell: &mut dyn FnMut(Place),
    ) {
        let Lifted { first, block, rest } = lifted;
        let (k, from) = (length(block), row.first + length(rest.get(..*first).unwrap_or_default()));
        let at = |cells: &[Held], cell: i64| {
            usize::try_from(cell - row.first).ok().and_then(|place| cells.get(place)).copied().unwrap_or(0)
        };
        let (Some(head), Some(tail)) = (block.first().copied(), block.last().copied()) else { return };
        lacks.add(at(rest, from - 1), head, 1);
        lacks.add(tail, at(rest, from + k), 1);
        let short = lacks.positive();
        let before = if self.over { rest } else { &*row.cells };
        let Some((low, high)) = self.reach(row.first, rest) else { return };
        let mut free = 0;
        for end in low..high {
            free = if at(before, end) == 0 { free + 1 } else { 0 };
            let to = end + 1 - k;
            if free < k || to == from {
                continue;
            }
            let (left, right) = (at(rest, to - 1), at(rest, end + 1));
            let one = lacks.get(left, head) > 0;
            // A pair of the same colours at both ends may be lacking just once.
            let same = i64::from(one && (left, head) == (tail, right));
            let two = lacks.get(tail, right) > same;
            let fits = most.is_none_or(|most| short - i64::from(one) - i64::from(two) <= most);
            if fits && let Some(after) = self.laid(rest, row.first, block, to) {
                tell(after);
            }
        }
    }

    /// The cells that a block may cover beside other coins: the first, and the one after the last. None where the row
    /// keeps its form, and only that counts.
    fn reach(&self, first: i64, rest: &[Held]) -> Option<(i64, i64)> {
        let (low, high) = match (coins(first, rest), self.floats) {
            (Some((low, high)), true) => {
                let width = self.room.saturating_add(self.hull.1 - self.hull.0);
                (high.saturating_sub(width), low.saturating_add(width))
            }
            (None, true) => return None,
            (_, false) => (self.hull.0.saturating_sub(self.room), self.hull.1.saturating_add(self.room)),
        };
        Some(self.ends.map_or((low, high), |ends| (low.max(ends.0), high.min(ends.1))))
    }

    /// The row with a block laid down, if it lies in the window.
    fn laid(&self, rest: &[Held], first: i64, block: &[Held], to: i64) -> Option<Place> {
        let (low, high) = coins(first, rest).unwrap_or((to, to));
        let (begin, end) = (low.min(to), high.max(to + length(block)));
        if !self.fits(begin, end) {
            return None;
        }
        let mut cells = vec![0; usize::try_from(end - begin).ok()?];
        let mut put = |from: i64, held: &[Held]| {
            for (place, held) in (from - begin..).zip(held).filter(|(_, held)| **held != 0) {
                *cells.get_mut(usize::try_from(place).ok()?)? = *held;
            }
            Some(())
        };
        put(first, rest)?;
        put(to, block)?;
        Some(Place { first: if self.floats { 0 } else { begin }, cells: cells.into() })
    }

    /// Whether a row from one cell to before another lies in the window.
    pub(super) fn fits(&self, begin: i64, end: i64) -> bool {
        let (first, last) = self.hull;
        let beyond = if self.floats {
            (end - begin) - (last - first)
        } else {
            (first - begin).max(0) + (end - last).max(0)
        };
        beyond <= self.room
    }
}

/// A block of a row, and the row without it.
struct Lifted {
    /// The place of its first coin.
    first: usize,
    block: Vec<Held>,
    rest: Vec<Held>,
}

/// The cell of the first coin and the one after the last, of cells from `first` on.
fn coins(first: i64, cells: &[Held]) -> Option<(i64, i64)> {
    let low = cells.iter().position(|held| *held != 0)?;
    let high = cells.iter().rposition(|held| *held != 0)?;
    Some((first + i64::try_from(low).ok()?, first + i64::try_from(high).ok()? + 1))
}
