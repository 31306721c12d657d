//! Steps of reason beside all placements, listed one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use puzzlec_base::{Budget, Random};
use puzzlec_model::technique::Technique;
use puzzlec_placement::cover::{Cover, Way};
use puzzlec_placement::packing::NONE;
use puzzlec_placement::reason::{Candidate, Chain, End, Problem, chain, next};
use puzzlec_task::{Condition, Members, Value, ValueSet};
use puzzlec_theory::meter::Meter;

fn below(random: &mut Random, n: usize) -> usize {
    random.below(n as u64) as usize
}

fn values(random: &mut Random, kinds: usize) -> ValueSet {
    let all: Vec<Value> = (0..kinds as Value).filter(|_| below(random, 2) == 0).collect();
    all.into_iter().collect()
}

fn cells(random: &mut Random, n: usize) -> Vec<u32> {
    let size = 2 + below(random, 3.min(n - 1));
    let mut all: Vec<u32> = (0..n as u32).collect();
    random.shuffle(&mut all);
    all.truncate(size);
    all
}

/// A random test: mostly lists with at most one of a kind, sums and choices, also negated.
fn test(random: &mut Random, n: usize, kinds: usize, depth: usize) -> Condition {
    let parts =
        |random: &mut Random| (0..2 + below(random, 2)).map(|_| test(random, n, kinds, depth - 1)).collect();
    match below(random, if depth == 0 { 6 } else { 9 }) {
        0 => Condition::In(below(random, n) as u32, values(random, kinds)),
        1 => {
            let vars = cells(random, n);
            let (min, max) = (below(random, 2) as u32, 1 + below(random, 2) as u32);
            Condition::Count { vars, values: values(random, kinds), min, max }
        }
        2 => {
            let term = |cell| (below(random, 7) as i64 - 3, cell, values(random, kinds));
            let vars = (0..n as u32).filter(|cell| cell % 2 == 0);
            let terms: Vec<_> = vars.map(term).collect();
            let min = below(random, 5) as i64 - 3;
            let max = if below(random, 4) == 0 { i64::MAX } else { min + below(random, 3) as i64 };
            Condition::Sum { terms, min, max }
        }
        3..=5 => {
            let (own, alike) = (values(random, kinds), below(random, 2) == 0);
            let member = |cell| Condition::In(cell, if alike { own.clone() } else { values(random, kinds) });
            let holds: Vec<Condition> = (0..n as u32).map(member).collect();
            let pairs = (0..n as u32).flat_map(|a| (a + 1..n as u32).map(move |b| (a, b)));
            let links = pairs.filter(|_| below(random, 3) > 0).collect();
            let set = Arc::new(Members { holds, links });
            let (min, max) = (below(random, 2) as u32, 1 + below(random, 3) as u32);
            match below(random, 3) {
                0 => Condition::Components { set, min, max },
                1 => {
                    let counted = (0..n as u32).map(|cell| match below(random, 3) {
                        0 => Condition::In(cell, values(random, kinds)),
                        _ => Condition::True,
                    });
                    let counted = counted.collect();
                    Condition::Component { set, of: below(random, n) as u32, counted, min, max }
                }
                _ => Condition::Forest { set },
            }
        }
        6 => Condition::All(parts(random)),
        7 => Condition::Any(parts(random)),
        _ => Condition::Not(Box::new(test(random, n, kinds, depth - 1))),
    }
}

/// A random placement of pieces of one and two cells. Cells in a row, of which lists hold different kinds.
fn random_cover(random: &mut Random) -> Cover {
    let (n, kinds) = (3 + below(random, 4), 2 + below(random, 3));
    let mut parts = Vec::new();
    for _ in 0..below(random, 4) {
        let vars = cells(random, n);
        for value in 1..kinds as Value {
            parts.push(Condition::Count { vars: vars.clone(), values: ValueSet::one(value), min: 0, max: 1 });
        }
    }
    for _ in 0..below(random, 4) {
        parts.push(test(random, n, kinds, 2));
    }
    let mut ways = Vec::new();
    let entries = 1 + below(random, 2);
    for entry in 1..=entries as u32 {
        let parity = entry as Value % 2;
        let pair = below(random, 3) == 0;
        for cell in 0..n as u32 {
            for value in
                (1..kinds as Value).filter(|v| (entries == 1 || v % 2 == parity) && below(random, 5) > 0)
            {
                let mut cells = vec![(cell, value)];
                if pair && (cell as usize) + 1 < n {
                    cells.push((cell + 1, 1 + (value % (kinds as Value - 1))));
                } else if pair {
                    continue;
                }
                ways.push(Way { entry, cells, action: ways.len() as u32 });
            }
        }
    }
    let mut supply = vec![n as u32];
    supply.extend((0..entries).map(|_| 1 + below(random, n) as u32));
    let mut least = vec![0];
    least.extend(supply.iter().skip(1).map(|most| most.saturating_sub(below(random, 3) as u32)));
    ways.extend((0..n as u32).map(|cell| Way { entry: 0, cells: vec![(cell, 0)], action: NONE }));
    let goal = Condition::All(parts);
    Cover { cells: n, supply, least, most: n as u32, ways, goal, overfull: false }
}

/// The placements as sets of pieces at their cells, by trying everything.
fn all(cover: &Cover) -> BTreeSet<Vec<Vec<(u32, Value)>>> {
    fn extend(
        cover: &Cover,
        chosen: &mut Vec<usize>,
        held: &mut Vec<Option<Value>>,
        found: &mut BTreeSet<Vec<Vec<(u32, Value)>>>,
    ) {
        let Some(cell) = held.iter().position(Option::is_none) else {
            let position: Vec<Value> = held.iter().map(|value| value.unwrap()).collect();
            let count = |entry: usize| {
                chosen.iter().filter(|way| cover.ways[**way].entry == entry as u32).count() as u32
            };
            let fits =
                (0..cover.supply.len()).all(|e| (cover.least[e]..=cover.supply[e]).contains(&count(e)));
            if fits && cover.goal.holds(&position) {
                let mut cells: Vec<_> = chosen.iter().map(|way| cover.ways[*way].cells.clone()).collect();
                cells.sort_unstable();
                found.insert(cells);
            }
            return;
        };
        for (number, way) in cover.ways.iter().enumerate() {
            if way.cells.iter().any(|(c, _)| *c == cell as u32)
                && way.cells.iter().all(|(c, _)| held[*c as usize].is_none())
            {
                way.cells.iter().for_each(|(c, value)| held[*c as usize] = Some(*value));
                chosen.push(number);
                extend(cover, chosen, held, found);
                chosen.pop();
                way.cells.iter().for_each(|(c, _)| held[*c as usize] = None);
            }
        }
    }
    let mut found = BTreeSet::new();
    extend(cover, &mut Vec::new(), &mut vec![None; cover.cells], &mut found);
    found
}

fn chain_of(problem: &Problem, most: Technique) -> Chain {
    let budget = Budget::default();
    chain(problem, most, &Meter::new(&budget))
}

/// Every step holds in every placement, and a chain that ends with all cells decided has found the only one.
#[test]
fn steps_hold_in_every_placement() {
    let mut used = BTreeMap::new();
    let (mut solved, mut impossible, mut open, mut only) = (0, 0, 0, 0);
    for seed in 0..10_000 {
        let cover = random_cover(&mut Random::of_try(50, seed));
        let problem = Problem::of(&cover).unwrap();
        let placements = all(&cover);
        only += usize::from(placements.len() == 1);
        let found = chain_of(&problem, Technique::Trial);
        for (number, step) in found.steps.iter().enumerate() {
            *used.entry(step.technique).or_insert(0) += 1;
            assert!(step.uses.iter().all(|earlier| (*earlier as usize) < number));
            let cells = |at: &u32| -> &Candidate { &problem.candidates[*at as usize] };
            for placement in &placements {
                for at in &step.taken {
                    assert!(placement.contains(&cells(at).cells), "{seed}: {step:?} {cover:?}");
                }
                for at in &step.removed {
                    assert!(!placement.contains(&cells(at).cells), "{seed}: {step:?} {cover:?}");
                }
            }
        }
        match found.end {
            End::Solved(held) => {
                solved += 1;
                assert_eq!(placements.len(), 1, "{seed}: {cover:?}");
                let mut cells: Vec<(u32, Value)> = placements.into_iter().next().unwrap().concat();
                cells.sort_unstable();
                assert_eq!(held, cells.iter().map(|cell| cell.1).collect::<Vec<_>>());
            }
            End::Impossible(_) => {
                impossible += 1;
                assert!(placements.is_empty(), "{seed}: {cover:?}");
            }
            End::Open | End::Halted => open += 1,
        }
    }
    assert!(
        solved > 300 && impossible > 1000 && open > 1000 && used.len() == Technique::ALL.len(),
        "{used:?}"
    );
    assert!(solved * 10 > only * 9, "{solved} of {only}");
}

/// The next piece is laid in every placement, by steps that need no others.
#[test]
fn next_piece() {
    let budget = Budget::default();
    let mut laid = 0;
    for seed in 0..1500 {
        let cover = random_cover(&mut Random::of_try(51, seed));
        let problem = Problem::of(&cover).unwrap();
        let Some(steps) = next(&problem, &Meter::new(&budget)) else { continue };
        let last = steps.last().unwrap();
        let pieces =
            last.taken.iter().map(|at| &problem.candidates[*at as usize]).filter(|one| !one.is_empty());
        let pieces: Vec<&Candidate> = pieces.collect();
        assert!(!pieces.is_empty());
        laid += 1;
        let fits =
            |placement: &Vec<Vec<(u32, Value)>>| pieces.iter().all(|piece| placement.contains(&piece.cells));
        assert!(all(&cover).iter().all(fits), "{seed}");
    }
    assert!(laid > 250, "{laid}");
}

/// From easy to hard.
const SUDOKUS: [&str; 5] = [
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "000000907000420180000705026100904000050000040000507009920108000034059000507000000",
    "294513006600842319300697254000056000040080060000470000730164005900735001400928637",
    "300080000000700005100000000000000360002004000070000000000060130045200000000000800",
    "000801000000000043500000000000070800000000100020030000600000075003400000000200600",
];

fn sudoku(text: &str) -> Cover {
    let mut parts = Vec::new();
    for (cell, digit) in text.bytes().enumerate() {
        if digit != b'0' {
            parts.push(Condition::In(cell as u32, ValueSet::one(u16::from(digit - b'0'))));
        }
    }
    for k in 0..9_u32 {
        let row: Vec<u32> = (0..9).map(|i| 9 * k + i).collect();
        let column: Vec<u32> = (0..9).map(|i| 9 * i + k).collect();
        let of_box: Vec<u32> = (0..9).map(|i| 27 * (k / 3) + 3 * (k % 3) + 9 * (i / 3) + i % 3).collect();
        for vars in [row, column, of_box] {
            for digit in 1..=9 {
                let values = ValueSet::one(digit);
                parts.push(Condition::Count { vars: vars.clone(), values, min: 0, max: 1 });
            }
        }
    }
    let mut ways = Vec::new();
    for cell in 0..81 {
        for digit in 1..=9 {
            ways.push(Way { entry: 1, cells: vec![(cell, digit)], action: ways.len() as u32 });
        }
    }
    ways.extend((0..81).map(|cell| Way { entry: 0, cells: vec![(cell, 0)], action: NONE }));
    let supply = vec![0, 81];
    Cover {
        cells: 81,
        least: supply.clone(),
        supply,
        most: 81,
        ways,
        goal: Condition::All(parts),
        overfull: false,
    }
}

/// Each is solved, and not by weaker techniques than its strongest.
#[test]
fn sudokus_need_their_techniques() {
    let budget = Budget::default();
    let mut needed = BTreeSet::new();
    for text in SUDOKUS {
        let cover = sudoku(text);
        let problem = Problem::of(&cover).unwrap();
        let found = chain_of(&problem, Technique::Trial);
        let solution = cover.find(&Meter::new(&budget)).unwrap().unwrap();
        assert_eq!(found.end, End::Solved(cover.held(&solution)), "{text}");
        let hardest = found.difficulty().unwrap().0;
        needed.insert(hardest);
        if let Some(weaker) = Technique::ALL.into_iter().rev().find(|weaker| *weaker < hardest) {
            assert_eq!(chain_of(&problem, weaker).end, End::Open, "{text}");
        }
    }
    assert!(needed.len() >= 3, "{needed:?}");
}

/// "Platinum Blonde" is beyond the techniques.
#[test]
fn only_search_is_left() {
    let cover = sudoku("000000012000000003002300400001800005060070800000009000008500000900040500470006000");
    assert_eq!(chain_of(&Problem::of(&cover).unwrap(), Technique::Trial).end, End::Open);
}
