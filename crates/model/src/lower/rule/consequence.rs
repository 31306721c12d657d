//! Consequences: from the tree to the model.

use super::Maker;
use crate::expr::Dir;
use crate::number::Values;
use crate::project::ModuleId;
use crate::rule::{Body, Consequence, Domain, Rule};
use crate::scope::{DIRECTIONS, Scope, Sense};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{BinaryOp, ConsequenceRef, Expr, ExprKind, RuleRef};

/// A consequence with the directions among its arguments; the numbers are left.
pub(super) type Asked = (ConsequenceRef, Vec<Dir>);

/// Separates the arguments of a consequence: directions are values of variables, numbers of parameters.
pub(super) fn asked(scope: &mut Scope<'_, '_>, at: &ConsequenceRef) -> Option<Asked> {
    let (directions, numbers): (Vec<Expr>, Vec<Expr>) =
        at.rule.args.iter().cloned().partition(|arg| is_direction(scope, arg));
    let given: Vec<Option<Dir>> = directions.iter().map(|arg| scope.direction(arg)).collect();
    let rule = RuleRef { args: numbers, ..at.rule.clone() };
    Some((ConsequenceRef { rule, ..at.clone() }, given.into_iter().collect::<Option<_>>()?))
}

fn is_direction(scope: &Scope<'_, '_>, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Path(path) => path.single().is_some_and(|name| match scope.variable(&name.text) {
            // A cell is reported as no direction.
            Some((Sense::Direction | Sense::Cell | Sense::Line(_) | Sense::Unknown, _)) => true,
            // Rules have numbers by parameters, which are fixed.
            Some((Sense::Number(..), _)) => false,
            None if scope.values.contains_key(&name.text) => false,
            None => {
                DIRECTIONS.contains(&name.text.as_str())
                    || scope.board.is_some_and(|board| board.direction(&name.text).is_some())
            }
        }),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, left, _) => is_direction(scope, left),
        _ => false,
    }
}

impl Maker<'_, '_> {
    /// A consequence of all actions of a puzzle; nothing if it has an error.
    pub fn of_puzzle(
        &mut self,
        module: ModuleId,
        at: &ConsequenceRef,
        values: &Values,
    ) -> Option<Consequence> {
        let mut scope = Scope {
            names: self.names,
            module,
            piece_modules: Vec::new(),
            values: values.clone(),
            sets: Vec::new(),
            parts: 0,
            board: self.board,
            pieces: self.pieces,
            legend: None,
            variables: Vec::new(),
            slots: 0,
            filled: false,
            diagnostics: self.diagnostics,
        };
        let found = asked(&mut scope, at);
        let made = found.and_then(|(at, given)| self.consequence(module, at, given, values));
        self.sound &= made.is_some();
        made
    }

    /// A consequence with its rules; nothing if it has an error.
    pub(super) fn consequence(
        &mut self,
        module: ModuleId,
        at: ConsequenceRef,
        given: Vec<Dir>,
        values: &Values,
    ) -> Option<Consequence> {
        // The same rule may follow several times.
        let (made, sound) = (std::mem::take(&mut self.made), std::mem::replace(&mut self.sound, true));
        let rules = self.reference(module, &at.rule, values);
        self.made = made;
        let found = std::mem::replace(&mut self.sound, sound);
        if !found {
            return None;
        }
        for rule in &rules {
            if let Some(diagnostic) = unfit(rule, &at, given.len()) {
                self.diagnostics.push(diagnostic.also(rule.span, "declared here"));
                return None;
            }
        }
        Some(Consequence { rules, given, repeat: at.repeat, span: at.span })
    }
}

/// Why a rule cannot be a consequence with this number of directions.
fn unfit(rule: &Rule, at: &ConsequenceRef, given: usize) -> Option<Diagnostic> {
    let name = &rule.name;
    let why = match &rule.body {
        Body::Callback(_) => {
            format!("rule `{name}` runs a script at every position, so nothing can follow by it")
        }
        Body::Quantified(rule) if !rule.then.is_empty() => {
            format!("rule `{name}` has consequences, so it cannot be a consequence itself")
        }
        Body::Quantified(rule) if rule.closes => {
            format!("rule `{name}` closes a row up, which no consequence can do")
        }
        _ => {
            let variables = match &rule.body {
                Body::Quantified(rule) => {
                    rule.variables.iter().filter(|variable| variable.domain == Domain::Directions).count()
                }
                Body::Patterns(_) | Body::Scripted(_) | Body::Callback(_) => 0,
            };
            if given <= variables {
                return None;
            }
            let text = match variables {
                0 => format!("rule `{name}` has no variable for a direction"),
                1 => format!("rule `{name}` has one variable for a direction, found {given} directions"),
                n => format!("rule `{name}` has {n} variables for directions, found {given} directions"),
            };
            return Some(Diagnostic::new(Code::WrongArguments, at.rule.span, text));
        }
    };
    Some(Diagnostic::new(Code::BadConsequence, at.rule.span, why))
}
