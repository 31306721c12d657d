//! Largest sets of coins that can be spared together, compared with the definitions on all subsets.

use std::collections::BTreeMap;

use puzzlec_base::Budget;
use puzzlec_coin_moving::coins::Coins;
use puzzlec_coin_moving::span::Spans;
use puzzlec_coin_moving::spare::{largest_extra, largest_redundant};
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::Meter;

use super::poke::grid::{Grid, bits};

/// Numbers that look random and are the same on every run.
fn numbers(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    }
}

/// All subsets of a set.
fn subsets(set: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(set);
    std::iter::from_fn(move || {
        let subset = next?;
        next = if subset == 0 { None } else { Some((subset - 1) & set) };
        Some(subset)
    })
}

/// The largest number of coins without which the others cover a set (Definition 1.16).
fn extra(grid: &Grid, coins: u64, covered: u64) -> u32 {
    let fits = |spared: &u64| grid.span(coins & !spared) & covered == covered;
    subsets(coins).filter(fits).map(u64::count_ones).max().unwrap_or(0)
}

/// The length of a longest sequence of redundant coins (Definition 1.18).
fn redundant(grid: &Grid, coins: u64, known: &mut BTreeMap<u64, u32>) -> u32 {
    if let Some(most) = known.get(&coins) {
        return *most;
    }
    let after: Vec<u64> =
        bits(coins).filter(|bit| grid.beside(coins, *bit) >= 2).map(|bit| coins & !(1 << bit)).collect();
    let most = after.into_iter().map(|rest| 1 + redundant(grid, rest, known)).max().unwrap_or(0);
    known.insert(coins, most);
    most
}

#[test]
fn sets_are_as_large_as_the_definitions_allow() {
    let budget = Budget::unlimited();
    let mut next = numbers(3);
    let (mut fewer, mut most_extra, mut most_redundant) = (0, 0, 0);
    for (width, height) in [(4, 3), (4, 4), (7, 2), (5, 3), (12, 1)] {
        let grid = Grid::new(width, height);
        let cells = 1_u64 << (width * height);
        let mut known = BTreeMap::new();
        for turn in 0..150 {
            let thin = if turn % 3 == 0 { next() } else { u64::MAX };
            let coins = grid.spread(next() & thin & (cells - 1));
            let goal = if turn % 2 == 0 { coins } else { grid.spread(next() & next() & (cells - 1)) };
            let (a, b) = (grid.coins(coins), grid.coins(goal));
            let meter = &Meter::new(&budget);
            let covered = Spans::new(width, height).span(b.iter());
            let found = largest_extra(&a, &covered, meter).unwrap();
            let spared = found.coins.iter().fold(0, |set, coin| set | 1 << grid.bit(*coin));
            assert!(found.is_largest);
            assert_eq!(
                found.coins.len() as u32,
                extra(&grid, coins, grid.span(goal)),
                "{}",
                grid.draw(coins)
            );
            let (kept, wanted) = (grid.span(coins & !spared), grid.span(goal));
            assert!(spared == 0 || kept & wanted == wanted, "{}", grid.draw(coins));
            let found = largest_redundant(&a, meter).unwrap();
            assert!(found.is_largest);
            assert_eq!(found.coins.len() as u32, redundant(&grid, coins, &mut known), "{}", grid.draw(coins));
            let mut rest = a.clone();
            for coin in &found.coins {
                assert!(rest.remove(*coin) && rest.neighbours(*coin) >= 2, "{}", grid.draw(coins));
            }
            let alone = a.iter().filter(|coin| a.neighbours(*coin) >= 2).count();
            fewer += usize::from(found.coins.len() < alone);
            most_extra = most_extra.max(spared.count_ones());
            most_redundant = most_redundant.max(found.coins.len());
        }
    }
    assert!(fewer > 20 && most_extra > 5 && most_redundant > 4, "{fewer} {most_extra} {most_redundant}");
}

/// Full rectangles keep as many coins as span them; a limit on work ends the search on large boards.
#[test]
fn large_configurations() {
    let budget = Budget::unlimited();
    for (width, height) in [(20, 20), (70, 50)] {
        let full = (0..height).flat_map(|y| (0..width).map(move |x| Coord::new(x, y)));
        let coins = Coins::on(width, height, full);
        let meter = &Meter::new(&budget);
        let span = Spans::new(width, height).span(coins.iter());
        let extra = largest_extra(&coins, &span, meter).unwrap();
        let redundant = largest_redundant(&coins, meter).unwrap();
        let all = coins.len() - span.minimum();
        assert!(extra.coins.len() <= all && redundant.coins.len() <= all);
        assert!(extra.coins.len() == all || !extra.is_largest);
        assert!(redundant.coins.len() == all || !redundant.is_largest);
        assert!(!extra.coins.is_empty() && redundant.coins.len() > all / 2);
    }
}
