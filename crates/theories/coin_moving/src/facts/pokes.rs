//! The poking game below a plan (5.2, 5.7), where start and goal have one coin more than an odd rectangle takes.

use super::FactsWriter;
use crate::coins::Move;
use crate::poke::decide::{Poking, decide_poking, is_one_more};
use crate::poke::{Minimum, distance};
use crate::span::{Span, Spans};
use puzzlec_task::Steps;
use puzzlec_theory::facts::Line;
use puzzlec_theory::{Content, Mark, Overlay, Section};

/// Moves of a plan that are shown.
const SHOWN: usize = 200;
/// Configurations that are drawn.
const DRAWN: usize = 24;

impl FactsWriter<'_> {
    /// The moves of a plan beside its pokes: of the given one, or of one that the poking game finds.
    pub(super) fn pokes(&self, plan: Option<&dyn Steps>) -> Vec<Section> {
        let mut spans = Spans::new(self.problem.start.width(), self.problem.start.height());
        if !is_one_more(self.problem, &mut spans) {
            return Vec::new();
        }
        let moves: Vec<Move> = match plan {
            Some(plan) => {
                plan.labels().filter_map(|label| self.game.form.moved(self.problem, &label)).collect()
            }
            None => match decide_poking(self.problem, true, self.meter) {
                Ok(Poking::Plan(moves)) => moves,
                _ => return Vec::new(),
            },
        };
        // A plan that was given may lead to another goal.
        if !self.problem.solved_by(moves.iter().copied()) {
            return Vec::new();
        }
        let moves = merged(&moves);
        let mut coins = self.problem.start.clone();
        let (mut rows, mut below, mut arrows) = (Vec::new(), Vec::new(), Vec::new());
        let mut last: Option<Move> = None;
        for (number, step) in moves.iter().enumerate().take(SHOWN) {
            let mut rest = coins.clone();
            rest.remove(step.from);
            let beside =
                last.map_or("–", |last| if distance(last.to, step.from) == 1 { "yes" } else { "no" });
            let poke = last.filter(|_| number > 1).map(|last| Move { from: step.from, to: last.to });
            let poked = poke.map_or("–".to_owned(), |poke| {
                let under = below.last().is_some_and(|under: &Minimum| under.allows(poke));
                if under { self.arrow(poke) } else { "none".to_owned() }
            });
            rows.push(vec![self.arrow(*step), beside.to_owned(), poked]);
            let ends =
                poke.and_then(|poke| self.problem.on_board(poke.from).zip(self.problem.on_board(poke.to)));
            if let Some((from, to)) = ends {
                arrows.push(Line::arrow(from, to, 0, Some((arrows.len() + 1).to_string())));
            }
            if number > 0 {
                below.extend(Minimum::spanned(rest, &mut spans));
            }
            coins.play(*step);
            last = Some(*step);
        }
        let none = Span(Vec::new());
        let pictures = below.iter().take(DRAWN).map(|under| self.drawn(under.coins(), &none, &[])).collect();
        let columns = ["move", "beside the coin moved last", "poke"].map(str::to_owned).to_vec();
        let overlay = Overlay::lines("pokes", arrows.into_iter())
            .with(Mark::Line(0), "pokes below a plan, in their order");
        let note =
            "each coin that moves lies beside the one that moved last (5.2); below, coins are poked (5.7)";
        let rest = "the coins without the one that moves next, from the second move on";
        vec![
            Section::new("moves beside pokes", note, Content::Table { columns, rows, times: Vec::new() })
                .over(overlay),
            Section::new("configurations of the pokes", rest, Content::Pictures { pictures }),
        ]
    }

    fn arrow(&self, step: Move) -> String {
        format!("{}-{}", self.name(step.from), self.name(step.to))
    }
}

/// Moves without two of one coin in a row.
fn merged(moves: &[Move]) -> Vec<Move> {
    let mut merged: Vec<Move> = Vec::new();
    for step in moves {
        match merged.last_mut() {
            Some(last) if last.to == step.from => last.to = step.to,
            _ => merged.push(*step),
        }
        if merged.last().is_some_and(|last| last.from == last.to) {
            merged.pop();
        }
    }
    merged
}
