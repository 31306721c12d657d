//! Conditions on shapes, tested on what the cells may hold.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bounds;
use crate::shapes::{Flood, neighbours};
use puzzlec_task::{Condition, Members, ValueSet};

/// Whether a condition asks how a set hangs together.
pub(super) fn is_shaped(condition: &Condition) -> bool {
    match condition {
        Condition::Components { .. } | Condition::Component { .. } | Condition::Forest { .. } => true,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(is_shaped),
        Condition::Not(part) => is_shaped(part),
        _ => false,
    }
}

/// A condition, or its negation, in which only single cells and cycles are denied, and sums have the terms of a cell
/// together.
pub(super) fn positive(condition: &Condition, holds: bool, looks: &mut Looks) -> Condition {
    match condition {
        Condition::True | Condition::False => {
            if (*condition == Condition::True) == holds {
                Condition::True
            } else {
                Condition::False
            }
        }
        Condition::Not(part) => positive(part, !holds, looks),
        Condition::In(..) if holds => condition.clone(),
        Condition::In(..) => Condition::Not(Box::new(condition.clone())),
        Condition::All(parts) | Condition::Any(parts) => {
            let every = matches!(condition, Condition::All(_)) == holds;
            let parts = parts.iter().map(|part| positive(part, holds, looks)).collect();
            if every { Condition::All(parts) } else { Condition::Any(parts) }
        }
        Condition::Count { vars, values, min, max } => {
            let terms = vars.iter().map(|var| (1, *var, values.clone())).collect();
            positive(&Condition::Sum { terms, min: (*min).into(), max: (*max).into() }, holds, looks)
        }
        Condition::Sum { terms, min, max } => {
            let mut terms = terms.clone();
            terms.sort_by_key(|term| term.1);
            if holds {
                return Condition::Sum { terms, min: *min, max: *max };
            }
            let below = min.checked_sub(1).map(|max| (i64::MIN, max));
            let above = max.checked_add(1).map(|min| (min, i64::MAX));
            let part = |(min, max)| Condition::Sum { terms: terms.clone(), min, max };
            Condition::Any(below.into_iter().chain(above).map(part).collect())
        }
        Condition::Components { set, min, max } => {
            let set = looks.one(set);
            let part = |(min, max)| Condition::Components { set: Arc::clone(&set), min, max };
            ranges(*min, *max, holds, part)
        }
        Condition::Component { set, of, counted, min, max } => {
            let set = looks.one(set);
            let part = |(min, max)| Condition::Component {
                set: Arc::clone(&set),
                of: *of,
                counted: counted.clone(),
                min,
                max,
            };
            ranges(*min, *max, holds, part)
        }
        Condition::Forest { set } => {
            let forest = Condition::Forest { set: looks.one(set) };
            if holds { forest } else { Condition::Not(Box::new(forest)) }
        }
    }
}

fn ranges(min: u32, max: u32, holds: bool, part: impl Fn((u32, u32)) -> Condition) -> Condition {
    if holds {
        return part((min, max));
    }
    let below = min.checked_sub(1).map(|max| (0, max));
    let above = max.checked_add(1).map(|min| (min, u32::MAX));
    Condition::Any(below.into_iter().chain(above).map(part).collect())
}

/// The parts of sets, each found once for all conditions that ask for them.
#[derive(Default)]
pub(super) struct Looks {
    sets: FxHashSet<Arc<Members>>,
    looks: FxHashMap<*const Members, Look>,
}

/// The parts of the members that are surely in a set, and of those that may be.
struct Look {
    sure: Flood,
    most: Flood,
    /// The number of parts of the greatest set that have a member that is surely in it, and of members that are open.
    kept: usize,
    open: usize,
}

impl Looks {
    /// The one of equal sets that stands for all.
    fn one(&mut self, set: &Arc<Members>) -> Arc<Members> {
        if let Some(known) = self.sets.get(set) {
            return Arc::clone(known);
        }
        self.sets.insert(Arc::clone(set));
        Arc::clone(set)
    }

    /// Forgets what the cells held.
    pub fn begin(&mut self) {
        self.looks.clear();
    }

    fn look(&mut self, set: &Arc<Members>, held: &[ValueSet]) -> &Look {
        self.looks.entry(Arc::as_ptr(set)).or_insert_with(|| {
            let may: Vec<(bool, bool)> = set.holds.iter().map(|part| bounds::may(part, held)).collect();
            let near = neighbours(set);
            let sure = Flood::new(&near, |member| may.get(member).is_some_and(|may| !may.1));
            let most = Flood::new(&near, |member| may.get(member).is_some_and(|may| may.0));
            let open = may.iter().filter(|may| **may == (true, true)).count();
            Look { kept: most.with_some_of(&sure), open, sure, most }
        })
    }

    /// Whether a condition may hold; a `false` is certain.
    pub fn may(&mut self, condition: &Condition, held: &[ValueSet]) -> bool {
        match condition {
            Condition::All(parts) => parts.iter().all(|part| self.may(part, held)),
            Condition::Any(parts) => {
                let (shaped, plain): (Vec<_>, Vec<_>) = parts.iter().partition(|part| is_shaped(part));
                plain.into_iter().chain(shaped).any(|part| self.may(part, held))
            }
            Condition::Components { set, min, max } => {
                let look = self.look(set, held);
                within((look.kept, look.sure.count + look.open), (*min, *max))
            }
            Condition::Component { set, of, counted, min, max } => {
                let (look, of) = (self.look(set, held), *of as usize);
                let (mut least, mut most) = (0, 0);
                for (member, condition) in counted.iter().enumerate() {
                    if *condition == Condition::False || !look.most.joined(of, member) {
                        continue;
                    }
                    let (may, may_not) = bounds::may(condition, held);
                    most += usize::from(may);
                    least += usize::from(!may_not && look.sure.joined(of, member));
                }
                within((least, most), (*min, *max))
            }
            Condition::Forest { set } => !self.look(set, held).sure.has_cycle,
            Condition::Not(part) => match &**part {
                Condition::Forest { set } => self.look(set, held).most.has_cycle,
                _ => bounds::may(condition, held).0,
            },
            plain => bounds::may(plain, held).0,
        }
    }
}

/// Whether a number between these can be in a range.
fn within((least, most): (usize, usize), (min, max): (u32, u32)) -> bool {
    min <= max && least <= max as usize && most >= min as usize
}
