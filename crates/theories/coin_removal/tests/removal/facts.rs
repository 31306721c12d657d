//! What is told of a puzzle, through the library.

use std::collections::BTreeMap;
use std::time::Duration;

use puzzlec_analysis::{Analysis, AnalyzeReport};
use puzzlec_base::Budget;
use puzzlec_model::project::MemoryFiles;
use puzzlec_theory::{Content, FactsRequest};

use super::brute;

/// What is told of all puzzles of a text.
fn analyzed(text: &str, brief: bool) -> Vec<AnalyzeReport> {
    let text = format!("edition 1\nuse removal\n{text}\n");
    let files = MemoryFiles(BTreeMap::from([("p.puzzle".to_owned(), text)]));
    let analysis = Analysis::load(&files, &["p.puzzle".to_owned()]);
    let request = FactsRequest { goal: None, plan: None, brief, clock: &|| Duration::ZERO };
    let one = |puzzle| analysis.analyze(puzzle, &[], &request, &Budget::unlimited()).unwrap();
    analysis.puzzles().iter().map(one).collect()
}

fn content<'a>(report: &'a AnalyzeReport, title: &str) -> &'a Content {
    &report.sections.iter().find(|section| section.title == title).expect(title).content
}

fn fact<'a>(report: &'a AnalyzeReport, name: &str) -> &'a str {
    let Content::Facts { facts } = content(report, "game") else { panic!() };
    &facts.iter().find(|(fact, _)| fact == name).expect(name).1
}

/// A table without its headings, and the column of a heading.
fn table<'a>(report: &'a AnalyzeReport, title: &str) -> (&'a [Vec<String>], impl Fn(&str) -> usize) {
    let Content::Table { columns, rows, .. } = content(report, title) else { panic!() };
    (rows, |name: &str| columns.iter().position(|column| column == name).expect(name))
}

/// The entry of the only part under a heading.
fn of_part<'a>(report: &'a AnalyzeReport, name: &str) -> &'a str {
    let (rows, column) = table(report, "parts");
    assert_eq!(rows.len(), 1);
    &rows[0][column(name)]
}

fn first_moves(report: &AnalyzeReport) -> String {
    let moves: Vec<String> = table(report, "first moves").0.iter().map(|row| row.join(" ")).collect();
    moves.join(", ")
}

#[test]
fn words_of_five_coins_beside_brute_force() {
    let words: Vec<Vec<bool>> =
        (0..32).map(|bits: u32| (0..5).map(|coin| bits >> coin & 1 == 1).collect()).collect();
    let variants = [(false, false), (false, true), (true, false), (true, true)];
    let mut text = String::new();
    for (ring, closing) in variants {
        for (number, word) in words.iter().enumerate() {
            let row: String = word.iter().map(|head| if *head { '1' } else { '0' }).collect();
            let rule = if closing { "takeAndClose" } else { "take" };
            let board = if ring { "board ring 5;" } else { "" };
            text += &format!(
                "puzzle P{number}{ring}{closing} {{ rules removal.{rule}; {board} start row {row}; goal empty }}\n"
            );
        }
    }
    let (reports, lines) = (analyzed(&text, false), analyzed(&text, true));
    assert_eq!((reports.len(), lines.len()), (128, 128));
    let mut told = reports.iter().zip(&lines);
    for (ring, closing) in variants {
        let mut search = brute::Search::new(ring, closing);
        let removable = words.iter().filter(|word| search.removable(word)).count();
        for word in &words {
            let (report, line) = told.next().unwrap();
            let orders = search.orders(word);
            let end = if orders > 0 { "removed in 5 moves" } else { "they cannot be removed" };
            assert_eq!(report.summary, format!("5 coins; {end}"), "{word:?} {ring} {closing}");
            assert_eq!((&line.summary, line.sections.len()), (&report.summary, 0));
            assert_eq!(of_part(report, "shape"), if ring { "ring" } else { "row" });
            assert_eq!(of_part(report, "removable"), if orders > 0 { "yes" } else { "no" });
            assert_eq!(of_part(report, "orders"), orders.to_string(), "{word:?} {ring} {closing}");
            assert_eq!(of_part(report, "removable words of this length"), removable.to_string());
            let heads = (0..5).filter(|coin| word[*coin]);
            let moves = heads.map(|coin| {
                let left = search.orders_after(word, coin);
                format!("{}1 {}", char::from(b'a' + coin as u8), if left > 0 { "yes" } else { "no" })
            });
            let moves: Vec<String> = moves.collect();
            assert_eq!(first_moves(report), moves.join(", "), "{word:?} {ring} {closing}");
        }
    }
}

#[test]
fn parts_of_a_row_with_gaps_in_its_start() {
    let reports = analyzed(
        "puzzle P { rules removal.take; start row 111.0100.1; goal empty }
         puzzle Q { rules removal.takeAndClose; start row 111.0100.1; goal empty }",
        false,
    );
    let rows = |report| -> Vec<String> { table(report, "parts").0.iter().map(|row| row.join(" ")).collect() };
    assert_eq!(reports[0].summary, "8 coins in 3 parts; removed in 8 moves");
    // An odd number of heads: half of all words. 111 is removed from both sides, or from the middle on.
    assert_eq!(rows(&reports[0]), ["a1 row 3 3 yes 2 4", "e1 row 4 1 yes 3 8", "j1 row 1 1 yes 1 1"]);
    assert_eq!([fact(&reports[0], "heads"), fact(&reports[0], "gaps")], ["5", "stay open"]);
    let closing = rows(&reports[1]);
    let sums: Vec<Vec<&str>> = closing.iter().map(|row| row.split(' ').skip(4).take(3).collect()).collect();
    // S = 3; 0 1 0 0: -1 - 1; S = 1.
    assert_eq!(sums, [["3", "0", "yes"], ["-2", "1", "yes"], ["1", "1", "yes"]]);
    assert_eq!(fact(&reports[1], "gaps"), "close up");
}

#[test]
fn a_grid_is_a_graph() {
    let text = "puzzle P { rules removal.take; board square 3 by 3; start \"\"\"
            0 0 0
            0 1 0
            0 0 0
        \"\"\"; goal empty }
        puzzle Q { rules removal.take; board square 2 by 2; start \"\"\"
            1 1
            0 0
        \"\"\"; goal empty }";
    let reports = analyzed(text, false);
    assert_eq!(reports[0].summary, "9 coins; removed in 9 moves");
    assert_eq!(fact(&reports[0], "pairs of neighbours on graphs"), "12");
    assert_eq!(of_part(&reports[0], "shape"), "graph");
    // The coin in the middle is first, and leaves a ring.
    let ring: Vec<bool> = (0..8).map(|coin| coin % 2 == 1).collect();
    let orders = brute::Search::new(true, false).orders(&ring);
    assert_eq!(of_part(&reports[0], "orders"), orders.to_string());
    assert_eq!(first_moves(&reports[0]), "b2 yes");
    // Two by two is a ring.
    assert_eq!(of_part(&reports[1], "shape"), "ring");
    assert_eq!(of_part(&reports[1], "removable"), "yes");
}

#[test]
fn a_game_has_values() {
    let text = "puzzle P { rules removal.take; start row 111; players 2, last to move wins }
        puzzle Q { rules removal.take; start row 101; players 2, last to move wins }";
    let reports = analyzed(text, false);
    // Each move leaves 0 1 or two tails, without a winning move.
    assert_eq!(reports[0].summary, "3 coins; the first player wins, Grundy value 1");
    assert_eq!(first_moves(&reports[0]), "a1 0, b1 0, c1 0");
    assert_eq!(of_part(&reports[0], "Grundy value"), "1");
    // Each move leaves 1 1, which is worth 1.
    let second = &reports[1];
    assert_eq!(second.summary, "3 coins; the second player wins, Grundy value 0");
    assert_eq!(first_moves(second), "a1 1, c1 1");
}

#[test]
fn a_long_row_is_told_in_short() {
    let text = "puzzle P { rules removal.take; start row (1 0 0)*30000 1; goal empty }
        puzzle Q { rules removal.takeAndClose; start row (1 0 0)*30000; goal empty }";
    for (report, coins) in analyzed(text, false).iter().zip(["90,001", "90,000"]) {
        // An odd number of heads, and a parity sum of 30,000.
        let told = ["coins", "removable", "orders"].map(|name| of_part(report, name));
        assert_eq!(told, [coins, "yes", "not counted"]);
        assert!(!report.sections.iter().any(|section| section.title == "first moves"));
    }
}
