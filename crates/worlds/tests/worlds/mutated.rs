//! Changed texts: an error or a game, never a panic, and no turn without end.

use std::fs;
use std::path::PathBuf;

use puzzlec_base::{Budget, FileId};
use puzzlec_worlds::search::{Wanted, search};
use puzzlec_worlds::{Draws, Key, World, read};

/// A generator of numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, of: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % of.max(1) as u64) as usize
    }
}

/// Text with one to four changes of characters, words or lines.
fn mutated(random: &mut Random, texts: &[String]) -> String {
    let mut text = texts[random.below(texts.len())].clone();
    for _ in 0..1 + random.below(4) {
        let other = &texts[random.below(texts.len())];
        match random.below(4) {
            0 => {
                let mut chars: Vec<char> = text.chars().collect();
                let at = random.below(chars.len());
                let new = ['(', ')', '[', ']', '|', '=', '.', '>', 'İ', '\r', '\0', '…', 'p', '-', '+']
                    [random.below(15)];
                match random.below(3) {
                    0 => chars.insert(at, new),
                    1 if !chars.is_empty() => chars[at] = new,
                    _ if !chars.is_empty() => drop(chars.remove(at)),
                    _ => {}
                }
                text = chars.into_iter().collect();
            }
            1 => {
                let words: Vec<&str> = text.split(' ').collect();
                let new: Vec<&str> = other.split_whitespace().collect();
                let at = random.below(words.len());
                let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
                words[at] = new[random.below(new.len())].to_owned();
                text = words.join(" ");
            }
            kind => {
                let mut lines: Vec<&str> = text.lines().collect();
                let new: Vec<&str> = other.lines().collect();
                let at = random.below(lines.len());
                match kind {
                    2 => lines.insert(at, new[random.below(new.len())]),
                    _ if !lines.is_empty() => drop(lines.remove(at)),
                    _ => {}
                }
                text = lines.join("\n");
            }
        }
    }
    text
}

#[test]
fn changed_texts_do_no_harm() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "txt"));
    paths.sort();
    let texts: Vec<String> = paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let mut random = Random(5);
    let mut played = 0;
    for _ in 0..2000 {
        let text = mutated(&mut random, &texts);
        let (game, diagnostics) = read(FileId(0), &text);
        assert!(game.is_some() || diagnostics.iter().any(|d| d.is_error()), "{text}");
        for d in &diagnostics {
            assert!(text.get(d.primary.span.range()).is_some(), "{d:?}\n{text}");
        }
        let Some(game) = game else { continue };
        for (_, level) in game.levels() {
            let mut world = World::new(&game, level).with_fuel(200_000);
            let (mut board, mut restart) = (world.drawn().clone(), world.drawn().clone());
            let mut draws = Draws::seeded(1);
            for number in 0..10 {
                let key = Key::ALL[(number + random.below(6)) % 6];
                played += usize::from(world.press(&mut board, &mut restart, key, &mut draws).is_ok());
            }
            let _ = search(&game, level, Wanted::Least, &Budget::unlimited().with_states(20));
        }
    }
    assert!(played > 1000, "{played}");
}

/// Texts that would grow without bound.
#[test]
fn large_texts_are_refused() {
    let objects: String = (0..400).map(|n| format!("o{n}\nred\n\n")).collect();
    let names: Vec<String> = (0..400).map(|n| format!("o{n}")).collect();
    let game = |rule: &str| {
        format!(
            "OBJECTS\nbackground .\nblack\nplayer p\nred\n{objects}LEGEND\nany = {}\nCOLLISIONLAYERS\nbackground\nplayer\n{}\nRULES\n{rule}\nLEVELS\np.\n",
            names.join(" or "),
            names.join("\n").replacen("\no9\n", " o9\n", 90).lines().take(90).collect::<Vec<_>>().join("\n"),
        )
    };
    let many = "[ moving any | moving any | moving any | moving any ] -> [ | | | ]";
    assert!(read(FileId(0), &game(many)).0.is_none());
    let long = format!("[ {} ] -> [ {} ]", vec!["moving any"; 90].join(" | "), vec![""; 90].join(" | "));
    assert!(read(FileId(0), &game(&long)).0.is_none());
    assert!(read(FileId(0), &"x".repeat((1 << 20) + 1)).0.is_none());
}
