//! Coins on graphs through the whole program: it answers as the brute force does, and the certificates of all answers are
//! verified.

use std::collections::BTreeMap;

use puzzlec_analysis::{Analysis, Answer};
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_coin_removal::graphs;
use puzzlec_coin_removal::problem::Graph;
use puzzlec_search::Options;
use puzzlec_task::certificate::{CertificateFile, Proof};
use puzzlec_theory::meter::Meter;

use super::brute::Brute;
use super::{HEAD, Random};
use crate::games;

type Edges = Vec<(usize, usize)>;

/// A puzzle with a name; coins are 1 for tails and 2 for heads, on vertices named by numbers.
fn puzzle(name: usize, edges: &Edges, start: &[u8], end: &str) -> String {
    let edges: Vec<String> = edges.iter().map(|(a, b)| format!("v{a}-v{b}")).collect();
    let cells = |side: u8| {
        let cells = (0..start.len()).filter(|v| start[*v] == side).map(|v| format!("v{v}"));
        cells.collect::<Vec<_>>().join(", ")
    };
    let coins = [("heads", cells(2)), ("tails", cells(1))];
    let coins = coins.iter().filter(|(_, cells)| !cells.is_empty());
    let coins: Vec<String> = coins.map(|(kind, cells)| format!("{kind} at {cells}")).collect();
    let (edges, start) = (edges.join(" "), coins.join(" and "));
    format!("puzzle P{name} {{\n board graph {{ {edges} }}\n rules take\n start {start}\n {end}\n}}\n")
}

fn load(puzzles: &str) -> Analysis {
    games::load(format!("edition 1\n{HEAD}{puzzles}"))
}

/// The answer to a puzzle, and its certificate, which is verified.
fn certified(analysis: &Analysis, at: usize) -> (Answer, CertificateFile) {
    let puzzle = &analysis.puzzles()[at];
    let certified = analysis.certify(puzzle, &[], &Options::default(), Budget::unlimited());
    let (report, document) = certified.unwrap_or_else(|e| panic!("{e:?}"));
    let document = document.unwrap_or_else(|e| panic!("{e:?} {:?}", report.answer));
    let checked = analysis.verify(puzzle, &document, Budget::unlimited()).unwrap();
    assert!(matches!(checked, Checked::Verified(_)), "{checked:?}");
    (report.answer, document)
}

/// The kind of the theory's proof that there is no plan.
fn kind(document: &CertificateFile) -> Option<String> {
    match &document.proof {
        Proof::Theory(proof) => Some(proof.body["kind"].as_str()?.to_owned()),
        _ => None,
    }
}

/// A connected graph, by chance dense or not.
fn graph(random: &mut Random, most: usize) -> (usize, Edges) {
    let n = 4 + random.below(most - 3);
    let mut edges: Edges = (1..n).map(|v| (random.below(v), v)).collect();
    for _ in 0..random.below(3 * n) {
        let (a, b) = (random.below(n), random.below(n));
        edges.extend((a != b).then_some((a.min(b), a.max(b))));
    }
    edges.sort_unstable();
    edges.dedup();
    (n, edges)
}

fn random_graphs(rounds: usize, seed: u64) {
    let mut random = Random(seed);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..rounds {
        let (n, edges) = graph(&mut random, 9);
        let near = |v: usize| {
            let ends = edges.iter().filter_map(move |&(a, b)| match (a == v, b == v) {
                (true, _) => Some(b),
                (_, true) => Some(a),
                _ => None,
            });
            ends.collect()
        };
        let brute = Brute::Gaps((0..n).map(near).collect());
        let mut starts: Vec<Vec<u8>> = Vec::new();
        while starts.len() < 8 {
            let start: Vec<u8> = (0..n).map(|_| random.side()).collect();
            // Most starts have the parity of starts that can be removed, and of those most cannot be removed.
            let odd = (start.iter().filter(|held| **held == 1).count() + edges.len()) % 2 == 1;
            if random.below(16) == 0 || !odd && (random.below(8) == 0 || !brute.removable(&start)) {
                starts.push(start);
            } else if random.below(64) == 0 {
                break;
            }
        }
        let text: String =
            starts.iter().enumerate().map(|(at, start)| puzzle(at, &edges, start, "goal empty")).collect();
        let analysis = load(&text);
        let mut documents = Vec::new();
        for (at, start) in starts.iter().enumerate() {
            let (answer, document) = certified(&analysis, at);
            let removable = brute.removable(start);
            assert_eq!(matches!(answer, Answer::Solved(_)), removable, "{text} {at}");
            assert_eq!(matches!(answer, Answer::Unsolvable { .. }), !removable, "{text} {at}");
            let kind = kind(&document);
            assert_eq!(kind.is_some(), !removable, "{:?}", document.proof);
            *kinds.entry(kind.unwrap_or_default()).or_default() += 1;
            documents.push(document);
        }
        for (document, (at, start)) in documents
            .iter()
            .flat_map(|document| starts.iter().enumerate().map(move |other| (document, other)))
        {
            let puzzle = &analysis.puzzles()[at];
            let forged = CertificateFile { puzzle: puzzle.name.clone(), ..document.clone() };
            if let Checked::Verified(_) = analysis.verify(puzzle, &forged, Budget::unlimited()).unwrap() {
                assert_eq!(kind(&forged).is_some(), !brute.removable(start), "{text} {:?}", forged.proof);
            }
        }
    }
    for kind in ["no_heads", "parity", "packed", "no_last", "exhausted", ""] {
        assert!(rounds < 60 || kinds.contains_key(kind), "{kinds:?}");
    }
}

#[test]
fn random_graphs_are_certified() {
    random_graphs(60, 1);
}

#[test]
#[ignore = "minutes"]
fn thousands_of_random_graphs_are_certified() {
    random_graphs(5_000, 2);
}

fn decide(n: usize, edges: &Edges, start: &[u8]) -> graphs::Answer {
    let graph = Graph::new(n, edges.iter().map(|(a, b)| (*a as u32, *b as u32)));
    let heads: Vec<bool> = start.iter().map(|held| *held == 2).collect();
    let budget = Budget::unlimited();
    graphs::removal(&graph, &heads, &Meter::new(&budget)).unwrap()
}

/// A tail on an edge passes it on, so that long paths of them change nothing.
#[test]
fn more_than_128_coins_are_exhausted() {
    let mut random = Random(3);
    let mut found = 0;
    while found < 3 {
        let (n, mut edges) = graph(&mut random, 8);
        let mut start: Vec<u8> = (0..n).map(|_| random.side()).collect();
        if !matches!(decide(n, &edges, &start), graphs::Answer::Exhausted { .. }) {
            continue;
        }
        for n in n..140 {
            let at = random.below(edges.len());
            let (a, b) = edges[at];
            edges[at] = (a, n);
            edges.push((b, n));
            start.push(1);
        }
        let (answer, document) = certified(&load(&puzzle(0, &edges, &start, "goal empty")), 0);
        assert!(matches!(answer, Answer::Unsolvable { .. }), "{answer:?}");
        found += usize::from(kind(&document).as_deref() == Some("exhausted"));
    }
}

/// Two rings of heads, one in the other: every coin has three neighbours, and the last would show tails.
#[test]
fn no_coin_is_the_last() {
    for n in [4, 66, 400] {
        let ring = |from: usize| (0..n).map(move |v| (from + v, from + (v + 1) % n));
        let mut edges: Edges = ring(0).chain(ring(n)).chain((0..n).map(|v| (v, n + v))).collect();
        let mut start = vec![2; 2 * n];
        for tail in [false, true] {
            if tail {
                // A coin that hangs on turns its neighbour over before or after, as the other coins need it.
                edges.push((0, 2 * n));
                start.push(2);
                start[0] = 1;
            }
            let (answer, document) = certified(&load(&puzzle(0, &edges, &start, "goal empty")), 0);
            assert!(matches!(answer, Answer::Unsolvable { .. }), "{answer:?}");
            assert_eq!(kind(&document).as_deref(), Some("no_last"), "{n} {tail}");
        }
    }
}

/// A part of a game with more than 128 coins.
#[test]
fn a_game_on_a_long_tree() {
    let n = 140;
    let edges: Edges = (3..n).map(|v| (v - 1, v)).chain([(0, 2), (1, 2)]).collect();
    let mut random = Random(5);
    let start: Vec<u8> = (0..n).map(|_| random.side()).collect();
    let (answer, document) = certified(&load(&puzzle(0, &edges, &start, "players 2, last to move wins")), 0);
    assert!(matches!(answer, Answer::Game { .. }), "{answer:?}");
    assert!(matches!(document.proof, Proof::Winner { .. }));
}

/// Graphs that are too large are not counted, and that is no limit.
#[test]
fn orders_of_large_graphs_are_not_counted() {
    let n = 16_385;
    let path = Graph::new(n, (1..n as u32).map(|v| (v - 1, v)));
    let budget = Budget::unlimited();
    assert_eq!(graphs::orders(&path, &vec![true; n], &Meter::new(&budget)), Ok(None));
}
