//! Certificates: plans, and sets of boards that no key leaves.

use std::collections::{BTreeSet, HashMap};

use puzzlec_base::words::counted;
use puzzlec_base::{Budget, Limit, Progress};
use serde::{Deserialize, Serialize};

use crate::cells::{Board, Cell};
use crate::keys::read_keys;
use crate::text::{Game, Item, is_game, read};
use crate::turn::{Draws, Pressed, State, letter};

/// What the field `format` of a certificate says.
pub const FORMAT: &str = "puzzlec-world-certificate";

/// What a certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The keys win, and fewer do not.
    Least,
    /// The keys win.
    Solved,
    /// No keys win.
    Unsolvable,
}

/// A certificate of a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// 1.
    pub version: u32,
    /// The level: `level1` is the first board.
    pub puzzle: String,
    /// What it proves.
    pub claim: Claim,
    /// The keys of a plan: directions such as `up`, `action`, and `wait` for a tick.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<String>,
    /// The contents of cells, each the names of its objects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Vec<String>>,
    /// The boards that are seen for the first time after 0, 1, 2, … keys. A board is a text of equally many characters for
    /// each cell, row by row: the place of its content among `cells` with the digits 0-9, A-Z, a-z. In a game
    /// with the commands `checkpoint` and `restart`, the restart point follows it as a second board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<Vec<String>>,
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq)]
pub enum Rejected {
    /// It does not prove its claim.
    Wrong(String),
    /// A limit came first.
    Limit(Limit),
}

impl From<Limit> for Rejected {
    fn from(limit: Limit) -> Self {
        Rejected::Limit(limit)
    }
}

fn wrong(why: impl Into<String>) -> Rejected {
    Rejected::Wrong(why.into())
}

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// States of a plan with chance.
const MOST_STATES: usize = 100_000;

/// The characters for a number below a limit.
fn digits(mut number: usize, of: usize) -> String {
    let mut text = Vec::new();
    for _ in 0..width(of) {
        text.push(DIGITS.get(number % 62).copied().unwrap_or(b'?'));
        number /= 62;
    }
    text.reverse();
    String::from_utf8_lossy(&text).into_owned()
}

/// Characters for a cell.
fn width(of: usize) -> usize {
    let mut width = 1;
    let mut most = 62;
    while most < of {
        width += 1;
        most *= 62;
    }
    width
}

/// Checks a certificate of a game. What it proves, in words.
///
/// # Errors
/// Why it is not accepted.
pub fn verify(text: &str, certificate: &Certificate, budget: &Budget) -> Result<String, Rejected> {
    if certificate.format != FORMAT || certificate.version != 1 {
        return Err(wrong("its format is not known"));
    }
    let keyed = !is_game(text);
    let game = if keyed { read_keys(text, &certificate.puzzle) } else { read(text) };
    let game = game.map_err(|why| wrong(format!("the game is not understood: {why}")))?;
    let number = certificate.puzzle.strip_prefix("level").and_then(|n| n.parse::<usize>().ok());
    let number = if keyed { Some(1) } else { number };
    let mut boards = (0..game.items.len()).filter(|at| matches!(game.items.get(*at), Some(Item::Board(_))));
    let level = number.and_then(|n| boards.nth(n.checked_sub(1)?));
    let start = level.and_then(|level| game.drawn(level));
    let start = start.ok_or_else(|| wrong(format!("the game has no level `{}`", certificate.puzzle)))?;
    let checker = Checker { game: &game, start, budget };
    let length = counted(certificate.keys.len() as u64, "keys");
    match certificate.claim {
        Claim::Solved => {
            let chance = checker.replay(&certificate.keys)?;
            Ok(format!("a solution of {length}{chance}"))
        }
        Claim::Least => {
            let chance = checker.replay(&certificate.keys)?;
            if certificate.levels.len() + 1 != certificate.keys.len().max(1) {
                return Err(wrong("the boards of all shorter plans are needed"));
            }
            if !certificate.keys.is_empty() {
                checker.boards(certificate, false)?;
            }
            Ok(format!("a solution of {length}{chance}, and none is shorter"))
        }
        Claim::Unsolvable => {
            let count = checker.boards(certificate, true)?;
            let positions = counted(count as u64, "positions");
            Ok(format!("there is no solution: {positions} can be reached, and no key wins in any of them"))
        }
    }
}

/// Replays a plan of a level; whether it wins.
///
/// # Errors
/// The game or a key is not understood.
pub fn replay(text: &str, puzzle: &str, keys: &[String], budget: &Budget) -> Result<(), Rejected> {
    let certificate = Certificate {
        format: FORMAT.into(),
        version: 1,
        puzzle: puzzle.into(),
        claim: Claim::Solved,
        keys: keys.to_vec(),
        cells: Vec::new(),
        levels: Vec::new(),
    };
    verify(text, &certificate, budget).map(|_| ())
}

struct Checker<'a> {
    game: &'a Game,
    start: State,
    budget: &'a Budget,
}

impl Checker<'_> {
    /// All outcomes of a key, or of the begin of the level, and whether anything was drawn.
    fn outcomes(&self, state: &State, key: Option<char>) -> Result<(Vec<(State, Pressed)>, bool), Rejected> {
        let mut all = Vec::new();
        let mut draws = Draws::default();
        loop {
            let mut state = state.clone();
            let pressed = match key {
                Some(key) => self.game.press(&mut state, key, &mut draws, self.budget)?,
                None => self.game.begin(&mut state, &mut draws, self.budget)?,
            };
            all.push((state, pressed));
            let drew = draws.drew();
            if !draws.next_outcome() {
                return Ok((all, drew));
            }
            self.poll(all.len())?;
            if all.len() > MOST_STATES {
                return Err(wrong("chance has too many outcomes"));
            }
        }
    }

    fn poll(&self, count: usize) -> Result<(), Limit> {
        self.budget.poll(&Progress { states: count as u64, ..Progress::default() })
    }

    /// Replays keys. In a game with chance they are to win for some outcome; this is then said.
    fn replay(&self, keys: &[String]) -> Result<&'static str, Rejected> {
        let (begun, mut chance) = self.outcomes(&self.start, None)?;
        let mut states = BTreeSet::new();
        let mut won = false;
        for (state, pressed) in begun {
            won |= pressed.won;
            if !pressed.won && !pressed.endless {
                states.insert(state);
            }
        }
        for (number, word) in keys.iter().enumerate() {
            if won && !chance {
                return Err(wrong(format!("the level is won before key {}", number + 1)));
            }
            let key = letter(word).filter(|key| self.game.keys().contains(key));
            let key = key.ok_or_else(|| wrong(format!("`{word}` is not a key of the game")))?;
            let mut next = BTreeSet::new();
            won = false;
            for state in &states {
                let (outcomes, drew) = self.outcomes(state, Some(key))?;
                chance |= drew;
                for (state, pressed) in outcomes {
                    won |= pressed.won;
                    if !pressed.won && !pressed.endless {
                        next.insert(state);
                    }
                }
                self.poll(next.len())?;
                if next.len() > MOST_STATES {
                    return Err(wrong("chance has too many outcomes"));
                }
            }
            states = next;
        }
        match (won, chance) {
            (true, true) => Ok(" with luck"),
            (true, false) => Ok(""),
            (false, _) => Err(wrong("the keys do not win")),
        }
    }

    /// Checks that no key wins on the boards, and that every key leads to a board of the list; without `closed` nothing is
    /// asked of what follows the last level. The number of boards.
    fn boards(&self, certificate: &Certificate, closed: bool) -> Result<usize, Rejected> {
        let coder = Coder::new(self.game, certificate, &self.start)?;
        let mut level_of: HashMap<&str, usize> = HashMap::new();
        for (number, level) in certificate.levels.iter().enumerate() {
            for board in level {
                level_of.entry(board).or_insert(number);
            }
        }
        let listed = |state: &State, latest: usize| {
            let text = coder.text(state);
            let level = text.and_then(|text| level_of.get(text.as_str()).copied());
            if level.is_some_and(|level| level <= latest) {
                Ok(())
            } else {
                Err(wrong("a key leads to a board that is missing in the list"))
            }
        };
        for (state, pressed) in self.outcomes(&self.start, None)?.0 {
            if pressed.won {
                return Err(wrong("the level is won at its start"));
            }
            // A plan of one key needs no boards; a list that no key leaves has the start.
            if !pressed.endless && (closed || !certificate.levels.is_empty()) {
                listed(&state, 0)?;
            }
        }
        let keys = self.game.keys();
        let last = certificate.levels.len();
        let mut count = 0;
        for (number, level) in certificate.levels.iter().enumerate() {
            for text in level {
                count += 1;
                self.poll(count)?;
                let state = coder.state(text)?;
                for key in &keys {
                    for (next, pressed) in self.outcomes(&state, Some(*key))?.0 {
                        if pressed.won {
                            return Err(wrong(format!("a board of level {number} is won by one more key")));
                        }
                        if !pressed.endless && (closed || number + 1 < last) {
                            listed(&next, if closed { last } else { number + 1 })?;
                        }
                    }
                }
            }
        }
        Ok(count)
    }
}

/// Boards as texts.
struct Coder {
    contents: Vec<Cell>,
    codes: HashMap<Cell, String>,
    width: usize,
    start: State,
    /// Whether the restart point can change and matters.
    restarts: bool,
}

impl Coder {
    fn new(game: &Game, certificate: &Certificate, start: &State) -> Result<Self, Rejected> {
        let mut contents = Vec::new();
        let mut codes = HashMap::new();
        for (number, names) in certificate.cells.iter().enumerate() {
            let mut cell = Cell::new();
            for name in names {
                let layer =
                    game.layer.get(name).ok_or_else(|| wrong(format!("there is no object `{name}`")))?;
                if cell.insert(*layer, name.clone()).is_some() {
                    return Err(wrong("two objects of one layer are in a cell"));
                }
            }
            codes.insert(cell.clone(), digits(number, certificate.cells.len()));
            contents.push(cell);
        }
        let restarts = game.has_command("checkpoint") && game.has_command("restart");
        Ok(Coder { contents, codes, width: width(certificate.cells.len()), start: start.clone(), restarts })
    }

    fn text(&self, state: &State) -> Option<String> {
        let mut text = String::new();
        let restart = state.restart.cells.iter().filter(|_| self.restarts);
        for cell in state.board.cells.iter().chain(restart) {
            text.push_str(self.codes.get(cell)?);
        }
        Some(text)
    }

    fn state(&self, text: &str) -> Result<State, Rejected> {
        let mut cells = Vec::new();
        for code in text.as_bytes().chunks(self.width) {
            let number = code.iter().try_fold(0, |number, digit| {
                Some(62 * number + DIGITS.iter().position(|known| known == digit)?)
            });
            let cell = number.and_then(|number| self.contents.get(number));
            cells.push(cell.cloned().ok_or_else(|| wrong("a board is not understood"))?);
        }
        let (width, height) = (self.start.board.width, self.start.board.height);
        let size = width * height;
        let restart = match self.restarts {
            true if cells.len() == 2 * size => Board { width, height, cells: cells.split_off(size) },
            false if cells.len() == size => self.start.restart.clone(),
            _ => return Err(wrong("a board has the wrong size")),
        };
        Ok(State { board: Board { width, height, cells }, restart })
    }
}
