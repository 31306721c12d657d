//! A turn and the turns that follow it.

use std::collections::BTreeSet;

use crate::cells::Board;
use crate::rewrite::Scene;
use crate::rules::{Group, Rule};
use crate::text::{Game, Item, Sense};
use puzzlec_base::{Budget, Limit, Progress};

/// Letters for keys; hexagons have those of a block of digits.
const LETTERS: [(char, &str); 10] = [
    ('U', "up"),
    ('D', "down"),
    ('L', "left"),
    ('R', "right"),
    ('9', "up-right"),
    ('7', "up-left"),
    ('1', "down-left"),
    ('3', "down-right"),
    ('X', "action"),
    ('T', "wait"),
];

/// The letter of a key.
pub(crate) fn letter(word: &str) -> Option<char> {
    LETTERS.iter().find(|known| known.1 == word).map(|known| known.0)
}

/// What chance draws: all outcomes, one after another.
#[derive(Clone, Debug, Default)]
pub struct Draws {
    /// Each draw with the number of its outcomes.
    made: Vec<(usize, usize)>,
    at: usize,
}

impl Draws {
    pub(crate) fn draw(&mut self, of: usize) -> usize {
        if of < 2 {
            return 0;
        }
        if self.at == self.made.len() {
            self.made.push((0, of));
        }
        self.at += 1;
        self.made.get(self.at - 1).map_or(0, |made| made.0)
    }

    /// Whether something with more than one outcome was drawn.
    pub fn drew(&self) -> bool {
        !self.made.is_empty()
    }

    /// Begins the next outcome; false if there is none.
    pub fn next_outcome(&mut self) -> bool {
        self.at = 0;
        while let Some((choice, of)) = self.made.pop() {
            if choice + 1 < of {
                self.made.push((choice + 1, of));
                return true;
            }
        }
        false
    }
}

/// Between two keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    /// The board.
    pub board: Board,
    /// The restart point.
    pub restart: Board,
}

/// What a key did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pressed {
    /// Whether the level is won.
    pub won: bool,
    /// Whether the chain of turns after it has no end.
    pub endless: bool,
}

/// The end of one turn.
enum End {
    Over,
    Again,
    Won,
}

/// What rules have queued.
#[derive(Clone, Debug, Default)]
struct Queued(Vec<String>);

impl Queued {
    fn has(&self, command: &str) -> bool {
        self.0.iter().any(|known| known == command)
    }

    fn add(&mut self, rule: &Rule) {
        let cancels = rule.commands.iter().any(|c| c == "cancel");
        if self.has("cancel") || (self.has("restart") && !cancels) {
            return;
        }
        if cancels || rule.commands.iter().any(|c| c == "restart") {
            self.0.clear();
        }
        self.0.extend(rule.commands.iter().cloned());
    }
}

impl Game {
    /// A level as drawn.
    pub fn drawn(&self, entry: usize) -> Option<State> {
        match self.items.get(entry)? {
            Item::Board(board) => Some(State { board: board.clone(), restart: board.clone() }),
            Item::Message(_) => None,
        }
    }

    /// Whether a rule has a command.
    pub(crate) fn has_command(&self, command: &str) -> bool {
        let mut rules = self.groups.iter().chain(&self.late).flat_map(|group| &group.rules);
        rules.any(|rule| rule.commands.iter().any(|known| known == command))
    }

    fn set(&self, setting: &str) -> bool {
        self.settings.contains(setting)
    }

    /// The keys that make a turn, by their letters.
    pub fn keys(&self) -> Vec<char> {
        let mut keys: Vec<char> = self.layout.directions().iter().filter_map(|word| letter(word)).collect();
        keys.extend((!self.set("noaction")).then_some('X'));
        keys.extend(self.set("realtime_interval").then_some('T'));
        keys
    }

    /// Begins a level, or begins it again.
    ///
    /// # Errors
    /// A limit.
    pub fn begin(&self, state: &mut State, draws: &mut Draws, budget: &Budget) -> Result<Pressed, Limit> {
        state.board = state.restart.clone();
        let mut pressed = Pressed::default();
        if self.set("run_rules_on_level_start") {
            let end = self.turn(state, 'T', true, (draws, budget))?;
            self.follow(state, end, (draws, budget), &mut pressed)?;
        }
        Ok(pressed)
    }

    /// Presses a key.
    ///
    /// # Errors
    /// A limit.
    pub fn press(
        &self,
        state: &mut State,
        key: char,
        draws: &mut Draws,
        budget: &Budget,
    ) -> Result<Pressed, Limit> {
        let mut pressed = Pressed::default();
        if key == 'X' && self.set("noaction") {
            return Ok(pressed);
        }
        let end = self.turn(state, key, false, (draws, budget))?;
        self.follow(state, end, (draws, budget), &mut pressed)?;
        Ok(pressed)
    }

    fn follow(
        &self,
        state: &mut State,
        mut end: End,
        (draws, budget): (&mut Draws, &Budget),
        pressed: &mut Pressed,
    ) -> Result<(), Limit> {
        let mut ticks = 0;
        while let End::Again = end {
            ticks += 1;
            if ticks == 501 && self.never_ends(state.clone(), draws.clone(), budget)? {
                pressed.endless = true;
                return Ok(());
            }
            end = self.turn(state, 'T', false, (draws, budget))?;
        }
        pressed.won = matches!(end, End::Won);
        Ok(())
    }

    /// Whether turns without a key, and without anything drawn, lead to a state that they had before: one that takes two turns
    /// at a time meets one that takes one.
    fn never_ends(&self, mut slow: State, mut draws: Draws, budget: &Budget) -> Result<bool, Limit> {
        let drawn = draws.at;
        let mut fast = slow.clone();
        loop {
            for _ in 0..2 {
                let end = self.turn(&mut fast, 'T', false, (&mut draws, budget))?;
                if !matches!(end, End::Again) || draws.at != drawn {
                    return Ok(false);
                }
            }
            self.turn(&mut slow, 'T', false, (&mut draws, budget))?;
            if slow == fast {
                return Ok(true);
            }
        }
    }

    fn turn(
        &self,
        state: &mut State,
        key: char,
        begins: bool,
        (draws, budget): (&mut Draws, &Budget),
    ) -> Result<End, Limit> {
        let Some((mut board, mut queued)) = self.rules_run(&state.board, key, (draws, budget))? else {
            return Ok(End::Over);
        };
        if queued.has("cancel") {
            return Ok(End::Over);
        }
        let mut end = End::Over;
        if queued.has("restart") {
            board = state.restart.clone();
            if self.set("run_rules_on_level_start") && !begins {
                let mut fresh = State { board, restart: state.restart.clone() };
                end = self.turn(&mut fresh, 'T', true, (draws, budget))?;
                board = fresh.board;
                state.restart = fresh.restart;
                queued = Queued::default();
            }
        }
        let changed = board != state.board;
        state.board = board;
        if !begins && (queued.has("win") || self.won(&state.board)) {
            return Ok(End::Won);
        }
        if queued.has("checkpoint") {
            state.restart = state.board.clone();
        }
        if matches!(end, End::Again) || !changed || !queued.has("again") {
            return Ok(end);
        }
        // Only if the next tick would do something.
        let trial = self.rules_run(&state.board, 'T', (draws, budget))?;
        let does = trial.is_some_and(|(board, queued)| {
            !queued.has("cancel") && (board != state.board || queued.has("win") || queued.has("restart"))
        });
        Ok(if does { End::Again } else { End::Over })
    }

    /// Rules, movement, late rules; none if the turn is taken back because no player moved.
    fn rules_run(
        &self,
        board: &Board,
        key: char,
        (draws, budget): (&mut Draws, &Budget),
    ) -> Result<Option<(Board, Queued)>, Limit> {
        let player = self.player.clone().unwrap_or(Sense::OneOf(Vec::new()));
        let mark = LETTERS.iter().find(|known| known.0 == key && key != 'T').map_or("", |known| known.1);
        let mut begin = Scene { board: board.clone(), ..Scene::default() };
        let mut players = Vec::new();
        for (place, cell) in board.cells.iter().enumerate() {
            if !mark.is_empty() && player.is_in(cell) {
                players.push(place);
                for (layer, _) in cell.iter().filter(|(_, object)| player.objects().contains(object)) {
                    begin.marks.insert((place, *layer), mark.into());
                }
            }
        }
        let mut banned = BTreeSet::new();
        let (mut scene, mut queued) = (begin.clone(), Queued::default());
        for _ in 0..50 {
            self.pass(&self.groups, &banned, &mut scene, &mut queued, (draws, budget))?;
            let failed = scene.movement(&self.layout);
            let known = banned.len();
            banned.extend(failed);
            if banned.len() == known {
                break;
            }
            scene = begin.clone();
            queued = Queued::default();
        }
        self.pass(&self.late, &BTreeSet::new(), &mut scene, &mut queued, (draws, budget))?;
        let stays = |place: &usize| scene.board.cells.get(*place).is_some_and(|cell| player.is_in(cell));
        if self.set("require_player_movement") && !players.is_empty() && players.iter().all(stays) {
            return Ok(None);
        }
        Ok(Some((scene.board, queued)))
    }

    fn pass(
        &self,
        groups: &[Group],
        banned: &BTreeSet<usize>,
        scene: &mut Scene,
        queued: &mut Queued,
        (draws, budget): (&mut Draws, &Budget),
    ) -> Result<(), Limit> {
        let (mut number, mut returns, mut changed) = (0, 0, false);
        while let Some(group) = groups.get(number) {
            if !banned.contains(&number) {
                changed |= self.group(group, number, scene, queued, (draws, budget))?;
            }
            match group.back {
                Some(back) if changed => {
                    (number, changed, returns) = (back, false, returns + 1);
                    if returns > 200 {
                        break;
                    }
                }
                _ => number += 1,
            }
        }
        Ok(())
    }

    fn group(
        &self,
        group: &Group,
        number: usize,
        scene: &mut Scene,
        queued: &mut Queued,
        (draws, budget): (&mut Draws, &Budget),
    ) -> Result<bool, Limit> {
        if group.random {
            let mut all = Vec::new();
            for rule in &group.rules {
                all.push((rule, scene.lies_of(self, rule, budget)?));
            }
            let mut chosen =
                draws.draw(all.iter().map(|(_, lies)| lies.len()).fold(0, usize::saturating_add));
            for (rule, lies) in all {
                if let Some(later) = chosen.checked_sub(lies.len()) {
                    chosen = later;
                    continue;
                }
                queued.add(rule);
                return Ok(scene.write(self, rule, &lies.get(chosen), number, draws));
            }
            return Ok(false);
        }
        let mut ever = false;
        for _ in 0..200 {
            let mut changed = false;
            for rule in &group.rules {
                let lies = scene.lies_of(self, rule, budget)?;
                for at in 0..lies.len() {
                    if at % 4096 == 4095 {
                        budget.poll(&Progress::default())?;
                    }
                    let lie = lies.get(at);
                    if at == 0 || scene.lies(self, rule, &lie) {
                        changed |= scene.write(self, rule, &lie, number, draws);
                    }
                }
                if lies.len() > 0 {
                    queued.add(rule);
                }
            }
            ever |= changed;
            if !changed {
                break;
            }
        }
        Ok(ever)
    }

    /// Whether all conditions hold; a game without one is never won by them.
    pub(crate) fn won(&self, board: &Board) -> bool {
        !self.conditions.is_empty()
            && self.conditions.iter().all(|(how, what, on)| {
                let mut cells = board.cells.iter().filter(|cell| what.is_in(cell));
                let on = |cell: &&crate::Cell| on.as_ref().is_none_or(|on| on.is_in(cell));
                match &**how {
                    "all" => cells.all(|cell| on(&cell)),
                    "no" => !cells.any(|cell| on(&cell)),
                    _ => cells.any(|cell| on(&cell)),
                }
            })
    }
}
