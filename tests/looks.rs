//! Readers who see no colours, or few of them, can read every position.

/// Once more, for its colours.
#[allow(dead_code)]
#[path = "../crates/render/src/svg/palette.rs"]
mod palette;

use std::collections::BTreeMap;
use std::path::Path;

use palette::{COLOURS, IN_TURN, contrast, ink, on_dark};
use puzzlec_analysis::{Analysis, PieceForm, Scene, ScenePiece};
use puzzlec_base::Budget;
use puzzlec_model::project::DiskFiles;
use puzzlec_render::grid::Grid;
use puzzlec_render::svg::{self, Look, Style};

/// A file of the pages.
fn source(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/render/src").join(name))
        .unwrap()
}

/// The colour after each of these words, in order.
fn after(text: &str, word: &str) -> Vec<String> {
    text.match_indices(word).map(|(at, _)| text[at + word.len()..][..7].to_owned()).collect()
}

/// The grounds of boards in light and dark, and the rims of pieces on them.
fn themes() -> [(String, String); 2] {
    let analysis = Analysis::load(&DiskFiles, &["examples/peg/central.puzzle".to_owned()]);
    let pictures = analysis.pictures(&analysis.puzzles()[0], &[], &Budget::unlimited()).unwrap();
    let drawn = svg::puzzle(&pictures, Look::default());
    let (grounds, rims) = (after(&drawn, ".board { fill: "), after(&drawn, ".rim, .edge { stroke: "));
    let style = source("page/style.css");
    // The page and its print have the same.
    assert_eq!(after(&style, "--cell: ")[..2], grounds);
    assert_eq!(after(&style, "--rim: "), rims);
    [(grounds[0].clone(), rims[0].clone()), (grounds[1].clone(), rims[1].clone())]
}

#[test]
fn colours_differ_from_the_ground_and_can_be_written_on() {
    let [light, dark] = themes();
    for (name, on_light, on_dark) in COLOURS {
        for ((ground, rim), colour) in [(&light, on_light), (&dark, on_dark)] {
            let own = contrast(colour, ground);
            let rimmed = contrast(rim, ground).min(contrast(rim, colour));
            assert!(own.max(rimmed) >= 3.0, "{name} on {ground}: {own:.2}, by its rim {rimmed:.2}");
            // The letters are chosen by the light colour.
            assert!(contrast(ink(on_light), colour) >= 4.5, "letters on {name}, {colour}");
            assert!(contrast("#7f7f7f", ground) >= 3.0, "the ring of a target on {ground}");
        }
    }
    let style = source("page/style.css");
    assert!(on_dark().lines().all(|rule| style.contains(rule)), "the page lacks one of\n{}", on_dark());
}

/// Colours as they are seen without one kind of cones (Machado, Oliveira and Fernandes, "A Physiologically-based Model for
/// Simulation of Color Vision Deficiency", 2009).
const BLIND: [(&str, [[f64; 3]; 3]); 4] = [
    ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    ),
    (
        "deuteranopia",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    (
        "tritanopia",
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ),
];

/// A colour as it is seen, in the space CIELAB.
fn seen(colour: &str, eye: &[[f64; 3]; 3]) -> [f64; 3] {
    let linear = [1, 3, 5].map(|at| {
        let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    let times = |row: &[f64; 3], of: &[f64; 3]| row.iter().zip(of).map(|(a, b)| a * b).sum::<f64>();
    let rgb = eye.map(|row| times(&row, &linear).clamp(0.0, 1.0));
    let xyz = [
        times(&[0.4124, 0.3576, 0.1805], &rgb) / 0.95047,
        times(&[0.2126, 0.7152, 0.0722], &rgb),
        times(&[0.0193, 0.1192, 0.9505], &rgb) / 1.08883,
    ];
    let [x, y, z] = xyz.map(|t| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The colours that kinds take in turn. Pieces with a colour of the author have marks as well.
#[test]
fn colours_in_turn_are_told_apart_by_every_eye() {
    for theme in [0, 1] {
        let colours: Vec<&str> =
            COLOURS[..IN_TURN].iter().map(|(_, light, dark)| [*light, *dark][theme]).collect();
        for (eye, matrix) in &BLIND {
            for (at, one) in colours.iter().enumerate() {
                for other in &colours[at + 1..] {
                    let pair = seen(one, matrix).into_iter().zip(seen(other, matrix));
                    let far = pair.map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    assert!(far >= 15.0, "{one} and {other} with {eye}: {far:.1}");
                }
            }
        }
    }
}

/// The contrast of two colours as an eye sees them.
fn seen_contrast(one: &str, other: &str, eye: &[[f64; 3]; 3]) -> f64 {
    let light = |colour: &str| {
        let linear = [1, 3, 5].map(|at| {
            let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        let seen = eye.map(|row| row.iter().zip(&linear).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0));
        0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]
    };
    let (a, b) = (light(one), light(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// On the cells of each theme, in light and dark, for every eye.
#[test]
fn pieces_and_words_are_seen_in_every_theme() {
    for (name, style) in Style::NAMED {
        for (dark, tones) in [(false, style.light()), (true, style.dark())] {
            let tones = tones.unwrap();
            assert!(contrast(tones.ink, tones.page) >= 7.0, "words of {name} on the page");
            // Digits of a solution are large.
            assert!(contrast("#0f6fbf", tones.cells[0]) >= 3.0, "digits that are placed, {name}, {dark}");
            for ground in tones.cells {
                assert!(contrast(tones.ink, ground) >= 4.5, "words of {name} on {ground}");
                assert!(contrast(tones.lines, tones.cells[0]) >= 1.5, "lines of {name}");
                for (eye, matrix) in &BLIND {
                    let told = |a: &str, b: &str| seen_contrast(a, b, matrix);
                    assert!(told(tones.rim, ground) >= 3.0, "rims of {name} on {ground} with {eye}");
                    for (colour, light, on_dark) in COLOURS {
                        let own = if dark { on_dark } else { light };
                        let best = told(own, ground).max(told(tones.rim, own));
                        assert!(best >= 3.0, "{colour} on {ground} of {name} with {eye}: {best:.2}");
                    }
                }
            }
        }
    }
}

/// What lies on a cell: the piece above and the one below by their kinds and marks, and the piece that the goal wants.
fn held(scene: &Scene, cell: usize) -> [String; 3] {
    let of = |wanted: &dyn Fn(PieceForm) -> bool| {
        let here = scene.pieces.iter().filter(|piece| piece.cells.contains(&cell) && wanted(piece.form));
        let words = here.map(|piece| {
            let at = piece.cells.iter().position(|known| *known == cell).unwrap();
            let label = piece.labels.get(at).unwrap_or(&piece.mark);
            format!("{} {label}", piece.piece)
        });
        words.collect::<Vec<String>>().join(", ")
    };
    [
        of(&|form| !matches!(form, PieceForm::Floor | PieceForm::Target)),
        of(&|form| form == PieceForm::Floor),
        of(&|form| form == PieceForm::Target),
    ]
}

/// Positions with the pieces of a scene: as it is, without pieces, and each piece of one cell on each target.
fn positions(scene: &Scene) -> Vec<Scene> {
    let fixed = |piece: &&ScenePiece| matches!(piece.form, PieceForm::Floor | PieceForm::Target);
    let empty = Scene { pieces: scene.pieces.iter().filter(fixed).cloned().collect(), ..scene.clone() };
    let targets = || scene.pieces.iter().filter(|piece| piece.form == PieceForm::Target);
    let wanted = targets().map(|piece| ScenePiece { form: PieceForm::Disc, ..piece.clone() });
    let single = scene.pieces.iter().filter(|piece| piece.form == PieceForm::Disc).cloned().chain(wanted);
    let mut kinds: BTreeMap<String, ScenePiece> = BTreeMap::new();
    for piece in single {
        kinds.entry(format!("{} {}", piece.piece, piece.mark)).or_insert(piece);
    }
    let laid = kinds.values().map(|kind| {
        let on = |target: &ScenePiece| ScenePiece { cells: target.cells.clone(), ..kind.clone() };
        Scene { pieces: empty.pieces.iter().cloned().chain(targets().map(on)).collect(), ..scene.clone() }
    });
    let laid: Vec<Scene> = laid.collect();
    [scene.clone(), empty].into_iter().chain(laid).collect()
}

#[test]
fn text_pictures_tell_apart_everything_that_differs() {
    let analysis = Analysis::load(&DiskFiles, &files());
    let (mut compared, mut wrong) = (0, Vec::new());
    for puzzle in analysis.puzzles() {
        let budget = Budget::unlimited().with_bytes(1 << 28);
        let Ok(pictures) = analysis.pictures(puzzle, &[], &budget) else { continue };
        // Large boards have the contents of small ones.
        if pictures.start.cells.len() > 400 {
            continue;
        }
        let goal =
            pictures.goal.iter().map(|goal| Scene { cells: pictures.start.cells.clone(), ..goal.clone() });
        let all: Vec<Scene> = positions(&pictures.start).into_iter().chain(goal).collect();
        for room in [(0, 0), (10_000, 10_000)] {
            let mut known: BTreeMap<String, [String; 3]> = BTreeMap::new();
            for scene in &all {
                let grid = Grid::new(scene, room);
                for cell in 0..scene.cells.len() {
                    let (first, last, row) = grid.span(cell).unwrap();
                    let text: String = grid.row(row)[first..=last].iter().map(|glyph| glyph.mark).collect();
                    let held = held(scene, cell);
                    let before = known.entry(text.clone()).or_insert_with(|| held.clone());
                    if *before != held {
                        wrong.push(format!("{}: `{text}` is {before:?} and {held:?}", puzzle.name));
                    }
                }
            }
        }
        compared += all.len();
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{}\n{} in all", wrong.join("\n"), wrong.len());
    assert!(compared > 30, "{compared} positions");
}

/// All examples.
fn files() -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "puzzle") {
                found.push(path.display().to_string());
            }
        }
    }
    found.sort();
    found
}
