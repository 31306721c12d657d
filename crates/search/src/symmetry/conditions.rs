//! Conditions in a normal form, each once.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::form::Points;
use crate::Relaxed;
use puzzlec_task::{Condition, Members, ValueSet, VarId};

/// The condition that always holds.
pub(super) const TRUE: u32 = 0;
/// The condition that never holds.
pub(super) const FALSE: u32 = 1;

/// A condition; lists are sorted, and those of conditions name each once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// Always.
    True,
    /// Never.
    False,
    /// The weights of the present points add up to at least `min` and at most `max`. The least weight of a
    /// variable's points is 0, and points of weight 0 are not listed.
    Sum {
        /// Points with their weights.
        terms: Vec<(u32, i128)>,
        /// The least sum.
        min: i128,
        /// The greatest sum.
        max: i128,
    },
    /// A conjunction.
    All(Vec<u32>),
    /// A disjunction.
    Any(Vec<u32>),
    /// Not so.
    Not(u32),
    /// How a set hangs together.
    Shape(Shape),
}

/// A condition on the connected parts of a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    pub(super) asks: Asks,
    /// By member, the condition of being in the set and that of being counted; sorted.
    pub(super) members: Vec<(u32, u32)>,
    /// Pairs of members, the smaller first; sorted.
    pub(super) links: Vec<(u32, u32)>,
}

/// What is asked of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Asks {
    /// The number of parts is in a range.
    Components(u32, u32),
    /// The number of counted members of the part of this member is in a range.
    Component(u32, u32, u32),
    /// There is no cycle.
    Forest,
}

impl Shape {
    /// The same with its members in order: equal ones stay as they are.
    fn sorted(self) -> Shape {
        let Shape { asks, members, links } = self;
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by_key(|member| members.get(*member));
        let mut place = vec![0_u32; members.len()];
        for (at, member) in (0..).zip(&order) {
            if let Some(slot) = place.get_mut(*member) {
                *slot = at;
            }
        }
        let new = |member: u32| place.get(member as usize).copied().unwrap_or(0);
        let mut links: Vec<(u32, u32)> =
            links.into_iter().map(|(a, b)| (new(a), new(b))).map(|(a, b)| (a.min(b), a.max(b))).collect();
        links.sort_unstable();
        let asks = match asks {
            Asks::Component(of, min, max) => Asks::Component(new(of), min, max),
            other => other,
        };
        let members = order.into_iter().filter_map(|member| members.get(member).copied()).collect();
        Shape { asks, members, links }
    }
}

/// All conditions of a task.
pub(super) struct Conditions {
    nodes: Vec<Node>,
    known: FxHashMap<Node, u32>,
    size: usize,
}

impl Conditions {
    pub(super) fn new() -> Self {
        let mut all = Conditions { nodes: Vec::new(), known: FxHashMap::default(), size: 0 };
        all.intern(Node::True);
        all.intern(Node::False);
        all
    }

    /// The total number of their parts.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// All of them; a condition follows its parts.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (u32, &Node)> {
        (0..).zip(&self.nodes)
    }

    fn intern(&mut self, node: Node) -> u32 {
        if let Some(id) = self.known.get(&node) {
            return *id;
        }
        let id = self.nodes.len() as u32;
        self.size += match &node {
            Node::True | Node::False | Node::Not(_) => 1,
            Node::Sum { terms, .. } => 1 + terms.len(),
            Node::All(parts) | Node::Any(parts) => 1 + parts.len(),
            Node::Shape(shape) => 1 + shape.members.len() + shape.links.len(),
        };
        self.nodes.push(node.clone());
        self.known.insert(node, id);
        id
    }

    /// Adds a condition; gives its number.
    pub(super) fn add(&mut self, condition: &Condition, points: &Points, relaxed: &Relaxed) -> u32 {
        match condition {
            Condition::True => TRUE,
            Condition::False => FALSE,
            Condition::In(var, set) => self.sum([(1, *var, set)], 1, 1, points, relaxed),
            Condition::Count { vars, values, min, max } => {
                let terms = vars.iter().map(|v| (1, *v, values));
                self.sum(terms, i128::from(*min), i128::from(*max), points, relaxed)
            }
            Condition::Sum { terms, min, max } => {
                let terms = terms.iter().map(|(w, v, s)| (i128::from(*w), *v, s));
                self.sum(terms, i128::from(*min), i128::from(*max), points, relaxed)
            }
            Condition::All(parts) => {
                let parts = parts.iter().map(|p| self.add(p, points, relaxed)).collect();
                self.all(parts)
            }
            Condition::Any(parts) => {
                let parts = parts.iter().map(|p| self.add(p, points, relaxed)).collect();
                self.any(parts)
            }
            Condition::Not(part) => {
                let part = self.add(part, points, relaxed);
                self.not(part, points)
            }
            Condition::Components { set, min, max } => {
                self.shape(set, &[], Asks::Components(*min, *max), points, relaxed)
            }
            Condition::Component { set, of, counted, min, max } => {
                self.shape(set, counted, Asks::Component(*of, *min, *max), points, relaxed)
            }
            Condition::Forest { set } => self.shape(set, &[], Asks::Forest, points, relaxed),
        }
    }

    fn shape(
        &mut self,
        set: &Members,
        counted: &[Condition],
        asks: Asks,
        points: &Points,
        relaxed: &Relaxed,
    ) -> u32 {
        let mut members = Vec::with_capacity(set.holds.len());
        for (at, member) in set.holds.iter().enumerate() {
            let counts = counted.get(at).map_or(FALSE, |counts| self.add(counts, points, relaxed));
            members.push((self.add(member, points, relaxed), counts));
        }
        self.intern(Node::Shape(Shape { asks, members, links: set.links.clone() }.sorted()))
    }

    fn all(&mut self, parts: Vec<u32>) -> u32 {
        let mut all = Vec::new();
        for part in parts {
            match self.nodes.get(part as usize) {
                Some(Node::All(inner)) => all.extend(inner),
                Some(Node::False) => return FALSE,
                Some(Node::True) => {}
                _ => all.push(part),
            }
        }
        all.sort_unstable();
        all.dedup();
        match all.as_slice() {
            [] => TRUE,
            [one] => *one,
            _ => self.intern(Node::All(all)),
        }
    }

    fn any(&mut self, parts: Vec<u32>) -> u32 {
        let mut any = Vec::new();
        for part in parts {
            match self.nodes.get(part as usize) {
                Some(Node::Any(inner)) => any.extend(inner),
                Some(Node::True) => return TRUE,
                Some(Node::False) => {}
                _ => any.push(part),
            }
        }
        any.sort_unstable();
        any.dedup();
        match any.as_slice() {
            [] => FALSE,
            [one] => *one,
            _ => self.intern(Node::Any(any)),
        }
    }

    fn not(&mut self, part: u32, points: &Points) -> u32 {
        if let Some((var, set)) = self.one_variable(part, points) {
            let rest = points.of(var).filter(|p| set.binary_search(p).is_err()).map(|p| (p, 1));
            let terms = rest.collect();
            return self.intern(Node::Sum { terms, min: 1, max: 1 });
        }
        match self.nodes.get(part as usize) {
            Some(Node::True) => FALSE,
            Some(Node::False) => TRUE,
            Some(Node::Not(inner)) => *inner,
            _ => self.intern(Node::Not(part)),
        }
    }

    fn sum<'a>(
        &mut self,
        all: impl IntoIterator<Item = (i128, VarId, &'a ValueSet)>,
        mut min: i128,
        mut max: i128,
        points: &Points,
        relaxed: &Relaxed,
    ) -> u32 {
        let mut weights: BTreeMap<VarId, Vec<i128>> = BTreeMap::new();
        for (weight, var, set) in all {
            if points.of(var).is_empty() {
                let there = relaxed.values.get(var as usize).is_some_and(|v| v.intersects(set));
                let shift = if there { weight } else { 0 };
                (min, max) = (min - shift, max - shift);
                continue;
            }
            let own = weights.entry(var).or_insert_with(|| vec![0; points.of(var).len()]);
            for (w, value) in own.iter_mut().zip(points.values(var)) {
                *w += if set.contains(*value) { weight } else { 0 };
            }
        }
        let mut most = 0;
        for own in weights.values_mut() {
            let least = own.iter().min().copied().unwrap_or(0);
            own.iter_mut().for_each(|w| *w -= least);
            (min, max) = (min - least, max - least);
            most += own.iter().max().copied().unwrap_or(0);
        }
        weights.retain(|_, own| own.iter().any(|w| *w != 0));
        (min, max) = (min.max(0), max.min(most));
        if min > max {
            return FALSE;
        }
        if min == 0 && max == most {
            return TRUE;
        }
        let single = weights.len() == 1;
        let terms = weights.iter().flat_map(|(var, own)| points.of(*var).zip(own.iter().copied()));
        if single {
            let terms: Vec<_> = terms.filter(|t| (min..=max).contains(&t.1)).map(|t| (t.0, 1)).collect();
            return if terms.is_empty() { FALSE } else { self.intern(Node::Sum { terms, min: 1, max: 1 }) };
        }
        let terms = terms.filter(|t| t.1 != 0).collect();
        self.intern(Node::Sum { terms, min, max })
    }

    /// The variable and the points that a condition about one variable allows.
    fn one_variable(&self, id: u32, points: &Points) -> Option<(VarId, Vec<u32>)> {
        let Some(Node::Sum { terms, .. }) = self.nodes.get(id as usize) else { return None };
        let var = points.variable(terms.first()?.0);
        let same = terms.iter().all(|t| points.variable(t.0) == var);
        same.then(|| (var, terms.iter().map(|t| t.0).collect()))
    }

    /// Hands conjuncts about one variable to `f` and gives the rest.
    pub(super) fn split(&mut self, id: u32, points: &Points, mut f: impl FnMut(VarId, &[u32])) -> u32 {
        let parts = match self.nodes.get(id as usize) {
            Some(Node::All(parts)) => parts.clone(),
            _ => vec![id],
        };
        let mut rest = Vec::new();
        for part in parts {
            match self.one_variable(part, points) {
                Some((var, set)) => f(var, &set),
                None => rest.push(part),
            }
        }
        self.all(rest)
    }

    /// By condition, its image under a renaming of points, if that is one of these.
    pub(super) fn images(&self, image: &impl Fn(&u32) -> Option<u32>) -> Vec<Option<u32>> {
        let mut images: Vec<Option<u32>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let part = |id: &u32| images.get(*id as usize).copied().flatten();
            let list = |parts: &[u32]| {
                let mut parts: Vec<u32> = parts.iter().map(part).collect::<Option<_>>()?;
                parts.sort_unstable();
                Some(parts)
            };
            let mapped = match node {
                Node::True => Some(Node::True),
                Node::False => Some(Node::False),
                Node::Sum { terms, min, max } => {
                    let terms = terms.iter().map(|(p, w)| Some((image(p)?, *w)));
                    terms.collect::<Option<Vec<_>>>().map(|mut terms| {
                        terms.sort_unstable();
                        Node::Sum { terms, min: *min, max: *max }
                    })
                }
                Node::All(parts) => list(parts).map(Node::All),
                Node::Any(parts) => list(parts).map(Node::Any),
                Node::Not(id) => part(id).map(Node::Not),
                Node::Shape(shape) => {
                    let members =
                        shape.members.iter().map(|(holds, counts)| Some((part(holds)?, part(counts)?)));
                    members.collect::<Option<_>>().map(|members| {
                        let links = shape.links.clone();
                        Node::Shape(Shape { asks: shape.asks, members, links }.sorted())
                    })
                }
            };
            let mapped = mapped.and_then(|node| self.known.get(&node).copied());
            images.push(mapped);
        }
        images
    }
}
