//! The goal of a placement in a form for propagation.

use puzzlec_task::{Condition, Members, Value, ValueSet};

use super::{Cover, domains, implied};

/// A literal, by its place in [`Constraints::literals`].
pub(super) type LiteralId = usize;

/// A cell holds one of some contents.
#[derive(Clone, Debug)]
pub(super) struct Literal {
    /// The cell.
    pub cell: u32,
    /// The slots of these contents.
    pub inside: Vec<u32>,
    /// The slots of the other contents that the cell may hold.
    pub outside: Vec<u32>,
}

/// A constraint without negations.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// Never.
    False,
    /// A literal.
    Holds(LiteralId),
    /// The sum of the weights of the literals that hold is in a range.
    Sum { terms: Vec<(i64, LiteralId)>, min: i64, max: i64 },
    /// All of them.
    All(Vec<Node>),
    /// How a set hangs together.
    Shape(Box<Shape>),
    /// One of them; with the cells of which each of them says what they hold.
    Any(Vec<Node>, Vec<u32>),
}

/// A constraint on the connected parts of a set, or its negation.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// By member, that it is in the set.
    pub members: Vec<Node>,
    /// Pairs of members that are joined.
    pub links: Vec<(u32, u32)>,
    /// What is asked of it.
    pub asks: Asks,
    /// Whether it is so.
    pub holds: bool,
}

/// What is asked of a set.
#[derive(Clone, Debug)]
pub(super) enum Asks {
    /// The number of parts is in a range.
    Components(u32, u32),
    /// The number of counted members of the part of one is in a range; by member, that it counts.
    Component(u32, Vec<Node>, u32, u32),
    /// There is no cycle.
    Forest,
}

impl Shape {
    /// The constraints on cells that it is made of.
    fn parts(&self) -> impl Iterator<Item = &Node> {
        let counted = if let Asks::Component(_, counted, ..) = &self.asks { counted.as_slice() } else { &[] };
        self.members.iter().chain(counted)
    }
}

/// All constraints of a puzzle.
#[derive(Debug)]
pub(super) struct Constraints {
    /// The literals.
    pub literals: Vec<Literal>,
    /// All of these hold.
    pub nodes: Vec<Node>,
    /// By cell the constraints that depend on it.
    pub watching: Vec<Vec<u32>>,
    /// By cell its possible contents with their slots, by content.
    pub slots: Vec<Vec<(Value, u32)>>,
    /// The number of slots.
    pub slot_count: usize,
    /// By slot its cell.
    pub cell_of: Vec<u32>,
}

impl Constraints {
    /// The goal of a puzzle, with what it implies together with the supply.
    pub fn of(cover: &Cover) -> Constraints {
        let mut slots = Vec::with_capacity(cover.cells);
        let mut cell_of = Vec::new();
        for (cell, domain) in (0..).zip(domains(cover)) {
            let mut of_cell = Vec::new();
            for value in domain.iter() {
                of_cell.push((value, u32::try_from(cell_of.len()).unwrap_or(u32::MAX)));
                cell_of.push(cell);
            }
            slots.push(of_cell);
        }
        let (slot_count, watching) = (cell_of.len(), vec![Vec::new(); cover.cells]);
        let (literals, nodes) = (Vec::new(), Vec::new());
        let mut all = Constraints { literals, nodes, watching, slots, slot_count, cell_of };
        let goal = implied::strengthened(cover);
        for part in match &goal {
            Condition::All(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        } {
            if let Some(node) = all.node(part, true) {
                all.add(node);
            }
        }
        all
    }

    /// Bytes, roughly.
    pub fn bytes(&self) -> usize {
        let literal =
            |literal: &Literal| size_of::<Literal>() + 4 * (literal.inside.len() + literal.outside.len());
        self.literals.iter().map(literal).sum::<usize>() * 2 + self.slot_count * 16
    }

    fn add(&mut self, node: Node) {
        if let Node::All(parts) = node {
            parts.into_iter().for_each(|part| self.add(part));
            return;
        }
        let number = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        let mut cells = Vec::new();
        // What a single literal demands is done once for all.
        if !matches!(node, Node::False | Node::Holds(_)) {
            self.cells(&node, &mut cells);
        }
        cells.sort_unstable();
        cells.dedup();
        for cell in cells {
            if let Some(list) = self.watching.get_mut(cell as usize) {
                list.push(number);
            }
        }
        self.nodes.push(node);
    }

    fn cells(&self, node: &Node, found: &mut Vec<u32>) {
        let mut of =
            |literal: LiteralId| found.extend(self.literals.get(literal).map(|literal| literal.cell));
        match node {
            Node::False => {}
            Node::Holds(literal) => of(*literal),
            Node::Sum { terms, .. } => terms.iter().for_each(|(_, literal)| of(*literal)),
            Node::Shape(shape) => shape.parts().for_each(|part| self.cells(part, found)),
            Node::All(parts) | Node::Any(parts, _) => parts.iter().for_each(|part| self.cells(part, found)),
        }
    }

    /// The cells of which each of some nodes says what they hold.
    fn common(&self, nodes: &[Node]) -> Vec<u32> {
        let said = |node: &Node| -> Vec<u32> { literals(node).filter_map(|id| self.cell(id)).collect() };
        let mut common = nodes.first().map(said).unwrap_or_default();
        for node in nodes.iter().skip(1) {
            if common.is_empty() {
                break;
            }
            let own = said(node);
            common.retain(|cell| own.contains(cell));
        }
        common.sort_unstable();
        common.dedup();
        common
    }

    fn cell(&self, literal: LiteralId) -> Option<u32> {
        self.literals.get(literal).map(|literal| literal.cell)
    }

    fn literal(&mut self, cell: u32, values: &ValueSet, holds: bool) -> LiteralId {
        let mut literal = Literal { cell, inside: Vec::new(), outside: Vec::new() };
        for (value, slot) in self.slots.get(cell as usize).into_iter().flatten() {
            let list =
                if values.contains(*value) == holds { &mut literal.inside } else { &mut literal.outside };
            list.push(*slot);
        }
        self.literals.push(literal);
        self.literals.len() - 1
    }

    fn shape(&mut self, set: &Members, asks: Asks, holds: bool) -> Node {
        let members = self.each(&set.holds);
        Node::Shape(Box::new(Shape { members, links: set.links.clone(), asks, holds }))
    }

    fn each(&mut self, conditions: &[Condition]) -> Vec<Node> {
        conditions.iter().map(|part| self.node(part, true).unwrap_or(Node::All(Vec::new()))).collect()
    }

    /// A condition, or its negation, as a node; nothing if it always holds.
    fn node(&mut self, condition: &Condition, holds: bool) -> Option<Node> {
        Some(match condition {
            Condition::True | Condition::False => {
                if (*condition == Condition::True) == holds {
                    return None;
                }
                Node::False
            }
            Condition::In(var, values) => Node::Holds(self.literal(*var, values, holds)),
            Condition::Count { vars, values, min, max } => {
                let terms = vars.iter().map(|var| (1, self.literal(*var, values, true))).collect();
                sum(terms, (i64::from(*min), i64::from(*max)), holds)
            }
            Condition::Sum { terms, min, max } => {
                let terms =
                    terms.iter().map(|(weight, var, values)| (*weight, self.literal(*var, values, true)));
                sum(terms.collect(), (*min, *max), holds)
            }
            Condition::Not(part) => return self.node(part, !holds),
            Condition::Components { set, min, max } => self.shape(set, Asks::Components(*min, *max), holds),
            Condition::Component { set, of, counted, min, max } => {
                let counted = self.each(counted);
                self.shape(set, Asks::Component(*of, counted, *min, *max), holds)
            }
            Condition::Forest { set } => self.shape(set, Asks::Forest, holds),
            Condition::All(parts) | Condition::Any(parts) => {
                let every = matches!(condition, Condition::All(_)) == holds;
                let mut nodes = Vec::new();
                for part in parts {
                    match self.node(part, holds) {
                        Some(Node::False) if every => return Some(Node::False),
                        Some(Node::False) => {}
                        Some(node) => nodes.push(node),
                        None if every => {}
                        None => return None,
                    }
                }
                match (nodes.len(), every) {
                    (0, true) => return None,
                    (0, false) => Node::False,
                    (1, _) => return nodes.pop(),
                    (_, true) => Node::All(nodes),
                    (_, false) => {
                        let common = self.common(&nodes);
                        Node::Any(nodes, common)
                    }
                }
            }
        })
    }
}

/// The literals that a node demands at once.
pub(super) fn literals(node: &Node) -> impl Iterator<Item = LiteralId> {
    let parts = if let Node::All(parts) = node { parts.as_slice() } else { std::slice::from_ref(node) };
    parts.iter().filter_map(|part| if let Node::Holds(literal) = part { Some(*literal) } else { None })
}

/// A sum in a range, or outside of it. Ranges reach at most to `i64::MIN + 1` and `i64::MAX - 1`.
fn sum(terms: Vec<(i64, LiteralId)>, (min, max): (i64, i64), holds: bool) -> Node {
    if holds {
        return Node::Sum { terms, min, max };
    }
    let below = Node::Sum { terms: terms.clone(), min: i64::MIN, max: min.saturating_sub(1) };
    let above = Node::Sum { terms, min: max.saturating_add(1), max: i64::MAX };
    // Nothing is below the least number or above the greatest.
    match (min == i64::MIN, max == i64::MAX) {
        (true, true) => Node::False,
        (true, false) => above,
        (false, true) => below,
        (false, false) => Node::Any(vec![below, above], Vec::new()),
    }
}
