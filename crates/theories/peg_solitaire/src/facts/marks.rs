//! Depths and heights, pairs of cells, potentials and the reversed problem: sections with marks on the board.

use super::{FactsWriter, holds};
use crate::analyze::ProblemFacts;
use crate::board::{Cells, Jump, one};
use crate::refute::pairs::Pairs;
use crate::refute::{Potential, Refutation, Tree, reversed};
use crate::scribe::proof_weights;
use crate::search::setup::replay;
use puzzlec_base::Budget;
use puzzlec_base::words::counted;
use puzzlec_checker::{Replayed, replay as replay_by_rules};
use puzzlec_model::board::{Coord, draw};
use puzzlec_task::Steps;
use puzzlec_theory::{Content, Line, Mark, Overlay, Section};

/// Maximum number of pairs that are drawn as lines.
const MOST_LINES: usize = 40;

impl FactsWriter<'_> {
    /// Depth and height of all cells.
    pub(super) fn depth_and_height(&self, facts: &ProblemFacts) -> Section {
        let at = |values: &[u32], cell: usize| values.get(cell).copied().unwrap_or(0);
        let drawn = |values: &[u32]| self.drawn(|cell| i64::from(at(values, cell)));
        let pictures = vec![drawn(&facts.depth), drawn(&facts.height)];
        // As in figures 25, 28 and 31.
        let label = |cell: usize| {
            let pegged = holds(self.game.start, cell);
            let value = at(if pegged { &facts.depth } else { &facts.height }, cell);
            let sign = if pegged { "-" } else { "" };
            if i64::from(value) > facts.moves { "∞".to_owned() } else { format!("{sign}{value}") }
        };
        let labels = self.ground.cells.iter().enumerate().map(|(cell, coord)| (vec![*coord], label(cell)));
        let overlay = Overlay { name: "height", labels: labels.collect(), ..Overlay::default() }
            .with(Mark::Label, "in a hole: jumps until it holds a peg at the soonest; negative, on a peg: jumps until it is gone")
            .with(Mark::Label, "∞: not within the jumps of a game");
        let note = "jumps until a cell can be empty, and can hold a peg";
        Section::new("depth and height", note, Content::Pictures { pictures }).over(overlay)
    }

    /// Cells and pairs of cells that never hold pegs.
    pub(super) fn pairs(&self, pairs: &Pairs) -> Section {
        let names = |cells: &mut dyn Iterator<Item = u8>| {
            cells.map(|cell| self.name(cell)).collect::<Vec<_>>().join(" ")
        };
        let partners = |cell: u8| {
            let other = move |&(a, b): &(u8, u8)| if a == cell { Some(b) } else { (b == cell).then_some(a) };
            pairs.never.iter().filter_map(other)
        };
        let mut rows = Vec::new();
        if !pairs.cells.is_empty() {
            rows.push(vec!["no peg at all".to_owned(), names(&mut pairs.cells.iter().copied())]);
        }
        let all = || (0..=u8::MAX).take(self.game.board.cells());
        let paired = all().filter(|cell| partners(*cell).next().is_some());
        rows.extend(paired.map(|cell| vec![self.name(cell).to_owned(), names(&mut partners(cell))]));
        let how = match pairs.listed {
            Some(positions) => format!("all {} are listed", counted(positions as u64, "positions")),
            None => {
                let open =
                    if pairs.open.is_empty() { "none" } else { &counted(pairs.open.len() as u64, "pairs") };
                format!("by resource counts, also after one jump; not decided: {open}")
            }
        };
        let note = format!("cells that never hold a peg together after the start: {how}");
        let lines = |&(a, b): &(u8, u8)| Some(Line::between(self.cell(a)?, self.cell(b)?, 3));
        let never = pairs.cells.iter().filter_map(|cell| Some((self.cell(*cell)?, 0)));
        let mut overlay = Overlay::tints("pairs", never).with(Mark::Cell(0), "a cell that never holds a peg");
        if pairs.never.len() <= MOST_LINES {
            overlay.lines = pairs.never.iter().filter_map(lines).collect();
            overlay = overlay.with(Mark::Line(3), "two cells that never both hold a peg");
        } else {
            let count = |cell: u8| Some((vec![self.cell(cell)?], partners(cell).count().to_string()));
            overlay.labels = all().filter(|cell| !pairs.cells.contains(cell)).filter_map(count).collect();
            overlay =
                overlay.with(Mark::Label, "the number of cells that never hold a peg while this one does");
        }
        if rows.is_empty() {
            rows.push(vec!["none".to_owned(), String::new()]);
        }
        let columns = vec!["cell".to_owned(), "never together with".to_owned()];
        Section::new("pairs of cells", &note, Content::Table { columns, rows, times: Vec::new() })
            .over(overlay)
    }

    /// The weights of the proof: of pegs, or of pegs and pairs of pegs.
    pub(super) fn weights(&self, proof: &Refutation) -> Option<Section> {
        let cells = self.game.board.cells();
        if let Some(weights) = proof_weights(proof, cells) {
            let drawn = self.drawn(|cell| weights.get(cell).copied().unwrap_or(0));
            let content = Content::Pictures { pictures: vec![drawn] };
            let overlay = Overlay::numbers("weights", self.ground.cells.iter().copied().zip(weights))
                .with(Mark::Label, "the weight of a peg on the cell");
            return Some(Section::new("weights", "of pegs in the proof", content).over(overlay));
        }
        let Refutation::Tree(tree) = proof else { return None };
        let potential = only(tree)?;
        let single = potential.single.iter().filter_map(|(cell, by)| Some((self.cell(*cell)?, *by)));
        let pair = |&(a, b, by): &(u8, u8, i64)| {
            let ends = [vec![self.cell(a)?], vec![self.cell(b)?]];
            let colour = if by < 0 { 3 } else { 2 };
            Some(Line { ends, colour, directed: false, label: Some(by.to_string()) })
        };
        let mut overlay = Overlay::numbers("weights", single);
        overlay.lines = potential.pairs.iter().filter_map(pair).collect();
        let words = "on a cell: the weight of a peg; on a line: the weight of a pair of pegs";
        overlay = overlay.with(Mark::Label, words).with(Mark::Line(2), "a pair that adds to the sum");
        if potential.pairs.iter().any(|(.., by)| *by < 0) {
            overlay = overlay.with(Mark::Line(3), "a pair that subtracts");
        }
        let one = |(cell, by): &(u8, i64)| format!("{} {by}", self.name(*cell));
        let two = |(a, b, by): &(u8, u8, i64)| format!("{}+{} {by}", self.name(*a), self.name(*b));
        let items = potential.single.iter().map(one).chain(potential.pairs.iter().map(two)).collect();
        let note = "of pegs and pairs of pegs in the proof, where the jumps have their greatest thickness";
        Some(Section::new("potential", note, Content::List { items }).over(overlay))
    }

    /// The reversed problem (Lemma 11.1), and a plan of it.
    pub(super) fn reversed(&self, goal: Cells, played: Option<&[usize]>) -> Vec<Section> {
        let board = &self.game.board;
        let problem = reversed(&self.game.problem(goal));
        let peg = self.ground.task.start.iter().copied().find(|held| *held != 0).unwrap_or_default();
        let mark =
            |set: Cells, cell: usize| self.model.pieces.shown(if holds(set, cell) { peg } else { 0 }, 0);
        let drawn = |set: Cells| draw(&self.model.board, &self.ground.cells, |cell| mark(set, cell));
        let pictures = vec![drawn(problem.start), drawn(problem.goal)];
        let note = "its start and its goal; the same jumps in the opposite order solve it (Leibniz)";
        let mut sections = vec![Section::new("reversed puzzle", note, Content::Pictures { pictures })];
        let back: Vec<usize> = played.unwrap_or_default().iter().rev().copied().collect();
        if played.is_some() && replay(board, problem.start, &back) == Some(problem.goal) {
            let name = |jump: &usize| {
                board.jumps().get(*jump).map(|j| format!("{}-{}", self.name(j.from), self.name(j.to)))
            };
            let items = back.iter().filter_map(name).collect();
            let note = "the given plan backwards, replayed on the reversed puzzle";
            sections.push(Section::new("reversed plan", note, Content::List { items }));
        }
        sections
    }

    /// The jumps of a plan, and the position that it reaches.
    pub(super) fn played(&self, plan: &dyn Steps, budget: &Budget) -> Option<(Vec<usize>, Cells)> {
        let mut jumps = Some(Vec::new());
        let mut tell = |step: &Replayed<'_>| {
            let jump = self.jump(step);
            if let Some(known) = &mut jumps {
                match jump {
                    Some(jump) => known.push(jump),
                    None => jumps = None,
                }
            }
        };
        replay_by_rules(self.model, plan, budget, &mut tell).ok()?;
        let jumps = jumps?;
        let end = replay(&self.game.board, self.game.start, &jumps)?;
        Some((jumps, end))
    }

    /// The jump that a step is: by the cells that it changes and, where two jumps change the same ones, by its mover.
    fn jump(&self, step: &Replayed<'_>) -> Option<usize> {
        let place = |coord: Coord| {
            let cell = self.ground.cells.iter().position(|known| *known == coord)?;
            u8::try_from(cell).ok()
        };
        let (mut touched, mut filled) = (0, 0);
        for (coord, _, new) in step.changes() {
            let cell = one(place(*coord)?);
            touched |= cell;
            filled |= if *new == 0 { 0 } else { cell };
        }
        let begins = |jump: &Jump| step.mover.is_none_or(|(from, _)| place(from) == Some(jump.from));
        let mut known = self.game.board.jumps().iter();
        known.position(|jump| jump.touches() == touched && jump.fills() == filled && begins(jump))
    }
}

/// The only potential of a proof, apart from the resource counts that bound how often jumps are played.
fn only(tree: &Tree) -> Option<&Potential> {
    match tree {
        Tree::Leaf(potential) => {
            Some(potential).filter(|p| p.occupancy.is_empty() && p.together.is_empty() && p.beside.is_empty())
        }
        Tree::Branch { fewer, more, .. } => match &**more {
            Tree::Leaf(count) if count.pairs.is_empty() => only(fewer),
            _ => None,
        },
        Tree::Beside { .. } => None,
    }
}
