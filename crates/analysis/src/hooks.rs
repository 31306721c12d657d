//! The scripts of a puzzle, asked once each: what they give must be of the right shape.

use puzzlec_base::diag::{Code, Diagnostic, Severity, Stop};
use puzzlec_base::{Budget, Span};
use puzzlec_checker as verify;
use puzzlec_model::goal::Goal;
use puzzlec_model::hooks::move_view;
use puzzlec_model::rule::Body;
use puzzlec_model::{Model, Question};
use puzzlec_script::{self, At, FindingSpec, Remembered, ScriptCallback};
use puzzlec_search::ground::Ground;
use puzzlec_search::invariants::stated;
use puzzlec_search::relaxed;
use puzzlec_syntax::ast::{ConfigKind, PuzzleItem, PuzzleStatementKind as Kind};
use puzzlec_syntax::layout;

/// Runs every script at the start, then the puzzle's own check.
pub(super) fn check(
    model: &Model,
    item: &PuzzleItem,
    ground: Option<&Ground>,
    diagnostics: &mut Vec<Diagnostic>,
    budget: &Budget,
) {
    let before = diagnostics.len();
    if let Err(fault) = at_start(model, ground, diagnostics, budget) {
        diagnostics.push(*fault);
    }
    let sound = !diagnostics.iter().skip(before).any(Diagnostic::is_error);
    if let Some(hook) = model.hooks.check.as_ref().filter(|_| sound) {
        match puzzlec_script::findings(hook, &model.view(), budget) {
            Ok(findings) => diagnostics.extend(findings.iter().map(|f| finding(model, item, f))),
            Err(fault) => diagnostics.push(*fault),
        }
    }
}

type Fault = Box<Diagnostic>;

fn at_start(
    model: &Model,
    ground: Option<&Ground>,
    diagnostics: &mut Vec<Diagnostic>,
    budget: &Budget,
) -> Result<(), Fault> {
    let (field, hooks) = (&model.hooks.field, &model.hooks);
    let start = verify::start(model);
    let position = model.contents(&start);
    if let Some(render) = &hooks.render {
        for (cell, content) in (0..).zip(&position) {
            render.render(field, cell, *content, budget)?;
        }
    }
    let Question::Moves { rules, goal, .. } = &model.question else { return Ok(()) };
    for rule in rules {
        if let Body::Callback(callback) = &rule.body {
            let moves = callback.moves(field, &position, budget)?;
            diagnostics.push(costs(callback, moves.len()));
        }
    }
    ask_goal(&goal.0, model, &position, budget)?;
    if let Some(bound) = &hooks.bound {
        bound.bound(field, &position, budget)?;
    }
    let oracle = ground.and_then(|g| g.task.oracle.as_ref());
    if let (Some(legal), Some(ground)) = (&hooks.legal, ground) {
        let first = ground.task.actions.iter().find(|action| {
            let mut guards = action.guard.iter();
            guards.all(|(var, set)| position.get(*var as usize).is_some_and(|v| set.contains(*v)))
        });
        if let Some(action) = first {
            let name = rules.get(action.label.rule as usize).map_or("", |r| r.name.as_str());
            let callback = move_view(&model.board, name, &position, action.after(&position));
            legal.legal(field, &position, &callback, budget)?;
        }
    }
    if let (Some(oracle), Some(ground)) = (oracle, ground) {
        // The results of scripts are checked completely: unknown pieces, changing invariants.
        let found = oracle.moves(&position, budget).map(|_| ());
        let found = found.and_then(|()| match oracle.invariant() {
            Some(_) => stated(&ground.task, oracle, &relaxed(&ground.task), budget).map(|_| ()),
            None => Ok(()),
        });
        if let Err(Stop::Fault(fault)) = found {
            return Err(fault);
        }
    }
    Ok(())
}

fn ask_goal(goal: &Goal, model: &Model, position: &[u16], budget: &Budget) -> Result<(), Fault> {
    match goal {
        Goal::Callback(callback) => callback.goal(&model.hooks.field, position, budget).map(|_| ()),
        Goal::Any(parts) | Goal::All(parts) => {
            parts.iter().try_for_each(|part| ask_goal(part, model, position, budget))
        }
        Goal::Drawn(_) | Goal::Test(_) | Goal::Stuck => Ok(()),
    }
}

/// The cost of a rule whose script runs at every position.
fn costs(callback: &ScriptCallback, moves: usize) -> Diagnostic {
    let text = "this rule runs a script at every position, which is slow";
    let operations = callback.operations();
    let cost = if Remembered::from(callback.clone()).is_split() {
        "its actions are remembered cell by cell, so few positions need a call"
    } else {
        "it is no loop over cells that could be remembered cell by cell, so every position needs a call"
    };
    let gave = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
    Diagnostic::new(Code::AskedRule, callback.hook().at, text)
        .note(format!("at the start the script used {operations} operations for {gave}"))
        .note(cost)
        .help("a generator, `fn actions(board)`, runs once, and its actions are as fast as a drawn rule")
}

/// The findings of a puzzle's own check, with their places.
fn finding(model: &Model, item: &PuzzleItem, found: &FindingSpec) -> Diagnostic {
    let code = match found.severity {
        Severity::Error => Code::ScriptFinding,
        Severity::Warning => Code::ScriptWarning,
    };
    let statement = |word: &str| {
        let mut all = item.statements.iter();
        all.find(|s| model_word(&s.kind) == word).map(|s| s.span)
    };
    let place = match &found.at {
        At::Puzzle => None,
        At::Statement(word) => statement(word),
        At::Parameter(name) => item.params.iter().find(|p| p.name.text == *name).map(|p| p.span),
        At::Cell(cell) => mark(model, item, *cell).or_else(|| statement("start")),
    };
    let found_at = Diagnostic::new(code, place.unwrap_or(item.name.span), found.headline.clone());
    found.help.iter().fold(found_at, |d, help| d.help(help.clone()))
}

fn model_word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Title(_) => "title",
        Kind::Board(_) => "board",
        Kind::Rules(_) => "rules",
        Kind::Marks(_) => "marks",
        Kind::Counter(..) => "counter",
        Kind::Start(_) => "start",
        Kind::Goal(_) => "goal",
        Kind::Place(_) => "place",
        Kind::Expect(_) => "expect",
        Kind::Players(_) => "players",
        Kind::Win(..) => "win",
        Kind::Measure(_) => "measure",
        Kind::Window(_) => "window",
        Kind::Fill(_) => "fill",
        Kind::Clues(..) => "clues",
        Kind::Wish(_) => "wish",
        Kind::LegalAfter(_) => "legal after",
        Kind::Hook(kind, _) => kind.word(),
        Kind::Then(_) => "then",
        Kind::Keys(_) => "keys",
        Kind::Message(..) => "message",
        Kind::Error => "",
    }
}

/// The place of a cell's mark, where the start is drawn.
fn mark(model: &Model, item: &PuzzleItem, cell: u32) -> Option<Span> {
    let ConfigKind::Picture(picture) = &item.start()?.kind else { return None };
    let puzzlec_model::board::Shape::Lattice(lattice) = model.board.shape else { return None };
    let (marks, _) = layout(picture, lattice);
    let drawn = marks.len() == model.board.cells().len();
    marks.get(cell as usize).filter(|_| drawn).map(|m| m.span)
}
