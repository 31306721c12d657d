//! Levels as pictures: the sprites and colours of PuzzleScript, and the looks of pieces.

use std::sync::Arc;

use super::{KeyedFile, Stage};
use crate::scene::{
    CellShape, CellSort, Ground, PieceForm, Point, PuzzlePictures, Scene, SceneCell, ScenePiece,
};
use puzzlec_base::colours::COLOURS;
use puzzlec_base::{FileId, Outline, Sprite, Tint};
use puzzlec_model::piece::sprite;
use puzzlec_syntax::ast::{ItemKind, PieceItem, PieceProp};
use puzzlec_syntax::parse;
use puzzlec_worlds::colours::code;
use puzzlec_worlds::game::{Game, Object};
use puzzlec_worlds::{Bits, World, is_game};

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

/// The picture of a board, whose cells are given by columns.
pub(super) fn scene(looks: &[ScenePiece], cells: &[Bits], (width, height): (usize, usize)) -> Scene {
    let place = |x: usize, y: usize| SceneCell {
        name: name(x, y, height),
        at: Point { x: x as f64, y: y as f64 },
        open: false,
        sort: CellSort::Face,
    };
    let at = |x: usize, y: usize| cells.get(x * height + y);
    let mut pieces = Vec::new();
    for (number, look) in looks.iter().enumerate() {
        for cell in 0..width * height {
            if at(cell % width, cell / width).is_some_and(|objects| objects.contains(number)) {
                pieces.push(ScenePiece { cells: vec![cell], ..look.clone() });
            }
        }
    }
    Scene {
        shape: CellShape::Square,
        ground: Ground::Plain,
        cells: (0..width * height).map(|cell| place(cell % width, cell / width)).collect(),
        links: Vec::new(),
        walls: Vec::new(),
        borders: Vec::new(),
        pieces,
        counters: Vec::new(),
        overlays: Vec::new(),
        given: Vec::new(),
    }
}

/// The name of a cell, as on other boards: a letter for the column, and the number of the row from below.
fn name(mut x: usize, y: usize, height: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'a' + (x % 26) as u8));
        x /= 26;
        if x == 0 {
            break;
        }
        x -= 1;
    }
    let word: String = letters.iter().rev().collect();
    format!("{word}{}", height - y)
}

/// A level as it is drawn.
pub fn pictures(file: &KeyedFile, (game, name, level): &Stage<'_>) -> PuzzlePictures {
    let world = World::new(game, level);
    let cells: Vec<Bits> = (0..level.width * level.height)
        .map(|cell| world.objects(world.drawn(), cell / level.height, cell % level.height))
        .collect();
    PuzzlePictures {
        puzzle: name.clone(),
        title: Some(game.title.clone()).filter(|title| !title.is_empty()),
        start: scene(&looks(file, game), &cells, (level.width, level.height)),
        goal: None,
    }
}
