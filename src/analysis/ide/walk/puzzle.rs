//! Puzzles, configurations and goals.

use super::super::tokens::TokenClass;
use super::expr::expr;
use super::{Drawing, Visitor, Want, board, exprs, params, rule_refs, script};
use crate::base::Span;
use crate::syntax::ast::{
    Claim, ConfigExpr, ConfigKind, Expectation, GoalExpr, GoalKind, PlaceEntry, PuzzleItem, PuzzleStatement,
    PuzzleStatementKind, RowTerm, RowTermKind,
};

pub(super) fn puzzle<'t>(puzzle: &'t PuzzleItem, v: &mut impl Visitor<'t>) {
    v.declare(&puzzle.name, TokenClass::Puzzle);
    params(&puzzle.params, v);
    puzzle.statements.iter().for_each(|s| statement(s, v));
}

fn statement<'t>(statement: &'t PuzzleStatement, v: &mut impl Visitor<'t>) {
    v.node(statement.span);
    match &statement.kind {
        PuzzleStatementKind::Title(text) => v.node(text.span),
        PuzzleStatementKind::Board(b) => board(b, v),
        PuzzleStatementKind::Rules(refs) => rule_refs(refs, v),
        PuzzleStatementKind::Start(c) => config(c, v),
        PuzzleStatementKind::Goal(g) => goal(g, v),
        PuzzleStatementKind::Place(entries) => entries.iter().for_each(|e| place(e, v)),
        PuzzleStatementKind::Expect(e) => expectation(e, v),
        PuzzleStatementKind::Players(p) => expr(&p.count, v),
        PuzzleStatementKind::Measure(m) => v.declare(&m.name, TokenClass::Property),
        PuzzleStatementKind::Window(n) => expr(n, v),
        PuzzleStatementKind::Hook(_, s) => script(s, v),
        PuzzleStatementKind::Error => {}
    }
}

fn place<'t>(entry: &'t PlaceEntry, v: &mut impl Visitor<'t>) {
    v.node(entry.span);
    v.path(&entry.piece, Want::Piece);
    entry.labels.iter().for_each(|l| v.name(l, TokenClass::Mark));
    if let Some(times) = &entry.times {
        expr(times, v);
    }
}

fn expectation<'t>(expectation: &'t Expectation, v: &mut impl Visitor<'t>) {
    match &expectation.claim {
        Claim::Least(n, name) | Claim::Within(n, name) => {
            expr(n, v);
            v.name(name, TokenClass::Property);
        }
        Claim::Unsolvable(Some(name)) => v.name(name, TokenClass::Property),
        Claim::Solutions(n) => expr(n, v),
        Claim::Solvable | Claim::Unsolvable(None) | Claim::FirstWins | Claim::SecondWins => {}
    }
    for (name, least, most) in &expectation.ranges {
        v.name(name, TokenClass::Parameter);
        expr(least, v);
        expr(most, v);
    }
}

pub(super) fn config<'t>(config: &'t ConfigExpr, v: &mut impl Visitor<'t>) {
    v.node(config.span);
    match &config.kind {
        ConfigKind::Picture(picture) => v.picture(picture, Drawing::Contents),
        ConfigKind::Layers(pieces, colours) => {
            v.picture(pieces, Drawing::Contents);
            v.picture(colours, Drawing::Contents);
        }
        ConfigKind::Row(terms) => terms.iter().for_each(|t| row(t, v)),
        ConfigKind::Full(piece, cells) => {
            if let Some(piece) = piece {
                v.path(piece, Want::Piece);
            }
            exprs(cells, v);
        }
        ConfigKind::Places(places) => {
            for (piece, cells) in places {
                v.path(piece, Want::Piece);
                exprs(cells, v);
            }
        }
        ConfigKind::Named(path) => v.path(path, Want::Configuration),
        ConfigKind::Script(s) => script(s, v),
        ConfigKind::Empty | ConfigKind::Error => {}
    }
}

fn row<'t>(term: &'t RowTerm, v: &mut impl Visitor<'t>) {
    v.node(term.span);
    match &term.kind {
        RowTermKind::Group(terms) => terms.iter().for_each(|t| row(t, v)),
        RowTermKind::Marks(_) => {
            let end = term.times.as_ref().map_or(term.span.end, |t| t.span.start);
            v.row(Span { end, ..term.span });
        }
    }
    if let Some(times) = &term.times {
        expr(times, v);
    }
}

fn goal<'t>(goal: &'t GoalExpr, v: &mut impl Visitor<'t>) {
    v.node(goal.span);
    match &goal.kind {
        GoalKind::Config(c, _) => config(c, v),
        GoalKind::Colours(picture) => v.picture(picture, Drawing::Contents),
        GoalKind::Only(piece, cells) | GoalKind::At(piece, cells) => {
            v.path(piece, Want::Piece);
            exprs(cells, v);
        }
        GoalKind::Where(e) => expr(e, v),
        GoalKind::Script(s) => script(s, v),
        GoalKind::Or(parts) | GoalKind::And(parts) => parts.iter().for_each(|p| self::goal(p, v)),
        GoalKind::Error => {}
    }
}
