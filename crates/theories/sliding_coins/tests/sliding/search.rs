//! Exact search beside a brute force, and the figures of the literature.

use std::collections::BTreeMap;

use puzzlec_base::Budget;
use puzzlec_sliding_coins::problem::{Goal, Problem};
use puzzlec_sliding_coins::row::Row;
use puzzlec_sliding_coins::search::{Outcome, Plans, Reason, all, count, search};
use puzzlec_theory::meter::Meter;

use super::brute::{self, Cells, Rule};
use crate::games::Random;

impl Random {
    fn shuffled(&mut self, mut coins: Cells) -> Cells {
        for i in (1..coins.len()).rev() {
            coins.swap(i, self.below(i + 1));
        }
        coins
    }

    /// With this many free cells put between them.
    fn spread(&mut self, mut coins: Cells, free: usize) -> Cells {
        for _ in 0..free {
            let place = 1 + self.below(coins.len() - 1);
            coins.insert(place, 0);
        }
        coins
    }
}

fn alternating(n: usize, first: u8) -> Cells {
    (0..2 * n).map(|i| if i % 2 == 0 { first } else { 3 - first }).collect()
}

fn anywhere(cells: &[u8]) -> Goal {
    Goal { row: Row::new(0, cells.to_vec()), anywhere: true }
}

fn problem(rule: Rule, start: &[u8], goals: Vec<Goal>) -> Problem {
    Problem { k: rule.k, over: rule.over, ends: None, start: Row::new(0, start.to_vec()), goals }
}

fn alternate(rule: Rule, start: &[u8]) -> Problem {
    let n = start.iter().filter(|c| **c > 0).count() / 2;
    problem(rule, start, vec![anywhere(&alternating(n, 1)), anywhere(&alternating(n, 2))])
}

fn sorted(n: usize) -> Cells {
    [vec![1; n], vec![2; n]].concat()
}

fn answer(problem: &Problem, within: Option<u64>) -> Outcome {
    let budget = Budget::unlimited();
    let outcome = search(problem, within, &Meter::new(&budget)).unwrap();
    if let Outcome::Plan { moves, least } = &outcome {
        assert!(*least && problem.solved_by(moves.iter().copied()), "{problem:?}: {moves:?}");
    }
    outcome
}

/// The length of a least plan.
fn length(problem: &Problem) -> Option<usize> {
    match answer(problem, None) {
        Outcome::Plan { moves, .. } => Some(moves.len()),
        Outcome::Unsolvable(_) => None,
        Outcome::NotWithin(_) => panic!("{problem:?}"),
    }
}

fn plans(problem: &Problem) -> Option<(u64, Plans)> {
    let budget = Budget::unlimited();
    let counted = count(problem, &Meter::new(&budget)).unwrap();
    let mut listed = Vec::new();
    all(problem, &Meter::new(&budget), &mut |plan| {
        listed.push(plan.to_vec());
        listed.len() < 5000
    })
    .unwrap();
    assert!(listed.is_sorted_by(|a, b| a < b));
    for plan in &listed {
        assert!(problem.solved_by(plan.iter().copied()), "{problem:?}: {plan:?}");
        assert_eq!(Some(plan.len() as u64), counted.map(|(length, _)| length));
    }
    if let Some((_, Plans::Number(number))) = counted
        && listed.len() < 5000
    {
        assert_eq!(number, listed.len() as u128);
    }
    counted
}

/// All words of n coins of each colour, in order.
fn words(n: usize) -> Vec<Cells> {
    let codes = (0..1_u32 << (2 * n)).filter(|code| code.count_ones() as usize == n);
    codes.map(|code| (0..2 * n).map(|i| if code >> i & 1 == 1 { 1 } else { 2 }).collect()).collect()
}

fn histogram(n: usize, rule: Rule) -> BTreeMap<usize, usize> {
    let mut lengths = BTreeMap::new();
    for word in words(n) {
        *lengths.entry(length(&alternate(rule, &word)).unwrap()).or_default() += 1;
    }
    lengths
}

/// Least lengths of sorted rows.
fn table(rows: &[(usize, &[(usize, usize)])]) {
    for (k, entries) in rows {
        for (n, moves) in *entries {
            for over in [false, true] {
                let rule = Rule { k: *k, over };
                assert_eq!(length(&alternate(rule, &sorted(*n))), Some(*moves), "({n},{k}) {over}");
            }
        }
    }
}

#[test]
fn sorted_rows_take_as_many_moves_as_the_table_says() {
    table(&[
        (2, &[(3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8)]),
        (3, &[(3, 3), (4, 4), (5, 5), (6, 7), (7, 7)]),
        (4, &[(3, 6), (4, 5), (5, 6), (6, 7), (7, 7), (8, 8), (9, 9)]),
        (5, &[(4, 6), (5, 6), (6, 7), (7, 8)]),
        (6, &[(4, 7), (5, 6), (6, 7)]),
        (7, &[(5, 8), (8, 8)]),
    ]);
}

#[test]
#[ignore = "a minute: cargo test --release --test games sliding:: -- --ignored"]
fn sorted_rows_take_as_many_moves_as_the_whole_table_says() {
    table(&[
        (2, &[(9, 9), (10, 10), (11, 11)]),
        (3, &[(8, 9), (9, 9), (10, 10), (11, 11)]),
        (4, &[(10, 10), (11, 11), (12, 12)]),
        (5, &[(8, 9), (9, 10), (10, 10), (11, 11)]),
        (6, &[(7, 9), (8, 9), (9, 10), (10, 11), (11, 12), (12, 12)]),
        (7, &[(6, 8), (7, 9), (9, 10), (10, 11), (11, 12), (12, 12), (13, 13)]),
        (8, &[(5, 11), (6, 9), (7, 9)]),
        (9, &[(6, 11)]),
        (10, &[(6, 16)]),
    ]);
}

#[test]
fn every_word_takes_as_many_moves_as_by_brute_force() {
    for (n, k, width, most) in [(2, 1, 12, 4), (3, 2, 17, 5), (3, 3, 17, 7)] {
        let rule = Rule { k, over: false };
        let all = brute::distances(&[alternating(n, 1), alternating(n, 2)], rule, width, most);
        for word in words(n) {
            let expected = all.get(&word).copied();
            assert!(expected.is_some());
            assert_eq!(length(&alternate(rule, &word)), expected, "k = {k}, {word:?}");
        }
    }
}

#[test]
#[ignore = "minutes: cargo test --release --test games sliding:: -- --ignored"]
fn every_longer_word_takes_as_many_moves_as_by_brute_force() {
    for (n, k, width, most) in [(3, 4, 26, 7), (4, 2, 18, 6), (4, 3, 20, 6), (4, 4, 21, 6)] {
        for over in [false, true] {
            let rule = Rule { k, over };
            let all = brute::distances(&[alternating(n, 1), alternating(n, 2)], rule, width, most);
            for word in words(n) {
                let expected = all.get(&word).copied();
                assert!(expected.is_some(), "k = {k}, {word:?}");
                assert_eq!(length(&alternate(rule, &word)), expected, "k = {k}, {word:?}");
            }
        }
    }
}

/// Numbers of coins of a colour and of coins that move, with the number of words by length.
type Histogram<'a> = (usize, usize, &'a [(usize, usize)]);

fn histograms(expected: &[Histogram<'_>]) {
    for (n, k, lengths) in expected {
        for over in [false, true] {
            let found = histogram(*n, Rule { k: *k, over });
            assert_eq!(found, lengths.iter().copied().collect(), "({n},{k}) {over}");
        }
    }
}

#[test]
fn all_words_by_the_number_of_moves() {
    histograms(&[
        (3, 2, &[(0, 2), (2, 4), (3, 10), (4, 4)]),
        (3, 3, &[(0, 2), (3, 6), (4, 4), (5, 6), (6, 2)]),
        (4, 2, &[(0, 2), (2, 8), (3, 14), (4, 36), (5, 10)]),
        (4, 3, &[(0, 2), (2, 6), (3, 32), (4, 30)]),
        (4, 4, &[(0, 2), (3, 6), (4, 12), (5, 36), (6, 14)]),
    ]);
}

#[test]
#[ignore = "a minute: cargo test --release --test games sliding:: -- --ignored"]
fn all_longer_words_by_the_number_of_moves() {
    histograms(&[
        (3, 4, &[(0, 2), (3, 4), (4, 2), (5, 4), (6, 2), (7, 6)]),
        (4, 5, &[(0, 2), (3, 8), (4, 14), (5, 30), (6, 14), (7, 2)]),
        (5, 2, &[(0, 2), (2, 12), (3, 40), (4, 146), (5, 52)]),
        (5, 3, &[(0, 2), (2, 10), (3, 48), (4, 118), (5, 74)]),
        (5, 4, &[(0, 2), (2, 4), (3, 32), (4, 92), (5, 120), (6, 2)]),
        (6, 2, &[(0, 2), (2, 16), (3, 60), (4, 324), (5, 462), (6, 60)]),
        (6, 3, &[(0, 2), (2, 12), (3, 66), (4, 336), (5, 440), (6, 66), (7, 2)]),
    ]);
}

#[test]
fn least_plans_are_counted() {
    let expected: [((usize, usize), u128); 9] = [
        ((3, 2), 2),
        ((4, 2), 2),
        ((5, 2), 2),
        ((6, 2), 2),
        ((7, 2), 18),
        ((3, 3), 2),
        ((4, 3), 2),
        ((5, 3), 2),
        ((7, 4), 2),
    ];
    for ((n, k), number) in expected {
        for over in [false, true] {
            let counted = plans(&alternate(Rule { k, over }, &sorted(n)));
            assert_eq!(counted, Some((n as u64, Plans::Number(number))), "({n},{k})");
        }
    }
}

#[test]
#[ignore = "seconds: cargo test --release --test games sliding:: -- --ignored"]
fn more_least_plans_are_counted() {
    for ((n, k), number) in [((7, 3), 2), ((9, 3), 2), ((10, 3), 214), ((8, 4), 2), ((9, 4), 2), ((8, 7), 2)]
    {
        let counted = plans(&alternate(Rule { k, over: false }, &sorted(n)));
        assert_eq!(counted, Some((n as u64, Plans::Number(number))), "({n},{k})");
    }
    // Two moves may wait for each other: a block lies anywhere in between.
    let counted = plans(&alternate(Rule { k: 3, over: false }, &sorted(6)));
    assert_eq!(counted, Some((7, Plans::Infinite)));
}

/// The number of least plans in a window; infinite where a wider one has more.
fn counted(rule: Rule, start: &[u8], most: usize) -> Option<(u64, Plans)> {
    let n = start.iter().filter(|c| **c > 0).count() / 2;
    let goals = [alternating(n, 1), alternating(n, 2)];
    let is_goal = |cells: &[u8]| goals.contains(&brute::trimmed(cells));
    let within = |side: usize| {
        let cells = [vec![0; side], start.to_vec(), vec![0; side]].concat();
        brute::least(&cells, rule, most, &is_goal)
    };
    // Plans of which no cell can be left out reach no further than the cells of their blocks.
    let side = most * rule.k;
    let (length, number) = within(side)?;
    let more = within(side + 2).unwrap();
    Some((length as u64, if more.1 > number { Plans::Infinite } else { Plans::Number(number) }))
}

#[test]
fn counts_agree_with_brute_force() {
    let mut random = Random(7);
    let mut infinite = 0;
    for word in words(3) {
        for over in [false, true] {
            let rule = Rule { k: 1, over };
            let expected = counted(rule, &word, 3);
            assert_eq!(plans(&alternate(rule, &word)), expected, "{word:?}");
            infinite += usize::from(matches!(expected, Some((_, Plans::Infinite))));
        }
    }
    assert!(infinite > 5, "{infinite}");
    let mut solved = 0;
    for round in 0..60 {
        let rule = Rule { k: 1 + random.below(3), over: round % 2 == 1 };
        let n = 2 + random.below(2);
        let coins = random.shuffled(sorted(n));
        let free = random.below(3);
        let start = random.spread(coins, free);
        let problem = alternate(rule, &start);
        if let Some(expected) = counted(rule, &start, 3) {
            assert_eq!(plans(&problem), Some(expected), "{rule:?} {start:?}");
            solved += 1;
        } else {
            let outcome = answer(&problem, Some(3));
            assert!(!matches!(outcome, Outcome::Plan { .. }), "{rule:?} {start:?}: {outcome:?}");
        }
    }
    assert!(solved > 15, "{solved}");
}

/// Rows of three colours with gaps, to goals with gaps, here or anywhere.
fn arbitrary(rounds: usize, most: usize, seed: u64) {
    let mut random = Random(seed);
    let (mut solved, mut placed) = (0, 0);
    for round in 0..rounds {
        let rule = Rule { k: 1 + random.below(3), over: round % 2 == 0 };
        let coins = 3 + random.below(3);
        let held: Cells = (0..coins).map(|i| [1, 2, 3, 1, 2][i]).collect();
        let (start, goal) = (random.shuffled(held.clone()), random.shuffled(held));
        let (free, holes) = (random.below(4), random.below(3));
        let (start, goal) = (random.spread(start, free), random.spread(goal, holes));
        let anywhere = random.below(2) == 0;
        let to = i64::try_from(random.below(9)).unwrap() - 4;
        let goal = Goal { row: Row::new(to, goal), anywhere };
        let side = rule.k * most + 5;
        let place = |row: &Row| (row.first() + i64::try_from(side).unwrap(), row.cells().to_vec());
        let is_goal = |cells: &[u8]| {
            let row = Row::new(0, cells.to_vec());
            if anywhere {
                row.cells() == goal.row.cells()
            } else {
                (row.first(), row.cells().to_vec()) == place(&goal.row)
            }
        };
        let cells = [vec![0; side], start.clone(), vec![0; side]].concat();
        let expected = brute::least(&cells, rule, most, &is_goal);
        let problem = problem(rule, &start, vec![goal.clone()]);
        let outcome = answer(&problem, Some(most as u64));
        match (expected, &outcome) {
            (Some((length, _)), Outcome::Plan { moves, .. }) if moves.len() == length => {
                solved += 1;
                placed += usize::from(!anywhere);
            }
            (None, Outcome::Unsolvable(_) | Outcome::NotWithin(_)) => {}
            _ => panic!("{problem:?}: {expected:?}, {outcome:?}"),
        }
    }
    assert!(solved > rounds / 8 && placed > 0, "{solved} {placed}");
}

#[test]
fn rows_of_three_colours_with_gaps_agree_with_brute_force() {
    arbitrary(120, 2, 1);
}

#[test]
#[ignore = "minutes: cargo test --release --test games sliding:: -- --ignored"]
fn more_rows_of_three_colours_with_gaps_agree_with_brute_force() {
    for seed in 2..6 {
        arbitrary(500, 3, seed);
    }
}

/// On a bounded line brute force sees everything.
fn bounded(rounds: usize, seed: u64) {
    let mut random = Random(seed);
    let (mut solved, mut none) = (0, 0);
    for round in 0..rounds {
        let rule = Rule { k: 1 + random.below(3), over: round % 3 == 0 };
        let coins = 3 + random.below(4);
        let held: Cells = (0..coins).map(|i| [1, 2, 1, 2, 3, 1][i]).collect();
        let (start, goal) = (random.shuffled(held.clone()), random.shuffled(held));
        let length = coins + random.below(6);
        let mut cells = vec![0; length];
        let first = random.below(length - coins + 1);
        cells[first..first + coins].copy_from_slice(&start);
        let anywhere = random.below(2) == 0;
        let row = Row::new(i64::try_from(random.below(length - coins + 1)).unwrap(), goal);
        let is_goal = |cells: &[u8]| {
            let held = Row::new(0, cells.to_vec());
            if anywhere { held.cells() == row.cells() } else { held == row }
        };
        let expected = brute::least(&cells, rule, usize::MAX - 1, &is_goal);
        let problem = Problem {
            k: rule.k,
            over: rule.over,
            ends: Some((0, i64::try_from(length).unwrap() - 1)),
            start: Row::new(0, cells.clone()),
            goals: vec![Goal { row: row.clone(), anywhere }],
        };
        let counted = expected.map(|(length, plans)| (length as u64, Plans::Number(plans)));
        assert_eq!(plans(&problem), counted, "{problem:?}");
        match answer(&problem, None) {
            Outcome::Plan { .. } => solved += 1,
            Outcome::Unsolvable(_) => none += 1,
            Outcome::NotWithin(_) => panic!("{problem:?}"),
        }
        if let Some((length, _)) = expected.filter(|(length, _)| *length > 0) {
            let fewer = length as u64 - 1;
            let outcome = answer(&problem, Some(fewer));
            assert!(!matches!(outcome, Outcome::Plan { .. }));
            assert!(matches!(answer(&problem, Some(length as u64)), Outcome::Plan { .. }));
        }
    }
    assert!(solved > rounds / 8 && none > rounds / 8, "{solved} {none}");
}

#[test]
fn bounded_lines_agree_with_brute_force() {
    bounded(80, 3);
}

#[test]
#[ignore = "a minute: cargo test --release --test games sliding:: -- --ignored"]
fn more_bounded_lines_agree_with_brute_force() {
    for seed in 10..14 {
        bounded(1000, seed);
    }
}

#[test]
fn no_plan_has_a_reason() {
    let rule = |k| Rule { k, over: false };
    let reason = |problem: &Problem| match answer(problem, None) {
        Outcome::Unsolvable(reason) => reason,
        outcome => panic!("{problem:?}: {outcome:?}"),
    };
    for n in 3..7 {
        assert_eq!(reason(&alternate(rule(2 * n), &sorted(n))), Reason::Together);
        assert_eq!(reason(&alternate(rule(2 * n - 1), &sorted(n))), Reason::Circular);
        assert_eq!(reason(&alternate(rule(2 * n + 1), &sorted(n))), Reason::NoMove);
    }
    assert_eq!(reason(&problem(rule(2), &[1, 1, 2], vec![anywhere(&[1, 2, 2])])), Reason::Coins);
    assert_eq!(reason(&alternate(rule(2), &[1, 0, 2, 0, 1, 0, 2])), Reason::NoMove);
    assert_eq!(reason(&alternate(rule(3), &[1, 1, 2, 0, 1, 0, 0, 2, 0, 2])), Reason::Residues);
    // A fixed goal of four coins is reached in no case one cell further if three move.
    let goal = Goal { row: Row::new(1, vec![1, 2, 1, 2]), anywhere: false };
    assert_eq!(reason(&problem(rule(3), &[1, 2, 1, 2], vec![goal])), Reason::Residues);
    for k in [2, 3] {
        let start: &[u8] = if k == 2 { &[1, 1, 2, 2] } else { &[2, 2, 1, 1, 0, 1] };
        let goal: Cells = (0..k + 2).map(|i| if i % 2 == 0 { 1 } else { 2 }).collect();
        let reason = reason(&problem(rule(k), start, vec![anywhere(&goal)]));
        assert!(matches!(reason, Reason::Closed { period: Some(_), .. }), "{reason:?}");
    }
}

#[test]
fn bounded_questions_are_answered() {
    let six = alternate(Rule { k: 3, over: false }, &sorted(6));
    assert_eq!(answer(&six, Some(6)), Outcome::NotWithin(6));
    assert!(matches!(answer(&six, Some(7)), Outcome::Plan { moves, .. } if moves.len() == 7));
    assert!(matches!(answer(&six, Some(100)), Outcome::Plan { moves, .. } if moves.len() == 7));
    let done = alternate(Rule { k: 3, over: false }, &alternating(4, 2));
    assert!(matches!(answer(&done, Some(0)), Outcome::Plan { moves, .. } if moves.is_empty()));
}

#[test]
fn limits_end_a_search() {
    let budget = Budget::unlimited().with_states(100);
    let ten = alternate(Rule { k: 3, over: false }, &sorted(14));
    assert!(count(&ten, &Meter::new(&budget)).is_err());
}

#[test]
fn wide_gaps_are_no_trouble() {
    let rule = Rule { k: 2, over: false };
    let start = [vec![1, 2, 1, 2], vec![0; 100_000], vec![1, 2]].concat();
    assert_eq!(length(&alternate(rule, &start)), Some(1));
}
