//! Clues of placements: as few given pieces as the wish says, with one solution.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::symmetry::{Map, of_board, wanted};
use super::write::Made;
use super::{GenerateOptions, Looked};
use crate::reasons::{self, Difficulty};
use puzzlec_base::Random;
use puzzlec_base::diag::{Code, Diagnostic, Stop};
use puzzlec_base::{Progress, many};
use puzzlec_model::holes::{Holes, Open};
use puzzlec_model::piece::Form;
use puzzlec_model::technique::Technique;
use puzzlec_model::{Model, Question};
use puzzlec_placement::cover::{Cover, Way};
use puzzlec_placement::reason::{Chain, End, Problem, chain};
use puzzlec_search::ground::Ground;
use puzzlec_task::{SearchContext, Value, ValueSet};
use puzzlec_theory::meter::{Halted, Meter, Share};

/// Tries that are made before their results are compared. The result does not depend on the number of threads.
const BATCH: u64 = 16;

/// Decisions of a search for a random solution, which may begin badly; and for another solution.
const FIRST: Share = Share { expanded: 1 << 14, ..Share::ALL };
const OTHER: Share = Share { expanded: 1 << 20, ..Share::ALL };

/// By cell the piece that is given, if one is.
type Clues = Vec<Option<Value>>;

/// Random clues of random solutions. The second part tells what was looked at.
///
/// # Errors
/// The puzzle has no clues of this kind.
pub(super) fn clues(
    model: &Model,
    (ground, holes): (&Ground, &Holes),
    options: &GenerateOptions,
    context: &SearchContext,
) -> Result<(Vec<Made>, Looked), Vec<Diagnostic>> {
    let refuse = |text: &str| Err(vec![Diagnostic::new(Code::BadHoles, holes.span, text)]);
    if options.all {
        return refuse("clues are chosen at random: leave out `--all`");
    }
    let (Open::Clues { range, pieces, all }, Question::Place { supply, .. }) = (&holes.open, &model.question)
    else {
        return refuse("the puzzle has no clues");
    };
    let unit = |kind| model.pieces.kind(kind).is_some_and(|kind| kind.form == Form::Unit);
    if !supply.iter().all(|entry| unit(entry.kind)) {
        return refuse("clues are pieces of one cell");
    }
    let Some(cover) = Cover::read(&ground.task, ground.cells.len()) else {
        return refuse("a script decides this placement, so no clues are generated");
    };
    let Some(maps) = wanted(&model.board, holes.symmetric) else {
        return refuse("the board does not have this symmetry");
    };
    let of_clue = |value: &Value| {
        let content = model.pieces.content(*value);
        *value != 0 && (pieces.is_empty() || pieces.iter().any(|piece| piece.matches(content)))
    };
    let given =
        (0..Value::try_from(ground.task.contents.len()).unwrap_or(Value::MAX)).filter(of_clue).collect();
    let own = if *all { own_entries(&cover, &given) } else { Some(Vec::new()) };
    let Some(own) = own else {
        return refuse(
            "`clues all` gives whole entries of `place`: name a family, or place its members one by one",
        );
    };
    let search = ClueSearch {
        cover,
        maps,
        range: *range,
        given,
        own,
        minimal: holes.minimal,
        deduction: holes.deduction,
        hardest: holes.hardest.is_some(),
    };
    let symmetries = of_board(&model.board);
    let mut looked = Looked::default();
    let mut seen: FxHashMap<Clues, ()> = FxHashMap::default();
    let mut found = Vec::new();
    let end = options.from.saturating_add(options.tries);
    let mut first = options.from;
    'tries: while first < end {
        let number = BATCH.min(end - first);
        let tries = many(usize::try_from(number).unwrap_or(0), 1, || {
            let search = &search;
            move |at| search.one(Random::of_try(options.seed, first + at as u64), context)
        });
        for tried in tries {
            looked.tries += 1;
            match tried {
                Err(stop) => {
                    looked.stopped = Some(stop);
                    break 'tries;
                }
                Ok(Tried::Undecided) => looked.undecided += 1,
                Ok(Tried::Misses) => {}
                Ok(Tried::Fits(clues, difficulty)) => {
                    if seen.insert(least_image(&symmetries, &clues), ()).is_none() {
                        looked.fitting += 1;
                        let cells = ground.cells.iter().copied().zip(clues).collect();
                        found.push(Made::Clues { cells, all: *all, difficulty });
                    }
                }
            }
            if found.len() >= options.count && holes.hardest.is_none() {
                break 'tries;
            }
        }
        first += number;
        if let Err(limit) = context.poll(&Progress { frontier: looked.tries, ..Progress::default() }) {
            looked.stopped = Some(limit.into());
            break;
        }
    }
    // The hardest are first if that is the wish, else those with few clues; of equal ones those that were found first.
    let hardness = |made: &Made| made.difficulty().filter(|_| holes.hardest.is_some());
    found.sort_by_key(|made| (Reverse(hardness(made)), made.clues()));
    found.truncate(options.count);
    Ok((found, looked))
}

/// The least image of clues under the symmetries of the board.
fn least_image(maps: &[Map], clues: &Clues) -> Clues {
    let image = |map: &Map| {
        let mut image = vec![None; clues.len()];
        for (held, to) in clues.iter().zip(map) {
            if let Some(slot) = image.get_mut(*to as usize) {
                *slot = *held;
            }
        }
        image
    };
    maps.iter().map(image).min().unwrap_or_else(|| clues.clone())
}

/// By entry whether its pieces are clues; nothing if an entry has clues and other pieces.
fn own_entries(cover: &Cover, given: &ValueSet) -> Option<Vec<bool>> {
    let mut own: Vec<Option<bool>> = vec![None; cover.supply.len()];
    for way in &cover.ways {
        let is_clue = way.cells.iter().all(|(_, value)| given.contains(*value));
        let slot = own.get_mut(way.entry as usize)?;
        if slot.is_some_and(|known| known != is_clue) {
            return None;
        }
        *slot = Some(is_clue);
    }
    Some(own.into_iter().map(|own| own == Some(true)).collect())
}

/// One try.
enum Tried {
    Fits(Clues, Option<Difficulty>),
    Misses,
    Undecided,
}

/// The search for clues.
struct ClueSearch {
    cover: Cover,
    /// The contents that clues may have.
    given: ValueSet,
    /// By entry whether its pieces are clues, and a puzzle has none but its clues; empty where other pieces are to be found.
    own: Vec<bool>,
    maps: Vec<Map>,
    range: (u32, u32),
    minimal: bool,
    /// Whether deductions must lead to the solution, and the strongest of them.
    deduction: Option<Option<Technique>>,
    /// Whether the hardest of all tries are wanted.
    hardest: bool,
}

impl ClueSearch {
    /// One try: a random solution, from which clues are left out in a random order as long as no other solution has
    /// those that are left.
    fn one(&self, mut random: Random, context: &SearchContext) -> Result<Tried, Stop> {
        let meter = Meter::of(context);
        let tried = self.tried(&mut random, &meter);
        match (tried, meter.limit()) {
            (_, Some(limit)) => Err(limit.into()),
            (Ok(tried), None) => Ok(tried),
            (Err(Halted), None) => Ok(Tried::Undecided),
        }
    }

    fn tried(&self, random: &mut Random, meter: &Meter<'_>) -> Result<Tried, Halted> {
        let Some(first) = meter.share(FIRST, || self.cover.random(random, meter))? else {
            return Ok(Tried::Undecided);
        };
        let Some(mut solution) = first else { return Ok(Tried::Misses) };
        self.complete(&mut solution, random);
        let clue = |value: &Value| Some(*value).filter(|value| self.given.contains(*value));
        let mut clues: Clues = solution.iter().map(clue).collect();
        // Without the other pieces, or with an open number of pieces, even all clues may leave several solutions.
        if clues.iter().all(Option::is_none) || !self.is_only(&clues, meter)? {
            return Ok(Tried::Misses);
        }
        let (least, most) = self.range;
        let given = |clues: &Clues| clues.iter().flatten().count() as u32;
        // Without the wish for a minimal number any number in the range will do.
        let target = if self.minimal || most >= given(&clues) { least } else { random.between(least, most) };
        let mut orbits = self.orbits(clues.len());
        random.shuffle(&mut orbits);
        for orbit in &orbits {
            let before = clues.clone();
            let lost = orbit.iter().filter(|cell| before.get(**cell as usize).is_some_and(Option::is_some));
            let lost: Vec<u32> = lost.copied().collect();
            if lost.is_empty() || given(&clues) < target + lost.len() as u32 {
                continue;
            }
            for cell in &lost {
                if let Some(slot) = clues.get_mut(*cell as usize) {
                    *slot = None;
                }
            }
            let needed = self.needs(&clues, &solution, &lost, meter)?;
            if needed || !self.is_deduced(&clues, meter)? {
                clues = before;
            } else if !self.own.is_empty() {
                clear(&mut solution, &lost);
            }
        }
        if self.minimal && !self.maps.is_empty() && !self.is_minimal(&clues, &solution, meter)? {
            return Ok(Tried::Misses);
        }
        if !(least..=most).contains(&given(&clues)) {
            return Ok(Tried::Misses);
        }
        let difficulty = self.difficulty(&clues, meter)?;
        let wished = match self.deduction {
            Some(Some(technique)) => difficulty.is_some_and(|one| one.technique == technique.name()),
            Some(None) | None => true,
        };
        let known = self.deduction.is_none() && !self.hardest || difficulty.is_some();
        Ok(if wished && known { Tried::Fits(clues, difficulty) } else { Tried::Misses })
    }

    /// The chain of deductions from these clues; nothing if no wish is about it.
    fn chain(&self, clues: &Clues, meter: &Meter<'_>) -> Result<Option<Chain>, Halted> {
        let most = match self.deduction {
            Some(strongest) => strongest.unwrap_or(Technique::Shape),
            None if self.hardest => Technique::Trial,
            None => return Ok(None),
        };
        let Some(problem) = Problem::of(&self.with(clues, &|_| true)) else { return Ok(None) };
        match chain(&problem, most, meter) {
            Chain { end: End::Halted, .. } => Err(Halted),
            chain => Ok(Some(chain)),
        }
    }

    /// Whether deductions lead to a solution, if that is wished.
    fn is_deduced(&self, clues: &Clues, meter: &Meter<'_>) -> Result<bool, Halted> {
        let solved = |chain: Option<Chain>| chain.is_some_and(|chain| matches!(chain.end, End::Solved(_)));
        Ok(self.deduction.is_none() || solved(self.chain(clues, meter)?))
    }

    /// How hard the deductions are, if they lead to the solution.
    fn difficulty(&self, clues: &Clues, meter: &Meter<'_>) -> Result<Option<Difficulty>, Halted> {
        let chain = self.chain(clues, meter)?.filter(|chain| matches!(chain.end, End::Solved(_)));
        Ok(chain.as_ref().and_then(reasons::difficulty))
    }

    /// Whether each clue rules out another solution.
    fn is_minimal(&self, clues: &Clues, solution: &[Value], meter: &Meter<'_>) -> Result<bool, Halted> {
        for (cell, _) in (0..).zip(clues).filter(|(_, clue)| clue.is_some()) {
            let mut fewer = clues.clone();
            if let Some(slot) = fewer.get_mut(cell as usize) {
                *slot = None;
            }
            if !self.needs(&fewer, solution, &[cell], meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Lays more clues in a random order, as long as the goal holds, where a puzzle has none but its clues.
    fn complete(&self, solution: &mut [Value], random: &mut Random) {
        let mut ways: Vec<&Way> = self.cover.ways.iter().filter(|way| self.is_own(way.entry)).collect();
        random.shuffle(&mut ways);
        for way in ways {
            for (cell, value) in &way.cells {
                let Some(slot) = solution.get_mut(*cell as usize).filter(|slot| **slot == 0) else {
                    continue;
                };
                *slot = *value;
                if !self.cover.goal.holds(solution) {
                    clear(solution, &[*cell]);
                }
            }
        }
    }

    fn is_own(&self, entry: u32) -> bool {
        self.own.get(entry as usize) == Some(&true)
    }

    /// Whether the clues that are left, without those of the lost cells, no longer determine the solution.
    fn needs(
        &self,
        clues: &Clues,
        solution: &[Value],
        lost: &[u32],
        meter: &Meter<'_>,
    ) -> Result<bool, Halted> {
        if !self.own.is_empty() {
            let mut without = solution.to_vec();
            clear(&mut without, lost);
            return Ok(!self.cover.goal.holds(&without) || !self.is_only(clues, meter)?);
        }
        // Another solution would differ in a clue that is left out now: the clues before had one solution.
        for cell in lost {
            if self.another(clues, solution, *cell, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether some solution with these clues differs from this one in a cell.
    fn another(
        &self,
        clues: &Clues,
        solution: &[Value],
        cell: u32,
        meter: &Meter<'_>,
    ) -> Result<bool, Halted> {
        let other = |way: &(u32, Value)| way.0 != cell || solution.get(cell as usize) != Some(&way.1);
        let found = meter.share(OTHER, || self.with(clues, &other).find(meter))?;
        found.map(|found| found.is_some()).ok_or(Halted)
    }

    /// Whether these clues have one solution.
    fn is_only(&self, clues: &Clues, meter: &Meter<'_>) -> Result<bool, Halted> {
        let mut number = 0;
        let visited = meter.share(OTHER, || {
            self.with(clues, &|_| true).visit(meter, &mut |_| {
                number += 1;
                number < 2
            })
        })?;
        visited.map(|()| number == 1).ok_or(Halted)
    }

    /// The puzzle with these clues, and with some contents of cells ruled out.
    fn with(&self, clues: &Clues, allowed: &dyn Fn(&(u32, Value)) -> bool) -> Cover {
        let fits = |held: &(u32, Value)| {
            let clue = clues.get(held.0 as usize).copied().flatten();
            clue.is_none_or(|clue| clue == held.1) && allowed(held)
        };
        let is_given = |(cell, _): &(u32, Value)| clues.get(*cell as usize).is_some_and(Option::is_some);
        let stays = |way: &&Way| {
            way.cells.iter().all(fits) && (!self.is_own(way.entry) || way.cells.iter().all(is_given))
        };
        let ways: Vec<Way> = self.cover.ways.iter().filter(stays).cloned().collect();
        let Cover { goal, supply, least, .. } = &self.cover;
        let mut cover =
            Cover { ways, goal: goal.clone(), supply: supply.clone(), least: least.clone(), ..self.cover };
        if !self.own.is_empty() {
            self.count(&mut cover);
        }
        cover
    }

    /// States the numbers of clues, of which each way lays one, and what they leave for empty cells.
    fn count(&self, cover: &mut Cover) {
        for (entry, (most, least)) in (0..).zip(cover.supply.iter_mut().zip(&mut cover.least)) {
            if self.is_own(entry) {
                let number = cover.ways.iter().filter(|way| way.entry == entry).count();
                (*most, *least) = (number as u32, number as u32);
            }
        }
        let cells = u32::try_from(cover.cells).unwrap_or(u32::MAX);
        let pieces = |numbers: &[u32]| numbers.iter().skip(1).fold(0, |sum: u32, n| sum.saturating_add(*n));
        let (fewest, greatest) = (pieces(&cover.least), pieces(&cover.supply));
        if let (Some(most), Some(least)) = (cover.supply.first_mut(), cover.least.first_mut()) {
            (*most, *least) = (cells.saturating_sub(fewest), cells.saturating_sub(greatest));
        }
        cover.overfull = fewest > cells;
    }

    /// The cells in classes that the wanted symmetry makes of each other.
    fn orbits(&self, cells: usize) -> Vec<Vec<u32>> {
        let mut seen = vec![false; cells];
        let mut orbits = Vec::new();
        for cell in (0..).take(cells) {
            let (mut orbit, mut open) = (Vec::new(), vec![cell]);
            while let Some(cell) = open.pop() {
                match seen.get_mut(cell as usize) {
                    Some(slot) if !*slot => *slot = true,
                    _ => continue,
                }
                orbit.push(cell);
                open.extend(self.maps.iter().filter_map(|map| map.get(cell as usize)));
            }
            if !orbit.is_empty() {
                orbits.push(orbit);
            }
        }
        orbits
    }
}

/// Takes the pieces off these cells.
fn clear(held: &mut [Value], cells: &[u32]) {
    for cell in cells {
        if let Some(slot) = held.get_mut(*cell as usize) {
            *slot = 0;
        }
    }
}
