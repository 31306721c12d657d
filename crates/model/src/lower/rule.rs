//! Rules: from the tree to the model.

mod consequence;
mod exchange;
mod numbers;
mod pattern;
mod torn;

use std::collections::BTreeSet;

use super::scripted;
use crate::board::Board;
use crate::expr::{Cell, Cells, Test};
use crate::names::{DEEPEST_NAME, Names, Sort, too_deep};
use crate::number::{self, Values};
use crate::piece::{Pieces, Selector};
use crate::project::{ItemRef, ModuleId};
use crate::rule::{Body, Consequence, Domain, Effect, Quantified, Rule, Variable};
use crate::scope::{Scope, Sense};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{
    BinaryOp, Expr, ExprKind, ItemKind, Path, RuleBody, RuleItem, RuleRef, RuleStatement, RuleStatementKind,
    RuleVar,
};

use exchange::{certain, exchanged, face, unit};
use numbers::{Stated, numbers};
use torn::torn;

/// The context of rules under construction.
pub struct Maker<'a, 'n> {
    /// All names.
    pub names: &'a Names<'n>,
    /// The board; without one, names of cells and directions are hardly checked.
    pub board: Option<&'a Board>,
    /// The pieces in play; those that rules name join them.
    pub pieces: &'a mut Pieces,
    /// Errors.
    pub diagnostics: &'a mut Vec<Diagnostic>,
    /// Whether every rule asked for so far has a meaning.
    pub sound: bool,
    path: Vec<ItemRef>,
    /// Rules and unions already resolved, with their arguments: each counts once.
    pub(super) made: BTreeSet<(ItemRef, Values)>,
}

impl<'a, 'n> Maker<'a, 'n> {
    /// A maker of rules on a board.
    pub fn new(
        names: &'a Names<'n>,
        board: Option<&'a Board>,
        pieces: &'a mut Pieces,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Self {
        Maker { names, board, pieces, diagnostics, sound: true, path: Vec::new(), made: BTreeSet::new() }
    }

    /// The rules of a reference, a single one or all of a union, without those of earlier references. The
    /// cost is that of the distinct rules and unions.
    pub fn reference(&mut self, module: ModuleId, reference: &RuleRef, values: &Values) -> Vec<Rule> {
        self.referred(module, reference, values).unwrap_or_else(|diagnostic| {
            self.diagnostics.push(*diagnostic);
            self.sound = false;
            Vec::new()
        })
    }

    fn referred(
        &mut self,
        module: ModuleId,
        reference: &RuleRef,
        values: &Values,
    ) -> Result<Vec<Rule>, Box<Diagnostic>> {
        let found = self.names.resolve(module, &reference.path, Sort::Rule)?;
        let Some(ItemKind::Rule(item)) = self.names.item(found).map(|i| &i.kind) else {
            return Err(Box::new(Diagnostic::consequence(reference.span)));
        };
        let wrong = |code, text| Err(Box::new(Diagnostic::new(code, reference.path.span, text)));
        if self.path.contains(&found) {
            return wrong(
                Code::ImportCycle,
                format!("rule `{}` is defined in terms of itself", item.name.text),
            );
        }
        if self.path.len() >= DEEPEST_NAME {
            return wrong(Code::TooDeep, too_deep());
        }
        let mut args = Vec::new();
        for arg in &reference.args {
            args.push((number::evaluate(arg, values)?, arg.span));
        }
        let values = number::bind(&reference.path.text(), &item.params, &args, reference.span)?;
        if !self.made.insert((found, values.clone())) {
            return Ok(Vec::new());
        }
        self.path.push(found);
        let rules = self.item(found, item, values);
        self.path.pop();
        Ok(rules)
    }

    /// The rules that an item means, with the values of its parameters.
    pub fn item(&mut self, at: ItemRef, item: &RuleItem, values: Values) -> Vec<Rule> {
        let mut stated = Stated::default();
        let body = match &item.body {
            RuleBody::Union(references) => {
                return references.iter().flat_map(|r| self.reference(at.module, r, &values)).collect();
            }
            RuleBody::Error => {
                self.diagnostics.push(Diagnostic::consequence(item.name.span));
                None
            }
            RuleBody::Script(script) => scripted::actions(
                self.names,
                at.module,
                script,
                &values,
                self.board,
                self.pieces,
                self.diagnostics,
            )
            .map(Body::Scripted),
            RuleBody::Callback(script) => scripted::callback(
                self.names,
                at.module,
                script,
                &values,
                self.board,
                self.pieces,
                self.diagnostics,
            )
            .map(Body::Callback),
            RuleBody::Statements(statements) => {
                self.statements(at.module, item, statements, values, &mut stated)
            }
        };
        self.sound &= body.is_some();
        let rule = |body| Rule {
            name: item.name.text.clone(),
            span: item.name.span,
            item: at,
            cost: stated.cost.take(),
            sets: std::mem::take(&mut stated.sets),
            body,
        };
        body.map(rule).into_iter().collect()
    }

    fn statements(
        &mut self,
        module: ModuleId,
        item: &RuleItem,
        statements: &[RuleStatement],
        values: Values,
        stated: &mut Stated,
    ) -> Option<Body> {
        let keyed =
            |s: &&RuleStatement| matches!(s.kind, RuleStatementKind::Turn(_) | RuleStatementKind::Repeat);
        if let Some(turn) = statements.iter().find(keyed) {
            let found =
                Diagnostic::new(Code::WrongKind, turn.span, "only a puzzle with keys has such a rule");
            self.diagnostics.push(found.help("a pattern has one row on each side, and one piece in a cell"));
            return None;
        }
        let drawn: Vec<_> = statements
            .iter()
            .filter_map(|s| match &s.kind {
                RuleStatementKind::Pattern(p) => Some((s.span, p)),
                _ => None,
            })
            .collect();
        let written = statements.iter().find(|s| {
            use RuleStatementKind::{Cost, Error, Pattern, Set};
            !matches!(s.kind, Pattern(_) | Cost(_) | Set(..) | Error)
        });
        if statements.iter().any(|s| s.kind == RuleStatementKind::Error) {
            return None;
        }
        if let (Some((span, _)), Some(other)) = (drawn.first(), written) {
            let d = Diagnostic::new(Code::Unexpected, other.span, "a rule is drawn or written, not both")
                .also(*span, "drawn here")
                .help("write two rules and join them: `rule both = drawn, written`");
            self.diagnostics.push(d);
            return None;
        }
        let names = self.names;
        let mut scope = Scope {
            names,
            module,
            piece_modules: Vec::new(),
            sets: Vec::new(),
            parts: 0,
            values,
            board: self.board,
            pieces: self.pieces,
            legend: None,
            variables: Vec::new(),
            slots: 0,
            filled: false,
            diagnostics: self.diagnostics,
        };
        if let Some(first) = drawn.first() {
            if let Some(variable) = item.over.first() {
                let d =
                    Diagnostic::new(Code::Unexpected, variable.name.span, "a drawn rule has no variables")
                        .also(first.0, "drawn here");
                scope.diagnostics.push(d);
                return None;
            }
            let patterns: Vec<Option<_>> =
                drawn.iter().map(|(span, p)| pattern::lower(&mut scope, p, *span)).collect();
            let sound = stated.read(&mut scope, statements);
            return patterns.into_iter().collect::<Option<Vec<_>>>().filter(|_| sound).map(Body::Patterns);
        }
        let (mut quantified, asked) = quantified(&mut scope, item, statements, stated)?;
        let values = std::mem::take(&mut scope.values);
        let then: Vec<Option<Consequence>> = asked
            .into_iter()
            .map(|(reference, given)| self.consequence(module, reference, given, &values))
            .collect();
        quantified.then = then.into_iter().collect::<Option<_>>()?;
        Some(Body::Quantified(quantified))
    }
}

/// The domain of a variable, and the floor that its cells have.
fn domain(scope: &mut Scope<'_, '_>, variable: &RuleVar) -> Option<(Domain, Option<Selector>)> {
    if let Some((low, high)) = &variable.range {
        return numbers(scope, low, high.as_ref()).map(|range| (range, None));
    }
    let single = |name: &str| variable.kinds.iter().any(|k: &Path| k.text() == name);
    if single("direction") {
        return Some((Domain::Directions, None));
    }
    if variable.kinds.is_empty() || single("cell") {
        return Some((Domain::Cells(None), None));
    }
    let selector = scope.selectors(&variable.kinds)?;
    Some(match scope.pieces.below(&selector) > 0 {
        true => (Domain::Cells(None), Some(selector)),
        false => (Domain::Cells(Some(selector)), None),
    })
}

fn quantified(
    scope: &mut Scope<'_, '_>,
    item: &RuleItem,
    statements: &[RuleStatement],
    stated: &mut Stated,
) -> Option<(Quantified, Vec<consequence::Asked>)> {
    let before = scope.diagnostics.len();
    let mut variables = Vec::new();
    let (mut guards, mut places) = (Vec::new(), Vec::new());
    for variable in &item.over {
        if scope.variable(&variable.name.text).is_some() {
            let text = format!("variable `{}` is repeated", variable.name.text);
            scope.report::<()>(Code::DuplicateName, variable.name.span, text);
            scope.bind(&variable.name.text, Sense::Unknown);
            continue;
        }
        let Some((domain, floor)) = domain(scope, variable) else {
            scope.bind(&variable.name.text, Sense::Unknown);
            continue;
        };
        let sense = match domain {
            Domain::Directions => Sense::Direction,
            Domain::Numbers(low, high) => Sense::Number(low, high.max(low)),
            Domain::Cells(_) => Sense::Cell,
        };
        let slot = scope.bind(&variable.name.text, sense);
        if let Some(floor) = floor {
            let below = Cells::Floor(Box::new(Cells::One(Cell::Var(slot))));
            guards.push(Test::Holds(below, floor));
            places.extend(variable.kinds.first().zip(variable.kinds.last()).map(|(a, b)| a.span.to(b.span)));
        }
        variables.push(Variable { name: variable.name.text.clone(), domain });
    }
    let mut after = Vec::new();
    let mut effects = Vec::new();
    let mut closes: Option<Span> = None;
    let mut then = Vec::new();
    for statement in statements {
        if let RuleStatementKind::When(expr) = &statement.kind {
            guards.extend(scope.condition(expr));
            conjuncts(expr, &mut places);
            continue;
        }
        if let RuleStatementKind::Then(consequences) = &statement.kind {
            then.extend(consequences.iter().filter_map(|one| consequence::asked(scope, one)));
            continue;
        }
        if let RuleStatementKind::WhenAfter(expr) = &statement.kind {
            after.extend(scope.condition(expr).map(|test| (test, expr.span)));
            continue;
        }
        if let Some(effect) = effect(scope, statement) {
            if matches!(effect, Effect::Close(_)) {
                closes = Some(statement.span);
            }
            torn(scope, &variables, &effect, statement.span);
            effects.push(effect);
        }
    }
    stated.read(scope, statements);
    if let (Some(closing), Some((_, span))) = (closes, after.first()) {
        let text = "a rule that closes up the row cannot test the position after";
        let d = Diagnostic::new(Code::BadAfter, *span, text)
            .also(closing, "the cells after it move up here")
            .help("use `legal after` in the puzzle");
        scope.diagnostics.push(d);
    }
    if scope.diagnostics.len() > before {
        // A repeated variable may be a typing error for a missing one.
        let own = scope.diagnostics.split_off(before);
        let twice = own.iter().any(|d| d.code == Code::DuplicateName);
        let follows = |d: &Diagnostic| twice && d.code == Code::UnknownName;
        scope.diagnostics.extend(own.into_iter().map(|d| match follows(&d) {
            true => Diagnostic::consequence(d.primary.span),
            false => d,
        }));
        return None;
    }
    if effects.is_empty() && then.is_empty() && stated.sets.is_empty() {
        let text = format!("rule `{}` changes nothing", item.name.text);
        let d = Diagnostic::new(Code::EmptyRule, item.name.span, text).help(
            "draw it, as in `[ peg | empty ] -> [ empty | peg ]`, or add an effect, such as `move x to y`",
        );
        scope.diagnostics.push(d);
        return None;
    }
    let (slots, closes) = (scope.slots, closes.is_some());
    Some((
        Quantified {
            variables,
            slots,
            guards,
            places,
            after,
            effects,
            closes,
            then: Vec::new(),
            name: String::new(),
        },
        then,
    ))
}

/// The places of the parts of a condition that must hold together.
fn conjuncts(expr: &Expr, places: &mut Vec<Span>) {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And, left, right) => {
            conjuncts(left, places);
            conjuncts(right, places);
        }
        _ => places.push(expr.span),
    }
}

fn effect(scope: &mut Scope<'_, '_>, statement: &RuleStatement) -> Option<Effect> {
    Some(match &statement.kind {
        RuleStatementKind::Move(from, to) => {
            let (from, to) = (scope.join(from), scope.join(to));
            Effect::Move(from?, to?)
        }
        RuleStatementKind::Swap(a, b) => {
            let (a, b) = (scope.cell(a), scope.cell(b));
            Effect::Swap(a?, b?)
        }
        RuleStatementKind::Shift(cell, dir) => {
            let (cell, dir) = (scope.cell(cell), scope.direction(dir));
            Effect::Shift(cell?, dir?)
        }
        RuleStatementKind::Remove(cells) => Effect::Remove(scope.join(cells)?),
        RuleStatementKind::Put(path, cells) => {
            let (piece, cells) = (scope.chosen(path), scope.join(cells));
            let (piece, cells) = (piece?, cells?);
            unit(scope, piece, path.span)?;
            certain(scope, piece, path.span)?;
            Effect::Put(piece, scope.layer(&Selector::named(piece), cells))
        }
        RuleStatementKind::Clear(piece, cells) => {
            let help = |_: &str| "`remove x` takes away the piece on a cell".to_owned();
            let (piece, cells) = (scope.floor_piece(piece, help), scope.join(cells));
            Effect::Clear(piece?, Cells::Floor(Box::new(cells?)))
        }
        RuleStatementKind::Flip(a, b, cells) => {
            let (one, other, cells) = (face(scope, a), face(scope, b), scope.join(cells));
            let (one, other, cells) = (one?, other?, cells?);
            Effect::Flip(one, other, exchanged(scope, (one, other), cells, a.span.to(b.span))?)
        }
        RuleStatementKind::Close(expr) => match scope.cell(expr)? {
            Cell::Var(slot) => {
                let fits = scope.board.is_none_or(|b| {
                    use crate::board::Shape;
                    use puzzlec_syntax::ast::Lattice;
                    matches!(b.shape, Shape::Lattice(Lattice::Line) | Shape::Ring(_))
                });
                if !fits {
                    return scope.report(
                        Code::CannotClose,
                        statement.span,
                        "only lines and rings can close up",
                    );
                }
                Effect::Close(slot)
            }
            _ => {
                return scope.report(Code::TypeMismatch, expr.span, "`close` needs a variable of the rule");
            }
        },
        RuleStatementKind::Pattern(_)
        | RuleStatementKind::When(_)
        | RuleStatementKind::WhenAfter(_)
        | RuleStatementKind::Then(_)
        | RuleStatementKind::Cost(_)
        | RuleStatementKind::Set(..)
        | RuleStatementKind::Turn(_)
        | RuleStatementKind::Repeat
        | RuleStatementKind::Error => return None,
    })
}
