//! The game by its definition, on a small box: positions are bits, and every position that is reached is met.

use puzzlec_model::board::Coord;

/// A box of at most 28 cells.
pub struct Small {
    pub width: i32,
    pub height: i32,
    /// By cell the cells beside it.
    beside: Vec<u32>,
}

impl Small {
    pub fn new(width: i32, height: i32) -> Self {
        let cells = width * height;
        let near = |a: i32, b: i32| (a % width - b % width).abs() + (a / width - b / width).abs() == 1;
        let beside = |a| (0..cells).filter(|b| near(a, *b)).fold(0, |set, b| set | 1 << b);
        Small { width, height, beside: (0..cells).map(beside).collect() }
    }

    pub fn cells(&self) -> u32 {
        self.beside.len() as u32
    }

    /// How many coins of a set lie beside a cell.
    pub fn coins_beside(&self, set: u32, cell: u32) -> u32 {
        (set & self.beside[cell as usize]).count_ones()
    }

    pub fn coords(&self, set: u32) -> Vec<Coord> {
        let held = (0..self.cells() as i32).filter(|cell| set >> cell & 1 == 1);
        held.map(|cell| Coord::new(cell % self.width, cell / self.width)).collect()
    }

    pub fn show(&self, set: u32) -> String {
        let mark = |cell: i32| if set >> cell & 1 == 1 { 'X' } else { '.' };
        let row = |y: i32| (0..self.width).map(|x| mark(y * self.width + x)).collect::<String>();
        (0..self.height).map(row).collect::<Vec<_>>().join("/")
    }

    /// All positions with so many coins.
    pub fn positions(&self, coins: u32) -> Vec<u32> {
        (0..1_u32 << self.cells()).filter(|set| set.count_ones() == coins).collect()
    }

    /// The positions after one move. Cells beyond the box are beside one cell of it only.
    pub fn moves(&self, at: u32, mut each: impl FnMut(u32)) {
        for from in (0..self.cells()).filter(|cell| at >> cell & 1 == 1) {
            let rest = at & !(1 << from);
            for (to, beside) in self.beside.iter().enumerate() {
                if at >> to & 1 == 0 && (rest & beside).count_ones() >= 2 {
                    each(rest | 1 << to);
                }
            }
        }
    }

    /// Marks all positions that are reached from one; `met` has a bit for every position.
    pub fn reach(&self, start: u32, met: &mut Vec<u64>) {
        met.clear();
        met.resize((1_usize << self.cells()).div_ceil(64), 0);
        met[start as usize / 64] |= 1 << (start % 64);
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            self.moves(at, |next| {
                let (word, bit) = (next as usize / 64, 1 << (next % 64));
                if met[word] & bit == 0 {
                    met[word] |= bit;
                    open.push(next);
                }
            });
        }
    }

    /// The least of a position's mirror images and turns.
    pub fn least_image(&self, set: u32) -> u32 {
        let (w, h) = (self.width, self.height);
        let image = |turn: bool, x_back: bool, y_back: bool| {
            let mut image = 0_u32;
            for cell in (0..self.cells() as i32).filter(|cell| set >> cell & 1 == 1) {
                let (x, y) = if turn { (cell / w, cell % w) } else { (cell % w, cell / w) };
                let x = if x_back { w - 1 - x } else { x };
                let y = if y_back { h - 1 - y } else { y };
                image |= 1 << (y * w + x);
            }
            image
        };
        let turns = if w == h { vec![false, true] } else { vec![false] };
        let all = turns
            .into_iter()
            .flat_map(|t| [(t, false, false), (t, false, true), (t, true, false), (t, true, true)]);
        all.map(|(t, x, y)| image(t, x, y)).min().unwrap()
    }
}

pub fn met(met: &[u64], at: u32) -> bool {
    met[at as usize / 64] >> (at % 64) & 1 == 1
}

/// Numbers that look random.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// A position with so many coins.
    pub fn position(&mut self, small: &Small, coins: u32) -> u32 {
        let mut set = 0_u32;
        while set.count_ones() < coins {
            set |= 1 << self.below(small.cells().into());
        }
        set
    }
}
