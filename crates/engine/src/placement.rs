//! Placements as exact covers.

use std::collections::BTreeMap;

use super::Solved;
use puzzlec_base::diag::Stop;
use puzzlec_checker::certificate::{Checked, check};
use puzzlec_checker::checker::Checkers;
use puzzlec_model::puzzle::Supply;
use puzzlec_model::{Model, Question};
use puzzlec_placement::colouring::{self, Colouring};
use puzzlec_placement::cover::Cover;
use puzzlec_placement::laid::Laid;
use puzzlec_placement::learn::{self, Refutation};
use puzzlec_search::ground::{Ground, LAY};
use puzzlec_search::{Options, Wanted};
use puzzlec_task::certificate::{
    AtLeast, CertificateFile, Fact, Lemmas, LowerBound, PlacementBound, Proof, contents,
};
use puzzlec_task::{
    ActionId, Certificate, Conclusion, Label, Optimality, SearchContext, Solutions, Steps, Verdict, labels,
};
use puzzlec_theory::meter::{Halted, Meter, Share};

/// The answer to a placement as an exact cover; the ground puzzle again if scripts decide it.
pub(super) fn solve(
    ground: Ground,
    model: &Model,
    options: &Options,
    context: &SearchContext,
) -> Result<Solved, Box<Ground>> {
    let Some(laid) = Laid::read(&ground) else { return Err(Box::new(ground)) };
    if let Some(colouring) = colouring::find(&laid.cover) {
        let why = vec!["weights of the cells rule out every placement".to_owned()];
        let conclusion = coloured(model, &ground, &colouring).into();
        return Ok(Solved { why, ..Solved::new(conclusion, Some(ground)) });
    }
    let meter = &Meter::of(context);
    let plan = |actions: &[ActionId]| labels(actions, &ground.task.actions, &[]);
    let open = laid.is_open();
    let mut solutions = None;
    let found = match options.wanted {
        Wanted::All { listed } => laid.shortest_if_open(meter).and_then(|few| {
            let laid = few.as_ref().unwrap_or(&laid);
            let count = laid.count(meter)?.to_string();
            let list = laid.list(listed.max(1), meter)?;
            let first = list.first().cloned();
            let plans = list.iter().take(listed).map(|actions| plan(actions)).collect();
            solutions = first.is_some().then_some(Solutions { count, plans });
            Ok(first)
        }),
        Wanted::Within(most) if open => laid.within(most, meter),
        Wanted::Least if open => laid.fewest(meter),
        Wanted::Least | Wanted::Any | Wanted::Within(_) => laid.find(meter),
    };
    let mut notes = Vec::new();
    let conclusion = match found {
        Ok(Some(actions)) => {
            let optimality = match options.wanted {
                Wanted::Any | Wanted::Within(_) if open => Optimality::Found,
                _ => Optimality::Least,
            };
            // A limit that comes now takes nothing from the answer.
            let several = match options.wanted {
                Wanted::All { .. } => None,
                Wanted::Least | Wanted::Any | Wanted::Within(_) => laid.several(meter).unwrap_or(None),
            };
            notes.extend(several.map(|several| match several {
                true => "there are other placements; `--all` counts them".to_owned(),
                false => "there is no other placement".to_owned(),
            }));
            if open && optimality == Optimality::Least {
                notes.push("no placement has fewer pieces".to_owned());
            }
            Conclusion::plan(plan(&actions), actions.len() as u64, optimality, None)
        }
        Ok(None) => match options.wanted {
            Wanted::Within(most) if open => Conclusion::not_within(most, None),
            _ => Verdict::from(Certificate::Proved(Proof::Placement { lemmas: None })).into(),
        },
        Err(Halted) if meter.limit().is_none() => return Err(Box::new(ground)),
        Err(Halted) => {
            let least = laid.cover.least.iter().skip(1);
            let at_least = least.map(|n| u64::from(*n)).sum();
            Conclusion { at_least, ..Conclusion::stopped(meter.stop()) }
        }
    };
    let conclusion = Conclusion { solutions, statistics: meter.statistics(), ..conclusion };
    let why = vec!["an exact cover of the cells by the pieces, cell by cell".to_owned()];
    Ok(Solved { notes, why, ..Solved::new(conclusion, Some(ground)) })
}

fn coloured(model: &Model, ground: &Ground, colouring: &Colouring) -> Verdict<Box<dyn Steps>> {
    let half = colouring.modulus / 2;
    let signed = |weight: u64| {
        let weight = i64::try_from(weight).unwrap_or(0);
        let modulus = i64::try_from(colouring.modulus).unwrap_or(i64::MAX);
        if weight.unsigned_abs() > half { weight - modulus } else { weight }
    };
    let cells: BTreeMap<String, i64> = ground
        .cells
        .iter()
        .zip(&colouring.cells)
        .filter(|(_, weight)| **weight != 0)
        .map(|(cell, weight)| (model.board.name(*cell), signed(*weight)))
        .collect();
    let mut entries = colouring.entries.iter().map(|weight| signed(*weight));
    let empty = entries.next().unwrap_or(0);
    let proof = Proof::Colouring { modulus: colouring.modulus, cells, pieces: entries.collect(), empty };
    debug_assert!(matches!(model.question, Question::Place { .. }));
    let reason = Some("a colouring of the cells rules it out".to_owned());
    Verdict::Unsolvable { certificate: Certificate::Proved(proof), reason }
}

/// Steps of cases that the checker of a certificate goes through by itself.
const CHECKED: Share = Share { expanded: 1 << 8, ..Share::ALL };

/// Steps of the search for lemmas. A certificate without them is checked by cases, which may take long.
const LEMMAS: Share = Share { expanded: 1 << 24, ..Share::ALL };

/// Clauses that are checked before they are written, where shapes are asked for. Where the checker does not follow them, it goes
/// through the cases by itself.
const CHECKED_CLAUSES: usize = 1 << 10;

/// The certificate of a placement with what the checker needs beside the answer; where it is the one that was counted, that
/// there is no other. Other certificates stay as they are.
///
/// # Errors
/// A limit.
pub fn completed(
    model: &Model,
    solved: &Solved,
    document: CertificateFile,
    context: &SearchContext,
) -> Result<CertificateFile, Stop> {
    let Some(ground) = &solved.ground else { return Ok(document) };
    let Conclusion { verdict, solutions, .. } = &solved.conclusion;
    let one = solutions.as_ref().is_some_and(|all| all.count == "1");
    if let (Verdict::Solved(plan), Question::Place { supply, .. }, true) = (verdict, &model.question, one) {
        let taken: Vec<Label> = plan.steps.labels().filter(|step| step.rule == LAY).collect();
        let only = with_lemmas(model, ground, document.clone().only(), &taken, context)?;
        let is_bare = matches!(&only.proof, Proof::OnlyPlacement { lemmas: None, .. });
        // With an open number of pieces only the fewest were counted: others may have more.
        if !is_bare || !supply.iter().any(Supply::is_open) {
            return Ok(only);
        }
    }
    with_lemmas(model, ground, document, &[], context)
}

/// The certificate of a placement with lemmas, where the checker would have too many cases; `taken` are the steps of the
/// placement that was found.
///
/// # Errors
/// A limit.
fn with_lemmas(
    model: &Model,
    ground: &Ground,
    mut document: CertificateFile,
    taken: &[Label],
    context: &SearchContext,
) -> Result<CertificateFile, Stop> {
    let Some(mut laid) = Laid::read(ground) else { return Ok(document) };
    let (plain, mut but) = (document.clone(), None);
    let slot = match &mut document.proof {
        Proof::Placement { lemmas } if laid.pieces.is_none() => lemmas,
        Proof::OnlyPlacement { lemmas, .. } => {
            but = laid.ways(ground, taken);
            lemmas
        }
        Proof::Plan { least: Some(LowerBound::Placements(bound)), .. }
        | Proof::Plan { at_least: Some(AtLeast { proof: LowerBound::Placements(bound), .. }), .. }
        | Proof::AtLeast { bound: LowerBound::Placements(bound), .. } => {
            let PlacementBound { fewest, lemmas } = bound;
            let Some(most) = fewest.checked_sub(1) else { return Ok(document) };
            laid.cover.most = laid.cover.most.min(u32::try_from(most).unwrap_or(u32::MAX));
            lemmas
        }
        _ => return Ok(document),
    };
    let meter = &Meter::of(context);
    let few = || laid.cover.cases(meter, &mut |_| true);
    let halted = |Halted| meter.stop();
    if laid.cover.has_shape() || meter.share(CHECKED, few).map_err(halted)?.is_none() {
        let found =
            meter.share(LEMMAS, || learn::refute(&laid.cover, but.as_deref(), meter)).map_err(halted)?;
        *slot = found.flatten().map(|refutation| written(model, ground, &laid.cover, &refutation));
        let few = slot.as_ref().is_some_and(|lemmas| lemmas.clauses.len() <= CHECKED_CLAUSES);
        if few
            && laid.cover.has_shape()
            && matches!(check(model, &document, Checkers::NONE, context), Checked::Rejected(_))
        {
            return Ok(plain);
        }
    }
    Ok(document)
}

/// A refutation in the names of the puzzle.
fn written(model: &Model, ground: &Ground, cover: &Cover, refutation: &Refutation) -> Lemmas {
    let contents = contents(model);
    let named = |cell: u32, value: u16| {
        let cell = ground.cells.get(cell as usize).map(|cell| model.board.name(*cell));
        (cell.unwrap_or_default(), contents.get(usize::from(value)).cloned().unwrap_or_default())
    };
    let fact = |fact: &learn::Fact| match fact {
        learn::Fact::Holds(cell, value) => {
            let (cell, holds) = named(*cell, *value);
            Fact::Holds { cell, holds }
        }
        learn::Fact::Taken(way) => {
            let way = cover.ways.get(*way as usize);
            let cells = way.into_iter().flat_map(|way| &way.cells).map(|(cell, value)| named(*cell, *value));
            Fact::Laid { piece: way.map_or(0, |way| way.entry as usize), cells: cells.collect() }
        }
    };
    let clause = |clause: &Vec<i32>| clause.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
    Lemmas {
        facts: refutation.facts.iter().map(fact).collect(),
        clauses: refutation.clauses.iter().map(clause).collect(),
    }
}
