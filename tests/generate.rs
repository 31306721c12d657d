//! Puzzles that are generated from puzzles with holes, beside naive enumerations.

mod clues;
mod given;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::support::loaded;
use puzzlec_analysis::{GenerateOptions, GenerateReport, Outcome};
use puzzlec_base::{Budget, FileId};
use puzzlec_syntax::format::format;
use puzzlec_task::SearchContext;

fn generate(text: &str, options: GenerateOptions) -> GenerateReport {
    let analysis = loaded(text);
    let errors: Vec<_> = analysis.check(&Budget::unlimited()).into_iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let report = analysis.generate(&analysis.puzzles()[0], &[], &options, SearchContext::unlimited());
    let report = report.unwrap_or_else(|errors| panic!("{errors:#?}"));
    for one in &report.puzzles {
        sound(&one.text);
    }
    if !report.text.is_empty() {
        sound(&report.text);
    }
    report
}

/// A text has no errors and no warnings about its holes, is formatted, and its expectations hold.
fn sound(text: &str) {
    assert_eq!(format(FileId(0), text).ok().as_deref(), Some(text));
    let analysis = loaded(text);
    let errors: Vec<_> = analysis.check(&Budget::unlimited()).into_iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{text}\n{errors:#?}");
    assert!(!analysis.puzzles().is_empty());
    for puzzle in analysis.puzzles() {
        let results = analysis.test(puzzle, &SearchContext::unlimited).unwrap();
        assert!(!results.is_empty(), "{text}");
        for result in results {
            assert!(matches!(result.outcome, Outcome::Held), "{text}\n{result:#?}");
        }
    }
}

fn all(count: usize) -> GenerateOptions {
    GenerateOptions { count, all: true, ..GenerateOptions::default() }
}

fn random(count: usize, seed: u64) -> GenerateOptions {
    GenerateOptions { count, seed, ..GenerateOptions::default() }
}

const EIGHT: &str = r#"edition 2
piece tile "12345678"
rule slide { [ tile | empty ] -> [ empty | tile ] }
puzzle Eight {
    board square 3 by 3
    rules slide
    fill  each tile
    goal  """
        1 2 3
        4 5 6
        7 8 .
    """
    wish  hardest
}
"#;

#[test]
fn the_hardest_starts_of_the_eight_puzzle() {
    // Breadth first from the goal, with arrays.
    let goal = [1_u8, 2, 3, 4, 5, 6, 7, 8, 0];
    let mut known = BTreeMap::from([(goal, 0_u64)]);
    let mut open = VecDeque::from([goal]);
    while let Some(board) = open.pop_front() {
        let gap = board.iter().position(|tile| *tile == 0).unwrap();
        for other in 0..9 {
            if (gap / 3).abs_diff(other / 3) + (gap % 3).abs_diff(other % 3) == 1 {
                let mut next = board;
                next.swap(gap, other);
                let length = known[&board] + 1;
                known.entry(next).or_insert_with(|| {
                    open.push_back(next);
                    length
                });
            }
        }
    }
    let most = known.values().copied().max().unwrap();
    let drawn = |board: &[u8; 9]| -> Vec<String> {
        let mark = |tile: &u8| if *tile == 0 { ".".to_owned() } else { tile.to_string() };
        board.chunks(3).map(|row| row.iter().map(mark).collect::<Vec<_>>().join(" ")).collect()
    };
    let hardest: BTreeSet<Vec<String>> =
        known.iter().filter(|one| *one.1 == most).map(|one| drawn(one.0)).collect();
    assert_eq!((most, hardest.len()), (31, 2));

    let report = generate(EIGHT, all(5));
    let looked = &report.looked;
    assert_eq!((looked.fillings, looked.tries, looked.solvable), (362_880, 362_880, known.len() as u64));
    assert_eq!(looked.hardest, Some((31.0, 2)));
    let found: BTreeSet<Vec<String>> =
        report.puzzles.iter().filter(|one| one.length == Some(31)).map(|one| one.picture.clone()).collect();
    assert_eq!(found, hardest);
    assert_eq!(
        report.puzzles.iter().map(|one| one.length.unwrap()).collect::<Vec<_>>(),
        [31, 31, 30, 30, 30]
    );
}

/// Pegs on a board of 3 by 4 cells as bits, with the jumps between them.
fn jumps() -> Vec<[u16; 3]> {
    let mut all = Vec::new();
    for cell in 0..12_i32 {
        let (x, y) = (cell % 3, cell / 3);
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (far_x, far_y) = (x + 2 * dx, y + 2 * dy);
            if (0..3).contains(&far_x) && (0..4).contains(&far_y) {
                let bit = |x: i32, y: i32| 1_u16 << (y * 3 + x);
                all.push([bit(x, y), bit(x + dx, y + dy), bit(far_x, far_y)]);
            }
        }
    }
    all
}

#[test]
fn pegs_beside_naive_enumeration() {
    let text = r#"edition 2
use peg
puzzle Pegs {
    board square 3 by 4
    rules peg.jump
    fill  peg * 3..6
    goal  count(peg) == 1
    wish  hardest by positions
}
"#;
    let jumps = jumps();
    let mut fillings = 0;
    let mut classes = BTreeSet::new();
    let (mut solvable, mut hardest) = (0, (0_usize, 0));
    for start in 0..1_u16 << 12 {
        if !(3..=6).contains(&start.count_ones()) {
            continue;
        }
        fillings += 1;
        let turned = |flip_x: bool, flip_y: bool| {
            (0..12).filter(|cell| start >> cell & 1 == 1).fold(0_u16, |board, cell| {
                let (x, y) = (cell % 3, cell / 3);
                board | 1 << ((if flip_y { 3 - y } else { y }) * 3 + if flip_x { 2 - x } else { x })
            })
        };
        let class = [turned(false, false), turned(true, false), turned(false, true), turned(true, true)];
        if !classes.insert(class.into_iter().min().unwrap()) {
            continue;
        }
        let (mut seen, mut open) = (BTreeSet::from([start]), vec![start]);
        while let Some(board) = open.pop() {
            for [from, over, to] in &jumps {
                if board & from != 0 && board & over != 0 && board & to == 0 {
                    let next = board & !from & !over | to;
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
        }
        if seen.iter().any(|board| board.count_ones() == 1) {
            solvable += 1;
            match seen.len().cmp(&hardest.0) {
                std::cmp::Ordering::Greater => hardest = (seen.len(), 1),
                std::cmp::Ordering::Equal => hardest.1 += 1,
                std::cmp::Ordering::Less => {}
            }
        }
    }
    let report = generate(text, all(3));
    let looked = &report.looked;
    assert_eq!((looked.fillings, looked.tries), (fillings, classes.len() as u64));
    assert_eq!((looked.solvable, looked.fitting), (solvable, solvable));
    assert_eq!(looked.hardest, Some((hardest.0 as f64, hardest.1)));
    assert_eq!(report.puzzles[0].positions, Some(hardest.0 as u64));
}

#[test]
fn rush_hour_beside_naive_enumeration() {
    let text = r#"edition 2
piece car "abcdefg" { rigid; turns; shape """ cc """ }
piece red "r" { rigid; shape """ rr """ }
rule drive(x: car or red, d: direction) {
    when aligned(x, d)
    shift x towards d
}
puzzle Jam {
    board square 4 by 4
    rules drive
    fill  red, car * 1..3
    goal  red at c2, d2
    wish  hardest
}
"#;
    // Cars as their cells, 16 bits each; the red one is first.
    let bit = |x: usize, y: usize| 1_u16 << (y * 4 + x);
    let flat: Vec<u16> = (0..4).flat_map(|y| (0..3).map(move |x| bit(x, y) | bit(x + 1, y))).collect();
    let upright: Vec<u16> = (0..3).flat_map(|y| (0..4).map(move |x| bit(x, y) | bit(x, y + 1))).collect();
    let cars: Vec<u16> = flat.iter().chain(&upright).copied().collect();
    let mut starts: BTreeSet<(u16, Vec<u16>)> = BTreeSet::new();
    for red in &flat {
        let free = |car: &u16, others: &[u16]| others.iter().all(|other| car & other == 0) && car & red == 0;
        for (a, car) in cars.iter().enumerate().filter(|(_, car)| free(car, &[])) {
            starts.insert((*red, vec![*car]));
            for (b, second) in cars.iter().enumerate().skip(a + 1).filter(|(_, c)| free(c, &[*car])) {
                starts.insert((*red, sorted(&[*car, *second])));
                for third in cars.iter().skip(b + 1).filter(|c| free(c, &[*car, *second])) {
                    starts.insert((*red, sorted(&[*car, *second, *third])));
                }
            }
        }
    }
    let goal = bit(2, 1) | bit(3, 1);
    let moves = |start: &(u16, Vec<u16>)| {
        let all: Vec<u16> = std::iter::once(start.0).chain(start.1.iter().copied()).collect();
        let taken = all.iter().fold(0, |sum, car| sum | car);
        let mut found = Vec::new();
        for (number, car) in all.iter().enumerate() {
            let list = if flat.contains(car) { &flat } else { &upright };
            for next in list {
                // A neighbouring place shares one cell.
                if (next & car).count_ones() == 1 && next & (taken & !car) == 0 {
                    let mut moved = all.clone();
                    moved[number] = *next;
                    found.push((moved[0], sorted(&moved[1..])));
                }
            }
        }
        found
    };
    // All moves can be undone: breadth first from all goals.
    let mut length: BTreeMap<(u16, Vec<u16>), u64> =
        starts.iter().filter(|start| start.0 == goal).map(|start| (start.clone(), 0)).collect();
    let mut open: VecDeque<_> = length.keys().cloned().collect();
    while let Some(start) = open.pop_front() {
        let next_length = length[&start] + 1;
        for next in moves(&start) {
            length.entry(next.clone()).or_insert_with(|| {
                open.push_back(next);
                next_length
            });
        }
    }
    let most = length.values().copied().max().unwrap();
    let hardest = length.values().filter(|one| **one == most).count() as u64;

    let report = generate(text, all(2));
    let looked = &report.looked;
    assert_eq!((looked.fillings, looked.tries), (starts.len() as u64, starts.len() as u64));
    assert_eq!(looked.solvable, length.len() as u64);
    assert_eq!(looked.hardest, Some((most as f64, hardest)));
    assert_eq!(report.puzzles[0].length, Some(most));
}

fn sorted(cars: &[u16]) -> Vec<u16> {
    let mut cars = cars.to_vec();
    cars.sort_unstable();
    cars
}

const STORE: &str = r##"edition 2
use sokoban
piece wall "#"
piece target "x" { floor; colour red }
marks { "*" = sokoban.box on target; "+" = sokoban.man on target }
puzzle Store {
    title   "A store"
    board   square 6 by 5
    rules   sokoban.all
    measure pushes = sokoban.push
    start   """
        # # # # # #
        # ? ? ? ? #
        # ? ? ? ? #
        # ? ? ? ? #
        # # # # # #
    """
    fill    man, box * 2, target * 2, wall * 0..3
    goal    box at every target
    wish    3.. pushes, hardest
}
"##;

#[test]
fn ten_stores_ranked_by_pushes() {
    let options = GenerateOptions { tries: 1_000, ..random(10, 1) };
    let report = generate(STORE, options);
    assert_eq!(report.puzzles.len(), 10);
    let lengths: Vec<u64> = report.puzzles.iter().map(|one| one.length.unwrap()).collect();
    assert!(lengths.is_sorted_by(|a, b| a >= b) && *lengths.last().unwrap() >= 3, "{lengths:?}");
    // No store is a turn or a mirror image of another one.
    let mut seen: BTreeSet<Vec<String>> = BTreeSet::new();
    for one in &report.puzzles {
        let rows: Vec<Vec<char>> =
            one.picture.iter().map(|row| row.chars().filter(|c| *c != ' ').collect()).collect();
        let image = |across: bool, down: bool| -> Vec<String> {
            let mut rows: Vec<String> = rows
                .iter()
                .map(|row| if across { row.iter().rev().collect() } else { row.iter().collect() })
                .collect();
            if down {
                rows.reverse();
            }
            rows
        };
        let least = [image(false, false), image(true, false), image(false, true), image(true, true)];
        assert!(seen.insert(least.into_iter().min().unwrap()));
    }
}

#[test]
fn the_same_seed_gives_the_same_puzzles() {
    let options = |from, tries| GenerateOptions { from, tries, ..random(4, 7) };
    let texts = |report: GenerateReport| report.puzzles.into_iter().map(|one| one.text).collect::<Vec<_>>();
    let first = texts(generate(STORE, options(0, 64)));
    assert_eq!(first, texts(generate(STORE, options(0, 64))));
    assert_ne!(first, texts(generate(STORE, GenerateOptions { seed: 8, ..options(0, 64) })));
    // The best of all tries is the best of the first or of the others.
    let pictures = |report: GenerateReport| report.puzzles[0].length;
    let (one, other) =
        (pictures(generate(STORE, options(0, 64))), pictures(generate(STORE, options(64, 64))));
    assert_eq!(pictures(generate(STORE, options(0, 128))), one.max(other));
}

#[test]
fn a_row_with_open_cells_needs_no_fill() {
    let text = r#"edition 2
use removal
puzzle Family(n: 3..9 = 4) {
    board line n
    rules removal.takeAndClose
    start row ?*n
    goal  empty
}
"#;
    let report = generate(text, all(20));
    // Each cell holds one of two coins; a row that is solvable is so from right to left.
    assert_eq!(report.looked.fillings, 16);
    assert!(report.puzzles.iter().all(|one| one.text.contains("start  row ") && one.length == Some(4)));
}

#[test]
fn what_cannot_be_generated_is_refused() {
    let refused = |text: &str| {
        let analysis = loaded(text);
        let report = analysis.generate(
            &analysis.puzzles()[0],
            &[],
            &GenerateOptions::default(),
            SearchContext::unlimited(),
        );
        report.unwrap_err()[0].headline.clone()
    };
    let peg = |rest: &str| {
        format!("use peg\npuzzle P {{ board line 4; rules peg.jump; goal count(peg) == 1; {rest} }}")
    };
    assert_eq!(refused(&peg("start row oo..")), "puzzle `P` has no holes");
    assert_eq!(refused(&peg("start row oo..; fill peg")), "the start has no open cell");
    assert_eq!(refused(&peg("fill peg * 5")), "the pieces need 5 cells, and the start has 4 open cells");
    assert_eq!(refused(&peg("fill peg; wish 3 jumps")), "lengths are in `moves` here");
    assert_eq!(refused(&peg("fill peg; wish minimal")), "only clues of a placement can be minimal");
    assert_eq!(refused(&peg("fill peg; clues")), "only pieces to place have clues");
    assert_eq!(refused(&peg("fill peg * 3..2")), "the range 3..2 is empty");
    assert_eq!(refused(&peg("fill peg; wish hardest by walk")), "there is no rule `walk`");
    assert_eq!(refused(&peg("fill peg; wish symmetric up down")), "there is no symmetry `up down`");
    let solved = loaded(&peg("fill peg * 2"));
    let errors = solved
        .solve(&solved.puzzles()[0], &[], &puzzlec_search::Options::default(), SearchContext::unlimited())
        .unwrap_err();
    assert_eq!(errors[0].headline, "puzzle `P` has holes");
    assert!(errors[0].help.as_ref().is_some_and(|help| help.contains("puzzlec generate FILE")));
}
