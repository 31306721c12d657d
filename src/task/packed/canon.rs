//! One state for all that symmetries make of it.

use super::Packed;
use crate::task::{Symmetries, VarId};

/// Maps packed states to the representatives of their classes.
#[derive(Clone, Debug)]
pub struct Canon {
    order: u64,
}

impl Canon {
    /// Prepares it, or nothing where there is no symmetry but the identity.
    pub fn new(_packed: &Packed, _symmetries: &Symmetries) -> Option<Self> {
        None
    }

    /// How many symmetries there are: no class is larger.
    pub fn order(&self) -> u64 {
        self.order
    }

    /// The representative of a state's class, and the number of a renaming that, followed by an
    /// exchange of like pieces, leads to it.
    #[inline]
    pub fn representative<const W: usize>(&self, state: &[u64; W]) -> ([u64; W], u32) {
        (*state, 0)
    }

    /// The variable that takes over a variable's value in the renaming of this number.
    pub fn variable(&self, _renaming: u32, var: VarId) -> VarId {
        var
    }

    /// All different states of a class, the given one first.
    pub fn orbit<const W: usize>(&self, state: &[u64; W]) -> Vec<[u64; W]> {
        vec![*state]
    }
}
