//! The cells that an n-move solution may use (Theorem 2.3), and its moves there.

/// Cells of the line around the start, from left to right; at most [`Window::WIDEST`]. Free cells outside stay free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// How many coins move at a time.
    pub k: u32,
    /// How many coins of each colour.
    pub n: u32,
    /// How many cells lie left of the start.
    pub left: u32,
    /// How many cells there are.
    pub width: u32,
    /// The cells of coins that are never lifted.
    pub kept: u128,
}

/// Coins in a window, a bit a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cells with coins.
    pub coins: u128,
    /// Those of them with nickels.
    pub nickels: u128,
}

/// A move in a window, by cells of the window, and the pairs that it gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The first cell that is lifted.
    pub from: u32,
    /// The first cell that is covered.
    pub to: u32,
    /// New pairs less destroyed ones.
    pub gain: i32,
}

/// Bits from one on.
pub fn ones(from: u32, many: u32) -> u128 {
    let run = if many >= 128 { u128::MAX } else { (1 << many) - 1 };
    run.checked_shl(from).unwrap_or(0)
}

/// The bits of a set, from the lowest on.
pub fn bits(mut set: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (bit < 128).then_some(bit)
    })
}

impl Window {
    /// The most cells, so that [`Window::key`] fits 128 bits.
    pub const WIDEST: u32 = 112;

    /// One block of free cells on either side.
    pub fn around(n: u32, k: u32) -> Self {
        Window { k, n, left: k, width: 2 * n + 2 * k, kept: 0 }
    }

    /// Two blocks of free cells on the right; on the left is the mirror image.
    pub fn right(n: u32, k: u32) -> Self {
        Window { k, n, left: 0, width: 2 * n + 2 * k, kept: 0 }
    }

    /// The same, where the coins of two cells of the start are never lifted.
    pub fn keeping(self, nickel: u32, penny: u32) -> Self {
        Window { kept: ones(self.left + nickel, 1) | ones(self.left + penny, 1), ..self }
    }

    /// Nickels, then pennies.
    pub fn start(&self) -> Position {
        Position { coins: ones(self.left, 2 * self.n), nickels: ones(self.left, self.n) }
    }

    /// Alternating rows in the window, with the coins that are never lifted where they are.
    pub fn goals(&self) -> impl Iterator<Item = Position> {
        let Window { n, width, kept, .. } = *self;
        let start = self.start();
        let even = u128::MAX / 3;
        (0..=width - 2 * n)
            .flat_map(move |first| {
                let coins = ones(first, 2 * n);
                [even, even << 1].map(|colour| Position { coins, nickels: coins & colour })
            })
            .filter(move |goal| kept & !goal.coins == 0 && kept & (goal.nickels ^ start.nickels) == 0)
    }

    /// The first cells of runs of k cells of a set.
    fn runs(&self, set: u128) -> u128 {
        let (mut run, mut long) = (set, 1);
        while 2 * long <= self.k {
            run &= run >> long;
            long *= 2;
        }
        run & (run >> (self.k - long))
    }

    /// Calls `each` with every move whose gain is one of `gains`, by target and source.
    pub fn steps(&self, position: Position, gains: &[i32], mut each: impl FnMut(Step)) {
        let Position { coins, nickels } = position;
        let (k, all) = (self.k, ones(0, self.width));
        let sources = self.runs(coins & !self.kept);
        let pairs = coins & (coins >> 1) & (nickels ^ (nickels >> 1));
        let (left_lost, right_lost) = (pairs << 1, pairs >> (k - 1));
        for to in bits(self.runs(all & !coins)) {
            // Sources that give a pair with the coin left of the target, and right of it; a coin that is lifted
            // itself gives none.
            let unlike = |cell: u32| if nickels >> cell & 1 == 1 { coins & !nickels } else { nickels };
            let left = match to.checked_sub(1).filter(|cell| coins >> cell & 1 == 1) {
                Some(cell) => unlike(cell) & !ones(to.wrapping_sub(k), u32::from(to >= k)),
                None => 0,
            };
            let right = match Some(to + k).filter(|cell| *cell < self.width && coins >> cell & 1 == 1) {
                Some(cell) => (unlike(cell) >> (k - 1)) & !(1 << cell),
                None => 0,
            };
            let (made_two, made_one) = (left & right, left ^ right);
            let (lost_two, lost_one) = (left_lost & right_lost, left_lost ^ right_lost);
            let (made_none, lost_none) = (!(left | right), !(left_lost | right_lost));
            for &gain in gains {
                let having = match gain {
                    2 => made_two & lost_none,
                    1 => (made_one & lost_none) | (made_two & lost_one),
                    0 => (made_none & lost_none) | (made_one & lost_one) | (made_two & lost_two),
                    -1 => (made_none & lost_one) | (made_one & lost_two),
                    -2 => made_none & lost_two,
                    _ => 0,
                };
                bits(sources & having).for_each(|from| each(Step { from, to, gain }));
            }
        }
    }

    /// The position after a move.
    pub fn played(&self, position: Position, step: Step) -> Position {
        let (from, to) = (ones(step.from, self.k), ones(step.to, self.k));
        let carried = (position.nickels & from) >> step.from << step.to;
        Position { coins: position.coins & !from | to, nickels: position.nickels & !from | carried }
    }

    /// A number of its own for each position whose free cells are blocks of k; none for others.
    pub fn key(&self, position: Position) -> Option<u128> {
        let free = ones(0, self.width) & !position.coins;
        let first = free.trailing_zeros();
        let others = free & !ones(first, self.k);
        let second = others.trailing_zeros();
        let blocks = ones(first, self.k) | ones(second, self.k);
        (blocks == free).then(|| {
            position.nickels | u128::from(first) << Self::WIDEST | u128::from(second) << (Self::WIDEST + 7)
        })
    }

    /// How many pairs of unlike neighbours there are.
    pub fn pairs(&self, position: Position) -> u32 {
        let Position { coins, nickels } = position;
        (coins & (coins >> 1) & (nickels ^ (nickels >> 1))).count_ones()
    }
}
