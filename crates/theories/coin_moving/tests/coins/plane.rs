//! Puzzles on the plane: their boards, spans, moves and shapes.

use puzzlec_coin_moving::coins::{Coins, Move};
use puzzlec_coin_moving::problem::Problem;
use puzzlec_coin_moving::rectangle::Rectangle;
use puzzlec_coin_moving::shape::{canonical, ends, linked};
use puzzlec_coin_moving::span::{Span, Spans};
use puzzlec_model::board::Coord;

/// The span by its definition: cells with two covered neighbours are covered until nothing changes.
fn closure(coins: &Coins) -> Coins {
    let mut all = coins.clone();
    loop {
        let cells = Rectangle { top: 0, left: 0, bottom: all.height() - 1, right: all.width() - 1 };
        let more: Vec<Coord> =
            cells.cells().filter(|c| !all.contains(*c) && all.neighbours(*c) >= 2).collect();
        if more.is_empty() {
            return all;
        }
        more.into_iter().for_each(|cell| {
            all.insert(cell);
        });
    }
}

#[test]
fn spans_are_closures() {
    for (width, height) in [(1, 7), (4, 4), (5, 3), (3, 5)] {
        let mut spans = Spans::new(width, height);
        for set in 0_u32..1 << (width * height) {
            let cells = (0..width * height).filter(|at| set >> at & 1 != 0);
            let coins = Coins::on(width, height, cells.map(|at| Coord::new(at % width, at / width)));
            let span = spans.span(coins.iter());
            let covered = Coins::on(width, height, span.0.iter().flat_map(|r| r.cells()));
            assert_eq!(covered, closure(&coins));
            let apart = |a: &Rectangle| span.0.iter().all(|b| a == b || a.distance(*b) >= 3);
            assert!(span.0.iter().all(apart));
        }
    }
}

#[test]
fn far_coins_make_no_large_box() {
    let cells = [(0, 0), (1, 0), (1_000_000, 5), (1_000_002, 5), (1_000_002, -900_000)];
    let cells = cells.map(|(x, y)| Coord::new(x, y));
    let problem = Problem::new(&cells, &cells[..3]).unwrap();
    assert_eq!((problem.start.width(), problem.start.height()), (7, 7));
    let back: Vec<Coord> = problem.start.iter().filter_map(|c| problem.on_board(c)).collect();
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    assert_eq!(back, sorted);
    assert_eq!(problem.goal.len(), 3);
}

#[test]
fn moves_are_replayed() {
    let cells = |list: &[(i32, i32)]| list.iter().map(|(x, y)| Coord::new(*x, *y)).collect::<Vec<_>>();
    let problem = Problem::new(&cells(&[(0, 0), (1, 0), (0, 1)]), &cells(&[(1, 0), (0, 1), (1, 1)])).unwrap();
    let step = |a: (i32, i32), b: (i32, i32)| Move { from: Coord::new(a.0, a.1), to: Coord::new(b.0, b.1) };
    assert!(problem.solved_by([step((0, 0), (1, 1))]));
    assert!(!problem.solved_by([step((0, 1), (1, 1))]));
    assert!(!problem.solved_by([]));
    assert!(!problem.solved_by([step((0, 0), (2, 0))]));
}

#[test]
fn canonical_ls_are_minimum_chains() {
    for (width, height) in (1..9).flat_map(|w| (1..9).map(move |h| (w, h))) {
        let span = Span(vec![Rectangle { top: 0, left: 0, bottom: height - 1, right: width - 1 }]);
        let coins = canonical(&span, width, height);
        assert_eq!(coins.len(), span.minimum(), "{width} by {height}");
        assert_eq!(Spans::new(width, height).span(coins.iter()), span, "{width} by {height}");
        let groups = linked(&coins);
        assert_eq!(groups.len(), 1);
        let corner = |c: Coord| (c.x == 0 || c.x == width - 1) && (c.y == 0 || c.y == height - 1);
        assert!(coins.iter().all(|c| c.x == 0 || c.y == height - 1));
        // Around the corner of an L three coins are near each other.
        if let Some(ends) = groups.first().and_then(|group| ends(&coins, group)) {
            assert!(ends.into_iter().all(corner), "{width} by {height}");
        }
    }
}
