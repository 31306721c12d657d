//! Resolution of the names of one item.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::{Meaning, Occurrence};
use crate::ide::context::{IdeContext, ItemScope};
use puzzlec_base::Span;
use puzzlec_model::names::{ItemRef, Sort};
use puzzlec_model::project::ModuleId;
use puzzlec_model::scope::{DIRECTIONS, function_names};
use puzzlec_syntax::ast::{
    BoardExpr, Drawing, Item, Name, Path, Pattern, Picture, Role, RowTerm, Script, Text, Use, UseTarget,
    Visitor, Want, visit,
};

/// Reads one item.
pub(super) struct Walker<'b, 'a> {
    pub(super) context: &'b IdeContext<'a>,
    pub(super) scope: ItemScope<'a>,
    at: ItemRef,
    /// Parameters and variables in force, innermost last.
    locals: Vec<(&'a str, Meaning)>,
    /// The number of variables at the start of each open scope.
    scopes: Vec<usize>,
    /// The current board.
    board: Span,
    /// The first occurrences of the board's vertices, or of the ends in a pattern.
    first: BTreeMap<&'a str, Span>,
    /// The meanings of marks, computed on demand.
    pub(super) rings: OnceCell<[Vec<ItemRef>; 3]>,
    found: Vec<Occurrence>,
}

impl<'b, 'a> Walker<'b, 'a> {
    pub(super) fn walk(context: &'b IdeContext<'a>, at: ItemRef, item: &'a Item) -> Vec<Occurrence> {
        let mut walker = Walker {
            context,
            scope: context.scope(at),
            at,
            locals: Vec::new(),
            scopes: Vec::new(),
            board: item.span,
            first: BTreeMap::new(),
            rings: OnceCell::new(),
            found: Vec::new(),
        };
        visit(item, &mut walker);
        walker.found
    }

    fn module(&self) -> ModuleId {
        self.at.module
    }

    fn add(&mut self, span: Span, meaning: Meaning, declaration: bool) {
        self.found.push(Occurrence { span, meaning, declaration, item: Some(self.at) });
    }

    pub(super) fn uses(&mut self, span: Span, meaning: Meaning) {
        self.add(span, meaning, false);
    }

    pub(super) fn declares(&mut self, span: Span, meaning: Meaning) {
        self.add(span, meaning, true);
    }

    fn local(&self, name: &str) -> Option<Meaning> {
        self.locals.iter().rev().find(|l| l.0 == name).map(|l| l.1.clone())
    }

    fn bind(&mut self, name: &'a Name, meaning: Meaning) {
        self.declares(name.span, meaning.clone());
        self.locals.push((&name.text, meaning));
    }

    /// The first occurrence of a name that is declared by use.
    fn first(&mut self, name: &'a Name) -> Span {
        *self.first.entry(&name.text).or_insert(name.span)
    }

    /// A path to an item of any kind.
    fn item(&mut self, path: &Path) {
        if let Some(found) = self.context.find(self.module(), path) {
            self.through(path, Meaning::Item(found));
        } else {
            self.alias(path);
        }
    }

    /// A path to a piece, possibly without its module; `empty` and the like are no items.
    fn piece(&mut self, path: &Path) -> bool {
        if let Some(found) = self.context.piece(&self.scope, path) {
            self.through(path, Meaning::Item(found));
            return true;
        }
        self.item(path);
        false
    }

    fn through(&mut self, path: &Path, meaning: Meaning) {
        self.alias(path);
        if let Some(last) = path.last() {
            self.uses(last.span, meaning);
        }
    }

    fn alias(&mut self, path: &Path) {
        if let [alias, _, ..] = path.parts.as_slice()
            && self.context.import(self.module(), &alias.text).is_some()
        {
            self.uses(alias.span, Meaning::Module(self.module(), alias.text.clone()));
        }
    }

    fn value(&mut self, path: &Path) {
        let Some(name) = path.single() else {
            if !self.piece(path) {
                self.set(path);
            }
            return;
        };
        if let Some(local) = self.local(&name.text) {
            self.uses(name.span, local);
        } else if !self.cell(path) && !self.direction(name) && name.text != "cells" && !self.piece(path) {
            self.set(path);
        }
    }

    fn set(&mut self, path: &Path) {
        let names = |sort| self.context.names.find(self.module(), path, sort).is_some();
        if names(Sort::Set) || names(Sort::Counter) || names(Sort::List) {
            self.item(path);
        }
    }

    fn cell(&mut self, path: &Path) -> bool {
        let Some(name) = path.single() else { return false };
        let Some(lazy_board) = &self.scope.lazy_board else { return false };
        let Some(board) = self.context.board(lazy_board) else { return false };
        if board.find(&name.text).is_none() {
            return false;
        }
        let meaning = Meaning::Cell(lazy_board.expr.span, name.text.clone());
        self.uses(name.span, meaning);
        true
    }

    fn direction(&mut self, name: &Name) -> bool {
        let known = DIRECTIONS.contains(&name.text.as_str());
        if known {
            self.uses(name.span, Meaning::Direction(name.text.clone()));
        }
        known
    }

    fn unit(&mut self, unit: &Name) {
        let Some(measure) = self.context.puzzle(self.at).and_then(|p| p.measure()) else { return };
        let name = &measure.name;
        if name.text == unit.text || name.text.strip_suffix('s').is_some_and(|one| one == unit.text) {
            self.uses(unit.span, Meaning::Measure(name.span));
        }
    }
}

impl<'a> Visitor<'a> for Walker<'_, 'a> {
    fn enter(&mut self) {
        self.scopes.push(self.locals.len());
    }

    fn leave(&mut self) {
        self.locals.truncate(self.scopes.pop().unwrap_or(0));
    }

    fn declare(&mut self, name: &'a Name, role: Role) {
        match role {
            Role::Board
            | Role::Piece
            | Role::Configuration
            | Role::Set
            | Role::List
            | Role::Counter
            | Role::Rule
            | Role::Puzzle => {
                // Of two items with the same name, references resolve to the first.
                if let Some(first) = self.context.names.own(self.module(), &name.text) {
                    self.declares(name.span, Meaning::Item(first));
                }
            }
            Role::Parameter => self.bind(name, Meaning::Parameter(name.span)),
            Role::Variable => self.bind(name, Meaning::Variable(name.span)),
            Role::Measure => self.declares(name.span, Meaning::Measure(name.span)),
            Role::Module | Role::End | Role::Vertex | Role::Wall | Role::Direction | Role::Function => {}
            Role::ScriptFunction | Role::Label | Role::Unit | Role::Property => {}
        }
    }

    fn name(&mut self, name: &'a Name, role: Role) {
        match role {
            Role::Vertex => {
                let declaration = self.first(name) == name.span;
                self.add(name.span, Meaning::Cell(self.board, name.text.clone()), declaration);
            }
            Role::Wall => {
                let path = Path { parts: vec![name.clone()], member: None, span: name.span };
                self.cell(&path);
            }
            Role::End => {
                let first = self.first(name);
                self.add(name.span, Meaning::Variable(first), first == name.span);
            }
            Role::Direction => drop(self.direction(name)),
            Role::Function if function_names().any(|f| f == name.text) => {
                self.uses(name.span, Meaning::Function(name.text.clone()));
            }
            Role::Parameter => {
                if let Some(meaning) = self.local(&name.text) {
                    self.uses(name.span, meaning);
                }
            }
            Role::Unit => self.unit(name),
            Role::Board
            | Role::Piece
            | Role::Configuration
            | Role::Set
            | Role::List
            | Role::Counter
            | Role::Rule
            | Role::Puzzle => {}
            Role::Module | Role::Variable | Role::Function | Role::ScriptFunction => {}
            Role::Label | Role::Measure | Role::Property => {}
        }
    }

    fn path(&mut self, path: &'a Path, want: Want) {
        let is = |words: &[&str]| path.single().is_some_and(|n| words.contains(&n.text.as_str()));
        match want {
            Want::Board | Want::Configuration | Want::Rule | Want::Counter => self.item(path),
            Want::Kind if is(&["cell", "empty", "piece", "direction"]) => {}
            Want::Piece | Want::Kind => drop(self.piece(path)),
            Want::Content => {
                if !is(&["empty", "piece"]) && !self.piece(path) && !self.cell(path) {
                    self.set(path);
                }
            }
            Want::Value => self.value(path),
        }
    }

    fn import(&mut self, import: &'a Use, _: Span) {
        let (target, shown) = match &import.target {
            UseTarget::Module(name) => (name.span, name.text.as_str()),
            UseTarget::File(text) => (text.span, text.value.rsplit('/').next().unwrap_or("")),
        };
        let shown = shown.strip_suffix(".puzzle").unwrap_or(shown);
        let alias = import.alias.as_ref().map_or(shown, |a| &a.text);
        if self.context.import(self.module(), alias).is_none() {
            return;
        }
        let meaning = Meaning::Module(self.module(), alias.to_owned());
        match &import.alias {
            Some(name) => {
                self.uses(target, meaning.clone());
                self.declares(name.span, meaning);
            }
            None => self.declares(target, meaning),
        }
    }

    fn board(&mut self, board: &'a BoardExpr) {
        self.board = board.span;
        self.first.clear();
    }

    fn pattern(&mut self, _: &'a Pattern) {
        self.first.clear();
    }

    fn picture(&mut self, picture: &'a Picture, drawing: Drawing) {
        match drawing {
            Drawing::Board(lattice) => self.drawn(self.board, lattice, picture),
            Drawing::Position | Drawing::Goal => self.placed(picture),
            Drawing::Maze | Drawing::Layer | Drawing::Shape => {}
        }
    }

    fn marks(&mut self, marks: &'a Text) {
        self.declared_marks(self.at, marks);
    }

    fn row(&mut self, term: &'a RowTerm) {
        self.term(term);
    }

    fn script(&mut self, script: &'a Script) {
        self.scripted(script);
    }
}
