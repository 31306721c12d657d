//! Tasks built by hand.

use puzzlec_task::{
    Action, Assign, Bound, Condition, Cost, Label, Measure, Position, Task, Value, ValueSet, VarId, Variable,
};

/// A task with cells named by number, all of one size.
pub fn task(size: Value, start: Position, actions: Vec<Action>, goal: Condition) -> Task {
    let variables =
        (0..start.len()).map(|i| Variable { name: format!("c{i}"), size, counts: None }).collect();
    Task {
        oracle: None,
        consequences: None,
        wins: None,
        variables,
        contents: (0..size).map(|v| v.to_string()).collect(),
        actions,
        start,
        goal,
        measure: Measure { unit: "moves".into(), cost: Cost::Actions },
    }
}

/// An action; guard and assignments may come in any order.
pub fn action(guard: Vec<(VarId, ValueSet)>, assign: Vec<(VarId, Assign)>) -> Action {
    let binding = assign.iter().map(|a| Bound::Number(i64::from(a.0))).collect();
    let mut action = Action {
        label: Label { rule: 0, part: 0, binding },
        guard,
        condition: Condition::True,
        assign,
        mover: None,
        weight: 1,
        times: 1,
        then: 0,
    };
    action.guard.sort_by_key(|g| g.0);
    action.assign.sort_by_key(|a| a.0);
    action
}

pub fn one(value: Value) -> ValueSet {
    ValueSet::one(value)
}

pub fn is(var: VarId, value: Value) -> Condition {
    Condition::In(var, one(value))
}

/// The goal that is one position.
pub fn exactly(position: &[Value]) -> Condition {
    Condition::All(position.iter().zip(0..).map(|(v, var)| is(var, *v)).collect())
}

/// The edges of a grid, both ways.
pub fn edges(width: u32, height: u32) -> Vec<(u32, u32)> {
    let mut all = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let c = y * width + x;
            if x + 1 < width {
                all.extend([(c, c + 1), (c + 1, c)]);
            }
            if y + 1 < height {
                all.extend([(c, c + width), (c + width, c)]);
            }
        }
    }
    all
}

/// A sliding puzzle on a grid: tiles 1.. and one hole 0. Every tile its own actions, or one action
/// an edge that copies the tile.
pub fn sliding(width: u32, height: u32, start: Position, goal: &[Value], copying: bool) -> Task {
    let n = (width * height) as Value;
    let mut actions = Vec::new();
    for (from, to) in edges(width, height) {
        if copying {
            let mut a = action(
                vec![(from, (1..n).collect()), (to, one(0))],
                vec![(from, Assign::Set(0)), (to, Assign::Copy(from))],
            );
            a.mover = Some((from, to));
            actions.push(a);
        } else {
            for tile in 1..n {
                let mut a = action(
                    vec![(from, one(tile)), (to, one(0))],
                    vec![(from, Assign::Set(0)), (to, Assign::Set(tile))],
                );
                a.mover = Some((from, to));
                actions.push(a);
            }
        }
    }
    task(n, start, actions, exactly(goal))
}

/// A peg board from rows of text: `o` a peg, `.` a hole, blank no cell. Directions are offsets in
/// the picture.
pub fn pegs(picture: &[&str], directions: &[(i32, i32)], goal: impl Fn(usize) -> Condition) -> Task {
    let mut cells = Vec::new();
    let mut start = Vec::new();
    for (y, row) in picture.iter().enumerate() {
        for (x, c) in row.chars().enumerate().filter(|c| c.1 != ' ') {
            cells.push((x as i32, y as i32));
            start.push(Value::from(c == 'o'));
        }
    }
    let at = |x, y| cells.iter().position(|c| *c == (x, y)).map(|i| i as u32);
    let mut actions = Vec::new();
    for (i, (x, y)) in cells.iter().enumerate() {
        for (dx, dy) in directions {
            if let (Some(b), Some(c)) = (at(x + dx, y + dy), at(x + 2 * dx, y + 2 * dy)) {
                let a = i as u32;
                let mut jump = action(
                    vec![(a, one(1)), (b, one(1)), (c, one(0))],
                    vec![(a, Assign::Set(0)), (b, Assign::Set(0)), (c, Assign::Set(1))],
                );
                jump.mover = Some((a, c));
                actions.push(jump);
            }
        }
    }
    let goal = goal(start.len());
    task(2, start, actions, goal)
}

pub const SQUARE: &[(i32, i32)] = &[(1, 0), (0, 1), (-1, 0), (0, -1)];
pub const TRIANGLE: &[(i32, i32)] = &[(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, -1)];

/// Exactly one peg left.
pub fn one_left(cells: usize) -> Condition {
    Condition::Count { vars: (0..cells as u32).collect(), values: one(1), min: 1, max: 1 }
}

/// The triangle of 15 holes, the hole at the given place.
pub fn triangle15(hole: usize) -> Task {
    let mut t = pegs(&["o    ", "oo   ", "ooo  ", "oooo ", "ooooo"], TRIANGLE, one_left);
    t.start[hole] = 0;
    t
}

/// The English board of 33 holes, centre to centre.
#[allow(dead_code)]
pub fn english() -> Task {
    let rows = ["  ooo  ", "  ooo  ", "ooooooo", "ooo.ooo", "ooooooo", "  ooo  ", "  ooo  "];
    pegs(&rows, SQUARE, |n| exactly(&(0..n).map(|i| Value::from(i == 16)).collect::<Vec<_>>()))
}

/// Lights out: all on to all off.
pub fn lights(width: u32, height: u32) -> Task {
    let n = width * height;
    let all = edges(width, height);
    let actions = (0..n).map(|c| {
        let mut cells: Vec<u32> = all.iter().filter(|e| e.0 == c).map(|e| e.1).collect();
        cells.push(c);
        action(vec![], cells.into_iter().map(|c| (c, Assign::Map(c, vec![1, 0]))).collect())
    });
    let actions = actions.collect();
    task(2, vec![1; n as usize], actions, exactly(&vec![0; n as usize]))
}

/// Frogs and toads: steps and jumps over one of the other kind.
pub fn frogs(each: usize) -> Task {
    let n = 2 * each + 1;
    let cell = |i: usize| match i.cmp(&each) {
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 2,
    };
    let start: Position = (0..n).map(cell).collect();
    let goal: Position = start.iter().rev().copied().collect();
    let mut actions = Vec::new();
    for i in 0..n as i32 {
        for (kind, d) in [(1, 1), (2, -1)] {
            for far in [1, 2] {
                let to = i + d * far;
                if to < 0 || to >= n as i32 {
                    continue;
                }
                let mut guard = vec![(i as u32, one(kind)), (to as u32, one(0))];
                if far == 2 {
                    guard.push(((i + d) as u32, one(3 - kind)));
                }
                let mut a = action(guard, vec![(i as u32, Assign::Set(0)), (to as u32, Assign::Set(kind))]);
                a.mover = Some((i as u32, to as u32));
                actions.push(a);
            }
        }
    }
    task(3, start, actions, exactly(&goal))
}

/// Coins on a grid: one goes to an empty cell that has at least two other coins beside it.
pub fn coins(width: u32, height: u32, start: Position, goal: &[Value]) -> Task {
    let n = width * height;
    let all = edges(width, height);
    let mut actions = Vec::new();
    for from in 0..n {
        for to in (0..n).filter(|t| *t != from) {
            let around: Vec<u32> = all.iter().filter(|e| e.0 == to && e.1 != from).map(|e| e.1).collect();
            let mut a = action(
                vec![(from, one(1)), (to, one(0))],
                vec![(from, Assign::Set(0)), (to, Assign::Set(1))],
            );
            a.condition = Condition::Count { vars: around, values: one(1), min: 2, max: u32::MAX };
            a.mover = Some((from, to));
            actions.push(a);
        }
    }
    task(2, start, actions, exactly(goal))
}

/// A block puzzle: shapes as (width, height), blocks as (shape, column, row). A cell holds nothing
/// or the part of a shape that lies there. The goal is that a shape's first part is somewhere.
pub fn blocks(
    (width, height): (u32, u32),
    shapes: &[(u32, u32)],
    placed: &[(usize, u32, u32)],
    goal: (usize, u32, u32),
) -> Task {
    let mut first = vec![1];
    for (w, h) in shapes {
        first.push(first.last().unwrap() + (w * h) as Value);
    }
    let cells = |shape: usize, x: u32, y: u32| -> Vec<(u32, Value)> {
        let (w, h) = shapes[shape];
        let parts = (0..h).flat_map(|j| (0..w).map(move |i| (i, j)));
        parts.map(|(i, j)| ((y + j) * width + x + i, first[shape] + (j * w + i) as Value)).collect()
    };
    let mut start = vec![0; (width * height) as usize];
    for (shape, x, y) in placed {
        for (cell, part) in cells(*shape, *x, *y) {
            start[cell as usize] = part;
        }
    }
    let mut actions = Vec::new();
    for (shape, (w, h)) in shapes.iter().enumerate() {
        for y in 0..=height - h {
            for x in 0..=width - w {
                for (dx, dy) in SQUARE {
                    let (nx, ny) = (x as i32 + dx, y as i32 + dy);
                    if nx < 0 || ny < 0 || nx as u32 + w > width || ny as u32 + h > height {
                        continue;
                    }
                    let old = cells(shape, x, y);
                    let new = cells(shape, nx as u32, ny as u32);
                    let mut guard: Vec<_> = old.iter().map(|(c, p)| (*c, one(*p))).collect();
                    let mut assign: Vec<_> = new.iter().map(|(c, p)| (*c, Assign::Set(*p))).collect();
                    for (c, _) in &new {
                        if !old.iter().any(|o| o.0 == *c) {
                            guard.push((*c, one(0)));
                        }
                    }
                    for (c, _) in &old {
                        if !new.iter().any(|o| o.0 == *c) {
                            assign.push((*c, Assign::Set(0)));
                        }
                    }
                    let mut a = action(guard, assign);
                    a.mover = Some((old[0].0, new[0].0));
                    actions.push(a);
                }
            }
        }
    }
    let size = *first.last().unwrap();
    let goal = is(goal.2 * width + goal.1, first[goal.0]);
    let mut t = task(size, start, actions, goal);
    t.measure.cost = Cost::Runs;
    t
}

/// Klotski as it is sold: 81 moves.
pub fn klotski() -> Task {
    let shapes = [(2, 2), (1, 2), (2, 1), (1, 1)];
    let placed = [
        (1, 0, 0),
        (0, 1, 0),
        (1, 3, 0),
        (1, 0, 2),
        (2, 1, 2),
        (1, 3, 2),
        (3, 1, 3),
        (3, 2, 3),
        (3, 0, 4),
        (3, 3, 4),
    ];
    blocks((4, 5), &shapes, &placed, (0, 1, 3))
}
