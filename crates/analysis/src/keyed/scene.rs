//! Levels as pictures: the sprites and colours of PuzzleScript, and the looks of pieces.

use std::sync::Arc;

use super::{KeyedFile, Stage};
use crate::scene::{CellSort, Ground, PieceForm, PuzzlePictures, Scene, SceneCell, ScenePiece, places};
use puzzlec_base::colours::COLOURS;
use puzzlec_base::{FileId, Outline, Sprite, Tint};
use puzzlec_model::board::{self as model, Coord};
use puzzlec_model::piece::sprite;
use puzzlec_syntax::ast::{ItemKind, Lattice, PieceItem, PieceProp};
use puzzlec_syntax::parse;
use puzzlec_worlds::colours::code;
use puzzlec_worlds::game::{Game, Object, Shape};
use puzzlec_worlds::{Bits, Board, World, is_game};

/// The picture of an object of PuzzleScript; without one of its own a square of its colour.
fn sprite_of(object: &Object) -> Sprite {
    let tint = |pixel: char| {
        let number = pixel.to_digit(10)? as usize;
        object.colours.get(number).and_then(|word| code(word)).map(Tint::Stated)
    };
    let rows: Vec<Vec<Option<Tint>>> = if object.sprite.is_empty() {
        vec![vec![tint('0')]]
    } else {
        let width = object.sprite.iter().map(|row| row.chars().count()).max().unwrap_or(1);
        let filled = |row: &String| row.chars().chain(std::iter::repeat('.')).take(width).map(tint).collect();
        object.sprite.iter().map(filled).collect()
    };
    Sprite { rows }
}

/// How the objects of a game are drawn, by their numbers; the cells of the pieces are left out.
pub(super) fn looks(file: &KeyedFile, game: &Game) -> Vec<ScenePiece> {
    let plain = is_game(&file.text);
    let parsed = (!plain).then(|| parse(FileId(0), &file.text).file);
    let item = |name: &str| {
        parsed.iter().flat_map(|file| &file.items).find_map(|item| match &item.kind {
            ItemKind::Piece(piece) if piece.name.text == name => Some(piece),
            _ => None,
        })
    };
    // The letter that draws an object alone; the background is drawn as nothing.
    let mark = |number: usize| {
        let one = Bits::of([number]);
        let key = game.keys.iter().find(|key| key.1 == one && !game.background.contains(number));
        key.map_or_else(String::new, |key| key.0.to_string())
    };
    let look = |(number, object): (usize, &Object)| match item(&object.name) {
        Some(piece) => look_of(piece),
        None => ScenePiece {
            mark: mark(number),
            ..blank(&object.name, PieceForm::Floor, Some(Arc::new(sprite_of(object))))
        },
    };
    game.objects.iter().enumerate().map(look).collect()
}

fn blank(name: &str, form: PieceForm, sprite: Option<Arc<Sprite>>) -> ScenePiece {
    ScenePiece {
        piece: name.to_owned(),
        mark: String::new(),
        colour: None,
        form,
        cells: Vec::new(),
        outline: Outline::default(),
        sprite,
        written: false,
        size: 1.0,
        shape: Vec::new(),
        labels: Vec::new(),
    }
}

/// The look of a piece of a puzzle with keys.
fn look_of(item: &PieceItem) -> ScenePiece {
    let floor =
        item.props.iter().any(|property| matches!(property, PieceProp::Floor(_) | PieceProp::Layer(1, _)));
    let form = if floor { PieceForm::Floor } else { PieceForm::Disc };
    let mut piece = blank(&item.name.text, form, None);
    piece.mark = item.marks.as_ref().map_or_else(String::new, |marks| marks.value.clone());
    piece.outline = Outline::of(&piece.piece, &piece.mark, false);
    for property in &item.props {
        match property {
            PieceProp::Colour(name) => piece.colour = Some(name.text.clone()),
            PieceProp::Outline(name) => {
                let named = Outline::ALL.into_iter().find(|outline| outline.name() == name.text);
                piece.outline = named.unwrap_or(piece.outline);
            }
            PieceProp::Sprite(drawing) => piece.sprite = Some(Arc::new(sprite::read(drawing).0)),
            _ => {}
        }
    }
    let named = COLOURS.iter().any(|(name, _)| *name == piece.piece);
    let own = piece.outline.colour().filter(|_| !named).map(str::to_owned);
    piece.colour = piece.colour.or(own);
    piece.written = piece.sprite.is_none() && !piece.outline.shows(&piece.mark);
    piece
}

/// The cells of a level as columns and rows of its box, row by row.
pub(super) fn cells(world: &World) -> Vec<(usize, usize)> {
    let (width, height) = world.size();
    let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    all.filter(|(x, y)| world.is_cell(*x, *y)).collect()
}

/// The picture of a board.
pub(super) fn scene(looks: &[ScenePiece], world: &World, board: &Board) -> Scene {
    let cells = cells(world);
    // Hexagons have axial coordinates there, whose columns may begin anywhere.
    let coord = |(x, y): &(usize, usize)| {
        let [x, y] = [x, y].map(|number| i32::try_from(*number).unwrap_or(i32::MAX));
        let slanted = matches!(world.shape(), Shape::Hex | Shape::Triangle);
        Coord::new(if slanted { (x - y).div_euclid(2) } else { x }, y)
    };
    let coords: Vec<Coord> = cells.iter().map(coord).collect();
    let lattice = |lattice| model::Shape::Lattice(lattice);
    let shape = match world.shape() {
        Shape::Square => lattice(Lattice::Square),
        Shape::Hex => lattice(Lattice::Hex),
        Shape::Triangle => lattice(Lattice::Triangle),
        Shape::Line => lattice(Lattice::Line),
        Shape::Ring => model::Shape::Ring(i32::try_from(cells.len()).unwrap_or(i32::MAX)),
    };
    let ground = model::Board::new(shape, coords.iter().copied());
    let places = places(&ground, &coords);
    let named = coords.iter().zip(&places.centres);
    let named = named.map(|(cell, at)| SceneCell {
        name: ground.name(*cell),
        at: *at,
        open: false,
        sort: CellSort::Face,
    });
    let mut pieces = Vec::new();
    for (number, look) in looks.iter().enumerate() {
        for (at, (x, y)) in cells.iter().enumerate() {
            if world.objects(board, *x, *y).contains(number) {
                pieces.push(ScenePiece { cells: vec![at], ..look.clone() });
            }
        }
    }
    Scene {
        shape: places.shape,
        ground: Ground::Plain,
        cells: named.collect(),
        links: places.links,
        walls: Vec::new(),
        borders: Vec::new(),
        pieces,
        counters: Vec::new(),
        overlays: Vec::new(),
        given: Vec::new(),
    }
}

/// A level as it is drawn.
pub fn pictures(file: &KeyedFile, (game, name, level): &Stage<'_>) -> PuzzlePictures {
    let world = World::new(game, level);
    PuzzlePictures {
        puzzle: name.clone(),
        title: Some(game.title.clone()).filter(|title| !title.is_empty()),
        start: scene(&looks(file, game), &world, world.drawn()),
        goal: None,
    }
}
