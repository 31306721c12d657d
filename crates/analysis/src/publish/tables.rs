//! A task as small tables. Actions that differ only in their cells share a template; those whose cells lie alike share
//! a shape, and are then known by the first cell alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::super::solve::{given_name, rule_name};
use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_model::rule::Repeat;
use puzzlec_search::ground::Ground;
use puzzlec_task::{
    Action, Assign, Bound, Condition, Cost, Label, Members, Task, Value, ValueSet, VarId, Variable,
};

/// Greatest number that every reader of JSON knows exactly.
const EXACT: u64 = 1 << 53;

/// A reference to a variable: in a template the number of a slot, or `-1 - v` for the variable `v` itself.
type Reference = i64;

/// The conditions of the members of a set, and the pairs of them that are joined.
pub type JoinedMembers = (Vec<Json>, Vec<(u32, u32)>);

/// A task in tables. `docs/publishing.md` does not promise this form to others: page and program are of one version.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tables {
    /// Sets of values.
    pub sets: Vec<Vec<Value>>,
    /// Tables of new values.
    pub maps: Vec<Vec<Value>>,
    /// Sets of places that conditions ask for, each with the conditions of its members and the pairs that are joined.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<JoinedMembers>,
    /// What is common to actions.
    pub templates: Vec<Template>,
    /// A template, and for each slot after the first the distance of its variable from that of the first.
    pub shapes: Vec<Vec<i64>>,
    /// The actions in runs: a shape, then the variables of the first slots, each as the distance from the one before.
    pub actions: Vec<Vec<i64>>,
    /// The names that scripts give to actions, in their order; none if all are empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The names of rules.
    pub rules: Vec<String>,
    /// The start.
    pub start: Vec<Value>,
    /// The goal.
    pub goal: Json,
    /// In a game with tests of its players: that the last to move has won, and that the other player has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins: Option<[Json; 2]>,
    /// What a move counts: `actions`, `runs` or `weights`.
    pub cost: &'static str,
    /// What follows moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consequences: Option<ConsequenceTables>,
}

/// What is common to actions.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct Template {
    /// Variables with the numbers of the sets of values that they must have.
    #[serde(rename = "g")]
    pub guard: Vec<(Reference, usize)>,
    /// New values: `[variable, value]`, `[variable, from, -1]` for a copy, `[variable, from, map]`.
    #[serde(rename = "a")]
    pub assign: Vec<Vec<i64>>,
    /// A condition, if there is one.
    #[serde(rename = "c", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Json>,
    /// The cells of the moving piece before and after.
    #[serde(rename = "m", skip_serializing_if = "Option::is_none")]
    pub mover: Option<(Reference, Reference)>,
    /// The weight, if it is not 1.
    #[serde(rename = "w", skip_serializing_if = "Option::is_none")]
    pub weight: Option<u32>,
    /// The list of consequences, if it is not the first.
    #[serde(rename = "t", skip_serializing_if = "Option::is_none")]
    pub then: Option<u32>,
    /// The rule.
    #[serde(rename = "r")]
    pub rule: usize,
    /// The cells that name the action, and words for its directions and for cells without a variable.
    #[serde(rename = "b", skip_serializing_if = "Vec::is_empty")]
    pub binding: Vec<Json>,
    /// Whether a number is also a part of its name.
    #[serde(rename = "x", skip_serializing_if = "std::ops::Not::not")]
    pub numbered: bool,
}

/// What follows moves.
#[derive(Clone, Debug, Serialize)]
pub struct ConsequenceTables {
    /// The actions in runs, in the order in which they are tried.
    pub actions: Vec<Vec<i64>>,
    /// Actions with the label of the action before.
    pub same: Vec<usize>,
    /// The first action of each stage, the one after its last, and how often it is applied: `until none`, `once` or
    /// `each`.
    pub stages: Vec<(u32, u32, &'static str)>,
    /// Lists of stages.
    pub sequences: Vec<Vec<u32>>,
    /// The condition on the position in which a move ends.
    pub legal: Json,
}

fn repeat(repeat: Repeat) -> &'static str {
    match repeat {
        Repeat::UntilNone => "until none",
        Repeat::Once => "once",
        Repeat::Each => "each",
    }
}

/// A task in tables, and for each of its actions the place in the published order.
///
/// # Errors
/// Why the task has no such form.
pub(super) fn tables(model: &Model, ground: &Ground) -> Result<(Tables, Vec<usize>), &'static str> {
    // A new part of a task has to be thought of here.
    let Task { variables, contents: _, actions, start, goal, wins, measure, oracle, consequences } =
        &ground.task;
    if let Some(oracle) = oracle.as_ref().filter(|oracle| oracle.decides()) {
        return Err(oracle.reason());
    }
    let mut maker = Maker::new(model, ground, variables);
    let mut instances = Vec::with_capacity(actions.len());
    for action in actions {
        instances.push(maker.instance(action)?);
    }
    let mut order: Vec<usize> = (0..instances.len()).collect();
    order.sort_by_key(|at| instances.get(*at).copied());
    let mut published = vec![0; order.len()];
    for (place, original) in order.iter().enumerate() {
        if let Some(slot) = published.get_mut(*original) {
            *slot = place;
        }
    }
    let runs_of_moves = runs(order.iter().filter_map(|at| instances.get(*at).copied()));
    let given = |at: &usize| actions.get(*at).map_or("", |action| given_name(model, &action.label));
    let names: Vec<String> = order.iter().map(|at| given(at).to_owned()).collect();
    let consequences = match consequences {
        None => None,
        Some(all) => {
            let mut instances = Vec::with_capacity(all.actions.len());
            for action in &all.actions {
                instances.push(maker.instance(action)?);
            }
            let pairs = all.actions.iter().zip(all.actions.iter().skip(1));
            Some(ConsequenceTables {
                actions: runs(instances.into_iter()),
                same: (1..).zip(pairs).filter(|(_, (a, b))| a.label == b.label).map(|(at, _)| at).collect(),
                stages: all
                    .stages
                    .iter()
                    .map(|s| (s.actions.start, s.actions.end, repeat(s.repeat)))
                    .collect(),
                sequences: all.sequences.clone(),
                legal: maker.condition(&all.legal, None)?,
            })
        }
    };
    let goal = maker.condition(goal, None)?;
    let wins = match wins.as_deref() {
        None => None,
        Some([last, other]) => Some([maker.condition(last, None)?, maker.condition(other, None)?]),
    };
    let rules = std::mem::take(&mut maker.rules);
    let tables = Tables {
        sets: maker.sets.iter().map(|set| set.iter().collect()).collect(),
        maps: maker.maps,
        members: maker.members,
        templates: maker.templates,
        shapes: maker.shapes,
        actions: runs_of_moves,
        names: if names.iter().all(String::is_empty) { Vec::new() } else { names },
        rules,
        start: start.clone(),
        goal,
        wins,
        cost: match measure.cost {
            Cost::Actions => "actions",
            Cost::Runs => "runs",
            Cost::Weights => "weights",
        },
        consequences,
    };
    Ok((tables, published))
}

/// An action: its shape, and the variable of the first slot.
type Instance = (usize, i64);

/// Instances in runs of one shape.
fn runs(instances: impl Iterator<Item = Instance>) -> Vec<Vec<i64>> {
    let mut runs: Vec<Vec<i64>> = Vec::new();
    let mut last = None;
    for (shape, base) in instances {
        match (last, runs.last_mut()) {
            (Some((before, at)), Some(run)) if before == shape => run.push(base - at),
            _ => runs.push(vec![i64::try_from(shape).unwrap_or(i64::MAX), base]),
        }
        last = Some((shape, base));
    }
    runs
}

struct Maker<'a> {
    model: &'a Model,
    /// The variables of cells.
    cells: BTreeMap<Coord, VarId>,
    /// Variables from this one on are named themselves in templates.
    apart: VarId,
    sets: Vec<ValueSet>,
    set_ids: FxHashMap<ValueSet, usize>,
    maps: Vec<Vec<Value>>,
    members: Vec<JoinedMembers>,
    member_ids: FxHashMap<Arc<Members>, usize>,
    templates: Vec<Template>,
    template_ids: FxHashMap<String, usize>,
    shapes: Vec<Vec<i64>>,
    shape_ids: FxHashMap<Vec<i64>, usize>,
    rules: Vec<String>,
}

/// The variables of the slots of an action, in order.
struct Slots {
    vars: Vec<VarId>,
    apart: VarId,
}

impl Slots {
    fn reference(&mut self, var: VarId) -> Reference {
        if var >= self.apart {
            return absolute(var);
        }
        let at = self.vars.iter().position(|v| *v == var).unwrap_or_else(|| {
            self.vars.push(var);
            self.vars.len() - 1
        });
        i64::try_from(at).unwrap_or(i64::MAX)
    }
}

fn absolute(var: VarId) -> Reference {
    -1 - i64::from(var)
}

impl<'a> Maker<'a> {
    fn new(model: &'a Model, ground: &Ground, variables: &[Variable]) -> Self {
        let places = (ground.cells.len() + ground.floors.len()).min(variables.len());
        Maker {
            model,
            cells: ground.cells.iter().copied().zip(0..).collect(),
            apart: VarId::try_from(places).unwrap_or(VarId::MAX),
            sets: Vec::new(),
            set_ids: FxHashMap::default(),
            maps: Vec::new(),
            members: Vec::new(),
            member_ids: FxHashMap::default(),
            templates: Vec::new(),
            template_ids: FxHashMap::default(),
            shapes: Vec::new(),
            shape_ids: FxHashMap::default(),
            rules: Vec::new(),
        }
    }

    fn set(&mut self, set: &ValueSet) -> usize {
        if let Some(at) = self.set_ids.get(set) {
            return *at;
        }
        self.sets.push(set.clone());
        self.set_ids.insert(set.clone(), self.sets.len() - 1);
        self.sets.len() - 1
    }

    fn map(&mut self, map: &[Value]) -> i64 {
        let at = self.maps.iter().position(|m| m == map).unwrap_or_else(|| {
            self.maps.push(map.to_vec());
            self.maps.len() - 1
        });
        i64::try_from(at).unwrap_or(i64::MAX)
    }

    fn rule(&mut self, label: &Label) -> usize {
        let name = rule_name(self.model, label);
        self.rules.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.rules.push(name);
            self.rules.len() - 1
        })
    }

    fn instance(&mut self, action: &Action) -> Result<Instance, &'static str> {
        // `times` is for counting only.
        let Action { label, guard, condition, assign, mover, weight, times: _, then } = action;
        let mut slots = Slots { vars: Vec::new(), apart: self.apart };
        let mut binding = Vec::new();
        let mut numbered = false;
        for bound in &label.binding {
            match bound {
                Bound::Cell(x, y) => {
                    let cell = Coord::new(*x, *y);
                    binding.push(match self.cells.get(&cell) {
                        Some(var) => json!(slots.reference(*var)),
                        None => json!(self.model.board.name(cell)),
                    });
                }
                Bound::Direction(d) => binding.push(json!(self.model.board.direction_name(*d))),
                Bound::Number(_) => numbered = true,
            }
        }
        // The order of the slots is that of the pattern; in tables by slots it is that of all alike.
        let mut guarded: Vec<(Reference, usize)> = Vec::with_capacity(guard.len());
        for (var, set) in guard {
            guarded.push((slots.reference(*var), self.set(set)));
        }
        guarded.sort_unstable();
        let mut assigned: Vec<Vec<i64>> = Vec::with_capacity(assign.len());
        for (var, new) in assign {
            let to = slots.reference(*var);
            assigned.push(match new {
                Assign::Set(value) => vec![to, i64::from(*value)],
                Assign::Copy(from) => vec![to, slots.reference(*from), -1],
                Assign::Map(from, map) => vec![to, slots.reference(*from), self.map(map)],
            });
        }
        assigned.sort_unstable();
        let condition = match condition {
            Condition::True => None,
            other => Some(self.condition(other, Some(&mut slots))?),
        };
        let template = Template {
            guard: guarded,
            assign: assigned,
            condition,
            mover: mover.map(|(from, to)| (slots.reference(from), slots.reference(to))),
            weight: Some(*weight).filter(|weight| *weight != 1),
            then: Some(*then).filter(|then| *then != 0),
            rule: self.rule(label),
            binding,
            numbered,
        };
        let text = serde_json::to_string(&template).map_err(|_| "an action has no text")?;
        let template = *self.template_ids.entry(text).or_insert_with(|| {
            self.templates.push(template);
            self.templates.len() - 1
        });
        let mut vars = slots.vars.iter().map(|var| i64::from(*var));
        let base = vars.next().unwrap_or(0);
        let mut shape = vec![i64::try_from(template).unwrap_or(i64::MAX)];
        shape.extend(vars.map(|var| var - base));
        let next = self.shapes.len();
        let at = *self.shape_ids.entry(shape.clone()).or_insert(next);
        if at == next {
            self.shapes.push(shape);
        }
        Ok((at, base))
    }

    /// A set of places: its number, or in a template the conditions of its members and the pairs that are joined.
    fn set_of_places(
        &mut self,
        set: &Arc<Members>,
        mut slots: Option<&mut Slots>,
    ) -> Result<Json, &'static str> {
        if let Some(at) = self.member_ids.get(set).filter(|_| slots.is_none()) {
            return Ok(json!(at));
        }
        let mut holds = Vec::with_capacity(set.holds.len());
        for condition in &set.holds {
            holds.push(self.condition(condition, slots.as_deref_mut())?);
        }
        if slots.is_some() {
            return Ok(json!([holds, set.links]));
        }
        self.members.push((holds, set.links.clone()));
        self.member_ids.insert(Arc::clone(set), self.members.len() - 1);
        Ok(json!(self.members.len() - 1))
    }

    /// A condition: `1`, `0`, `["i", variable, set]`, `["c", variables, set, min, max]`,
    /// `["s", [[weight, variable, set]], min, max]`, `["k", places, min, max]` for the number of connected parts,
    /// `["j", places, member, conditions, min, max]` for the members of the part of one that meet their own conditions,
    /// `["f", places]` for no cycle, `["a", …]`, `["o", …]`, `["n", condition]`.
    fn condition(
        &mut self,
        condition: &Condition,
        mut slots: Option<&mut Slots>,
    ) -> Result<Json, &'static str> {
        let mut reference = |var: VarId| slots.as_mut().map_or(absolute(var), |slots| slots.reference(var));
        Ok(match condition {
            Condition::True => json!(1),
            Condition::False => json!(0),
            Condition::In(var, set) => json!(["i", reference(*var), self.set(set)]),
            Condition::Count { vars, values, min, max } => {
                let vars: Vec<Reference> = vars.iter().map(|var| reference(*var)).collect();
                json!(["c", vars, self.set(values), min, max])
            }
            Condition::Sum { terms, min, max } => {
                let size = terms.iter().map(|term| term.0.unsigned_abs()).try_fold(0_u64, u64::checked_add);
                if size.is_none_or(|size| size >= EXACT) {
                    return Err("its conditions have numbers that are too large");
                }
                let exact = i64::try_from(EXACT).unwrap_or(i64::MAX);
                let terms: Vec<Json> = terms
                    .iter()
                    .map(|(weight, var, set)| json!([weight, reference(*var), self.set(set)]))
                    .collect();
                // No sum reaches a bound that is cut off.
                json!(["s", terms, (*min).clamp(-exact, exact), (*max).clamp(-exact, exact)])
            }
            Condition::All(parts) | Condition::Any(parts) => {
                let mut all = vec![json!(if matches!(condition, Condition::All(_)) { "a" } else { "o" })];
                for part in parts {
                    all.push(self.condition(part, slots.as_deref_mut())?);
                }
                Json::Array(all)
            }
            Condition::Not(part) => json!(["n", self.condition(part, slots)?]),
            Condition::Components { set, min, max } => {
                json!(["k", self.set_of_places(set, slots)?, min, max])
            }
            Condition::Forest { set } => json!(["f", self.set_of_places(set, slots)?]),
            Condition::Component { set, of, counted, min, max } => {
                let mut counts = Vec::with_capacity(counted.len());
                for condition in counted.iter() {
                    counts.push(self.condition(condition, slots.as_deref_mut())?);
                }
                json!(["j", self.set_of_places(set, slots)?, of, counts, min, max])
            }
        })
    }
}
