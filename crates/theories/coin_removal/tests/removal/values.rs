//! The game of two players beside brute force.

use std::collections::HashMap;

use puzzlec_base::Budget;
use puzzlec_coin_removal::problem::{Graph, Part, Problem, Shape};
use puzzlec_coin_removal::values::{Span, Values, diagonals, value, winning_moves};
use puzzlec_theory::meter::Meter;

use super::proofs::brute::{Brute, Position};

fn words(n: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1u32 << n).map(move |word| (0..n).map(|i| word >> (n - 1 - i) & 1 == 1).collect())
}

fn alone(shape: Shape, heads: &[bool], closing: bool) -> Problem {
    Problem { closing, parts: vec![Part { shape, heads: heads.to_vec() }] }
}

fn value_of(problem: &Problem) -> u64 {
    value(problem, &Meter::new(&Budget::unlimited())).unwrap().unwrap()
}

/// The coins of a word, all of which are there.
fn position(heads: &[bool]) -> Position {
    heads.iter().map(|heads| 1 + u8::from(*heads)).collect()
}

/// Gaps stay open.
fn with_gaps(coins: usize, edges: &[(usize, usize)]) -> Definition {
    let mut near = vec![Vec::new(); coins];
    for (a, b) in edges {
        near[*a].push(*b);
        near[*b].push(*a);
    }
    Definition { brute: Brute::Gaps(near), known: HashMap::new() }
}

/// A game by the definition of its moves.
struct Definition {
    brute: Brute,
    known: HashMap<Position, u64>,
}

impl Definition {
    fn closing_up(ring: bool) -> Self {
        Definition { brute: Brute::Closing { ring }, known: HashMap::new() }
    }

    fn value(&mut self, position: &[u8]) -> u64 {
        self.brute.grundy(position, &mut self.known)
    }

    /// The coins that can be removed, each with the value that is left.
    fn moves(&mut self, position: &[u8]) -> Vec<(usize, u64)> {
        let heads = (0..position.len()).filter(|coin| position[*coin] == 2);
        heads.zip(self.brute.moves(position)).map(|(coin, next)| (coin, self.value(&next))).collect()
    }

    /// Value and values of moves agree.
    fn agrees(&mut self, problem: &Problem) {
        let position = position(&problem.parts[0].heads);
        let budget = Budget::unlimited();
        let values = Values::new(problem, &Meter::new(&budget)).unwrap().unwrap();
        assert_eq!(values.value(), self.value(&position), "{problem:?}");
        let found: Vec<(usize, u64)> = values.moves().map(|mv| (mv.coin as usize, mv.value)).collect();
        assert_eq!(found, self.moves(&position), "{problem:?}");
    }
}

fn path(n: usize) -> Vec<(usize, usize)> {
    (1..n).map(|i| (i - 1, i)).collect()
}

fn circle(n: usize) -> Vec<(usize, usize)> {
    let mut edges = path(n);
    if n > 2 {
        edges.push((n - 1, 0));
    }
    edges
}

fn all_words_agree(most: usize) {
    for n in 1..=most {
        let (mut row, mut ring) = (with_gaps(n, &path(n)), with_gaps(n, &circle(n)));
        let (mut closing_row, mut closing_ring) =
            (Definition::closing_up(false), Definition::closing_up(true));
        for heads in words(n) {
            row.agrees(&alone(Shape::Row, &heads, false));
            ring.agrees(&alone(Shape::Ring, &heads, false));
            closing_row.agrees(&alone(Shape::Row, &heads, true));
            closing_ring.agrees(&alone(Shape::Ring, &heads, true));
        }
    }
}

#[test]
fn all_rows_and_rings_agree() {
    all_words_agree(7);
}

#[test]
#[ignore = "minutes"]
fn all_rows_and_rings_agree_up_to_12() {
    all_words_agree(12);
}

fn check_graph(n: usize, edges: &[(usize, usize)], heads: &[bool]) {
    let graph = Graph::new(n, edges.iter().map(|(a, b)| (*a as u32, *b as u32)));
    with_gaps(n, edges).agrees(&alone(Shape::Graph(graph), heads, false));
}

#[test]
fn all_graphs_of_four_vertices_agree() {
    let pairs: Vec<(usize, usize)> = (0..4).flat_map(|a| (a + 1..4).map(move |b| (a, b))).collect();
    for set in 0..1u32 << pairs.len() {
        let edges: Vec<(usize, usize)> =
            (0..pairs.len()).filter(|i| set >> i & 1 == 1).map(|i| pairs[i]).collect();
        for heads in words(4) {
            check_graph(4, &edges, &heads);
        }
    }
}

/// Random numbers, the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

#[test]
fn larger_graphs_agree() {
    let mut random = Random(1);
    for _ in 0..60 {
        let n = 5 + random.below(4) as usize;
        let few = 1 + random.below(4);
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        let edges: Vec<(usize, usize)> = pairs.filter(|_| random.below(5) < few).collect();
        let heads: Vec<bool> = (0..n).map(|_| random.below(2) == 1).collect();
        check_graph(n, &edges, &heads);
    }
}

#[test]
fn a_row_is_the_same_as_a_graph() {
    let mut random = Random(2);
    let as_graph = |edges: &[(usize, usize)], heads: &[bool]| {
        let graph = Graph::new(heads.len(), edges.iter().map(|(a, b)| (*a as u32, *b as u32)));
        value_of(&alone(Shape::Graph(graph), heads, false))
    };
    for n in [20, 33] {
        let heads: Vec<bool> = (0..n).map(|_| random.below(2) == 1).collect();
        assert_eq!(value_of(&alone(Shape::Row, &heads, false)), as_graph(&path(n), &heads));
        assert_eq!(value_of(&alone(Shape::Ring, &heads, false)), as_graph(&circle(n), &heads));
    }
    // Beyond one and two words of vertices. A head before tails leaves a head before tails.
    for n in [64, 65, 128, 129, 256] {
        let heads = row(&[(true, 1), (false, n - 1)]);
        assert_eq!(value_of(&alone(Shape::Row, &heads, false)), n as u64 % 2);
        assert_eq!(as_graph(&path(n), &heads), n as u64 % 2);
    }
}

#[test]
fn parts_are_a_sum() {
    let mut random = Random(3);
    for _ in 0..40 {
        let sizes: Vec<usize> = (0..1 + random.below(3)).map(|_| 1 + random.below(4) as usize).collect();
        let mut parts = Vec::new();
        let (mut edges, mut position) = (Vec::new(), Vec::new());
        for size in sizes {
            let heads: Vec<bool> = (0..size).map(|_| random.below(2) == 1).collect();
            let from = position.len();
            position.extend(self::position(&heads));
            edges.extend(path(size).iter().map(|(a, b)| (a + from, b + from)));
            parts.push((from, Part { shape: Shape::Row, heads }));
        }
        let mut brute = with_gaps(position.len(), &edges);
        let (begins, parts): (Vec<usize>, Vec<Part>) = parts.into_iter().unzip();
        let problem = Problem { closing: false, parts };
        assert_eq!(value_of(&problem), brute.value(&position));
        let budget = Budget::unlimited();
        let winning = winning_moves(&problem, &Meter::new(&budget)).unwrap().unwrap();
        let winning: Vec<usize> = winning.iter().map(|(part, coin)| begins[*part] + *coin as usize).collect();
        let expected = brute.moves(&position).into_iter().filter(|(_, value)| *value == 0);
        assert_eq!(winning, expected.map(|(coin, _)| coin).collect::<Vec<_>>());
    }
}

fn row(blocks: &[(bool, usize)]) -> Vec<bool> {
    blocks.iter().flat_map(|(heads, size)| std::iter::repeat_n(*heads, *size)).collect()
}

fn row_value(blocks: &[(bool, usize)]) -> u64 {
    value_of(&alone(Shape::Row, &row(blocks), false))
}

#[test]
fn families_have_closed_forms() {
    for m in 1..80 {
        assert_eq!(row_value(&[(true, m)]), u64::from(m % 6 != 0), "1^{m}");
        let twice = 2 * ((m as u64 + 1) / 3);
        assert_eq!(row_value(&[(false, 1), (true, m)]), twice, "0 1^{m}");
        assert_eq!(row_value(&[(false, 1), (true, m), (false, 1)]), m as u64 % 2, "0 1^{m} 0");
        assert_eq!(row_value(&[(false, 1), (true, m), (false, 2)]), twice, "0 1^{m} 00");
    }
    // The values are too large for a byte.
    assert_eq!(row_value(&[(false, 1), (true, 500)]), 334);
}

#[test]
fn two_blocks_of_heads_are_won_by_the_second_player_if_they_are_about_equal() {
    const MOST: usize = 200;
    // An interval with a in front of the tails and b behind is 0 1^(a-1) 0 1^(b-1) 0.
    let heads = row(&[(true, MOST + 2), (false, 1), (true, MOST + 2)]);
    let (middle, mut seen) = (MOST + 2, 0);
    let budget = Budget::unlimited();
    let mut each = |length: usize, values: &[u16]| {
        for (first, value) in values.iter().enumerate().filter(|(first, _)| (1..middle).contains(first)) {
            let last = first + length - 1;
            if last <= middle || last > 2 * MOST + 3 {
                continue;
            }
            let (i, j) = (middle - first - 1, last - middle - 1);
            assert_eq!(*value == 0, i.abs_diff(j) <= 1, "{i} {j}");
            assert_ne!(*value, 1, "{i} {j}");
            seen += 1;
        }
    };
    diagonals(Span::row(&heads), &Meter::new(&budget), &mut each).unwrap().unwrap();
    assert_eq!(seen, (MOST + 1) * (MOST + 1));
}

/// The values of all rows of a length with gaps from those of shorter ones, by word; the first coin is the lowest bit.
fn next_length(shorter: &[Vec<u8>]) -> Vec<u8> {
    let n = shorter.len();
    let value = |word: usize| {
        let mut seen = 0u64;
        for coin in (0..n).filter(|coin| word >> coin & 1 == 1) {
            let left = (word & ((1 << coin) - 1)) ^ (1 << coin >> 1);
            let right = word >> (coin + 1) ^ usize::from(coin + 1 < n);
            seen |= 1 << (shorter[coin][left] ^ shorter[n - 1 - coin][right]);
        }
        seen.trailing_ones() as u8
    };
    (0..1 << n).map(value).collect()
}

/// Numbers of rows that the second player wins, from the sheet.
const SECOND_WINS: [usize; 22] = [
    1, 3, 2, 8, 10, 29, 42, 104, 176, 394, 714, 1521, 2832, 5909, 11268, 23124, 44878, 90947, 178_302,
    358_601, 707_226, 1_416_306,
];

fn rows_by_length(most: usize, compared: usize) {
    let mut tables = vec![vec![0]];
    for n in 1..=most {
        let table = next_length(&tables);
        assert_eq!(table.iter().filter(|value| **value == 0).count(), SECOND_WINS[n - 1], "{n}");
        if n <= compared {
            for (word, value) in table.iter().enumerate() {
                let heads: Vec<bool> = (0..n).map(|i| word >> i & 1 == 1).collect();
                assert_eq!(value_of(&alone(Shape::Row, &heads, false)), u64::from(*value), "{heads:?}");
            }
        }
        if n == 22 {
            assert_eq!(table.iter().max(), Some(&14));
        }
        tables.push(table);
    }
}

#[test]
fn the_second_player_wins_as_many_rows_as_the_sheet_says() {
    rows_by_length(14, 9);
}

#[test]
#[ignore = "minutes"]
fn all_rows_up_to_22_and_the_theory_up_to_18() {
    rows_by_length(22, 18);
}

fn histogram(n: usize) -> [usize; 3] {
    let mut counts = [0; 3];
    for heads in words(n) {
        counts[value_of(&alone(Shape::Ring, &heads, true)) as usize] += 1;
    }
    counts
}

#[test]
fn rings_that_close_up_have_the_values_of_the_sheet() {
    assert_eq!(histogram(4), [7, 5, 4]);
    assert_eq!(histogram(5), [17, 15, 0]);
    assert_eq!(histogram(6), [19, 27, 18]);
    assert_eq!(histogram(7), [79, 49, 0]);
    assert_eq!(histogram(8), [59, 133, 64]);
}

#[test]
#[ignore = "a minute"]
fn longer_rings_that_close_up_have_the_values_of_the_sheet() {
    assert_eq!(histogram(9), [355, 157, 0]);
    assert_eq!(histogram(10), [203, 621, 200]);
}

#[test]
fn rows_that_close_up_are_won_by_the_second_player_as_often_as_the_sheet_says() {
    for n in 1..=10 {
        let second = words(n).filter(|heads| value_of(&alone(Shape::Row, heads, true)) == 0).count();
        let power = 1 << (n + 1 - n % 2);
        assert_eq!(second, (power + 1) / 3, "{n}");
    }
}

#[test]
fn a_winning_move_leaves_the_value_0() {
    let mut random = Random(5);
    for n in [40, 90, 150] {
        let heads: Vec<bool> = (0..n).map(|_| random.below(2) == 1).collect();
        let problem = alone(Shape::Row, &heads, false);
        let budget = Budget::unlimited();
        let values = Values::new(&problem, &Meter::new(&budget)).unwrap().unwrap();
        for mv in values.moves() {
            let coin = mv.coin as usize;
            let (mut left, mut right) = (heads[..coin].to_vec(), heads[coin + 1..].to_vec());
            left.iter_mut()
                .next_back()
                .into_iter()
                .chain(right.first_mut())
                .for_each(|heads| *heads = !*heads);
            let parts = [left, right].into_iter().filter(|heads| !heads.is_empty());
            let parts = parts.map(|heads| Part { shape: Shape::Row, heads }).collect();
            assert_eq!(value_of(&Problem { closing: false, parts }), mv.value, "{n} {coin}");
        }
        assert_eq!(values.value() != 0, values.winning().next().is_some());
    }
}

#[test]
fn limits_apply() {
    let heads = row(&[(true, 300), (false, 1), (true, 300)]);
    for problem in [alone(Shape::Row, &heads, false), alone(Shape::Ring, &heads, false)] {
        let small = Budget::unlimited().with_bytes(10_000);
        assert!(value(&problem, &Meter::new(&small)).is_err());
        let few = Budget::unlimited().with_states(1_000);
        assert!(value(&problem, &Meter::new(&few)).is_err());
    }
    let few = Budget::unlimited().with_states(1_000);
    let word: Vec<bool> = (0..40).map(|i| i % 3 == 0 || i % 7 == 1).collect();
    assert!(value(&alone(Shape::Ring, &word, true), &Meter::new(&few)).is_err());
}

#[test]
fn more_coins_than_it_treats_have_no_value() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let long = vec![true; 70_000];
    assert_eq!(value(&alone(Shape::Row, &long, false), &meter), Ok(None));
    assert_eq!(value(&alone(Shape::Ring, &long, false), &meter), Ok(None));
    assert_eq!(value(&alone(Shape::Ring, &long, true), &meter), Ok(None));
    let star = Graph::new(300, (1..300).map(|leaf| (0, leaf)));
    assert_eq!(value(&alone(Shape::Graph(star), &long[..300], false), &meter), Ok(None));
    // Rows that close up are decided by their parity sum.
    let closing = alone(Shape::Row, &vec![true; 1_000_000], true);
    assert_eq!(value(&closing, &meter), Ok(Some(0)));
    assert!(winning_moves(&closing, &meter).unwrap().unwrap().is_empty());
}
