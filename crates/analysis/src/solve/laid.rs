//! Placements as exact covers.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::claim::Claimed;
use puzzlec_base::diag::Stop;
use puzzlec_checker::certificate::{Checked, check};
use puzzlec_checker::checker::Checkers;
use puzzlec_model::puzzle::Supply;
use puzzlec_model::{Model, Question};
use puzzlec_placement::alike;
use puzzlec_placement::colouring::{self, Colouring};
use puzzlec_placement::cover::{Cover, Listing};
use puzzlec_placement::diagram::Diagram;
use puzzlec_placement::ground::{Pieces, read};
use puzzlec_placement::learn::{self, Refutation};
use puzzlec_placement::order::order;
use puzzlec_placement::packing::NONE;
use puzzlec_placement::solve;
use puzzlec_placement::sweep::Swept;
use puzzlec_search::ground::{Ground, LAY};
use puzzlec_search::{Options, Wanted};
use puzzlec_task::certificate::{
    AtLeast, CertificateFile, Fact, Lemmas, LowerBound, PlacementBound, Proof, contents,
};
use puzzlec_task::{ActionId, Label};
use puzzlec_task::{Certificate, Optimality, SearchContext, Statistics};
use puzzlec_theory::Claim;
use puzzlec_theory::meter::{Halted, Meter, Share};

/// The steps of an exact cover before other methods have their turn.
const FIRST: Share = Share { expanded: 1 << 12, ..Share::ALL };

/// A puzzle of placement in a form that can be solved and counted.
pub(crate) struct Laid {
    cover: Cover,
    /// The same, if its goal restricts each cell separately and no piece has more than two cells.
    pieces: Option<Pieces>,
}

/// The form of a placement, unless scripts decide it.
pub(crate) fn laid(ground: &Ground) -> Option<Laid> {
    let cover = Cover::read(&ground.task, ground.cells.len())?;
    let pieces = if cover.is_open() { None } else { read(&ground.task, &ground.cells) };
    Some(Laid { cover, pieces })
}

impl Laid {
    /// The number of placements.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn count<'m>(&self, meter: &'m Meter<'m>) -> Result<BigUint, Halted> {
        if let Some(pieces) = &self.pieces {
            match (solve::count(&pieces.packing, meter), meter.limit()) {
                (Err(Halted), None) => {}
                (result, _) => return result,
            }
        }
        self.cover.listed(meter, |mut listing| {
            let mut number = 0_u64;
            let mut list = |listing: &mut Listing<'_>| {
                while listing.next(meter)?.is_some() {
                    number += 1;
                }
                Ok(BigUint::from(number))
            };
            // A list and a diagram take turns: either may be short where the other is not.
            let mut diagram = Diagram::new(&self.cover, meter);
            let mut share = FIRST;
            while let Some(counted) = diagram.as_mut().filter(|_| !listing.is_near() && !meter.is_late()) {
                if let Some(number) = meter.share(share, || list(&mut listing))? {
                    return Ok(number);
                }
                if listing.is_near() {
                    break;
                }
                if let Some(number) = meter.share(share, || counted.number())? {
                    return Ok(number);
                }
                if !counted.is_short() {
                    diagram = None;
                }
                share.expanded *= 4;
            }
            drop(diagram);
            list(&mut listing)
        })
    }

    /// The number of placements of which none is made of another by a symmetry of the board.
    ///
    /// # Errors
    /// A limit.
    pub fn count_up_to_symmetry(&self, model: &Model, meter: &Meter<'_>) -> Result<BigUint, Stop> {
        let maps = alike::symmetries(&model.board)?;
        let counted = alike::count(&self.cover, &model.pieces, &maps, meter);
        counted.map(BigUint::from).map_err(|Halted| stop(meter))
    }

    /// Some placement, as the actions that lay its pieces.
    fn find(&self, meter: &Meter<'_>) -> Result<Option<Vec<ActionId>>, Halted> {
        let covered = |ways: Option<Vec<u32>>| ways.map(|ways| self.actions(&ways));
        if let Some(Pieces { packing, actions }) = &self.pieces {
            let action = |way: &u32| actions.get(*way as usize).copied();
            let laid = |ways: &[u32]| in_order(ways.iter().filter_map(action));
            let order = order(packing);
            match solve::quick(packing, &order, meter)? {
                Swept::Found(ways) => return Ok(Some(laid(&ways))),
                Swept::None => return Ok(None),
                Swept::Unknown => {}
            }
            if let Some(ways) = meter.share(FIRST, || self.cover.find(meter))? {
                return Ok(covered(ways));
            }
            match (solve::decide(packing, &order, meter), meter.limit()) {
                (Err(Halted), None) => {}
                (result, _) => return Ok(result?.map(|ways| laid(&ways))),
            }
        }
        self.cover.find(meter).map(covered)
    }

    /// A placement with the fewest pieces, where their number is open.
    fn fewest(&self, meter: &Meter<'_>) -> Result<Option<Vec<ActionId>>, Halted> {
        Ok(self.cover.fewest(meter)?.map(|ways| self.actions(&ways)))
    }

    /// The same puzzle with only the placements of the fewest pieces, and that number; nothing if there is none.
    ///
    /// # Errors
    /// A limit.
    pub fn shortest(&self, meter: &Meter<'_>) -> Result<Option<(Laid, u64)>, Halted> {
        let Some(ways) = self.cover.fewest(meter)? else { return Ok(None) };
        let most = self.cover.laid(&ways);
        Ok(Some((Laid { cover: Cover { most, ..self.cover.clone() }, pieces: None }, most.into())))
    }

    /// The same where the number of pieces is open and there is a placement.
    fn shortest_if_open(&self, meter: &Meter<'_>) -> Result<Option<Laid>, Halted> {
        let few = if self.is_open() { self.shortest(meter)? } else { None };
        Ok(few.map(|(laid, _)| laid))
    }

    /// Whether the number of pieces is not stated exactly.
    pub fn is_open(&self) -> bool {
        self.cover.is_open()
    }

    /// A placement of at most this number of pieces, where their number is open.
    fn within(&self, most: u64, meter: &Meter<'_>) -> Result<Option<Vec<ActionId>>, Halted> {
        let most = u32::try_from(most).unwrap_or(u32::MAX).min(self.cover.most);
        let few = Cover { most, ..self.cover.clone() };
        Ok(few.find(meter)?.map(|ways| self.actions(&ways)))
    }

    /// The first placements.
    fn list(&self, most: usize, meter: &Meter<'_>) -> Result<Vec<Vec<ActionId>>, Halted> {
        let mut all = Vec::new();
        if most > 0 {
            self.cover.visit(meter, &mut |ways| {
                all.push(self.actions(ways));
                all.len() < most
            })?;
        }
        all.sort_unstable();
        Ok(all)
    }

    /// Whether there are several placements; none if that takes longer than a moment.
    fn several(&self, meter: &Meter<'_>) -> Result<Option<bool>, Halted> {
        meter.share(FIRST, || {
            let mut number = 0_u64;
            self.cover.visit(meter, &mut |_| {
                number += 1;
                number < 2
            })?;
            Ok(number > 1)
        })
    }

    /// The ways that steps take, with those of the empty cells.
    fn ways(&self, ground: &Ground, steps: &[Label]) -> Option<Vec<u32>> {
        let labels: FxHashMap<&Label, ActionId> =
            ground.task.actions.iter().zip(0..).map(|(action, number)| (&action.label, number)).collect();
        let actions: BTreeSet<ActionId> =
            steps.iter().map(|step| labels.get(step).copied()).collect::<Option<_>>()?;
        let mut covered = vec![false; self.cover.cells];
        let mut taken = Vec::new();
        for (way, number) in self.cover.ways.iter().zip(0..) {
            let free = || way.cells.iter().all(|(cell, _)| covered.get(*cell as usize) == Some(&false));
            // The ways of empty cells are the last.
            let is_taken = if way.action == NONE { free() } else { actions.contains(&way.action) };
            if !is_taken {
                continue;
            }
            taken.push(number);
            for (cell, _) in &way.cells {
                if let Some(slot) = covered.get_mut(*cell as usize) {
                    *slot = true;
                }
            }
        }
        Some(taken)
    }

    fn actions(&self, ways: &[u32]) -> Vec<ActionId> {
        in_order(ways.iter().filter_map(|way| self.cover.ways.get(*way as usize)).map(|way| way.action))
    }
}

/// Actions are in the order of their first cells.
fn in_order(actions: impl Iterator<Item = ActionId>) -> Vec<ActionId> {
    let mut actions: Vec<ActionId> = actions.filter(|action| *action != NONE).collect();
    actions.sort_unstable();
    actions
}

/// The limit that ended a count.
pub(crate) fn stop(meter: &Meter<'_>) -> Stop {
    meter.limit().map_or_else(|| Stop::bug("a count ended without a limit"), Stop::from)
}

/// The placement as an exact cover; the ground puzzle again if scripts decide it.
pub(super) fn covered(
    ground: Ground,
    model: &Model,
    options: &Options,
    context: &SearchContext,
) -> Result<Claimed, Box<Ground>> {
    let Some(laid) = laid(&ground) else { return Err(Box::new(ground)) };
    let meter = &Meter::of(context);
    let mut why = vec!["an exact cover of the cells by the pieces, cell by cell".to_owned()];
    let plan = |actions: &[ActionId]| -> Vec<Label> {
        let label = |id: &ActionId| ground.task.actions.get(*id as usize).map(|action| action.label.clone());
        actions.iter().filter_map(label).collect()
    };
    let mut solutions = None;
    let mut notes = Vec::new();
    let (claim, statistics) = if let Some(colouring) = colouring::find(&laid.cover) {
        why = vec!["weights of the cells rule out every placement".to_owned()];
        (coloured(model, &ground, &colouring), Statistics::default())
    } else {
        let found = match options.wanted {
            Wanted::All { listed } => laid.shortest_if_open(meter).and_then(|few| {
                let laid = few.as_ref().unwrap_or(&laid);
                let number = laid.count(meter)?;
                let list = laid.list(listed.max(1), meter)?;
                let first = list.first().cloned();
                let plans = list.iter().take(listed).map(|actions| plan(actions)).collect();
                solutions = first.is_some().then(|| (number.to_string(), plans));
                Ok(first)
            }),
            Wanted::Within(most) if laid.cover.is_open() => laid.within(most, meter),
            Wanted::Least if laid.cover.is_open() => laid.fewest(meter),
            Wanted::Least | Wanted::Any | Wanted::Within(_) => laid.find(meter),
        };
        let optimality = match options.wanted {
            Wanted::Least | Wanted::All { .. } => Optimality::Least,
            _ if laid.cover.is_open() => Optimality::Found,
            _ => Optimality::Least,
        };
        let claim = match found {
            Ok(Some(actions)) => {
                // A limit that comes now takes nothing from the answer.
                let several = match options.wanted {
                    Wanted::All { .. } => None,
                    Wanted::Least | Wanted::Any | Wanted::Within(_) => laid.several(meter).unwrap_or(None),
                };
                notes.extend(several.map(|several| match several {
                    true => "there are other placements; `--all` counts them".to_owned(),
                    false => "there is no other placement".to_owned(),
                }));
                if laid.cover.is_open() && optimality == Optimality::Least {
                    notes.push("no placement has fewer pieces".to_owned());
                }
                let steps = Box::new(plan(&actions));
                Claim::plan(steps, optimality, None)
            }
            Ok(None) => match options.wanted {
                Wanted::Within(most) if laid.is_open() => {
                    Claim::NotWithin { most, at_least: most.saturating_add(1), bound: None }
                }
                _ => Claim::Unsolvable {
                    certificate: Certificate::Proved(Proof::Placement { lemmas: None }),
                    reason: None,
                },
            },
            Err(Halted) if meter.limit().is_none() => return Err(Box::new(ground)),
            Err(Halted) => {
                let least = laid.cover.least.iter().skip(1);
                Claim::Stopped { stop: stop(meter), at_least: least.map(|n| u64::from(*n)).sum() }
            }
        };
        (claim, meter.statistics())
    };
    Ok(Claimed { claim, solutions, ground: Some(ground), statistics, patterns: None, notes, why })
}

fn coloured(model: &Model, ground: &Ground, colouring: &Colouring) -> Claim {
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
    Claim::Unsolvable { certificate: Certificate::Proved(proof), reason }
}

/// Steps of cases that the checker of a certificate goes through by itself.
const CHECKED: Share = Share { expanded: 1 << 8, ..Share::ALL };

/// Steps of the search for lemmas. A certificate without them is checked by cases, which may take long.
const LEMMAS: Share = Share { expanded: 1 << 24, ..Share::ALL };

/// Clauses that are checked before they are written, where shapes are asked for. Where the checker does not follow them, it goes
/// through the cases by itself.
const CHECKED_CLAUSES: usize = 1 << 10;

/// The certificate of a placement with what the checker needs beside the claim; where it is the `one` that was counted, that
/// there is no other. Other certificates stay as they are.
///
/// # Errors
/// A limit.
pub(super) fn completed(
    model: &Model,
    ground: &Ground,
    (claim, one): (&Claim, bool),
    document: CertificateFile,
    context: &SearchContext,
) -> Result<CertificateFile, Stop> {
    if let (Claim::Plan { steps, .. }, Question::Place { supply, .. }, true) = (claim, &model.question, one) {
        let taken: Vec<Label> = steps.labels().filter(|step| step.rule == LAY).collect();
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
    let Some(mut laid) = laid(ground) else { return Ok(document) };
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
    let halted = |Halted| stop(meter);
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
