//! Unbounded boards, cut to what can matter.
//!
//! **Exact cuts.** Let every rule have reach R ([`reach`](super::reach)), let W be a rectangle that contains
//! the start and all cells that rules name, and let the field F be W with R cells more on each side. Suppose
//! that no position of the puzzle has a piece outside W. Then the puzzle is equivalent to the task whose
//! variables are the cells of W, and whose patterns and variables may also lie in the border F without W: in
//! such a position an action that changes anything covers and changes only cells of F, as F contains all
//! cells within R steps of W; and tests are evaluated on all cells, of which those outside W are empty, as
//! they are on the board.
//!
//! That no position has a piece outside W is proved on a larger field that contains F, by the reachability of
//! [`relaxed`], which over-approximates: suppose that it leaves all cells outside W empty. The start has no
//! piece outside W. If a position has none, then each of its actions that changes anything lies in F, so it
//! is an action of that larger task; the position after it is within the over-approximation, and has no piece
//! outside W either.
//!
//! **Windows.** Patterns and variables lie in the window. Cells outside are and stay empty: an action that
//! would put a piece there is not an action of the window.

use super::reach::{Boundless, FARTHEST, Reach, reach};
use super::{Failure, Ground, endless, fires, on_cells, rules_of, start_of};
use crate::{Relaxed, relaxed};
use puzzlec_base::Budget;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::grouped;
use puzzlec_model::board::{Coord, Shape};
use puzzlec_model::goal::Goal;
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::Lattice;
use puzzlec_task::{Action, Bounds, Task};

/// Maximum number of cells of a window.
const LARGEST_WINDOW: usize = 60_000;
/// Maximum number of cells of a field on which the movement of pieces is computed.
const LARGEST_FIELD: usize = 2_500;
/// If pieces leave the first field, wider ones are tried up to this number of cells.
const LARGEST_WIDER_FIELD: usize = 400;

/// A rectangle of coordinates.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Area {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
}

impl Area {
    fn around(cells: impl IntoIterator<Item = Coord>) -> Option<Area> {
        let mut area: Option<Area> = None;
        for c in cells {
            let one = Area { left: c.x, right: c.x, top: c.y, bottom: c.y };
            area = Some(area.map_or(one, |a| Area {
                left: a.left.min(c.x),
                right: a.right.max(c.x),
                top: a.top.min(c.y),
                bottom: a.bottom.max(c.y),
            }));
        }
        area
    }

    /// The area with a margin on each side.
    fn grown(self, by: i64, flat: bool) -> Area {
        let by = i32::try_from(by).unwrap_or(i32::MAX);
        let rows = if flat { 0 } else { by };
        Area {
            left: self.left.saturating_sub(by),
            right: self.right.saturating_add(by),
            top: self.top.saturating_sub(rows),
            bottom: self.bottom.saturating_add(rows),
        }
    }

    /// Its cells in reading order; `None` if there are more than `most`, or if some are very far away.
    fn cells(self, most: usize) -> Option<Vec<Coord>> {
        let near = -FARTHEST..=FARTHEST;
        if ![self.left, self.right, self.top, self.bottom].iter().all(|n| near.contains(n)) {
            return None;
        }
        let width = usize::try_from(self.right.checked_sub(self.left)?).ok()? + 1;
        let height = usize::try_from(self.bottom.checked_sub(self.top)?).ok()? + 1;
        if width.checked_mul(height)? > most {
            return None;
        }
        let row = |y: i32| (self.left..=self.right).map(move |x| Coord::new(x, y));
        Some((self.top..=self.bottom).flat_map(row).collect())
    }

    /// The smallest area that holds both.
    fn with(self, other: Area) -> Area {
        Area {
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            top: self.top.min(other.top),
            bottom: self.bottom.max(other.bottom),
        }
    }

    fn within(self, other: Area) -> bool {
        self.with(other) == other
    }

    fn contains(self, c: Coord) -> bool {
        (self.left..=self.right).contains(&c.x) && (self.top..=self.bottom).contains(&c.y)
    }
}

pub(super) fn ground(model: &Model, margin: Option<u32>, budget: &Budget) -> Result<Ground, Failure> {
    endless::check(model).map_err(|d| *d)?;
    let mut shown: Vec<Coord> = start_of(model).keys().copied().collect();
    if let Question::Moves { goal, .. } = &model.question {
        drawn_cells(&goal.0, &mut shown);
    }
    let flat = model.board.shape == Shape::Lattice(Lattice::Line);
    let Some(area) = Area::around(shown) else {
        let text = "an unbounded board needs at least one piece";
        return Err(Diagnostic::new(Code::NeedsBound, model.span, text).into());
    };
    if let Some(margin) = model.window {
        return window(model, area, margin, true, flat, budget);
    }
    if let Some(margin) = margin {
        return window(model, area, margin, false, flat, budget);
    }
    let cut = match reach(model) {
        Ok(reach) => exact(model, &reach, area, flat, budget)?,
        Err(boundless) => Err(NoCut::Boundless(boundless)),
    };
    match cut {
        Ok(ground) => Ok(ground),
        Err(_) if flat => {
            let longest = i64::from(area.right) - i64::from(area.left) + 1;
            let margin = u32::try_from((longest / 2).clamp(2, 8)).unwrap_or(4);
            window(model, area, margin, false, flat, budget)
        }
        Err(why) => Err(why.diagnostic(model).into()),
    }
}

/// The puzzle played on the area with a margin.
fn window(
    model: &Model,
    area: Area,
    margin: u32,
    stated: bool,
    flat: bool,
    budget: &Budget,
) -> Result<Ground, Failure> {
    let Some(cells) = area.grown(margin.into(), flat).cells(LARGEST_WINDOW) else {
        let most = grouped(LARGEST_WINDOW as u64);
        let text = format!("the window of puzzle `{}` has more than {most} cells", model.name);
        let help = if stated { "use a smaller window" } else { "use a bounded board" };
        return Err(Diagnostic::new(Code::NeedsBound, model.span, text).help(help).into());
    };
    let task = on_cells(model, cells.clone(), Vec::new(), false, budget)?;
    let fires = fires(model, &task);
    Ok(Ground { task, cells, floors: Vec::new(), bounds: Bounds::Window { margin, stated }, fires })
}

/// The reason that there is no exact cut.
enum NoCut {
    /// A rule is not of a form that is known to act near the pieces only.
    Boundless(Boundless),
    /// The cells that pieces can reach, together with those that rules read, are too many already for the
    /// start.
    TooLarge,
    /// Pieces leave every field that was tried; this rule moves them out.
    Spreads(String),
}

impl NoCut {
    fn diagnostic(self, model: &Model) -> Diagnostic {
        let name = &model.name;
        let most = grouped(LARGEST_FIELD as u64);
        let d = |text: String| Diagnostic::new(Code::NeedsBound, model.span, text);
        let d = match self {
            NoCut::Boundless(Boundless { rule, span, part }) => d(format!(
                "puzzle `{name}` needs a bound: rule `{rule}` {part}"
            ))
            .also(span, "the rule is here")
            .note(
                "a variable is bounded if it stands for a piece, or is a known number of steps away from one",
            ),
            NoCut::TooLarge => d(format!(
                "puzzle `{name}` needs a bound: the area of the pieces and the reach of the rules is too large"
            ))
            .note(format!("on an unbounded board, areas of up to {most} cells are tried")),
            NoCut::Spreads(rule) => {
                d(format!("the pieces of puzzle `{name}` may move farther and farther away on an unbounded board"))
                    .note(format!("rule `{rule}` may move them out of every area that was tried"))
            }
        };
        d.help("use a bounded board, such as `board square 12 by 12`, or add `window 4`")
    }
}

/// The task on just the cells that pieces can reach, if these are bounded.
fn exact(
    model: &Model,
    reach: &Reach,
    area: Area,
    flat: bool,
    budget: &Budget,
) -> Result<Result<Ground, NoCut>, Failure> {
    let named = Area::around(reach.named.iter().copied());
    let area = named.map_or(area, |named| area.with(named));
    // Tests after moves only forbid actions: without them no fewer cells are reached. The checker proves that no piece
    // leaves the cells without them, too.
    let free = model.without_tests();
    let mut left = None;
    let mut margin = reach.steps;
    loop {
        let field = area.grown(margin, flat);
        let most = if left.is_none() { LARGEST_FIELD } else { LARGEST_WIDER_FIELD };
        let Some(cells) = field.cells(most) else { break };
        let task = match on_cells(&free, cells.clone(), Vec::new(), false, budget) {
            // Pieces spread so far that their moves are too many.
            Err(Failure::Diagnostics(_)) if left.is_some() => break,
            other => other?,
        };
        let found = relaxed(&task);
        let occupied = cells.iter().zip(&found.values).filter(|(_, values)| values.iter().any(|v| v != 0));
        let reached = Area::around(occupied.map(|(c, _)| *c)).map_or(area, |reached| reached.with(area));
        let wider = reached.grown(reach.steps, flat);
        if wider.within(field) {
            let inside = |c: &Coord| reached.contains(*c);
            let all = wider.cells(LARGEST_FIELD).unwrap_or_default();
            let (cells, border): (Vec<Coord>, Vec<Coord>) = all.into_iter().partition(inside);
            let task = on_cells(model, cells.clone(), border, false, budget)?;
            let fires = fires(model, &task);
            return Ok(Ok(Ground { task, cells, floors: Vec::new(), bounds: Bounds::Exact, fires }));
        }
        left = Some(carrier(model, &task, &found, &cells, area));
        margin = margin.saturating_mul(2);
    }
    Ok(Err(left.map_or(NoCut::TooLarge, NoCut::Spreads)))
}

/// A rule that may put a piece outside the area.
fn carrier(model: &Model, task: &Task, found: &Relaxed, cells: &[Coord], area: Area) -> String {
    let outside = |var: u32| cells.get(var as usize).is_some_and(|c| !area.contains(*c));
    let puts = |action: &Action| {
        action.assign.iter().filter(|(var, _)| outside(*var)).any(|(_, assign)| match assign.source() {
            None => assign.value(0) != 0,
            Some(from) => found.values.get(from as usize).is_some_and(|values| {
                let allowed = |v: &u16| action.guard_of(from).is_none_or(|g| g.contains(*v));
                values.iter().filter(allowed).any(|v| assign.value(v) != 0)
            }),
        })
    };
    let fires = task.actions.iter().zip(&found.fires).find(|(action, fires)| **fires && puts(action));
    let rule = fires.and_then(|(action, _)| rules_of(model).get(action.label.rule as usize));
    rule.map_or_else(String::new, |rule| rule.name.clone())
}

fn drawn_cells(goal: &Goal, cells: &mut Vec<Coord>) {
    match goal {
        Goal::Drawn(drawn) if !drawn.anywhere => cells.extend(drawn.cells.keys()),
        Goal::Drawn(_) | Goal::Test(_) | Goal::Stuck | Goal::Callback(_) => {}
        Goal::Any(parts) | Goal::All(parts) => parts.iter().for_each(|p| drawn_cells(p, cells)),
    }
}
