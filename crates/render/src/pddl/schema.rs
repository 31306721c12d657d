//! Ground actions that differ only in their cells, as one action with parameters.

use rustc_hash::FxHashMap;

use super::formula::{Formula, formula};
use puzzlec_task::{Action, Assign, Bound, Cost, Task, Value, ValueSet, VarId};

/// Maximum number of alternatives of a condition.
const MOST_ALTERNATIVES: usize = 64;

/// The precondition and effect of a variable of an action. Places are those in [`Shape::roles`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Role {
    /// A variable, other than a cell, that is the same in every action of the shape.
    pub fixed: Option<VarId>,
    /// It must hold one of these values; `None` if it is not asked.
    pub guard: Option<ValueSet>,
    /// Its new value.
    pub new: Option<New>,
}

/// A new value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum New {
    /// This one.
    Set(Value),
    /// The old value of this role, mapped by the table if there is one.
    From(usize, Option<Vec<Value>>),
}

/// The common part of the actions of a schema.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    /// The rule, by its place in the model.
    pub rule: u32,
    pub roles: Vec<Role>,
    /// The additional precondition; its variables are places in `roles`.
    pub condition: Formula,
    /// Pairs of roles with the two ends of one piece.
    pub links: Vec<(usize, usize)>,
    /// The origin and destination of the moving piece.
    pub mover: Option<(usize, usize)>,
    /// The cost.
    pub cost: u32,
}

/// An action with parameters: a shape, and the variables of each of its ground actions.
pub(super) struct Schema {
    pub shape: Shape,
    /// For each ground action, the variables of the roles that are cells, in order.
    pub rows: Vec<Vec<VarId>>,
}

/// Additional facts about a task.
pub(super) struct Known<'a> {
    /// The possible values of each variable.
    pub values: &'a [ValueSet],
    /// The possible values of any cell.
    pub contents: &'a ValueSet,
    /// The number of cells; they are the first variables.
    pub cells: usize,
    /// For a variable with a value, the variable and value of the other end.
    pub partner: &'a dyn Fn(VarId, Value) -> Option<(VarId, Value)>,
    /// The variable of a cell that an action's label names.
    pub cell: &'a dyn Fn(&Bound) -> Option<VarId>,
}

impl Known<'_> {
    fn all(&self, var: VarId) -> ValueSet {
        self.values.get(var as usize).cloned().unwrap_or_default()
    }

    /// The possible values of the variable, or of any other cell in its place.
    pub(super) fn universe(&self, var: VarId) -> ValueSet {
        if (var as usize) < self.cells { self.contents.clone() } else { self.all(var) }
    }

    /// Whether the variable never changes.
    fn constant(&self, var: VarId) -> bool {
        self.values.get(var as usize).is_some_and(|v| v.len() <= 1)
    }
}

/// All actions of a task as schemas, in the order of their first actions.
pub(super) fn schemas(task: &Task, fires: &[bool], known: &Known<'_>) -> Vec<Schema> {
    let mut at: FxHashMap<Shape, usize> = FxHashMap::default();
    let mut schemas: Vec<Schema> = Vec::new();
    for (action, _) in task.actions.iter().zip(fires).filter(|(_, f)| **f) {
        let condition = formula(&action.condition, true, known.values);
        // Each alternative is an action of its own.
        let conditions = condition.alternatives(MOST_ALTERNATIVES).unwrap_or_else(|| vec![condition]);
        for condition in conditions.into_iter().filter(|c| *c != Formula::False) {
            let (shape, row) = shape(task, action, condition, known);
            let next = schemas.len();
            let place = *at.entry(shape.clone()).or_insert(next);
            if place == next {
                schemas.push(Schema { shape, rows: Vec::new() });
            }
            if let Some(schema) = schemas.get_mut(place) {
                schema.rows.push(row);
            }
        }
    }
    schemas
}

/// The shape of an action under a condition, with its cells.
fn shape(task: &Task, action: &Action, condition: Formula, known: &Known<'_>) -> (Shape, Vec<VarId>) {
    let vars = variables(task, action, &condition, known);
    let place = |var: VarId| vars.iter().position(|v| *v == var);
    let roles: Vec<Role> = vars.iter().map(|v| role(action, *v, &place, known)).collect();
    let links = links(&vars, &roles, known);
    let mover = match task.measure.cost {
        Cost::Runs => action.mover.and_then(|(from, to)| Some((place(from)?, place(to)?))),
        Cost::Actions | Cost::Weights => None,
    };
    let cost = match task.measure.cost {
        Cost::Weights => action.weight,
        Cost::Runs if mover.is_some() => 0,
        Cost::Actions | Cost::Runs => 1,
    };
    let to = |var: VarId| VarId::try_from(place(var).unwrap_or(0)).unwrap_or(0);
    let row = vars.iter().copied().filter(|v| (*v as usize) < known.cells).collect();
    let condition = condition.renamed(&to);
    (Shape { rule: action.label.rule, roles, condition, links, mover, cost }, row)
}

/// The variables of an action: first the cells that its rule names, in order, then the others.
fn variables(task: &Task, action: &Action, condition: &Formula, known: &Known<'_>) -> Vec<VarId> {
    let mut used: Vec<VarId> = Vec::new();
    let mut add = |var: VarId| {
        if !known.constant(var) {
            used.push(var);
        }
    };
    for (var, set) in &action.guard {
        if !known.all(*var).is_subset(set) {
            add(*var);
        }
    }
    for (var, assign) in &action.assign {
        add(*var);
        if let Some(source) = assign.source() {
            add(source);
        }
    }
    if task.measure.cost == Cost::Runs
        && let Some((from, to)) = action.mover
    {
        // A moving piece is tracked even if its cells have no other preconditions.
        used.extend([from, to]);
    }
    condition.for_each_variable(&mut |var| used.push(var));
    used.sort_unstable();
    used.dedup();
    let named: Vec<VarId> = action.label.binding.iter().filter_map(known.cell).collect();
    let mut ordered: Vec<VarId> = Vec::new();
    for var in named.into_iter().filter(|v| used.binary_search(v).is_ok()).chain(used.iter().copied()) {
        if !ordered.contains(&var) {
            ordered.push(var);
        }
    }
    ordered
}

fn role(action: &Action, var: VarId, place: &impl Fn(VarId) -> Option<usize>, known: &Known<'_>) -> Role {
    let universe = known.universe(var);
    let asked = action.guard_of(var).filter(|set| !known.all(var).is_subset(set));
    let guard = asked.map(|set| set.intersection(&universe));
    let new = action.assign.iter().find(|a| a.0 == var).and_then(|(_, assign)| {
        let Some(source) = assign.source() else { return Some(New::Set(assign.value(0))) };
        let held = known.universe(source);
        let held = action.guard_of(source).map_or_else(|| held.clone(), |g| g.intersection(&held));
        let given: ValueSet = held.iter().map(|v| assign.value(v)).collect();
        match (given.single(), assign) {
            (Some(value), _) => Some(New::Set(value)),
            (None, Assign::Map(_, table)) => Some(New::From(place(source)?, Some(table.clone()))),
            (None, _) => Some(New::From(place(source)?, None)),
        }
    });
    let fixed = (var as usize >= known.cells).then_some(var);
    Role { fixed, guard, new }
}

/// The pairs of roles of which one holds the other end of what the other holds.
fn links(vars: &[VarId], roles: &[Role], known: &Known<'_>) -> Vec<(usize, usize)> {
    let mut links = Vec::new();
    for (i, (var, role)) in vars.iter().zip(roles).enumerate() {
        let Some(set) = role.guard.as_ref().filter(|s| s.len() > 1) else { continue };
        for (j, (other, partner)) in vars.iter().zip(roles).enumerate().skip(i + 1) {
            let Some(held) = &partner.guard else { continue };
            let leads =
                |v: Value| (known.partner)(*var, v).is_some_and(|(w, x)| w == *other && held.contains(x));
            if set.iter().all(leads) {
                links.push((i, j));
            }
        }
    }
    links
}
