//! Spans of one row or column: plans with one coin to spare on both sides.

use puzzlec_base::Budget;
use puzzlec_coin_moving::construct::construct;
use puzzlec_coin_moving::decide::{Decision, Layer, decide};
use puzzlec_coin_moving::problem::Problem;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::Meter;

use super::decide::truth::Random;

/// Coins of a line, mostly at most two steps apart; in a long one always, so that its span is one component.
fn parts(random: &mut Random, length: i32) -> Vec<i32> {
    let mut at = 0;
    let mut coins = Vec::new();
    while at < length {
        coins.push(at);
        at += match random.below(8) {
            0 if length < 30 => 3 + random.below(3) as i32,
            1..=3 => 1,
            _ => 2,
        };
    }
    coins
}

/// Random coins of a span with as many more or fewer coins as the other side has.
fn with(random: &mut Random, mut coins: Vec<i32>, length: i32, wanted: usize) -> Option<Vec<i32>> {
    for _ in 0..4 * length {
        if coins.len() >= wanted {
            break;
        }
        let cell = random.below(length as u64) as i32;
        if !coins.contains(&cell) {
            coins.push(cell);
        }
    }
    (coins.len() == wanted).then_some(coins)
}

#[test]
fn one_coin_to_spare_is_enough() {
    let budget = Budget::unlimited();
    let mut random = Random(5);
    let (mut solved, mut several) = (0, 0);
    for turn in 0..2_000 {
        let length = 3 + random.below(if turn % 10 == 0 { 200 } else { 24 }) as i32;
        let (a, b) = (parts(&mut random, length), parts(&mut random, length));
        let most = a.len().max(b.len());
        let Some((a, b)) = with(&mut random, a, length, most).zip(with(&mut random, b, length, most)) else {
            continue;
        };
        // Every second time in a column, beside another one that stays.
        let cells = |coins: &[i32]| -> Vec<Coord> {
            match turn % 2 {
                0 => coins.iter().map(|at| Coord::new(*at, 0)).collect(),
                _ => coins
                    .iter()
                    .map(|at| Coord::new(0, *at))
                    .chain([Coord::new(5, 1), Coord::new(5, 3)])
                    .collect(),
            }
        };
        let problem = Problem::new(&cells(&a), &cells(&b)).unwrap();
        let meter = Meter::new(&budget);
        let decided = decide(&problem, Layer::Lines, &meter).unwrap();
        let decisive = [Layer::Counts, Layer::Span, Layer::Redundant, Layer::Extra]
            .into_iter()
            .any(|layer| decide(&problem, layer, &meter).unwrap() != Decision::Open);
        assert_eq!(decided == Decision::Open, decisive, "{a:?} -> {b:?}");
        if decided == Decision::Yes {
            let moves = construct(&problem, &meter).unwrap();
            assert!(moves.is_some_and(|moves| problem.solved_by(moves)), "{a:?} -> {b:?}");
            solved += 1;
            several += usize::from(length > 40);
        }
    }
    assert!(solved > 100 && several > 3, "{solved} {several}");
}
