//! Placements under random goals: the search that learns beside all coverings.

use std::sync::Arc;

use puzzlec_base::Budget;
use puzzlec_placement::cover::{Cover, Listing, Way};
use puzzlec_placement::diagram::Diagram;
use puzzlec_placement::learn::{Learner, refute};
use puzzlec_placement::packing::NONE;
use puzzlec_task::{Condition, Members, Value, ValueSet};
use puzzlec_theory::meter::{Halted, Meter, Share};

use super::Random;

/// A grid with its cells, one after the other.
struct Board {
    width: usize,
    cells: usize,
}

impl Board {
    fn links(&self) -> Vec<(u32, u32)> {
        let mut links = Vec::new();
        for cell in 0..self.cells {
            if cell % self.width + 1 < self.width {
                links.push((cell as u32, cell as u32 + 1));
            }
            if cell + self.width < self.cells {
                links.push((cell as u32, (cell + self.width) as u32));
            }
        }
        links.sort_unstable();
        links
    }
}

/// Pieces of one cell or of two neighbours, with contents of their own.
fn pieces(random: &mut Random, board: &Board, values: Value) -> Cover {
    let mut ways = Vec::new();
    let mut supply = vec![0];
    let mut least = vec![0];
    for value in 1..values {
        let entry = supply.len() as u32;
        let twin = random.below(4) == 0;
        let other = 1 + random.below(usize::from(values) - 1) as Value;
        let most = random.below(board.cells / 2 + 2) as u32;
        supply.push(most);
        least.push(if random.below(3) == 0 { most } else { random.below(2).min(most as usize) as u32 });
        let places: Vec<Vec<u32>> = match twin {
            false => (0..board.cells as u32).map(|cell| vec![cell]).collect(),
            true => board.links().into_iter().map(|(a, b)| vec![a, b]).collect(),
        };
        for cells in places {
            let cells: Vec<(u32, Value)> = cells.into_iter().zip([value, other]).collect();
            ways.push(Way { entry, cells, action: entry });
        }
    }
    for cell in 0..board.cells as u32 {
        ways.push(Way { entry: 0, cells: vec![(cell, 0)], action: NONE });
    }
    supply[0] = board.cells as u32;
    let most = if random.below(4) == 0 { board.cells as u32 / 2 } else { board.cells as u32 };
    Cover { cells: board.cells, supply, least, most, ways, goal: Condition::True, overfull: false }
}

fn some_values(random: &mut Random, values: Value) -> ValueSet {
    let set: ValueSet = (0..values).filter(|_| random.below(2) == 0).collect();
    if set.is_empty() { ValueSet::one(random.below(usize::from(values)) as Value) } else { set }
}

fn some_cells(random: &mut Random, board: &Board) -> Vec<u32> {
    (0..board.cells as u32).filter(|_| random.below(3) != 0).collect()
}

/// A set of members that hold some contents, or a condition of other kinds.
fn set(random: &mut Random, board: &Board, values: Value) -> Arc<Members> {
    let wanted = some_values(random, values);
    let mut holds: Vec<Condition> =
        (0..board.cells as u32).map(|cell| Condition::In(cell, wanted.clone())).collect();
    if random.below(4) == 0 {
        let at = random.below(board.cells);
        holds[at] = condition(random, board, values, 2, false);
    }
    Arc::new(Members { holds, links: board.links() })
}

fn condition(random: &mut Random, board: &Board, values: Value, depth: usize, shapes: bool) -> Condition {
    let cell = random.below(board.cells) as u32;
    let kinds = match (depth, shapes) {
        (0, false) => 1,
        (0, true) => 2,
        (_, false) => 6,
        (_, true) => 9,
    };
    let parts = |random: &mut Random| -> Vec<Condition> {
        (0..1 + random.below(3)).map(|_| condition(random, board, values, depth - 1, shapes)).collect()
    };
    match random.below(kinds) {
        0 => Condition::In(cell, some_values(random, values)),
        1 | 6 | 7 if shapes => {
            let set = set(random, board, values);
            let (min, more) = (random.below(4) as u32, random.below(3) as u32);
            match random.below(4) {
                0 => Condition::Components { set, min: min / 2, max: min / 2 + more },
                1 => Condition::Forest { set },
                _ => {
                    let counted = (0..board.cells as u32).map(|cell| match random.below(5) {
                        0 => Condition::False,
                        1 => Condition::In(cell, ValueSet::one(1)),
                        _ => Condition::True,
                    });
                    Condition::Component { counted: counted.collect(), set, of: cell, min, max: min + more }
                }
            }
        }
        1 => Condition::All(parts(random)),
        2 => Condition::Any(parts(random)),
        3 => Condition::Not(Box::new(condition(random, board, values, depth - 1, shapes))),
        4 => {
            let (vars, values) = (some_cells(random, board), some_values(random, values));
            let min = random.below(4) as u32;
            Condition::Count { vars, values, min, max: min + random.below(3) as u32 }
        }
        5 => {
            let mut terms = Vec::new();
            for cell in some_cells(random, board) {
                for _ in 0..1 + random.below(2) {
                    terms.push((random.below(7) as i64 - 3, cell, some_values(random, values)));
                }
            }
            let min = random.below(12) as i64 - 6;
            Condition::Sum { terms, min, max: min + random.below(4) as i64 }
        }
        _ => Condition::All(parts(random)),
    }
}

/// All coverings by the pieces that meet the goal.
fn all(cover: &Cover) -> Vec<Vec<u32>> {
    let free = Cover { goal: Condition::True, ..cover.clone() };
    let budget = Budget::default();
    let mut found = Vec::new();
    free.cases(&Meter::new(&budget), &mut |ways| {
        if cover.goal.holds(&cover.held(ways)) {
            let mut ways = ways.to_vec();
            ways.sort_unstable();
            found.push(ways);
        }
        true
    })
    .unwrap();
    found.sort();
    found
}

fn learned(cover: &Cover, meter: &Meter<'_>) -> Vec<Vec<u32>> {
    let mut learner = Learner::new(cover);
    let mut found = Vec::new();
    while let Some(ways) = learner.next(meter).unwrap() {
        found.push(ways);
    }
    assert_eq!(learner.next(meter), Ok(None));
    found.sort();
    found
}

/// The placements that the search finds, which are all that there are.
fn beside_all(cover: &Cover, round: usize) -> Vec<Vec<u32>> {
    let expected = all(cover);
    let budget = Budget::default();
    let meter = &Meter::new(&budget);
    let found = learned(cover, meter);
    assert_eq!(found, expected, "round {round}: {cover:#?}");
    let proof = refute(cover, None, meter).unwrap();
    assert_eq!(proof.is_some(), expected.is_empty(), "round {round}: {cover:#?}");
    if let Some(first) = expected.first() {
        let other = refute(cover, Some(first), meter).unwrap();
        assert_eq!(other.is_some(), expected.len() == 1, "round {round}: {cover:#?}");
    }
    expected
}

/// All placements by a list that is stopped after every few steps.
fn in_pieces(cover: &Cover, meter: &Meter<'_>) -> Vec<Vec<u32>> {
    let share = Share { expanded: 20, ..Share::ALL };
    let list = |mut listing: Listing<'_>| {
        let (mut found, mut steps) = (Vec::new(), share);
        loop {
            match meter.share(steps, || listing.next(meter))? {
                Some(Some(mut ways)) => {
                    ways.sort_unstable();
                    found.push(ways);
                }
                Some(None) => return Ok(found),
                // One step of a search may take more than that.
                None => steps.expanded += 20,
            }
        }
    };
    let mut found = cover.listed(meter, list).unwrap();
    found.sort();
    found
}

fn compare(seed: u64, rounds: usize, shapes: bool) {
    let mut random = Random(seed);
    let (mut none, mut many) = (0, 0);
    for round in 0..rounds {
        let board =
            [Board { width: 3, cells: 6 }, Board { width: 3, cells: 9 }, Board { width: 4, cells: 8 }];
        let board = &board[random.below(3)];
        let values = 2 + random.below(2) as Value;
        let mut cover = pieces(&mut random, board, values);
        let parts = 1 + random.below(4);
        let parts = (0..parts).map(|_| condition(&mut random, board, values, 2, shapes));
        cover.goal = Condition::All(parts.collect());
        let expected = beside_all(&cover, round);
        let budget = Budget::default();
        let meter = &Meter::new(&budget);
        let mut visited = Vec::new();
        cover
            .visit(meter, &mut |ways| {
                let mut ways = ways.to_vec();
                ways.sort_unstable();
                visited.push(ways);
                true
            })
            .unwrap();
        visited.sort();
        assert_eq!(visited, expected, "round {round}: {cover:#?}");
        assert_eq!(in_pieces(&cover, meter), expected, "round {round}: {cover:#?}");
        let number = Diagram::new(&cover, meter).unwrap().number().unwrap();
        assert_eq!(number, expected.len().into(), "round {round}: {cover:#?}");
        none += usize::from(expected.is_empty());
        many += usize::from(expected.len() > 1);
        let fewest = expected.iter().map(|ways| cover.laid(ways)).min();
        let least = cover.fewest(meter).unwrap().map(|ways| cover.laid(&ways));
        if cover.is_open() {
            assert_eq!(least, fewest, "round {round}: {cover:#?}");
        }
    }
    assert!(none > rounds / 10 && many > rounds / 10, "{none} and {many} of {rounds}");
}

#[test]
fn sums_and_counts() {
    compare(1962, 1_500, false);
}

#[test]
fn shapes() {
    compare(1736, 2_500, true);
}

/// Islands of given sizes, or of at most these, in a sea; cells of no island, islands by number, and other tests with them.
#[test]
fn islands() {
    let mut random = Random(2023);
    let (mut none, mut many) = (0, 0);
    for round in 0..700 {
        let board = if round % 7 == 0 { Board { width: 4, cells: 12 } } else { Board { width: 3, cells: 9 } };
        let n = board.cells as u32;
        let holds = (0..n).map(|cell| Condition::In(cell, ValueSet::one(0)));
        let land = Arc::new(Members { holds: holds.collect(), links: board.links() });
        let sea = |cell: u32| Condition::In(cell, ValueSet::one(1));
        let mut goal = Vec::new();
        let mut clues: Vec<u32> =
            (0..1 + random.below(4)).map(|_| random.below(board.cells) as u32).collect();
        clues.sort_unstable();
        clues.dedup();
        let (is_guarded, is_open) = (random.below(4) == 0, random.below(3) == 0);
        let all: Arc<[Condition]> = vec![Condition::True; board.cells].into();
        for of in &clues {
            let max = 1 + random.below(5) as u32;
            let (set, counted) = (Arc::clone(&land), Arc::clone(&all));
            let min = if is_open { random.below(2) as u32 } else { max };
            let sized = Condition::Component { set, of: *of, counted, min, max };
            goal.push(if is_guarded { Condition::Any(vec![sea(*of), sized]) } else { sized });
        }
        let counted = |cell: u32| if clues.contains(&cell) { Condition::True } else { Condition::False };
        let counted: Arc<[Condition]> = (0..n).map(counted).collect();
        if random.below(3) > 0 {
            for of in 0..n {
                let (set, counted) = (Arc::clone(&land), Arc::clone(&counted));
                let max = 1 + u32::from(random.below(4) == 0);
                let reached = Condition::Component { set, of, counted, min: 1, max };
                goal.push(Condition::Any(vec![sea(of), reached]));
            }
        }
        if random.below(2) == 0 {
            let (set, max) = (Arc::clone(&land), clues.len() as u32);
            goal.push(Condition::Components { set, min: if random.below(2) == 0 { max } else { 0 }, max });
        }
        if random.below(2) == 0 {
            let holds = (0..n).map(sea).collect();
            let set = Arc::new(Members { holds, links: board.links() });
            goal.push(Condition::Components { set, min: 0, max: 1 });
        }
        if random.below(3) == 0 {
            goal.push(condition(&mut random, &board, 2, 2, true));
        }
        let way =
            |cell: u32, value: Value| Way { entry: value.into(), cells: vec![(cell, value)], action: NONE };
        let ways = (0..n).map(|cell| way(cell, 1)).chain((0..n).map(|cell| way(cell, 0))).collect();
        let (supply, least) = (vec![n; 2], vec![0; 2]);
        let goal = Condition::All(goal);
        let cover = Cover { cells: board.cells, supply, least, most: n, ways, goal, overfull: false };
        let found = beside_all(&cover, round);
        none += usize::from(found.is_empty());
        many += usize::from(found.len() > 1);
    }
    assert!(none > 70 && many > 70, "{none} {many}");
}

/// As many placements as there are ways through a graph, one after the other, in memory that does not grow.
#[test]
fn many_placements() {
    let board = Board { width: 4, cells: 16 };
    let holds = (0..16).map(|cell| Condition::In(cell, ValueSet::one(1))).collect();
    let set = Arc::new(Members { holds, links: board.links() });
    let ways = (0..16).flat_map(|cell| {
        [(1, 1), (0, 0)].map(|(entry, value)| Way { entry, cells: vec![(cell, value)], action: NONE })
    });
    let (supply, least) = (vec![16, 16], vec![0, 0]);
    let goal = Condition::Components { set: Arc::clone(&set), min: 1, max: 1 };
    let cover = Cover { cells: 16, supply, least, most: 16, ways: ways.collect(), goal, overfull: false };
    // OEIS A287151: connected induced subgraphs of the grid.
    let budget = Budget::default();
    assert_eq!(learned(&cover, &Meter::new(&budget)).len(), 11_506);
}

/// A limit ends a search, and the same search goes on where it was.
#[test]
fn stopped_and_resumed() {
    let mut random = Random(7);
    let board = Board { width: 4, cells: 16 };
    let mut cover = pieces(&mut random, &board, 3);
    cover.goal = Condition::Components { set: set(&mut random, &board, 3), min: 1, max: 1 };
    let budget = Budget::default();
    let whole = learned(&cover, &Meter::new(&budget));
    let (mut learner, mut found, mut stops) = (Learner::new(&cover), Vec::new(), 0);
    loop {
        let cancelled = Budget::default().with_states(0);
        let meter = Meter::new(&cancelled);
        meter.seen(usize::from(stops % 2 == 0));
        match learner.next(&meter) {
            Ok(Some(ways)) => found.push(ways),
            Ok(None) => break,
            Err(Halted) => stops += 1,
        }
    }
    found.sort();
    assert_eq!(found, whole);
}
