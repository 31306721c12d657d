//! Pictures of a puzzle that are painted on its board: which text draws which cell.

use std::collections::BTreeMap;

use super::Edit;
use super::context::{IdeContext, ItemScope};
use super::occurrences::{characters, rings};
use super::pictures::{in_order, placed};
use crate::{Analysis, PuzzleInfo};
use puzzlec_base::Span;
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_model::mark;
use puzzlec_syntax::ast::{
    ConfigExpr, ConfigKind, Drawing, GoalExpr, GoalKind, ItemKind, Lattice, Picture, PuzzleStatementKind,
    RowTerm, RowTermKind, Sign,
};
use puzzlec_syntax::{Mark, draws_walls, layout_maze, layout_words};

/// Named configurations are followed so far; circles are errors of their own.
const DEEPEST: u32 = 32;
/// Maximum number of marks to paint with.
const MOST_MARKS: usize = 100;

/// A picture of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaintedPicture {
    /// Its start.
    Start,
    /// Its goal.
    Goal,
}

/// A cell of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaintedCell {
    /// The name of the cell on the board.
    pub cell: String,
    /// The mark that is drawn.
    pub mark: String,
    /// Where it stands.
    pub span: Span,
}

/// A mark to paint with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaintMark {
    /// The mark.
    pub mark: String,
    /// What it stands for.
    pub meaning: String,
}

/// The cells of a picture of a puzzle in reading order; `None` if the puzzle draws it otherwise, in a file that is not
/// to be changed, on a board of a script or of more than 20,000 cells. The puzzle may have errors elsewhere.
pub fn painted(analysis: &Analysis, puzzle: &PuzzleInfo, which: PaintedPicture) -> Option<Vec<PaintedCell>> {
    let context = IdeContext::new(analysis);
    let scope = context.scope(puzzle.at);
    let board = context.board_of(&scope)?;
    let marks = drawn(&context, &scope, puzzle, board, which)?;
    let cell = |(at, one): (Coord, Mark)| PaintedCell {
        cell: board.name(at),
        mark: mark::text(one.ch),
        span: one.span,
    };
    Some(marks.into_iter().map(cell).collect()).filter(|all: &Vec<_>| !all.is_empty())
}

/// The marks that a picture of a puzzle may have: no piece, then those of its pieces, with those of legends.
pub fn paint_marks(analysis: &Analysis, puzzle: &PuzzleInfo, which: PaintedPicture) -> Vec<PaintMark> {
    let context = IdeContext::new(analysis);
    let mut found = vec![PaintMark { mark: ".".to_owned(), meaning: "empty".to_owned() }];
    if which == PaintedPicture::Goal {
        found.push(PaintMark { mark: "?".to_owned(), meaning: "may hold anything".to_owned() });
    }
    for (mark, meaning) in known(&context, &context.scope(puzzle.at), puzzle) {
        // In a row these are written otherwise.
        if matches!(mark.as_str(), "\"" | "\\") {
            continue;
        }
        if found.iter().all(|one| one.mark != mark) && found.len() < MOST_MARKS {
            found.push(PaintMark { mark, meaning });
        }
    }
    found
}

/// The edits that draw a mark on cells of a picture; those that show it already need none.
///
/// # Errors
/// Why it cannot be painted, in words for the user.
pub fn paint(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    which: PaintedPicture,
    cells: &[String],
    mark: &str,
) -> Result<Vec<Edit>, String> {
    if paint_marks(analysis, puzzle, which).iter().all(|known| known.mark != mark) {
        return Err(format!("no piece has the mark `{mark}`"));
    }
    let name = if which == PaintedPicture::Start { "start" } else { "goal" };
    let Some(all) = painted(analysis, puzzle, which) else {
        return Err(format!("the {name} is not drawn as a picture in this workspace"));
    };
    let places: BTreeMap<&str, &PaintedCell> = all.iter().map(|cell| (cell.cell.as_str(), cell)).collect();
    let mut edits: BTreeMap<Span, Edit> = BTreeMap::new();
    for cell in cells {
        let Some(place) = places.get(cell.as_str()) else {
            return Err(format!("the picture of the {name} has no cell `{cell}`"));
        };
        if place.mark.chars().count() != mark.chars().count() {
            return Err(format!("`{mark}` and `{}` have different widths: change the text", place.mark));
        }
        if place.mark != mark {
            edits.insert(place.span, Edit { span: place.span, text: mark.to_owned() });
        }
    }
    Ok(edits.into_values().collect())
}

/// Marks and what they stand for; of equal marks the first counts.
fn known<'a>(context: &IdeContext<'a>, scope: &ItemScope<'a>, puzzle: &PuzzleInfo) -> Vec<(String, String)> {
    let own = context.puzzle(puzzle.at).into_iter().flat_map(|puzzle| &puzzle.statements);
    let own = own.filter_map(|statement| match &statement.kind {
        PuzzleStatementKind::Marks(legend) => Some(legend),
        _ => None,
    });
    let signs = own.chain(context.names.legends(puzzle.at.module)).flat_map(|legend| &legend.signs);
    let meaning = |sign: &Sign| context.slice(sign.span).trim().to_owned();
    let mut found: Vec<(String, String)> =
        signs.map(|sign| (sign.mark.value.clone(), meaning(sign))).collect();
    for piece in rings(context, scope).into_iter().flatten() {
        let name = context.name(piece);
        found.extend(context.marks(piece).chars().map(|one| (mark::text(one), name.to_owned())));
    }
    found
}

fn drawn<'a>(
    context: &IdeContext<'a>,
    scope: &ItemScope<'a>,
    puzzle: &PuzzleInfo,
    board: &Board,
    which: PaintedPicture,
) -> Option<Vec<(Coord, Mark)>> {
    let statements = &context.puzzle(puzzle.at)?.statements;
    let marks = known(context, scope, puzzle);
    let painter = Painter { context, scope, board, marks };
    statements.iter().find_map(|statement| match (&statement.kind, which) {
        (PuzzleStatementKind::Start(config), PaintedPicture::Start) => {
            painter.config(config, Drawing::Position, DEEPEST)
        }
        (PuzzleStatementKind::Goal(goal), PaintedPicture::Goal) => painter.goal(goal),
        _ => None,
    })
}

struct Painter<'b, 'a> {
    context: &'b IdeContext<'a>,
    scope: &'b ItemScope<'a>,
    board: &'b Board,
    marks: Vec<(String, String)>,
}

impl Painter<'_, '_> {
    fn goal(&self, goal: &GoalExpr) -> Option<Vec<(Coord, Mark)>> {
        match &goal.kind {
            GoalKind::Config(config, false) => self.config(config, Drawing::Goal, DEEPEST),
            GoalKind::And(parts) => parts.iter().find_map(|part| self.goal(part)),
            _ => None,
        }
    }

    fn config(&self, config: &ConfigExpr, role: Drawing, depth: u32) -> Option<Vec<(Coord, Mark)>> {
        match &config.kind {
            ConfigKind::Picture(picture) => self.picture(picture, role),
            ConfigKind::Row(terms) => self.row(terms),
            ConfigKind::Named(path) => {
                let found = self.context.find(self.scope.module, path)?;
                if self.context.is_library(found.module) {
                    return None;
                }
                match &self.context.names.item(found)?.kind {
                    ItemKind::Configuration(item) => self.config(&item.value, role, depth.checked_sub(1)?),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn knows(&self, mark: &str) -> bool {
        self.marks.iter().any(|known| known.0 == mark)
    }

    /// The marks of a picture on their cells, as the model reads them.
    fn picture(&self, picture: &Picture, role: Drawing) -> Option<Vec<(Coord, Mark)>> {
        let slanted = matches!(self.board.shape, Shape::Lattice(Lattice::Hex | Lattice::Triangle));
        let marks =
            if !self.board.walls().is_empty() && draws_walls(picture) && !self.knows("|") && !self.knows("-")
            {
                layout_maze(picture).ok()?.0
            } else if !slanted && self.marks.iter().any(|known| known.0.chars().count() > 1) {
                let words = layout_words(picture).ok()?;
                let one = |word: puzzlec_syntax::Word| {
                    Some(Mark { x: word.x, y: word.y, ch: mark::of(&word.text)?, span: word.span })
                };
                words.into_iter().map(one).collect::<Option<_>>()?
            } else {
                return Some(placed(self.board, picture, role));
            };
        self.in_order(marks)
    }

    /// A row of marks without numbers, in which every cell has its character.
    fn row(&self, terms: &[RowTerm]) -> Option<Vec<(Coord, Mark)>> {
        let mut marks = Vec::new();
        for term in terms {
            let (RowTermKind::Marks(word), None) = (&term.kind, &term.times) else { return None };
            let written = characters(self.context, term.span).into_iter().take(word.chars().count());
            marks.extend(written.map(|(ch, span)| Mark { x: 0, y: 0, ch, span }));
        }
        self.in_order(marks)
    }

    /// Marks in reading order on the cells in reading order.
    fn in_order(&self, marks: Vec<Mark>) -> Option<Vec<(Coord, Mark)>> {
        Some(in_order(self.board, marks.len())?.into_iter().zip(marks).collect())
    }
}
