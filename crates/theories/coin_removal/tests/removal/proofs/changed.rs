//! Thousands of proofs of each kind, as the program writes them, and what becomes of them when they are changed.

use puzzlec_coin_removal::problem::{Graph, Part, Shape};
use puzzlec_coin_removal::scribe;
use puzzlec_model::Model;
use puzzlec_task::certificate::Winner;
use serde_json::{Value, json};

use super::exhaustive::graph;
use super::{Field, Random, at_least, impossible, wins};

/// Proofs of every kind: a few hundred.
#[test]
fn proofs_of_each_kind() {
    each_kind(200);
}

#[test]
#[ignore = "minutes"]
fn thousands_of_proofs_of_each_kind() {
    each_kind(5_000);
}

fn each_kind(each: usize) {
    words("no_heads", (false, false), each, 1);
    words("no_heads", (true, true), each, 2);
    words("parity", (false, false), each, 3);
    words("parity", (false, true), each, 4);
    words("parity_sum", (true, false), each, 5);
    words("even_tails", (true, true), each, 6);
    packed(each);
    exhausted(each);
    bounds(each);
    values(each);
}

/// A proof is accepted, and not when it is changed: another kind of thing, or about nothing.
fn holds(model: &Model, body: &Value) {
    assert!(impossible(model, body), "{body} {:?}", model.question);
    let Value::Object(fields) = body else { panic!("{body}") };
    let with = |name: &str, value: Value| {
        let mut fields = fields.clone();
        fields.insert(name.to_owned(), value);
        Value::Object(fields)
    };
    let mut others = vec![with("more", json!(1)), with("kind", json!("tails")), with("kind", json!(1))];
    if fields.contains_key("coin") {
        others.extend([with("coin", json!("zz9")), with("coin", json!("")), with("coin", json!(0))]);
        let mut fewer = fields.clone();
        fewer.remove("coin");
        others.push(Value::Object(fewer));
    }
    for other in others {
        assert!(!impossible(model, &other), "{other}");
    }
    for winner in [Winner::First, Winner::Second] {
        assert!(super::claim(model, puzzlec_checker::checker::Claim::Winner(winner), body).is_err());
    }
}

/// The proof of a row or a ring, as the program writes it.
fn written(field: &Field, closing: bool, shape: Shape, start: &[u8]) -> Value {
    let part = Part { shape, heads: start.iter().map(|held| *held == 2).collect() };
    super::written(closing, &part, &|coin| field.name(coin as usize))
}

/// Random words until there are enough proofs of a kind; a start with one coin turned over that can be removed
/// has no such proof.
fn words(kind: &str, (closing, ring): (bool, bool), each: usize, seed: u64) {
    let mut random = Random(seed);
    let fields: Vec<Field> =
        (1..=16).map(|n| if ring { Field::ring(closing, n) } else { Field::line(closing, n) }).collect();
    let mut found = 0;
    while found < each {
        let n = 1 + random.below(16);
        let field = &fields[n - 1];
        let tails = kind == "no_heads";
        let start: Vec<u8> = (0..n).map(|_| if tails { 1 } else { random.side() }).collect();
        let shape = if ring { Shape::Ring } else { Shape::Row };
        let body = written(field, closing, shape, &start);
        let (model, _) = field.with(&start);
        if body["kind"] != kind || !impossible(&model, &body) {
            assert!(body["kind"] != kind || n > 8 || field.brute.removable(&start), "{start:?} {body}");
            continue;
        }
        found += 1;
        if n <= 6 {
            assert!(!field.brute.removable(&start), "{start:?}");
        }
        holds(&model, &body);
        let mut other = start.clone();
        let at = random.below(n);
        other[at] = 3 - other[at];
        if n <= 6 && field.brute.removable(&other) {
            assert!(!impossible(&field.with(&other).0, &body), "{other:?} {body}");
        }
        // A gap beside it is not a coin.
        other[at] = 0;
        let gap = json!({"kind": kind, "coin": field.name(at)});
        assert!(!impossible(&field.with(&other).0, &gap));
    }
}

/// Exceptions on grids up to 8 by 8.
fn packed(each: usize) {
    let mut random = Random(7);
    let sides = [2, 4, 6, 8];
    let fields: Vec<(usize, usize, Field, Graph)> = sides
        .iter()
        .flat_map(|w| sides.map(|h| (*w, h)))
        .map(|(w, h)| {
            let at = |x: usize, y: usize| (y * w + x) as u32;
            let mut edges: Vec<(u32, u32)> = Vec::new();
            for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
                edges.extend((x + 1 < w).then(|| (at(x, y), at(x + 1, y))));
                edges.extend((y + 1 < h).then(|| (at(x, y), at(x, y + 1))));
            }
            (w, h, Field::grid(w, h), Graph::new(w * h, edges))
        })
        .collect();
    let mut found = 0;
    while found < each {
        let (w, h, field, graph) = &fields[1 + random.below(fields.len() - 1)];
        let mut start = vec![1; w * h];
        for x in (1..w - 1).step_by(2) {
            for y in [0, h - 1] {
                let side = random.side();
                [x, x + 1].iter().for_each(|x| start[y * w + x] = side);
            }
        }
        for y in (1..h - 1).step_by(2) {
            for x in [0, w - 1] {
                let side = random.side();
                [y, y + 1].iter().for_each(|y| start[y * w + x] = side);
            }
        }
        let part =
            Part { shape: Shape::Graph(graph.clone()), heads: start.iter().map(|s| *s == 2).collect() };
        let body = super::written(false, &part, &|coin| field.name(coin as usize));
        if !start.contains(&2) {
            continue;
        }
        assert_eq!(body["kind"], "packed", "{start:?}");
        let (model, _) = field.with(&start);
        found += 1;
        if found % 25 == 0 {
            holds(&model, &body);
        } else {
            assert!(impossible(&model, &body), "{start:?} {body}");
        }
        // One subgraph less, one edge less, one twice.
        let members = body["members"].as_array().unwrap();
        let at = random.below(members.len());
        let changed = |change: &dyn Fn(&mut Vec<Value>)| {
            let mut members = members.clone();
            change(&mut members);
            json!({"kind": "packed", "coin": body["coin"], "members": members})
        };
        let edge = random.below(3);
        for other in [
            changed(&|all| {
                all.remove(at);
            }),
            changed(&|all| {
                all[at].as_array_mut().unwrap().remove(edge);
            }),
            changed(&|all| all.push(all[at].clone())),
            changed(&|all| all[at][edge] = json!([])),
            changed(&|all| all[at][edge] = json!(["a1", "a1"])),
            changed(&|all| all.push(json!([["a1"]]))),
        ] {
            assert!(!impossible(&model, &other), "{start:?} {other}");
        }
        // Two coins turned over keep the parity, and there is another proof or none.
        let mut other = start.clone();
        let inner = random.below(start.len());
        [0, inner.max(1)].iter().for_each(|at| other[*at] = 3 - other[*at]);
        assert!(!impossible(&field.with(&other).0, &body), "{other:?} {body}");
    }
}

/// Random graphs that cannot be removed.
fn exhausted(each: usize) {
    let mut random = Random(8);
    let mut found = 0;
    while found < each {
        let (field, edges) = graph(&mut random, 8);
        let n = field.cells.len();
        let graph = Graph::new(n, edges.iter().map(|(a, b)| (*a as u32, *b as u32)));
        for code in 1..1_usize << n {
            let start: Vec<u8> = (0..n).map(|at| 1 + (code >> at & 1) as u8).collect();
            let tails = start.iter().filter(|held| **held == 1).count();
            if (tails + edges.len()) % 2 == 1 {
                continue;
            }
            let body = written(&field, false, Shape::Graph(graph.clone()), &start);
            let (model, _) = field.with(&start);
            if impossible(&model, &body) {
                found += 1;
                holds(&model, &body);
                holds(&model, &json!({"kind": "exhausted", "coin": field.name(0)}));
            }
            if n <= 5 {
                assert_eq!(impossible(&model, &body), !field.brute.removable(&start), "{start:?} {edges:?}");
            }
        }
    }
}

fn bounds(each: usize) {
    let mut random = Random(9);
    let fields = [Field::endless(false), Field::endless(true), Field::grid(5, 4), Field::ring(true, 9)];
    let body = scribe::at_least().body;
    for round in 0..each {
        let field = &fields[round % 4];
        let n = field.cells.len().min(1 + random.below(20));
        let start: Vec<u8> = (0..n).map(|_| random.below(3) as u8).collect();
        let coins = start.iter().filter(|held| **held != 0).count() as u64;
        let (model, two) = field.with(&start);
        assert!(at_least(&model, coins, &body) && at_least(&model, coins / 2, &body));
        assert!(!at_least(&model, coins + 1, &body) && !at_least(&model, u64::MAX, &body));
        assert!(!at_least(&model, coins, &json!({"kind": "value", "value": 0})));
        assert!(!impossible(&model, &body) && !at_least(&two, coins, &body));
    }
}

fn values(each: usize) {
    let mut random = Random(10);
    let lines: Vec<Field> = (1..=9).map(|n| Field::line(false, n)).collect();
    let fields: Vec<Field> = lines
        .into_iter()
        .chain((1..=9).map(|n| Field::line(true, n)))
        .chain((1..=9).map(|n| Field::ring(false, n)))
        .chain((1..=9).map(|n| Field::ring(true, n)))
        .chain([Field::grid(3, 3), Field::grid(4, 2)])
        .collect();
    for round in 0..each {
        let field = &fields[round % fields.len()];
        let start: Vec<u8> =
            field.cells.iter().map(|_| if random.below(6) == 0 { 0 } else { random.side() }).collect();
        let (alone, two) = field.with(&start);
        let value = field.brute.value(&start);
        let (winner, other) =
            if value == 0 { (Winner::Second, Winner::First) } else { (Winner::First, Winner::Second) };
        assert!(wins(&two, winner, value), "{start:?} {value}");
        for (winner, value) in [
            (other, value),
            (winner, value + 1),
            (other, value ^ 1),
            (Winner::Draw, value),
            (winner, u64::MAX),
        ] {
            assert!(!wins(&two, winner, value), "{start:?} {value}");
        }
        assert!(!wins(&alone, winner, value));
        assert!(!impossible(&two, &scribe::winner(value).body));
    }
}
