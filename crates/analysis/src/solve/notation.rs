//! Steps in short.

use puzzlec_checker::{Change, Replayed};
use puzzlec_model::board::Coord;
use puzzlec_model::mark;
use puzzlec_model::piece::{Content, ContentId, Form};
use puzzlec_model::puzzle::Supply;
use puzzlec_model::rule::Body;
use puzzlec_model::{Model, Question};
use puzzlec_task::{Bound, Label};

/// A step and what it changes.
pub(crate) struct Step<'a> {
    /// The step.
    pub label: &'a Label,
    /// The cells of the moving piece before and after.
    pub mover: Option<(Coord, Coord)>,
    /// Its changes.
    pub changes: Changes<'a>,
    /// The name that a script gave it; empty if it has none.
    pub name: &'a str,
}

/// The changes of a step.
pub(crate) enum Changes<'a> {
    /// These.
    Listed(&'a [Change]),
    /// Those of a step that was replayed; computed if they are needed.
    Of(&'a Replayed<'a>),
}

impl<'a> Changes<'a> {
    fn list(&self) -> &'a [Change] {
        match self {
            Changes::Listed(changes) => changes,
            Changes::Of(replayed) => replayed.changes(),
        }
    }
}

impl<'a> From<&'a Replayed<'a>> for Step<'a> {
    fn from(replayed: &'a Replayed<'a>) -> Self {
        Step {
            label: replayed.label,
            mover: replayed.mover,
            changes: Changes::Of(replayed),
            name: replayed.name(),
        }
    }
}

/// The name of a step's rule.
pub(crate) fn rule_name(model: &Model, label: &Label) -> String {
    match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => {
            rules.get(label.rule as usize).map_or(String::new(), |r| r.name.clone())
        }
        Question::Place { .. } => "place".into(),
    }
}

/// The name that a script gave a step; empty if it has none, or if the script must run to tell it.
pub(crate) fn given_name<'m>(model: &'m Model, label: &Label) -> &'m str {
    let rule = match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => rules.get(label.rule as usize),
        Question::Place { .. } => None,
    };
    match rule.map(|rule| &rule.body) {
        Some(Body::Scripted(all)) => all.get(label.part as usize).map_or("", |action| &action.name),
        _ => "",
    }
}

/// A step in short: its name, from where to where, or which cells.
pub(crate) fn notation(model: &Model, step: &Step<'_>) -> String {
    let name = |cell: Coord| model.board.name(cell);
    if let Question::Place { supply, .. } = &model.question {
        return supply.get(step.label.part as usize).map_or(String::new(), |s| laid(model, s, step.label));
    }
    if !step.name.is_empty() {
        return step.name.to_owned();
    }
    if let Some((from, to)) = turned(model, &step.changes).or(step.mover) {
        return format!("{}-{}", name(from), name(to));
    }
    let bound = step.label.binding.iter().filter_map(|bound| match bound {
        Bound::Cell(x, y) => Some(name(Coord::new(*x, *y))),
        Bound::Direction(d) => Some(model.board.direction_name(*d).to_owned()),
        Bound::Number(_) => None,
    });
    let bound: Vec<String> = bound.collect();
    // A number is told by the cells that it changes.
    if bound.is_empty() || step.label.binding.iter().any(|b| matches!(b, Bound::Number(_))) {
        if let Some(directed) = directed(model, step) {
            return directed;
        }
        let cells = step.changes.list().iter().map(|(cell, ..)| *cell).filter(|cell| !cell.is_counter());
        let changed: Vec<String> = cells.map(name).collect();
        if changed.is_empty() && bound.is_empty() && !model.pieces.counters.is_empty() {
            return rule_name(model, step.label);
        }
        return changed.join(" ");
    }
    bound.join(" ")
}

/// What a script did without a move: the cells that it emptied, then those that it filled.
fn directed(model: &Model, step: &Step<'_>) -> Option<String> {
    if !scripted(model, step.label) {
        return None;
    }
    let changes = || step.changes.list().iter().filter(|(cell, ..)| !cell.is_counter());
    let named = |chosen: &dyn Fn(ContentId, ContentId) -> bool| {
        let cells =
            changes().filter(|(_, old, new)| chosen(*old, *new)).map(|change| model.board.name(change.0));
        cells.collect::<Vec<_>>()
    };
    let (emptied, filled) = (named(&|_, new| new == 0), named(&|old, _| old == 0));
    let all = !emptied.is_empty() && !filled.is_empty() && emptied.len() + filled.len() == changes().count();
    all.then(|| format!("{}-{}", emptied.join("."), filled.join(".")))
}

/// The same as the list of changed cells, as plans had it before.
pub(crate) fn undirected(model: &Model, step: &Step<'_>) -> Option<String> {
    directed(model, step).filter(|_| step.name.is_empty() && step.mover.is_none())?;
    let cells = step.changes.list().iter().map(|change| change.0).filter(|cell| !cell.is_counter());
    Some(cells.map(|cell| model.board.name(cell)).collect::<Vec<_>>().join(" "))
}

fn scripted(model: &Model, label: &Label) -> bool {
    match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => {
            let rule = rules.get(label.rule as usize);
            rule.is_some_and(|rule| matches!(rule.body, Body::Scripted(_) | Body::Callback(_)))
        }
        Question::Place { .. } => false,
    }
}

/// A piece of several cells that slides, turns or pivots leaves one cell and covers another.
pub(crate) fn turned(model: &Model, changes: &Changes<'_>) -> Option<(Coord, Coord)> {
    if model.pieces.kinds.iter().all(|kind| !matches!(kind.form, Form::Chain(_))) {
        return None;
    }
    let changes = changes.list();
    let end = |content: ContentId| matches!(model.pieces.content(content), Content::Part(..));
    let mut left = changes.iter().filter(|(_, old, new)| end(*old) && *new == 0);
    let mut covered = changes.iter().filter(|(_, old, new)| *old == 0 && end(*new));
    match (left.next(), left.next(), covered.next(), covered.next()) {
        (Some(from), None, Some(to), None) => Some((from.0, to.0)),
        _ => None,
    }
}

/// A rigid piece: its name and its cells.
fn shaped(model: &Model, entry: &Supply, label: &Label) -> String {
    let [Bound::Cell(x, y), Bound::Number(number)] = label.binding.as_slice() else { return String::new() };
    let shape = usize::try_from(*number).ok().and_then(|at| entry.shapes.get(at));
    let offsets = shape.and_then(|shape| model.pieces.shapes.get(usize::from(*shape))).into_iter().flatten();
    let cells: Vec<String> = offsets.map(|(dx, dy)| model.board.name(Coord::new(x + dx, y + dy))).collect();
    let name = model.pieces.kind(entry.kind).map_or("piece", |kind| &kind.name);
    format!("{name} on {}", cells.join("-"))
}

/// A laid piece: its labels or mark, and its cells.
fn laid(model: &Model, entry: &Supply, label: &Label) -> String {
    let text = |l: u16| model.pieces.labels.get(usize::from(l)).cloned().unwrap_or_default();
    let mark = |member: &i64| {
        let content = Content::Unit(entry.kind, u16::try_from(*member).ok()?);
        Some(mark::text(model.pieces.glyph(model.pieces.id(&content)?)))
    };
    if !entry.shapes.is_empty() {
        return shaped(model, entry, label);
    }
    // A piece without labels is named if others are laid, too.
    let alone = match &model.question {
        Question::Place { supply, .. } => supply.iter().all(|other| other.kind == entry.kind),
        _ => true,
    };
    let named = model.pieces.kind(entry.kind).filter(|_| !alone);
    let named = named.map_or(String::new(), |kind| format!("{} on ", kind.name));
    match (label.binding.as_slice(), entry.labels) {
        ([Bound::Cell(x, y), Bound::Number(member)], None) => {
            let cell = model.board.name(Coord::new(*x, *y));
            mark(member).map_or(cell.clone(), |mark| format!("{mark} on {cell}"))
        }
        ([Bound::Cell(x, y), Bound::Direction(d), Bound::Number(turned)], Some((a, b))) => {
            let first = Coord::new(*x, *y);
            let second = model.board.step(first, *d).map_or(String::new(), |c| model.board.name(c));
            let (a, b) = if *turned == 0 { (a, b) } else { (b, a) };
            let labels = if a == 0 && b == 0 { named } else { format!("{}-{} on ", text(a), text(b)) };
            format!("{labels}{}-{second}", model.board.name(first))
        }
        ([Bound::Cell(x, y), ..], _) => format!("{named}{}", model.board.name(Coord::new(*x, *y))),
        _ => String::new(),
    }
}
