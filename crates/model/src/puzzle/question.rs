//! What a puzzle asks, and who has won.

use puzzlec_base::Span;
use puzzlec_syntax::ast::Ends;

use super::Supply;
use crate::config::Configuration;
use crate::goal::Goal;
use crate::rule::Rule;

/// The question of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// A plan from the start to the goal.
    Moves {
        /// The rules.
        rules: Vec<Rule>,
        /// The start.
        start: Configuration,
        /// The goal, with its place.
        goal: (Goal, Span),
    },
    /// The winner of a two-player game.
    Game {
        /// The rules.
        rules: Vec<Rule>,
        /// The start.
        start: Configuration,
        /// Where the game ends though moves may be left, if anywhere, with its place: the goal or a test of a player.
        goal: Option<(Goal, Span)>,
        /// Who wins at the goal, and where no move is left.
        ends: Ends,
        /// Who wins, where tests of the players say it. The goal is then a part of these tests.
        wins: Option<Box<Wins>>,
    },
    /// Can the pieces be laid so that the goal holds?
    Place {
        /// The pieces: the labels of their cells (a single empty one for a piece of one cell), and the number
        /// of copies.
        supply: Vec<Supply>,
        /// The goal, with its place.
        goal: (Goal, Span),
    },
}

impl Question {
    /// The goal, with its place; a game may have none.
    pub fn goal(&self) -> Option<&(Goal, Span)> {
        match self {
            Question::Moves { goal, .. } | Question::Place { goal, .. } => Some(goal),
            Question::Game { goal, .. } => goal.as_ref(),
        }
    }
}

/// Where a game is decided whose players have tests of their own. Where both conditions hold, neither player wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Wins {
    /// Where the player who moved last has won.
    pub last: Goal,
    /// Where the other player has won, whose turn it would be.
    pub other: Goal,
}
