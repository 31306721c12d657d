//! Pictures as data: cells with their places, pieces with the cells that they cover, targets.
//!
//! A picture is made from the model, for every board. Everything that draws (SVG, JSON for programs) draws this value.

mod appearance;
mod crossings;
mod layout;
mod places;
mod targets;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use super::picture::Painter;
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{Budget, Outline, Sprite};
use puzzlec_checker as verify;
use puzzlec_model::board::{Board, Coord, PlaceSort};
use puzzlec_model::config::Configuration;
use puzzlec_model::goal::Goal;
use puzzlec_model::mark;
use puzzlec_model::piece::{Content, ContentId};
use puzzlec_model::{Model, Question};
use puzzlec_theory::Mark;

pub use appearance::Ground;
pub(super) use appearance::{Appearance, appearance};
pub use places::Point;
pub(super) use places::{area, rectangle};
pub(super) use places::{offset, places};

/// A puzzle in pictures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PuzzlePictures {
    /// The puzzle's name.
    pub puzzle: String,
    /// Its title.
    pub title: Option<String>,
    /// The start; an empty board where pieces are to be placed.
    pub start: Scene,
    /// The goal, if it is drawn: the pieces that it wants on its cells.
    pub goal: Option<Scene>,
}

/// The shape in which cells are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CellShape {
    /// A square of side 1.
    Square,
    /// A hexagon with a corner at the top, of width 1.
    Hexagon,
    /// A circle.
    Circle,
}

/// The sort of a cell on a board with edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CellSort {
    /// A whole cell.
    #[default]
    Face,
    /// An edge from left to right.
    Across,
    /// An edge from top to bottom.
    Upright,
    /// A corner.
    Corner,
}

impl CellSort {
    /// Whether it is a whole cell.
    pub fn is_face(&self) -> bool {
        *self == CellSort::Face
    }

    fn of(board: &Board, cell: Coord) -> CellSort {
        match board.sort(cell) {
            None | Some(PlaceSort::Face) => CellSort::Face,
            Some(PlaceSort::Corner) => CellSort::Corner,
            Some(PlaceSort::Edge) if cell.y % 2 == 0 => CellSort::Across,
            Some(PlaceSort::Edge) => CellSort::Upright,
        }
    }
}

/// A picture of a position. Points are in units of the distance of neighbouring cells, to the right and downwards.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// The shape of all cells.
    pub shape: CellShape,
    /// The ground.
    #[serde(skip_serializing_if = "Ground::is_plain")]
    pub ground: Ground,
    /// The cells, in reading order.
    pub cells: Vec<SceneCell>,
    /// Neighbours to be joined by a line, where places do not show them: on a ring and on a graph.
    pub links: Vec<(usize, usize)>,
    /// Neighbours with a wall between them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<(usize, usize)>,
    /// Neighbours in different regions, on a board that consists of regions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub borders: Vec<(usize, usize)>,
    /// The cells of pieces that are given, where others are to be placed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<usize>,
    /// The pieces in the order in which they are drawn: floor pieces, then the others, by their first cells.
    pub pieces: Vec<ScenePiece>,
    /// The counters with their numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<SceneCounter>,
    /// Marks of a theory.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<SceneOverlay>,
}

/// Marks of a theory over a picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneOverlay {
    /// Its name.
    pub name: String,
    /// Its meaning in words.
    pub note: String,
    /// Cells, by their places in [`Scene::cells`], with the number of their colour.
    pub tints: Vec<(usize, u8)>,
    /// Texts of a few letters.
    pub labels: Vec<(Point, String)>,
    /// Lines.
    pub lines: Vec<SceneLine>,
    /// What the marks mean.
    #[serde(skip)]
    pub legend: Vec<(Mark, String)>,
}

/// A line of an overlay.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneLine {
    /// Its ends.
    pub ends: [Point; 2],
    /// The number of its colour.
    pub colour: u8,
    /// Whether it leads from its first end to its second one.
    pub directed: bool,
    /// A text of a few letters beside it.
    pub label: Option<String>,
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SceneCounter {
    /// Its name.
    pub name: String,
    /// Its number.
    pub number: i64,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneCell {
    /// Its coordinate, or the name of a vertex.
    pub name: String,
    /// Its centre.
    pub at: Point,
    /// Whether the goal leaves it open (`?`).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// Its sort, on a board with edges.
    #[serde(skip_serializing_if = "CellSort::is_face")]
    pub sort: CellSort,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScenePiece {
    /// The name of its kind.
    pub piece: String,
    /// The mark that the author drew; the marks or labels of its cells are in `labels`.
    pub mark: String,
    /// The author's colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// The shape.
    pub form: PieceForm,
    /// The places of its cells in [`Scene::cells`]; those of a chain are in order.
    pub cells: Vec<usize>,
    /// Its form.
    #[serde(skip_serializing_if = "Outline::is_disc")]
    pub outline: Outline,
    /// Its own picture, which is drawn instead.
    #[serde(skip)]
    pub sprite: Option<Arc<Sprite>>,
    /// Whether its mark is written on it.
    #[serde(skip)]
    pub written: bool,
    /// Its size among the members of its family, at most 1.
    #[serde(skip)]
    pub size: f64,
    /// The shape of a block: its cells by their distances from the first one, in reading order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shape: Vec<(i32, i32)>,
    /// The labels of the cells of a chain, in the same order; of a disc that is the end of any chain, its label.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
}

impl ScenePiece {
    /// Its cells, if it is a clue: they lie beside the board and are not drawn.
    pub fn beside(&self) -> impl Iterator<Item = usize> + '_ {
        self.cells.iter().copied().filter(|_| self.outline == Outline::Clue)
    }
}

/// The shape of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PieceForm {
    /// A floor piece: a plate on one cell, below the other pieces.
    Floor,
    /// A cell on which the goal wants the piece.
    Target,
    /// A disc on one cell.
    Disc,
    /// A block that fills its cells.
    Block,
    /// A chain of cells, each beside the one before.
    Chain,
}

/// The start and the goal of a model on these cells, which are sorted; without them, on those of its board, or of an
/// unbounded one on the smallest rectangle around all pieces.
pub(super) fn of_model(
    model: &Model,
    cells: Option<Vec<Coord>>,
    budget: &Budget,
) -> Result<PuzzlePictures, Vec<Diagnostic>> {
    let mut start = verify::start(model);
    let given = given(model);
    let aim = model.question.goal().filter(|_| given.is_empty()).and_then(|goal| wanted(&goal.0));
    start.extend(given.iter().map(|(cell, held)| (*cell, *held)));
    let cells = cells.unwrap_or_else(|| match model.board.unbounded {
        true => rectangle(start.keys().chain(aim.iter().flat_map(|wanted| wanted.keys()))),
        false => model.board.cells().to_vec(),
    });
    let scene = |position: &Configuration| -> Result<Scene, Vec<Diagnostic>> {
        let painter = Painter::new(model, cells.clone(), position, budget).map_err(|error| vec![*error])?;
        Ok(drawn(model, &cells, &painter))
    };
    let mut first = scene(&start)?;
    first.given =
        (0..).zip(&cells).filter(|(_, cell)| given.contains_key(*cell)).map(|(place, _)| place).collect();
    let goal = match aim {
        None => None,
        Some(wanted) => {
            let only = |(cell, held): (&Coord, &Vec<ContentId>)| Some((*cell, *held.first()?));
            let mut position: Configuration =
                wanted.iter().filter_map(only).filter(|(_, held)| *held != 0).collect();
            if !model.changes_floor() {
                position.extend(start.iter().filter(|(place, _)| place.is_floor()));
            }
            let mut scene = Scene { counters: Vec::new(), ..scene(&position)? };
            let drawn = |piece: &ScenePiece| {
                model.pieces.drawn_in_goals.get(cells.get(*piece.cells.first()?)?).copied()
            };
            for piece in scene.pieces.iter_mut().filter(|piece| piece.form == PieceForm::Block) {
                piece.mark = drawn(piece).map_or_else(|| std::mem::take(&mut piece.mark), mark::text);
            }
            scene.pieces.retain(|piece| piece.form != PieceForm::Chain);
            scene.pieces.extend(
                (0..)
                    .zip(&cells)
                    .filter_map(|(place, cell)| label(model, wanted.get(cell)?.as_slice(), place)),
            );
            for (cell, at) in scene.cells.iter_mut().zip(&cells) {
                cell.open = wanted.get(at).is_some_and(Vec::is_empty);
            }
            Some(scene)
        }
    };
    mark_targets(model, &cells, &mut first);
    Ok(PuzzlePictures { puzzle: model.name.clone(), title: model.title.clone(), start: first, goal })
}

/// The pieces of one cell that the goal of a placement draws, if it draws no others: they belong to the board.
pub(super) fn given(model: &Model) -> BTreeMap<Coord, ContentId> {
    let Question::Place { goal, .. } = &model.question else { return BTreeMap::new() };
    let unit = |held: ContentId| matches!(model.pieces.content(held), Content::Unit(..)).then_some(held);
    let of = |held: &[ContentId]| match held {
        [] => Some(None),
        [one] => unit(*one).map(Some),
        _ => None,
    };
    let all: Option<BTreeMap<Coord, Option<ContentId>>> = wanted(&goal.0)
        .and_then(|wanted| wanted.iter().map(|(cell, held)| Some((*cell, of(held)?))).collect());
    all.into_iter().flatten().filter_map(|(cell, held)| Some((cell, held?))).collect()
}

/// The cells that a drawn goal names.
pub(super) fn drawn_goal(model: &Model) -> Vec<Coord> {
    let wanted = model.question.goal().and_then(|goal| wanted(&goal.0));
    wanted.map_or_else(Vec::new, |wanted| wanted.into_keys().collect())
}

/// Adds the cells on which the goal names pieces, above the floor.
pub(super) fn mark_targets(model: &Model, cells: &[Coord], scene: &mut Scene) {
    with_targets(model, cells, &mut scene.pieces);
}

fn with_targets(model: &Model, cells: &[Coord], pieces: &mut Vec<ScenePiece>) {
    if let Some(goal) = model.question.goal() {
        let above = pieces.iter().position(|piece| piece.form != PieceForm::Floor);
        let above = above.unwrap_or(pieces.len());
        pieces.splice(above..above, targets::targets(model, &goal.0, cells));
    }
}

/// The contents that a drawn goal allows, by cell; beside the drawing there may be tests.
fn wanted(goal: &Goal) -> Option<BTreeMap<Coord, Vec<ContentId>>> {
    if let Goal::All(parts) = goal {
        return parts.iter().find_map(wanted);
    }
    let drawn = goal.drawn()?;
    Some(drawn.cells.iter().map(|(cell, held)| (*cell, held.as_slice().to_vec())).collect())
}

/// The end that a goal wants on a cell, by its label, whatever piece has it.
fn label(model: &Model, held: &[ContentId], place: usize) -> Option<ScenePiece> {
    let content = model.pieces.content(*held.first()?);
    let (Content::Part(_, part), Some(kind)) = (content, content.kind()) else { return None };
    let label = model.pieces.label_text(model.pieces.label_of(part)).to_owned();
    let kind = model.pieces.kind(kind)?;
    Some(ScenePiece {
        piece: kind.name.clone(),
        mark: label.clone(),
        colour: kind.colour.clone(),
        form: PieceForm::Disc,
        cells: vec![place],
        outline: Outline::Disc,
        sprite: None,
        written: true,
        size: 1.0,
        shape: Vec::new(),
        labels: vec![label],
    })
}

/// The picture of what a painter draws on these cells.
pub(super) fn drawn(model: &Model, cells: &[Coord], painter: &Painter<'_>) -> Scene {
    Scene { counters: counters(painter), ..scene(model, cells, painter) }
}

/// The pieces and the counters of what a painter draws on these cells, with the cells on which the goal names pieces.
pub(super) fn position(
    model: &Model,
    cells: &[Coord],
    painter: &Painter<'_>,
) -> (Vec<ScenePiece>, Vec<SceneCounter>) {
    let index = cells.iter().enumerate().map(|(place, cell)| (*cell, place)).collect();
    let mut pieces = pieces(model, &index, painter);
    with_targets(model, cells, &mut pieces);
    (pieces, counters(painter))
}

fn counters(painter: &Painter<'_>) -> Vec<SceneCounter> {
    painter.counters().map(|(name, number)| SceneCounter { name: name.to_owned(), number }).collect()
}

/// The picture on these cells, without counters.
fn scene(model: &Model, cells: &[Coord], painter: &Painter<'_>) -> Scene {
    let board = &model.board;
    let index: BTreeMap<Coord, usize> =
        cells.iter().enumerate().map(|(place, cell)| (*cell, place)).collect();
    let places = places::places(board, cells);
    let drawn: Vec<SceneCell> = cells
        .iter()
        .zip(&places.centres)
        .map(|(c, at)| SceneCell {
            name: board.name(*c),
            at: *at,
            open: false,
            sort: CellSort::of(board, *c),
        })
        .collect();
    let pieces = pieces(model, &index, painter);
    Scene {
        shape: places.shape,
        ground: Ground::of(model, places.shape),
        borders: appearance::borders(model, cells, &drawn, (places.shape, &pieces)),
        given: Vec::new(),
        cells: drawn,
        links: places.links,
        walls: board.walls().iter().filter_map(|(a, b)| Some((*index.get(a)?, *index.get(b)?))).collect(),
        pieces,
        counters: Vec::new(),
        overlays: Vec::new(),
    }
}

/// The pieces of a position on cells with these places.
fn pieces(model: &Model, index: &BTreeMap<Coord, usize>, painter: &Painter<'_>) -> Vec<ScenePiece> {
    let (board, shown) = (&model.board, painter.shown());
    let (mut floors, mut pieces, mut drawn) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (cell, (held, mark)) in shown {
        let Some(place) = index.get(&cell.cell()) else { continue };
        let content = model.pieces.content(*held);
        let Some(kind) = content.kind().and_then(|kind| model.pieces.kind(kind)) else { continue };
        let mut shape = Vec::new();
        let (form, covered, labels) = match content {
            Content::Empty => continue,
            Content::Unit(..) if cell.is_floor() => (PieceForm::Floor, vec![*place], Vec::new()),
            Content::Unit(..) => (PieceForm::Disc, vec![*place], Vec::new()),
            Content::Block(_, number, 0) => {
                let offsets = model.pieces.shapes.get(usize::from(*number)).map_or(&[][..], Vec::as_slice);
                shape = offsets.to_vec();
                let at = |(x, y): &(i32, i32)| index.get(&Coord::new(cell.x + x, cell.y + y)).copied();
                (PieceForm::Block, offsets.iter().filter_map(at).collect(), Vec::new())
            }
            Content::Block(..) => continue,
            // Both ends of a chain that reads alike in both directions are its first cell.
            Content::Part(_, part) if part.at == 0 && part.links.0.is_none() && !drawn.contains(cell) => {
                let chain = chain(board, *cell, shown, model);
                drawn.extend(chain.iter().copied());
                let labels = model.pieces.chain_labels(part.chain).iter();
                let labels = labels.map(|label| model.pieces.label_text(*label).to_owned()).collect();
                (PieceForm::Chain, chain.iter().filter_map(|c| index.get(c).copied()).collect(), labels)
            }
            Content::Part(..) => continue,
        };
        let chosen = painter.chosen(*cell, *held);
        // A mark that a script chose is seen only where it is written.
        let own = chosen.is_none();
        let (mark, colour) = match chosen {
            Some(chosen) => chosen,
            None => (*mark, kind.colour.as_deref()),
        };
        let mark = mark::text(mark);
        let Appearance { outline, colour, written, size, sprite } = appearance(model, kind, &mark, colour);
        let sprite = sprite.filter(|_| own);
        let layer = if cell.is_floor() { &mut floors } else { &mut pieces };
        layer.push(ScenePiece {
            piece: kind.name.clone(),
            outline,
            written: written || !own && kind.sprite.is_some(),
            sprite,
            size,
            mark,
            colour,
            form,
            cells: covered,
            shape,
            labels,
        });
    }
    // Pieces on edges are drawn below those on the cells that the edges join.
    let rims: BTreeSet<usize> =
        index.iter().filter(|(cell, _)| board.is_rim(**cell)).map(|(_, place)| *place).collect();
    let on_rim = |piece: &ScenePiece| piece.cells.first().is_some_and(|place| rims.contains(place));
    let (rims, faces): (Vec<_>, Vec<_>) = pieces.into_iter().partition(on_rim);
    floors.into_iter().chain(rims).chain(faces).collect()
}

/// The cells of the chain that begins on a cell.
fn chain(
    board: &Board,
    first: Coord,
    shown: &BTreeMap<Coord, (ContentId, char)>,
    model: &Model,
) -> Vec<Coord> {
    let mut found = vec![first];
    let mut at = first;
    loop {
        let held = shown.get(&at).map(|held| model.pieces.content(held.0));
        let Some(Content::Part(_, part)) = held else { return found };
        let next = part.directions().filter_map(|direction| board.step(at, direction));
        let Some(next) = next.into_iter().find(|cell| !found.contains(cell)) else { return found };
        found.push(next);
        at = next;
    }
}
