//! Boxes that are dead together: certificates hold, not if they are changed, and not of puzzles that can be solved.

use std::collections::BTreeMap;

use puzzlec_analysis::{Analysis, Answer};
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_model::Model;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::{Method, Options};
use puzzlec_task::certificate::{CertificateFile, Proof};

use crate::certificates::cases::checked;
use crate::certificates::mutated::Numbers;

/// A room with a man and boxes; some cells are walls.
struct Room {
    width: usize,
    board: Vec<char>,
    start: Vec<char>,
}

impl Room {
    fn new(numbers: &mut Numbers) -> Self {
        let (width, height) = (3 + numbers.below(3), 2 + numbers.below(2));
        let mut board: Vec<char> =
            (0..width * height).map(|_| if numbers.below(9) == 0 { ' ' } else { '.' }).collect();
        let mut start = board.clone();
        for mark in "@$$$".chars().take(3 + numbers.below(2)) {
            let at = numbers.below(start.len());
            (start[at], board[at]) = (mark, '.');
        }
        let mut room = Room { width, board, start };
        for _ in 0..room.start.iter().filter(|mark| **mark == '$').count() {
            let at = numbers.below(room.board.len());
            room.board[at] = if room.board[at] == ' ' { ' ' } else { 't' };
        }
        room
    }

    /// Another room with a target elsewhere.
    fn changed(&self, numbers: &mut Numbers) -> Self {
        let mut board = self.board.clone();
        let (a, b) = (numbers.below(board.len()), numbers.below(board.len()));
        if board[a] != ' ' && board[b] != ' ' {
            board.swap(a, b);
        }
        Room { width: self.width, board, start: self.start.clone() }
    }

    fn text(&self) -> String {
        let rows = |cells: &[char]| -> String {
            let row = |row: &[char]| row.iter().map(|mark| format!("{mark} ")).collect::<String>();
            cells.chunks(self.width).map(|cells| format!("{}\n", row(cells).trim_end())).collect()
        };
        format!(
            "edition 2\nuse sokoban\npuzzle P {{\n board square \"\"\"\n{}\"\"\"\n rules sokoban.all\n start \"\"\"\n{}\"\"\"\n \
             goal box at every t\n}}\n",
            rows(&self.board),
            rows(&self.start)
        )
    }
}

/// The puzzle's model, whether it can be solved, and the certificate.
fn answered(text: &str) -> Option<(Model, bool, CertificateFile)> {
    let files = MemoryFiles([("p.puzzle".to_owned(), text.to_owned())].into());
    let analysis = Analysis::load(&files, &["p.puzzle".to_owned()]);
    let puzzle = analysis.puzzles().first()?;
    let model = analysis.model(puzzle, &[]).ok()?;
    let (report, document) = analysis.certify(puzzle, &[], &Options::default(), Budget::unlimited()).ok()?;
    let breadth = analysis.solve(puzzle, &[], &Method::Breadth.into(), Budget::unlimited()).ok()?;
    let solved = match (&report.answer, &breadth.answer) {
        (Answer::Solved(plan), Answer::Solved(other)) if plan.length == other.length => true,
        (Answer::Unsolvable { .. }, Answer::Unsolvable { .. }) => false,
        (one, other) => panic!("{one:?}, breadth first {other:?}\n{text}"),
    };
    Some((model, solved, document.ok()?))
}

fn holds(model: &Model, document: &CertificateFile) -> bool {
    matches!(checked(model, document), Checked::Verified(_))
}

#[test]
fn boxes_that_are_dead_together() {
    let seeds = std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(800_u64);
    let (mut dead, mut forged) = (0, 0);
    for seed in 1..=seeds {
        let mut numbers = Numbers(seed);
        let room = Room::new(&mut numbers);
        let text = room.text();
        let Some((model, _, document)) = answered(&text) else { continue };
        assert!(holds(&model, &document), "{text}{document:?}");
        let Proof::DeadEnd { dead: single, together, values } = &document.proof else { continue };
        if together.is_empty() {
            continue;
        }
        dead += 1;
        let with = |together: Vec<BTreeMap<String, String>>| {
            let proof = Proof::DeadEnd { dead: single.clone(), together, values: values.clone() };
            CertificateFile { proof, ..document.clone() }
        };
        assert!(!holds(&model, &with(Vec::new())), "{text}");
        // Every arrangement can be reached from that of the start, so none is superfluous.
        for at in 0..together.len() {
            let mut fewer = together.clone();
            fewer.remove(at);
            assert!(!holds(&model, &with(fewer)), "{text}");
        }
        for _ in 0..8 {
            let text = room.changed(&mut numbers).text();
            if let Some((model, true, own)) = answered(&text) {
                forged += 1;
                let document = CertificateFile { task: own.task, ..document.clone() };
                assert!(!holds(&model, &document), "{text}{document:?}");
            }
        }
    }
    assert!(dead > 5 && forged > 5, "{dead} {forged}");
}
