//! Every leaf of every certificate, changed.

use std::collections::BTreeSet;

use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_model::Question;
use puzzlec_model::board::Coord;
use puzzlec_model::goal::Goal;
use puzzlec_proofs::peg_solitaire::proof::Body;
use puzzlec_search::ground::{Ground, ground};
use puzzlec_task::certificate::{
    CertificateFile, LowerBound, Names, Place, Proof, Step, StepList, TheoryProof, rules,
};
use puzzlec_task::{Action, Bound, Label, Position, Task, Value as Held};
use serde_json::{Map, Value};

use crate::certificates::cases::{Case, all, read};

/// All values that differ from this one in one place.
pub fn changes(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(n) => {
            let near = n.as_i64().into_iter().flat_map(|n| [n - 1, n + 1, -n, n + 2]);
            let mut all: Vec<Value> = near.filter(|m| Some(*m) != n.as_i64()).map(Value::from).collect();
            all.extend([Value::from(u64::MAX), Value::from(0.5), Value::Null, Value::from("1")]);
            all
        }
        Value::String(text) => {
            let mut all = vec![Value::from(""), Value::Null, Value::from(format!("{text}x"))];
            for (i, c) in text.char_indices() {
                let next = char::from_u32(u32::from(c) + 1).unwrap();
                let mut changed = text.clone();
                changed.replace_range(i..i + c.len_utf8(), &next.to_string());
                all.push(Value::from(changed));
            }
            all
        }
        Value::Null => vec![Value::from(0), Value::from(5), Value::from(vec![0; 0])],
        Value::Bool(b) => vec![Value::from(!b)],
        Value::Array(items) => {
            let mut all = vec![Value::Null];
            for i in 0..items.len() {
                let with = |f: &dyn Fn(&mut Vec<Value>)| {
                    let mut changed = items.clone();
                    f(&mut changed);
                    Value::from(changed)
                };
                all.push(with(&|v| {
                    v.remove(i);
                }));
                all.push(with(&|v| v.insert(i, items[i].clone())));
                if i > 0 && items[i] != items[i - 1] {
                    all.push(with(&|v| v.swap(i, i - 1)));
                }
                all.extend(changes(&items[i]).into_iter().map(|new| with(&|v| v[i] = new.clone())));
            }
            all
        }
        Value::Object(fields) => {
            let mut all = vec![Value::Null];
            let keys: Vec<&String> = fields.keys().collect();
            for (i, key) in keys.iter().enumerate() {
                let with = |f: &dyn Fn(&mut Map<String, Value>)| {
                    let mut changed = fields.clone();
                    f(&mut changed);
                    Value::from(changed)
                };
                all.push(with(&|m| {
                    m.remove(*key);
                }));
                all.push(with(&|m| {
                    let old = m.remove(*key).unwrap();
                    m.insert(format!("{key}x"), old);
                }));
                // The value goes to another cell, or two change places.
                if let Some(other) = keys.get(i + 1).filter(|o| fields[**o] != fields[*key]) {
                    all.push(with(&|m| {
                        m.insert((*key).clone(), fields[*other].clone());
                        m.insert((*other).clone(), fields[*key].clone());
                    }));
                }
                let new = changes(&fields[*key]);
                all.extend(new.into_iter().map(|new| with(&|m| drop(m.insert((*key).clone(), new.clone())))));
            }
            all
        }
    }
}

fn applies(action: &Action, position: &Position) -> bool {
    action.guard.iter().all(|(var, set)| set.contains(position[*var as usize]))
        && action.condition.holds(position)
}

fn apply(action: &Action, position: &Position) -> Position {
    let mut after = position.clone();
    for (var, assign) in &action.assign {
        after[*var as usize] = assign.value(assign.source().map_or(0, |s| position[s as usize]));
    }
    after
}

/// The pieces that are laid, in one order; which way round a piece of two like ends lies is the same.
fn laid(case: &Case, steps: &StepList) -> Vec<String> {
    let Question::Place { supply, .. } = &case.model.question else { panic!() };
    let text = |step: Step| {
        let alike = supply[step.part as usize].labels.is_some_and(|(a, b)| a == b);
        let known = |place: &&Place| !(alike && matches!(place, Place::Number(_)));
        format!("{} {} {:?}", step.rule, step.part, step.at.iter().filter(known).collect::<Vec<_>>())
    };
    let mut all: Vec<String> = steps.iter().map(text).collect();
    all.sort();
    all
}

/// Whether the steps, as actions of the task, lead to a goal.
fn solves(case: &Case, steps: &StepList) -> bool {
    if let (Question::Place { .. }, Proof::Plan { steps: known, .. }) =
        (&case.model.question, &case.document.proof)
    {
        return laid(case, steps) == laid(case, known);
    }
    let board = &case.model.board;
    let rules = rules(&case.model);
    // A certificate without a window covers the whole line: here a part of it that these plans do not leave.
    let wide = board.unbounded && case.document.margin.is_none();
    let wide = wide.then(|| ground(&case.model, Some(8), &Budget::unlimited()).unwrap());
    let Ground { task, cells, .. } = wide.as_ref().unwrap_or(&case.ground);
    let mut position = task.start.clone();
    for step in steps.iter() {
        let bound = |place: &Place| match place {
            Place::Cell(name) => {
                let cell = cells.iter().find(|c| board.name(**c) == *name).unwrap();
                Bound::Cell(cell.x, cell.y)
            }
            Place::Direction(name) => Bound::Direction(board.direction(name).unwrap()),
            Place::Number(n) => Bound::Number(*n),
        };
        let binding: Vec<Bound> = step.at.iter().map(bound).collect();
        let Some(rule) = rules.iter().position(|r| *r == step.rule) else { return false };
        let label = Label { rule: rule as u32, part: step.part, binding };
        match task.actions.iter().find(|a| a.label == label && applies(a, &position)) {
            Some(action) => position = apply(action, &position),
            None => return false,
        }
    }
    task.goal.holds(&position)
}

/// All positions that can be reached.
fn reached(task: &Task) -> BTreeSet<Position> {
    let mut seen = BTreeSet::from([task.start.clone()]);
    let mut open = vec![task.start.clone()];
    while let Some(position) = open.pop() {
        for action in task.actions.iter().filter(|a| applies(a, &position)) {
            let next = apply(action, &position);
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen
}

/// Whether a changed certificate proves the same claim as well as the old one, found without the
/// checker:
///
/// * a plan whose steps stand in another order or are named otherwise but still follow the rules,
///   are as many and end at a goal, with all numbers as they were; it may leave out that it is least;
/// * weights that are the same in all positions that can be reached, with the start's true sum,
///   where every sum that was there before is still there or the changed one breaks the goals, too;
/// * other weights and cases for the same goals, none of which can be reached: the tests of the theory have what such
///   proofs say of goals that can be;
/// * more values than a variable can ever hold, where there was a proof for these, too.
fn as_good(case: &Case, changed: &CertificateFile) -> bool {
    let task = &case.ground.task;
    let mut same = changed.clone();
    same.proof = case.document.proof.clone();
    // The fingerprint proves nothing.
    same.task = case.document.task.clone();
    // The area is a claim that the checker proves; another one may do as well.
    same.area = case.document.area.clone();
    // Version 1 says the same with the same words.
    if changed.version == 1 {
        same.version = case.document.version;
    }
    if same != case.document {
        return false;
    }
    if changed.proof == case.document.proof {
        return true;
    }
    match (&case.document.proof, &changed.proof) {
        (
            Proof::Plan { length, unit, least, steps, .. },
            Proof::Plan { length: l, unit: u, least: b, steps: s, .. },
        ) => {
            (length, unit) == (l, u)
                && match (least, b) {
                    (_, None) => true,
                    (Some(LowerBound::Theory(old)), Some(LowerBound::Theory(new))) => {
                        theory_as_good(case, old, new)
                    }
                    // The order of parts says nothing.
                    (Some(LowerBound::Parts(old)), Some(LowerBound::Parts(new))) => {
                        old.parts.len() == new.parts.len()
                            && old.parts.iter().all(|part| new.parts.contains(part))
                    }
                    _ => least == b,
                }
                && steps.len() == s.len()
                && solves(case, s)
        }
        (
            Proof::AtLeast { length, unit, bound: LowerBound::Theory(old) },
            Proof::AtLeast { length: l, unit: u, bound: LowerBound::Theory(new) },
        ) => unit == u && (l < length || l == length && theory_as_good(case, old, new)),
        (Proof::Invariants { invariants, values }, Proof::Invariants { invariants: new, values: wider }) => {
            let names = Names::new(task);
            let sum = |position: &[Held], index: usize| -> i64 {
                let weights = &new[index].weights;
                let held = (0..).zip(position).filter_map(|(var, value)| {
                    weights.get(&names.value(var, *value))?.get(&names.variable(var))
                });
                let cells: Vec<u32> =
                    new[index].order.iter().map(|name| names.variable_of(name).unwrap()).collect();
                let later = |i: usize| cells.iter().skip(i + 1).map(|var| position[*var as usize]);
                let pairs =
                    (0..cells.len()).map(|i| later(i).filter(|v| *v < position[cells[i] as usize]).count());
                let holds = |cell: &String, held: &String| {
                    let var = names.variable_of(cell).unwrap();
                    names.value(var, position[var as usize]) == *held
                };
                let together = new[index].pairs.iter().map(|group| {
                    let both =
                        |(a, b): &&(String, String)| holds(a, &group.held.0) && holds(b, &group.held.1);
                    group.weight * group.cells.iter().filter(both).count() as i64
                });
                let sum = held.sum::<i64>() + pairs.sum::<usize>() as i64 + together.sum::<i64>();
                if new[index].modulus > 0 { sum.rem_euclid(i64::from(new[index].modulus)) } else { sum }
            };
            let constant =
                |index: usize| reached(task).iter().all(|position| sum(position, index) == new[index].start);
            // A position within all values that passes the goal test must break one.
            superset(values, wider)
                && (0..new.len()).all(constant)
                && !new.is_empty()
                && (new.len() >= invariants.len()
                    || goals_break(task, &|p| (0..new.len()).any(|i| sum(p, i) != new[i].start)))
        }
        // Other moves may win, too: `games.rs` compares the claims with the truth.
        (Proof::Game { winner, value, moves, .. }, Proof::Game { winner: w, value: v, moves: m, .. }) => {
            winner == w && (value == v || v.is_none()) && (moves == m || m.is_none())
        }
        (Proof::Theory(old), Proof::Theory(new)) => theory_as_good(case, old, new),
        (Proof::GoalImpossible { values }, Proof::GoalImpossible { values: wider }) => {
            superset(values, wider)
        }
        (Proof::DeadEnd { values, .. }, Proof::DeadEnd { dead, together, values: wider }) => {
            let names = Names::new(task);
            let named = |cell: &String, held: &String| -> Option<(u32, Held)> {
                let var = names.variable_of(cell)?;
                Some((var, names.value_of(var, held)?))
            };
            let single = dead.iter().flat_map(|(held, cells)| cells.iter().map(move |cell| (cell, held)));
            let single = single.map(|(cell, held)| vec![named(cell, held)]);
            let several =
                together.iter().map(|end| end.iter().map(|(cell, held)| named(cell, held)).collect());
            let ends: Vec<Vec<Option<(u32, Held)>>> = single.chain(several).collect();
            let holds = |position: &Position, one: &Option<(u32, Held)>| {
                one.is_some_and(|(var, value)| position[var as usize] == value)
            };
            let has = |position: &Position| ends.iter().any(|end| end.iter().all(|one| holds(position, one)));
            superset(values, wider) && reached(task).iter().all(has)
        }
        (Proof::ClosedBackward { levels, values }, Proof::ClosedBackward { levels: l, values: wider }) => {
            levels == l && superset(values, wider)
        }
        _ => false,
    }
}

/// Other weights may prove the same, about no fewer goals and for no fewer values; so may other rectangles, where no
/// two of them are near and a coin of the goal lies in none.
fn theory_as_good(case: &Case, old: &TheoryProof, new: &TheoryProof) -> bool {
    let peg = |proof: &TheoryProof| serde_json::from_value::<Body>(proof.body.clone()).ok();
    if let Some((old, new)) = peg(old).zip(peg(new)) {
        let pegs = |body: &Body| body.goals.iter().map(|g| g.pegs.clone()).collect::<Vec<_>>();
        return pegs(&old) == pegs(&new) && superset(&old.values, &new.values);
    }
    if new.theory == "gourds" {
        // Other potentials, barriers and cycles may show the same; the theory's tests have what such proofs say of
        // goals that can be reached.
        let kinds = |proof: &TheoryProof| {
            let all = proof.body["proofs"].as_array().unwrap().iter();
            all.map(|proof| (proof["kind"].clone(), proof["matchings"].clone(), proof["order"].clone()))
                .collect::<Vec<_>>()
        };
        return old.theory == new.theory && kinds(old) == kinds(new);
    }
    if new.theory == "coin_removal" {
        // Any coin names its part, and the row is one.
        let rest = |proof: &TheoryProof| {
            let mut body = proof.body.clone();
            body.as_object_mut().map(|fields| fields.remove("coin"));
            body
        };
        return rest(old) == rest(new) && new.theory == old.theory;
    }
    let [goal] = new.body["goals"].as_array().unwrap().as_slice() else { return false };
    goal["kind"] == "outside" && shut_out(case, goal)
}

/// Whether all coins of the start lie in rectangles three steps apart, and the coin of the goal in none.
fn shut_out(case: &Case, proof: &Value) -> bool {
    let Question::Moves { start, goal: (Goal::Drawn(goal), _), .. } = &case.model.question else { panic!() };
    let cell = |name: &Value| case.model.board.find(name.as_str().unwrap()).unwrap()[0];
    let cells = |ends: &Value| {
        let (first, last) = (cell(&ends[0]), cell(&ends[1]));
        (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| (x, y))).collect::<Vec<_>>()
    };
    let all: Vec<_> = proof["rectangles"].as_array().unwrap().iter().map(cells).collect();
    let near = |one: &Vec<(i32, i32)>, other: &Vec<(i32, i32)>| {
        one.iter().any(|a| other.iter().any(|b| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) < 3))
    };
    let inside = |cell: &Coord| all.iter().any(|cells| cells.contains(&(cell.x, cell.y)));
    let coin = cell(&proof["coin"]);
    (1..all.len()).all(|i| (0..i).all(|j| !near(&all[i], &all[j])))
        && start.iter().all(|(cell, held)| *held == 0 || inside(cell))
        && goal.cells.get(&coin).is_some_and(|held| held.as_slice() != [0])
        && !inside(&coin)
}

type Values = std::collections::BTreeMap<String, Vec<String>>;

fn superset(values: &Values, wider: &Values) -> bool {
    let has = |(name, held): (&String, &Vec<String>)| {
        wider.get(name).is_some_and(|w| held.iter().all(|v| w.contains(v)))
    };
    values.len() == wider.len() && values.iter().all(has)
}

/// Whether `broken` says so of every goal position of the task.
fn goals_break(task: &Task, broken: &dyn Fn(&[Held]) -> bool) -> bool {
    let mut open: Vec<Position> = vec![Vec::new()];
    while let Some(position) = open.pop() {
        match task.variables.get(position.len()) {
            Some(variable) => {
                open.extend((0..variable.size).map(|v| [position.as_slice(), &[v]].concat()));
            }
            None if task.goal.holds(&position) && !broken(&position) => return false,
            None => {}
        }
    }
    true
}

#[test]
fn every_change_of_every_leaf_is_rejected() {
    let (mut rejected, mut unread, mut good, mut other_weights, mut fingerprints, mut areas) =
        (0, 0, 0, 0, 0, 0);
    for case in all() {
        let whole: Value = serde_json::to_value(&case.document).unwrap();
        for changed in changes(&whole) {
            let Ok(document) = read(&changed.to_string()) else {
                unread += 1;
                continue;
            };
            assert_ne!(document, case.document, "{}: {changed}", case.name);
            match case.check(&document) {
                Checked::Rejected(_) => rejected += 1,
                Checked::Verified(claim) => {
                    assert!(as_good(&case, &document), "{}: {claim}: {changed:#}", case.name);
                    match document.proof {
                        _ if document.task != case.document.task => fingerprints += 1,
                        _ if document.area != case.document.area => areas += 1,
                        Proof::Theory(_) | Proof::Plan { .. } | Proof::AtLeast { .. } => other_weights += 1,
                        _ => good += 1,
                    }
                }
                Checked::Stopped(limit) => panic!("{limit}"),
            }
        }
    }
    assert!(rejected > 5_000 && unread > 2_000, "{rejected} {unread}");
    assert!(good * 100 < rejected, "{good}");
    assert!(fingerprints > 500, "{fingerprints}");
    assert!(areas < 50, "{areas}");
    // Weights of a proof about jumps may often be larger or smaller by one.
    assert!(other_weights * 20 < rejected, "{other_weights}");
}

/// A stream of numbers that is the same on every run.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

#[test]
fn random_bytes_are_never_accepted() {
    let mut numbers = Numbers(7);
    let mut reads = 0;
    for case in all() {
        let text = serde_json::to_string_pretty(&case.document).unwrap();
        for _ in 0..1500 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..1 + numbers.below(3) {
                let at = numbers.below(bytes.len());
                match numbers.below(4) {
                    0 => drop(bytes.remove(at)),
                    1 => bytes.insert(at, numbers.below(256) as u8),
                    2 => bytes[at] ^= 1 << numbers.below(7),
                    _ => bytes[at] = b"0123456789abcdef-\",:{}[]"[numbers.below(24)],
                }
            }
            let Ok(text) = String::from_utf8(bytes) else { continue };
            let Ok(document) = read(&text) else { continue };
            reads += 1;
            if document != case.document && !matches!(case.check(&document), Checked::Rejected(_)) {
                assert!(as_good(&case, &document), "{}: {text}", case.name);
            }
        }
    }
    assert!(reads > 1000, "{reads}");
}

#[test]
fn what_is_cut_short_is_no_certificate() {
    for case in all() {
        let text = case.text();
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            assert!(read(&text[..end]).is_err());
        }
    }
    for text in ["[", "null", "0", "{}", &"[".repeat(100_000), "\u{0}", "{\"version\":1e999}"] {
        assert!(read(text).is_err());
    }
}
