//! Puzzles: from the tree to the model.

mod claims;
mod consequences;
mod counters;
mod floor;
mod holes;
mod measured;
mod parts;
mod supply;
mod tested;
mod walls;
mod wins;

use super::rule::Maker;
use super::{board, config, goal, hooks};
use crate::board::{Board, Shape};
use crate::config::Configuration;
use crate::hooks::field;
use crate::names::{Names, Sort};
use crate::number::Values;
use crate::piece::{Form, Pieces};
use crate::project::{ItemRef, ModuleId};
use crate::puzzle::{Model, Question, broken_head, one_start};
use crate::rule::{Consequence, Rule};
use crate::scope::Scope;
use claims::expectations;
use parts::{Parts, missing, parts};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{HookKind, ItemKind, MeasureKind, PuzzleItem};
use supply::supply;

/// The model of a puzzle for these parameter values. `None` if there is an error; then at least one error is
/// in `diagnostics` or was reported by the parser.
pub fn compile(
    names: &Names<'_>,
    at: ItemRef,
    values: &Values,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Model> {
    let mut model = None;
    let uses = names.watch(|| model = put_together(names, at, values, diagnostics));
    names.add(&uses);
    // An item that uses an item with an error has no meaning.
    model.filter(|_| names.faults_of(&uses).next().is_none())
}

fn put_together(
    names: &Names<'_>,
    at: ItemRef,
    values: &Values,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Model> {
    let ItemKind::Puzzle(item) = &names.item(at)?.kind else { return None };
    if let Some(keys) = item.keys() {
        // Its program is none of the rules of other puzzles.
        let span = keys.player.span;
        let text = format!("the puzzle `{}` is played with keys", item.name.text);
        let found = Diagnostic::new(Code::WrongKind, span, text);
        diagnostics.push(found.note("`check`, `solve`, `verify`, `test` and `play` take its file by itself"));
        return None;
    }
    let since = diagnostics.len();
    let model = resolved(names, at, item, values, diagnostics);
    if let Some(head) = broken_head(item) {
        let words: Vec<&str> =
            names.project.sources.slice(head).split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let told = diagnostics.split_off(since);
        let follows = |d: &Diagnostic| {
            matches!(d.code, Code::UnknownName | Code::UnknownParameter)
                && words.contains(&names.project.sources.slice(d.primary.span))
        };
        diagnostics.extend(told.into_iter().filter(|d| !follows(d)));
    }
    model
}

fn resolved(
    names: &Names<'_>,
    at: ItemRef,
    item: &PuzzleItem,
    values: &Values,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Model> {
    let parts = parts(item, diagnostics);
    let board = board_of(names, at.module, item, &parts, values, diagnostics);
    // A puzzle of counters alone starts with them.
    let alone = board.as_ref().is_some_and(|board| board.cells().is_empty() && !board.unbounded);
    let mut pieces = Pieces::new();
    let told = counters::declared(names, at.module, &parts, values, (&mut pieces, &mut *diagnostics));
    let references = parts.rules.map_or(&[][..], |r| r.0);
    let mut rules = Vec::new();
    let mut named = Vec::new();
    let before = diagnostics.iter().filter(|d| d.is_error()).count();
    let mut maker = Maker::new(names, board.as_ref(), &mut pieces, diagnostics);
    for reference in references {
        let made = maker.reference(at.module, reference, values);
        named.push((reference.span, rules.len()..rules.len() + made.len()));
        rules.extend(made);
    }
    let consequences = parts.then.map_or(&[][..], |t| t.0);
    let then: Vec<Consequence> =
        consequences.iter().filter_map(|one| maker.of_puzzle(at.module, one, values)).collect();
    let rules_sound = maker.sound && diagnostics.iter().filter(|d| d.is_error()).count() == before;
    let mut modules = Vec::new();
    for reference in references.iter().chain(consequences.iter().map(|one| &one.rule)) {
        let found = names.find(at.module, &reference.path, Sort::Rule);
        if let Some(found) = found.filter(|f| f.module != at.module && !modules.contains(&f.module)) {
            modules.push(found.module);
        }
    }
    missing(item, &parts, alone, diagnostics);
    let board = board?;
    let mut scope = Scope {
        names,
        module: at.module,
        piece_modules: modules,
        sets: Vec::new(),
        parts: 0,
        values: values.clone(),
        board: Some(&board),
        pieces: &mut pieces,
        legend: parts.marks,
        variables: Vec::new(),
        slots: 0,
        filled: parts.fill.is_some(),
        diagnostics,
    };
    let supply = parts.place.and_then(|p| supply(&mut scope, p.0));
    let rules_sound = rules_sound && !(parts.broken && parts.rules.is_none() && parts.place.is_none());
    let before = scope.diagnostics.len();
    let first = before;
    let (start, family) = parts.start.and_then(|s| config::start(&mut scope, s.0)).unzip();
    let mut family = family.flatten();
    let mut start =
        start.or_else(|| (parts.fill.is_some() && parts.start.is_none()).then(Configuration::new));
    let counted_by = |path: &puzzlec_syntax::ast::Path, diagnostics: &mut Vec<Diagnostic>| {
        measured::counted(names, at.module, std::slice::from_ref(path), &rules, diagnostics)
    };
    let holes = holes::holes(&mut scope, &parts, (item.name.span, &mut family), &counted_by);
    if !rules_sound {
        // Without its rules a puzzle does not know its pieces.
        forget_pieces(scope.diagnostics, before);
    }
    let before = scope.diagnostics.len();
    let goal = parts.goal.and_then(|(g, _)| goal::lower(&mut scope, g).map(|lowered| (lowered, g.span)));
    let wins = wins::of_players(&mut scope, &parts);
    if !rules_sound || parts.start.is_some() && start.is_none() || parts.place.is_some() && supply.is_none() {
        forget_pieces(scope.diagnostics, before);
    }
    if let Some((goal, span)) = parts.goal
        && matches!(board.shape, Shape::Ring(_))
        && goal::is_anywhere(goal)
        && rules.iter().any(Rule::closes)
    {
        let text = "`anywhere` does not apply to a ring that closes up";
        scope.diagnostics.push(Diagnostic::new(Code::BadGame, span, text).help("leave out `anywhere`"));
        return None;
    }
    let signs = config::signs(&mut scope);
    one_misfit(scope.diagnostics, first, parts.board.map(|b| b.span));
    walls::explain(names, at.module, parts.board, scope.diagnostics.get_mut(first..).unwrap_or_default());
    let first = scope.diagnostics.len();
    let legal: Option<Vec<_>> =
        parts.legal.iter().map(|(test, span)| Some((scope.condition(test)?, *span))).collect();
    if !rules_sound {
        forget_pieces(scope.diagnostics, first);
    }
    let window = parts.window.and_then(|w| window(&mut scope, w));
    let (unit, measure) = match parts.measure {
        Some(m) => (m.name.text.clone(), m.kind),
        None if parts.place.is_some() => ("pieces".to_owned(), MeasureKind::Actions),
        None => ("moves".to_owned(), MeasureKind::Actions),
    };
    let counted =
        parts.measure.map_or(Some(Vec::new()), |m| measured::rules(names, at.module, m, &rules, diagnostics));
    let hooks = hooks::hooks(names, at.module, &parts.hooks, values, &board, diagnostics);
    let expectations = expectations(item, &parts, &unit, values, diagnostics)?;
    if let (Some(family), Some((_, span))) = (&family, expectations.first()) {
        let text = match family.holes {
            Some(_) => "a puzzle with holes has no expectation",
            None => "an expectation needs one start",
        };
        diagnostics.push(one_start(family, *span, text));
        return None;
    }
    if let Some(kind) = pieces.kinds.iter().find(|k| k.form != Form::Unit)
        && !board.walls().is_empty()
    {
        let text = format!("`{}` covers several cells, and the board has walls", kind.name);
        let at = parts.board.map_or(item.name.span, |b| b.span);
        diagnostics.push(Diagnostic::new(Code::NoWalls, at, text));
        return None;
    }
    if parts.broken || signs.is_none() {
        return None;
    }
    let counted = counted?;
    start = start.or_else(|| (alone && parts.start.is_none()).then(Configuration::new));
    told?;
    holes?;
    counters::alternate(&pieces, &mut rules, parts.players.is_some())
        .map_err(|d| diagnostics.push(*d))
        .ok()?;
    start.iter_mut().for_each(|start| counters::begin(&pieces, start));
    let question = match (parts.players, parts.place) {
        (Some((players, _)), _) => {
            let goal = if parts.goal.is_some() { Some(goal?) } else { None };
            let (goal, wins) = wins?.join(goal, players.ends).unzip();
            if let Some((_, span)) = goal.as_ref().filter(|_| board.unbounded) {
                let text = "a two-player game with a goal needs a bounded board";
                diagnostics.push(Diagnostic::new(Code::BadGame, *span, text));
                return None;
            }
            Question::Game { rules, start: start?, goal, ends: players.ends, wins: wins.flatten() }
        }
        (None, Some(_)) => Question::Place { supply: supply?, goal: goal? },
        (None, None) => Question::Moves { rules, start: start?, goal: goal? },
    };
    if !rules_sound
        || (parts.rules.is_none() && parts.place.is_none())
        || parts.window.is_some() && window.is_none()
    {
        return None;
    }
    let sound = !pieces.has_floor()
        || floor::fits(&board, &parts, &question, item.name.span).map_err(|d| diagnostics.push(*d)).is_ok();
    if !sound {
        return None;
    }
    let mut model = Model {
        name: item.name.text.clone(),
        span: item.name.span,
        title: parts.title.map(str::to_owned),
        values: values.clone(),
        board,
        pieces,
        question,
        family,
        unit,
        measure,
        counted,
        legal: legal?,
        window,
        hooks: hooks?,
        expectations,
        then,
        references: named,
    };
    consequences::suit(&model, &parts, diagnostics)?;
    counters::suit(&model, &parts, diagnostics)?;
    tested::check(&model, diagnostics)?;
    if model.has_callbacks() || !parts.hooks.is_empty() {
        model.hooks.field = field(&model.board, &model.pieces);
        asked_of(&model, &parts, diagnostics)?;
    }
    Some(model)
}

/// Checks that the puzzle's callbacks suit its question.
fn asked_of(model: &Model, parts: &Parts<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<()> {
    let first = parts.hooks.iter().find(|h| h.0 != HookKind::Check && h.0 != HookKind::Render);
    let at = first.map_or(model.span, |h| h.1.span());
    let wrong = match &model.question {
        Question::Moves { .. }
            if (model.has_callbacks() || model.hooks.bound.is_some())
                && model.measure != MeasureKind::Actions =>
        {
            "with scripts that run at every position, every move counts one"
        }
        Question::Moves { .. } if first.is_some() && model.shrinks() => {
            "no script can run at every position on a ring that closes up"
        }
        Question::Moves { .. } => return Some(()),
        Question::Game { .. } if model.has_callbacks() || first.is_some() => {
            "no script can run at every position in a two-player game"
        }
        Question::Place { .. } if model.has_callbacks() || first.is_some() => {
            "no script can run at every position in a placement puzzle"
        }
        Question::Game { .. } | Question::Place { .. } => return Some(()),
    };
    diagnostics.push(Diagnostic::new(Code::BadGame, at, wrong));
    None
}

/// If start and goal do not fit the board in the same way, the board may be wrong: one error is reported
/// instead of two.
fn one_misfit(diagnostics: &mut Vec<Diagnostic>, since: usize, board: Option<Span>) {
    let [.., first, second] = diagnostics.as_slice() else { return };
    let misfit = |d: &Diagnostic| d.code == Code::PictureShape;
    if diagnostics.len() != since + 2
        || !(misfit(first) && misfit(second))
        || first.headline != second.headline
        || first.primary.span == second.primary.span
    {
        return;
    }
    let other = second.primary.span;
    diagnostics.truncate(since + 1);
    let Some(told) = diagnostics.pop() else { return };
    let told = told.also(other, "here too");
    diagnostics.push(match board {
        Some(board) => told.also(board, "the board"),
        None => told,
    });
}

/// Removes reports since `since` about unknown pieces, or about a goal that is too large in the same way as
/// its start.
fn forget_pieces(diagnostics: &mut Vec<Diagnostic>, since: usize) {
    let mut place = 0;
    diagnostics.retain(|d| {
        place += 1;
        let about_pieces = matches!(
            d.code,
            Code::UnknownMark | Code::NoSuchPiece | Code::UnknownName | Code::ConfigurationTooLarge
        );
        place <= since || !about_pieces
    });
}

fn window(scope: &mut Scope<'_, '_>, expr: &puzzlec_syntax::ast::Expr) -> Option<u32> {
    let text = |n| format!("a window extends 0 to 10,000 cells on each side, found {n}");
    scope.number_up_to(expr, 10_000, text).and_then(|n| u32::try_from(n).ok())
}

/// The board a puzzle names, else that of its first rule that names one; no cells for a puzzle of counters alone.
fn board_of(
    names: &Names<'_>,
    module: ModuleId,
    item: &PuzzleItem,
    parts: &Parts<'_>,
    values: &Values,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Board> {
    if let Some(expr) = parts.board {
        return board::build(names, module, expr, values).map_err(|d| diagnostics.extend(d)).ok();
    }
    let references = parts.rules.map_or(&[][..], |r| r.0);
    for reference in references {
        let Some(found) = names.find(module, &reference.path, Sort::Rule) else {
            // The rule is unknown, which is reported at the reference.
            return None;
        };
        let Some(ItemKind::Rule(rule)) = names.item(found).map(|i| &i.kind) else { continue };
        if let Some(expr) = &rule.on {
            return board::build(names, found.module, expr, values).map_err(|d| diagnostics.extend(d)).ok();
        }
    }
    if parts.place.is_none() && names.all(module, Sort::Counter).next().is_some() {
        return Some(Board::new(Shape::Graph, []));
    }
    if parts.rules.is_some() || parts.place.is_some() {
        let text = format!("puzzle `{}` has no board, and its rules name none", item.name.text);
        let d = Diagnostic::new(Code::MissingBoard, item.name.span, text)
            .help("add `board square 8 by 8`, a drawn board, or `on BOARD` to the rule");
        if !parts.broken {
            diagnostics.push(d);
        }
    }
    None
}
