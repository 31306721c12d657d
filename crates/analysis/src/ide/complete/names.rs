//! Names: items, parameters, variables, cells, marks, files.

use super::{Completer, Completion, CompletionKind as Kind};
use crate::ide::describe;
use crate::ide::occurrences::rings;
use crate::ide::words::{FUNCTIONS, direction_doc};
use puzzlec_base::Span;
use puzzlec_model::board::{PlaceSort, Shape};
use puzzlec_model::names::{ItemRef, Sort};
use puzzlec_model::piece::{Form, form};
use puzzlec_model::project::{ModuleId, module_names};
use puzzlec_model::scope::DIRECTIONS;
use puzzlec_syntax::TokenKind;
use puzzlec_syntax::ast::{Drawing, ItemKind, RuleItem};
use puzzlec_syntax::keywords::{Place, words};

/// More cells are not listed one by one.
const MOST_CELLS: usize = 200;

pub(super) fn kind_of(sort: Sort) -> Kind {
    match sort {
        Sort::Board => Kind::Board,
        Sort::Piece => Kind::Piece,
        Sort::Configuration => Kind::Configuration,
        Sort::Set => Kind::Cell,
        Sort::List => Kind::Parameter,
        Sort::Counter => Kind::Parameter,
        Sort::Rule => Kind::Rule,
        Sort::Puzzle => Kind::Puzzle,
    }
}

impl Completer<'_, '_> {
    /// Items of these kinds: those of the file, and those of imports with their module. Behind `module.`
    /// only those of the module.
    pub(super) fn named(&mut self, sorts: &[Sort]) {
        if self.cursor.back(0) == "." {
            let alias = self.cursor.back(1);
            if let Some(module) = self.context.import(self.module, alias) {
                self.of_module(module, "", sorts);
            } else if module_names().any(|m| m == alias) {
                self.not_imported(sorts);
            } else if sorts.contains(&Sort::Piece) {
                self.parts(alias);
            }
            return;
        }
        self.of_module(self.module, "", sorts);
        let imports = self.context.project.module(self.module).map(|m| &m.imports);
        for (alias, import) in imports.into_iter().flatten() {
            self.of_module(import.module, &format!("{alias}."), sorts);
        }
        // Pieces of other games are of no use here.
        if !sorts.contains(&Sort::Piece) {
            self.not_imported(sorts);
        }
    }

    fn of_module(&mut self, module: ModuleId, prefix: &str, sorts: &[Sort]) {
        for sort in sorts {
            let all: Vec<ItemRef> = self.context.names.all(module, *sort).map(|i| i.0).collect();
            for at in all {
                self.item(at, prefix, *sort);
            }
        }
    }

    fn item(&mut self, at: ItemRef, prefix: &str, sort: Sort) {
        let label = format!("{prefix}{}", self.context.name(at));
        let doc = self.context.names.item(at).and_then(|i| i.doc.clone()).unwrap_or_default();
        let params = match sort {
            Sort::Rule | Sort::Board => self.context.params(at),
            _ => &[],
        };
        let mut insert = label.clone();
        let snippet = !params.is_empty();
        if snippet {
            let fields = params.iter().enumerate().map(|(i, p)| {
                let default = p.default.as_ref().map_or(p.name.text.as_str(), |d| self.context.slice(d.span));
                format!("${{{}:{default}}}", i + 1)
            });
            insert = format!("{label}({})", fields.collect::<Vec<_>>().join(", "));
        }
        let detail = describe::head(self.context, at);
        let replace = self.cursor.word;
        let also = Vec::new();
        self.add(Completion { label, kind: kind_of(sort), detail, doc, insert, snippet, replace, also });
    }

    /// The cells of a piece of several cells.
    fn parts(&mut self, piece: &str) {
        let at = self.context.names.own(self.module, piece);
        let cells = match at.and_then(|at| self.context.names.item(at)).map(|i| &i.kind) {
            Some(ItemKind::Piece(piece)) => match form(piece) {
                Form::Chain(cells) => cells,
                Form::Unit | Form::Rigid => 0,
            },
            Some(_) => 0,
            // Any other name denotes a piece of several cells; the pattern shows of how many.
            None if self.cursor.bracket() == Some("[") => self.longest(),
            None => 0,
        };
        if cells == 2 {
            self.plain(Kind::Piece, "1", "", "one end of the piece");
            self.plain(Kind::Piece, "2", "", "the other end of the piece");
            return;
        }
        for number in 1..=cells {
            let doc =
                if number == 1 || number == cells { "an end of the piece" } else { "a cell of the piece" };
            self.plain(Kind::Piece, &number.to_string(), "", doc);
        }
    }

    /// The number of cells of the longest chain of this module; 2 if there is none.
    fn longest(&self) -> u8 {
        let names = &self.context.names;
        let items = names.all(self.module, Sort::Piece).filter_map(|(at, _)| names.item(at));
        let cells = items.filter_map(|item| match &item.kind {
            ItemKind::Piece(piece) => match form(piece) {
                Form::Chain(cells) => Some(cells),
                Form::Unit | Form::Rigid => None,
            },
            _ => None,
        });
        cells.max().unwrap_or(2)
    }

    /// Pieces; those of the rules may be named without their module.
    pub(super) fn pieces(&mut self) {
        if self.cursor.back(0) != "." {
            let modules = self.scope.as_ref().map_or(Vec::new(), |s| s.rule_modules.clone());
            for module in modules {
                self.of_module(module, "", &[Sort::Piece]);
            }
        }
        self.named(&[Sort::Piece]);
    }

    /// Pieces, `empty` and `piece`.
    pub(super) fn selectors(&mut self) {
        self.pieces();
        if self.cursor.back(0) != "." {
            self.keywords(words(Place::Content));
        }
    }

    pub(super) fn parameters(&mut self) {
        let params = self.item.map_or(&[][..], |i| self.context.params(i));
        for param in params {
            let detail = describe::param(self.context, param);
            self.plain(Kind::Parameter, &param.name.text, &detail, "");
        }
    }

    fn variables(&mut self) {
        let rule: Option<&RuleItem> = self.item.and_then(|i| self.context.rule(i));
        for var in rule.map_or(&[][..], |r| &r.over) {
            let kinds = var.kinds.iter().map(|k| k.text()).collect::<Vec<_>>().join(" or ");
            let detail = match (&var.range, kinds.is_empty()) {
                (Some(_), _) => "number".to_owned(),
                (None, true) => "cell".to_owned(),
                (None, false) => kinds,
            };
            self.plain(Kind::Variable, &var.name.text, &detail, "");
        }
        let before = self.cursor.before.clone();
        for pair in before.windows(2) {
            if let [quantifier, name] = pair
                && matches!(quantifier.text, "all" | "any" | "sum" | "min" | "max" | "where" | "until")
                && name.kind == TokenKind::Word
            {
                self.plain(Kind::Variable, name.text, "cell", "");
            }
        }
    }

    /// Cells and regions of the board.
    pub(super) fn cells(&mut self) {
        let Some(board) = self.scope.as_ref().and_then(|s| self.context.board_of(s)) else { return };
        let mut all: Vec<(String, String)> = Vec::new();
        if board.shape != Shape::Graph {
            for (name, cells) in board.named().iter().filter(|n| n.0.chars().all(char::is_alphanumeric)) {
                let detail = match cells.as_slice() {
                    [one] => board.name(*one),
                    _ => format!("{} cells", cells.len()),
                };
                all.push((name.clone(), detail));
            }
        }
        // `edges` is a keyword.
        let lists = PlaceSort::WORDS.iter().filter(|(_, sort)| board.has_edges() && *sort != PlaceSort::Edge);
        all.extend(
            lists.map(|(word, sort)| ((*word).to_owned(), format!("{} cells", board.places(*sort).len()))),
        );
        all.extend(board.cells().iter().take(MOST_CELLS).map(|c| (board.name(*c), String::new())));
        for (name, detail) in all {
            self.plain(Kind::Cell, &name, &detail, "");
        }
    }

    pub(super) fn directions(&mut self) {
        let board = self.scope.as_ref().and_then(|s| self.context.board_of(s));
        let known: Vec<&str> = board.map_or(DIRECTIONS.to_vec(), |b| b.directions().collect());
        for name in known {
            self.plain(Kind::Direction, name, "direction", &direction_doc(name));
        }
    }

    /// All completions in an expression.
    pub(super) fn expression(&mut self) {
        match self.cursor.back(0) {
            "." => return self.named(&[Sort::Piece, Sort::Set, Sort::List, Sort::Counter]),
            "is" => {
                self.selectors();
                self.keyword("not");
                return self.cells();
            }
            "not" if self.cursor.back(1) == "is" => return self.selectors(),
            _ => {}
        }
        let call = self.cursor.call().and_then(|(name, at)| Some((name.last()?.text.to_owned(), at)));
        if call == Some(("count".to_owned(), 0)) {
            return self.selectors();
        }
        if call == Some(("spells".to_owned(), 1)) {
            return self.named(&[Sort::List]);
        }
        self.variables();
        self.parameters();
        self.named(&[Sort::Set, Sort::Counter]);
        self.keywords(words(Place::Expression));
        for f in FUNCTIONS {
            let inside = f.usage.split_once('(').map_or("", |u| u.1).trim_end_matches(')');
            let fields = inside.split(", ").enumerate().map(|(i, name)| format!("${{{}:{name}}}", i + 1));
            let insert = format!("{}({})", f.name, fields.collect::<Vec<_>>().join(", "));
            self.snippet(Kind::Function, f.name, &format!("`{}`: {}", f.usage, f.doc), &insert);
        }
        if self.item.is_some_and(|i| self.context.rule(i).is_some()) {
            self.directions();
        }
        self.cells();
        self.pieces();
    }

    /// The marks of a picture.
    pub(super) fn picture(&mut self, role: Option<Drawing>) {
        let end = Span { start: self.offset, end: self.offset, ..self.cursor.word };
        self.cursor.word = end;
        let goal = role == Some(Drawing::Goal) || self.cursor.has("goal");
        // A board is drawn with dots and letters of the author's own.
        if matches!(role, Some(Drawing::Board(_))) || self.cursor.has("board") {
            return;
        }
        self.marks(goal);
    }

    /// The marks of pieces. A dot is quicker to type, and ends the list.
    pub(super) fn marks(&mut self, goal: bool) {
        if goal {
            self.plain(Kind::Mark, "?", "anything", "A cell that may hold anything.");
        }
        let Some(scope) = &self.scope else { return };
        let mut known: Vec<(char, ItemRef)> = Vec::new();
        for piece in rings(self.context, scope).into_iter().flatten() {
            for mark in self.context.marks(piece).chars() {
                if !known.iter().any(|k| k.0 == mark) {
                    known.push((mark, piece));
                }
            }
        }
        for (mark, piece) in known {
            let detail = self.context.name(piece);
            self.plain(Kind::Mark, &mark.to_string(), detail, "");
        }
    }
}
