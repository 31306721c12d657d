//! One step, by the rule as written.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::eval::Eval;
use super::{Position, Stop};
use crate::base::{Budget, Progress};
use crate::diag::Diagnostic;
use crate::model::board::{Board, Coord, Direction, Shape};
use crate::model::config::{Configuration, only_content};
use crate::model::hooks::{kind_in_play, move_view, quantified};
use crate::model::piece::{Content, ContentId, KindId, Pieces};
use crate::model::puzzle::Supply;
use crate::model::query::Bound;
use crate::model::rule::{Body, Domain, Effect, Pattern, PatternCell, Quantified, Rule};
use crate::model::{Model, Question};
use crate::task::{self, Label};

pub(super) type Step = Result<Position, String>;

/// The position after a step.
pub(super) fn step(
    model: &Model,
    position: &Position,
    label: &Label,
    budget: &Budget,
) -> Result<Position, Stop> {
    let rule = rules(model).get(label.rule as usize).ok_or_else(|| Stop::wrong("there is no such rule"))?;
    let next = by_rule(model, position, rule, label, budget)?;
    if next == *position {
        return Err(Stop::wrong("it changes nothing, and so is no move"));
    }
    if legal(model, label.rule, &model.contents(&position.cells), &model.contents(&next.cells), budget)? {
        Ok(next)
    } else {
        Err(Stop::wrong("the script does not allow it"))
    }
}

/// What a script said. One that fails in the checker proves nothing; one that is stopped decides nothing.
pub(super) fn told<T>(answer: Result<T, Box<Diagnostic>>, budget: &Budget) -> Result<T, Stop> {
    match answer {
        Ok(told) => Ok(told),
        Err(found) => {
            budget.poll(&Progress::default())?;
            Err(Stop::Rejected(format!("a script fails: {}", found.headline)))
        }
    }
}

/// Whether a step of a rule is allowed.
pub(super) fn legal(
    model: &Model,
    rule: u32,
    before: &[ContentId],
    after: &[ContentId],
    budget: &Budget,
) -> Result<bool, Stop> {
    let Some(legal) = &model.hooks.legal else { return Ok(true) };
    let name = rules(model).get(rule as usize).map_or("", |r| r.name.as_str());
    let asked = move_view(&model.board, name, before, after.to_vec());
    told(legal.legal(&model.hooks.field, before, &asked, budget), budget)
}

/// The positions after the moves that scripts give.
pub(super) fn given(
    model: &Model,
    position: &[ContentId],
    budget: &Budget,
) -> Result<Vec<Vec<ContentId>>, Stop> {
    let before = Position { cells: configuration(model, position), gone: 0 };
    let mut all = Vec::new();
    for (number, rule) in (0..).zip(rules(model)) {
        let Body::Asked(asked) = &rule.body else { continue };
        let specs = told(asked.moves(&model.hooks.field, position, budget), budget)?;
        for spec in &specs {
            let mut kind = |name: &str| kind_in_play(&model.pieces, name);
            let quantified = quantified(&model.board, spec, &mut kind).map_err(Stop::Rejected)?;
            // A move that does not apply here is none.
            let Ok(next) = written(model, &before, &quantified, &[]) else { continue };
            let next = model.contents(&next.cells);
            if next != position && legal(model, number, position, &next, budget)? {
                all.push(next);
            }
        }
    }
    Ok(all)
}

/// A position by cells.
pub(super) fn configuration(model: &Model, position: &[ContentId]) -> Configuration {
    let held = model.board.cells().iter().zip(position);
    held.filter(|(_, content)| **content != 0).map(|(cell, content)| (*cell, *content)).collect()
}

/// The rules of a puzzle of moves or of a game.
pub(super) fn rules(model: &Model) -> &[Rule] {
    match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => rules,
        Question::Place { .. } => &[],
    }
}

fn by_rule(
    model: &Model,
    position: &Position,
    rule: &Rule,
    label: &Label,
    budget: &Budget,
) -> Result<Position, Stop> {
    if let Body::Asked(asked) = &rule.body {
        let moves = told(asked.moves(&model.hooks.field, &model.contents(&position.cells), budget), budget)?;
        let spec = moves.get(label.part as usize);
        let spec = spec.ok_or_else(|| Stop::wrong("the script gives no such move here"))?;
        let mut kind = |name: &str| kind_in_play(&model.pieces, name);
        let quantified = quantified(&model.board, spec, &mut kind).map_err(Stop::Rejected)?;
        return written(model, position, &quantified, &[]).map_err(Stop::Rejected);
    }
    as_written(model, position, rule, label).map_err(Stop::Rejected)
}

fn as_written(model: &Model, position: &Position, rule: &Rule, label: &Label) -> Step {
    let part = label.part as usize;
    match &rule.body {
        Body::Asked(_) => Err("the script is asked".into()),
        Body::Patterns(patterns) => {
            let pattern = patterns.get(part).ok_or("the rule has no such pattern")?;
            let cells: Vec<Coord> = label
                .binding
                .iter()
                .filter_map(|b| match b {
                    task::Bound::Cell(x, y) => Some(Coord::new(*x, *y)),
                    _ => None,
                })
                .collect();
            drawn(model, position, pattern, &cells)
        }
        Body::Quantified(quantified) => written(model, position, quantified, &label.binding),
        Body::Scripted(all) => {
            written(model, position, all.get(part).ok_or("the script made no such action")?, &label.binding)
        }
    }
}

/// The board that the rules see: without the cells that have vanished.
pub(super) fn board<'m>(model: &'m Model, position: &Position) -> Cow<'m, Board> {
    match model.board.shape {
        Shape::Ring(n) if position.gone > 0 => Cow::Owned(Board::ring(n - position.gone)),
        _ => Cow::Borrowed(&model.board),
    }
}

pub(super) fn drawn(model: &Model, position: &Position, pattern: &Pattern, cells: &[Coord]) -> Step {
    if cells.len() != pattern.cells.len() {
        return Err("the pattern has another number of cells".into());
    }
    let board = &*board(model, position);
    let follows = |path: &Vec<Direction>| {
        path.len() + 1 == cells.len()
            && path
                .iter()
                .zip(cells)
                .zip(cells.iter().skip(1))
                .all(|((d, a), b)| board.step(*a, *d) == Some(*b))
    };
    let on_path = if pattern.edges {
        matches!(cells, [a, b] if board.neighbours(*a).contains(b))
    } else {
        pattern.paths.iter().any(follows)
    };
    let twice = cells.iter().enumerate().any(|(i, c)| cells.iter().take(i).any(|other| other == c));
    if !on_path || twice || !cells.iter().all(|c| board.contains(*c)) {
        return Err("the cells do not lie along a path of the pattern".into());
    }
    let held: Vec<ContentId> = cells.iter().map(|c| position.cells.get(c).copied().unwrap_or(0)).collect();
    let place_of = |wanted: PatternCell, left: bool| {
        pattern.cells.iter().position(|(b, a)| if left { *b == wanted } else { *a == wanted })
    };
    for (i, (before, _)) in pattern.cells.iter().enumerate() {
        let content = model.pieces.content(held.get(i).copied().unwrap_or(0));
        let fits = match before {
            PatternCell::Any => true,
            PatternCell::Empty => *content == Content::Empty,
            PatternCell::Piece(kind, _) => {
                matches!(content, Content::Unit(k, _) | Content::End(k, ..) | Content::Block(k, ..) if k == kind)
            }
            PatternCell::End(variable, end) => {
                let other = place_of(PatternCell::End(*variable, 3 - end), true).and_then(|j| cells.get(j));
                match (content, cells.get(i)) {
                    (Content::End(_, _, _, d), Some(here)) => {
                        board.step(*here, *d).is_some_and(|next| Some(&next) == other)
                    }
                    _ => false,
                }
            }
        };
        if !fits {
            return Err(format!(
                "cell {} does not hold what the pattern asks",
                board.name(*cells.get(i).unwrap_or(&Coord::new(0, 0)))
            ));
        }
    }
    let mut next = position.clone();
    for (i, (_, after)) in pattern.cells.iter().enumerate() {
        let Some(cell) = cells.get(i) else { continue };
        let from = |wanted: PatternCell| place_of(wanted, true).and_then(|j| held.get(j)).copied();
        let content = match after {
            PatternCell::Any => continue,
            PatternCell::Empty => 0,
            PatternCell::Piece(kind, _) => match from(*after) {
                Some(content) => content,
                None => only_content(&model.pieces, *kind).ok_or("it is not said which piece appears")?,
            },
            PatternCell::End(variable, end) => {
                let other = place_of(PatternCell::End(*variable, 3 - end), false).and_then(|j| cells.get(j));
                let towards = directions(board).find(|d| board.step(*cell, *d) == other.copied());
                let (Some(direction), Some(content)) = (towards, from(*after)) else {
                    return Err("the ends of a piece would not lie side by side".into());
                };
                match model.pieces.content(content) {
                    Content::End(k, near, far, _) => model
                        .pieces
                        .id(&Content::End(*k, *near, *far, direction))
                        .ok_or("the piece cannot lie like that")?,
                    _ => return Err("the end of a piece is missing".into()),
                }
            }
        };
        set(&mut next.cells, *cell, content);
    }
    Ok(next)
}

fn directions(board: &Board) -> impl Iterator<Item = Direction> + use<> {
    (0..board.directions().len()).filter_map(|d| Direction::try_from(d).ok())
}

fn set(position: &mut Configuration, cell: Coord, content: ContentId) {
    if content == 0 {
        position.remove(&cell);
    } else {
        position.insert(cell, content);
    }
}

pub(super) fn written(
    model: &Model,
    position: &Position,
    rule: &Quantified,
    binding: &[task::Bound],
) -> Step {
    let board = &*board(model, position);
    if binding.len() != rule.variables.len() {
        return Err("the rule has another number of variables".into());
    }
    let mut slots: Vec<Option<Bound>> = Vec::new();
    let eval = Eval::new(board, &model.pieces, &position.cells);
    for (variable, bound) in rule.variables.iter().zip(binding) {
        let value = match (&variable.domain, bound) {
            (Domain::Directions, task::Bound::Direction(d)) if usize::from(*d) < board.directions().len() => {
                Bound::Direction(*d)
            }
            (Domain::Cells(selector), task::Bound::Cell(x, y)) => {
                let cell = Coord::new(*x, *y);
                let content = eval.content(cell);
                let fits = selector.as_ref().is_none_or(|s| s.matches(content));
                let first = selector.is_none() || !matches!(content, Content::Block(_, _, part) if *part > 0);
                if !board.contains(cell) || !fits || !first {
                    return Err(format!("`{}` cannot stand for cell {}", variable.name, board.name(cell)));
                }
                Bound::Cell(cell)
            }
            _ => return Err(format!("`{}` stands for something of another kind", variable.name)),
        };
        slots.push(Some(value));
    }
    slots.resize(rule.slots.max(slots.len()), None);
    for guard in &rule.guards {
        if eval.test(guard, &mut slots) != Some(true) {
            return Err("a condition of the rule does not hold".into());
        }
    }
    let mut next = position.clone();
    for effect in &rule.effects {
        change(board, &model.pieces, &mut next.cells, effect, &slots)?;
    }
    for gap in gaps(rule, &slots)?.iter().rev() {
        let later: Configuration = next.cells.split_off(gap);
        let moved = later.into_iter().filter(|(cell, _)| cell != gap);
        next.cells.extend(moved.map(|(cell, content)| (Coord::new(cell.x - 1, cell.y), content)));
        if matches!(board.shape, Shape::Ring(_)) {
            next.gone += 1;
        }
    }
    Ok(next)
}

/// The cells over which a rule closes up its row, in order.
pub(super) fn gaps(rule: &Quantified, slots: &[Option<Bound>]) -> Result<BTreeSet<Coord>, String> {
    let closed = rule.effects.iter().filter_map(|effect| match effect {
        Effect::Close(slot) => Some(slot),
        _ => None,
    });
    let cell = |slot: &usize| match slots.get(*slot) {
        Some(Some(Bound::Cell(gap))) => Ok(*gap),
        _ => Err("a cell lies off the board".to_owned()),
    };
    closed.map(cell).collect()
}

fn change(
    board: &Board,
    pieces: &Pieces,
    position: &mut Configuration,
    effect: &Effect,
    slots: &[Option<Bound>],
) -> Result<(), String> {
    let off = || "a cell lies off the board".to_owned();
    let before = position.clone();
    let eval = Eval::new(board, pieces, &before);
    let get = |c: &Coord| before.get(c).copied().unwrap_or(0);
    let cells = |list| eval.cells(list, slots).ok_or_else(off);
    let cell = |c| eval.place(slots).cell(c).ok_or_else(off);
    match effect {
        Effect::Move(from, to) => {
            let (from, to) = (cells(from)?, cells(to)?);
            if from.len() != to.len() {
                return Err("as many cells are left as are reached".into());
            }
            from.iter().for_each(|c| set(position, *c, 0));
            from.iter().zip(&to).for_each(|(a, b)| set(position, *b, get(a)));
        }
        Effect::Swap(a, b) => {
            let (a, b) = (cell(a)?, cell(b)?);
            set(position, a, get(&b));
            set(position, b, get(&a));
        }
        Effect::Shift(at, dir) => {
            let at = cell(at)?;
            let direction = eval.place(slots).direction(dir).ok_or_else(off)?;
            let parts: Vec<Coord> = match eval.content(at) {
                Content::Empty => return Err("no piece stands there".into()),
                Content::Block(kind, shape, met) => {
                    let offsets = pieces.shapes.get(usize::from(*shape)).map_or(&[][..], Vec::as_slice);
                    let (left, up) = offsets.get(usize::from(*met)).copied().unwrap_or((0, 0));
                    let cell = |(x, y): &(i32, i32)| Coord::new(at.x + x - left, at.y + y - up);
                    let whole = (0..).zip(offsets).all(|(part, offset)| {
                        *eval.content(cell(offset)) == Content::Block(*kind, *shape, part)
                    });
                    if !whole {
                        return Err("the piece is not whole".into());
                    }
                    offsets.iter().map(cell).collect()
                }
                Content::End(kind, near, far, towards) => {
                    let other = board.step(at, *towards).ok_or_else(off)?;
                    let whole = matches!(eval.content(other), Content::End(k, n, f, d)
                        if (k, n, f) == (kind, far, near) && board.step(other, *d) == Some(at));
                    if !whole {
                        return Err("the piece is not whole".into());
                    }
                    vec![at, other]
                }
                Content::Unit(..) => vec![at],
            };
            let mut targets = Vec::new();
            for part in &parts {
                let to = board.step(*part, direction).ok_or_else(off)?;
                if !parts.contains(&to) && get(&to) != 0 {
                    return Err("something is in the way".into());
                }
                targets.push(to);
            }
            parts.iter().for_each(|c| set(position, *c, 0));
            parts.iter().zip(&targets).for_each(|(a, b)| set(position, *b, get(a)));
        }
        Effect::Remove(list) => cells(list)?.iter().for_each(|c| set(position, *c, 0)),
        Effect::Put(kind, list) => {
            let content = only_content(pieces, *kind).ok_or("it is not said which piece appears")?;
            cells(list)?.iter().for_each(|c| set(position, *c, content));
        }
        Effect::Flip(a, b, list) => {
            for c in cells(list)? {
                let content = flipped(pieces, get(&c), *a, *b);
                set(position, c, content);
            }
        }
        // The row closes up when all else has happened.
        Effect::Close(_) => {}
    }
    Ok(())
}

fn flipped(pieces: &Pieces, content: ContentId, a: KindId, b: KindId) -> ContentId {
    let other = match pieces.content(content) {
        Content::Unit(k, member) if *k == a => Content::Unit(b, *member),
        Content::Unit(k, member) if *k == b => Content::Unit(a, *member),
        _ => return content,
    };
    pieces.id(&other).unwrap_or(content)
}

/// The cells that a piece covers when it is laid on a cell: `rest` says in which direction its
/// other end lies, and whether it is turned round; or which member of its family it is.
pub(super) fn laid(
    model: &Model,
    entry: &Supply,
    first: Coord,
    rest: &[task::Bound],
) -> Option<Vec<(Coord, ContentId)>> {
    let pieces = &model.pieces;
    match (entry.labels, rest) {
        (None, []) if pieces.kind(entry.kind)?.marks.len() <= 1 => {
            Some(vec![(first, pieces.id(&Content::Unit(entry.kind, 0))?)])
        }
        (None, [task::Bound::Number(member)]) => {
            Some(vec![(first, pieces.id(&Content::Unit(entry.kind, u16::try_from(*member).ok()?))?)])
        }
        (Some((a, b)), [task::Bound::Direction(d), task::Bound::Number(turned)]) => {
            let (near, far) = if *turned == 0 { (a, b) } else { (b, a) };
            let second = model.board.step(first, *d)?;
            let back = directions(&model.board).find(|d| model.board.step(second, *d) == Some(first))?;
            Some(vec![
                (first, pieces.id(&Content::End(entry.kind, near, far, *d))?),
                (second, pieces.id(&Content::End(entry.kind, far, near, back))?),
            ])
        }
        _ => None,
    }
}
