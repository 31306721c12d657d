//! Plans in pictures: moving and still, as pixels, as text, on pages. `TRYCMD=overwrite` records those in
//! `tests/golden/pictures` anew: look at them then.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use crate::support::loaded;
use gif::{ColorOutput, DecodeOptions};
use puzzlec_analysis::{Analysis, Answer, IllustratedAnswer, PuzzlePictures};
use puzzlec_base::Budget;
use puzzlec_model::project::DiskFiles;
use puzzlec_render::answer_page::{self, Circumstances};
use puzzlec_render::handout::Print;
use puzzlec_render::raster::Rasterizer;
use puzzlec_render::svg::{self, Frames, Look, Theme};
use puzzlec_render::{drawing, handout, plan};
use puzzlec_search::Options;
use puzzlec_task::SearchContext;
use resvg::tiny_skia::Pixmap;

const PEGS: &str = "use peg\n/// Jump until one peg is left.\npuzzle Pegs { board line 4; rules peg.jump; start row oo.o; goal only peg at b1 }";
const GOURDS: &str = "use gourds\npuzzle P { board hex side 2; rules gourds.all; start pieces \"\"\"\n a a\nb b c\n . c\n\"\"\" colours \"\"\"\n R G\nG B B\n . R\n\"\"\"; goal colours \"\"\"\n R G\n. G B\n B R\n\"\"\" }";
const BLOCKS: &str = "use blocks\npuzzle P { board square 3 by 2; rules blocks.step; start \"\"\"\nAAB\nC..\n\"\"\"; goal \"\"\"\n???\n?CC\n\"\"\" }";
const COUNTER: &str = "piece car \"c\"\ncounter fuel in 0..9 = 2\nrule go(x: car, d: direction) { when fuel > 0; when step(x, d) is empty; move x to step(x, d); set fuel = fuel - 1 }\npuzzle P { board line 3; rules go; start car at a1; goal car at c1 }";
const LAMPS: &str =
    "use lights\npuzzle P { board square 3 by 1; rules lights.press; start full on; goal full off }";

fn analysis(text: &str) -> Analysis {
    loaded(&format!("edition 1\n{text}\n"))
}

fn answered(text: &str, certificate: bool) -> IllustratedAnswer {
    let analysis = analysis(text);
    let context = || SearchContext::from(Budget::unlimited());
    let errors = analysis.check(&Budget::unlimited());
    let puzzle = analysis.puzzles().first().unwrap_or_else(|| panic!("{errors:?}"));
    let answer = analysis.illustrate_answer(puzzle, &[], &Options::default(), certificate, &context);
    answer.unwrap_or_else(|e| panic!("{e:?}"))
}

fn ending(answer: &IllustratedAnswer) -> String {
    plan::label(&answer.report.answer)
}

fn animated(answer: &IllustratedAnswer) -> String {
    svg::animation(&answer.puzzle.pictures, &answer.steps, &ending(answer), Look::default())
}

/// A row of cells along which a coin walks.
fn walk(cells: usize) -> String {
    format!(
        "piece coin \"c\"\nrule step {{ [ coin | empty ] -> [ empty | coin ] }}\n\
         puzzle P {{ board line {cells}; rules step; start row c .*{}; goal row .*{} c }}",
        cells - 1,
        cells - 1
    )
}

/// Every element is closed in order, and no text has an open angle.
fn assert_balanced(text: &str) {
    const VOID: [&str; 2] = ["meta", "br"];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text.strip_prefix("<!DOCTYPE html>").unwrap_or(text);
    while let Some(at) = rest.find('<') {
        let end = at + rest[at..].find('>').expect("an element that ends");
        let element = &rest[at + 1..end];
        rest = &rest[end + 1..];
        let name = element.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap();
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric()) && !name.is_empty(), "<{element}>");
        match element.starts_with('/') {
            true => assert_eq!(open.pop(), Some(name), "{open:?}"),
            false if element.ends_with('/') || VOID.contains(&name) => {}
            false => open.push(name),
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

fn recorded(name: &str, drawn: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/pictures").join(name);
    if std::env::var("TRYCMD").is_ok_and(|how| how == "overwrite") {
        fs::write(&path, drawn).unwrap();
    }
    assert_eq!(drawn, fs::read_to_string(&path).unwrap_or_default(), "{name}");
}

#[test]
fn moving_pictures_are_those_on_record() {
    let cases =
        [("pegs", PEGS), ("gourds", GOURDS), ("blocks", BLOCKS), ("counter", COUNTER), ("lamps", LAMPS)];
    for (name, text) in cases {
        let drawn = animated(&answered(text, false));
        assert_balanced(&drawn);
        assert!(drawn.contains("prefers-reduced-motion"), "{name}");
        recorded(&format!("moving-{name}.svg"), &drawn);
    }
}

#[test]
fn texts_of_plans_are_those_on_record() {
    let mut all = String::new();
    for (names, text) in [(true, PEGS), (true, GOURDS), (false, BLOCKS), (true, COUNTER)] {
        let answer = answered(text, false);
        let pictures = &answer.puzzle.pictures;
        all.push_str(&drawing::puzzle(pictures, names, 60));
        all.push('\n');
        all.push_str(&drawing::plan(pictures, &answer.steps, 1, &ending(&answer), names, 60));
        all.push('\n');
    }
    recorded("plans.txt", &all);
}

#[test]
fn a_piece_that_moves_glides_and_one_that_is_removed_fades() {
    let answer = answered(PEGS, false);
    let drawn = animated(&answer);
    // Three pegs are on the board once; two of them jump, and two are removed.
    assert_eq!(drawn.matches("M-13 0a13").count(), 3, "{drawn}");
    assert_eq!(drawn.matches("{opacity:1}").count(), 2, "{drawn}");
    assert_eq!(drawn.matches("to{transform:").count(), 2, "{drawn}");
    // Lamps that are switched do not wander.
    let lamps = animated(&answered(LAMPS, false));
    assert!(!lamps.contains("{transform:"), "{lamps}");
}

#[test]
fn a_long_plan_stays_small() {
    let answer = answered(&walk(150), false);
    assert_eq!(answer.steps.len(), 149);
    let drawn = animated(&answer);
    assert!(drawn.len() < 120_000, "{}", drawn.len());
    assert_eq!(drawn.matches("class=\"board\"").count(), 150, "the board is drawn once");
    let page = handout::page(&answer.puzzle, Some((&answer.steps, &ending(&answer))), Print::default());
    assert!(page.len() < 300_000, "{}", page.len());
}

#[test]
fn a_png_has_the_colours_of_the_picture() {
    let puzzle = analysis(PEGS);
    let pictures = puzzle.pictures(&puzzle.puzzles()[0], &[], &Budget::unlimited()).unwrap();
    let look = Look { theme: Theme::Light, ..Look::default() };
    let drawn = svg::puzzle(&pictures, look);
    let rasterizer = Rasterizer::default();
    let png = rasterizer.png(&drawn, 2.0).unwrap();
    assert_eq!(png, Rasterizer::default().png(&drawn, 2.0).unwrap());
    let pixmap = Pixmap::decode_png(&png).unwrap();
    let start = &pictures.start;
    let width = (start.cells.len() as f64 + 0.6) * 80.0;
    assert!(f64::from(pixmap.width()) >= width, "{}", pixmap.width());
    assert_eq!(pixmap.height(), 192);
    let colour = |column: u32| {
        let pixel = pixmap.pixel(24 + 40 + 80 * column, 128).unwrap();
        (pixel.red(), pixel.green(), pixel.blue())
    };
    // Pegs, and the hole in the wood between them.
    assert_eq!([0, 1, 3].map(colour), [(0x00, 0x72, 0xb2); 3]);
    assert_eq!(colour(2), (0x8a, 0x62, 0x33));
    assert_eq!(pixmap.pixel(0, 0).unwrap().red(), 255);
}

#[test]
fn a_picture_that_is_too_large_is_drawn_smaller() {
    let huge = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90000\" height=\"40\"/>";
    let png = Rasterizer::default().png(huge, 2.0).unwrap();
    assert!(Pixmap::decode_png(&png).unwrap().width() <= 16_000);
    assert!(Rasterizer::default().png("<svg", 2.0).is_err());
}

#[test]
fn letters_come_from_the_program() {
    let of = |text: &str| {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"40\"><text x=\"10\" y=\"30\" font-family=\"system-ui, sans-serif\" font-size=\"24\">{text}</text></svg>"
        );
        Rasterizer::default().png(&svg, 1.0).unwrap()
    };
    assert_ne!(of("A"), of(""));
    assert_ne!(of("A"), of("♞"));
}

fn film(answer: &IllustratedAnswer) -> Vec<u8> {
    let look = Look { theme: Theme::Light, ..Look::default() };
    let frames = Frames::new(&answer.puzzle.pictures, &answer.steps, &ending(answer), look);
    let times: Vec<u16> = (1..=frames.count()).map(|time| 10 * time as u16).collect();
    Rasterizer::default().gif(&times, 1.0, &mut |number| Ok(frames.frame(number))).unwrap()
}

#[test]
fn a_gif_has_a_picture_for_each_position() {
    for text in [PEGS, GOURDS, COUNTER] {
        let answer = answered(text, false);
        let bytes = film(&answer);
        assert_eq!(bytes, film(&answer));
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::Indexed);
        let mut decoder = options.read_info(bytes.as_slice()).unwrap();
        let (width, height) = (decoder.width(), decoder.height());
        let mut times = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert!(frame.left + frame.width <= width && frame.top + frame.height <= height);
            assert!(frame.palette.is_none());
            times.push(frame.delay);
        }
        let expected: Vec<u16> = (1..=answer.steps.len() + 1).map(|time| 10 * time as u16).collect();
        assert_eq!(times, expected);
    }
}

#[test]
fn nothing_of_the_author_leaves_its_place_on_a_page() {
    let hostile = "piece coin \"c\"\n/// </p><script>alert(1)</script> & more\nrule step { [ coin | empty ] -> [ empty | coin ] }\n/// <img src=x onerror=alert(1)>\npuzzle P { title \"</title><script>alert(\\\"1\\\")</script>'\"; board line 3; rules step; start row c..; goal coin at c1 }";
    let answer = answered(hostile, true);
    let circumstances = Circumstances {
        time: Duration::from_millis(12),
        limits: vec!["5 s".to_owned()],
        certificate: Some(("a\"><script>.json".to_owned(), "{ \"</pre><script>\": 1 }".to_owned())),
    };
    let pages = [
        handout::page(&answer.puzzle, Some((&answer.steps, &ending(&answer))), Print::default()),
        handout::page(&answer.puzzle, None, Print::default()),
        answer_page::page(&answer, &circumstances),
        animated(&answer),
    ];
    for page in pages {
        assert_balanced(&page);
        assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
        assert!(!page.contains("@import") && !page.contains("url("), "{page}");
        assert!(page.contains("&lt;script&gt;"), "{page}");
    }
}

#[test]
fn the_solution_begins_on_another_page() {
    let answer = answered(PEGS, false);
    let page = handout::page(&answer.puzzle, Some((&answer.steps, &ending(&answer))), Print::default());
    let (before, after) = page.split_once("<section class=\"solution\">").unwrap();
    assert!(before.contains("break-before: page"));
    assert!(
        before.contains("Jump until one peg is left.") && before.contains("goal only peg at b1"),
        "{before}"
    );
    assert!(before.contains("\nc1\n"), "the board has coordinates");
    assert!(after.contains("least: 2 moves (proved)"), "{after}");
    assert_eq!(after.matches("<figure>").count(), 3);
    assert!(!handout::page(&answer.puzzle, None, Print::default()).contains("<section"));
}

#[test]
fn overlays_are_drawn_over_the_start() {
    let none =
        "use peg\npuzzle P { board peg.English; rules peg.jump; start full except c; goal only peg at c4 }";
    let cases = [
        (PEGS, "thickness", "stroke-linecap"),
        (none, "invariants", "fill-opacity=\"0.45\""),
        (none, "weights", "fill-opacity=\"0.85\""),
        (none, "balance", "fill-opacity=\"0.45\""),
        (none, "board-thickness", "stroke-linecap"),
        (PEGS, "landings", "fill-opacity=\"0.85\""),
        (PEGS, "regions", "fill-opacity=\"0.45\""),
        (PEGS, "height", "fill-opacity=\"0.85\""),
        (PEGS, "pairs", "stroke-linecap"),
        (GOURDS, "cycle", "stroke-linecap"),
    ];
    for (text, name, mark) in cases {
        let analysis = analysis(text);
        let (puzzle, budget) = (&analysis.puzzles()[0], Budget::unlimited());
        let mut drawn = analysis.illustrate(puzzle, &[], &budget).unwrap();
        let before = svg::puzzle(&drawn.pictures, Look::default());
        analysis.overlay(puzzle, &[], &mut drawn, name, &budget).unwrap().unwrap_or_else(|known| {
            panic!("{name}: {known:?}");
        });
        let after = svg::puzzle(&drawn.pictures, Look::default());
        assert!(after.matches(mark).count() > before.matches(mark).count(), "{name}");
        let overlay = &drawn.pictures.start.overlays[0];
        assert!(overlay.name == name && !overlay.note.is_empty());
        assert_balanced(&handout::page(&drawn, None, Print::default()));
        let known = analysis.overlay(puzzle, &[], &mut drawn, "none", &budget).unwrap().unwrap_err();
        assert!(known.contains(&name), "{known:?}");
    }
}

/// The texts of an overlay stand on discs that do not touch, and all of them are drawn.
#[test]
fn labels_of_overlays_do_not_collide() {
    let (mut seen, budget) = (0, Budget::unlimited());
    for (file, names) in [
        ("peg/central", ["thickness", "board-thickness", "landings", "height"].as_slice()),
        ("gourds/seven", &["cycle", "dual-tree"]),
        ("coins/figures", &["pokes", "extra"]),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/{file}.puzzle"));
        let analysis = Analysis::load(&DiskFiles, &[path.display().to_string()]);
        let puzzle = &analysis.puzzles()[0];
        for name in names {
            let mut drawn = analysis.illustrate(puzzle, &[], &budget).unwrap();
            if analysis.overlay(puzzle, &[], &mut drawn, name, &budget).unwrap().is_err() {
                continue;
            }
            let scene = &drawn.pictures.start;
            assert!(scene.overlays.iter().all(|one| !one.legend.is_empty()), "{file} {name} has a legend");
            let wanted: usize = scene
                .overlays
                .iter()
                .map(|one| one.labels.len() + one.lines.iter().filter(|line| line.label.is_some()).count())
                .sum();
            let one = PuzzlePictures { goal: None, ..drawn.pictures.clone() };
            let text = svg::puzzle(&one, Look::default());
            let number = |line: &str, what: &str| -> f64 {
                let rest = &line[line.find(&format!(" {what}=\"")).unwrap() + what.len() + 3..];
                rest[..rest.find('"').unwrap()].parse().unwrap()
            };
            let discs: Vec<[f64; 3]> = text
                .lines()
                .filter(|line| line.starts_with("<circle") && line.contains("fill-opacity=\"0.85\""))
                .map(|line| [number(line, "cx"), number(line, "cy"), number(line, "r")])
                .collect();
            assert_eq!(discs.len(), wanted, "{file} {name}");
            seen += discs.len();
            for (at, [x, y, r]) in discs.iter().enumerate() {
                for [a, b, s] in &discs[at + 1..] {
                    assert!((x - a).hypot(y - b) + 0.03 >= r + s, "{file} {name}: {x} {y} and {a} {b}");
                }
            }
        }
    }
    assert!(seen > 100, "{seen} labels");
}

#[test]
fn an_answer_without_a_plan_has_its_page() {
    let text = "use peg\npuzzle P { board line 4; rules peg.jump; start row oo..; goal row o... }";
    let answer = answered(text, false);
    assert!(matches!(answer.report.answer, Answer::Unsolvable { .. }));
    let page = answer_page::page(&answer, &Circumstances::default());
    assert_balanced(&page);
    assert!(page.contains("impossible") && !page.contains("Solution"), "{page}");
}

fn puzzlec(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzlec"));
    command.env("PUZZLE_PATH", "").env("NO_COLOR", "1").args(arguments).current_dir(folder).output().unwrap()
}

#[test]
fn the_commands_write_what_they_are_told_and_refuse_the_rest() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("images");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("a.puzzle"), format!("{PEGS}\n")).unwrap();
    let none = "use peg\npuzzle A { board line 4; rules peg.jump; start row oo..; goal row o... }\n";
    fs::write(folder.join("none.puzzle"), none).unwrap();
    let run = |arguments: &[&str], code: i32, said: &str| {
        let output = puzzlec(&folder, arguments);
        let text =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{text}");
        assert!(text.contains(said), "{arguments:?}\n{text}");
    };
    run(&["render", "a.puzzle", "-o", "a.gif"], 2, "add --plan");
    run(&["render", "a.puzzle", "-o", "a.jpg"], 2, "no format has the ending `.jpg`");
    run(&["render", "a.puzzle", "--overlay", "span"], 2, "has no overlay `span`; it has `balance`");
    run(&["render", "a.puzzle", "--overlay", "span", "--format", "text"], 2, "svg, png, gif and html");
    run(&["render", "none.puzzle", "--plan", "-o", "none.svg"], 3, "impossible");
    run(&["render", "a.puzzle", "--every", "2"], 2, "--plan");
    run(&["render", "a.puzzle", "--plan", "--every", "0"], 2, "0");
    run(&["render", "a.puzzle", "--plan", "--every", "2", "-o", "a.gif"], 2, "leave out --every");
    run(&["render", "a.puzzle", "--theme", "blue"], 2, "paper");
    run(&["render", "a.puzzle", "--theme", "wood"], 0, "#e3c08d");
    run(&["render", "a.puzzle", "--plan", "--every", "2", "--format", "text"], 0, "2. d1-b1");
    let sheet = puzzlec(&folder, &["render", "a.puzzle", "--plan", "--every", "2"]).stdout;
    let sheet = String::from_utf8_lossy(&sheet);
    assert!(
        !sheet.contains("\n1. ") && !sheet.contains("@keyframes") && sheet.contains("2. d1-b1"),
        "{sheet}"
    );
    run(&["render", "a.puzzle", "--plan", "--format", "text"], 0, "2. d1-b1");
    assert!(!folder.join("none.svg").exists());
    let starts: [(&str, &[u8]); 5] = [
        ("a.svg", b"<svg"),
        ("a.png", b"\x89PNG"),
        ("a.gif", b"GIF89a"),
        ("a.txt", b"Pegs"),
        ("a.html", b"<!DOCTYPE html>"),
    ];
    for (file, start) in starts {
        run(&["render", "a.puzzle", "--plan", "-o", file], 0, "");
        let bytes = fs::read(folder.join(file)).unwrap();
        assert!(bytes.starts_with(start), "{file}");
    }
    run(&["solve", "a.puzzle", "--report", "b.html", "--certificate", "b.json"], 0, "least: 2 moves");
    let page = fs::read_to_string(folder.join("b.html")).unwrap();
    assert_balanced(&page);
    assert!(page.contains("<a href=\"./b.json\">b.json</a>"), "{page}");
    run(&["solve", "none.puzzle", "--report", "c.html"], 3, "impossible");
    assert!(fs::read_to_string(folder.join("c.html")).unwrap().contains("impossible"));
}

#[test]
fn pages_load_nothing() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("images-policy");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let text = "use peg\npuzzle P { board line 4; rules peg.jump; start row oo..; goal count(peg) == 1 }\n";
    fs::write(folder.join("a.puzzle"), text).unwrap();
    for arguments in [
        &["render", "a.puzzle", "-o", "a.html"][..],
        &["render", "a.puzzle", "--plan", "-o", "a.html"],
        &["solve", "a.puzzle", "--report", "a.html"],
    ] {
        assert!(puzzlec(&folder, arguments).status.success(), "{arguments:?}");
        let page = fs::read_to_string(folder.join("a.html")).unwrap();
        let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
                      style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">";
        assert!(page.contains(policy), "{arguments:?}: {}", &page[..500]);
        assert!(!page.contains("<script"), "{arguments:?}");
    }
}

#[test]
fn a_picture_that_is_too_large_is_refused_with_the_figure() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("images-large");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let text = "use peg\npuzzle P { board square 501 by 500; rules peg.jump; start full peg except a1; goal empty }\n";
    fs::write(folder.join("a.puzzle"), text).unwrap();
    for name in ["a.svg", "a.png", "a.html"] {
        let output = puzzlec(&folder, &["render", "a.puzzle", "-o", name]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("its board has 250,500 cells; pictures have at most 250,000"), "{said}");
        assert!(!folder.join(name).exists());
    }
}
