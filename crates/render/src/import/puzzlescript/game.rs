//! Objects, their layers, rules and win conditions.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use super::Sections;
use super::rules::{self, Push};
use crate::import::lines::{Line, wrong};
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::words::grouped;

/// Maximum number of objects that all names and their uses may stand for together: a name may double another one.
const MOST_MEANT: usize = 1_000_000;
/// Maximum number of win conditions, as every level has all of them, and of rules.
const MOST_LINES: usize = 200;

/// How a condition counts the objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    All,
    Some,
    No,
}

/// A win condition: some objects on others, or at all.
pub(super) struct Condition<'t> {
    pub(super) amount: Amount,
    pub(super) these: Vec<String>,
    pub(super) on: Option<Vec<String>>,
    pub(super) line: Line<'t>,
}

/// A game without its levels.
pub(super) struct ScriptGame<'t> {
    /// By name or sign, in lower case, the objects that it stands for together.
    pub(super) legend: BTreeMap<String, Vec<String>>,
    /// The object that the keys move.
    pub(super) player: String,
    /// The objects that are pushed.
    pub(super) pushed: BTreeSet<String>,
    /// The other objects in the player's layer.
    pub(super) walls: BTreeSet<String>,
    pub(super) pushes: Vec<Push>,
    pub(super) conditions: Vec<Condition<'t>>,
}

/// The names of a game.
#[derive(Default)]
pub(super) struct Names {
    objects: BTreeSet<String>,
    /// Names for one object or for several together: `A = B and C`.
    together: BTreeMap<String, Vec<String>>,
    /// Names for any of several objects: `A = B or C`.
    either: BTreeMap<String, Vec<String>>,
    /// The number of objects that they stand for so far, with every use.
    meant: Cell<usize>,
}

impl Names {
    /// The objects that a name may mean, if it means one at a time.
    ///
    /// # Errors
    /// An unknown name.
    pub(super) fn any(&self, name: &str, line: &Line<'_>) -> Result<Vec<String>, Box<Diagnostic>> {
        let known = self.either.get(name).or_else(|| self.together.get(name).filter(|all| all.len() == 1));
        let known = known.ok_or_else(|| {
            let text = format!("there is no object `{name}`");
            Box::new(wrong(line.whole(), text))
        })?;
        self.mean(known.len(), line)?;
        Ok(known.clone())
    }

    /// Counts objects that a name stands for, before they are stored.
    fn mean(&self, objects: usize, line: &Line<'_>) -> Result<(), Box<Diagnostic>> {
        let meant = self.meant.get().saturating_add(objects);
        self.meant.set(meant);
        if meant <= MOST_MEANT {
            return Ok(());
        }
        let text = format!("the names up to here stand for more than {} objects", grouped(MOST_MEANT as u64));
        Err(Box::new(wrong(line.whole(), text)))
    }

    /// Gives a name, in lower case, its objects.
    fn stand(
        &mut self,
        name: &str,
        objects: Vec<String>,
        either: bool,
        line: &Line<'_>,
    ) -> Result<(), Box<Diagnostic>> {
        let known = self.together.get(name).or_else(|| self.either.get(name));
        if known.is_some_and(|known| *known != objects) {
            return Err(Box::new(twice(name, line)));
        }
        if either { &mut self.either } else { &mut self.together }.insert(name.to_owned(), objects);
        Ok(())
    }

    fn define(&mut self, line: &Line<'_>) -> Result<(), Box<Diagnostic>> {
        let text = line.text.to_lowercase();
        let Some((name, meaning)) = text.split_once('=') else {
            return Err(Box::new(wrong(line.whole(), "expected `NAME = OBJECT`")));
        };
        let (name, words): (&str, Vec<&str>) = (name.trim(), meaning.split_whitespace().collect());
        let is_any = words.contains(&"or");
        if is_any && words.contains(&"and") {
            return Err(Box::new(wrong(line.whole(), "`and` and `or` cannot be mixed")));
        }
        let mut objects: Vec<String> = Vec::new();
        let mut listed: BTreeSet<&str> = BTreeSet::new();
        for word in words.iter().filter(|word| !matches!(**word, "and" | "or")) {
            let meant = match self.together.get(*word) {
                Some(meant) if !is_any || meant.len() == 1 => meant,
                _ => match self.either.get(*word) {
                    Some(meant) if is_any || words.len() == 1 => meant,
                    _ => return Err(Box::new(wrong(line.whole(), format!("there is no object `{word}`")))),
                },
            };
            self.mean(meant.len(), line)?;
            objects.extend(meant.iter().filter(|object| listed.insert(object)).cloned());
        }
        if objects.is_empty() {
            return Err(Box::new(wrong(line.whole(), "expected `NAME = OBJECT`")));
        }
        let other = words.len() == 1 && words.first().is_some_and(|word| self.either.contains_key(*word));
        self.stand(name, objects, is_any || other, line)
    }
}

fn twice(name: &str, line: &Line<'_>) -> Diagnostic {
    wrong(line.whole(), format!("the name `{name}` has two meanings"))
        .help("names that differ only in case count as one name")
}

impl<'t> ScriptGame<'t> {
    /// Reads everything but the levels.
    ///
    /// # Errors
    /// All lines that are not understood, or that do more than push.
    pub(super) fn read(sections: &Sections<'t>) -> Result<Self, Vec<Diagnostic>> {
        let of = |section: &str| sections.get(section).map_or(&[][..], Vec::as_slice);
        let filled = |section: &'static str| of(section).iter().filter(|line| !line.is_blank());
        let (mut names, mut found) = (Names::default(), Vec::new());
        let mut first = true;
        for line in of("objects") {
            if first && !line.is_blank() {
                let text = line.text.to_lowercase();
                let mut words = text.split_whitespace();
                let object = words.next().unwrap_or("").to_owned();
                if !names.objects.insert(object.clone()) {
                    found.push(twice(&object, line));
                }
                for name in std::iter::once(object.as_str()).chain(words) {
                    let named = names.stand(name, vec![object.clone()], false, line);
                    found.extend(named.err().map(|wrong| *wrong));
                }
            }
            first = line.is_blank();
        }
        for line in filled("legend") {
            found.extend(names.define(line).err().map(|wrong| *wrong));
            if names.meant.get() > MOST_MEANT {
                return Err(found);
            }
        }
        let mut layers: Vec<(BTreeSet<String>, Line<'t>)> = Vec::new();
        for line in filled("collisionlayers") {
            let mut layer = BTreeSet::new();
            let text = line.text.to_lowercase();
            for name in text.split([',', ' ', '\t']).filter(|name| !name.is_empty()) {
                match names.any(name, line) {
                    Ok(objects) => layer.extend(objects),
                    Err(wrong) => found.push(*wrong),
                }
            }
            layers.push((layer, *line));
            if names.meant.get() > MOST_MEANT {
                return Err(found);
            }
        }
        for (section, lines) in [("rules", "rules"), ("winconditions", "win conditions")] {
            if let Some(line) = filled(section).nth(MOST_LINES) {
                let text = format!("the game has more than {MOST_LINES} {lines}");
                return Err(vec![wrong(line.whole(), text)]);
            }
        }
        let pushes = rules::read(&names, filled("rules"), &mut found);
        let conditions: Vec<_> = filled("winconditions")
            .filter_map(|line| match condition(&names, line) {
                Ok(condition) => Some(condition),
                Err(wrong) => {
                    found.push(*wrong);
                    None
                }
            })
            .collect();
        let player = names.together.get("player").cloned().unwrap_or_default();
        let [player] = player.as_slice() else {
            let at = of("objects").first().map(Line::whole).unwrap_or_default();
            found.push(wrong(at, "the name `Player` must mean one object"));
            return Err(found);
        };
        let pushed: BTreeSet<String> = pushes.iter().flat_map(|push| push.objects.clone()).collect();
        let Some((layer, line)) = layers.iter().find(|(layer, _)| layer.contains(player)) else {
            let at = of("collisionlayers").first().map(Line::whole).unwrap_or_default();
            found.push(wrong(at, format!("no collision layer has the object `{player}`")));
            return Err(found);
        };
        if let Some(other) = pushed.iter().find(|object| !layer.contains(*object)) {
            let text = format!("`{other}` is pushed and not in the layer of `{player}`");
            found.push(wrong(line.whole(), text).help("only objects of one collision layer can be imported"));
        }
        if conditions.is_empty() && found.is_empty() {
            let at = of("winconditions").first().or(of("collisionlayers").first());
            found.push(wrong(at.map(Line::whole).unwrap_or_default(), "the game has no win condition"));
        }
        let walls = layer.iter().filter(|object| *object != player && !pushed.contains(*object));
        let walls: BTreeSet<String> = walls.cloned().collect();
        if found.is_empty() {
            Ok(ScriptGame {
                walls,
                player: player.clone(),
                legend: names.together,
                pushed,
                pushes,
                conditions,
            })
        } else {
            Err(found)
        }
    }

    /// Whether an object is a piece.
    pub(super) fn is_piece(&self, object: &str) -> bool {
        self.player == object || self.pushed.contains(object)
    }
}

fn condition<'t>(names: &Names, line: &Line<'t>) -> Result<Condition<'t>, Box<Diagnostic>> {
    let text = line.text.to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let (amount, these, on) = match words.as_slice() {
        [amount, these, "on", on] => (*amount, *these, Some(*on)),
        [amount, these] => (*amount, *these, None),
        _ => return Err(Box::new(wrong(line.whole(), "expected `All`, `Some` or `No` objects `on` others"))),
    };
    let amount = match amount {
        "all" if on.is_some() => Amount::All,
        "some" | "any" => Amount::Some,
        "no" => Amount::No,
        _ => return Err(Box::new(wrong(line.whole(), "expected `All`, `Some` or `No` objects `on` others"))),
    };
    let on = on.map(|on| names.any(on, line)).transpose()?;
    Ok(Condition { amount, these: names.any(these, line)?, on, line: *line })
}
