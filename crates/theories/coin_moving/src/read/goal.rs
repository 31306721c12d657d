//! Goals as lists of configurations.

use crate::rectangle::Rectangle;
use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_model::goal::Goal;
use puzzlec_model::piece::ContentId;

/// More goals than this are not treated.
const MOST_GOALS: usize = 4096;

/// The coins of a goal, and whether they may lie anywhere.
pub(super) type Drawing = (Vec<Coord>, bool);

/// The configurations that are a goal, each by the cells with a coin.
#[derive(Default)]
pub(super) struct Goals {
    /// In the order of the puzzle; those of a goal that lies anywhere in reading order. A proof that none is
    /// reached has them in this order.
    pub(super) all: Vec<Vec<Coord>>,
    /// Whether there are more than [`MOST_GOALS`].
    pub(super) too_many: bool,
    /// Whether one may lie anywhere.
    pub(super) anywhere: bool,
}

/// The goals as drawn; nothing where one is no configuration of coins.
pub(super) fn drawings(model: &Model, goal: &Goal, coin: ContentId) -> Option<Vec<Drawing>> {
    let alternatives = goal.alternatives(&model.board, &model.pieces, &[0, coin])?;
    let drawing = alternatives.iter().map(|goal| {
        let pieces = goal.configuration(&model.board)?;
        let coins = pieces.into_iter().map(|(cell, held)| (held == coin).then_some(cell));
        Some((coins.collect::<Option<_>>()?, goal.anywhere))
    });
    drawing.collect()
}

impl Goals {
    /// Of drawings; `around` is the smallest rectangle around the start, if there is a coin.
    pub(super) fn of(drawings: Vec<Drawing>, around: Option<Rectangle>) -> Self {
        let mut goals = Goals::default();
        for (coins, anywhere) in drawings {
            if anywhere {
                goals.places(&coins, around);
            } else {
                goals.all.push(coins);
            }
        }
        goals
    }

    /// The places of a goal in the smallest rectangle around the start, which no coin leaves.
    fn places(&mut self, coins: &[Coord], around: Option<Rectangle>) {
        self.anywhere = true;
        let Some(own) = Rectangle::around(coins.iter().copied()) else {
            self.all.push(Vec::new());
            return;
        };
        let Some(around) = around else { return };
        for y in 0..=around.height() - own.height() {
            for x in 0..=around.width() - own.width() {
                if self.all.len() >= MOST_GOALS {
                    self.too_many = true;
                    return;
                }
                let moved =
                    |c: &Coord| Coord::new(c.x - own.left + around.left + x, c.y - own.top + around.top + y);
                self.all.push(coins.iter().map(moved).collect());
            }
        }
    }
}
