//! Proofs in the names of the puzzle, as certificates have them.

use std::collections::BTreeMap;

use super::board::{Cells, PegBoard};
use super::refute::{Potential, Refutation, Tree};
use puzzlec_proofs::peg_solitaire::proof::{Case, JumpProof, Refuted, Weights};

/// Writes proofs about a board whose cells have these names.
pub struct Scribe<'a> {
    /// The board.
    pub board: &'a PegBoard,
    /// The names of its cells.
    pub names: &'a [String],
}

impl Scribe<'_> {
    /// The proof that a goal is not reached, found by a test.
    pub fn refuted(&self, goal: Cells, test: &str, refutation: &Refutation) -> Option<Refuted> {
        let proof = match refutation {
            Refutation::Parity { witness, .. } => JumpProof::Parity { cells: self.cells(*witness) },
            Refutation::Lattice { weights, modulus } => {
                let mut named = BTreeMap::new();
                for (name, weight) in self.names.iter().zip(weights).filter(|(_, weight)| **weight != 0) {
                    named.insert(name.clone(), i64::try_from(*weight).ok()?);
                }
                JumpProof::Lattice { modulus: i64::try_from(*modulus).ok()?, weights: named }
            }
            Refutation::Meeting(meeting) => JumpProof::Meeting {
                counts: meeting.counts.iter().map(|count| self.by_cell(count)).collect(),
                forward: meeting.forward.clone(),
                backward: meeting.backward.clone(),
            },
            Refutation::Tree(tree) => JumpProof::Cases { tree: self.tree(tree) },
        };
        Some(Refuted { pegs: self.cells(goal), test: test.to_owned(), proof })
    }

    fn cells(&self, set: Cells) -> Vec<String> {
        let inside = self.names.iter().enumerate().filter(|(cell, _)| set >> cell & 1 == 1);
        inside.map(|(_, name)| name.clone()).collect()
    }

    fn by_cell(&self, weights: &[i64]) -> BTreeMap<String, i64> {
        let each = self.names.iter().zip(weights).filter(|(_, weight)| **weight != 0);
        each.map(|(name, weight)| (name.clone(), *weight)).collect()
    }

    fn name(&self, cell: u8) -> String {
        self.names.get(usize::from(cell)).cloned().unwrap_or_default()
    }

    /// The cells of a jump; the lesser of the two emptied cells first, as both orders have the same effect.
    fn jump(&self, jump: usize) -> [String; 3] {
        let cells = self.board.jumps().get(jump).map_or([0; 3], |j| j.cells());
        let [from, over, to] = cells;
        [self.name(from.min(over)), self.name(from.max(over)), self.name(to)]
    }

    fn tree(&self, tree: &Tree) -> Vec<Case> {
        let mut nodes = Vec::new();
        let mut open = vec![tree];
        while let Some(tree) = open.pop() {
            let (jump, beside, at, fewer, more) = match tree {
                Tree::Leaf(potential) => {
                    nodes.push(Case::Closed(self.weights(potential)));
                    continue;
                }
                Tree::Branch { jump, at, fewer, more } => (jump, None, at, fewer, more),
                Tree::Beside { jump, bystander, at, fewer, more } => {
                    (jump, Some(self.name(*bystander)), at, fewer, more)
                }
            };
            nodes.push(Case::Split { jump: self.jump(*jump), beside, at_most: *at });
            open.extend([&**more, &**fewer]);
        }
        nodes
    }

    fn weights(&self, potential: &Potential) -> Weights {
        let named =
            |weights: &[(u8, i64)]| weights.iter().map(|(cell, by)| (self.name(*cell), *by)).collect();
        let pair = |&(a, b, by): &(u8, u8, i64)| (self.name(a.min(b)), self.name(a.max(b)), by);
        let beside = |&(jump, cell, by): &(usize, u8, i64)| (self.jump(jump), self.name(cell), by);
        Weights {
            pegs: named(&potential.single),
            pairs: potential.pairs.iter().map(pair).collect(),
            held: named(&potential.occupancy),
            together: potential.together.iter().map(pair).collect(),
            beside: potential.beside.iter().map(beside).collect(),
        }
    }
}

/// The weights of pegs of a proof without case splits; `None` for a tree of several cases.
pub fn proof_weights(refutation: &Refutation, cells: usize) -> Option<Vec<i64>> {
    let weights: Vec<i64> = match refutation {
        Refutation::Parity { witness, .. } => {
            (0..cells).map(|cell| i64::from(witness >> cell & 1 == 1)).collect()
        }
        Refutation::Lattice { weights, .. } => {
            weights.iter().map(|by| i64::try_from(*by)).collect::<Result<_, _>>().ok()?
        }
        Refutation::Tree(Tree::Leaf(potential)) if potential.pairs.is_empty() => {
            let mut weights = vec![0; cells];
            for (cell, by) in &potential.single {
                *weights.get_mut(usize::from(*cell))? = *by;
            }
            weights
        }
        Refutation::Tree(_) | Refutation::Meeting(_) => return None,
    };
    Some(weights)
}
