//! From a line to rules in one direction, with single marks and single objects where these matter.

use std::collections::{BTreeMap, BTreeSet};

use crate::cells::Layout;
use crate::rules::{Line, Rule, Terms};
use crate::text::{Game, Sense};

/// The rules of a line in their order.
pub(crate) fn expand(game: &Game, line: &Line) -> Result<Vec<Rule>, String> {
    let relative = ["<", ">", "^", "v", "parallel", "perpendicular"];
    let sides = || line.rule.left.iter().chain(&line.rule.right);
    let single = line.rule.left.iter().all(|row| row.len() == 1);
    let plain = !sides().flatten().flatten().any(|term| relative.contains(&&*term.0));
    let take = if single && plain { 1 } else { line.directions.len() };
    let layout = &game.layout;
    let mut rules = Vec::new();
    for direction in line.directions.iter().take(take) {
        let mut rule = line.rule.clone();
        rule.direction.clone_from(direction);
        for term in rule.left.iter_mut().chain(&mut rule.right).flatten().flatten() {
            let against = layout.against(direction);
            // Both directions of a line have the name of the first.
            let axis = layout.directions().iter().find(|known| *known == direction || **known == against);
            let axis = axis.copied().unwrap_or("right");
            term.0 = match &*term.0 {
                ">" => direction.clone(),
                "<" => against.into(),
                "^" => layout.turned(direction, 1).into(),
                "v" => layout.turned(direction, layout.directions().len() - 1).into(),
                "parallel" => format!("along {axis}"),
                "perpendicular" => format!("across {axis}"),
                other => other.into(),
            };
        }
        let gaps = rule.left.iter().flatten().flatten().any(|term| term.0 == "...");
        if !gaps && matches!(&**direction, "up" | "left" | "up-left" | "up-right") {
            rule.direction = layout.against(direction).into();
            rule.left.iter_mut().chain(&mut rule.right).for_each(|row| row.reverse());
        }
        for rule in split_marks(layout, rule)? {
            rules.extend(split_names(game, rule));
        }
    }
    rules.retain(|rule| can_be(game, rule));
    Ok(rules)
}

/// The marks that a word stands for; none if it is no such word.
fn several(layout: &Layout, mark: &str) -> Vec<&'static str> {
    let directions = layout.directions().iter().copied();
    let (kind, axis) = mark.split_once(' ').unwrap_or((mark, ""));
    let against = layout.against(axis);
    match kind {
        "moving" => directions.chain(["action"]).collect(),
        "orthogonal" => directions.collect(),
        "horizontal" => directions.filter(|d| matches!(*d, "left" | "right")).collect(),
        "vertical" => directions.filter(|d| matches!(*d, "up" | "down")).collect(),
        "along" => directions.filter(|d| *d == axis || *d == against).collect(),
        "across" => directions.filter(|d| *d != axis && *d != against).collect(),
        _ => Vec::new(),
    }
}

/// A rule with a note of what was put in place of what, and in how many cells.
type Noted<K> = (Rule, BTreeMap<K, (String, usize)>);

/// Splits in every possible place at once, until nothing splits; of equal rules the last is kept.
fn exhaust<K: Ord + Clone>(rule: Rule, parts: impl Fn(&Noted<K>) -> Vec<Noted<K>>) -> Vec<Noted<K>> {
    let mut list = vec![(rule, BTreeMap::new())];
    loop {
        let mut next = Vec::new();
        let mut any = false;
        for rule in &list {
            let parts = parts(rule);
            if parts.is_empty() {
                next.push(rule.clone());
            } else {
                any = true;
                next.extend(parts);
            }
        }
        let mut seen = BTreeSet::new();
        next.reverse();
        next.retain(|rule| seen.insert(rule.clone()));
        next.reverse();
        list = next;
        if !any {
            return list;
        }
    }
}

/// Both cells of a place.
fn at(rule: &mut Rule, r: usize, c: usize) -> impl Iterator<Item = &mut Terms> {
    let left = rule.left.get_mut(r).and_then(|row| row.get_mut(c));
    let right = rule.right.get_mut(r).and_then(|row| row.get_mut(c));
    left.into_iter().chain(right)
}

fn split_marks(layout: &Layout, rule: Rule) -> Result<Vec<Rule>, String> {
    let parts = |(rule, notes): &Noted<(String, String)>| {
        let mut parts = Vec::new();
        for (r, row) in rule.left.iter().enumerate() {
            for (c, cell) in row.iter().enumerate() {
                let Some((word, name)) = cell.iter().find(|term| !several(layout, &term.0).is_empty()) else {
                    continue;
                };
                for mark in several(layout, word) {
                    let (mut rule, mut notes) = (rule.clone(), notes.clone());
                    for term in at(&mut rule, r, c).flatten() {
                        if term.0 == *word && term.1 == *name {
                            term.0 = mark.into();
                        }
                    }
                    // The word at this name, and the word at all.
                    for key in [(word.clone(), name.clone()), (word.clone(), String::new())] {
                        notes.entry(key).or_insert_with(|| (mark.into(), 0)).1 += 1;
                    }
                    parts.push((rule, notes));
                }
            }
        }
        parts
    };
    let mut rules = Vec::new();
    for (mut rule, notes) in exhaust(rule, parts) {
        for ((word, name), (mark, count)) in notes.iter().rev() {
            // Names come before the empty name in this order.
            for term in rule.right.iter_mut().flatten().flatten() {
                if *count == 1 && term.0 == *word && (name.is_empty() || term.1 == *name) {
                    term.0.clone_from(mark);
                }
            }
        }
        if rule.right.iter().flatten().flatten().any(|term| !several(layout, &term.0).is_empty()) {
            return Err("a mark on the right side that nothing decides".into());
        }
        rules.push(rule);
    }
    Ok(rules)
}

/// The objects of a name that stands for one of several.
fn choices(game: &Game, term: &(String, String)) -> Vec<String> {
    match game.find(&term.1) {
        Ok(Sense::OneOf(objects)) if objects.len() > 1 && term.0 != "random" => objects,
        _ => Vec::new(),
    }
}

fn split_names(game: &Game, rule: Rule) -> Vec<Rule> {
    let named = |terms: &Terms, name: &str| terms.iter().any(|term| term.1 == name && term.0 != "random");
    // Names of the right side that are not in the same cell of the left side.
    let mut loose: BTreeSet<String> = BTreeSet::new();
    for (left, right) in rule.left.iter().flatten().zip(rule.right.iter().flatten()) {
        let new = right.iter().filter(|term| !choices(game, term).is_empty() && !named(left, &term.1));
        loose.extend(new.map(|term| term.1.clone()));
    }
    let must = |term: &(String, String)| {
        let objects = choices(game, term);
        let layers: BTreeSet<_> = objects.iter().map(|object| game.layer.get(object)).collect();
        if layers.len() > 1 || loose.contains(&term.1) { objects } else { Vec::new() }
    };
    let parts = |(rule, notes): &Noted<String>| {
        let mut parts = Vec::new();
        for (r, row) in rule.left.iter().enumerate() {
            for (c, cell) in row.iter().enumerate() {
                let Some(term) = cell.iter().find(|term| !must(term).is_empty()) else { continue };
                for object in must(term) {
                    let (mut rule, mut notes) = (rule.clone(), notes.clone());
                    for other in at(&mut rule, r, c).flatten() {
                        if other.1 == term.1 && other.0 != "random" {
                            other.1.clone_from(&object);
                        }
                    }
                    notes.entry(term.1.clone()).or_insert_with(|| (object, 0)).1 += 1;
                    parts.push((rule, notes));
                }
            }
        }
        parts
    };
    let mut rules = Vec::new();
    for (mut rule, notes) in exhaust(rule, parts) {
        for (name, (object, count)) in &notes {
            for term in rule.right.iter_mut().flatten().flatten() {
                if *count == 1 && term.1 == *name && term.0 != "random" {
                    term.1.clone_from(object);
                }
            }
        }
        if rule.right.iter().flatten().flatten().any(|term| loose.contains(&term.1) && term.0 != "random") {
            // Nothing decides which object: the line has no meaning.
            return Vec::new();
        }
        rules.push(rule);
    }
    rules
}

/// Whether no cell has two objects of one layer.
fn can_be(game: &Game, rule: &Rule) -> bool {
    let layers = |terms: &Terms, drawn: bool| {
        let terms =
            terms.iter().filter(|term| term.0 != "no" && (term.0 == "random") == drawn && term.0 != "...");
        let layer = |name: &String| {
            game.find(name).map(|s| s.objects().iter().map(|o| game.layer.get(o).copied()).collect())
        };
        terms.map(|term| layer(&term.1).unwrap_or_default()).collect::<Vec<BTreeSet<_>>>()
    };
    rule.left.iter().chain(&rule.right).flatten().all(|cell| {
        let mut seen = BTreeSet::new();
        let drawn: BTreeSet<_> = layers(cell, true).into_iter().flatten().collect();
        layers(cell, false)
            .iter()
            .all(|one| one.iter().all(|layer| seen.insert(*layer) && !drawn.contains(layer)))
    })
}
