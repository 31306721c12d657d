//! Published puzzles beside the engine: a reader of the published tables, written apart from the page's programs, reaches
//! the same positions, moves and goals.

mod command;
mod reader;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use puzzlec_analysis::{Analysis, GameKind, PublishedPuzzle};
use puzzlec_base::Budget;
use puzzlec_model::project::DiskFiles;
use puzzlec_render as render;
use puzzlec_search::ground::ground;
use puzzlec_search::{self, Options};
use puzzlec_task::Position;
use puzzlec_task::SearchContext;
use reader::Reader;

/// Positions of a puzzle that are compared.
const MOST: u64 = 3000;

/// Files with small puzzles of every kind of rule, board and goal.
const FILES: [&str; 31] = [
    "counters/jugs",
    "counters/partisans",
    "peg/triangle",
    "peg/figures",
    "variants/frogs-and-toads",
    "variants/knights",
    "variants/lights-out",
    "variants/klotski-named",
    "variants/eight-puzzle",
    "variants/sokoban",
    "marks/hanoi",
    "marks/maze",
    "moves/nim",
    "moves/robots",
    "moves/key-and-door",
    "moves/cube",
    "moves/atomix",
    "moves/rolling-ball",
    "classics/wolf",
    "classics/bridge",
    "layers/doors",
    "layers/ice",
    "layers/bloxorz",
    "consequences/ice",
    "consequences/fire",
    "consequences/tilting_board",
    "consequences/vanishing_lines",
    "consequences/gravity_sokoban",
    "gourds/small",
    "removal/rings",
    "deduction/loops",
];

fn load(name: &str) -> Analysis {
    Analysis::load(&DiskFiles, &[format!("examples/{name}.puzzle")])
}

/// A puzzle with a solution, if one is found among this number of positions, and soon.
fn published(analysis: &Analysis, at: usize, states: u64) -> Option<PublishedPuzzle> {
    let context = || {
        let begun = Instant::now();
        let budget = Budget::unlimited().with_states(states);
        SearchContext::from(budget.with_deadline(Arc::new(move || begun.elapsed()), Duration::from_secs(3)))
    };
    analysis.publish(&analysis.puzzles()[at], &[], &Options::default(), &context).ok()
}

#[test]
fn the_tables_have_the_moves_of_the_task() {
    let mut compared = 0;
    for name in FILES {
        let analysis = load(name);
        for (at, puzzle) in analysis.puzzles().iter().enumerate() {
            let Some(page) = published(&analysis, at, 1) else { continue };
            let (Ok(tables), true) = (&page.tables, page.game != GameKind::Place) else { continue };
            let name = format!("{} in {name}", puzzle.name);
            let model = analysis.model(puzzle, &[]).unwrap();
            let task = ground(&model, None, &Budget::unlimited()).unwrap().task;
            let options = puzzlec_search::ExploreOptions::new(true);
            let explored = puzzlec_search::explore(&task, &options, Budget::unlimited().with_states(MOST));
            let Some(graph) = explored.graph else { continue };
            let mut expected: BTreeMap<&Position, (bool, BTreeSet<&Position>)> = BTreeMap::new();
            for (position, goal) in graph.positions.iter().zip(&graph.goals) {
                expected.insert(position, (*goal, BTreeSet::new()));
            }
            for found in &graph.moves {
                let from = &graph.positions[found.from as usize];
                expected.get_mut(from).unwrap().1.insert(&graph.positions[found.to as usize]);
            }
            let reader = Reader::new(&serde_json::to_value(tables).unwrap());
            assert_eq!(reader.start, task.start, "{name}");
            for (position, (goal, next)) in &expected {
                let own: BTreeSet<Position> =
                    (0..reader.actions.len()).filter_map(|id| reader.play(id, position)).collect();
                assert_eq!(own.iter().collect::<BTreeSet<_>>(), *next, "{name}: {position:?}");
                assert_eq!(reader.goal(position), *goal, "{name}: {position:?}");
            }
            compared += 1;
        }
    }
    assert!(compared >= 30, "{compared} puzzles were compared");
}

#[test]
fn steps_of_solutions_are_moves_that_lead_to_the_goal() {
    let mut followed = 0;
    for name in FILES.into_iter().chain(["placing/queens", "placing/dominoes", "gourds/seven"]) {
        let analysis = load(name);
        for at in 0..analysis.puzzles().len() {
            let Some(page) = published(&analysis, at, 20_000) else { continue };
            let (Ok(tables), Some(solution)) = (&page.tables, &page.solution) else { continue };
            let reader = Reader::new(&serde_json::to_value(tables).unwrap());
            let name = &page.pictures.puzzle;
            let mut position = reader.start.clone();
            for step in &solution.steps {
                let action = step.action.unwrap_or_else(|| panic!("{name}: {} is no move", step.notation));
                position =
                    reader.play(action, &position).unwrap_or_else(|| panic!("{name}: {}", step.notation));
                for (place, held) in step.changes.iter().filter(|(place, _)| *place < page.start.len()) {
                    assert_eq!(position[*place], *held, "{name}: {}", step.notation);
                }
            }
            assert!(reader.goal(&position), "{name}");
            followed += 1;
        }
    }
    assert!(followed >= 15, "{followed} solutions were followed");
}

#[test]
fn the_same_puzzles_give_the_same_page() {
    let page = || {
        let analysis = load("variants/knights");
        render::page::page("Knights", &[published(&analysis, 0, 20_000).unwrap()])
    };
    assert_eq!(page(), page());
}

#[test]
fn a_page_needs_nothing_from_elsewhere() {
    let analysis = load("peg/triangle");
    let page = render::page::page("A <title> & more", &[published(&analysis, 0, 1).unwrap()]);
    assert!(page.contains("<title>A &lt;title&gt; &amp; more</title>"), "the title is escaped");
    for word in ["src=", "@import", "fetch(", "XMLHttpRequest", "url(", "{{"] {
        assert!(!page.contains(word), "{word}");
    }
    let addresses = page.matches("://").count();
    assert_eq!(addresses, page.matches("http://www.w3.org/2000/svg").count());
}

#[test]
fn names_become_words() {
    for (name, words) in [
        ("Figure11Right", "Figure 11, right"),
        ("SevenCells", "Seven cells"),
        ("HuaRongDao", "Hua rong dao"),
        ("Bridge17", "Bridge 17"),
        ("XSBLevel", "XSBLevel"),
        ("every_position", "Every position"),
        ("two", "Two"),
    ] {
        assert_eq!(render::page::readable(name), words);
    }
}

/// Sliding coins and coins on the triangular grid have boards without an end.
#[test]
fn an_endless_board_is_played_on_a_part_of_it() {
    for (file, name) in [("sliding/alternate", "Alternate"), ("coins/triangular", "RhombusToRing")] {
        let analysis = load(file);
        let at = analysis.puzzles().iter().position(|puzzle| puzzle.name == name).unwrap();
        // Grounding takes long on a machine under load.
        let context = || SearchContext::from(Budget::unlimited().with_states(200_000));
        let page = analysis.publish(&analysis.puzzles()[at], &[], &Options::default(), &context).unwrap();
        let tables = page.tables.as_ref().unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(
            page.endless && page.notes.iter().any(|note| note.contains("The board has no end")),
            "{name}"
        );
        let solution = page.solution.as_ref().unwrap();
        let reader = Reader::new(&serde_json::to_value(tables).unwrap());
        let mut position = reader.start.clone();
        for step in &solution.steps {
            position = reader.play(step.action.unwrap(), &position).unwrap();
        }
        assert!(reader.goal(&position), "{name}");
    }
}
