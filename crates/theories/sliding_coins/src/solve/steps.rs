//! Plans as steps of the puzzle.

use crate::bases::Plan;
use crate::paper::Printed;
use crate::read::Form;
use crate::row::Move;
use puzzlec_task::Label;
use puzzlec_task::Steps;

/// A plan, made step by step.
pub(super) struct Walk {
    form: Form,
    moves: Moves,
}

enum Moves {
    Listed(Vec<Move>),
    /// Generated on each iteration, for a start from a cell on; or the mirror image.
    Extended {
        plan: Plan,
        first: i64,
        mirrored: bool,
    },
    /// Of the paper, for a start from a cell on.
    Printed(Printed, i64),
}

impl Walk {
    pub(super) fn listed(form: Form, moves: Vec<Move>) -> Self {
        Walk { form, moves: Moves::Listed(moves) }
    }

    pub(super) fn extended(form: Form, plan: Plan, (first, mirrored): (i64, bool)) -> Self {
        Walk { form, moves: Moves::Extended { plan, first, mirrored } }
    }

    pub(super) fn printed(form: Form, plan: Printed, first: i64) -> Self {
        Walk { form, moves: Moves::Printed(plan, first) }
    }

    pub(super) fn moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        let shifted = |step: Move, by: &i64| Move { from: step.from + by, to: step.to + by };
        match &self.moves {
            Moves::Listed(moves) => Box::new(moves.iter().copied()),
            Moves::Extended { plan, first, mirrored: false } => {
                Box::new(plan.moves().map(move |step| shifted(step, first)))
            }
            Moves::Printed(plan, first) => Box::new(plan.moves().map(move |step| shifted(step, first))),
            Moves::Extended { plan, first, mirrored: true } => {
                // The last place of a block among the coins of the start.
                let last = i64::try_from(2 * plan.len()).unwrap_or(i64::MAX) - i64::from(plan.base().k());
                let moved = move |cell: i64| last - cell + first;
                Box::new(plan.moves().map(move |step| Move { from: moved(step.from), to: moved(step.to) }))
            }
        }
    }
}

impl Steps for Walk {
    fn labels(&self) -> Box<dyn Iterator<Item = Label> + '_> {
        Box::new(self.moves().filter_map(|step| self.form.label(step)))
    }
}
