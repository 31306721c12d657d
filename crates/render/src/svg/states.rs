//! Automata: the states on a circle, the start on its left, in an order that makes arrows short; two rims where they accept.

use svg::node::element::{Circle, Group, Path, Polygon};

use super::shapes::{distance, head, line, px, text_at};
use super::{Look, document};
use puzzlec_analysis::Point;

/// The radius of a state, and the distance of neighbouring ones.
const STATE: (f64, f64) = (0.36, 1.9);
/// The least radius of the circle.
const CIRCLE: f64 = 1.6;
/// The space around the circle, in which arrows from a state to itself lie.
const SPACE: f64 = 1.5;
/// How far the middle of an arrow lies aside, of its length and at most; how far its letters lie from it, and where.
const ASIDE: (f64, f64, f64, f64) = (0.14, 0.35, 0.17, 0.35);
/// States that change places.
const MOST_MOVED: usize = 40;
/// The size of the letters of a name, and on an arrow.
const LETTERS: (f64, f64) = (0.34, 0.3);

/// The picture of an automaton: its states with their names and whether they accept, the first one the start, and arrows from
/// state to state with their letters.
pub fn automaton(title: &str, states: &[(String, bool)], arrows: &[(usize, usize, String)]) -> String {
    let circle = (STATE.1 * count(states.len()) / std::f64::consts::TAU).max(CIRCLE);
    let middle = Point { x: circle + SPACE, y: circle + SPACE };
    let seats = seats(states.len(), arrows);
    let outward = |state: usize| {
        let seat = seats.get(state).copied().unwrap_or(state);
        let turn = std::f64::consts::TAU * count(seat) / count(states.len().max(1)) + std::f64::consts::PI;
        Point { x: turn.cos(), y: turn.sin() }
    };
    let place = |state: usize| along(middle, outward(state), circle);
    let mut group = Group::new();
    for (from, to, letters) in arrows {
        let (a, b) = (place(*from), place(*to));
        let (arrow, at) = if from == to { around(a, outward(*from), *from == 0) } else { curve(a, b) };
        group = group.add(arrow).add(text_at(letters, at, LETTERS.1, "heading"));
    }
    let first = place(0);
    let rim = along(first, outward(0), STATE.0);
    let before = along(first, outward(0), STATE.0 + 0.6);
    group = group.add(line(before, rim, "wall", 0.04)).add(pointed(before, rim));
    for (state, (name, accepts)) in states.iter().enumerate() {
        let at = place(state);
        let rim = |radius: f64| {
            let circle = Circle::new().set("cx", px(at.x)).set("cy", px(at.y)).set("r", px(radius));
            circle.set("class", "board").set("stroke-width", px(0.04))
        };
        group = group.add(rim(STATE.0));
        if *accepts {
            group = group.add(rim(STATE.0 - 0.08));
        }
        group = group.add(text_at(name, at, LETTERS.0, "heading"));
    }
    let side = 2.0 * (circle + SPACE);
    let accepting: Vec<&str> =
        states.iter().filter(|(_, accepts)| *accepts).map(|(name, _)| name.as_str()).collect();
    let words = format!("An automaton of {} states; {} accept.", states.len(), accepting.join(", "));
    document((side, side), (title, &words), Look::default(), "", group)
}

/// By state its place on the circle, from 0 for the first one: states change places as long as that makes arrows shorter.
fn seats(states: usize, arrows: &[(usize, usize, String)]) -> Vec<usize> {
    let mut seats: Vec<usize> = (0..states).collect();
    let length = |seats: &[usize]| -> usize {
        let apart = |(from, to, _): &(usize, usize, String)| {
            let steps = seats.get(*from).zip(seats.get(*to)).map_or(0, |(a, b)| a.abs_diff(*b));
            steps.min(states - steps.min(states))
        };
        arrows.iter().map(apart).sum()
    };
    let mut best = length(&seats);
    loop {
        let before = best;
        for one in 1..states.min(MOST_MOVED) {
            for other in one + 1..states.min(MOST_MOVED) {
                seats.swap(one, other);
                let shorter = length(&seats);
                if shorter < best {
                    best = shorter;
                } else {
                    seats.swap(one, other);
                }
            }
        }
        if best == before {
            return seats;
        }
    }
}

fn count(number: usize) -> f64 {
    (0..number).fold(0.0, |sum, _| sum + 1.0)
}

fn along(from: Point, direction: Point, by: f64) -> Point {
    Point { x: from.x + by * direction.x, y: from.y + by * direction.y }
}

/// The direction from a point to another one.
fn towards(from: Point, to: Point) -> Point {
    let length = distance(from, to).max(f64::MIN_POSITIVE);
    Point { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
}

/// An arrow from state to state, bent to its right, and the place of its letters.
fn curve(from: Point, to: Point) -> (Group, Point) {
    let direction = towards(from, to);
    let right = Point { x: -direction.y, y: direction.x };
    let half = along(from, direction, distance(from, to) / 2.0);
    let bend = along(half, right, 2.0 * (ASIDE.0 * distance(from, to)).min(ASIDE.1));
    let a = along(from, towards(from, bend), STATE.0);
    let b = along(to, towards(to, bend), STATE.0);
    let path = format!("M {} {} Q {} {} {} {}", px(a.x), px(a.y), px(bend.x), px(bend.y), px(b.x), px(b.y));
    let t = ASIDE.3;
    let blend = |a: f64, bend: f64, b: f64| (1.0 - t).powi(2) * a + 2.0 * t * (1.0 - t) * bend + t * t * b;
    let text = along(Point { x: blend(a.x, bend.x, b.x), y: blend(a.y, bend.y, b.y) }, right, ASIDE.2);
    (arrow(&path, bend, b), text)
}

/// An arrow from a state to itself, outside the circle; `turned` makes room for the arrow to the start.
fn around(at: Point, outward: Point, turned: bool) -> (Group, Point) {
    let rotated = |by: f64| Point {
        x: outward.x * by.cos() - outward.y * by.sin(),
        y: outward.x * by.sin() + outward.y * by.cos(),
    };
    let main = if turned { 1.1 } else { 0.0 };
    let (a, b) = (along(at, rotated(main - 0.6), STATE.0), along(at, rotated(main + 0.6), STATE.0));
    let (c, d) = (along(at, rotated(main - 0.7), 1.2), along(at, rotated(main + 0.7), 1.2));
    let points = [c, d, b].map(|point| format!("{} {}", px(point.x), px(point.y))).join(" ");
    let path = format!("M {} {} C {points}", px(a.x), px(a.y));
    (arrow(&path, d, b), along(at, rotated(main), 1.2))
}

/// A path with a head at its end, which it reaches from a point.
fn arrow(path: &str, from: Point, end: Point) -> Group {
    let path =
        Path::new().set("d", path).set("class", "wall").set("fill", "none").set("stroke-width", px(0.04));
    Group::new().add(path).add(pointed(from, end))
}

fn pointed(from: Point, end: Point) -> Polygon {
    head(from, end, (0.0, 0.09)).set("class", "heading")
}
