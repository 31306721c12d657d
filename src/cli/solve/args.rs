//! The arguments of `puzzlec solve`.

use clap::{Args, ValueEnum};

use crate::cli::args::{Format, Which};
use crate::cli::limits::{SearchLimits, parse_number};
use crate::cli::methods::{LISTED, Method, method};
use puzzlec_render::plan::PlanStyle;
use puzzlec_search::Wanted;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec solve central.puzzle                  all puzzles in the file
  puzzlec solve puzzles/                        all puzzles of all files
  puzzlec solve sliding.puzzle Alternate --set n=7 --set k=2
  puzzlec solve hard.puzzle --timeout 10s --memory 2GiB
  puzzlec solve central.puzzle --plan pictures  every position
  puzzlec solve central.puzzle Central --certificate central.json
  puzzlec solve hard.puzzle --any --why         any solution, and how
  puzzlec solve sudoku.puzzle --explain         the deductions, step by step
  puzzlec solve hard.puzzle --within 40         one of at most 40 moves, or none
  puzzlec solve small.puzzle --all              every shortest solution
  puzzlec solve hard.puzzle Far --checkpoint far.levels
  puzzlec solve hard.puzzle Far --resume far.levels

Labels of answers:
  least         a solution, and none is shorter (proved)
  placed        all pieces are placed as the goal wants them
  found         a solution; a shorter one may exist
  impossible    no solution exists, or none within the given length (proved)
  not decided   a limit was reached first; a solution may or may not exist")]
pub(in crate::cli) struct SolveArgs {
    #[command(flatten)]
    pub(in crate::cli) which: Which,
    #[command(flatten)]
    pub(in crate::cli) limits: SearchLimits,
    /// Find a shortest solution and prove that none is shorter (the default).
    #[arg(long, group = "wanted")]
    pub(in crate::cli) shortest: bool,
    /// Find any solution.
    #[arg(long, group = "wanted")]
    pub(in crate::cli) any: bool,
    /// Find a solution of at most this length, or prove that there is none.
    #[arg(long, value_name = "LENGTH", group = "wanted", value_parser = parse_number)]
    pub(in crate::cli) within: Option<u64>,
    /// Count all shortest solutions and list the first ones.
    #[arg(long, group = "wanted")]
    pub(in crate::cli) all: bool,
    /// The method: auto, breadth, bidirectional, depth, astar, deepening, greedy, or one of a theory; `puzzlec explain
    /// methods` describes them.
    #[arg(long, default_value = "auto", value_parser = method(), hide_possible_values = true)]
    pub(in crate::cli) method: Method,
    /// Explain the choice of method.
    #[arg(long)]
    pub(in crate::cli) why: bool,
    /// Explain a placement: the steps of reason that lead to its solution, the weakest technique first, and the difficulty.
    #[arg(long)]
    pub(in crate::cli) explain: bool,
    /// Write a certificate of the answer, for `puzzlec verify`.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) certificate: Option<String>,
    /// Write a page with the answer, its pictures and how it was found.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) report: Option<String>,
    /// Save completed levels to a new file, so that the search can be resumed.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(in crate::cli) checkpoint: Option<String>,
    /// Resume the search from the levels in this file, and save further levels to it.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) resume: Option<String>,
    /// How to show the solution.
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) plan: Plan,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) format: Format,
}

impl SolveArgs {
    /// The kind of solution to find.
    pub(in crate::cli) fn wanted(&self) -> Wanted {
        if self.all {
            Wanted::All { listed: LISTED }
        } else if let Some(most) = self.within {
            Wanted::Within(most)
        } else if self.any {
            Wanted::Any
        } else {
            Wanted::Least
        }
    }
}

/// The display of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Plan {
    /// Pictures of a short plan; up to 300 steps of a long one, and some positions.
    #[default]
    Auto,
    /// Only the length.
    None,
    /// The steps in notation, up to 10,000.
    Short,
    /// Every position.
    Pictures,
}

impl From<Plan> for PlanStyle {
    fn from(plan: Plan) -> Self {
        match plan {
            Plan::Auto => PlanStyle::Auto,
            Plan::None => PlanStyle::None,
            Plan::Short => PlanStyle::Short,
            Plan::Pictures => PlanStyle::Pictures,
        }
    }
}
