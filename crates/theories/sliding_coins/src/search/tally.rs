//! The number of plans with an exact number of moves, and their list.

use rustc_hash::FxHashMap;

use super::board::Run;
use super::deepening::{Deepening, Node, Seen};
use super::game::{Choice, Extent, Key};
use crate::row::Move;
use puzzlec_theory::meter::Halted;

/// How many plans there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plans {
    /// This many; `u128::MAX` stands for that and more.
    Number(u128),
    /// Infinitely many: some block may be put any number of cells further out.
    Infinite,
}

/// A row on the way.
struct Open {
    node: Node,
    /// The row, with all gaps as they are.
    exact: Key,
    /// How many plans were found from here.
    plans: u128,
}

/// The result of looking a row up.
enum Known {
    Plans(u128),
    Open(Open),
}

impl Deepening<'_> {
    /// The number of plans with exactly this number of moves.
    pub(super) fn count(&mut self, moves: usize) -> Result<Plans, Halted> {
        // By the number of moves: rows that are solved by exactly this number, with the number of plans.
        let mut alive: Vec<FxHashMap<Key, u128>> = vec![FxHashMap::default(); moves + 1];
        let mut runs = Vec::new();
        let mut path: Vec<Choice> = Vec::new();
        let mut open = match self.known(moves, &mut runs, &alive)? {
            Known::Plans(plans) => return Ok(Plans::Number(plans)),
            Known::Open(open) => vec![open],
        };
        while let Some(last) = open.last_mut() {
            let plans = if let Some(choice) = last.node.choices.next() {
                self.board.play(choice.step);
                path.push(choice);
                match self.known(moves - path.len(), &mut runs, &alive)? {
                    Known::Plans(plans) => plans,
                    Known::Open(next) => {
                        open.push(next);
                        continue;
                    }
                }
            } else {
                let Some(Open { node, exact, plans }) = open.pop() else { break };
                if plans == 0 {
                    self.bury(node.key, moves - path.len())?;
                } else if let Some(alive) = alive.get_mut(moves - path.len()) {
                    self.keep(exact.len())?;
                    alive.insert(exact, plans);
                }
                plans
            };
            let (Some(choice), Some(last)) = (path.pop(), open.last_mut()) else {
                return Ok(Plans::Number(plans));
            };
            self.board.unplay(choice.step);
            if choice.endless && plans > 0 {
                return Ok(Plans::Infinite);
            }
            last.plans = last.plans.saturating_add(plans);
        }
        Ok(Plans::Number(0))
    }

    fn known(
        &mut self,
        moves: usize,
        runs: &mut Vec<Run>,
        alive: &[FxHashMap<Key, u128>],
    ) -> Result<Known, Halted> {
        self.board.runs(runs);
        let exact = self.game.key(&self.board, runs, usize::MAX);
        if let Some(plans) = alive.get(moves).and_then(|alive| alive.get(&exact)) {
            return Ok(Known::Plans(*plans));
        }
        Ok(match self.look(moves, runs, Extent::All)? {
            Seen::Goal => Known::Plans(1),
            Seen::Dead => Known::Plans(0),
            Seen::Open(node) => Known::Open(Open { node, exact, plans: 0 }),
        })
    }

    /// Lists the plans with exactly this number of moves, in the order of their moves, until `each` returns false. Of infinitely many
    /// plans those are left out in which a block lies further out than it must to be as good as further out.
    pub(super) fn list(&mut self, moves: usize, each: &mut dyn FnMut(&[Move]) -> bool) -> Result<(), Halted> {
        let mut runs = Vec::new();
        let mut path: Vec<Move> = Vec::new();
        // Whether a plan was found from the row, with its moves in order.
        let mut open: Vec<(Node, bool)> = match self.look(moves, &mut runs, Extent::All)? {
            Seen::Goal => {
                each(&path);
                return Ok(());
            }
            Seen::Dead => return Ok(()),
            Seen::Open(node) => vec![(node.sorted(), false)],
        };
        while let Some((node, found)) = open.last_mut() {
            if let Some(choice) = node.choices.next() {
                self.board.play(choice.step);
                path.push(choice.step);
                match self.look(moves - path.len(), &mut runs, Extent::All)? {
                    Seen::Goal => {
                        *found = true;
                        if !each(&path) {
                            return Ok(());
                        }
                    }
                    Seen::Open(node) => {
                        open.push((node.sorted(), false));
                        continue;
                    }
                    Seen::Dead => {}
                }
            } else if let Some((node, found)) = open.pop() {
                if found {
                    open.last_mut().into_iter().for_each(|last| last.1 = true);
                } else {
                    self.bury(node.key, moves - path.len())?;
                }
            }
            if let Some(step) = path.pop() {
                self.board.unplay(step);
            }
        }
        Ok(())
    }
}

impl Node {
    /// With its moves in order.
    fn sorted(self) -> Self {
        let mut choices: Vec<Choice> = self.choices.collect();
        choices.sort_unstable_by_key(|choice| choice.step);
        Node { key: self.key, choices: choices.into_iter() }
    }
}
