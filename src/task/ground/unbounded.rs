//! Unbounded boards, cut to what can matter.

use rustc_hash::FxHashSet;

use super::reach::{Reach, reach};
use super::{Failure, Ground, fires, on_cells, start_of};
use crate::base::Budget;
use crate::diag::{Code, Diagnostic};
use crate::model::board::{Coord, Shape};
use crate::model::goal::Goal;
use crate::model::{Model, Question};
use crate::syntax::ast::Lattice;
use crate::task::relaxed;
use crate::task::{Assign, Condition, Task, ValueSet, VarId};

/// How an unbounded board was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// The task is the puzzle: no piece can ever leave its cells.
    Exact,
    /// The task is the puzzle played on a part of the board: the start with so many cells more on
    /// each side.
    Window {
        /// The cells on each side.
        margin: u32,
        /// Whether the author stated it.
        stated: bool,
    },
}

impl Bounds {
    /// Why what is true of the task may not be true of the puzzle: nobody stated the window, and
    /// nothing proves that it is wide enough.
    pub fn doubt(self) -> Option<String> {
        match self {
            Bounds::Window { margin, stated: false } => Some(format!(
                "only the start and {margin} cells more on each side were looked at, and the line goes on"
            )),
            Bounds::Window { stated: true, .. } | Bounds::Exact => None,
        }
    }
}

/// Cells beyond which a cut is given up, on each side.
const LARGEST_CUT: usize = 60_000;

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

    fn grown(self, by: i32, flat: bool) -> Area {
        let rows = if flat { 0 } else { by };
        Area {
            left: self.left.saturating_sub(by),
            right: self.right.saturating_add(by),
            top: self.top.saturating_sub(rows),
            bottom: self.bottom.saturating_add(rows),
        }
    }

    fn cells(self) -> Option<Vec<Coord>> {
        let width = usize::try_from(self.right.checked_sub(self.left)?).ok()? + 1;
        let height = usize::try_from(self.bottom.checked_sub(self.top)?).ok()? + 1;
        if width.checked_mul(height)? > LARGEST_CUT {
            return None;
        }
        let row = |y: i32| (self.left..=self.right).map(move |x| Coord::new(x, y));
        Some((self.top..=self.bottom).flat_map(row).collect())
    }

    fn contains(self, c: Coord) -> bool {
        (self.left..=self.right).contains(&c.x) && (self.top..=self.bottom).contains(&c.y)
    }
}

pub(super) fn ground(model: &Model, margin: Option<u32>, budget: &Budget) -> Result<Ground, Failure> {
    let start = start_of(model);
    let mut spoken: Vec<Coord> = start.keys().copied().collect();
    if let Question::Moves { goal, .. } = &model.question {
        drawn_cells(&goal.0, &mut spoken);
    }
    let reach = reach(model);
    spoken.extend(reach.iter().flat_map(|r| &r.named));
    let flat = model.board.shape == Shape::Lattice(Lattice::Line);
    let Some(area) = Area::around(spoken) else {
        let text = "an unbounded board without a piece has nothing to show";
        return Err(Diagnostic::new(Code::NeedsBound, model.span, text).into());
    };
    let window = |margin: u32, stated: bool| -> Result<Ground, Failure> {
        let by = i32::try_from(margin).unwrap_or(i32::MAX / 4);
        let Some(cells) = area.grown(by, flat).cells() else { return Err(too_far(model, true)) };
        let task = on_cells(model, cells.clone(), budget)?;
        let fires = fires(model, &task);
        Ok(Ground { task, cells, bounds: Bounds::Window { margin, stated }, fires })
    };
    if let Some(margin) = model.window {
        return window(margin, true);
    }
    if let Some(margin) = margin {
        return window(margin, false);
    }
    match exact(model, reach.as_ref(), area, flat, budget)? {
        Some(ground) => Ok(ground),
        None if flat => {
            let longest = i64::from(area.right) - i64::from(area.left) + 1;
            window(u32::try_from((longest / 2).clamp(2, 8)).unwrap_or(4), false)
        }
        None => Err(too_far(model, false)),
    }
}

fn too_far(model: &Model, large: bool) -> Failure {
    let text = if large {
        format!("the window of puzzle `{}` is too large", model.name)
    } else {
        format!("the pieces of puzzle `{}` can go anywhere on an unbounded board", model.name)
    };
    Diagnostic::new(Code::NeedsBound, model.span, text)
        .help("give it a board with an end, such as `board square 12 by 12`, or say `window 4`")
        .into()
}

/// The task on just the cells that pieces can reach, if these are bounded. Reachability ignores
/// that pieces leave their cells, so it errs only towards more cells. The area is searched with a
/// border as wide as any rule reaches; when nothing can come into the border, nothing can come
/// beyond it.
fn exact(
    model: &Model,
    reach: Option<&Reach>,
    mut area: Area,
    flat: bool,
    budget: &Budget,
) -> Result<Option<Ground>, Failure> {
    let Some(reach) = reach.map(|r| r.steps) else { return Ok(None) };
    for _ in 0..6 {
        let Some(cells) = area.grown(reach, flat).cells() else { return Ok(None) };
        if cells.len() > 2_500 {
            return Ok(None);
        }
        let task = on_cells(model, cells.clone(), budget)?;
        let found = relaxed(&task);
        let reached = cells
            .iter()
            .zip(&found.values)
            .filter(|(_, values)| values.iter().any(|v| v != 0))
            .map(|(c, _)| *c);
        let Some(wider) = Area::around(reached) else { return Ok(None) };
        if [wider.left, wider.top].iter().zip([area.left, area.top]).all(|(w, a)| *w >= a)
            && wider.right <= area.right
            && wider.bottom <= area.bottom
        {
            let fires = fires(model, &task);
            // The border only served to see that nothing comes into it.
            let inner: Vec<Coord> = cells.into_iter().filter(|c| area.contains(*c)).collect();
            let task = on_cells(model, inner.clone(), budget)?;
            return Ok(Some(Ground { task, cells: inner, bounds: Bounds::Exact, fires }));
        }
        area = Area::around(
            [wider, area].iter().flat_map(|a| [Coord::new(a.left, a.top), Coord::new(a.right, a.bottom)]),
        )
        .unwrap_or(area);
    }
    Ok(None)
}

fn drawn_cells(goal: &Goal, cells: &mut Vec<Coord>) {
    match goal {
        Goal::Drawn(drawn) if !drawn.anywhere => cells.extend(drawn.cells.keys()),
        Goal::Drawn(_) | Goal::Test(_) | Goal::Asked(_) => {}
        Goal::Any(parts) | Goal::All(parts) => parts.iter().for_each(|p| drawn_cells(p, cells)),
    }
}

/// What an action asks and does.
type Deed = (Vec<(VarId, ValueSet)>, Vec<(VarId, Assign)>);

/// Whether a cell that no piece ever touches can be cut out of a line without harm: every cell an
/// action looks at holds a piece before or after it, and the actions stay actions when such a
/// cell is taken away between their parts. Then a plan of L actions needs no more cells than the
/// start has, and L times the most cells that one action newly covers; that number is returned.
///
/// Asked of a task on a line whose goal is a row that may lie anywhere.
pub fn gap_free(task: &Task) -> Option<u32> {
    let n = VarId::try_from(task.variables.len()).ok()?;
    let occupied = |set: &ValueSet| !set.contains(0);
    let fills = |assign: &Assign, guard: &[(VarId, ValueSet)]| match assign {
        Assign::Set(v) => *v != 0,
        Assign::Copy(from) => guard.iter().any(|g| g.0 == *from && occupied(&g.1)),
        Assign::Map(..) => false,
    };
    let mut known: FxHashSet<Deed> = FxHashSet::default();
    let mut most = 0;
    for action in &task.actions {
        if action.condition != Condition::True {
            return None;
        }
        for (var, set) in &action.guard {
            let filled = action.assign.iter().any(|(v, a)| v == var && fills(a, &action.guard));
            if !occupied(set) && !filled {
                return None;
            }
        }
        let newly = action.assign.iter().filter(|(var, assign)| {
            fills(assign, &action.guard) && !action.guard.iter().any(|g| g.0 == *var && occupied(&g.1))
        });
        most = most.max(u32::try_from(newly.count()).ok()?);
        known.insert((action.guard.clone(), action.assign.clone()));
    }
    for action in &task.actions {
        for gap in 0..n {
            if action.guard.iter().any(|g| g.0 == gap) || action.assign.iter().any(|a| a.0 == gap) {
                continue;
            }
            let down = |v: VarId| if v > gap { v - 1 } else { v };
            let guard = action.guard.iter().map(|(v, s)| (down(*v), s.clone())).collect();
            let assign = action
                .assign
                .iter()
                .map(|(v, a)| {
                    let a = match a {
                        Assign::Copy(from) => Assign::Copy(down(*from)),
                        Assign::Map(from, table) => Assign::Map(down(*from), table.clone()),
                        Assign::Set(value) => Assign::Set(*value),
                    };
                    (down(*v), a)
                })
                .collect();
            if !known.contains(&(guard, assign)) {
                return None;
            }
        }
    }
    Some(most)
}
