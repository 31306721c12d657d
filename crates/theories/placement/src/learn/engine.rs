//! A search that learns clauses from conflicts.
//!
//! Conflict-driven clause learning as in MiniSat (Eén and Sörensson, "An extensible SAT-solver", 2003): watched literals, the
//! first unique implication point, activities, restarts. Sums and shapes imply literals, too, and say why. Variables that stand
//! for a part of the goal are never decided and never learned: each is replaced by its reason, so that a learned clause
//! speaks of the pieces and the cells alone.

mod analyze;
mod search;

pub(super) use search::Answer;

use puzzlec_base::Random;

use super::heap::Heap;
use super::log::Log;
use super::shapes::Shape;
use super::sums::Sums;

/// A variable, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Literal(u32);

impl Literal {
    /// The literal that always holds, of the first variable.
    pub const TRUE: Literal = Literal(0);

    pub fn of(var: u32) -> Literal {
        Literal(var * 2)
    }

    pub fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }

    pub fn var(self) -> u32 {
        self.0 / 2
    }

    /// Whether it is the variable itself.
    pub fn is_plain(self) -> bool {
        self.0.is_multiple_of(2)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why a literal holds.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It was decided.
    #[default]
    Decided,
    /// All other literals of a clause are false.
    Clause(u32),
    /// Another literal holds.
    One(Literal),
    /// A sum would be too great (true) or too small.
    Sum(u32, bool),
    /// These literals hold: a part of [`Engine::bodies`].
    All(u32, u32),
}

/// Why no assignment continues this one.
#[derive(Clone, Debug)]
pub(super) enum Conflict {
    Clause(u32),
    /// These literals hold, which a shape or a sum forbids.
    All {
        body: Vec<Literal>,
        shaped: bool,
    },
}

#[derive(Clone, Debug, Default)]
struct Clause {
    literals: Vec<Literal>,
    /// Its place in the log and the number of levels that it joins, if it was learned.
    learned: Option<(u32, u32)>,
    activity: f64,
}

/// The lengths of lists when a decision was made.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    trail: usize,
    sums: usize,
    bodies: usize,
}

pub(super) struct Engine {
    /// By literal whether it holds.
    holds: Vec<bool>,
    /// By variable the level, the place on the trail and the reason of its value.
    levels: Vec<u32>,
    places: Vec<u32>,
    reasons: Vec<Reason>,
    /// By variable whether it is decided, whether it is part of a condition on shapes, and the value that is tried first.
    base: Vec<bool>,
    shaped: Vec<bool>,
    phase: Vec<bool>,
    trail: Vec<Literal>,
    marks: Vec<Mark>,
    /// The first literal of the trail that was not looked at.
    next: usize,
    clauses: Vec<Clause>,
    free: Vec<u32>,
    /// By literal the clauses that watch it, each with a literal that may satisfy it.
    watching: Vec<Vec<(u32, Literal)>>,
    /// Literals of which at most one holds; by literal its groups.
    groups: Vec<Vec<Literal>>,
    groups_of: Vec<Vec<u32>>,
    pub(super) sums: Sums,
    pub(super) shapes: Vec<Shape>,
    /// By literal the shapes that depend on it.
    shapes_of: Vec<Vec<u32>>,
    waiting: Vec<bool>,
    bodies: Vec<Literal>,
    heap: Heap,
    clause_step: f64,
    learned: usize,
    /// Whether a contradiction was found before any decision.
    contradiction: bool,
    /// Decisions up to this level are exhausted in order: solutions there were found.
    floor: usize,
    pub(super) log: Log,
    seen: Vec<bool>,
    conflicts: u64,
    restarts: u64,
    /// The number of conflicts at which the search begins again.
    until: u64,
    /// Whether a search has begun, and whether its last result was found.
    begun: bool,
    found: bool,
    /// Whether new variables are parts of a condition on shapes.
    pub of_shapes: bool,
    /// Literals of the trail that were recorded.
    noted: usize,
}

impl Engine {
    /// No variable but the one that is true.
    pub fn empty() -> Self {
        let mut engine = Engine {
            holds: Vec::new(),
            levels: Vec::new(),
            places: Vec::new(),
            reasons: Vec::new(),
            base: Vec::new(),
            shaped: Vec::new(),
            phase: Vec::new(),
            trail: Vec::new(),
            marks: Vec::new(),
            next: 0,
            clauses: Vec::new(),
            free: Vec::new(),
            watching: Vec::new(),
            groups: Vec::new(),
            groups_of: Vec::new(),
            sums: Sums::default(),
            shapes: Vec::new(),
            shapes_of: Vec::new(),
            waiting: Vec::new(),
            bodies: Vec::new(),
            heap: Heap::default(),
            clause_step: 1.0,
            learned: 0,
            contradiction: false,
            floor: 0,
            log: Log::default(),
            seen: Vec::new(),
            conflicts: 0,
            restarts: 0,
            until: search::RESTART,
            begun: false,
            found: false,
            of_shapes: false,
            noted: 0,
        };
        let always = engine.variable(false);
        engine.clause(vec![always]);
        engine
    }

    /// A new variable, positive; one that is not decided must follow from those that are.
    pub fn variable(&mut self, decided: bool) -> Literal {
        let var = u32::try_from(self.levels.len()).unwrap_or(u32::MAX);
        self.holds.extend([false, false]);
        self.levels.push(0);
        self.places.push(0);
        self.reasons.push(Reason::Decided);
        self.base.push(decided);
        self.shaped.push(self.of_shapes);
        self.phase.push(false);
        self.seen.push(false);
        for _ in 0..2 {
            self.watching.push(Vec::new());
            self.groups_of.push(Vec::new());
            self.shapes_of.push(Vec::new());
            self.sums.literal();
        }
        self.heap.add(var, decided);
        Literal::of(var)
    }

    /// Variables are decided in a random order, with random values first; before the search.
    pub fn shuffle(&mut self, random: &mut Random) {
        for (var, phase) in (0..).zip(&mut self.phase) {
            *phase = random.below(2) == 1;
            self.heap.prefer(var, random.below(1 << 20) as f64 / 1_048_576.0);
        }
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.levels.len()
    }

    pub fn is_true(&self, literal: Literal) -> bool {
        at(&self.holds, literal.index())
    }

    pub fn is_false(&self, literal: Literal) -> bool {
        at(&self.holds, literal.not().index())
    }

    pub fn is_open(&self, literal: Literal) -> bool {
        !self.is_true(literal) && !self.is_false(literal)
    }

    /// Whether a literal that holds did so when the trail had this length.
    pub fn was_true(&self, literal: Literal, before: u32) -> bool {
        self.is_true(literal) && at(&self.places, literal.var() as usize) < before
    }

    pub fn place(&self, literal: Literal) -> u32 {
        at(&self.places, literal.var() as usize)
    }

    pub fn trail_length(&self) -> u32 {
        u32::try_from(self.trail.len()).unwrap_or(u32::MAX)
    }

    fn level(&self) -> usize {
        self.marks.len()
    }

    fn level_of(&self, literal: Literal) -> usize {
        at(&self.levels, literal.var() as usize) as usize
    }

    /// Adds a clause of the puzzle, before any decision.
    pub fn clause(&mut self, mut literals: Vec<Literal>) {
        literals.sort_unstable();
        literals.dedup();
        let taut = literals.iter().zip(literals.iter().skip(1)).any(|(one, next)| one.not() == *next);
        if taut || literals.iter().any(|literal| self.is_true(*literal)) {
            return;
        }
        literals.retain(|literal| !self.is_false(*literal) || self.level_of(*literal) > 0);
        self.attach(Clause { literals, ..Clause::default() });
    }

    /// Adds a clause that holds by the others; the first literal may become true.
    fn attach(&mut self, clause: Clause) -> u32 {
        let number = match self.free.pop() {
            Some(number) => number,
            None => {
                self.clauses.push(Clause::default());
                u32::try_from(self.clauses.len() - 1).unwrap_or(u32::MAX)
            }
        };
        match *clause.literals.as_slice() {
            [] => self.contradiction = true,
            [only] => self.enqueue(only, Reason::Clause(number)),
            [first, second, ..] => {
                for (one, other) in [(first, second), (second, first)] {
                    if let Some(list) = self.watching.get_mut(one.index()) {
                        list.push((number, other));
                    }
                }
                if self.is_open(first) && clause.learned.is_some() {
                    self.enqueue(first, Reason::Clause(number));
                }
            }
        }
        if let Some(slot) = self.clauses.get_mut(number as usize) {
            *slot = clause;
        }
        number
    }

    /// At most one of these literals holds.
    pub fn group(&mut self, literals: Vec<Literal>) {
        let number = u32::try_from(self.groups.len()).unwrap_or(u32::MAX);
        for literal in &literals {
            if let Some(list) = self.groups_of.get_mut(literal.index()) {
                list.push(number);
            }
        }
        self.groups.push(literals);
    }

    /// A shape that depends on these literals.
    pub fn watch_shape(&mut self, shape: u32, literals: impl IntoIterator<Item = Literal>) {
        for literal in literals {
            for literal in [literal, literal.not()] {
                if let Some(list) = self.shapes_of.get_mut(literal.index())
                    && list.last() != Some(&shape)
                {
                    list.push(shape);
                }
            }
        }
    }

    fn enqueue(&mut self, literal: Literal, reason: Reason) {
        let (var, place, level) = (literal.var() as usize, self.trail_length(), self.level());
        set(&mut self.holds, literal.index(), true);
        set(&mut self.places, var, place);
        set(&mut self.levels, var, u32::try_from(level).unwrap_or(u32::MAX));
        set(&mut self.reasons, var, reason);
        self.trail.push(literal);
    }

    /// Makes a literal true for a reason, unless it is.
    pub fn imply(&mut self, literal: Literal, reason: Reason) -> Result<(), Conflict> {
        if self.is_true(literal) {
            return Ok(());
        }
        if !self.is_false(literal) {
            self.enqueue(literal, reason);
            return Ok(());
        }
        let mut body = vec![literal.not()];
        match reason {
            Reason::Clause(clause) => return Err(Conflict::Clause(clause)),
            Reason::Sum(sum, high) => self.explain(sum, high, Some(literal), self.trail_length(), &mut body),
            other => self.stored(other, &mut body),
        }
        Err(Conflict::All { body, shaped: matches!(reason, Reason::All(..)) })
    }

    /// Makes a literal true because a shape asks for it if these literals hold.
    pub fn follow(&mut self, literal: Literal, body: &[Literal]) -> Result<(), Conflict> {
        if self.is_true(literal) {
            return Ok(());
        }
        if self.is_false(literal) {
            let body = body.iter().copied().chain([literal.not()]).collect();
            return Err(Conflict::All { body, shaped: true });
        }
        let from = u32::try_from(self.bodies.len()).unwrap_or(u32::MAX);
        self.bodies.extend_from_slice(body);
        let to = u32::try_from(self.bodies.len()).unwrap_or(u32::MAX);
        self.enqueue(literal, Reason::All(from, to));
        Ok(())
    }

    fn stored(&self, reason: Reason, body: &mut Vec<Literal>) {
        match reason {
            Reason::One(literal) => body.push(literal),
            Reason::All(from, to) => {
                body.extend_from_slice(self.bodies.get(from as usize..to as usize).unwrap_or(&[]));
            }
            Reason::Decided | Reason::Clause(_) | Reason::Sum(..) => {}
        }
    }

    /// The literals from which a literal that holds was implied, and the learned clause that was used.
    pub(super) fn body(&self, literal: Literal, body: &mut Vec<Literal>) -> Option<u32> {
        match at(&self.reasons, literal.var() as usize) {
            Reason::Clause(number) => {
                let clause = self.clauses.get(number as usize)?;
                body.extend(
                    clause.literals.iter().filter(|other| **other != literal).map(|other| other.not()),
                );
                clause.learned.map(|(lemma, _)| lemma)
            }
            Reason::Sum(sum, high) => {
                self.explain(sum, high, Some(literal), self.place(literal), body);
                None
            }
            other => {
                self.stored(other, body);
                None
            }
        }
    }

    /// All conclusions.
    fn propagate(&mut self) -> Result<(), Conflict> {
        loop {
            while let Some(literal) = self.trail.get(self.next).copied() {
                self.next += 1;
                self.exclude(literal)?;
                self.clauses_of(literal.not())?;
                self.sums.assigned(literal, &self.holds);
                for shape in self.shapes_of.get(literal.index()).into_iter().flatten() {
                    set(&mut self.waiting, *shape as usize, true);
                }
            }
            if let Some(sum) = self.sums.next() {
                self.check_sum(sum)?;
            } else if let Some(shape) = self.waiting.iter().position(|waiting| *waiting) {
                set(&mut self.waiting, shape, false);
                // A shape is taken out while it works.
                let Some(slot) = self.shapes.get_mut(shape) else { continue };
                let mut taken = std::mem::take(slot);
                let result = taken.conclude(self);
                if let Some(slot) = self.shapes.get_mut(shape) {
                    *slot = taken;
                }
                result?;
            } else {
                return Ok(());
            }
        }
    }

    /// Nothing else of the literal's groups holds.
    fn exclude(&mut self, literal: Literal) -> Result<(), Conflict> {
        for of in 0..self.groups_of.get(literal.index()).map_or(0, Vec::len) {
            let Some(group) = self.groups_of.get(literal.index()).and_then(|list| list.get(of)).copied()
            else {
                continue;
            };
            for member in 0..self.groups.get(group as usize).map_or(0, Vec::len) {
                let other = self.groups.get(group as usize).and_then(|group| group.get(member)).copied();
                if let Some(other) = other.filter(|other| *other != literal) {
                    self.imply(other.not(), Reason::One(literal))?;
                }
            }
        }
        Ok(())
    }

    /// Looks at the clauses that watch a literal that is false now.
    fn clauses_of(&mut self, lost: Literal) -> Result<(), Conflict> {
        let mut list = self.watching.get_mut(lost.index()).map(std::mem::take).unwrap_or_default();
        let (mut kept, mut looked, mut found) = (0, 0, Ok(()));
        while let Some((number, blocker)) = list.get(looked).copied() {
            looked += 1;
            let mut watch = Some((number, blocker));
            if !self.is_true(blocker) {
                let held = &self.holds;
                let clause = self.clauses.get_mut(number as usize).map(|clause| &mut clause.literals);
                if let Some([first, second, rest @ ..]) = clause.map(Vec::as_mut_slice) {
                    if *first == lost {
                        std::mem::swap(first, second);
                    }
                    let first = *first;
                    if at(held, first.index()) {
                        watch = Some((number, first));
                    } else if let Some(free) = rest.iter_mut().find(|other| !at(held, other.not().index())) {
                        std::mem::swap(second, free);
                        if let Some(list) = self.watching.get_mut(second.index()) {
                            list.push((number, first));
                        }
                        watch = None;
                    } else {
                        found = self.imply(first, Reason::Clause(number));
                    }
                }
            }
            if let Some(slot) = watch.and_then(|watch| Some((list.get_mut(kept)?, watch))) {
                *slot.0 = slot.1;
                kept += 1;
            }
            if found.is_err() {
                break;
            }
        }
        list.drain(kept..looked);
        if let Some(slot) = self.watching.get_mut(lost.index()) {
            *slot = list;
        }
        found
    }

    /// Bytes, roughly.
    fn bytes(&self) -> usize {
        let clauses: usize = self.clauses.iter().map(|clause| 72 + 4 * clause.literals.len()).sum();
        clauses + self.levels.len() * 160 + self.sums.bytes() + self.log.bytes()
    }
}

pub(super) fn at<T: Copy + Default>(list: &[T], at: usize) -> T {
    list.get(at).copied().unwrap_or_default()
}

pub(super) fn set<T>(list: &mut [T], at: usize, value: T) {
    if let Some(slot) = list.get_mut(at) {
        *slot = value;
    }
}
