//! False claims, made as well as one can.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use puzzlec_base::{Budget, CancelToken, Limit, Progress};
use puzzlec_checker::certificate::{Checked, check, read};
use puzzlec_checker::checker::Checkers;
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_task::Action;
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::hash;
use puzzlec_task::certificate::{Invariant, Level, LowerBound, Proof, TheoryProof};

use crate::certificates::cases::Case;

fn rejected(case: &Case, proof: Proof) -> String {
    let mut document = case.document.clone();
    document.proof = proof;
    match case.check(&document) {
        Checked::Rejected(why) => why,
        other => panic!("{other:?}"),
    }
}

/// What every variable may hold, all of it.
fn everything(case: &Case) -> BTreeMap<String, Vec<String>> {
    let names = puzzlec_task::certificate::Names::new(&case.ground.task);
    let variables = (0..).zip(&case.ground.task.variables);
    variables
        .map(|(v, variable)| (names.variable(v), (0..variable.size).map(|x| names.value(v, x)).collect()))
        .collect()
}

#[test]
fn a_puzzle_that_can_be_solved_is_not_shown_to_be_impossible() {
    let case = Case::of("lights/small", "Nine", &[], Method::Breadth);
    let values = everything(&case);
    let why = rejected(&case, Proof::GoalImpossible { values: values.clone() });
    assert_eq!(why, "a goal is not shown to be impossible");
    let none = Proof::Invariants { invariants: Vec::new(), values: values.clone() };
    assert_eq!(rejected(&case, none), "a goal is not shown to be impossible");
    // Fewer values than there are.
    let only: BTreeMap<_, _> = values.keys().map(|k| (k.clone(), vec!["on".to_owned()])).collect();
    let why = rejected(&case, Proof::GoalImpossible { values: only });
    assert!(why.contains("a move may give"), "{why}");
    let why = rejected(&case, Proof::GoalImpossible { values: BTreeMap::new() });
    assert!(why.contains("the start holds"), "{why}");
    // A sum that does change.
    let weights = BTreeMap::from([("on".to_owned(), BTreeMap::from([("a1".to_owned(), 1)]))]);
    let changing = Invariant { modulus: 2, start: 1, weights, order: Vec::new(), pairs: Vec::new() };
    let why = rejected(&case, Proof::Invariants { invariants: vec![changing], values: values.clone() });
    assert!(why.contains("changes a sum"), "{why}");
    // The levels of its own walk, all of them: a goal is among the positions.
    let start = hash::written(hash::position(case.ground.task.start.iter().copied()));
    let first = Level { positions: 1, hash: start };
    let why = rejected(&case, Proof::Closed { levels: vec![first.clone()] });
    assert!(why.contains("level 1 is missing"), "{why}");
    let why = rejected(&case, Proof::ClosedBackward { levels: vec![first], values });
    assert!(why.contains("hash is different"), "{why}");
    let why = rejected(&case, Proof::ClosedBackward { levels: Vec::new(), values: everything(&case) });
    assert!(why.contains("level 0 is missing"), "{why}");
}

#[test]
fn numbers_beyond_all_measure_are_rejected() {
    let case = Case::of("peg/no-solution", "Corners", &[], Method::Auto);
    let Proof::Invariants { invariants, values } = case.document.proof.clone() else { panic!() };
    for modulus in [1, 65, u32::MAX] {
        let mut changed = invariants.clone();
        changed[0].modulus = modulus;
        rejected(&case, Proof::Invariants { invariants: changed, values: values.clone() });
    }
    for weight in [i64::MAX, i64::MIN, 1 << 41, 0, 2] {
        let mut changed = invariants.clone();
        *changed[0].weights.values_mut().next().unwrap().values_mut().next().unwrap() = weight;
        rejected(&case, Proof::Invariants { invariants: changed.clone(), values: values.clone() });
        changed[0].modulus = 0;
        rejected(&case, Proof::Invariants { invariants: changed, values: values.clone() });
    }
    let levels = vec![Level { positions: u64::MAX, hash: "0".repeat(32) }; 1000];
    rejected(&case, Proof::Closed { levels });
    let text = case.text().replace("\"version\":2", "\"version\":3");
    let why = "its version is 3; only versions up to 2 are known".to_owned();
    assert_eq!(read(&text, &Budget::unlimited()).unwrap_err(), Checked::Rejected(why));
}

#[test]
fn a_shorter_plan_is_not_passed_over() {
    // The 16 lights go out in 4 presses; a longer way round is a plan, but not a least one.
    let case = Case::of("lights/small", "Sixteen", &[], Method::Breadth);
    let Proof::Plan { length, unit, least, mut steps, .. } = case.document.proof.clone() else { panic!() };
    let Some(LowerBound::Levels(mut levels)) = least else { panic!() };
    assert_eq!((length, levels.len()), (4, 4));
    let first = steps.iter().next().unwrap();
    steps.push(&first);
    steps.push(&first);
    let by = |levels: &Vec<Level>| Some(LowerBound::Levels(levels.clone()));
    rejected(
        &case,
        Proof::Plan {
            length: 6,
            unit: unit.clone(),
            least: by(&levels),
            at_least: None,
            steps: steps.clone(),
        },
    );
    levels.extend([levels[3].clone(), levels[3].clone()]);
    let longer = Proof::Plan {
        length: 6,
        unit: unit.clone(),
        least: by(&levels),
        at_least: None,
        steps: steps.clone(),
    };
    rejected(&case, longer);
    let mut document = case.document.clone();
    document.proof = Proof::Plan { length: 6, unit, least: None, at_least: None, steps };
    assert_eq!(case.check(&document), Checked::Verified("a solution of 6 moves".into()));
}

#[test]
fn no_length_is_ruled_out_that_a_plan_has() {
    // The 16 lights go out in 4 presses, and in no fewer.
    let within = Options { wanted: Wanted::Within(3), method: Method::Breadth, ..Options::default() };
    let case = Case::asked("lights/small", "Sixteen", &[], &within);
    let Proof::AtLeast { length, unit, bound: LowerBound::Levels(levels) } = case.document.proof.clone()
    else {
        panic!("{:?}", case.document.proof)
    };
    assert_eq!((length, unit.as_str(), levels.len()), (4, "moves", 4));
    assert_eq!(case.check(&case.document), Checked::Verified("no solution has fewer than 4 moves".into()));
    let claim = |length: u64, unit: &str, levels: &[Level]| Proof::AtLeast {
        length,
        unit: unit.to_owned(),
        bound: LowerBound::Levels(levels.to_vec()),
    };
    // Fewer levels prove less, and say so.
    for n in 0..4 {
        let mut document = case.document.clone();
        document.proof = claim(n as u64, "moves", &levels[..n]);
        assert!(matches!(case.check(&document), Checked::Verified(_)), "{n}");
        rejected(&case, claim(n as u64 + 1, "moves", &levels[..n]));
    }
    rejected(&case, claim(4, "pieces", &levels));
    rejected(&case, claim(u64::MAX, "moves", &levels));
    // The true level of the goal.
    let names = case.ground.task.clone();
    let mut level: std::collections::BTreeSet<Vec<u16>> = [names.start.clone()].into();
    let mut seen = level.clone();
    for _ in 0..4 {
        let applies = |a: &Action, p: &Vec<u16>| a.guard.iter().all(|(v, set)| set.contains(p[*v as usize]));
        let each =
            level.iter().flat_map(|p| names.actions.iter().filter(|a| applies(a, p)).map(|a| a.after(p)));
        level = each.filter(|p| !seen.contains(p)).collect();
        seen.extend(level.iter().cloned());
    }
    let sum = level.iter().map(|p| hash::position(p.iter().copied())).fold(0_u128, u128::wrapping_add);
    let mut true_levels = levels.clone();
    true_levels.push(Level { positions: level.len() as u64, hash: hash::written(sum) });
    let why = rejected(&case, claim(5, "moves", &true_levels));
    assert_eq!(why, "a reachable position is a goal");
    for last in &levels {
        let mut more = levels.clone();
        more.push(last.clone());
        rejected(&case, claim(5, "moves", &more));
    }
    let mut swapped = levels.clone();
    swapped.swap(1, 2);
    rejected(&case, claim(4, "moves", &swapped));
    let theory = TheoryProof { theory: "peg_solitaire".into(), body: serde_json::Value::Null };
    let bound = LowerBound::Theory(theory);
    rejected(&case, Proof::AtLeast { length: 4, unit: "moves".into(), bound });
}

#[test]
fn a_bound_of_another_measure_needs_another_proof() {
    // Levels count actions, and this puzzle counts sweeps.
    let case = Case::of("peg/sweeps", "PlusSweeps", &[], Method::Auto);
    let levels = vec![Level { positions: 1, hash: "0".repeat(32) }];
    let bound = LowerBound::Levels(levels);
    let why = rejected(&case, Proof::AtLeast { length: 1, unit: "sweeps".into(), bound });
    assert!(why.contains("one for every move"), "{why}");
}

#[test]
fn a_check_that_is_stopped_decides_nothing() {
    let case = Case::of("variants/eight-puzzle-odd", "Swapped", &[], Method::Breadth);
    let cancel = CancelToken::default();
    cancel.cancel();
    let budget = Budget::unlimited().with_cancel(cancel);
    assert_eq!(
        check(&case.model, &case.document, Checkers::NONE, budget),
        Checked::Stopped(Limit::Cancelled.into())
    );
    let budget = Budget::unlimited().with_bytes(1 << 20);
    let stopped = check(&case.model, &case.document, Checkers::NONE, budget);
    assert_eq!(stopped, Checked::Stopped(Limit::Memory { bytes: 1 << 20 }.into()));
}

#[test]
fn a_check_tells_how_far_it_is() {
    let case = Case::of("variants/eight-puzzle-odd", "Swapped", &[], Method::Breadth);
    let told = Arc::new(Mutex::new(Vec::new()));
    let observer = {
        let told = told.clone();
        Arc::new(move |progress: &Progress| told.lock().unwrap().push(*progress))
    };
    let context = SearchContext::from(Budget::unlimited()).with_observer(observer);
    let checked = check(&case.model, &case.document, Checkers::NONE, context);
    assert!(matches!(checked, Checked::Verified(_)), "{checked:?}");
    let Proof::Closed { levels } = &case.document.proof else { panic!() };
    let all: u64 = levels.iter().map(|level| level.positions).sum();
    let told = told.lock().unwrap();
    let walked: Vec<&Progress> = told.iter().filter(|p| p.states > 0).collect();
    assert!(walked.len() as u64 >= all / 4096, "{}", walked.len());
    assert!(walked.windows(2).all(|two| two[0].states <= two[1].states && two[0].depth <= two[1].depth));
    let last = walked.last().unwrap();
    assert!(last.states * 10 > all * 9 && last.depth > 20 && last.frontier > 0, "{last:?} of {all}");
    assert!(walked.iter().all(|p| p.bytes > 0));
}

#[test]
fn what_reading_takes_is_asked_for_before() {
    let stopped = |text: &str, bytes: u64| match read(text, &Budget::unlimited().with_bytes(bytes)) {
        Err(Checked::Stopped(_)) => true,
        Err(Checked::Rejected(_)) | Ok(_) => false,
        Err(Checked::Verified(_)) => panic!(),
    };
    let text = |proof: &str| {
        format!(
            "{{\"version\":2,\"kind\":\"certificate\",\"puzzle\":\"P\",\"parameters\":{{}},\"margin\":null,\
             \"task\":null,\"proof\":{proof}}}"
        )
    };
    let plan = |steps: &str| {
        text(&format!(
            "{{\"kind\":\"plan\",\"length\":1,\"unit\":\"moves\",\"least\":null,\"steps\":[{steps}]}}"
        ))
    };
    // A step takes a few bytes, however many there are.
    let step = "{\"rule\":\"march\",\"part\":0,\"at\":[{\"cell\":\"cv17\"}]}";
    let steps = plan(&vec![step; 100_000].join(","));
    assert!(!stopped(&steps, 3 * steps.len() as u64));
    let Proof::Plan { steps, .. } = read(&steps, &Budget::unlimited()).unwrap().proof else { panic!() };
    assert_eq!(steps.len(), 100_000);
    // One step of very many places is another thing, and so is what no step is.
    let places = plan(&format!(
        "{{\"rule\":\"march\",\"part\":0,\"at\":[{}]}}",
        vec!["{\"number\":1}"; 100_000].join(",")
    ));
    assert!(stopped(&places, 32 << 20));
    let small = vec!["{}"; 100_000].join(",");
    for proof in [
        format!("{{\"kind\":\"theory\",\"theory\":\"t\",\"body\":[{small}]}}"),
        format!("{{\"kind\":\"closed\",\"levels\":[{small}]}}"),
        format!("{{\"kind\":\"plan\",\"more\":{{\"steps\":[{small}]}}}}"),
        format!("{{\"steps\":0,\"body\":[{small}]}}"),
    ] {
        assert!(stopped(&text(&proof), 32 << 20), "{}", &proof[..40]);
    }
    let nested = text(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)));
    assert!(
        matches!(read(&nested, &Budget::unlimited()), Err(Checked::Rejected(why)) if why.contains("recursion"))
    );
}

#[test]
fn the_fields_of_a_proof_have_any_order() {
    let case = Case::of("lights/small", "Sixteen", &[], Method::Breadth);
    let text = case.text();
    let all: serde_json::Value = serde_json::from_str(&text).unwrap();
    let serde_json::Value::Object(fields) = &all["proof"] else { panic!() };
    let read = |keys: &[&str]| {
        let fields: Vec<String> = keys.iter().map(|key| format!("\"{key}\":{}", fields[*key])).collect();
        let proof = format!("{{{}}}", fields.join(","));
        serde_json::from_str::<Proof>(&proof).map_err(|e| e.to_string())
    };
    for keys in [
        ["kind", "length", "unit", "least", "steps"],
        ["steps", "least", "unit", "length", "kind"],
        ["length", "steps", "kind", "unit", "least"],
    ] {
        assert_eq!(read(&keys).unwrap(), case.document.proof, "{keys:?}");
    }
    for (keys, why) in [
        (&["kind", "length", "unit", "least"][..], "missing field `steps`"),
        (&["length", "unit", "least", "steps"], "missing field `kind`"),
        (&["kind", "length", "unit", "steps"], "missing field `least`"),
        (&["steps", "kind", "length", "unit", "least", "steps"], "duplicate field `steps`"),
        (&["steps", "steps", "kind", "length", "unit", "least"], "duplicate field `steps`"),
        (&["kind", "length", "length", "unit", "least", "steps"], "duplicate field `length`"),
        (&["kind", "length", "unit", "least", "steps", "kind"], "unknown field `kind`"),
    ] {
        let told = read(keys).unwrap_err();
        assert!(told.starts_with(why), "{keys:?}: {told}");
    }
    for other in [
        "{\"steps\":[],\"kind\":\"closed\",\"levels\":[]}",
        "{\"kind\":\"closed\",\"steps\":[],\"levels\":[]}",
    ] {
        assert!(serde_json::from_str::<Proof>(other).is_err(), "{other}");
    }
}

#[test]
fn the_hash_of_a_position_is_what_the_page_says() {
    // By an independent program: two words, the second filled up.
    let position = [1, 2, 3, 4, 5].into_iter();
    assert_eq!(hash::written(hash::position(position)), PAGE);
}

/// The hash of the values 1, 2, 3, 4, 5.
const PAGE: &str = "90622329b0904def97f23f986f8b609d";
