//! All configurations of small boards, and which of them can be reached from one another.

use std::collections::HashMap;

use num_bigint::BigUint;
use puzzlec_base::Budget;
use puzzlec_gourds::holes::{Reach, classes, plan, reach, reach_goals};
use puzzlec_gourds::problem::{Board, Cell, Configuration, Lying, NONE, Problem, Wish};
use puzzlec_theory::meter::Meter;

use super::super::free::{Random, connected, two_connected};

/// By cell the end on it; -1 for the empty cell. End 2 g + 1 is the second one of gourd g.
type Position = Vec<i8>;

/// The positions after one move: gourds move as the paper says, written anew.
fn after(board: &Board, at: &Position) -> Vec<Position> {
    let hole = at.iter().position(|end| *end < 0).unwrap();
    let mut all = Vec::new();
    for through in board.neighbours(hole as Cell) {
        let end = at[through as usize];
        let other = at.iter().position(|found| *found == end ^ 1).unwrap();
        let mut next = at.clone();
        next[other] = -1;
        if board.adjacent(other as Cell, hole as Cell) {
            next[hole] = end ^ 1;
        } else {
            next[hole] = end;
            next[through as usize] = end ^ 1;
        }
        all.push(next);
    }
    all
}

/// All ways to lay the gourds.
fn positions(board: &Board) -> Vec<Position> {
    fn lay(board: &Board, at: &mut Position, next: usize, all: &mut Vec<Position>) {
        let gourds = board.len() / 2;
        if next == gourds {
            all.push(at.iter().map(|end| if *end == i8::MAX { -1 } else { *end }).collect());
            return;
        }
        for a in 0..board.len() as Cell {
            for b in board.neighbours(a) {
                if at[a as usize] == i8::MAX && at[b as usize] == i8::MAX {
                    (at[a as usize], at[b as usize]) = (2 * next as i8, 2 * next as i8 + 1);
                    lay(board, at, next + 1, all);
                    (at[a as usize], at[b as usize]) = (i8::MAX, i8::MAX);
                }
            }
        }
    }
    let mut all = Vec::new();
    lay(board, &mut vec![i8::MAX; board.len()], 0, &mut all);
    all
}

fn configuration(board: &Board, at: &Position) -> Configuration {
    let mut gourds = vec![[NONE; 2]; board.len() / 2];
    for (cell, end) in (0..).zip(at).filter(|(_, end)| **end >= 0) {
        gourds[*end as usize / 2][*end as usize % 2] = cell;
    }
    Configuration::new(board, &gourds).unwrap()
}

fn check(board: &Board, random: &mut Random, pairs: usize) {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let all = positions(board);
    let mut class: HashMap<&Position, usize> = HashMap::new();
    let mut number = 0;
    let known: std::collections::HashSet<&Position> = all.iter().collect();
    for first in &all {
        if class.contains_key(first) {
            continue;
        }
        let mut open = vec![first];
        class.insert(first, number);
        while let Some(at) = open.pop() {
            for next in after(board, at) {
                let next = *known.get(&next).unwrap();
                if class.insert(next, number).is_none() {
                    open.push(next);
                }
            }
        }
        number += 1;
    }
    let found = classes(board, &meter).unwrap().unwrap();
    assert_eq!(found.classes, BigUint::from(number), "{board:?}");
    if all.is_empty() {
        return;
    }
    for _ in 0..pairs {
        let (from, to) = (&all[random.below(all.len())], &all[random.below(all.len())]);
        let (start, target) = (configuration(board, from), configuration(board, to));
        let kinds = 1 + random.below(board.len());
        let labels: Vec<u32> = (0..board.len() as u32 - 1).map(|_| random.below(kinds) as u32).collect();
        for labels in [(0..board.len() as u32 - 1).collect(), labels] {
            let shown = |at: &Position| -> Vec<[i64; 3]> {
                let label = |end: i8| if end < 0 { -1 } else { i64::from(labels[end as usize]) };
                let other = |end: i8| at.iter().position(|found| end >= 0 && *found == end ^ 1);
                let side = |end: &i8| [label(*end), other(*end).map_or(-1, |cell| cell as i64), 0];
                at.iter().map(side).collect()
            };
            let wanted = shown(to);
            let is_reached = all.iter().any(|at| class[at] == class[from] && shown(at) == wanted);
            match reach(board, &start, &target, &labels, &meter).unwrap() {
                Reach::Yes(reached) => {
                    assert!(is_reached, "{board:?} {from:?} {to:?} {labels:?}");
                    let ends = (0..board.len() as Cell).map(|cell| reached.end(cell));
                    let position: Position =
                        ends.map(|end| if end == NONE { -1 } else { end as i8 }).collect();
                    assert_eq!((class[&position], shown(&position)), (class[from], wanted));
                    let moves = plan(board, &start, &reached, &meter).unwrap().expect("a plan");
                    let mut at = start.clone();
                    assert!(moves.iter().all(|through| at.play(board, *through)));
                    assert_eq!(at, reached, "{board:?}");
                }
                Reach::No(why) => assert!(!is_reached, "{board:?} {from:?} {to:?} {labels:?} {why:?}"),
                Reach::Unknown => panic!("{board:?}"),
            }
        }
    }
}

/// Random goals that leave a choice: some cells of a random position, without the directions of its gourds.
fn goals(board: &Board, random: &mut Random, tries: usize) {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let all = positions(board);
    for _ in 0..tries.min(tries * all.len()) {
        let from = &all[random.below(all.len())];
        let kinds = 1 + random.below(board.len());
        let labels: Vec<u32> = (0..board.len() as u32 - 1).map(|_| random.below(kinds) as u32).collect();
        let model = &all[random.below(all.len())];
        let shown: Vec<bool> = (0..board.len()).map(|_| random.below(3) > 0).collect();
        let label = |end: i8| labels[end as usize];
        let wish = |cell: usize| match model[cell] {
            _ if !shown[cell] => Wish::any(),
            -1 => Wish { empty: true, ends: Some(Vec::new()) },
            end => {
                let ends = (0..labels.len() as i8).filter(|other| label(*other) == label(end));
                let ends = ends.flat_map(|end| {
                    (0..6).map(move |towards| Lying { label: label(end), other: label(end ^ 1), towards })
                });
                let ends: std::collections::BTreeSet<Lying> = ends.collect();
                Wish { empty: false, ends: Some(ends.into_iter().collect()) }
            }
        };
        let goal: Vec<Wish> = (0..board.len()).map(wish).collect();
        let reaches = |at: &Position| {
            (0..board.len()).filter(|cell| shown[*cell]).all(|cell| match (at[cell], model[cell]) {
                (-1, -1) => true,
                (-1, _) | (_, -1) => false,
                (a, b) => label(a) == label(b),
            })
        };
        let mut seen = std::collections::HashSet::from([from.clone()]);
        let mut open = vec![from.clone()];
        while let Some(at) = open.pop() {
            open.extend(after(board, &at).into_iter().filter(|next| seen.insert(next.clone())));
        }
        let start = configuration(board, from);
        let labels = labels.clone();
        let problem = Problem { board: board.clone(), start, labels, goals: vec![goal] };
        match reach_goals(&problem, &meter).unwrap() {
            Reach::Yes(found) => {
                let ends = (0..board.len() as Cell).map(|cell| found.end(cell));
                let position: Position = ends.map(|end| if end == NONE { -1 } else { end as i8 }).collect();
                assert!(seen.contains(&position) && reaches(&position));
            }
            Reach::No(_) => assert!(!seen.iter().any(&reaches), "{board:?} {from:?}"),
            Reach::Unknown => panic!("{board:?}"),
        }
    }
}

#[test]
fn open_goals() {
    let mut random = Random(4);
    for size in [3, 5] {
        connected(size).into_iter().for_each(|cells| goals(&Board::new(cells), &mut random, 20));
    }
    connected(7).into_iter().step_by(6).for_each(|cells| goals(&Board::new(cells), &mut random, 6));
}

#[test]
#[ignore = "long"]
fn open_goals_on_boards_of_9_cells() {
    let mut random = Random(6);
    two_connected(9)[9].iter().for_each(|cells| goals(&Board::new(cells.clone()), &mut random, 40));
    connected(9).into_iter().step_by(20).for_each(|cells| goals(&Board::new(cells), &mut random, 5));
}

#[test]
fn small_boards() {
    let mut random = Random(1);
    for size in [1, 3, 5] {
        connected(size).into_iter().for_each(|cells| check(&Board::new(cells), &mut random, 20));
    }
    connected(7).into_iter().step_by(4).for_each(|cells| check(&Board::new(cells), &mut random, 6));
}

#[test]
#[ignore = "long"]
fn all_boards_of_up_to_9_cells() {
    let mut random = Random(2);
    for size in (1..=9).step_by(2) {
        connected(size).into_iter().for_each(|cells| check(&Board::new(cells), &mut random, 10));
    }
}
