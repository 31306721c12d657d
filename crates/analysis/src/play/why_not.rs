//! Why a move from one cell to another is not possible.

use super::Play;
use super::ends::ends;
use crate::plan_file::candidates::{Reach, labels};
use crate::plan_file::refuse::{self, Refused};
use crate::plan_file::words::Word;
use crate::solve::rule_name;
use puzzlec_base::Span;
use puzzlec_checker::Unproved;
use puzzlec_model::board::Coord;
use puzzlec_model::piece::Content;
use puzzlec_model::rule::Body;
use puzzlec_task::{Bound, Label};

/// Why a move is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyNot {
    /// In one line: the cell or the condition that forbids it.
    pub text: String,
    /// A fact that explains it.
    pub note: Option<String>,
    /// The place of the condition that does not hold.
    pub condition: Option<Span>,
    /// The meanings of the words of the condition: `x is a1`.
    pub values: Vec<String>,
    /// The name of the rule that would move the piece.
    pub rule: Option<String>,
}

impl WhyNot {
    fn plain(text: String) -> Self {
        WhyNot { text, note: None, condition: None, values: Vec::new(), rule: None }
    }
}

impl Play<'_> {
    /// Why no move from one cell to another is possible; `None` if there is one. Of several rules, the
    /// reason is that of the one whose demands are met farthest.
    pub fn why_not(&mut self, from: usize, to: usize) -> Option<WhyNot> {
        if !self.choices(from, to).is_empty() {
            return None;
        }
        let (Some(a), Some(b)) = (self.cells.get(from).copied(), self.cells.get(to).copied()) else {
            return Some(WhyNot::plain("there is no such cell".to_owned()));
        };
        Some(self.refusal(a, b).unwrap_or_else(|why| WhyNot::plain(why.to_string())))
    }

    fn refusal(&mut self, a: Coord, b: Coord) -> Result<WhyNot, Unproved> {
        let (model, board) = (self.model, &self.model.board);
        let text = if a == b { board.name(a) } else { format!("{}-{}", board.name(a), board.name(b)) };
        let word = Word { text, span: Span::default() };
        for reach in [Reach::Named, Reach::Near, Reach::All] {
            let words = std::slice::from_ref(&word);
            let tried = labels(model, &self.player, words, reach, &self.budget)?;
            let mut refused = Vec::new();
            for label in tried.into_iter().flatten() {
                let mover = self.player.mover(&label);
                // Rules move a block by its first cell.
                let inside = |from| matches!(self.player.kind_on(from), Content::Block(_, _, 1..));
                if mover.is_some_and(|(from, _)| inside(from)) {
                    continue;
                }
                let ends = ends(model, &self.player, &label, mover, &[]);
                if !ends.from.contains(&a) || !aims(&ends.from, &ends.to, (a, b)) {
                    continue;
                }
                match self.player.step(&label, &self.budget) {
                    Ok(_) => self.player.undo(),
                    Err(Unproved::Rejected(why)) => refused.push(Refused { label, words: 1, why }),
                    Err(stopped) => return Err(stopped),
                }
            }
            if !refused.is_empty() {
                let number = self.done.len() + 1;
                let told = refuse::illegal(model, &self.player, words, number, (&refused, &[]));
                let condition = told.secondary.first().map(|label| label.span);
                let best = refuse::nearest(&self.player, &refused).map(|one| &one.label);
                return Ok(WhyNot {
                    text: told.headline,
                    note: told.notes.into_iter().next(),
                    condition,
                    values: best.map_or_else(Vec::new, |label| self.values(label)),
                    rule: best.map(|label| rule_name(model, label)),
                });
            }
        }
        let text = if a == b {
            format!("no rule has a move of cell {} alone", board.name(a))
        } else {
            format!("no rule has a move from {} to {}", board.name(a), board.name(b))
        };
        Ok(WhyNot::plain(text))
    }
}

impl Play<'_> {
    /// What the variables of the rule of a step stand for.
    fn values(&self, label: &Label) -> Vec<String> {
        let rule = self.model.rules().get(label.rule as usize);
        let Some(Body::Quantified(rule)) = rule.map(|rule| &rule.body) else { return Vec::new() };
        let board = &self.model.board;
        let value = |bound: &Bound| match bound {
            Bound::Cell(x, y) => board.name(Coord::new(*x, *y)),
            Bound::Direction(direction) => board.direction_name(*direction).to_owned(),
            Bound::Number(number) => number.to_string(),
        };
        let pairs = rule.variables.iter().zip(&label.binding);
        pairs.map(|(variable, bound)| format!("{} is {}", variable.name, value(bound))).collect()
    }
}

/// Whether a step with these ends goes from one cell to another: to it, or, for a block, as far and in the same
/// direction.
fn aims(from: &[Coord], to: &[Coord], (a, b): (Coord, Coord)) -> bool {
    let same =
        |first: &Coord| to.iter().any(|last| (last.x - first.x, last.y - first.y) == (b.x - a.x, b.y - a.y));
    to.contains(&b) || from.len() > 1 && from.iter().any(same)
}
