//! The goal of a puzzle as a tree of tests, and an order of the cells for them.

use std::sync::Arc;

use puzzlec_task::{Condition, Members, Value, ValueSet};

use super::plan::{Ask, Asks, Counted, Kind, Member, Node, NodeId, Parent, Set, Watch};
use crate::cover::Cover;
use crate::order::of_graph;

/// Tests of more cells do not pull these together in the order.
const NEAR: usize = 12;

/// The goal while it is read.
pub(super) struct Goal<'d> {
    pub nodes: Vec<Node>,
    pub asks: Vec<Ask>,
    pub sets: Vec<Set>,
    /// The sets that are asked about.
    waiting: Vec<Waiting>,
    pub watched: Vec<Vec<Watch>>,
    pub slots: usize,
    domains: &'d [ValueSet],
}

/// A set with the numbers of its asks and what these count.
type Waiting = (Arc<Members>, Vec<(usize, Vec<Condition>)>);

impl<'d> Goal<'d> {
    /// The goal of a puzzle; nothing where sums are too large.
    pub fn new(cover: &Cover, domains: &'d [ValueSet]) -> Option<Goal<'d>> {
        let (nodes, asks, sets, waiting) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let watched = vec![Vec::new(); cover.cells];
        let mut goal = Goal { nodes, asks, sets, waiting, watched, slots: 0, domains };
        let parts = match &cover.goal {
            Condition::All(parts) => parts,
            one => std::slice::from_ref(one),
        };
        for part in parts {
            goal.node(part, Parent::Goal)?;
        }
        while goal.sets.len() < goal.waiting.len() {
            goal.set()?;
        }
        Some(goal)
    }

    fn node(&mut self, condition: &Condition, parent: Parent) -> Option<NodeId> {
        let (id, first, asked) = (self.nodes.len(), self.slots, self.asks.len());
        self.slots += 1;
        let mut cells = Vec::new();
        condition.for_each_variable(&mut |var| cells.push(var));
        cells.sort_unstable();
        cells.dedup();
        // The kind follows with its parts.
        let (slots, asks) = (first..first + 1, asked..asked);
        self.nodes.push(Node { kind: Kind::All(Vec::new()), parent, slots, asks, cells });
        let kind = match condition {
            Condition::True => Kind::All(Vec::new()),
            Condition::False => Kind::Any(Vec::new()),
            Condition::In(cell, values) => {
                self.watched.get_mut(*cell as usize)?.push((id, Vec::new()));
                Kind::In(values.clone())
            }
            Condition::Count { vars, values, min, max } => {
                let terms = vars.iter().map(|var| (1, *var, values)).collect();
                self.sum(id, terms, (i64::from(*min), i64::from(*max)))?
            }
            Condition::Sum { terms, min, max } => {
                let terms = terms.iter().map(|(weight, var, values)| (*weight, *var, values)).collect();
                self.sum(id, terms, (*min, *max))?
            }
            Condition::All(parts) => Kind::All(self.each(parts, id)?),
            Condition::Any(parts) => Kind::Any(self.each(parts, id)?),
            Condition::Not(part) => Kind::Not(self.node(part, Parent::Node(id))?),
            Condition::Components { set, min, max } => {
                self.ask(id, set, Asks::Components(*min, *max), Vec::new())
            }
            Condition::Component { set, of, counted, min, max } => {
                self.ask(id, set, Asks::Component(*of as usize, *min, *max), counted.to_vec())
            }
            Condition::Forest { set } => self.ask(id, set, Asks::Forest, Vec::new()),
        };
        let (slots, asks) = (self.slots, self.asks.len());
        let node = self.nodes.get_mut(id)?;
        (node.kind, node.slots.end, node.asks.end) = (kind, slots, asks);
        Some(id)
    }

    fn each(&mut self, parts: &[Condition], id: NodeId) -> Option<Vec<NodeId>> {
        parts.iter().map(|part| self.node(part, Parent::Node(id))).collect()
    }

    fn sum(
        &mut self,
        id: NodeId,
        mut terms: Vec<(i64, u32, &ValueSet)>,
        (min, max): (i64, i64),
    ) -> Option<Kind> {
        self.slots += 2;
        terms.sort_by_key(|term| term.1);
        let (mut low, mut high) = (0_i64, 0_i64);
        for of_cell in terms.chunk_by(|a, b| a.1 == b.1) {
            let cell = of_cell.first()?.1 as usize;
            let adds = |value: Value| -> Option<i64> {
                let of = of_cell.iter().filter(|term| term.2.contains(value)).map(|term| term.0);
                of.into_iter().try_fold(0_i64, i64::checked_add)
            };
            let domain = self.domains.get(cell)?;
            let each: Vec<i64> = domain.iter().map(adds).collect::<Option<_>>()?;
            let (least, most) =
                (each.iter().copied().min().unwrap_or(0), each.iter().copied().max().unwrap_or(0));
            (low, high) = (low.checked_add(least)?, high.checked_add(most)?);
            let mut moved = vec![(0, 0); domain.iter().last().map_or(0, |value| usize::from(value) + 1)];
            for (value, adds) in domain.iter().zip(each) {
                *moved.get_mut(usize::from(value))? = (adds.checked_sub(least)?, adds.checked_sub(most)?);
            }
            self.watched.get_mut(cell)?.push((id, moved));
        }
        // Differences fit, too.
        high.checked_sub(low)?.checked_mul(4)?;
        Some(Kind::Sum { min, max, low, high })
    }

    fn ask(&mut self, node: NodeId, members: &Arc<Members>, asks: Asks, counted: Vec<Condition>) -> Kind {
        let number = self.asks.len();
        let open = self.sets.len()..self.waiting.len();
        let same = |set: usize| {
            self.waiting.get(set).is_some_and(|(other, _)| Arc::ptr_eq(other, members) || other == members)
        };
        let set = open.into_iter().find(|set| same(*set)).unwrap_or(self.waiting.len());
        match self.waiting.get_mut(set) {
            Some((_, waiting)) => waiting.push((number, counted)),
            None => self.waiting.push((members.clone(), vec![(number, counted)])),
        }
        let own = match asks {
            Asks::Components(..) => 1,
            Asks::Component(..) => 1 + members.holds.len(),
            Asks::Forest => 0,
        };
        let slots = self.slots..self.slots + own;
        self.slots += own;
        self.asks.push(Ask { node, set, asks, slots });
        Kind::Ask
    }

    /// The next set that waits.
    fn set(&mut self) -> Option<()> {
        let number = self.sets.len();
        let (set, asked) = self.waiting.get(number).cloned()?;
        let first = self.slots;
        self.slots += set.holds.len();
        let (slots, inside) = (first..self.slots, self.asks.len());
        let mut members = Vec::with_capacity(set.holds.len());
        for (member, holds) in set.holds.iter().enumerate() {
            let tests = self.slots;
            let parent = Parent::Member(number, member);
            let holds = self.node(holds, parent)?;
            let mut counted = Vec::with_capacity(asked.len());
            for (_, of) in &asked {
                counted.push(match of.get(member) {
                    Some(Condition::True) => Counted::Always,
                    None | Some(Condition::False) => Counted::Never,
                    Some(test) => Counted::If(self.node(test, parent)?),
                });
            }
            members.push(Member { holds, counted, near: Vec::new(), tests: tests..self.slots, last: 0 });
        }
        for (a, b) in &set.links {
            members.get_mut(*a as usize)?.near.push(*b as usize);
            members.get_mut(*b as usize)?.near.push(*a as usize);
        }
        let (all, inside) = (first..self.slots, inside..self.asks.len());
        let asks = asked.iter().map(|(ask, _)| *ask).collect();
        self.sets.push(Set { members, slots, all, asks, inside, last: None });
        Some(())
    }

    /// The cells in an order with a short frontier; first those with only one content, which no piece shares.
    pub fn order(&self, cover: &Cover) -> Vec<u32> {
        let mut fixed: Vec<bool> = self.domains.iter().map(|domain| domain.len() <= 1).collect();
        for way in cover.ways.iter().filter(|way| way.cells.len() > 1) {
            for (cell, _) in &way.cells {
                if let Some(fixed) = fixed.get_mut(*cell as usize) {
                    *fixed = false;
                }
            }
        }
        let is_fixed = |cell: u32| fixed.get(cell as usize) == Some(&true);
        let mut near = vec![Vec::new(); cover.cells];
        let mut tie = |cells: &[u32]| {
            let free: Vec<u32> = cells.iter().copied().filter(|cell| !is_fixed(*cell)).collect();
            for a in &free {
                if let Some(near) = near.get_mut(*a as usize) {
                    near.extend(free.iter().filter(|b| *b != a));
                }
            }
        };
        for way in &cover.ways {
            tie(&way.cells.iter().map(|(cell, _)| *cell).collect::<Vec<_>>());
        }
        for node in self.nodes.iter().filter(|node| node.cells.len() <= NEAR) {
            tie(&node.cells);
        }
        for member in self.sets.iter().flat_map(|set| set.members.iter().map(move |member| (set, member))) {
            let (set, member) = member;
            let of = |member: &Member| self.nodes.get(member.holds).map_or(&[][..], |node| &node.cells);
            for other in member.near.iter().filter_map(|near| set.members.get(*near)) {
                let both = [of(member), of(other)].concat();
                if both.len() <= NEAR {
                    tie(&both);
                }
            }
        }
        for near in &mut near {
            near.sort_unstable();
            near.dedup();
        }
        let (first, rest): (Vec<u32>, Vec<u32>) =
            of_graph(&near).into_iter().partition(|cell| is_fixed(*cell));
        first.into_iter().chain(rest).collect()
    }
}
