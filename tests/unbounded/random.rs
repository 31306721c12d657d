//! Random puzzles: their answers beside a naive interpreter, and beside those of their mirror images.

use std::collections::BTreeMap;

use puzzlec_analysis::{Analysis, Answer};
use puzzlec_base::Budget;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::Options;
use puzzlec_task::Optimality;

use crate::unbounded::naive::{Effect, Goal, Kind, Puzzle, Rule, Test};

/// The same numbers in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    fn one<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn steps(&mut self) -> i64 {
        self.one(&[1, 1, 1, 2, 2, 3, 4, 6])
    }
}

const ORDER: [&str; 5] = ["==", "==", "<=", ">=", "!="];

fn test(dice: &mut Dice, puzzle: &Puzzle, variables: usize) -> Test {
    let (u, v) = (dice.below(variables), dice.below(variables));
    let w = dice.below(variables);
    let d = dice.below(puzzle.directions().len());
    let kind = dice.one(&[Kind::A, Kind::B, Kind::Piece, Kind::Empty]);
    let piece = dice.one(&[Kind::A, Kind::A, Kind::B, Kind::Piece]);
    match dice.below(17) {
        0..=2 => Test::Adjacent(u, v),
        3 | 4 => Test::Distance(u, v, dice.one(&["==", "<=", "<", ">="]), dice.steps(), None),
        5 => Test::Distance(
            u,
            v,
            dice.one(&["==", "<="]),
            1 + dice.below(if puzzle.flat { 4 } else { 1 }) as i64,
            Some((piece, w)),
        ),
        6 => Test::Mirrored(u, v, w),
        7 => Test::Step(u, v, d, dice.steps()),
        8 => Test::Is(u, kind),
        9..=11 => {
            let except = dice.chance(50).then_some(v).filter(|v| *v != u);
            Test::Count(kind, u, except, dice.one(&ORDER), dice.below(4) as i64)
        }
        12 => Test::Run(dice.chance(50), u, d, dice.steps().min(3)),
        13 => Test::Around(dice.chance(60), u, kind),
        14 if dice.chance(50) => {
            Test::Column(u, dice.one(&["==", "<=", ">=", "!="]), 1 + dice.below(3) as i64)
        }
        14 => {
            let cells: Vec<_> = puzzle.start.keys().copied().collect();
            Test::Named(u, dice.one(&cells))
        }
        15 => Test::Or(Box::new(test(dice, puzzle, variables)), Box::new(test(dice, puzzle, variables))),
        _ => Test::Not(Box::new(test(dice, puzzle, variables))),
    }
}

fn rule(dice: &mut Dice, puzzle: &Puzzle) -> Rule {
    let ways = puzzle.directions().len();
    if dice.chance(40) {
        let before = [Kind::A, Kind::A, Kind::B, Kind::Empty, Kind::Empty, Kind::Any];
        let after = [Kind::A, Kind::B, Kind::Empty, Kind::Empty];
        let cell = |dice: &mut Dice| {
            let before = dice.one(&before);
            (before, if before == Kind::Any { Kind::Any } else { dice.one(&after) })
        };
        let cells = (0..1 + dice.below(3)).map(|_| cell(dice)).collect();
        return Rule::Drawn(cells, dice.chance(50).then(|| dice.below(ways)));
    }
    // Three variables take long in windows that grow.
    let variables = 1 + dice.below(if puzzle.flat && puzzle.window.is_some() { 3 } else { 2 });
    let kinds = [Kind::A, Kind::A, Kind::B, Kind::Piece, Kind::Empty, Kind::Empty, Kind::Any];
    let mut kinds: Vec<Kind> = (0..variables).map(|_| dice.one(&kinds)).collect();
    // Many variables that may stand for any cell take long, here and there.
    let free = |k: &&mut Kind| matches!(k, Kind::Empty | Kind::Any);
    let most = 1 + usize::from(puzzle.flat && dice.chance(10));
    kinds.iter_mut().filter(free).skip(most).for_each(|k| *k = Kind::Piece);
    let guards = (0..1 + dice.below(3)).map(|_| test(dice, puzzle, variables)).collect();
    let effects = (0..1 + dice.below(2))
        .map(|_| {
            let (u, v, d) = (dice.below(variables), dice.below(variables), dice.below(ways));
            match dice.below(12) {
                0..=3 => Effect::Move(u, v),
                4 => Effect::MoveStep(u, d, dice.steps()),
                5 => Effect::MoveRun(u, v, d, dice.steps().min(3)),
                6 => Effect::Swap(u, v),
                7 | 8 => Effect::Remove(u),
                9 => Effect::RemoveStep(u, d, dice.steps()),
                10 => Effect::Put(dice.one(&[Kind::A, Kind::B]), u),
                _ => Effect::FlipAround(u),
            }
        })
        .collect();
    Rule::Written(kinds, guards, effects)
}

fn puzzle(dice: &mut Dice) -> Puzzle {
    let flat = dice.chance(60);
    let (width, height) = if flat { (6, 1) } else { (3, 3) };
    let mut puzzle = Puzzle {
        flat,
        rules: Vec::new(),
        start: BTreeMap::new(),
        goal: Goal::Count(Kind::A, 0),
        window: None,
    };
    for _ in 0..1 + dice.below(4) {
        let cell = (dice.below(width) as i32, dice.below(height) as i32);
        puzzle.start.insert(cell, dice.one(&[Kind::A, Kind::A, Kind::B]));
    }
    puzzle.window = dice.chance(30).then(|| dice.below(3) as i32);
    puzzle.rules = (0..1 + dice.below(2)).map(|_| rule(dice, &puzzle)).collect();
    let cells: Vec<_> = puzzle.start.keys().copied().collect();
    puzzle.goal = match dice.below(4) {
        0 => Goal::Count(dice.one(&[Kind::A, Kind::B, Kind::Piece]), dice.below(4) as i64),
        1 if flat => {
            Goal::Row((0..1 + dice.below(cells.len())).map(|_| dice.one(&[Kind::A, Kind::B])).collect())
        }
        _ => Goal::Holds(dice.one(&cells), dice.one(&[Kind::A, Kind::B, Kind::Empty, Kind::Empty])),
    };
    puzzle
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    Least(u64),
    Found(u64),
    Impossible,
    NotDecided,
    NeedsBound,
    /// The text is wrong for another reason.
    Wrong,
}

fn said(text: &str) -> Said {
    let files = BTreeMap::from([("p.puzzle".to_owned(), text.to_owned())]);
    let analysis = Analysis::load(&MemoryFiles(files), &["p.puzzle".to_owned()]);
    let Some(info) = analysis.puzzles().first().cloned() else { return Said::Wrong };
    let budget = Budget::unlimited().with_states(3_000);
    match analysis.solve(&info, &[], &Options::default(), &budget) {
        Ok(report) => match report.answer {
            Answer::Solved(plan) if plan.optimality == Optimality::Found => Said::Found(plan.length),
            Answer::Solved(plan) => Said::Least(plan.length),
            Answer::Unsolvable { .. } => Said::Impossible,
            _ => Said::NotDecided,
        },
        Err(found) if found.iter().any(|d| d.code.as_str() == "P0309") => Said::NeedsBound,
        Err(found) => {
            assert!(found.iter().all(|d| d.code.as_str() != "P0703"), "{text}\n{found:?}");
            Said::Wrong
        }
    }
}

/// Whether what was said agrees with all that the interpreter saw.
fn agrees(said: Said, puzzle: &Puzzle) -> bool {
    let stated = puzzle.window.map(|n| puzzle.region(n));
    let region = stated.clone().unwrap_or_else(|| puzzle.region(if puzzle.flat { 40 } else { 9 }));
    let depth = if stated.is_some() {
        usize::MAX
    } else if puzzle.flat {
        4
    } else {
        3
    };
    let (all, goal) = puzzle.walk(&region, depth, if stated.is_some() { 4_000 } else { 300 });
    let goal = goal.map(|at| at as u64);
    match said {
        // A plan longer than the walk may well be.
        Said::Least(n) => goal == Some(n) || goal.is_none() && !(all && stated.is_some()),
        Said::Found(n) => goal.is_none_or(|at| at <= n),
        Said::Impossible => goal.is_none(),
        Said::NotDecided | Said::NeedsBound | Said::Wrong => true,
    }
}

#[test]
fn answers_are_those_of_a_naive_interpreter_and_the_same_in_a_mirror() {
    let wanted = std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(600_u64);
    let from = std::env::var("PUZZLEC_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(0_u64);
    let mut tally: BTreeMap<(bool, bool, &str), u32> = BTreeMap::new();
    for seed in from..from + wanted {
        let puzzle = puzzle(&mut Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        let text = puzzle.text();
        let answer = said(&text);
        assert!(
            agrees(answer, &puzzle),
            "seed {seed}: {answer:?}, {:?}\n{text}",
            puzzle.walk(&puzzle.region(puzzle.window.unwrap_or(12)), 4, 3_000)
        );
        let mirrored = puzzle.mirrored().text();
        let other = said(&mirrored);
        assert!(answer == other, "seed {seed}: {answer:?}\n{text}\nin a mirror {other:?}\n{mirrored}");
        let name = match answer {
            Said::Least(0) => "solved at the start",
            Said::Least(_) => "least",
            Said::Found(_) => "found",
            Said::Impossible => "impossible",
            Said::NotDecided => "not decided",
            Said::NeedsBound => "needs a bound",
            Said::Wrong => "wrong",
        };
        *tally.entry((puzzle.flat, puzzle.window.is_some(), name)).or_default() += 1;
    }
    for ((flat, window, name), count) in &tally {
        let board = if *flat { "line" } else { "plane" };
        println!("{board}{}: {name} {count}", if *window { " with a window" } else { "" });
    }
    let seen = |name| tally.iter().filter(|(key, _)| key.2 == name).map(|(_, n)| u64::from(*n)).sum::<u64>();
    assert!(seen("wrong") * 20 < wanted, "{tally:?}");
    assert!(seen("least") * 20 > wanted && seen("impossible") * 10 > wanted, "{tally:?}");
}
