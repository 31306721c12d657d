//! How a set hangs together, as far as it is known which members are in it.

use puzzlec_task::Parts;

/// A set of which some members are surely in it, and some may be.
pub struct Connected {
    /// By member, whether it may be in the set, and whether it may not.
    may: Vec<(bool, bool)>,
    /// The parts of the members that are surely in the set, and of those that may be.
    sure: Parts,
    most: Parts,
}

impl Connected {
    /// A set, by member whether it may be in it and whether it may not, with the pairs that are joined. Nearly linear.
    pub fn new(may: Vec<(bool, bool)>, links: &[(u32, u32)]) -> Connected {
        let sure = Parts::new(may.iter().map(|may| !may.1).collect(), links);
        let most = Parts::new(may.iter().map(|may| may.0).collect(), links);
        Connected { may, sure, most }
    }

    /// Whether the number of parts may be in `min..=max`, and whether it may not.
    pub fn components(&mut self, min: u32, max: u32) -> (bool, bool) {
        // A part of the greatest set that has a sure member stays, and each further member adds one at most.
        let members = (0..).zip(&self.may).filter(|(_, may)| !may.1);
        let mut kept: Vec<u32> = members.map(|(member, _)| self.most.first(member)).collect();
        kept.sort_unstable();
        kept.dedup();
        let open = self.may.iter().filter(|may| **may == (true, true)).count();
        within((kept.len() as u64, u64::from(self.sure.count()) + open as u64), min, max)
    }

    /// Whether the number of members that count in the part of a member may be in `min..=max`, and whether it may not;
    /// `counts` says of a member whether it may count, and whether it may not.
    pub fn component(
        &mut self,
        of: u32,
        mut counts: impl FnMut(usize) -> (bool, bool),
        (min, max): (u32, u32),
    ) -> (bool, bool) {
        let (mut low, mut high) = (0, 0);
        for (number, member) in (0..self.may.len()).zip(0_u32..) {
            if self.most.joined(of, member) {
                let (may, may_not) = counts(number);
                high += u64::from(may);
                low += u64::from(!may_not && self.sure.joined(of, member));
            }
        }
        within((low, high), min, max)
    }

    /// Whether the set may be without a cycle, and whether it may have one.
    pub fn forest(&self) -> (bool, bool) {
        (!self.sure.has_cycle(), self.most.has_cycle())
    }
}

/// Whether a number may be inside `min..=max`, and whether it may be outside.
fn within((low, high): (u64, u64), min: u32, max: u32) -> (bool, bool) {
    let (min, max) = (u64::from(min), u64::from(max));
    (min <= max && low <= max && high >= min, low < min || high > max)
}
