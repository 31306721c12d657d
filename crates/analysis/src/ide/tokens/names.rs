//! The meanings of the names of a text, by position.

use rustc_hash::{FxHashMap, FxHashSet};

use super::TokenClass;
use puzzlec_base::Span;
use puzzlec_model::names::{ItemRef, Names, Sort, named};
use puzzlec_model::project::ModuleId;
use puzzlec_model::scope::DIRECTIONS;
use puzzlec_syntax::ast::{Drawing, Name, Path, Picture, Role, RowTerm, Text, Visitor, Want};

/// The roles of tokens in the tree, by their first bytes.
#[derive(Default)]
pub(super) struct Classes {
    /// Names and whether they are introduced there.
    pub(super) names: FxHashMap<u32, (TokenClass, bool)>,
    /// The contents of pictures.
    pub(super) drawings: FxHashMap<u32, Drawing>,
    /// The texts that hold the marks of pieces.
    pub(super) pieces: FxHashSet<u32>,
    /// The marks of rows, in order.
    rows: Vec<(u32, u32)>,
    /// The items of the file, for names in a broken statement.
    items: FxHashMap<String, TokenClass>,
}

impl Classes {
    /// Whether this is a mark of a row.
    pub(super) fn in_row(&self, at: u32) -> bool {
        let next = self.rows.partition_point(|r| r.0 <= at);
        next.checked_sub(1).and_then(|i| self.rows.get(i)).is_some_and(|r| at < r.1)
    }

    /// The meaning of a word that is not in the tree.
    pub(super) fn known(&self, word: &str) -> Option<TokenClass> {
        if DIRECTIONS.contains(&word) {
            return Some(TokenClass::Direction);
        }
        self.items.get(word).copied()
    }
}

/// Reads the names of a tree.
pub(super) struct Reader<'a, 't> {
    names: &'a Names<'a>,
    module: ModuleId,
    /// Variables and parameters in force, innermost last.
    locals: Vec<(&'t str, TokenClass)>,
    /// The number of variables at the start of each open scope.
    scopes: Vec<usize>,
    /// Pieces of imported modules, which puzzles may name alone.
    pieces: FxHashSet<&'a str>,
    classes: Classes,
    text: &'t str,
}

impl<'a, 't> Reader<'a, 't> {
    pub(super) fn new(names: &'a Names<'a>, module: ModuleId, text: &'t str) -> Self {
        let imports = names.project.module(module).into_iter().flat_map(|m| m.imports.values());
        let pieces = imports.flat_map(|i| names.all(i.module, Sort::Piece)).map(|(_, n)| n.text.as_str());
        let pieces = pieces.collect();
        Reader {
            names,
            module,
            locals: Vec::new(),
            scopes: Vec::new(),
            pieces,
            classes: Classes::default(),
            text,
        }
    }

    pub(super) fn finish(mut self) -> Classes {
        let items = self.names.project.module(self.module).into_iter().flat_map(|m| &m.parse.file.items);
        for (name, sort) in items.filter_map(|i| named(i)) {
            self.classes.items.insert(name.text.clone(), class_of(sort));
        }
        self.classes.rows.sort_unstable();
        self.classes
    }

    fn set(&mut self, name: &Name, class: TokenClass, declaration: bool) {
        self.classes.names.insert(name.span.start, (class, declaration));
    }

    fn class(&self, at: Option<ItemRef>) -> Option<TokenClass> {
        Some(class_of(named(self.names.item(at?)?)?.1))
    }

    fn single(&self, name: &str, want: Want) -> Option<TokenClass> {
        if want == Want::Value {
            if let Some((_, class)) = self.locals.iter().rev().find(|l| l.0 == name) {
                return Some(*class);
            }
            if name == "cells" {
                return Some(TokenClass::Keyword);
            }
            if DIRECTIONS.contains(&name) {
                return Some(TokenClass::Direction);
            }
        }
        let content = matches!(want, Want::Piece | Want::Kind | Want::Content | Want::Value);
        if content && matches!(name, "empty" | "piece" | "direction") {
            return Some(TokenClass::Keyword);
        }
        let own = self.class(self.names.own(self.module, name));
        let fits = |c: &TokenClass| match want {
            Want::Board => *c == TokenClass::Board,
            Want::Configuration => *c == TokenClass::Configuration,
            Want::Rule => *c == TokenClass::Rule,
            Want::Counter => *c == TokenClass::Parameter,
            Want::Piece | Want::Kind | Want::Content | Want::Value => *c == TokenClass::Piece,
        };
        if let Some(class) = own.filter(fits) {
            return Some(class);
        }
        if content && self.pieces.contains(name) {
            return Some(TokenClass::Piece);
        }
        Some(class_wanted(want))
    }
}

fn class_of(sort: Sort) -> TokenClass {
    match sort {
        Sort::Board => TokenClass::Board,
        Sort::Piece => TokenClass::Piece,
        Sort::Configuration => TokenClass::Configuration,
        Sort::Set => TokenClass::Cell,
        Sort::List => TokenClass::Parameter,
        Sort::Counter => TokenClass::Parameter,
        Sort::Rule => TokenClass::Rule,
        Sort::Puzzle => TokenClass::Puzzle,
    }
}

fn class_for(role: Role, name: &Name) -> TokenClass {
    match role {
        Role::Board => TokenClass::Board,
        Role::Piece | Role::End => TokenClass::Piece,
        Role::Configuration => TokenClass::Configuration,
        Role::Set => TokenClass::Cell,
        Role::List => TokenClass::Parameter,
        Role::Counter => TokenClass::Parameter,
        Role::Rule => TokenClass::Rule,
        Role::Puzzle => TokenClass::Puzzle,
        Role::Module => TokenClass::Module,
        Role::Parameter => TokenClass::Parameter,
        Role::Variable => TokenClass::Variable,
        Role::Vertex | Role::Wall => TokenClass::Cell,
        Role::Direction if DIRECTIONS.contains(&name.text.as_str()) => TokenClass::Direction,
        Role::Direction => TokenClass::Variable,
        Role::Function | Role::ScriptFunction => TokenClass::Function,
        Role::Label => TokenClass::Mark,
        Role::Measure | Role::Unit | Role::Property => TokenClass::Property,
    }
}

fn class_wanted(want: Want) -> TokenClass {
    match want {
        Want::Board => TokenClass::Board,
        Want::Configuration => TokenClass::Configuration,
        Want::Rule => TokenClass::Rule,
        Want::Counter => TokenClass::Parameter,
        Want::Piece | Want::Kind => TokenClass::Piece,
        Want::Content | Want::Value => TokenClass::Cell,
    }
}

impl<'t> Visitor<'t> for Reader<'_, 't> {
    fn enter(&mut self) {
        self.scopes.push(self.locals.len());
    }

    fn leave(&mut self) {
        self.locals.truncate(self.scopes.pop().unwrap_or(0));
    }

    fn declare(&mut self, name: &'t Name, role: Role) {
        let class = class_for(role, name);
        if matches!(class, TokenClass::Parameter | TokenClass::Variable) {
            self.locals.push((&name.text, class));
        }
        self.set(name, class, true);
    }

    fn name(&mut self, name: &'t Name, role: Role) {
        self.set(name, class_for(role, name), false);
    }

    fn path(&mut self, path: &'t Path, want: Want) {
        match path.parts.as_slice() {
            [name] => {
                if let Some(class) = self.single(&name.text, want) {
                    self.set(name, class, false);
                }
            }
            [alias, name] => {
                let import = self.names.project.module(self.module).and_then(|m| m.imports.get(&alias.text));
                let found = import.and_then(|i| self.class(self.names.own(i.module, &name.text)));
                self.set(alias, TokenClass::Module, false);
                self.set(name, found.unwrap_or_else(|| class_wanted(want)), false);
            }
            _ => {}
        }
    }

    fn picture(&mut self, picture: &'t Picture, drawing: Drawing) {
        self.classes.drawings.insert(picture.span.start, drawing);
    }

    fn marks(&mut self, text: &'t Text) {
        self.classes.pieces.insert(text.span.start);
    }

    fn row(&mut self, term: &'t RowTerm) {
        let end = term.times.as_ref().map_or(term.span.end, |times| times.span.start);
        let span = Span { end, ..term.span };
        // The factor may be in brackets, which are not marks.
        let written = super::slice(self.text, span.start, span.end);
        let quoted = written.starts_with('"');
        let end = if quoted { None } else { written.find('*') };
        let end = end.map_or(span.end, |at| span.start + super::offset(at));
        self.classes.rows.push((span.start, end));
    }
}
