//! Plans of n moves, replayed by code of its own; the bases they come from; what is read from a cache.

use std::collections::HashMap;
use std::sync::Mutex;

use puzzlec_base::{Budget, Cache, CancelToken};
use puzzlec_sliding_coins::bases::randomized::{End, Randomized};
use puzzlec_sliding_coins::bases::window::Window;
use puzzlec_sliding_coins::bases::{Attempt, Base, Plan, Shelf, plan};
use puzzlec_sliding_coins::row::Move;
use puzzlec_theory::meter::{Halted, Meter};

/// A cache in memory.
#[derive(Default)]
struct Memory(Mutex<HashMap<String, String>>);

impl Cache for Memory {
    fn get(&self, name: &str) -> Option<String> {
        self.0.lock().unwrap().get(name).cloned()
    }

    fn put(&self, name: &str, text: &str) {
        self.0.lock().unwrap().insert(name.to_owned(), text.to_owned());
    }
}

/// The row after moves by the strict rule: whether the first coin is a nickel, and how far the row has shifted, where
/// it alternates. The start lies on cells from 0 on.
fn replayed(n: usize, k: usize, moves: impl Iterator<Item = Move>) -> Option<(bool, i64)> {
    let margin = 6 * k;
    let mut cells = vec![b'.'; 2 * n + 2 * margin];
    cells[margin..margin + n].fill(b'W');
    cells[margin + n..margin + 2 * n].fill(b'B');
    for step in moves {
        let place = |cell: i64| {
            let first = usize::try_from(cell.checked_add(margin as i64)?).ok()?;
            (first + k <= cells.len()).then_some(first..first + k)
        };
        let (from, to) = (place(step.from)?, place(step.to)?);
        let block = cells[from.clone()].to_vec();
        if block.contains(&b'.') || cells[to.clone()].iter().any(|held| *held != b'.') {
            return None;
        }
        cells[from].fill(b'.');
        cells[to].copy_from_slice(&block);
    }
    let first = cells.iter().position(|held| *held != b'.')?;
    let row = cells.get(first..first + 2 * n)?;
    let alternates = !row.contains(&b'.') && row.windows(2).all(|two| two[0] != two[1]);
    alternates.then_some((row[0] == b'W', first as i64 - margin as i64))
}

fn attempt(n: u64, k: u32, shelf: Shelf<'_>) -> Attempt {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    plan(n, k, shelf, &meter).expect("no limit")
}

/// The plan for n, replayed.
fn planned(n: u64, k: u32, shelf: Shelf<'_>) -> Plan {
    let plan = attempt(n, k, shelf).plan().unwrap_or_else(|| panic!("no plan for ({n},{k})"));
    assert_eq!(plan.len(), n);
    assert_eq!(plan.moves().count() as u64, n);
    let end = replayed(n as usize, k as usize, plan.moves());
    assert_eq!(end, Some((plan.white(), plan.shift())), "({n},{k})");
    plan
}

fn all_planned(k: u32, sizes: impl Iterator<Item = u64>) {
    let memory = Memory::default();
    for n in sizes {
        planned(n, k, Shelf::new(&memory));
    }
}

fn none(k: u32, sizes: impl Iterator<Item = u64>) {
    for n in sizes {
        assert!(matches!(attempt(n, k, Shelf::EMPTY), Attempt::Impossible), "({n},{k})");
    }
}

#[test]
fn two_at_a_time() {
    all_planned(2, 3..=400);
}

#[test]
fn three_at_a_time_where_it_is_quick() {
    // The other residues are in `all_to_seven`.
    let quick = (10..=400).filter(|n| [4, 5, 1].contains(&(n % 6)));
    all_planned(3, [3, 4, 5, 7, 9].into_iter().chain(quick));
}

#[test]
fn four_at_a_time() {
    all_planned(4, 7..=300);
}

#[test]
fn no_plan_of_n_moves() {
    none(3, [6, 8].into_iter());
    none(4, 3..=6);
    none(5, 3..=8);
    none(6, 3..=8);
    none(7, (3..=7).chain([9]));
}

/// Known numbers of all solutions of n moves: those with one block of free cells on either side, and with two on the
/// right or on the left; those with one on the right or on the left are in both.
#[test]
fn numbers_of_solutions() {
    let counted = |window: Window| {
        let budget = Budget::unlimited();
        let meter = Meter::new(&budget);
        let mut number = 0;
        let mut search = Randomized::new(window, &meter);
        let end = search.run(1, u64::MAX, 2000, &mut |_| {
            number += 1;
            false
        });
        assert_eq!(end, Ok(End::Exhausted));
        number
    };
    let table = [
        (2, 3, 2),
        (2, 4, 2),
        (2, 5, 2),
        (2, 6, 2),
        (2, 7, 18),
        (3, 3, 2),
        (3, 4, 2),
        (3, 5, 2),
        (3, 6, 0),
        (3, 7, 2),
        (3, 8, 0),
        (3, 9, 2),
        (3, 10, 214),
        (4, 7, 2),
        (4, 8, 2),
        (4, 9, 2),
        (7, 8, 2),
    ];
    for (k, n, number) in table {
        let (around, right) = (Window::around(n, k), Window::right(n, k));
        let one = Window { width: 2 * n + k, ..right };
        assert_eq!(counted(around) + 2 * counted(right) - 2 * counted(one), number, "({n},{k})");
    }
}

#[test]
#[ignore = "minutes without optimisation; the command is in docs/performance.md"]
fn all_to_seven() {
    all_planned(3, [3, 4, 5, 7].into_iter().chain(9..=400));
    all_planned(5, 10..=300);
    all_planned(6, 12..=300);
    all_planned(7, [8].into_iter().chain(12..=300));
    none(5, 3..=9);
    none(6, 3..=11);
    none(7, (3..=7).chain(9..=11));
}

#[test]
fn a_solution_that_does_not_extend_is_no_base() {
    let base = planned(8, 4, Shelf::EMPTY).base().clone();
    assert_eq!((base.n(), base.extends()), (8, false));
    assert!(Plan::new(base.clone(), 16).is_none());
    assert_eq!(planned(16, 4, Shelf::EMPTY).base().n(), 16);
    let base = planned(7, 4, Shelf::EMPTY).base().clone();
    assert!(base.extends());
    assert!(Plan::new(base.clone(), 16).is_none() && Plan::new(base.clone(), 6).is_none());
    assert_eq!(Plan::new(base, 15).unwrap().len(), 15);
}

#[test]
fn a_plan_is_a_stream() {
    let plan = planned(10, 4, Shelf::EMPTY);
    let large = Plan::new(plan.base().clone(), 1_000_002).unwrap();
    assert_eq!(large.moves().count(), 1_000_002);
    let largest = Plan::new(plan.base().clone(), 10 + 8 * 100_000_000_000_000_000).unwrap();
    assert_eq!(largest.moves().take(1000).count(), 1000);
    let hundred = Plan::new(plan.base().clone(), 100_002).unwrap();
    assert_eq!(replayed(100_002, 4, hundred.moves()), Some((hundred.white(), hundred.shift())));
}

#[test]
fn extensions_of_extensions_are_bases() {
    let plan = planned(7, 4, Shelf::EMPTY);
    let larger = Plan::new(plan.base().clone(), 23).unwrap();
    let again = Base::new(23, 4, larger.moves().collect()).expect("it is a solution");
    assert!(again.extends());
    planned_from(again, 39);
}

fn planned_from(base: Base, n: u64) {
    let k = base.k() as usize;
    let plan = Plan::new(base, n).unwrap();
    assert_eq!(replayed(n as usize, k, plan.moves()), Some((plan.white(), plan.shift())));
}

#[test]
fn an_answer_does_not_depend_on_the_cache() {
    let memory = Memory::default();
    let shelf = Shelf::new(&memory);
    for n in [7, 15, 8, 16, 9, 10, 18, 24] {
        let with = planned(n, 4, shelf).moves().collect::<Vec<_>>();
        assert_eq!(with, planned(n, 4, Shelf::EMPTY).moves().collect::<Vec<_>>());
        let again = planned(n, 4, shelf).moves().collect::<Vec<_>>();
        assert_eq!(with, again);
    }
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    plan(15, 4, shelf, &meter).unwrap();
    assert_eq!(meter.statistics().expanded, 0, "a kept base needs no search");
}

#[test]
fn a_limit_ends_the_search() {
    let budget = Budget::unlimited().with_bytes(1 << 16);
    assert_eq!(plan(40, 8, Shelf::EMPTY, &Meter::new(&budget)).map(|_| ()), Err(Halted));
    let token = CancelToken::default();
    token.cancel();
    let budget = Budget::unlimited().with_cancel(token);
    assert_eq!(plan(23, 6, Shelf::EMPTY, &Meter::new(&budget)).map(|_| ()), Err(Halted));
}

#[test]
fn forged_lines_are_ignored() {
    let honest = planned(15, 4, Shelf::EMPTY);
    let line = |base: &Base| {
        let steps = base.moves().iter().map(|step| format!(" {}:{}", step.from, step.to));
        format!("{}{}", base.n(), steps.collect::<String>())
    };
    let good = line(honest.base());
    let mut texts = vec![
        String::new(),
        "\0\u{ffff}\n\n \n:\n7\n7 \n-7 1:2".to_owned(),
        "7 1:2 3:4 5:6 7:8 9:10 11:12 13:14".to_owned(),
        "4294967295 1:2".to_owned(),
        "7 9223372036854775807:0 0:-9223372036854775808 1:2 1:2 1:2 1:2 1:2".to_owned(),
        format!("15{}", &good[1..]),
        format!("{good} 0:20"),
        good.rsplit_once(' ').unwrap().0.to_owned(),
        good.replacen(' ', "  ", 1),
        "1 ".repeat(100_000),
        "7 1:2\n".repeat(10_000),
    ];
    texts.push(texts.join("\n"));
    for text in texts {
        let memory = Memory::default();
        memory.put("sliding-coins-4", &text);
        assert!(Shelf::new(&memory).get(4).is_empty(), "{text:.60}");
        let plan = planned(15, 4, Shelf::new(&memory));
        assert_eq!(plan.moves().collect::<Vec<_>>(), honest.moves().collect::<Vec<_>>());
        assert_eq!(memory.get("sliding-coins-4"), Some(format!("{good}\n")), "the search mends the text");
    }
    // A base for another k is none for this one.
    let memory = Memory::default();
    memory.put("sliding-coins-5", &good);
    assert!(Shelf::new(&memory).get(5).is_empty());
}

#[test]
fn every_changed_move_is_noticed() {
    for (n, k) in [(7, 4), (10, 4), (5, 2), (10, 3)] {
        let base = planned(n, k, Shelf::EMPTY).base().clone();
        let size = base.n();
        for number in 0..base.moves().len() {
            for (from, to) in (-20i64..=20).flat_map(|by| [(by, 0), (0, by)]).filter(|by| *by != (0, 0)) {
                let mut moves = base.moves().to_vec();
                moves[number].from += from;
                moves[number].to += to;
                let true_end = replayed(size as usize, k as usize, moves.iter().copied());
                let kept = Base::new(size, k, moves);
                assert_eq!(kept.map(|base| (base.white(), base.shift())), true_end);
            }
        }
        for number in 0..base.moves().len() {
            let mut moves = base.moves().to_vec();
            moves.remove(number);
            assert_eq!(Base::new(size, k, moves), None);
        }
    }
}

#[test]
fn hostile_numbers() {
    let budget = Budget::unlimited().with_states(10);
    for n in [0, 1, 2, 3, 7, u64::from(u32::MAX), u64::MAX] {
        for k in [0, 1, 2, 55, 56, 57, 111, 112, 128, u32::MAX / 2, u32::MAX] {
            let _ = plan(n, k, Shelf::EMPTY, &Meter::new(&budget));
        }
    }
    assert_eq!(Base::new(u32::MAX, u32::MAX, Vec::new()), None);
    assert_eq!(Base::new(2, 2, vec![Move { from: i64::MIN, to: i64::MAX }; 2]), None);
}
