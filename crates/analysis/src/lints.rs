//! Lints: valid constructs that are certainly mistakes.

mod unused;

use std::collections::BTreeMap;

use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::counted;
use puzzlec_base::{Budget, Span, hidden, whole_lines};
use puzzlec_checker as verify;
use puzzlec_model::expect::Expected;
use puzzlec_model::names::{Names, Sort};
use puzzlec_model::piece::KindId;
use puzzlec_model::project::ModuleId;
use puzzlec_model::rule::Rule;
use puzzlec_model::{Model, Question};
use puzzlec_search::ground::{Failure, Ground, ground};
use puzzlec_search::{counts, relaxed};
use puzzlec_syntax::TokenKind;
use puzzlec_syntax::ast::{Drawing, Item, Lattice, Param, Picture, RuleRef, Visitor, visit};
use puzzlec_syntax::out_of_step;
use puzzlec_task::Bounds;
use puzzlec_task::{Task, ValueSet};
use puzzlec_theory::{Puzzle, Theories};

/// Lints of a whole file without errors.
pub(super) fn module(names: &Names<'_>, id: ModuleId, diagnostics: &mut Vec<Diagnostic>) {
    let Some(module) = names.project.module(id) else { return };
    for (name, span) in names.unused_imports(id) {
        let text = format!("module `{name}` is never used");
        let line = whole_lines(names.project.sources.get(span.file).map_or("", |f| &f.text), span);
        diagnostics.push(Diagnostic::new(Code::UnusedImport, span, text).help("remove the line").fix(
            format!("remove the import of `{name}`"),
            line,
            "",
            true,
        ));
    }
    hidden_characters(names, id, diagnostics);
    let has_puzzle = names.all(id, Sort::Puzzle).next().is_some();
    if has_puzzle {
        for (at, name) in names.all(id, Sort::Piece) {
            if !names.is_used(at) {
                let text = format!("piece `{}` is never used", name.text);
                diagnostics.push(Diagnostic::new(Code::UnusedPiece, name.span, text));
            }
        }
        unused::items(names, id, diagnostics);
    } else if module.parse.file.edition.is_none() && !module.parse.file.items.is_empty() {
        let span = Span::new(module.file, 0, 0);
        let text = "this module has no edition line";
        diagnostics.push(
            Diagnostic::new(Code::MissingEdition, span, text)
                .note("a file without puzzles is a module for others")
                .help("write `edition 2` at the top")
                .fix("add `edition 2`", span, "edition 2\n", true),
        );
    }
}

/// Characters of titles and comments that hide what a text says: the first of each line.
fn hidden_characters(names: &Names<'_>, id: ModuleId, diagnostics: &mut Vec<Diagnostic>) {
    let Some(module) = names.project.module(id) else { return };
    let text = names.project.sources.get(module.file).map_or("", |file| &file.text);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let first = line.char_indices().find_map(|(at, c)| hidden(c).map(|what| (start + at, c, what)));
        if let Some((at, c, what)) = first {
            let text = format!("U+{:04X} is {what}", u32::from(c));
            let span = Span::new(module.file, at, at + c.len_utf8());
            diagnostics.push(
                Diagnostic::new(Code::HiddenCharacter, span, text)
                    .note("it cannot be seen, and the text around it may not say what it seems to say")
                    .help("leave it out")
                    .fix("remove it", span, "", false),
            );
        }
        start += line.len();
    }
}

/// Parameters that are never used.
pub(super) fn parameters(
    names: &Names<'_>,
    item: &Item,
    params: &[Param],
    diagnostics: &mut Vec<Diagnostic>,
) {
    if params.is_empty() {
        return;
    }
    let text = names.project.sources.slice(item.span);
    let tokens = puzzlec_syntax::lex(item.span.file, text);
    for param in params {
        let is_name =
            |t: &&puzzlec_syntax::Token| t.kind == TokenKind::Word && t.text(text) == param.name.text;
        if tokens.tokens.iter().filter(is_name).count() < 2 {
            let text = format!("parameter `{}` is never used", param.name.text);
            diagnostics.push(Diagnostic::new(Code::UnusedParameter, param.name.span, text));
        }
    }
}

/// Grounding is too slow here.
const LARGEST_LINTED: usize = 10_000;

/// Lints of a puzzle without errors; returns its task, if it was grounded.
pub(super) fn puzzle(
    model: &Model,
    theories: Theories,
    diagnostics: &mut Vec<Diagnostic>,
    budget: &Budget,
) -> Option<Ground> {
    if model.board.cells().len() > LARGEST_LINTED {
        return None;
    }
    // A puzzle that a theory answers by its text may be too large to ground, and needs no margin.
    let puzzle = Puzzle::new(model);
    let taken = theories.of(&puzzle, &|_| true, &mut Vec::new(), budget);
    let taken = taken.map(|taken| taken.map(|(_, solver)| solver.is_small()));
    let by_text = matches!(taken, Ok(Some(_)));
    let made = match (taken, puzzle.into_ground()) {
        (_, Some(made)) => Ok(made),
        (Ok(Some(false)), None) => {
            if model.family.is_none() {
                solved_at_start(model, diagnostics);
            }
            return None;
        }
        (Ok(_), None) => ground(model, None, budget),
        (Err(failure), None) => Err(failure),
    };
    let ground = match made {
        Ok(ground) => ground,
        Err(Failure::Diagnostics(mut found)) => {
            found.retain(|d| !by_text || d.code != Code::NeedsBound);
            diagnostics.extend(found);
            return None;
        }
        Err(Failure::Stop(_)) => return None,
    };
    if model.family.is_none()
        && model.has_consequences()
        && let Some(span) = verify::unsettled(model)
    {
        diagnostics.push(
            Diagnostic::new(Code::StartUnsettled, span, "this consequence applies at the start")
                .note("it runs after the first move only: a start stays as it is drawn")
                .help("draw the start as it is after the consequence"),
        );
    }
    // The lints below depend on the start.
    if model.family.is_none() && !solved_at_start(model, diagnostics) {
        look(model, &ground, diagnostics);
    }
    Some(ground)
}

/// Whether the goal holds at the start, which is reported.
fn solved_at_start(model: &Model, diagnostics: &mut Vec<Diagnostic>) -> bool {
    let Question::Moves { goal: (_, span), .. } = &model.question else { return false };
    let solved = verify::is_goal(model, &verify::start(model)) == Ok(true);
    if solved {
        let text = format!("puzzle `{}` is solved at its start", model.name);
        diagnostics.push(Diagnostic::new(Code::GoalIsStart, *span, text));
    }
    solved
}

fn look(model: &Model, ground: &Ground, diagnostics: &mut Vec<Diagnostic>) {
    // Puzzles that are expected to be unsolvable have unreachable goals, and a window that the puzzle does
    // not state is only a guess.
    let hopeless = model.expectations.iter().any(|e| e.0 == Expected::Unsolvable);
    if !hopeless && !matches!(ground.bounds, Bounds::Window { stated: false, .. }) {
        rules(model, ground, diagnostics);
    }
    if !hopeless {
        room(model, diagnostics);
    }
    let counted = ground.task.oracle.as_ref().is_none_or(|oracle| !oracle.makes_moves());
    if let Question::Moves { goal: (_, span), .. } = &model.question
        && counted
    {
        pieces(model, ground, *span, hopeless, diagnostics);
    }
}

/// Pieces that the board has no room for: the first one that is too many.
fn room(model: &Model, diagnostics: &mut Vec<Diagnostic>) {
    let Question::Place { supply, .. } = &model.question else { return };
    let cells = model.board.cells().len();
    let mut used = 0;
    for entry in supply {
        used += usize::from(entry.least) * entry.size(&model.pieces);
        if used > cells {
            let text = format!("the pieces up to here have {used} cells, the board has {cells}");
            diagnostics.push(Diagnostic::new(Code::PiecesTooLarge, entry.span, text));
            return;
        }
    }
}

fn rules(model: &Model, ground: &Ground, diagnostics: &mut Vec<Diagnostic>) {
    let known: &[Rule] = match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => rules,
        Question::Place { .. } => return,
    };
    let (contrary, fires) = (contrary(ground, known.len()), |at: usize| ground.fires.get(at) == Some(&true));
    // A rule that is listed again counts once: it is applied where its first mention is.
    let applied = |at: usize| {
        let same = known.iter().enumerate().filter(|(_, rule)| known.get(at) == Some(*rule));
        same.map(|(i, _)| i).any(|i| fires(i) && contrary.get(i) != Some(&true))
    };
    for (span, range) in &model.references {
        if !range.is_empty() && !range.clone().any(applied) {
            let text = "this rule can never be applied in this puzzle";
            diagnostics.push(
                Diagnostic::new(Code::RuleNeverFires, *span, text)
                    .note("no reachable position meets the conditions of the rule"),
            );
        }
    }
}

/// The rules all of whose actions have contradictory preconditions.
fn contrary(ground: &Ground, rules: usize) -> Vec<bool> {
    let task = &ground.task;
    let relaxed = relaxed(task);
    let mut values = relaxed.values;
    let mut contrary: Vec<Option<bool>> = vec![None; rules];
    for (action, fires) in task.actions.iter().zip(&relaxed.fires) {
        let Some(found) = contrary.get_mut(action.label.rule as usize) else { continue };
        if !fires || *found == Some(false) {
            continue;
        }
        // The guard narrows what the condition may find.
        let mut before = Vec::new();
        for (var, set) in &action.guard {
            if let Some(value) = values.get_mut(*var as usize) {
                let narrow = value.intersection(set);
                before.push((*var as usize, std::mem::replace(value, narrow)));
            }
        }
        *found = Some(!puzzlec_search::possible(&action.condition, &values).holds);
        for (var, value) in before.into_iter().rev() {
            if let Some(slot) = values.get_mut(var) {
                *slot = value;
            }
        }
    }
    contrary.into_iter().map(|found| found == Some(true)).collect()
}

/// The lists of rules of an item.
struct Lists<'t>(Vec<&'t [RuleRef]>);

impl<'t> Visitor<'t> for Lists<'t> {
    fn rules(&mut self, rules: &'t [RuleRef]) {
        self.0.push(rules);
    }
}

/// Rules that a list names twice, with the same arguments.
pub(super) fn listed_twice(names: &Names<'_>, item: &Item, diagnostics: &mut Vec<Diagnostic>) {
    let mut lists = Lists(Vec::new());
    visit(item, &mut lists);
    for list in lists.0 {
        let plain =
            |rule: &RuleRef| names.project.sources.slice(rule.span).split_whitespace().collect::<String>();
        let mut before: Option<&RuleRef> = None;
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        for rule in list {
            let last = before.replace(rule).map_or(rule.span.start, |b| b.span.end);
            let first = *seen.entry(plain(rule)).or_insert(rule.span);
            if first == rule.span {
                continue;
            }
            let text = format!("rule `{}` is listed twice", rule.path.text());
            let twice = Diagnostic::new(Code::RuleTwice, rule.span, text)
                .also(first, "listed here first")
                .note("a repeated rule counts once")
                .help("leave it out")
                .fix("remove it", Span { start: last, ..rule.span }, "", true);
            diagnostics.push(twice);
        }
    }
}

/// Pictures of an item in which one row is out of step with all others, or of a plain board with walls.
pub(super) fn pictures(item: &Item, diagnostics: &mut Vec<Diagnostic>) {
    for (picture, role) in super::ide::pictures::drawn(item) {
        let inside = |d: &Diagnostic| {
            picture.span.start <= d.primary.span.start && d.primary.span.end <= picture.span.end
        };
        if diagnostics.iter().any(|d| d.is_error() && inside(d)) {
            continue;
        }
        let plain = matches!(role, Drawing::Board(Lattice::Square | Lattice::SquareDiagonal));
        let wall = Some(picture).filter(|_| plain).and_then(wall).map(|span| {
            Diagnostic::new(Code::WallAsCell, span, "this `|` is a cell of the board")
                .help("if `|` and `-` are walls between cells, write `square walls`")
        });
        diagnostics.extend(wall.or_else(|| out_of_step(picture, Code::RowOutOfStep)));
    }
}

/// The first `|` of a picture, if each stands directly between two other marks.
fn wall(picture: &Picture) -> Option<Span> {
    let mut first = None;
    for row in &picture.rows {
        let marks: Vec<char> = row.text.chars().collect();
        let mark =
            |at: Option<usize>| at.and_then(|at| marks.get(at)).is_some_and(|c| !matches!(c, ' ' | '|'));
        for (at, (byte, _)) in row.text.char_indices().enumerate().filter(|(_, (_, c))| *c == '|') {
            if !(mark(at.checked_sub(1)) && mark(Some(at + 1))) {
                return None;
            }
            let start = row.span.start as usize + byte;
            first = first.or_else(|| Some(Span::new(row.span.file, start, start + 1)));
        }
    }
    first
}

/// Compares the pieces of the goal with those of the start, if no move can change them.
fn pieces(model: &Model, ground: &Ground, span: Span, hopeless: bool, diagnostics: &mut Vec<Diagnostic>) {
    // A counter is a variable, but no cell with a piece.
    if !model.pieces.counters.is_empty() {
        return;
    }
    let task = &*ground.task.flat();
    let possible = relaxed(task).fires;
    for (kind, named) in model.pieces.iter() {
        let set = contents_of(model, kind);
        if set.is_empty() {
            continue;
        }
        let Some((low, high)) = counts::range(&task.goal, task.variables.len(), &set) else { continue };
        let start = count(task, &set);
        let (down, up) = counts::change(task, &possible, &set);
        let name = &named.name;
        let cells = |number: i64| counted(number.unsigned_abs(), "cells");
        if start < low && up <= 0 {
            let text = format!("the goal needs {} with `{name}`; the start has {start}", cells(low));
            diagnostics.push(
                Diagnostic::new(Code::TooManyPieces, span, text).note("no move of this puzzle adds any"),
            );
            return;
        }
        if hopeless {
            continue;
        }
        if start > high && down >= 0 {
            let text = format!("the goal has at most {} with `{name}`; the start has {start}", cells(high));
            diagnostics.push(
                Diagnostic::new(Code::TooFewPieces, span, text).note("no move of this puzzle removes any"),
            );
            return;
        }
        // Every move changes the number by the same amount, so it has a fixed remainder.
        let step = counts::step(task, &possible, &set);
        if low == high && step.is_some_and(|step| (low - start) % step != 0) {
            let text = format!("no number of moves leads from {start} to {} with `{name}`", cells(low));
            diagnostics.push(Diagnostic::new(Code::UnreachableCount, span, text));
            return;
        }
    }
}

fn contents_of(model: &Model, kind: KindId) -> ValueSet {
    model.pieces.contents().filter(|(_, content)| content.kind() == Some(kind)).map(|(id, _)| id).collect()
}

fn count(task: &Task, set: &ValueSet) -> i64 {
    i64::try_from(task.start.iter().filter(|v| set.contains(**v)).count()).unwrap_or(i64::MAX)
}
