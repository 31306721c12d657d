//! Coins in hand (1.4 to 1.6): what the paper says of them, beside all positions of small boards, and the library's
//! rules.

use std::collections::BTreeSet;

use puzzlec_coin_moving::coins::Coins;
use puzzlec_coin_moving::shape::canonical;
use puzzlec_coin_moving::span::{Span, Spans};
use puzzlec_model::board::Coord;
use puzzlec_search::Options;

use super::answer;
use super::decide::truth::{Random, Small, met};
use crate::games;

/// The sets of coins on the board that are reached with so many coins on it and in hand.
fn reached(small: &Small, start: u32, coins: u32) -> BTreeSet<u32> {
    let mut known = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        for cell in 0..small.cells() {
            let lies = at >> cell & 1 == 1;
            let drops = at.count_ones() < coins && small.coins_beside(at, cell) >= 2;
            let after = at ^ 1 << cell;
            if (lies || drops) && known.insert(after) {
                open.push(after);
            }
        }
    }
    known
}

fn set(small: &Small, coins: &Coins) -> u32 {
    coins.iter().fold(0, |set, cell| set | 1 << (cell.y * small.width + cell.x))
}

fn span(small: &Small, set: u32) -> Span {
    Spans::new(small.width, small.height).span(small.coords(set))
}

/// The canonical Ls of a span (2.5).
fn ls(small: &Small, span: &Span) -> u32 {
    set(small, &canonical(span, small.width, small.height))
}

const BOARDS: [(i32, i32); 5] = [(3, 3), (4, 2), (5, 2), (4, 3), (7, 1)];

/// 1.5: a puzzle is solved with coins in hand if and only if it is without, and 1.20.
#[test]
fn coins_in_hand_change_nothing() {
    let mut random = Random(3);
    let (mut with, mut moved) = (0, Vec::new());
    for turn in 0..60 {
        let small = Small::new(BOARDS[turn % 5].0, BOARDS[turn % 5].1);
        let coins = 3 + random.below(u64::from(small.cells()) - 4) as u32;
        let start = random.position(&small, coins);
        small.reach(start, &mut moved);
        let reached = reached(&small, start, coins);
        with += reached.len();
        for goal in 0..1_u32 << small.cells() {
            if goal.count_ones() == coins {
                assert_eq!(
                    met(&moved, goal),
                    reached.contains(&goal),
                    "{} -> {}",
                    small.show(start),
                    small.show(goal)
                );
            }
            // Redundant coins are dropped again.
            let redundant =
                (0..small.cells()).find(|c| goal >> c & 1 == 1 && small.coins_beside(goal, *c) >= 2);
            if let Some(cell) = redundant.filter(|_| goal.count_ones() <= coins) {
                assert_eq!(reached.contains(&goal), reached.contains(&(goal & !(1 << cell))));
            }
        }
    }
    assert!(with > 2_000, "{with}");
}

/// 2.7, and with it 2.6: with two coins in hand a configuration becomes its canonical Ls, and they become it.
#[test]
fn two_coins_in_hand_lead_to_the_canonical_ls_and_back() {
    let mut random = Random(9);
    for turn in 0..300 {
        let small = Small::new(BOARDS[turn % 5].0, BOARDS[turn % 5].1);
        let start = random.position(&small, 2 + (turn / 5) as u32 % 4);
        let ls = ls(&small, &span(&small, start));
        let coins = start.count_ones() + 2;
        assert!(reached(&small, start, coins).contains(&ls), "{}", small.show(start));
        assert!(reached(&small, ls, coins).contains(&start), "{}", small.show(start));
    }
}

/// 3.2: a canonical L shrinks to one in its rectangle; 4.9: it leaves any configuration behind that is not too large.
#[test]
fn canonical_ls_shrink_and_sweep() {
    let mut random = Random(13);
    let (mut shrunk, mut swept) = (0, 0);
    for (width, height) in [(3, 3), (4, 2), (4, 3), (5, 3), (7, 1), (2, 6)] {
        let small = Small::new(width, height);
        let whole = ls(&small, &span(&small, (1 << small.cells()) - 1));
        let two = reached(&small, whole, whole.count_ones() + 2);
        for corners in 0..small.cells() * small.cells() {
            let [a, b] = [corners / small.cells(), corners % small.cells()].map(|c| small.coords(1 << c)[0]);
            let inside = |cell: &Coord| (a.x..=b.x).contains(&cell.x) && (a.y..=b.y).contains(&cell.y);
            let cells = (0..small.cells())
                .filter(|c| inside(&small.coords(1 << c)[0]))
                .fold(0, |set, c| set | 1 << c);
            if cells != 0 {
                assert!(two.contains(&ls(&small, &span(&small, cells))), "{}", small.show(cells));
                shrunk += 1;
            }
        }
        let minimum = whole.count_ones() as i32;
        for hand in 1..6 {
            let side = (width.min(height) + 1) / 2;
            let most = (minimum - side + hand - 1).min(2 * (hand - 1));
            let all = reached(&small, whole, (minimum + hand) as u32);
            for _ in 0..200 {
                let coins = random.below(most.max(1) as u64) as u32;
                let goal = random.position(&small, coins.min(small.cells()));
                if (goal.count_ones() as i32) < most {
                    assert!(all.contains(&goal), "{} with {hand}", small.show(goal));
                    swept += 1;
                }
            }
        }
    }
    assert!(shrunk > 300 && swept > 3_000, "{shrunk} {swept}");
}

/// The rules of the library, by general search.
#[test]
fn the_rules_of_the_library() {
    let mut random = Random(17);
    let mut solvable = 0;
    for turn in 0..200 {
        let (width, height) = BOARDS[turn % 4];
        let small = Small::new(width, height);
        let (on_board, hand) = (2 + random.below(3) as u32, random.below(3) as u32);
        let start = random.position(&small, on_board);
        let left = random.below(2) as u32;
        let goal = random.position(&small, on_board + hand - left);
        let drawn = |set| small.show(set).replace('X', " o").replace('.', " .").replace('/', "\n   ");
        let text = format!(
            "edition 2\nuse coins\npuzzle P {{\n board square {width} by {height}\n rules coins.pickUp, coins.drop\n \
             counter coins.hand = {hand}\n start \"\"\"\n   {}\n\"\"\"\n goal \"\"\"\n   {}\n\"\"\"\n}}",
            drawn(start),
            drawn(goal)
        );
        let told = answer(&games::load(&text), &Options::default());
        let is = reached(&small, start, on_board + hand).contains(&goal);
        solvable += usize::from(is);
        assert_eq!(told != "none", is, "{told} {text}");
    }
    assert!(solvable > 3, "{solvable}");
}
