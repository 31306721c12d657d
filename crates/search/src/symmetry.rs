//! Symmetries of a task: renamings of variables and values that preserve actions and goal.
//!
//! Symmetries are those of the relaxed task: the values of [`relaxed`](super::relaxed) and the actions that
//! could apply. Every position within these values is mapped to another, its successors to that one's
//! successors, and goals to goals. The start may be mapped to a different position.

mod alike;
mod conditions;
mod form;
mod graph;
mod group;
mod hash;
mod partition;
mod search;

use form::Form;
use graph::Graph;
use group::Parts;
use partition::Refiner;

use super::Relaxed;
use puzzlec_base::{Budget, Limit};
use puzzlec_task::{Position, Task, Value, ValueSet, VarId};

/// A renaming that turns every action into an action of the same cost and goals into goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// By variable, the variable that receives its value.
    pub variables: Vec<VarId>,
    /// By variable and value, the image of the value.
    pub values: Vec<Vec<Value>>,
}

impl Symmetry {
    /// The image of a position. A variable whose value is not in the table keeps it.
    pub fn apply(&self, position: &[Value]) -> Position {
        let mut after = position.to_vec();
        for ((to, table), value) in self.variables.iter().zip(&self.values).zip(position) {
            if let Some(slot) = after.get_mut(*to as usize) {
                *slot = table.get(usize::from(*value)).copied().unwrap_or(*value);
            }
        }
        after
    }
}

/// The symmetries of a task: every product of one of `renamings` and of exchanges of like pieces. They form a
/// group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symmetries {
    /// Renamings that map the `k`-th piece of a class of like pieces to the `k`-th of a class, the identity
    /// first. They form a group; mostly no two permute the variables alike.
    pub renamings: Vec<Symmetry>,
    /// Classes of like pieces; any two pieces of a class may change places. A piece is the values
    /// it has, part by part, the same in every variable; no variable that never changes has one.
    pub alike: Vec<Vec<Vec<Value>>>,
}

/// Finds symmetries of a task. It may miss some: if there are very many, if equivalent conditions have
/// different forms, and in very large tasks.
///
/// Automorphisms of a graph that represents the task are searched for by colour refinement and
/// individualisation; each is then checked on the task itself.
///
/// # Errors
/// The limit that came first.
pub fn symmetries(task: &Task, relaxed: &Relaxed, budget: &Budget) -> Result<Symmetries, Limit> {
    let Some(form) = Form::new(task, relaxed, budget)? else { return Ok(Symmetries::default()) };
    let mut graph = Graph::new(&form);
    let fixed = relaxed.values.iter().filter_map(ValueSet::single).collect();
    let alike = alike::classes(&form, &graph, fixed, budget)?;
    let parts = Parts::new(&alike);
    // Like pieces are identified by their numbers.
    for (colour, point) in graph.colours.iter_mut().zip(0..form.points.len() as u32) {
        let piece = parts.get(form.points.value(point)).map_or(0, |p| p.piece + 1);
        *colour = hash::mix(*colour, piece as u64);
    }
    let mut refiner = Refiner::new(&graph);
    let root = refiner.start(&graph.colours);
    let search = &mut search::GeneratorSearch { form: &form, refiner: &mut refiner, budget };
    let mut generators = search.generators(root)?;
    generators.retain(|g| parts.in_order(&form.points, g));
    let group = group::generated(form.points.len(), &generators);
    let renamings = group.iter().filter_map(|g| symmetry(&form, task, g)).collect();
    Ok(Symmetries { renamings, alike })
}

/// A permutation of the points as a renaming.
fn symmetry(form: &Form, task: &Task, renaming: &[u32]) -> Option<Symmetry> {
    let variables = form.variables(renaming)?;
    let mut values: Vec<Vec<Value>> = task.variables.iter().map(|v| (0..v.size).collect()).collect();
    for (point, image) in (0..).zip(renaming) {
        let own = values.get_mut(form.points.variable(point) as usize)?;
        *own.get_mut(usize::from(form.points.value(point)))? = form.points.value(*image);
    }
    Some(Symmetry { variables, values })
}

/// Which of these renamings turn every action into an action of the same cost and goals into goals, at all positions of
/// all starts. A task that is too large has none, and neither has one with scripts or consequences. Linear in the size
/// of the task for each renaming.
///
/// # Errors
/// The limit that came first.
pub fn kept(task: &Task, renamings: &[Symmetry], budget: &Budget) -> Result<Vec<bool>, Limit> {
    let none = vec![false; renamings.len()];
    if task.oracle.is_some() || task.consequences.is_some() {
        return Ok(none);
    }
    let all = Relaxed {
        values: task.variables.iter().map(|variable| (0..variable.size).collect()).collect(),
        fires: vec![true; task.actions.len()],
    };
    let Some(form) = Form::new(task, &all, budget)? else { return Ok(none) };
    let points = |renaming: &Symmetry| -> Option<Vec<u32>> {
        let image = |point: u32| {
            let (variable, value) = (form.points.variable(point), form.points.value(point));
            let table = renaming.values.get(variable as usize)?;
            form.points.at(*renaming.variables.get(variable as usize)?, *table.get(usize::from(value))?)
        };
        let images: Vec<u32> = (0..form.points.len() as u32).map(image).collect::<Option<_>>()?;
        let mut sorted = images.clone();
        sorted.sort_unstable();
        sorted.dedup();
        (sorted.len() == images.len()).then_some(images)
    };
    Ok(renamings.iter().map(|one| points(one).is_some_and(|images| form.keeps(&images))).collect())
}

impl Symmetries {
    /// The symmetries that fix a position, as renamings alone: each is one of these followed by an exchange
    /// of like pieces.
    pub fn fixing(&self, position: &[Value]) -> Symmetries {
        let fixing = |renaming: &Symmetry| {
            let exchange = self.exchange(&renaming.apply(position), position)?;
            let send = |value: &Value| exchange.iter().find(|e| e.0 == *value).map_or(*value, |e| e.1);
            let values = renaming.values.iter().map(|table| table.iter().map(send).collect()).collect();
            Some(Symmetry { variables: renaming.variables.clone(), values })
        };
        Symmetries { renamings: self.renamings.iter().filter_map(fixing).collect(), alike: Vec::new() }
    }

    /// The exchange of like pieces that maps one position to another, as pairs of values. Pieces in neither
    /// keep their order.
    fn exchange(&self, from: &[Value], to: &[Value]) -> Option<Vec<(Value, Value)>> {
        let parts = Parts::new(&self.alike);
        let mut images: Vec<Vec<Option<usize>>> = self.alike.iter().map(|c| vec![None; c.len()]).collect();
        for (a, b) in from.iter().zip(to) {
            match (parts.get(*a), parts.get(*b)) {
                (Some(x), Some(y)) if (x.class, x.part) == (y.class, y.part) => {
                    let image = images.get_mut(x.class)?.get_mut(x.piece)?;
                    if *image.get_or_insert(y.piece) != y.piece {
                        return None;
                    }
                }
                (None, None) if a == b => {}
                _ => return None,
            }
        }
        let mut pairs = Vec::new();
        for (class, images) in self.alike.iter().zip(images) {
            let mut free =
                (0..class.len()).filter(|piece| !images.contains(&Some(*piece))).collect::<Vec<_>>();
            let taken = images.iter().flatten().count();
            if free.len() + taken != class.len() {
                return None;
            }
            free.reverse();
            for (piece, image) in class.iter().zip(&images) {
                let image = class.get(image.or_else(|| free.pop())?)?;
                pairs.extend(piece.iter().zip(image).filter(|(a, b)| a != b).map(|(a, b)| (*a, *b)));
            }
        }
        Some(pairs)
    }
}
