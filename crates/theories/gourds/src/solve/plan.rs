//! Gourds moved to a goal: least plans by search, others by construction.

use super::target::{choose, reaches};
use crate::holes::{self, Reach, Unreachable, reach};
use crate::least::{self, Outcome};
use crate::methods::Way;
use crate::problem::{Cell, Configuration, Problem};
use crate::read::Game;
use crate::{hamilton, reconfigure, scribe};
use puzzlec_base::words::{counted, grouped};
use puzzlec_search::Wanted;
use puzzlec_task::{Conclusion, LengthBound, Optimality, Solutions};
use puzzlec_theory::meter::{Halted, Meter, Share};

/// The search for a least plan before plans are constructed, and the one for a plan that is shorter than these.
const FIRST: Share = Share { states: 1 << 19, expanded: 1 << 19, bytes: 1 << 28 };
const SEARCHED: Share = Share { states: 1 << 26, expanded: 1 << 26, bytes: 1 << 31 };

/// The beam search for a plan that is shorter than the constructed one, and the positions that a beam may hold.
const BEAMS: Share = Share { states: 1 << 22, expanded: 1 << 22, bytes: 1 << 30 };
const HELD: u64 = 1 << 21;

/// Goals for each of which a configuration is chosen; of more, one for all.
const MOST_GOALS: usize = 16;

/// The answer to one puzzle.
pub(super) struct Solver<'a> {
    pub game: &'a Game<'a>,
    pub problem: &'a Problem,
    pub meter: &'a Meter<'a>,
    pub wanted: Wanted,
    pub way: Option<Way>,
    pub why: &'a mut Vec<String>,
    /// No plan is shorter, as far as is known.
    pub at_least: u64,
}

/// What is known of the targets.
enum Targets {
    /// Some configurations that reach a goal can be reached.
    Some(Vec<Configuration>),
    /// None can, for this reason.
    None(String),
    /// Not known.
    Open,
}

impl Solver<'_> {
    /// `None` where general search has to answer. A limit takes nothing from what is known of the length.
    pub fn answer(mut self) -> Result<Option<Conclusion>, Halted> {
        self.decide().or_else(|Halted| {
            let limit = self.meter.limit().ok_or(Halted)?;
            Ok(Some(Conclusion { at_least: self.at_least, ..Conclusion::stopped(limit) }))
        })
    }

    fn decide(&mut self) -> Result<Option<Conclusion>, Halted> {
        let problem = self.problem;
        // Actions are listed, and a rule that is there twice makes each of its moves twice.
        if matches!(self.wanted, Wanted::All { .. }) && !self.game.are_single() {
            return Ok(None);
        }
        if problem.goals.iter().any(|goal| reaches(problem, &problem.start, goal)) {
            return self.least(Vec::new());
        }
        let at_least = least::lower_bound(problem, self.meter)?;
        if at_least == u64::MAX {
            return self.refuted("no gourd can come to where the goal wants it");
        }
        self.at_least = at_least;
        self.why.push(format!("at least {}, each gourd on its own", counted(at_least, "moves")));
        if let Wanted::Within(most) = self.wanted
            && at_least > most
        {
            return Ok(Some(self.longer(most)));
        }
        let targets = match self.targets()? {
            Targets::Some(targets) => targets,
            Targets::None(reason) => return self.refuted(&reason),
            Targets::Open => {
                self.why.push("the theory does not tell whether the goal can be reached".into());
                return Ok(None);
            }
        };
        let constructs = matches!(self.way, Some(Way::Reconfigure | Way::Insertion));
        let searches = !constructs && self.wanted != Wanted::Any;
        let all = matches!(self.wanted, Wanted::All { .. });
        if searches {
            let share = if all { SEARCHED } else { FIRST };
            let share = if self.way == Some(Way::Least) { Share::ALL } else { share };
            match (self.searched(self.most(), share)?, self.most()) {
                (Some(Outcome::Plan(plan)), _) => return self.least(plan),
                (Some(Outcome::Longer), Some(most)) => return Ok(Some(self.longer(most))),
                (Some(Outcome::None), _) => return self.refuted("all positions were searched"),
                _ if self.way == Some(Way::Least) => {
                    self.why.push("the board is too large for the search".into());
                    return Ok(None);
                }
                _ => {}
            }
        }
        // Only least plans are listed.
        if all {
            return Ok(None);
        }
        let Some(mut plan) = self.constructed(&targets)? else { return Ok(None) };
        let length = plan.len() as u64;
        let how = if self.way == Some(Way::Insertion) { "by insertion" } else { "and shortened" };
        self.why.push(format!("a plan of {} was constructed {how}", counted(length, "moves")));
        let most = self.most().unwrap_or(u64::MAX).min(length.saturating_sub(1));
        // A plan within the limit is enough; a least plan is not longer than this one.
        let is_enough = matches!(self.wanted, Wanted::Within(most) if length <= most);
        if searches && !is_enough && self.at_least <= most {
            // A limit does not take away the plan that is there.
            match self.searched(Some(most), SEARCHED) {
                Ok(Some(Outcome::Plan(shorter))) => {
                    self.at_least = shorter.len() as u64;
                    plan = shorter;
                }
                Ok(Some(Outcome::Longer)) => self.at_least = self.at_least.max(most.saturating_add(1)),
                _ => {}
            }
        }
        match self.wanted {
            Wanted::Within(most) if self.at_least > most => Ok(Some(self.longer(most))),
            Wanted::Within(most) if plan.len() as u64 > most => Ok(None),
            _ => Ok(Some(self.plan(plan, self.at_least))),
        }
    }

    /// The most moves that a plan may have.
    fn most(&self) -> Option<u64> {
        match self.wanted {
            Wanted::Within(most) => Some(most),
            Wanted::Least | Wanted::Any | Wanted::All { .. } => None,
        }
    }

    /// A least plan, with all others if they are asked for.
    fn least(&mut self, plan: Vec<Cell>) -> Result<Option<Conclusion>, Halted> {
        let length = plan.len() as u64;
        if let Wanted::All { listed } = self.wanted {
            let Some(all) = least::least_plans(self.problem, length, listed, self.meter)? else {
                return Ok(None);
            };
            let count = match all.count {
                u128::MAX => format!("at least {}", u128::MAX),
                count => count.to_string(),
            };
            let plans = all.plans.iter().map(|plan| self.game.steps(plan)).collect();
            let solutions = Some(Solutions { count, plans });
            return Ok(Some(Conclusion { solutions, ..self.plan(plan, length) }));
        }
        Ok(Some(self.plan(plan, length)))
    }

    /// A plan where every plan has at least this length.
    fn plan(&self, plan: Vec<Cell>, at_least: u64) -> Conclusion {
        let length = plan.len() as u64;
        let optimality = if length <= at_least { Optimality::Least } else { Optimality::Found };
        let bound = (at_least > 0).then(|| self.bound(at_least));
        Conclusion::plan(self.game.steps(&plan), length, optimality, bound)
    }

    /// No plan of this length.
    fn longer(&self, most: u64) -> Conclusion {
        let length = self.at_least.max(most.saturating_add(1));
        Conclusion::not_within(most, Some(self.bound(length)))
    }

    fn bound(&self, length: u64) -> LengthBound {
        let (problem, names) = (self.problem.clone(), self.game.names());
        LengthBound::provable(length, move |context| {
            scribe::at_least(&problem, length, &names, &Meter::of(context)).ok().flatten()
        })
    }

    /// That there is no plan, if there is a proof.
    fn refuted(&mut self, reason: &str) -> Result<Option<Conclusion>, Halted> {
        let Some(proof) = scribe::unreachable(self.problem, &self.game.names(), self.meter)? else {
            self.why.push(format!("no solution: {reason}; the proof is left to general search"));
            return Ok(None);
        };
        self.why.push(format!("no solution: {reason}"));
        Ok(Some(Conclusion::refuted(proof, reason)))
    }

    /// Configurations that reach the goals and can be reached.
    fn targets(&mut self) -> Result<Targets, Halted> {
        let problem = self.problem;
        let parts = if problem.goals.len() > MOST_GOALS { problem.goals.len() } else { 1 };
        let (mut found, mut reason, mut open) = (Vec::new(), None, false);
        for goals in problem.goals.chunks(parts) {
            let Some(chosen) = choose(problem, goals, self.meter)? else {
                reason = reason.or_else(|| Some("the gourds cannot lie as the goal wants them".to_owned()));
                continue;
            };
            let Problem { board, start, labels, .. } = problem;
            match reach(board, start, &chosen.configuration, labels, self.meter)? {
                Reach::Yes(target) => found.push(target),
                Reach::No(why) if chosen.is_only => reason = Some(self.words(&why)),
                Reach::No(_) | Reach::Unknown => open = true,
            }
        }
        if !found.is_empty() {
            return Ok(Targets::Some(found));
        }
        if open {
            // Other configurations may reach the goals.
            return Ok(match holes::reach_goals(problem, self.meter)? {
                Reach::Yes(target) => Targets::Some(vec![target]),
                Reach::No(why) => Targets::None(self.words(&why)),
                Reach::Unknown => Targets::Open,
            });
        }
        Ok(reason.map_or(Targets::Open, Targets::None))
    }

    /// Why a configuration cannot be reached, in a few words.
    fn words(&self, why: &Unreachable) -> String {
        let names = |cells: &[Cell]| {
            let names: Vec<String> = cells.iter().take(4).map(|cell| self.game.name(*cell)).collect();
            let more = if cells.len() > 4 { ", …" } else { "" };
            format!("{}{more}", names.join(", "))
        };
        match why {
            Unreachable::Fixed { cell, .. } => {
                format!("{} is never empty, so the gourd on it stays there", self.game.name(*cell))
            }
            Unreachable::Block { cells } => format!("gourds never leave the cells {}", names(cells)),
            Unreachable::Stuck { cells } => {
                format!("the empty cell never comes to the gourds on {}", names(cells))
            }
            Unreachable::Group { movement, .. } => {
                let kind = match movement.kind {
                    holes::Kind::Symmetric => "permuted in all ways",
                    holes::Kind::Alternating => "permuted in even ways only",
                    holes::Kind::Cyclic => "moved around a ring only",
                    holes::Kind::Other => "permuted in some ways only",
                };
                let flips = if movement.flips { "" } else { ", and none can be reversed alone" };
                format!("the gourds can be {kind}{flips}")
            }
        }
    }

    /// A search for a least plan of at most this many moves; nothing where it ends early.
    fn searched(&mut self, most: Option<u64>, share: Share) -> Result<Option<Outcome>, Halted> {
        let at_least = &mut self.at_least;
        let mut proved = |bound: u64| *at_least = bound.max(*at_least);
        let search = || least::least(self.problem, most, self.meter, &mut proved);
        let found = self.meter.share(share, search)?;
        if found.is_none() {
            let known = counted(self.at_least, "moves");
            self.why.push(format!("the search for a least plan ended early: at least {known}"));
        }
        Ok(found)
    }

    /// The shortest plan of those to the targets.
    fn constructed(&mut self, targets: &[Configuration]) -> Result<Option<Vec<Cell>>, Halted> {
        let Problem { board, start, labels, .. } = self.problem;
        let proper = hamilton::is_proper(board);
        self.why.push(match proper {
            true => "a proper board: every configuration can be reached (4.6)".to_owned(),
            false if self.way == Some(Way::Insertion) => {
                "insertion is for proper boards only (4.6)".to_owned()
            }
            false => format!("a board with holes of {} cells", grouped(board.len() as u64)),
        });
        let mut best: Option<Vec<Cell>> = None;
        for target in targets {
            let found = match (self.way, proper) {
                (Some(Way::Insertion), _) => reconfigure::insert::insert(board, start, target, self.meter)?,
                (_, true) => reconfigure::plan(board, start, target, self.meter)?,
                (_, false) => holes::plan(board, start, target, self.meter)?,
            };
            let Some(found) = found else { continue };
            if best.as_ref().is_none_or(|best| found.len() < best.len()) {
                best = Some(found);
            }
        }
        // A limit does not take away the plan that is there.
        let Some(mut best) = best else { return Ok(None) };
        if self.way == Some(Way::Insertion) {
            return Ok(Some(best));
        }
        best = least::shorten(board, &best, start, labels, self.meter).unwrap_or(best);
        if self.wanted != Wanted::Any {
            let (below, mut shorter) = (best.len() as u64, None);
            let mut found = |plan| shorter = Some(plan);
            let beams = || least::short_plans(self.problem, below, HELD, self.meter, &mut found);
            // Whatever ended the search, the plans that it found are plans.
            let _ = self.meter.share(BEAMS, beams);
            if let Some(plan) = shorter {
                best = least::shorten(board, &plan, start, labels, self.meter).unwrap_or(plan);
            }
        }
        Ok(Some(best))
    }
}
