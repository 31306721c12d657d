//! Exact covers of cells by pieces of one and two cells.

use rustc_hash::FxHashMap;

/// No cell.
pub const NONE: u32 = u32::MAX;

/// The entry of the empty cells, which is the first.
pub const EMPTY: u32 = 0;

/// A set of goals, by its place in [`GoalSets`].
pub type GoalSet = u32;

/// A way to lay a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The entry of the piece.
    pub entry: u32,
    /// Its cells; the second is [`NONE`] for a piece of one cell. A piece with different ends lies with its first end on
    /// the first cell.
    pub cells: [u32; 2],
    /// The goals that allow it.
    pub goals: GoalSet,
}

/// Pieces to be laid without overlap such that every cell holds one; an empty cell holds a piece of [`EMPTY`].
#[derive(Clone, Debug)]
pub struct Packing {
    cells: u32,
    supply: Vec<u32>,
    ways: Vec<Way>,
    goals: GoalSets,
    drawing: Vec<(i32, i32)>,
    /// The cells of the pieces added.
    area: u64,
}

impl Packing {
    /// Cells and a number of goals, of which one is enough. No cell may be empty so far.
    pub fn new(cells: u32, goals: usize) -> Self {
        let (supply, goals) = (vec![cells], GoalSets::new(goals));
        Packing { cells, supply, ways: Vec::new(), goals, drawing: Vec::new(), area: 0 }
    }

    /// Adds an entry of equal pieces, all of which are laid; returns its number.
    pub fn entry(&mut self, count: u32, size: u32) -> u32 {
        self.area += u64::from(count) * u64::from(size);
        if let Some(empty) = self.supply.first_mut() {
            *empty = u32::try_from(u64::from(self.cells).saturating_sub(self.area)).unwrap_or(0);
        }
        self.supply.push(count);
        u32::try_from(self.supply.len() - 1).unwrap_or(NONE)
    }

    /// Adds a way. Ways are different, and a way that no goal allows is none.
    pub fn lay(&mut self, entry: u32, cells: [u32; 2], goals: GoalSet) {
        if goals != GoalSets::NO_GOAL && self.supply.get(entry as usize).is_some_and(|count| *count > 0) {
            self.ways.push(Way { entry, cells, goals });
        }
    }

    /// Allows a cell to be empty. Call it after all entries are there.
    pub fn leave(&mut self, cell: u32, goals: GoalSet) {
        self.lay(EMPTY, [cell, NONE], goals);
    }

    /// Places the cells in the plane, such that straight lines between the cells of pairs do not cross.
    pub fn draw(&mut self, places: Vec<(i32, i32)>) {
        self.drawing = places;
    }

    /// The sets of goals, to make new ones.
    pub fn goals_mut(&mut self) -> &mut GoalSets {
        &mut self.goals
    }

    /// The sets of goals.
    pub fn goals(&self) -> &GoalSets {
        &self.goals
    }

    /// The number of cells.
    pub fn cells(&self) -> u32 {
        self.cells
    }

    /// By entry the number of pieces; first that of the empty cells.
    pub fn supply(&self) -> &[u32] {
        &self.supply
    }

    /// All ways.
    pub fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// By cell its place in the plane; nothing if there is no drawing without crossings.
    pub fn drawing(&self) -> &[(i32, i32)] {
        &self.drawing
    }

    /// Whether the pieces have more cells than the board.
    pub fn overfull(&self) -> bool {
        self.area > u64::from(self.cells)
    }

    /// By cell the cells that one piece can cover together with it, in order.
    pub fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut near = vec![Vec::new(); self.cells as usize];
        for way in &self.ways {
            let [a, b] = way.cells;
            if b != NONE {
                for (from, to) in [(a, b), (b, a)] {
                    if let Some(list) = near.get_mut(from as usize) {
                        list.push(to);
                    }
                }
            }
        }
        for list in &mut near {
            list.sort_unstable();
            list.dedup();
        }
        near
    }
}

/// Sets of goals, each stored once, and their intersections.
#[derive(Clone, Debug)]
pub struct GoalSets {
    goals: usize,
    sets: Vec<Box<[u64]>>,
    index: FxHashMap<Box<[u64]>, GoalSet>,
    meets: FxHashMap<(GoalSet, GoalSet), GoalSet>,
}

impl GoalSets {
    /// The empty set.
    pub const NO_GOAL: GoalSet = 0;
    /// All goals.
    pub const ALL: GoalSet = 1;

    fn new(goals: usize) -> Self {
        let mut sets =
            GoalSets { goals, sets: Vec::new(), index: FxHashMap::default(), meets: FxHashMap::default() };
        sets.of(|_| false);
        // Without a goal the two sets are the same, and no placement is one.
        sets.of(|_| true);
        sets
    }

    /// The number of goals.
    pub fn count(&self) -> usize {
        self.goals
    }

    /// The set of the goals with a property.
    pub fn of(&mut self, has: impl Fn(usize) -> bool) -> GoalSet {
        let mut words = vec![0_u64; self.goals.div_ceil(64)];
        for goal in (0..self.goals).filter(|goal| has(*goal)) {
            if let Some(word) = words.get_mut(goal / 64) {
                *word |= 1 << (goal % 64);
            }
        }
        self.put(words.into())
    }

    fn put(&mut self, words: Box<[u64]>) -> GoalSet {
        if let Some(id) = self.index.get(&words) {
            return *id;
        }
        let id = GoalSet::try_from(self.sets.len()).unwrap_or(GoalSets::NO_GOAL);
        self.sets.push(words.clone());
        self.index.insert(words, id);
        id
    }

    /// The goals in both sets.
    pub fn meet(&mut self, a: GoalSet, b: GoalSet) -> GoalSet {
        if a == b || b == GoalSets::ALL {
            return a;
        }
        if a == GoalSets::ALL {
            return b;
        }
        if let Some(id) = self.meets.get(&(a, b)) {
            return *id;
        }
        let (Some(left), Some(right)) = (self.sets.get(a as usize), self.sets.get(b as usize)) else {
            return GoalSets::NO_GOAL;
        };
        let both = left.iter().zip(right).map(|(a, b)| a & b).collect();
        let id = self.put(both);
        self.meets.insert((a, b), id);
        id
    }

    /// Whether a goal is in a set.
    pub fn contains(&self, set: GoalSet, goal: usize) -> bool {
        self.sets
            .get(set as usize)
            .and_then(|words| words.get(goal / 64))
            .is_some_and(|w| w >> (goal % 64) & 1 == 1)
    }

    /// The first goal of a set.
    pub fn first(&self, set: GoalSet) -> Option<usize> {
        (0..self.goals).find(|goal| self.contains(set, *goal))
    }
}
