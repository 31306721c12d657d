//! Checks of files without solving a puzzle.

pub(super) mod first_edition;
mod kept;
mod theory;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{hooks, lints};
pub(super) use kept::Kept;
use kept::Recheck;
use puzzlec_base::diag::{self, Code, Diagnostic};
use puzzlec_base::{Budget, FileId, Limit, Progress, many};
use puzzlec_model::board::Board;
use puzzlec_model::expect::{instances, openings};
use puzzlec_model::lower::board;
use puzzlec_model::lower::config::check_legend;
use puzzlec_model::lower::rule::Maker;
use puzzlec_model::names::{ItemRef, Names, Sort};
use puzzlec_model::number;
use puzzlec_model::piece::{Pieces, counter};
use puzzlec_model::project::{ModuleId, Project};
use puzzlec_model::puzzle::{broken_head, parameters};
use puzzlec_model::rule::Rule;
use puzzlec_model::{Model, compile, scope};
use puzzlec_syntax::ast::{Item, ItemKind, PuzzleItem, PuzzleStatementKind, RuleItem};
use puzzlec_theory::Games;
use puzzlec_worlds::{has_keys, is_game, read, read_keys};

/// So few items are checked by one thread.
const FEW: usize = 64;

/// The settings of a check.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    /// The games that rules may be claimed to be.
    pub games: Games,
    /// The budget.
    pub budget: &'a Budget,
}

/// The diagnostics, and the limit if the check is incomplete.
pub(super) fn check(project: &Project, cx: Context<'_>) -> (Vec<Diagnostic>, Option<Limit>) {
    let mut diagnostics = project.diagnostics.clone();
    let names = Names::new(project, &mut diagnostics).with_budget(cx.budget);
    let used: Vec<BTreeSet<ItemRef>> = project.roots().map(|(id, _)| rules_in_puzzles(&names, id)).collect();
    let mut work: Vec<(ItemRef, &Item, &BTreeSet<ItemRef>)> = Vec::new();
    for ((module, root), used) in project.roots().zip(&used) {
        let items = root.parse.file.items.iter().enumerate();
        work.extend(items.map(|(item, found)| (ItemRef { module, item }, &**found, used)));
    }
    // An item is checked by its text and those of the items that it looks up, so the order of the checks does not matter.
    let mut results = many(work.len(), FEW, || {
        let (names, work) = (Names::of(project).with_budget(cx.budget), &work);
        move |at| {
            let stop = || cx.budget.poll(&Progress::default()).is_err();
            let (at, item, used) = work.get(at).filter(|_| !stop())?;
            let mut found = Vec::new();
            let uses = names.watch(|| by_itself(&names, *at, item, used, &mut found, cx));
            // The limit, not the item, may be why something about it could not be worked out.
            (!stop()).then_some((uses, found))
        }
    })
    .into_iter();
    // The diagnostics of a file depend on its own errors only.
    let mut by_file: BTreeMap<FileId, Vec<Diagnostic>> = BTreeMap::new();
    let sort = |found: Vec<Diagnostic>, by_file: &mut BTreeMap<FileId, Vec<Diagnostic>>| {
        for d in found {
            by_file.entry(d.primary.span.file).or_default().push(d);
        }
    };
    sort(diagnostics, &mut by_file);
    let mut done = true;
    for (id, root) in project.roots() {
        let mut own = by_file.remove(&root.file).unwrap_or_default();
        for result in results.by_ref().take(root.parse.file.items.len()) {
            let Some((uses, found)) = result else {
                done = false;
                break;
            };
            names.add(&uses);
            own.extend(found);
        }
        if done {
            whole(&names, id, &mut own);
            if let Some(found) = keyed(project, root.file) {
                own = found;
            }
        }
        sort(own, &mut by_file);
        if !done {
            break;
        }
    }
    let limit = if done { None } else { cx.budget.poll(&Progress::default()).err() };
    (by_file.into_values().flatten().collect(), limit)
}

/// The diagnostics of one requested file, sorted, and the results that can be reused; `None` if the check was
/// cancelled. `texts` are those of all files that it uses; `before` is the check of an earlier state.
pub(super) fn check_module(
    project: &Project,
    id: ModuleId,
    texts: &[(FileId, Arc<str>)],
    before: Option<&Kept>,
    cx: Context<'_>,
    stop: &dyn Fn() -> bool,
) -> Option<(Vec<Diagnostic>, Kept)> {
    let file = project.module(id)?.file;
    let names = Names::of(project).with_budget(cx.budget);
    // Errors in other files are reported there.
    let faults = project.diagnostics.iter().filter(|d| d.primary.span.file == file);
    let mut diagnostics: Vec<Diagnostic> = faults.chain(names.repeated(id)).cloned().collect();
    let kept = module(&names, id, texts, before, &mut diagnostics, cx, stop)?;
    if let Some(found) = keyed(project, file) {
        diagnostics = found;
    }
    diag::sort(&mut diagnostics);
    Some((diagnostics, kept))
}

/// The diagnostics of a game of keys, which is no model.
fn keyed(project: &Project, file: FileId) -> Option<Vec<Diagnostic>> {
    let text = &project.sources.get(file)?.text;
    if is_game(text) {
        return Some(read(file, text).1);
    }
    has_keys(text).then(|| read_keys(file, text).1)
}

/// `None` if the check was cancelled.
fn module(
    names: &Names<'_>,
    id: ModuleId,
    texts: &[(FileId, Arc<str>)],
    before: Option<&Kept>,
    diagnostics: &mut Vec<Diagnostic>,
    cx: Context<'_>,
    stop: &dyn Fn() -> bool,
) -> Option<Kept> {
    let module = names.project.module(id)?;
    let used = rules_in_puzzles(names, id);
    let mut recheck = Recheck::new(names, id, texts, before)?;
    for (i, item) in module.parse.file.items.iter().enumerate() {
        if stop() {
            return None;
        }
        let at = ItemRef { module: id, item: i };
        let known = diagnostics.len();
        recheck.next(used.contains(&at), diagnostics, |found| {
            by_itself(names, at, item, &used, found, cx);
        });
        if stop() {
            // The limit, not the item, may be why something about it could not be worked out.
            diagnostics.truncate(known);
            return None;
        }
    }
    whole(names, id, diagnostics);
    Some(recheck.finish())
}

/// Checks an item.
fn by_itself(
    names: &Names<'_>,
    at: ItemRef,
    item: &Item,
    used: &BTreeSet<ItemRef>,
    found: &mut Vec<Diagnostic>,
    cx: Context<'_>,
) {
    one(names, at, item, used, found, cx);
    lints::listed_twice(names, item, found);
    lints::pictures(item, found);
}

/// The diagnostics of a file after those of its items.
fn whole(names: &Names<'_>, id: ModuleId, diagnostics: &mut Vec<Diagnostic>) {
    let Some(module) = names.project.module(id) else { return };
    // A picture that may be read otherwise explains whatever seems wrong with its puzzles.
    let ours = |d: &Diagnostic| d.primary.span.file == module.file;
    if diagnostics.iter().any(|d| d.code == Code::RowOutOfStep && ours(d)) {
        use Code::{GoalIsStart, RuleNeverFires, TooFewPieces, TooManyPieces, UnreachableCount};
        let follows = [GoalIsStart, RuleNeverFires, TooFewPieces, TooManyPieces, UnreachableCount];
        diagnostics.retain(|d| !(ours(d) && follows.contains(&d.code)));
    }
    if diagnostics.iter().any(|d| d.is_error() && ours(d)) {
        // What is wrong with positions on such a board says so, too.
        diagnostics.retain(|d| !(ours(d) && d.code == Code::WallAsCell));
    } else {
        lints::module(names, id, diagnostics);
    }
}

/// The rules that puzzles of a module take: they are checked there, on a board.
fn rules_in_puzzles(names: &Names<'_>, module: ModuleId) -> BTreeSet<ItemRef> {
    let mut used = BTreeSet::new();
    for (at, _) in names.all(module, Sort::Puzzle) {
        let Some(ItemKind::Puzzle(puzzle)) = names.item(at).map(|i| &i.kind) else { continue };
        for statement in &puzzle.statements {
            if let PuzzleStatementKind::Rules(rules) = &statement.kind {
                used.extend(rules.iter().filter_map(|r| names.find(module, &r.path, Sort::Rule)));
            }
        }
    }
    used
}

fn one(
    names: &Names<'_>,
    at: ItemRef,
    item: &Item,
    used: &BTreeSet<ItemRef>,
    diagnostics: &mut Vec<Diagnostic>,
    cx: Context<'_>,
) {
    match &item.kind {
        ItemKind::Piece(_) | ItemKind::Kind(_) => {
            let said = |d: &&Diagnostic| d.code.is_syntax() || d.code == Code::DuplicateName;
            diagnostics.extend(names.faults(at).iter().filter(|d| !said(d)).cloned());
        }
        ItemKind::Board(b) => {
            number::check(&b.params, diagnostics);
            if let Ok(values) = number::bind(&b.name.text, &b.params, &[], b.name.span)
                && let Err(d) = board::build(names, at.module, &b.value, &values)
            {
                diagnostics.extend(d);
            }
            lints::parameters(names, item, &b.params, diagnostics);
        }
        ItemKind::Marks(legend) => check_legend(names, at.module, legend, diagnostics),
        ItemKind::Rule(r) => {
            number::check(&r.params, diagnostics);
            if !used.contains(&at) {
                alone(names, at, r, None, diagnostics);
            }
            lints::parameters(names, item, &r.params, diagnostics);
        }
        ItemKind::Set(_) => {
            if !used.contains(&at) {
                scope::set(names, at, diagnostics);
            }
        }
        ItemKind::Counter(c) => counter::check(c, diagnostics),
        ItemKind::Theory(t) => {
            theory::check(names, at.module, t, cx, diagnostics);
        }
        ItemKind::Puzzle(p) => {
            puzzle(names, at, p, diagnostics, cx);
            lints::parameters(names, item, &p.params, diagnostics);
        }
        ItemKind::Use(_) | ItemKind::Configuration(_) | ItemKind::List(_) | ItemKind::Error => {}
    }
}

/// A rule alone: on the board that it names, otherwise on this one, if any. `None` if its board or its
/// parameters have errors.
fn alone(
    names: &Names<'_>,
    at: ItemRef,
    item: &RuleItem,
    board: Option<Board>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Option<Board>, Pieces, Vec<Rule>)> {
    let mut values = number::Values::new();
    for param in &item.params {
        let value = match &param.default {
            Some(default) => number::evaluate(default, &values),
            None => Ok(1),
        };
        match value.and_then(|n| number::in_range(param, n, param.span, &values).map(|()| n)) {
            Ok(n) => {
                values.insert(param.name.text.clone(), n);
            }
            Err(_) if param.default.is_none() => {
                values.insert(param.name.text.clone(), 1);
            }
            // It was reported with the parameter.
            Err(_) => return None,
        }
    }
    let on: Option<Board> = match &item.on {
        Some(expr) => match board::build(names, at.module, expr, &values) {
            Ok(board) => Some(board),
            Err(d) => {
                diagnostics.extend(d);
                return None;
            }
        },
        None => board,
    };
    let mut pieces = Pieces::new();
    let rules = Maker::new(names, on.as_ref(), &mut pieces, diagnostics).item(at, item, values);
    Some((on, pieces, rules))
}

fn puzzle(
    names: &Names<'_>,
    at: ItemRef,
    item: &PuzzleItem,
    diagnostics: &mut Vec<Diagnostic>,
    cx: Context<'_>,
) {
    let mut twice: Vec<&str> = Vec::new();
    for param in &item.params {
        if twice.contains(&param.name.text.as_str()) {
            let text = format!("parameter `{}` is repeated", param.name.text);
            diagnostics.push(Diagnostic::new(Code::DuplicateName, param.name.span, text));
        }
        twice.push(&param.name.text);
    }
    // A parameter without a default takes the first value that an expectation ranges over.
    let set = openings(item, item.expectations().map(|e| e.1));
    let values = match parameters(item, &set) {
        Ok(Some(values)) => values,
        Ok(None) => {
            // The remaining names are free variables: an expectation may range only over parameters.
            let all = item.params.iter().map(|p| (p.name.text.clone(), 0)).collect();
            ranges(item, &all, diagnostics);
            return;
        }
        Err(d) => {
            diagnostics.push(*d);
            return;
        }
    };
    if broken_head(item).is_none() {
        ranges(item, &values, diagnostics);
    }
    let before = diagnostics.iter().filter(|d| d.is_error()).count();
    let model: Option<Model> = compile(names, at, &values, diagnostics);
    let sound = diagnostics.iter().filter(|d| d.is_error()).count() == before;
    if let Some(model) = model.filter(|_| sound) {
        first_edition::lint(names, (at, item, &values), &model, diagnostics);
        let ground = lints::puzzle(&model, cx.games, diagnostics, cx.budget);
        if model.family.is_none() {
            hooks::check(&model, item, ground.as_ref(), diagnostics, cx.budget);
        }
    }
}

/// Whether the ranges of expectations are valid.
fn ranges(item: &PuzzleItem, values: &number::Values, diagnostics: &mut Vec<Diagnostic>) {
    let wrong = item.expectations().filter_map(|(s, e)| instances(e, values, s.span).err());
    diagnostics.extend(wrong.map(|d| *d));
}
