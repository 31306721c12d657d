//! Random placements that are small enough to list all arrangements, by tests of their own.

use std::collections::{BTreeMap, BTreeSet};

use crate::certificates::mutated::Numbers;

/// A way to lay the piece of an entry: its contents by cell.
pub type Way = (usize, BTreeMap<usize, String>);

/// A puzzle with all its solutions.
pub struct Small {
    pub text: String,
    /// The contents that a cell may hold.
    pub contents: Vec<&'static str>,
    /// Solutions by the contents of their cells, each with its ways and the number of its pieces.
    pub solutions: BTreeSet<(Vec<u8>, Vec<Way>)>,
}

impl Small {
    /// The numbers of pieces of the solutions.
    pub fn sizes(&self) -> BTreeSet<u64> {
        self.solutions.iter().map(|(_, ways)| ways.len() as u64).collect()
    }
}

/// A part of a goal: the text, and whether cells meet it.
type Part = (String, Box<dyn Fn(&[u8]) -> bool>);

/// A board with what may lie on it: one entry of one cell.
struct Board {
    head: String,
    place: String,
    contents: Vec<&'static str>,
    /// Cells that may hold a piece.
    open: Vec<usize>,
    near: Vec<Vec<usize>>,
    /// The numbers of pieces that are allowed.
    numbers: (usize, usize),
    /// Whether each content has an entry of its own.
    split: bool,
}

fn lattice(width: usize, height: usize) -> Vec<Vec<usize>> {
    let beside = |a: usize, b: usize| {
        let (x, y) = ((a % width).abs_diff(b % width), (a / width).abs_diff(b / width));
        x + y == 1
    };
    (0..width * height).map(|a| (0..width * height).filter(|b| beside(a, *b)).collect()).collect()
}

/// The parts of a set of cells.
fn parts(near: &[Vec<usize>], set: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
    let mut left = set.clone();
    let mut found = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = BTreeSet::from([first]);
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            for next in near[cell].iter().filter(|next| left.contains(next)).copied().collect::<Vec<_>>() {
                left.remove(&next);
                part.insert(next);
                open.push(next);
            }
        }
        found.push(part);
    }
    found
}

fn links(near: &[Vec<usize>], set: &BTreeSet<usize>) -> usize {
    set.iter().map(|cell| near[*cell].iter().filter(|next| set.contains(next)).count()).sum::<usize>() / 2
}

fn is_loop(near: &[Vec<usize>], set: &BTreeSet<usize>) -> bool {
    let two = |cell: &usize| near[*cell].iter().filter(|next| set.contains(next)).count() == 2;
    parts(near, set).len() == 1 && set.iter().all(two)
}

fn is_path(near: &[Vec<usize>], set: &BTreeSet<usize>, a: usize, b: usize) -> bool {
    let ends = usize::from(a != b);
    let degree = |cell: &usize| near[*cell].iter().filter(|next| set.contains(next)).count();
    let fits = |cell: &usize| degree(cell) == if [a, b].contains(cell) { ends } else { 2 };
    parts(near, set).len() == 1 && set.contains(&a) && set.contains(&b) && set.iter().all(fits)
}

fn held(cells: &[u8], value: u8) -> BTreeSet<usize> {
    (0..cells.len()).filter(|cell| cells[*cell] == value).collect()
}

/// Pieces of one kind on 4 by 3 cells, under tests of how they hang together.
fn shapes(numbers: &mut Numbers) -> (Board, Vec<Part>) {
    let near = lattice(4, 3);
    let name = |cell: usize| format!("{}{}", ["a", "b", "c", "d"][cell % 4], 1 + cell / 4);
    let mut all: Vec<Part> = Vec::new();
    for _ in 0..2 + numbers.below(3) {
        let (one, other) = (numbers.below(12), numbers.below(12));
        let (set, value) = [("sea", 1), ("empty", 0), ("(cells where x: x is not sea)", 0)][numbers.below(3)];
        let near = near.clone();
        all.push(match numbers.below(10) {
            0 => (format!("connected({set})"), Box::new(move |c| parts(&near, &held(c, value)).len() < 2)),
            1 => (format!("loop({set})"), Box::new(move |c| is_loop(&near, &held(c, value)))),
            2 => (
                format!("path({set}, {}, {})", name(one), name(other)),
                Box::new(move |c| is_path(&near, &held(c, value), one, other)),
            ),
            3 => (
                format!("tree({set})"),
                Box::new(move |c| {
                    let set = held(c, value);
                    parts(&near, &set).len() == 1 && links(&near, &set) + 1 == set.len()
                }),
            ),
            4 => {
                let many = 1 + numbers.below(4);
                (
                    format!("components({set}) == {many}"),
                    Box::new(move |c| parts(&near, &held(c, value)).len() == many),
                )
            }
            5 => {
                let many = 3 + numbers.below(6);
                (format!("count(sea) == {many}"), Box::new(move |c| held(c, 1).len() == many))
            }
            6 => {
                (format!("not connected({set})"), Box::new(move |c| parts(&near, &held(c, value)).len() > 1))
            }
            7 => (
                format!("(connected({set}) or {} is sea)", name(one)),
                Box::new(move |c| c[one] == 1 || parts(&near, &held(c, value)).len() < 2),
            ),
            8 => {
                let many = numbers.below(3);
                (
                    format!("count(component({}, {set}), ) < {many}", name(one)).replace(", )", ")"),
                    Box::new(move |c| {
                        let parts = parts(&near, &held(c, value));
                        parts.iter().find(|part| part.contains(&one)).map_or(0, BTreeSet::len) < many
                    }),
                )
            }
            _ => {
                let many = 1 + numbers.below(4);
                (
                    format!("count(component({}, {set})) == {many}", name(one)),
                    Box::new(move |c| {
                        let parts = parts(&near, &held(c, value));
                        parts.iter().find(|part| part.contains(&one)).map_or(0, BTreeSet::len) == many
                    }),
                )
            }
        });
    }
    let many = 3 + numbers.below(6);
    let (place, range) = match numbers.below(3) {
        0 => ("sea *".to_owned(), (0, 12)),
        1 => (format!("sea * {many}"), (many, many)),
        _ => (format!("sea * {many}..{}", many + 2), (many, many + 2)),
    };
    let few = numbers.below(4) == 0;
    let open = (0..12).filter(|cell| !few || cell % 4 < 3).collect();
    let board = Board {
        head: "piece sea \"#\"\npuzzle P {\n    board square 4 by 3\n".into(),
        place: format!("{place}{}", if few { " on cells where x: columnof(x) < 4" } else { "" }),
        contents: vec!["empty", "sea"],
        open,
        near,
        numbers: range,
        split: false,
    };
    (board, all)
}

/// Islands on 3 by 3 cells, of which several have few cells or few gems.
fn islands(numbers: &mut Numbers) -> (Board, Vec<Part>) {
    let near = lattice(3, 3);
    let name = |cell: usize| format!("{}{}", ["a", "b", "c"][cell % 3], 1 + cell / 3);
    let white = "(cells where x: x is not sea)";
    fn land(cells: &[u8]) -> BTreeSet<usize> {
        (0..cells.len()).filter(|cell| cells[*cell] != 1).collect()
    }
    let limit = |numbers: &mut Numbers| -> Part {
        let (near, cell, many) = (near.clone(), numbers.below(9), numbers.below(4));
        let gems = numbers.below(3) == 0;
        let of = if gems { "gem, " } else { "" };
        let (sign, exact) = [("==", true), ("<=", false)][numbers.below(2)];
        (
            format!("count({of}component({}, {white})) {sign} {many}", name(cell)),
            Box::new(move |c| {
                let own =
                    parts(&near, &land(c)).into_iter().find(|part| part.contains(&cell)).unwrap_or_default();
                let number = own.iter().filter(|cell| !gems || c[**cell] == 2).count();
                if exact { number == many } else { number <= many }
            }),
        )
    };
    let mut all: Vec<Part> = Vec::new();
    for _ in 0..3 + numbers.below(5) {
        let (cell, many) = (numbers.below(9), numbers.below(4));
        let near = near.clone();
        all.push(match numbers.below(9) {
            0 => (
                format!("components({white}) == {many}"),
                Box::new(move |c| parts(&near, &land(c)).len() == many),
            ),
            1 => ("connected(sea)".into(), Box::new(move |c| parts(&near, &held(c, 1)).len() < 2)),
            2 => (format!("{} is not sea", name(cell)), Box::new(move |c| c[cell] != 1)),
            3 => (format!("{} is gem", name(cell)), Box::new(move |c| c[cell] == 2)),
            4 => {
                let ((one, first), (other, second)) = (limit(numbers), limit(numbers));
                (format!("({one} or {other})"), Box::new(move |c| first(c) || second(c)))
            }
            _ => limit(numbers),
        });
    }
    let board = Board {
        head: "piece sea \"#\"\npiece gem \"*\"\npuzzle P {\n    board square 3 by 3\n".into(),
        place: "sea *, gem *".into(),
        contents: vec!["empty", "sea", "gem"],
        open: (0..9).collect(),
        near,
        numbers: (0, 9),
        split: true,
    };
    (board, all)
}

/// Fences on the edges of 2 by 2 faces.
fn fences(numbers: &mut Numbers) -> (Board, Vec<Part>) {
    let near = lattice(5, 5);
    let faces = [6, 8, 16, 18];
    let edges: Vec<usize> = (0..25).filter(|cell| (cell % 5 + cell / 5) % 2 == 1).collect();
    let mut all: Vec<Part> = Vec::new();
    for _ in 0..2 + numbers.below(4) {
        let (near, edges) = (near.clone(), edges.clone());
        let (face, many) = (numbers.below(4), numbers.below(4));
        all.push(match numbers.below(5) {
            0 => (
                "loop((edges where x: x is line) union (corners where c: any y in around c: y is line))"
                    .into(),
                Box::new(move |c| {
                    let mut set = held(c, 1);
                    let ends: Vec<usize> = set.iter().flat_map(|edge| near[*edge].clone()).collect();
                    set.extend(ends.into_iter().filter(|place| place % 5 % 2 == 0));
                    is_loop(&near, &set)
                }),
            ),
            1 => (
                format!("components(faces union (edges where x: x is empty)) == {many}"),
                Box::new(move |c| {
                    let open = edges.iter().copied().filter(|edge| c[*edge] == 0);
                    parts(&near, &faces.into_iter().chain(open).collect()).len() == many
                }),
            ),
            2 => {
                let less = numbers.below(7);
                (format!("count(line) <= {less}"), Box::new(move |c| held(c, 1).len() <= less))
            }
            _ => (
                format!("count(line, around {}) == {many}", ["a1", "b1", "a2", "b2"][face]),
                Box::new(move |c| near[faces[face]].iter().filter(|edge| c[**edge] == 1).count() == many),
            ),
        });
    }
    let board = Board {
        head: "piece line \"-\"\npuzzle P {\n    board square 2 by 2 edges\n".into(),
        place: "line * on edges".into(),
        contents: vec!["empty", "line"],
        open: edges,
        near,
        numbers: (0, 12),
        split: false,
    };
    (board, all)
}

/// Digits on 3 by 3 cells, under tests of lines and sums.
fn digits(numbers: &mut Numbers) -> (Board, Vec<Part>) {
    let name = |cell: usize| format!("{}{}", ["a", "b", "c"][cell % 3], 1 + cell / 3);
    let lines = |by: fn(usize) -> usize| -> Vec<Vec<usize>> {
        (0..3).map(|line| (0..9).filter(|cell| by(*cell) == line).collect()).collect()
    };
    let (rows, columns) = (lines(|cell| cell / 3), lines(|cell| cell % 3));
    let different =
        |c: &[u8], line: &[usize]| line.iter().map(|cell| c[*cell]).collect::<BTreeSet<_>>().len() == 3;
    let mut all: Vec<Part> = Vec::new();
    for (word, lines) in [("rows", rows.clone()), ("columns", columns)] {
        if numbers.below(4) > 0 {
            all.push((
                format!("all line in {word}: different(line)"),
                Box::new(move |c| lines.iter().all(|line| different(c, line))),
            ));
        }
    }
    for _ in 0..1 + numbers.below(4) {
        let (a, b, n) = (numbers.below(9), numbers.below(9), numbers.below(7));
        all.push(match numbers.below(6) {
            0 => (
                format!("number({}) + number({}) == {n}", name(a), name(b)),
                Box::new(move |c| c[a] + c[b] == n as u8),
            ),
            1 => (format!("number({}) < number({})", name(a), name(b)), Box::new(move |c| c[a] < c[b])),
            2 => (
                format!("abs(number({}) - number({})) > 1", name(a), name(b)),
                Box::new(move |c| c[a].abs_diff(c[b]) > 1),
            ),
            3 => (
                format!("({} is digit 1 or {} is digit 3)", name(a), name(b)),
                Box::new(move |c| c[a] == 1 || c[b] == 3),
            ),
            4 => {
                let line = rows[n % 3].clone();
                let text = format!(
                    "(sum x in {} union {} union {}: number(x)) >= {n}",
                    name(line[0]),
                    name(line[1]),
                    name(line[2])
                );
                (text, Box::new(move |c| line.iter().map(|cell| c[*cell]).sum::<u8>() >= n as u8))
            }
            _ => (format!("{} is not digit 2", name(a)), Box::new(move |c| c[a] != 2)),
        });
    }
    let board = Board {
        head: "piece digit \"123\"\npuzzle P {\n    board square 3 by 3\n".into(),
        place: "digit * 9".into(),
        contents: vec!["empty", "digit 1", "digit 2", "digit 3"],
        open: (0..9).collect(),
        near: lattice(3, 3),
        numbers: (9, 9),
        split: false,
    };
    (board, all)
}

/// Dominoes and rigid pieces on 3 by 4 cells, of which some stay empty.
fn covers(numbers: &mut Numbers, left_out: bool) -> Small {
    let near = lattice(4, 3);
    let name = |cell: usize| format!("{}{}", ["a", "b", "c", "d"][cell % 4], 1 + cell / 4);
    let pairs: Vec<Vec<usize>> =
        (0..12).flat_map(|a| near[a].iter().filter(move |b| a < **b).map(move |b| vec![a, *b])).collect();
    let corner = |x: usize, y: usize, without: usize| -> Vec<usize> {
        let all = [4 * y + x, 4 * y + x + 1, 4 * y + x + 4, 4 * y + x + 5];
        (0..4).filter(|at| *at != without).map(|at| all[at]).collect()
    };
    let corners: Vec<Vec<usize>> =
        (0..3).flat_map(|x| (0..2).flat_map(move |y| (0..4).map(move |w| corner(x, y, w)))).collect();
    let (two, three) = (numbers.below(5), numbers.below(4));
    let mut tests: Vec<Part> = Vec::new();
    for _ in 0..1 + numbers.below(4) {
        let (cell, other) = (numbers.below(12), numbers.below(12));
        tests.push(match numbers.below(4) {
            0 => (format!("{} is empty", name(cell)), Box::new(move |c| c[cell] == 0)),
            1 => (format!("{} is ell", name(cell)), Box::new(move |c| c[cell] == 2)),
            2 => (
                format!("({} is domino or {} is empty)", name(cell), name(other)),
                Box::new(move |c| c[cell] == 1 || c[other] == 0),
            ),
            _ => (
                format!("count(empty, around {}) <= 1", name(cell)),
                Box::new({
                    let near = near[cell].clone();
                    move |c| near.iter().filter(|cell| c[**cell] == 0).count() <= 1
                }),
            ),
        });
    }
    if left_out {
        tests.pop();
    }
    let test: Vec<String> = tests.iter().map(|part| part.0.clone()).collect();
    let goal = if test.is_empty() { "1 == 1".into() } else { test.join("\n        and ") };
    let text = format!(
        "piece domino \"d\" {{ cells 2 }}\npiece ell \"L\" {{ rigid; turns; shape \"\"\"\n    LL\n    L.\n\"\"\" }}\n\
         puzzle P {{\n    board square 4 by 3\n    place domino * {two}, ell * {three}\n    goal where {goal}\n}}\n"
    );
    let mut solutions = BTreeSet::new();
    // One piece after another, in an order of the ways of each kind.
    let kinds: Vec<(u8, &Vec<Vec<usize>>)> =
        std::iter::repeat_n((1, &pairs), two).chain(std::iter::repeat_n((2, &corners), three)).collect();
    let mut open = vec![(vec![0_u8; 12], Vec::<(u8, usize)>::new())];
    while let Some((cells, ways)) = open.pop() {
        let Some((kind, list)) = kinds.get(ways.len()) else {
            if tests.iter().all(|(_, test)| test(&cells)) {
                let way = |(kind, at): &(u8, usize)| {
                    let (list, word) = if *kind == 1 { (&pairs, "domino") } else { (&corners, "ell") };
                    (usize::from(*kind), list[*at].iter().map(|cell| (*cell, word.to_owned())).collect())
                };
                solutions.insert((cells, ways.iter().map(way).collect()));
            }
            continue;
        };
        let from = ways.last().filter(|last| last.0 == *kind).map_or(0, |last| last.1 + 1);
        for (at, way) in list.iter().enumerate().skip(from) {
            if way.iter().all(|cell| cells[*cell] == 0) {
                let mut cells = cells.clone();
                way.iter().for_each(|cell| cells[*cell] = *kind);
                open.push((cells, ways.iter().copied().chain([(*kind, at)]).collect()));
            }
        }
    }
    Small { text, contents: vec!["empty", "domino", "ell"], solutions }
}

fn listed(board: &Board, goal: &[Part]) -> Small {
    let texts: Vec<&str> = goal.iter().map(|part| part.0.as_str()).collect();
    let goal_text = if texts.is_empty() { "1 == 1".to_owned() } else { texts.join("\n        and ") };
    let text = format!("{}    place {}\n    goal where {goal_text}\n}}\n", board.head, board.place);
    let mut solutions = BTreeSet::new();
    let mut cells = vec![0_u8; board.near.len()];
    let most = board.contents.len() as u8;
    'next: loop {
        let pieces = cells.iter().filter(|value| **value > 0).count();
        if (board.numbers.0..=board.numbers.1).contains(&pieces) && goal.iter().all(|(_, test)| test(&cells))
        {
            let laid = cells.iter().enumerate().filter(|(_, value)| **value > 0);
            let way = |(cell, value): (usize, &u8)| {
                let entry = if board.split { usize::from(*value) } else { 1 };
                (entry, BTreeMap::from([(cell, board.contents[usize::from(*value)].to_owned())]))
            };
            solutions.insert((cells.clone(), laid.map(way).collect()));
        }
        for cell in &board.open {
            cells[*cell] += 1;
            if cells[*cell] < most {
                continue 'next;
            }
            cells[*cell] = 0;
        }
        return Small { text, contents: board.contents.clone(), solutions };
    }
}

/// A puzzle, and a relative of the same name with one demand less. Most have few solutions.
pub fn puzzle(numbers: &mut Numbers) -> (Small, Small) {
    loop {
        let (small, relative) = any(numbers);
        let rare = match small.solutions.len() {
            0 => 3,
            1 => 1,
            2..4 => 2,
            _ => 8,
        };
        if numbers.below(rare) == 0 {
            return (small, relative);
        }
    }
}

fn any(numbers: &mut Numbers) -> (Small, Small) {
    let make = match numbers.below(5) {
        0 => {
            let seed = numbers.0;
            let small = covers(numbers, false);
            return (small, covers(&mut Numbers(seed), true));
        }
        1 => fences,
        2 => digits,
        3 => islands,
        _ => shapes,
    };
    let (board, mut goal) = make(numbers);
    let small = listed(&board, &goal);
    goal.pop();
    (small, listed(&board, &goal))
}
