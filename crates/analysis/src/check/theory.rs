//! `theory NAME for RULE`: that there is such a theory and such rules, and that the rules are its game.

use super::{Context, alone};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_model::names::{Names, Sort};
use puzzlec_model::project::ModuleId;
use puzzlec_syntax::ast::{ItemKind, Path, TheoryItem};
use puzzlec_theory::{Recognizer, probe};

pub(super) fn check(
    names: &Names<'_>,
    module: ModuleId,
    item: &TheoryItem,
    cx: Context<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let theory = cx.games.named(&item.theory.text);
    if theory.is_none() {
        let known = || cx.games.all().map(|t| t.info().name);
        let names: Vec<String> = known().map(|name| format!("`{name}`")).collect();
        let headline = format!("there is no theory `{}`", item.theory.text);
        diagnostics.push(
            Diagnostic::new(Code::UnknownName, item.theory.span, headline)
                .note(format!("the theories are {}", names.join(", ")))
                .suggest(&item.theory.text, item.theory.span, known()),
        );
    }
    for path in &item.rules {
        rule(names, module, path, theory, cx, diagnostics);
    }
}

fn rule(
    names: &Names<'_>,
    module: ModuleId,
    path: &Path,
    theory: Option<&dyn Recognizer>,
    cx: Context<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let at = match names.resolve(module, path, Sort::Rule) {
        Ok(at) => at,
        Err(d) => {
            diagnostics.push(*d);
            return;
        }
    };
    let Some(theory) = theory else { return };
    let Some(ItemKind::Rule(item)) = names.item(at).map(|i| &i.kind) else { return };
    // Errors of the rule are reported at the rule.
    let mut wrong = Vec::new();
    let small = theory.board();
    let Some((board, pieces, rules)) = alone(names, at, item, Some(small.clone()), &mut wrong) else {
        return;
    };
    let Some(board) = board.filter(|_| !wrong.iter().any(Diagnostic::is_error)) else { return };
    let board = if board.unbounded && board.shape == small.shape { small } else { board };
    let Some(task) = probe(board, pieces, rules, cx.budget) else { return };
    let plays = if task.consequences.is_some() { Some(false) } else { theory.plays(&task) };
    if task.actions.is_empty() || plays != Some(false) {
        return;
    }
    let info = theory.info();
    let headline = format!("`{}` does not match the theory `{}`", path.text(), info.name);
    diagnostics.push(
        Diagnostic::new(Code::OtherGame, path.span, headline)
            .note(format!("the theory covers: {}", info.title))
            .help("remove this line: a theory recognizes its game by the effect of the rules"),
    );
}
