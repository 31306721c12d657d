//! Plans by construction: random families, all pairs of small boards against a brute force, and the steps
//! that are played back.

use std::collections::HashSet;

use puzzlec_base::Budget;
use puzzlec_coin_moving::coins::{Coins, Move};
use puzzlec_coin_moving::construct::{construct, shorten};
use puzzlec_coin_moving::decide::{Decision, Layer, decide};
use puzzlec_coin_moving::problem::Problem;
use puzzlec_coin_moving::rectangle::Rectangle;
use puzzlec_coin_moving::span::Spans;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::Meter;

#[path = "families.rs"]
mod families;

use super::decide::truth::{self, Small, met};
use families::{Family, Random, puzzle};

/// Plays moves by the rule of the game, on sets of cells.
fn leads(start: &[Coord], goal: &[Coord], moves: &[Move]) -> bool {
    let mut board: HashSet<(i32, i32)> = start.iter().map(|c| (c.x, c.y)).collect();
    for step in moves {
        let (from, to) = ((step.from.x, step.from.y), (step.to.x, step.to.y));
        if !board.remove(&from) || board.contains(&to) || from == to {
            return false;
        }
        let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        if beside.iter().filter(|(x, y)| board.contains(&(to.0 + x, to.1 + y))).count() < 2 {
            return false;
        }
        board.insert(to);
    }
    board == goal.iter().map(|c| (c.x, c.y)).collect()
}

fn plan(problem: &Problem) -> Option<Vec<Move>> {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let moves = construct(problem, &meter).unwrap()?;
    let cells = |coins: &Coins| coins.iter().collect::<Vec<_>>();
    assert!(leads(&cells(&problem.start), &cells(&problem.goal), &moves), "{problem:?}");
    Some(moves)
}

/// So many puzzles of every family with sides up to a length: all are solved, but chains with other ends.
fn families(count: usize, most: i32, seed: u64) {
    for family in Family::ALL {
        let mut random = Random(seed);
        let (mut solved, mut moves, mut left) = (0, 0, 0);
        while solved + left < count {
            let (width, height) = (random.within(2, most), random.within(2, most));
            let Some(problem) = puzzle(family, width, height, &mut random) else { continue };
            match plan(&problem) {
                Some(plan) => (solved, moves) = (solved + 1, moves + plan.len()),
                None => {
                    assert_eq!(family, Family::Chain, "{problem:?}");
                    let budget = Budget::unlimited();
                    let told = decide(&problem, Layer::Chains, &Meter::new(&budget)).unwrap();
                    assert!(matches!(told, Decision::No(_)), "{problem:?}");
                    left += 1;
                }
            }
        }
        // One chain in four has its ends in the other corners.
        assert!(4 * left <= count + 40, "{left} chains of {count}");
        println!("{family:?}: {solved} solved, {} moves on average", moves / solved.max(1));
    }
}

#[test]
fn random_puzzles_of_all_families_are_solved() {
    families(25, 14, 1);
}

#[test]
#[ignore = "22,500 puzzles up to 30 by 30"]
fn many_random_puzzles_of_all_families_are_solved() {
    families(2500, 30, 777);
}

/// Random pairs on small boards: a plan only where the goal can be reached, and in most such cases.
fn small(boards: &[(i32, i32)], starts: usize, goals: usize) {
    let mut random = truth::Random(5);
    let (mut solvable, mut solved, mut reached) = (0, 0, Vec::new());
    for (width, height) in boards.iter().copied() {
        let small = Small::new(width, height);
        for _ in 0..starts {
            let count = 3 + random.below((width * height * 2 / 3).min(9) as u64 - 2) as u32;
            let start = random.position(&small, count);
            small.reach(start, &mut reached);
            let all: Vec<u32> = small.positions(count).into_iter().filter(|at| met(&reached, *at)).collect();
            for at in 0..goals {
                let reachable = at % 2 == 0;
                let goal =
                    if reachable { all[at * 7919 % all.len()] } else { random.position(&small, count) };
                let problem = Problem::new(&small.coords(start), &small.coords(goal)).unwrap();
                let is_solved = plan(&problem).is_some();
                assert!(!is_solved || met(&reached, goal), "{problem:?}");
                solvable += usize::from(met(&reached, goal));
                solved += usize::from(is_solved);
            }
        }
    }
    println!("{solved} of {solvable} solvable pairs solved");
    assert!(solved * 2 > solvable);
}

const BOARDS: [(i32, i32); 6] = [(4, 4), (5, 3), (6, 3), (4, 3), (10, 2), (12, 1)];

#[test]
fn no_plan_leads_where_nothing_leads() {
    small(&[(4, 3), (10, 1), (3, 3), (5, 2)], 8, 20);
}

#[test]
#[ignore = "54,000 pairs"]
fn no_plan_leads_where_nothing_leads_in_many_pairs() {
    small(&BOARDS, 90, 100);
}

#[test]
fn shorter_plans_lead_to_the_same_goal() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let mut random = Random(9);
    for _ in 0..20 {
        let Some(problem) = puzzle(Family::Dense, 9, 7, &mut random) else { continue };
        let moves = plan(&problem).unwrap();
        // A coin goes to and fro before the plan begins.
        let mut longer: Vec<Move> = Vec::new();
        let free = |to: &Coord| !problem.start.contains(*to) && problem.start.neighbours(*to) >= 3;
        let all = Rectangle {
            top: 0,
            left: 0,
            bottom: problem.start.height() - 1,
            right: problem.start.width() - 1,
        };
        let found = all.cells().find(free).and_then(|to| {
            let from = problem.start.iter().find(|from| {
                let there = Move { from: *from, to };
                let mut then = problem.start.clone();
                then.play(there);
                problem.start.allows(there) && then.allows(Move { from: to, to: *from })
            })?;
            Some((from, to))
        });
        if let Some((from, to)) = found {
            longer.extend([Move { from, to }, Move { from: to, to: from }]);
        }
        longer.extend(&moves);
        let short = shorten(&problem, longer, &meter);
        assert!(short.len() <= moves.len());
        assert!(problem.solved_by(short));
    }
}

#[test]
fn figures_of_the_paper() {
    let read = |rows: &str| -> Vec<Coord> {
        let rows = rows.split('/').enumerate();
        let cells = rows.flat_map(|(y, row)| row.bytes().enumerate().map(move |(x, c)| (x, y, c)));
        cells.filter(|(.., c)| *c == b'X').map(|(x, y, _)| Coord::new(x as i32, y as i32)).collect()
    };
    let tried = |a: &str, b: &str| plan(&Problem::new(&read(a), &read(b)).unwrap()).map(|moves| moves.len());
    // Figure 22: the flip of a chain with one extra coin takes 9 moves, the other diagonal is out of reach.
    assert_eq!(tried("X.../X.../X.XX", "XXX./...X/...X").unwrap(), 9);
    assert_eq!(tried("X.../X.../X.XX", "...X/...X/XX.X"), None);
    // Figure 11, right: no plan.
    assert_eq!(tried("X../X../X../.../XXX", "XXX/.../.../.../XXX"), None);
}

/// The A_n and B_n of Corollary 4.3 with as many more coins as Theorem 4.8 asks for.
#[test]
fn far_splits_with_enough_coins() {
    for n in [9, 11, 15] {
        let mut start: Vec<Coord> = (0..n).step_by(2).map(|y| Coord::new(0, y)).collect();
        start.extend((2..n).step_by(2).map(|x| Coord::new(x, n - 1)));
        start.extend((0..(n - 3) / 2).map(|at| Coord::new(2 * at + 1, n - 1)));
        let mut goal: Vec<Coord> =
            (0..n).step_by(2).flat_map(|x| [Coord::new(x, 0), Coord::new(x, n - 1)]).collect();
        goal.extend((0..(n - 5) / 2).map(|at| Coord::new(2 * at + 1, n - 1)));
        assert_eq!(start.len(), goal.len());
        let mut random = Random(3);
        for _ in 0..5 {
            let (x, y) = (random.within(1, n - 2), random.within(0, n - 2));
            let mut cell = Coord::new(x, y);
            while start.contains(&cell) {
                cell.x += 1;
            }
            start.push(cell);
            let free = (0..n).map(|x| Coord::new(x, 0)).find(|cell| !goal.contains(cell));
            goal.extend(free.or((0..n).map(|x| Coord::new(x, n - 1)).find(|cell| !goal.contains(cell))));
        }
        if start.len() == goal.len() {
            assert!(plan(&Problem::new(&start, &goal).unwrap()).is_some(), "{n}");
        }
    }
}

#[test]
fn limits_end_the_construction() {
    let mut random = Random(2);
    let problem =
        std::iter::repeat_with(|| puzzle(Family::Sparse, 20, 20, &mut random)).flatten().next().unwrap();
    let budget = Budget::unlimited().with_bytes(1 << 10);
    assert!(construct(&problem, &Meter::new(&budget)).is_err());
}
