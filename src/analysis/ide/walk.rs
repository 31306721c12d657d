//! A walk over a tree that tells what its nodes and names are for.

mod expr;
mod puzzle;

use super::tokens::TokenClass;
use crate::base::Span;
use crate::syntax::ast::{
    BoardExpr, BoardKind, Expr, Item, ItemKind, Name, Param, Path, PatternCellKind, Picture, PieceProp,
    RuleBody, RuleItem, RuleRef, RuleStatement, RuleStatementKind, Script, ScriptSource, Text, UseTarget,
};

/// What a path should name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Want {
    Board,
    Configuration,
    Rule,
    Piece,
    /// What a cell holds, or a region that it belongs to.
    Content,
    /// A variable, parameter, cell, region, direction or piece.
    Value,
}

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawing {
    /// Cells, some of them with a name.
    Board,
    /// What the cells hold.
    Contents,
}

/// What is told on the way, in the order of the text but for a few lists that stand behind.
pub(super) trait Visitor<'t> {
    /// A node of the tree.
    fn node(&mut self, _span: Span) {}
    /// What is declared from here on is forgotten at the matching `leave`.
    fn enter(&mut self) {}
    fn leave(&mut self) {}
    /// A name is introduced.
    fn declare(&mut self, _name: &'t Name, _class: TokenClass) {}
    /// A name that can only mean this.
    fn name(&mut self, _name: &'t Name, _class: TokenClass) {}
    /// A direction or the variable for one.
    fn direction(&mut self, _name: &'t Name) {}
    fn path(&mut self, _path: &'t Path, _want: Want) {}
    fn picture(&mut self, _picture: &'t Picture, _drawing: Drawing) {}
    /// The marks of a piece.
    fn marks(&mut self, _text: &'t Text) {}
    /// Marks of a row.
    fn row(&mut self, _span: Span) {}
    /// A script in a file.
    fn script(&mut self, _file: &'t Text) {}
}

/// Walks an item.
pub(super) fn item<'t>(item: &'t Item, v: &mut impl Visitor<'t>) {
    v.enter();
    v.node(item.span);
    match &item.kind {
        ItemKind::Use(import) => {
            match &import.target {
                UseTarget::Module(name) if import.alias.is_none() => v.declare(name, TokenClass::Module),
                UseTarget::Module(name) => v.name(name, TokenClass::Module),
                UseTarget::File(text) => v.node(text.span),
            }
            if let Some(alias) = &import.alias {
                v.declare(alias, TokenClass::Module);
            }
        }
        ItemKind::Board(b) => {
            v.declare(&b.name, TokenClass::Board);
            params(&b.params, v);
            board(&b.value, v);
        }
        ItemKind::Piece(p) => {
            v.declare(&p.name, TokenClass::Piece);
            if let Some(marks) = &p.marks {
                v.marks(marks);
            }
            for property in &p.props {
                match property {
                    PieceProp::Cells(e) => expr::expr(e, v),
                    PieceProp::Colour(name) => v.name(name, TokenClass::Property),
                    PieceProp::Title(text) => v.node(text.span),
                    PieceProp::Rigid(span) | PieceProp::Error(span) => v.node(*span),
                }
            }
        }
        ItemKind::Configuration(c) => {
            v.declare(&c.name, TokenClass::Configuration);
            puzzle::config(&c.value, v);
        }
        ItemKind::Rule(r) => rule(r, v),
        ItemKind::Theory(t) => {
            v.name(&t.theory, TokenClass::Property);
            t.rules.iter().for_each(|p| v.path(p, Want::Rule));
        }
        ItemKind::Puzzle(p) => puzzle::puzzle(p, v),
        ItemKind::Error => {}
    }
    v.leave();
}

fn params<'t>(params: &'t [Param], v: &mut impl Visitor<'t>) {
    for param in params {
        v.node(param.span);
        v.declare(&param.name, TokenClass::Parameter);
        if let Some((least, most)) = &param.range {
            expr::expr(least, v);
            expr::expr(most, v);
        }
        if let Some(default) = &param.default {
            expr::expr(default, v);
        }
    }
}

fn board<'t>(board: &'t BoardExpr, v: &mut impl Visitor<'t>) {
    v.node(board.span);
    match &board.kind {
        BoardKind::Drawn(_, picture) => v.picture(picture, Drawing::Board),
        BoardKind::Rectangle(_, width, height) => {
            expr::expr(width, v);
            expr::expr(height, v);
        }
        BoardKind::Side(_, n) | BoardKind::Line(n) | BoardKind::Ring(n) => expr::expr(n, v),
        BoardKind::Graph(edges) => {
            for (one, other) in edges {
                let end = other.as_ref().unwrap_or(one);
                v.node(one.span.to(end.span));
                v.name(one, TokenClass::Cell);
                if let Some(other) = other {
                    v.name(other, TokenClass::Cell);
                }
            }
        }
        BoardKind::Script(s) => script(s, v),
        BoardKind::Named(path, arguments) => {
            v.path(path, Want::Board);
            exprs(arguments, v);
        }
        BoardKind::Unbounded(_) | BoardKind::Error => {}
    }
}

fn script<'t>(script: &'t Script, v: &mut impl Visitor<'t>) {
    if let ScriptSource::File(text) = &script.source {
        v.node(text.span);
        v.script(text);
    }
    if let Some((name, arguments)) = &script.call {
        v.name(name, TokenClass::Function);
        exprs(arguments, v);
    }
}

fn exprs<'t>(list: &'t [Expr], v: &mut impl Visitor<'t>) {
    list.iter().for_each(|e| expr::expr(e, v));
}

fn rule<'t>(rule: &'t RuleItem, v: &mut impl Visitor<'t>) {
    v.declare(&rule.name, TokenClass::Rule);
    for variable in &rule.over {
        v.declare(&variable.name, TokenClass::Variable);
        variable.kinds.iter().for_each(|k| v.path(k, Want::Piece));
    }
    params(&rule.params, v);
    if let Some(on) = &rule.on {
        board(on, v);
    }
    match &rule.body {
        RuleBody::Statements(list) => list.iter().for_each(|s| rule_statement(s, v)),
        RuleBody::Script(s) | RuleBody::Asked(s) => script(s, v),
        RuleBody::Union(refs) => rule_refs(refs, v),
        RuleBody::Error => {}
    }
}

fn rule_refs<'t>(refs: &'t [RuleRef], v: &mut impl Visitor<'t>) {
    for reference in refs {
        v.node(reference.span);
        v.path(&reference.path, Want::Rule);
        exprs(&reference.args, v);
    }
}

fn rule_statement<'t>(statement: &'t RuleStatement, v: &mut impl Visitor<'t>) {
    v.node(statement.span);
    match &statement.kind {
        RuleStatementKind::Pattern(pattern) => {
            for cell in pattern.before.iter().chain(&pattern.after) {
                v.node(cell.span);
                match &cell.kind {
                    PatternCellKind::Piece(path) => v.path(path, Want::Piece),
                    PatternCellKind::End(name, _) => v.name(name, TokenClass::Piece),
                    PatternCellKind::Any | PatternCellKind::Empty => {}
                }
            }
            for shape in &pattern.along {
                v.node(shape.span);
                shape.steps.iter().for_each(|s| v.direction(&s.direction));
            }
        }
        RuleStatementKind::When(e) | RuleStatementKind::Close(e) => expr::expr(e, v),
        RuleStatementKind::Move(a, b) | RuleStatementKind::Swap(a, b) | RuleStatementKind::Shift(a, b) => {
            expr::expr(a, v);
            expr::expr(b, v);
        }
        RuleStatementKind::Remove(cells) => exprs(cells, v),
        RuleStatementKind::Put(piece, cells) => {
            v.path(piece, Want::Piece);
            exprs(cells, v);
        }
        RuleStatementKind::Flip(one, other, cells) => {
            v.path(one, Want::Piece);
            v.path(other, Want::Piece);
            exprs(cells, v);
        }
        RuleStatementKind::Error => {}
    }
}
