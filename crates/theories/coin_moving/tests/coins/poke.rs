//! The poking game beside enumerations that share nothing with the theory.

pub mod grid;
pub mod moves;
mod table;

use std::collections::BTreeSet;

use grid::Grid;
use puzzlec_base::Budget;
use puzzlec_coin_moving::poke::Minimum;
use puzzlec_coin_moving::poke::chain::Chain;
use puzzlec_coin_moving::poke::class::Class;
use puzzlec_theory::meter::Meter;

const SMALL: [(i32, i32); 8] = [(2, 1), (3, 2), (2, 3), (5, 2), (4, 3), (1, 6), (6, 3), (5, 4)];

#[test]
fn minimum_configurations_are_told() {
    for (width, height) in [(2, 1), (4, 1), (3, 2), (2, 3), (5, 2), (4, 3)] {
        let grid = Grid::new(width, height);
        let all: BTreeSet<u64> = grid.minimum().into_iter().collect();
        for set in 0..1_u64 << (width * height) {
            let mask = grid.spread(set);
            // Minimum for its own span, which may be a smaller rectangle.
            let own = Minimum::new(grid.coins(mask));
            let whole = own.filter(|m| (m.rectangle().width(), m.rectangle().height()) == (width, height));
            assert_eq!(whole.is_some(), all.contains(&mask), "{}", grid.draw(mask));
        }
    }
}

/// 5.5 and 5.6.
#[test]
fn pokes_can_be_taken_back_and_keep_what_they_must() {
    for (width, height) in SMALL {
        let grid = Grid::new(width, height);
        let all = grid.minimum();
        for mask in &all {
            let pokes = grid.pokes(*mask);
            for after in &pokes {
                assert!(all.binary_search(after).is_ok(), "{}", grid.draw(*mask));
                assert!(grid.pokes(*after).contains(mask));
            }
            let minimum = Minimum::new(grid.coins(*mask)).unwrap();
            let told = minimum.pokes().into_iter().map(|p| grid.mask(minimum.after(p).unwrap().coins()));
            assert_eq!(told.collect::<BTreeSet<_>>(), pokes.into_iter().collect());
        }
    }
}

/// 5.8 and 5.9, with the pokes from each chain to each with its ends.
#[test]
fn chains_reach_the_chains_with_their_ends() {
    for (width, height) in SMALL {
        let grid = Grid::new(width, height);
        let all = grid.minimum();
        let classes = grid.classes(&all);
        let chains: Vec<(usize, Option<[u32; 2]>)> =
            (0..all.len()).map(|at| (at, grid.chain(all[at]))).collect();
        for (at, ends) in &chains {
            let minimum = Minimum::new(grid.coins(all[*at])).unwrap();
            let chain = Chain::of(&minimum);
            assert_eq!(chain.is_some(), ends.is_some(), "{}", grid.draw(all[*at]));
            let Some(ends) = ends else { continue };
            let chain = chain.unwrap();
            let mut told = chain.ends().map(|cell| grid.bit(cell));
            told.sort_unstable();
            assert_eq!(told, *ends);
            for (other, far) in &chains {
                assert_eq!(classes[*at] == classes[*other], *far == Some(*ends));
                let Some(goal) = Chain::of(&Minimum::new(grid.coins(all[*other])).unwrap()) else { continue };
                let pokes = chain.clone().pokes_to(&goal);
                assert_eq!(pokes.is_some(), *far == Some(*ends));
                let played = pokes.map(|pokes| {
                    pokes.into_iter().fold(minimum.clone(), |at, poke| at.after(poke).expect("a poke"))
                });
                assert!(played.is_none_or(|end| grid.mask(end.coins()) == all[*other]));
            }
        }
    }
}

#[test]
fn classes_are_what_pokes_reach() {
    let budget = Budget::unlimited();
    for (width, height) in SMALL {
        let grid = Grid::new(width, height);
        let all = grid.minimum();
        let classes = grid.classes(&all);
        for (at, mask) in all.iter().enumerate() {
            let minimum = Minimum::new(grid.coins(*mask)).unwrap();
            let meter = Meter::new(&budget);
            let class = Class::of(&minimum, &meter).unwrap().unwrap();
            let mut members: Vec<u64> = class.members().map(|coins| grid.mask(&coins)).collect();
            members.sort_unstable();
            let own: Vec<u64> =
                (0..all.len()).filter(|i| classes[*i] == classes[at]).map(|i| all[i]).collect();
            assert_eq!(members, own);
            for other in all.iter().step_by(7) {
                let pokes = class.pokes_to(&grid.coins(*other));
                assert_eq!(pokes.is_some(), own.contains(other));
                let Some(pokes) = pokes else { continue };
                let end = pokes.into_iter().fold(minimum.clone(), |at, poke| at.after(poke).expect("a poke"));
                assert_eq!(grid.mask(end.coins()), *other);
            }
        }
    }
}

/// A limit ends it, and nothing is concluded.
#[test]
fn limits_hold() {
    let grid = Grid::new(8, 7);
    let minimum = Minimum::new(grid.coins(grid.diagonal())).unwrap();
    let budget = Budget::unlimited().with_states(500);
    let meter = Meter::new(&budget);
    assert!(Class::of(&minimum, &meter).is_err());
    assert!(meter.limit().is_some());
}
