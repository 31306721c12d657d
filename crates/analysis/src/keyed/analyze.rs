//! What an author wants to know of a game: the shortest solution of each level, rules that never take effect, objects
//! that never matter.

use std::collections::{BTreeMap, BTreeSet};

use super::{KeyedFile, Stage, stop_of};
use crate::AnalyzeReport;
use puzzlec_base::words::{counted, grouped};
use puzzlec_task::SearchContext;
use puzzlec_theory::{Content, Section};
use puzzlec_worlds::Bits;
use puzzlec_worlds::game::{Expected, Game, Shape};
use puzzlec_worlds::search::{Explored, Reached, explore};

/// The texts of rules are cut here.
const LONGEST: usize = 100;

/// Analyzes levels of one game, which are not empty; each is searched within a context of its own.
pub fn analyze(
    file: &KeyedFile,
    stages: &[Stage<'_>],
    context: &dyn Fn(&str) -> SearchContext,
) -> AnalyzeReport {
    let mut rows = Vec::new();
    let (mut fired, mut seen, mut whole) = (Vec::new(), Bits::default(), true);
    for stage in stages {
        let (_, name, level) = stage;
        let context = context(name);
        let mut least = None;
        let found = explore(stage.0, level, None, context.budget(), &mut |pressed| {
            if matches!(pressed.to, Reached::Won(_)) {
                least.get_or_insert(u64::from(pressed.level) + 1);
            }
        });
        whole &= found.complete;
        fired.resize(found.fired.len(), false);
        fired.iter_mut().zip(&found.fired).for_each(|(all, here)| *all |= here);
        seen.extend(&found.objects());
        rows.push(row(stage, &found, least));
    }
    let game = stages.first().map(|stage| stage.0);
    let mut sections = vec![Section::new(
        "levels",
        "",
        Content::Table { columns: columns(&rows), rows: cut(rows), times: Vec::new() },
    )];
    if let Some(game) = game {
        // An object that lasts for a part of a turn matters, too.
        let active = game.all_rules().zip(&fired).filter(|(_, fired)| **fired).map(|(rule, _)| rule);
        for write in
            active.flat_map(|rule| rule.rows.iter().flatten().flatten()).filter_map(|p| p.write.as_ref())
        {
            seen.extend(&write.set);
            seen.extend(&write.random);
        }
        sections.extend(idle_rules(file, game, &fired, whole));
        sections.extend(idle_objects(game, &seen, whole));
    }
    let title = game.map(|game| game.title.clone()).filter(|title| !title.is_empty());
    let puzzle = match stages {
        [(_, name, _)] => name.clone(),
        _ => file.name.clone(),
    };
    AnalyzeReport {
        file: file.name.clone(),
        puzzle,
        title,
        parameters: BTreeMap::new(),
        theory: "keys".to_owned(),
        paper: String::new(),
        summary: "every board of every level".to_owned(),
        sections,
    }
}

/// The columns of the table; the last one only if a level says what its author thought.
fn columns(rows: &[[String; 5]]) -> Vec<String> {
    let all = ["level", "size", "shortest solution", "positions", "expected"].map(str::to_owned);
    let thought = rows.iter().any(|row| row.last().is_some_and(|text| !text.is_empty()));
    all.into_iter().take(if thought { 5 } else { 4 }).collect()
}

fn cut(rows: Vec<[String; 5]>) -> Vec<Vec<String>> {
    let width = columns(&rows).len();
    rows.into_iter().map(|row| row.into_iter().take(width).collect()).collect()
}

fn row((game, name, level): &Stage<'_>, found: &Explored, least: Option<u64>) -> [String; 5] {
    let keys = |count: u64| counted(count, "keys");
    let searched = found.levels.len() as u64;
    let answer = match (least, found.stopped) {
        _ if !game.has_goal() => "no goal".to_owned(),
        (Some(least), _) if found.chance => format!("{}, with luck", keys(least)),
        (Some(least), _) => keys(least),
        (None, None) => "impossible".to_owned(),
        (None, Some(stop)) => format!("at least {}; {}", keys(searched), stop_of(stop)),
    };
    let positions = found.levels.iter().sum::<usize>() as u64 + found.wins() as u64;
    let more = if found.complete { "" } else { "more than " };
    let expected = level.expected.iter().filter_map(|(_, expected)| match expected {
        Expected::Least(count) => Some(keys(*count as u64)),
        Expected::Within(count) => Some(format!("within {}", keys(*count as u64))),
        Expected::Plan(plan) => Some(format!("a plan of {}", keys(plan.len() as u64))),
        Expected::Unsolvable => Some("impossible".to_owned()),
        Expected::Solvable => None,
    });
    [
        name.clone(),
        match game.shape {
            Shape::Square if level.outside.is_empty() => format!("{} x {}", level.width, level.height),
            _ => counted((level.cells.len() - level.outside.iter().count()) as u64, "cells"),
        },
        answer,
        format!("{more}{}", grouped(positions)),
        expected.collect::<Vec<_>>().join(", "),
    ]
}

/// Rules of which no direction has ever had an effect.
fn idle_rules(file: &KeyedFile, game: &Game, fired: &[bool], whole: bool) -> Option<Section> {
    let place = |rule: &puzzlec_worlds::game::Rule| (rule.span.start, rule.span.end);
    let active: BTreeSet<_> =
        game.all_rules().zip(fired).filter(|(_, fired)| **fired).map(|(rule, _)| place(rule)).collect();
    let idle: BTreeMap<_, _> = game
        .all_rules()
        .filter(|rule| !active.contains(&place(rule)))
        .map(|rule| (place(rule), rule.span))
        .collect();
    let facts: Vec<(String, String)> = idle
        .values()
        .map(|span| {
            let before = file.text.get(..span.start as usize).unwrap_or("");
            let line = before.matches('\n').count() + 1;
            (format!("line {line}"), short(file.text.get(span.range()).unwrap_or("")))
        })
        .collect();
    section("rules that never take effect", seen(whole), facts)
}

/// A text in one line.
fn short(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", words.get(..end).unwrap_or("")),
        None => words,
    }
}

fn seen(whole: bool) -> &'static str {
    if whole { "on every board that keys can reach" } else { "on the boards that were seen; more exist" }
}

fn section(title: &str, note: &str, facts: Vec<(String, String)>) -> Option<Section> {
    (!facts.is_empty()).then(|| Section::new(title, note, Content::Facts { facts }))
}

/// Objects that are on no board, and those that only decorate it.
fn idle_objects(game: &Game, seen_objects: &Bits, whole: bool) -> Option<Section> {
    let mut named = game.player.objects.clone();
    let mut moving = Bits::default();
    let marks = game.shape.marks();
    for condition in &game.conditions {
        named.extend(&condition.what.objects);
        condition.on.iter().for_each(|on| named.extend(&on.objects));
    }
    for object in game.player.objects.iter().filter_map(|number| game.objects.get(number)) {
        moving.insert(object.layer);
    }
    for pattern in game.all_rules().flat_map(|rule| rule.rows.iter().flatten().flatten()) {
        [&pattern.present, &pattern.missing]
            .into_iter()
            .chain(&pattern.any)
            .for_each(|set| named.extend(set));
        pattern.marked.iter().chain(pattern.still.iter()).for_each(|mark| moving.insert(mark / marks));
        if let Some(write) = &pattern.write {
            write.mark.iter().for_each(|mark| moving.insert(mark / marks));
            write.turned.iter().for_each(|layer| moving.insert(*layer));
        }
    }
    let why = |(number, object): (usize, &puzzlec_worlds::game::Object)| {
        let words = if game.background.contains(number) {
            return None;
        } else if !seen_objects.contains(number) {
            if whole { "on no board" } else { "on no board that was seen" }
        } else if !named.contains(number) && !moving.contains(object.layer) {
            "no rule and no goal asks for it, and nothing moves in its layer"
        } else {
            return None;
        };
        Some((object.name.clone(), words.to_owned()))
    };
    section("objects that never matter", "", game.objects.iter().enumerate().filter_map(why).collect())
}
