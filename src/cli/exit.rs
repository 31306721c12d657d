//! Exit codes.

use puzzlec_analysis::Answer;
use puzzlec_base::diag::{Code, Diagnostic, Stop};

/// The result of a command as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// No error, solved, every expectation held.
    Clean,
    /// Errors in sources, or an expectation that does not hold.
    Errors,
    /// The command line is invalid.
    Usage,
    /// Proved to have no solution.
    Unsolvable,
    /// Not decided: a limit came first, or nothing here answers the question.
    Stopped,
    /// An error of this program.
    Internal,
    /// Ctrl-C.
    Interrupted,
    /// What another program ended with; on Unix it takes the place of this process instead.
    #[cfg_attr(unix, allow(dead_code))]
    Other(u8),
}

impl Exit {
    /// The number.
    pub fn code(self) -> u8 {
        match self {
            Exit::Clean => 0,
            Exit::Errors => 1,
            Exit::Usage => 2,
            Exit::Unsolvable => 3,
            Exit::Stopped => 4,
            Exit::Internal => 5,
            Exit::Interrupted => 130,
            Exit::Other(code) => code,
        }
    }

    /// For errors: of the sources, or of this program.
    pub(super) fn of(diagnostics: &[Diagnostic]) -> Exit {
        match diagnostics
            .iter()
            .filter(|d| d.is_error())
            .map(|d| d.code)
            .max_by_key(|c| *c == Code::PlanRejected)
        {
            Some(Code::PlanRejected) => Exit::Internal,
            Some(_) => Exit::Errors,
            None => Exit::Clean,
        }
    }

    /// For the answer about a puzzle.
    pub(super) fn answered(answer: &Answer) -> Exit {
        match answer {
            Answer::Solved(_) | Answer::Game { .. } => Exit::Clean,
            Answer::Unsolvable { .. } | Answer::NotWithin { .. } => Exit::Unsolvable,
            Answer::Stopped { reason, .. } => Exit::stopped(reason),
        }
    }

    /// For an undecided puzzle, by the reason.
    pub fn stopped(stop: &Stop) -> Exit {
        match stop {
            stop if stop.is_interrupted() => Exit::Interrupted,
            Stop::Limit(_) | Stop::TooLarge { .. } | Stop::Unsuited { .. } | Stop::Unsupported { .. } => {
                Exit::Stopped
            }
            Stop::Checkpoint { .. } | Stop::Fault(_) => Exit::Errors,
            Stop::Bug { .. } => Exit::Internal,
        }
    }

    /// The more severe one, of the exits of several puzzles.
    pub(super) fn and(self, other: Exit) -> Exit {
        let rank = |exit| match exit {
            Exit::Clean => 0,
            Exit::Unsolvable => 1,
            Exit::Stopped => 2,
            Exit::Errors | Exit::Other(_) => 3,
            Exit::Usage => 4,
            Exit::Interrupted => 5,
            Exit::Internal => 6,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}
