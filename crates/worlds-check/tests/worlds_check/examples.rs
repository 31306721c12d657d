//! The games of `examples/puzzlescript`: their least numbers of keys, with certificates.

use std::fs;
use std::path::PathBuf;

use puzzlec_base::{Budget, FileId};
use puzzlec_worlds::certificate::Certificate as Written;
use puzzlec_worlds::read;
use puzzlec_worlds::search::{Answer, Wanted, search};
use puzzlec_worlds_check::{Certificate, verify};

fn lengths(name: &str) -> Vec<Option<usize>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/puzzlescript");
    let text = fs::read_to_string(folder.join(name)).unwrap();
    let (game, diagnostics) = read(FileId(0), &text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let game = game.unwrap();
    let budget = Budget::unlimited();
    let mut lengths = Vec::new();
    for (name, level) in game.levels() {
        let found = search(&game, level, Wanted::Least, &budget).unwrap();
        let file: Certificate = serde_json::from_value(
            serde_json::to_value(Written::new(&game, (&name, level), &found)).unwrap(),
        )
        .unwrap();
        verify(&text, &file, &budget).unwrap();
        lengths.push(match found.answer {
            Answer::Won(keys) => Some(keys.len()),
            Answer::Never => None,
        });
    }
    lengths
}

#[test]
fn examples_have_their_lengths() {
    assert_eq!(lengths("magnet.txt"), [Some(3), Some(19)]);
    assert_eq!(lengths("ice.txt"), [Some(3), None]);
    assert_eq!(lengths("lamps.txt"), [Some(8), Some(5)]);
}
