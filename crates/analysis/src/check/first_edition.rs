//! Tests that edition 1 leaves without a value and edition 2 does not.

use crate::{Analysis, PuzzleInfo};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_model::Model;
use puzzlec_model::lower::goal::written_tests;
use puzzlec_model::names::{ItemRef, Names};
use puzzlec_model::number::Values;
use puzzlec_model::project::ModuleId;
use puzzlec_model::scope::falls::{falls, undecided};
use puzzlec_syntax::ast::{Expr, ItemKind, PuzzleItem, PuzzleStatementKind, RuleBody, RuleStatementKind};

/// A hint for the answer to a puzzle of which [`lint`] reports something.
pub(crate) fn note(analysis: &Analysis, puzzle: &PuzzleInfo, model: &Model) -> Option<String> {
    let (1, _) = analysis.project.module(puzzle.at.module)?.parse.file.edition? else { return None };
    let mut found = Vec::new();
    let names = Names::of(&analysis.project);
    lint(&names, (puzzle.at, analysis.item(puzzle)?, &model.values), model, &mut found);
    let step = analysis.sources().slice(found.first()?.primary.span);
    Some(format!(
        "where `{step}` leaves the board, the whole test fails in edition 1; `puzzlec check` says where (P0920)"
    ))
}

/// Reports the steps off the board that leave a whole test of a puzzle, or of one of its rules, without a value.
pub(super) fn lint(
    names: &Names<'_>,
    (at, item, values): (ItemRef, &PuzzleItem, &Values),
    model: &Model,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut tests: Vec<(ModuleId, &Values, &Expr)> = Vec::new();
    for statement in &item.statements {
        match &statement.kind {
            PuzzleStatementKind::Goal(goal) | PuzzleStatementKind::Win(_, goal) => {
                tests.extend(written_tests(goal).into_iter().map(|test| (at.module, values, test)));
            }
            PuzzleStatementKind::LegalAfter(test) => tests.push((at.module, values, test)),
            _ => {}
        }
    }
    let none = Values::new();
    for rule in model.rules() {
        let Some(ItemKind::Rule(declared)) = names.item(rule.item).map(|i| &i.kind) else { continue };
        let RuleBody::Statements(statements) = &declared.body else { continue };
        for statement in statements {
            if let RuleStatementKind::When(test) | RuleStatementKind::WhenAfter(test) = &statement.kind {
                tests.push((rule.item.module, &none, test));
            }
        }
    }
    for (module, values, test) in tests {
        let declared = names.project.module(module).and_then(|m| m.parse.file.edition);
        let Some((1, edition)) = declared else { continue };
        let mut calls = Vec::new();
        undecided(test, true, &mut calls);
        for call in calls {
            let Some(falls) = falls(names, module, &model.board, values, call) else { continue };
            if falls.is_empty()
                || diagnostics.iter().any(|d| d.code == Code::StepsOff && d.primary.span == call.span)
            {
                continue;
            }
            let text = "where this leaves the board, the whole test fails in edition 1";
            let mut d = Diagnostic::new(Code::StepsOff, call.span, text);
            if let Some(cells) = falls.words(&model.board) {
                d = d.note(format!("it leaves the board for {cells}"));
            }
            diagnostics.push(
                d.help("in edition 2 only the test that contains it fails: write `edition 2`").fix(
                    "write `edition 2`",
                    edition,
                    "2",
                    false,
                ),
            );
        }
    }
}
