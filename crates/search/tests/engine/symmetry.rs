//! Symmetries keep everything that counts, and the known ones are found.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_search::packed::{Canon, Job, Packed};
use puzzlec_search::{Relaxed, Symmetries, relaxed, symmetries};
use puzzlec_task::{Condition, Cost, Members, Position, Task, Value, VarId};

use crate::renamed::later;
use crate::{naive, random, tasks};

fn found(task: &Task) -> (Relaxed, Symmetries) {
    let relaxed = relaxed(task);
    let all = symmetries(task, &relaxed, &Budget::unlimited()).unwrap();
    (relaxed, all)
}

/// The number of renamings, and the sizes of the classes of like pieces.
fn orders(task: &Task) -> (usize, Vec<usize>) {
    let (_, all) = found(task);
    (all.renamings.len(), all.alike.iter().map(Vec::len).collect())
}

/// Positions within the relaxed values: all, or as many as are asked for, evenly spread.
fn positions(relaxed: &Relaxed, most: usize) -> Vec<Position> {
    let domains: Vec<Vec<Value>> = relaxed.values.iter().map(|s| s.iter().collect()).collect();
    let total = domains.iter().fold(1_u128, |n, d| n.saturating_mul(d.len() as u128));
    let n = total.min(most as u128);
    let pick = |at: u128| {
        let mut rest = if total <= most as u128 { at } else { total / n * at + at * at * 7919 % (total / n) };
        domains
            .iter()
            .map(|d| {
                let value = d[(rest % d.len() as u128) as usize];
                rest /= d.len() as u128;
                value
            })
            .collect()
    };
    (0..n).map(pick).collect()
}

/// What a move leads to, how many pieces it moves, and which.
type Move = (Position, u32, Option<(VarId, VarId)>);

/// What the actions of a task make of a position, each as often as it is there, with everything that
/// a length may depend on.
fn moves(task: &Task, position: &Position) -> Vec<Move> {
    let cost = task.measure.cost;
    let fires = task.actions.iter().filter(|a| naive::applies(a, position));
    let mut all: Vec<_> = fires
        .flat_map(|a| {
            let pieces = if cost == Cost::Weights { a.weight } else { 0 };
            let one = (naive::apply(a, position), pieces, a.mover.filter(|_| cost == Cost::Runs));
            std::iter::repeat_n(one, a.times as usize)
        })
        .collect();
    all.sort();
    all
}

/// Checks that a map of positions and variables keeps moves and goals.
fn keeps(
    task: &Task,
    position: &Position,
    apply: impl Fn(&Position) -> Position,
    variable: impl Fn(VarId) -> VarId,
) {
    let image = apply(position);
    let mut expected: Vec<_> = moves(task, position)
        .into_iter()
        .map(|(after, pieces, mover)| (apply(&after), pieces, mover.map(|(a, b)| (variable(a), variable(b)))))
        .collect();
    expected.sort();
    assert_eq!(moves(task, &image), expected, "{position:?} becomes {image:?}");
    assert_eq!(task.goal.holds(position), task.goal.holds(&image), "{position:?} becomes {image:?}");
}

fn exchanged(position: &Position, a: &[Value], b: &[Value]) -> Position {
    let send = |v: &Value| {
        let swap = |x: &[Value], y: &[Value]| x.iter().position(|w| w == v).map(|i| y[i]);
        swap(a, b).or(swap(b, a)).unwrap_or(*v)
    };
    position.iter().map(send).collect()
}

/// Checks the symmetries of a task on many positions, and the representatives of states.
fn check(task: &Task, most: usize) {
    let (relaxed, all) = found(task);
    assert_eq!(all, found(task).1, "the same every time");
    let positions = positions(&relaxed, most);
    for position in &positions {
        for renaming in &all.renamings {
            keeps(task, position, |p| renaming.apply(p), |v| renaming.variables[v as usize]);
        }
        for class in &all.alike {
            for pair in class.windows(2) {
                keeps(task, position, |p| exchanged(p, &pair[0], &pair[1]), |v| v);
            }
        }
    }
    let fixing = all.fixing(&task.start);
    assert!(!fixing.renamings.is_empty() || all.renamings.is_empty());
    for renaming in &fixing.renamings {
        assert_eq!(renaming.apply(&task.start), task.start);
        for position in positions.iter().take(100) {
            keeps(task, position, |p| renaming.apply(p), |v| renaming.variables[v as usize]);
        }
    }
    let packed = Packed::new(task, &relaxed).unwrap();
    packed.dispatch(Representatives { all: &all, positions: &positions }).unwrap();
    packed.dispatch(Representatives { all: &fixing, positions: &positions }).unwrap();
}

struct Representatives<'a> {
    all: &'a Symmetries,
    positions: &'a [Position],
}

impl Job for Representatives<'_> {
    type Output = ();

    fn run<const W: usize>(self, packed: &Packed) -> Result<(), Stop> {
        let renamings = &self.all.renamings;
        let Some(canon) = Canon::new(packed, self.all) else {
            assert!(renamings.len() <= 1);
            return Ok(());
        };
        let small = canon.order() <= 5000;
        for position in self.positions.iter().take(if canon.order() <= 50 { 1000 } else { 30 }) {
            let state = packed.pack::<W>(position);
            let (least, by) = canon.representative(&state);
            assert_eq!(canon.representative(&least).0, least);
            // The renaming leads there but for like pieces.
            let image = packed.pack::<W>(&renamings[by as usize].apply(position));
            assert_eq!(Canon::new(packed, &alone(self.all)).map_or(image, |c| c.representative(&image).0), {
                Canon::new(packed, &alone(self.all)).map_or(least, |c| c.representative(&least).0)
            });
            for var in 0..position.len() as VarId {
                assert_eq!(canon.variable(by, var), renamings[by as usize].variables[var as usize]);
            }
            // Every image has the same representative.
            for renaming in renamings {
                let mut image = renaming.apply(position);
                for class in &self.all.alike {
                    for pair in class.windows(2) {
                        assert_eq!(canon.representative(&packed.pack::<W>(&image)).0, least);
                        image = exchanged(&image, &pair[0], &pair[1]);
                    }
                }
                assert_eq!(canon.representative(&packed.pack::<W>(&image)).0, least);
            }
            if small {
                let orbit = canon.orbit(&state);
                assert_eq!(orbit[0], state);
                assert!(orbit.contains(&least));
                assert_eq!(orbit.iter().collect::<BTreeSet<_>>().len(), orbit.len());
                assert_eq!(canon.order() % orbit.len() as u64, 0);
                assert_eq!(canon.class_size(&state), orbit.len() as u128);
                assert!(orbit.iter().all(|s| canon.representative(s).0 == least));
            }
        }
        Ok(())
    }
}

/// Exchanges alone.
fn alone(all: &Symmetries) -> Symmetries {
    Symmetries { renamings: all.renamings[..1].to_vec(), alike: all.alike.clone() }
}

fn pegs_left(cells: usize) -> Condition {
    tasks::one_left(cells)
}

#[test]
fn english_board() {
    let mut task = tasks::english();
    assert_eq!(orders(&task), (8, vec![]));
    check(&task, 300);
    // The goal alone counts: any one peg, then a peg at a corner of an arm.
    task.goal = pegs_left(33);
    assert_eq!(orders(&task).0, 8);
    task.goal = pegs_left(33).and(tasks::is(0, 1));
    assert_eq!(orders(&task).0, 1);
    task.goal = pegs_left(33).and(tasks::is(1, 1));
    assert_eq!(orders(&task).0, 2);
}

#[test]
fn triangle() {
    for hole in [0, 1, 4] {
        let task = tasks::triangle15(hole);
        assert_eq!(orders(&task), (6, vec![]), "{hole}");
        check(&task, 300);
        let (_, all) = found(&task);
        assert_eq!(all.fixing(&task.start).renamings.len(), if hole == 1 { 1 } else { 2 }, "{hole}");
    }
}

#[test]
fn eight_puzzle() {
    for copying in [false, true] {
        // The board is mirrored, and the tiles are renamed to fit the goal: across the diagonal
        // through the hole.
        let goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
        let task = tasks::sliding(3, 3, vec![8, 6, 7, 2, 5, 4, 3, 0, 1], &goal, copying);
        assert_eq!(orders(&task), (2, vec![]));
        check(&task, 300);
        // All eight, with the hole in the middle.
        let goal = [1, 2, 3, 4, 0, 5, 6, 7, 8];
        let task = tasks::sliding(3, 3, vec![8, 6, 7, 2, 5, 4, 3, 0, 1], &goal, copying);
        assert_eq!(orders(&task), (8, vec![]));
        check(&task, 300);
        // One tile to the middle: the others are alike.
        let mut task = tasks::sliding(3, 3, vec![8, 6, 7, 2, 5, 4, 3, 0, 1], &goal, copying);
        task.goal = tasks::is(4, 1);
        assert_eq!(orders(&task), (8, vec![7]));
        check(&task, 100);
        task.goal = Condition::False;
        assert_eq!(orders(&task), (8, vec![8]));
        check(&task, 50);
    }
}

#[test]
fn connected_tiles() {
    let goal = [1, 2, 3, 4, 0, 5, 6, 7, 8];
    let mut task = tasks::sliding(3, 3, vec![8, 6, 7, 2, 5, 4, 3, 0, 1], &goal, false);
    let low = |cell| Condition::In(cell, (1..5).collect());
    let links = (0..9).flat_map(|cell| [(cell, cell + 1), (cell, cell + 3)]);
    let mut links: Vec<(VarId, VarId)> = links.filter(|(a, b)| *b < 9 && (b - a == 3 || b % 3 > 0)).collect();
    links.sort_unstable();
    let set = Arc::new(Members { holds: (0..9).map(low).collect(), links });
    // The four low tiles hang together, or have no cycle.
    task.goal = Condition::Components { set: Arc::clone(&set), min: 1, max: 1 };
    assert_eq!(orders(&task), (8, vec![4, 4]));
    check(&task, 100);
    task.goal = Condition::Forest { set: Arc::clone(&set) };
    assert_eq!(orders(&task), (8, vec![4, 4]));
    // All that hang together with the middle, or with a corner.
    for (of, symmetries) in [(4, 8), (0, 2)] {
        let counted = vec![Condition::True; 9].into();
        task.goal = Condition::Component { set: Arc::clone(&set), of, counted, min: 4, max: 9 };
        assert_eq!(orders(&task), (symmetries, vec![4, 4]));
        check(&task, 100);
    }
}

#[test]
fn klotski_named() {
    // Every block of a shape of its own, though four are 1 by 2 and four are 1 by 1.
    let shapes = [(2, 2), (1, 2), (1, 2), (1, 2), (1, 2), (2, 1), (1, 1), (1, 1), (1, 1), (1, 1)];
    let placed = [
        (1, 0, 0),
        (0, 1, 0),
        (2, 3, 0),
        (3, 0, 2),
        (5, 1, 2),
        (4, 3, 2),
        (6, 1, 3),
        (7, 2, 3),
        (8, 0, 4),
        (9, 3, 4),
    ];
    // All of the large block at the exit: its parts change places in the mirror.
    let goal = || {
        let parts = [(13, 1), (14, 2), (17, 3), (18, 4)];
        Condition::All(parts.into_iter().map(|(cell, part)| tasks::is(cell, part)).collect())
    };
    for cost in [Cost::Runs, Cost::Actions] {
        let mut task = tasks::blocks((4, 5), &shapes, &placed, (0, 1, 3));
        task.goal = goal();
        task.measure.cost = cost;
        let (renamings, mut alike) = orders(&task);
        alike.sort_unstable();
        assert_eq!(alike, [4, 4], "{cost:?}");
        // Which cell of a block its mover names is not kept by the mirror.
        assert_eq!(renamings, if cost == Cost::Runs { 1 } else { 2 }, "{cost:?}");
        check(&task, 60);
    }
    let mut task = tasks::klotski();
    task.measure.cost = Cost::Actions;
    task.goal = goal();
    assert_eq!(orders(&task), (2, vec![]));
    check(&task, 300);
}

#[test]
fn others() {
    assert_eq!(orders(&tasks::frogs(3)), (2, vec![]));
    check(&tasks::frogs(2), 300);
    assert_eq!(orders(&tasks::lights(3, 3)).0, 8);
    check(&tasks::lights(3, 3), 512);
    let start = vec![0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    let goal: Vec<u16> = start.iter().rev().copied().collect();
    // The coins never leave a square of nine cells, and the goal is out of reach.
    assert_eq!(orders(&tasks::coins(4, 4, start.clone(), &goal)).0, 8);
    check(&tasks::coins(4, 4, start, &goal), 300);
}

#[test]
fn many() {
    // Ten cells that all look alike: more symmetries than are listed.
    let mut actions = Vec::new();
    for a in 0..10 {
        for b in (0..10).filter(|b| *b != a) {
            let guard = vec![(a, tasks::one(1)), (b, tasks::one(0))];
            let assign = vec![(a, puzzlec_task::Assign::Set(0)), (b, puzzlec_task::Assign::Set(1))];
            actions.push(tasks::action(guard, assign));
        }
    }
    let task = tasks::task(2, vec![1, 1, 1, 0, 0, 0, 0, 0, 0, 0], actions, Condition::False);
    let (_, all) = found(&task);
    assert!(all.renamings.len() > 100 && all.renamings.len() <= 1024, "{}", all.renamings.len());
    check(&task, 40);
}

/// The task with its variables and values renamed at random, next to the task itself: each half
/// may become the other.
fn doubled(task: &Task) -> Task {
    let mut double = task.clone();
    let n = task.variables.len() as VarId;
    double.variables.extend(task.variables.iter().cloned());
    double.start.extend(&task.start);
    for action in &task.actions {
        let mut copy = action.clone();
        copy.condition = later(&action.condition, n);
        copy.guard.iter_mut().for_each(|g| g.0 += n);
        for (var, assign) in &mut copy.assign {
            *var += n;
            match assign {
                puzzlec_task::Assign::Set(_) => {}
                puzzlec_task::Assign::Copy(from) | puzzlec_task::Assign::Map(from, _) => *from += n,
            }
        }
        copy.mover = action.mover.map(|(a, b)| (a + n, b + n));
        double.actions.push(copy);
    }
    double.goal = task.goal.clone().and(later(&task.goal, n));
    double
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..Default::default() })]

    #[test]
    fn of_random_tasks(task in random::task(), cost in 0..3_usize) {
        let task = random::costing(&task, [Cost::Actions, Cost::Runs, Cost::Weights][cost]);
        check(&task, 200);
    }

    #[test]
    fn of_doubled_tasks(task in random::task()) {
        let double = doubled(&task);
        let (relaxed, all) = found(&double);
        // The halves change places, if anything can change at all.
        let n = task.variables.len();
        let changes = relaxed.values.iter().any(|v| v.len() > 1);
        if changes && all.renamings.len() < 500 {
            let crosses = |r: &puzzlec_search::Symmetry| {
                (0..n).all(|v| r.variables[v] as usize >= n || relaxed.values[v].len() == 1)
            };
            prop_assert!(all.renamings.iter().any(crosses), "{}", all.renamings.len());
        }
        check(&double, 60);
    }
}
