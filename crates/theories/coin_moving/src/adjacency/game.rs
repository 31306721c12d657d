//! Grids, numbers of neighbours, and the moves that they allow.

use std::collections::BTreeSet;

use crate::coins::Move;
use puzzlec_model::board::Coord;

/// The cells with a coin.
pub type Cells = BTreeSet<Coord>;

/// A grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grid {
    /// Four neighbours.
    Square,
    /// Six neighbours, in axial coordinates.
    Triangular,
}

const SQUARE: &[(i32, i32)] = &[(1, 0), (0, 1), (-1, 0), (0, -1)];
const TRIANGULAR: &[(i32, i32)] = &[(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// A coin moves to any free cell of the grid that has at least a given number of other coins as neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// The grid.
    pub grid: Grid,
    /// The number, from 1.
    pub touching: usize,
}

impl Game {
    /// The condition of a move, in words.
    pub fn words(self) -> String {
        let words = [
            "no other",
            "one other",
            "two others",
            "three others",
            "four others",
            "five others",
            "six others",
        ];
        words
            .get(self.touching)
            .map_or_else(|| format!("{} others", self.touching), |word| (*word).to_owned())
    }

    /// The steps to the neighbours of a cell.
    pub fn steps(self) -> &'static [(i32, i32)] {
        match self.grid {
            Grid::Square => SQUARE,
            Grid::Triangular => TRIANGULAR,
        }
    }

    /// The neighbours of a cell.
    pub fn beside(self, cell: Coord) -> impl Iterator<Item = Coord> {
        self.steps().iter().map(move |(x, y)| Coord::new(cell.x + x, cell.y + y))
    }

    /// Whether two cells are neighbours.
    pub fn adjacent(self, one: Coord, other: Coord) -> bool {
        self.steps().contains(&(other.x - one.x, other.y - one.y))
    }

    /// The number of coins on the neighbours of a cell.
    pub fn touched(self, coins: &Cells, cell: Coord) -> usize {
        self.beside(cell).filter(|beside| coins.contains(beside)).count()
    }

    /// Whether coins can spread without end: one more than must touch them can all be neighbours of each
    /// other, and such a clique walks anywhere. With a greater number no coin crosses a side of the hull of the coins.
    pub fn spreads(self) -> bool {
        match self.grid {
            Grid::Square => self.touching < 2,
            Grid::Triangular => self.touching < 3,
        }
    }

    /// Whether a move is legal.
    pub fn allows(self, coins: &Cells, step: Move) -> bool {
        let touched = self.touched(coins, step.to) - usize::from(self.adjacent(step.from, step.to));
        coins.contains(&step.from) && !coins.contains(&step.to) && touched >= self.touching
    }

    /// The free cells with enough neighbours, apart from the moving coin.
    pub fn open(self, coins: &Cells) -> Cells {
        let near = coins.iter().flat_map(|cell| self.beside(*cell));
        near.filter(|cell| !coins.contains(cell) && self.touched(coins, *cell) >= self.touching).collect()
    }

    /// The legal moves.
    pub fn moves(self, coins: &Cells) -> Vec<Move> {
        let open = self.open(coins);
        let every = coins.iter().flat_map(|from| open.iter().map(|to| Move { from: *from, to: *to }));
        every.filter(|step| self.allows(coins, *step)).collect()
    }

    /// Whether there is a legal move.
    pub fn can_move(self, coins: &Cells) -> bool {
        let open = self.open(coins);
        let mut every = coins.iter().flat_map(|from| open.iter().map(|to| Move { from: *from, to: *to }));
        every.any(|step| self.allows(coins, step))
    }

    /// The legal move between two configurations with the same number of coins, if one is sufficient.
    pub fn one_move(self, start: &Cells, goal: &Cells) -> Option<Move> {
        let (mut gone, mut come) = (start.difference(goal), goal.difference(start));
        let step = Move { from: *gone.next()?, to: *come.next()? };
        (gone.next().is_none() && self.allows(start, step)).then_some(step)
    }

    /// Whether moves are legal one after the other and lead from a start to a goal.
    pub fn solves(self, start: &Cells, goal: &Cells, moves: &[Move]) -> bool {
        let mut coins = start.clone();
        let legal = moves.iter().all(|step| {
            let legal = self.allows(&coins, *step);
            play(&mut coins, *step);
            legal
        });
        legal && coins == *goal
    }
}

/// Coins translated by columns and rows.
pub fn moved(coins: &Cells, (x, y): (i32, i32)) -> Cells {
    coins.iter().map(|cell| Coord::new(cell.x + x, cell.y + y)).collect()
}

/// Makes a move without asking whether it is legal.
pub fn play(coins: &mut Cells, step: Move) {
    coins.remove(&step.from);
    coins.insert(step.to);
}
