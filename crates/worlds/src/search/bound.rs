//! How many keys a board needs at least, where the goal wants objects on places: their steps, learned from the rules.
//!
//! Objects of a pure layer make at most one step in a turn (`dead` says why), and a key is one turn in a game without `again`.
//! So a key brings each of them at most one step nearer to a place. If no key can mark two of them, all their steps count: by the
//! cheapest choice of a place of its own for each. Otherwise the longest way counts.

use std::collections::{BTreeSet, VecDeque};

use puzzlec_base::assignment::{FAR, least_sum};

use super::dead::Field;
use crate::game::{Command, Condition, Game, Level, Pattern, Quantifier};
use crate::shape::Direction;
use crate::world::{Board, World};

/// More objects or places are no longer compared on each board.
const MOST_PLACES: usize = 40;
/// Cells of a level for which the ways of the player are kept.
const MOST_CELLS: usize = 600;
/// Steps to a cell that the player never reaches.
const NEVER: u16 = u16::MAX;

/// The least numbers of keys of boards.
#[derive(Debug)]
pub(super) struct Bound {
    words: usize,
    needs: Vec<Need>,
    /// Whether a key moves at most one object of the goals.
    single: bool,
    /// For each cell the steps of the player to all others, where an object moves only beside the player.
    walks: Option<Walks>,
}

/// A condition.
#[derive(Debug)]
struct Need {
    /// The objects, each with the steps from each cell to each place.
    objects: Vec<(usize, Vec<Vec<u32>>)>,
    places: usize,
    /// Whether every place needs an object; else every object needs a place.
    filled: bool,
    /// Whether two objects can be on the same place.
    shared: bool,
}

#[derive(Debug)]
struct Walks {
    players: Vec<usize>,
    steps: Vec<Vec<u16>>,
}

impl Bound {
    /// What is known of a level; none if nothing is.
    pub(super) fn new(game: &Game, level: &Level, world: &World) -> Option<Self> {
        let wins = |command: &Command| matches!(command, Command::Win | Command::Restart | Command::Again);
        if game.commands(wins) || game.has_chance() {
            return None;
        }
        let field = Field::new(game, level);
        let mut needs = Vec::new();
        for condition in game.conditions.iter().filter(|c| c.quantifier == Quantifier::All) {
            let Condition { what, on: Some(on), .. } = condition else { continue };
            let (things, grounds, filled) = if !what.all && field.moves(what) && field.is_fixed(on) {
                (what, on, false)
            } else if !on.all && field.moves(on) && field.is_fixed(what) {
                (on, what, true)
            } else {
                continue;
            };
            let places = field.places(grounds);
            let all: Vec<usize> = (0..places.len()).filter(|cell| places.get(*cell) == Some(&true)).collect();
            let count = level.cells.iter().filter(|cell| things.objects.meets(cell)).count();
            if all.len().max(count) > MOST_PLACES || things.objects.meets(&game.player.objects) {
                continue;
            }
            let objects = things.objects.iter().map(|object| (object, field.steps(object, &all))).collect();
            let layers: BTreeSet<usize> = things.objects.iter().map(|object| field.layer(object)).collect();
            needs.push(Need { objects, places: all.len(), filled, shared: layers.len() > 1 });
        }
        if needs.is_empty() {
            return None;
        }
        let objects = needs.iter().flat_map(|need| need.objects.iter().map(|object| object.0)).collect();
        let reach = field.reach(&objects);
        let walks = (reach == Some(1)).then(|| field.walks()).flatten();
        Some(Bound { words: world.words(), needs, single: reach.is_some(), walks })
    }

    /// Keys that a board needs at least; none if no keys win from it.
    pub(super) fn value(&self, board: &Board) -> Option<u32> {
        let mut most = 0;
        let mut near = NEVER;
        let mut player = None;
        let is_in = |cell: &[u64], object: usize| {
            cell.get(object / 64).is_some_and(|word| word >> (object % 64) & 1 == 1)
        };
        if let Some(walks) = &self.walks {
            let has = |cell: &[u64]| walks.players.iter().any(|object| is_in(cell, *object));
            player = board.0.chunks(self.words).position(has).and_then(|cell| walks.steps.get(cell));
        }
        for need in &self.needs {
            let mut rows: Vec<&[u32]> = Vec::new();
            for (number, cell) in board.0.chunks(self.words).enumerate() {
                for (object, steps) in &need.objects {
                    if is_in(cell, *object) {
                        rows.extend(steps.get(number).map(|steps| steps.as_slice()));
                        let walk = player.and_then(|steps| steps.get(number));
                        near = near.min(walk.copied().unwrap_or(0));
                    }
                }
            }
            most = most.max(need.value(&rows, self.single)?);
        }
        // Before the next object moves, the player has to stand beside one.
        match near {
            _ if most == 0 || player.is_none() => Some(most),
            NEVER => None,
            steps => Some(most + u32::from(steps.saturating_sub(1))),
        }
    }
}

impl Need {
    fn value(&self, rows: &[&[u32]], single: bool) -> Option<u32> {
        let step =
            |row: usize, place: usize| rows.get(row).and_then(|row| row.get(place)).copied().unwrap_or(FAR);
        let (wanted, given) = if self.filled { (self.places, rows.len()) } else { (rows.len(), self.places) };
        let way = |want: usize, give: usize| if self.filled { step(give, want) } else { step(want, give) };
        let own = self.filled || !self.shared;
        if own && wanted > given {
            return None;
        }
        let nearest = |want: usize| (0..given).map(|give| way(want, give)).min().unwrap_or(FAR);
        let known = match (single, own) {
            (true, true) => least_sum(given, |row, column| if row < wanted { way(row, column) } else { 0 }),
            (true, false) => (0..wanted).map(nearest).sum(),
            (false, _) => (0..wanted).map(nearest).max().unwrap_or(0),
        };
        (known < FAR).then_some(known)
    }
}

impl Field<'_> {
    /// For each cell the least number of steps in which an object reaches each of the places.
    fn steps(&self, object: usize, places: &[usize]) -> Vec<Vec<u32>> {
        let before = self.before(object);
        let mut all = vec![Vec::with_capacity(places.len()); before.len()];
        for place in places {
            let mut found = vec![FAR; before.len()];
            let mut open = VecDeque::from([*place]);
            if let Some(known) = found.get_mut(*place) {
                *known = 0;
            }
            while let Some(cell) = open.pop_front() {
                let next = found.get(cell).map_or(FAR, |steps| steps + 1);
                for earlier in before.get(cell).into_iter().flatten() {
                    if let Some(known) = found.get_mut(*earlier).filter(|known| **known == FAR) {
                        *known = next;
                        open.push_back(*earlier);
                    }
                }
            }
            all.iter_mut().zip(found).for_each(|(steps, found)| steps.push(found));
        }
        all
    }

    /// How far from the player an object moves, if no key can mark two of them: they have one layer, there is one player, only
    /// its key marks it, and for each key all rules mark the object of the same cell.
    fn reach(&self, objects: &BTreeSet<usize>) -> Option<usize> {
        let players = &self.game.player.objects;
        let is_pure = |object: usize| self.is_pure(self.layer(object));
        let there =
            self.level.cells.iter().flat_map(|cell| cell.iter()).filter(|o| players.contains(*o)).count();
        if there != 1 || !players.iter().all(is_pure) {
            return None;
        }
        // Objects of several layers may be on one cell, and move together.
        let moving: BTreeSet<usize> = objects.iter().map(|object| self.layer(*object)).collect();
        if moving.len() != 1 {
            return None;
        }
        let layers: BTreeSet<usize> = players.iter().map(|object| self.layer(object)).collect();
        let [layer]: [usize; 1] = layers.into_iter().collect::<Vec<_>>().try_into().ok()?;
        let own = |mark: usize| self.layer_marks(layer).contains(&mark);
        let changed = |pattern: &Pattern| {
            let Some(write) = &pattern.write else { return false };
            let marks = write.mark.iter().any(|mark| own(mark) && !pattern.marked.contains(mark));
            (marks || write.turned.contains(&layer))
                && players.iter().any(|object| self.allows(pattern, object))
        };
        if self.patterns().any(changed) {
            return None;
        }
        let is_player = |pattern: &Pattern| {
            pattern.present.meets(players)
                || pattern.any.iter().any(|any| !any.is_empty() && any.within(players))
        };
        // For the mark of the player, and for none, the cell on which an object is marked.
        let mut marked: Vec<BTreeSet<(Direction, usize)>> =
            vec![BTreeSet::new(); self.game.shape.marks() + 1];
        for rule in self.game.all_rules() {
            for part in rule.rows.iter().flatten() {
                for (at, pattern) in part.iter().enumerate() {
                    if !objects.iter().any(|object| self.marks(pattern, *object)) {
                        continue;
                    }
                    let from = part.iter().position(is_player)?;
                    let direction = if at < from { rule.direction.opposite() } else { rule.direction };
                    let place = (direction, at.abs_diff(from));
                    let asked = part.get(from)?.marked.iter().find(|mark| own(*mark));
                    let start = self.layer_marks(layer).start;
                    for (number, cells) in marked.iter_mut().enumerate() {
                        if asked.is_none_or(|mark| mark - start == number) {
                            cells.insert(place);
                        }
                    }
                }
            }
        }
        let most = marked.iter().flatten().map(|place| place.1).max().unwrap_or(0);
        marked.iter().all(|cells| cells.len() <= 1).then_some(most)
    }

    /// The steps of the player from each cell to the cells beside which it can stand, and to its own.
    fn walks(&self) -> Option<Walks> {
        let count = self.level.cells.len();
        let players: Vec<usize> = self.game.player.objects.iter().collect();
        let layer = self.layer(*players.first()?);
        if count > MOST_CELLS {
            return None;
        }
        let directions = self.game.shape.directions().len();
        let from = |first: usize| {
            let mut found = vec![NEVER; count];
            let mut open = VecDeque::from([first]);
            if let Some(known) = found.get_mut(first) {
                *known = 0;
            }
            while let Some(cell) = open.pop_front() {
                if cell != first && self.fixed_at(cell, layer).is_some() {
                    continue;
                }
                let next = found.get(cell).map_or(NEVER, |steps| steps.saturating_add(1));
                for beside in (0..directions).filter_map(|direction| self.grid.next(cell, direction)) {
                    if let Some(known) = found.get_mut(beside).filter(|known| **known == NEVER) {
                        *known = next;
                        open.push_back(beside);
                    }
                }
            }
            found
        };
        Some(Walks { steps: (0..count).map(from).collect(), players })
    }
}
