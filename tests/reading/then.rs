//! What follows an action.

use puzzlec_syntax::ast::{ConsequenceRef, Repeat, RuleBody, RuleStatement, RuleStatementKind};

use super::board::Board;
use super::drawn::{self, Way};
use super::expression::{Scope, Stop, Value};
use super::files::Values;
use super::position::{Position, Traced};
use super::puzzle::{Puzzle, Rule};
use super::written;

/// More applications are taken for endless.
const MOST: usize = 3_000;

/// A way to apply a rule.
enum Act<'a> {
    Laid(&'a Rule, &'a [RuleStatement], Way),
    Bound(&'a Rule, &'a [RuleStatement], Vec<Value>),
}

/// The position when all that follows has happened: what follows an action of this rule, then what follows all.
pub fn settled(
    puzzle: &Puzzle,
    board: &Board,
    mut position: Position,
    own: (usize, &Values, &[ConsequenceRef], &Scope<'_>),
) -> Result<Position, Stop> {
    let (module, values, own, scope) = own;
    for one in own {
        position = after(puzzle, board, position, one, (module, values, scope))?;
    }
    for one in &puzzle.then {
        let nothing = Position::default();
        let scope = Scope::new(puzzle, board, &nothing, vec![0], &puzzle.values);
        position = after(puzzle, board, position, one, (0, &puzzle.values, &scope))?;
    }
    Ok(position)
}

fn after(
    puzzle: &Puzzle,
    board: &Board,
    mut now: Position,
    one: &ConsequenceRef,
    (module, values, scope): (usize, &Values, &Scope<'_>),
) -> Result<Position, Stop> {
    let mut given = Vec::new();
    let mut rule = one.rule.clone();
    rule.args.clear();
    for arg in &one.rule.args {
        match scope.direction(arg) {
            Ok(direction) => given.push(direction),
            Err(_) => rule.args.push(arg.clone()),
        }
    }
    let mut rules = Vec::new();
    puzzle.add_rule(module, &rule, values, &mut rules).map_err(Stop::Unclear)?;
    let acts = acts(puzzle, board, &rules, &given)?;
    if one.repeat != Repeat::UntilNone {
        let before = now.clone();
        for act in &acts {
            if one.repeat == Repeat::Once && applied(puzzle, board, &before, act)?.is_none() {
                continue;
            }
            if let Some(next) = applied(puzzle, board, &now, act)? {
                now = next;
            }
        }
        return Ok(now);
    }
    for _ in 0..MOST {
        let mut next = None;
        for act in &acts {
            next = applied(puzzle, board, &now, act)?.filter(|next| *next != now);
            if next.is_some() {
                break;
            }
        }
        match next {
            Some(next) => now = next,
            None => return Ok(now),
        }
    }
    Err(Stop::Unclear("what follows does not end".into()))
}

/// All ways to apply rules, in order.
fn acts<'a>(
    puzzle: &Puzzle,
    board: &Board,
    rules: &'a [Rule],
    given: &[usize],
) -> Result<Vec<Act<'a>>, Stop> {
    let nothing = Position::default();
    let mut all = Vec::new();
    for rule in rules {
        let RuleBody::Statements(statements) = &rule.item.body else {
            return Err(Stop::Unclear("a rule of another kind".into()));
        };
        let scope = Scope::new(puzzle, board, &nothing, vec![rule.module], &rule.values);
        let mut drawn_rule = false;
        for statement in statements {
            if let RuleStatementKind::Pattern(pattern) = &statement.kind {
                drawn_rule = true;
                let ways = drawn::in_order(board, &scope, pattern)?;
                all.extend(ways.into_iter().map(|way| Act::Laid(rule, statements, way)));
            }
        }
        if drawn_rule {
            continue;
        }
        let mut lists: Vec<Vec<Value>> = vec![Vec::new()];
        let mut given = given.iter();
        for variable in &rule.item.over {
            let directed = variable.kinds.iter().any(|kind| kind.text() == "direction");
            let values: Vec<Value> = match directed {
                _ if variable.range.is_some() => written::values(board, &nothing, &scope, variable)?,
                true => match given.next() {
                    Some(direction) => vec![Value::Direction(*direction)],
                    None => (0..board.directions().len()).map(Value::Direction).collect(),
                },
                false => board.cells.iter().map(|cell| Value::Cells(vec![*cell])).collect(),
            };
            let longer = |list: &Vec<Value>| {
                let list = list.clone();
                values
                    .iter()
                    .map(move |v| list.iter().cloned().chain([v.clone()]).collect())
                    .collect::<Vec<_>>()
            };
            lists = lists.iter().flat_map(longer).collect();
        }
        all.extend(lists.into_iter().map(|values| Act::Bound(rule, statements, values)));
    }
    Ok(all)
}

/// What an act makes of a position, if it applies there.
fn applied(puzzle: &Puzzle, board: &Board, now: &Position, act: &Act<'_>) -> Result<Option<Position>, Stop> {
    let before = Traced::new(now);
    match act {
        Act::Laid(rule, statements, way) => {
            let Some(mut after) = drawn::played(puzzle, &before, way)? else { return Ok(None) };
            let scope = Scope::new(puzzle, board, now, vec![rule.module], &rule.values);
            let counted = match written::count(puzzle, &scope, statements, &mut after) {
                Err(Stop::Off) => false,
                other => other?,
            };
            Ok(counted.then(|| after.position(now.length)))
        }
        Act::Bound(rule, statements, bound) => {
            let mut scope = Scope::new(puzzle, board, now, vec![rule.module], &rule.values);
            for (variable, value) in rule.item.over.iter().zip(bound) {
                if !written::values(board, now, &scope, variable)?.contains(value) {
                    return Ok(None);
                }
            }
            let names = rule.item.over.iter().map(|v| v.name.text.clone());
            scope.variables = names.zip(bound.iter().cloned()).collect();
            let made = written::played(puzzle, board, &before, &scope, &rule.item, statements)?;
            Ok(made.map(|(after, length, _)| after.position(length)))
        }
    }
}
