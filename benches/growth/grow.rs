//! Growth of chains, coin by coin.

use puzzlec_coin_moving::rectangle::Rectangle;
use puzzlec_model::board::Coord;

use super::chain::Chain;
use super::game::Game;

/// Steps for a column, of a coin at distance 2 from a row.
const HOP: f64 = 13.0;
/// Steps for a column, of a coin beside a row.
const SLIDE: f64 = 4.0;
/// Steps for a cell that the path sweeps.
const SWEEP: f64 = 3.0;
/// Steps for a cell of a rectangle whose chain is rotated.
const ROTATE: f64 = 9.5;
/// Steps for a unit of half the perimeter, where a small chain takes up the coins of a large one.
const RESEED: f64 = 14.0;

fn reseeding(chain: &Chain) -> f64 {
    let corner = vec![chain.width - 1; chain.turns.len()];
    RESEED * f64::from(chain.width + chain.height) + SWEEP * f64::from(chain.sweep(&corner))
}

fn rotating(chain: &Chain) -> f64 {
    ROTATE * f64::from(chain.width * chain.height)
}

/// The column up to which the first row must be on the path.
fn reach(chain: &Chain, u: i32, v: i32) -> i32 {
    if v == -1 || u % 2 == 0 { u } else { (u + 1).min(chain.width - 1) }
}

/// An estimate of the steps that a coin costs.
fn cost(chain: &Chain, coin: Coord) -> f64 {
    if chain.last() == 0 {
        return 0.0;
    }
    let frame = chain.facing(coin);
    match frame.local(coin) {
        (-1, -1) => 0.0,
        (u, -1) if u == frame.width => reseeding(&frame).min(rotating(&frame)),
        (u, v) => {
            let swept = frame.sweep(&frame.through(reach(&frame, u, v), 0));
            SWEEP * f64::from(swept) + if v == -1 { SLIDE } else { HOP } * f64::from(u)
        }
    }
}

impl Game {
    /// A chain of the rectangle around the chain and a coin near it.
    fn absorb(&mut self, chain: Chain, coin: Coord) -> Chain {
        let grown = if chain.last() == 0 {
            let (x, y) = chain.local(coin);
            let sign = |d: i32| if d < 0 { -1 } else { 1 };
            Chain::new(
                chain.at(0),
                (sign(x), 0),
                (0, sign(y)),
                x.abs() + 1,
                vec![0; y.unsigned_abs() as usize],
            )
        } else {
            self.absorb_facing(chain.facing(coin), coin)
        };
        self.recover(&grown);
        grown
    }

    fn absorb_facing(&mut self, mut chain: Chain, coin: Coord) -> Chain {
        match chain.local(coin) {
            (-1, -1) => chain.longer_diagonally(),
            (u, -1) if u == chain.width && reseeding(&chain) < rotating(&chain) => self.reseed(chain, coin),
            (u, -1) if u == chain.width => self.rotate(chain).facing(coin).longer_diagonally(),
            (u, v) => {
                let turns = chain.through(reach(&chain, u, v), 0);
                self.reshape(&mut chain, &turns);
                self.recover(&chain);
                if v == -1 {
                    self.slide(&chain, u);
                    return chain.longer();
                }
                self.even(&chain, u + 1);
                if u % 2 != 0 && u == chain.width - 1 {
                    self.window(&chain, (u - 1, -2), &["o.", "..", "o.", ".o"]);
                } else if u % 2 != 0 {
                    self.window(&chain, (u - 1, -2), &["o..", "...", "o.o"]);
                }
                for left in (0..u / 2).rev() {
                    self.window(&chain, (2 * left, -2), &["o..", "...", "o.o"]);
                }
                chain.longer().longer()
            }
        }
    }

    /// A coin diagonal to a corner that is no end: a small chain begins there and takes up the coins of the other.
    fn reseed(&mut self, mut chain: Chain, coin: Coord) -> Chain {
        if chain.width % 2 == 0 && chain.height % 2 != 0 {
            chain = chain.transpose().reverse();
        }
        let (width, inside) = (chain.width, chain.rectangle());
        let whole = inside.join(Rectangle::cell(coin));
        let turns = vec![width - 1; chain.turns.len()];
        self.reshape(&mut chain, &turns);
        self.settle(&chain);
        let mut small = if width % 2 != 0 {
            self.window(&chain, (width - 1, -1), &["o.", ".o"]);
            Chain::new(chain.cell(width - 1, -1), chain.across, chain.down, 2, vec![1])
        } else {
            self.window(&chain, (width - 2, -1), &["o.o", "...", "..o"]);
            Chain::new(chain.cell(width - 2, -1), chain.across, chain.down, 3, vec![2, 2])
        };
        while !small.rectangle().includes(inside) {
            let next = self.cheapest(&small, whole).unwrap();
            small = self.absorb(small, next);
        }
        small
    }

    /// The cheapest coin near a chain, in a rectangle.
    fn cheapest(&self, chain: &Chain, inside: Rectangle) -> Option<Coord> {
        let around = chain.rectangle();
        let sides = (around.left..=around.right)
            .flat_map(|x| {
                [-2, -1]
                    .map(|d| (x, around.top + d))
                    .into_iter()
                    .chain([1, 2].map(|d| (x, around.bottom + d)))
            })
            .chain((around.top..=around.bottom).flat_map(|y| {
                [-2, -1]
                    .map(|d| (around.left + d, y))
                    .into_iter()
                    .chain([1, 2].map(|d| (around.right + d, y)))
            }));
        let corners =
            [around.top - 1, around.bottom + 1].map(|y| [around.left - 1, around.right + 1].map(|x| (x, y)));
        let cells = sides.chain(corners.into_iter().flatten()).map(|(x, y)| Coord::new(x, y));
        let coins = cells.filter(|cell| inside.contains(*cell) && self.board.contains(*cell));
        coins
            .map(|coin| (cost(chain, coin), coin))
            .min_by(|one, other| one.0.total_cmp(&other.0))
            .map(|best| best.1)
    }

    /// Brings a coin of the chain near another rectangle, outside it; whether it can.
    fn expose(&mut self, chain: &mut Chain, to: Rectangle) -> bool {
        let odd = chain.last() % 2;
        let cells = (0..chain.height).flat_map(|v| (0..chain.width).map(move |u| (u, v)));
        let near = |cell: Coord| !to.contains(cell) && to.distance(Rectangle::cell(cell)) <= 2;
        let cells = cells.filter(|(u, v)| near(chain.cell(*u, *v)) && (u + v) % 2 <= odd);
        let Some((u, v)) = cells.min_by_key(|(u, v)| chain.sweep(&chain.through(*u, *v))) else {
            return false;
        };
        let turns = chain.through(u, v);
        self.reshape(chain, &turns);
        if (u + v) % 2 != 0 {
            *chain = chain.reverse();
        }
        self.settle(chain);
        true
    }

    /// Whether a coin of the chain is near a rectangle, outside it.
    fn touches(&self, chain: &Chain, to: Rectangle) -> bool {
        let coins = (0..=chain.last()).filter(|at| self.held(chain, *at)).map(|at| chain.at(at));
        coins.into_iter().any(|cell| !to.contains(cell) && to.distance(Rectangle::cell(cell)) <= 2)
    }

    /// Whether coins of the chain have been taken up by another.
    fn is_damaged(&self, chain: &Chain) -> bool {
        !self.held(chain, 0)
            || !self.held(chain, chain.last())
            || (0..chain.last()).any(|at| !self.held(chain, at) && !self.held(chain, at + 1))
    }

    /// A chain for each component of the span, and no other coin (Lemma 2.7); with steps that can be undone, or with any.
    pub fn canonicalise(&mut self, undoable: bool) -> Vec<Chain> {
        let mut done: Vec<Chain> = Vec::new();
        let free = |game: &Game, done: &[Chain]| {
            game.board.iter().find(|cell| !done.iter().any(|chain| chain.rectangle().contains(*cell)))
        };
        while let Some(seed) = free(self, &done) {
            let chain = self.grow(Chain::of(seed), &mut done);
            done.push(chain);
        }
        done.iter_mut().for_each(|chain| self.collect(chain, undoable));
        done
    }

    /// Takes up all coins and chains near a chain.
    fn grow(&mut self, mut chain: Chain, done: &mut Vec<Chain>) -> Chain {
        let all =
            Rectangle { top: 0, left: 0, bottom: self.board.height() - 1, right: self.board.width() - 1 };
        loop {
            let near = |other: &Chain| other.rectangle().distance(chain.rectangle()) <= 2;
            if let Some(at) = done.iter().position(near) {
                let other = done.remove(at);
                chain = self.merge(chain, other);
            } else {
                let Some(coin) = self.cheapest(&chain, all) else { return chain };
                chain = self.absorb(chain, coin);
            }
        }
    }

    /// Of two chains near each other, the one that takes up the coins of the other.
    fn merge(&mut self, chain: Chain, other: Chain) -> Chain {
        if self.is_damaged(&other) {
            return chain;
        }
        let area = |chain: &Chain| chain.width * chain.height;
        let (mut large, mut small) =
            if area(&other) > area(&chain) { (other, chain) } else { (chain, other) };
        let (outer, inner) = (large.rectangle(), small.rectangle());
        if outer.includes(inner) || self.touches(&small, outer) {
            large
        } else if self.touches(&large, inner) {
            small
        } else if self.expose(&mut small, outer) {
            large
        } else if self.expose(&mut large, inner) {
            small
        } else {
            let mut small = self.rotate(small);
            assert!(self.expose(&mut small, outer));
            large
        }
    }
}
