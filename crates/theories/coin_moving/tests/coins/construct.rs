//! Plans by construction: random families, all pairs of small boards against a brute force, and the steps
//! that are played back.

use std::collections::{HashSet, VecDeque};

use puzzlec_base::Budget;
use puzzlec_coin_moving::coins::{Coins, Move};
use puzzlec_coin_moving::construct::{anew, construct, shorten};
use puzzlec_coin_moving::decide::{Layer, Verdict, decide};
use puzzlec_coin_moving::problem::Problem;
use puzzlec_coin_moving::rectangle::Rectangle;
use puzzlec_coin_moving::span::Spans;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::Meter;

#[path = "families.rs"]
mod families;

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
                    assert!(matches!(told, Verdict::No(_)), "{problem:?}");
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

/// All configurations that a start leads to, by bits of a board.
fn reachable(start: u32, width: i32, height: i32) -> HashSet<u32> {
    let area = width * height;
    let near = |cell: i32| {
        let (x, y) = (cell % width, cell / width);
        let inside = |(a, b): &(i32, i32)| (0..width).contains(a) && (0..height).contains(b);
        let all = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
        all.into_iter().filter(inside).fold(0_u32, |mask, (a, b)| mask | 1 << (b * width + a))
    };
    let near: Vec<u32> = (0..area).map(near).collect();
    let mut seen = HashSet::from([start]);
    let mut open = VecDeque::from([start]);
    while let Some(at) = open.pop_front() {
        for from in (0..area).filter(|from| at >> from & 1 != 0) {
            let rest = at & !(1 << from);
            for to in (0..area).filter(|to| at >> to & 1 == 0) {
                let next = rest | 1 << to;
                if (near[to as usize] & rest).count_ones() >= 2 && seen.insert(next) {
                    open.push_back(next);
                }
            }
        }
    }
    seen
}

fn coins(bits: u32, width: i32, height: i32) -> Vec<Coord> {
    let cells = (0..width * height).filter(|at| bits >> at & 1 != 0);
    cells.map(|at| Coord::new(at % width, at / width)).collect()
}

/// Random pairs on small boards: a plan only where the goal can be reached, and in most such cases.
fn small(boards: &[(i32, i32)], starts: usize, goals: usize) {
    let mut random = Random(5);
    let (mut solvable, mut solved) = (0, 0);
    for (width, height) in boards.iter().copied() {
        for _ in 0..starts {
            let count = random.within(3, (width * height * 2 / 3).min(9));
            let mut pick = || {
                let mut cells: Vec<i32> = (0..width * height).collect();
                random.shuffle(&mut cells);
                cells.into_iter().take(count as usize).fold(0_u32, |bits, at| bits | 1 << at)
            };
            let start = pick();
            let reached = reachable(start, width, height);
            let mut sorted: Vec<u32> = reached.iter().copied().collect();
            sorted.sort_unstable();
            for at in 0..goals {
                let goal = if at % 2 == 0 { sorted[(at * 7919) % sorted.len()] } else { pick() };
                let problem =
                    Problem::new(&coins(start, width, height), &coins(goal, width, height)).unwrap();
                let is_solved = plan(&problem).is_some();
                assert!(!is_solved || reached.contains(&goal), "{problem:?}");
                solvable += usize::from(reached.contains(&goal));
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
fn parts_constructed_anew_lead_to_the_same_goal() {
    let budget = Budget::unlimited();
    let (mut before, mut after) = (0, 0);
    for family in [Family::Sparse, Family::Inside, Family::Sweep, Family::Zigzag, Family::Dense] {
        let mut random = Random(8);
        let puzzles = std::iter::from_fn(|| Some(puzzle(family, 9, 11, &mut random))).flatten();
        for problem in puzzles.take(4) {
            let moves = plan(&problem).unwrap();
            let meter = Meter::new(&budget);
            let shorter = anew(&problem, moves.clone(), &meter);
            assert!(shorter.len() <= moves.len());
            assert!(problem.solved_by(shorter.iter().copied()), "{problem:?}");
            assert_eq!(anew(&problem, moves.clone(), &Meter::new(&budget)), shorter);
            (before, after) = (before + moves.len(), after + shorter.len());
            // Without time there is nothing better, and nothing is lost.
            let budget = Budget::unlimited().with_states(1);
            let meter = Meter::new(&budget);
            meter.seen(2);
            assert_eq!(anew(&problem, moves.clone(), &meter), moves);
        }
    }
    assert!(20 * after < 19 * before, "{before} to {after} moves");
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
