//! Moves and seconds of plans between random configurations on boards without holes, by method, for growing boards. Every
//! plan is replayed.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout)]

#[allow(dead_code)]
#[path = "../tests/gourds/generate.rs"]
mod generate;

use std::time::Instant;

use generate::{Place, Random, hexagon, random_board, random_configuration, replays, spine, strip};
use puzzlec::base::Budget;
use puzzlec::theories::gourds::hamilton::cycle;
use puzzlec::theories::gourds::problem::{Board, Cell, Configuration};
use puzzlec::theories::gourds::reconfigure::{divide, insert, peel, plan};
use puzzlec::theories::meter::{Halted, Meter};

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
