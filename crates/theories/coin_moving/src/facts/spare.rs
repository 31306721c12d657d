//! Coins that can be spared, and what moves do to the span.

use super::FactsWriter;
use crate::coins::{Coins, STEPS};
use crate::extra::spared_alone;
use crate::poke::decide::joined;
use crate::redundant::two_redundant;
use crate::span::Span;
use crate::spare::Spared;
use puzzlec_base::words::grouped;
use puzzlec_model::board::Coord;
use puzzlec_theory::{Content, Mark, Overlay, Section};

const UNKNOWN: &str = "not known: a limit came first";

impl FactsWriter<'_> {
    /// How many moves keep the span, of how many. The span after a move is that of the coins that stay, so they are the
    /// moves of coins that are extra alone, and from a minimal configuration there is none (1.14).
    pub(super) fn keeping(&self, coins: &Coins, span: &Span) -> String {
        let Ok((alone, true)) = spared_alone(coins, span, self.meter) else { return UNKNOWN.to_owned() };
        let (mut all, mut keeping) = (0, 0);
        for place in joined(coins) {
            let near = STEPS.iter().map(|(x, y)| Coord::new(place.x + x, place.y + y));
            let near: Vec<Coord> = near.filter(|cell| coins.contains(*cell)).collect();
            // Without either of two neighbours the place has one.
            let needed = if near.len() == 2 { near.as_slice() } else { &[] };
            all += coins.len() - needed.len();
            keeping += alone.len() - needed.iter().filter(|cell| alone.contains(cell)).count();
        }
        format!("{} of {}", grouped(keeping as u64), grouped(all as u64))
    }

    /// The facts about redundant coins of the goal.
    pub(super) fn redundant_facts(&self, redundant: &Spared) -> [(String, String); 2] {
        let two = two_redundant(&self.problem.goal).map_or("none".to_owned(), |two| self.names(&two));
        [
            ("redundant coins".to_owned(), self.spared(redundant)),
            ("two redundant one after the other".to_owned(), two),
        ]
    }

    /// The coins of the largest sets, on the start and on the goal.
    pub(super) fn spare_coins(&self, [extra, relative, redundant]: [&Spared; 3]) -> Section {
        let (start, goal) = (&self.problem.start, &self.problem.goal);
        let note = "`x` on extra coins of the start; on those relative to the goal; `r` on redundant coins of the \
                    goal; each a largest set that can be spared together";
        let none = Span(Vec::new());
        let mark = |coins, marked: &[Coord], mark| {
            self.drawn(coins, &none, &marked.iter().map(|c| (*c, mark)).collect::<Vec<_>>())
        };
        let pictures = vec![
            mark(start, &extra.coins, 'x'),
            mark(start, &relative.coins, 'x'),
            mark(goal, &redundant.coins, 'r'),
        ];
        let words = "a largest set of extra coins relative to the goal";
        let overlay = self.tinted("relative", relative.coins.iter().map(|cell| (*cell, 0)));
        Section::new("coins", note, Content::Pictures { pictures }).over(overlay.with(Mark::Cell(0), words))
    }

    /// A largest set of extra coins of the start (1.16).
    pub(super) fn extra(&self, extra: &Spared) -> Overlay {
        self.tinted("extra", extra.coins.iter().map(|cell| (*cell, 0)))
            .with(Mark::Cell(0), "a largest set of extra coins")
    }

    /// A largest set of redundant coins of the goal (1.18), numbered in the order in which they are taken away.
    pub(super) fn redundant(&self, redundant: &Spared) -> Overlay {
        let on_board = redundant.coins.iter().filter_map(|cell| self.problem.on_board(*cell));
        let words = "a largest set of redundant coins, in the order in which they are taken away";
        Overlay::numbers("redundant", on_board.zip(1..)).with(Mark::Label, words).on_goal()
    }

    /// The size of a set that can be spared together, and its first coins.
    pub(super) fn spared(&self, spared: &Spared) -> String {
        let names = self.names(&spared.coins);
        match (spared.is_largest, spared.coins.is_empty()) {
            (true, _) => names,
            (false, true) => UNKNOWN.to_owned(),
            (false, false) => format!("at least {names}"),
        }
    }
}
