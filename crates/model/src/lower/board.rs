//! Boards: from the tree to the cells.

mod walls;

use std::collections::BTreeMap;

use super::scripted;
use crate::board::{Board, Coord, LARGEST_BOARD, Shape};
use crate::names::{DEEPEST_NAME, Names, Sort, too_deep};
use crate::number::{self, Values};
use crate::project::{ItemRef, ModuleId};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::grouped;
use puzzlec_syntax::ast::{BoardExpr, BoardKind, Expr, ItemKind, Lattice, Name, Path, Picture};
use puzzlec_syntax::{Mark, layout};

/// The board that an expression of a module means.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn build(
    names: &Names<'_>,
    module: ModuleId,
    expr: &BoardExpr,
    values: &Values,
) -> Result<Board, Vec<Diagnostic>> {
    Builder { names, path: Vec::new() }.board(module, expr, values)
}

struct Builder<'a, 'n> {
    names: &'a Names<'n>,
    /// Named boards under construction, to detect cycles.
    path: Vec<ItemRef>,
}

type Made = Result<Board, Vec<Diagnostic>>;

fn wrong<T>(code: Code, span: Span, text: impl Into<String>) -> Result<T, Vec<Diagnostic>> {
    Err(vec![Diagnostic::new(code, span, text)])
}

fn size(expr: &Expr, values: &Values, least: i64) -> Result<i32, Vec<Diagnostic>> {
    let n = number::evaluate(expr, values).map_err(|d| vec![*d])?;
    if n < least {
        return wrong(
            Code::EmptyBoard,
            expr.span,
            format!("a board size must be at least {least}, found {n}"),
        );
    }
    match i32::try_from(n) {
        Ok(n) if i64::from(n) <= LARGEST_BOARD => Ok(n),
        _ => wrong(Code::BoardTooLarge, expr.span, too_large(n)),
    }
}

fn too_large(cells: i64) -> String {
    let number = |n: i64| grouped(n.unsigned_abs());
    format!(
        "a board has at most {} cells; this one would have at least {}",
        number(LARGEST_BOARD),
        number(cells)
    )
}

impl Builder<'_, '_> {
    fn board(&mut self, module: ModuleId, expr: &BoardExpr, values: &Values) -> Made {
        let mut board = self.kind(module, expr, values)?;
        if let Some(span) = expr.edges {
            board = with_edges(board, span)?;
        }
        for (one, other) in &expr.walls {
            walls::named(&mut board, one, other)?;
        }
        Ok(board)
    }

    fn kind(&mut self, module: ModuleId, expr: &BoardExpr, values: &Values) -> Made {
        match &expr.kind {
            BoardKind::Drawn(lattice, picture) => drawn(*lattice, picture),
            BoardKind::Maze(lattice, picture) => walls::drawn(*lattice, picture),
            BoardKind::Rectangle(lattice, width, height) => {
                let (w, h) = (size(width, values, 1)?, size(height, values, 1)?);
                let cells = i64::from(w) * i64::from(h);
                if cells > LARGEST_BOARD {
                    return wrong(Code::BoardTooLarge, width.span.to(height.span), too_large(cells));
                }
                let cells = (0..h).flat_map(|y| (0..w).map(move |x| Coord::new(x, y)));
                Ok(Board::new(Shape::Lattice(*lattice), cells))
            }
            BoardKind::Side(lattice, side) => {
                let n = size(side, values, 1)?;
                let count = i64::from(n) * i64::from(n);
                if count > LARGEST_BOARD {
                    return wrong(Code::BoardTooLarge, side.span, too_large(count));
                }
                Ok(Board::new(Shape::Lattice(*lattice), sided(*lattice, n)))
            }
            BoardKind::Line(n) => Ok(Board::line(size(n, values, 1)?)),
            BoardKind::Ring(n) => Ok(Board::ring(size(n, values, 1)?)),
            BoardKind::Unbounded(lattice) => Ok(Board::unbounded(*lattice)),
            BoardKind::Graph(edges) => graph(edges, expr.span),
            BoardKind::Script(script) => scripted::board(self.names, module, script, values),
            BoardKind::Named(path, args) => self.named(module, path, args, values, expr.span),
            BoardKind::Error => Err(Vec::new()),
        }
    }

    fn named(&mut self, module: ModuleId, path: &Path, args: &[Expr], values: &Values, span: Span) -> Made {
        let found = self.names.resolve(module, path, Sort::Board).map_err(|d| vec![*d])?;
        let Some(ItemKind::Board(item)) = self.names.item(found).map(|i| &i.kind) else {
            return Err(Vec::new());
        };
        if self.path.contains(&found) {
            let text = format!("board `{}` is defined in terms of itself", item.name.text);
            return wrong(Code::ImportCycle, path.span, text);
        }
        if self.path.len() >= DEEPEST_NAME {
            return wrong(Code::TooDeep, path.span, too_deep());
        }
        let mut given = Vec::new();
        for arg in args {
            given.push((number::evaluate(arg, values).map_err(|d| vec![*d])?, arg.span));
        }
        let inner = number::bind(&path.text(), &item.params, &given, span).map_err(|d| vec![*d])?;
        self.path.push(found);
        let made = self.board(found.module, &item.value, &inner);
        self.path.pop();
        made
    }
}

/// The board with its edges and corners.
fn with_edges(board: Board, span: Span) -> Made {
    let square = board.shape == Shape::Lattice(Lattice::Square) && !board.unbounded;
    if !square || board.has_edges() || !board.walls().is_empty() {
        let text = "edges are places only on bounded square boards without walls";
        let d = Diagnostic::new(Code::NoEdges, span, text);
        return Err(vec![d.help("write `square W by H edges`, and place pieces on the edges for walls")]);
    }
    let board = board.with_edges();
    let cells = i64::try_from(board.cells().len()).unwrap_or(i64::MAX);
    if cells > LARGEST_BOARD { wrong(Code::BoardTooLarge, span, too_large(cells)) } else { Ok(board) }
}

fn sided(lattice: Lattice, n: i32) -> Vec<Coord> {
    if lattice == Lattice::Triangle {
        return (0..n).flat_map(|r| (0..=r).map(move |c| Coord::new(c - r, r))).collect();
    }
    let m = n - 1;
    (-m..=m)
        .flat_map(|y| (-m..=m).map(move |x| Coord::new(x, y)))
        .filter(|c| (c.x + c.y).abs() <= m)
        .collect()
}

fn drawn(lattice: Lattice, picture: &Picture) -> Made {
    let (marks, diagnostics) = layout(picture, lattice);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    marked(lattice, picture, &marks)
}

/// The board of the marks of a picture.
fn marked(lattice: Lattice, picture: &Picture, marks: &[Mark]) -> Made {
    if marks.is_empty() {
        return wrong(Code::EmptyBoard, picture.span, "this board has no cells");
    }
    if i64::try_from(marks.len()).unwrap_or(i64::MAX) > LARGEST_BOARD {
        return wrong(Code::BoardTooLarge, picture.span, too_large(LARGEST_BOARD + 1));
    }
    match marks.iter().find(|m| m.ch == '?') {
        Some(mark) => wrong(Code::UnknownMark, mark.span, "`?` has no meaning in a board"),
        None => Ok(Board::of_marks(lattice, marks)),
    }
}

fn graph(edges: &[(Name, Option<Name>)], span: Span) -> Made {
    let mut vertices: Vec<&str> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for name in edges.iter().flat_map(|(a, b)| std::iter::once(a).chain(b)) {
        places.entry(&name.text).or_insert_with(|| {
            vertices.push(&name.text);
            vertices.len() - 1
        });
    }
    if vertices.is_empty() {
        return wrong(Code::EmptyBoard, span, "this graph has no vertices");
    }
    let mut board = Board::of_vertices(&vertices.iter().map(|v| (*v).to_owned()).collect::<Vec<_>>());
    let mut seen: BTreeMap<(usize, usize), Span> = BTreeMap::new();
    for (a, b) in edges {
        let Some(b) = b else { continue };
        let (Some(i), Some(j)) = (places.get(a.text.as_str()), places.get(b.text.as_str())) else { continue };
        let whole = a.span.to(b.span);
        if i == j {
            return wrong(
                Code::BadGraph,
                whole,
                format!("edge `{}-{}` joins a vertex to itself", a.text, b.text),
            );
        }
        if let Some(first) = seen.insert((*i.min(j), *i.max(j)), whole) {
            let d =
                Diagnostic::new(Code::BadGraph, whole, format!("edge `{}-{}` is repeated", a.text, b.text));
            return Err(vec![d.also(first, "first here")]);
        }
        board.join(*i, *j);
    }
    Ok(board)
}
