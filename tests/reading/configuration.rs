//! Configurations: what is drawn, written as a row or listed.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_syntax::ast::{
    ConfigExpr, ConfigKind, ConfigurationItem, ItemKind, Path, Picture, RowTerm, RowTermKind,
};

use super::board::{Board, Cell, Kind};
use super::expression::{Scope, Stop};
use super::files::number;
use super::picture;
use super::position::{Held, Piece, Position};
use super::puzzle::{Puzzle, single};
use super::sort::Sort;

/// What a cell must hold; what is not listed must be empty.
#[derive(Clone, Debug, PartialEq)]
pub enum Want {
    Any,
    Empty,
    Held(Held),
}

#[derive(Clone, Debug, Default)]
pub struct Configuration {
    /// With every cell that is drawn.
    pub cells: BTreeMap<Cell, Want>,
    /// The floor pieces that are drawn.
    pub floor: BTreeMap<Cell, (Piece, usize)>,
}

const ENDS: &str = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// What a configuration means that may lie anywhere: a row is a straight run to the right.
pub fn anywhere(puzzle: &Puzzle, config: &ConfigExpr) -> Result<Configuration, String> {
    match &config.kind {
        ConfigKind::Row(terms) if puzzle.board.kind != Kind::Graph => {
            let marks = row(puzzle, terms)?;
            let run = marks.into_iter().enumerate().map(|(x, mark)| ((x as i32, 0), mark));
            drawn(puzzle, &run.collect::<Vec<_>>(), None)
        }
        _ => of(puzzle, config),
    }
}

pub fn of(puzzle: &Puzzle, config: &ConfigExpr) -> Result<Configuration, String> {
    read(puzzle, config, '?')
}

/// A start, in which edges that are not drawn are empty.
pub fn start(puzzle: &Puzzle, config: &ConfigExpr) -> Result<Configuration, String> {
    read(puzzle, config, '.')
}

fn read(puzzle: &Puzzle, config: &ConfigExpr, rest: char) -> Result<Configuration, String> {
    match &config.kind {
        ConfigKind::Picture(picture) => drawn(puzzle, &placed(puzzle, picture, rest)?, None),
        ConfigKind::Layers(pieces, colours) => {
            let (pieces, colours) = (placed(puzzle, pieces, rest)?, placed(puzzle, colours, rest)?);
            drawn(puzzle, &pieces, Some(&colours.into_iter().collect()))
        }
        ConfigKind::Row(terms) => {
            let marks = row(puzzle, terms)?;
            let board = &puzzle.board;
            if !board.endless && marks.len() != board.cells.len() {
                return Err("a row of another length than the board".into());
            }
            let cells: Vec<Cell> = match board.endless {
                true => (0..marks.len() as i32).map(|x| (x, 0)).collect(),
                false => board.cells.clone(),
            };
            drawn(puzzle, &cells.into_iter().zip(marks).collect::<Vec<_>>(), None)
        }
        ConfigKind::Full(piece, except) => {
            let (piece, member) = match piece {
                Some(path) => certain(puzzle, path)?,
                None => (only_piece(puzzle)?, 0),
            };
            let mut free = Vec::new();
            for expr in except {
                free.extend(cells(puzzle, expr)?);
            }
            let full = puzzle.board.cells.iter().filter(|c| !free.contains(c));
            let mut config = Configuration::default();
            for cell in full {
                config.put(puzzle, *cell, (piece, member));
            }
            Ok(config)
        }
        ConfigKind::Empty => Ok(Configuration::default()),
        ConfigKind::Places(places) => {
            let mut config = Configuration::default();
            for (piece, exprs) in places {
                if let Some(piece) = several(puzzle, piece) {
                    let mut all = Vec::new();
                    for expr in exprs {
                        all.extend(cells(puzzle, expr)?);
                    }
                    config.lay(puzzle, piece, &all)?;
                    continue;
                }
                let (piece, member) = certain(puzzle, piece)?;
                for expr in exprs {
                    for cell in cells(puzzle, expr)? {
                        config.put(puzzle, cell, (piece, member));
                    }
                }
            }
            Ok(config)
        }
        ConfigKind::Named(path) => {
            let found = puzzle.files.item::<ConfigurationItem>(0, path, |i| match i {
                ItemKind::Configuration(c) => Some((c.name.text.as_str(), c)),
                _ => None,
            });
            let (_, item) = found.ok_or(format!("no configuration {}", path.text()))?;
            read(puzzle, &item.value, rest)
        }
        ConfigKind::Script(_) | ConfigKind::Error => Err("a script".into()),
    }
}

/// The piece of several cells that a path names.
fn several(puzzle: &Puzzle, path: &Path) -> Option<Piece> {
    let (piece, _) = single(puzzle.named(&puzzle.modules(), path)?)?;
    let kind = &puzzle.files.pieces[piece];
    (kind.cells > 1 || kind.rigid).then_some(piece)
}

/// A piece of one cell that a path names, and which of its family.
fn certain(puzzle: &Puzzle, path: &Path) -> Result<(Piece, usize), String> {
    let sort = puzzle.named(&puzzle.modules(), path).ok_or("no piece")?;
    let (piece, member) = single(sort).ok_or("no piece")?;
    let kind = &puzzle.files.pieces[piece];
    if kind.cells > 1 || kind.rigid || kind.marks.len() > 1 && sort == Sort::Piece(piece) {
        return Err("a piece of several kinds or cells at a place".into());
    }
    Ok((piece, member))
}

fn only_piece(puzzle: &Puzzle) -> Result<Piece, String> {
    let pieces: Vec<Piece> = puzzle.pieces().into_iter().collect();
    match pieces.as_slice() {
        [one] => Ok(*one),
        _ => Err("`full` needs a piece here".into()),
    }
}

/// The cells of an expression that no position and no variable goes into.
pub fn cells(puzzle: &Puzzle, expr: &puzzlec_syntax::ast::Expr) -> Result<Vec<Cell>, String> {
    let nothing = Position::default();
    let scope = Scope::new(puzzle, &puzzle.board, &nothing, puzzle.modules(), &puzzle.values);
    scope.cells(expr).map_err(Stop::words)
}

/// A picture's marks on the cells of the board; `rest` is that of edges and corners where it draws faces alone.
fn placed(puzzle: &Puzzle, drawn: &Picture, rest: char) -> Result<Vec<(Cell, char)>, String> {
    let board = &puzzle.board;
    let bare;
    let drawn = if board.walls.is_empty() {
        drawn
    } else {
        bare = picture::maze(drawn)?.0;
        &bare
    };
    let marks = match puzzle.files.has_words() && board.kind != Kind::Hex {
        true => picture::words(drawn, &|text| puzzle.files.mark(text))?,
        false => picture::marks(drawn, board.kind)?,
    };
    if board.endless {
        return Ok(picture::moved(marks, (0, 0)));
    }
    if board.edged && drawn.rows.len() * 2 < board.cells.iter().map(|c| c.1 as usize + 1).max().unwrap_or(0) {
        let faces: Vec<Cell> = board.places(2);
        let mut marks = picture::moved(marks, (faces[0].0 / 2, 0));
        marks.iter_mut().for_each(|m| m.0 = (2 * m.0.0 + 1, 2 * m.0.1 + 1));
        if marks.iter().map(|m| m.0).collect::<BTreeSet<_>>() != faces.into_iter().collect() {
            return Err("a picture of another shape than the faces".into());
        }
        let rims = board.places(0).into_iter().chain(board.places(1));
        return Ok(marks.into_iter().chain(rims.map(|c| (c, rest))).collect());
    }
    let marks = match board.kind {
        Kind::Graph | Kind::Ring => marks,
        _ => picture::moved(marks, *board.cells.first().ok_or("no cell")?),
    };
    let shape: BTreeSet<Cell> = marks.iter().map(|m| m.0).collect();
    if shape != board.cells.iter().copied().collect() {
        return Err("a picture of another shape than the board".into());
    }
    Ok(marks)
}

/// The labels that lie on the cells of a picture: by cell `?`, `.` or a label.
pub fn labels(puzzle: &Puzzle, drawn: &Picture) -> Result<Vec<(Cell, char)>, String> {
    placed(puzzle, drawn, '?')
}

fn row(puzzle: &Puzzle, terms: &[RowTerm]) -> Result<Vec<char>, String> {
    let mut marks = Vec::new();
    for term in terms {
        let times = term.times.as_ref().map_or(Ok(1), |t| number(t, &puzzle.values))?;
        let one = match &term.kind {
            RowTermKind::Marks(text) => match puzzle.files.mark(text) {
                Some(mark) => vec![mark],
                None => text.chars().collect(),
            },
            RowTermKind::Group(terms) => row(puzzle, terms)?,
        };
        for _ in 0..times {
            marks.extend(one.iter().copied());
        }
    }
    Ok(marks)
}

/// What marks mean; `labels` are those of a second picture.
fn drawn(
    puzzle: &Puzzle,
    marks: &[(Cell, char)],
    labels: Option<&BTreeMap<Cell, char>>,
) -> Result<Configuration, String> {
    let files = &puzzle.files;
    let pieces = puzzle.pieces();
    let long = pieces.iter().copied().find(|p| files.pieces[*p].cells > 1);
    let mut config = Configuration::default();
    for (cell, mark) in marks {
        let mut marked = puzzle.sign(*mark).unwrap_or_else(|| {
            let member = |p: &Piece| files.pieces[*p].marks.iter().position(|m| m == mark);
            pieces.iter().find_map(|p| Some((*p, member(p)?))).into_iter().collect()
        });
        if let Some((piece, _)) = marked.last()
            && files.pieces[*piece].floor
        {
            config.floor.extend(marked.pop().map(|floor| (*cell, floor)));
            if marked.is_empty() {
                config.cells.insert(*cell, Want::Empty);
                continue;
            }
        }
        let marked = marked.first().copied();
        let want = match (mark, marked, long) {
            ('.', ..) => Want::Empty,
            ('?', ..) => Want::Any,
            (_, Some((piece, _)), _) if files.pieces[piece].rigid => {
                Want::Held(Held::Block(piece, connected(&puzzle.board, marks, *cell, *mark)))
            }
            (_, Some((piece, member)), _) => Want::Held(Held::One(piece, member)),
            (_, None, Some(piece)) => {
                let kind = (piece, files.pieces[piece].cells);
                Want::Held(chain(&puzzle.board, marks, labels, kind, *mark)?)
            }
            (_, None, None) => return Err(format!("no piece has the mark {mark}")),
        };
        config.cells.insert(*cell, want);
    }
    Ok(config)
}

/// The cells with the same mark that hang together with this one.
fn connected(board: &Board, marks: &[(Cell, char)], cell: Cell, mark: char) -> BTreeSet<Cell> {
    let mut found = BTreeSet::from([cell]);
    loop {
        let around = found.iter().flat_map(|c| board.neighbours(*c));
        let new: Vec<Cell> = around.filter(|c| !found.contains(c) && marks.contains(&(*c, mark))).collect();
        if new.is_empty() {
            return found;
        }
        found.extend(new);
    }
}

/// The piece of several cells that a mark draws a cell of.
fn chain(
    board: &Board,
    marks: &[(Cell, char)],
    labels: Option<&BTreeMap<Cell, char>>,
    (piece, length): (Piece, usize),
    mark: char,
) -> Result<Held, String> {
    let drawn = |mark: char| marks.iter().filter(move |(_, m)| *m == mark).map(|m| m.0);
    let Some(labels) = labels else {
        let place = ENDS.find(mark).ok_or(format!("no cell is called {mark}"))?;
        let names = ENDS.chars().skip(place - place % length).take(length);
        let mut cells = Vec::new();
        for name in names {
            let mut found = drawn(name);
            match (found.next(), found.next()) {
                (Some(cell), None) => cells.push((cell, name.to_string())),
                _ => return Err("a piece that is not whole".into()),
            }
        }
        let linked = cells.windows(2).all(|two| board.neighbours(two[0].0).contains(&two[1].0));
        return if linked && cells.len() == length {
            Ok(Held::chain(piece, cells))
        } else {
            Err("the cells of a piece do not lie side by side".into())
        };
    };
    let cells: Vec<Cell> = drawn(mark).collect();
    if cells.len() != length {
        return Err("a letter for a piece of another length".into());
    }
    let mut found = std::collections::BTreeSet::new();
    walks(board, &cells, &mut Vec::new(), &mut found);
    if found.len() != 1 {
        return Err(format!("{} ways for a piece to lie", found.len()));
    }
    let walk = found.into_iter().flatten();
    let labelled = walk.map(|cell| labels.get(&cell).map(|label| (cell, label.to_string())));
    Ok(Held::chain(piece, labelled.collect::<Option<_>>().ok_or("no label")?))
}

/// All walks over all of these cells, each from its smaller end.
fn walks(
    board: &Board,
    cells: &[Cell],
    walk: &mut Vec<Cell>,
    found: &mut std::collections::BTreeSet<Vec<Cell>>,
) {
    if walk.len() == cells.len() {
        if walk.first() < walk.last() {
            found.insert(walk.clone());
        }
        return;
    }
    for cell in cells {
        let next = walk.last().is_none_or(|last| board.neighbours(*last).contains(cell));
        if next && !walk.contains(cell) {
            walk.push(*cell);
            walks(board, cells, walk, found);
            walk.pop();
        }
    }
}

impl Configuration {
    /// Pieces of several cells on these: chains in order, and blocks of what hangs together.
    fn lay(&mut self, puzzle: &Puzzle, piece: Piece, cells: &[Cell]) -> Result<(), String> {
        let (board, length) = (&puzzle.board, puzzle.files.pieces[piece].cells);
        let parts: Vec<Held> = match length {
            1 => {
                let marks: Vec<(Cell, char)> = cells.iter().map(|cell| (*cell, 'x')).collect();
                cells.iter().map(|cell| Held::Block(piece, connected(board, &marks, *cell, 'x'))).collect()
            }
            _ if !cells.len().is_multiple_of(length) => {
                return Err("a number of cells that no pieces have".into());
            }
            _ => {
                let next = |two: &[Cell]| board.neighbours(two[0]).contains(&two[1]);
                if !cells.chunks(length).all(|one| one.windows(2).all(next)) {
                    return Err("the cells of a piece do not lie side by side".into());
                }
                let chain = |one: &[Cell]| {
                    Held::chain(piece, one.iter().map(|cell| (*cell, String::new())).collect())
                };
                cells.chunks(length).map(chain).collect()
            }
        };
        for held in parts {
            let all = held.cells(cells[0]);
            for cell in all {
                if self.cells.get(&cell).is_some_and(|w| matches!(w, Want::Held(h) if *h != held)) {
                    return Err("two pieces on one cell".into());
                }
                self.cells.insert(cell, Want::Held(held.clone()));
            }
        }
        Ok(())
    }

    /// A piece on a cell, in its layer.
    fn put(&mut self, puzzle: &Puzzle, cell: Cell, (piece, member): (Piece, usize)) {
        if puzzle.files.pieces[piece].floor {
            self.floor.insert(cell, (piece, member));
        } else {
            self.cells.insert(cell, Want::Held(Held::One(piece, member)));
        }
    }

    /// The position that it is, if nothing is left open.
    pub fn position(&self, puzzle: &Puzzle) -> Result<Position, String> {
        let mut position = Position { floor: self.floor.clone(), ..Position::default() };
        for (cell, want) in &self.cells {
            match want {
                Want::Any => return Err("a start with an open cell".into()),
                Want::Empty => {}
                Want::Held(held) => {
                    position.held.insert(*cell, held.clone());
                }
            }
        }
        if position.held.keys().any(|c| !puzzle.board.has(*c)) {
            return Err("a piece beside the board".into());
        }
        Ok(position)
    }

    /// Whether a position is like this, moved by `to`.
    pub fn fits(&self, position: &Position, to: &dyn Fn(Cell) -> Cell) -> bool {
        let moved: BTreeMap<Cell, &Want> = self.cells.iter().map(|(c, w)| (to(*c), w)).collect();
        let open = |c: &Cell| moved.get(c).is_some_and(|w| **w == Want::Any);
        let lies = |cell: &Cell, held: &Held| match moved.get(cell) {
            Some(Want::Held(want)) => want.moved(to) == *held,
            _ => false,
        };
        let all_there = moved.iter().all(|(c, w)| match w {
            Want::Held(_) => position.held.get(c).is_some_and(|h| lies(c, h)),
            _ => true,
        });
        let below = self.floor.iter().all(|(c, floor)| position.floor.get(&to(*c)) == Some(floor));
        below && all_there && position.held.iter().all(|(c, h)| open(c) || lies(c, h))
    }
}
