//! Puzzles with one coin more than an odd rectangle takes, beside all moves.

use std::collections::{BTreeMap, BTreeSet};

use super::grid::{Grid, bits};
use puzzlec_base::Budget;
use puzzlec_coin_moving::poke::decide::{Poking, Why, decide_poking};
use puzzlec_coin_moving::problem::Problem;
use puzzlec_theory::meter::Meter;

/// All configurations with one coin more than the rectangle takes that span it.
pub fn one_more(grid: &Grid) -> Vec<u64> {
    let coins = (grid.width + grid.height + 1) as u32 / 2 + 1;
    let sets = (0..1_u64 << (grid.width * grid.height)).filter(|set| set.count_ones() == coins);
    sets.map(|set| grid.spread(set)).filter(|mask| grid.span(*mask) == grid.full).collect()
}

/// What moves make of a configuration; the span never grows, so those that lose some lead to none of the goals.
pub fn moves(grid: &Grid, mask: u64) -> Vec<u64> {
    let stride = grid.width as u32 + 1;
    let mut found = Vec::new();
    for from in bits(mask) {
        let rest = mask & !(1 << from);
        let (l, r, u, d) = (rest << 1, rest >> 1, rest << stride, rest >> stride);
        let free = (l & r | u & d | (l | r) & (u | d)) & grid.full & !mask;
        found.extend(bits(free).map(|to| rest | 1 << to).filter(|after| grid.span(*after) == grid.full));
    }
    found
}

/// Every answer for pairs of configurations, each `step`-th goal. How many are solvable, not, and open by chains alone.
fn compare(width: i32, height: i32, step: usize) -> [usize; 3] {
    let grid = Grid::new(width, height);
    let all = one_more(&grid);
    let after: BTreeMap<u64, Vec<u64>> = all.iter().map(|mask| (*mask, moves(&grid, *mask))).collect();
    let budget = Budget::unlimited();
    let cells = |mask: u64| grid.coins(mask).iter().collect::<Vec<_>>();
    let mut numbers = [0; 3];
    for (number, start) in all.iter().enumerate() {
        let mut reached = BTreeSet::from([*start]);
        let mut open = vec![*start];
        while let Some(at) = open.pop() {
            open.extend(after[&at].iter().filter(|next| reached.insert(**next)));
        }
        for goal in all.iter().skip(number % step).step_by(step) {
            let problem = Problem::new(&cells(*start), &cells(*goal)).unwrap();
            let decided = |classes| decide_poking(&problem, classes, &Meter::new(&budget)).unwrap();
            let solvable = reached.contains(goal);
            let picture = || format!("{} -> {}", grid.draw(*start), grid.draw(*goal));
            for classes in [false, true] {
                match decided(classes) {
                    Poking::Plan(moves) => {
                        assert!(solvable && problem.solved_by(moves), "{}", picture());
                        numbers[0] += usize::from(classes);
                    }
                    Poking::Unreached(why) => {
                        assert!(!solvable, "{}", picture());
                        assert!(why.iter().all(|u| u.why != Why::Class(0)));
                        numbers[1] += usize::from(classes);
                    }
                    Poking::Open if *start == *goal || after[start].contains(goal) => {}
                    Poking::Open => {
                        assert!(!classes, "{}", picture());
                        numbers[2] += 1;
                    }
                }
            }
        }
    }
    numbers
}

#[test]
fn the_smallest_puzzles_agree_with_all_moves() {
    let sizes = [(3, 2, 1), (2, 3, 1), (5, 2, 5), (4, 3, 41)];
    let numbers = sizes.map(|(width, height, step)| compare(width, height, step));
    assert_eq!(numbers, [[30, 90, 0], [30, 90, 0], [435, 2803, 342], [222, 4190, 466]]);
}

#[test]
#[ignore = "minutes with optimisation"]
fn puzzles_agree_with_all_moves() {
    let sizes = [(5, 2, 1), (4, 3, 1), (6, 3, 53), (5, 4, 53)];
    let numbers = sizes.map(|(width, height, step)| compare(width, height, step));
    let puzzles = [
        [2220, 14_442, 1676],
        [9754, 188_178, 20_522],
        [6188, 678_730, 90_065],
        [17_650, 3_741_461, 427_488],
    ];
    assert_eq!(numbers, puzzles);
}
