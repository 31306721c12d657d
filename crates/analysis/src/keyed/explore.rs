//! All positions of a level: counted, level by level, and as a graph.

use std::collections::BTreeMap;

use super::{Stage, picture, stop_of};
use crate::{CountReport, ExploreReport, GraphReport, MoveReport, PositionReport};
use puzzlec_base::diag::Stop;
use puzzlec_search::{All, Count, Level, Moves, Number, Shortest};
use puzzlec_task::SearchContext;
use puzzlec_worlds::World;
use puzzlec_worlds::search::{Explored, Pressed, Reached, explore as search};

const CHANCE: &str = "every outcome of what is drawn by chance counts";
const ENDLESS: &str = "a key after which `again` never ends leads nowhere";

/// Counts of the positions while keys are pressed.
#[derive(Default)]
struct Tally {
    moves: Vec<Moves>,
    /// For each position the number of keys after which it was seen first, and the position before it.
    seen: Vec<(u32, u32)>,
    /// For each board that wins the number of keys.
    won: Vec<u32>,
    /// For each position the sequences of keys that lead to it, the shortest ones.
    ways: Vec<Number>,
    /// The position whose keys are pressed, and whether one of them has changed it.
    at: Option<(Pressed, bool)>,
    /// Sequences that win, the shortest ones and all, and those that end where no key changes anything.
    shortest: Option<Shortest>,
    solutions: Number,
    lost: Number,
    /// Whether some key leads to a position that is not further from the start.
    returns: bool,
    /// Whether some position can be reached from itself.
    cycle: bool,
    endless: bool,
    graph: Option<Vec<Pressed>>,
}

impl Tally {
    fn press(&mut self, key: Pressed) {
        if self.at.is_none_or(|(at, _)| at.from != key.from) {
            self.leave();
            self.at = Some((key, false));
            self.see(key.from, (key.level, key.from));
        }
        let here = Reached::Position(key.from);
        if let Some(graph) = &mut self.graph
            && !matches!(key.to, Reached::Endless)
            && key.to != here
        {
            graph.push(key);
        }
        if key.to == here {
            return;
        }
        self.at = self.at.map(|(at, _)| (at, true));
        let ways = self.ways.get(key.from as usize).copied().unwrap_or_default();
        let later = key.level + 1;
        let forward = match key.to {
            Reached::Endless => {
                self.endless = true;
                return;
            }
            Reached::Won(number) => {
                if self.won.len() == number as usize {
                    self.won.push(later);
                }
                self.solutions.add(ways);
                let shortest = self
                    .shortest
                    .get_or_insert(Shortest { length: u64::from(later), solutions: Number::default() });
                if shortest.length == u64::from(later) {
                    shortest.solutions.add(ways);
                }
                self.won.get(number as usize) == Some(&later)
            }
            Reached::Position(number) => {
                self.see(number, (later, key.from));
                let forward = self.seen.get(number as usize).is_some_and(|seen| seen.0 == later);
                if forward && let Some(known) = self.ways.get_mut(number as usize) {
                    known.add(ways);
                }
                if !forward {
                    self.returns = true;
                    self.cycle = self.cycle || self.is_before(number, key.from);
                }
                forward
            }
        };
        let level = match key.to {
            Reached::Position(number) => self.seen.get(number as usize).map_or(later, |seen| seen.0),
            Reached::Won(number) => self.won.get(number as usize).copied().unwrap_or(later),
            Reached::Endless => later,
        };
        self.at_level(key.level, |moves| {
            let slot = match () {
                () if forward => &mut moves.forward,
                () if level == key.level => &mut moves.within,
                () => &mut moves.back,
            };
            *slot += 1;
        });
    }

    /// Changes the numbers of a level.
    fn at_level(&mut self, level: u32, change: impl FnMut(&mut Moves)) {
        let level = level as usize;
        if self.moves.len() <= level {
            self.moves.resize(level + 1, Moves::default());
        }
        self.moves.get_mut(level).into_iter().for_each(change);
    }

    /// Notes a position that is new.
    fn see(&mut self, number: u32, (level, before): (u32, u32)) {
        if self.seen.len() <= number as usize {
            self.seen.resize(number as usize + 1, (level, before));
            let first = if level == 0 { Number::ONE } else { Number::default() };
            self.ways.resize(number as usize + 1, first);
        }
    }

    /// Whether a position is on the first way to another one.
    fn is_before(&self, number: u32, mut later: u32) -> bool {
        loop {
            if number == later {
                return true;
            }
            match self.seen.get(later as usize) {
                Some((level, before)) if *level > 0 && *before != later => later = *before,
                _ => return false,
            }
        }
    }

    /// Ends a position all of whose keys were pressed.
    fn leave(&mut self) {
        if let Some((at, false)) = self.at.take() {
            self.at_level(at.level, |moves| moves.stuck += 1);
            self.lost.add(self.ways.get(at.from as usize).copied().unwrap_or_default());
        }
    }
}

/// Presses all keys of a level.
fn tallied(
    (game, _, level): &Stage<'_>,
    depth: Option<u32>,
    graph: bool,
    context: &SearchContext,
) -> (Explored, Tally) {
    let mut tally = Tally { graph: graph.then(Vec::new), ..Tally::default() };
    let depth = depth.map(|depth| depth as usize);
    let found = search(game, level, depth, context.budget(), &mut |pressed| tally.press(pressed));
    if found.stopped.is_none() {
        tally.leave();
    }
    (found, tally)
}

/// The positions by the number of keys, and those that win among them; after a stop only of completed levels.
fn levels(found: &Explored, tally: &Tally) -> Vec<Level> {
    let mut levels: Vec<Level> =
        found.levels.iter().map(|count| Level { positions: *count as u64, ..Level::default() }).collect();
    let expanded = if found.complete { levels.len() } else { levels.len().saturating_sub(1) };
    for won in &tally.won {
        let won = *won as usize;
        if won > expanded {
            continue;
        }
        if levels.len() <= won {
            levels.resize(won + 1, Level::default());
        }
        if let Some(level) = levels.get_mut(won) {
            level.positions += 1;
            level.goals += 1;
        }
    }
    let count = levels.len();
    for (number, level) in levels.iter_mut().enumerate() {
        let known = number < expanded || (found.complete && number < count);
        level.moves = known.then(|| tally.moves.get(number).copied().unwrap_or_default());
    }
    levels
}

fn notes(found: &Explored, tally: &Tally) -> Vec<String> {
    let notes = [(found.chance, CHANCE), (tally.endless, ENDLESS)];
    notes.into_iter().filter(|note| note.0).map(|note| note.1.to_owned()).collect()
}

/// Counts the positions of a level and its shortest solutions.
pub fn count(file: &str, stage: &Stage<'_>, context: &SearchContext) -> CountReport {
    let (found, tally) = tallied(stage, None, false, context);
    let (game, name, _) = stage;
    let levels = levels(&found, &tally);
    let stopped = found.stopped.map(stop_of);
    let complete = stopped.is_none();
    let all = match (complete && !found.chance, tally.cycle, tally.returns) {
        (true, true, _) => All::Endless,
        (true, false, false) => {
            let mut games = tally.solutions;
            games.add(tally.lost);
            All::Counted { solutions: tally.solutions, games, won: tally.solutions }
        }
        _ => All::Unknown,
    };
    let positions: u64 = levels.iter().map(|level| level.positions).sum();
    let count = Count {
        levels: levels.iter().map(|level| level.positions).collect(),
        stuck: levels.iter().filter_map(|level| level.moves).map(|moves| moves.stuck).sum(),
        goals: levels.iter().map(|level| level.goals).sum(),
        shortest: tally
            .shortest
            .filter(|shortest| !found.chance && (shortest.length as usize) < levels.len()),
        all,
        symmetries: 1,
        classes: positions,
        stopped: stopped.clone(),
    };
    CountReport {
        file: file.to_owned(),
        puzzle: name.clone(),
        title: Some(game.title.clone()).filter(|title| !title.is_empty()),
        parameters: BTreeMap::new(),
        positions,
        notes: notes(&found, &tally),
        count,
        theory: None,
        stopped,
    }
}

/// The positions of a level by the number of keys, and as a graph if it is wanted.
pub fn explore(
    file: &str,
    stage: &Stage<'_>,
    depth: Option<u32>,
    graph: bool,
    context: &SearchContext,
) -> ExploreReport {
    let (found, mut tally) = tallied(stage, depth, graph, context);
    let (game, name, _) = stage;
    let levels = levels(&found, &tally);
    let stopped: Option<Stop> = found.stopped.map(stop_of);
    let graph = tally.graph.take().filter(|_| stopped.is_none());
    ExploreReport {
        file: file.to_owned(),
        puzzle: name.clone(),
        title: Some(game.title.clone()).filter(|title| !title.is_empty()),
        parameters: BTreeMap::new(),
        positions: levels.iter().map(|level| level.positions).sum(),
        levels,
        whole: found.complete,
        stopped,
        graph: graph.map(|keys| drawn(stage, &found, &tally, &keys)),
        notes: notes(&found, &tally),
    }
}

/// The graph: positions and boards that win, by the number of keys.
fn drawn((game, _, level): &Stage<'_>, found: &Explored, tally: &Tally, keys: &[Pressed]) -> GraphReport {
    let mut nodes: Vec<(u32, Reached)> = Vec::new();
    let level_of = (0..).zip(&found.levels).flat_map(|(keys, count)| std::iter::repeat_n(keys, *count));
    nodes.extend((0..).zip(level_of).map(|(number, keys)| (keys, Reached::Position(number))));
    nodes.extend((0..).zip(&tally.won).map(|(number, level)| (*level, Reached::Won(number))));
    nodes.sort_unstable();
    let place: BTreeMap<Reached, u32> = (0..).zip(&nodes).map(|(place, node)| (node.1, place)).collect();
    let world = World::new(game, level);
    let positions = nodes.iter().map(|(keys, node)| {
        let (cells, goal) = match node {
            Reached::Won(number) => (found.won(*number), true),
            Reached::Position(number) => (found.board(*number), false),
            Reached::Endless => (Vec::new(), false),
        };
        PositionReport { level: *keys, goal, picture: picture(game, &world, &world.board(&cells)) }
    });
    let moves = keys.iter().filter_map(|pressed| {
        let word = pressed.key.word().to_owned();
        let from = *place.get(&Reached::Position(pressed.from))?;
        Some(MoveReport { from, to: *place.get(&pressed.to)?, rule: "key".to_owned(), notation: word })
    });
    let mut moves: Vec<MoveReport> = moves.collect();
    moves.sort_by_key(|found| found.from);
    GraphReport { positions: positions.collect(), moves }
}
