//! Pictures of puzzles beside those in `tests/golden/pictures`. `TRYCMD=overwrite` writes them anew: look at them then.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::path::PathBuf;

use puzzlec_analysis::{Analysis, Ground, PieceForm, PuzzlePictures, Scene};
use puzzlec_base::diag::Severity;
use puzzlec_base::{Budget, Outline, Tint};
use puzzlec_model::project::{DiskFiles, MemoryFiles};
use puzzlec_render::grid::Grid;
use puzzlec_render::svg::{self, Figure, Look};

fn pictures(text: &str) -> PuzzlePictures {
    let files = MemoryFiles(BTreeMap::from([("p.puzzle".to_owned(), format!("edition 1\n{text}\n"))]));
    let analysis = Analysis::load(&files, &["p.puzzle".to_owned()]);
    analysis.pictures(&analysis.puzzles()[0], &[], &Budget::unlimited()).unwrap()
}

/// Lines along edges and across them, small pieces on edges and corners, and a line in a cell.
const EDGES: &str = r#"piece fence "-"
piece link "+"
piece bridge "12"
piece cross "x"
piece stone "o"
piece line "/\\"
rule go { [ stone | empty ] -> [ empty | stone ] }
puzzle P {
    board square 3 by 2 edges
    rules go
    start """
        . - . - . . .
        - o + o . / x
        . - . 1 . . .
        . o 2 o 2 o .
        o . . . . . .
    """
    goal where a1 is empty
}"#;

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
    ("edges", EDGES),
    (
        "graph",
        "piece coin \"c\"\nrule step(x: coin, y: empty) { when adjacent(x, y); move x to y }\nboard Cube = graph { a-b b-c c-d d-a e-f f-g g-h h-e a-e b-f c-g d-h }\npuzzle P { board Cube; rules step; start coin at a; goal coin at g }",
    ),
];

/// Pieces that no list of names has.
const DRAWN: &[(&str, &str)] = &[
    (
        "sprites",
        "piece hero \"H\" { sprite \"\"\"\n.KKK.\n.xxx.\nBBBBB\n.##..\n\"\"\" with \"x\" = \"#F2c8a0\" }\npiece lava \"~\" { floor; colour orange; sprite \"\"\"\n# # #\n# Y #\n\"\"\" }\nrule go { [ hero | empty ] -> [ empty | hero ] }\npuzzle P { board square 3 by 1; rules go; start hero at a1 and lava at b1; goal hero at c1 }",
    ),
    (
        "dominoes",
        "piece domino { cells 2 }\npiece pair \"AB\" { rigid; shape domino; colour cyan }\nrule go(x: domino, d: direction) { shift x towards d }\npuzzle P { board square 4 by 3; rules go; start pieces \"\"\"\na a b c\nd d b c\n. . . .\n\"\"\" colours \"\"\"\n6 5 R x\n0 9 G y\n. . . .\n\"\"\"; goal colours \"\"\"\n? ? ? ?\n? ? ? ?\n6 5 ? ?\n\"\"\" }",
    ),
    (
        "arrows",
        "piece arrow \"^>v<\" { floor }\npiece fence \"f\"\npiece letter \"XY\"\nrule go { [ letter | empty ] -> [ empty | letter ] }\npuzzle P { board square 4 by 2; rules go; start \"\"\"\n^ > v <\nX Y f .\n\"\"\"; goal letter \"X\" at d2 }",
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

/// The cells of clues are not drawn, and are no part of the regions around which the board has borders.
#[test]
fn clues_stand_beside_the_board() {
    let text = "piece clue \"12\"\npiece water \"~\"\npuzzle P { board square \"\"\"\n  T T T T\nL A A B B\nL A A B B\n\"\"\"; place water * 4, clue * 6; goal \"\"\"\n  1 1 1 1\n2 ? ? ? ?\n2 ? ? ? ?\n\"\"\" and where all x in L: count(water, ray(x, right)) == 2 }";
    let drawn = pictures(text);
    assert_eq!((drawn.start.cells.len(), drawn.start.given.len()), (14, 6));
    assert_eq!((drawn.start.borders.len(), drawn.start.ground), (2, Ground::Paper));
    let svg = svg::sheet("P", "", &[Figure::new("", &drawn.start)], 1, Look::default());
    assert_eq!((svg.matches("class=\"paper\"").count(), svg.matches("class=\"heading\"").count()), (8, 6));
}

/// Bold in black, and blue: not all fonts have a bold face.
#[test]
fn digits_that_are_given_differ_from_those_that_are_placed() {
    let text = "piece digit \"12\"\npuzzle P { board square 2 by 2; place digit * 4; goal \"\"\"\n1?\n?2\n\"\"\" and where all line in rows, columns: different(line) }";
    let drawn = pictures(text);
    let mut placed = drawn.start.pieces.clone();
    placed.iter_mut().for_each(|piece| piece.cells = vec![piece.cells[0] ^ 1]);
    let all: Vec<_> = drawn.start.pieces.iter().chain(&placed).cloned().collect();
    let svg =
        svg::sheet("P", "", &[Figure { pieces: &all, ..Figure::new("", &drawn.start) }], 1, Look::default());
    let digits: Vec<&str> = svg.lines().filter(|line| line.starts_with("<text")).collect();
    assert_eq!(digits.len(), 4);
    assert_eq!(
        digits
            .iter()
            .filter(|line| line.contains("class=\"digit\"") && line.contains("font-weight=\"700\""))
            .count(),
        2
    );
    assert_eq!(digits.iter().filter(|line| line.contains("fill=\"#0f6fbf\"")).count(), 2);
}

#[test]
fn pictures_are_those_on_record() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/pictures");
    for (name, text) in PUZZLES.iter().chain(DRAWN) {
        let drawn = svg::puzzle(&pictures(text), Look { names: true, ..Look::default() });
        let path = folder.join(format!("{name}.svg"));
        if std::env::var("TRYCMD").is_ok_and(|how| how == "overwrite") {
            std::fs::write(&path, &drawn).unwrap();
        }
        assert_eq!(drawn, std::fs::read_to_string(&path).unwrap_or_default(), "{name}");
    }
}

#[test]
fn edges_have_lines_in_text() {
    let scene = pictures(EDGES).start;
    let rows: Vec<&str> =
        vec!["┌───────╴   ·", "│ o───o   / x", "└───╴ │ ·   ·", "  o═══o═══o", "o   ·   ·   ·"];
    let grid = Grid::new(&scene, (0, 0));
    assert_eq!(grid.text().lines().collect::<Vec<_>>(), rows);
    // Every cell is found where it is drawn.
    for cell in 0..scene.cells.len() {
        let (x, y) = grid.middle(cell).unwrap();
        assert_eq!(grid.cell_at(x, y), Some(cell), "{}", scene.cells[cell].name);
    }
}

/// A sprite is drawn in its colours, and every mark without one is refused.
#[test]
fn sprites_have_the_colours_that_are_stated() {
    let scene = pictures(DRAWN[0].1).start;
    let hero = scene.pieces.iter().find(|piece| piece.piece == "hero").unwrap();
    let rows = &hero.sprite.as_ref().unwrap().rows;
    let stated = |colour: &str| Some(Tint::Stated(colour.to_owned()));
    assert_eq!(rows[0], [None, stated("black"), stated("black"), stated("black"), None]);
    assert_eq!((&rows[1][1], &rows[3][1]), (&stated("#f2c8a0"), &Some(Tint::Own)));
    let drawn = svg::puzzle(&pictures(DRAWN[0].1), Look::default());
    assert!(drawn.contains("fill=\"#f2c8a0\"") && drawn.contains("fill=\"#0072b2\""), "{drawn}");
    // The terminal has marks.
    assert_eq!(Grid::new(&scene, (0, 0)).text().trim_end(), " H ~~~<·>");
    let wide = "K".repeat(17);
    let rows = |rows: &str| format!("sprite \"\"\"\n{rows}\n\"\"\"");
    for (piece, said) in [
        (rows("xx"), "mark `x` has no colour"),
        (rows("..\n.."), "at least one, found none"),
        (rows(&wide), "found 17 by 1"),
        (rows("K"), ""),
        (format!("{} with \"x\" = pinkish", rows("xK")), "there is no colour `pinkish`"),
        (format!("{} with \"x\" = \"#12345\"", rows("xK")), "there is no colour `#12345`"),
        (format!("{} with \"xy\" = pink", rows("xK")), "one mark has a colour"),
        (format!("{} with \".\" = pink", rows("K.")), "`.` is no pixel"),
        (format!("{} with \"K\" = pink, \"K\" = red", rows("K")), "mark `K` has a colour already"),
        (format!("{}; shape man", rows("K")), "a sprite is the whole look"),
        (format!("rigid; {}", rows("K")), "a sprite is the whole look"),
        (format!("cells 2; {}", rows("K")), "a sprite is the whole look"),
        (format!("members 1..3; {}", rows("K")), "a sprite is the whole look"),
    ] {
        let mark = if piece.contains("cells") || piece.contains("members") { "" } else { "\"a\"" };
        let text = format!("edition 1\npiece a {mark} {{ {piece} }}\n");
        let files = MemoryFiles(BTreeMap::from([("p.puzzle".to_owned(), text.clone())]));
        let found = Analysis::load(&files, &["p.puzzle".to_owned()]).check(&Budget::unlimited());
        let errors: Vec<&str> =
            found.iter().filter(|d| d.severity() == Severity::Error).map(|d| d.headline.as_str()).collect();
        let fits = if said.is_empty() { errors.is_empty() } else { errors.iter().any(|e| e.contains(said)) };
        assert!(fits, "{text}{errors:?}");
    }
}

/// The thirty puzzles of the contact sheet, one of each kind, as they are drawn.
#[test]
fn the_starts_of_thirty_puzzles_are_those_on_record() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let list = std::fs::read_to_string(root.join("tests/browser/contact.mjs")).unwrap();
    let list = &list[list.find("const PUZZLES = [").unwrap()..list.find("].map(").unwrap()];
    let names: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert!(names.len() >= 30);
    for line in names {
        let (file, name) = line.split_once(' ').unwrap_or((line, ""));
        let analysis =
            Analysis::load(&DiskFiles, &[root.join(format!("examples/{file}.puzzle")).display().to_string()]);
        let puzzle = analysis.puzzles().iter().find(|one| name.is_empty() || one.name == name).unwrap();
        let drawn = analysis.pictures(puzzle, &[], &Budget::unlimited()).unwrap();
        let drawn = svg::puzzle(&PuzzlePictures { goal: None, ..drawn }, Look::default());
        let path = root.join(format!("tests/golden/pictures/contact/{}.svg", file.replace('/', "-")));
        if std::env::var("TRYCMD").is_ok_and(|how| how == "overwrite") {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &drawn).unwrap();
        }
        assert_eq!(drawn, std::fs::read_to_string(&path).unwrap_or_default(), "{line}");
    }
}

/// The number of pairs of links of a scene that cross, by the points where their lines meet.
fn crossings(scene: &Scene) -> usize {
    let at = |cell: usize| (scene.cells[cell].at.x, scene.cells[cell].at.y);
    let meet = |a: (usize, usize), b: (usize, usize)| {
        let ((px, py), (qx, qy), (rx, ry), (sx, sy)) = (at(a.0), at(a.1), at(b.0), at(b.1));
        let bottom = (qx - px) * (sy - ry) - (qy - py) * (sx - rx);
        let along = ((rx - px) * (sy - ry) - (ry - py) * (sx - rx)) / bottom;
        let other = ((rx - px) * (qy - py) - (ry - py) * (qx - px)) / bottom;
        bottom.abs() > 1e-9 && [along, other].iter().all(|part| (0.0..=1.0).contains(part))
    };
    let apart = |a: (usize, usize), b: (usize, usize)| a.0 != b.0 && a.0 != b.1 && a.1 != b.0 && a.1 != b.1;
    let links = || scene.links.iter().enumerate();
    links().map(|(n, a)| links().skip(n + 1).filter(|(_, b)| apart(*a, **b) && meet(*a, **b)).count()).sum()
}

#[test]
fn planar_graphs_are_drawn_without_crossings_and_others_with_few() {
    let wheel = (0..9).map(|n| format!("h-r{n} r{n}-r{}", (n + 1) % 9)).collect::<Vec<_>>().join(" ");
    let grid = (0..4).flat_map(|x| {
        (0..4).flat_map(move |y| {
            let right = (x < 3).then(|| format!("c{x}{y}-c{}{y}", x + 1));
            right.into_iter().chain((y < 3).then(|| format!("c{x}{y}-c{x}{}", y + 1)))
        })
    });
    let grid = grid.collect::<Vec<_>>().join(" ");
    // The generalized Petersen graph of ten outer and ten inner vertices in steps of two.
    let dodecahedron = (0..10)
        .map(|n| format!("o{n}-o{} o{n}-i{n} i{n}-i{}", (n + 1) % 10, (n + 2) % 10))
        .collect::<Vec<_>>()
        .join(" ");
    let cases = [
        ("a-b b-c c-d d-a e-f f-g g-h h-e a-e b-f c-g d-h", 0),
        ("a-b a-c a-d b-c b-d c-d", 0),
        ("a-c a-d a-e a-f b-c b-d b-e b-f c-d d-e e-f f-c", 0),
        (wheel.as_str(), 0),
        (grid.as_str(), 0),
        (dodecahedron.as_str(), 0),
        ("a-d a-e a-f b-d b-e b-f c-d c-e c-f", 3),
        ("a-b a-c a-d a-e b-c b-d b-e c-d c-e d-e", 5),
        ("a-b b-c b-d d-e d-f f-g", 0),
    ];
    for (edges, most) in cases {
        let first = edges.split('-').next().unwrap();
        let text = format!(
            "piece coin \"c\"\nrule step(x: coin, y: empty) {{ when adjacent(x, y); move x to y }}\n\
             puzzle P {{ board graph {{ {edges} }}; rules step; start coin at {first}; goal coin at {first} }}"
        );
        let count = crossings(&pictures(&text).start);
        assert!(count <= most, "{edges}: {count}");
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
                // Corners, and edges that go down, have one character.
                let (first, last, _) = grid.span(cell).unwrap();
                let reach = if first == last { 0 } else { 1 };
                for x in x - reach..=x + reach {
                    assert_eq!(grid.cell_at(x, y), Some(cell), "{name} {cell}");
                }
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
