//! Names for one of several objects: a rule is split where it must be known which one.

use std::collections::BTreeSet;

use super::expand::{Plain, Problem, split_all};
use super::names::Names;
use super::terms::{Cell, Mark, Name, Term, terms, terms_mut};

/// A rule with the objects that were put for names.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Choosing {
    plain: Plain,
    /// For a name: the object, and in how many cells.
    chosen: Vec<(String, usize, usize)>,
}

/// The rules with objects for all names that must be split.
pub(super) fn split(names: &Names, plain: Plain, late: bool) -> Result<Vec<Plain>, Problem> {
    let loose = loose(&plain);
    let kept = |name: &str, objects: &[usize]| {
        let mut layers = objects.iter().map(|object| names.layer(*object));
        let first = layers.next();
        !loose.contains(name) && layers.all(|layer| Some(layer) == first)
    };
    let cells = plain.left.iter().flatten().count();
    let mut rules = Vec::new();
    for mut rule in split_all((Choosing { plain, chosen: Vec::new() }, cells), |rule| choices(rule, &kept))? {
        for (name, object, count) in &rule.chosen {
            if *count == 1 {
                terms_mut(&mut rule.plain.right).for_each(|term| put(term, name, *object));
            }
        }
        let open = terms(&rule.plain.right).find_map(|term| any(term).filter(|name| loose.contains(name.0)));
        if let Some((name, _)) = open {
            return Err(Problem::Undecided(name.to_owned()));
        }
        if !late {
            spawned(names, &mut rule.plain);
        }
        rules.push(rule.plain);
    }
    Ok(rules)
}

/// The name and the objects of a term that stands for one of several.
fn any(term: &Term) -> Option<(&str, &[usize])> {
    match &term.name {
        Name::Any(name, objects) if term.mark != Mark::Random => Some((name, objects)),
        _ => None,
    }
}

/// Names of the right side that the left side does not have in the same cell.
fn loose(plain: &Plain) -> BTreeSet<String> {
    let mut loose = BTreeSet::new();
    for (left, right) in plain.left.iter().flatten().zip(plain.right.iter().flatten()) {
        for (name, _) in right.terms().iter().filter_map(any) {
            if !left.terms().iter().filter_map(any).any(|known| known.0 == name) {
                loose.insert(name.to_owned());
            }
        }
    }
    loose
}

fn put(term: &mut Term, name: &str, object: usize) {
    if any(term).is_some_and(|known| known.0 == name) {
        term.name = Name::Object(object);
    }
}

/// For every cell with a name that must be split, the rules with each object in its place.
fn choices(rule: &Choosing, kept: &impl Fn(&str, &[usize]) -> bool) -> Vec<Choosing> {
    let mut parts = Vec::new();
    for (r, row) in rule.plain.left.iter().enumerate() {
        for (c, cell) in row.iter().enumerate() {
            let found = cell.terms().iter().filter_map(any).find(|(name, objects)| !kept(name, objects));
            let Some((name, objects)) = found else { continue };
            for object in objects {
                let mut part = rule.clone();
                for side in [&mut part.plain.left, &mut part.plain.right] {
                    let cell = side.get_mut(r).and_then(|row| row.get_mut(c));
                    cell.map_or(&mut [][..], Cell::terms_mut)
                        .iter_mut()
                        .for_each(|term| put(term, name, *object));
                }
                match part.chosen.iter_mut().find(|chosen| chosen.0 == name) {
                    Some(chosen) => chosen.2 += 1,
                    None => part.chosen.push((name.to_owned(), *object, 1)),
                }
                parts.push(part);
            }
        }
    }
    parts
}

/// An object that comes into a cell whose left side does not name its layer has no movement.
fn spawned(names: &Names, plain: &mut Plain) {
    for (left, right) in plain.left.iter().flatten().zip(plain.right.iter_mut().flatten()) {
        let mut layers = BTreeSet::new();
        for term in left.terms() {
            match &term.name {
                Name::Object(object) => {
                    layers.insert(names.layer(*object));
                }
                Name::Any(_, objects) => layers.extend(objects.iter().map(|object| names.layer(*object))),
            }
        }
        for term in right.terms_mut() {
            if let (Mark::Nothing, Name::Object(object)) = (term.mark, &term.name)
                && !layers.contains(&names.layer(*object))
            {
                term.mark = Mark::Stationary;
            }
        }
    }
}
