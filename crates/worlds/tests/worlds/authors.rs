//! What authors see: steps of a turn, effects of rules, all positions, searches from a position.

use std::fs;
use std::path::PathBuf;

use puzzlec_base::{Budget, FileId};
use puzzlec_worlds::game::{Game, Level};
use puzzlec_worlds::search::{Answer, Reached, Wanted, explore, search, search_from};
use puzzlec_worlds::{Draws, Event, Key, World, outline, read};

/// The games of `tests/cases` that can be played, with their texts.
fn games() -> Vec<(String, String, Game)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "txt"));
    paths.sort();
    let game = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let game = read(FileId(0), &text).0?;
        Some((path.file_stem().unwrap().to_str().unwrap().to_owned(), text, game))
    };
    paths.iter().filter_map(game).collect()
}

/// Whether a search of a level ends within a few positions.
fn is_small(game: &Game, level: &Level) -> bool {
    search(game, level, Wanted::All, &Budget::unlimited().with_states(3000)).is_ok()
}

#[test]
fn a_traced_key_does_what_a_pressed_key_does() {
    let (mut rules, mut wins) = (0, 0);
    for (name, _, game) in games() {
        for (_, level) in game.levels() {
            let (mut plain, mut traced) = (World::new(&game, level), World::new(&game, level));
            let (mut board, mut restart) = (plain.drawn().clone(), plain.drawn().clone());
            let (mut same, mut point) = (board.clone(), restart.clone());
            let mut draws = (Draws::seeded(7), Draws::seeded(7));
            for number in 0..24 {
                let key = Key::ALL[(number * 5 + number / 4) % 6];
                let turn = plain.press(&mut board, &mut restart, key, &mut draws.0).unwrap();
                let (told, steps) = traced.trace(&mut same, &mut point, key, &mut draws.1).unwrap();
                assert_eq!((&turn, &board, &restart), (&told, &same, &point), "{name}, key {number}");
                if steps.is_empty() {
                    assert!(key == Key::Action && game.settings.noaction, "{name}");
                    continue;
                }
                assert_eq!(steps[0].event, Event::Key(key), "{name}");
                assert_eq!(steps.iter().any(|step| step.event == Event::Win), turn.won, "{name}");
                let fired = steps.iter().filter_map(|step| match step.event {
                    Event::Rule(number) => Some(number),
                    _ => None,
                });
                for number in fired {
                    assert!(traced.fired()[number], "{name}");
                    rules += 1;
                }
                if turn.changed {
                    // Whatever else happens, some step has the board that is left.
                    assert!(steps.iter().any(|step| step.board == board), "{name}, key {number}");
                }
                wins += usize::from(turn.won);
            }
            assert_eq!(plain.fired(), traced.fired(), "{name}");
        }
    }
    assert!(rules > 300 && wins > 10, "{rules} {wins}");
}

#[test]
fn all_positions_are_those_of_the_search() {
    let mut compared = 0;
    for (name, _, game) in games() {
        for (_, level) in game.levels().filter(|(_, level)| is_small(&game, level)) {
            let budget = Budget::unlimited();
            let found = search(&game, level, Wanted::All, &budget).unwrap();
            let mut least = None;
            let mut last = 0;
            let explored = explore(&game, level, None, &budget, &mut |pressed| {
                assert!(pressed.from >= last, "{name}");
                last = pressed.from;
                if let Reached::Won(_) = pressed.to {
                    least.get_or_insert(pressed.level as usize + 1);
                }
            });
            assert!(explored.complete && explored.stopped.is_none(), "{name}");
            assert_eq!(explored.levels, found.levels, "{name}");
            assert_eq!(explored.fired, found.fired, "{name}");
            let wanted = match &found.answer {
                Answer::Won(keys) if keys.is_empty() => least,
                Answer::Won(keys) => Some(keys.len()),
                Answer::Never => None,
            };
            assert_eq!(least, wanted, "{name}");
            for number in 0..found.states() {
                assert_eq!(explored.board(number as u32), found.board(number), "{name}");
            }
            // A part of them: the first levels.
            let part = explore(&game, level, Some(1), &budget, &mut |_| {});
            assert_eq!(part.levels[..], found.levels[..found.levels.len().min(2)], "{name}");
            compared += 1;
        }
    }
    assert!(compared > 90, "{compared}");
}

#[test]
fn the_rest_of_a_shortest_plan_is_one() {
    let mut compared = 0;
    for (name, _, game) in games().into_iter().filter(|(_, _, game)| !game.has_chance()) {
        for (_, level) in game.levels().filter(|(_, level)| is_small(&game, level)) {
            let budget = Budget::unlimited();
            let found = search(&game, level, Wanted::Least, &budget).unwrap();
            let Answer::Won(plan) = found.answer else { continue };
            let mut world = World::new(&game, level);
            let (mut board, mut restart) = (world.drawn().clone(), world.drawn().clone());
            let mut draws = Draws::first();
            world.begin(&mut board, &mut restart, &mut draws).unwrap();
            for (number, key) in plan.iter().enumerate() {
                let rest = search_from((&game, level), (&board, &restart), Wanted::Least, &budget).unwrap();
                let Answer::Won(keys) = rest.answer else { panic!("{name}: nothing after {number} keys") };
                assert_eq!(keys.len(), plan.len() - number, "{name}, after {number} keys");
                world.press(&mut board, &mut restart, *key, &mut draws).unwrap();
                compared += 1;
            }
        }
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn outlines_have_all_names_and_levels() {
    for (name, text, game) in games() {
        let found = outline(FileId(0), &text);
        assert_eq!(found.objects.len(), game.objects.len(), "{name}");
        for part in &found.parts {
            assert!(text[part.heading.range()].eq_ignore_ascii_case(part.name), "{name}");
            for entry in &part.entries {
                assert!(
                    part.span.start <= entry.span.start && entry.span.end <= part.span.end,
                    "{name}: {entry:?}"
                );
            }
        }
        let levels = found.parts.iter().find(|part| part.name == "LEVELS").unwrap();
        let names: Vec<&str> = levels.entries.iter().map(|entry| &*entry.name).collect();
        let wanted: Vec<String> = game.levels().map(|(name, _)| name).collect();
        assert_eq!(names, wanted, "{name}");
        for object in &game.objects {
            assert!(found.names.iter().any(|named| named.name == object.name), "{name}");
        }
    }
}

/// Names are known and nothing panics in a text that is being written.
#[test]
fn outlines_of_broken_texts() {
    let (_, text, _) = games().remove(0);
    for end in (0..text.len()).step_by(7).filter(|end| text.is_char_boundary(*end)) {
        let found = outline(FileId(0), &text[..end]);
        for part in &found.parts {
            assert!(part.span.end as usize <= end);
        }
    }
    let broken = text.replace("RULES", "RULES\n[ > Playr | ] -> [ | ]");
    assert!(read(FileId(0), &broken).0.is_none());
    assert!(!outline(FileId(0), &broken).names.is_empty());
}
