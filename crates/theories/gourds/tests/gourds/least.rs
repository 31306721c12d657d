//! Least plans and lower bounds, compared with breadth first over whole classes of positions.

use std::collections::HashMap;

use puzzlec_base::Budget;
use puzzlec_gourds::least::{Outcome, distances, least, least_plans, lower_bound, short_plans, shorten};
use puzzlec_gourds::problem::{Board, Cell, Configuration, Label, Lying, NONE, Problem, Target, Wish};
use puzzlec_theory::meter::Meter;

/// Pseudorandom numbers.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % sides as u64) as usize
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

const AROUND: [(i32, i32); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// A position for comparison: by cell the label that lies there and the cell of the other end; nothing where empty.
type Plain = Vec<Option<(Label, usize)>>;

fn touches(cells: &[(i32, i32)], a: usize, b: usize) -> bool {
    AROUND.contains(&(cells[a].0 - cells[b].0, cells[a].1 - cells[b].1))
}

/// The cells moved through and the positions after.
fn moves(cells: &[(i32, i32)], position: &Plain) -> Vec<(usize, Plain)> {
    let empty = position.iter().position(Option::is_none).unwrap();
    let mut found = Vec::new();
    for u in (0..cells.len()).filter(|u| touches(cells, *u, empty)) {
        let (label, w) = position[u].unwrap();
        let (other, _) = position[w].unwrap();
        let mut next = position.clone();
        next[w] = None;
        if touches(cells, w, empty) {
            next[u] = Some((label, empty));
            next[empty] = Some((other, u));
        } else {
            next[empty] = Some((label, u));
            next[u] = Some((other, empty));
        }
        found.push((u, next));
    }
    found
}

/// By position its distance from the start and the number of ways to get there by as few moves.
fn all(cells: &[(i32, i32)], start: &Plain) -> HashMap<Plain, (u64, u128)> {
    let mut seen = HashMap::from([(start.clone(), (0, 1))]);
    let mut level = vec![start.clone()];
    for distance in 1.. {
        let mut next = Vec::new();
        for position in &level {
            let ways = seen[position].1;
            for (_, after) in moves(cells, position) {
                let entry = seen.entry(after.clone()).or_insert((distance, 0));
                if entry.0 == distance {
                    if entry.1 == 0 {
                        next.push(after);
                    }
                    entry.1 += ways;
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    seen
}

fn plain(configuration: &Configuration, labels: &[Label], cells: usize) -> Plain {
    let of = |cell: usize| {
        let end = configuration.end(cell as Cell);
        (end != NONE).then(|| (labels[end as usize], configuration.partner(cell as Cell) as usize))
    };
    (0..cells).map(of).collect()
}

/// Whether a goal allows a position.
fn allows(board: &Board, target: &Target, position: &Plain) -> bool {
    position.iter().zip(target).zip(0..).all(|((held, wish), cell)| match held {
        None => wish.empty,
        Some((label, partner)) => wish.ends.as_ref().is_none_or(|ends| {
            let towards = board.direction(cell, *partner as Cell).unwrap() as u8;
            ends.contains(&Lying { label: *label, other: position[*partner].unwrap().0, towards })
        }),
    })
}

/// A connected board of so many cells, on which gourds can lie.
fn random_board(dice: &mut Dice, size: usize) -> Vec<(i32, i32)> {
    let mut cells = vec![(0, 0)];
    while cells.len() < size {
        let (q, r) = cells[dice.below(cells.len())];
        let (dq, dr) = AROUND[dice.below(6)];
        let cell = (q + dq, r + dr);
        let near = AROUND.iter().filter(|(dq, dr)| cells.contains(&(cell.0 + dq, cell.1 + dr))).count();
        // Mostly with cells that have two neighbours.
        if !cells.contains(&cell) && (near > 1 || dice.below(8) == 0) {
            cells.push(cell);
        }
    }
    dice.shuffle(&mut cells);
    cells
}

/// Gourds that cover all cells but one, at random.
pub fn random_gourds(board: &Board, dice: &mut Dice) -> Option<Configuration> {
    let mut free: Vec<bool> = vec![true; board.len()];
    let mut gourds = Vec::new();
    let empty = dice.below(board.len());
    free[empty] = false;
    if !cover(board, dice, &mut free, &mut gourds, &mut 1000) {
        return None;
    }
    dice.shuffle(&mut gourds);
    for gourd in &mut gourds {
        dice.shuffle(gourd);
    }
    Configuration::new(board, &gourds)
}

fn cover(
    board: &Board,
    dice: &mut Dice,
    free: &mut Vec<bool>,
    gourds: &mut Vec<[Cell; 2]>,
    steps: &mut usize,
) -> bool {
    let around = |free: &[bool], cell: Cell| -> Vec<Cell> {
        board.neighbours(cell).filter(|near| free[*near as usize]).collect()
    };
    let open = (0..board.len() as Cell).filter(|cell| free[*cell as usize]);
    let Some(cell) = open.min_by_key(|cell| around(free, *cell).len()) else { return true };
    let mut others = around(free, cell);
    dice.shuffle(&mut others);
    for other in others {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        free[cell as usize] = false;
        free[other as usize] = false;
        gourds.push([cell, other]);
        if cover(board, dice, free, gourds, steps) {
            return true;
        }
        gourds.pop();
        free[cell as usize] = true;
        free[other as usize] = true;
    }
    false
}

/// A goal that a configuration fulfils: a cell in so many is left open; it tells labels only, or gourds.
fn goal(
    board: &Board,
    target: &Configuration,
    labels: &[Label],
    open: usize,
    only: bool,
    dice: &mut Dice,
) -> Target {
    let colours = |cell: Cell| labels[target.end(cell) as usize];
    let kinds: Vec<[Label; 2]> =
        labels.as_chunks().0.iter().flat_map(|[a, b]| [[*a, *b], [*b, *a]]).collect();
    let wish = |cell: Cell| {
        if open > 0 && dice.below(open) == 0 {
            return Wish::any();
        }
        let end = target.end(cell);
        if end == NONE {
            return Wish { empty: true, ends: Some(Vec::new()) };
        }
        let mut ends = Vec::new();
        if only {
            for [label, other] in kinds.iter().filter(|kind| kind[0] == colours(cell)) {
                ends.extend((0..6).map(|towards| Lying { label: *label, other: *other, towards }));
            }
        } else {
            let towards = board.direction(cell, target.partner(cell)).unwrap() as u8;
            let other = labels[end as usize ^ 1];
            ends.push(Lying { label: colours(cell), other, towards });
        }
        ends.sort_unstable();
        ends.dedup();
        Wish { empty: false, ends: Some(ends) }
    };
    (0..board.len() as Cell).map(wish).collect()
}

/// The exact goal of a configuration.
pub fn whole(board: &Board, target: &Configuration, labels: &[Label]) -> Target {
    goal(board, target, labels, 0, false, &mut Dice(1))
}

/// Whether a plan ends in a goal.
fn ends(problem: &Problem, plan: &[Cell]) -> bool {
    let cells = problem.board.cells();
    let mut now = plain(&problem.start, &problem.labels, cells.len());
    for through in plan {
        let Some((_, next)) = moves(cells, &now).into_iter().find(|(cell, _)| *cell == *through as usize)
        else {
            return false;
        };
        now = next;
    }
    problem.goals.iter().any(|goal| allows(&problem.board, goal, &now))
}

/// A least plan, replayed, with all bounds checked against its length.
pub fn solved(problem: &Problem) -> Option<Vec<Cell>> {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let mut bounds = Vec::new();
    let outcome = least(problem, None, &meter, &mut |bound| bounds.push(bound)).unwrap();
    assert!(bounds.is_sorted());
    let simple = lower_bound(problem, &meter).unwrap();
    match outcome {
        Outcome::Plan(plan) => {
            assert!(ends(problem, &plan));
            let length = plan.len() as u64;
            assert!(simple <= length);
            assert!(bounds.last().is_none_or(|bound| *bound <= length));
            Some(plan)
        }
        Outcome::None => None,
        other => panic!("{other:?}"),
    }
}

fn agree(seed: u64, boards: usize, sizes: &[usize]) {
    let mut dice = Dice(seed);
    let mut impossible = 0;
    for round in 0..boards {
        let size = sizes[dice.below(sizes.len())];
        let cells = random_board(&mut dice, size);
        let board = Board::new(cells.clone());
        let Some(start) = random_gourds(&board, &mut dice) else { continue };
        let kinds = [2, 3, size - 1][dice.below(3)];
        let labels: Vec<Label> = if kinds == size - 1 {
            (0..kinds as Label).collect()
        } else {
            (1..size).map(|_| dice.below(kinds) as Label).collect()
        };
        let goals = (0..1 + dice.below(2)).filter_map(|_| {
            let mut target = random_gourds(&board, &mut dice)?;
            if dice.below(3) > 0 {
                // A target that can be reached.
                target = start.clone();
                for _ in 0..200 {
                    let near: Vec<Cell> = board.neighbours(target.empty()).collect();
                    target.play(&board, near[dice.below(near.len())]);
                }
            }
            let (open, only) = ([0, 0, 2, 4][dice.below(4)], dice.below(2) == 0);
            Some(goal(&board, &target, &labels, open, only, &mut dice))
        });
        let goals: Vec<Target> = goals.collect();
        let problem = Problem { board: board.clone(), start: start.clone(), labels: labels.clone(), goals };
        let seen = all(&cells, &plain(&start, &labels, size));
        let reached = seen
            .iter()
            .filter(|(position, _)| problem.goals.iter().any(|goal| allows(&board, goal, position)));
        let reached: Vec<(u64, u128)> = reached.map(|(_, found)| *found).collect();
        let expected = reached.iter().map(|(distance, _)| *distance).min();
        let found = solved(&problem).map(|plan| plan.len() as u64);
        assert_eq!(found, expected, "round {round}: {problem:?}");
        impossible += usize::from(expected.is_none());
        // One move less is too few, as many are enough.
        let budget = Budget::unlimited();
        let meter = Meter::new(&budget);
        let mut short = Vec::new();
        short_plans(&problem, 1000, 64_000, &meter, &mut |plan| short.push(plan)).unwrap();
        assert!(short.iter().all(|plan| ends(&problem, plan) && Some(plan.len() as u64) >= expected));
        assert!(short.is_sorted_by(|a, b| a.len() > b.len()));
        assert!(expected.is_none() || round > 200 || !short.is_empty());
        if let Some(length) = expected {
            let within = |most| least(&problem, Some(most), &meter, &mut |_| ()).unwrap();
            assert!(matches!(within(length), Outcome::Plan(plan) if plan.len() as u64 == length));
            assert!(length == 0 || within(length - 1) == Outcome::Longer);
            let ways = reached.iter().filter(|(distance, _)| *distance == length).map(|(_, ways)| ways).sum();
            let plans = least_plans(&problem, length, 50, &meter).unwrap().unwrap();
            assert_eq!(plans.count, ways);
            assert_eq!(plans.plans.len() as u128, ways.min(50));
            assert!(plans.plans.iter().all(|plan| plan.len() as u64 == length && ends(&problem, plan)));
            let mut sorted = plans.plans.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted, plans.plans);
        }
    }
    assert!(impossible < boards / 2);
}

#[test]
fn small_boards_agree_with_breadth_first() {
    agree(7, 150, &[3, 5, 7]);
}

#[test]
#[ignore = "a minute in a release build"]
fn boards_of_nine_cells_agree_with_breadth_first() {
    agree(11, 300, &[7, 9]);
}

/// The largest distance from one position to another of its class.
fn largest(cells: &[(i32, i32)]) -> u64 {
    let board = Board::new(cells.to_vec());
    let mut dice = Dice(3);
    let start = random_gourds(&board, &mut dice).unwrap();
    let labels: Vec<Label> = (0..cells.len() as Label - 1).collect();
    // All positions are starts.
    let positions: Vec<Plain> = all(cells, &plain(&start, &labels, cells.len())).into_keys().collect();
    positions.iter().map(|from| all(cells, from).values().map(|(far, _)| *far).max().unwrap()).max().unwrap()
}

/// Hamersma, van Kreveld, Uno and van der Zanden 2020, Observation 1, and a board of five cells.
#[test]
fn small_boards_have_these_diameters() {
    assert_eq!(largest(&[(0, 0), (1, 0), (0, 1)]), 3);
    assert_eq!(largest(&[(1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]), 9);
}

/// Moves at random.
fn wander(board: &Board, start: &Configuration, moves: usize, dice: &mut Dice) -> (Vec<Cell>, Configuration) {
    let mut now = start.clone();
    let mut plan = Vec::new();
    for _ in 0..moves {
        let near: Vec<Cell> = board.neighbours(now.empty()).collect();
        let through = near[dice.below(near.len())];
        assert!(now.play(board, through));
        plan.push(through);
    }
    (plan, now)
}

#[test]
fn plans_are_shortened() {
    let mut dice = Dice(5);
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    for round in 0..12 {
        let size = 7 + 4 * (round % 4);
        let board = Board::new(random_board(&mut dice, size));
        let Some(start) = random_gourds(&board, &mut dice) else { continue };
        let kinds = if round % 2 == 0 { size } else { 3 };
        let labels: Vec<Label> = (1..size).map(|end| (end % kinds) as Label).collect();
        let (plan, end) = wander(&board, &start, 200, &mut dice);
        let goals = vec![whole(&board, &end, &labels)];
        let problem = Problem { board: board.clone(), start: start.clone(), labels: labels.clone(), goals };
        let shorter = shorten(&board, &plan, &start, &labels, &meter).unwrap();
        assert!(shorter.len() <= plan.len() && ends(&problem, &shorter));
        if size == 7 {
            assert_eq!(shorter.len(), solved(&problem).unwrap().len());
        }
    }
    // A plan that is not legal stays as it is.
    let board = Board::new(vec![(0, 0), (1, 0), (0, 1)]);
    let start = Configuration::new(&board, &[[0, 1]]).unwrap();
    assert_eq!(shorten(&board, &[2], &start, &[0, 1], &meter).unwrap(), [2]);
}

/// One gourd on a board of its own takes as many moves as it does among others, if nothing is in its way.
#[test]
fn a_gourd_alone_has_these_distances() {
    let board = Board::new(vec![(0, 0), (1, 0), (0, 1)]);
    let far = distances(&board, &[[0, 1]]);
    let all = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]].map(|pair| far.get(&board, pair).unwrap());
    assert_eq!(all, [0, 3, 1, 2, 2, 1]);
    let row = Board::new((0..9).map(|q| (q, 0)).collect());
    let far = distances(&row, &[[0, 1]]);
    assert_eq!(far.get(&row, [7, 8]), Some(7));
    assert_eq!(far.get(&row, [8, 7]), None);
}

fn hexagon(radius: i32) -> Board {
    let row = |r: i32| (-radius..=radius).filter(move |q| (q + r).abs() <= radius).map(move |q| (q, r));
    Board::new((-radius..=radius).flat_map(row).collect())
}

/// Pairs of positions of nine numbered gourds on the hexagon of 19 cells.
#[test]
#[ignore = "half a minute in a release build"]
fn hexagon_of_19_cells() {
    let board = hexagon(2);
    let mut dice = Dice(19);
    let labels: Vec<Label> = (0..18).collect();
    let mut lengths = Vec::new();
    while lengths.len() < 30 {
        let (Some(start), Some(target)) =
            (random_gourds(&board, &mut dice), random_gourds(&board, &mut dice))
        else {
            continue;
        };
        let goals = vec![whole(&board, &target, &labels)];
        let problem = Problem { board: board.clone(), start, labels: labels.clone(), goals };
        let begun = std::time::Instant::now();
        let length = solved(&problem).unwrap().len();
        println!("{length} moves in {:.2} s", begun.elapsed().as_secs_f64());
        lengths.push(length);
    }
    let mean = lengths.iter().sum::<usize>() as f64 / 30.0;
    assert!((32.0..37.0).contains(&mean), "{mean}");
}
