//! Answers beside general search, through the whole program.

use std::collections::BTreeMap;

use puzzlec_analysis::{Analysis, Answer, PuzzleInfo};
use puzzlec_base::Budget;
use puzzlec_checker::checker::Claim;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_task::Optimality;
use serde_json::json;

use super::generate::Random;
use super::proofs::verify;
use crate::games;

const STEPS: [(i32, i32); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// Connected cells that gourds can cover but for one, in reading order, and gourds on them.
fn laid(n: usize, random: &mut Random) -> (Vec<(i32, i32)>, Vec<[usize; 2]>) {
    loop {
        let mut cells = vec![(0, 0)];
        while cells.len() < n {
            let (q, r) = cells[random.below(cells.len())];
            let (dq, dr) = STEPS[random.below(6)];
            if !cells.contains(&(q + dq, r + dr)) {
                cells.push((q + dq, r + dr));
            }
        }
        cells.sort_by_key(|(q, r)| (*r, *q));
        if let Some(gourds) = cover(&cells, random) {
            return (cells, gourds);
        }
    }
}

/// Gourds that cover all cells but one.
fn cover(cells: &[(i32, i32)], random: &mut Random) -> Option<Vec<[usize; 2]>> {
    for _ in 0..200 {
        let mut free: Vec<usize> = (0..cells.len()).collect();
        let mut gourds = Vec::new();
        loop {
            let pairs: Vec<[usize; 2]> = free
                .iter()
                .flat_map(|a| free.iter().map(|b| [*a, *b]))
                .filter(|[a, b]| STEPS.contains(&(cells[*b].0 - cells[*a].0, cells[*b].1 - cells[*a].1)))
                .collect();
            if pairs.is_empty() {
                break;
            }
            let pair = pairs[random.below(pairs.len())];
            free.retain(|cell| !pair.contains(cell));
            gourds.push(pair);
        }
        if free.len() == 1 {
            return Some(gourds);
        }
    }
    None
}

fn picture(cells: &[(i32, i32)], mark: impl Fn(usize) -> char) -> String {
    let left = cells.iter().map(|(q, r)| 2 * q + r).min().unwrap();
    let mut rows: BTreeMap<i32, String> = BTreeMap::new();
    for (place, (q, r)) in cells.iter().enumerate() {
        let row = rows.entry(*r).or_default();
        let column = usize::try_from(2 * q + r - left).unwrap();
        row.push_str(&" ".repeat(column - row.chars().count()));
        row.push(mark(place));
    }
    format!("\"\"\"\n{}\n\"\"\"", rows.into_values().collect::<Vec<_>>().join("\n"))
}

/// Two pictures: the gourds, and the labels of their ends.
fn layers(cells: &[(i32, i32)], gourds: &[[usize; 2]], labels: &[[char; 2]]) -> String {
    let letter = |place: usize| {
        gourds.iter().zip('a'..).find(|(gourd, _)| gourd.contains(&place)).map_or('.', |(_, letter)| letter)
    };
    format!("pieces {} colours {}", picture(cells, letter), colours(cells, gourds, labels, |_| false))
}

fn colours(
    cells: &[(i32, i32)],
    gourds: &[[usize; 2]],
    labels: &[[char; 2]],
    open: impl Fn(usize) -> bool,
) -> String {
    let label = |place: usize| {
        if open(place) {
            return '?';
        }
        let end = gourds
            .iter()
            .zip(labels)
            .find_map(|(gourd, labels)| gourd.iter().position(|cell| *cell == place).map(|end| labels[end]));
        end.unwrap_or('.')
    };
    picture(cells, label)
}

fn load(text: &str) -> Analysis {
    let text = format!("edition 1\nuse gourds\n{text}\n");
    games::load(text)
}

fn answer(analysis: &Analysis, puzzle: &PuzzleInfo, method: Method, wanted: Wanted) -> String {
    let options = Options { method, wanted, ..Options::default() };
    let report = analysis.solve(puzzle, &[], &options, Budget::unlimited().with_states(20_000_000));
    let report = report.unwrap_or_else(|d| panic!("{d:#?}"));
    if method == Method::Auto {
        assert!(report.why.iter().any(|why| why.contains("Hamersma")), "{:?}", report.why);
    }
    match report.answer {
        Answer::Solved(plan) if plan.optimality == Optimality::Least => format!("{} moves", plan.length),
        Answer::Solved(_) => "found".to_owned(),
        Answer::Unsolvable { .. } => "none".to_owned(),
        Answer::NotWithin { .. } => "longer".to_owned(),
        other => format!("{other:?}"),
    }
}

/// Random puzzles on boards of this size; the answers of theory and general search, and how many have a plan.
fn compare(n: usize, times: usize, random: &mut Random) -> usize {
    let mut solvable = 0;
    for _ in 0..times {
        let (cells, start) = laid(n, random);
        let end = cover(&cells, random).unwrap_or_else(|| start.clone());
        let colour =
            |random: &mut Random, few: usize| ['R', 'G', 'B', 'Y', 'P', 'K', 'W', 'O'][random.below(few)];
        let few = 1 + random.below(8);
        let labels: Vec<[char; 2]> =
            start.iter().map(|_| [colour(random, few), colour(random, few)]).collect();
        let drawn: Vec<bool> = cells.iter().map(|_| random.below(2) == 0).collect();
        let goal = match random.below(6) {
            0 => layers(&cells, &end, &labels),
            1 => format!("colours {}", colours(&cells, &end, &labels, |_| false)),
            2 => format!("colours {}", colours(&cells, &end, &labels, |place| drawn[place])),
            3 => {
                let other = cover(&cells, random).unwrap_or_else(|| start.clone());
                format!("{} or {}", layers(&cells, &end, &labels), layers(&cells, &other, &labels))
            }
            4 => {
                // A colour on each cell, that of the empty one at random, and some cells left open.
                let empty = colour(random, few);
                let drawn = if random.below(2) == 0 { vec![false; n] } else { drawn };
                let picture = colours(&cells, &end, &labels, |place| drawn[place]);
                format!("colours or empty {}", picture.replace('.', &empty.to_string()))
            }
            _ => {
                let mut turned = labels.clone();
                turned.iter_mut().for_each(|pair| pair.reverse());
                turned.rotate_left(1);
                layers(&cells, &end, &turned)
            }
        };
        let text = format!(
            "puzzle P {{ board hex {}; rules gourds.all; start {}; goal {goal} }}",
            picture(&cells, |_| '.'),
            layers(&cells, &start, &labels),
        );
        let analysis = load(&text);
        let puzzles = analysis.puzzles();
        let puzzle = puzzles.first().unwrap_or_else(|| panic!("{text}"));
        let theory = answer(&analysis, puzzle, Method::Auto, Wanted::Least);
        let search = answer(&analysis, puzzle, Method::Breadth, Wanted::Least);
        assert_eq!(theory, search, "{text}");
        let any = answer(&analysis, puzzle, Method::Auto, Wanted::Any);
        assert_eq!(any == "none", search == "none", "{text}");
        let within = answer(&analysis, puzzle, Method::Auto, Wanted::Within(5));
        let least = search.split(' ').next().and_then(|length| length.parse::<u64>().ok());
        match least {
            Some(least) => {
                solvable += 1;
                assert_eq!(within == "longer", least > 5, "{text}: {within}");
            }
            // A lower bound may answer before it is known that there is no plan.
            None => assert!(within == "none" || within == "longer", "{text}: {within}"),
        }
    }
    solvable
}

#[test]
fn answers_are_those_of_general_search() {
    let mut random = Random(7);
    let solvable = compare(5, 25, &mut random) + compare(7, 40, &mut random) + compare(9, 4, &mut random);
    assert!(solvable > 15, "{solvable}");
}

/// The same for placements.
#[test]
fn any_cell_of_a_placement_may_be_empty() {
    let mut random = Random(5);
    let mut solvable = 0;
    for _ in 0..60 {
        let n = 3 + 2 * random.below(4);
        let (cells, gourds) = laid(n, &mut random);
        let few = 1 + random.below(3);
        let mut colour = || ['R', 'G', 'B'][random.below(few)];
        let labels: Vec<[char; 2]> = gourds.iter().map(|_| [colour(), colour()]).collect();
        let empty = colour().to_string();
        let drawn = colours(&cells, &gourds, &labels, |_| false).replace('.', &empty);
        let mut entries: Vec<String> =
            labels.iter().map(|[a, b]| format!("gourds.gourd {}-{}", a.min(b), a.max(b))).collect();
        entries.sort();
        // Another gourd may make it impossible.
        if n > 3 && colour() == 'R' {
            entries[0] = "gourds.gourd R-R".to_owned();
        }
        let text = format!(
            "puzzle P {{ board hex {}; place {}; goal colours or empty {drawn} }}",
            picture(&cells, |_| '.'),
            entries.join(", "),
        );
        let analysis = load(&text);
        let puzzle = &analysis.puzzles()[0];
        let ask = |method| {
            let options = Options { method, ..Options::default() };
            let report = analysis.solve(puzzle, &[], &options, Budget::unlimited());
            match report.unwrap_or_else(|d| panic!("{d:#?}")).answer {
                Answer::Solved(_) => true,
                Answer::Unsolvable { .. } => false,
                other => panic!("{other:?}: {text}"),
            }
        };
        let theory = ask(Method::Auto);
        assert_eq!(theory, ask(Method::Breadth), "{text}");
        solvable += usize::from(theory);
    }
    assert!((20..60).contains(&solvable), "{solvable}");
}

/// The first configuration that fits may be out of reach while another one is not.
#[test]
fn a_goal_is_not_refuted_by_one_of_its_configurations() {
    let text = "puzzle P {
        board hex \"\"\"\n.\n .\n  . .\n .\n\"\"\"; rules gourds.all
        start pieces \"\"\"\nb\n b\n  a .\n a\n\"\"\" colours \"\"\"\nY\n Y\n  P .\n B\n\"\"\"
        goal colours \"\"\"\n?\n Y\n  ? ?\n .\n\"\"\"
    }";
    let analysis = load(text);
    assert_eq!(answer(&analysis, &analysis.puzzles()[0], Method::Auto, Wanted::Least), "1 moves");
}

#[test]
#[ignore = "minutes"]
fn more_answers_are_those_of_general_search() {
    let mut random = Random(11);
    compare(5, 200, &mut random);
    compare(7, 500, &mut random);
    compare(9, 60, &mut random);
}

#[test]
fn no_constructed_plan_stands_for_all() {
    let text = "edition 1\nuse gourds\npuzzle P { board hex side 2; rules gourds.all\n start \"\"\"\n  1 2\n 3 4 5\n  . 6\n\"\"\"\n goal \"\"\"\n  2 1\n 3 4 5\n  . 6\n\"\"\" }\n";
    let analysis = games::load(text);
    let asked = |wanted| {
        let options = Options { method: Method::Named("reconfigure"), wanted, ..Options::default() };
        games::solved(&analysis, &options).answer
    };
    assert!(matches!(asked(Wanted::Least), Answer::Solved(_)));
    assert!(matches!(asked(Wanted::All { listed: 1 }), Answer::Stopped { .. }));
}

#[test]
fn a_search_that_is_stopped_tells_what_it_ruled_out() {
    let text = r#"edition 1
use gourds
puzzle P {
    board gourds.Hexagon19
    rules gourds.all
    start """
          5 7 8
         6 9 a b
        d e . 4 c
         f 1 2 3
          g h i
    """
    goal """
          i h g
         3 2 1 f
        c 4 . e d
         b a 9 6
          8 7 5
    """
}"#;
    let analysis = games::load(text);
    let asked = |method, states| {
        let options = Options { method: Method::Named(method), ..Options::default() };
        let budget = Budget::unlimited().with_states(states);
        analysis.solve(&analysis.puzzles()[0], &[], &options, budget).unwrap().answer
    };
    let Answer::Solved(plan) = asked("reconfigure", u64::MAX) else { panic!("there is a plan") };
    let known = [10, 1_000, 20_000, 100_000].map(|states| match asked("gourds-least", states) {
        Answer::Stopped { at_least, .. } => at_least.unwrap_or(0),
        other => panic!("{other:?}"),
    });
    assert!(known.is_sorted() && known[0] > 0 && known[0] < known[3] && known[3] <= plan.length, "{known:?}");
}

/// A plan by a method, its length and the lower bound.
fn constructed(analysis: &Analysis, set: &[(String, i64)], method: &'static str) -> (u64, u64) {
    let options = Options { method: Method::Named(method), ..Options::default() };
    let report = analysis.solve(&analysis.puzzles()[0], set, &options, Budget::unlimited()).unwrap();
    let Answer::Solved(plan) = report.answer else { panic!("{:?}", report.answer) };
    let least = if plan.optimality == Optimality::Least { Some(plan.length) } else { None };
    (plan.length, least.or(plan.at_least).unwrap())
}

/// Figure 13: half of the gourds have to pass half of the board.
#[test]
fn halves_of_a_strip_change_places_in_quadratically_many_moves() {
    let files = [
        ("p.puzzle", include_str!("../../../../../examples/gourds/exchange.puzzle")),
        ("exchange.rhai", include_str!("../../../../../examples/gourds/exchange.rhai")),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let analysis = Analysis::load(&MemoryFiles(files.into()), &["p.puzzle".to_owned()]);
    for n in [4, 7, 12, 20, 40] {
        let set = [("n".to_owned(), n as i64)];
        let (length, at_least) = constructed(&analysis, &set, "reconfigure");
        assert!(2 * at_least >= n * n && length <= 3 * n * n, "{n}: {at_least} to {length}");
        let model = analysis.model(&analysis.puzzles()[0], &set).unwrap();
        let proved = |moves| verify(&model, &[json!({"kind": "distances"})], Claim::AtLeast(moves)).is_ok();
        assert!(proved(n * n / 2) && !proved(length + 1), "{n}");
        if n <= 20 {
            let (simple, _) = constructed(&analysis, &set, "insertion");
            assert!(length < simple && simple <= 3 * n * n * n, "{n}: {simple}");
        }
    }
}

/// Plans by insertion are replayed by the rules as written. They are for boards without holes.
#[test]
fn plans_by_insertion() {
    let mut random = Random(13);
    let (mut plans, mut others) = (0, 0);
    while plans < 60 {
        let (cells, start) = laid(5 + 2 * random.below(4), &mut random);
        let end = cover(&cells, &mut random).unwrap_or_else(|| start.clone());
        let labels: Vec<[char; 2]> =
            (0..start.len()).map(|_| [0, 1].map(|_| ['R', 'G', 'B'][random.below(3)])).collect();
        let text = format!(
            "puzzle P {{ board hex {}; rules gourds.all; start {}; goal {} }}",
            picture(&cells, |_| '.'),
            layers(&cells, &start, &labels),
            layers(&cells, &end, &labels),
        );
        let analysis = load(&text);
        let options = Options { method: Method::Named("insertion"), ..Options::default() };
        let answer = analysis.solve(&analysis.puzzles()[0], &[], &options, Budget::unlimited());
        match answer.unwrap_or_else(|d| panic!("{d:#?}: {text}")).answer {
            Answer::Solved(plan) => {
                plans += 1;
                let (shortened, _) = constructed(&analysis, &[], "reconfigure");
                assert!(shortened <= plan.length, "{text}");
            }
            Answer::Stopped { .. } | Answer::Unsolvable { .. } | Answer::NotWithin { .. } => others += 1,
            other => panic!("{other:?}: {text}"),
        }
    }
    assert!(others > 0);
}
