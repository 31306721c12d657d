use super::{imported, lengths, refused, said, valid};
use puzzlec_base::FileId;
use puzzlec_render::import::{Format, import};

/// Boards of the first cards, with least numbers of moves found by hand or by other solvers.
#[test]
fn rush_hour() {
    let near = "ooooooooooooAAoBooooIBoooooBoooooooo";
    let text = format!("3 {near} 123\n; A wall beside the car\nooooooooooooAAoooooooooooooooooxoooo\n");
    let analysis = imported(Format::RushHour, &text.replace("ooooIB", "oooooB").replace("3 ", "2 "));
    // The car of three goes down, and the red car out; without a car in the way it is one move.
    assert_eq!(lengths(&analysis), [Some(2), Some(1)]);
}

/// Six lines are a board as well; there the red car may be `X`.
#[test]
fn pictures_of_rush_hour() {
    let line = "ooooooooooooAAoooBoooooBoooooBoooooo";
    let picture: String =
        line.as_bytes().chunks(6).map(|row| format!("  {}\n", String::from_utf8_lossy(row))).collect();
    let same = import(FileId(0), line, None).text;
    assert_eq!(import(FileId(0), &picture, None).text, same);
    assert_eq!(lengths(&imported(Format::RushHour, &picture.replace('A', "X"))), [Some(2)]);
    let many = format!("; First\n{picture}\n; Second\n{picture}");
    assert_eq!(lengths(&imported(Format::RushHour, &many)), [Some(2), Some(2)]);
    // Two without a title between are a start and a goal of other blocks.
    assert_eq!(Format::of(&format!("{picture}\n{picture}")), Some(Format::Blocks));
    let cut: String = picture.lines().take(5).map(|line| format!("{line}\n")).collect();
    refused(Format::RushHour, &cut, 1, "oooooo", "a picture has 6 rows, found 5");
    refused(
        Format::RushHour,
        &picture.replace("AA", "AC"),
        3,
        "A",
        "the cells of car `A` are not two or more in a straight line",
    );
}

/// Another car of the red car's form to its right can never be passed: it must not stand for the red car.
#[test]
fn the_red_car_is_not_its_double() {
    let text = "ooooooooooooAAoBBooooooooooooooooooo";
    let written = import(FileId(0), text, None).text;
    assert_eq!(lengths(&valid(&written)), [None], "{written}");
    let alone = "ooooooooooooBBAAoooooooooooooooooooo";
    assert_eq!(lengths(&imported(Format::RushHour, alone)), [Some(1)]);
}

#[test]
fn wrong_boards_of_rush_hour() {
    let row = "oooooo";
    let board = |third: &str| format!("{row}{row}{third}{row}{row}{row}");
    let found = |text: &str| said(Format::RushHour, text);
    for (text, at, headline) in [
        (board("AAooo"), board("AAooo"), "a board has 36 characters, found 35".to_owned()),
        (
            board("AAoBoo"),
            "B".to_owned(),
            "the cells of car `B` are not two or more in a straight line".into(),
        ),
        (
            board("AoAooo"),
            "A".to_owned(),
            "the cells of car `A` are not two or more in a straight line".into(),
        ),
        (board("AAo?oo"), "?".to_owned(), "`?` is no mark of a Rush Hour board".into()),
        (board("BBoooo"), board("BBoooo"), "the board has no red car `A`".into()),
        (board("AAooox"), "A".to_owned(), "a wall stands at the exit of the red car".into()),
    ] {
        for before in ["", "  12 ", "; a comment\n\n"] {
            let text = format!("{before}{text}");
            let line = before.matches('\n').count() + 1;
            assert_eq!(found(&text), [("P0821", line, at.clone(), headline.clone())], "{text:?}");
        }
    }
    let vertical = format!("AoooooAooooo{}", row.repeat(4));
    refused(Format::RushHour, &vertical, 1, "A", "the red car `A` does not stand in a row");
}

/// Klotski's little brothers; lengths count moves of one block.
#[test]
fn sliding_blocks() {
    let text = "; A square\nAAB\nAA.\n\n.AA\n?AA\n\n; Spaced\nC C . D\n\n. . C C\n";
    let analysis = imported(Format::Blocks, text);
    assert_eq!(lengths(&analysis), [None, None]);
    let text = "; Two steps\nAA.\nBC.\n\n.AA\n...\n";
    assert_eq!(lengths(&imported(Format::Blocks, text)), [Some(1)]);
    let klotski =
        import(FileId(0), "AZZB\nAZZB\nCHHD\nCEFD\nG..I\n\n????\n????\n????\n?ZZ?\n?ZZ?\n", None).text;
    assert!(klotski.contains("rules   blocks.step"), "{klotski}");
    valid(&klotski);
}

/// Blocks of one form are different if the goal names one of them.
#[test]
fn a_block_of_the_goal_is_no_other_one() {
    let named = import(FileId(0), "AB.\n...\n\n..A\n...\n", None).text;
    assert!(named.contains("piece blockA \"A\" { rigid }"), "{named}");
    // Down, right; the block B could be there in one move.
    assert_eq!(lengths(&valid(&named)), [Some(1)]);
    let row = import(FileId(0), "AB.\n\n??A\n", None).text;
    assert_eq!(lengths(&valid(&row)), [None], "{row}");
    let swapped = import(FileId(0), "AB\n..\n\nBA\n..\n", None).text;
    assert_eq!(lengths(&valid(&swapped)), [Some(3)], "{swapped}");
}

#[test]
fn wrong_pictures_of_blocks() {
    refused(Format::Blocks, "AA.\nB..\n", 1, "AA.", "this picture has no goal");
    refused(Format::Blocks, "AB.\nAA.\n\n..A\n..A\n", 4, "A", "the start has no block `A` of this shape");
    refused(Format::Blocks, "A.A\n...\n\nA.A\n...\n", 1, "A", "the cells of block `A` do not hang together");
    refused(Format::Blocks, "AA.\n\nAA..\n", 3, "AA..", "the goal does not have the cells of its start");
    refused(Format::Blocks, "AA.\n\n...\n", 3, "...", "the goal shows no block");
    refused(Format::Blocks, "AA+\n\n.AA\n", 1, "+", "`+` is no mark of a picture of blocks");
    refused(Format::Blocks, "A\tA\n\n.AA\n", 1, "\t", "a drawing cannot contain tabs");
}
