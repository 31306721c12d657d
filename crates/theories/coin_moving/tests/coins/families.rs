//! Random puzzles of coins in nine families, seeded.

use super::{Coins, Coord, Problem, Rectangle, Spans};

/// Random numbers by a seed.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number of a range, both borders in it.
    pub fn within(&mut self, least: i32, most: i32) -> i32 {
        least + (self.next() % (i64::from(most) - i64::from(least) + 1) as u64) as i32
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.within(0, at as i32) as usize);
        }
    }

    fn cell(&mut self, of: Rectangle) -> Coord {
        Coord::new(self.within(of.left, of.right), self.within(of.top, of.bottom))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Sparse,
    Dense,
    /// The goal spans one of the rectangles of which [`Family::Sweep`] has several.
    Shrink,
    /// The goal spans the rectangle of two random cells.
    Inside,
    Multi,
    Sweep,
    Sweep67,
    Chain,
    Zigzag,
}

impl Family {
    pub const ALL: [Family; 9] = [
        Family::Sparse,
        Family::Dense,
        Family::Shrink,
        Family::Inside,
        Family::Multi,
        Family::Sweep,
        Family::Sweep67,
        Family::Chain,
        Family::Zigzag,
    ];
}

pub fn rectangle(left: i32, top: i32, width: i32, height: i32) -> Rectangle {
    Rectangle { top, left, bottom: top + height - 1, right: left + width - 1 }
}

fn spans(of: Rectangle, coins: &[Coord], spans: &mut Spans) -> bool {
    spans.span(coins.iter().map(|c| Coord::new(c.x - of.left, c.y - of.top))).0
        == [rectangle(0, 0, of.width(), of.height())]
}

/// A random minimal configuration: random coins until they span the rectangle, then as many as can go.
pub fn minimal(of: Rectangle, random: &mut Random) -> Vec<Coord> {
    let mut worker = Spans::new(of.width(), of.height());
    let mut cells: Vec<Coord> = of.cells().collect();
    random.shuffle(&mut cells);
    let mut size = (of.width() + of.height()) as usize / 2;
    while !spans(of, &cells[..size], &mut worker) {
        size = (size + size / 10 + 1).min(cells.len());
    }
    let mut coins = cells[..size].to_vec();
    // Blocks first: most can go.
    let mut block = size / 8;
    while block > 1 {
        let mut from = 0;
        while from < coins.len() {
            let to = (from + block).min(coins.len());
            let fewer: Vec<Coord> = coins[..from].iter().chain(&coins[to..]).copied().collect();
            if spans(of, &fewer, &mut worker) {
                coins = fewer;
            } else {
                from = to;
            }
        }
        block /= 4;
    }
    let mut at = 0;
    while at < coins.len() {
        let coin = coins.swap_remove(at);
        if !spans(of, &coins, &mut worker) {
            coins.push(coin);
            let last = coins.len() - 1;
            coins.swap(at, last);
            at += 1;
        }
    }
    coins
}

/// Adds random coins in rectangles until there are so many.
fn fill(coins: &mut Vec<Coord>, size: usize, places: &[Rectangle], random: &mut Random) {
    let mut held: std::collections::HashSet<Coord> = coins.iter().copied().collect();
    while coins.len() < size {
        let place = places[random.within(0, places.len() as i32 - 1) as usize];
        let cell = random.cell(place);
        if held.insert(cell) {
            coins.push(cell);
        } else if places.iter().map(|p| p.width() * p.height()).sum::<i32>() <= coins.len() as i32 {
            return;
        }
    }
}

fn redundant(coins: &[Coord]) -> bool {
    let far = coins.iter().fold((0, 0), |far, c| (far.0.max(c.x + 1), far.1.max(c.y + 1)));
    let mut left = Coins::on(far.0, far.1, coins.iter().copied());
    coins.iter().any(|first| {
        if left.neighbours(*first) < 2 {
            return false;
        }
        left.remove(*first);
        let second = left.iter().any(|cell| left.neighbours(cell) >= 2);
        left.insert(*first);
        second
    })
}

/// Whether two coins can go and the span stays.
fn extra(of: Rectangle, coins: &[Coord], worker: &mut Spans) -> bool {
    let mut left = coins.to_vec();
    for first in 0..left.len() {
        let gone = left.remove(first);
        let found = spans(of, &left, worker)
            && (first..left.len()).any(|second| {
                let other = left.remove(second);
                let stays = spans(of, &left, worker);
                left.insert(second, other);
                stays
            });
        left.insert(first, gone);
        if found {
            return true;
        }
    }
    false
}

/// A goal with two redundant coins: one of the coins that were added moves until there are.
fn with_redundant(coins: &mut [Coord], kept: usize, random: &mut Random) {
    let mut tries = 0;
    while !redundant(coins) {
        let held: std::collections::HashSet<Coord> = coins.iter().copied().collect();
        let far = coins.iter().fold((0, 0), |far, c| (far.0.max(c.x + 1), far.1.max(c.y + 1)));
        let board = Coins::on(far.0, far.1, coins.iter().copied());
        let mut free: Vec<Coord> = rectangle(0, 0, far.0, far.1)
            .cells()
            .filter(|c| !held.contains(c) && board.neighbours(*c) >= 2)
            .collect();
        random.shuffle(&mut free);
        if free.is_empty() || coins.len() <= kept {
            return;
        }
        let last = coins.len() - 1;
        let at = kept + tries % (last + 1 - kept);
        coins[at] = free[0];
        tries += 1;
    }
}

/// One side of sparse and zigzag puzzles: coins that span the rectangle, and more.
fn filled(mut coins: Vec<Coord>, size: usize, of: Rectangle, goal: bool, random: &mut Random) -> Vec<Coord> {
    let kept = coins.len();
    fill(&mut coins, size, &[of], random);
    if goal {
        with_redundant(&mut coins, kept, random);
    }
    coins
}

/// Every next coin is diagonal to a corner that is no end of the chain, one row up and by turns at the left
/// and at the right.
fn zigzag(size: i32, random: &mut Random) -> Vec<Coord> {
    let mut of = rectangle(0, 0, 1, 1);
    let mut coins = vec![Coord::new(0, 0)];
    let mut right = random.within(0, 1) == 0;
    while of.width() < size {
        let next = Coord::new(if right { of.right + 1 } else { of.left - 1 }, of.top - 1);
        right = !right;
        coins.push(next);
        of = of.join(Rectangle::cell(next));
    }
    let (up, across) = (random.within(0, 1) == 0, random.within(0, 1) == 0);
    let cells = coins.into_iter().map(|c| Coord::new(c.x - of.left, c.y - of.top));
    let cells = cells.map(|c| if up { c } else { Coord::new(c.x, size - 1 - c.y) });
    cells.map(|c| if across { Coord::new(c.y, c.x) } else { c }).collect()
}

/// Rectangles inside another, at distance 3 or more.
fn apart(inside: Rectangle, count: usize, random: &mut Random) -> Vec<Rectangle> {
    let mut all: Vec<Rectangle> = Vec::new();
    let side = |size: i32| (size / 2).max(1);
    for _ in 0..200 {
        if all.len() == count {
            break;
        }
        let (one, other) = (random.cell(inside), random.cell(inside));
        let next = Rectangle::cell(one).join(Rectangle::cell(other));
        if next.width() > side(inside.width()) || next.height() > side(inside.height()) {
            continue;
        }
        if all.iter().all(|r| r.distance(next) >= 3) {
            all.push(next);
        }
    }
    all
}

fn area(of: &[Rectangle]) -> usize {
    of.iter().map(|r| (r.width() * r.height()) as usize).sum()
}

/// A minimum chain with its adjacent pair, from the front to the back.
fn monotone(width: i32, height: i32, falling: bool, random: &mut Random) -> Vec<Coord> {
    let mut steps: Vec<bool> = (0..width + height - 2).map(|at| at < width - 1).collect();
    random.shuffle(&mut steps);
    let mut path = vec![Coord::new(0, 0)];
    for right in steps {
        let last = path[path.len() - 1];
        path.push(if right { Coord::new(last.x + 1, last.y) } else { Coord::new(last.x, last.y + 1) });
    }
    let wall = 2 * random.within(0, (width + height - 3) / 2);
    let on = |at: i32| if at <= wall { at % 2 == 0 } else { at % 2 != 0 };
    let coins = (0..).zip(path).filter(|(at, _)| on(*at)).map(|(_, cell)| cell);
    coins.map(|c| if falling { c } else { Coord::new(width - 1 - c.x, c.y) }).collect()
}

fn chain(width: i32, height: i32, random: &mut Random) -> (Vec<Coord>, Vec<Coord>) {
    let falling = random.within(0, 3) > 0;
    let mut start = monotone(width, height, true, random);
    let mut goal = monotone(width, height, falling, random);
    let board = rectangle(0, 0, width, height);
    let size = start.len() + 1;
    fill(&mut start, size, &[board], random);
    let coins = Coins::on(width, height, goal.iter().copied());
    let free: Vec<Coord> =
        board.cells().filter(|c| !coins.contains(*c) && coins.neighbours(*c) >= 2).collect();
    goal.push(free[random.within(0, free.len() as i32 - 1) as usize]);
    (start, goal)
}

/// A puzzle of a family whose start spans about `width` by `height` cells; nothing where chance made none.
pub fn puzzle(family: Family, width: i32, height: i32, random: &mut Random) -> Option<Problem> {
    let board = rectangle(0, 0, width, height);
    let (start, goal) = match family {
        Family::Sparse => {
            let (one, other) = (minimal(board, random), minimal(board, random));
            let size = one.len().max(other.len()) + 2;
            (filled(one, size, board, false, random), filled(other, size, board, true, random))
        }
        Family::Zigzag => {
            let size = width.min(height);
            let board = rectangle(0, 0, size, size);
            let (one, other) = (zigzag(size, random), zigzag(size, random));
            let size = one.len() + 2;
            (filled(one, size, board, false, random), filled(other, size, board, true, random))
        }
        Family::Dense => {
            let size = area(&[board]) * random.within(20, 70) as usize / 100;
            let mut worker = Spans::new(width, height);
            let mut side = || {
                (0..50).find_map(|_| {
                    let mut cells: Vec<Coord> = board.cells().collect();
                    random.shuffle(&mut cells);
                    cells.truncate(size);
                    spans(board, &cells, &mut worker).then_some(cells)
                })
            };
            let (start, goal) = (side()?, side()?);
            if !redundant(&goal) || !extra(board, &start, &mut worker) {
                return None;
            }
            (start, goal)
        }
        Family::Shrink | Family::Inside => {
            let start = minimal(board, random);
            let inner = if family == Family::Shrink {
                *apart(board, 1, random).first()?
            } else {
                Rectangle::cell(random.cell(board)).join(Rectangle::cell(random.cell(board)))
            };
            let goal = minimal(inner, random);
            let size = start.len().max(goal.len()) + 2;
            if area(&[inner]) < size + 2 {
                return None;
            }
            (filled(start, size, board, false, random), filled(goal, size, inner, true, random))
        }
        Family::Multi => {
            let count = random.within(1, 9) as usize;
            let places = apart(board, count, random);
            let (mut start, mut goal): (Vec<Coord>, Vec<Coord>) = Default::default();
            for place in &places {
                start.extend(minimal(*place, random));
                goal.extend(minimal(*place, random));
            }
            let kept = goal.len();
            let size = start.len().max(goal.len()) + 2;
            if area(&places) < size + 2 {
                return None;
            }
            fill(&mut start, size, &places, random);
            fill(&mut goal, size, &places, random);
            with_redundant(&mut goal, kept, random);
            (start, goal)
        }
        Family::Sweep | Family::Sweep67 => {
            let count = random.within(2, 5) as usize;
            let places = apart(board, count, random);
            let mut start = minimal(board, random);
            let mut goal: Vec<Coord> = Vec::new();
            for place in &places {
                goal.extend(minimal(*place, random));
            }
            let (a, b) = (board.minimum(), places.iter().map(|r| r.minimum()).sum::<usize>());
            let short = width.min(height) as usize;
            let bound = if family == Family::Sweep {
                (3 * a.max(b)).div_ceil(2) + 2
            } else {
                (a + b / 2 + 2).max(b + short.div_ceil(2) + 2)
            };
            let size = bound.max(start.len() + 2).max(goal.len() + 2);
            if places.len() < 2 || area(&places) < size + 2 {
                return None;
            }
            let kept = goal.len();
            fill(&mut start, size, &[board], random);
            fill(&mut goal, size, &places, random);
            with_redundant(&mut goal, kept, random);
            (start, goal)
        }
        Family::Chain => chain(width, height + i32::from((width + height) % 2 == 0), random),
    };
    Problem::new(&start, &goal)
}
