//! Rules without shorthand as sets of objects and marks.

use std::collections::BTreeMap;
use std::ops::Range;

use super::expand::Plain;
use super::names::Names;
use super::rules::Source;
use super::terms::{Cell, Mark, Movement, Name, Term};
use crate::Bits;
use crate::game::{Pattern, Rule, Write};

/// Why a rule can never be applied.
type Never = String;
const TOGETHER: &str = "two objects of one layer cannot be put into one cell, so the rule is left out";

/// The rule as data.
pub(super) fn compile(names: &Names, source: &Source, plain: &Plain) -> Result<Rule, Never> {
    let mut rows = Vec::with_capacity(plain.left.len());
    for (r, row) in plain.left.iter().enumerate() {
        let mut parts = vec![Vec::new()];
        for (c, cell) in row.iter().enumerate() {
            if *cell == Cell::Gap {
                parts.push(Vec::new());
                continue;
            }
            let right = plain.right.get(r).and_then(|row| row.get(c));
            let pattern = pattern(names, cell.terms(), right.map(Cell::terms))?;
            if let Some(part) = parts.last_mut() {
                part.push(pattern);
            }
        }
        rows.push(parts);
    }
    Ok(Rule {
        span: source.span,
        direction: plain.direction,
        rows,
        rigid: source.rigid,
        writes: !plain.right.is_empty(),
        commands: source.commands.clone(),
    })
}

/// Of equal rules the last one stays.
pub(super) fn keep_last(rules: &mut Vec<Rule>) {
    let mut kept: Vec<Rule> = Vec::with_capacity(rules.len());
    let mut known: BTreeMap<String, ()> = BTreeMap::new();
    for rule in rules.drain(..).rev() {
        let text = format!("{:?}", (rule.direction, &rule.rows, rule.rigid, &rule.commands));
        if known.insert(text, ()).is_none() {
            kept.push(rule);
        }
    }
    kept.reverse();
    *rules = kept;
}

/// The marks of a layer.
fn layer_marks(names: &Names, layer: usize) -> Range<usize> {
    let marks = names.shape.marks();
    marks * layer..marks * (layer + 1)
}

fn movement(names: &Names, layer: usize, movement: Movement) -> usize {
    let marks = layer_marks(names, layer);
    let go = match movement {
        Movement::Go(direction) => names.shape.number(direction),
        Movement::Action => None,
    };
    go.map_or(marks.end - 1, |direction| marks.start + direction)
}

/// The layer of a name, its objects, and the object if it is one.
fn place(names: &Names, term: &Term) -> (usize, Bits, Option<usize>) {
    match &term.name {
        Name::Object(object) => (names.layer(*object), names.bits(&[*object]), Some(names.number(*object))),
        Name::Any(_, objects) => {
            (objects.first().map_or(0, |object| names.layer(*object)), names.bits(objects), None)
        }
    }
}

fn pattern(names: &Names, left: &[Term], right: Option<&[Term]>) -> Result<Pattern, Never> {
    let mut pattern = Pattern::default();
    // The layers that the left side names, whether with a single object.
    let mut layers: BTreeMap<usize, bool> = BTreeMap::new();
    for term in left {
        let (layer, objects, one) = place(names, term);
        if term.mark == Mark::No {
            pattern.missing.extend(&objects);
            continue;
        }
        if layers.insert(layer, one.is_some()).is_some() {
            return Err("two objects of one layer are never in one cell, so the rule is left out".into());
        }
        match one {
            Some(object) => pattern.present.insert(object),
            None => pattern.any.push(objects),
        }
        match term.mark {
            Mark::Stationary => layer_marks(names, layer).for_each(|mark| pattern.still.insert(mark)),
            Mark::Moves(m) => pattern.marked.insert(movement(names, layer, m)),
            _ => {}
        }
    }
    if let Some(right) = right {
        pattern.write = Some(write(names, &pattern, layers, right)?);
    }
    Ok(pattern)
}

fn write(
    names: &Names,
    left: &Pattern,
    layers: BTreeMap<usize, bool>,
    right: &[Term],
) -> Result<Write, Never> {
    let mut write = Write::default();
    let mut named: BTreeMap<usize, bool> = BTreeMap::new();
    let mut drawn: Vec<usize> = Vec::new();
    for term in right {
        let (layer, objects, one) = place(names, term);
        match term.mark {
            Mark::No => {
                write.clear.extend(&objects);
                continue;
            }
            Mark::Random => {
                write.random.extend(&objects);
                let layers = match &term.name {
                    Name::Object(_) => vec![layer],
                    Name::Any(_, objects) => objects.iter().map(|object| names.layer(*object)).collect(),
                };
                if layers.iter().any(|layer| named.contains_key(layer)) {
                    return Err(TOGETHER.into());
                }
                drawn.extend(layers);
                continue;
            }
            _ => {}
        }
        if drawn.contains(&layer) || named.insert(layer, one.is_some()).is_some() {
            return Err(TOGETHER.into());
        }
        if let Some(object) = one {
            write.set.insert(object);
            write.clear.extend(&names.in_layer(layer));
        }
        match term.mark {
            Mark::Nothing => continue,
            Mark::Moves(m) => write.mark.insert(movement(names, layer, m)),
            Mark::RandomDirection => write.turned.push(layer),
            _ => {}
        }
        layer_marks(names, layer).for_each(|mark| write.noted.insert(mark));
    }
    // What the left side names and the right side does not repeat goes, with its mark.
    for (layer, one) in layers {
        let again = named.get(&layer);
        if again.is_none() {
            write.clear.extend(&names.in_layer(layer));
        }
        if again.is_none() || (one && again == Some(&false)) {
            layer_marks(names, layer).for_each(|mark| write.noted.insert(mark));
        }
    }
    write.unmark = write.noted.clone();
    if !left.marked.within(&write.mark) {
        write.unmark.extend(&left.marked);
    }
    let lost = left.present.iter().filter(|object| !write.set.contains(*object)).collect::<Vec<_>>();
    lost.into_iter().for_each(|object| write.clear.insert(object));
    Ok(write)
}
