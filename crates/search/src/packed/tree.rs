//! Finding the moves that may apply, by a decision tree on the contents of fields.
//!
//! For tasks of any number of moves. This is the successor generator of Helmert, "The Fast Downward planning
//! system" (JAIR 26, 2006), section 5.3.1; the fields are tested in the same order everywhere, first those
//! for which most moves require a single code. A move that requires one of several pieces in a field is added once for
//! each of them, and that field is tested first: most fields are empty, so few such moves remain.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::layout::Field;
use super::moves::Guard;

/// Sets of moves of at most this size are not split.
const LEAF: usize = 4;
/// Fields of more codes are not branched on.
const WIDEST: u64 = 1 << 12;
/// A move that allows more pieces in a field is not added for each of them.
const MOST_PIECES: usize = 8;
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

impl Tree {
    /// Builds the tree, in time that grows like sorting the guards.
    pub(super) fn new(guards: &[Guard]) -> Self {
        let single = |guard: &Guard| -> Vec<(Field, u32)> {
            let wants = guard.iter().filter_map(|(f, codes)| Some((*f, codes.single()? as u32)));
            wants.filter(|(f, _)| f.mask < WIDEST).collect()
        };
        let mut wants: Vec<Vec<(Field, u32)>> = guards.iter().map(single).collect();
        let mut of: Vec<u32> = (0..guards.len() as u32).collect();
        let pieces = |guard: &Guard| -> Option<(Field, Vec<u32>)> {
            let (field, codes) = guard.iter().find(|(f, codes)| {
                f.mask < WIDEST && (2..=MOST_PIECES).contains(&codes.len()) && !codes.contains(0)
            })?;
            Some((
                *field,
                (1..=field.mask).filter(|code| codes.contains(*code)).map(|code| code as u32).collect(),
            ))
        };
        let several: Vec<Option<(Field, Vec<u32>)>> = guards.iter().map(pieces).collect();
        let mut counts: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for (field, _) in wants.iter().flatten() {
            *counts.entry((field.word, field.shift)).or_default() += 1;
        }
        let rank = |f: &Field| {
            let count = counts.get(&(f.word, f.shift)).copied().unwrap_or(0);
            (Reverse(count), f.word, f.shift)
        };
        for wants in &mut wants {
            wants.sort_by_key(|w| rank(&w.0));
        }
        for (at, (field, codes)) in several.into_iter().enumerate().filter_map(|(at, one)| Some((at, one?))) {
            for code in codes.iter().skip(1) {
                let with = [(field, *code)].into_iter().chain(wants.get(at).into_iter().flatten().copied());
                wants.push(with.collect());
                of.push(at as u32);
            }
            if let (Some(own), Some(code)) = (wants.get_mut(at), codes.first()) {
                own.insert(0, (field, *code));
            }
        }
        let mut builder = Builder { tree: Tree::default(), wants: &wants, of: &of, rank: &rank };
        let mut all: Vec<u32> = (0..wants.len() as u32).collect();
        builder.grow(&mut all, 0);
        builder.tree
    }

    /// Finds the moves that may apply, in no particular order and perhaps more than once; their guards are still to be
    /// checked.
    pub(super) fn candidates(&self, state: &[u64], stack: &mut Vec<u32>, found: &mut Vec<u32>) {
        found.clear();
        stack.clear();
        stack.push(0);
        while let Some(id) = stack.pop() {
            match self.nodes.get(id as usize) {
                Some(Node::Branch { field, children }) => {
                    let code = field.get(state) as usize;
                    let children = *children as usize;
                    for at in [children, children + 1 + code] {
                        if let Some(&child) = self.children.get(at)
                            && child != NOTHING
                        {
                            stack.push(child);
                        }
                    }
                }
                Some(Node::Leaf { start, end }) => {
                    let moves = self.moves.get(*start as usize..*end as usize);
                    found.extend_from_slice(moves.unwrap_or(&[]));
                }
                None => {}
            }
        }
    }
}

/// A place in the order of fields.
type Rank = (Reverse<u32>, u32, u32);

/// Builds a tree.
struct Builder<'a> {
    tree: Tree,
    /// Per entry the fields it wants to have one code, in the order of fields, with the codes.
    wants: &'a [Vec<(Field, u32)>],
    /// Per entry its move.
    of: &'a [u32],
    rank: &'a dyn Fn(&Field) -> Rank,
}

impl Builder<'_> {
    /// Adds a node for entries of which the first `depth` wants were decided above; gives its
    /// number.
    fn grow(&mut self, moves: &mut [u32], depth: usize) -> u32 {
        let wants = self.wants;
        let want = |at: &u32| wants.get(*at as usize).and_then(|w| w.get(depth)).copied();
        let key = |at: &u32| match want(at) {
            Some((field, code)) => (0, (self.rank)(&field), code),
            None => (1, (Reverse(0), 0, 0), 0),
        };
        if moves.len() > LEAF {
            moves.sort_by_cached_key(key);
        }
        // A chain of branches, each the one before it's child for any code, and a leaf.
        let (mut first, mut link) = (NOTHING, None);
        let mut rest = moves;
        while !rest.is_empty() {
            let id = self.tree.nodes.len() as u32;
            if first == NOTHING {
                first = id;
            }
            if let Some(slot) = link.and_then(|l: u32| self.tree.children.get_mut(l as usize)) {
                *slot = id;
            }
            let next = rest.first().and_then(want).filter(|_| rest.len() > LEAF);
            let Some((field, _)) = next else {
                let start = self.tree.moves.len() as u32;
                self.tree.moves.extend(rest.iter().filter_map(|at| self.of.get(*at as usize)));
                self.tree.nodes.push(Node::Leaf { start, end: self.tree.moves.len() as u32 });
                break;
            };
            let children = self.tree.children.len() as u32;
            self.tree.nodes.push(Node::Branch { field, children });
            self.tree.children.resize(children as usize + field.mask as usize + 2, NOTHING);
            link = Some(children);
            let end = rest.partition_point(|at| want(at).is_some_and(|w| w.0 == field));
            let (mut here, after) = rest.split_at_mut(end);
            while let Some((_, code)) = here.first().and_then(want) {
                let end = here.partition_point(|at| want(at).is_some_and(|w| w.1 == code));
                let (same, others) = here.split_at_mut(end);
                let child = self.grow(same, depth + 1);
                if let Some(slot) = self.tree.children.get_mut((children + 1 + code) as usize) {
                    *slot = child;
                }
                here = others;
            }
            rest = after;
        }
        first
    }
}
