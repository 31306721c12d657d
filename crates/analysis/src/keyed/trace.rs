//! What each key of a play does: the board after it and, for authors of rules, each step of its turns.

use super::{KeyedFile, Stage, picture};
use puzzlec_base::Span;
use puzzlec_worlds::game::{Direction, Game, Rule};
use puzzlec_worlds::{Bits, Board, Draws, Event, Key, Step, World};

/// A play of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    /// The board at the start, row by row in the characters of levels.
    pub start: Vec<String>,
    /// The keys, up to the one that wins.
    pub keys: Vec<TracedKey>,
}

/// A key of a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedKey {
    /// The key.
    pub key: Key,
    /// Its steps, if they are wanted.
    pub steps: Vec<TracedStep>,
    /// The board after it.
    pub board: Vec<String>,
    /// The first message that it shows.
    pub message: Option<String>,
    /// Whether it wins.
    pub won: bool,
    /// Whether the board changed.
    pub changed: bool,
}

/// A step of the turns of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedStep {
    /// What happens, in words.
    pub what: String,
    /// The rule, if it is one.
    pub rule: Option<Span>,
    /// The board after it: for each cell its character and an arrow for a mark, `!` for the mark of `action`.
    pub board: Vec<String>,
}

/// Presses keys from the start of a level. What chance draws depends on the seed.
///
/// # Errors
/// The rules of a turn take too many steps, or the game has no such key; in words.
pub fn trace(
    file: &KeyedFile,
    (game, _, level): &Stage<'_>,
    keys: &[Key],
    rules: bool,
    seed: u64,
) -> Result<Traced, String> {
    let mut world = World::new(game, level);
    let (mut board, mut restart) = (world.drawn().clone(), world.drawn().clone());
    let mut draws = Draws::seeded(seed);
    world.begin(&mut board, &mut restart, &mut draws).map_err(|why| why.to_string())?;
    let mut traced = Traced { start: picture(game, &world, &board), keys: Vec::new() };
    let known: Vec<Key> = world.keys().collect();
    for key in keys {
        if !known.contains(key) {
            return Err(format!("the game has no key `{}`", key.word()));
        }
        let pressed = world.trace(&mut board, &mut restart, *key, &mut draws);
        let (turn, steps) = pressed.map_err(|why| why.to_string())?;
        let steps = if rules { traced_steps(file, game, &world, &steps) } else { Vec::new() };
        let (message, won, changed) = (turn.message, turn.won, turn.changed);
        let board = picture(game, &world, &board);
        traced.keys.push(TracedKey { key: *key, steps, board, message, won, changed });
        if won {
            break;
        }
    }
    Ok(traced)
}

/// Steps in words and pictures.
pub fn traced_steps(file: &KeyedFile, game: &Game, world: &World, steps: &[Step]) -> Vec<TracedStep> {
    let rules: Vec<&Rule> = game.all_rules().collect();
    let early: usize = game.rules.groups.iter().map(|group| group.rules.len()).sum();
    let mut traced = Vec::with_capacity(steps.len());
    for (number, step) in steps.iter().enumerate() {
        let mut rule = None;
        let what = match step.event {
            Event::Key(Key::Tick) if number > 0 => "a turn without a key follows".to_owned(),
            Event::Key(Key::Tick) => "a turn without a key".to_owned(),
            Event::Key(key) => format!("the key `{}` marks", key.word()),
            Event::Rule(place) => {
                let Some(found) = rules.get(place) else { continue };
                rule = Some(found.span);
                let late = if place < early { "" } else { ", after the movement" };
                let several =
                    rules.iter().any(|rule| rule.span == found.span && rule.direction != found.direction);
                format!("{}{late}: {}", place_of(file, found, several), text_of(file, found))
            }
            Event::Movement => "movement".to_owned(),
            Event::Rigid => {
                "what a rigid rule marked cannot move: the turn begins again without it".to_owned()
            }
            Event::Cancel => "`cancel` takes the turn back".to_owned(),
            Event::Unmoved => "the turn is taken back, because no player has left its cell".to_owned(),
            Event::Restart => "`restart`".to_owned(),
            Event::Checkpoint => "`checkpoint`".to_owned(),
            Event::Win => "won".to_owned(),
        };
        traced.push(TracedStep { what, rule, board: marked(game, world, &step.board, &step.marks) });
    }
    traced
}

/// The line of a rule, with its direction if the rule has several.
fn place_of(file: &KeyedFile, rule: &Rule, several: bool) -> String {
    let before = file.text.get(..rule.span.start as usize).unwrap_or("");
    let line = before.matches('\n').count() + 1;
    let word = rule.direction.word();
    if several { format!("line {line}, {word}") } else { format!("line {line}") }
}

fn text_of(file: &KeyedFile, rule: &Rule) -> String {
    let text = file.text.get(rule.span.range()).unwrap_or("");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A board with an arrow behind each cell that has a mark.
fn marked(game: &Game, world: &World, board: &Board, marks: &[Bits]) -> Vec<String> {
    let (_, height) = world.size();
    let mut rows = picture(game, world, board);
    let arrow = |set: &Bits| {
        let Some(mark) = set.iter().next() else { return ' ' };
        let shape = world.shape();
        match shape.directions().get(mark % shape.marks()) {
            Some(Direction::Up) => '^',
            Some(Direction::Down) => 'v',
            Some(Direction::Left) => '<',
            Some(Direction::Right) => '>',
            Some(Direction::UpRight) => '↗',
            Some(Direction::UpLeft) => '↖',
            Some(Direction::DownLeft) => '↙',
            Some(Direction::DownRight) => '↘',
            None => '!',
        }
    };
    for (y, row) in rows.iter_mut().enumerate() {
        let cells = marks.iter().skip(y).step_by(height.max(1));
        let marked: String = row.chars().zip(cells).flat_map(|(cell, set)| [cell, arrow(set)]).collect();
        *row = marked.trim_end().to_owned();
    }
    rows
}
