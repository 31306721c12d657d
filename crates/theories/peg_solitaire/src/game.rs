//! Recognition of peg solitaire by the effects of a puzzle's rules.

use std::collections::BTreeMap;

use super::board::{Cells, Jump, MOST_CELLS, PegBoard, Problem, one};
use puzzlec_model::board::Coord;
use puzzlec_model::expr::Cells as Places;
use puzzlec_model::rule::{Body as RuleBody, Effect, PatternCell, Quantified};
use puzzlec_model::{Model, Question};
use puzzlec_search::{Relaxed, goal_positions, relaxed};
use puzzlec_task::certificate::Names;
use puzzlec_task::{Action, ActionId, Assign, Condition, Position, Task, Value, Variable};

/// A puzzle with more goals is left to general search.
pub const MOST_GOALS: usize = 4096;

/// A puzzle of peg solitaire: in every action a peg jumps over another, which is removed.
#[derive(Clone, Debug)]
pub struct Game {
    /// The board. Cell i is variable i of the task.
    pub board: PegBoard,
    /// I, the pegs at the start.
    pub start: Cells,
    /// Every J, a set of pegs that is a goal.
    pub goals: Vec<Cells>,
    /// By jump, its action.
    pub actions: Vec<ActionId>,
    /// The names of the cells.
    pub names: Vec<String>,
}

/// A task as this theory sees it.
#[derive(Clone, Debug)]
pub enum Read {
    /// Peg solitaire.
    Game(Box<Game>),
    /// Peg solitaire that the theory does not treat, and why.
    TooLarge(String),
    /// Something else.
    Other,
}

impl Game {
    /// Reads a task.
    pub fn read(task: &Task) -> Read {
        let mut kinds = task.start.iter().copied().filter(|v| *v != 0);
        let Some(peg) = kinds.next().filter(|peg| kinds.all(|v| v == *peg)) else { return Read::Other };
        if task.actions.is_empty() || task.oracle.is_some() {
            return Read::Other;
        }
        let jumps: Option<Vec<[u32; 3]>> = task.actions.iter().map(|a| jump(a, peg)).collect();
        let Some(jumps) = jumps else { return Read::Other };
        let cells = task.variables.len();
        if cells > MOST_CELLS {
            return Read::TooLarge(format!(
                "the theory of peg solitaire covers boards of up to {MOST_CELLS} cells; this one has {cells}"
            ));
        }
        let mut actions: BTreeMap<Jump, ActionId> = BTreeMap::new();
        for (action, [from, over, to]) in (0..).zip(jumps) {
            let cell = |var: u32| u8::try_from(var).unwrap_or(u8::MAX);
            let jump = Jump { from: cell(from), over: cell(over), to: cell(to) };
            // Proofs could not distinguish two jumps with the same effect.
            if actions.contains_key(&Jump { from: jump.over, over: jump.from, ..jump }) {
                return Read::Other;
            }
            actions.entry(jump).or_insert(action);
        }
        let Some(board) = PegBoard::new(cells, actions.keys().copied().collect()) else { return Read::Other };
        let actions = board.jumps().iter().filter_map(|jump| actions.get(jump).copied()).collect();
        // Including goals with pegs on cells that can never hold one: tests give the reason.
        let either = |_: &Variable| [0, peg].into_iter().collect();
        let frame = Relaxed { values: task.variables.iter().map(either).collect(), fires: Vec::new() };
        let Ok(Some(goals)) = goal_positions(task, &frame, MOST_GOALS, &mut |_| Ok(())) else {
            let text =
                format!("the theory of peg solitaire covers up to {MOST_GOALS} goals; this puzzle has more");
            return Read::TooLarge(text);
        };
        let names = Names::new(task);
        let names = (0..).zip(&task.variables).map(|(var, _)| names.variable(var)).collect();
        let mut goals: Vec<Cells> = goals.iter().map(|goal| pegs(goal, peg)).collect();
        goals.sort_unstable();
        Read::Game(Box::new(Game { start: pegs(&task.start, peg), board, goals, actions, names }))
    }

    /// Is this goal reachable from the start?
    pub fn problem(&self, goal: Cells) -> Problem<'_> {
        Problem { board: &self.board, start: self.start, goal }
    }

    /// The places of the cells as (row, column), for the rule of three. `cells` are those of the board.
    pub fn places(&self, cells: &[Coord]) -> Option<Vec<(i32, i32)>> {
        let places: Vec<(i32, i32)> = cells.iter().map(|c| (c.y, c.x)).collect();
        (places.len() == self.board.cells()).then_some(places)
    }

    /// The goals whose pegs and holes the task's cells can ever have.
    pub fn possible(&self, task: &Task) -> Vec<Cells> {
        let values = relaxed(task).values;
        let can = |goal: &Cells| {
            (0..).zip(&values).all(|(cell, held)| {
                if goal >> cell & 1 == 1 { held.iter().any(|v| v != 0) } else { held.contains(0) }
            })
        };
        self.goals.iter().copied().filter(can).collect()
    }

    /// The actions of a game.
    pub fn played(&self, jumps: &[usize]) -> Vec<ActionId> {
        jumps.iter().filter_map(|jump| self.actions.get(*jump).copied()).collect()
    }
}

/// Whether an action of a puzzle may be a jump, judging by the text of its rules. If none may, the puzzle is
/// another game.
///
/// A jump empties two cells and fills a third. The effects of a rule on a board are at most those in its
/// text.
pub fn may_jump(model: &Model) -> bool {
    match &model.question {
        Question::Moves { rules, .. } => !model.has_callbacks() && rules.iter().any(|rule| jumps(&rule.body)),
        Question::Game { .. } | Question::Place { .. } => false,
    }
}

fn jumps(rule: &RuleBody) -> bool {
    match rule {
        RuleBody::Patterns(patterns) => patterns.iter().any(|pattern| {
            let after = || pattern.cells.iter().map(|(_, after)| after);
            let empty = after().filter(|cell| **cell == PatternCell::Empty).count();
            empty >= 2 && after().any(|cell| matches!(cell, PatternCell::Piece(..) | PatternCell::Part(..)))
        }),
        RuleBody::Quantified(rule) => leaves_two(rule),
        RuleBody::Scripted(rules) => rules.iter().any(leaves_two),
        RuleBody::Callback(_) => false,
    }
}

/// Whether the effects may empty two occupied cells.
fn leaves_two(rule: &Quantified) -> bool {
    let left = rule.effects.iter().map(|effect| match effect {
        // An exchange empties at most one cell.
        Effect::Move(Places::One(_), _) | Effect::Swap(..) => 1,
        Effect::Put(..) | Effect::Clear(..) | Effect::Flip(..) => 0,
        Effect::Move(..) | Effect::Shift(..) | Effect::Remove(_) | Effect::Close(_) => 2,
    });
    left.sum::<u32>() >= 2
}

/// Whether the task has actions, and in all of them pegs of one kind jump over another peg, which is removed.
pub fn all_jumps(task: &Task) -> bool {
    let held = |action: &Action| action.guard.iter().filter_map(|(_, set)| set.single()).find(|v| *v != 0);
    let peg = task.actions.first().and_then(held);
    peg.is_some_and(|peg| task.actions.iter().all(|action| jump(action, peg).is_some()))
}

fn pegs(position: &Position, peg: Value) -> Cells {
    let held = (0..=u8::MAX).zip(position).filter(|(_, value)| **value == peg);
    held.fold(0, |set, (cell, _)| set | one(cell))
}

/// The variables P, Q, R of an action that is a jump: P is the one that its mover leaves, otherwise the
/// lesser.
fn jump(action: &Action, peg: Value) -> Option<[u32; 3]> {
    let (mut takes, mut fills) = (Vec::new(), None);
    if action.guard.len() != action.assign.len() || action.condition != Condition::True {
        return None;
    }
    for (var, assign) in &action.assign {
        match (action.guard_of(*var)?.single()?, assign) {
            (held, Assign::Set(0)) if held == peg => takes.push(*var),
            (0, Assign::Set(new)) if *new == peg && fills.is_none() => fills = Some(*var),
            _ => return None,
        }
    }
    match (takes.as_slice(), fills, action.mover) {
        ([over, from], Some(to), Some((leaves, _))) if leaves == *from => Some([*from, *over, to]),
        ([from, over], Some(to), _) => Some([*from, *over, to]),
        _ => None,
    }
}
