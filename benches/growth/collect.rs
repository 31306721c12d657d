//! Coins that lie in the rectangle of a chain and do not belong to it.

use std::collections::HashSet;

use puzzlec_model::board::Coord;

use super::chain::Chain;
use super::game::Game;

impl Game {
    fn foreign(&self, chain: &Chain) -> Vec<Coord> {
        let own: HashSet<Coord> = (0..=chain.last()).map(|at| chain.at(at)).collect();
        chain.rectangle().cells().filter(|cell| self.board.contains(*cell) && !own.contains(cell)).collect()
    }

    /// Takes all of them up; the chain then has a coin on every other cell.
    pub fn collect(&mut self, chain: &mut Chain, undoable: bool) {
        self.settle(chain);
        if undoable {
            while self.lift_any(chain) {}
            self.sweep_up(chain);
            self.settle(chain);
        } else {
            self.foreign(chain).into_iter().for_each(|cell| self.take(cell));
        }
    }

    /// Picks up coins beside two others, or one that as few other coins as possible help.
    fn lift_any(&mut self, chain: &Chain) -> bool {
        let before = self.steps.len();
        for cell in self.foreign(chain) {
            if self.board.neighbours(cell) >= 2 {
                self.pick(cell);
            }
        }
        before < self.steps.len()
            || (1..=self.hand.min(3)).any(|helpers| {
                let foreign = self.foreign(chain);
                foreign.into_iter().any(|coin| self.lift(coin, helpers))
            })
    }

    /// Picks up a coin with the help of others, each beside two that are not this one.
    fn lift(&mut self, coin: Coord, helpers: u32) -> bool {
        let mut placed = Vec::new();
        let found = self.help(coin, helpers, &mut placed);
        placed.iter().for_each(|cell| {
            self.board.remove(*cell);
        });
        if found {
            placed.iter().for_each(|cell| self.drop(*cell));
            self.pick(coin);
            placed.iter().rev().for_each(|cell| self.pick(*cell));
        }
        found
    }

    fn help(&mut self, coin: Coord, helpers: u32, placed: &mut Vec<Coord>) -> bool {
        if self.board.neighbours(coin) >= 2 {
            return true;
        }
        if helpers == 0 {
            return false;
        }
        let cells = (-2..=2i32).flat_map(|y| (-2..=2i32).map(move |x| (x, y)));
        for (x, y) in cells.filter(|(x, y)| x.abs() + y.abs() <= 2) {
            let cell = Coord::new(coin.x + x, coin.y + y);
            let beside = usize::from(x.abs() + y.abs() == 1);
            if !self.board.contains(cell) && self.board.neighbours(cell) >= 2 + beside {
                self.board.insert(cell);
                placed.push(cell);
                if self.help(coin, helpers - 1, placed) {
                    return true;
                }
                placed.pop();
                self.board.remove(cell);
            }
        }
        false
    }

    /// Sweeps the path over the coins that are left.
    fn sweep_up(&mut self, chain: &mut Chain) {
        let (mut high, mut low) = (chain.turns.clone(), chain.turns.clone());
        for cell in self.foreign(chain) {
            let (u, v) = chain.local(cell);
            let row = v as usize;
            if chain.turns.get(row).is_some_and(|turn| u > *turn) {
                high[row..].iter_mut().for_each(|turn| *turn = u.max(*turn));
            } else {
                low[..row].iter_mut().for_each(|turn| *turn = u.min(*turn));
            }
        }
        let (first, second) = if chain.sweep(&high) <= chain.sweep(&low) { (high, low) } else { (low, high) };
        self.reshape(chain, &first);
        self.reshape(chain, &second);
    }
}
