//! A potential as tables over the bits of a state.

use super::DEAD;
use super::facts::{Facts, Weights, has, weight};
use super::goal;
use crate::packed::Layout;
use puzzlec_task::VarId;

/// Bits of a table, unless one field is wider.
const BITS: u32 = 8;

/// The weight of a dead end: larger than any sum without one, small enough that sums of them do not overflow.
const TRAP: u32 = 1 << 22;

/// A potential, ready to be looked up.
pub(super) struct Table {
    parts: Vec<Part>,
    /// The greatest sum of a goal position.
    goal: u32,
    /// The most by which an action lowers the sum; 0 if none does.
    step: u32,
}

/// Neighbouring fields of a word together: by their bits the sum of their weights.
struct Part {
    word: u32,
    shift: u32,
    mask: u64,
    sums: Box<[u32]>,
}

/// A field of a word with the weights of its codes.
struct Weighed {
    word: u32,
    shift: u32,
    mask: u64,
    of: Vec<u32>,
}

impl Table {
    /// The potential with these weights; `None` if it is trivial or overflows.
    pub(super) fn new(facts: &Facts, layout: &Layout, weights: Weights) -> Option<Self> {
        let step = facts.actions().filter_map(|action| facts.drop(action, &weights)).max().unwrap_or(0);
        if step <= 0 && !facts.lowers(&negative(&weights)) {
            // Every position has the start's sum.
            return None;
        }
        let goal = goal::highest(&facts.task.goal, &facts.goal, &weights)?;
        // Weights are moved so that each variable's least is 0.
        let (mut fields, mut base, mut most) = (Vec::new(), 0_i64, 0_i64);
        for (var, live) in (0..).zip(&facts.relaxed.values) {
            let row = || live.iter().map(|value| weight(&weights, var, value));
            let (low, high) = (row().min()?, row().max()?);
            base += low;
            most += high - low;
            fields.extend(Weighed::new(facts, layout, &weights, var, low));
        }
        if most >= i64::from(TRAP) || fields.iter().all(|f| f.of.iter().all(|w| *w == 0)) {
            return None;
        }
        let parts = join(fields);
        if parts.len() > 1000 {
            return None;
        }
        Some(Table {
            parts,
            goal: u32::try_from((goal - base).max(0)).ok()?,
            step: u32::try_from(step.max(0)).ok()?,
        })
    }

    /// Whether no action lowers the sum, so that the potential only detects dead ends.
    pub(super) fn only_finds_dead_ends(&self) -> bool {
        self.step == 0
    }

    /// No plan from this state has fewer actions.
    #[inline]
    pub(super) fn of(&self, state: &[u64]) -> u32 {
        let mut sum = 0;
        for part in &self.parts {
            let word = state.get(part.word as usize).copied().unwrap_or(0);
            sum += part.sums.get((word >> part.shift & part.mask) as usize).copied().unwrap_or(0);
        }
        if sum >= TRAP {
            return DEAD;
        }
        let above = sum.saturating_sub(self.goal);
        match self.step {
            1 => above,
            0 if above > 0 => DEAD,
            0 => 0,
            step => above.div_ceil(step),
        }
    }
}

fn negative(weights: &Weights) -> Weights {
    weights.iter().map(|row| row.iter().map(|w| -w).collect()).collect()
}

impl Weighed {
    fn new(facts: &Facts, layout: &Layout, weights: &Weights, var: VarId, low: i64) -> Option<Self> {
        let field = layout.field(var)?;
        let of = layout.values(var).iter().map(|value| {
            if has(&facts.dead_ends, var, *value) {
                return TRAP;
            }
            u32::try_from(weight(weights, var, *value) - low).map_or(TRAP, |w| w.min(TRAP))
        });
        Some(Weighed { word: field.word, shift: field.shift, mask: field.mask, of: of.collect() })
    }
}

/// Neighbouring fields share a table while it is small.
fn join(mut fields: Vec<Weighed>) -> Vec<Part> {
    fields.sort_by_key(|f| (f.word, f.shift));
    let mut parts: Vec<Part> = Vec::new();
    for field in fields {
        let width = 64 - field.mask.leading_zeros();
        if let Some(part) = parts.last_mut()
            && part.word == field.word
            && field.shift + width <= part.shift + BITS
        {
            let by = field.shift - part.shift;
            let old = std::mem::take(&mut part.sums);
            part.mask |= field.mask << by;
            let sum = |bits: u64| {
                let low = old.get((bits & ((1 << by) - 1)) as usize).copied().unwrap_or(0);
                let high = field.of.get((bits >> by & field.mask) as usize).copied().unwrap_or(0);
                (low + high).min(TRAP)
            };
            part.sums = (0..=part.mask).map(sum).collect();
        } else {
            let sums = (0..=field.mask).map(|code| field.of.get(code as usize).copied().unwrap_or(0));
            parts.push(Part { word: field.word, shift: field.shift, mask: field.mask, sums: sums.collect() });
        }
    }
    parts.retain(|part| part.sums.iter().any(|sum| *sum > 0));
    parts
}
