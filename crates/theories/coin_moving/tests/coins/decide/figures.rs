//! Puzzles of the paper.

use puzzlec_checker::certificate::Checked;
use puzzlec_coin_moving::decide::{Decision, Layer};
use puzzlec_coin_moving::problem::Problem;
use puzzlec_model::board::Coord;

use super::{Plane, asked, cells, first, problem, written};

fn refuted_by(start: &str, goal: &str) -> Option<Layer> {
    match first(&problem(start, goal)) {
        Some((layer, Decision::No(_))) => Some(layer),
        _ => None,
    }
}

#[test]
fn figure_11() {
    let (start, goal) = ("X../X../X../.../XXX", "XXX/.../.../.../XXX");
    let problem = problem(start, goal);
    assert_eq!(asked(&problem, Layer::Split), Decision::Open);
    let Decision::No(reason) = asked(&problem, Layer::LateSplit) else { panic!() };
    let body = written(&problem, &reason);
    let expected = serde_json::json!({ "goals": [
        { "kind": "late_split", "components": [["a1", "c1"], ["a5", "c5"]] }
    ] });
    assert_eq!(body, expected);
    let checked = Plane::new().checked(&cells(start), &cells(goal), &body);
    assert!(matches!(checked, Checked::Verified(_)), "{checked:?}");
    assert_eq!(refuted_by(start, goal), Some(Layer::LateSplit));
    // On the left neither 3.3 nor 4.8 applies, and there is a plan.
    let left = super::problem("XX../X.../X.../.XXX", "XXXX/..../..../XXX.");
    for layer in [Layer::Components, Layer::Crowded] {
        assert_eq!(asked(&left, layer), Decision::Open);
    }
}

#[test]
fn figure_13() {
    assert_eq!(refuted_by(".XX/XX./X..", "XXX/.X./X.."), Some(Layer::Isolated));
    assert_eq!(first(&problem(".XX/XX./X..", "XXX/..X/X..")), Some((Layer::LookBack, Decision::Yes)));
    // No single coin of the goal is all that touches others.
    assert_eq!(refuted_by("XXXXX/...../X....", "XX.XX/.X.../X...."), Some(Layer::LookBack));
}

/// The L and the two rows of Figure 15.
fn family(n: i32) -> [Vec<Coord>; 2] {
    let last = n - 1;
    let (mut start, mut goal) = (Vec::new(), Vec::new());
    if n % 2 == 1 {
        start.extend((0..n).step_by(2).map(|y| Coord::new(0, y)));
        start.extend((2..n).step_by(2).map(|x| Coord::new(x, last)));
        start.extend((1..n).step_by(2).take((n as usize - 3) / 2).map(|x| Coord::new(x, last)));
    } else {
        start.extend((0..=n - 2).step_by(2).map(|y| Coord::new(0, y)));
        start.extend((1..n).step_by(2).map(|x| Coord::new(x, last)));
        start.extend((2..=n - 2).step_by(2).map(|x| Coord::new(x, last)));
    }
    for y in [0, last] {
        goal.extend((0..n).filter(|x| x % 2 == 0 || *x == last).map(|x| Coord::new(x, y)));
    }
    goal.extend((1..n).step_by(2).take((n as usize - 5) / 2).map(|x| Coord::new(x, last)));
    [start, goal]
}

fn family_is_refuted(sizes: impl Iterator<Item = i32>) {
    let mut plane = Plane::new();
    for n in sizes {
        let [start, goal] = family(n);
        assert_eq!(start.len(), goal.len());
        let problem = Problem::new(&start, &goal).unwrap();
        assert_eq!(asked(&problem, Layer::Extra), Decision::Open);
        let Decision::No(reason) = asked(&problem, Layer::Split) else { panic!("{n}") };
        assert!(plane.accepts(&start, &goal, &written(&problem, &reason)), "{n}");
    }
}

#[test]
fn figure_15() {
    family_is_refuted((9..40).chain([100, 1000]));
}

#[test]
#[ignore = "992 puzzles"]
fn all_of_figure_15() {
    family_is_refuted(9..=1000);
}

#[test]
fn more_coins_are_not_refuted_by_parting() {
    for n in 9..30 {
        let [mut start, mut goal] = family(n);
        // Five coins more on both sides are what 4.8 asks for.
        let free = |set: &[Coord]| {
            let free = (0..n).map(|x| Coord::new(x, n - 1)).filter(|c| !set.contains(c));
            free.chain((0..n).map(|y| Coord::new(1, y)).filter(|c| !set.contains(c)))
                .take(5)
                .collect::<Vec<_>>()
        };
        let (more, most) = (free(&start), free(&goal));
        start.extend(more);
        goal.extend(most);
        let problem = Problem::new(&start, &goal).unwrap();
        assert_eq!(asked(&problem, Layer::Split), Decision::Open);
        assert_eq!(asked(&problem, Layer::LateSplit), Decision::Open);
    }
}

#[test]
fn far_coins_are_as_near_ones() {
    // Two pairs that never meet; a coin of the goal lies where none comes.
    let far = |x: i32| Coord::new(x, 0);
    let start = [far(0), far(1), far(1_000_000), far(1_000_001), far(1_000_002)];
    let goal = [far(0), far(1), far(1_000_000), far(1_000_001), far(500_000)];
    let problem = Problem::new(&start, &goal).unwrap();
    let Some((Layer::Span, Decision::No(reason))) = first(&problem) else { panic!() };
    assert!(Plane::new().accepts(&start, &goal, &written(&problem, &reason)));
}
