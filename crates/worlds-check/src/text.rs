//! The text of a game.

use std::collections::{BTreeMap, BTreeSet};

use crate::cells::{Board, Cell, Layout};
use crate::rules::{Group, group_lines};

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Sense {
    /// All of these objects in one cell.
    Every(Vec<String>),
    /// One of these objects.
    OneOf(Vec<String>),
}

impl Sense {
    pub(crate) fn objects(&self) -> &[String] {
        match self {
            Sense::Every(objects) | Sense::OneOf(objects) => objects,
        }
    }

    /// Whether a cell has it.
    pub(crate) fn is_in(&self, cell: &Cell) -> bool {
        let has = |name: &String| cell.values().any(|object| object == name);
        match self {
            Sense::Every(objects) => objects.iter().all(has),
            Sense::OneOf(objects) => objects.iter().any(has),
        }
    }
}

/// An entry of the list of levels.
#[derive(Clone, Debug)]
pub enum Item {
    /// A text.
    Message(String),
    /// A board as drawn.
    Board(Board),
}

/// A game as it is written.
#[derive(Clone, Debug, Default)]
pub struct Game {
    pub(crate) settings: BTreeSet<String>,
    /// The layer of each object.
    pub(crate) layer: BTreeMap<String, usize>,
    /// What the keys move.
    pub(crate) player: Option<Sense>,
    /// Every name; aliases are resolved by `alias` first.
    pub(crate) sense: BTreeMap<String, Sense>,
    pub(crate) alias: BTreeMap<String, String>,
    pub(crate) groups: Vec<Group>,
    pub(crate) late: Vec<Group>,
    /// How the cells of its boards lie.
    pub(crate) layout: Layout,
    /// Quantifier, what, and on what.
    pub(crate) conditions: Vec<(String, Sense, Option<Sense>)>,
    /// Levels and messages.
    pub items: Vec<Item>,
}

const SECTIONS: [&str; 7] =
    ["objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels"];

/// Whether a text has the headings of PuzzleScript.
pub(crate) fn is_game(text: &str) -> bool {
    let has = |name: &str| text.lines().any(|line| line.trim().eq_ignore_ascii_case(name));
    has("objects") && has("collisionlayers")
}

/// Reads a game that `puzzlec` accepts.
///
/// # Errors
/// What is not understood.
pub fn read(text: &str) -> Result<Game, String> {
    let mut section = "";
    let mut lines: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut depth = 0;
    for line in text.lines() {
        let line = uncommented(line, &mut depth, section);
        let word = line.trim().to_lowercase();
        if word.starts_with('=') {
            continue;
        }
        match SECTIONS.iter().find(|name| **name == word) {
            Some(name) => section = name,
            None => lines.entry(section).or_default().push(line),
        }
    }
    let mut of = |name: &str| lines.remove(name).unwrap_or_default();
    let mut game = Game::default();
    for line in of("") {
        let line = line.to_lowercase();
        let mut words = line.split_whitespace();
        let Some(setting) = words.next() else { continue };
        let off = setting == "realtime_interval"
            && !words.next().is_some_and(|s| s.parse::<f64>().is_ok_and(|s| s > 0.0));
        if !off {
            game.settings.insert(setting.to_owned());
        }
    }
    game.objects(&of("objects"));
    for line in of("legend") {
        game.legend(&line.to_lowercase())?;
    }
    let mut number = 0;
    for line in of("collisionlayers") {
        let line = line.to_lowercase();
        let mut names = line.split([',', ' ', '\t', '\r']).filter(|name| !name.is_empty()).peekable();
        if names.peek().is_none() {
            continue;
        }
        for name in names {
            for object in game.find(name)?.objects().to_vec() {
                game.layer.insert(object, number);
            }
        }
        number += 1;
    }
    for line in of("winconditions") {
        let line = line.to_lowercase();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => {}
            [how, what] => game.conditions.push(((*how).into(), game.find(what)?, None)),
            [how, what, _, on] => {
                game.conditions.push(((*how).into(), game.find(what)?, Some(game.find(on)?)))
            }
            _ => return Err(format!("the condition `{line}`")),
        }
    }
    (game.groups, game.late) = group_lines(&game, &of("rules"))?;
    game.levels(&of("levels"))?;
    game.player = game.find("player").ok();
    Ok(game)
}

/// A line without comments: in a rule they end it, and the text of a message has none.
fn uncommented(line: &str, depth: &mut usize, section: &str) -> String {
    let mut kept = String::new();
    for (at, c) in line.char_indices() {
        let rest = line.get(at..).unwrap_or("");
        let starts = kept.is_empty() || kept.ends_with(char::is_whitespace);
        let word: String = rest.chars().take_while(|c| !c.is_whitespace()).collect();
        let is_text = match section {
            "levels" => kept.trim().is_empty(),
            "rules" => kept.contains("->"),
            _ => false,
        };
        if *depth == 0 && starts && is_text && word.eq_ignore_ascii_case("message") {
            return kept + rest;
        }
        match c {
            '(' => {
                if section == "rules" && *depth == 0 && !kept.trim().is_empty() {
                    // The rule ends here; the comment may go on.
                    for c in rest.chars() {
                        match c {
                            '(' => *depth += 1,
                            ')' => *depth = depth.saturating_sub(1),
                            _ => {}
                        }
                    }
                    return kept;
                }
                *depth += 1;
                kept.push(' ');
            }
            ')' if *depth > 0 => {
                *depth -= 1;
                kept.push(' ');
            }
            _ if *depth > 0 => kept.push(' '),
            _ => kept.push(c),
        }
    }
    kept
}

impl Game {
    /// The name without aliases.
    pub(crate) fn real<'a>(&'a self, name: &'a str) -> &'a str {
        self.alias.get(name).map_or(name, |name| name)
    }

    pub(crate) fn find(&self, name: &str) -> Result<Sense, String> {
        self.sense.get(self.real(name)).cloned().ok_or_else(|| format!("the name `{name}`"))
    }

    fn objects(&mut self, lines: &[String]) {
        let mut lines = lines.iter().map(|line| line.to_lowercase()).peekable();
        while let Some(line) = lines.next() {
            let mut words = line.split_whitespace();
            let Some(name) = words.next() else { continue };
            self.sense.insert(name.into(), Sense::OneOf(vec![name.into()]));
            self.alias.extend(words.map(|word| (word.into(), name.into())));
            lines.next_if(|line| !line.trim().is_empty());
            let drawn = |line: &String| {
                let line = line.trim();
                !line.is_empty() && line.chars().all(|c| c == '.' || c.is_ascii_digit())
            };
            for _ in 0..5 {
                lines.next_if(drawn);
            }
        }
    }

    fn legend(&mut self, line: &str) -> Result<(), String> {
        let Some(key) = line.split_whitespace().next() else { return Ok(()) };
        let at = line.char_indices().skip(1).find(|(_, c)| *c == '=').map(|found| found.0);
        let (key, rest) = match at.and_then(|at| line.split_at_checked(at)) {
            Some((key, rest)) => (key.trim().to_owned(), rest.trim_start_matches('=')),
            None => return Err(format!("the legend of `{key}`")),
        };
        let words: Vec<&str> = rest.split_whitespace().collect();
        if let [name] = words.as_slice() {
            let name = self.real(name).to_owned();
            self.find(&name)?;
            self.alias.insert(key, name);
            return Ok(());
        }
        let mut objects: Vec<String> = Vec::new();
        for word in words.iter().step_by(2) {
            for object in self.find(word)?.objects() {
                if !objects.contains(object) {
                    objects.push(object.clone());
                }
            }
        }
        let sense = if words.get(1) == Some(&"or") { Sense::OneOf(objects) } else { Sense::Every(objects) };
        self.sense.insert(key, sense);
        Ok(())
    }

    fn levels(&mut self, lines: &[String]) -> Result<(), String> {
        let mut rows: Vec<Vec<char>> = Vec::new();
        for line in lines.iter().map(String::as_str).chain([""]) {
            let text = line.trim();
            let word = text.split_whitespace().next().unwrap_or("");
            let message = word.eq_ignore_ascii_case("message");
            if (message || text.is_empty()) && !rows.is_empty() {
                let board = self.board(&std::mem::take(&mut rows))?;
                self.items.push(Item::Board(board));
            }
            if message {
                self.items.push(Item::Message(text.get(word.len()..).unwrap_or("").trim().to_owned()));
            } else if !text.is_empty() {
                rows.push(text.chars().collect());
            }
        }
        Ok(())
    }

    fn board(&self, rows: &[Vec<char>]) -> Result<Board, String> {
        let width = rows.first().map_or(0, Vec::len);
        let mut board = Board { width, height: rows.len(), cells: Vec::new() };
        for row in rows {
            for x in 0..width {
                let key: String =
                    row.get(x).or(row.last()).into_iter().flat_map(|c| c.to_lowercase()).collect();
                let mut cell = Cell::new();
                for object in self.find(&key)?.objects() {
                    cell.insert(self.layer.get(object).copied().unwrap_or(0), object.clone());
                }
                board.cells.push(cell);
            }
        }
        let backgrounds = self.find("background")?;
        let first =
            |cell: &Cell| cell.values().find(|object| backgrounds.objects().contains(object)).cloned();
        let columns = (0..width).flat_map(|x| (0..rows.len()).map(move |y| y * width + x));
        let seen = columns.filter_map(|place| board.cells.get(place)).find_map(first);
        let fill = seen.or_else(|| backgrounds.objects().first().cloned()).unwrap_or_default();
        let layer = self.layer.get(&fill).copied().unwrap_or(0);
        for cell in &mut board.cells {
            if first(cell).is_none() {
                cell.insert(layer, fill.clone());
            }
        }
        Ok(board)
    }
}
