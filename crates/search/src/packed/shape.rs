//! Shapes of sets, on packed states.

use super::layout::Layout;
use super::test::Test;
use puzzlec_task::{Condition, Members, Parts};

/// A test of the connected parts of a set. Places that are never in the set are left out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// By member, whether it is in the set.
    holds: Box<[Test]>,
    links: Box<[(u32, u32)]>,
    asks: Asks,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Asks {
    /// The number of parts is in a range.
    Components(u32, u32),
    /// The number of members of the part of one that meet their own test is in a range.
    Component(u32, Box<[Test]>, u32, u32),
    /// There is no cycle.
    Forest,
}

impl Shape {
    /// The number of parts of a set is in a range.
    pub(super) fn components(set: &Members, min: u32, max: u32, layout: &Layout) -> Test {
        Shape::new(set, layout)
            .map_or_else(|| Test::constant(min == 0), |(shape, _)| shape.test(Asks::Components(min, max)))
    }

    /// A set has no cycle.
    pub(super) fn forest(set: &Members, layout: &Layout) -> Test {
        Shape::new(set, layout).map_or(Test::True, |(shape, _)| shape.test(Asks::Forest))
    }

    /// The number of members of the part of one that meet their own condition is in a range.
    pub(super) fn component(
        (set, of): (&Members, u32),
        counted: &[Condition],
        (min, max): (u32, u32),
        layout: &Layout,
    ) -> Test {
        let none = Test::constant(min == 0);
        let Some((shape, kept)) = Shape::new(set, layout) else { return none };
        let Some(of) = kept.iter().position(|member| *member == of) else { return none };
        let counted = kept.iter().map(|member| counted.get(*member as usize).unwrap_or(&Condition::False));
        let counted = counted.map(|counts| Test::new(counts, layout)).collect();
        shape.test(Asks::Component(u32::try_from(of).unwrap_or(u32::MAX), counted, min, max))
    }

    /// The members that may be in the set, with their places among all; nothing where none may.
    fn new(set: &Members, layout: &Layout) -> Option<(Shape, Vec<u32>)> {
        let (mut holds, mut kept) = (Vec::new(), Vec::new());
        for (member, condition) in (0_u32..).zip(&set.holds) {
            let test = Test::new(condition, layout);
            if test != Test::False {
                holds.push(test);
                kept.push(member);
            }
        }
        let place = |member: &u32| kept.binary_search(member).ok().and_then(|at| u32::try_from(at).ok());
        let links = set.links.iter().filter_map(|(a, b)| Some((place(a)?, place(b)?))).collect();
        let shape = Shape { holds: holds.into(), links, asks: Asks::Forest };
        (!kept.is_empty()).then_some((shape, kept))
    }

    fn test(self, asks: Asks) -> Test {
        let shape = Shape { asks, ..self };
        let tests = |list: &[Test]| list.iter().all(|test| matches!(test, Test::True | Test::False));
        let counted = if let Asks::Component(_, counted, ..) = &shape.asks { &**counted } else { &[] };
        if tests(&shape.holds) && tests(counted) {
            return Test::constant(shape.holds(&[]));
        }
        Test::Shape(Box::new(shape))
    }

    /// Whether the state passes.
    pub(super) fn holds(&self, state: &[u64]) -> bool {
        let mut parts = Parts::new(self.holds.iter().map(|test| test.holds(state)).collect(), &self.links);
        match &self.asks {
            Asks::Components(min, max) => (*min..=*max).contains(&parts.count()),
            Asks::Forest => !parts.has_cycle(),
            Asks::Component(of, counted, min, max) => {
                let own = (0..).zip(counted).filter(|(member, _)| parts.joined(*of, *member));
                let n = own.filter(|(_, counts)| counts.holds(state)).count();
                u32::try_from(n).is_ok_and(|n| (*min..=*max).contains(&n))
            }
        }
    }
}
