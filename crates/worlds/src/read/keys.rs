//! Puzzles with keys, from the tree of a puzzle file.

mod board;
mod puzzle;
mod turn;

use std::collections::BTreeMap;

use puzzlec_base::diag::{Code, Diagnostic, sort};
use puzzlec_base::{FileId, Span};
use puzzlec_syntax::ast::{
    BoardExpr, File, ItemKind, KindItem, Legend, Path, PieceItem, PieceProp, PuzzleItem, RuleItem, Sign,
};
use puzzlec_syntax::parse;

use super::Reader;
use super::names::{Meaning, Names};
use crate::Game;
use crate::game::{Entry, Object};

const MOST_OBJECTS: usize = 512;
const MOST_LAYERS: i64 = 100;
/// How deep names may name each other.
const DEEPEST: usize = 32;

/// Whether a text has a puzzle with keys.
pub fn has_keys(text: &str) -> bool {
    text.contains("keys") && puzzles(&parse(FileId(0), text).file).any(|puzzle| keyed(puzzle, text))
}

fn puzzles(file: &File) -> impl Iterator<Item = &PuzzleItem> {
    file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Puzzle(puzzle) => Some(puzzle),
        _ => None,
    })
}

/// Whether a puzzle has keys, even keys that do not parse.
fn keyed(puzzle: &PuzzleItem, text: &str) -> bool {
    puzzle.statements.iter().any(|statement| text.get(statement.keyword.range()) == Some("keys"))
}

/// Reads the puzzles with keys of a text: neighbouring ones with the same keys, rules and goal are the levels of a game.
/// There is no game after an error.
pub fn read_keys(file: FileId, text: &str) -> (Vec<Game>, Vec<Diagnostic>) {
    let parsed = parse(file, text);
    let mut notation = Notation {
        reader: Reader { file, diagnostics: Vec::new() },
        text,
        names: Names::default(),
        rules: BTreeMap::new(),
        boards: BTreeMap::new(),
        signs: Vec::new(),
        marks: Vec::new(),
        named: 0,
    };
    let mut games = Vec::new();
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        notation.reader.diagnostics.extend(parsed.diagnostics.iter().cloned());
    } else {
        notation.items(&parsed.file);
        games = notation.games(&parsed.file);
    }
    let mut diagnostics = notation.reader.diagnostics;
    sort(&mut diagnostics);
    if diagnostics.iter().any(Diagnostic::is_error) {
        games.clear();
    }
    (games, diagnostics)
}

/// A mark of pictures.
type Meant = (char, Vec<usize>);

struct Notation<'t> {
    reader: Reader,
    text: &'t str,
    names: Names,
    rules: BTreeMap<&'t str, &'t RuleItem>,
    boards: BTreeMap<&'t str, &'t BoardExpr>,
    /// What the legend of the file says.
    signs: Vec<Meant>,
    /// The marks of the pieces.
    marks: Vec<Meant>,
    /// How many rules puzzles have named.
    named: usize,
}

impl<'t> Notation<'t> {
    fn error(&mut self, code: Code, span: Span, headline: impl Into<String>) {
        self.reader.error(Diagnostic::new(code, span, headline.into()));
    }

    fn items(&mut self, file: &'t File) {
        let (mut objects, mut kinds) = (Vec::new(), Vec::new());
        for item in &file.items {
            match &item.kind {
                ItemKind::Piece(piece) => self.piece(piece, &mut objects),
                ItemKind::Kind(kind) => kinds.push(kind),
                ItemKind::Rule(rule) => {
                    if self.rules.insert(&rule.name.text, rule).is_some() {
                        let headline = format!("there is another rule `{}`", rule.name.text);
                        self.error(Code::DuplicateName, rule.name.span, headline);
                    }
                }
                ItemKind::Board(board) if board.params.is_empty() => {
                    if self.boards.insert(&board.name.text, &board.value).is_some() {
                        let headline = format!("there is another board `{}`", board.name.text);
                        self.error(Code::DuplicateName, board.name.span, headline);
                    }
                }
                ItemKind::Puzzle(_) | ItemKind::Marks(_) | ItemKind::Error => {}
                ItemKind::Use(_) => {
                    self.error(Code::WrongKind, item.span, "a file of puzzles with keys uses no other files");
                }
                _ => self.error(
                    Code::WrongKind,
                    item.span,
                    "puzzles with keys have pieces, kinds, marks, boards and rules, and no such item",
                ),
            }
        }
        self.names = Names::of(objects);
        kinds.into_iter().for_each(|kind| self.kind(kind));
        let legends = file.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Marks(legend) => Some(legend),
            _ => None,
        });
        self.signs = legends.flat_map(|legend| self.legend(legend)).collect();
    }

    fn piece(&mut self, piece: &PieceItem, objects: &mut Vec<Object>) {
        let name = &piece.name;
        if objects.iter().any(|object| object.name == name.text) {
            return self.error(
                Code::DuplicateName,
                name.span,
                format!("there is another piece `{}`", name.text),
            );
        }
        if matches!(&*name.text, "empty" | "piece") {
            return self.error(
                Code::DuplicateName,
                name.span,
                format!("`{}` has a meaning of its own", name.text),
            );
        }
        if objects.len() >= MOST_OBJECTS {
            let headline = format!("puzzles with keys have at most {MOST_OBJECTS} pieces");
            return self.error(Code::RuleTooLarge, name.span, headline);
        }
        let mut object = Object {
            name: name.text.clone(),
            layer: 2,
            colours: Vec::new(),
            sprite: Vec::new(),
            span: name.span,
        };
        for property in &piece.props {
            match property {
                PieceProp::Floor(_) => object.layer = 1,
                PieceProp::Layer(layer, span) => match usize::try_from(*layer) {
                    Ok(number) if (1..=MOST_LAYERS).contains(layer) => object.layer = number,
                    _ => {
                        self.error(Code::WrongLayer, *span, format!("layers are numbered 1 to {MOST_LAYERS}"))
                    }
                },
                PieceProp::Colour(colour) => object.colours.push(colour.text.clone()),
                PieceProp::Title(_) | PieceProp::Outline(_) | PieceProp::Sprite(_) | PieceProp::Error(_) => {}
                PieceProp::Cells(_)
                | PieceProp::Members(..)
                | PieceProp::Rigid(_)
                | PieceProp::Turns(_)
                | PieceProp::Flips(_)
                | PieceProp::Shape(..) => {
                    let headline =
                        format!("`{}` is moved by keys, so it is one piece in one cell", name.text);
                    self.error(Code::WrongKind, name.span, headline);
                }
            }
        }
        if let Some(marks) = &piece.marks {
            match single(&marks.value) {
                Some(mark) => self.marks.push((mark, vec![objects.len()])),
                None => self.error(
                    Code::WrongKind,
                    marks.span,
                    "a piece of a puzzle with keys has one mark of one character, and is no family",
                ),
            }
        }
        objects.push(object);
    }

    fn kind(&mut self, kind: &KindItem) {
        let mut objects: Vec<usize> = Vec::new();
        for piece in &kind.pieces {
            let more = match self.find(piece) {
                Some(Meaning::Object(object)) => vec![object],
                Some(Meaning::All(more)) if kind.all => more,
                Some(Meaning::Any(_, more)) if !kind.all => more,
                Some(_) => {
                    let headline = format!("`{}` mixes `and` with `or`", kind.name.text);
                    self.error(Code::WrongKind, piece.span, headline);
                    continue;
                }
                None => continue,
            };
            more.into_iter().for_each(|object| {
                if !objects.contains(&object) {
                    objects.push(object);
                }
            });
        }
        if kind.all {
            let mut layers: Vec<usize> = objects.iter().map(|object| self.names.layer(*object)).collect();
            layers.sort_unstable();
            layers.dedup();
            if layers.len() < objects.len() {
                let headline = format!("`{}` joins pieces of one layer, which no cell holds", kind.name.text);
                self.error(Code::WrongLayer, kind.name.span, headline);
            }
        }
        let meaning = match objects.as_slice() {
            [one] => Meaning::Object(*one),
            _ if kind.all => Meaning::All(objects),
            _ => Meaning::Any(kind.name.text.clone(), objects),
        };
        if matches!(&*kind.name.text, "empty" | "piece") || !self.names.add(&kind.name.text, meaning) {
            let headline = format!("the name `{}` is taken", kind.name.text);
            self.error(Code::DuplicateName, kind.name.span, headline);
        }
    }

    /// What a path names; an error if nothing.
    fn find(&mut self, path: &Path) -> Option<Meaning> {
        let text = path.text();
        let found = path.single().and_then(|name| self.names.meaning(&name.text)).cloned();
        if found.is_none() {
            let known = self.names.all().map(|(name, _)| name);
            let headline = format!("there is no piece or kind `{text}`");
            let found = Diagnostic::new(Code::UnknownName, path.span, headline);
            let found = found.suggest(&text, path.span, known);
            self.reader.error(found);
        }
        found
    }

    fn legend(&mut self, legend: &Legend) -> Vec<Meant> {
        legend.signs.iter().filter_map(|sign| self.sign(sign)).collect()
    }

    fn sign(&mut self, sign: &Sign) -> Option<Meant> {
        let Some(mark) = single(&sign.mark.value) else {
            self.error(Code::WrongKind, sign.mark.span, "a mark of a puzzle with keys is one character");
            return None;
        };
        let mut objects: Vec<usize> = Vec::new();
        for path in std::iter::once(&sign.piece).chain(&sign.on).chain(&sign.below) {
            let more = match self.find(path)? {
                Meaning::Object(object) => vec![object],
                Meaning::All(objects) => objects,
                Meaning::Any(..) => {
                    let headline =
                        format!("`{}` is one of several pieces, so it cannot be drawn", path.text());
                    self.error(Code::WrongKind, path.span, headline);
                    return None;
                }
            };
            for object in more {
                let layer = self.names.layer(object);
                if objects.iter().any(|other| self.names.layer(*other) == layer) {
                    self.error(Code::WrongLayer, path.span, "a cell holds one piece of each layer");
                    return None;
                }
                objects.push(object);
            }
        }
        Some((mark, objects))
    }

    /// The puzzles as levels of games.
    fn games(&mut self, file: &'t File) -> Vec<Game> {
        let mut games: Vec<Game> = Vec::new();
        let mut last = None;
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for puzzle in puzzles(file) {
            let name = &puzzle.name;
            if seen.insert(&name.text, name.span).is_some() {
                self.error(
                    Code::DuplicateName,
                    name.span,
                    format!("there is another puzzle `{}`", name.text),
                );
            }
            if !keyed(puzzle, self.text) {
                let headline =
                    format!("the puzzle `{}` has no `keys`, unlike others of this file", name.text);
                self.error(Code::MissingStatement, name.span, headline);
                continue;
            }
            let parts = self.parts(puzzle);
            if parts.unfit {
                last = None;
                continue;
            }
            self.names.shape = parts.shape();
            let same = last.replace(parts.program.clone()).is_some_and(|last| last == parts.program);
            if !same {
                games.push(self.program(&parts));
            }
            let Some(level) = self.level(puzzle, &parts) else { continue };
            let Some(game) = games.last_mut() else { continue };
            game.entries.extend(parts.before.iter().map(|text| Entry::Message(text.value.clone())));
            game.entries.push(Entry::Level(level));
            game.entries.extend(parts.after.iter().map(|text| Entry::Message(text.value.clone())));
        }
        games
    }
}

/// The only character of a text.
fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|c| chars.next().is_none() && !c.is_whitespace() && *c != '?')
}
