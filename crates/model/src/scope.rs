//! Expressions: names are resolved, types checked.

mod amount;
mod chosen;
mod counters;
mod edges;
pub mod falls;
mod functions;
mod lists;
pub(crate) mod marks;
mod range;
mod shapes;
mod test;
mod value;
mod words;

pub use functions::function_names;

use crate::project::{ItemRef, ModuleId};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{Legend, Name, Path};

use super::board::{Board, Direction, Lines};
use super::expr::{Cells, Slot};
use super::names::{Names, Sort};
use super::number::Values;
use super::piece::{self, KindId, Named, Pieces, Selector};
use puzzlec_syntax::ast::ItemKind;

/// The meaning of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// A cell.
    Cell,
    /// A direction.
    Direction,
    /// A number from the first to the second.
    Number(i64, i64),
    /// One of these lists of cells of the board; the slot is its number.
    Line(Lines),
    /// Its error was already reported.
    Unknown,
}

/// The place of an expression: the names in scope.
pub struct Scope<'a, 'n> {
    /// All names.
    pub names: &'a Names<'n>,
    /// The module of the text.
    pub module: ModuleId,
    /// Further modules whose pieces may be named without their module: those of the rules.
    pub piece_modules: Vec<ModuleId>,
    /// Parameters.
    pub values: Values,
    /// Named sets whose cells are being read: none may use itself.
    pub sets: Vec<ItemRef>,
    /// Number of parts of the cells of named sets so far.
    pub parts: usize,
    /// The board, if it is known.
    pub board: Option<&'a Board>,
    /// The pieces in play; a piece that is named joins them.
    pub pieces: &'a mut Pieces,
    /// The legend of the puzzle, for what is written in it.
    pub legend: Option<&'a Legend>,
    /// Variables in force, innermost last.
    pub variables: Vec<(String, Sense, Slot)>,
    /// Number of allocated slots.
    pub slots: usize,
    /// Whether the open cells of the start are filled later, so that they have no contents yet.
    pub filled: bool,
    /// Errors.
    pub diagnostics: &'a mut Vec<Diagnostic>,
}

/// The directions of all boards.
pub const DIRECTIONS: &[&str] =
    &["right", "down", "left", "up", "up-right", "up-left", "down-right", "down-left"];

impl Scope<'_, '_> {
    /// Reports; always none, so that it can end a function.
    pub(crate) fn report<T>(&mut self, code: Code, span: Span, text: impl Into<String>) -> Option<T> {
        self.diagnostics.push(Diagnostic::new(code, span, text));
        None
    }

    /// A new variable in force.
    pub fn bind(&mut self, name: &str, sense: Sense) -> Slot {
        let slot = self.slots;
        self.slots += 1;
        self.variables.push((name.to_owned(), sense, slot));
        slot
    }

    pub(crate) fn variable(&self, name: &str) -> Option<(Sense, Slot)> {
        self.variables.iter().rev().find(|v| v.0 == name).map(|v| (v.1, v.2))
    }

    /// The value for a consequence of a reported error; always `None`.
    pub(crate) fn follows<T>(&mut self, span: Span) -> Option<T> {
        self.diagnostics.push(Diagnostic::consequence(span));
        None
    }

    /// The piece that a path names, without a report.
    pub(super) fn find_piece(&mut self, path: &Path) -> Option<KindId> {
        let mut found = self.names.find(self.module, path, Sort::Piece);
        if found.is_none()
            && let [name] = path.parts.as_slice()
        {
            found = self.piece_modules.iter().find_map(|m| {
                let item = self.names.own(*m, &name.text)?;
                matches!(self.names.item(item)?.kind, ItemKind::Piece(_)).then_some(item)
            });
        }
        self.add_piece(found?)
    }

    /// Adds a piece to those in play.
    pub(crate) fn add_piece(&mut self, item: ItemRef) -> Option<KindId> {
        self.names.mark_used(item);
        match &self.names.item(item)?.kind {
            ItemKind::Piece(p) => Some(self.pieces.add(item, p)),
            _ => None,
        }
    }

    /// The piece that a path names.
    pub fn piece(&mut self, path: &Path) -> Option<KindId> {
        if let Some(kind) = self.find_piece(path) {
            return Some(kind);
        }
        match self.names.resolve(self.module, path, Sort::Piece) {
            Ok(item) => self.add_piece(item),
            Err(mut d) => {
                if d.help.is_none()
                    && !d.is_consequence()
                    && let Some(name) = path.single()
                {
                    *d = self.other_piece(*d, name);
                }
                self.diagnostics.push(*d);
                None
            }
        }
    }

    /// Suggestions for an unknown name of a piece.
    fn other_piece(&self, d: Diagnostic, name: &Name) -> Diagnostic {
        let mut mark = name.text.chars();
        if let (Some(mark), None) = (mark.next(), mark.next()) {
            let modules = std::iter::once(&self.module).chain(&self.piece_modules);
            let kinds = modules.flat_map(|m| self.names.all(*m, Sort::Piece));
            let marked = kinds.filter_map(|(at, name)| match &self.names.item(at)?.kind {
                ItemKind::Piece(p) if piece::marks(p).contains(&mark) => Some(name),
                _ => None,
            });
            let marked: Vec<&Name> = marked.collect();
            if let [piece] = marked.as_slice() {
                let title = format!("replace `{mark}` by `{}`", piece.text);
                return d.help(format!("`{mark}` is the mark of `{0}`: use the name `{0}`", piece.text)).fix(
                    title,
                    name.span,
                    &piece.text,
                    true,
                );
            }
            if mark == '_' {
                return d.help("a cell without a piece is `empty`").fix(
                    "replace `_` by `empty`",
                    name.span,
                    "empty",
                    false,
                );
            }
        }
        let mut known: Vec<&str> = self.pieces.kinds.iter().map(|k| k.name.as_str()).collect();
        known.extend(["empty", "piece", "direction", "cell"]);
        d.suggest(&name.text, name.span, known)
    }

    /// `empty`, `piece` or a piece.
    pub fn selector(&mut self, path: &Path) -> Option<Selector> {
        match path.single().map(|n| n.text.as_str()) {
            Some("empty") => Some(Selector::empty()),
            Some("piece") => Some(Selector::any()),
            _ => self.chosen(path).map(Selector::named),
        }
    }

    /// The places in the layer of a selector.
    pub fn layer(&self, selector: &Selector, cells: Cells) -> Cells {
        match self.pieces.below(selector) > 0 {
            true => Cells::Floor(Box::new(cells)),
            false => cells,
        }
    }

    /// A floor piece.
    pub fn floor_piece(&mut self, path: &Path, help: impl Fn(&str) -> String) -> Option<Named> {
        let piece = self.chosen(path)?;
        if self.pieces.is_floor(piece.kind) {
            return Some(piece);
        }
        let name = path.text();
        let d = Diagnostic::new(Code::WrongLayer, path.span, format!("`{name}` is no floor piece"))
            .help(help(&name));
        self.diagnostics.push(d);
        None
    }

    /// A piece that is no floor piece.
    pub fn upper_piece(&mut self, path: &Path, why: &str) -> Option<Named> {
        let piece = self.chosen(path)?;
        if !self.pieces.is_floor(piece.kind) {
            return Some(piece);
        }
        let text = format!("`{}` is a floor piece: {why}", path.text());
        self.report(Code::WrongLayer, path.span, text)
    }

    /// Several of them: any one.
    pub fn selectors(&mut self, paths: &[Path]) -> Option<Selector> {
        let mut all = Selector::default();
        for path in paths {
            let one = self.selector(path)?;
            all.empty |= one.empty;
            all.any |= one.any;
            all.kinds.extend(one.kinds);
            all.members.extend(one.members);
        }
        let below = self.pieces.below(&all);
        let mixed = below > 0 && (below < all.kinds.len() + all.members.len() || all.empty || all.any);
        if let (true, Some((first, last))) = (mixed, paths.first().zip(paths.last())) {
            let d = Diagnostic::new(Code::WrongLayer, first.span.to(last.span), "these are of two layers")
                .note("a floor piece lies below the other pieces, and `empty` and `piece` ignore it")
                .help("write `x` alone and `when x is box or x is ice`, or two rules");
            self.diagnostics.push(d);
            return None;
        }
        Some(all)
    }

    /// The direction with this name, on the board or, without a board, on any.
    pub(super) fn direction_named(&self, name: &str) -> Option<Direction> {
        match self.board {
            Some(board) => board.direction(name),
            None => DIRECTIONS.contains(&name).then_some(0),
        }
    }

    /// A direction by its name.
    pub fn named_direction(&mut self, name: &str, span: Span) -> Option<Direction> {
        if let Some(d) = self.direction_named(name) {
            return Some(d);
        }
        let text = format!("the board has no direction `{name}`");
        let mut d = Diagnostic::new(Code::NoSuchDirection, span, text);
        if let Some(board) = self.board {
            let known: Vec<&str> = board.directions().collect();
            if !known.is_empty() {
                d = d.note(format!("its directions are {}", known.join(", ")));
            }
            d = d.suggest(name, span, known);
        }
        self.diagnostics.push(d);
        None
    }
}

/// Reports the errors of a named set that nothing uses, as far as they do not depend on a board.
pub fn set(names: &Names<'_>, at: ItemRef, diagnostics: &mut Vec<Diagnostic>) {
    let Some(ItemKind::Set(item)) = names.item(at).map(|i| &i.kind) else { return };
    let mut scope = Scope {
        names,
        module: at.module,
        piece_modules: Vec::new(),
        values: Values::new(),
        sets: Vec::new(),
        parts: 0,
        board: None,
        pieces: &mut Pieces::new(),
        legend: None,
        variables: Vec::new(),
        slots: 0,
        filled: false,
        diagnostics,
    };
    let _ = scope.cells(&item.value);
}
