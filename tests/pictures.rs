//! Pictures of puzzles beside those in `tests/golden/pictures`. `TRYCMD=overwrite` writes them anew: look at them then.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::path::PathBuf;

use puzzlec_analysis::{Analysis, Ground, PieceForm, PuzzlePictures, Scene};
use puzzlec_base::{Budget, Outline};
use puzzlec_model::project::MemoryFiles;
use puzzlec_render::grid::Grid;
use puzzlec_render::svg::{self, Look};

fn pictures(text: &str) -> PuzzlePictures {
    let files = MemoryFiles(BTreeMap::from([("p.puzzle".to_owned(), format!("edition 1\n{text}\n"))]));
    let analysis = Analysis::load(&files, &["p.puzzle".to_owned()]);
    analysis.pictures(&analysis.puzzles()[0], &[], &Budget::unlimited()).unwrap()
}

const PUZZLES: &[(&str, &str)] = &[
    (
        "peg",
        "use peg\npuzzle P { board peg.English; rules peg.jump; start full except c; goal only peg at c }",
    ),
    (
        "coins",
        "use coins\npuzzle P { rules coins.move; start \"\"\"\no . .\no . .\noo o\n\"\"\"; goal \"\"\"\no o o\n. . .\no . o\n\"\"\" }",
    ),
    ("sliding", "use sliding\npuzzle P { rules sliding.slide(2); start row WWBB; goal anywhere row WBWB }"),
    ("ring", "use removal\npuzzle P { rules removal.take; board ring 6; start row 100101; goal empty }"),
    (
        "gourds",
        "use gourds\npuzzle P { board hex side 2; rules gourds.all; start pieces \"\"\"\n a a\nb b c\n . c\n\"\"\" colours \"\"\"\n R G\nG B B\n . R\n\"\"\"; goal colours \"\"\"\n G R\nG B ?\n ? ?\n\"\"\" }",
    ),
    (
        "blocks",
        "use blocks\npuzzle P { board square 3 by 2; rules blocks.step; start \"\"\"\nAAB\nC..\n\"\"\"; goal \"\"\"\n???\n?CC\n\"\"\" }",
    ),
    (
        "walls",
        "piece robot \"R\"\nrule go { [ robot | empty ] -> [ empty | robot ] }\nboard Maze = square 3 by 2 walls a1-b1, b1-b2\npuzzle P { board Maze; rules go; start robot at a1; goal only robot at b1 }",
    ),
    (
        "floors",
        "piece box \"b\"\npiece target \"x\" { floor }\npiece ice \",\" { floor; colour cyan }\nmarks { \"*\" = box on target }\nrule go { [ box | empty ] -> [ empty | box ] }\npuzzle P { board square 3 by 2; rules go; start \"\"\"\n*.x\nb,.\n\"\"\"; goal \"\"\"\nb.b\n...\n\"\"\" }",
    ),
    (
        "triangle",
        "use peg\npuzzle P { board triangle side 4; rules peg.jump; start full except a1; goal only peg at a1 }",
    ),
    (
        "outlines",
        "piece a \"a\" { shape disc }\npiece b \"b\" { shape square }\npiece c \"c\" { shape diamond }\npiece d \"d\" { shape triangle }\npiece e \"*\" { shape star; colour gold }\npiece f \"f\" { shape wall }\npiece g \"#\"\nrule go { [ a | empty ] -> [ empty | a ] }\npuzzle P { board hex 4 by 2; rules go; start \"\"\"\na b c d\n * f # .\n\"\"\"; goal a at d2 }",
    ),
    (
        "graph",
        "piece coin \"c\"\nrule step(x: coin, y: empty) { when adjacent(x, y); move x to y }\nboard Cube = graph { a-b b-c c-d d-a e-f f-g g-h h-e a-e b-f c-g d-h }\npuzzle P { board Cube; rules step; start coin at a; goal coin at g }",
    ),
];

/// A board with a piece of a shape, and the drawing of the piece.
fn shaped(outline: Outline) -> String {
    let rigid = if outline.is_block() { "rigid; " } else { "" };
    let text = format!(
        "piece a \"A\" {{ {rigid}shape {}; colour red }}\nrule go(x: a, d: direction) {{ shift x towards d }}\n\
         puzzle P {{ board square 3 by 1; rules go; start row AA.; goal row ?AA }}",
        outline.name()
    );
    let text = if outline.is_block() { text } else { text.replace("AA.", "A..").replace("?AA", "..A") };
    let drawn = svg::puzzle(&pictures(&text), Look::default());
    drawn[drawn.find("<g transform=\"translate(12 12)").unwrap_or(0)..].to_owned()
}

#[test]
fn every_shape_has_a_drawing_of_its_own() {
    let mut known: BTreeMap<String, Outline> = BTreeMap::new();
    for outline in Outline::ALL {
        if let Some(other) = known.insert(shaped(outline), outline) {
            panic!("{} is drawn like {}", outline.name(), other.name());
        }
    }
}

/// The colour and the ground where the author says nothing.
#[test]
fn pieces_look_like_what_they_are_named_after() {
    let scene = |piece: &str, start: &str| {
        let text = format!(
            "piece {piece}\nrule go {{ [ A | empty ] -> [ empty | A ] }}\npuzzle P {{ board square 3 by 1; rules go; start row {start}; goal row ..{} }}",
            &start[..1]
        )
        .replace('A', piece.split(' ').next().unwrap());
        pictures(&text).start
    };
    let queen = scene("queen \"Q\"", "Q..");
    assert_eq!((queen.pieces[0].outline, queen.ground), (Outline::Queen, Ground::Checkered));
    assert!(!queen.pieces[0].written);
    let knights = scene("knight \"WB\"", "WB.");
    let colours: Vec<_> = knights.pieces.iter().map(|piece| piece.colour.as_deref()).collect();
    assert_eq!(colours, [Some("white"), Some("black")]);
    let tile = scene("tile \"12\"", "12.");
    assert!(tile.pieces[0].written && tile.ground == Ground::Tray);
    let other = scene("thing \"#\"", "#..");
    assert_eq!((other.pieces[0].outline, other.ground), (Outline::Wall, Ground::Plain));
    assert_eq!(scene("man \"m\" { shape disc }", "m..").ground, Ground::Plain);
}

#[test]
fn digits_of_a_placement_are_given_and_regions_have_borders() {
    let text = "piece digit \"12\"\npuzzle P { board square \"\"\"\nAABB\nAABB\n\"\"\"; place digit * 8; goal \"\"\"\n1???\n???2\n\"\"\" and where all x in regions: count(digit 1, x) == 2 }";
    let drawn = pictures(text);
    assert!(drawn.goal.is_none());
    assert_eq!(drawn.start.pieces.iter().map(|piece| piece.mark.as_str()).collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!((drawn.start.borders.len(), drawn.start.ground), (2, Ground::Paper));
}

#[test]
fn pictures_are_those_on_record() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/pictures");
    for (name, text) in PUZZLES {
        let drawn = svg::puzzle(&pictures(text), Look { names: true, ..Look::default() });
        let path = folder.join(format!("{name}.svg"));
        if std::env::var("TRYCMD").is_ok_and(|how| how == "overwrite") {
            std::fs::write(&path, &drawn).unwrap();
        }
        assert_eq!(drawn, std::fs::read_to_string(&path).unwrap_or_default(), "{name}");
    }
}

/// The same as characters: beside each other in a small window, with lines in a larger one.
#[test]
fn pictures_as_characters_are_those_that_were_looked_at() {
    let mut drawn = String::new();
    for (name, text) in PUZZLES {
        let pictures = pictures(text);
        for (room, size) in [((0, 0), "small"), ((80, 40), "large")] {
            let start = Grid::new(&pictures.start, room).text();
            if size == "small" || start != Grid::new(&pictures.start, (0, 0)).text() {
                drawn.push_str(&format!("{name}, {size}\n{start}\n"));
            }
        }
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/pictures/grids.txt");
    if std::env::var("TRYCMD").is_ok_and(|how| how == "overwrite") {
        std::fs::write(&path, &drawn).unwrap();
    }
    assert_eq!(drawn, std::fs::read_to_string(&path).unwrap_or_default());
}

#[test]
fn every_character_of_a_cell_leads_to_it() {
    for (name, text) in PUZZLES {
        let scene = pictures(text).start;
        for room in [(0, 0), (80, 40)] {
            let grid = Grid::new(&scene, room);
            for cell in 0..scene.cells.len() {
                let (x, y) = grid.middle(cell).unwrap();
                assert_eq!([x - 1, x, x + 1].map(|x| grid.cell_at(x, y)), [Some(cell); 3], "{name} {cell}");
            }
        }
    }
}

#[test]
fn a_piece_is_drawn_once_on_its_cells() {
    let gourds = pictures(PUZZLES[4].1);
    let forms: Vec<PieceForm> = gourds.start.pieces.iter().map(|piece| piece.form).collect();
    assert_eq!(forms, [PieceForm::Chain; 3]);
    let alike = "use gourds\npuzzle P { board hex side 2; rules gourds.all; start pieces \"\"\"\n a a\nb b c\n . c\n\"\"\" colours \"\"\"\n R R\nG G B\n . B\n\"\"\"; goal colours \"\"\"\n R R\nG G B\n . B\n\"\"\" }";
    assert_eq!(pictures(alike).start.pieces.len(), 3);
    let covered: Vec<usize> = gourds.start.pieces.iter().flat_map(|piece| piece.cells.clone()).collect();
    assert_eq!(covered.len(), 6);
}

#[test]
fn a_floor_piece_is_drawn_below_the_piece_on_it() {
    let floors = pictures(PUZZLES.iter().find(|p| p.0 == "floors").unwrap().1);
    let drawn = |scene: &Scene| -> Vec<String> {
        scene.pieces.iter().map(|p| format!("{} {:?} {:?}", p.mark, p.form, p.cells)).collect()
    };
    let below = ["x Floor [0]", "x Floor [2]", ", Floor [4]"];
    assert_eq!(drawn(&floors.start), [&below[..], &["b Disc [0]", "b Disc [3]"]].concat());
    assert_eq!(drawn(&floors.goal.unwrap()), [&below[..], &["b Disc [0]", "b Disc [2]"]].concat());
}

/// Letters distinguish blocks for a reader, so the goal has those that the author drew there.
#[test]
fn blocks_of_a_goal_have_the_letters_that_the_author_drew() {
    let blocks = pictures(PUZZLES.iter().find(|p| p.0 == "blocks").unwrap().1);
    let marks = |scene: &Scene| -> String {
        scene.pieces.iter().filter(|p| p.form == PieceForm::Block).map(|p| p.mark.as_str()).collect()
    };
    assert_eq!(marks(&blocks.start), "ABC");
    assert_eq!(marks(&blocks.goal.unwrap()), "C");
}

#[test]
fn the_pieces_that_a_placement_gives_are_on_the_board() {
    let text = "piece digit \"12\"\npuzzle P { board square 2 by 2; place digit * 4; goal \"\"\"\n1?\n?2\n\"\"\" and where all line in rows: different(line) }";
    let drawn = pictures(text);
    let given: Vec<(&str, usize)> =
        drawn.start.pieces.iter().map(|p| (p.mark.as_str(), p.cells[0])).collect();
    assert_eq!(given, [("1", 0), ("2", 3)]);
    assert!(drawn.goal.is_none());
}

/// A script that chooses marks chooses those of all pictures.
#[test]
fn marks_of_a_script_are_in_pictures() {
    let text = "piece peg \"p\"\nrule go { [ peg | empty ] -> [ empty | peg ] }\npuzzle P { board line 3; rules go; start row pp.; goal row .pp; render script \"\"\"\nfn render(cell) { if cell.x == 0 { mark(\"K\", \"red\") } else { () } }\n\"\"\" }";
    let start = pictures(text).start;
    let seen: Vec<(&str, Option<&str>)> =
        start.pieces.iter().map(|p| (p.mark.as_str(), p.colour.as_deref())).collect();
    assert_eq!(seen, [("K", Some("red")), ("p", None)]);
}

#[test]
fn text_cannot_leave_its_element() {
    let text = "piece coin \"c\"\nrule r(x: coin, y: empty) { move x to y }\npuzzle P { title \"<b>&\\\"\"; board line 2; rules r; start row c.; goal row .c }";
    let drawn = svg::puzzle(&pictures(text), Look::default());
    assert!(!drawn.contains("<b>") && drawn.contains("&lt;b&gt;&amp;"), "{drawn}");
}
