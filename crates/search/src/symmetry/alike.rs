//! Like pieces: values that may change places everywhere at once.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::form::Form;
use super::graph::Graph;
use super::hash::mix;
use super::partition::{Partition, Refiner};
use puzzlec_base::{Budget, Limit, Progress};
use puzzlec_task::Value;

/// Maximum number of pairs of values to try.
const MOST_TRIALS: usize = 512;
/// Limit of work (visited edges, copied nodes) for further pairs.
const MOST_WORK: u64 = 1 << 23;

/// Classes of like pieces, as in [`Symmetries`](crate::Symmetries).
pub(super) type Classes = Vec<Vec<Vec<Value>>>;

/// Finds like pieces. Every exchange of two is checked on the whole task.
///
/// In a partition where the variables are distinguished, two values of equal colours are individualised, one
/// after the other. The nodes that are then distinguished in both cases must also be exchanged: the other
/// parts of their pieces.
///
/// `fixed` are the values of variables that never change; they belong to no like piece.
pub(super) fn classes(
    form: &Form,
    graph: &Graph,
    fixed: BTreeSet<Value>,
    budget: &Budget,
) -> Result<Classes, Limit> {
    let mut colours = graph.colours.clone();
    for (colour, at) in colours.iter_mut().skip(graph.variables as usize).zip(0..form.points.variables()) {
        *colour = mix(*colour, at as u64);
    }
    let mut refiner = Refiner::new(graph);
    let root = refiner.start(&colours);
    let mut search = AlikeSearch { form, refiner, root, budget, trials: 0, taken: fixed };
    let mut all = Classes::new();
    for group in search.groups() {
        all.extend(search.divide(&group)?);
    }
    Ok(all)
}

struct AlikeSearch<'a> {
    form: &'a Form,
    refiner: Refiner<'a>,
    root: Partition,
    budget: &'a Budget,
    trials: usize,
    /// Values that are parts of like pieces, or can be none.
    taken: BTreeSet<Value>,
}

impl AlikeSearch<'_> {
    /// Values that have the same colours in all variables.
    fn groups(&self) -> Vec<Vec<Value>> {
        let points = &self.form.points;
        let mut places: BTreeMap<Value, Vec<(u32, u32)>> = BTreeMap::new();
        for point in 0..points.len() as u32 {
            let cell = (points.variable(point), self.root.cell(point));
            places.entry(points.value(point)).or_default().push(cell);
        }
        let mut groups: BTreeMap<Vec<(u32, u32)>, Vec<Value>> = BTreeMap::new();
        for (value, cells) in places {
            groups.entry(cells).or_default().push(value);
        }
        let mut groups: Vec<Vec<Value>> = groups.into_values().filter(|g| g.len() > 1).collect();
        groups.sort();
        groups
    }

    /// Divides values of equal colours into classes of pieces.
    fn divide(&mut self, group: &[Value]) -> Result<Classes, Limit> {
        let mut classes: Vec<(Partition, Vec<Vec<Value>>)> = Vec::new();
        for value in group {
            if self.taken.contains(value) {
                continue;
            }
            if self.trials >= MOST_TRIALS || self.refiner.work > MOST_WORK {
                break;
            }
            self.budget.poll(&Progress::default())?;
            let singled = self.single_out(*value);
            let mut joined = false;
            for (first, class) in &mut classes {
                if self.trials >= MOST_TRIALS || self.refiner.work > MOST_WORK {
                    break;
                }
                self.trials += 1;
                let Some((mine, other)) = self.exchange(first, &singled) else { continue };
                let free = |piece: &[Value]| !piece.iter().any(|v| self.taken.contains(v));
                match class.first() {
                    Some(known) if *known != mine || !free(&other) => continue,
                    None if !free(&mine) || !free(&other) => continue,
                    None => class.push(mine.clone()),
                    Some(_) => {}
                }
                self.taken.extend(mine);
                self.taken.extend(&other);
                class.push(other);
                joined = true;
                break;
            }
            if !joined {
                classes.push((singled, Vec::new()));
            }
        }
        Ok(classes.into_iter().map(|c| c.1).filter(|c| c.len() > 1).collect())
    }

    /// The partition after a value is individualised.
    fn single_out(&mut self, value: Value) -> Partition {
        let points = &self.form.points;
        let nodes: Vec<u32> =
            (0..points.variables() as u32).filter_map(|var| points.at(var, value)).collect();
        let mut partition = self.refiner.copy(&self.root);
        self.refiner.individualise(&mut partition, &nodes);
        partition
    }

    /// The exchange of values that maps one partition to the other, as the parts of the two exchanged pieces,
    /// if it preserves the task.
    fn exchange(&mut self, one: &Partition, other: &Partition) -> Option<(Vec<Value>, Vec<Value>)> {
        if one.trace != other.trace {
            return None;
        }
        let points = &self.form.points;
        let all = 0..points.len() as u32;
        let single = |p: &Partition, point: u32| p.size(p.cell(point)) == 1;
        let there: FxHashMap<u64, u32> = all
            .clone()
            .filter(|point| single(other, *point))
            .map(|point| (other.colour(other.cell(point)), point))
            .collect();
        let mut there_and_back: BTreeMap<Value, Value> = BTreeMap::new();
        let mut firsts: BTreeSet<Value> = BTreeSet::new();
        for point in all.clone().filter(|point| single(one, *point)) {
            let image = *there.get(&one.colour(one.cell(point)))?;
            let (a, b) = (points.value(point), points.value(image));
            if a == b {
                continue;
            }
            if points.variable(image) != points.variable(point) {
                return None;
            }
            firsts.insert(a);
            for (a, b) in [(a, b), (b, a)] {
                if there_and_back.insert(a, b).is_some_and(|old| old != b) {
                    return None;
                }
            }
        }
        let renaming: Option<Vec<u32>> = all
            .map(|point| match there_and_back.get(&points.value(point)) {
                Some(value) => points.at(points.variable(point), *value),
                None => Some(point),
            })
            .collect();
        self.refiner.work += self.form.size() as u64;
        if !self.form.keeps(&renaming?) {
            return None;
        }
        // If two pieces distinguish each other, either may have the smaller value.
        let of_one = |pair: &(&Value, &Value)| {
            firsts.contains(pair.0) && (pair.0 < pair.1 || !firsts.contains(pair.1))
        };
        Some(there_and_back.iter().filter(of_one).map(|(a, b)| (*a, *b)).unzip())
    }
}
