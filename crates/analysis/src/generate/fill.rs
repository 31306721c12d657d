//! The ways to fill the open cells of a start.

use std::ops::ControlFlow;

use super::symmetry::{Map, image, wanted};
use puzzlec_base::Random;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_model::holes::{Filling, Holes, Open};
use puzzlec_model::piece::Content;
use puzzlec_search::ground::Ground;
use puzzlec_task::{Position, Value, VarId};

/// Attempts to find room for all pieces of one try.
const ATTEMPTS: usize = 100;

/// A way to lay one piece: its variables with their values.
type Way = Vec<(VarId, Value)>;

/// The pieces of one entry.
struct Entry {
    least: u32,
    most: u32,
    ways: Vec<Way>,
    /// By way those that it brings with it, if fillings are symmetric.
    orbits: Vec<Vec<u32>>,
}

/// All fillings of a puzzle.
pub(super) struct Fillings {
    /// The start with its open cells empty.
    empty: Position,
    /// By variable whether it is open.
    open: Vec<bool>,
    entries: Vec<Entry>,
    /// By variable and content the entry that it counts for, as the first cell of a piece.
    owners: Vec<(Value, usize)>,
    contents: Vec<Value>,
}

impl Fillings {
    /// The fillings of a puzzle with holes.
    ///
    /// # Errors
    /// No filling can be symmetric.
    pub fn new(model: &Model, ground: &Ground, holes: &Holes) -> Result<Self, Vec<Diagnostic>> {
        let Open::Cells { cells, fillings } = &holes.open else {
            return Err(vec![Diagnostic::new(Code::BadHoles, holes.span, "the puzzle has no open cells")]);
        };
        let Some(maps) = wanted(&model.board, holes.symmetric) else {
            let text = "the board does not have this symmetry";
            return Err(vec![Diagnostic::new(Code::BadHoles, holes.span, text)]);
        };
        let board = &model.board;
        let (mut empty, mut open) = (ground.task.start.clone(), vec![false; ground.task.start.len()]);
        let floors = ground.cells.len() as u32;
        let has_floors = !ground.floors.is_empty();
        for cell in cells.iter().filter_map(|cell| board.index(*cell)) {
            for variable in [Some(cell), has_floors.then_some(floors + cell)].into_iter().flatten() {
                if let (Some(slot), Some(open)) =
                    (empty.get_mut(variable as usize), open.get_mut(variable as usize))
                {
                    (*slot, *open) = (0, true);
                }
            }
        }
        let mut all = Fillings { empty, open, entries: Vec::new(), owners: Vec::new(), contents: Vec::new() };
        for filling in fillings {
            let ways = all.ways(model, filling, floors);
            for (_, value) in ways.iter().filter_map(|way| way.first()) {
                if !all.owners.iter().any(|owner| owner.0 == *value) {
                    all.owners.push((*value, all.entries.len()));
                }
            }
            for (_, value) in ways.iter().flatten() {
                if !all.contents.contains(value) {
                    all.contents.push(*value);
                }
            }
            let orbits = orbits(model, &ways, &maps, floors);
            all.entries.push(Entry { least: filling.least, most: filling.most, ways, orbits });
        }
        Ok(all)
    }

    fn ways(&self, model: &Model, filling: &Filling, floors: VarId) -> Vec<Way> {
        let board = &model.board;
        let base = if filling.is_floor(&model.pieces) { floors } else { 0 };
        let is_open = |variable: VarId| self.open.get(variable as usize) == Some(&true);
        let members: Vec<Value> = model
            .pieces
            .contents()
            .filter(|(_, content)| {
                matches!(content, Content::Unit(..))
                    && filling.pieces.iter().any(|piece| piece.matches(content))
            })
            .map(|(id, _)| id)
            .collect();
        let Some(kind) = filling.pieces.first().map(|piece| piece.kind) else { return Vec::new() };
        let mut ways = Vec::new();
        for (number, cell) in (0..).zip(board.cells()) {
            if filling.shapes.is_empty() && is_open(base + number) {
                ways.extend(members.iter().map(|value| vec![(base + number, *value)]));
            }
            for shape in &filling.shapes {
                let offsets = model.pieces.shapes.get(usize::from(*shape)).map_or(&[][..], Vec::as_slice);
                let laid: Option<Way> = (0..)
                    .zip(offsets)
                    .map(|(part, (x, y))| {
                        let variable = board.index(Coord::new(cell.x + x, cell.y + y))?;
                        let value = model.pieces.id(&Content::Block(kind, *shape, part))?;
                        is_open(variable).then_some((variable, value))
                    })
                    .collect();
                ways.extend(laid);
            }
        }
        ways
    }

    /// A random filling; `None` if no room was found for all pieces.
    pub fn random(&self, random: &mut Random) -> Option<Position> {
        (0..ATTEMPTS).find_map(|_| self.attempt(random))
    }

    fn attempt(&self, random: &mut Random) -> Option<Position> {
        let mut filled = self.empty.clone();
        for entry in &self.entries {
            let number = random.between(entry.least, entry.most.max(entry.least));
            let mut order: Vec<usize> = (0..entry.ways.len()).collect();
            random.shuffle(&mut order);
            let mut laid = 0;
            for way in order {
                if laid >= number {
                    break;
                }
                let orbit = entry.orbits.get(way).map_or(&[][..], Vec::as_slice);
                let size = u32::try_from(orbit.len()).unwrap_or(u32::MAX);
                if size > 0 && laid + size <= number && entry.lay(orbit, &mut filled) {
                    laid += size;
                }
            }
            if laid < entry.least {
                return None;
            }
        }
        Some(filled)
    }

    /// Calls `each` with every filling, in an order that depends only on the puzzle.
    pub fn visit(&self, each: &mut dyn FnMut(&Position) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut filled = self.empty.clone();
        self.of_entry(0, (0, 0), &mut filled, each)
    }

    /// Lays the pieces of an entry from a way on, of which some are laid already, and those of the entries behind it. The
    /// depth is the number of pieces.
    fn of_entry(
        &self,
        at: usize,
        (first, laid): (usize, u32),
        filled: &mut Position,
        each: &mut dyn FnMut(&Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(entry) = self.entries.get(at) else { return each(filled) };
        if laid >= entry.least {
            self.of_entry(at + 1, (0, 0), filled, each)?;
        }
        for way in first..entry.ways.len() {
            let orbit = entry.orbits.get(way).map_or(&[][..], Vec::as_slice);
            let size = u32::try_from(orbit.len()).unwrap_or(u32::MAX);
            // An orbit is laid by its first way.
            if size == 0 || orbit.iter().any(|other| (*other as usize) < way) || laid + size > entry.most {
                continue;
            }
            if entry.lay(orbit, filled) {
                self.of_entry(at, (way + 1, laid + size), filled, each)?;
                entry.take_back(orbit, filled);
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a position is a filling: closed cells are as in the start, and the pieces are those of the entries.
    pub fn has(&self, position: &Position) -> bool {
        let mut counts = vec![0_u32; self.entries.len()];
        for ((value, empty), open) in position.iter().zip(&self.empty).zip(&self.open) {
            if !open {
                if value != empty {
                    return false;
                }
                continue;
            }
            if *value != 0 && !self.contents.contains(value) {
                return false;
            }
            if let Some((_, entry)) = self.owners.iter().find(|owner| owner.0 == *value)
                && let Some(count) = counts.get_mut(*entry)
            {
                *count += 1;
            }
        }
        let fits = |(entry, count): (&Entry, &u32)| (entry.least..=entry.most).contains(count);
        self.entries.iter().zip(&counts).all(fits)
    }
}

impl Entry {
    /// Lays the pieces of these ways, unless one of their places is taken.
    fn lay(&self, orbit: &[u32], filled: &mut Position) -> bool {
        let mut done = 0;
        for way in orbit.iter().filter_map(|way| self.ways.get(*way as usize)) {
            if way.iter().any(|(variable, _)| filled.get(*variable as usize) != Some(&0)) {
                break;
            }
            put(way, filled, true);
            done += 1;
        }
        if done < orbit.len() {
            self.take_back(orbit.get(..done).unwrap_or_default(), filled);
        }
        done == orbit.len()
    }

    fn take_back(&self, orbit: &[u32], filled: &mut Position) {
        orbit.iter().filter_map(|way| self.ways.get(*way as usize)).for_each(|way| put(way, filled, false));
    }
}

fn put(way: &Way, filled: &mut Position, laid: bool) {
    for (variable, value) in way {
        if let Some(slot) = filled.get_mut(*variable as usize) {
            *slot = if laid { *value } else { 0 };
        }
    }
}

/// By way all ways that the wanted symmetry makes of it, itself first; empty if one of them is none.
fn orbits(model: &Model, ways: &[Way], maps: &[Map], floors: VarId) -> Vec<Vec<u32>> {
    let moved = |way: &Way, map: &Map| -> Option<Way> {
        let one = |(variable, value): &(VarId, Value)| {
            let (base, cell) =
                if *variable >= floors { (floors, *variable - floors) } else { (0, *variable) };
            Some((base + map.get(cell as usize)?, image(model, map, *value)?))
        };
        let mut moved: Way = way.iter().map(one).collect::<Option<_>>()?;
        moved.sort_unstable();
        Some(moved)
    };
    let sorted = |way: &Way| {
        let mut way = way.clone();
        way.sort_unstable();
        way
    };
    let number: std::collections::BTreeMap<Way, u32> = ways.iter().map(sorted).zip(0..).collect();
    let orbit = |(at, way): (u32, &Way)| {
        let mut orbit = vec![at];
        let mut next = vec![way.clone()];
        while let Some(way) = next.pop() {
            for map in maps {
                let Some(image) = moved(&way, map) else { return Vec::new() };
                let Some(at) = number.get(&image) else { return Vec::new() };
                if !orbit.contains(at) {
                    orbit.push(*at);
                    next.push(image);
                }
            }
        }
        orbit
    };
    (0..).zip(ways).map(orbit).collect()
}
