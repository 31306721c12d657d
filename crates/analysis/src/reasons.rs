//! Steps of reason for placements: the chain of deductions that a person can follow, in words.

mod conditions;
mod words;

use std::collections::BTreeMap;

use serde::Serialize;

use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_model::piece::ContentId;
use puzzlec_model::technique::Technique;
use puzzlec_placement::cover::Cover;
use puzzlec_placement::reason::{self, Chain, End, Problem, Step};
use puzzlec_search::ground::{Ground, ground};
use puzzlec_task::SearchContext;
use puzzlec_theory::meter::{Meter, Share};

use words::Words;

/// Candidates that are looked at, with all trials; beyond them only search goes on.
const EFFORT: Share = Share { expanded: 1 << 22, ..Share::ALL };

/// Decisions of the search for a second placement where the chain ends early.
const SECOND: Share = Share { expanded: 1 << 20, ..Share::ALL };

/// The same for a chain that is found beside something else.
const MOMENT: Share = Share { expanded: 1 << 18, ..Share::ALL };

/// How the deductions about a placement end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReasonsEnd {
    /// They decide all cells: this is the only placement.
    Solved,
    /// They lead to a contradiction: there is no placement.
    Impossible,
    /// There are several placements, which differ in what is still open.
    Several,
    /// There is one placement, and only search finds the rest of it.
    Search,
    /// There is no placement, and only search shows it.
    SearchNone,
    /// A limit was reached.
    Stopped,
}

/// The chain of deductions about a placement.
#[derive(Clone, Debug, Serialize)]
pub struct ReasonsReport {
    /// How it ends.
    pub end: ReasonsEnd,
    /// The end in words.
    #[serde(rename = "told")]
    pub text: String,
    /// The difficulty: the strongest technique, and the number of its steps.
    pub difficulty: Option<Difficulty>,
    /// The steps in order.
    pub steps: Vec<ReasonStep>,
}

/// How hard a chain of deductions is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Difficulty {
    /// The place of the technique among all, from 1.
    pub level: usize,
    /// The number of its steps.
    pub steps: usize,
    /// Its name.
    pub technique: &'static str,
}

/// A deduction in words.
#[derive(Clone, Debug, Serialize)]
pub struct ReasonStep {
    /// The technique.
    pub technique: &'static str,
    /// What follows, and why.
    pub text: String,
    /// What cells hold from now on, by cell.
    pub decided: BTreeMap<String, String>,
    /// What cells cannot hold, by cell.
    pub excluded: BTreeMap<String, Vec<String>>,
    /// The earlier steps that it needs, from 1.
    pub uses: Vec<u32>,
}

/// The next piece that a player can lay, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReasonedHint {
    /// What follows and why, after the deductions that it needs.
    pub texts: Vec<String>,
    /// The cells with the pieces.
    pub cells: Vec<Coord>,
}

/// The chain of deductions about a placement that is grounded.
pub(super) fn of_ground(model: &Model, ground: &Ground, context: &SearchContext) -> ReasonsReport {
    let meter = &Meter::of(context);
    let read = Cover::read(&ground.task, ground.cells.len());
    let Some((problem, cover)) = read.and_then(|cover| Some((Problem::of(&cover)?, cover))) else {
        let what = "steps of reason are not known for scripts, nor where the same piece is in two entries";
        return stopped(&Stop::unsuited(what));
    };
    let chain = meter.share(EFFORT, || Ok(reason::chain(&problem, Technique::Trial, meter)));
    let Ok(Some(chain)) = chain else { return stopped(&Stop::bug("steps of reason were lost")) };
    let words = Words::new(model, &ground.cells, &problem);
    let (end, text) = match &chain.end {
        End::Solved(_) => (ReasonsEnd::Solved, "solved by deduction: there is no other solution".to_owned()),
        End::Impossible(wrong) => (ReasonsEnd::Impossible, format!("impossible: {}", words.wrong(*wrong))),
        End::Open | End::Halted => match meter.limit() {
            Some(limit) => (ReasonsEnd::Stopped, Stop::from(limit).to_string()),
            None => open(&cover, meter),
        },
    };
    ReasonsReport { end, text, difficulty: difficulty(&chain), steps: words.steps(&chain.steps) }
}

/// What is beyond the deductions.
fn open(cover: &Cover, meter: &Meter<'_>) -> (ReasonsEnd, String) {
    let mut number = 0;
    let seen = meter.share(SECOND, || {
        cover.visit(meter, &mut |_| {
            number += 1;
            number < 2
        })
    });
    let (end, text) = match (number, seen) {
        (2.., _) => (ReasonsEnd::Several, "several solutions: they differ in the cells that are left open"),
        (1, Ok(Some(()))) => (ReasonsEnd::Search, "from here on only search: there is one solution"),
        (0, Ok(Some(()))) => (ReasonsEnd::SearchNone, "from here on only search: there is no solution"),
        _ => (ReasonsEnd::Stopped, "from here on only search: whether there is one solution was not decided"),
    };
    (end, text.to_owned())
}

/// Where deductions were not begun.
pub(super) fn stopped(stop: &Stop) -> ReasonsReport {
    ReasonsReport { end: ReasonsEnd::Stopped, text: stop.to_string(), difficulty: None, steps: Vec::new() }
}

/// The difficulty of a chain.
pub(super) fn difficulty(chain: &Chain) -> Option<Difficulty> {
    let (technique, steps) = chain.difficulty()?;
    let level = Technique::ALL.iter().position(|one| *one == technique)? + 1;
    Some(Difficulty { level, steps, technique: technique.name() })
}

/// A piece that deductions lay, for a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedReason {
    /// What follows and why, after the deductions without a piece that it needs.
    pub texts: Vec<String>,
    /// The cells with what they hold.
    pub lays: Vec<(usize, ContentId)>,
}

/// The pieces that deductions lay, in order; none if that takes longer than a moment.
pub(super) fn published(model: &Model, ground: &Ground, budget: &Budget) -> Vec<PublishedReason> {
    let meter = &Meter::new(budget);
    let Some(cover) = Cover::read(&ground.task, ground.cells.len()) else { return Vec::new() };
    let Some(problem) = Problem::of(&cover) else { return Vec::new() };
    let found = meter.share(MOMENT, || Ok(reason::chain(&problem, Technique::Trial, meter)));
    let Ok(Some(chain)) = found else { return Vec::new() };
    let words = Words::new(model, &ground.cells, &problem);
    let steps = words.steps(&chain.steps);
    // By step the numbers of those without a piece that it needs, itself the last if it has none.
    let mut needs: Vec<Vec<u32>> = Vec::new();
    let mut reasons = Vec::new();
    for (number, step) in (0_u32..).zip(&chain.steps) {
        let mut own: Vec<u32> =
            step.uses.iter().filter_map(|at| needs.get(*at as usize)).flatten().copied().collect();
        own.sort_unstable();
        own.dedup();
        let pieces = step.taken.iter().filter_map(|at| problem.candidates.get(*at as usize));
        let lays = pieces.filter(|one| !one.is_empty()).flat_map(|one| &one.cells);
        let lays: Vec<(usize, ContentId)> = lays.map(|(cell, value)| (*cell as usize, *value)).collect();
        if lays.is_empty() {
            own.push(number);
        } else {
            let texts = own.iter().chain([&number]).filter_map(|at| steps.get(*at as usize));
            reasons.push(PublishedReason { texts: texts.map(|step| step.text.clone()).collect(), lays });
            own.clear();
        }
        needs.push(own);
    }
    reasons
}

/// The next piece that deductions lay in a model, which may hold more pieces than the puzzle; nothing if there is none
/// within the limits.
pub(super) fn hint(model: &Model, context: &SearchContext) -> Option<ReasonedHint> {
    let ground = ground(model, None, context.budget()).ok()?;
    let cover = Cover::read(&ground.task, ground.cells.len())?;
    let problem = Problem::of(&cover)?;
    let meter = &Meter::of(context);
    let steps = meter.share(MOMENT, || Ok(reason::next(&problem, meter))).ok()???;
    let words = Words::new(model, &ground.cells, &problem);
    let last: &Step = steps.last()?;
    let pieces = last.taken.iter().filter_map(|at| problem.candidates.get(*at as usize));
    let pieces = pieces.filter(|one| !one.is_empty()).flat_map(|one| &one.cells);
    let cells = pieces.filter_map(|(cell, _)| ground.cells.get(*cell as usize)).copied().collect();
    let texts = words.steps(&steps).into_iter().map(|step| step.text).collect();
    Some(ReasonedHint { texts, cells })
}
