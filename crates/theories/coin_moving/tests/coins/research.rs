//! The tables of `examples/research` about coins: found again, from all positions of small rectangles.

use puzzlec_coin_moving::shape::canonical;
use puzzlec_coin_moving::span::Spans;

use super::decide::truth::{Small, met};
use super::told::span;

/// The numbers in the rows of a table that begin with these words.
fn numbers(text: &str, row: &str) -> Vec<u32> {
    let line = text.lines().find(|line| line.starts_with(&format!("//! | {row} |"))).unwrap();
    let cells = line.split('|').skip(1 + row.split('|').count());
    cells.flat_map(|cell| cell.split_whitespace()).map(|number| number.parse().unwrap()).collect()
}

/// The coins, the most moves of a least plan from a start with this span, and for how many starts and goals.
fn hardest(small: &Small) -> [u32; 3] {
    let full = (1 << small.cells()) - 1;
    let mut most = [0; 3];
    let mut level = vec![u32::MAX; 1 << small.cells()];
    for start in 1..=full {
        let spans = || Spans::new(small.width, small.height).span(small.coords(start)).0;
        if small.least_image(start) != start
            || spans() != Spans::new(small.width, small.height).span(small.coords(full)).0
        {
            continue;
        }
        level.fill(u32::MAX);
        level[start as usize] = 0;
        let mut order = vec![start];
        let mut at = 0;
        while let Some(position) = order.get(at).copied() {
            let moves = level[position as usize] + 1;
            small.moves(position, |next| {
                if level[next as usize] == u32::MAX {
                    level[next as usize] = moves;
                    order.push(next);
                }
            });
            at += 1;
        }
        let last = level[order[order.len() - 1] as usize];
        let goals = order.iter().filter(|goal| level[**goal as usize] == last).count() as u32;
        match last.cmp(&most[1]) {
            std::cmp::Ordering::Greater => most = [start.count_ones(), last, goals],
            std::cmp::Ordering::Equal if start.count_ones() == most[0] => most[2] += goals,
            _ => {}
        }
    }
    most
}

#[test]
fn the_hardest_puzzles() {
    let text = include_str!("../../../../../examples/research/hardest-coins.puzzle");
    for (width, height) in [(3, 3), (4, 2), (5, 2), (4, 3)] {
        let row = format!("{width} by {height}");
        assert_eq!(numbers(text, &row), hardest(&Small::new(width, height)), "{row}");
    }
}

#[test]
#[ignore = "all positions of larger rectangles"]
fn the_hardest_puzzles_of_larger_rectangles() {
    let text = include_str!("../../../../../examples/research/hardest-coins.puzzle");
    for (width, height) in [(6, 2), (7, 2), (5, 3), (4, 4)] {
        let row = format!("{width} by {height}");
        assert_eq!(numbers(text, &row), hardest(&Small::new(width, height)), "{row}");
    }
}

/// For each number of coins the coins in hand with which the canonical L becomes any configuration of so many.
fn in_hand(small: &Small) -> Vec<u32> {
    let full = (1_u32 << small.cells()) - 1;
    let span = Spans::new(small.width, small.height).span(small.coords(full));
    let ls = canonical(&span, small.width, small.height);
    let start = ls.iter().fold(0, |set, cell| set | 1 << (cell.y * small.width + cell.x));
    let mut needed = vec![0; small.cells() as usize];
    let mut missing: Vec<u32> = (1..=full).collect();
    for hand in 0.. {
        for set in &missing {
            needed[set.count_ones() as usize - 1] = hand;
        }
        let coins = u32::count_ones(start) + hand;
        let mut known = vec![false; 1 << small.cells()];
        known[start as usize] = true;
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            for cell in 0..small.cells() {
                let after = at ^ 1 << cell;
                let legal =
                    at >> cell & 1 == 1 || at.count_ones() < coins && small.coins_beside(at, cell) >= 2;
                if legal && !known[after as usize] {
                    known[after as usize] = true;
                    open.push(after);
                }
            }
        }
        missing.retain(|set| !known[*set as usize]);
        if missing.is_empty() {
            break;
        }
    }
    needed
}

#[test]
fn coins_in_hand() {
    let text = include_str!("../../../../../examples/research/coins-in-hand.puzzle");
    for (width, height) in [(3, 3), (4, 3), (5, 3), (4, 4)] {
        let small = Small::new(width, height);
        assert_eq!(numbers(text, &format!("{width} by {height}    | coins in hand  ")), in_hand(&small));
        let (least, side) = ((width + height + 1) / 2, (width.min(height) + 1) / 2);
        let enough =
            |coins: &i32| (1..).find(|hand| *coins < (least - side + hand - 1).min(2 * (hand - 1))).unwrap();
        let asked: Vec<u32> = (1..=width * height).map(|coins| enough(&coins) as u32).collect();
        assert_eq!(numbers(text, &format!("{width} by {height}    | 4.9 asks       ")), asked);
    }
}

/// The conclusion's second guess, in two rows: whether two coins that are extra relative to the goal and two redundant
/// ones are always enough. Tells how many starts and goals have them.
fn two_to_spare(small: &Small) -> u64 {
    let all: Vec<u32> = (1..1 << small.cells()).collect();
    let bits = |set: u32| (0..small.cells()).filter(move |cell| set >> cell & 1 == 1);
    let spare = |set: u32, cell: u32| small.coins_beside(set, cell) >= 2;
    let two = |set: u32| {
        bits(set)
            .any(|one| spare(set, one) && bits(set & !(1 << one)).any(|two| spare(set & !(1 << one), two)))
    };
    let goals: Vec<(u32, u32)> =
        all.iter().filter(|goal| two(**goal)).map(|goal| (*goal, span(small, *goal))).collect();
    let (mut pairs, mut reached) = (0, Vec::new());
    for start in all.iter().copied().filter(|start| small.least_image(*start) == *start) {
        let spans: Vec<u32> = bits(start)
            .flat_map(|one| {
                bits(start).filter(move |two| one < *two).map(move |two| start & !(1 << one) & !(1 << two))
            })
            .map(|rest| span(small, rest))
            .collect();
        small.reach(start, &mut reached);
        for (goal, covered) in &goals {
            let fits = goal.count_ones() == start.count_ones()
                && spans.iter().any(|span| span & covered == *covered);
            if fits {
                assert!(met(&reached, *goal), "{} -> {}", small.show(start), small.show(*goal));
                pairs += 1;
            }
        }
    }
    pairs
}

#[test]
fn two_coins_to_spare_in_two_rows() {
    assert!(two_to_spare(&Small::new(4, 2)) > 500 && two_to_spare(&Small::new(5, 2)) > 5_000);
}

#[test]
#[ignore = "all pairs of two rows of six"]
fn two_coins_to_spare_in_two_longer_rows() {
    assert!(two_to_spare(&Small::new(6, 2)) > 100_000);
}
