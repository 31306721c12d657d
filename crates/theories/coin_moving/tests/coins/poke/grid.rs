//! Configurations of a rectangle as words: bit (width + 1) * row + column, so that no row touches the next.

use puzzlec_coin_moving::coins::Coins;
use puzzlec_model::board::Coord;

const AROUND: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

pub struct Grid {
    pub width: i32,
    pub height: i32,
    pub full: u64,
}

impl Grid {
    pub fn new(width: i32, height: i32) -> Self {
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| 1 << (y * (width + 1) + x)));
        Grid { width, height, full: cells.fold(0, |set, bit: u64| set | bit) }
    }

    fn stride(&self) -> u32 {
        self.width as u32 + 1
    }

    fn at(&self, x: i32, y: i32) -> Option<u32> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| (y * (self.width + 1) + x) as u32)
    }

    fn place(&self, bit: u32) -> (i32, i32) {
        (bit as i32 % (self.width + 1), bit as i32 / (self.width + 1))
    }

    pub fn bit(&self, cell: Coord) -> u32 {
        self.at(cell.x, cell.y).unwrap()
    }

    pub fn coins(&self, mask: u64) -> Coins {
        let cells = bits(mask).map(|bit| self.place(bit)).map(|(x, y)| Coord::new(x, y));
        Coins::on(self.width, self.height, cells)
    }

    pub fn mask(&self, coins: &Coins) -> u64 {
        coins.iter().fold(0, |set, cell| set | 1 << self.bit(cell))
    }

    /// Bit i of a set is the i-th cell in reading order.
    pub fn spread(&self, set: u64) -> u64 {
        bits(self.full)
            .enumerate()
            .filter(|(i, _)| set >> i & 1 != 0)
            .fold(0, |mask, (_, bit)| mask | 1 << bit)
    }

    pub fn draw(&self, mask: u64) -> String {
        let cell = |x, y| if mask >> self.at(x, y).unwrap() & 1 != 0 { 'X' } else { '.' };
        let rows = (0..self.height).map(|y| (0..self.width).map(|x| cell(x, y)).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }

    /// Coins at 0, 2, 4, … along a way down to the right.
    pub fn diagonal(&self) -> u64 {
        let steps = self.width + self.height - 2;
        let cell = |i: i32| self.at((i + 1) / 2, i / 2).map_or(0, |bit| 1 << bit);
        (0..steps).step_by(2).chain([steps]).fold(0, |mask, i| mask | cell(i))
    }

    /// What the coins could ever cover, by the definition.
    pub fn span(&self, mask: u64) -> u64 {
        let stride = self.stride();
        let mut all = mask;
        loop {
            let (l, r, u, d) = (all << 1, all >> 1, all << stride, all >> stride);
            let more = (all | l & r | u & d | (l | r) & (u | d)) & self.full;
            if more == all {
                return all;
            }
            all = more;
        }
    }

    pub fn pair(&self, mask: u64) -> Option<(u32, u32)> {
        let found = |by: u32| (mask & mask >> by != 0).then(|| (mask & mask >> by).trailing_zeros());
        found(1).map(|bit| (bit, bit + 1)).or(found(self.stride()).map(|bit| (bit, bit + self.stride())))
    }

    /// All minimum configurations with an adjacent pair, in order: row by row, then by their span.
    pub fn minimum(&self) -> Vec<u64> {
        let mut found = Vec::new();
        let coins = (self.width + self.height + 1) / 2;
        self.rows(0, 0, coins as u32, 0, &mut found);
        found.sort_unstable();
        found
    }

    fn rows(&self, y: i32, mask: u64, left: u32, pairs: u32, found: &mut Vec<u64>) {
        let row = (1 << self.width) - 1;
        let at = |y: i32| mask >> (y * self.stride() as i32) & row;
        if y == self.height {
            let columns = (0..self.height).fold(0, |all, y| all | at(y));
            let empty = !columns & row;
            // 1.12: a coin at each border and in every two columns side by side.
            let spread = columns & 1 != 0 && columns >> (self.width - 1) != 0 && empty & empty >> 1 == 0;
            if left == 0 && pairs == 1 && spread && self.span(mask) == self.full {
                found.push(mask);
            }
            return;
        }
        let above = if y > 0 { at(y - 1) } else { 0 };
        for set in 0..=row {
            let coins = set.count_ones();
            let border = y == 0 || y == self.height - 1;
            let needed = (self.height - 1 - y) as u32;
            let needed = if set == 0 { needed.div_ceil(2) } else { needed / 2 };
            let needed = needed.max(u32::from(y < self.height - 1));
            let pairs = pairs + (set & set >> 1).count_ones() + (set & above).count_ones();
            if coins + needed <= left && pairs <= 1 && (set != 0 || !border && above != 0) {
                self.rows(y + 1, mask | set << (y * self.stride() as i32), left - coins, pairs, found);
            }
        }
    }

    /// How many neighbours of a cell hold coins.
    pub fn beside(&self, mask: u64, bit: u32) -> usize {
        let (x, y) = self.place(bit);
        let near = AROUND.iter().filter_map(|(a, b)| self.at(x + a, y + b));
        near.filter(|next| mask >> next & 1 != 0).count()
    }

    /// What pokes make of a configuration (5.3).
    pub fn pokes(&self, mask: u64) -> Vec<u64> {
        let Some((one, other)) = self.pair(mask) else { return Vec::new() };
        let mut found = Vec::new();
        for coin in [one, other] {
            let (x, y) = self.place(coin);
            let rest = mask & !(1 << coin);
            let near = |x: i32, y: i32| AROUND.iter().filter_map(move |(a, b)| self.at(x + a, y + b));
            for to in near(x, y).filter(|to| mask >> to & 1 == 0) {
                let (x, y) = self.place(to);
                if near(x, y).any(|next| rest >> next & 1 != 0) {
                    found.push(rest | 1 << to);
                }
            }
        }
        found
    }

    /// By configuration its class.
    pub fn classes(&self, all: &[u64]) -> Vec<u32> {
        let mut classes = vec![u32::MAX; all.len()];
        let mut next = 0;
        for first in 0..all.len() {
            if classes[first] != u32::MAX {
                continue;
            }
            classes[first] = next;
            let mut open = vec![first];
            while let Some(at) = open.pop() {
                for after in self.pokes(all[at]) {
                    let place = all.binary_search(&after).expect("pokes keep minimum configurations");
                    if classes[place] == u32::MAX {
                        classes[place] = next;
                        open.push(place);
                    }
                }
            }
            next += 1;
        }
        classes
    }

    /// Coins of a configuration at distance 1 or 2 from a cell.
    fn joined(&self, mask: u64, bit: u32) -> impl Iterator<Item = u32> {
        let (x, y) = self.place(bit);
        bits(mask).filter(move |other| {
            let (a, b) = self.place(*other);
            (1..=2).contains(&((a - x).abs() + (b - y).abs()))
        })
    }

    /// Whether all coins hang together at distance 1 or 2.
    pub fn is_tree(&self, mask: u64) -> bool {
        let mut seen = mask & mask.wrapping_neg();
        let mut open = vec![seen.trailing_zeros()];
        while let Some(bit) = open.pop() {
            for next in self.joined(mask, bit).filter(|next| seen >> next & 1 == 0).collect::<Vec<_>>() {
                seen |= 1 << next;
                open.push(next);
            }
        }
        seen == mask
    }

    /// The ends, if the coins can be put in a row with distance 1 or 2 from each to the next.
    pub fn chain(&self, mask: u64) -> Option<[u32; 2]> {
        let mut open: Vec<(u32, u32, u64)> = bits(mask).map(|bit| (bit, bit, 1 << bit)).collect();
        while let Some((first, last, seen)) = open.pop() {
            if seen == mask {
                return Some([first.min(last), first.max(last)]);
            }
            let next = self.joined(mask & !seen, last);
            open.extend(next.map(|next| (first, next, seen | 1 << next)));
        }
        None
    }

    /// The ends of the ways that lead out from the pair, each to a coin where it can go no further.
    pub fn ends(&self, mask: u64) -> Vec<[u32; 2]> {
        let (one, other) = self.pair(mask).unwrap();
        let outward = |from: u32| {
            let colour = |bit: u32| {
                let (x, y) = self.place(bit);
                (x + y) % 2
            };
            let own =
                bits(mask).filter(|bit| colour(*bit) == colour(from)).fold(0, |set, bit| set | 1 << bit);
            let mut ends = Vec::new();
            let mut open = vec![(from, 1_u64 << from)];
            while let Some((last, seen)) = open.pop() {
                let next: Vec<u32> = self.joined(own & !seen, last).collect();
                if next.is_empty() {
                    ends.push(last);
                }
                open.extend(next.into_iter().map(|next| (next, seen | 1 << next)));
            }
            ends
        };
        let far = outward(other);
        let ends = outward(one).into_iter();
        ends.flat_map(|a| far.iter().map(move |b| [a.min(*b), a.max(*b)])).collect()
    }
}

pub fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros())?;
        mask &= mask - 1;
        Some(bit)
    })
}
