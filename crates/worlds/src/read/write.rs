//! A game as a file of puzzles with keys.

mod looks;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use puzzlec_base::FileId;
use puzzlec_base::diag::{Diagnostic, sort};
use puzzlec_syntax::format::format;
use puzzlec_syntax::keywords::keyword;

use super::names::{Meaning, Names};
use super::rules::{Source, Step};
use super::terms::{Cell, Mark, Name, Side, Term, terms};
use super::{Reader, Written};
use crate::game::{Command, Entry, Game, Level, Quantifier};
use crate::{Bits, game};
use words::{mark, quoted};

/// A text of PuzzleScript as a file of puzzles with keys that plays alike; none if it has an error or no level.
pub fn write_keys(file: FileId, text: &str) -> (Option<String>, Vec<Diagnostic>) {
    let mut reader = Reader { file, diagnostics: Vec::new() };
    let (game, written) = reader.game(text);
    let playable = !reader.diagnostics.iter().any(Diagnostic::is_error) && game.levels().next().is_some();
    let page = playable.then(|| Page::new(&mut reader, &game, &written).text());
    // One text for one game, whoever formats it.
    let text = page.map(|page| format(file, &page).unwrap_or(page));
    sort(&mut reader.diagnostics);
    (text, reader.diagnostics)
}

/// A line of a rule block, and whether it goes on with the group of the line before.
struct Line<'g> {
    source: &'g Source,
    also: bool,
}

/// Lines that are a rule of the page; a loop repeats them.
#[derive(Default)]
struct Block<'g> {
    loops: bool,
    lines: Vec<Line<'g>>,
}

struct Page<'g> {
    game: &'g Game,
    written: &'g Written,
    /// The blocks before the movement and after it.
    blocks: [Vec<Block<'g>>; 2],
    /// The names of objects on the page, by their declaration.
    objects: Vec<String>,
    /// Names for several objects, as the text has them.
    kinds: BTreeMap<String, (String, Meaning)>,
    /// The background, if nothing but the drawing needs it.
    dropped: Option<usize>,
    taken: BTreeSet<String>,
}

impl<'g> Page<'g> {
    fn new(reader: &mut Reader, game: &'g Game, written: &'g Written) -> Self {
        let blocks = blocks(reader, written);
        let mut page = Page {
            game,
            written,
            blocks,
            objects: Vec::new(),
            kinds: BTreeMap::new(),
            dropped: None,
            taken: BTreeSet::new(),
        };
        for object in written.names.declared() {
            let name = page.free(&object.name);
            page.objects.push(name);
        }
        page.find_kinds();
        page.dropped = page.idle_background();
        page
    }

    /// A name of the language that is not taken yet.
    fn free(&mut self, wanted: &str) -> String {
        let mut name: String = wanted
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || c == '_' || (!c.is_ascii() && c.is_alphabetic()) {
                    c
                } else {
                    '_'
                }
            })
            .collect();
        if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            name.insert(0, '_');
        }
        let marks = ["v", "up", "down", "left", "right", "cell", "direction"];
        while keyword(&name).is_some() || marks.contains(&&*name) || self.taken.contains(&name) {
            name.push('_');
        }
        self.taken.insert(name.clone());
        name
    }

    fn lines(&self) -> impl Iterator<Item = &'g Source> {
        self.blocks.iter().flatten().flat_map(|block| &block.lines).map(|line| line.source)
    }

    /// Names for several objects that rules, conditions and the player need.
    fn find_kinds(&mut self) {
        let mut found: Vec<(String, Meaning)> = Vec::new();
        for source in self.lines() {
            for term in terms(&source.left).chain(terms(&source.right)) {
                if let Name::Any(name, objects) = &term.name {
                    found.push((name.clone(), Meaning::Any(name.clone(), objects.clone())));
                }
            }
        }
        let named = self.written.conditions.iter().flat_map(|(_, what, on)| std::iter::once(what).chain(on));
        for meaning in named.chain(&self.written.player) {
            found.extend(self.kind_of(meaning).map(|name| (name, meaning.clone())));
        }
        for (name, meaning) in found {
            if !self.kinds.contains_key(&name) {
                let free = self.free(&name);
                self.kinds.insert(name, (free, meaning));
            }
        }
    }

    /// The name in the text of what is several objects.
    fn kind_of(&self, meaning: &Meaning) -> Option<String> {
        match meaning {
            Meaning::Object(_) => None,
            Meaning::Any(name, _) => Some(name.clone()),
            Meaning::All(_) => {
                let mut names = self.written.names.all().filter(|known| known.1 == meaning);
                names.next().map(|known| known.0.to_owned())
            }
        }
    }

    /// The background if it is one object, alone in its layer, that no rule, condition or kind names.
    fn idle_background(&self) -> Option<usize> {
        let names = &self.written.names;
        let Meaning::Object(background) = names.meaning("background")? else { return None };
        let layer = names.layer(*background);
        let alone = (0..self.objects.len()).filter(|object| names.layer(*object) == layer).count() == 1;
        let in_rules =
            self.lines().flat_map(|s| terms(&s.left).chain(terms(&s.right))).any(|term| match &term.name {
                Name::Object(object) => object == background,
                Name::Any(_, objects) => objects.contains(background),
            });
        let has = |meaning: &Meaning| match meaning {
            Meaning::Object(object) => object == background,
            Meaning::All(objects) | Meaning::Any(_, objects) => objects.contains(background),
        };
        let named = self.written.conditions.iter().flat_map(|(_, what, on)| std::iter::once(what).chain(on));
        (alone && !in_rules && !named.chain(&self.written.player).any(has)).then_some(*background)
    }

    fn object(&self, object: usize) -> &str {
        self.objects.get(object).map_or("", |name| name)
    }

    fn meaning(&self, meaning: &Meaning) -> String {
        match meaning {
            Meaning::Object(object) => self.object(*object).to_owned(),
            several => {
                let name = self.kind_of(several).and_then(|name| self.kinds.get(&name));
                name.map_or_else(String::new, |kind| kind.0.clone())
            }
        }
    }

    fn text(mut self) -> String {
        let mut text = String::new();
        let or = |text: &str, other: &str| if text.is_empty() { other.to_owned() } else { text.to_owned() };
        let _ = write!(text, "edition 2\n//! Imported from PuzzleScript: {}", or(&self.game.title, "a game"));
        let by =
            if self.game.author.is_empty() { String::new() } else { format!(", by {}", self.game.author) };
        let _ = writeln!(text, "{by}.\n");
        self.pieces(&mut text);
        let marks = self.marks(&mut text);
        let lists = self.rules(&mut text);
        self.puzzles(&mut text, &marks, &lists);
        text
    }

    fn pieces(&self, text: &mut String) {
        let names = &self.written.names;
        let numbers: BTreeSet<usize> = (0..self.objects.len())
            .filter(|object| Some(*object) != self.dropped)
            .map(|object| names.layer(object))
            .collect();
        let first = usize::from(numbers.len() < 2) + 1;
        for (number, name) in self.objects.iter().enumerate() {
            if Some(number) == self.dropped {
                continue;
            }
            let layer = first + numbers.iter().position(|layer| *layer == names.layer(number)).unwrap_or(0);
            let place = match layer {
                1 => "floor".to_owned(),
                2 => String::new(),
                _ => format!("layer {layer}"),
            };
            let look = names.declared().get(number).map_or_else(String::new, looks::sprite);
            let _ = match (place.is_empty(), look.is_empty()) {
                (true, true) => writeln!(text, "piece {name}"),
                (false, true) => writeln!(text, "piece {name} {{ {place} }}"),
                (true, false) => writeln!(text, "piece {name} {{\n{look}}}"),
                (false, false) => writeln!(text, "piece {name} {{\n    {place}\n{look}}}"),
            };
        }
        for (name, meaning) in self.kinds.values() {
            let (joint, objects) = match meaning {
                Meaning::All(objects) => (" and ", objects.as_slice()),
                Meaning::Any(_, objects) => (" or ", objects.as_slice()),
                Meaning::Object(object) => ("", std::slice::from_ref(object)),
            };
            let objects: Vec<&str> = objects.iter().map(|object| self.object(*object)).collect();
            let _ = writeln!(text, "kind {name} = {}", objects.join(joint));
        }
        text.push('\n');
    }

    /// The legend: a mark for each content of a cell, `.` for nothing.
    fn marks(&self, text: &mut String) -> BTreeMap<Bits, char> {
        let number = |object: usize| self.written.names.number(object);
        let dropped = self.dropped.map(number);
        let bare = |cell: &Bits| Bits::of(cell.iter().filter(|object| Some(*object) != dropped));
        let mut marks: BTreeMap<Bits, char> = BTreeMap::new();
        let mut used: BTreeSet<char> = ['.', '?', '"', '\\', '/'].into();
        let mut spare = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{c0}'..='\u{2af}');
        let cells = self.game.levels().flat_map(|(_, level)| level.cells.clone());
        for cell in cells.collect::<BTreeSet<Bits>>() {
            let shown = bare(&cell);
            if shown.iter().next().is_none() || marks.contains_key(&shown) {
                continue;
            }
            let wanted = self.game.keys.iter().filter(|key| key.1 == cell || bare(&key.1) == shown);
            let plain = |c: &char| c.is_ascii_graphic() || c.is_alphanumeric();
            let mut wanted = wanted.map(|key| key.0).filter(plain).chain(&mut spare);
            let Some(mark) = wanted.find(|mark| !used.contains(mark)) else { continue };
            used.insert(mark);
            marks.insert(shown, mark);
        }
        let mut by_number: Vec<usize> = (0..self.objects.len()).collect();
        by_number.sort_by_key(|object| number(*object));
        let mut lines: Vec<(char, String)> = Vec::new();
        for (cell, mark) in &marks {
            let mut names: Vec<&str> =
                cell.iter().filter_map(|n| by_number.get(n)).map(|object| self.object(*object)).collect();
            names.reverse();
            lines.push((*mark, names.join(" on ")));
        }
        lines.sort();
        text.push_str("marks {\n");
        for (mark, names) in lines {
            let _ = writeln!(text, "    \"{mark}\" = {names};");
        }
        text.push_str("}\n\n");
        // By the whole content of a cell.
        let all = self.game.levels().flat_map(|(_, level)| level.cells.clone());
        all.map(|cell| (marks.get(&bare(&cell)).copied().unwrap_or('.'), cell))
            .map(|(mark, cell)| (cell, mark))
            .collect()
    }

    /// The rules, and their names before the movement and after it.
    fn rules(&mut self, text: &mut String) -> [Vec<String>; 2] {
        let mut lists: [Vec<String>; 2] = Default::default();
        let blocks = std::mem::take(&mut self.blocks);
        for ((blocks, list), name) in blocks.iter().zip(&mut lists).zip(["turn", "settle"]) {
            for block in blocks {
                let name = self.free(name);
                let _ = writeln!(text, "rule {name} {{");
                if block.loops {
                    text.push_str("    repeat\n");
                }
                for line in &block.lines {
                    let _ = writeln!(text, "    {}", self.line(line));
                }
                text.push_str("}\n\n");
                list.push(name);
            }
        }
        lists
    }

    fn line(&self, line: &Line<'_>) -> String {
        let source = line.source;
        let words =
            [("also ", line.also), ("rigid ", source.rigid), ("random ", source.random && !line.also)];
        let words: String = words.iter().filter(|word| word.1).map(|word| word.0).collect();
        let mut parts = Vec::new();
        if !source.right.is_empty() {
            parts.push(self.side(&source.right, Some(&source.left)));
        }
        for command in &source.commands {
            parts.push(match command {
                Command::Cancel => "cancel".to_owned(),
                Command::Restart => "restart".to_owned(),
                Command::Win => "win".to_owned(),
                Command::Checkpoint => "checkpoint".to_owned(),
                Command::Again => "again".to_owned(),
                Command::Message(text) => format!("message {}", quoted(text)),
            });
        }
        if parts.is_empty() {
            // A sound: it changes nothing.
            parts.push(self.side(&source.left, Some(&source.left)));
        }
        let mut text = format!("{words}{} -> {}", self.side(&source.left, None), parts.join(", "));
        let directions: Vec<&str> = source.directions.iter().map(|direction| direction.word()).collect();
        if !directions.is_empty() {
            let _ = write!(text, " along {}", directions.join(" or "));
        }
        text
    }

    fn side(&self, side: &Side, left: Option<&Side>) -> String {
        let rows = side.iter().enumerate().map(|(r, row)| {
            let cells = row.iter().enumerate().map(|(c, cell)| {
                let beside =
                    left.map(|left| left.get(r).and_then(|row| row.get(c)).map_or(&[][..], Cell::terms));
                self.cell(cell, beside)
            });
            format!("[ {} ]", cells.collect::<Vec<_>>().join(" | "))
        });
        rows.collect::<Vec<_>>().join(" ")
    }

    fn cell(&self, cell: &Cell, left: Option<&[Term]>) -> String {
        match cell {
            Cell::Gap => "..".to_owned(),
            Cell::Terms(terms) if terms.is_empty() => {
                let named = left.is_some_and(|left| left.iter().any(|term| term.mark != Mark::No));
                if named { "empty" } else { "?" }.to_owned()
            }
            Cell::Terms(terms) => terms.iter().map(|term| self.term(term)).collect::<Vec<_>>().join(" and "),
        }
    }

    fn term(&self, term: &Term) -> String {
        let name = match &term.name {
            Name::Object(object) => self.object(*object),
            Name::Any(name, _) => self.kinds.get(name).map_or("", |kind| &kind.0),
        };
        format!("{}{name}", mark(term.mark))
    }

    fn puzzles(&self, text: &mut String, marks: &BTreeMap<Bits, char>, [rules, then]: &[Vec<String>; 2]) {
        let mut before: Vec<&str> = Vec::new();
        let count = self.game.levels().count();
        let mut number = 0;
        for (at, entry) in self.game.entries.iter().enumerate() {
            let level = match entry {
                Entry::Message(message) => {
                    before.push(message);
                    continue;
                }
                Entry::Level(level) => level,
            };
            number += 1;
            let _ = writeln!(text, "puzzle {} {{", level.name);
            if !self.game.title.is_empty() {
                let _ = writeln!(text, "    title {}", quoted(&self.game.title));
            }
            for message in before.drain(..) {
                let _ = writeln!(text, "    message {}", quoted(message));
            }
            let _ = writeln!(text, "    {}", self.keys());
            for (word, list) in [("rules", rules), ("then", then)] {
                if !list.is_empty() {
                    let _ = writeln!(text, "    {word} {}", list.join(", "));
                }
            }
            text.push_str("    start \"\"\"\n");
            for y in 0..level.height {
                let row = (0..level.width).map(|x| mark_of(level, marks, x, y));
                let _ = writeln!(text, "        {}", row.collect::<Vec<_>>().join(" "));
            }
            text.push_str("    \"\"\"\n");
            if let Some(goal) = self.goal() {
                let _ = writeln!(text, "    goal {goal}");
            }
            if number == count {
                for entry in self.game.entries.get(at + 1..).unwrap_or(&[]) {
                    if let Entry::Message(message) = entry {
                        let _ = writeln!(text, "    message after {}", quoted(message));
                    }
                }
            }
            text.push_str("}\n\n");
        }
        let end = text.trim_end().len();
        text.truncate(end + 1);
    }

    fn keys(&self) -> String {
        let settings: &game::Settings = &self.game.settings;
        let words = [
            ("action", !settings.noaction),
            ("wait", settings.realtime),
            ("start", settings.run_rules_on_level_start),
            ("no undo", settings.noundo),
            ("no restart", settings.norestart),
        ];
        let mut keys = String::from("keys up, down, left, right");
        for (word, _) in words.iter().filter(|word| word.1) {
            let _ = write!(keys, ", {word}");
        }
        let player = self.written.player.as_ref().map_or_else(String::new, |player| self.meaning(player));
        let or = if settings.require_player_movement { " or cancel" } else { "" };
        format!("{keys} move {player}{or}")
    }

    fn goal(&self) -> Option<String> {
        let conditions = self.written.conditions.iter().map(|(quantifier, what, on)| {
            let what = self.meaning(what);
            let (word, on) = match (quantifier, on) {
                // It always holds.
                (Quantifier::All, None) => ("all", Some(what.clone())),
                (Quantifier::All, Some(on)) => ("all", Some(self.meaning(on))),
                (Quantifier::Some, on) => ("some", on.as_ref().map(|on| self.meaning(on))),
                (Quantifier::No, on) => ("no", on.as_ref().map(|on| self.meaning(on))),
            };
            format!("{word} {what}{}", on.map_or_else(String::new, |on| format!(" on {on}")))
        });
        let goal = conditions.collect::<Vec<_>>().join(" and ");
        (!goal.is_empty()).then_some(goal)
    }
}

fn mark_of(level: &Level, marks: &BTreeMap<Bits, char>, x: usize, y: usize) -> String {
    let cell = level.cells.get(x * level.height + y);
    cell.and_then(|cell| marks.get(cell)).map_or_else(|| ".".to_owned(), char::to_string)
}

/// The blocks of lines that stand for a rule at all.
fn blocks<'g>(reader: &mut Reader, written: &'g Written) -> [Vec<Block<'g>>; 2] {
    let names: &Names = &written.names;
    let mut blocks: [Vec<Block<'g>>; 2] = Default::default();
    blocks.iter_mut().for_each(|pass| pass.push(Block::default()));
    let mut open = [false; 2];
    for step in &written.steps {
        match step {
            Step::Loop(starts, _) => {
                open = [false; 2];
                blocks.iter_mut().for_each(|pass| pass.push(Block { loops: *starts, lines: Vec::new() }));
            }
            Step::Rule(source) => {
                if !source.joined {
                    open = [false; 2];
                }
                // What is left out has been said when the game was read.
                let said = reader.diagnostics.len();
                let stands = !reader.plain(names, source).is_empty();
                reader.diagnostics.truncate(said);
                let pass = usize::from(source.late);
                let (Some(pass), Some(open)) = (blocks.get_mut(pass), open.get_mut(pass)) else { continue };
                if let (true, Some(block)) = (stands, pass.last_mut()) {
                    block.lines.push(Line { source, also: std::mem::replace(open, true) });
                }
            }
        }
    }
    blocks.iter_mut().for_each(|pass| pass.retain(|block| !block.lines.is_empty()));
    blocks
}
