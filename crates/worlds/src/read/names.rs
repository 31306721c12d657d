//! Objects, the legend and the layers.

use std::collections::BTreeMap;

use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};

use super::Reader;
use super::text::{Line, Word};
use crate::game::{Game, Object, Shape, Thing};
use crate::{Bits, game};

const MOST_OBJECTS: usize = 512;
const MOST_LAYERS: usize = 100;

/// What a name stands for; objects by their order of declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Object(usize),
    /// All of these objects.
    All(Vec<usize>),
    /// One of these objects; the name is the one that rules know it by.
    Any(String, Vec<usize>),
}

/// All names.
#[derive(Debug, Default)]
pub(super) struct Names {
    known: BTreeMap<String, Meaning>,
    objects: Vec<Object>,
    /// For each object its layer and its number.
    places: Vec<Option<(usize, usize)>>,
    layers: usize,
    /// The shape of the boards.
    pub(super) shape: Shape,
    /// Keys of one character, in the order of the text.
    keys: Vec<(String, char, Meaning)>,
}

impl Names {
    /// OBJECTS: a line of names, one of colours, up to five rows of a picture.
    pub(super) fn objects(&mut self, reader: &mut Reader, lines: &[Line]) {
        let mut lines = lines.iter().peekable();
        while let Some(line) = lines.next() {
            let words = line.words();
            let Some((name, aliases)) = words.split_first() else { continue };
            if !name.text.chars().all(|c| c.is_alphanumeric() || c == '_') {
                let headline = format!("`{}` cannot be the name of an object", name.text);
                reader.error(Diagnostic::new(Code::Unexpected, name.span, headline));
                continue;
            }
            if self.objects.len() >= MOST_OBJECTS {
                let headline = format!("a game has at most {MOST_OBJECTS} objects");
                return reader.error(Diagnostic::new(Code::RuleTooLarge, name.span, headline));
            }
            let number = self.objects.len();
            for word in std::iter::once(name).chain(aliases) {
                self.declare(reader, word, Meaning::Object(number));
            }
            let colours = lines.next_if(|line| !line.is_blank()).map_or_else(Vec::new, Line::words);
            let mut sprite = Vec::new();
            let drawn = |line: &&Line| {
                let text = line.text.trim();
                !text.is_empty() && text.chars().all(|c| c == '.' || c.is_ascii_digit())
            };
            while sprite.len() < 5
                && let Some(row) = lines.next_if(drawn)
            {
                sprite.push(row.text.trim().to_owned());
            }
            let colours = colours.into_iter().map(|word| word.text).collect();
            self.objects.push(Object { name: name.text.clone(), layer: 0, colours, sprite, span: name.span });
        }
    }

    fn declare(&mut self, reader: &mut Reader, word: &Word, meaning: Meaning) {
        if word.text.chars().count() == 1 {
            self.keys.push((word.text.clone(), word.first, meaning.clone()));
        }
        if self.known.insert(word.text.clone(), meaning).is_some() {
            let headline = format!("`{}` is defined twice", word.text);
            reader.error(Diagnostic::new(Code::DuplicateName, word.span, headline));
        }
    }

    /// LEGEND: `a = b`, `a = b and c`, `a = b or c`.
    pub(super) fn legend(&mut self, reader: &mut Reader, lines: &[Line]) {
        for line in lines {
            let words = line.split(|c| c == '=');
            let Some(key) = words.first() else { continue };
            let signs = words.get(1).is_some_and(|word| word.text == "=");
            let parts = words.get(2..).unwrap_or(&[]);
            let joins: Vec<&str> = parts.iter().skip(1).step_by(2).map(|word| &*word.text).collect();
            let or = joins.first() == Some(&"or");
            let joined = joins.iter().all(|join| *join == if or { "or" } else { "and" });
            if !signs || parts.len() % 2 == 0 || !joined {
                let headline = "a line of the legend is `a = b`, `a = b and c` or `a = b or c`";
                reader.error(Diagnostic::new(Code::Unexpected, line.span, headline));
                continue;
            }
            let mut found = Vec::new();
            for part in parts.iter().step_by(2) {
                found.extend(self.find(reader, part).map(|meaning| (part, meaning)));
            }
            if found.len() < parts.len().div_ceil(2) {
                // Known, so that its uses are not errors of their own.
                self.known.entry(key.text.clone()).or_insert(Meaning::Any(key.text.clone(), Vec::new()));
                continue;
            }
            let meaning = match found.as_slice() {
                [(_, alias)] => alias.clone(),
                parts => {
                    let mut objects = Vec::new();
                    for (word, part) in parts {
                        let more = match part {
                            Meaning::Object(object) => vec![*object],
                            Meaning::All(more) if !or => more.clone(),
                            Meaning::Any(_, more) if or => more.clone(),
                            _ => {
                                let headline = format!("`{}` mixes `and` with `or`", key.text);
                                reader.error(Diagnostic::new(Code::WrongKind, word.span, headline));
                                continue;
                            }
                        };
                        objects.extend(more);
                    }
                    let mut once = Vec::new();
                    objects.into_iter().for_each(|o| {
                        if !once.contains(&o) {
                            once.push(o);
                        }
                    });
                    match once.as_slice() {
                        [one] => Meaning::Object(*one),
                        _ if or => Meaning::Any(key.text.clone(), once),
                        _ => Meaning::All(once),
                    }
                }
            };
            self.declare(reader, key, meaning);
        }
    }

    /// COLLISIONLAYERS: a line for each layer.
    pub(super) fn layers(&mut self, reader: &mut Reader, lines: &[Line]) {
        self.places = vec![None; self.objects.len()];
        let mut layers: Vec<Vec<usize>> = Vec::new();
        for line in lines {
            let words = line.split(|c| c == ',');
            if words.is_empty() {
                continue;
            }
            if layers.len() >= MOST_LAYERS {
                let headline = format!("a game has at most {MOST_LAYERS} layers");
                return reader.error(Diagnostic::new(Code::RuleTooLarge, line.span, headline));
            }
            let mut layer = Vec::new();
            for word in words.iter().filter(|word| word.text != ",") {
                match self.find(reader, word) {
                    Some(Meaning::Object(object)) => layer.push(object),
                    Some(Meaning::Any(_, objects)) => layer.extend(objects),
                    Some(Meaning::All(_)) => {
                        let headline = format!("`{}` is several objects and cannot be in a layer", word.text);
                        reader.error(Diagnostic::new(Code::WrongKind, word.span, headline));
                    }
                    None => {}
                }
            }
            // An object of two layers is in the later one.
            layers.iter_mut().for_each(|earlier| earlier.retain(|object| !layer.contains(object)));
            layers.push(layer);
        }
        let mut number = 0;
        for (at, layer) in layers.iter().enumerate() {
            for object in layer {
                if let Some(place) = self.places.get_mut(*object).filter(|place| place.is_none()) {
                    *place = Some((at, number));
                    number += 1;
                }
            }
        }
        self.layers = layers.len();
        for (object, place) in self.objects.iter().zip(&self.places) {
            if place.is_none() {
                let headline = format!("`{}` is in no layer", object.name);
                let help = "add it to a line of COLLISIONLAYERS";
                reader.error(Diagnostic::new(Code::WrongLayer, object.span, headline).help(help));
            }
        }
        for (key, meaning) in &self.known {
            if let Meaning::All(objects) = meaning {
                let mut layers: Vec<_> = objects.iter().map(|o| self.layer(*o)).collect();
                layers.sort_unstable();
                layers.dedup();
                if layers.len() < objects.len() {
                    let span = objects
                        .first()
                        .and_then(|o| self.objects.get(*o))
                        .map_or_else(Span::default, |o| o.span);
                    let headline = format!("`{key}` joins objects of one layer");
                    reader.error(Diagnostic::new(Code::WrongLayer, span, headline));
                }
            }
        }
    }

    /// Objects in their layers, for names that [`Names::add`] adds.
    pub(super) fn of(objects: Vec<Object>) -> Self {
        let mut order: Vec<usize> = (0..objects.len()).collect();
        order.sort_by_key(|object| objects.get(*object).map(|o| o.layer));
        let mut names = Names { places: vec![None; objects.len()], ..Names::default() };
        let mut last = None;
        for (number, object) in order.into_iter().enumerate() {
            let layer = objects.get(object).map(|o| o.layer);
            names.layers += usize::from(last.replace(layer) != Some(layer));
            if let Some(place) = names.places.get_mut(object) {
                *place = Some((names.layers.saturating_sub(1), number));
            }
        }
        names.known = objects.iter().enumerate().map(|(n, o)| (o.name.clone(), Meaning::Object(n))).collect();
        names.objects = objects;
        names
    }

    /// Adds a name; false if it is known.
    pub(super) fn add(&mut self, name: &str, meaning: Meaning) -> bool {
        let new = !self.known.contains_key(name);
        if new {
            self.known.insert(name.to_owned(), meaning);
        }
        new
    }

    /// What a name stands for.
    pub(super) fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.known.get(name)
    }

    /// All names.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &Meaning)> {
        self.known.iter().map(|(name, meaning)| (&**name, meaning))
    }

    /// All objects, by their order of declaration.
    pub(super) fn declared(&self) -> &[Object] {
        &self.objects
    }

    /// A condition by the numbers of objects.
    pub(super) fn condition(
        &self,
        (quantifier, what, on): &(game::Quantifier, Meaning, Option<Meaning>),
    ) -> game::Condition {
        let on = on.as_ref().map(|on| self.thing(on));
        game::Condition { quantifier: *quantifier, what: self.thing(what), on }
    }

    /// What a word stands for; an error if nothing.
    pub(super) fn find(&self, reader: &mut Reader, word: &Word) -> Option<Meaning> {
        let found = self.known.get(&word.text).cloned();
        if found.is_none() {
            let headline = format!("there is no object `{}`", word.text);
            let known = self.known.keys().map(|name| &**name);
            let diagnostic = Diagnostic::new(Code::UnknownName, word.span, headline);
            reader.error(diagnostic.suggest(&word.text, word.span, known));
        }
        found
    }

    /// Whether a word is a name.
    pub(super) fn has(&self, word: &str) -> bool {
        self.known.contains_key(word)
    }

    /// What a name that every game needs stands for.
    pub(super) fn named(&self, reader: &mut Reader, name: &str, place: Span) -> Thing {
        let Some(meaning) = self.known.get(name) else {
            let headline = format!("the game has no `{name}`");
            reader.error(Diagnostic::new(Code::MissingStatement, place, headline));
            return Thing::default();
        };
        self.thing(meaning)
    }

    /// The number of the first object that a name stands for.
    pub(super) fn first_of(&self, name: &str) -> Option<usize> {
        match self.known.get(name)? {
            Meaning::Object(object) => Some(self.number(*object)),
            Meaning::All(objects) | Meaning::Any(_, objects) => {
                objects.first().map(|object| self.number(*object))
            }
        }
    }

    /// The objects of a meaning, by their numbers.
    pub(super) fn thing(&self, meaning: &Meaning) -> Thing {
        let (objects, all) = match meaning {
            Meaning::Object(object) => (std::slice::from_ref(object), false),
            Meaning::All(objects) => (&**objects, true),
            Meaning::Any(_, objects) => (&**objects, false),
        };
        Thing { objects: self.bits(objects), all }
    }

    /// Objects by their numbers.
    pub(super) fn bits(&self, objects: &[usize]) -> Bits {
        Bits::of(objects.iter().map(|object| self.number(*object)))
    }

    /// The number of an object.
    pub(super) fn number(&self, object: usize) -> usize {
        self.places.get(object).copied().flatten().map_or(0, |place| place.1)
    }

    /// The layer of an object.
    pub(super) fn layer(&self, object: usize) -> usize {
        self.places.get(object).copied().flatten().map_or(0, |place| place.0)
    }

    /// All objects of a layer, by their numbers.
    pub(super) fn in_layer(&self, layer: usize) -> Bits {
        Bits::of(self.places.iter().flatten().filter(|place| place.0 == layer).map(|place| place.1))
    }

    /// The keys of levels.
    pub(super) fn keys(&self) -> impl Iterator<Item = (&str, &Meaning)> {
        self.keys.iter().map(|(key, _, meaning)| (&**key, meaning))
    }

    /// Objects, layers and keys into a game.
    pub(super) fn fill(&self, game: &mut Game) {
        let mut objects: Vec<(usize, game::Object)> = Vec::new();
        for (object, place) in self.objects.iter().zip(&self.places) {
            if let Some((layer, number)) = place {
                objects.push((*number, Object { layer: *layer, ..object.clone() }));
            }
        }
        objects.sort_by_key(|object| object.0);
        game.objects = objects.into_iter().map(|object| object.1).collect();
        game.layers = self.layers;
        game.shape = self.shape;
        let single = self.keys.iter().filter(|key| !matches!(key.2, Meaning::Any(..)));
        game.keys = single.map(|(_, key, meaning)| (*key, self.thing(meaning).objects)).collect();
    }
}
