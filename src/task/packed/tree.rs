//! Finding the moves that may apply, by a decision tree on the contents of fields.
//!
//! For tasks of any number of moves. This is the successor generator of Helmert, "The Fast
//! Downward planning system" (JAIR 26, 2006), section 5.3.1, with the field to look at chosen
//! greedily: the one that most of the moves at hand want to have one certain code.

use rustc_hash::FxHashMap;

use super::layout::Field;
use super::moves::{Guard, Scratch};

/// So many moves are not split further.
const LEAF: usize = 4;
/// Fields of more codes are not branched on.
const WIDEST: u64 = 1 << 12;
const NOTHING: u32 = u32::MAX;

/// The tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// Children of branches: first for any code, then by code.
    children: Vec<u32>,
    /// Moves of leaves.
    moves: Vec<u32>,
}

#[derive(Clone, Debug)]
enum Node {
    Branch { field: Field, children: u32 },
    Leaf { start: u32, end: u32 },
}

/// What a move still wants on the way down: fields with one code allowed.
type Wants = Vec<(Field, u64)>;

impl Tree {
    /// Builds the tree.
    pub(super) fn new(guards: &[Guard]) -> Self {
        let wants: Vec<Wants> = guards
            .iter()
            .map(|g| g.iter().filter_map(|(field, codes)| Some((*field, codes.single()?))).collect())
            .collect();
        let mut tree = Tree::default();
        let all = (0..guards.len() as u32).collect();
        tree.grow(&wants, all, &mut Vec::new());
        tree
    }

    /// Adds the node for these moves, the fields of the path decided; gives its number.
    fn grow(&mut self, wants: &[Wants], moves: Vec<u32>, path: &mut Vec<Field>) -> u32 {
        if moves.is_empty() {
            return NOTHING;
        }
        let id = self.nodes.len() as u32;
        let best = if moves.len() <= LEAF { None } else { most_wanted(wants, &moves, path) };
        let Some(field) = best else {
            let start = self.moves.len() as u32;
            self.moves.extend(moves);
            self.nodes.push(Node::Leaf { start, end: self.moves.len() as u32 });
            return id;
        };
        let mut groups: Vec<Vec<u32>> = vec![Vec::new(); field.mask as usize + 2];
        for at in moves {
            let want = wants.get(at as usize).and_then(|w| w.iter().find(|(f, _)| *f == field));
            if let Some(group) = groups.get_mut(want.map_or(0, |w| w.1 as usize + 1)) {
                group.push(at);
            }
        }
        let children = self.children.len() as u32;
        self.nodes.push(Node::Branch { field, children });
        self.children.resize(self.children.len() + groups.len(), NOTHING);
        path.push(field);
        for (group, slot) in groups.into_iter().zip(children as usize..) {
            let child = self.grow(wants, group, path);
            if let Some(slot) = self.children.get_mut(slot) {
                *slot = child;
            }
        }
        path.pop();
        id
    }

    /// Finds the moves that may apply, in no particular order; their guards are still to be
    /// checked.
    pub(super) fn candidates(&self, state: &[u64], scratch: &mut Scratch) {
        scratch.found.clear();
        scratch.stack.clear();
        scratch.stack.push(0);
        while let Some(id) = scratch.stack.pop() {
            match self.nodes.get(id as usize) {
                Some(Node::Branch { field, children }) => {
                    let code = field.get(state) as usize;
                    let children = *children as usize;
                    for at in [children, children + 1 + code] {
                        if let Some(&child) = self.children.get(at)
                            && child != NOTHING
                        {
                            scratch.stack.push(child);
                        }
                    }
                }
                Some(Node::Leaf { start, end }) => {
                    let moves = self.moves.get(*start as usize..*end as usize);
                    scratch.found.extend_from_slice(moves.unwrap_or(&[]));
                }
                None => {}
            }
        }
    }
}

/// The field off the path that most of the moves want to have one code; the first of equals.
fn most_wanted(wants: &[Wants], moves: &[u32], path: &[Field]) -> Option<Field> {
    let mut counts: FxHashMap<(u32, u32), (usize, Field)> = FxHashMap::default();
    for (field, _) in moves.iter().filter_map(|at| wants.get(*at as usize)).flatten() {
        if field.mask < WIDEST && !path.contains(field) {
            counts.entry((field.word, field.shift)).or_insert((0, *field)).0 += 1;
        }
    }
    let best = counts.into_values().max_by_key(|(n, f)| (*n, std::cmp::Reverse((f.word, f.shift))));
    best.map(|b| b.1)
}
