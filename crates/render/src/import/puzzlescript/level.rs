//! Levels as puzzles.

use std::collections::{BTreeMap, BTreeSet};

use super::game::{Amount, Condition, ScriptGame};
use crate::import::grid::{self, Grid};
use crate::import::lines::{Line, lost, wrong};
use crate::import::page::{Page, Puzzle};
use puzzlec_base::diag::Diagnostic;
use puzzlec_syntax::keywords::{Joint, KEYWORDS, Keyword, Place};

/// The names that the file gives to objects.
struct Words {
    /// By piece its name and mark.
    pieces: BTreeMap<String, (String, char)>,
    /// By other object that a condition names the letter of its places.
    places: BTreeMap<String, char>,
    walk: String,
    /// By push its rule.
    pushes: Vec<String>,
    /// The names of pieces, then of rules, with their items.
    items: Vec<(String, String)>,
}

pub(super) fn all(game: &ScriptGame<'_>, lines: &[Line<'_>], page: &mut Page, found: &mut Vec<Diagnostic>) {
    if let Err(wrong) = conditions(game) {
        found.push(*wrong);
        return;
    }
    let words = match write_items(game, lines, page) {
        Ok(words) => words,
        Err(wrong) => {
            found.push(*wrong);
            return;
        }
    };
    let mut rows: Vec<Line<'_>> = Vec::new();
    for line in lines.iter().map(Some).chain([None]) {
        if let Some(line) = line.filter(|line| !line.is_blank() && line.after("message").is_none()) {
            rows.push(*line);
            continue;
        }
        if let Some(message) = line.filter(|line| !line.is_blank()) {
            found.push(lost(message.whole(), "this message is not carried over"));
        }
        if !rows.is_empty() {
            if let Err(wrong) = puzzle(game, &words, &rows, page) {
                found.push(*wrong);
            }
            rows.clear();
        }
    }
    // No level may have an object, and so none its push.
    for (name, item) in words.items.iter().rev() {
        page.spare(name, item);
    }
}

/// Whether each condition is about pieces on places.
fn conditions(game: &ScriptGame<'_>) -> Result<(), Box<Diagnostic>> {
    for condition in &game.conditions {
        let Condition { these, on, line, .. } = condition;
        if let Some(wall) = these.iter().chain(on.iter().flatten()).find(|name| game.walls.contains(*name)) {
            let text = format!("`{wall}` never moves, so this condition says nothing about play");
            return Err(Box::new(wrong(line.whole(), text)));
        }
        let pieces = |names: &[String]| names.iter().filter(|name| game.is_piece(name)).count();
        let mixed = |names: &[String]| !matches!(pieces(names), 0) && pieces(names) != names.len();
        let fits = match on {
            Some(on) => (pieces(these) == 0) != (pieces(on) == 0) && !mixed(these) && !mixed(on),
            None => pieces(these) == these.len(),
        };
        if !fits {
            let text = "this condition is not about pushed objects on places";
            return Err(Box::new(wrong(line.whole(), text)));
        }
    }
    Ok(())
}

/// A name of an item like the name of an object.
fn identifier(object: &str, page: &mut Page) -> String {
    let mut name: String = object.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let read = [Place::Content, Place::Expression, Place::Goal, Place::Configuration, Place::Item];
    let taken = |word: &Keyword| {
        word.joints.contains(&Joint::Reserved) || read.iter().any(|p| word.places.contains(p))
    };
    let keyword = matches!(name.as_str(), "cell" | "direction")
        || KEYWORDS.iter().any(|keyword| keyword.word == name && taken(keyword));
    if keyword || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name = format!("the_{name}");
    }
    page.unique(name)
}

/// Writes the pieces and rules.
///
/// # Errors
/// More objects than there are marks for them.
fn write_items(game: &ScriptGame<'_>, lines: &[Line<'_>], page: &mut Page) -> Result<Words, Box<Diagnostic>> {
    let head = lines.iter().find(|line| !line.is_blank()).map(Line::whole).unwrap_or_default();
    let too_many = |number: usize, objects: &str| {
        let text = format!("the game has {number} {objects}, more than there are marks");
        Box::new(wrong(head, text))
    };
    let mut marks: BTreeSet<char> = BTreeSet::new();
    let (mut pieces, mut items) = (BTreeMap::new(), Vec::new());
    for object in std::iter::once(&game.player).chain(&game.pushed) {
        let means = |names: &&Vec<String>| names.as_slice() == std::slice::from_ref(object);
        let signs = game.legend.iter().filter(|(_, names)| means(names)).filter_map(|(sign, _)| {
            let mut all = sign.chars();
            all.next().filter(|c| all.next().is_none() && c.is_ascii_graphic())
        });
        let letters = object.chars().filter(char::is_ascii_alphabetic).chain('a'..='z').chain('0'..='9');
        let usual = std::iter::once('@').filter(|_| *object == game.player);
        let fits = |c: &char| {
            !matches!(c, '.' | '?' | '"' | '\\' | '#' | '}' | '/' | '|' | '-') && !marks.contains(c)
        };
        let mark = signs.chain(usual).chain(letters).map(|c| c.to_ascii_uppercase()).find(fits);
        let Some(mark) = mark else {
            return Err(too_many(1 + game.pushed.len(), "objects that move"));
        };
        marks.insert(mark);
        let name = identifier(object, page);
        let item = format!("piece {name} \"{mark}\"");
        page.item(item.clone());
        items.push((name.clone(), item));
        pieces.insert(object.clone(), (name, mark));
    }
    let player = pieces.get(&game.player).map_or("", |piece| &piece.0).to_owned();
    let walk = page.unique("walk".into());
    page.item(format!("rule {walk} {{ [ {player} | empty ] -> [ empty | {player} ] }}"));
    let mut pushes = Vec::new();
    for push in &game.pushes {
        let along = if push.directions.is_empty() {
            String::new()
        } else {
            format!(" along {}", push.directions.join(" or "))
        };
        let names = push.objects.iter().filter_map(|object| pieces.get(object));
        let patterns = names.map(|(name, _)| {
            format!("    [ {player} | {name} | empty ] -> [ empty | {player} | {name} ]{along}\n")
        });
        let patterns: String = patterns.collect();
        let name = page.unique("push".into());
        let item = format!("rule {name} {{\n{patterns}}}");
        page.item(item.clone());
        items.push((name.clone(), item));
        pushes.push(name);
    }
    let mut letters: BTreeSet<char> = BTreeSet::from(['c']);
    let mut places = BTreeMap::new();
    let named = game.conditions.iter().flat_map(|c| c.these.iter().chain(c.on.iter().flatten()));
    let named: BTreeSet<&String> = named.filter(|object| !game.is_piece(object)).collect();
    for condition in &game.conditions {
        for object in condition.these.iter().chain(condition.on.iter().flatten()) {
            if game.is_piece(object) || places.contains_key(object) {
                continue;
            }
            let own = object.chars().filter(char::is_ascii_alphabetic);
            let letter = own.chain('a'..='z').find(|c| !letters.contains(c));
            let Some(letter) = letter else {
                return Err(too_many(named.len(), "objects that win conditions name as places"));
            };
            letters.insert(letter);
            places.insert(object.clone(), letter);
        }
    }
    Ok(Words { pieces, places, walk, pushes, items })
}

fn puzzle(
    game: &ScriptGame<'_>,
    words: &Words,
    rows: &[Line<'_>],
    page: &mut Page,
) -> Result<(), Box<Diagnostic>> {
    let drawn = Grid::of_lines(rows)?;
    let head = rows.first().map(Line::whole).unwrap_or_default();
    let (mut board, mut start): (BTreeMap<grid::Place, char>, BTreeMap<grid::Place, char>) =
        Default::default();
    let mut players = 0;
    for (row, line) in rows.iter().enumerate() {
        let marks: Vec<char> = line.text.chars().collect();
        if marks.len() != drawn.width() {
            let text = format!("this row has {} marks, the longest one {}", marks.len(), drawn.width());
            return Err(Box::new(wrong(line.whole(), text)));
        }
        for (column, mark) in marks.iter().enumerate() {
            let sign = mark.to_lowercase().to_string();
            let objects = game.legend.get(&sign).ok_or_else(|| {
                Box::new(wrong(line.at(column), format!("the legend has no sign `{mark}`")))
            })?;
            if objects.iter().any(|object| game.walls.contains(object)) {
                continue;
            }
            let at = (row, column);
            let letters: Vec<char> = objects.iter().filter_map(|o| words.places.get(o)).copied().collect();
            if let [_, _, ..] = letters.as_slice() {
                return Err(Box::new(wrong(
                    line.at(column),
                    "two marked places on one cell cannot be imported",
                )));
            }
            board.insert(at, letters.first().copied().unwrap_or('.'));
            players += objects.iter().filter(|object| **object == game.player).count();
            let piece = objects.iter().find_map(|object| words.pieces.get(object));
            start.insert(at, piece.map_or('.', |(_, mark)| *mark));
        }
    }
    if players != 1 {
        let text = if players == 0 { "this level has no player" } else { "this level has several players" };
        return Err(Box::new(wrong(head, text)));
    }
    for (object, letter) in &words.places {
        if !board.values().any(|mark| mark == letter) {
            return Err(Box::new(wrong(head, format!("this level has no `{object}`"))));
        }
    }
    for Condition { amount, these, on, .. } in &game.conditions {
        let of = |marks: Vec<char>, all: &BTreeMap<grid::Place, char>| {
            all.values().filter(|mark| marks.contains(mark)).count()
        };
        let letters = these.iter().filter_map(|object| words.places.get(object)).copied().collect();
        let names = on.iter().flatten().filter_map(|object| words.pieces.get(object));
        let (places, pieces) = (of(letters, &board), of(names.map(|piece| piece.1).collect(), &start));
        if *amount == Amount::All && places > pieces {
            let text = format!(
                "this level can never be won: {places} places need an object, and there are {pieces}"
            );
            return Err(Box::new(wrong(head, text)));
        }
    }
    // Cells that no piece can reach and no condition names are left out.
    let open = Grid::new(
        (0..drawn.height())
            .map(|row| {
                (0..drawn.width()).map(|c| if board.contains_key(&(row, c)) { '.' } else { '#' }).collect()
            })
            .collect(),
    );
    let named = board.iter().filter(|(_, mark)| **mark != '.').map(|(at, _)| *at);
    let held = start.iter().filter(|(_, mark)| **mark != '.').map(|(at, _)| *at);
    let cells = open.flood(named.chain(held), |c| c == '#');
    let name = page.name("", "Level");
    let mut puzzle = Puzzle::default();
    let shown = |marks: &BTreeMap<grid::Place, char>| {
        open.redrawn(|at| marks.get(&at).copied().filter(|_| cells.contains(&at)))
    };
    puzzle.picture("board square", &shown(&board));
    // A push of objects that the level lacks could never happen.
    let held: BTreeSet<char> = start.values().copied().collect();
    let has = |object: &String| words.pieces.get(object).is_some_and(|piece| held.contains(&piece.1));
    let pushes = game.pushes.iter().zip(&words.pushes).filter(|(push, _)| push.objects.iter().any(has));
    let rules = std::iter::once(&words.walk).chain(pushes.map(|(_, rule)| rule));
    puzzle.state(format!("rules {}", rules.map(String::as_str).collect::<Vec<_>>().join(", ")));
    puzzle.picture("start", &shown(&start));
    let many = game.conditions.len() > 1;
    let tests: Vec<String> = game.conditions.iter().map(|condition| test(words, condition)).collect();
    let tests: Vec<String> =
        if many { tests.iter().map(|test| format!("({test})")).collect() } else { tests };
    puzzle.state(format!("goal where {}", tests.join(" and ")));
    page.puzzle(&name, &puzzle);
    Ok(())
}

/// A win condition as an expression.
fn test(words: &Words, condition: &Condition<'_>) -> String {
    let Condition { amount, these, on, .. } = condition;
    let both = || these.iter().chain(on.iter().flatten());
    let pieces: Vec<&str> =
        both().filter_map(|object| words.pieces.get(object)).map(|(name, _)| name.as_str()).collect();
    let places: Vec<String> =
        both().filter_map(|object| words.places.get(object)).map(char::to_string).collect();
    let counts = |over: &str| {
        let each = pieces.iter().map(|piece| format!("count({piece}{over})"));
        each.collect::<Vec<_>>().join(" + ")
    };
    let Some(on) = on else {
        let sign = if *amount == Amount::No { "== 0" } else { ">= 1" };
        return format!("{} {sign}", counts(""));
    };
    let is = |not: &str, join: &str| {
        let each = pieces.iter().map(|piece| format!("c is {not}{piece}"));
        each.collect::<Vec<_>>().join(join)
    };
    let on_places = on.iter().any(|object| words.places.contains_key(object));
    let over = |amount: &str, test: &str| {
        let each = places.iter().map(|place| format!("{amount} c in {place}: {test}"));
        each.collect::<Vec<_>>()
    };
    let joined = |tests: Vec<String>, join: &str| match tests.as_slice() {
        [one] => one.clone(),
        all => all.iter().map(|test| format!("({test})")).collect::<Vec<_>>().join(join),
    };
    match amount {
        Amount::All if on_places => {
            format!("all c in cells except {}: {}", places.join(" except "), is("not ", " and "))
        }
        Amount::All => joined(over("all", &is("", " or ")), " and "),
        Amount::Some => joined(over("any", &is("", " or ")), " or "),
        Amount::No => joined(over("all", &is("not ", " and ")), " and "),
    }
}
