//! Families of starts: how many of them are solvable, or won by the first player, and which is the N-th.

use num_bigint::BigUint;

use super::picture::Painter;
use super::report::{NthStart, StartsReport};
use super::{Analysis, Answer, PuzzleInfo, solve};
use puzzlec_base::diag::{Code, Diagnostic, Stop};
use puzzlec_base::{Budget, Progress};
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_model::config::{Configuration, Family};
use puzzlec_model::mark;
use puzzlec_model::piece::ContentId;
use puzzlec_model::puzzle::one_start;
use puzzlec_model::{Model, Question};
use puzzlec_search::{Options, Wanted};
use puzzlec_syntax::ast::Lattice;
use puzzlec_task::SearchContext;
use puzzlec_theory::{CountStarts, Puzzle, Theory};

/// Maximum number of starts that are solved one by one.
const MOST_STARTS: u64 = 1 << 20;

/// Maximum number of open cells of a start that is counted in one line.
const MOST_BRIEF: usize = 64;

/// Maximum number of open cells.
const MOST_OPEN: usize = 100_000;

impl Analysis {
    /// Counts the starts of a puzzle that are solvable, or that the first player wins, with these parameter values; and
    /// finds the N-th of them, from 1, if a number is given. The start may have `?`. Without a theory that counts them each
    /// start is solved, up to 1,048,576.
    ///
    /// # Errors
    /// The errors of the puzzle. A reached limit is part of the report.
    pub fn starts(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        nth: Option<&BigUint>,
        context: impl Into<SearchContext>,
    ) -> Result<StartsReport, Vec<Diagnostic>> {
        let context = &context.into();
        let values = solve::values(self, puzzle, set)?;
        let mut model = solve::family(self, puzzle, &values, context.budget())?;
        let game = match &model.question {
            Question::Moves { .. } => false,
            Question::Game { .. } => true,
            Question::Place { .. } => {
                let text = format!("puzzle `{}` has no start", model.name);
                return Err(vec![Diagnostic::new(Code::MissingStatement, model.span, text)]);
            }
        };
        if let Some(family) = model.family.as_ref().filter(|family| family.holes.is_some()) {
            let text = format!("puzzle `{}` has holes", model.name);
            return Err(vec![one_start(family, family.span, &text)]);
        }
        // A puzzle without `?` is a family of one start.
        let one = || Family { cells: Vec::new(), contents: Vec::new(), span: model.span, holes: None };
        let family = model.family.take().unwrap_or_else(one);
        // Starts are drawn with the marks of their pieces.
        model.hooks.render = None;
        let mut search = FamilySearch { analysis: self, puzzle, model, family, context };
        let open = search.family.cells.len();
        let found = if open > MOST_OPEN {
            let what = format!("at most {MOST_OPEN} cells of a start can be open, found {open}");
            CountedStarts { stopped: Some(Stop::too_large(what)), ..CountedStarts::default() }
        } else {
            match search.by_theory(nth)? {
                Some(found) => found,
                None => search.one_by_one(nth)?,
            }
        };
        let (model, family) = (&search.model, &search.family);
        let written = |start: &Configuration| written(model, start, family, context.budget());
        let nth = match (nth, &found.nth) {
            (Some(number), Some(start)) => {
                Some(NthStart { number: number.to_string(), start: written(start).map_err(|d| vec![*d])? })
            }
            _ => None,
        };
        Ok(StartsReport {
            file: self.sources().get(puzzle.file).map_or(String::new(), |f| f.name.clone()),
            puzzle: model.name.clone(),
            title: model.title.clone(),
            parameters: model.values.iter().map(|(k, v)| (k.clone(), *v)).collect(),
            open,
            contents: marks(model, &family.contents),
            starts: total(family).to_string(),
            wanted: if game { "won" } else { "solvable" }.into(),
            count: found.count.map(|count| count.to_string()),
            solved: found.solved,
            nth,
            theory: found.theory.map(str::to_owned),
            stopped: found.stopped.map(|stop| solve::reported_stop(model, stop)).transpose()?,
        })
    }
}

/// The marks of contents; those of several characters are separated by blanks.
fn marks(model: &Model, contents: &[ContentId]) -> String {
    let marks: Vec<char> = contents.iter().map(|content| model.pieces.glyph(*content)).collect();
    let between = if marks.iter().any(|m| mark::is_word(*m)) { " " } else { "" };
    marks.into_iter().map(mark::text).collect::<Vec<_>>().join(between)
}

/// The number of starts of a family that fit in one line, with the name of the theory that counts them.
pub(super) fn brief(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    mut model: Model,
    budget: &Budget,
) -> Option<(String, String)> {
    let family = model.family.take().filter(|family| family.cells.len() <= MOST_BRIEF)?;
    let fit =
        if matches!(model.question, Question::Game { .. }) { "won by the first player" } else { "solvable" };
    let context = &SearchContext::from(budget.clone());
    let search = FamilySearch { analysis, puzzle, model, family, context };
    let (theory, counted) = search.counted(None)?;
    let (count, _) = counted.ok()?;
    Some((theory.to_owned(), format!("{count} of {} starts are {fit}", total(&search.family))))
}

/// The number of starts.
fn total(family: &Family) -> BigUint {
    match u32::try_from(family.cells.len()) {
        Ok(cells) if family.cells.len() <= MOST_OPEN => BigUint::from(family.contents.len()).pow(cells),
        _ => BigUint::ZERO,
    }
}

/// What was found.
#[derive(Default)]
struct CountedStarts {
    theory: Option<&'static str>,
    /// The number of starts that fit, if all were decided.
    count: Option<BigUint>,
    /// The starts that were solved one by one.
    solved: u64,
    nth: Option<Configuration>,
    stopped: Option<Stop>,
}

struct FamilySearch<'a> {
    analysis: &'a Analysis,
    puzzle: &'a PuzzleInfo,
    /// Of one start.
    model: Model,
    family: Family,
    context: &'a SearchContext,
}

impl FamilySearch<'_> {
    /// By a theory that counts the starts without a list of them; nothing if none does.
    fn by_theory(&mut self, nth: Option<&BigUint>) -> Result<Option<CountedStarts>, Vec<Diagnostic>> {
        let Some((theory, counted)) = self.counted(nth) else { return Ok(None) };
        let theory = Some(theory);
        let (count, contents) = match counted {
            Ok(found) => found,
            Err(stop) => {
                return Ok(Some(CountedStarts { theory, stopped: Some(stop), ..CountedStarts::default() }));
            }
        };
        let mut found = CountedStarts { theory, count: Some(count), ..CountedStarts::default() };
        if let Some(contents) = contents {
            // The answer of the theory is tested as that to any puzzle.
            let start = self.fill(&contents);
            match self.fits()? {
                Ok(true) => found.nth = start,
                Ok(false) => {
                    found.stopped = Some(Stop::bug("a theory counts a start that does not fit"));
                }
                Err(stop) => (found.nth, found.stopped) = (start, Some(stop)),
            }
        }
        Ok(Some(found))
    }

    /// The theory with its number of starts and the contents of the open cells of the N-th.
    fn counted(&self, nth: Option<&BigUint>) -> Option<(&'static str, Counted)> {
        let view = Puzzle::new(&self.model);
        let by_text = |theory: &dyn Theory| !theory.needs_ground();
        let taken = self.analysis.theories().of(&view, &by_text, &mut Vec::new(), self.context.budget());
        let (theory, solver) = taken.ok()??;
        let mut starts = solver.starts(&self.family)?;
        Some((theory.info().name, counted(starts.as_mut(), &self.family, nth, self.context)))
    }

    /// Solves each start.
    fn one_by_one(&mut self, nth: Option<&BigUint>) -> Result<CountedStarts, Vec<Diagnostic>> {
        let all = total(&self.family);
        let too_many = all > BigUint::from(MOST_STARTS);
        let mut found = CountedStarts::default();
        let stop = || Some(Stop::too_large(format!("at most {MOST_STARTS} starts are solved one by one")));
        if too_many && nth.is_none() {
            found.stopped = stop();
            return Ok(found);
        }
        let mut choice = vec![0; self.family.cells.len()];
        let mut count = BigUint::ZERO;
        loop {
            if let Err(limit) = self.context.poll(&Progress::default()) {
                found.stopped = Some(limit.into());
                return Ok(found);
            }
            if found.solved == MOST_STARTS {
                found.stopped = stop();
                return Ok(found);
            }
            let contents: Vec<ContentId> =
                choice.iter().filter_map(|c| self.family.contents.get(*c).copied()).collect();
            let start = self.fill(&contents);
            match self.fits()? {
                Ok(true) => count += 1_u8,
                Ok(false) => {}
                Err(stop) => {
                    found.stopped = Some(stop);
                    return Ok(found);
                }
            }
            found.solved += 1;
            if nth == Some(&count) {
                found.nth = start;
                return Ok(found);
            }
            // The last cell changes first.
            let Some(last) = choice.iter().rposition(|c| c + 1 < self.family.contents.len()) else { break };
            for (i, c) in choice.iter_mut().enumerate().skip(last) {
                *c = if i == last { *c + 1 } else { 0 };
            }
        }
        found.count = Some(count);
        Ok(found)
    }

    /// Fills the open cells of the start, which is returned.
    fn fill(&mut self, contents: &[ContentId]) -> Option<Configuration> {
        let (Question::Moves { start, .. } | Question::Game { start, .. }) = &mut self.model.question else {
            return None;
        };
        for (cell, content) in self.family.cells.iter().zip(contents) {
            match content {
                0 => start.remove(cell),
                content => start.insert(*cell, *content),
            };
        }
        Some(start.clone())
    }

    /// Whether the start is solvable, or won by the first player; or the limit that came first.
    fn fits(&self) -> Result<Result<bool, Stop>, Vec<Diagnostic>> {
        let options = Options { wanted: Wanted::Any, ..Options::default() };
        let report = solve::report(self.analysis, self.puzzle, &self.model, &options, self.context)?;
        Ok(match report.answer {
            Answer::Solved(_) => Ok(true),
            Answer::Unsolvable { .. } | Answer::NotWithin { .. } => Ok(false),
            Answer::Game { winner, .. } => Ok(winner == "first"),
            Answer::Stopped { reason, .. } => Err(reason),
        })
    }
}

type Counted = Result<(BigUint, Option<Vec<ContentId>>), Stop>;

/// The number of starts that fit, and the contents of the open cells of the N-th, if there is one.
fn counted(
    starts: &mut dyn CountStarts,
    family: &Family,
    nth: Option<&BigUint>,
    context: &SearchContext,
) -> Counted {
    let all = starts.count(&[], context)?;
    let Some(nth) = nth.filter(|nth| **nth <= all) else { return Ok((all, None)) };
    let mut before = nth - 1_u8;
    let mut first: Vec<ContentId> = Vec::with_capacity(family.cells.len());
    for _ in &family.cells {
        for (i, content) in family.contents.iter().enumerate() {
            first.push(*content);
            // It has to be the last, if it is none of the others.
            if i + 1 == family.contents.len() {
                break;
            }
            let fitting = starts.count(&first, context)?;
            if before < fitting {
                break;
            }
            before -= fitting;
            first.pop();
        }
    }
    Ok((all, Some(first)))
}

/// The statement of a start.
fn written(
    model: &Model,
    start: &Configuration,
    family: &Family,
    budget: &Budget,
) -> Result<String, Box<Diagnostic>> {
    let cells = cells(&model.board, start, family);
    let lattice = match model.board.shape {
        Shape::Lattice(Lattice::Line) | Shape::Ring(_) | Shape::Graph => None,
        Shape::Lattice(lattice) => Some(lattice),
    };
    if lattice.is_some() {
        let rows = Painter::new(model, cells, start, budget)?.rows_of_cells();
        return Ok(format!("start \"\"\"\n    {}\n\"\"\"", rows.join("\n    ")));
    }
    // One mark a cell, in the order of the cells.
    let held = |place: Coord| start.get(&place).copied().unwrap_or(0);
    let glyph = |cell: &Coord| model.pieces.shown(held(*cell), held(cell.floor()));
    if cells.iter().map(glyph).any(mark::is_word) {
        let words: Vec<String> = cells.iter().map(|cell| mark::text(glyph(cell))).collect();
        return Ok(format!("start row {}", words.join(" ")));
    }
    let marks: String = cells.iter().map(glyph).collect();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '#' | '@');
    let plain = marks.chars().all(plain) && marks != "or" && marks != "and";
    let marks =
        if plain { marks } else { format!("\"{}\"", marks.replace('\\', "\\\\").replace('"', "\\\"")) };
    Ok(format!("start row {marks}"))
}

/// The cells to draw: those of the board; on an endless one those from the origin to the last piece or open cell.
fn cells(board: &Board, start: &Configuration, family: &Family) -> Vec<Coord> {
    if !board.unbounded {
        return board.cells().to_vec();
    }
    let used = || start.keys().chain(&family.cells);
    let (left, top) = (used().map(|c| c.x).min(), used().map(|c| c.y).min());
    let (right, bottom) = (used().map(|c| c.x).max(), used().map(|c| c.y).max());
    let range = |low: Option<i32>, high: Option<i32>| low.unwrap_or(0).min(0)..=high.unwrap_or(0);
    range(top, bottom).flat_map(|y| range(left, right).map(move |x| Coord::new(x, y))).collect()
}
