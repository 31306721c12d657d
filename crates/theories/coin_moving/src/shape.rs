//! Shapes that the paper draws: chains and canonical Ls.

use crate::coins::Coins;
use crate::rectangle::Rectangle;
use crate::span::Span;
use puzzlec_model::board::Coord;

/// The canonical L of every component (Galliot et al. 2021, section 2): its left column and its bottom row, with as
/// few coins as span it. In an odd rectangle the two coins side by side are at the top left, or at the
/// bottom right where the number of rows is odd.
pub fn canonical(span: &Span, width: i32, height: i32) -> Coins {
    Coins::on(width, height, span.0.iter().flat_map(|rectangle| canonical_l(*rectangle)))
}

fn canonical_l(r: Rectangle) -> impl Iterator<Item = Coord> {
    let last = r.half_perimeter() - 2;
    let along = move |at: i32| {
        let corner = r.height() - 1;
        Coord::new(r.left + (at - corner).max(0), r.top + at.min(corner))
    };
    let odd_from = if r.is_odd() && r.height() % 2 == 0 { 1 } else { 0 };
    let every_second = (odd_from..=last).step_by(2);
    let mut places: Vec<i32> = every_second.chain([0, last]).collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter().map(along)
}

/// The groups of coins that are linked by distances of one or two.
pub fn linked(coins: &Coins) -> Vec<Vec<Coord>> {
    groups(coins, 2)
}

/// The groups of coins that are linked by distances of one.
pub fn touching(coins: &Coins) -> Vec<Vec<Coord>> {
    groups(coins, 1)
}

fn groups(coins: &Coins, distance: i32) -> Vec<Vec<Coord>> {
    let mut left = coins.clone();
    let mut groups = Vec::new();
    for coin in coins.iter() {
        if !left.remove(coin) {
            continue;
        }
        let mut group = vec![coin];
        let mut at = 0;
        while let Some(coin) = group.get(at).copied() {
            at += 1;
            for near in near(coin, distance) {
                if left.remove(near) {
                    group.push(near);
                }
            }
        }
        groups.push(group);
    }
    groups
}

/// The two ends of a group of coins that is a chain without branches: every coin has at most two others within
/// distance two.
pub fn ends(coins: &Coins, group: &[Coord]) -> Option<[Coord; 2]> {
    let degree = |coin: &Coord| near(*coin, 2).filter(|cell| coins.contains(*cell)).count();
    if let [only] = group {
        return Some([*only, *only]);
    }
    let mut ends = group.iter().filter(|coin| degree(coin) == 1);
    let found = [*ends.next()?, *ends.next()?];
    (ends.next().is_none() && group.iter().all(|coin| degree(coin) <= 2)).then_some(found)
}

/// The cells at a distance of at least one and at most this.
pub(crate) fn near(cell: Coord, distance: i32) -> impl Iterator<Item = Coord> {
    let steps = (-distance..=distance).flat_map(move |y| (-distance..=distance).map(move |x| (x, y)));
    let steps = steps.filter(move |(x, y)| (1..=distance).contains(&(x.abs() + y.abs())));
    steps.map(move |(x, y)| Coord::new(cell.x + x, cell.y + y))
}
