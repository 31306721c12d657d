//! Questions of placement: pieces are laid cell by cell in reading order, so that every
//! configuration is reached in just one way.

use super::goals;
use super::{Failure, Field, Ground, label};
use puzzlec_base::diag::Stop;
use puzzlec_base::words::{counted, grouped};
use puzzlec_base::{Budget, Progress, Span};
use puzzlec_model::Model;
use puzzlec_model::board::{Coord, Direction};
use puzzlec_model::goal::Goal;
use puzzlec_model::piece::Content;
use puzzlec_model::puzzle::Supply;
use puzzlec_task::Bounds;
use puzzlec_task::{
    Action, Assign, Bound, Condition, Cost, Label, Measure, Task, Value, ValueSet, VarId, Variable,
};

/// The number of the rule that lays a piece, in the labels of the plan.
pub const LAY: u32 = 0;
/// The number of the rule that passes over a cell.
pub const PASS: u32 = 1;

/// The cursor has a value for every cell, and one for the end.
const MOST_CELLS: usize = 1 << 15;

/// The task of a placement.
///
/// A cursor moves over the cells. At each one it lays a piece that covers no cell before it, or advances. The
/// steps are therefore in one order, the pieces by their first cells, and every arrangement of the pieces is
/// one sequence of steps.
pub(super) fn ground(
    model: &Model,
    supply: &[Supply],
    goal: &(Goal, Span),
    budget: &Budget,
) -> Result<Ground, Failure> {
    let cells = model.board.cells().to_vec();
    if cells.len() > MOST_CELLS {
        let most = counted(MOST_CELLS as u64, "cells");
        let what = format!("placement needs a board of at most {most}");
        return Err(Stop::TooLarge { what }.into());
    }
    let field = Field::new(&model.board, &model.pieces, cells.clone());
    let wanted = goals::condition(&field, &goal.0, goal.1)?;
    let n = cells.len();
    let var = |i: usize| VarId::try_from(i).unwrap_or(VarId::MAX);
    let value = |i: usize| Value::try_from(i).unwrap_or(Value::MAX);
    let contents = value(model.pieces.contents().count());
    let mut variables: Vec<Variable> =
        cells.iter().map(|c| Variable { name: model.board.name(*c), size: contents, counts: None }).collect();
    variables.push(Variable { name: "next cell".into(), size: value(n + 1), counts: Some(0) });
    for entry in supply {
        let mut name = format!("{} left", model.pieces.kind(entry.kind).map_or("piece", |k| &k.name));
        if let Some(member) = entry.member {
            name = format!("{name} {member}");
        }
        variables.push(Variable { name, size: entry.count.saturating_add(1), counts: Some(0) });
    }
    let mut start: Vec<Value> = vec![0; n + 1];
    start.extend(supply.iter().map(|s| s.count));
    let mut layer =
        Layer { model, fits: allowed(&wanted, n, contents), cursor: var(n), actions: Vec::new(), budget };
    let stock = |(number, entry): (usize, &Supply)| {
        let fewer = (0..=entry.count).map(|n| n.saturating_sub(1)).collect();
        ((1..=entry.count).collect(), Assign::Map(var(n + 1 + number), fewer))
    };
    let stocks: Vec<(ValueSet, Assign)> = supply.iter().enumerate().map(stock).collect();
    for (i, cell) in cells.iter().enumerate() {
        let here = var(i);
        // The cell does not change: it is covered by an earlier piece, or stays empty.
        let stays = layer.fits(here);
        layer.step(
            label(PASS, 0, vec![Bound::Cell(cell.x, cell.y)]),
            value(i),
            vec![(here, stays)],
            Vec::new(),
        )?;
        for (number, (entry, stock)) in supply.iter().zip(&stocks).enumerate() {
            layer.lay(*cell, here, entry, (number, var(n + 1 + number)), stock)?;
        }
    }
    let mut goal = wanted.and(Condition::In(var(n), ValueSet::one(value(n))));
    for (number, entry) in supply.iter().enumerate() {
        let left = (0..=entry.count - entry.least.min(entry.count)).collect();
        goal = goal.and(Condition::In(var(n + 1 + number), left));
    }
    let task = Task {
        oracle: None,
        consequences: None,
        wins: None,
        variables,
        contents: model.pieces.contents().map(|(id, _)| model.pieces.describe(id)).collect(),
        actions: layer.actions,
        start,
        goal,
        measure: Measure { unit: model.unit.clone(), cost: Cost::Actions },
    };
    Ok(Ground { task, cells, floors: Vec::new(), bounds: Bounds::Exact, fires: Vec::new() })
}

/// Collects the steps.
struct Layer<'a> {
    model: &'a Model,
    /// By cell, the contents that the goal allows.
    fits: Vec<ValueSet>,
    cursor: VarId,
    actions: Vec<Action>,
    budget: &'a Budget,
}

impl Layer<'_> {
    fn fits(&self, var: VarId) -> ValueSet {
        self.fits.get(var as usize).cloned().unwrap_or_default()
    }

    /// A step of the cursor from cell number `at` to the next.
    fn step(
        &mut self,
        label: Label,
        at: Value,
        mut guard: Vec<(VarId, ValueSet)>,
        mut assign: Vec<(VarId, Assign)>,
    ) -> Result<(), Failure> {
        if self.actions.len().is_multiple_of(1 << 10) {
            let bytes = (self.actions.len() * size_of::<Action>()) as u64;
            self.budget.poll(&Progress { bytes, ..Progress::default() })?;
        }
        if self.actions.len() >= super::MOST_ACTIONS {
            let most = grouped(super::MOST_ACTIONS as u64);
            return Err(Stop::too_large(format!("there are more than {most} ways to place a piece")).into());
        }
        guard.push((self.cursor, ValueSet::one(at)));
        assign.push((self.cursor, Assign::Set(at + 1)));
        guard.sort_by_key(|g| g.0);
        assign.sort_by_key(|a| a.0);
        let condition = Condition::True;
        self.actions.push(Action {
            label,
            guard,
            condition,
            assign,
            mover: None,
            weight: 1,
            times: 1,
            then: 0,
        });
        Ok(())
    }

    /// The ways to lay a piece of an entry whose first cell is this one. `left` is the entry's number and
    /// the variable that counts how many are left, `stock` its values with some left, and what takes one of them.
    fn lay(
        &mut self,
        cell: Coord,
        here: VarId,
        entry: &Supply,
        (number, left): (usize, VarId),
        (some, fewer): &(ValueSet, Assign),
    ) -> Result<(), Failure> {
        let model = self.model;
        let detail = u32::try_from(number).unwrap_or(u32::MAX);
        let at = Value::try_from(here).unwrap_or(Value::MAX);
        let has = || (left, some.clone());
        let fits = self.fits(here);
        if entry.count == 0 || !entry.covers(cell) {
            return Ok(());
        }
        if !entry.shapes.is_empty() {
            return self.lay_shape(cell, (at, detail), entry, has(), (left, fewer.clone()));
        }
        let Some((a, b)) = entry.labels else {
            // Any member of a family; the label determines it.
            let family = entry.member.is_some() || members(model, entry).count() > 1;
            for (content, member) in members(model, entry).filter(|(content, _)| fits.contains(*content)) {
                let mut binding = vec![Bound::Cell(cell.x, cell.y)];
                binding.extend(family.then_some(Bound::Number(member)));
                let guard = vec![(here, ValueSet::one(0)), has()];
                let assign = vec![(here, Assign::Set(content)), (left, fewer.clone())];
                self.step(label(LAY, detail, binding), at, guard, assign)?;
            }
            return Ok(());
        };
        let board = &model.board;
        for d in (0..board.directions().len()).filter_map(|d| Direction::try_from(d).ok()) {
            let Some(other) = board.step(cell, d).filter(|other| entry.covers(*other)) else { continue };
            let Some(other) = board.index(other).filter(|other| *other > here) else { continue };
            let there = self.fits(other);
            let half = i64::try_from(board.directions().len() / 2).unwrap_or(0);
            let back = board.turn(d, half);
            let ways = if a == b { vec![(a, b, 0)] } else { vec![(a, b, 0), (b, a, 1)] };
            for (near, far, turned) in ways {
                let content = |at, links| {
                    let part = model.pieces.part(entry.kind, &[near, far], at, links)?;
                    model.pieces.id(&part)
                };
                let ends = (content(0, (None, Some(d))), content(1, (Some(back), None)));
                let (Some(x), Some(y)) = ends else { continue };
                if fits.contains(x) && there.contains(y) {
                    let binding =
                        vec![Bound::Cell(cell.x, cell.y), Bound::Direction(d), Bound::Number(turned)];
                    let guard = vec![(here, ValueSet::one(0)), (other, ValueSet::one(0)), has()];
                    let assign = vec![(here, Assign::Set(x)), (other, Assign::Set(y)), (left, fewer.clone())];
                    self.step(label(LAY, detail, binding), at, guard, assign)?;
                }
            }
        }
        Ok(())
    }
}

impl Layer<'_> {
    /// The ways to lay a rigid piece whose first cell is this one, number `at`.
    fn lay_shape(
        &mut self,
        cell: Coord,
        (at, detail): (Value, u32),
        entry: &Supply,
        has: (VarId, ValueSet),
        fewer: (VarId, Assign),
    ) -> Result<(), Failure> {
        let (board, pieces) = (&self.model.board, &self.model.pieces);
        for (number, shape) in (0..).zip(&entry.shapes) {
            let offsets = pieces.shapes.get(usize::from(*shape)).map_or(&[][..], Vec::as_slice);
            let covered: Option<Vec<(VarId, Value)>> = (0..)
                .zip(offsets)
                .map(|(part, (x, y))| {
                    let covered = Coord::new(cell.x + x, cell.y + y);
                    let var = board.index(covered).filter(|_| entry.covers(covered))?;
                    let held = pieces.id(&Content::Block(entry.kind, *shape, part))?;
                    self.fits(var).contains(held).then_some((var, held))
                })
                .collect();
            let Some(covered) = covered else { continue };
            let mut guard: Vec<_> = covered.iter().map(|(var, _)| (*var, ValueSet::one(0))).collect();
            guard.push(has.clone());
            let mut assign: Vec<_> = covered.iter().map(|(var, held)| (*var, Assign::Set(*held))).collect();
            assign.push(fewer.clone());
            let binding = vec![Bound::Cell(cell.x, cell.y), Bound::Number(number)];
            self.step(label(LAY, detail, binding), at, guard, assign)?;
        }
        Ok(())
    }
}

/// The contents that an entry of pieces of one cell can lay, with the numbers of the family's members.
fn members(model: &Model, entry: &Supply) -> impl Iterator<Item = (Value, i64)> {
    let (kind, own) = (entry.kind, entry.member);
    model.pieces.contents().filter_map(move |(id, content)| match content {
        Content::Unit(k, member) if *k == kind && own.is_none_or(|own| own == *member) => {
            Some((id, i64::from(*member)))
        }
        _ => None,
    })
}

/// By cell, the contents that the goal allows, as far as its form shows them.
fn allowed(goal: &Condition, cells: usize, contents: Value) -> Vec<ValueSet> {
    let every: ValueSet = (0..contents).collect();
    let mut fits = vec![every; cells];
    let parts = match goal {
        Condition::All(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    for part in parts {
        if let Condition::In(var, values) = part
            && let Some(set) = fits.get_mut(*var as usize)
        {
            *set = set.intersection(values);
        }
    }
    fits
}
