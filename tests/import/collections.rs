//! Sudokus, game ids of the Portable Puzzle Collection, and links of puzz.link.

use std::fmt::Write;

use super::{Format, import, imported, lengths, refused, said, valid};
use puzzlec_analysis::Outcome;
use puzzlec_base::{Budget, FileId};

/// A sudoku with one solution.
const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The numbers of placements of the puzzles of a text, up to two.
fn placements(text: &str) -> Vec<usize> {
    let held = |number: usize| {
        let asked = text.replace("}\n", &format!("    expect {number} placements\n}}\n"));
        let analysis = valid_but_for_layout(&asked);
        let test = |puzzle| analysis.test(puzzle, &|| Budget::unlimited().into()).unwrap();
        let puzzles = analysis.puzzles();
        puzzles.iter().map(|puzzle| matches!(test(puzzle)[0].outcome, Outcome::Held)).collect::<Vec<_>>()
    };
    let (none, one) = (held(0), held(1));
    none.iter()
        .zip(one)
        .map(|(none, one)| {
            if *none {
                0
            } else if one {
                1
            } else {
                2
            }
        })
        .collect()
}

fn valid_but_for_layout(text: &str) -> puzzlec_analysis::Analysis {
    valid(&puzzlec_syntax::format::format(FileId(0), text).unwrap())
}

fn text_of(format: Format, text: &str) -> String {
    let _ = imported(format, text);
    import(FileId(0), text, None).text
}

/// A sudoku by its rows.
fn rows(line: &str) -> Vec<String> {
    line.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect()
}

#[test]
fn a_sudoku_in_its_spellings() {
    let text = text_of(Format::Sudoku, LINE);
    assert_eq!(placements(&text), [1]);
    let rows = rows(LINE);
    let mut boxed = String::new();
    for (number, row) in rows.iter().enumerate() {
        let (a, b) = row.split_at(3);
        let (b, c) = b.split_at(3);
        let _ = writeln!(boxed, "{a}|{b}|{c}");
        boxed += if number % 3 == 2 { "---+---+---\n" } else { "" };
    }
    let spaced: String =
        rows.iter().map(|row| row.chars().map(|c| format!("{c} ")).collect::<String>() + "\n").collect();
    let (plain, zeros) = (rows.join("\n"), LINE.replace('.', "0"));
    for other in [
        &plain,
        &boxed,
        &spaced,
        &zeros,
        &LINE.replace('.', "-"),
        &format!("{LINE} 37"),
        &format!("{LINE},{LINE}"),
    ] {
        assert_eq!(text_of(Format::Sudoku, other), text, "{other}");
    }
    // Another given makes it impossible, without one there are more solutions.
    assert_eq!(placements(&text_of(Format::Sudoku, &LINE.replacen("53..", "538.", 1))), [0]);
    assert_eq!(placements(&text_of(Format::Sudoku, &LINE.replacen("53..7", ".....", 1))), [2]);
}

#[test]
fn many_sudokus_with_titles() {
    let grid = |title: &str| format!("{title}\n{}\n", rows(LINE).join("\n"));
    let text = text_of(Format::Sudoku, &[grid("Grid 01"), grid("Grid 02"), grid("; Grid 03")].concat());
    for title in ["Grid 01", "Grid 02", "Grid 03"] {
        assert!(text.contains(&format!("title \"{title}\"")), "{text}");
    }
    assert_eq!(text.matches("board Blocks3x3 =").count(), 1);
    // Sixteen digits.
    let large = format!("1{}G{}", ".".repeat(15), "-".repeat(239));
    let text = text_of(Format::Sudoku, &large);
    assert!(text.contains("place digit_16 * 256"), "{text}");
}

#[test]
fn wrong_sudokus() {
    let bad = LINE.replacen('.', "x", 1);
    refused(Format::Sudoku, &bad, 1, "x", "`x` is no mark of a sudoku with 9 digits");
    let short = rows(LINE)[..8].join("\n");
    refused(Format::Sudoku, &short, 1, "53..7....", "a sudoku has nine rows, found 8");
    let bent = short.replacen("6..195", "6..19", 1);
    assert_eq!(said(Format::Sudoku, &bent)[0].3, "a row has nine digits or empty cells");
    // Two drawings of blocks are not two sudokus.
    let blocks = "2222.....\n".repeat(9);
    assert_ne!(Format::of(&format!("{blocks}\n{blocks}")), Some(Format::Sudoku));
}

/// A description of `solo`.
fn described(line: &str) -> String {
    let (mut text, mut run) = (String::new(), 0_u8);
    let end = |run: &mut u8, text: &mut String| {
        while *run > 0 {
            let some = (*run).min(26);
            text.push(char::from(b'a' + some - 1));
            *run -= some;
        }
    };
    for (at, c) in line.chars().enumerate() {
        if c == '.' {
            run += 1;
            continue;
        }
        if run == 0 && at > 0 {
            text.push('_');
        }
        end(&mut run, &mut text);
        text.push(c);
    }
    end(&mut run, &mut text);
    text
}

#[test]
fn solo() {
    let id = described(LINE);
    assert!(id.starts_with("5_3b7d6b1_9_5d9_8d6a8c"), "{id}");
    let body = |text: &str| text.lines().skip(2).collect::<Vec<_>>().join("\n");
    let same = body(&text_of(Format::Sudoku, LINE));
    let saved = format!(
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :4:Solo\nPARAMS  :3:3x3\nCPARAMS :3:3x3\nDESC    :{}:{id}\nNSTATES :1:1\nSTATEPOS:1:1\n",
        id.len()
    );
    for spelling in [
        format!("solo 3x3:{id}"),
        format!("Solo:3x3:{id}"),
        format!("; a comment\nhttps://example.org/puzzles/js/solo.html#3x3:{id}\n"),
        saved,
    ] {
        assert_eq!(body(&text_of(Format::Tatham, &spelling)), same, "{spelling}");
    }
    // Two blocks side by side and three above each other: each is three cells wide.
    let text = text_of(Format::Tatham, "solo 2x3:z_1i");
    assert!(text.contains("    AAABBB\n    AAABBB\n    CCCDDD\n"), "{text}");
    for (id, at, headline) in [
        ("solo 3x3:5", "5", "this does not describe a game of 3x3"),
        ("solo 2x2:e5j", "e5j", "this does not describe a game of 2x2"),
        ("solo 2x2x:p", "2x2x", "only blocks in a grid are imported, without diagonals, jigsaws and sums"),
        ("solo 9x9:p", "9x9", "a sudoku has at most 16 digits"),
        ("loopy 5x5t0:a", "loopy 5x5t0:a", "games of `loopy` are not imported"),
        ("solo", "solo", "this line is no game id"),
        (
            "https://example.org/loopy.html#5x5t0:a",
            "https://example.org/loopy.html#5x5t0:a",
            "games of `loopy` are not imported",
        ),
    ] {
        refused(Format::Tatham, id, 1, at, headline);
    }
}

#[test]
fn fifteen_and_pegs() {
    let analysis = imported(Format::Tatham, "fifteen 3x2:1,2,3,4,0,5\nfifteen 3x2:1,2,3,5,4,0\n");
    assert_eq!(lengths(&analysis), [Some(1), None]);
    refused(
        Format::Tatham,
        "fifteen 3x2:1,2,3,4,5,5",
        1,
        "1,2,3,4,5,5",
        "this does not describe a game of 3x2",
    );
    // The cross of 5 by 5 with arms of one cell.
    let cross = "OOPOO".to_owned() + "OPPPO" + "PPHPP" + "OPPPO" + "OOPOO";
    let _ = imported(Format::Tatham, &format!("pegs 5x5cross:{cross}"));
    assert_eq!(lengths(&imported(Format::Tatham, "pegs 4x1random:PPHP")), [Some(2)]);
    refused(Format::Tatham, "pegs 4x1:HHHH", 1, "HHHH", "this does not describe a game of 4x1");
}

/// All fillings of an unruly board by trying them all, row by row.
fn unruly_by_hand(given: &[u8; 36], grid: &mut Vec<u8>) -> usize {
    let at = grid.len();
    if at == 36 {
        return usize::from((0..6).all(|c| (0..6).filter(|r| grid[r * 6 + c] == b'0').count() == 3));
    }
    let mut all = 0;
    for dot in [b'0', b'1'] {
        if given[at] != b'?' && given[at] != dot {
            continue;
        }
        grid.push(dot);
        let (row, column) = (at / 6, at % 6);
        let line = |a: usize, b: usize| grid[a] == dot && grid[b] == dot;
        let three = column >= 2 && line(at - 1, at - 2) || row >= 2 && line(at - 6, at - 12);
        let balanced = column < 5 || grid[row * 6..].iter().filter(|dot| **dot == b'0').count() == 3;
        if !three && balanced {
            all += unruly_by_hand(given, grid);
        }
        grid.pop();
    }
    all
}

#[test]
fn unruly() {
    // The givens are described by the distances between them, white as small letters, and one more cell at the end.
    let mut seen = [0; 3];
    for seed in 0..40_u64 {
        let mut state = seed * 2 + 1;
        let mut dice = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let given: [u8; 36] = std::array::from_fn(|_| match dice(7) {
            0 => b'0',
            1 => b'1',
            _ => b'?',
        });
        let (mut id, mut run) = (String::new(), 0);
        for mark in given.iter().chain(b"0") {
            if *mark == b'?' {
                run += 1;
                if run == 25 {
                    id.push('z');
                    run = 0;
                }
                continue;
            }
            id.push(char::from(if *mark == b'0' { b'a' } else { b'A' } + run));
            run = 0;
        }
        let expected = unruly_by_hand(&given, &mut Vec::new()).min(2);
        seen[expected] += 1;
        let text = text_of(Format::Tatham, &format!("unruly 6x6dt:{id}"));
        assert_eq!(placements(&text), [expected], "{text}");
    }
    assert!(seen[0] > 0 && seen[2] > 0, "{seen:?}");
    refused(Format::Tatham, "unruly 6x6udt:zk", 1, "6x6udt", "rows that all differ cannot be said");
}

#[test]
fn links() {
    let mut content = String::new();
    let mut run = 0_u8;
    for c in LINE.chars().chain(['5']) {
        if c == '.' {
            run += 1;
            continue;
        }
        while run > 0 {
            content.push(char::from(b'g' + run.min(20) - 1));
            run -= run.min(20);
        }
        content.push(c);
    }
    content.pop();
    let body = |text: &str| text.lines().skip(2).collect::<Vec<_>>().join("\n");
    let same = body(&text_of(Format::Sudoku, LINE));
    for page in ["https://puzz.link/p", "https://example.org/p.html"] {
        let link = format!("{page}?sudoku/9/9/{content}");
        assert_eq!(body(&text_of(Format::PuzzLink, &link)), same, "{link}");
    }
    let large = text_of(Format::PuzzLink, "https://puzz.link/p?sudoku/16/16/-10z");
    assert!(large.contains("g???"), "{large}");
    for (link, at, headline) in [
        (
            "https://puzz.link/p?slither/5/5/a",
            "slither",
            "puzzles of `slither` are not imported, only those of `sudoku`",
        ),
        ("https://puzz.link/p?sudoku/9/8/z", "9", "a sudoku has 4, 9 or 16 digits"),
        ("https://puzz.link/p?sudoku/4/4/5", "5", "this does not describe a sudoku with 4 digits"),
        ("https://puzz.link/p?sudoku/4/4/zz", "zz", "this does not describe a sudoku with 4 digits"),
    ] {
        refused(Format::PuzzLink, link, 1, at, headline);
    }
}
