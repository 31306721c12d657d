//! What the form of a set of cells demands: its connected parts and its cycles.

use std::collections::BTreeMap;

use puzzlec_search::Connected;
use puzzlec_task::{Condition, Members, Parts};
use puzzlec_theory::meter::{Halted, Meter};

use super::constraint::lost;
use super::demand::{allowed, may, positive};
use super::{Deduction, Domains, Reason, Shape, Sheet, Wrong};

pub(super) fn find(
    sheet: &mut Sheet<'_>,
    meter: &Meter<'_>,
) -> Result<Result<Option<Deduction>, Wrong>, Halted> {
    let problem = sheet.problem;
    for (number, demand) in (0_u32..).zip(&problem.demands) {
        let Some([_, _, fresh]) = sheet.fresh.get_mut(number as usize) else { continue };
        if !std::mem::replace(fresh, false) {
            continue;
        }
        let mut shapes = Vec::new();
        active(demand, sheet.domains(), &mut shapes);
        for shape in shapes {
            let Some(mut outline) = Outline::of(shape, sheet.domains()) else { continue };
            for (member, holds, why) in outline.forced(meter)? {
                let Some(test) = outline.set.holds.get(member as usize) else { continue };
                let test = positive(test, holds, sheet.domains());
                match lost(sheet, allowed(&test, sheet.domains())) {
                    None => return Ok(Err(Wrong::Constraint(number))),
                    Some(removed) if removed.is_empty() => {}
                    Some(removed) => {
                        // Another member may follow from the same constraint.
                        if let Some(slot) = sheet.fresh.get_mut(number as usize) {
                            *slot = [true; 3];
                        }
                        let reason = Reason::Shape(number, why);
                        return Ok(Ok(Some(Deduction::removing(reason, removed))));
                    }
                }
            }
        }
    }
    Ok(Ok(None))
}

/// The tests of shapes that must hold, as far as alternatives are decided.
fn active<'c>(condition: &'c Condition, domains: &Domains, found: &mut Vec<&'c Condition>) {
    match condition {
        Condition::Components { .. } | Condition::Component { .. } | Condition::Forest { .. } => {
            found.push(condition);
        }
        Condition::All(parts) => parts.iter().for_each(|part| active(part, domains, found)),
        Condition::Any(parts) => {
            let mut open = parts.iter().filter(|part| may(part, domains).0);
            if let (Some(one), None) = (open.next(), open.next()) {
                active(one, domains, found);
            }
        }
        _ => {}
    }
}

/// A set with the members that it surely has, those that it may have, and what is asked of it.
pub(super) struct Outline<'c> {
    pub set: &'c Members,
    sure: Vec<bool>,
    most: Vec<bool>,
    asks: Asks,
}

enum Asks {
    Components(u32, u32),
    /// Of which member; by member whether it may count and whether it may not; the range.
    Component(u32, Vec<(bool, bool)>, u32, u32),
    Forest,
}

impl<'c> Outline<'c> {
    /// Of a test of a shape.
    pub fn of(condition: &'c Condition, domains: &Domains) -> Option<Self> {
        let each = |tests: &[Condition]| -> Vec<(bool, bool)> {
            // Most tests are alike, of one cell each.
            let mut known: BTreeMap<u32, (&Condition, (bool, bool))> = BTreeMap::new();
            tests
                .iter()
                .map(|test| match test {
                    Condition::In(cell, _) => match known.get(cell) {
                        Some((same, found)) if *same == test => *found,
                        _ => {
                            let found = may(test, domains);
                            known.insert(*cell, (test, found));
                            found
                        }
                    },
                    test => may(test, domains),
                })
                .collect()
        };
        let (set, asks) = match condition {
            Condition::Components { set, min, max } => (set, Asks::Components(*min, *max)),
            Condition::Component { set, of, counted, min, max } => {
                (set, Asks::Component(*of, each(counted), *min, *max))
            }
            Condition::Forest { set } => (set, Asks::Forest),
            _ => return None,
        };
        let members = each(&set.holds);
        let sure = members.iter().map(|may| !may.1).collect();
        let most = members.iter().map(|may| may.0).collect();
        Some(Outline { set, sure, most, asks })
    }

    /// Whether the set may be so, and whether it may not.
    pub fn may(&self) -> (bool, bool) {
        let may = self.most.iter().zip(&self.sure).map(|(most, sure)| (*most, !sure)).collect();
        let mut known = Connected::new(may, &self.set.links);
        match &self.asks {
            Asks::Forest => known.forest(),
            Asks::Components(min, max) => known.components(*min, *max),
            Asks::Component(of, counted, min, max) => {
                let counts = |member: usize| counted.get(member).copied().unwrap_or((false, true));
                known.component(*of, counts, (*min, *max))
            }
        }
    }

    /// The members that must be in the set, or must not, with the argument.
    fn forced(&mut self, meter: &Meter<'_>) -> Result<Vec<(u32, bool, Shape)>, Halted> {
        let n = self.sure.len();
        let mut near: Vec<(u32, u32)> = vec![(0, 0); n];
        for (a, b) in &self.set.links {
            for (at, other) in [(*a, *b), (*b, *a)] {
                let holds = |list: &[bool]| u32::from(list.get(other as usize) == Some(&true));
                let (sure, most) = (holds(&self.sure), holds(&self.most));
                if let Some(slot) = near.get_mut(at as usize) {
                    *slot = (slot.0 + sure, slot.1 + most);
                }
            }
        }
        let mut whole = Parts::new(self.most.clone(), &self.set.links);
        let mut reached = vec![false; n];
        for member in (0..).take(n).filter(|member| self.sure.get(*member as usize) == Some(&true)) {
            if let Some(slot) = reached.get_mut(whole.first(member) as usize) {
                *slot = true;
            }
        }
        let mut forced = Vec::new();
        for member in (0_u32..).take(n) {
            let at = member as usize;
            if self.sure.get(at) == self.most.get(at) {
                continue;
            }
            meter.expanded(1)?;
            let (sure, most) = near.get(at).copied().unwrap_or_default();
            let alone = reached.get(whole.first(member) as usize) != Some(&true);
            // Elsewhere a member changes nothing that the bounds know.
            let own = matches!(&self.asks, Asks::Component(of, ..) if *of == member);
            let joins = match self.asks {
                Asks::Forest => sure > 1,
                Asks::Components(..) => alone || sure > 0,
                Asks::Component(..) => own || sure > 0,
            };
            if joins && !self.with(at, true) {
                let why = match &self.asks {
                    Asks::Forest => Shape::Cycle,
                    Asks::Components(..) if alone => Shape::Apart,
                    _ => Shape::Joins,
                };
                forced.push((member, false, why));
            } else if (own || most > 1 || matches!(self.asks, Asks::Component(..)) && most > 0)
                && !self.with(at, false)
            {
                forced.push((member, true, Shape::Passage));
            }
        }
        Ok(forced)
    }

    /// Whether the set may be so with a member, or without it.
    fn with(&mut self, at: usize, holds: bool) -> bool {
        let list = if holds { &mut self.sure } else { &mut self.most };
        if let Some(slot) = list.get_mut(at) {
            *slot = holds;
        }
        let may = self.may().0;
        let list = if holds { &mut self.sure } else { &mut self.most };
        if let Some(slot) = list.get_mut(at) {
            *slot = !holds;
        }
        may
    }
}
