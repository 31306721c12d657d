//! What is told of a puzzle, through the library.

use std::time::Duration;

use puzzlec_analysis::AnalyzeReport;
use puzzlec_base::Budget;
use puzzlec_theory::{Content, FactsRequest};

use super::brute;
use crate::games;
use puzzlec_coin_removal::words::parity_sum;

/// What is told of all puzzles of a text.
fn analyzed(text: &str, brief: bool) -> Vec<AnalyzeReport> {
    let text = format!("edition 1\nuse removal\n{text}\n");
    let analysis = games::load(text);
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
    let moves: Vec<String> = table(report, "first moves").0.iter().map(|row| row[..2].join(" ")).collect();
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

fn drawn(word: &[bool]) -> String {
    word.iter().map(|head| if *head { '1' } else { '0' }).collect()
}

/// The word after a head of a row that closes up is removed.
fn closed(word: &[bool], coin: usize) -> Vec<bool> {
    let mut row = brute::Row::new(word, false, true);
    row.take(coin, coin);
    row.coins()
}

/// Lemmas 1 and 2, told of all words of six coins.
#[test]
fn parity_sums_of_reversed_rows_and_after_moves() {
    let words: Vec<Vec<bool>> =
        (1..64).map(|bits: u32| (0..6).map(|coin| bits >> coin & 1 == 1).collect()).collect();
    let text = |(at, word): (usize, &Vec<bool>)| {
        format!("puzzle P{at} {{ rules removal.takeAndClose; start row {}; goal empty }}\n", drawn(word))
    };
    let reports = analyzed(&words.iter().enumerate().map(text).collect::<String>(), false);
    for (word, report) in words.iter().zip(&reports) {
        let reversed: Vec<bool> = word.iter().rev().copied().collect();
        let Content::Facts { facts } = content(report, "reversed row") else { panic!() };
        let told: Vec<&str> = facts.iter().map(|(_, value)| value.as_str()).collect();
        let (sum, back) = (parity_sum(word), parity_sum(&reversed));
        assert_eq!(told[0], format!("{sum}, which is {} modulo 3", sum.rem_euclid(3)));
        assert_eq!(told[1], format!("{back}, which is {} modulo 3", back.rem_euclid(3)));
        let holds = if told[2].starts_with("S' = S,") { back == sum } else { back == -sum - 2 };
        assert!(holds && (sum.rem_euclid(3) == 2) == (back.rem_euclid(3) == 2), "{word:?}");
        let mut search = brute::Search::new(false, true);
        let (rows, column) = table(report, "first moves");
        let coins: Vec<usize> = (0..6).filter(|coin| word[*coin]).collect();
        assert_eq!(rows.len(), coins.len());
        for (row, coin) in rows.iter().zip(coins) {
            let after = closed(word, coin);
            assert_eq!(row[column("parity sum after it")], parity_sum(&after).to_string());
            let change = match row[column("change")].as_str() {
                "1 - S" => 1 - sum,
                "S + 3" => sum + 3,
                "S - 3" => sum - 3,
                other => panic!("{other}"),
            };
            assert_eq!(change, parity_sum(&after), "{word:?} {coin}");
            if after.contains(&true) {
                assert_eq!(search.removable(&after), parity_sum(&after).rem_euclid(3) != 2);
            }
        }
    }
}

/// The order that is told removes all coins, and each arrow leads from a coin to one that is removed later.
#[test]
fn orders_that_are_told_are_removals() {
    let count = std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    let mut seed = 3_u64;
    let mut below = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % bound
    };
    let grids: Vec<String> = (0..count)
        .map(|_| {
            let (wide, high) = (1 + below(4), 1 + below(4));
            let lines = (0..high).map(|_| (0..wide).map(|_| ['0', '1'][below(2)]).collect::<String>());
            lines.collect::<Vec<_>>().join("/")
        })
        .collect();
    let rows = ["01110", "10000", "1", "0101010"];
    let mut text = String::new();
    for (at, grid) in grids.iter().enumerate() {
        let lines: Vec<&str> = grid.split('/').collect();
        text += &format!(
            "puzzle G{at} {{ rules removal.take; board square {} by {}; start \"\"\"\n{}\n\"\"\"; goal empty }}\n",
            lines[0].len(),
            lines.len(),
            lines.join("\n")
        );
    }
    for (at, row) in rows.iter().enumerate() {
        text += &format!("puzzle R{at} {{ rules removal.take; start row {row}; goal empty }}\n");
        text += &format!(
            "puzzle C{at} {{ rules removal.take; board ring 5; start row 1{at:02b}01; goal empty }}\n"
        );
    }
    let mut told = 0;
    for report in analyzed(&text, false) {
        let Some(section) = report.sections.iter().find(|section| section.title == "order") else {
            assert!(!report.summary.contains("removed in"), "{}", report.summary);
            continue;
        };
        let Content::List { items } = &section.content else { panic!() };
        let overlay = section.overlay.as_ref().unwrap();
        let coins: usize = report.summary.split(' ').next().unwrap().parse().unwrap();
        assert_eq!((items.len(), overlay.labels.len()), (coins, coins));
        let place = |cell| overlay.labels.iter().position(|(at, _)| at[0] == cell).unwrap();
        assert!(
            overlay.lines.iter().all(|line| place(line.ends[0][0]) < place(*line.ends[1].last().unwrap()))
        );
        told += 1;
        if report.puzzle.starts_with('G') {
            let lines: Vec<&str> = grids[report.puzzle[1..].parse::<usize>().unwrap()].split('/').collect();
            let at = |x: i32, y: i32| {
                lines.get(usize::try_from(y).ok()?)?.as_bytes().get(usize::try_from(x).ok()?)
            };
            let mut left: std::collections::BTreeMap<(i32, i32), bool> = (0..4)
                .flat_map(|y| (0..4).map(move |x| (x, y)))
                .filter_map(|(x, y)| Some(((x, y), *at(x, y)? == b'1')))
                .collect();
            for (cells, _) in &overlay.labels {
                let (x, y) = (cells[0].x, cells[0].y);
                assert_eq!(left.remove(&(x, y)), Some(true), "{text}");
                for near in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                    left.entry(near).and_modify(|head| *head = !*head);
                }
            }
            assert!(left.is_empty());
            let (wide, high) = (lines[0].len(), lines.len());
            assert_eq!(overlay.lines.len(), wide * (high - 1) + high * (wide - 1));
        }
    }
    assert!(told * 3 >= count, "{told}");
}
