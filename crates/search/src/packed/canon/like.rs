//! Exchanges of like pieces on packed states.

use std::collections::BTreeMap;

use crate::packed::{Field, Layout};
use puzzlec_task::{Value, VarId};

/// Maximum number of like pieces.
const MOST_PIECES: usize = 128;
const NONE: u8 = u8::MAX;

/// Every exchange of like pieces, the identity first: what becomes of the values that are parts of
/// them.
pub(super) fn exchanges(alike: &[Vec<Vec<Value>>]) -> Vec<BTreeMap<Value, Value>> {
    let mut all = vec![BTreeMap::new()];
    for pieces in alike {
        let orders: Vec<Vec<usize>> = orders(pieces.len());
        let extended = all.iter().flat_map(|before: &BTreeMap<Value, Value>| {
            orders.iter().map(move |order| {
                let mut after = before.clone();
                for (piece, other) in pieces.iter().zip(order.iter().filter_map(|at| pieces.get(*at))) {
                    after.extend(piece.iter().copied().zip(other.iter().copied()));
                }
                after
            })
        });
        all = extended.collect();
    }
    all
}

/// All permutations of this many things, the identity first.
fn orders(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        let longer = |order: &Vec<usize>| {
            let order = order.clone();
            (0..n).filter(|at| !order.contains(at)).map(|at| [&order[..], &[at]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Like pieces, numbered through all classes.
#[derive(Clone, Debug)]
pub(super) struct Like {
    /// By class, its first piece and the end of its range.
    classes: Vec<(u8, u8)>,
    /// By piece, its class.
    class: Vec<u8>,
    /// Fields that can hold parts of like pieces, in the order of their variables.
    slots: Vec<Slot>,
    /// By value of a part, the same part of its class's first piece.
    first: Vec<(Value, Value)>,
}

/// A field that can hold parts of like pieces.
#[derive(Clone, Debug)]
struct Slot {
    field: Field,
    /// By code, the piece, or `NONE`, and its part.
    pieces: Vec<(u8, u16)>,
    /// By piece and part, the code.
    codes: Vec<Vec<u64>>,
}

impl Like {
    /// Prepares classes of like pieces; `None` if there are none, or too many.
    pub(super) fn new(layout: &Layout, alike: &[Vec<Vec<Value>>]) -> Option<Self> {
        let total: usize = alike.iter().map(Vec::len).sum();
        if total == 0 || total > MOST_PIECES {
            return None;
        }
        let (mut classes, mut class, mut first, mut parts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for pieces in alike {
            let begin = parts.len() as u8;
            for piece in pieces {
                class.push(classes.len() as u8);
                first.extend(piece.iter().copied().zip(pieces.first()?.iter().copied()));
                parts.push(piece);
            }
            classes.push((begin, parts.len() as u8));
        }
        let slot = |var: VarId| {
            let field = layout.field(var)?;
            let find = |value: &Value| {
                let mut all = (0..).zip(&parts);
                all.find_map(|(at, piece)| Some((at, piece.iter().position(|v| v == value)? as u16)))
            };
            let pieces: Vec<(u8, u16)> =
                layout.values(var).iter().map(|v| find(v).unwrap_or((NONE, 0))).collect();
            let code = |value: &Value| layout.code(var, *value).unwrap_or(0);
            let codes = parts.iter().map(|piece| piece.iter().map(code).collect()).collect();
            let some = pieces.iter().any(|p| p.0 != NONE);
            some.then_some(Slot { field, pieces, codes })
        };
        let slots: Vec<Slot> = (0..layout.variables() as VarId).filter_map(slot).collect();
        (!slots.is_empty()).then_some(Like { classes, class, slots, first })
    }

    /// The number of exchanges.
    pub(super) fn order(&self) -> u128 {
        self.classes
            .iter()
            .fold(1_u128, |n, (begin, end)| n.saturating_mul(falling(end - begin, end - begin)))
    }

    /// The value with every like piece replaced by the first of its class.
    pub(super) fn first_of(&self, value: Value) -> Value {
        self.first.iter().find(|f| f.0 == value).map_or(value, |f| f.1)
    }

    /// Numbers like pieces in the order in which they appear.
    #[inline]
    pub(super) fn number(&self, state: &mut [u64]) {
        let mut names = [NONE; MOST_PIECES];
        let mut next = [0_u8; MOST_PIECES];
        for (n, (begin, _)) in next.iter_mut().zip(&self.classes) {
            *n = *begin;
        }
        for slot in &self.slots {
            let code = slot.field.get(state) as usize;
            let Some((piece, part)) = slot.pieces.get(code).copied().filter(|p| p.0 != NONE) else {
                continue;
            };
            let Some(name) = names.get_mut(usize::from(piece)) else { continue };
            if *name == NONE {
                let class = self.class.get(usize::from(piece)).copied().unwrap_or(0);
                if let Some(next) = next.get_mut(usize::from(class)) {
                    *name = *next;
                    *next += 1;
                }
            }
            if *name != piece {
                slot.put(state, *name, part);
            }
        }
    }

    /// The number of ways to assign like pieces to their places in a state.
    pub(super) fn ways(&self, state: &[u64]) -> u128 {
        let mut there = [false; MOST_PIECES];
        for slot in &self.slots {
            let piece = slot.pieces.get(slot.field.get(state) as usize).map_or(NONE, |p| p.0);
            if let Some(seen) = there.get_mut(usize::from(piece)) {
                *seen = true;
            }
        }
        self.classes.iter().fold(1_u128, |n, (begin, end)| {
            let class = there.get(usize::from(*begin)..usize::from(*end)).unwrap_or(&[]);
            let seen = class.iter().filter(|s| **s).count() as u8;
            n.saturating_mul(falling(end - begin, seen))
        })
    }

    /// Calls `f` with the state after each exchange of two pieces that follow each other in their
    /// class.
    pub(super) fn each_exchange<const W: usize>(&self, state: &[u64; W], mut f: impl FnMut([u64; W])) {
        for (begin, end) in &self.classes {
            for (a, b) in (*begin..*end).zip(begin + 1..*end) {
                let mut after = *state;
                for slot in &self.slots {
                    match slot.pieces.get(slot.field.get(state) as usize) {
                        Some((piece, part)) if *piece == a => slot.put(&mut after, b, *part),
                        Some((piece, part)) if *piece == b => slot.put(&mut after, a, *part),
                        _ => {}
                    }
                }
                f(after);
            }
        }
    }
}

impl Slot {
    #[inline]
    fn put(&self, state: &mut [u64], piece: u8, part: u16) {
        let codes = self.codes.get(usize::from(piece));
        if let Some(code) = codes.and_then(|c| c.get(usize::from(part))) {
            self.field.set(state, *code);
        }
    }
}

/// The falling factorial `n * (n - 1) * …` with this many factors.
fn falling(n: u8, factors: u8) -> u128 {
    (0..factors).fold(1, |product, i| u128::from(n - i).saturating_mul(product))
}
