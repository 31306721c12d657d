//! Boards from which no keys win, by the cells on which an object of the goal is stuck: crates in corners, learned from the rules.
//!
//! A layer is *pure* if no rule puts an object into it, takes one away or changes one: what it has only moves. Then the object
//! of a cell stays the same until the movement, so that a mark moves the object for which a rule wrote it, at most one step. An
//! object of a pure layer that no rule marks is *fixed*. A rule marks an object on a cell only if the part of its row around that cell fits the
//! board and the fixed objects; whatever else may lie on the board is taken to be there. From this follow the steps that an object can ever
//! make, and so the cells from which it reaches none of the places that the goal wants.

use std::collections::VecDeque;
use std::ops::Range;

use crate::Bits;
use crate::engine::cell_words;
use crate::game::{Command, Condition, Game, Level, Pattern, Quantifier, Thing};
use crate::shape::{Direction, Grid};
use crate::world::{Board, World};

/// What makes a board dead, in the words of its cells.
#[derive(Debug)]
pub(super) struct DeadEnds {
    /// Objects that are dead where they are.
    stuck: Vec<u64>,
    /// Objects that reach a place, and how many of them are needed.
    needed: Vec<(Vec<u64>, u32)>,
}

impl DeadEnds {
    /// What is known of a level; none if nothing is.
    pub(super) fn new(game: &Game, level: &Level, world: &World) -> Option<Self> {
        // These win, or bring the objects back, wherever they are.
        if game.commands(|command| matches!(command, Command::Win | Command::Restart)) {
            return None;
        }
        let field = Field::new(game, level);
        let words = world.words();
        let size = level.cells.len() * words;
        let mut found = DeadEnds { stuck: vec![0; size], needed: Vec::new() };
        let mut any = false;
        for condition in game.conditions.iter().filter(|c| c.quantifier == Quantifier::All) {
            let Condition { what, on: Some(on), .. } = condition else { continue };
            if !what.all && field.moves(what) && field.is_fixed(on) {
                let places = field.places(on);
                for object in what.objects.iter() {
                    let reaching = field.reaching(object, &places);
                    let dead = reaching.iter().map(|reaches| !reaches);
                    any |= mark(&mut found.stuck, dead, object, words);
                }
            } else if !on.all && field.moves(on) && field.is_fixed(what) {
                let places = field.places(what);
                let mut live = vec![0; size];
                for object in on.objects.iter() {
                    mark(&mut live, field.reaching(object, &places).into_iter(), object, words);
                }
                let count = places.iter().filter(|place| **place).count();
                any |= count > 0;
                found.needed.push((live, u32::try_from(count).unwrap_or(u32::MAX)));
            }
        }
        any.then_some(found)
    }

    /// Whether it is proved that no keys win from a board.
    pub(super) fn has(&self, board: &Board) -> bool {
        let stuck = board.0.iter().zip(&self.stuck).any(|(cell, dead)| cell & dead != 0);
        let lacks = |(live, count): &(Vec<u64>, u32)| {
            board.0.iter().zip(live).map(|(cell, live)| (cell & live).count_ones()).sum::<u32>() < *count
        };
        stuck || self.needed.iter().any(lacks)
    }
}

/// Adds an object to the cells that are named; whether there are any.
fn mark(cells: &mut [u64], named: impl Iterator<Item = bool>, object: usize, words: usize) -> bool {
    let one = cell_words(&Bits::of([object]), words);
    let mut any = false;
    for (cell, _) in cells.chunks_mut(words.max(1)).zip(named).filter(|(_, named)| *named) {
        any = true;
        cell.iter_mut().zip(&one).for_each(|(cell, bit)| *cell |= bit);
    }
    any
}

/// A level with what is known of its objects.
pub(super) struct Field<'g> {
    pub(super) game: &'g Game,
    pub(super) level: &'g Level,
    pub(super) grid: Grid,
    pure: Vec<bool>,
    fixed: Bits,
}

impl<'g> Field<'g> {
    pub(super) fn new(game: &'g Game, level: &'g Level) -> Self {
        let grid = Grid::new(game.shape, level);
        let mut field = Field { game, level, grid, pure: vec![true; game.layers], fixed: Bits::default() };
        for layer in 0..game.layers {
            let stays = field.patterns().all(|pattern| field.keeps(pattern, layer));
            if let Some(pure) = field.pure.get_mut(layer) {
                *pure = stays;
            }
        }
        let fixed = |(number, object): &(usize, &crate::game::Object)| {
            field.is_pure(object.layer)
                && !game.player.objects.contains(*number)
                && !field.patterns().any(|pattern| field.marks(pattern, *number))
        };
        field.fixed = Bits::of(game.objects.iter().enumerate().filter(fixed).map(|found| found.0));
        field
    }

    pub(super) fn patterns(&self) -> impl Iterator<Item = &'g Pattern> {
        self.game.all_rules().flat_map(|rule| rule.rows.iter().flatten().flatten())
    }

    pub(super) fn layer(&self, object: usize) -> usize {
        self.game.objects.get(object).map_or(0, |object| object.layer)
    }

    pub(super) fn layer_marks(&self, layer: usize) -> Range<usize> {
        let marks = self.game.shape.marks();
        marks * layer..marks * (layer + 1)
    }

    pub(super) fn is_pure(&self, layer: usize) -> bool {
        self.pure.get(layer) == Some(&true)
    }

    fn in_layer(&self, set: &Bits, layer: usize) -> Bits {
        Bits::of(set.iter().filter(|object| self.layer(*object) == layer))
    }

    /// Whether a pattern leaves what a layer has, and marks it only if it names it.
    fn keeps(&self, pattern: &Pattern, layer: usize) -> bool {
        let Some(write) = &pattern.write else { return true };
        let [present, clear, set, random] = [&pattern.present, &write.clear, &write.set, &write.random]
            .map(|objects| self.in_layer(objects, layer));
        let stays = match present.is_empty() {
            true => clear.is_empty() && set.is_empty(),
            false => set == present || (set.is_empty() && !clear.meets(&present)),
        };
        let marks = self.layer_marks(layer).any(|mark| write.mark.contains(mark));
        let all_go = self.layer_marks(layer).all(|mark| write.unmark.contains(mark));
        let named = !present.is_empty() || pattern.any.iter().any(|any| self.is_within(any, layer));
        stays && random.is_empty() && !write.turned.contains(&layer) && (!marks || (named && all_go))
    }

    /// Whether all objects of a set are in a layer.
    fn is_within(&self, set: &Bits, layer: usize) -> bool {
        !set.is_empty() && set.iter().all(|object| self.layer(object) == layer)
    }

    /// Whether a pattern may mark an object of a pure layer on its cell.
    pub(super) fn marks(&self, pattern: &Pattern, object: usize) -> bool {
        let layer = self.layer(object);
        // The last mark is that of the action key.
        let go = self.layer_marks(layer);
        let writes =
            |write: &crate::game::Write| (go.start..go.end - 1).any(|mark| write.mark.contains(mark));
        pattern.write.as_ref().is_some_and(writes) && self.allows(pattern, object)
    }

    /// Whether the cell of a pattern can hold an object.
    pub(super) fn allows(&self, pattern: &Pattern, object: usize) -> bool {
        let layer = self.layer(object);
        let present = self.in_layer(&pattern.present, layer);
        (present.is_empty() || present.contains(object))
            && pattern.any.iter().all(|any| !self.is_within(any, layer) || any.contains(object))
            && !pattern.missing.contains(object)
    }

    /// Whether all objects of a thing are in pure layers.
    pub(super) fn moves(&self, thing: &Thing) -> bool {
        !thing.objects.is_empty() && thing.objects.iter().all(|object| self.is_pure(self.layer(object)))
    }

    pub(super) fn is_fixed(&self, thing: &Thing) -> bool {
        !thing.objects.is_empty() && thing.objects.within(&self.fixed)
    }

    /// The cells that have a thing that is fixed.
    pub(super) fn places(&self, thing: &Thing) -> Vec<bool> {
        let has = |cell: &Bits| match thing.all {
            true => thing.objects.within(cell),
            false => thing.objects.meets(cell),
        };
        self.level.cells.iter().map(has).collect()
    }

    /// The cell at a distance from another in a direction; a negative one lies behind.
    fn beside(&self, cell: usize, direction: Direction, steps: isize) -> Option<usize> {
        let direction = if steps < 0 { direction.opposite() } else { direction };
        let number = self.game.shape.number(direction)?;
        (0..steps.unsigned_abs()).try_fold(cell, |cell, _| self.grid.next(cell, number))
    }

    /// The fixed object of a layer on a cell.
    pub(super) fn fixed_at(&self, cell: usize, layer: usize) -> Option<usize> {
        let objects = self.level.cells.get(cell)?;
        objects.iter().find(|object| self.fixed.contains(*object) && self.layer(*object) == layer)
    }

    /// Whether an object can ever be on a cell.
    fn can_be(&self, object: usize, cell: usize) -> bool {
        match self.fixed.contains(object) {
            true => self.level.cells.get(cell).is_some_and(|objects| objects.contains(object)),
            false => !self.is_pure(self.layer(object)) || self.fixed_at(cell, self.layer(object)).is_none(),
        }
    }

    /// Whether a pattern can ever fit a cell.
    fn can_fit(&self, pattern: &Pattern, cell: usize) -> bool {
        let fixed = self
            .level
            .cells
            .get(cell)
            .map(|objects| Bits::of(objects.iter().filter(|o| self.fixed.contains(*o))));
        pattern.present.iter().all(|object| self.can_be(object, cell))
            && pattern.any.iter().all(|any| any.iter().any(|object| self.can_be(object, cell)))
            && !fixed.is_some_and(|fixed| fixed.meets(&pattern.missing))
    }

    /// The directions in which an object on a cell can ever be marked.
    fn marked(&self, object: usize, cell: usize) -> Vec<bool> {
        let layer = self.layer(object);
        let directions = self.game.shape.directions().len();
        let mut found = vec![self.game.player.objects.contains(object); directions];
        for rule in self.game.all_rules() {
            for part in rule.rows.iter().flatten() {
                for (at, pattern) in part.iter().enumerate() {
                    if !self.marks(pattern, object) {
                        continue;
                    }
                    let fits = || {
                        part.iter().enumerate().all(|(other, pattern)| {
                            let steps = other as isize - at as isize;
                            self.beside(cell, rule.direction, steps)
                                .is_some_and(|cell| self.can_fit(pattern, cell))
                        })
                    };
                    let Some(write) = pattern.write.as_ref().filter(|_| fits()) else { continue };
                    for (direction, marked) in found.iter_mut().enumerate() {
                        *marked |= write.mark.contains(self.layer_marks(layer).start + direction);
                    }
                }
            }
        }
        found
    }

    /// For each cell those from which an object can ever make a step to it.
    pub(super) fn before(&self, object: usize) -> Vec<Vec<usize>> {
        let layer = self.layer(object);
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.level.cells.len()];
        for cell in 0..before.len() {
            for (direction, marked) in self.marked(object, cell).into_iter().enumerate() {
                let Some(next) = self.grid.next(cell, direction).filter(|_| marked) else { continue };
                if self.fixed_at(next, layer).is_none()
                    && let Some(list) = before.get_mut(next)
                {
                    list.push(cell);
                }
            }
        }
        before
    }

    /// For each cell whether an object reaches one of the places from there.
    fn reaching(&self, object: usize, places: &[bool]) -> Vec<bool> {
        let before = self.before(object);
        let mut reaching = places.to_vec();
        let mut open: VecDeque<usize> =
            (0..places.len()).filter(|cell| places.get(*cell) == Some(&true)).collect();
        while let Some(cell) = open.pop_front() {
            for earlier in before.get(cell).into_iter().flatten() {
                if let Some(known) = reaching.get_mut(*earlier).filter(|known| !**known) {
                    *known = true;
                    open.push_back(*earlier);
                }
            }
        }
        reaching
    }
}
