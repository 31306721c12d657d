//! A plain search for least plans.

use rustc_hash::FxHashSet;

struct Board {
    width: usize,
    all: u64,
    first: u64,
    last: u64,
}

impl Board {
    /// The cells with two coins beside them.
    fn supported(&self, coins: u64) -> u64 {
        let (a, b) = ((coins & !self.last) << 1, (coins & !self.first) >> 1);
        let (c, d) = (coins << self.width & self.all, coins >> self.width);
        a & b | c & d | (a | b) & (c | d)
    }

    fn span(&self, mut coins: u64) -> u64 {
        loop {
            let more = coins | self.supported(coins);
            if more == coins {
                return coins;
            }
            coins = more;
        }
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

fn read(picture: &str) -> u64 {
    let cells = picture.chars().filter(|c| *c != '/').enumerate();
    cells.filter(|(_, c)| *c == 'X').fold(0, |set, (at, _)| set | 1 << at)
}

/// The length of a least plan on a board of at most 63 cells.
pub fn search(width: usize, start: &str, goal: &str) -> Option<usize> {
    let rows = start.split('/').count();
    let first = (0..rows).fold(0, |set, row| set | 1 << (row * width));
    let board = Board { width, all: (1 << (width * rows)) - 1, first, last: first << (width - 1) };
    let (start, goal) = (read(start), read(goal));
    let inside = board.span(start);
    let (mut seen, mut met) = (FxHashSet::from_iter([start]), FxHashSet::from_iter([goal]));
    let (mut front, mut back) = (vec![start], vec![goal]);
    let mut moves = 0;
    if start == goal {
        return Some(0);
    }
    while !front.is_empty() && !back.is_empty() {
        moves += 1;
        let mut next = Vec::new();
        if front.len() <= back.len() {
            for coins in front {
                for coin in bits(coins) {
                    let rest = coins ^ coin;
                    if board.span(rest) & goal != goal {
                        continue;
                    }
                    for cell in bits(board.supported(rest) & !coins) {
                        if met.contains(&(rest | cell)) {
                            return Some(moves);
                        }
                        if seen.insert(rest | cell) {
                            next.push(rest | cell);
                        }
                    }
                }
            }
            front = next;
        } else {
            for coins in back {
                for coin in bits(coins & board.supported(coins)) {
                    let rest = coins ^ coin;
                    for cell in bits(inside & !coins) {
                        if seen.contains(&(rest | cell)) {
                            return Some(moves);
                        }
                        if met.insert(rest | cell) {
                            next.push(rest | cell);
                        }
                    }
                }
            }
            back = next;
        }
    }
    None
}
