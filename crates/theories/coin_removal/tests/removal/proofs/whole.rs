//! Answers of the whole program: their certificates are verified, and prove nothing about other puzzles that is not so.

use puzzlec_analysis::{Answer, Report};
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_search::Options;
use puzzlec_task::certificate::{CertificateFile, Proof, Winner};

use super::brute::Brute;
use super::{HEAD, Random};
use crate::games;

/// A puzzle or game as text, with a position for each cell.
struct Drawn {
    text: String,
    brute: Brute,
    start: Vec<u8>,
    game: bool,
}

fn neighbours(cells: usize, edges: impl Iterator<Item = (usize, usize)>) -> Brute {
    let mut near = vec![Vec::new(); cells];
    for (a, b) in edges {
        near[a].push(b);
        near[b].push(a);
    }
    Brute::Gaps(near)
}

fn drawn(random: &mut Random) -> Drawn {
    let gaps = random.below(3) == 0;
    let mut any = |n: usize| -> Vec<u8> {
        let mut held = |_| if gaps && random.below(5) == 0 { 0 } else { random.side() };
        (0..n).map(&mut held).collect()
    };
    let row = |start: &[u8]| start.iter().map(|held| b".01"[usize::from(*held)] as char).collect::<String>();
    let (n, shape) = (any(16).iter().filter(|held| **held == 2).count().clamp(1, 9), any(64));
    let shape = shape.iter().filter(|held| **held == 2).count() % 6;
    let (board, rule, brute, start) = match shape {
        0 | 1 => {
            let mut start = any(n);
            start[0] = 2;
            let (rule, brute) = match shape {
                0 => ("take", neighbours(n, (1..n).map(|at| (at - 1, at)))),
                _ => ("takeAndClose", Brute::Closing { ring: false }),
            };
            (String::new(), rule, brute, start)
        }
        2 | 3 => {
            let edges = (0..n).map(|at| (at, (at + 1) % n)).filter(|(a, b)| a != b).take(n * (n - 1) / 2);
            let (rule, brute) = match shape {
                2 => ("take", neighbours(n, edges)),
                _ => ("takeAndClose", Brute::Closing { ring: true }),
            };
            (format!("board ring {n}"), rule, brute, any(n))
        }
        _ => {
            let (w, h) = if shape == 4 { (4, 2) } else { (3, 3) };
            let right = (0..w * h).filter(|at| at % w > 0).map(|at| (at - 1, at));
            let below = (w..w * h).map(|at| (at - w, at));
            (format!("board square {w} by {h}"), "take", neighbours(w * h, right.chain(below)), any(w * h))
        }
    };
    let lines = match shape {
        4 => format!("\"\"\"\n{}\n\"\"\"", start.chunks(4).map(row).collect::<Vec<_>>().join("\n")),
        5 => format!("\"\"\"\n{}\n\"\"\"", start.chunks(3).map(row).collect::<Vec<_>>().join("\n")),
        _ => format!("row {}", row(&start)),
    };
    let game = any(1)[0] == 2;
    let end = if game { "players 2, last to move wins" } else { "goal empty" };
    let text = format!("{board}\n rules {rule}\n start {lines}\n {end}");
    Drawn { text, brute, start, game }
}

/// Whether what a certificate claims is so.
fn is_true(drawn: &Drawn, document: &CertificateFile) -> bool {
    match &document.proof {
        Proof::Winner { winner, .. } => {
            drawn.game && (drawn.brute.value(&drawn.start) == 0) == (*winner == Winner::Second)
        }
        Proof::Game { winner, value, .. } => {
            let true_value = drawn.brute.value(&drawn.start);
            drawn.game
                && *winner == (if true_value == 0 { Winner::Second } else { Winner::First })
                && value.is_none_or(|value| value == true_value)
        }
        Proof::Plan { length, .. } => {
            let coins = drawn.start.iter().filter(|held| **held != 0).count() as u64;
            !drawn.game && *length == coins && drawn.brute.removable(&drawn.start)
        }
        _ => !drawn.game && !drawn.brute.removable(&drawn.start),
    }
}

/// Whether an answer is that of the brute force.
fn agrees(drawn: &Drawn, report: &Report) -> bool {
    match &report.answer {
        Answer::Solved(plan) => {
            plan.length == drawn.start.iter().filter(|held| **held != 0).count() as u64
                && drawn.brute.removable(&drawn.start)
        }
        Answer::Unsolvable { .. } => !drawn.brute.removable(&drawn.start),
        _ => drawn.game,
    }
}

fn whole(puzzles: usize, seed: u64) {
    let mut random = Random(seed);
    let mut ours = 0;
    for _ in 0..puzzles / 50 {
        let all: Vec<Drawn> = (0..50).map(|_| drawn(&mut random)).collect();
        let puzzles: String = all
            .iter()
            .enumerate()
            .map(|(at, drawn)| format!("puzzle P{at} {{\n{}\n}}\n", drawn.text))
            .collect();
        let analysis = games::load(format!("edition 1\n{HEAD}{puzzles}"));
        let mut documents = Vec::new();
        for (drawn, puzzle) in all.iter().zip(analysis.puzzles()) {
            let certified = analysis.certify(puzzle, &[], &Options::default(), Budget::unlimited());
            let (report, document) = certified.unwrap_or_else(|e| panic!("{e:?} {}", drawn.text));
            assert!(agrees(drawn, &report), "{} {:?}", drawn.text, report.answer);
            let Ok(document) = document else {
                assert!(drawn.game, "{}", drawn.text);
                continue;
            };
            let checked = analysis.verify(puzzle, &document, Budget::unlimited()).unwrap();
            assert!(matches!(checked, Checked::Verified(_)), "{} {checked:?}", drawn.text);
            assert!(is_true(drawn, &document), "{} {:?}", drawn.text, document.proof);
            let text = serde_json::to_string(&document).unwrap();
            ours += usize::from(text.contains("\"theory\":\"coin_removal\""));
            documents.push(document);
        }
        // For another puzzle it proves only what is so.
        for (at, document) in documents.iter().enumerate() {
            for other in [(at + 1) % 50, (at + 7) % 50] {
                let (drawn, puzzle) = (&all[other], &analysis.puzzles()[other]);
                let forged = CertificateFile { puzzle: puzzle.name.clone(), ..document.clone() };
                if let Checked::Verified(_) = analysis.verify(puzzle, &forged, Budget::unlimited()).unwrap() {
                    assert!(is_true(drawn, &forged), "{} {:?}", drawn.text, forged.proof);
                }
            }
        }
    }
    assert!(ours > puzzles / 6, "{ours}");
}

#[test]
fn certificates_of_the_program() {
    whole(300, 1);
}

#[test]
#[ignore = "minutes"]
fn thousands_of_certificates_of_the_program() {
    whole(30_000, 2);
}
