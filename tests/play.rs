//! Plays: their moves are those of the rules, hints lead to the goal, refusals name the reason, and what is saved can be
//! resumed and tested.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::loaded;
use puzzlec_analysis::{Analysis, Outcome, Outlook, Play, PlayStatus, SavedPlay};
use puzzlec_base::Budget;
use puzzlec_model::Model;
use puzzlec_model::project::{DiskFiles, MemoryFiles};
use puzzlec_search::{Options, Wanted};
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::Winner;

fn of_text(text: &str) -> Analysis {
    loaded(&format!("edition 1\n{text}\n"))
}

fn of_file(path: &str) -> Analysis {
    Analysis::load(&DiskFiles, &[format!("examples/{path}.puzzle")])
}

fn model(analysis: &Analysis, name: &str) -> Model {
    let puzzle = analysis.puzzles().iter().find(|p| name.is_empty() || p.name == name).unwrap();
    analysis.model(puzzle, &[]).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

fn begin(model: &Model) -> Play<'_> {
    Play::new(model, &Budget::unlimited()).unwrap()
}

/// The pieces of a position and their cells, without their marks.
fn position(play: &Play<'_>) -> String {
    let scene = play.scene();
    let pieces = scene.pieces.iter().map(|p| {
        let mut cells: Vec<&str> = p.cells.iter().map(|c| scene.cells[*c].name.as_str()).collect();
        if p.labels.len() < 2 || p.labels.first() == p.labels.last() {
            cells.sort_unstable();
        }
        // The mark tells the members of a family apart; blocks of one shape are alike.
        let mark = if p.shape.is_empty() { p.mark.as_str() } else { "" };
        format!("{:?} {} {mark} {:?} {cells:?}", p.form, p.piece, p.labels)
    });
    let mut pieces: Vec<String> = pieces.collect();
    pieces.sort_unstable();
    format!("{} {:?}", pieces.join("; "), scene.counters)
}

fn cell(play: &Play<'_>, name: &str) -> usize {
    play.scene().cells.iter().position(|cell| cell.name == name).unwrap_or_else(|| panic!("no cell {name}"))
}

/// Plays the one move between two cells.
fn go(play: &mut Play<'_>, from: &str, to: &str) {
    let choices = play.choices(cell(play, from), cell(play, to));
    assert_eq!(choices.len(), 1, "{from}-{to}: {:?}", play.moves());
    play.play(choices[0]).unwrap();
}

/// The number of positions by the number of moves from the start, up to a depth.
fn levels(model: &Model, depth: usize) -> Vec<u64> {
    let mut play = begin(model);
    let mut known = BTreeSet::from([position(&play)]);
    let mut counts = vec![1];
    let mut frontier: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..depth {
        let mut next = Vec::new();
        for path in frontier {
            play.restart();
            path.iter().for_each(|at| play.play(*at).unwrap());
            assert!(play.lists_all());
            for at in 0..play.moves().len() {
                play.play(at).unwrap();
                if known.insert(position(&play)) {
                    next.push([path.as_slice(), &[at]].concat());
                }
                assert!(play.undo().unwrap());
            }
        }
        counts.push(next.len() as u64);
        frontier = next;
    }
    counts
}

/// The positions that plays reach are those that searches count.
#[test]
fn moves_are_those_of_the_searches() {
    for (file, name, depth) in [
        ("peg/central", "Central", 3),
        ("variants/klotski", "", 2),
        ("lights/small", "Six", 3),
        ("gourds/small", "ReverseRight", 4),
        ("gourds/seven", "", 1),
        ("consequences/ice", "Rink", 3),
        ("layers/ice", "Pond", 3),
        ("variants/sokoban", "", 3),
        ("marks/hanoi", "ThreePegs", 3),
        ("moves/nim", "Nim", 2),
        ("counters/jugs", "Halves", 4),
        ("counters/dungeon", "", 3),
        ("moves/robots", "", 2),
    ] {
        let analysis = of_file(file);
        let model = model(&analysis, name);
        let puzzle = analysis.puzzles().iter().find(|p| p.name == model.name).unwrap();
        let budget = Budget::unlimited().with_states(20_000);
        let one = std::num::NonZero::<usize>::MIN;
        let report = analysis.count(puzzle, &[], puzzlec_analysis::CountOf::Solutions, one, &budget).unwrap();
        let json = serde_json::to_value(&report).unwrap();
        let counted: Vec<u64> = match json["levels"].as_array() {
            Some(all) => all.iter().map(|l| l.as_u64().unwrap()).collect(),
            None => panic!("{file}: {json}"),
        };
        let played = levels(&model, depth);
        let most = counted.len().min(played.len());
        assert_eq!(played[..most], counted[..most], "{file}");
    }
}

#[test]
fn undo_and_redo_restore_positions() {
    for (file, name) in
        [("peg/central", ""), ("variants/klotski", ""), ("gourds/seven", ""), ("layers/doors", "")]
    {
        let analysis = of_file(file);
        let model = model(&analysis, name);
        let mut play = begin(&model);
        assert!(!play.undo().unwrap() && !play.redo().unwrap());
        let mut seen = vec![play.scene().clone()];
        for turn in 0..5 {
            let at = turn % play.moves().len();
            play.play(at).unwrap();
            seen.push(play.scene().clone());
        }
        for scene in seen.iter().rev().skip(1) {
            assert!(play.undo().unwrap());
            assert_eq!(play.scene(), scene, "{file}");
        }
        for scene in &seen[1..] {
            assert!(play.redo().unwrap());
            assert_eq!(play.scene(), scene, "{file}");
        }
        play.restart();
        assert_eq!((play.scene(), play.count(), play.undone()), (&seen[0], 0, 5), "{file}");
        assert!(play.redo().unwrap());
        assert_eq!(play.scene(), &seen[1]);
        play.play(0).unwrap();
        assert_eq!(play.undone(), 0, "a new move forgets what was undone");
    }
}

fn outlook(analysis: &Analysis, play: &Play<'_>) -> Outlook {
    let options = Options { wanted: Wanted::Least, ..Options::default() };
    let context = SearchContext::from(Budget::unlimited().with_states(50_000));
    play.outlook().answer(analysis.theories(), &options, &context)
}

/// Follows hints to the end. Returns the length.
fn follow_hints(analysis: &Analysis, play: &mut Play<'_>) -> u64 {
    let mut known = None;
    for _ in 0..200 {
        if play.status() == PlayStatus::Solved {
            return play.length().0;
        }
        let found = known.unwrap_or_else(|| outlook(analysis, play));
        let at = play.hint(&found).unwrap_or_else(|| panic!("{found:?} {:?}", play.moves()));
        // Every fourth step is looked for anew.
        known = play.after(&found, at).filter(|_| !play.count().is_multiple_of(4));
        play.play(at).unwrap();
    }
    panic!("the hints do not end")
}

#[test]
fn hints_lead_to_the_goal_and_the_play_is_an_expectation() {
    for (file, name, length) in [
        ("gourds/small", "ReverseRight", Some(5)),
        ("lights/small", "Nine", Some(5)),
        ("consequences/ice", "Rink", Some(10)),
        ("layers/doors", "", None),
        ("sliding/alternate", "", None),
        ("placing/dominoes", "Whole", Some(32)),
        ("counters/jugs", "Halves", Some(7)),
        ("scripts/flip-two", "", None),
    ] {
        let analysis = of_file(file);
        let puzzle = match name {
            "" => &analysis.puzzles()[0],
            _ => analysis.puzzles().iter().find(|p| p.name == name).unwrap(),
        };
        let set: Vec<(String, i64)> =
            puzzle.params.iter().filter(|p| p.1.is_none()).map(|p| (p.0.clone(), 4)).collect();
        let model = analysis.model(puzzle, &set).unwrap();
        let mut play = begin(&model);
        let found = follow_hints(&analysis, &mut play);
        assert!(length.is_none_or(|length| length == found), "{file}: {found}");
        let line = play.expectation(puzzle).unwrap();
        let (old, new) = analysis.with_expectation(puzzle, &line).unwrap();
        assert!(new.len() > old.len());
        let path = format!("examples/{file}.puzzle");
        let real = std::fs::read_to_string(&path).unwrap();
        assert_eq!(real, old);
        assert_eq!(puzzlec_syntax::format::format(puzzle.file, &new).as_deref(), Ok(new.as_str()), "{file}");
        let again = reread(&path, new);
        let puzzle = again.puzzles().iter().find(|p| p.name == model.name).unwrap();
        let results = again.test(puzzle, &|| Budget::unlimited().with_states(10).into()).unwrap();
        let held = results.iter().filter(|r| r.expectation.contains("plan ")).collect::<Vec<_>>();
        assert!(
            !held.is_empty() && held.iter().all(|r| matches!(r.outcome, Outcome::Held)),
            "{file} {line}: {held:?}"
        );
    }
}

/// An example with another text, and the files beside it.
fn reread(path: &str, text: String) -> Analysis {
    let folder = std::path::Path::new(path).parent().unwrap();
    let mut files = BTreeMap::from([(path.to_owned(), text)]);
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap().path();
        if let (Ok(text), Some(name)) = (std::fs::read_to_string(&entry), entry.to_str()) {
            files.entry(name.to_owned()).or_insert(text);
        }
    }
    Analysis::load(&MemoryFiles(files), &[path.to_owned()])
}

const PEGS: &str =
    "use peg\npuzzle P { board line 7; rules peg.jump; start row .oo.oo.; goal count(peg) == 2 }";

#[test]
fn a_lost_position_is_reported() {
    let analysis =
        of_text("use peg\npuzzle P { board line 5; rules peg.jump; start row oo.o.; goal only peg at d1 }");
    let model = model(&analysis, "P");
    let mut play = begin(&model);
    assert_eq!(play.status(), PlayStatus::Open);
    assert_eq!(outlook(&analysis, &play), Outlook::Lost, "the puzzle itself");
    go(&mut play, "a1", "c1");
    assert_eq!(outlook(&analysis, &play), Outlook::Lost);
    go(&mut play, "d1", "b1");
    assert_eq!(play.status(), PlayStatus::Stuck);
}

#[test]
fn pieces_that_cannot_be_laid_are_lost() {
    let analysis = of_text(
        "piece domino { cells 2 }\npuzzle P { board square 2 by 3; place domino * 3; goal where all x in cells: x is domino }",
    );
    let model = model(&analysis, "P");
    let mut play = begin(&model);
    assert_eq!(play.supply(), [("domino".to_owned(), 3)]);
    assert!(matches!(outlook(&analysis, &play), Outlook::Solvable { total: 3, .. }));
    go(&mut play, "a2", "b2");
    assert!(matches!(outlook(&analysis, &play), Outlook::Solvable { .. }));
    go(&mut play, "a1", "b1");
    assert_eq!(follow_hints(&analysis, &mut play), 3);
    play.restart();
    go(&mut play, "a1", "b1");
    play.undo().unwrap();
    let analysis = of_text(
        "piece domino { cells 2 }\npuzzle P { board line 4; place domino * 2; goal where all x in cells: x is domino }",
    );
    let model = self::model(&analysis, "P");
    let mut play = begin(&model);
    go(&mut play, "b1", "c1");
    assert_eq!(outlook(&analysis, &play), Outlook::Lost);
    assert_eq!(play.status(), PlayStatus::Stuck);
}

/// The text of a refusal, its note and the condition that it names.
fn refused(text: &str, from: &str, to: &str) -> (String, Option<String>, Option<String>) {
    let analysis = of_text(text);
    let model = model(&analysis, "P");
    let mut play = begin(&model);
    let (from, to) = (cell(&play, from), cell(&play, to));
    let why = play.why_not(from, to).expect("a reason");
    let source = &analysis.sources().get(analysis.puzzles()[0].file).unwrap().text;
    (why.text, why.note, why.condition.map(|span| source[span.range()].to_owned()))
}

#[test]
fn refusals_name_the_cell_or_the_condition() {
    let (text, note, condition) = refused(PEGS, "c1", "e1");
    assert_eq!(text, "`c1-e1` is not possible: cell d1 is empty");
    assert_eq!(note.as_deref(), Some("`jump` needs `peg` there"));
    assert_eq!(condition, None);
    let (text, ..) = refused(PEGS, "e1", "c1");
    assert_eq!(text, "`e1-c1` is not possible: cell d1 is empty");
    let (text, ..) = refused(PEGS, "b1", "f1");
    assert_eq!(text, "no rule has a move from b1 to f1");
    let guarded = "piece coin \"o\"\nrule hop(x: coin, y: empty) {\n when distance(x, y) == 2\n move x to y }\n\
                   puzzle P { board line 5; rules hop; start row o....; goal row ....o }";
    let (text, _, condition) = refused(guarded, "a1", "d1");
    assert!(text.contains("a1-d1"), "{text}");
    assert_eq!(condition.as_deref(), Some("distance(x, y) == 2"));
    let analysis = of_text(guarded);
    let model = model(&analysis, "P");
    let mut play = begin(&model);
    let why = play.why_not(cell(&play, "a1"), cell(&play, "d1")).unwrap();
    assert_eq!(why.values, ["x is a1", "y is d1"]);
    assert_eq!(why.rule.as_deref(), Some("hop"));
}

#[test]
fn a_block_moves_by_any_of_its_cells() {
    let analysis = of_text(
        "use blocks\npuzzle P { board square 4 by 2; rules blocks.step; start \"\"\"\nAA.B\n....\n\"\"\"; goal \"\"\"\n????\n??AA\n\"\"\" }",
    );
    let model = model(&analysis, "P");
    let mut play = begin(&model);
    let named = |play: &Play<'_>, cells: BTreeSet<usize>| -> Vec<String> {
        cells.into_iter().map(|c| play.scene().cells[c].name.clone()).collect()
    };
    assert_eq!(named(&play, play.sources()), ["a1", "b1", "d1"]);
    assert_eq!(named(&play, play.targets(cell(&play, "b1"))), ["c1", "a2", "b2"]);
    go(&mut play, "a1", "c1");
    let refusal = play.why_not(cell(&play, "b1"), cell(&play, "d1")).unwrap();
    assert!(
        refusal.text.starts_with("`b1-d1` is not possible: ") && !refusal.text.contains("c1"),
        "{refusal:?}"
    );
    go(&mut play, "c1", "b2");
    go(&mut play, "b2", "d2");
    assert_eq!(play.status(), PlayStatus::Solved);
}

#[test]
fn lights_are_pressed_by_one_cell() {
    let analysis = of_file("lights/small");
    let model = model(&analysis, "Six");
    let mut play = begin(&model);
    assert_eq!(play.sources().len(), 6);
    let corner = cell(&play, "a1");
    assert_eq!(play.targets(corner), BTreeSet::from([corner]));
    go(&mut play, "a1", "a1");
    assert_eq!(play.history().collect::<Vec<_>>(), [("press", "a1")]);
}

#[test]
fn a_game_is_won_by_the_winning_moves() {
    let analysis = of_file("moves/nim");
    let model = model(&analysis, "Nim");
    let mut play = begin(&model);
    assert!(play.is_game());
    let mut moves = 0;
    while play.status() == PlayStatus::Open {
        let outlook = outlook(&analysis, &play);
        let Outlook::Game { wins, .. } = outlook else { panic!("{outlook:?}") };
        assert_eq!(wins, Some(play.first_to_move()), "the first player keeps the win");
        let at = if play.first_to_move() { play.hint(&outlook).expect("a winning move") } else { 0 };
        play.play(at).unwrap();
        moves += 1;
    }
    assert_eq!(play.status(), PlayStatus::Over(Winner::First));
    assert_eq!(moves % 2, 1);
}

/// A row on an endless line: the rules name only cells with coins, so all moves are known.
#[test]
fn a_game_on_an_endless_row_ends() {
    let analysis =
        of_text("use removal\npuzzle P { rules removal.take; start row 101; players 2, last to move wins }");
    let model = model(&analysis, "P");
    let mut play = begin(&model);
    assert!(play.lists_all());
    while play.status() == PlayStatus::Open {
        play.play(0).unwrap();
    }
    let last = if play.count().is_multiple_of(2) { Winner::Second } else { Winner::First };
    assert_eq!(play.status(), PlayStatus::Over(last));
    let analysis = of_text(
        "use removal\npuzzle P { rules removal.takeAndClose; board ring 5; start row 11011; players 2, last to move wins }",
    );
    let model = self::model(&analysis, "P");
    let mut play = begin(&model);
    while play.status() == PlayStatus::Open {
        assert!(matches!(outlook(&analysis, &play), Outlook::Game { .. }), "{:?}", outlook(&analysis, &play));
        play.play(0).unwrap();
    }
}

#[test]
fn coins_move_on_an_endless_grid() {
    let analysis = of_file("coins/square");
    let model = model(&analysis, "HToO");
    let mut play = begin(&model);
    assert!(!play.moves().is_empty());
    assert!(!play.lists_all());
    let found = outlook(&analysis, &play);
    assert!(matches!(found, Outlook::Solvable { .. }), "{found:?}");
    assert!(follow_hints(&analysis, &mut play) > 0);
}

#[test]
fn a_saved_play_is_resumed() {
    let analysis = of_file("gourds/seven");
    let model = model(&analysis, "");
    let mut play = begin(&model);
    for turn in 0..6 {
        play.play((2 * turn + 1) % play.moves().len()).unwrap();
    }
    let text = play.save().unwrap().text();
    let saved = SavedPlay::read(&text).unwrap();
    let mut again = begin(&model);
    again.resume(&saved).unwrap();
    assert_eq!((again.scene(), again.count()), (play.scene(), 6));
    assert!(SavedPlay::read("{}").is_err());
    assert!(
        SavedPlay::read(&text.replace("\"version\": 1", "\"version\": 2")).unwrap_err().contains("version 2")
    );
    let mut other = saved.clone();
    other.puzzle = "Other".to_owned();
    assert!(again.resume(&other).unwrap_err().contains("`Other`"));
    let mut wrong = saved;
    wrong.moves[3].notation = "z9-z8".to_owned();
    assert_eq!(again.resume(&wrong).unwrap_err(), "move 4, `z9-z8`, is not possible");
    assert_eq!(again.count(), 3);
}

/// A run of one peg is one move of the plan, and of the length.
#[test]
fn runs_are_told_as_one_move() {
    let analysis = of_text(
        "use peg\npuzzle P { board square 5 by 1; rules peg.jump; start row oo.o.; goal count(peg) == 1; measure sweeps = runs of one piece }",
    );
    let puzzle = &analysis.puzzles()[0];
    let model = model(&analysis, "P");
    let mut play = begin(&model);
    go(&mut play, "a1", "c1");
    go(&mut play, "c1", "e1");
    assert_eq!((play.length(), play.count()), ((1, "sweeps"), 2));
    assert_eq!(play.expectation(puzzle).as_deref(), Ok("expect plan a1-c1-e1"));
    play.undo().unwrap();
    assert_eq!(play.length().0, 1);
}

#[test]
fn only_a_solution_is_an_expectation() {
    let analysis = of_text(PEGS);
    let puzzle = &analysis.puzzles()[0];
    let model = model(&analysis, "P");
    let mut play = begin(&model);
    go(&mut play, "b1", "d1");
    assert!(play.expectation(puzzle).is_err());
    play.restart();
    go(&mut play, "c1", "a1");
    go(&mut play, "e1", "g1");
    assert_eq!(play.expectation(puzzle).as_deref(), Ok("expect plan c1-a1 e1-g1"));
}

#[test]
fn a_test_says_who_has_won() {
    let marks = "piece cross \"x\"\nrule write(c: empty) { put cross at c }\n";
    for (tests, winner) in [
        ("win first: count(cross) == 2", Winner::First),
        ("win second: count(cross) == 2", Winner::Second),
        ("win first: count(cross) == 3; win second: count(cross) == 3", Winner::Draw),
        ("win second: count(cross) == 4", Winner::First),
    ] {
        let analysis = of_text(&format!(
            "{marks}puzzle P {{ board line 3; rules write; start empty; players 2, last to move wins; {tests} }}"
        ));
        let model = model(&analysis, "P");
        let mut play = begin(&model);
        while play.status() == PlayStatus::Open {
            play.play(0).unwrap();
        }
        assert_eq!(play.status(), PlayStatus::Over(winner), "{tests}");
    }
}
