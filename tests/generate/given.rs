//! Puzzles that have none of the clue pieces but those that are given, beside all loops, bridges and seas.

use super::{generate, random};

/// The marks of a generated picture, row by row.
fn marks(picture: &[String]) -> Vec<Vec<char>> {
    picture.iter().map(|row| row.chars().filter(|mark| *mark != ' ').collect()).collect()
}

/// Checks that the clues have one solution, and several without any of them.
fn needed(clues: &[Vec<char>], solutions: impl Fn(&[Vec<char>]) -> usize) {
    assert_eq!(solutions(clues), 1, "{clues:?}");
    for (y, row) in clues.iter().enumerate() {
        for x in (0..row.len()).filter(|x| row[*x] != '?') {
            let mut fewer = clues.to_vec();
            fewer[y][x] = '?';
            assert!(solutions(&fewer) > 1, "the clue {x} {y} is superfluous: {clues:?}");
        }
    }
}

const MASYU: &str = r#"edition 2
piece link "-"
piece pearl "WB"
set inner = edges where e: count(faces and around e) == 2
set ways = edges where e: e is link
set stops = faces where x: any e in around x: e is link
puzzle Masyu {
    board square 5 by 5 edges
    place link * on inner, pearl * on faces
    goal  where loop(ways union stops)
        and (all x in faces: x is empty or count(link, around x) == 2)
        and (all x in faces: x is not pearl "W"
        or step(x, left) is link and step(x, right) is link and (step(x, left, 3) is not link or step(x, right, 3) is not link)
        or step(x, up) is link and step(x, down) is link and (step(x, up, 3) is not link or step(x, down, 3) is not link))
        and all x in faces: x is not pearl "B"
        or (step(x, left) is link and step(x, left, 3) is link or step(x, right) is link and step(x, right, 3) is link)
        and (step(x, up) is link and step(x, up, 3) is link or step(x, down) is link and step(x, down, 3) is link)
    clues all of pearl
    wish  minimal
}
"#;

/// All loops of a board of this width, each as its cells in order.
fn loops(n: i32) -> Vec<Vec<(i32, i32)>> {
    fn longer(n: i32, path: &mut Vec<(i32, i32)>, found: &mut Vec<Vec<(i32, i32)>>) {
        let (x, y) = path[path.len() - 1];
        for next in [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)] {
            // The first cell comes first in reading order, and its right neighbour second.
            let inside = (0..n).contains(&next.0) && (0..n).contains(&next.1);
            if next == path[0] && path.len() > 3 {
                found.push(path.clone());
            } else if inside && (next.1, next.0) > (path[0].1, path[0].0) && !path.contains(&next) {
                path.push(next);
                longer(n, path, found);
                path.pop();
            }
        }
    }
    let mut found = Vec::new();
    for first in (0..n * n).map(|cell| (cell % n, cell / n)).filter(|cell| cell.0 + 1 < n) {
        longer(n, &mut vec![first, (first.0 + 1, first.1)], &mut found);
    }
    found
}

#[test]
fn pearls_lie_on_one_loop() {
    let loops = loops(5);
    assert_eq!(loops.len(), 9_349);
    let report = generate(MASYU, random(3, 1));
    assert_eq!(report.puzzles.len(), 3);
    for one in &report.puzzles {
        needed(&marks(&one.picture), |clues| {
            let fits = |path: &&Vec<(i32, i32)>| {
                let length = path.len();
                let turns = |at: usize| {
                    let [before, after] = [path[(at + length - 1) % length], path[(at + 1) % length]];
                    before.0 != after.0 && before.1 != after.1
                };
                let beside = |at: usize| [turns((at + length - 1) % length), turns((at + 1) % length)];
                (0..25).all(|cell| {
                    let mark = clues[cell as usize / 5][cell as usize % 5];
                    let at = path.iter().position(|one| *one == (cell % 5, cell / 5));
                    match (mark, at) {
                        ('?', _) => true,
                        (_, None) => false,
                        ('W', Some(at)) => !turns(at) && beside(at) != [false; 2],
                        (_, Some(at)) => turns(at) && beside(at) == [false; 2],
                    }
                })
            };
            loops.iter().filter(fits).count()
        });
    }
}

const HASHI: &str = r#"edition 2
piece bridge "-="
piece island "12345678"
set inner = edges where e: count(faces and around e) == 2
puzzle Hashi {
    board square 5 by 5 edges
    place bridge * on inner, island * on faces
    goal  where connected((edges where e: e is bridge) union (faces where x: any e in around x: e is bridge))
        and (all x in faces: x is empty or not step(x, right, 2) is island and not step(x, down, 2) is island)
        and (all x in faces: x is empty or number(x) == count(bridge "-", around x) + 2 * count(bridge "=", around x))
        and all x in faces: x is island or (step(x, left) is empty or step(x, up) is empty)
        and (empty(step(x, left) union step(x, right)) or not different(step(x, left), step(x, right)))
        and (empty(step(x, up) union step(x, down)) or not different(step(x, up), step(x, down)))
    clues all of island
    wish  minimal
}
"#;

/// The ways to join islands: between neighbours zero to two bridges, of which none cross.
fn bridges(clues: &[Vec<char>]) -> usize {
    let n = clues.len();
    let islands: Vec<(usize, usize)> =
        (0..n * n).map(|cell| (cell % n, cell / n)).filter(|(x, y)| clues[*y][*x] != '?').collect();
    let at = |x: usize, y: usize| islands.iter().position(|island| *island == (x, y));
    let mut pairs = Vec::new();
    for (from, (x, y)) in islands.iter().enumerate() {
        let right =
            (x + 1..n).find_map(|to| Some((at(to, *y)?, (x + 1..to).map(|cell| (cell, *y)).collect())));
        let down =
            (y + 1..n).find_map(|to| Some((at(*x, to)?, (y + 1..to).map(|cell| (*x, cell)).collect())));
        pairs.extend(
            [right, down].into_iter().flatten().map(|(to, cells): (usize, Vec<_>)| (from, to, cells)),
        );
    }
    let wanted: Vec<usize> =
        islands.iter().map(|(x, y)| clues[*y][*x].to_digit(10).unwrap() as usize).collect();
    let mut found = 0;
    for mut code in 0..3_usize.pow(pairs.len() as u32) {
        let (mut ends, mut over, mut group) =
            (vec![0; islands.len()], vec![0; n * n], (0..islands.len()).collect::<Vec<_>>());
        for (from, to, cells) in &pairs {
            let number = code % 3;
            code /= 3;
            if number > 0 {
                ends[*from] += number;
                ends[*to] += number;
                cells.iter().for_each(|(x, y)| over[y * n + x] += 1);
                let (one, other) = (group[*from], group[*to]);
                group.iter_mut().filter(|g| **g == other).for_each(|g| *g = one);
            }
        }
        let joined = group.iter().all(|g| *g == group[0]);
        found += usize::from(ends == wanted && joined && over.iter().all(|n| *n < 2));
    }
    found
}

#[test]
fn islands_are_joined_in_one_way() {
    let report = generate(HASHI, random(3, 1));
    let solutions: Vec<usize> = report.puzzles.iter().map(|one| bridges(&marks(&one.picture))).collect();
    assert_eq!(solutions, [1; 3]);
}

const NURIKABE: &str = r##"edition 2
piece sea "#"
piece island "123456789"
set land = cells where y: y is not sea
puzzle Nurikabe {
    board square 4 by 4
    place sea *, island *
    goal  where connected(sea)
        and (all x in cells: x is not island or count(component(x, land)) == number(x))
        and (all x in cells: x is sea or count(island, component(x, land)) == 1)
        and all x in cells: not (count(sea, run(x, right, 2) union run(step(x, down), right, 2)) == 4)
    clues all of island
    wish  minimal
}
"##;

/// The seas that fit numbers of islands on a board of 4 by 4.
fn seas(clues: &[Vec<char>]) -> usize {
    let number = |cell: u32| clues[cell as usize / 4][cell as usize % 4].to_digit(10);
    let part = |cells: u32, from: u32| {
        let mut part = 1 << from;
        loop {
            let beside = part << 4 | part >> 4 | part << 1 & 0xEEEE | part >> 1 & 0x7777;
            match part | beside & cells {
                more if more == part => return part,
                more => part = more,
            }
        }
    };
    let fits = |sea: &u32| {
        let land = !sea & 0xFFFF;
        let islands = (0..16).filter(|cell| land >> cell & 1 == 1).all(|cell| {
            let island = part(land, cell);
            let numbers: Vec<u32> =
                (0..16).filter(|cell| island >> cell & 1 == 1).filter_map(number).collect();
            numbers == [island.count_ones()]
        });
        let dry = (0..16).all(|cell| sea >> cell & 1 == 0 || number(cell).is_none());
        let pools = (0..12).any(|cell| cell % 4 < 3 && sea >> cell & 0x33 == 0x33);
        islands && dry && !pools && (*sea == 0 || part(*sea, sea.trailing_zeros()) == *sea)
    };
    (0..1 << 16).filter(fits).count()
}

#[test]
fn a_sea_lies_around_islands() {
    let report = generate(NURIKABE, random(3, 1));
    let solutions: Vec<usize> = report.puzzles.iter().map(|one| seas(&marks(&one.picture))).collect();
    assert_eq!(solutions, [1; 3]);
}
