//! The game of picking up and dropping coins, and the steps with which chains change. Steps but [`Game::take`] can be
//! undone.

use std::collections::{HashMap, VecDeque};

use puzzlec_coin_moving::coins::Coins;
use puzzlec_model::board::Coord;

use super::chain::Chain;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Pick(Coord),
    Drop(Coord),
}

impl Step {
    pub fn undone(self) -> Self {
        match self {
            Step::Pick(cell) => Step::Drop(cell),
            Step::Drop(cell) => Step::Pick(cell),
        }
    }
}

/// Width, start, goal and coins in hand of a small box.
type Window = (i32, u32, u32, u32);

pub struct Game {
    pub board: Coins,
    pub hand: u32,
    pub steps: Vec<Step>,
    /// By box the cells whose coins change, in order.
    windows: HashMap<Window, Vec<i32>>,
}

impl Game {
    pub fn new(coins: &Coins) -> Self {
        Game { board: coins.clone(), hand: 0, steps: Vec::new(), windows: HashMap::new() }
    }

    /// Drops a coin beside two others; nothing where there is one.
    pub fn drop(&mut self, cell: Coord) {
        if !self.board.contains(cell) {
            assert!(self.board.neighbours(cell) >= 2);
            self.hand = self.hand.checked_sub(1).unwrap();
            self.board.insert(cell);
            self.steps.push(Step::Drop(cell));
        }
    }

    /// Picks up a coin beside two others; nothing where there is none.
    pub fn pick(&mut self, cell: Coord) {
        assert!(!self.board.contains(cell) || self.board.neighbours(cell) >= 2);
        self.take(cell);
    }

    /// Picks up any coin; nothing where there is none.
    pub fn take(&mut self, cell: Coord) {
        if self.board.remove(cell) {
            self.hand += 1;
            self.steps.push(Step::Pick(cell));
        }
    }

    pub fn held(&self, chain: &Chain, at: i32) -> bool {
        (0..=chain.last()).contains(&at) && self.board.contains(chain.at(at))
    }

    /// Picks up a coin of the path between two others.
    fn thin(&mut self, chain: &Chain, at: i32) {
        if at > 0 && (at - 1..=at + 1).all(|at| self.held(chain, at)) {
            self.pick(chain.at(at));
        }
    }

    fn walls(&self, chain: &Chain) -> Vec<i32> {
        (0..chain.last()).filter(|at| self.held(chain, *at) && self.held(chain, at + 1)).collect()
    }

    /// Moves a wall towards the back until it begins in a cell.
    fn leapfrog(&mut self, chain: &Chain, from: i32, to: i32) {
        for wall in (from..to).step_by(2) {
            self.drop(chain.at(wall + 2));
            self.pick(chain.at(wall + 1));
        }
    }

    /// Closes pairs of walls until there is at most one.
    pub fn recover(&mut self, chain: &Chain) {
        loop {
            let walls = self.walls(chain);
            let apart = |pair: &&[i32]| pair[1] - pair[0];
            let nearest = if chain.last() % 2 == 0 {
                walls.chunks_exact(2).min_by_key(apart)
            } else {
                walls.windows(2).min_by_key(apart)
            };
            let Some(&[one, other]) = nearest else { return };
            self.leapfrog(chain, one, other - 1);
            self.pick(chain.at(other));
        }
    }

    /// Empties the odd cells of the path up to one of them.
    pub fn even(&mut self, chain: &Chain, most: i32) {
        for at in (1..chain.last().min(most + 1)).step_by(2) {
            if self.held(chain, at) {
                self.drop(chain.at(at + 1));
                self.pick(chain.at(at));
            }
        }
    }

    /// Closes pairs of walls and empties all odd cells.
    pub fn settle(&mut self, chain: &Chain) {
        self.recover(chain);
        self.even(chain, chain.last());
    }

    /// Moves a corner of the path to the other side.
    fn flip(&mut self, chain: &mut Chain, at: i32) {
        let need = |game: &Game, chain: &Chain| match game.held(chain, at) {
            true => u32::from(!game.held(chain, at - 1)) + u32::from(!game.held(chain, at + 1)),
            false => 0,
        };
        if need(self, chain) > self.hand {
            self.recover(chain);
        }
        if need(self, chain) > self.hand {
            let wall = self.walls(chain).into_iter().min_by_key(|wall| (wall - at).abs()).unwrap();
            self.leapfrog(chain, wall, at - 1);
            for wall in (at + 1..=wall).rev().step_by(2) {
                self.drop(chain.at(wall - 1));
                self.pick(chain.at(wall));
            }
        }
        if self.held(chain, at) {
            self.drop(chain.at(at - 1));
            self.drop(chain.at(at + 1));
            self.pick(chain.at(at));
        }
        let index = at as usize;
        let (before, here, after) = (chain.path[index - 1], chain.path[index], chain.path[index + 1]);
        chain.path[index] = (before.0 + after.0 - here.0, before.1 + after.1 - here.1);
        [at, at - 2, at + 2].into_iter().for_each(|at| self.thin(chain, at));
    }

    /// Moves the path to other turns.
    pub fn reshape(&mut self, chain: &mut Chain, turns: &[i32]) {
        for (row, turn) in turns.iter().enumerate().rev() {
            while chain.turns[row] < *turn {
                self.flip(chain, row as i32 + chain.turns[row] + 1);
                chain.turns[row] += 1;
            }
        }
        for (row, turn) in turns.iter().enumerate() {
            while chain.turns[row] > *turn {
                self.flip(chain, row as i32 + chain.turns[row]);
                chain.turns[row] -= 1;
            }
        }
    }

    /// Moves a coin before the first row along it, to the first column.
    pub fn slide(&mut self, chain: &Chain, from: i32) {
        for at in (1..=from).rev() {
            self.drop(chain.cell(at, 0));
            self.drop(chain.cell(at - 1, 0));
            self.drop(chain.cell(at - 1, -1));
            self.pick(chain.cell(at, -1));
            [at, at - 1]
                .into_iter()
                .filter(|at| chain.path[*at as usize].1 == 0)
                .for_each(|at| self.thin(chain, at));
        }
    }

    /// Brings a small box of the frame, whose first cell is given, to a picture by the fewest steps.
    pub fn window(&mut self, chain: &Chain, (left, top): (i32, i32), picture: &[&str]) {
        let width = picture[0].len() as i32;
        let cell = |at: i32| chain.cell(left + at % width, top + at / width);
        let drawn = picture.concat();
        let goal = (0..).zip(drawn.bytes()).fold(0, |goal, (at, cell)| goal | u32::from(cell == b'o') << at);
        let start =
            (0..drawn.len() as i32).fold(0, |s, at| s | u32::from(self.board.contains(cell(at))) << at);
        let key = (width, start, goal, self.hand.min(9));
        let cells = drawn.len() as i32;
        let changes = self.windows.entry(key).or_insert_with(|| changes(key, cells)).clone();
        for at in changes {
            match self.board.contains(cell(at)) {
                true => self.pick(cell(at)),
                false => self.drop(cell(at)),
            }
        }
    }
}

fn changes((width, start, goal, hand): Window, cells: i32) -> Vec<i32> {
    let coins = start.count_ones() + hand;
    let mut from = HashMap::from([(start, start)]);
    let mut queue = VecDeque::from([start]);
    while !from.contains_key(&goal) {
        let set = queue.pop_front().unwrap();
        for at in 0..cells {
            let held = |fits: bool, at: i32| fits && (0..cells).contains(&at) && set >> at & 1 != 0;
            let beside = [
                held(at % width > 0, at - 1),
                held(at % width + 1 < width, at + 1),
                held(true, at - width),
                held(true, at + width),
            ];
            let next = set ^ 1 << at;
            let free = next.count_ones() <= coins && !from.contains_key(&next);
            if free && beside.into_iter().filter(|held| *held).count() >= 2 {
                from.insert(next, set);
                queue.push_back(next);
            }
        }
    }
    let back = std::iter::successors(Some(goal), |set| Some(from[set])).take_while(|set| *set != start);
    let mut changes: Vec<i32> = back.map(|set| (set ^ from[&set]).trailing_zeros() as i32).collect();
    changes.reverse();
    changes
}
