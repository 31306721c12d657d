//! Bounds and dead ends by few pieces, on random boards with a man and boxes, atoms that slide and pieces that change places,
//! beside exhaustive search.

use puzzlec_base::Budget;
use puzzlec_search::{LowerBound, Method, Options, Wanted, solve};
use puzzlec_task::certificate::Proof;
use puzzlec_task::{Action, Assign, Certificate, Condition, Task, Value, ValueSet, Verdict};

use crate::{bounds, naive, tasks};

/// How many boards; `PUZZLEC_FUZZ=5000` tries that many.
fn cases() -> u64 {
    std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(300)
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn taken(&mut self, cells: &mut Vec<usize>) -> Option<usize> {
        (!cells.is_empty()).then(|| cells.remove(self.below(cells.len())))
    }
}

/// A board of at most twelve cells with three or four kinds, and a goal for some of the pieces.
fn board(random: &mut Random) -> Task {
    let (width, height) = (2 + random.below(3), 2 + random.below(2));
    let n = width * height;
    let wall: Vec<bool> = (0..n).map(|_| random.below(8) == 0).collect();
    let cell = |x: usize, y: usize| {
        (x < width && y < height && !wall[y * width + x]).then_some((y * width + x) as u32)
    };
    let kinds = 2 + random.below(2) as Value;
    let man = kinds;
    let pieces: ValueSet = (1..kinds).collect();
    let (pulls, swaps, slides) = (random.below(4) == 0, random.below(4) == 0, random.below(3) == 0);
    let set = |cell: u32, value: Value| (cell, Assign::Set(value));
    let mut actions: Vec<Action> = Vec::new();
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        for (dx, dy) in [(1, 0), (0, 1), (usize::MAX, 0), (0, usize::MAX)] {
            let at = |k: usize| {
                let step = |from: usize, d: usize| (0..k).fold(from, |x, _| x.wrapping_add(d));
                cell(step(x, dx), step(y, dy))
            };
            let (Some(a), Some(b)) = (at(0), at(1)) else { continue };
            if slides {
                // Pieces of every kind slide until something stops them.
                let ray: Vec<u32> = (1..).map_while(at).collect();
                for end in 0..ray.len() {
                    let mut guard = vec![(a, (1..=kinds).collect())];
                    guard.extend(ray[..=end].iter().map(|cell| (*cell, tasks::one(0))));
                    if let Some(stop) = ray.get(end + 1) {
                        guard.push((*stop, (1..=kinds).collect()));
                    }
                    actions.push(tasks::action(guard, vec![set(a, 0), (ray[end], Assign::Copy(a))]));
                }
                continue;
            }
            actions.push(tasks::action(
                vec![(a, tasks::one(man)), (b, tasks::one(0))],
                vec![set(a, 0), set(b, man)],
            ));
            if swaps {
                let guard = vec![(a, tasks::one(man)), (b, tasks::one(1))];
                actions.push(tasks::action(guard, vec![set(a, 1), set(b, man)]));
            }
            let Some(c) = at(2) else { continue };
            let guard = vec![(a, tasks::one(man)), (b, pieces.clone()), (c, tasks::one(0))];
            actions.push(tasks::action(guard, vec![set(a, 0), set(b, man), (c, Assign::Copy(b))]));
            if pulls {
                let guard = vec![(a, tasks::one(1)), (b, tasks::one(man)), (c, tasks::one(0))];
                actions.push(tasks::action(guard, vec![set(a, 0), set(b, 1), set(c, man)]));
            }
        }
    }
    actions.retain(|_| random.below(12) > 0);
    let cells: Vec<usize> = (0..n).filter(|cell| !wall[*cell]).collect();
    let (mut free, mut targets) = (cells.clone(), cells);
    let (mut start, mut wanted) = (vec![0; n], Vec::new());
    if let Some(cell) = random.taken(&mut free) {
        start[cell] = man;
    }
    for number in 0..2 + random.below(2) {
        let kind = 1 + number as Value % (kinds - 1);
        if let (Some(cell), Some(target)) = (random.taken(&mut free), random.taken(&mut targets)) {
            start[cell] = kind;
            wanted.push(tasks::is(target as u32, kind));
        }
    }
    if random.below(3) == 0 {
        wanted.pop();
    }
    tasks::task(kinds + 1, start, actions, Condition::All(wanted))
}

#[test]
fn bounds_and_dead_ends_are_sound() {
    let (mut solvable, mut together) = (0, 0);
    for seed in 0..cases() {
        let task = board(&mut Random(seed));
        bounds::sound(&task);
        let least = naive::nearest(&task, &naive::reached(&task));
        for wanted in [Wanted::Least, Wanted::Any] {
            for method in [Method::Auto, Method::Astar, Method::Greedy] {
                if method == Method::Greedy && wanted == Wanted::Least {
                    continue;
                }
                let options = Options { wanted, ..method.into() };
                match (least, solve(&task, &options, Budget::unlimited()).verdict) {
                    (Some(length), Verdict::Solved(plan)) => {
                        assert!(naive::replays(&task, &plan.steps), "{seed}");
                        assert!(plan.length == length || wanted == Wanted::Any, "{seed}: {}", plan.length);
                        solvable += 1;
                    }
                    (None, Verdict::Unsolvable { certificate, .. }) => {
                        let Certificate::Proved(Proof::DeadEnd { together: ends, .. }) = certificate else {
                            continue;
                        };
                        together += usize::from(!ends.is_empty());
                    }
                    (least, verdict) => panic!("{seed}: {least:?} but {verdict:?}"),
                }
            }
        }
    }
    assert!(solvable > 0 && together > 0, "{solvable} {together}");
}

#[test]
fn two_boxes_at_a_wall_are_dead() {
    let mut start = vec![0; 15];
    (start[1], start[3], start[7], start[11]) = (1, 1, 1, 2);
    // One of the targets lies in the row of two boxes, so that neither alone is dead.
    let task = bounds::pushes(5, 3, start, &[4, 9, 13]);
    assert_eq!(LowerBound::new(&task).unwrap().of(&task.start), None);
    let result = solve(&task, &Options::default(), Budget::unlimited());
    let Verdict::Unsolvable { certificate: Certificate::Proved(Proof::DeadEnd { together, .. }), .. } =
        result.verdict
    else {
        panic!("{result:?}")
    };
    assert!(!together.is_empty());
    assert_eq!(result.statistics.states, 0);
}
