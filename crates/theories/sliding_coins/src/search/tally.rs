//! The number of plans with an exact number of moves.

use rustc_hash::FxHashMap;

use super::board::Run;
use super::deepening::{Deepening, Node, Seen};
use super::game::{Choice, Extent, Key};
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
}
