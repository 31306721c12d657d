//! Cycles through all cells and plans on proper boards. Every plan is replayed by an interpreter of its own.

use std::collections::HashMap;

use puzzlec_base::Budget;
use puzzlec_gourds::hamilton::{cycle, is_proper};
use puzzlec_gourds::problem::{Board, Cell, Configuration};
use puzzlec_gourds::reconfigure::{divide, insert, meet, peel, plan};
use puzzlec_theory::meter::{Halted, Meter};

use super::generate::{
    Place, Random, discs, hexagon, is_cycle, random_board, random_configuration, replays, spine, strip,
};

type Method = fn(&Board, &Configuration, &Configuration, &Meter<'_>) -> Result<Option<Vec<Cell>>, Halted>;

const METHODS: [(&str, Method); 4] =
    [("plan", plan), ("divide", divide::divide), ("peel", peel::peel), ("insert", insert::insert)];

/// A cycle as places, after a check that it goes counterclockwise through all cells.
fn checked(board: &[Place], found: &[Cell]) {
    let places: Vec<Place> = found.iter().map(|cell| board[*cell as usize]).collect();
    assert!(is_cycle(board, &places), "{board:?}");
    let next = places.iter().cycle().skip(1);
    let area: i32 = places.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum();
    assert!(area < 0, "clockwise: {board:?}");
}

/// The moves of each method from one random configuration to another.
fn lengths(cells: &[Place], methods: &[(&str, Method)], random: &mut Random) -> Vec<usize> {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let board = Board::new(cells.to_vec());
    let ring = cycle(&board, &meter).unwrap().unwrap();
    let from = random_configuration(&board, &ring, random);
    let to = random_configuration(&board, &ring, random);
    let lengths = methods.iter().map(|(name, method)| {
        let plan = method(&board, &from, &to, &meter).unwrap();
        let plan = plan.unwrap_or_else(|| panic!("{name} finds no plan on {cells:?}"));
        assert!(replays(&board, &from, &to, &plan), "{name} on {cells:?}");
        plan.len()
    });
    lengths.collect()
}

#[test]
fn every_board_without_holes_has_a_cycle_but_the_star() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let (mut counts, mut proper) = (HashMap::new(), 0);
    for cells in discs(13) {
        let board = Board::new(cells.clone());
        *counts.entry(cells.len()).or_insert(0) += 1;
        proper += usize::from(is_proper(&board));
        match cycle(&board, &meter).unwrap() {
            Some(found) => checked(&cells, &found),
            None => assert!(cells.len() == 13 && !is_proper(&board), "no cycle on {cells:?}"),
        }
    }
    assert_eq!([3, 5, 7, 9, 11, 13].map(|size| counts[&size]), [1, 1, 4, 16, 69, 327]);
    // One of 13 cells is the Star of David.
    assert_eq!(proper, 417);
}

#[test]
fn boards_with_holes_cut_cells_or_parts_are_not_proper() {
    let ring = vec![(1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2)];
    let bow = vec![(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)];
    let cases = [
        [ring.as_slice(), &[(3, 0)]].concat(),
        bow,
        vec![(0, 0), (1, 0), (2, 0)],
        vec![(0, 0), (5, 5), (9, 9)],
        vec![(0, 0), (1, 0), (0, 1), (1, 1)],
        Vec::new(),
    ];
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    for (cells, cyclic) in cases.into_iter().zip([true, false, false, false, true, false]) {
        let board = Board::new(cells.clone());
        assert!(!is_proper(&board), "{cells:?}");
        let found = cycle(&board, &meter).unwrap();
        assert_eq!(found.is_some(), cyclic, "{cells:?}");
        if let Some(found) = found {
            checked(&cells, &found);
        }
        let empty = Configuration::new(&board, &[]);
        assert!(empty.is_none_or(|at| plan(&board, &at, &at, &meter).unwrap().is_none()));
    }
    let one = Board::new(vec![(0, 0)]);
    let at = Configuration::new(&one, &[]).unwrap();
    assert!(is_proper(&one) && cycle(&one, &meter).unwrap().is_none());
    assert_eq!(plan(&one, &at, &at, &meter).unwrap(), Some(Vec::new()));
}

/// Whether there is a cycle, by extension of a path from the first cell.
fn has_cycle(board: &Board, at: Cell, seen: u32) -> bool {
    let all = (1u32 << board.len()) - 1;
    seen == all && board.adjacent(at, 0)
        || board.neighbours(at).any(|near| seen >> near & 1 == 0 && has_cycle(board, near, seen | 1 << near))
}

#[test]
fn cycles_on_boards_with_holes_are_those_of_an_exhaustive_search() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let mut random = Random(3);
    let mut found = [0, 0];
    for _ in 0..400 {
        let mut cells = hexagon(19);
        for _ in 0..3 + random.below(6) {
            cells.swap_remove(random.below(cells.len()));
        }
        let board = Board::new(cells.clone());
        let cycle = cycle(&board, &meter).unwrap();
        assert_eq!(cycle.is_some(), has_cycle(&board, 0, 1), "{cells:?}");
        found[usize::from(cycle.is_some())] += 1;
        if let Some(cycle) = cycle {
            checked(&cells, &cycle);
        }
    }
    assert!(found[0] > 20 && found[1] > 20, "{found:?}");
}

#[test]
fn plans_on_boards_of_up_to_eleven_cells() {
    let mut random = Random(11);
    for cells in discs(11).into_iter().filter(|cells| cells.len() % 2 == 1) {
        let moves = lengths(&cells, &METHODS, &mut random);
        assert!(moves[1..].iter().all(|other| moves[0] <= *other), "{moves:?} on {cells:?}");
    }
}

#[test]
fn plans_on_small_boards_are_shortest() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let mut random = Random(5);
    for cells in discs(7).into_iter().filter(|cells| cells.len() % 2 == 1) {
        let board = Board::new(cells);
        let ring = cycle(&board, &meter).unwrap().unwrap();
        let from = random_configuration(&board, &ring, &mut random);
        let mut seen = HashMap::from([(from.clone(), 0)]);
        let mut level = vec![from.clone()];
        for moves in 1.. {
            let mut next = Vec::new();
            for at in &level {
                for through in board.neighbours(at.empty()) {
                    let mut to = at.clone();
                    assert!(to.play(&board, through));
                    if !seen.contains_key(&to) {
                        seen.insert(to.clone(), moves);
                        next.push(to);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        for (to, moves) in seen.iter().filter(|(to, _)| to.empty() == from.empty()).take(300) {
            let plan = meet::least(&board, &from, to, &meter).unwrap().unwrap();
            assert!(plan.len() == *moves && replays(&board, &from, to, &plan));
        }
    }
}

#[test]
fn plans_on_boards_of_all_shapes() {
    let mut random = Random(17);
    let boards = [
        hexagon(37),
        strip(31),
        spine(9),
        random_board(41, true, &mut random),
        random_board(41, false, &mut random),
    ];
    for cells in boards {
        let moves = lengths(&cells, &METHODS, &mut random);
        assert!(moves[0] <= moves[1].min(moves[2]) && moves[1] < moves[3], "{moves:?}");
    }
}

#[test]
fn a_hexagon_takes_no_more_moves_than_in_the_literature() {
    let mut random = Random(23);
    let mean = |gourds: usize, random: &mut Random| {
        let runs = 4;
        let moves = (0..runs).map(|_| lengths(&hexagon(2 * gourds + 1), &METHODS[..1], random)[0]);
        moves.sum::<usize>() / runs
    };
    assert!(mean(9, &mut random) <= 61);
    assert!(mean(18, &mut random) <= 192);
}

#[test]
fn a_spine_is_divided_well() {
    let mut random = Random(29);
    let cells = spine(61);
    let gourds = cells.len() / 2;
    let moves = lengths(&cells, &METHODS[1..2], &mut random)[0];
    assert!(moves < 4 * gourds * gourds, "{moves} moves for {gourds} gourds");
}

#[test]
fn a_limit_is_an_error_only_without_a_plan() {
    let mut random = Random(31);
    let free = Budget::unlimited();
    let board = Board::new(hexagon(61));
    let ring = cycle(&board, &Meter::new(&free)).unwrap().unwrap();
    let from = random_configuration(&board, &ring, &mut random);
    let to = random_configuration(&board, &ring, &mut random);
    let budget = Budget::unlimited().with_states(1);
    let meter = Meter::new(&budget);
    meter.seen(2);
    assert_eq!(plan(&board, &from, &to, &meter), Err(Halted));
}

#[test]
#[ignore = "a minute in a release build"]
fn all_proper_boards_of_thirteen_cells() {
    let mut random = Random(37);
    let boards = discs(13).into_iter().filter(|cells| is_proper(&Board::new(cells.clone())));
    let mut count = 0;
    for cells in boards {
        count += 1;
        for _ in 0..5 {
            lengths(&cells, &METHODS, &mut random);
        }
    }
    assert_eq!(count, 417);
}

#[test]
#[ignore = "a minute in a release build"]
fn two_thousand_and_one_cells() {
    let mut random = Random(41);
    for cells in [hexagon(2001), strip(2001), random_board(2001, true, &mut random)] {
        lengths(&cells, &METHODS[..1], &mut random);
    }
}
