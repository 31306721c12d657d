//! Generated puzzles as texts: the file of the puzzle with holes, with the holes filled.

use std::collections::BTreeMap;
use std::ops::Range;

use super::starts::Start;
use super::{GenerateOptions, GeneratedPuzzle};
use crate::picture::Painter;
use crate::reasons::Difficulty;
use crate::report::Outcome;
use crate::{Analysis, PuzzleInfo};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{Budget, FileId};
use puzzlec_model::board::{Coord, Shape, draw};
use puzzlec_model::config::Configuration;
use puzzlec_model::holes::Open;
use puzzlec_model::mark;
use puzzlec_model::piece::{Content, ContentId, Named};
use puzzlec_model::project::MemoryFiles;
use puzzlec_model::puzzle::Supply;
use puzzlec_model::{Model, Question};
use puzzlec_search::ground::Ground;
use puzzlec_syntax::ast::{GoalKind, ItemKind, Lattice, PlaceEntry, PuzzleItem, PuzzleStatementKind as Kind};
use puzzlec_syntax::format::format;
use puzzlec_task::{SearchContext, Value};

/// Positions of a search that tests an expectation.
const MOST_TESTED: u64 = 1 << 26;

/// A text in the place of another.
type Edit = (Range<usize>, String);

/// What was made.
pub(super) enum Made {
    /// A start: by place its content.
    Start(Box<(Configuration, super::rate::Rating)>),
    /// The clues of a placement.
    Clues {
        /// By cell the piece that is given, if one is.
        cells: Vec<(Coord, Option<Value>)>,
        /// Whether the puzzle has none of these pieces but those that are given.
        all: bool,
        /// How hard the deductions are, if that is known.
        difficulty: Option<Difficulty>,
    },
}

impl Made {
    /// A start, from the variables of its puzzle.
    pub fn start(ground: &Ground, start: &Start) -> Made {
        let places = ground.cells.iter().chain(&ground.floors).zip(&start.position);
        let held = places.filter(|(_, value)| **value != 0).map(|(place, value)| (*place, *value));
        Made::Start(Box::new((held.collect(), start.rating.clone())))
    }

    /// The number of clues.
    pub fn clues(&self) -> Option<usize> {
        match self {
            Made::Start(_) => None,
            Made::Clues { cells, .. } => Some(cells.iter().filter(|(_, clue)| clue.is_some()).count()),
        }
    }

    /// How hard the deductions are, if that is known.
    pub fn difficulty(&self) -> Option<Difficulty> {
        match self {
            Made::Start(_) => None,
            Made::Clues { difficulty, .. } => *difficulty,
        }
    }
}

/// A puzzle as text, in the place of the puzzle with holes.
pub(super) struct Written {
    name: String,
    picture: Vec<String>,
    text: String,
}

impl Written {
    /// The report on the puzzle, without its text.
    pub fn report(&self, made: &Made) -> GeneratedPuzzle {
        let rating = match made {
            Made::Start(start) => Some(&start.1),
            Made::Clues { .. } => None,
        };
        let reached = rating.and_then(|rating| rating.reached);
        GeneratedPuzzle {
            name: self.name.clone(),
            text: String::new(),
            picture: self.picture.clone(),
            length: rating.map(|rating| rating.length),
            positions: reached.map(|(positions, _)| positions),
            moves: reached.map(|(_, moves)| moves),
            counted: rating.and_then(|rating| rating.counted),
            clues: made.clues(),
            difficulty: made.difficulty(),
        }
    }
}

/// The puzzle with holes.
pub(super) struct Origin<'a> {
    pub analysis: &'a Analysis,
    pub puzzle: &'a PuzzleInfo,
    pub model: &'a Model,
    pub options: &'a GenerateOptions,
}

impl Origin<'_> {
    /// A generated puzzle as text. Its start is drawn, or listed if no picture shows it.
    ///
    /// # Errors
    /// A bug: neither text has the meaning that it should have.
    pub fn written(&self, number: usize, made: &Made) -> Result<Written, Vec<Diagnostic>> {
        let name = format!("{}{number}", self.puzzle.name);
        let (configuration, expectation) = match made {
            Made::Start(start) => {
                let (configuration, rating) = &**start;
                let unit = match self.model.unit.strip_suffix('s') {
                    Some(one) if rating.length == 1 => one,
                    _ => &self.model.unit,
                };
                (Some(configuration), format!("expect solvable in {} {unit}", rating.length))
            }
            Made::Clues { .. } => (None, "expect 1 placement".to_owned()),
        };
        let statements = match (configuration, made) {
            (Some(start), _) => vec![self.drawn(start)?, self.listed(start)],
            (None, Made::Clues { cells, .. }) => vec![self.given(cells)],
            (None, Made::Start(_)) => Vec::new(),
        };
        for (picture, statement) in statements {
            let numbers = self.numbers(made);
            let Some(text) = self.puzzle_text(&name, &statement, (&expectation, numbers)) else { break };
            let written = Written { name: name.clone(), picture, text };
            if self.means(&written, configuration) {
                return Ok(written);
            }
        }
        Err(vec![self.bug("the text of a generated puzzle has another meaning")])
    }

    fn bug(&self, text: &str) -> Diagnostic {
        let d = Diagnostic::new(Code::PlanRejected, self.puzzle.span, text);
        d.note("this is a bug in puzzlec; please report it")
    }

    /// A file with these puzzles, whose expectations were tested.
    ///
    /// # Errors
    /// An expectation does not hold, which is a bug.
    pub fn checked(&self, written: &[&Written]) -> Result<String, Vec<Diagnostic>> {
        let text = self.text(written);
        let analysis = self.loaded(&text);
        let context = || SearchContext::from(Budget::unlimited().with_states(MOST_TESTED));
        for puzzle in analysis.puzzles() {
            for result in analysis
                .test(puzzle, &context)
                .map_err(|_| vec![self.bug("a generated puzzle has an error")])?
            {
                if matches!(result.outcome, Outcome::Failed { .. }) {
                    return Err(vec![self.bug("an expectation of a generated puzzle does not hold")]);
                }
            }
        }
        Ok(text)
    }

    /// The text as a file at the place of the original one, with all that it imports.
    fn loaded(&self, text: &str) -> Analysis {
        let sources = self.analysis.sources();
        let files = sources.iter().map(|(_, source)| (source.name.clone(), source.text.to_string()));
        let mut files: BTreeMap<String, String> = files.collect();
        let path = sources.get(self.puzzle.file).map_or(String::new(), |source| source.name.clone());
        files.insert(path.clone(), text.to_owned());
        Analysis::load(&MemoryFiles(files), &[path]).with_theories(self.analysis.theories())
    }

    /// Whether the text is a puzzle with this start.
    fn means(&self, written: &Written, start: Option<&Configuration>) -> bool {
        let analysis = self.loaded(&self.text(&[written]));
        let Some(puzzle) = analysis.puzzles().first() else { return false };
        let Ok(model) = analysis.model(puzzle, &[]) else { return false };
        let Some(wanted) = start else { return true };
        let (Question::Moves { start: found, .. } | Question::Game { start: found, .. }) = &model.question
        else {
            return false;
        };
        // Contents have other numbers in another model.
        let named = |model: &Model, start: &Configuration| -> Vec<(Coord, String)> {
            let cells = start.iter().filter(|(place, content)| !place.is_counter() && **content != 0);
            cells.map(|(place, content)| (*place, held(model, *content))).collect()
        };
        named(self.model, &self.whole(wanted)) == named(&model, found)
    }

    /// A start with the floors that are no variables.
    fn whole(&self, start: &Configuration) -> Configuration {
        let mut whole = start.clone();
        if let Question::Moves { start: written, .. } = &self.model.question
            && !self.model.changes_floor()
        {
            whole.extend(written.iter().filter(|(place, _)| place.is_floor()).map(|(p, c)| (*p, *c)));
        }
        whole
    }

    /// A start as a picture or a row.
    fn drawn(&self, start: &Configuration) -> Result<(Vec<String>, String), Vec<Diagnostic>> {
        let (model, cells) = (self.model, self.model.board.cells().to_vec());
        let whole = self.whole(start);
        let rows = Painter::new(model, cells.clone(), &whole, &Budget::unlimited());
        let rows = rows.map_err(|d| vec![*d])?.rows_of_cells();
        let statement = match is_flat(model) {
            false => format!("start \"\"\"\n{}\n\"\"\"", rows.join("\n")),
            true => {
                let held = |place: Coord| whole.get(&place).copied().unwrap_or(0);
                let glyph = |cell: &Coord| model.pieces.shown(held(*cell), held(cell.floor()));
                format!("start row {}", row(cells.iter().map(glyph)))
            }
        };
        Ok((rows, statement))
    }

    /// A start as a list of pieces with their cells.
    fn listed(&self, start: &Configuration) -> (Vec<String>, String) {
        let (pieces, board) = (&self.model.pieces, &self.model.board);
        let mut units: BTreeMap<ContentId, Vec<String>> = BTreeMap::new();
        let mut parts: Vec<String> = Vec::new();
        for (place, content) in &self.whole(start) {
            match pieces.content(*content) {
                Content::Unit(..) => units.entry(*content).or_default().push(board.name(place.cell())),
                Content::Block(kind, shape, 0) => {
                    let offsets = pieces.shapes.get(usize::from(*shape)).map_or(&[][..], Vec::as_slice);
                    let cell = |(x, y): &(i32, i32)| board.name(Coord::new(place.x + x, place.y + y));
                    let cells: Vec<String> = offsets.iter().map(cell).collect();
                    let name = pieces.kind(*kind).map_or("", |kind| &kind.name);
                    parts.push(format!("{name} at {}", cells.join(", ")));
                }
                Content::Empty | Content::Block(..) | Content::Part(..) => {}
            }
        }
        let unit = |(content, cells): (&ContentId, &Vec<String>)| {
            format!("{} at {}", named(self.model, *content), cells.join(", "))
        };
        parts.splice(0..0, units.iter().map(unit));
        let listed = if parts.is_empty() { "empty".to_owned() } else { parts.join("\n    and ") };
        (parts, format!("start {listed}"))
    }

    /// The clues as a picture, with the goal.
    fn given(&self, clues: &[(Coord, Option<Value>)]) -> (Vec<String>, String) {
        let model = self.model;
        // Without clues on edges a picture of the faces says all.
        let rims = clues.iter().any(|(cell, clue)| clue.is_some() && model.board.is_rim(*cell));
        let drawn = || clues.iter().filter(|(cell, _)| rims || !model.board.is_rim(*cell));
        let cells: Vec<Coord> = drawn().map(|(cell, _)| *cell).collect();
        let glyph = |clue: &Option<Value>| clue.map_or('?', |clue| model.pieces.glyph(clue));
        let marks: Vec<char> = drawn().map(|(_, clue)| glyph(clue)).collect();
        let rows = draw(&model.board, &cells, |at| marks.get(at).copied().unwrap_or('?'));
        let goal = self.item().and_then(|item| {
            item.statements.iter().find_map(|statement| match &statement.kind {
                Kind::Goal(goal) => Some((self.source(goal.span.range())?, &goal.kind)),
                _ => None,
            })
        });
        let rest = match goal {
            Some((text, GoalKind::Where(_) | GoalKind::And(_))) => text.to_owned(),
            Some((text, _)) => format!("({text})"),
            None => String::new(),
        };
        let picture = match is_flat(model) {
            false => format!("\"\"\"\n{}\n\"\"\"", rows.join("\n")),
            true => format!("row {}", row(marks.iter().copied())),
        };
        (rows, format!("goal {picture} and {rest}"))
    }

    /// The numbers of pieces in `place`, where all of them are given.
    fn numbers(&self, made: &Made) -> Vec<Edit> {
        let (Made::Clues { cells, all: true, .. }, Question::Place { supply, .. }, Some(item)) =
            (made, &self.model.question, self.item())
        else {
            return Vec::new();
        };
        let Some(Open::Clues { pieces, .. }) =
            self.model.family.as_ref().and_then(|family| family.holes.as_ref()).map(|holes| &holes.open)
        else {
            return Vec::new();
        };
        let is_clue = |one: &Supply| {
            pieces
                .iter()
                .any(|piece| piece.kind == one.kind && piece.member.is_none_or(|m| one.member == Some(m)))
        };
        let entries = item.statements.iter().flat_map(|one| match &one.kind {
            Kind::Place(entries) => entries.as_slice(),
            _ => &[],
        });
        let edit = |entry: &PlaceEntry| {
            let one = supply.iter().find(|one| one.span == entry.span && is_clue(one))?;
            let named = Named { kind: one.kind, member: one.member };
            let clues = cells.iter().filter_map(|(_, clue)| *clue);
            let number = clues.filter(|clue| named.matches(self.model.pieces.content(*clue))).count();
            let piece = self.source(entry.piece.span.range())?;
            let on = match &entry.on {
                Some(on) => format!(" on {}", self.source(on.span.range())?),
                None => String::new(),
            };
            Some((entry.span.range(), format!("{piece} * {number}{on}")))
        };
        entries.filter_map(edit).collect()
    }

    fn item(&self) -> Option<&PuzzleItem> {
        self.analysis.item(self.puzzle)
    }

    fn source(&self, range: Range<usize>) -> Option<&str> {
        self.analysis.sources().get(self.puzzle.file)?.text.get(range)
    }

    /// The item of a puzzle, with this statement instead of its holes.
    fn puzzle_text(
        &self,
        name: &str,
        statement: &str,
        (expectation, numbers): (&str, Vec<Edit>),
    ) -> Option<String> {
        let item = self.item()?;
        let span = self.span()?;
        let mut edits = numbers;
        edits.push((item.name.span.range(), name.to_owned()));
        for param in &item.params {
            let value = self.model.values.get(&param.name.text)?.to_string();
            match &param.default {
                Some(default) => edits.push((default.span.range(), value)),
                None => edits.push((param.span.range().end..param.span.range().end, format!(" = {value}"))),
            }
        }
        let word = statement.split(' ').next().unwrap_or_default();
        let mut place = None;
        for one in &item.statements {
            let range = one.span.range();
            match &one.kind {
                Kind::Start(_) if word == "start" => place = Some(range),
                Kind::Goal(_) if word == "goal" => place = Some(range),
                Kind::Fill(_) | Kind::Clues(..) | Kind::Wish(_) => {
                    edits.push((self.lines(range)?, String::new()));
                }
                _ => {}
            }
        }
        let end = self.source(span.clone())?.rfind('}')? + span.start;
        match place {
            Some(range) => edits.push((range, statement.to_owned())),
            // A start that was left out stands before the goal.
            None => {
                let goal = item.statements.iter().find(|one| matches!(one.kind, Kind::Goal(_)));
                let at = goal.map_or(end, |goal| goal.span.range().start);
                edits.push((at..at, format!("{statement}\n")));
            }
        }
        let own_line = self.source(span.start..end)?.trim_end_matches([' ', '\t']).ends_with('\n');
        edits.push((end..end, format!("{}{expectation}\n", if own_line { "" } else { "\n" })));
        edits.sort_by_key(|(range, _)| (range.start, range.end));
        let (mut text, mut from) = (String::new(), span.start);
        for (range, new) in edits {
            text.push_str(self.source(from..range.start)?);
            text.push_str(&new);
            from = range.end;
        }
        text.push_str(self.source(from..span.end)?);
        Some(text)
    }

    /// A statement with its end, and with the line before it if nothing else stands on its own.
    fn lines(&self, range: Range<usize>) -> Option<Range<usize>> {
        let before = self.source(0..range.start)?;
        let text = &self.analysis.sources().get(self.puzzle.file)?.text;
        let after = text.get(range.end..)?;
        let ended = after.trim_start_matches([' ', '\t']).starts_with(';');
        let end = if ended { range.end + after.find(';')? + 1 } else { range.end };
        let rest = text.get(end..)?.trim_start_matches([' ', '\t', '\r']);
        let start = before.trim_end_matches([' ', '\t']).len();
        let alone = rest.starts_with('\n') && before.get(..start)?.ends_with('\n');
        Some(if alone { start.checked_sub(1)?..end } else { range.start..end })
    }

    fn span(&self) -> Option<Range<usize>> {
        let file = &self.analysis.project.module(self.puzzle.at.module)?.parse.file;
        Some(file.items.get(self.puzzle.at.item)?.span.range())
    }

    /// A file with these puzzles in the place of the one with holes, without the other puzzles of the file.
    pub fn text(&self, written: &[&Written]) -> String {
        let name = &self.puzzle.name;
        let doc = match self.options.all {
            true => format!("/// Generated from all fillings of `{name}`.\n"),
            false => format!("/// Generated from `{name}` with seed {}.\n", self.options.seed),
        };
        let puzzles: Vec<String> = written.iter().map(|one| format!("{doc}{}", one.text)).collect();
        let text = self.around(&puzzles.join("\n\n")).unwrap_or_default();
        format(FileId(0), &text).unwrap_or(text)
    }

    /// The file with a text in the place of its puzzles.
    fn around(&self, puzzles: &str) -> Option<String> {
        let file = &self.analysis.project.module(self.puzzle.at.module)?.parse.file;
        let source = &self.analysis.sources().get(self.puzzle.file)?.text;
        let (mut text, mut from) = (String::new(), 0);
        for (number, item) in file.items.iter().enumerate() {
            if !matches!(item.kind, ItemKind::Puzzle(_)) {
                continue;
            }
            let range = item.span.range();
            text.push_str(without_doc(source.get(from..range.start)?));
            if number == self.puzzle.at.item {
                // An empty line; the formatter leaves one of several.
                text.push_str(if text.is_empty() { "" } else { "\n" });
                text.push_str(puzzles);
            }
            from = range.end;
        }
        text.push_str(source.get(from..)?);
        Some(text)
    }
}

/// A text without the documentation at its end.
fn without_doc(text: &str) -> &str {
    let mut rest = text;
    while let Some(line) = rest.trim_end().rsplit('\n').next() {
        if !line.trim_start().starts_with("///") {
            break;
        }
        rest = rest.trim_end().strip_suffix(line).unwrap_or_default();
    }
    rest
}

/// Whether configurations of the board are rows.
fn is_flat(model: &Model) -> bool {
    matches!(model.board.shape, Shape::Lattice(Lattice::Line) | Shape::Ring(_) | Shape::Graph)
}

/// A row of marks.
fn row(marks: impl Iterator<Item = char> + Clone) -> String {
    if marks.clone().any(mark::is_word) {
        return marks.map(mark::text).collect::<Vec<_>>().join(" ");
    }
    let text: String = marks.collect();
    let plain = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '?' | '#' | '@'));
    match plain && text != "or" && text != "and" {
        true => text,
        false => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

/// A piece of one cell as configurations name it.
fn named(model: &Model, content: ContentId) -> String {
    let Content::Unit(kind, member) = model.pieces.content(content) else { return String::new() };
    let Some(kind) = model.pieces.kind(*kind) else { return String::new() };
    let member = kind.marks.get(usize::from(*member)).filter(|_| kind.marks.len() > 1);
    match member.copied().map(mark::text) {
        None => kind.name.clone(),
        Some(text) if text.bytes().all(|b| b.is_ascii_digit()) => format!("{} {text}", kind.name),
        Some(text) => format!("{} \"{text}\"", kind.name),
    }
}

/// A content in words that do not depend on the numbers of a model.
fn held(model: &Model, content: ContentId) -> String {
    match model.pieces.content(content) {
        Content::Block(kind, shape, part) => {
            let name = model.pieces.kind(*kind).map_or("", |kind| &kind.name);
            format!("{name} {:?} {part}", model.pieces.shapes.get(usize::from(*shape)))
        }
        _ => model.pieces.describe(content),
    }
}
