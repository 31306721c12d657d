//! Changed proofs, and proofs of other puzzles.

use serde_json::{Value, json};

use super::line::Line;
use super::{Game, exhausted, pairs};

/// Every leaf of a body, one by one, with other values.
fn changed(body: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match body {
        Value::Object(fields) => {
            for (name, value) in fields {
                for other in changed(value) {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), other);
                    all.push(Value::Object(fields));
                }
                let mut fields = fields.clone();
                fields.remove(name);
                all.push(Value::Object(fields));
            }
            let mut fields = fields.clone();
            fields.insert("more".to_owned(), json!(1));
            all.push(Value::Object(fields));
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                for other in changed(item) {
                    let mut items = items.clone();
                    items[at] = other;
                    all.push(Value::Array(items));
                }
                let mut fewer = items.clone();
                fewer.remove(at);
                all.push(Value::Array(fewer));
            }
            all.push(Value::Array([items.clone(), items.clone()].concat()));
        }
        Value::Number(number) => {
            let number = number.as_i64().unwrap();
            all.extend([number - 1, number + 1, 0, -1, i64::MAX].map(|n| json!(n)));
            all.extend([json!(u64::MAX), json!("1"), json!(0.5), Value::Null]);
        }
        Value::String(_) => {
            let words = ["coins", "no_move", "order", "remainders", "parity", "closed", "pairs", "exhausted"];
            all.extend(words.map(|word| json!(word)));
            all.extend([json!("start"), json!("goal"), json!(""), json!(1), Value::Null]);
        }
        _ => all.push(Value::Null),
    }
    all.retain(|other| other != body);
    all
}

#[test]
fn changed_proofs_are_refused_or_good() {
    let bounded = |line: Line, cells: usize| Line { ends: Some(cells), ..line };
    let six = Line { goals: vec![("WBWBWB".into(), true)], ..Line::family(3, 4) };
    let cases: Vec<(Line, Option<usize>, Value)> = vec![
        (Line::new(2, "WWBB", "WBW"), None, json!({"kind": "coins"})),
        (Line::new(2, "W.W.B", "WWB"), None, json!({"kind": "no_move", "end": "start"})),
        (Line::new(3, "WWBB", "WBWB"), None, json!({"kind": "order"})),
        (Line::new(2, "WB.W.B", "WBWB"), None, json!({"kind": "remainders"})),
        (Line::new(2, "WBCDE", "BWCDE"), None, json!({"kind": "parity"})),
        (bounded(Line::new(2, "WWBB.", "WBWB"), 7), None, json!({"kind": "closed", "end": "start"})),
        (Line::new(2, "WWBB", "WBWB"), None, json!({"kind": "closed", "end": "start", "period": 6})),
        (Line::new(2, "WWWBBB", "WBWBWB"), Some(3), pairs()),
        (six, Some(6), exhausted(2, 3)),
    ];
    for (line, bound, proof) in cases {
        let game = Game::of(&line);
        let check = |body: &Value| match bound {
            Some(moves) => game.at_least(moves, std::slice::from_ref(body)),
            None => game.impossible(std::slice::from_ref(body)),
        };
        assert!(check(&proof).is_ok(), "{line:?} {proof} {:?}", check(&proof));
        for other in changed(&proof) {
            let Ok(told) = check(&other) else { continue };
            // Another reason that is as true.
            assert!(is_good(&line, bound, &other), "{line:?} {other} {told}");
        }
        // As a whole.
        let whole = json!({"goals": [proof.clone()]});
        for other in
            [json!({}), json!({"goals": []}), json!({"goals": [proof, proof]}), json!([whole]), Value::Null]
        {
            let claim = bound.map_or(super::Claim::Unsolvable, |moves| super::Claim::AtLeast(moves as u64));
            assert!(game.claim(claim, other.clone()).is_err(), "{other}");
        }
    }
}

/// Whether a changed proof holds, by an argument of the test.
fn is_good(line: &Line, bound: Option<usize>, proof: &Value) -> bool {
    let colours = |row: &str| {
        let mut all: Vec<char> = row.chars().filter(|c| *c != '.').collect();
        all.sort_unstable();
        all
    };
    let goal = &line.goals[0].0;
    let runs = |row: &str| row.split('.').any(|run| run.len() >= line.k);
    let coins = colours(&line.start).len();
    let remainders = |row: &str, shift: usize| {
        let mut counts = vec![0; line.k];
        row.chars()
            .enumerate()
            .filter(|(_, c)| *c != '.')
            .for_each(|(at, _)| counts[(at + shift) % line.k] += 1);
        counts
    };
    let differ = || (0..line.k).all(|shift| remainders(&line.start, 0) != remainders(goal, shift));
    match proof["kind"].as_str().unwrap() {
        "coins" => colours(&line.start) != colours(goal),
        "no_move" => !runs(if proof["end"] == "start" { &line.start } else { goal }),
        "order" => line.k >= coins || line.k + 1 == coins && line.plan(8).is_none(),
        "remainders" => differ(),
        "parity" => coins == 5 && line.start == "WBCDE" && line.k == 2,
        // From either end, with any period that tells gaps apart.
        "closed" => line.plan(6).is_none(),
        "pairs" | "exhausted" => bound.is_some_and(|moves| {
            let levels = proof["forward"].as_u64().unwrap_or(0) + proof["backward"].as_u64().unwrap_or(0);
            line.plan(10).is_none_or(|plan| plan.len() >= moves)
                && (proof["kind"] == "pairs" || levels as usize + 1 == moves)
        }),
        _ => false,
    }
}

/// Bounds and reasons are refused for puzzles like the one that they are for.
#[test]
fn proofs_are_refused_for_relatives() {
    let puzzle = |rules: &str, goal: &str, more: &str| {
        Game::text(&format!(
            "use sliding\nrule jump(x, y) on sliding.Tape {{\n when occupied(x) and empty(y)\n move x to y\n}}\n\
             rule any(x, y) on sliding.Tape {{\n when occupied(run(x, right, 2))\n move run(x, right, 2) to run(y, right, 2)\n}}\n\
             rule swap(x) on sliding.Tape {{\n when occupied(run(x, right, 2))\n swap x with step(x, right)\n}}\n\
             rule turn(x, y) on sliding.Tape {{\n when occupied(run(x, right, 2)) and empty(run(y, left, 2))\n move run(x, right, 2) to run(y, left, 2)\n}}\n\
             rule put(x) on sliding.Tape {{\n when empty(run(x, right, 2))\n put sliding.penny at x\n}}\n\
             puzzle P {{\n rules {rules}\n start row WWWWBBBB\n goal {goal}\n {more}\n}}"
        ))
        .remove(0)
    };
    let both = "anywhere row (W B)*4 or anywhere row (B W)*4";
    let proof = exhausted(2, 2);
    let bound = |game: &Game, goals: usize| game.at_least(5, &vec![proof.clone(); goals]);
    let told = bound(&puzzle("sliding.slide(4)", both, ""), 2);
    assert!(told.is_ok(), "{told:?}");
    // Fewer moves are allowed: it is as true.
    for (rules, more) in [("sliding.slide(4)", "window 6"), ("sliding.slideOver(4)", "")] {
        assert!(bound(&puzzle(rules, both, more), 2).is_ok(), "{rules} {more}");
    }
    for rules in [
        "sliding.slide(3)",
        "sliding.slide(2)",
        "sliding.slide(4), sliding.slide(3)",
        "sliding.slide(4), jump",
        "sliding.slide(4), any",
        "sliding.slide(4), swap",
        "sliding.slide(4), turn",
        "sliding.slide(4), put",
    ] {
        let told = bound(&puzzle(rules, both, ""), 2);
        assert!(told.is_err(), "{rules} {told:?}");
    }
    for (goal, goals) in [
        ("anywhere row (W B)*4", 2),
        (both, 1),
        (both, 3),
        ("anywhere row WW....BBWWBB", 1),
        ("anywhere row (W B)*4 or anywhere row WW....BBWWBB", 2),
        ("anywhere row (W B)*3 ? ?", 1),
        ("all cells in run(a1, right, 2): x is sliding.nickel", 1),
    ] {
        let Some(game) = std::panic::catch_unwind(|| puzzle("sliding.slide(4)", goal, "")).ok() else {
            continue;
        };
        let told = bound(&game, goals);
        assert!(told.is_err(), "{goal} {told:?}");
    }
    for measure in ["measure coins = pieces moved", "measure runs = runs of one piece"] {
        let Some(game) = std::panic::catch_unwind(|| puzzle("sliding.slide(4)", both, measure)).ok() else {
            continue;
        };
        assert!(bound(&game, 2).is_err(), "{measure}");
    }
}
