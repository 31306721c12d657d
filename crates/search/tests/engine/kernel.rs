//! Tables and buckets, compared with maps of the standard library.

use std::collections::{BTreeMap, HashMap, VecDeque};

use puzzlec_base::{Budget, Limit, Random};
use puzzlec_search::kernel::meter::{Halted, Meter};
use puzzlec_search::kernel::{Buckets, Table};

#[test]
fn a_table_is_a_map_in_order() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let mut random = Random::new(7);
    for keys in [1, 10, 3000] {
        let mut table: Table<u128, u64> = Table::new(&meter);
        let (mut known, mut order) = (HashMap::new(), Vec::new());
        for value in 0..4000 {
            let key = u128::from(random.below(keys)) << 90;
            assert_eq!(table.contains(key), known.contains_key(&key));
            let new = table.insert(key, value).unwrap();
            assert_eq!(new, !known.contains_key(&key), "a known position keeps its value");
            if new {
                known.insert(key, value);
                order.push(key);
            } else if value % 3 == 0 {
                table.set(table.number(key).unwrap(), value);
                known.insert(key, value);
            }
        }
        assert_eq!(table.len(), order.len());
        assert!(table.iter().eq(order.iter().copied()));
        let copy = table.copied().unwrap();
        for table in [&table, &copy] {
            for (number, key) in (0..).zip(&order) {
                assert_eq!(table.number(*key), Some(number));
                assert_eq!(table.at(number), Some((*key, known[key])));
                assert_eq!(table.get(*key), Some(known[key]));
            }
            assert_eq!((table.at(order.len() as u32), table.number(1)), (None, None));
        }
    }
}

#[test]
fn a_table_asks_before_it_grows() {
    let budget = Budget::unlimited().with_bytes(10_000);
    let meter = Meter::new(&budget);
    let mut table: Table<u64> = Table::new(&meter);
    let full = (0..).find(|key| table.insert(*key, ()) == Err(Halted)).unwrap();
    assert!((200..10_000 / 8).contains(&full), "{full}");
    assert_eq!(meter.limit(), Some(Limit::Memory { bytes: 10_000 }));
    assert!(meter.statistics().bytes <= 10_000);
    // What was refused is not in, and the others still are.
    assert_eq!(table.len() as u64, full);
    assert!((0..full).all(|key| table.contains(key)) && !table.contains(full));
}

#[test]
fn a_table_gives_its_memory_back() {
    let budget = Budget::unlimited().with_bytes(20_000);
    let meter = Meter::new(&budget);
    let filled = || {
        let mut table: Table<u64, u64> = Table::new(&meter);
        (0..200).try_for_each(|key| table.insert(key, key).map(drop)).map(|()| table)
    };
    for _ in 0..10 {
        assert!(filled().is_ok());
    }
    let _one = filled().unwrap();
    assert!(filled().is_err());
}

#[test]
fn the_way_back_is_the_way() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    // From 1, doubled or one more: a number is its binary digits.
    let mut table: Table<u64, (u32, u64)> = Table::new(&meter);
    assert!(table.insert(1, (0, 9)).unwrap());
    let mut at = 0;
    while let Some((number, _)) = table.at(at).filter(|_| table.len() < 1000) {
        for digit in [0, 1] {
            table.insert(2 * number + digit, (at, digit)).unwrap();
        }
        at += 1;
    }
    assert!(table.way(0).is_empty());
    assert_eq!(table.way(table.number(0b1011).unwrap()), [0, 1, 1]);
    let back: Vec<_> = table.back(table.number(0b110).unwrap()).collect();
    assert_eq!(back, [(0b110, 0), (0b11, 1), (1, 9)]);
    assert_eq!(table.back(100_000).next(), None);
}

#[test]
fn buckets_are_a_list_for_each_rank() {
    let mut random = Random::new(3);
    let mut buckets: Buckets<u32> = Buckets::default();
    let mut known: BTreeMap<usize, VecDeque<u32>> = BTreeMap::new();
    for item in 0..20_000 {
        let rank = random.below(12) as usize;
        let list = known.entry(rank).or_default();
        match random.below(8) {
            0 => assert_eq!(buckets.pop_last(rank), list.pop_back()),
            1 => assert_eq!(buckets.pop_first(rank), list.pop_front()),
            2 => {
                let most = random.below(40) as usize;
                let taken = list.split_off(list.len().saturating_sub(most));
                assert_eq!(buckets.take(rank, most), Vec::from(taken));
            }
            _ => {
                let (before, needs) = (buckets.bytes(), buckets.needs(rank));
                buckets.push(rank, item);
                list.push_back(item);
                assert_eq!(buckets.bytes(), before + needs);
            }
        }
        assert_eq!(buckets.width(rank), known[&rank].len());
        let least = known.iter().find(|(_, list)| !list.is_empty()).map(|(rank, _)| *rank);
        assert_eq!(buckets.least(), least);
        let items: usize = known.values().map(VecDeque::len).sum();
        assert!(buckets.bytes() >= 4 * items && buckets.ranks() <= 12);
    }
}
