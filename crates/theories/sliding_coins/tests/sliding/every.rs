//! What is told of all least plans, beside a list of them from breadth-first search.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_analysis::AnalyzeReport;
use puzzlec_theory::Content;

use super::brute::{Cells, Rule, moves};
use crate::games;

/// The sections of a puzzle.
fn analyzed(text: &str) -> AnalyzeReport {
    games::analyzed(&games::load(text), &[], false, None).unwrap()
}

fn drawn(cells: &[u8]) -> String {
    cells.iter().map(|cell| ['.', 'W', 'B'][usize::from(*cell)]).collect()
}

fn puzzle(rule: Rule, start: &[u8], goals: &[Cells], board: &str) -> String {
    let goals: Vec<String> = goals.iter().map(|goal| format!("anywhere row {}", drawn(goal))).collect();
    let slide = if rule.over { "slideOver" } else { "slide" };
    format!(
        "edition 2\nuse sliding\npuzzle P {{\n    {board}\n    rules sliding.{slide}({})\n    start row {}\n    goal {}\n}}\n",
        rule.k,
        drawn(start),
        goals.join(" or ")
    )
}

fn table(report: &AnalyzeReport, title: &str) -> Option<BTreeSet<Vec<String>>> {
    let section = report.sections.iter().find(|section| section.title == title)?;
    let Content::Table { rows, .. } = &section.content else { panic!("{title}") };
    Some(rows.iter().cloned().collect())
}

/// All shortest lists of moves from a start to a goal, wherever it lies, up to a number of moves; none if there are too many.
/// Rows are left out that lack more of the pairs of the goal than the moves that are left can make.
fn plans(start: &[u8], goals: &[Cells], rule: Rule, most: usize) -> Option<Vec<Vec<(usize, usize)>>> {
    let reached = |cells: &[u8]| goals.contains(&super::brute::trimmed(cells));
    let mut level: BTreeMap<Cells, Vec<Vec<(usize, usize)>>> = [(start.to_vec(), vec![Vec::new()])].into();
    let mut seen: BTreeSet<Cells> = level.keys().cloned().collect();
    let least = goals.iter().map(|goal| pairs(goal)).min().unwrap();
    for length in 0..=most {
        let found: Vec<Vec<(usize, usize)>> =
            level.iter().filter(|(cells, _)| reached(cells)).flat_map(|(_, plans)| plans.clone()).collect();
        if !found.is_empty() {
            return Some(found);
        }
        let mut next: BTreeMap<Cells, Vec<Vec<(usize, usize)>>> = BTreeMap::new();
        for (cells, plans) in &level {
            for (from, to, after) in moves(cells, rule) {
                let lacking = least - pairs(&after) > 2 * (most as i64 - length as i64 - 1);
                if !lacking && !seen.contains(&after) {
                    let longer = plans.iter().map(|plan| [plan.as_slice(), &[(from, to)]].concat());
                    next.entry(after).or_default().extend(longer);
                }
            }
        }
        seen.extend(next.keys().cloned());
        if next.values().map(Vec::len).sum::<usize>() > 30_000 {
            return None;
        }
        level = next;
    }
    None
}

fn pairs(cells: &[u8]) -> i64 {
    cells.windows(2).filter(|two| two[0] > 0 && two[1] > 0 && two[0] != two[1]).count() as i64
}

/// Compares all tables of a puzzle with a list; whether it has them.
fn compared(text: &str, start: &[u8], rule: Rule, plans: &[Vec<(usize, usize)>]) -> bool {
    let report = analyzed(text);
    let Some(gains) = table(&report, "pairs gained in all least plans") else { return false };
    let first = start.iter().position(|c| *c > 0).unwrap();
    let end = start.iter().rposition(|c| *c > 0).unwrap() + 1;
    // By key the plans, and those that split a pair.
    let mut by_gains: BTreeMap<(i64, Vec<i64>), (u64, u64)> = BTreeMap::new();
    let mut by_cells: BTreeMap<(usize, usize, bool), u64> = BTreeMap::new();
    let mut by_ends: BTreeMap<(u8, i64), u64> = BTreeMap::new();
    for plan in plans {
        let mut cells = start.to_vec();
        let (mut gained, mut splits, mut covered) = (Vec::new(), false, BTreeSet::new());
        for (from, to) in plan {
            let block: Cells = cells[*from..from + rule.k].to_vec();
            let before = pairs(&cells);
            cells[*from..from + rule.k].fill(0);
            splits |= pairs(&cells) + pairs(&block) < before;
            cells[*to..to + rule.k].copy_from_slice(&block);
            covered.extend(*to..to + rule.k);
            gained.push(pairs(&cells) - before);
        }
        let mut others = gained[1..].to_vec();
        others.sort_unstable();
        let entry = by_gains.entry((gained[0], others)).or_default();
        *entry = (entry.0 + 1, entry.1 + u64::from(splits));
        let left = (0..first).find(|cell| covered.contains(cell)).map_or(0, |cell| first - cell);
        let right =
            (end..cells.len()).rev().find(|cell| covered.contains(cell)).map_or(0, |cell| cell + 1 - end);
        let gap = (first - left..first).chain(end..end + right).any(|cell| !covered.contains(&cell));
        *by_cells.entry((left, right, gap)).or_default() += 1;
        let begin = cells.iter().position(|c| *c > 0).unwrap();
        *by_ends.entry((cells[begin], begin as i64 - first as i64)).or_default() += 1;
    }
    let told: BTreeSet<Vec<String>> = by_gains
        .iter()
        .map(|((first, others), (plans, splitting))| {
            let mut parts = Vec::new();
            for run in others.chunk_by(|a, b| a == b).rev() {
                parts.push(format!(
                    "{:+} in {} move{}",
                    run[0],
                    run.len(),
                    if run.len() == 1 { "" } else { "s" }
                ));
            }
            let deficit = 2 * (1 + others.len() as i64) - first - others.iter().sum::<i64>();
            vec![
                format!("{first:+}"),
                parts.join(", "),
                deficit.to_string(),
                plans.to_string(),
                splitting.to_string(),
            ]
        })
        .collect();
    let plain = |rows: BTreeSet<Vec<String>>| -> BTreeSet<Vec<String>> {
        rows.into_iter()
            .map(|row| row.into_iter().map(|cell| cell.replace(',', "").replace("  ", " ")).collect())
            .collect()
    };
    assert_eq!(plain(gains), plain(told), "{text}");
    let cells: BTreeSet<Vec<String>> = table(&report, "cells used in all least plans")
        .unwrap()
        .into_iter()
        .map(|row| [0, 1, 3, 4].map(|column: usize| row[column].replace(',', "")).to_vec())
        .collect();
    let told: BTreeSet<Vec<String>> = by_cells
        .iter()
        .map(|((left, right, gap), plans)| {
            vec![
                left.to_string(),
                right.to_string(),
                if *gap { "yes" } else { "no" }.to_owned(),
                plans.to_string(),
            ]
        })
        .collect();
    assert_eq!(cells, told, "{text}");
    let ends: BTreeSet<Vec<String>> = by_ends
        .iter()
        .map(|((colour, shift), plans)| vec![drawn(&[*colour]), shift.to_string(), plans.to_string()])
        .collect();
    assert_eq!(plain(table(&report, "ends of all least plans").unwrap()), ends, "{text}");
    true
}

#[test]
fn all_least_plans_of_random_puzzles_beside_a_list() {
    let count = std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let mut seed = 7_u64;
    let mut below = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % bound
    };
    let mut tables = 0;
    for _ in 0..count {
        let rule = Rule { k: 2 + below(2), over: below(4) == 0 };
        let coins = rule.k + 2 + below(3);
        let mut start: Cells = (0..coins).map(|_| 1 + u8::try_from(below(2)).unwrap()).collect();
        let mut goal = start.clone();
        for i in (1..coins).rev() {
            goal.swap(i, below(i + 1));
        }
        let left = below(4);
        start.splice(0..0, vec![0; left]);
        start.resize(coins + left + rule.k + below(3), 0);
        let Some(plans) = plans(&start, &[goal.clone()], rule, 6) else { continue };
        if plans.len() == 1 && plans[0].is_empty() {
            continue;
        }
        let board = format!("board line {}", start.len());
        tables += usize::from(compared(&puzzle(rule, &start, &[goal], &board), &start, rule, &plans));
    }
    assert!(tables * 4 >= count, "{tables}");
}

/// The paper's games: in cells beside the start that are twice as wide as 2.4 says, there are no more plans.
#[test]
fn all_solutions_of_n_moves_are_as_2_2_to_2_4_say() {
    for (n, k) in [(3, 2), (4, 2), (5, 2), (6, 2), (3, 3), (4, 3), (5, 3)] {
        let rule = Rule { k, over: false };
        let row = [vec![1; n], vec![2; n]].concat();
        let goals: Vec<Cells> = [1, 2]
            .map(|first| (0..2 * n).map(|i| if i % 2 == 0 { first } else { 3 - first }).collect())
            .into();
        let free = vec![0; 3 * k];
        let start = [free.as_slice(), &row, &free].concat();
        let listed = plans(&start, &goals, rule, n).unwrap();
        assert_eq!(listed[0].len(), n);
        let text = puzzle(rule, &row, &goals, "");
        assert!(compared(&text, &start, rule, &listed), "{text}");
        let report = analyzed(&text);
        for row in table(&report, "pairs gained in all least plans").unwrap() {
            assert_eq!(row[2], "2", "{text}");
            assert!(matches!(row[0].as_str(), "+0" | "+1"), "{text}");
        }
        for row in table(&report, "cells used in all least plans").unwrap() {
            assert!(["L1", "R1", "L1 R1", "R1 R2", "L1 L2"].contains(&row[2].as_str()), "{text}");
            assert_eq!(row[3], "no");
        }
    }
}
