//! A task as a graph with coloured nodes and labelled edges, whose automorphisms are its
//! symmetries.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use super::conditions::{Asks, FALSE, Node, Shape, TRUE};
use super::form::Form;
use super::hash::mix;

/// The kind of an edge.
#[derive(Clone, Copy)]
enum Edge {
    /// A variable and its point.
    Holds = 1,
    /// An action and a point it allows.
    Guard,
    /// An action and a point it brings about.
    Sets,
    /// An action and a pair of points it has.
    Pair,
    /// A pair and its point before.
    Before,
    /// A pair and its point after.
    After,
    /// An action and its condition.
    Asks,
    /// A condition and one of its parts.
    Part,
    /// An action and the variable that its piece leaves.
    From,
    /// An action and the variable that its piece moves to.
    To,
    /// A set and one of its members.
    Member,
    /// A set and the member whose part is asked for.
    Of,
    /// A member and the condition of being counted.
    Counts,
    /// A link and one of its two members.
    Joins,
}

/// The graph. Its first nodes are the points.
pub(super) struct Graph {
    /// By node, the index of its first edge.
    first: Vec<u32>,
    /// The nodes at the other ends.
    ends: Vec<u32>,
    /// The edge labels: even ones are seen from the first of the two nodes.
    labels: Vec<u32>,
    /// By label, its colour.
    weights: Vec<u64>,
    /// By node, its colour.
    pub(super) colours: Vec<u64>,
    /// The node of the first variable; the others follow.
    pub(super) variables: u32,
}

/// Collects nodes and edges.
struct Builder {
    colours: Vec<u64>,
    edges: Vec<(u32, u32, u32)>,
    /// Weights of points in conditions, as labels after those of [`Edge`].
    coefficients: FxHashMap<i128, u32>,
    weights: Vec<u64>,
}

impl Builder {
    fn node(&mut self, kind: u64, detail: impl std::hash::Hash) -> u32 {
        let mut hasher = FxHasher::default();
        detail.hash(&mut hasher);
        self.colours.push(mix(kind, hasher.finish()));
        self.colours.len() as u32 - 1
    }

    fn edge(&mut self, from: u32, to: u32, edge: Edge) {
        self.edges.push((from, to, edge as u32));
    }

    fn weighted(&mut self, from: u32, to: u32, coefficient: i128) {
        let next = self.weights.len() as u32;
        let label = *self.coefficients.entry(coefficient).or_insert_with(|| {
            self.weights.push(mix(mix(0x57, coefficient as u64), (coefficient >> 64) as u64));
            next
        });
        self.edges.push((from, to, label));
    }

    /// The node of a shape, with one for each member and each link; `conditions` has those of the conditions that are
    /// neither always nor never true.
    fn shape(&mut self, shape: &Shape, goal: bool, conditions: &FxHashMap<u32, u32>) -> u32 {
        let of = match shape.asks {
            Asks::Component(of, ..) => Some(of),
            Asks::Components(..) | Asks::Forest => None,
        };
        let asks = match shape.asks {
            Asks::Components(min, max) => (0, min, max),
            Asks::Component(_, min, max) => (1, min, max),
            Asks::Forest => (2, 0, 0),
        };
        let at = self.node(8, (asks, goal));
        let first = self.colours.len() as u32;
        for (member, (holds, counts)) in (0..).zip(&shape.members) {
            let node = self.node(9, (*holds == TRUE, *counts == TRUE, *counts == FALSE));
            self.edge(at, node, if of == Some(member) { Edge::Of } else { Edge::Member });
            if let Some(holds) = conditions.get(holds) {
                self.edge(node, *holds, Edge::Part);
            }
            if let Some(counts) = conditions.get(counts) {
                self.edge(node, *counts, Edge::Counts);
            }
        }
        for (a, b) in &shape.links {
            let node = self.node(10, 0);
            self.edge(node, first + a, Edge::Joins);
            self.edge(node, first + b, Edge::Joins);
        }
        at
    }
}

impl Graph {
    /// The graph of a task.
    pub(super) fn new(form: &Form) -> Self {
        let points = &form.points;
        let weights = (0..=Edge::Joins as u64).map(|label| mix(0x1a, label)).collect();
        let mut all =
            Builder { colours: Vec::new(), edges: Vec::new(), coefficients: FxHashMap::default(), weights };
        for _ in 0..points.len() {
            all.node(1, 0);
        }
        let variables = all.colours.len() as u32;
        for var in 0..points.variables() as u32 {
            let node = all.node(2, points.of(var).len());
            points.of(var).for_each(|point| all.edge(node, point, Edge::Holds));
        }
        let mut conditions: FxHashMap<u32, u32> = FxHashMap::default();
        for (id, node) in form.used() {
            let goal = id == form.goal;
            let at = match node {
                Node::True | Node::False => continue,
                Node::Sum { terms, min, max } => {
                    let at = all.node(3, (min, max, goal));
                    terms.iter().for_each(|(point, weight)| all.weighted(at, *point, *weight));
                    at
                }
                Node::All(parts) | Node::Any(parts) => {
                    let at = all.node(4, (matches!(node, Node::All(_)), parts.len(), goal));
                    for part in parts.iter().filter_map(|p| conditions.get(p)) {
                        all.edge(at, *part, Edge::Part);
                    }
                    at
                }
                Node::Not(part) => {
                    let at = all.node(5, goal);
                    conditions.get(part).iter().for_each(|part| all.edge(at, **part, Edge::Part));
                    at
                }
                Node::Shape(shape) => all.shape(shape, goal, &conditions),
            };
            conditions.insert(id, at);
        }
        for act in &form.acts {
            let plain = act.condition == TRUE || act.condition == FALSE;
            let node = all.node(6, (form.times(act), act.weight, plain));
            act.guard.iter().for_each(|point| all.edge(node, *point, Edge::Guard));
            act.sets.iter().for_each(|point| all.edge(node, *point, Edge::Sets));
            for (before, after) in &act.pairs {
                let pair = all.node(7, 0);
                all.edge(node, pair, Edge::Pair);
                all.edge(pair, *before, Edge::Before);
                all.edge(pair, *after, Edge::After);
            }
            if let Some(condition) = conditions.get(&act.condition) {
                all.edge(node, *condition, Edge::Asks);
            }
            if let Some((from, to)) = act.mover {
                all.edge(node, variables + from, Edge::From);
                all.edge(node, variables + to, Edge::To);
            }
        }
        Graph::packed(all, variables)
    }

    fn packed(all: Builder, variables: u32) -> Self {
        let nodes = all.colours.len();
        let mut first = vec![0_u32; nodes + 1];
        for (from, to, _) in &all.edges {
            for node in [from, to] {
                if let Some(n) = first.get_mut(*node as usize + 1) {
                    *n += 1;
                }
            }
        }
        let mut sum = 0;
        for n in &mut first {
            sum += *n;
            *n = sum;
        }
        let mut next = first.clone();
        let (mut ends, mut labels) = (vec![0; sum as usize], vec![0; sum as usize]);
        for (from, to, label) in &all.edges {
            for (node, end, label) in [(from, to, 2 * label), (to, from, 2 * label + 1)] {
                let Some(slot) = next.get_mut(*node as usize) else { continue };
                if let (Some(e), Some(l)) = (ends.get_mut(*slot as usize), labels.get_mut(*slot as usize)) {
                    (*e, *l) = (*end, label);
                }
                *slot += 1;
            }
        }
        let weights = all.weights.iter().flat_map(|w| [*w, mix(*w, 1)]).collect();
        Graph { first, ends, labels, weights, colours: all.colours, variables }
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.colours.len()
    }

    /// The neighbours of a node, each with the colour of the edge.
    pub(super) fn neighbours(&self, node: u32) -> impl Iterator<Item = (u32, u64)> {
        let at = |n: u32| self.first.get(n as usize).map_or(0, |f| *f as usize);
        let range = at(node)..at(node + 1);
        let ends = self.ends.get(range.clone()).unwrap_or(&[]);
        let labels = self.labels.get(range).unwrap_or(&[]);
        let weight = |l: &u32| self.weights.get(*l as usize).copied().unwrap_or(0);
        ends.iter().zip(labels).map(move |(end, label)| (*end, weight(label)))
    }
}
