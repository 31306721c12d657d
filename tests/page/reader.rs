//! A reader of published tables: plain, and apart from the page's programs and from the engine.

use puzzlec_task::{Position, Value};
use serde_json::Value as Json;

/// A puzzle in tables.
pub struct Reader {
    pub start: Position,
    pub actions: Vec<Action>,
    sets: Vec<Vec<Value>>,
    maps: Vec<Vec<Value>>,
    goal: Json,
    then: Option<Then>,
}

/// An action with its variables filled in.
pub struct Action {
    guard: Vec<(usize, usize)>,
    /// The variable, and the value, or the variable that is copied with its map.
    assign: Vec<(usize, New)>,
    condition: Json,
    then: usize,
}

enum New {
    Set(Value),
    From(usize, Option<usize>),
}

struct Then {
    actions: Vec<Action>,
    same: Vec<usize>,
    stages: Vec<(usize, usize, String)>,
    sequences: Vec<Vec<usize>>,
    legal: Json,
}

fn list(json: &Json) -> impl Iterator<Item = &Json> {
    json.as_array().into_iter().flatten()
}

fn number(json: &Json) -> i64 {
    json.as_i64().unwrap()
}

fn index(json: &Json) -> usize {
    usize::try_from(number(json)).unwrap()
}

fn values(json: &Json) -> Vec<Value> {
    list(json).map(|value| Value::try_from(number(value)).unwrap()).collect()
}

/// The variable that a reference stands for; the variables of the slots.
fn resolve(reference: i64, slots: &[i64]) -> usize {
    let var = if reference < 0 { -1 - reference } else { slots[usize::try_from(reference).unwrap()] };
    usize::try_from(var).unwrap()
}

/// A condition in which every reference is `-1 - variable`.
fn placed(condition: &Json, slots: &[i64]) -> Json {
    let var = |json: &Json| Json::from(-1 - i64::try_from(resolve(number(json), slots)).unwrap());
    let Some(parts) = condition.as_array() else { return condition.clone() };
    let rest = parts.iter().skip(1);
    let mut made = vec![parts[0].clone()];
    match parts[0].as_str().unwrap() {
        "i" => made.extend([var(&parts[1]), parts[2].clone()]),
        "c" => {
            made.push(list(&parts[1]).map(var).collect());
            made.extend(parts[2..].iter().cloned());
        }
        "s" => {
            let term = |t: &Json| Json::from(vec![t[0].clone(), var(&t[1]), t[2].clone()]);
            made.push(list(&parts[1]).map(term).collect());
            made.extend(parts[2..].iter().cloned());
        }
        _ => made.extend(rest.map(|part| placed(part, slots))),
    }
    Json::from(made)
}

fn action(template: &Json, slots: &[i64]) -> Action {
    let var = |json: &Json| resolve(number(json), slots);
    Action {
        guard: list(&template["g"]).map(|pair| (var(&pair[0]), index(&pair[1]))).collect(),
        assign: list(&template["a"])
            .map(|new| {
                let value = match new.as_array().unwrap().as_slice() {
                    [_, value] => New::Set(Value::try_from(number(value)).unwrap()),
                    [_, from, map] => New::From(var(from), usize::try_from(number(map)).ok()),
                    other => panic!("{other:?}"),
                };
                (var(&new[0]), value)
            })
            .collect(),
        condition: template.get("c").map_or(Json::from(1), |condition| placed(condition, slots)),
        then: template.get("t").map_or(0, index),
    }
}

fn actions(tables: &Json, runs: &Json) -> Vec<Action> {
    let mut all = Vec::new();
    for run in list(runs) {
        let shape = &tables["shapes"][index(&run[0])];
        let template = &tables["templates"][index(&shape[0])];
        let mut base = 0;
        for difference in list(run).skip(1) {
            base += number(difference);
            let mut slots = vec![base];
            slots.extend(list(shape).skip(1).map(|distance| base + number(distance)));
            all.push(action(template, &slots));
        }
    }
    all
}

impl Reader {
    pub fn new(tables: &Json) -> Self {
        let then = tables.get("consequences").map(|then| Then {
            actions: actions(tables, &then["actions"]),
            same: list(&then["same"]).map(index).collect(),
            stages: list(&then["stages"])
                .map(|stage| (index(&stage[0]), index(&stage[1]), stage[2].as_str().unwrap().to_owned()))
                .collect(),
            sequences: list(&then["sequences"]).map(|all| list(all).map(index).collect()).collect(),
            legal: then["legal"].clone(),
        });
        Reader {
            start: values(&tables["start"]),
            actions: actions(tables, &tables["actions"]),
            sets: list(&tables["sets"]).map(values).collect(),
            maps: list(&tables["maps"]).map(values).collect(),
            goal: tables["goal"].clone(),
            then,
        }
    }

    pub fn goal(&self, position: &[Value]) -> bool {
        self.holds(&self.goal, position)
    }

    fn holds(&self, condition: &Json, position: &[Value]) -> bool {
        let Some(parts) = condition.as_array() else { return number(condition) == 1 };
        let has =
            |var: &Json, set: &Json| self.sets[index(set)].contains(&position[resolve(number(var), &[])]);
        match parts[0].as_str().unwrap() {
            "i" => has(&parts[1], &parts[2]),
            "c" => {
                let count = list(&parts[1]).filter(|var| has(var, &parts[2])).count();
                (index(&parts[3])..=index(&parts[4])).contains(&count)
            }
            "s" => {
                let terms = list(&parts[1]).filter(|term| has(&term[1], &term[2]));
                let sum: i64 = terms.map(|term| number(&term[0])).sum();
                (number(&parts[2])..=number(&parts[3])).contains(&sum)
            }
            "a" => parts.iter().skip(1).all(|part| self.holds(part, position)),
            "o" => parts.iter().skip(1).any(|part| self.holds(part, position)),
            "n" => !self.holds(&parts[1], position),
            other => panic!("{other}"),
        }
    }

    fn applies(&self, action: &Action, position: &[Value]) -> bool {
        action.guard.iter().all(|(var, set)| self.sets[*set].contains(&position[*var]))
            && self.holds(&action.condition, position)
    }

    fn after(&self, action: &Action, position: &[Value]) -> Position {
        let mut after = position.to_vec();
        for (var, new) in &action.assign {
            after[*var] = match new {
                New::Set(value) => *value,
                New::From(from, None) => position[*from],
                New::From(from, Some(map)) => {
                    let old = position[*from];
                    self.maps[*map].get(usize::from(old)).copied().unwrap_or(old)
                }
            };
        }
        after
    }

    /// The position after a move, if it is allowed.
    pub fn play(&self, id: usize, position: &[Value]) -> Option<Position> {
        let action = &self.actions[id];
        if !self.applies(action, position) {
            return None;
        }
        let mut after = self.after(action, position);
        if let Some(then) = &self.then {
            for number in &then.sequences[action.then] {
                self.run(then, *number, &mut after);
            }
            if !self.holds(&then.legal, &after) {
                return None;
            }
        }
        (after != position).then_some(after)
    }

    fn run(&self, then: &Then, stage: usize, position: &mut Position) {
        let (first, end, ref repeat) = then.stages[stage];
        let applies = |at: &usize, position: &Position| self.applies(&then.actions[*at], position);
        if repeat != "until none" {
            let before = position.clone();
            let mut starts: Vec<usize> =
                (first..end).filter(|at| *at == first || !then.same.contains(at)).collect();
            starts.push(end);
            for pair in starts.windows(2) {
                let matches = repeat == "each" || (pair[0]..pair[1]).any(|at| applies(&at, &before));
                if let Some(at) = (pair[0]..pair[1]).find(|at| matches && applies(at, position)) {
                    *position = self.after(&then.actions[at], position);
                }
            }
            return;
        }
        for _ in 0..100_000 {
            let all = then.actions[first..end].iter().filter(|action| self.applies(action, position));
            let next = all.map(|action| self.after(action, position)).find(|after| after != position);
            let Some(next) = next else { return };
            *position = next;
        }
        panic!("a consequence does not end");
    }
}
