//! A game is known only at home.

use super::sources::{bare, report, sources};

/// Words of a game, and the places where they are at home.
const GAMES: [(&[&str], &[&str]); 1] = [(
    &["peg", "jump"],
    &[
        "crates/theories/peg_solitaire/",
        "crates/proofs/src/peg_solitaire",
        // Importers name the games whose formats they read.
        "crates/render/src/import",
    ],
)];
/// The tables of games, in which a game has lines.
const TABLES: [&str; 2] = ["crates/theories/src/lib.rs", "crates/proofs/src/lib.rs"];

#[test]
fn a_game_is_known_only_at_home() {
    let mut broken = Vec::new();
    for source in sources().iter().filter(|s| !TABLES.contains(&&*s.path)) {
        for (words, homes) in
            GAMES.iter().filter(|(_, homes)| !homes.iter().any(|h| source.path.starts_with(h)))
        {
            for (number, line) in bare(&source.text).lines().enumerate() {
                let names = line.split(|c: char| !c.is_alphanumeric() && c != '_');
                for name in names.filter(|n| words.iter().any(|w| n.to_lowercase().contains(w))) {
                    broken.push(format!(
                        "{}:{}: `{name}` is a word of {}",
                        source.path,
                        number + 1,
                        homes[0]
                    ));
                }
            }
        }
    }
    report(&broken);
}

#[test]
fn the_proofs_of_a_game_name_no_other() {
    let mut broken = Vec::new();
    for source in sources().iter().filter(|s| s.is_in("crates/proofs/src") && s.module() != "lib") {
        // All games have the goals of the language.
        for other in source.named().iter().filter(|other| *other != source.module() && *other != "goals") {
            broken.push(format!("{}: `{}` must not name `{other}`", source.path, source.module()));
        }
    }
    report(&broken);
}
