//! The tree of the questions of a function, with answers as branches and results as leaves.

use std::any::Any;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::Field;
use crate::trace::{Answer, Content, Given, Read, Reads};

/// Approximate number of bytes that the results of one function may take.
const MOST_BYTES: usize = 32 << 20;
/// Look-ups after which a memo is given up in which fewer than half are found.
const TRIAL: u32 = 1 << 14;

/// The tree of a function.
#[derive(Default)]
pub(super) struct Memo {
    field: Option<Arc<Field>>,
    roots: FxHashMap<u32, u32>,
    nodes: Vec<Node>,
    bytes: usize,
    looked: u32,
    found: u32,
    /// Whether nothing is remembered any more.
    pub(super) off: bool,
}

enum Node {
    Asks(Read, FxHashMap<Answer, u32>),
    Gives(Box<dyn Any + Send>),
}

impl Memo {
    /// Forgets everything if the questions are about another field.
    pub(super) fn of(&mut self, field: &Arc<Field>) {
        if !self.field.as_ref().is_some_and(|own| Arc::ptr_eq(own, field)) {
            *self = Memo { field: Some(Arc::clone(field)), ..Memo::default() };
        }
    }

    /// The result for these arguments, if it is known.
    pub(super) fn find<T: Clone + 'static>(&mut self, root: u32, given: Given<'_>) -> Option<T> {
        if self.looked >= TRIAL {
            self.off = self.found < self.looked / 2;
            (self.looked, self.found) = (0, 0);
            if self.off {
                (self.nodes, self.roots) = (Vec::new(), FxHashMap::default());
            }
        }
        self.looked += 1;
        let mut at = *self.roots.get(&root)?;
        loop {
            match self.nodes.get(at as usize)? {
                Node::Asks(read, branches) => at = *branches.get(&given.answer(read)?)?,
                Node::Gives(result) => {
                    self.found += 1;
                    return result.downcast_ref::<T>().cloned();
                }
            }
        }
    }

    /// Keeps a result with the reads that led to it; `bytes` is its size.
    pub(super) fn keep<T: Send + 'static>(&mut self, root: u32, reads: Reads, result: T, bytes: usize) {
        if self.off || self.bytes >= MOST_BYTES {
            return;
        }
        self.bytes += bytes + size_of::<Node>();
        let mut from: Option<(u32, Answer)> = None;
        for (read, answer) in reads {
            let known = match &from {
                None => self.roots.get(&root).copied(),
                Some((at, answer)) => match self.nodes.get(*at as usize) {
                    Some(Node::Asks(_, branches)) => branches.get(answer).copied(),
                    _ => return,
                },
            };
            let at = match known {
                Some(at) => at,
                None => {
                    self.bytes += 2 * size_of::<Node>() + bytes_of(&read, &answer);
                    self.hang(root, from.take(), Node::Asks(read.clone(), FxHashMap::default()))
                }
            };
            if !matches!(self.nodes.get(at as usize), Some(Node::Asks(asked, _)) if *asked == read) {
                return;
            }
            from = Some((at, answer));
        }
        self.hang(root, from, Node::Gives(Box::new(result)));
    }

    /// Adds a node behind an answer.
    fn hang(&mut self, root: u32, from: Option<(u32, Answer)>, node: Node) -> u32 {
        let at = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.nodes.push(node);
        match from {
            None => {
                self.roots.insert(root, at);
            }
            Some((before, answer)) => {
                if let Some(Node::Asks(_, branches)) = self.nodes.get_mut(before as usize) {
                    branches.insert(answer, at);
                }
            }
        }
        at
    }
}

/// Approximate size of a question with an answer, outside its node.
fn bytes_of(read: &Read, answer: &Answer) -> usize {
    let read = match read {
        Read::Of(_, Content::Count(values, among)) => {
            values.bits.len() * 8 + among.as_ref().map_or(0, |among| among.len() * 4)
        }
        Read::Of(_, Content::Holds(_, values) | Content::Cells(values)) => values.bits.len() * 8,
        Read::Of(_, Content::Value(_)) | Read::Step(_) => 0,
    };
    let answer = match answer {
        Answer::Number(_) => 0,
        Answer::Places(places) => places.len() * 4,
        Answer::Name(name) => name.len(),
    };
    2 * (read + answer) + size_of::<Answer>()
}
