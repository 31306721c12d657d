//! Items and their statements.

use super::{Meaning, Occurrence};
use crate::analysis::ide::book::{Book, Stage};
use crate::base::Span;
use crate::model::names::{ItemRef, named};
use crate::project::ModuleId;
use crate::syntax::ast::{
    BoardExpr, BoardKind, Claim, ConfigExpr, ConfigKind, Expectation, Expr, GoalExpr, GoalKind, Item,
    ItemKind, Name, Param, Path, Pattern, PatternCellKind, PieceProp, PuzzleItem, PuzzleStatementKind,
    RuleBody, RuleItem, RuleRef, RuleStatementKind, Use, UseTarget,
};

/// Reads one item.
pub(super) struct Walker<'b, 'a> {
    pub(super) book: &'b Book<'a>,
    pub(super) stage: Stage<'a>,
    at: ItemRef,
    /// Parameters and variables in force, innermost last.
    locals: Vec<(&'a str, Meaning)>,
    found: Vec<Occurrence>,
}

impl<'b, 'a> Walker<'b, 'a> {
    pub(super) fn walk(book: &'b Book<'a>, at: ItemRef, item: &'a Item) -> Vec<Occurrence> {
        let stage = book.stage(at);
        let mut walker = Walker { book, stage, at, locals: Vec::new(), found: Vec::new() };
        walker.item(item);
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

    pub(super) fn local(&self, name: &str) -> Option<Meaning> {
        self.locals.iter().rev().find(|l| l.0 == name).map(|l| l.1.clone())
    }

    /// A variable that is in force until the locals are cut to `depth` again.
    pub(super) fn bind(&mut self, name: &'a Name) {
        self.declares(name.span, Meaning::Variable(name.span));
        self.locals.push((&name.text, Meaning::Variable(name.span)));
    }

    pub(super) fn unbind(&mut self) {
        self.locals.pop();
    }

    fn item(&mut self, item: &'a Item) {
        if let Some((name, _)) = named(item)
            && let Some(first) = self.book.names.own(self.module(), &name.text)
        {
            // Of two items with one name only the first is ever meant.
            self.declares(name.span, Meaning::Item(first));
        }
        match &item.kind {
            ItemKind::Use(u) => self.import(u),
            ItemKind::Board(b) => {
                self.params(&b.params);
                self.board(&b.value);
            }
            ItemKind::Piece(p) => {
                if let Some(marks) = &p.marks {
                    self.declared_marks(self.at, marks);
                }
                for prop in &p.props {
                    if let PieceProp::Cells(n) = prop {
                        self.expr(n);
                    }
                }
            }
            ItemKind::Configuration(c) => self.config(&c.value),
            ItemKind::Rule(r) => self.rule(r),
            ItemKind::Theory(t) => t.rules.iter().for_each(|r| self.path(r)),
            ItemKind::Puzzle(p) => self.puzzle(p),
            ItemKind::Error => {}
        }
    }

    fn import(&mut self, import: &'a Use) {
        let (target, shown) = match &import.target {
            UseTarget::Module(name) => (name.span, name.text.as_str()),
            UseTarget::File(text) => (text.span, text.value.rsplit('/').next().unwrap_or("")),
        };
        let shown = shown.strip_suffix(".puzzle").unwrap_or(shown);
        let alias = import.alias.as_ref().map_or(shown, |a| &a.text);
        if self.book.import(self.module(), alias).is_none() {
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

    fn params(&mut self, params: &'a [Param]) {
        for param in params {
            if let Some((low, high)) = &param.range {
                self.expr(low);
                self.expr(high);
            }
            if let Some(default) = &param.default {
                self.expr(default);
            }
            self.declares(param.name.span, Meaning::Parameter(param.name.span));
            self.locals.push((&param.name.text, Meaning::Parameter(param.name.span)));
        }
    }

    fn board(&mut self, board: &'a BoardExpr) {
        match &board.kind {
            BoardKind::Drawn(lattice, picture) => self.drawn(board.span, *lattice, picture),
            BoardKind::Rectangle(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            BoardKind::Side(_, n) | BoardKind::Line(n) | BoardKind::Ring(n) => self.expr(n),
            BoardKind::Graph(edges) => {
                let mut seen: std::collections::BTreeSet<&str> = std::collections::BTreeSet::new();
                for name in edges.iter().flat_map(|(a, b)| std::iter::once(a).chain(b)) {
                    let first = seen.insert(&name.text);
                    self.add(name.span, Meaning::Cell(board.span, name.text.clone()), first);
                }
            }
            BoardKind::Script(s) => self.script(s),
            BoardKind::Named(path, args) => {
                self.path(path);
                self.exprs(args);
            }
            BoardKind::Unbounded(_) | BoardKind::Error => {}
        }
    }

    /// A path to an item of any kind.
    pub(super) fn path(&mut self, path: &'a Path) {
        if let Some(found) = self.book.find(self.module(), path) {
            self.through(path, Meaning::Item(found));
        } else {
            self.alias(path);
        }
    }

    /// A path to a piece, which may stand without its module; `empty` and the like mean no item.
    pub(super) fn piece(&mut self, path: &'a Path) -> bool {
        if let Some(found) = self.book.piece(&self.stage, path) {
            self.through(path, Meaning::Item(found));
            return true;
        }
        self.path(path);
        false
    }

    fn through(&mut self, path: &'a Path, meaning: Meaning) {
        self.alias(path);
        if let Some(last) = path.last() {
            self.uses(last.span, meaning);
        }
    }

    fn alias(&mut self, path: &'a Path) {
        if let [alias, _, ..] = path.parts.as_slice()
            && self.book.import(self.module(), &alias.text).is_some()
        {
            self.uses(alias.span, Meaning::Module(self.module(), alias.text.clone()));
        }
    }

    fn refs(&mut self, refs: &'a [RuleRef]) {
        for reference in refs {
            self.path(&reference.path);
            self.exprs(&reference.args);
        }
    }

    fn rule(&mut self, rule: &'a RuleItem) {
        for var in &rule.over {
            for kind in var.kinds.iter().filter(|k| !is_kind_word(k)) {
                self.piece(kind);
            }
        }
        self.params(&rule.params);
        // Variables hide parameters.
        rule.over.iter().for_each(|v| self.bind(&v.name));
        if let Some(on) = &rule.on {
            self.board(on);
        }
        match &rule.body {
            RuleBody::Script(s) => self.script(s),
            RuleBody::Asked(s) => self.script(s),
            RuleBody::Union(refs) => self.refs(refs),
            RuleBody::Error => {}
            RuleBody::Statements(all) => {
                for statement in all {
                    match &statement.kind {
                        RuleStatementKind::Pattern(p) => self.pattern(p),
                        RuleStatementKind::When(e) | RuleStatementKind::Close(e) => self.expr(e),
                        RuleStatementKind::Move(a, b)
                        | RuleStatementKind::Swap(a, b)
                        | RuleStatementKind::Shift(a, b) => {
                            self.expr(a);
                            self.expr(b);
                        }
                        RuleStatementKind::Remove(cells) => self.exprs(cells),
                        RuleStatementKind::Put(piece, cells) => {
                            self.piece(piece);
                            self.exprs(cells);
                        }
                        RuleStatementKind::Flip(a, b, cells) => {
                            self.piece(a);
                            self.piece(b);
                            self.exprs(cells);
                        }
                        RuleStatementKind::Error => {}
                    }
                }
            }
        }
    }

    fn pattern(&mut self, pattern: &'a Pattern) {
        let mut ends: Vec<&Name> = Vec::new();
        for cell in pattern.before.iter().chain(&pattern.after) {
            match &cell.kind {
                PatternCellKind::Piece(path) => {
                    self.piece(path);
                }
                PatternCellKind::End(name, _) => {
                    let known = ends.iter().find(|e| e.text == name.text).copied();
                    self.add(name.span, Meaning::Variable(known.unwrap_or(name).span), known.is_none());
                    if known.is_none() {
                        ends.push(name);
                    }
                }
                PatternCellKind::Any | PatternCellKind::Empty => {}
            }
        }
        for step in pattern.along.iter().flat_map(|s| &s.steps) {
            self.direction(&step.direction);
        }
    }

    fn puzzle(&mut self, puzzle: &'a PuzzleItem) {
        self.params(&puzzle.params);
        for statement in &puzzle.statements {
            match &statement.kind {
                PuzzleStatementKind::Board(b) => self.board(b),
                PuzzleStatementKind::Rules(refs) => self.refs(refs),
                PuzzleStatementKind::Start(c) => self.config(c),
                PuzzleStatementKind::Goal(g) => self.goal(g),
                PuzzleStatementKind::Place(entries) => {
                    for entry in entries {
                        self.piece(&entry.piece);
                        entry.times.iter().for_each(|t| self.expr(t));
                    }
                }
                PuzzleStatementKind::Expect(e) => self.expectation(e, puzzle),
                PuzzleStatementKind::Players(p) => self.expr(&p.count),
                PuzzleStatementKind::Measure(m) => self.declares(m.name.span, Meaning::Measure(m.name.span)),
                PuzzleStatementKind::Window(n) => self.expr(n),
                PuzzleStatementKind::Hook(_, s) => self.script(s),
                PuzzleStatementKind::Title(_) | PuzzleStatementKind::Error => {}
            }
        }
    }

    /// The names after `for` are parameters, which get other values.
    fn expectation(&mut self, expectation: &'a Expectation, puzzle: &'a PuzzleItem) {
        for (name, low, high) in &expectation.ranges {
            if let Some(meaning) = self.local(&name.text) {
                self.uses(name.span, meaning);
            }
            self.expr(low);
            self.expr(high);
        }
        match &expectation.claim {
            Claim::Least(n, unit) | Claim::Within(n, unit) => {
                self.expr(n);
                let measure = puzzle.statements.iter().find_map(|s| match &s.kind {
                    PuzzleStatementKind::Measure(m) => Some(&m.name),
                    _ => None,
                });
                let is_unit = |m: &&Name| {
                    m.text == unit.text || m.text.strip_suffix('s').is_some_and(|one| one == unit.text)
                };
                if let Some(name) = measure.filter(is_unit) {
                    self.uses(unit.span, Meaning::Measure(name.span));
                }
            }
            Claim::Solutions(n) => self.expr(n),
            Claim::Solvable | Claim::Unsolvable(_) | Claim::FirstWins | Claim::SecondWins => {}
        }
    }

    pub(super) fn config(&mut self, config: &'a ConfigExpr) {
        match &config.kind {
            ConfigKind::Picture(picture) => self.marks(picture),
            ConfigKind::Row(terms) => self.row(terms),
            ConfigKind::Full(piece, except) => {
                if let Some(path) = piece {
                    self.piece(path);
                }
                self.exprs(except);
            }
            ConfigKind::Places(places) => {
                for (piece, cells) in places {
                    self.piece(piece);
                    self.exprs(cells);
                }
            }
            ConfigKind::Named(path) => self.path(path),
            ConfigKind::Script(s) => self.script(s),
            ConfigKind::Layers(..) | ConfigKind::Empty | ConfigKind::Error => {}
        }
    }

    fn goal(&mut self, goal: &'a GoalExpr) {
        match &goal.kind {
            GoalKind::Config(config, _) => self.config(config),
            GoalKind::Only(piece, cells) | GoalKind::At(piece, cells) => {
                self.piece(piece);
                self.exprs(cells);
            }
            GoalKind::Where(e) => self.expr(e),
            GoalKind::Script(s) => self.script(s),
            GoalKind::Or(parts) | GoalKind::And(parts) => parts.iter().for_each(|p| self.goal(p)),
            GoalKind::Colours(_) | GoalKind::Error => {}
        }
    }

    pub(super) fn exprs(&mut self, exprs: &'a [Expr]) {
        exprs.iter().for_each(|e| self.expr(e));
    }
}

fn is_kind_word(path: &Path) -> bool {
    path.single().is_some_and(|n| matches!(n.text.as_str(), "cell" | "empty" | "piece" | "direction"))
}
