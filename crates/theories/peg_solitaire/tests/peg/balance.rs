//! Balance sheets against all games: bounds hold, and proofs that are changed say nothing false.

use super::boards::unlimited;
use super::problems::*;
use puzzlec_peg_solitaire::balance::{balance, enters, everywhere, leaves, traffic};
use puzzlec_peg_solitaire::board::{Cells, Jump, PegBoard, Problem};
use puzzlec_peg_solitaire::refute::pairs::pairs;
use puzzlec_peg_solitaire::refute::reversed;
use puzzlec_peg_solitaire::refute::totals::{excluding, golden, most, plain, range};
use puzzlec_peg_solitaire::search::setup::replay;
use puzzlec_proofs::peg_solitaire::check::totals::{self, Ends, never};
use std::collections::HashMap;

/// Random cases; `PUZZLEC_FUZZ=5000` tries that many.
fn cases(usual: usize) -> usize {
    std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn small() -> [Place; 4] {
    [rectangle(3, 3), rectangle(3, 4), rectangle(4, 4), triangle(5)]
}

/// The positions after a start, each with its successors.
fn positions(board: &PegBoard, start: Cells) -> HashMap<Cells, Vec<(usize, Cells)>> {
    let mut found = HashMap::new();
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        if found.contains_key(&at) {
            continue;
        }
        let legal = board.jumps().iter().enumerate().filter(|(_, jump)| jump.legal(at));
        let next: Vec<(usize, Cells)> = legal.map(|(index, jump)| (index, jump.play(at))).collect();
        open.extend(next.iter().map(|(_, after)| *after));
        found.insert(at, next);
    }
    found
}

/// The least and greatest sum of factors over all games from a position to the goal.
fn truth(
    graph: &HashMap<Cells, Vec<(usize, Cells)>>,
    at: Cells,
    goal: Cells,
    factors: &[i64],
    known: &mut HashMap<Cells, Option<(i64, i64)>>,
) -> Option<(i64, i64)> {
    if at == goal {
        return Some((0, 0));
    }
    if let Some(range) = known.get(&at) {
        return *range;
    }
    let mut range: Option<(i64, i64)> = None;
    for (jump, after) in &graph[&at] {
        if let Some((low, high)) = truth(graph, *after, goal, factors, known) {
            let (low, high) = (low + factors[*jump], high + factors[*jump]);
            range = Some(range.map_or((low, high), |(l, h)| (l.min(low), h.max(high))));
        }
    }
    known.insert(at, range);
    range
}

fn factors(board: &PegBoard, counted: impl Fn(&Jump) -> bool) -> Vec<i64> {
    board.jumps().iter().map(|jump| i64::from(counted(jump))).collect()
}

#[test]
fn every_game_is_within_its_balance_sheet() {
    let mut random = Random(11);
    let (mut sharp, mut all) = (0, 0);
    for place in small() {
        let board = &place.board;
        for _ in 0..cases(240) / 4 {
            let (start, played) = game(board, &mut random, 9);
            let goal = end(board, start, &played);
            let problem = Problem { board, start, goal };
            let graph = positions(board, start);
            let real = |factors: &[i64]| truth(&graph, start, goal, factors, &mut HashMap::new()).unwrap();
            for class in balance(&problem) {
                let jumps = i64::from(class.start) - i64::from(class.goal);
                let over = real(&factors(board, |j| class.cells >> j.over & 1 == 1));
                assert_eq!(over, (jumps, jumps), "{problem:?}");
            }
            let set = random.set(board.cells(), 0.3);
            let within = |cell: u8| set >> cell & 1 == 1;
            let found = traffic(&problem, set).unwrap();
            for (range, counted) in [
                (found.inward, factors(board, |j| within(j.to) && !within(j.from))),
                (found.outward, factors(board, |j| within(j.from) && !within(j.to))),
                (found.over, factors(board, |j| within(j.over))),
            ] {
                let (low, high) = real(&counted);
                assert!(range.0 <= low && high <= range.1, "{problem:?} {set:b} {range:?} {low} {high}");
                sharp += usize::from(range == (low, high));
                all += 1;
            }
        }
    }
    println!("{sharp} of {all} ranges are the truth");
    assert!(sharp * 2 > all);
}

#[test]
fn sets_are_entered_and_left() {
    let mut random = Random(12);
    let (mut entered, mut left) = (0, 0);
    for place in small() {
        let board = &place.board;
        for _ in 0..cases(400) {
            let (start, played) = game(board, &mut random, 12);
            let problem = Problem { board, start, goal: end(board, start, &played) };
            for _ in 0..20 {
                let set = random.set(board.cells(), 0.4);
                let within = |cell: u8| set >> cell & 1 == 1;
                let some =
                    |counted: &dyn Fn(&Jump) -> bool| played.iter().any(|j| counted(&board.jumps()[*j]));
                if enters(&problem, set) {
                    entered += 1;
                    assert!(some(&|j| within(j.to) && !within(j.from)), "{problem:?} {set:b}");
                }
                if leaves(&problem, set) {
                    left += 1;
                    assert!(some(&|j| within(j.from) && !within(j.to)), "{problem:?} {set:b}");
                }
            }
        }
    }
    assert!(entered > 100 && left > 100, "{entered} {left}");
}

/// The greatest number of times that a jump is played in any game on a board.
fn greatest(board: &PegBoard, jump: usize) -> i64 {
    let mut best = vec![0_i64; 1 << board.cells()];
    let mut order: Vec<Cells> = (0..1 << board.cells()).collect();
    order.sort_by_key(|at| at.count_ones());
    for at in order {
        let legal = board.jumps().iter().enumerate().filter(|(_, other)| other.legal(at));
        let after = legal.map(|(other, step)| best[step.play(at) as usize] + i64::from(other == jump));
        best[at as usize] = after.max().unwrap_or(0);
    }
    best.into_iter().max().unwrap()
}

#[test]
fn bounds_of_boards_hold() {
    for (place, attained) in [(rectangle(3, 3), 2), (rectangle(3, 4), 3)] {
        let board = &place.board;
        let all = everywhere(board, unlimited()).unwrap();
        let mut most = 0;
        for one in &all {
            let real = greatest(board, one.jumps[0]);
            assert!(
                real <= one.bound.most && one.bound.most <= one.golden.as_ref().unwrap().most,
                "{real} {one:?}"
            );
            most = most.max(real);
        }
        assert_eq!(most, attained, "{}", place.name);
        assert_eq!(all.iter().map(|one| one.jumps.len()).sum::<usize>(), board.jumps().len());
    }
}

/// Section 8: at most 17 times on every board, at most 5 times on the English board.
#[test]
fn universal_bounds() {
    let most_of = |place: &Place| {
        let all = everywhere(&place.board, unlimited()).unwrap();
        let mut bounds: Vec<i64> = all.iter().map(|one| one.bound.most).collect();
        bounds.sort_unstable();
        bounds
    };
    let bounds = most_of(&english());
    assert_eq!((bounds.len(), bounds[0]), (12, 3));
    assert_eq!(bounds.iter().filter(|bound| **bound == 5).count(), 3, "{bounds:?}");
    assert_eq!(bounds.last(), Some(&5));
    assert_eq!(most_of(&triangle(5)).last(), Some(&3));
    // Wider boards come near to 8 rho + 13 = 17.944.
    let wide = rectangle(11, 11).board;
    let middle = wide.jumps().iter().position(|j| j.over == 60).unwrap();
    assert_eq!(golden(&wide, middle).unwrap().most, 15);
    for place in [english(), french(), wiegleb(), diamond(), rectangle(8, 8)] {
        let jumps = 0..place.board.jumps().len();
        assert!(jumps.map(|jump| golden(&place.board, jump).unwrap().most).max() <= Some(17));
    }
}

/// A changed proof is refused, or still true.
#[test]
fn changed_weights_say_nothing_false() {
    let mut random = Random(13);
    let (mut refused, mut kept) = (0, 0);
    for place in small() {
        let board = &place.board;
        let jumps = plain(board);
        for _ in 0..cases(240) / 4 {
            let (start, played) = game(board, &mut random, 9);
            let goal = end(board, start, &played);
            let counted: Vec<i64> = jumps.iter().map(|_| i64::from(random.below(3) == 0)).collect();
            let real: i64 = played.iter().map(|jump| counted[*jump]).sum();
            for ends in [Ends::Any, Ends::Between(start, goal)] {
                let found = most(board, &counted, ends).unwrap();
                assert!(real <= found.most);
                assert_eq!(
                    totals::most(&jumps, &counted, ends, &found.weights, found.scale),
                    Some(found.most.into())
                );
                let mut weights = found.weights.clone();
                for _ in 0..6 {
                    weights[random.below(board.cells())] += [-3, -1, 1, 2][random.below(4)];
                    match totals::most(&jumps, &counted, ends, &weights, found.scale) {
                        None => refused += 1,
                        Some(most) => {
                            kept += 1;
                            assert!(i128::from(real) <= most);
                        }
                    }
                }
            }
            let (low, high) = range(board, &counted, Ends::Between(start, goal)).unwrap();
            assert!((low..=high).contains(&real));
        }
    }
    println!("{refused} changed proofs refused, {kept} kept");
    assert!(refused > kept);
    assert_eq!(totals::most(&[[0, 1, 2]], &[1], Ends::Between(1, 0), &[1; 200], 1), None);
    assert!(!never(&[[0, 1, 2]], 0, 1, &[1; 200]));
    assert!(!never(&[[0, 1, 2]], 0, 1 << 3, &[1; 3]));
    assert_eq!(totals::most(&[[0, 1, 2]], &[1], Ends::Any, &[1, 1, 0], 0), None);
}

#[test]
fn pairs_are_never_held() {
    let mut random = Random(14);
    let (mut shown, mut open, mut refused) = (0, 0, 0);
    for place in small() {
        let board = &place.board;
        let cells = board.cells() as u8;
        for _ in 0..cases(160) / 4 {
            let start = {
                let density = 0.15 + 0.4 * random.real();
                random.set(board.cells(), density)
            };
            let graph = positions(board, start);
            let held = |set: Cells| graph.keys().any(|at| at & set == set);
            let problem = Problem { board, start, goal: start };
            let found = pairs(&problem, unlimited());
            assert_eq!(found.listed, Some(graph.len()).filter(|listed| *listed <= 20_000));
            for (a, b) in (0..cells).flat_map(|b| (0..=b).map(move |a| (a, b))) {
                let set: Cells = 1 << a | 1 << b;
                let truth = !held(set);
                let single = found.cells.contains(&a) || found.cells.contains(&b);
                if found.listed.is_some() {
                    assert_eq!(truth, single || found.never.contains(&(a, b)), "{problem:?} {a} {b}");
                }
                if random.below(10) > 0 {
                    continue;
                }
                match excluding(&problem, set) {
                    Some(weights) => {
                        shown += 1;
                        assert!(truth && never(&plain(board), start, set, &weights), "{problem:?} {a} {b}");
                        // The weights of another set, or with a peg more.
                        assert!(!never(&plain(board), start | set, set, &weights));
                        let mut less = weights.clone();
                        less[usize::from(a)] = -1;
                        refused += usize::from(!never(&plain(board), start, set, &less));
                    }
                    None => open += usize::from(truth),
                }
            }
        }
    }
    println!("{shown} sets excluded by resource counts, {open} by search alone");
    assert!(shown > 100 && shown == refused);
}

/// Lemma 11.1.
#[test]
fn games_reverse() {
    let mut random = Random(15);
    for place in [english(), french(), triangle(5), rectangle(4, 4)] {
        for _ in 0..cases(200) {
            let (start, played) = game(&place.board, &mut random, 40);
            let goal = end(&place.board, start, &played);
            let back = reversed(&Problem { board: &place.board, start, goal });
            let jumps: Vec<usize> = played.into_iter().rev().collect();
            assert_eq!(replay(&place.board, back.start, &jumps), Some(back.goal));
        }
    }
}

/// Where not all positions are listed, resource counts show most pairs, and none that is held.
#[test]
fn pairs_of_many_positions() {
    let board = english().board;
    let start = pegs("... ... ..ooo.. .oo.oo. ..ooo.. .oo oo.");
    let graph = positions(&board, start);
    let found = pairs(&Problem { board: &board, start, goal: start }, unlimited());
    assert_eq!(found.listed, None);
    let mut truth = 0;
    for (a, b) in (0..33).flat_map(|b| (0..=b).map(move |a| (a, b))) {
        let set: Cells = 1 << a | 1 << b;
        let never = !graph.keys().any(|at| at & set == set);
        let single = found.cells.contains(&a) || found.cells.contains(&b);
        let shown = single || found.never.contains(&(a, b));
        assert!(never || !shown, "{a} {b}");
        assert!(shown || !never || found.open.contains(&(a, b)), "{a} {b}");
        truth += usize::from(never);
    }
    let (cells, never, open) = (found.cells.len(), found.never.len(), found.open.len());
    println!("{} positions: {cells} cells, {never} pairs, {open} open, {truth} in truth", graph.len());
    assert!(cells + never > 0);
}
