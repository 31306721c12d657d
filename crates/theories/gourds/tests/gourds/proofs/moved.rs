//! Gourds that move, on random boards of up to nine cells.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use puzzlec_checker::checker::Claim;
use puzzlec_model::board::Coord;
use puzzlec_model::config::Held;
use puzzlec_model::goal::{Drawn, Goal};
use puzzlec_model::piece::{Content, KindId};
use puzzlec_model::{Model, Question};
use serde_json::{Map, Value, json};

use super::brute::{Cells, Position, STEPS};
use super::{Random, model, verify};

/// The wish of a goal for a cell: an end with this label, and possibly with this other label in this direction.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    Any,
    Empty,
    Label(char),
    End(char, char, usize),
}

/// Gourds on a board with goals.
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub cells: Cells,
    pub start: Position,
    pub labels: Vec<[char; 2]>,
    pub goals: Vec<Vec<Wish>>,
}

impl Puzzle {
    /// The wishes that a position fulfils all.
    fn wishes(cells: &Cells, position: &Position, labels: &[[char; 2]], full: bool) -> Vec<Wish> {
        let mut all = vec![Wish::Empty; cells.0.len()];
        for (ends, labels) in position.iter().zip(labels) {
            for end in 0..2 {
                let (own, other) = (ends[end], ends[1 - end]);
                let (a, b) = (cells.0[own], cells.0[other]);
                let direction = STEPS.iter().position(|step| *step == (b.0 - a.0, b.1 - a.1)).unwrap();
                all[own] = if full {
                    Wish::End(labels[end], labels[1 - end], direction)
                } else {
                    Wish::Label(labels[end])
                };
            }
        }
        all
    }

    pub fn random(random: &mut Random) -> Option<Puzzle> {
        let n = [5, 7, 7, 7, 9, 9][random.below(6)];
        let ring7 = [(0, 0), (1, 0), (2, 0), (-1, 1), (1, 1), (-1, 2), (0, 2)];
        let ring9 = [(1, 0), (2, 0), (3, 0), (0, 1), (3, 1), (0, 2), (2, 2), (0, 3), (1, 3)];
        let cells = match random.below(6) {
            0 | 1 => Cells::random(n, random),
            2 => Cells::of(ring7.into()),
            3 => Cells::of(ring9.into()),
            _ => Cells::block(n, random),
        };
        let start = cells.fill(random)?;
        let colours = [60, 60, 60, 2, 3, 4][random.below(6)];
        let mut number = 0;
        let mut label = |random: &mut Random| {
            number += 1;
            let at = if colours == 60 { number } else { random.below(colours) };
            char::from(b'A' + u8::try_from(at).unwrap())
        };
        let labels: Vec<[char; 2]> = start.iter().map(|_| [label(random), label(random)]).collect();
        let mut goals = Vec::new();
        for _ in 0..[1, 1, 1, 2][random.below(4)] {
            let target = cells.fill(random)?;
            let full = random.below(3) > 0;
            let noise = [6, 24, 100][random.below(3)];
            let mut wishes = Puzzle::wishes(&cells, &target, &labels, full);
            for wish in &mut wishes {
                match random.below(noise) {
                    0 => *wish = Wish::Any,
                    1 if colours < 60 && !full => {
                        *wish = Wish::Label(char::from(b'A' + u8::try_from(random.below(colours)).unwrap()));
                    }
                    _ => {}
                }
            }
            goals.push(wishes);
        }
        Some(Puzzle { cells, start, labels, goals })
    }

    pub fn is_goal(&self, position: &Position) -> bool {
        let held = Puzzle::wishes(&self.cells, position, &self.labels, true);
        let fits = |(wish, held): (&Wish, &Wish)| match (wish, held) {
            (Wish::Any, _) => true,
            (Wish::Label(label), Wish::End(own, ..)) => label == own,
            (wish, held) => wish == held,
        };
        self.goals.iter().any(|goal| goal.iter().zip(&held).all(fits))
    }

    /// The puzzle as a model.
    pub fn model(&self) -> Model {
        let numbers = "123456789abcdefgh";
        let mut marks: HashMap<usize, char> = HashMap::new();
        for (ends, at) in self.start.iter().zip((0..).step_by(2)) {
            for (end, cell) in ends.iter().enumerate() {
                marks.insert(*cell, numbers.chars().nth(at + end).unwrap());
            }
        }
        let mut cell = 0;
        let picture: String = self
            .cells
            .picture()
            .chars()
            .map(|c| {
                if c != '.' {
                    return c;
                }
                cell += 1;
                marks.get(&(cell - 1)).copied().unwrap_or('.')
            })
            .collect();
        let board = self.cells.picture();
        let text = format!(
            "use gourds\npuzzle P {{\n    board hex \"\"\"\n{board}    \"\"\"\n    rules gourds.all\n    \
             start \"\"\"\n{picture}    \"\"\"\n    goal \"\"\"\n{picture}    \"\"\"\n}}"
        );
        let mut model = model(&text);
        let coords: Vec<Coord> = model.board.cells().to_vec();
        assert_eq!(coords.len(), self.cells.0.len());
        let kind = KindId(0);
        let mut known: BTreeMap<char, u16> = BTreeMap::new();
        for label in self.labels.as_flattened() {
            known.insert(*label, model.pieces.label(&format!("x{label}")));
        }
        for goal in self.goals.iter().flatten() {
            if let Wish::Label(label) | Wish::End(label, ..) = goal {
                known.insert(*label, model.pieces.label(&format!("x{label}")));
            }
        }
        for [a, b] in &self.labels {
            model.pieces.add_chain(kind, &[known[a], known[b]], 6);
        }
        // No gourd has these ends.
        model.pieces.add_chain(kind, &[u16::MAX; 2], 6);
        let lies = |wish: &Wish| -> Held {
            let fits = |content: &Content| match (wish, model.pieces.end(content)) {
                (Wish::Empty, None) => *content == Content::Empty,
                (Wish::Label(label), Some((_, own, ..))) => known[label] == own,
                (Wish::End(label, other, direction), Some((_, near, far, d))) => {
                    (known[label], known[other], *direction) == (near, far, usize::from(d))
                }
                _ => false,
            };
            let mut all: Vec<u16> =
                model.pieces.contents().filter(|(_, content)| fits(content)).map(|(id, _)| id).collect();
            if *wish != Wish::Any && all.is_empty() {
                all.push(model.pieces.end_content(kind, u16::MAX, u16::MAX, 0).unwrap());
            }
            all.into()
        };
        let drawn = |goal: &Vec<Wish>| {
            let cells = coords.iter().copied().zip(goal.iter().map(lies)).collect();
            Goal::Drawn(Drawn { cells, anywhere: false, rest_empty: false })
        };
        let goals: Vec<Goal> = self.goals.iter().map(drawn).collect();
        let held = Puzzle::wishes(&self.cells, &self.start, &self.labels, true);
        let begin = coords.iter().copied().zip(held.iter().map(|wish| lies(wish)[0]));
        let begin = begin.filter(|(_, held)| *held != 0).collect();
        let Question::Moves { start, goal, .. } = &mut model.question else { panic!() };
        *start = begin;
        goal.0 = if goals.len() == 1 { goals.into_iter().next().unwrap() } else { Goal::Any(goals) };
        model
    }
}

/// The true numbers of matchings and of elements of the group.
pub fn numbers(cells: &Cells, reached: &HashMap<Position, u64>) -> (u64, String) {
    let pairs =
        |position: &Position| position.iter().map(|[a, b]| [*a.min(b), *a.max(b)]).collect::<BTreeSet<_>>();
    let matchings: BTreeSet<BTreeSet<[usize; 2]>> = reached.keys().map(pairs).collect();
    assert!(cells.0.len() < 12);
    (matchings.len() as u64, (reached.len() / matchings.len()).to_string())
}

fn potentials(names: &[String], random: &mut Random) -> Value {
    let mut all = Map::new();
    for name in names {
        if random.below(3) == 0 {
            let value = [1, -1, 2, -2, 5][random.below(5)];
            all.insert(name.clone(), Value::from(value));
        }
    }
    Value::from(all)
}

#[test]
fn proofs_say_what_all_positions_say() {
    let mut random = Random(17);
    let (mut cases, mut checked) = (0, 0);
    let mut proved: BTreeMap<String, u32> = BTreeMap::new();
    while cases < 150 {
        let Some(puzzle) = Puzzle::random(&mut random) else { continue };
        cases += 1;
        let cells = &puzzle.cells;
        let model = puzzle.model();
        let names: Vec<String> = model.board.cells().iter().map(|cell| model.board.name(*cell)).collect();
        let reached = cells.reached(&puzzle.start);
        let least =
            reached.iter().filter(|(position, _)| puzzle.is_goal(position)).map(|(_, moves)| *moves).min();
        let (matchings, order) = numbers(cells, &reached);
        let named = |cells: &[usize]| cells.iter().map(|cell| names[*cell].clone()).collect::<Vec<_>>();
        let mut proofs = vec![
            json!({"kind": "labels"}),
            json!({"kind": "alone"}),
            json!({"kind": "no_pivot"}),
            json!({"kind": "group", "matchings": matchings, "order": order}),
            json!({"kind": "filled"}),
            json!({"kind": "distances"}),
        ];
        for _ in 0..2 {
            proofs.push(json!({"kind": "labels", "potentials": potentials(&names, &mut random)}));
            proofs.push(json!({"kind": "alone", "potentials": potentials(&names, &mut random)}));
            let set: Vec<usize> = (0..names.len()).filter(|_| random.below(3) == 0).collect();
            proofs.push(
                json!({"kind": "barrier", "cells": named(&set), "cell": names[random.below(names.len())]}),
            );
            let mut ring: Vec<usize> = (0..names.len()).collect();
            ring.rotate_left(random.below(names.len()));
            proofs.push(json!({"kind": "ring", "cells": named(&ring)}));
        }
        proofs.extend(cells.cycles().iter().map(|ring| json!({"kind": "ring", "cells": named(ring)})));
        if let Some(set) = cells.barrier() {
            let barriers =
                set.iter().map(|cell| json!({"kind": "barrier", "cells": named(&set), "cell": names[*cell]}));
            proofs.extend(barriers);
        }
        let mut by_kind = BTreeSet::new();
        for proof in &proofs {
            checked += 1;
            if verify(&model, std::slice::from_ref(proof), Claim::Unsolvable).is_ok() {
                assert_eq!(least, None, "{puzzle:?}\n{proof}");
                by_kind.insert(proof["kind"].as_str().unwrap().to_owned());
            }
        }
        if least.is_none() {
            assert!(by_kind.contains("group"), "{puzzle:?} {order} {matchings}");
            by_kind.into_iter().for_each(|kind| *proved.entry(kind).or_default() += 1);
            *proved.entry("all".into()).or_default() += 1;
        }
        // Wrong numbers.
        for (number, text) in
            [(matchings + 1, order.clone()), (matchings, format!("{order}0")), (0, order.clone())]
        {
            let proof = json!({"kind": "group", "matchings": number, "order": text});
            assert!(verify(&model, &[proof], Claim::Unsolvable).is_err());
        }
        // Bounds.
        let exhausted = json!({"kind": "exhausted", "matchings": matchings});
        let bound = |proof: &Value, moves: u64| {
            verify(&model, std::slice::from_ref(proof), Claim::AtLeast(moves)).is_ok()
        };
        assert!(verify(&model, std::slice::from_ref(&exhausted), Claim::Unsolvable).is_err());
        if let Some(least) = least {
            assert!(bound(&exhausted, least), "{puzzle:?}");
            assert!(!bound(&exhausted, least + 1), "{puzzle:?}");
            assert!(!bound(&exhausted, least + 3), "{puzzle:?}");
        } else {
            assert!(bound(&exhausted, 20), "{puzzle:?}");
        }
        for number in 0..4 {
            let drawn = if number == 0 { json!({}) } else { potentials(&names, &mut random) };
            let proof = json!({"kind": "distances", "potentials": drawn});
            for moves in [1, 2, 4, 8, 12, 20] {
                checked += 1;
                if bound(&proof, moves) {
                    assert!(
                        least.is_none_or(|least| moves <= least),
                        "{puzzle:?}\n{proof} {moves} {least:?}"
                    );
                    *proved.entry(format!("distances {}", number > 0)).or_default() += 1;
                }
            }
        }
    }
    println!("{checked} proofs of {cases} puzzles: {proved:?}");
}
