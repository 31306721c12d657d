//! Boards of puzzles with keys: what is refused, and how they play.

use puzzlec_base::FileId;
use puzzlec_base::diag::Code;
use puzzlec_worlds::{Draws, Key, World, read_keys};

fn text(board: &str, keys: &str, rule: &str, rows: &str) -> String {
    let rows = rows.replace('/', "\n        ");
    format!(
        "edition 2\npiece man \"m\"\npiece box \"b\"\npiece flag \"f\" {{ floor }}\nrule push {{ {rule} }}\n\
         puzzle P {{\n    {board}\n    keys {keys} move man\n    rules push\n    start \"\"\"\n        {rows}\n    \"\"\"\n\
         goal all box on flag\n}}\n"
    )
}

const PUSH: &str = "[ > man | box ] -> [ > man | > box ]";
const SQUARE: &str = "up, down, left, right";
const HEX: &str = "right, up-right, up-left, left, down-left, down-right";
const ROW: &str = "right, left";

/// The first error of a text, which is the only one.
#[track_caller]
fn refused(text: &str, code: Code, headline: &str) {
    let (games, diagnostics) = read_keys(FileId(0), text);
    assert!(games.is_empty(), "{text}");
    let [error] = diagnostics.as_slice() else { panic!("{diagnostics:#?}") };
    assert_eq!((error.code, &*error.headline), (code, headline), "{text}");
}

#[test]
fn boards_that_have_no_keys() {
    let square = |board: &str| text(board, SQUARE, PUSH, "m . ./. b f");
    let graph = "a graph has no directions, so it has no keys";
    refused(&square("board graph { a-b b-c }"), Code::WrongKind, graph);
    refused(&square("board square diagonal 3 by 2"), Code::WrongKind, "keys do not fit this board");
    refused(&square("board square unbounded"), Code::WrongKind, "keys do not fit this board");
    let walls = "walls between cells do not fit a puzzle with keys";
    refused(&square("board square 3 by 2 walls a1-b1"), Code::NoWalls, walls);
    refused(&square("board Yard"), Code::UnknownName, "there is no board `Yard`");
    let edges = "edges as places do not fit a puzzle with keys";
    refused(&square("board square 3 by 2 edges"), Code::NoEdges, edges);
    refused(&format!("{}board Yard = square 3 by 2 edges\n", square("board Yard")), Code::NoEdges, edges);
    let named = format!("{}board One = Two\nboard Two = One\n", square("board One"));
    refused(&named, Code::WrongKind, "keys do not fit this board");
    let large = "a board with keys has 1 to 16384 cells";
    for board in ["hex 99999 by 99999", "hex side 99999", "triangle side 99999", "ring 99999"] {
        refused(&text(&format!("board {board}"), HEX, PUSH, "m"), Code::BoardTooLarge, large);
    }
}

#[test]
fn starts_that_do_not_fit_their_boards() {
    let wrong = |cells: &str| format!("the picture of the start does not fit the board of {cells}");
    let hex = |rows: &str| text("board hex side 2", HEX, PUSH, rows);
    refused(&hex("m . ./. b f"), Code::PictureSpacing, "mark is between two columns");
    refused(&hex(" m ./. b f"), Code::PictureShape, &wrong("7 cells"));
    let ring = text("board ring 5", ROW, PUSH, "m . b f");
    refused(&ring, Code::PictureShape, &wrong("5 cells"));
    let row = text("", SQUARE, PUSH, "m . b f")
        .replace("start \"\"\"\n        m . b f\n    \"\"\"", "start row m.bf");
    refused(&row, Code::WrongKind, "the start of a puzzle with keys is a picture");
    let gaps = text("", SQUARE, PUSH, "m   ./. b f");
    refused(&gaps, Code::WrongKind, "the rows of a board with keys are equally long, without gaps");
}

#[test]
fn directions_that_a_board_lacks() {
    let hex = |keys: &str, rule: &str| text("board hex side 2", keys, rule, " m ./. b f/ . .");
    refused(
        &hex("right, up-right, up-left, left, down-left", PUSH),
        Code::MissingStatement,
        "the key `down-right` is missing: all directions of the board are keys",
    );
    let twice = "the key `left` is named twice";
    refused(&text("", &format!("{SQUARE}, left"), PUSH, "m b f"), Code::DuplicateName, twice);
    refused(&hex(&format!("{HEX}, up"), PUSH), Code::UnknownName, "the board has no direction `up`");
    for mark in ["up", "vertical", "perpendicular"] {
        let rule = format!("[ {mark} man ] -> [ man ]");
        let headline = format!("the board has no direction `{mark}`");
        refused(&hex(HEX, &rule), Code::NoSuchDirection, &headline);
    }
    let row = |rule: &str| text("board ring 4", ROW, rule, "m . b f");
    refused(&row("[ ^ man ] -> [ man ]"), Code::NoSuchDirection, "the board has no direction `^`");
    let along = "a rule of keys is read along `right` or `left`";
    refused(&row("[ man | box ] -> [ man | box ] along up"), Code::BadPath, along);
}

/// The marks of cells after keys, row by row; a win ends them.
fn played(text: &str, keys: &[Key]) -> (Vec<String>, bool) {
    let (games, diagnostics) = read_keys(FileId(0), text);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let (_, level) = games[0].levels().next().unwrap();
    let mut world = World::new(&games[0], level);
    let (mut board, mut restart) = (world.drawn().clone(), world.drawn().clone());
    let mut won = false;
    for key in keys {
        won = world.press(&mut board, &mut restart, *key, &mut Draws::first()).unwrap().won;
    }
    let (width, height) = world.size();
    let mark = |x, y| if world.is_cell(x, y) { games[0].key(&world.objects(&board, x, y)) } else { ' ' };
    ((0..height).map(|y| (0..width).map(|x| mark(x, y)).collect()).collect(), won)
}

#[test]
fn a_ring_has_no_end() {
    let ring = text("board ring 5", ROW, PUSH, "b . f . m");
    assert_eq!(played(&ring, &[Key::Right]), (vec!["mbf..".into()], false));
    assert!(played(&ring, &[Key::Right, Key::Right]).1);
    // Keys of other boards do nothing.
    assert_eq!(played(&ring, &[Key::Up, Key::DownLeft]).0, ["b.f.m"]);
    // A row of three cells never lies on a ring of two.
    let long = text("board ring 2", ROW, "[ man | ? | ? ] -> [ empty | ? | ? ]", "m f");
    assert_eq!(played(&long, &[Key::Right]).0, [".m"]);
}

#[test]
fn six_directions_and_back() {
    let hex = text("board hex side 2", HEX, PUSH, " . ./. m ./ . f");
    let keys = [Key::UpRight, Key::Left, Key::DownLeft, Key::DownRight, Key::Right, Key::UpLeft];
    assert_eq!(played(&hex, &keys).0, [" . . ", ". m .", " . f "]);
    assert_eq!(played(&hex, &keys[..1]).0, [" . m ", ". . .", " . f "]);
    assert_eq!(played(&hex, &keys[..4]).0, [" . . ", ". . .", " m f "]);
}

/// Nothing moves into a gap, and no pattern lies over one.
#[test]
fn gaps_are_edges() {
    let board = "board square \"\"\"\n        . .   .\n        . . . .\n    \"\"\"";
    let rule = "[ > man | .. | box ] -> [ > man | .. | > box ]";
    let gaps = text(board, SQUARE, rule, "m .   b/. . . .");
    assert_eq!(played(&gaps, &[Key::Right, Key::Right]).0, [".m b", "...."]);
    let below = text(board, SQUARE, rule, ". .   ./m . b .");
    assert_eq!(played(&below, &[Key::Right]).0, [".. .", ".m.b"]);
}
