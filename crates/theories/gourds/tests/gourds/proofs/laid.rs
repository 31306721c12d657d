//! Gourds that are laid, on random boards.

use std::collections::BTreeMap;

use puzzlec_base::Budget;
use puzzlec_checker::checker::Claim;
use puzzlec_gourds::problem::{Board, Lying, Placement, Supply, Wish};
use puzzlec_gourds::scribe;
use puzzlec_theory::meter::Meter;
use serde_json::{Value, json};

use super::brute::Cells;
use super::{Random, model, verify};

/// What the goal says of a cell: a label, `.` for empty, `?` for anything.
type Goal = Vec<char>;

/// Whether the gourds can be laid: the first free cell is empty, or an end lies on it.
fn is_possible(cells: &Cells, goal: &Goal, held: &mut Vec<char>, left: &mut Vec<([char; 2], u32)>) -> bool {
    let Some(cell) = held.iter().position(|c| *c == ' ') else {
        return left.iter().all(|(_, count)| *count == 0);
    };
    let fits = |cell: usize, end: char| goal[cell] == '?' || goal[cell] == end;
    if fits(cell, '.') {
        held[cell] = '.';
        let possible = is_possible(cells, goal, held, left);
        held[cell] = ' ';
        if possible {
            return true;
        }
    }
    for entry in 0..left.len() {
        if left[entry].1 == 0 {
            continue;
        }
        let [a, b] = left[entry].0;
        for (own, other) in [(a, b), (b, a)] {
            for next in cells.near(cell) {
                if held[next] == ' ' && fits(cell, own) && fits(next, other) {
                    (held[cell], held[next]) = (own, other);
                    left[entry].1 -= 1;
                    let possible = is_possible(cells, goal, held, left);
                    left[entry].1 += 1;
                    (held[cell], held[next]) = (' ', ' ');
                    if possible {
                        return true;
                    }
                }
            }
        }
    }
    false
}

#[test]
fn proofs_say_what_all_arrangements_say() {
    let mut random = Random(8);
    let (mut cases, mut none, mut kinds) = (0, 0, BTreeMap::<String, u32>::new());
    while cases < 250 {
        let n = 4 + random.below(8);
        let cells = Cells::random(n, &mut random);
        let colours = 1 + random.below(3);
        let label = |random: &mut Random| char::from(b'A' + random.below(colours) as u8);
        let mut supply: BTreeMap<[char; 2], u32> = BTreeMap::new();
        let open = random.below(4) == 0;
        let gourds = if open { n / 2 } else { 1 + random.below(n / 2) };
        for _ in 0..gourds {
            let mut ends = [label(&mut random), label(&mut random)];
            ends.sort_unstable();
            *supply.entry(ends).or_default() += 1;
        }
        let ends: Vec<char> =
            supply.iter().flat_map(|(ends, count)| vec![*ends; *count as usize]).flatten().collect();
        // Mostly the labels that there are.
        let mut goal: Goal = ends.iter().copied().chain(std::iter::repeat('.')).take(n).collect();
        for i in (1..n).rev() {
            goal.swap(i, random.below(i + 1));
        }
        for c in &mut goal {
            match random.below(12) {
                0 | 1 => *c = '?',
                2 => *c = ends[random.below(ends.len())],
                _ => {}
            }
        }
        if open {
            goal.fill('?');
        }
        cases += 1;
        let mut left: Vec<([char; 2], u32)> = supply.iter().map(|(ends, count)| (*ends, *count)).collect();
        let possible = is_possible(&cells, &goal, &mut vec![' '; n], &mut left);
        let mut cell = 0;
        let drawn = cells.picture();
        let picture = drawn.chars().map(|c| {
            cell += usize::from(c == '.');
            if c == '.' { goal[cell - 1] } else { c }
        });
        let picture: String = picture.collect();
        let entries: Vec<String> =
            supply.iter().map(|([a, b], count)| format!("gourds.gourd {a}-{b} * {count}")).collect();
        let (board, entries) = (cells.picture(), entries.join(", "));
        let text = format!(
            "use gourds\npuzzle P {{\n    board hex \"\"\"\n{board}    \"\"\"\n    place {entries}\n    \
             goal colours \"\"\"\n{picture}    \"\"\"\n}}"
        );
        let model = model(&text);
        let names: Vec<String> = model.board.cells().iter().map(|cell| model.board.name(*cell)).collect();
        let shows = |proof: Value| verify(&model, &[proof], Claim::Unsolvable).is_ok();
        assert_eq!(shows(json!({"kind": "filled"})), !possible, "{text}");
        for _ in 0..6 {
            let mut potentials = BTreeMap::new();
            for name in &names {
                if random.below(2) == 0 {
                    potentials.insert(name.clone(), [1, -1, 2, -3][random.below(4)]);
                }
            }
            let set: Vec<&String> = names.iter().filter(|_| random.below(3) == 0).collect();
            for proof in [
                json!({"kind": "labels", "potentials": potentials}),
                json!({"kind": "labels"}),
                json!({"kind": "barrier", "cells": set}),
            ] {
                let kind = format!("random {}", proof["kind"]);
                if shows(proof) {
                    assert!(!possible, "{text}");
                    *kinds.entry(kind).or_default() += 1;
                }
            }
        }
        for kind in ["alone", "no_pivot", "distances"] {
            assert!(!shows(json!({"kind": kind})));
        }
        if possible {
            continue;
        }
        none += 1;
        let placement = placement(&cells, &supply, &goal);
        let budget = Budget::unlimited();
        let proof = scribe::no_placement(&placement, &names, &Meter::new(&budget)).unwrap().unwrap();
        let proofs = proof.body["proofs"].as_array().unwrap().clone();
        verify(&model, &proofs, Claim::Unsolvable).unwrap_or_else(|e| panic!("{e}\n{text}\n{}", proof.body));
        assert!(verify(&model, &proofs, Claim::AtLeast(1)).is_err());
        for proof in &proofs {
            *kinds.entry(proof["kind"].as_str().unwrap().to_owned()).or_default() += 1;
        }
    }
    println!("{none} of {cases}: {kinds:?}");
    assert!(["labels", "barrier", "filled"].iter().all(|kind| kinds.contains_key(*kind)));
}

/// The puzzle as the theory holds it.
fn placement(cells: &Cells, supply: &BTreeMap<[char; 2], u32>, goal: &Goal) -> Placement {
    let board = Board::new(cells.0.clone());
    let mut every = Vec::new();
    for [a, b] in supply.keys().map(|ends| ends.map(u32::from)) {
        for towards in 0..6 {
            every.push(Lying { label: a, other: b, towards });
            every.push(Lying { label: b, other: a, towards });
        }
    }
    every.sort_unstable();
    every.dedup();
    let wish = |c: &char| match c {
        '?' => Wish::any(),
        '.' => Wish { empty: true, ends: Some(Vec::new()) },
        c => {
            let ends = every.iter().filter(|lying| lying.label == u32::from(*c)).copied().collect();
            Wish { empty: false, ends: Some(ends) }
        }
    };
    let goals = vec![goal.iter().map(wish).collect()];
    let supply = supply.iter().map(|(ends, count)| Supply { labels: ends.map(u32::from), count: *count });
    Placement { board, supply: supply.collect(), goals }
}
