//! Certificates of what was found.
//!
//! After a search over classes of positions or from both ends, the positions are enumerated once more, one by
//! one, for their counts and hashes.

use crate::game::{Strategies, strategies};
use crate::ground::{Ground, LAY};
use crate::parts::{Part, parts};
use crate::relaxed;
use crate::search::{Origin, levels};
use puzzlec_base::Progress;
use puzzlec_base::diag::Stop;
use puzzlec_model::board::Coord;
use puzzlec_model::puzzle::Supply;
use puzzlec_model::{Model, Question};
use puzzlec_task::certificate::hash;
use puzzlec_task::certificate::{
    AtLeast, CertificateFile, KIND, Level, LowerBound, Names, PartBound, PartBounds, Place, PlacementBound,
    Proof, Step, StepList, VERSION, rules, values,
};
use puzzlec_task::{Bound, Bounds, Cost, Label, Task};
use puzzlec_task::{Certificate, Optimality, PartCertificate, SearchContext, Searched, Steps};

/// Maximum number of positions in the certified levels below a least plan.
const MOST_BELOW: u64 = 1_000_000;

/// Steps written between two polls of the budget.
const POLLED: usize = 1 << 12;

/// The reason for a missing certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritten {
    /// Something came first.
    Stopped(Stop),
    /// The answer has no certificate, for this reason.
    None(String),
}

impl From<Stop> for Unwritten {
    fn from(stop: Stop) -> Self {
        Unwritten::Stopped(stop)
    }
}

/// Writes certificates about a puzzle.
pub struct Writer<'a> {
    /// The puzzle.
    pub model: &'a Model,
    /// The ground puzzle, where the answer needed it.
    pub ground: Option<&'a Ground>,
    /// A lower bound by patterns.
    pub patterns: Option<&'a AtLeast>,
    /// The budget for writing.
    pub context: &'a SearchContext,
}

impl Writer<'_> {
    /// The certificate of a plan of this length; `bound` where a theory proves how long every plan is at
    /// least.
    ///
    /// # Errors
    /// A limit.
    pub fn plan(
        &self,
        steps: &dyn Steps,
        (length, optimality): (u64, Optimality),
        bound: Option<AtLeast>,
    ) -> Result<CertificateFile, Unwritten> {
        let placing = matches!(self.model.question, Question::Place { .. });
        let rules = rules(self.model);
        let mut written = StepList::default();
        for label in steps.labels().filter(|label| !placing || label.rule == LAY) {
            if written.len().is_multiple_of(POLLED) {
                self.context.poll(&Progress::default()).map_err(Stop::from)?;
            }
            written.push(&self.step(&rules, &label));
        }
        let steps = written;
        if placing {
            let length = steps.len() as u64;
            let proved = self.is_open() && optimality == Optimality::Least;
            let least =
                proved.then_some(LowerBound::Placements(PlacementBound { fewest: length, lemmas: None }));
            let (unit, at_least) = ("pieces".into(), None);
            return Ok(self.document(Proof::Plan { length, unit, least, at_least, steps }));
        }
        let patterns = || self.by_patterns();
        let (least, at_least) =
            match (bound.or_else(|| patterns().filter(|b| b.length >= length)), self.ground) {
                (Some(bound), _) if bound.length >= length => (Some(bound.proof), None),
                (Some(bound), _) => (None, Some(bound)),
                (None, Some(ground)) if optimality != Optimality::Found => {
                    match self.below(ground, length)? {
                        Some(levels) => (Some(levels), None),
                        None => (None, patterns()),
                    }
                }
                (None, _) => (None, patterns()),
            };
        Ok(self.document(Proof::Plan { length, unit: self.model.unit.clone(), least, at_least, steps }))
    }

    /// Whether the number of pieces to place is not stated exactly.
    fn is_open(&self) -> bool {
        matches!(&self.model.question, Question::Place { supply, .. } if supply.iter().any(Supply::is_open))
    }

    /// The certificate of there being no plan of at most this length; `bound` where a theory proves how long
    /// every plan is at least.
    ///
    /// # Errors
    /// A limit, or why there is no certificate.
    pub fn not_within(&self, most: u64, bound: Option<AtLeast>) -> Result<CertificateFile, Unwritten> {
        let unit = self.model.unit.clone();
        let enough = |bound: &AtLeast| bound.length > most;
        if let Some(bound) = bound.filter(enough).or_else(|| self.by_patterns().filter(enough)) {
            return Ok(self.at_least(bound));
        }
        let none = |why: &str| Unwritten::None(why.to_owned());
        let length = most.saturating_add(1);
        if self.is_open() {
            let bound = LowerBound::Placements(PlacementBound { fewest: length, lemmas: None });
            return Ok(self.document(Proof::AtLeast { length, unit: "pieces".into(), bound }));
        }
        if matches!(self.model.question, Question::Place { .. }) {
            return Err(none("every solution lays all pieces"));
        }
        let ground = self.ground.ok_or_else(|| none("no search was made"))?;
        let bound = self.below(ground, length)?;
        let why = match ground.task.measure.cost {
            _ if ground.bounds.doubt().is_some() => "the search covered a part of an endless board",
            Cost::Runs | Cost::Weights => "only lengths that count moves one by one have one",
            Cost::Actions => "there are too many positions",
        };
        Ok(self.document(match bound.ok_or_else(|| none(why))? {
            // All positions were met before.
            LowerBound::Levels(levels) if (levels.len() as u64) < length => Proof::Closed { levels },
            bound => Proof::AtLeast { length, unit, bound },
        }))
    }

    /// The certificate of a search that was stopped: how long every plan is at least, by patterns.
    pub fn stopped(&self) -> Option<CertificateFile> {
        self.by_patterns().map(|bound| self.at_least(bound))
    }

    /// The lower bound by patterns, if it is one of the whole puzzle.
    fn by_patterns(&self) -> Option<AtLeast> {
        let whole = !self.model.board.unbounded && self.ground?.bounds == Bounds::Exact;
        self.patterns.filter(|bound| whole && bound.length > 0).cloned()
    }

    fn at_least(&self, AtLeast { length, proof: bound }: AtLeast) -> CertificateFile {
        self.document(Proof::AtLeast { length, unit: self.model.unit.clone(), bound })
    }

    /// The certificate of there being no plan.
    ///
    /// # Errors
    /// A limit, or why there is no certificate.
    pub fn unsolvable(&self, certificate: &Certificate) -> Result<CertificateFile, Unwritten> {
        let proof = match certificate {
            Certificate::Proved(Proof::Theory(proof)) => Proof::Theory(proof.clone()),
            Certificate::Proved(proof @ Proof::Colouring { .. }) => proof.clone(),
            // All arrangements are tried.
            _ if matches!(self.model.question, Question::Place { .. }) => Proof::Placement { lemmas: None },
            Certificate::Proved(proof) => proof.clone(),
            Certificate::Searched(searched) => walked(&self.ground()?.task, searched, self.context)?,
            Certificate::Part(of_part) => self.of_part(of_part)?,
        };
        Ok(self.document(proof))
    }

    /// The proof that a part has no solution.
    fn of_part(&self, of_part: &PartCertificate) -> Result<Proof, Unwritten> {
        let task = &self.ground()?.task;
        // The checker shows for whole positions that no piece leaves the part of an endless board.
        if self.model.board.unbounded {
            let searched = Searched::Exhausted { states: 0, levels: Vec::new() };
            return walked(task, &searched, self.context);
        }
        let part =
            parts(task, &relaxed(task)).into_iter().flatten().find(|part| part.names(task) == of_part.part);
        let part = part.ok_or_else(|| Unwritten::None("the part is none of the puzzle's".into()))?;
        let proof = match &*of_part.certificate {
            Certificate::Proved(proof) => proof.clone(),
            Certificate::Searched(searched) => walked(&part.alone(task), searched, self.context)?,
            Certificate::Part(_) => return Err(Unwritten::None("a part has no parts".into())),
        };
        Ok(Proof::Part { part: of_part.part.clone(), proof: Box::new(proof) })
    }

    fn ground(&self) -> Result<&Ground, Unwritten> {
        self.ground.ok_or_else(|| Unwritten::None("no search was made".into()))
    }

    /// The certificate of the answer to a two-player game.
    ///
    /// # Errors
    /// A limit, or why there is no certificate.
    pub fn game(&self) -> Result<CertificateFile, Unwritten> {
        let none = |why: &str| Unwritten::None(why.to_owned());
        let Question::Game { ends, .. } = self.model.question else {
            return Err(none("the puzzle is not a two-player game"));
        };
        let ground = self.ground.ok_or_else(|| none("no search was made"))?;
        let Strategies { winner, value, moves, strategies } =
            strategies(&ground.task, self.model.has_grundy_values(), ends, self.context)?;
        Ok(self.document(Proof::Game { winner, value, moves, strategies }))
    }

    /// The certificate with this proof.
    pub fn document(&self, proof: Proof) -> CertificateFile {
        CertificateFile {
            version: VERSION,
            kind: KIND.to_owned(),
            puzzle: self.model.name.clone(),
            parameters: self.model.values.iter().map(|(name, value)| (name.clone(), *value)).collect(),
            margin: self.ground.and_then(Ground::unstated),
            area: self.ground.and_then(|ground| self.area(ground)),
            task: self.ground.map(|ground| hash::fingerprint(&ground.task)),
            proof,
        }
    }

    /// The area to which an unbounded board is cut, where no piece can leave it.
    fn area(&self, ground: &Ground) -> Option<[String; 2]> {
        let board = &self.model.board;
        let (first, last) = (ground.cells.first()?, ground.cells.last()?);
        (board.unbounded && ground.bounds == Bounds::Exact).then(|| [board.name(*first), board.name(*last)])
    }

    fn step(&self, rules: &[String], label: &Label) -> Step {
        let board = &self.model.board;
        let place = |bound: &Bound| match bound {
            Bound::Cell(x, y) => Place::Cell(board.name(Coord::new(*x, *y))),
            Bound::Direction(d) => Place::Direction(board.direction_name(*d).to_owned()),
            Bound::Number(n) => Place::Number(*n),
        };
        Step {
            rule: rules.get(label.rule as usize).cloned().unwrap_or_default(),
            part: label.part,
            at: label.binding.iter().map(place).collect(),
        }
    }

    /// The levels below a plan's length, if they prove something and are not too large.
    fn below(&self, ground: &Ground, length: u64) -> Result<Option<LowerBound>, Stop> {
        let task = &ground.task;
        if task.measure.cost != Cost::Actions || ground.bounds.doubt().is_some() {
            return Ok(None);
        }
        if let Some(parts) = parts(task, &relaxed(task)).filter(|_| !self.model.board.unbounded)
            && let Some(bound) = self.below_each(task, parts, length)?
        {
            return Ok(Some(bound));
        }
        let origin = Origin::Start { depth: length, most: MOST_BELOW };
        Ok(levels(task, &relaxed(task), origin, self.context)?.map(LowerBound::Levels))
    }

    /// The levels of each part before its first one with a goal, if there are as many as the plan is long.
    fn below_each(&self, task: &Task, parts: Vec<Part>, length: u64) -> Result<Option<LowerBound>, Stop> {
        let mut bounds = Vec::new();
        let mut sum = 0;
        for part in parts {
            let alone = part.alone(task);
            let origin = Origin::BeforeGoal { most: MOST_BELOW };
            let Some(levels) = levels(&alone, &relaxed(&alone), origin, self.context)? else {
                return Ok(None);
            };
            sum += levels.len() as u64;
            if !levels.is_empty() {
                bounds.push(PartBound { part: part.names(task), levels });
            }
        }
        Ok((sum >= length).then_some(LowerBound::Parts(PartBounds { parts: bounds })))
    }
}

/// All positions of a search, with their hashes.
fn walked(task: &Task, searched: &Searched, context: &SearchContext) -> Result<Proof, Unwritten> {
    let relaxed = relaxed(task);
    let none = |what: &str| Unwritten::None(format!("there are too many {what}"));
    Ok(match searched {
        Searched::Exhausted { .. } | Searched::ExhaustedClasses { .. } => {
            let origin = Origin::Start { depth: u64::MAX, most: u64::MAX };
            let levels: Option<Vec<Level>> = levels(task, &relaxed, origin, context)?;
            Proof::Closed { levels: levels.ok_or_else(|| none("positions"))? }
        }
        Searched::ExhaustedBackward { .. } => {
            let levels = levels(task, &relaxed, Origin::Goals, context)?;
            let values = values(&Names::new(task), &relaxed.values);
            Proof::ClosedBackward { levels: levels.ok_or_else(|| none("goals"))?, values }
        }
    })
}
