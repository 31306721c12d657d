//! Gourds: moves and seconds of plans between random configurations on growing boards without holes, by method; least plans
//! with their lower bounds; placements and their numbers; dominoes that may lie diagonally. Every plan is replayed.
//!
//! `cargo bench -p puzzlec-benches --bench gourds -- least` measures one part: `plans`, `least`, `walks`, `placement`
//! or `diagonal`.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout)]

#[allow(dead_code)]
#[path = "../crates/theories/gourds/tests/gourds/generate.rs"]
mod generate;

use std::time::Instant;

use generate::{Place, Random, hexagon, random_board, random_configuration, replays, spine, strip};
use puzzlec_base::Budget;
use puzzlec_gourds::hamilton::cycle;
use puzzlec_gourds::least::{Outcome, least, lower_bound, short_plans};
use puzzlec_gourds::placement::{count, place};
use puzzlec_gourds::problem::{
    Board, Cell, Configuration, Label, Lying, NONE, Placement, Problem, Supply, Target, Wish,
};
use puzzlec_gourds::reconfigure::{divide, insert, peel, plan};
use puzzlec_placement::packing::{GoalSets, Packing};
use puzzlec_placement::solve;
use puzzlec_theory::meter::{Halted, Meter};

type Method = fn(&Board, &Configuration, &Configuration, &Meter<'_>) -> Result<Option<Vec<Cell>>, Halted>;
type Shape = fn(usize, &mut Random) -> Vec<Place>;

const SHAPES: [(&str, Shape); 5] = [
    ("hexagon", |cells, _| hexagon(cells)),
    ("fat", |cells, random| random_board(cells, false, random)),
    ("thin", |cells, random| random_board(cells, true, random)),
    ("strip", |cells, _| strip(cells)),
    ("spine", |cells, _| spine(i32::try_from(cells / 4 + 1).unwrap())),
];

/// Methods, and the most gourds that each is measured with.
const METHODS: [(&str, Method, usize); 4] = [
    ("plan", plan, 1000),
    ("peel", peel::peel, 108),
    ("divide", divide::divide, 1000),
    ("insert", insert::insert, 63),
];

fn main() {
    let parts: [(&str, fn()); 5] = [
        ("plans", plans),
        ("least", least_plans),
        ("walks", walks),
        ("placement", placements),
        ("diagonal", diagonal),
    ];
    let asked: Vec<String> =
        std::env::args().filter(|arg| parts.iter().any(|(name, _)| name == arg)).collect();
    for (name, part) in parts {
        if asked.is_empty() || asked.iter().any(|asked| asked == name) {
            part();
        }
    }
}

fn plans() {
    for (shape, cells) in SHAPES {
        for gourds in [9, 18, 30, 45, 63, 84, 108, 300, 1000] {
            let runs: u32 = if gourds < 300 { 10 } else { 1 };
            let mut line = format!("{shape}, n = {gourds}:");
            for (name, method, most) in METHODS {
                if gourds <= most {
                    let (moves, seconds) = measured(cells, method, gourds, runs);
                    line += &format!(" {name} {moves} moves {seconds:.2} s;");
                }
            }
            println!("{line}");
        }
    }
}

/// The mean of moves and seconds.
fn measured(cells: Shape, method: Method, gourds: usize, runs: u32) -> (usize, f64) {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let mut random = Random(gourds as u64);
    let (mut moves, mut seconds) = (0, 0.0);
    for _ in 0..runs {
        let board = Board::new(cells(2 * gourds + 1, &mut random));
        let ring = cycle(&board, &meter).unwrap().unwrap();
        let from = random_configuration(&board, &ring, &mut random);
        let to = random_configuration(&board, &ring, &mut random);
        let begun = Instant::now();
        let plan = method(&board, &from, &to, &meter).unwrap().unwrap();
        seconds += begun.elapsed().as_secs_f64();
        assert!(replays(&board, &from, &to, &plan));
        moves += plan.len();
    }
    (moves / runs as usize, seconds / f64::from(runs))
}

/// Cells in rows of these lengths, each indented by half a cell less than the one before it, or by as much.
fn rows(lengths: &[i32], slanted: bool) -> Vec<Place> {
    let row = |(r, length): (i32, &i32)| (0..*length).map(move |q| (if slanted { q } else { q - r }, r));
    (0..).zip(lengths).flat_map(row).collect()
}

fn least_plans() {
    let boards = [
        ("hexagon, 19 cells", hexagon(19), 30),
        ("triangle, 21 cells", rows(&[1, 2, 3, 4, 5, 6], false), 6),
        ("3 by 7, 21 cells", rows(&[7, 7, 7], true), 4),
        ("5 by 5", rows(&[5, 5, 5, 5, 5], true), 3),
    ];
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    for (name, cells, runs) in boards {
        let board = Board::new(cells);
        let ring = cycle(&board, &meter).unwrap().unwrap();
        let mut random = Random(3);
        let mut found: Vec<(usize, u64, f64)> = (0..runs)
            .map(|_| {
                let from = random_configuration(&board, &ring, &mut random);
                let to = random_configuration(&board, &ring, &mut random);
                let goals = vec![drawn(&board, &to, &(0..).take(2 * to.gourds()).collect::<Vec<Label>>())];
                let labels = (0..).take(2 * from.gourds()).collect();
                let problem = Problem { board: board.clone(), start: from.clone(), labels, goals };
                let bound = lower_bound(&problem, &meter).unwrap();
                let begun = Instant::now();
                let Outcome::Plan(plan) = least(&problem, None, &meter, &mut |_| ()).unwrap() else {
                    panic!("no plan")
                };
                assert!(replays(&board, &from, &to, &plan));
                (plan.len(), bound, begun.elapsed().as_secs_f64())
            })
            .collect();
        found.sort_by(|a, b| a.2.total_cmp(&b.2));
        let mean = |of: fn(&(usize, u64, f64)) -> f64| found.iter().map(of).sum::<f64>() / f64::from(runs);
        println!(
            "{name}: {runs} least plans, mean {:.1} moves, bound {:.1}; {:.2} to {:.2} s, median {:.2} s",
            mean(|run| run.0 as f64),
            mean(|run| run.1 as f64),
            found[0].2,
            found[found.len() - 1].2,
            found[found.len() / 2].2,
        );
    }
}

/// A goal that draws a configuration of ends with these labels.
fn drawn(board: &Board, at: &Configuration, labels: &[Label]) -> Target {
    let lying = |cell: Cell| Lying {
        label: labels[at.end(cell) as usize],
        other: labels[(at.end(cell) ^ 1) as usize],
        towards: u8::try_from(board.direction(cell, at.partner(cell)).unwrap()).unwrap(),
    };
    let wish = |cell: Cell| match at.end(cell) {
        NONE => Wish { empty: true, ends: Some(Vec::new()) },
        _ => Wish { empty: false, ends: Some(vec![lying(cell)]) },
    };
    (0..board.len() as Cell).map(wish).collect()
}

/// Least plans to where random walks lead, and between random configurations, on boards where most of the latter are out of reach.
fn walks() {
    for cells in [31, 41] {
        let board = Board::new(hexagon(cells));
        let ring = cycle(&board, &Meter::new(&Budget::unlimited())).unwrap().unwrap();
        for length in [Some(100), Some(250), Some(500), Some(1000), None] {
            let mut random = Random(7);
            for _ in 0..5 {
                let from = random_configuration(&board, &ring, &mut random);
                let to = match length {
                    Some(length) => walked(&board, &from, length, &mut random),
                    None => random_configuration(&board, &ring, &mut random),
                };
                let labels: Vec<Label> = (0..).take(2 * to.gourds()).collect();
                let goals = vec![drawn(&board, &to, &labels)];
                let problem = Problem { board: board.clone(), start: from.clone(), labels, goals };
                let budget = Budget::unlimited().with_bytes(2 << 30);
                let meter = Meter::new(&budget);
                let begun = Instant::now();
                let (mut found, mut proved) = (None, 0);
                let few = |plan: Vec<Cell>| found = Some(plan.len() as u64);
                short_plans(&problem, 1 << 10, 1 << 21, &meter, &mut { few }).unwrap();
                let most = found.map(|moves| moves - 1);
                let told = match least(&problem, most, &meter, &mut |bound| proved = bound) {
                    Ok(Outcome::Plan(plan)) => format!("{} moves, least", plan.len()),
                    Ok(Outcome::Longer) => format!("{} moves, least", found.unwrap()),
                    _ => match found {
                        Some(moves) => format!("{moves} found, at least {proved}"),
                        None => format!("none found, at least {proved}"),
                    },
                };
                let seconds = begun.elapsed().as_secs_f64();
                let walk =
                    length.map_or("a random pair".to_owned(), |length| format!("a walk of {length} moves"));
                println!("{cells} cells, {walk}: {told}, {seconds:.1} s");
            }
        }
    }
}

/// Where so many random moves lead.
fn walked(board: &Board, from: &Configuration, length: usize, random: &mut Random) -> Configuration {
    let mut to = from.clone();
    let mut moves = 0;
    while moves < length {
        moves += usize::from(to.play(board, random.below(board.len()) as Cell));
    }
    to
}

/// Colours at random, and the gourds of a random configuration.
fn placements() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    for (cells, colours) in [(61, 2), (91, 2), (91, 5), (127, 2), (169, 2), (217, 2), (331, 2), (547, 5)] {
        let mut random = Random(cells as u64);
        let board = Board::new(hexagon(cells));
        let ring = cycle(&board, &meter).unwrap().unwrap();
        let at = random_configuration(&board, &ring, &mut random);
        let colour: Vec<Label> = (0..cells).map(|_| random.below(colours) as Label).collect();
        let mut supply: Vec<Supply> = Vec::new();
        for gourd in 0..at.gourds() as u32 {
            let mut labels = at.gourd(gourd).map(|cell| colour[cell as usize]);
            labels.sort_unstable();
            match supply.iter_mut().find(|entry| entry.labels == labels) {
                Some(entry) => entry.count += 1,
                None => supply.push(Supply { labels, count: 1 }),
            }
        }
        let ends = |label: Label| {
            let others = (0..colours as Label).flat_map(|other| (0..6).map(move |towards| (other, towards)));
            others.map(move |(other, towards)| Lying { label, other, towards }).collect()
        };
        let wish = |cell: usize| match cell == at.empty() as usize {
            true => Wish { empty: true, ends: Some(Vec::new()) },
            false => Wish { empty: false, ends: Some(ends(colour[cell])) },
        };
        let placement = Placement { board, supply, goals: vec![(0..cells).map(wish).collect()] };
        let begun = Instant::now();
        assert!(place(&placement, &meter).unwrap().is_some());
        let mut line =
            format!("{cells} cells, {colours} colours: placed in {:.3} s", begun.elapsed().as_secs_f64());
        if colours == 2 || cells < 100 {
            let begun = Instant::now();
            let number = count(&placement, &meter).unwrap().to_string();
            let seconds = begun.elapsed().as_secs_f64();
            line += &format!(
                ", {}.{} * 10^{} ways in {seconds:.2} s",
                &number[..1],
                &number[1..3],
                number.len() - 1
            );
        }
        println!("{line}");
    }
}

/// Square boards whose cells also touch at their corners, of two random colours, with nearly as many dominoes of two
/// colours as possible.
fn diagonal() {
    let budget = Budget::unlimited();
    for (side, mixed, empty) in
        [(12_u32, 63, 0), (16, 117, 0), (16, 116, 2), (20, 179, 0), (24, 257, 0), (30, 397, 0)]
    {
        let mut state = 1_000_010_u64;
        let mut colour = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33) % 2
        };
        let colours: Vec<u64> = (0..side * side).map(|_| colour()).collect();
        let of = |colour: u64| colours.iter().filter(|other| **other == colour).count() as u32;
        let alike = |colour: u64| (of(colour) - mixed - empty / 2) / 2;
        let mut packing = Packing::new(side * side, 1);
        for count in [alike(0), mixed, alike(1)] {
            packing.entry(count, 2);
        }
        for cell in 0..side * side {
            let (x, y) = (cell % side, cell / side);
            let near = [(x + 1, y), (x, y + 1), (x + 1, y + 1), (x.wrapping_sub(1), y + 1)];
            for (x, y) in near.into_iter().filter(|(x, y)| *x < side && *y < side) {
                let other = y * side + x;
                let [here, there] = [cell, other].map(|cell| colours[cell as usize]);
                let ends = if here > there { [other, cell] } else { [cell, other] };
                packing.lay(1 + (here + there) as u32, ends, GoalSets::ALL);
            }
            packing.leave(cell, GoalSets::ALL);
        }
        let begun = Instant::now();
        assert!(solve::place(&packing, &Meter::new(&budget)).unwrap().is_some());
        let seconds = begun.elapsed().as_secs_f64();
        println!("{side} by {side} cells, {mixed} mixed dominoes, {empty} empty cells: {seconds:.2} s");
    }
}
