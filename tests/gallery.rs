//! The gallery of the manual beside the examples. `TRYCMD=overwrite` writes `docs/gallery.md` and its pictures anew: look at
//! them then.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use puzzlec_analysis::{Analysis, PuzzlePictures, keyed};
use puzzlec_base::{Budget, FileId};
use puzzlec_model::project::DiskFiles;
use puzzlec_render::svg::{self, Look};

/// A heading, and below it files with a puzzle and its caption.
type Section = (&'static str, &'static [(&'static str, &'static str, &'static str)]);

const SECTIONS: &[Section] = &[
    (
        "Peg solitaire",
        &[
            ("peg/central", "Central", "The central game"),
            ("peg/triangle", "TopToInside", "A triangle with a hole at the top"),
            ("peg/no-solution", "Corners", "No solution: the corners are of another class"),
        ],
    ),
    (
        "Gourds",
        &[
            ("gourds/seven", "SevenCells", "Three gourds on seven cells"),
            ("gourds/star-and-rings", "StarReversal", "Six gourds on the Star of David"),
            ("gourds/squares", "Change", "Gourds on squares"),
        ],
    ),
    (
        "Coins on the grid",
        &[
            ("coins/figures", "Figure11Left", "Twelve moves at least"),
            ("coins/mirror", "Mirror", "A mirror image"),
            ("coins/triangular", "Star", "Coins on the triangular grid"),
        ],
    ),
    ("Sliding coins", &[("sliding/alternate", "Alternate", "White and black alternate, two coins a move")]),
    (
        "Coin removal",
        &[("removal/rings", "Necklace", "Coins on a ring"), ("removal/rows", "LongRow", "Coins in a row")],
    ),
    (
        "Sliding blocks and tiles",
        &[
            ("variants/klotski", "HuaRongDao", "Klotski"),
            ("variants/rush-hour", "Card", "Rush Hour"),
            ("variants/fifteen-puzzle", "Eighteen", "The fifteen puzzle"),
        ],
    ),
    (
        "Other moves",
        &[
            ("variants/sokoban", "Cellar", "Sokoban"),
            ("variants/knights", "Guarini", "Four knights change places"),
            ("variants/lights-out", "LightsOut", "Lights out"),
            ("marks/hanoi", "ThreePegs", "The towers of Hanoi"),
        ],
    ),
    (
        "Layers and counters",
        &[
            ("layers/sokoban", "Corner", "Boxes and targets"),
            ("counters/dungeon", "Vault", "Keys, doors and swords"),
        ],
    ),
    (
        "Games of keys",
        &[
            ("keys/crates", "First", "Crates"),
            ("keys/ice", "Pond", "A seal slides on ice"),
            ("keys/lamps", "Room", "Two robots obey the same keys"),
            ("keys/mine", "Shaft", "Stones fall in a mine"),
            ("keys/beetles", "Three", "A beetle on hexagons"),
            ("keys/shunting", "Circle", "An engine on a ring of rails"),
        ],
    ),
    (
        "Placement",
        &[("placing/sudoku", "Sudoku", "A sudoku"), ("placing/aquarium", "Aquarium", "Clues beside a board")],
    ),
    (
        "Walls and graphs",
        &[
            ("marks/maze", "Cheese", "A maze"),
            ("placing/petersen", "Three", "Three colours for the Petersen graph"),
        ],
    ),
];

/// Solutions that move: files with a puzzle and its caption.
const MOVING: &[(&str, &str, &str)] = &[
    ("peg/central", "Central", "The central game in 31 moves"),
    ("gourds/seven", "SevenCells", "A gourd turns round in five moves"),
    ("variants/knights", "Guarini", "Four knights change places in 16 moves"),
];

fn overwrite() -> bool {
    std::env::var("TRYCMD").is_ok_and(|how| how == "overwrite")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/gallery")
}

/// Compares a picture with that of the gallery, or writes it.
fn compare(picture: &str, drawn: &str) {
    if overwrite() {
        std::fs::create_dir_all(folder()).unwrap();
        std::fs::write(folder().join(picture), drawn).unwrap();
    }
    let known = std::fs::read_to_string(folder().join(picture)).unwrap_or_default();
    assert_eq!(drawn, known.replace("\r\n", "\n"), "{picture}");
}

/// The picture of a puzzle as it begins.
fn scene(path: &str, name: &str) -> PuzzlePictures {
    let text = std::fs::read_to_string(path).unwrap();
    if keyed::is_keyed(path, &text) {
        let file = keyed::KeyedFile::read(FileId(0), path, &text);
        let levels = file.levels(Some(name)).unwrap();
        return keyed::pictures(&file, &levels[0]);
    }
    let analysis = Analysis::load(&DiskFiles, &[path.to_owned()]);
    let puzzle = analysis.puzzles().iter().find(|p| p.name == *name).unwrap();
    analysis.pictures(puzzle, &[], &Budget::unlimited()).unwrap()
}

#[test]
fn the_gallery_shows_the_examples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut page = String::from(
        "# Gallery\n\nPictures of examples, drawn by `puzzlec render`. Each one links to its puzzle.\n\
         `puzzlec publish examples/keys -o keys/` makes a page on which the games of keys are played.\n",
    );
    let mut pictures = BTreeSet::new();
    for (heading, puzzles) in SECTIONS {
        write!(page, "\n## {heading}\n").unwrap();
        for (file, name, caption) in *puzzles {
            let path = format!("examples/{file}.puzzle");
            let scene = scene(&path, name);
            let drawn = svg::puzzle(&scene, Look::default());
            let picture = format!("{}-{name}.svg", file.replace('/', "-"));
            compare(&picture, &drawn);
            write!(page, "\n{caption}\n\n[![{caption}](gallery/{picture})](../{path})\n").unwrap();
            pictures.insert(picture);
        }
    }
    page += "\n## Solutions that move\n\nThe command that draws each of them stands below it.\n";
    for (file, name, caption) in MOVING {
        let path = format!("examples/{file}.puzzle");
        let picture = format!("{}-{name}-plan.svg", file.replace('/', "-"));
        let words = ["render", path.as_str(), *name, "--plan"];
        let output =
            Command::new(env!("CARGO_BIN_EXE_puzzlec")).args(words).current_dir(root).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        compare(&picture, &String::from_utf8(output.stdout).unwrap());
        write!(page, "\n{caption}\n\n[![{caption}](gallery/{picture})](../{path})\n").unwrap();
        let command = format!("puzzlec {} -o docs/gallery/{picture}", words.join(" "));
        write!(page, "\n```console\n{command}\n```\n").unwrap();
        pictures.insert(picture);
    }
    let path = root.join("docs/gallery.md");
    if overwrite() {
        std::fs::write(&path, &page).unwrap();
    }
    assert_eq!(page, std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n"));
    for entry in std::fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(pictures.contains(&name), "{name} is not in the gallery");
    }
}
