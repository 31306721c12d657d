//! From a task to its answer: plans that lead to the goal, certificates that the checker takes, and the
//! same as general search.

use puzzlec_base::Budget;
use puzzlec_checker::Unproved;
use puzzlec_peg_solitaire::board::{Cells, PegBoard};
use puzzlec_proofs::peg_solitaire::proof::{JumpProof, Refuted};
use puzzlec_search::{self, Method, Options, Wanted};
use puzzlec_task::certificate::Proof;
use puzzlec_task::{Certificate, Optimality, Verdict};
use puzzlec_task::{Cost, Task};

use super::boards::{english, pegs, rectangle, triangle};
use super::plain::Dice;
use super::tasks::{self, checked, refuted, task};

fn holds(task: &Task, plan: &puzzlec_task::Plan) {
    let mut at = task.start.clone();
    for id in &plan.steps {
        let action = &task.actions[*id as usize];
        assert!(action.guard.iter().all(|(var, set)| set.contains(at[*var as usize])));
        at = action.after(&at);
    }
    assert!(task.goal.holds(&at));
    assert_eq!(plan.length, puzzlec_search::measure(task, &plan.steps));
}

fn answer(task: &Task, wanted: Wanted) -> Option<Verdict> {
    let options = Options { wanted, ..Options::default() };
    tasks::answer(task, &options, &Budget::unlimited())
}

fn agree(task: &Task, wanted: Wanted) -> Option<Certificate> {
    let general = puzzlec_search::solve(task, &Options::from(Method::Breadth), Budget::unlimited()).verdict;
    match (answer(task, wanted)?, general) {
        (Verdict::Solved(plan), Verdict::Solved(least)) => {
            holds(task, &plan);
            assert!(plan.length >= least.length);
            assert!(plan.optimality == Optimality::Found || plan.length == least.length);
            assert!(wanted == Wanted::Any || plan.optimality == Optimality::Least);
            None
        }
        (Verdict::Unsolvable { certificate, .. }, Verdict::Unsolvable { .. }) => {
            if let Some(goals) = refuted(&certificate) {
                let check = |goals: &[Refuted]| checked(task, goals);
                assert_eq!(check(&goals), Ok(()));
                for changed in other_numbers(&goals) {
                    assert!(matches!(check(&changed), Err(Unproved::Rejected(_))), "{changed:?}");
                }
                // A goal without its proof is found to be missing.
                assert!(matches!(check(&goals[1..]), Err(Unproved::Rejected(_))));
            }
            Some(certificate)
        }
        (own, general) => panic!("{own:?} {general:?}"),
    }
}

/// Proofs with one more or one fewer position on some level, or a level more or fewer.
fn other_numbers(goals: &[Refuted]) -> Vec<Vec<Refuted>> {
    let mut all = Vec::new();
    for at in 0..goals.len() {
        let mut change = |how: &dyn Fn(&mut Vec<u64>, &mut Vec<u64>)| {
            let mut changed = goals.to_vec();
            if let JumpProof::Meeting { forward, backward, .. } = &mut changed[at].proof {
                how(forward, backward);
                if changed[at] != goals[at] {
                    all.push(changed);
                }
            }
        };
        change(&|forward, _| *forward.last_mut().unwrap() += 1);
        change(&|forward, _| forward[0] += 1);
        change(&|_, backward| *backward.last_mut().unwrap() += 1);
        change(&|forward, backward| {
            let level = if backward.len() > 1 { backward.pop() } else { None };
            forward.extend(level);
        });
    }
    all
}

fn goals(board: &PegBoard, start: Cells, dice: &mut Dice) -> Vec<Cells> {
    let mut at = start;
    for _ in 0..dice.below(6) {
        let legal: Vec<_> = board.jumps().iter().filter(|j| j.legal(at)).collect();
        if legal.is_empty() {
            break;
        }
        at = legal[dice.below(legal.len())].play(at);
    }
    let near = |dice: &mut Dice| at ^ 1 << dice.below(board.cells()) ^ 1 << dice.below(board.cells());
    match dice.below(4) {
        0 => vec![at],
        1 => vec![near(dice)],
        _ => (0..1 + dice.below(4)).map(|_| near(dice)).collect(),
    }
}

#[test]
fn random_tasks_have_the_answers_of_general_search() {
    let mut dice = Dice(77);
    let (mut own, mut other) = (0, 0);
    for board in [rectangle(4, 3), rectangle(4, 4), triangle(5)] {
        for _ in 0..300 {
            let start = u128::from(dice.next() & dice.next() | dice.next() & dice.next()) & board.all();
            if start == 0 {
                continue;
            }
            let goals = goals(&board, start, &mut dice);
            for (cost, wanted) in
                [(Cost::Actions, Wanted::Least), (Cost::Actions, Wanted::Any), (Cost::Runs, Wanted::Least)]
            {
                match agree(&task(&board, start, &goals, cost), wanted) {
                    Some(Certificate::Proved(Proof::Theory(_))) => own += 1,
                    Some(_) => other += 1,
                    None => {}
                }
            }
        }
    }
    assert!(own > 100 && other > 100, "{own} {other}");
}

#[test]
fn the_patterns_of_the_english_board_end_in_the_centre() {
    let board = english();
    let patterns = [
        ["  ...  ", "  .o.  ", "..ooo..", "...o...", "...o...", "  ...  ", "  ...  "],
        ["  ...  ", "  .o.  ", "...o...", ".ooooo.", "...o...", "  .o.  ", "  ...  "],
        ["  ooo  ", "  ooo  ", "..ooo..", "..o.o..", ".......", "  ...  ", "  ...  "],
        ["  ...  ", "  .o.  ", "..ooo..", ".ooooo.", "ooooooo", "  ...  ", "  ...  "],
        ["  .o.  ", "  ooo  ", ".ooooo.", "...o...", "...o...", "  ooo  ", "  ooo  "],
        ["  .o.  ", "  ooo  ", ".ooooo.", "ooo.ooo", ".ooooo.", "  ooo  ", "  .o.  "],
        ["  ooo  ", "  ooo  ", "ooooooo", "ooo.ooo", "ooooooo", "  ooo  ", "  ooo  "],
    ];
    for picture in patterns {
        let task = task(&board, pegs(&picture), &[1 << 16], Cost::Actions);
        let Some(Verdict::Solved(plan)) = answer(&task, Wanted::Least) else { panic!("{picture:?}") };
        holds(&task, &plan);
    }
}

/// Every single vacancy on the English board that the classes allow has a game, up to symmetry 21.
#[test]
fn single_vacancies_of_the_english_board() {
    let board = english();
    let (mut solved, mut refuted) = (0, 0);
    for from in 0..33_usize {
        for to in 0..33_usize {
            let images = board.symmetries().iter().map(|s| (s[from], s[to]));
            if images.min() != Some((from as u8, to as u8)) {
                continue;
            }
            let task = task(&board, board.all() ^ 1 << from, &[1 << to], Cost::Actions);
            match answer(&task, Wanted::Least) {
                Some(Verdict::Solved(plan)) => {
                    holds(&task, &plan);
                    solved += 1;
                }
                Some(Verdict::Unsolvable {
                    certificate:
                        Certificate::Proved(Proof::Invariants { .. })
                        | Certificate::Proved(Proof::GoalImpossible { .. }),
                    ..
                }) => {
                    refuted += 1;
                }
                other => panic!("{from} {to} {other:?}"),
            }
        }
    }
    assert_eq!((solved, solved + refuted), (21, 151));
}

#[test]
fn what_is_no_jump_is_left_to_general_search() {
    let board = rectangle(3, 3);
    let mut task = task(&board, 0b11, &[0b100], Cost::Actions);
    assert!(answer(&task, Wanted::Least).is_some());
    task.actions[0].assign.pop();
    assert!(answer(&task, Wanted::Least).is_none());
}
