//! Preconditions and effects of a step, by the rule as written.

use std::collections::BTreeSet;

use super::contents;
use super::eval::Eval;
use super::linked;
use super::play::Play;
use super::whole;
use super::{Position, Unproved};
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{Budget, Progress};
use puzzlec_model::board::{Board, Coord, Direction};
use puzzlec_model::config::Configuration;
use puzzlec_model::expr::{Cell, Cells};
use puzzlec_model::hooks::{kind_in_play, move_view, quantified};
use puzzlec_model::piece::{Content, ContentId, Pieces};
use puzzlec_model::puzzle::Supply;
use puzzlec_model::query::Bound;
use puzzlec_model::rule::{
    Body, Domain, Effect, Floor, Pattern, PatternCell, PatternFloor, Quantified, Rule, Setting, check_pieces,
};
use puzzlec_model::{Model, Question};
use puzzlec_task as task;

/// The value of a rule's slot, once bound.
pub(super) type Slot = Option<Bound>;

/// The answer of a script. A script failure in the checker proves nothing; a stopped script decides nothing.
pub(super) fn script_result<T>(answer: Result<T, Box<Diagnostic>>, budget: &Budget) -> Result<T, Unproved> {
    match answer {
        Ok(answer) => Ok(answer),
        Err(found) => {
            budget.poll(&Progress::default())?;
            Err(Unproved::Rejected(format!("a script fails: {}", found.headline)))
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
) -> Result<bool, Unproved> {
    let Some(legal) = &model.hooks.legal else { return Ok(true) };
    let name = rules(model).get(rule as usize).map_or("", |r| r.name.as_str());
    let callback = move_view(&model.board, name, before, after.to_vec());
    script_result(legal.legal(&model.hooks.field, before, &callback, budget), budget)
}

/// The positions after the moves that scripts give.
pub(super) fn given(
    model: &Model,
    position: &[ContentId],
    budget: &Budget,
) -> Result<Vec<Vec<ContentId>>, Unproved> {
    let mut play = Play::new(model, Position { cells: configuration(model, position), gone: 0 });
    let mut all = Vec::new();
    for (number, rule) in (0..).zip(rules(model)) {
        let Body::Callback(callback) = &rule.body else { continue };
        let specs = script_result(callback.moves(&model.hooks.field, position, budget), budget)?;
        for spec in &specs {
            let mut kind = |name: &str| kind_in_play(&model.pieces, name);
            let quantified = quantified(&model.board, spec, &mut kind).map_err(Unproved::Rejected)?;
            check_pieces(&model.pieces, &quantified).map_err(Unproved::Rejected)?;
            // A move that does not apply here is none.
            play.begin();
            let next = play.written(&quantified, &[], &[]).map(|()| model.contents(play.cells()));
            play.undo();
            let Ok(next) = next else { continue };
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

/// Whether a pattern can be laid on cells that hold this.
pub(super) fn fits(
    model: &Model,
    board: &Board,
    pattern: &Pattern,
    cells: &[Coord],
    held: &[ContentId],
) -> Result<(), String> {
    if cells.len() != pattern.cells.len() {
        return Err("the pattern has a different number of cells".into());
    }
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
        return Err("the cells do not form a path of the pattern".into());
    }
    let covered = whole::covered(pattern, cells);
    for (i, (before, _)) in pattern.cells.iter().enumerate() {
        let content = model.pieces.content(held.get(i).copied().unwrap_or(0));
        if let Some(cell) = cells.get(i).filter(|cell| covered.contains(cell))
            && !whole::all_of((board, &model.pieces), *cell, content, &covered)
        {
            return Err(format!("a piece would lose its cell {}", board.name(*cell)));
        }
        let fits = match before {
            PatternCell::Any => true,
            PatternCell::Empty => *content == Content::Empty,
            PatternCell::Piece(piece, _) => piece.matches(content),
            PatternCell::Part(variable, number) => match (content, cells.get(i)) {
                (Content::Part(_, part), Some(here)) => {
                    let wanted = linked::beside(pattern, cells, (*variable, *number));
                    let wanted = wanted.into_iter().map(|(cell, _)| cell).collect();
                    linked::cells(board, *here, part).is_some_and(|found| found == wanted)
                }
                _ => false,
            },
        };
        if !fits {
            return Err(format!(
                "the content of cell {} does not match the pattern",
                board.name(*cells.get(i).unwrap_or(&Coord::new(0, 0)))
            ));
        }
    }
    Ok(())
}

/// Whether the floors below cells are those of a pattern that is laid on them.
pub(super) fn fits_floors(play: &Play<'_>, pattern: &Pattern, cells: &[Coord]) -> Result<(), String> {
    for said in &pattern.floors {
        let (Some(cell), Some(wanted)) = (cells.get(said.cell), said.before) else { continue };
        let content = play.model.pieces.content(play.content(cell.floor()));
        let fits = match wanted {
            Floor::Empty => *content == Content::Empty,
            Floor::Piece(piece) => piece.matches(content),
        };
        if !fits {
            return Err(format!("the floor of cell {} does not match the pattern", play.board.name(*cell)));
        }
    }
    Ok(())
}

/// The floor that a pattern leaves below a cell; `None` if it stays.
pub(super) fn floor_after(pieces: &Pieces, said: &PatternFloor) -> Result<Option<ContentId>, String> {
    Ok(match said.after {
        None => None,
        Some(Floor::Empty) => Some(0),
        Some(Floor::Piece(kind)) => {
            Some(contents::put(pieces, kind).ok_or("the new floor piece is not specified")?)
        }
    })
}

fn place_of(pattern: &Pattern, wanted: PatternCell, left: bool) -> Option<usize> {
    pattern.cells.iter().position(|(b, a)| if left { *b == wanted } else { *a == wanted })
}

/// The new content of the cell of this index under a laid pattern; `None` if it does not change.
pub(super) fn laid_on(
    model: &Model,
    board: &Board,
    pattern: &Pattern,
    (i, cells): (usize, &[Coord]),
    held: &[ContentId],
) -> Result<Option<ContentId>, String> {
    let (Some((_, after)), Some(cell)) = (pattern.cells.get(i), cells.get(i)) else { return Ok(None) };
    let from = |wanted: PatternCell| place_of(pattern, wanted, true).and_then(|j| held.get(j)).copied();
    Ok(Some(match after {
        PatternCell::Any => return Ok(None),
        PatternCell::Empty => 0,
        PatternCell::Piece(piece, _) => match from(*after) {
            Some(content) => content,
            None => contents::put(&model.pieces, *piece).ok_or("the new piece is not specified")?,
        },
        PatternCell::Part(variable, number) => {
            let old = place_of(pattern, *after, true).and_then(|j| cells.get(j));
            let (Some(old), Some(content)) = (old, from(*after)) else {
                return Err("a cell of a piece is missing".into());
            };
            let beside = linked::beside(pattern, cells, (*variable, *number));
            linked::turned(board, &model.pieces, model.pieces.content(content), (*old, *cell), &beside)
                .ok_or("the cells of a piece would not be adjacent")?
        }
    }))
}

fn directions(board: &Board) -> impl Iterator<Item = Direction> + use<> {
    (0..board.directions().len()).filter_map(|d| Direction::try_from(d).ok())
}

/// The slots of a rule with its variables bound so, if that can be and its conditions hold.
pub(super) fn bound(
    eval: &Eval<'_>,
    board: &Board,
    rule: &Quantified,
    binding: &[task::Bound],
) -> Result<Vec<Slot>, String> {
    if binding.len() != rule.variables.len() {
        return Err("the rule has a different number of variables".into());
    }
    let mut slots: Vec<Slot> = Vec::with_capacity(rule.slots.max(binding.len()));
    for (variable, bound) in rule.variables.iter().zip(binding) {
        let value = match (&variable.domain, bound) {
            (Domain::Directions, task::Bound::Direction(d)) if usize::from(*d) < board.directions().len() => {
                Bound::Direction(*d)
            }
            (Domain::Numbers(low, high), task::Bound::Number(n)) if (low..=high).contains(&n) => {
                Bound::Number(*n)
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
            _ => return Err(format!("`{}` has a value of the wrong kind", variable.name)),
        };
        slots.push(Some(value));
    }
    slots.resize(rule.slots.max(slots.len()), None);
    for guard in &rule.guards {
        if eval.test(guard, &mut slots) != Some(true) {
            return Err("a condition of the rule does not hold".into());
        }
    }
    Ok(slots)
}

/// The new values of counters on their places, by the position before the step.
pub(super) fn settings(
    eval: &Eval<'_>,
    pieces: &Pieces,
    sets: &[Setting],
    slots: &[Slot],
) -> Result<Vec<(Coord, ContentId)>, String> {
    let mut slots = slots.to_vec();
    let new = |setting: &Setting| {
        let counter = pieces.counters.get(usize::from(setting.counter)).ok_or("there is no such counter")?;
        let number = eval.number(&setting.value, &mut slots);
        let number = number.ok_or_else(|| format!("the new value of `{}` has no value", counter.name))?;
        let value = counter.value(number).ok_or_else(|| {
            let (low, high) = counter.range;
            format!("`{}` would be {number}, outside of {low}..{high}", counter.name)
        })?;
        Ok((Coord::counter(setting.counter), value))
    };
    sets.iter().map(new).collect()
}

/// The cells over which a rule closes up its row, in order.
pub(super) fn gaps(rule: &Quantified, slots: &[Slot]) -> Result<BTreeSet<Coord>, String> {
    let closed = rule.effects.iter().filter_map(|effect| match effect {
        Effect::Close(slot) => Some(slot),
        _ => None,
    });
    let cell = |slot: &usize| match slots.get(*slot) {
        Some(Some(Bound::Cell(gap))) => Ok(*gap),
        _ => Err("a cell is off the board".to_owned()),
    };
    closed.map(cell).collect()
}

/// Effects on the cells that their lists are in a position.
pub(super) fn settled(eval: &Eval<'_>, effects: &[Effect], slots: &[Slot]) -> Result<Vec<Effect>, String> {
    let place = eval.place(slots);
    let fixed = |list: &Cells| place.cells(list).map(Cells::Fixed).ok_or("a list of cells has no value");
    let list = |list: &Cells| match list {
        Cells::Floor(inner) => fixed(inner).map(|inner| Cells::Floor(Box::new(inner))),
        list => fixed(list),
    };
    let cell = |cell: &Cell| place.cell(cell).map(Cell::Fixed).ok_or("there is no such cell");
    let settled = |effect: &Effect| {
        Ok(match effect {
            Effect::Move(from, to) => Effect::Move(list(from)?, list(to)?),
            Effect::Swap(a, b) => Effect::Swap(cell(a)?, cell(b)?),
            Effect::Shift(at, dir) => Effect::Shift(cell(at)?, dir.clone()),
            Effect::Remove(cells) => Effect::Remove(list(cells)?),
            Effect::Put(kind, cells) => Effect::Put(*kind, list(cells)?),
            Effect::Clear(kind, cells) => Effect::Clear(*kind, list(cells)?),
            Effect::Flip(a, b, cells) => Effect::Flip(*a, *b, list(cells)?),
            Effect::Close(slot) => Effect::Close(*slot),
        })
    };
    effects.iter().map(settled).collect::<Result<_, &str>>().map_err(str::to_owned)
}

/// The result of an effect.
pub(super) fn change(play: &mut Play<'_>, effect: &Effect, slots: &[Slot]) -> Result<(), String> {
    let off = || "a cell is off the board".to_owned();
    let (board, pieces) = (&play.board, &play.model.pieces);
    let eval = play.eval();
    let cells = |list| eval.cells(list, slots).ok_or_else(off);
    let cell = |c| eval.place(slots).cell(c).ok_or_else(off);
    match effect {
        Effect::Move(from, to) => {
            let (from, to) = (cells(from)?, cells(to)?);
            if from.len() != to.len() {
                return Err("a move must leave as many cells as it reaches".into());
            }
            stay_whole(play, &from, &to)?;
            carry(play, &from, &to);
        }
        Effect::Swap(a, b) => {
            let (a, b) = (cell(a)?, cell(b)?);
            stay_whole(play, &[a, b], &[b, a])?;
            let (here, there) = (play.content(a), play.content(b));
            play.set(a, there);
            play.set(b, here);
        }
        Effect::Shift(at, dir) => {
            let at = cell(at)?;
            let direction = eval.place(slots).direction(dir).ok_or_else(off)?;
            let parts: Vec<Coord> = match eval.content(at) {
                Content::Empty => return Err("there is no piece".into()),
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
                Content::Part(..) => {
                    let found = linked::whole(board, pieces, at, &|cell| eval.content(cell));
                    found.ok_or("the piece is not whole")?
                }
                Content::Unit(..) => vec![at],
            };
            let mut targets = Vec::with_capacity(parts.len());
            for part in &parts {
                let to = board.step(*part, direction).ok_or_else(off)?;
                if !parts.contains(&to) && play.content(to) != 0 {
                    return Err("a cell is not free".into());
                }
                targets.push(to);
            }
            carry(play, &parts, &targets);
        }
        Effect::Remove(list) => {
            let list = cells(list)?;
            all_covered(play, &list, &list)?;
            list.iter().for_each(|c| play.set(*c, 0));
        }
        Effect::Put(piece, list) => {
            let content = contents::put(pieces, *piece).ok_or("the new piece is not specified")?;
            let list = cells(list)?;
            all_covered(play, &list, &list)?;
            list.iter().for_each(|c| play.set(*c, content));
        }
        Effect::Clear(kind, list) => {
            let held = |c: &Coord| kind.matches(pieces.content(play.content(*c)));
            let gone: Vec<Coord> = cells(list)?.into_iter().filter(held).collect();
            gone.iter().for_each(|c| play.set(*c, 0));
        }
        Effect::Flip(a, b, list) => {
            let list = cells(list)?;
            let partners = contents::exchange(pieces, *a, *b).ok_or("these cannot be exchanged")?;
            for cell in &list {
                let held = play.content(*cell);
                play.set(*cell, partners.get(usize::from(held)).copied().unwrap_or(held));
            }
        }
        // The row closes up when all else has happened.
        Effect::Close(_) => {}
    }
    Ok(())
}

/// Whether no piece would lose cells of these but keep others, if all cells of a list are emptied or covered.
pub(super) fn all_covered(play: &Play<'_>, cells: &[Coord], list: &[Coord]) -> Result<(), String> {
    let pieces = &play.model.pieces;
    let whole = |cell: &&Coord| {
        let content = pieces.content(play.content(**cell));
        cell.is_floor() || whole::all_of((&play.board, pieces), **cell, content, list)
    };
    match cells.iter().find(|cell| !whole(cell)) {
        None => Ok(()),
        Some(cell) => Err(format!("a piece would lose its cell {}", play.board.name(*cell))),
    }
}

/// Whether no piece would be torn, if the contents of cells move to others.
fn stay_whole(play: &Play<'_>, from: &[Coord], to: &[Coord]) -> Result<(), String> {
    let pieces = &play.model.pieces;
    let pairs: Vec<(Coord, Coord)> = from.iter().copied().zip(to.iter().copied()).collect();
    for cell in from {
        let content = pieces.content(play.content(*cell));
        if !whole::all_go((&play.board, pieces), *cell, content, &pairs) {
            return Err(format!("the piece on {} would be torn", play.board.name(*cell)));
        }
    }
    let covered: Vec<Coord> = to.iter().filter(|cell| !from.contains(cell)).copied().collect();
    all_covered(play, &covered, to)
}

/// Moves the contents of cells to others; the old cells become empty.
fn carry(play: &mut Play<'_>, from: &[Coord], to: &[Coord]) {
    let held: Vec<ContentId> = from.iter().map(|c| play.content(*c)).collect();
    from.iter().for_each(|c| play.set(*c, 0));
    to.iter().zip(held).for_each(|(c, content)| play.set(*c, content));
}

/// The cells that a laid piece covers: `rest` is the direction of its other end and whether it is turned, the member
/// of its family, or the number of its shape.
pub(super) fn laid(
    model: &Model,
    entry: &Supply,
    first: Coord,
    rest: &[task::Bound],
) -> Option<Vec<(Coord, ContentId)>> {
    lying(model, entry, first, rest).filter(|laid| laid.iter().all(|(cell, _)| entry.covers(*cell)))
}

fn lying(
    model: &Model,
    entry: &Supply,
    first: Coord,
    rest: &[task::Bound],
) -> Option<Vec<(Coord, ContentId)>> {
    let pieces = &model.pieces;
    if !entry.shapes.is_empty() {
        let [task::Bound::Number(number)] = rest else { return None };
        let shape = *entry.shapes.get(usize::try_from(*number).ok()?)?;
        let part = |(part, (x, y)): (u16, &(i32, i32))| {
            let cell = Coord::new(first.x.checked_add(*x)?, first.y.checked_add(*y)?);
            Some((cell, pieces.id(&Content::Block(entry.kind, shape, part))?))
        };
        return (0..).zip(pieces.shapes.get(usize::from(shape))?).map(part).collect();
    }
    match (entry.labels, rest) {
        (None, []) if pieces.kind(entry.kind)?.marks.len() <= 1 => {
            Some(vec![(first, pieces.id(&Content::Unit(entry.kind, 0))?)])
        }
        (None, [task::Bound::Number(member)]) => {
            let member = u16::try_from(*member).ok().filter(|m| entry.member.is_none_or(|own| own == *m))?;
            Some(vec![(first, pieces.id(&Content::Unit(entry.kind, member))?)])
        }
        (Some((a, b)), [task::Bound::Direction(d), task::Bound::Number(turned)]) => {
            let (near, far) = if *turned == 0 { (a, b) } else { (b, a) };
            let second = model.board.step(first, *d)?;
            let back = directions(&model.board).find(|d| model.board.step(second, *d) == Some(first))?;
            Some(vec![
                (first, pieces.id(&pieces.part(entry.kind, &[near, far], 0, (None, Some(*d)))?)?),
                (second, pieces.id(&pieces.part(entry.kind, &[near, far], 1, (Some(back), None))?)?),
            ])
        }
        _ => None,
    }
}
