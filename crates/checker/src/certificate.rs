//! Checks a certificate against a puzzle.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::checker::{
    self, About, CheckContext, Checkers, Claim, ProofChecker, QuestionKind, Requires, Scripts,
};
use super::part::Part;
use super::rules::{Extent, Reading};
use super::sums::Sum;
use super::{Unproved, apart, counted, dead, game, lay, patterns, plan, rules, sets, walk};
use puzzlec_base::diag;
use puzzlec_base::{Budget, Progress};
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::MeasureKind;
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::{
    AtLeast, CertificateFile, Invariant, KIND, Level, LowerBound, Names, PartBound, PartBounds,
    PatternBounds, PlacementBound, Proof, TheoryProof, VERSION, Winner, bytes_to_read,
};
use puzzlec_task::{Cut, Task, ValueSet};

/// The result of checking a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It proves this, in words.
    Verified(String),
    /// The proof is invalid, for this reason.
    Rejected(String),
    /// Not decided.
    Stopped(diag::Stop),
}

/// The fields common to all versions.
#[derive(Deserialize)]
struct Version {
    version: u32,
    kind: String,
}

/// The certificate that a text is.
///
/// # Errors
/// The error in the text, or a limit: memory is reserved before it is used.
pub fn read(text: &str, budget: &Budget) -> Result<CertificateFile, Checked> {
    let wrong = |why: String| Checked::Rejected(why);
    let unread = |e: serde_json::Error| wrong(format!("it is not a certificate: {e}"));
    let bytes = bytes_to_read(text).map_err(unread)?;
    budget
        .poll(&Progress { bytes, ..Progress::default() })
        .map_err(|limit| Checked::Stopped(limit.into()))?;
    let of: Version = serde_json::from_str(text).map_err(unread)?;
    if of.kind != KIND {
        return Err(wrong(format!("it is not a certificate: its kind is `{}`", of.kind)));
    }
    match (of.version, serde_json::from_str(text)) {
        (1 | VERSION, Ok(document)) => Ok(document),
        (VERSION, Err(e)) => Err(unread(e)),
        (1, Err(_)) => Err(wrong(format!(
            "its version is 1, which version {VERSION} does not read in this form: write it again with `puzzlec solve --certificate`"
        ))),
        (version, _) => {
            Err(wrong(format!("its version is {version}; only versions up to {VERSION} are known")))
        }
    }
}

/// Checks a certificate against a puzzle.
///
/// `checkers` are those of the theories. On an unbounded board the certificate names the area that it covers.
/// That is only a claim: positions are numbered by its cells, and a proof fails if a piece may leave them.
///
/// Time grows with what there is to check: the steps of a plan, the actions for sums, every
/// position for a closed set.
pub fn check(
    model: &Model,
    document: &CertificateFile,
    checkers: Checkers<'_>,
    context: impl Into<SearchContext>,
) -> Checked {
    match proved(&Case { model, checkers, context: &context.into() }, document) {
        Ok(text) => Checked::Verified(text),
        Err(Unproved::Rejected(why)) => Checked::Rejected(why),
        Err(Unproved::Stopped(stop)) => Checked::Stopped(stop),
    }
}

/// Checks a theory's claim before it is reported, by its proof. The `cut` is the ground cut, if there is one.
/// Returns the reason that the proof shows the claim, in words.
///
/// # Errors
/// The proof does not show it, or a limit.
pub fn check_claim(
    model: &Model,
    cut: Option<&Cut>,
    (proof, claim): (&TheoryProof, Claim),
    checkers: Checkers<'_>,
    context: &SearchContext,
) -> Result<String, Unproved> {
    let requires = checker_of(model, proof, checkers)?.requires();
    let requires = match claim {
        Claim::Winner(_) => requires.of_winner(),
        Claim::Unsolvable | Claim::AtLeast(_) => requires.of_plans()?,
    };
    requires.hold(model)?;
    let part = match requires.about {
        About::Cells => Part::of_cut(model, cut)?,
        About::Puzzle => Part::none(),
    };
    Case { model, checkers, context }.by_theory(&part, proof, claim)
}

fn proved(case: &Case<'_>, document: &CertificateFile) -> Result<String, Unproved> {
    let model = case.model;
    if document.puzzle != model.name {
        let text = format!("it is for the puzzle `{}`, not `{}`", document.puzzle, model.name);
        return Err(Unproved::Rejected(text));
    }
    let same = |(name, value): (&String, &i64)| model.values.get(name) == Some(value);
    if document.parameters.len() != model.values.len() || !document.parameters.iter().all(same) {
        return Err(Unproved::wrong("it is for other parameters"));
    }
    let requires = requires(model, document, case.checkers)?;
    requires.hold(model)?;
    let part = match requires.about {
        About::Cells => Part::of(model, document)?,
        About::Puzzle if document.margin.is_some() => {
            return Err(Unproved::wrong("it is for a part of the board, but its proof is not"));
        }
        About::Puzzle => Part::none(),
    };
    let shown = case.claim(&part, &document.proof)?;
    let window = model.window.filter(|_| part.extent == Some(Extent::Window));
    Ok(match window {
        Some(n) => format!("{shown} (on the start and {} more on each side)", counted(n.into(), "cells")),
        None => shown,
    })
}

/// The checker of a theory's proofs.
fn checker_of(
    model: &Model,
    proof: &TheoryProof,
    checkers: Checkers<'_>,
) -> Result<&'static dyn ProofChecker, Unproved> {
    if let Some(reason) = model.beyond_theories() {
        return Err(Unproved::wrong(&format!("no theory covers the puzzle: {reason}")));
    }
    checkers.of(&proof.theory)
}

/// The conditions under which a certificate's proof is meaningful.
fn requires(model: &Model, document: &CertificateFile, checkers: Checkers<'_>) -> Result<Requires, Unproved> {
    let moves = |scripts| Requires { question: QuestionKind::Moves, scripts, about: About::Cells };
    // A plan without a cut is replayed on the whole board.
    let cut = model.window.is_some() || document.margin.is_some() || document.area.is_some();
    let anywhere = model.board.unbounded && !cut;
    let lays = matches!(model.question, Question::Place { .. });
    let of_theory = |proof: &TheoryProof| checker_of(model, proof, checkers).map(ProofChecker::requires);
    let of_bound = |bound: &LowerBound| match bound {
        LowerBound::Theory(proof) => of_theory(proof)?.of_plans(),
        LowerBound::Parts(_) | LowerBound::Patterns(_) => Ok(moves(Scripts::None)),
        LowerBound::Levels(_) => Ok(moves(Scripts::Any)),
        LowerBound::Placements(_) => {
            Ok(Requires { question: QuestionKind::Placement, scripts: Scripts::Any, about: About::Cells })
        }
    };
    Ok(match &document.proof {
        Proof::Plan { least: Some(_), at_least: Some(_), .. } => {
            return Err(Unproved::wrong("it says twice how long a plan is at least"));
        }
        Proof::Plan { at_least: Some(AtLeast { proof: bound, .. }), .. }
        | Proof::Plan { least: Some(bound), .. }
        | Proof::AtLeast { bound, .. } => of_bound(bound)?,
        Proof::Plan { least: None, .. } if anywhere => {
            Requires { about: About::Puzzle, ..moves(Scripts::Any) }
        }
        Proof::Plan { least: None, .. } if lays => {
            Requires { question: QuestionKind::Placement, scripts: Scripts::Any, about: About::Cells }
        }
        Proof::Placement { .. } | Proof::Colouring { .. } | Proof::OnlyPlacement { .. } => {
            Requires { question: QuestionKind::Placement, scripts: Scripts::Any, about: About::Cells }
        }
        Proof::Part { .. } => moves(Scripts::None),
        Proof::Plan { .. } | Proof::Closed { .. } => moves(Scripts::Any),
        Proof::Invariants { .. } | Proof::GoalImpossible { .. } | Proof::DeadEnd { .. } => {
            moves(Scripts::NoMoves)
        }
        Proof::ClosedBackward { .. } => moves(Scripts::None),
        Proof::Theory(proof) => of_theory(proof)?.of_plans()?,
        Proof::Winner { proof, .. } => of_theory(proof)?.of_winner(),
        Proof::Game { .. } => {
            Requires { question: QuestionKind::Game, scripts: Scripts::None, about: About::Cells }
        }
    })
}

/// The reason that a proof by single actions is none.
const FOLLOWED: &str = "the proof does not cover the consequences of moves";

/// The context of a certificate's check.
struct Case<'a> {
    model: &'a Model,
    checkers: Checkers<'a>,
    context: &'a SearchContext,
}

impl Case<'_> {
    /// The proved claim, in words.
    fn claim(&self, part: &Part, proof: &Proof) -> Result<String, Unproved> {
        let (model, context) = (self.model, self.context);
        match proof {
            Proof::Plan { length, unit, least, at_least, steps } => {
                let within = (part.extent == Some(Extent::Window)).then_some(&*part.cells);
                plan::check(model, steps, (*length, unit), within, context)?;
                let moves = counted(*length, unit);
                if let Some(AtLeast { length, proof }) = at_least {
                    self.at_least(part, *length, proof)?;
                    return Ok(format!(
                        "a solution of {moves}, and none has fewer than {}",
                        counted(*length, unit)
                    ));
                }
                let Some(bound) = least else { return Ok(format!("a solution of {moves}")) };
                self.at_least(part, *length, bound)?;
                Ok(format!("a solution of {moves}, and none is shorter"))
            }
            Proof::AtLeast { length, unit, bound } => {
                let lays = matches!(model.question, Question::Place { .. });
                let of = if lays { "pieces" } else { model.unit.as_str() };
                if *unit != of {
                    return Err(Unproved::Rejected(format!("the unit of its length is {of}, not {unit}")));
                }
                self.at_least(part, *length, bound)?;
                Ok(format!("no solution has fewer than {}", counted(*length, unit)))
            }
            Proof::Winner { winner, proof } => {
                let why = self.by_theory(part, proof, Claim::Winner(*winner))?;
                Ok(match winner {
                    Winner::First => format!("the first player wins: {why}"),
                    Winner::Second => format!("the second player wins: {why}"),
                    Winner::Draw => format!("with best play neither player wins: {why}"),
                })
            }
            Proof::Game { winner, value, moves, strategies } => {
                let Question::Game { ends, .. } = model.question else {
                    return Err(Unproved::wrong("the puzzle is not a two-player game"));
                };
                if value.is_some() && model.question.goal().is_some() {
                    return Err(Unproved::wrong("a game with a goal has no Grundy value"));
                }
                if value.is_some() && !model.is_impartial() {
                    return Err(Unproved::wrong("a game with `turn` has no Grundy value"));
                }
                let claim = game::GameClaim { winner: *winner, value: *value, moves: *moves, ends };
                let positions = game::check(&self.reading(part)?, claim, strategies, context)?;
                let seen = counted(positions, "positions");
                Ok(match (winner, value) {
                    (Winner::Draw, _) => format!(
                        "with best play neither player wins: each player has an answer to every move, in {seen}"
                    ),
                    (Winner::First, Some(value)) => format!(
                        "the first player wins, and the Grundy value is {value}: beside a heap of {value} \
                         every move has an answer, in {seen}"
                    ),
                    (Winner::Second, Some(_)) => format!(
                        "the second player wins, and the Grundy value is 0: every move has an answer, in {seen}"
                    ),
                    (winner, None) => {
                        let (one, other) =
                            if *winner == Winner::First { ("first", "second") } else { ("second", "first") };
                        let within = moves.map(|moves| {
                            format!(" in {}, and no sooner against every defence", counted(moves, "moves"))
                        });
                        let within = within.unwrap_or_default();
                        format!(
                            "the {one} player wins{within}: every move of the {other} has an answer, in {seen}"
                        )
                    }
                })
            }
            Proof::OnlyPlacement { steps, lemmas } => {
                let Question::Place { supply, goal } = &model.question else {
                    return Err(Unproved::wrong("this is not a placement puzzle"));
                };
                plan::check(model, steps, (steps.len() as u64, "pieces"), None, context)?;
                match lemmas {
                    None => lay::at_most_one(model, supply, &goal.0, context)?,
                    Some(lemmas) => {
                        let steps = plan::labels(model, steps)?;
                        let ruled = lay::Ruled::AllBut(&steps);
                        lay::by_lemmas(model, supply, &goal.0, (&ruled, lemmas), context)?;
                    }
                }
                Ok(format!("a solution of {}, and there is no other", counted(steps.len() as u64, "pieces")))
            }
            _ => Ok(format!("there is no solution: {}", self.unsolvable(part, proof)?)),
        }
    }

    /// Checks that no plan is shorter.
    fn at_least(&self, part: &Part, length: u64, bound: &LowerBound) -> Result<(), Unproved> {
        match bound {
            LowerBound::Levels(levels) => {
                plan::least(self.model, &self.reading_open(part)?, length, levels, self.context)
            }
            LowerBound::Theory(proof) => self.by_theory(part, proof, Claim::AtLeast(length)).map(|_| ()),
            LowerBound::Placements(PlacementBound { fewest, lemmas }) => {
                let Question::Place { supply, goal } = &self.model.question else {
                    return Err(Unproved::wrong("this is not a placement puzzle"));
                };
                if *fewest < length {
                    return Err(Unproved::wrong("it bounds the number of pieces by less than the length"));
                }
                match lemmas {
                    None => lay::none_of_fewer(self.model, supply, &goal.0, *fewest, self.context),
                    Some(lemmas) => {
                        let ruled = lay::Ruled::FewerThan(*fewest);
                        lay::by_lemmas(self.model, supply, &goal.0, (&ruled, lemmas), self.context)
                    }
                }
            }
            LowerBound::Parts(PartBounds { parts }) => {
                let reading = self.reading(part)?;
                let mut named = BTreeSet::new();
                if !parts.iter().flat_map(|bound| &bound.part).all(|name| named.insert(name)) {
                    return Err(Unproved::wrong("a variable belongs to two parts"));
                }
                let mut sum = 0;
                for PartBound { part, levels } in parts {
                    let alone = apart::alone(&reading, part)?;
                    plan::least(self.model, &alone, levels.len() as u64, levels, self.context)?;
                    sum += levels.len() as u64;
                }
                if sum < length {
                    return Err(Unproved::wrong("the levels of the parts do not add up to the length"));
                }
                Ok(())
            }
            LowerBound::Patterns(PatternBounds { patterns }) => {
                if self.model.measure != MeasureKind::Actions {
                    return Err(Unproved::wrong(
                        "patterns bound the number of moves, and the puzzle has another measure",
                    ));
                }
                if patterns::check(&self.reading(part)?, patterns, self.context)? < length {
                    return Err(Unproved::wrong("the numbers of the patterns do not add up to the length"));
                }
                Ok(())
            }
        }
    }

    /// Why there is no solution, in words.
    fn unsolvable(&self, part: &Part, proof: &Proof) -> Result<String, Unproved> {
        let context = self.context;
        match proof {
            Proof::Plan { .. }
            | Proof::OnlyPlacement { .. }
            | Proof::AtLeast { .. }
            | Proof::Winner { .. }
            | Proof::Game { .. } => Err(Unproved::wrong("it proves a different statement")),
            Proof::Placement { lemmas } => {
                let Question::Place { supply, goal } = &self.model.question else {
                    return Err(Unproved::wrong("this is not a placement puzzle"));
                };
                match lemmas {
                    None => lay::none(self.model, supply, &goal.0, context).map(|_| ())?,
                    Some(lemmas) => {
                        let ruled = (&lay::Ruled::All, lemmas);
                        lay::by_lemmas(self.model, supply, &goal.0, ruled, context)?;
                    }
                }
                Ok("no arrangement of the pieces matches the goal".into())
            }
            Proof::Colouring { modulus, cells, pieces, empty } => {
                let Question::Place { supply, goal } = &self.model.question else {
                    return Err(Unproved::wrong("this is not a placement puzzle"));
                };
                let weights = lay::Weights { modulus: *modulus, cells, pieces, empty: *empty };
                lay::coloured(self.model, supply, &goal.0, &weights)?;
                Ok("every piece covers cells of its weight, and all cells together have another weight"
                    .into())
            }
            Proof::Theory(proof) => self.by_theory(part, proof, Claim::Unsolvable),
            Proof::Part { part: own, proof } => {
                let why = self.by_positions(&apart::alone(&self.reading(part)?, own)?, proof)?;
                Ok(format!("a part of {} has none: {why}", counted(own.len() as u64, "cells")))
            }
            Proof::Invariants { .. }
            | Proof::GoalImpossible { .. }
            | Proof::DeadEnd { .. }
            | Proof::ClosedBackward { .. } => self.by_positions(&self.reading(part)?, proof),
            Proof::Closed { .. } => self.by_positions(&self.reading_open(part)?, proof),
        }
    }

    /// Why no goal can be reached, by the positions that the actions allow.
    fn by_positions(&self, reading: &Reading, proof: &Proof) -> Result<String, Unproved> {
        let context = self.context;
        match proof {
            Proof::Invariants { invariants, values } => {
                let frame = checker::frame(reading, values)?;
                unreachable(&reading.task.flat(), &frame, invariants, context)?;
                Ok("every goal violates a sum that no move changes".into())
            }
            Proof::GoalImpossible { values } => {
                let frame = checker::frame(reading, values)?;
                unreachable(&reading.task.flat(), &frame, &[], context)?;
                Ok("the contents that the cells can have match no goal".into())
            }
            Proof::DeadEnd { dead, together, values } => {
                let frame = checker::frame(reading, values)?;
                dead::check(&reading.task.flat(), &frame, (dead, together), context)?;
                Ok("the start has a dead end, which no move takes away".into())
            }
            Proof::Closed { levels } => {
                walk::forward(self.model, reading, levels, true, context)?;
                let all = counted(total(levels), "positions");
                Ok(format!("{all} can be reached, and no goal is among them"))
            }
            Proof::ClosedBackward { .. } if self.model.has_consequences() => Err(Unproved::wrong(FOLLOWED)),
            Proof::ClosedBackward { levels, values } => {
                let frame = checker::frame(reading, values)?;
                walk::backward(&reading.task, &frame, levels, context)?;
                let all = counted(total(levels), "positions");
                Ok(format!("the goal can be reached from {all}, and the start is not among them"))
            }
            _ => Err(Unproved::wrong("it proves nothing by positions")),
        }
    }

    fn by_theory(&self, part: &Part, proof: &TheoryProof, claim: Claim) -> Result<String, Unproved> {
        let checker = checker_of(self.model, proof, self.checkers)?;
        let reading = match checker.requires().about {
            About::Cells => Some(self.reading(part)?),
            About::Puzzle => None,
        };
        let cx = CheckContext { model: self.model, reading: reading.as_ref(), context: self.context };
        checker.check(&proof.body, claim, &cx)
    }

    /// The same for an enumeration of positions.
    fn reading_open(&self, part: &Part) -> Result<Reading, Unproved> {
        rules::read_open(self.model, &part.cells, checker::known(part.extent)?, self.context)
    }

    /// The rules on the part of the board that a certificate concerns.
    fn reading(&self, part: &Part) -> Result<Reading, Unproved> {
        rules::read(self.model, &part.cells, checker::known(part.extent)?, self.context)
    }
}

/// Checks that no move changes the sums and that every goal breaks one.
fn unreachable(
    task: &Task,
    frame: &[ValueSet],
    invariants: &[Invariant],
    context: &SearchContext,
) -> Result<(), Unproved> {
    let names = Names::new(task);
    let mut sums = Vec::new();
    for invariant in invariants {
        let sum = Sum::read(task, &names, invariant)?;
        sum.unchanged(task, frame, context)?;
        sums.push(sum);
    }
    let mut looked = 0;
    let mut broken = |sets: &[ValueSet]| {
        for sum in &sums {
            if sum.breaks(sets, &mut looked, context)? {
                return Ok(true);
            }
        }
        Ok(false)
    };
    if sets::every_goal(task, frame, &mut broken, context)? {
        return Ok(());
    }
    Err(Unproved::wrong("a goal is not shown to be impossible"))
}

fn total(levels: &[Level]) -> u64 {
    levels.iter().map(|l| l.positions).fold(0, u64::saturating_add)
}
