//! Games as a check sees them: they are recognized, and not solved. A program that only checks puzzles is linked
//! without the theories that solve them.

use std::fmt;

use puzzlec_base::diag::Stop;
use puzzlec_base::{Budget, Progress};
use puzzlec_model::board::Board;
use puzzlec_search::ground::Failure;
use puzzlec_task::Task;

use super::{Info, Puzzle, Theories};

/// What recognizes a game.
pub trait Recognizer: Sync {
    /// The names of the game.
    fn info(&self) -> &Info;

    /// Whether every action of a rule, grounded on some board, is a move of this game, and there is one.
    /// Nothing where the program cannot tell.
    fn plays(&self, rule: &Task) -> Option<bool>;

    /// The board on which a rule is grounded for [`plays`](Self::plays) where it names none, or all of such a lattice: no rule
    /// of the game reaches farther.
    fn board(&self) -> Board {
        Board::square(7)
    }

    /// The size of a puzzle of this game; nothing for another game, and for a puzzle that the theory does not treat.
    /// A puzzle has a size if and only if [`Theory::recognise`](super::Theory::recognise) has a solver for it.
    ///
    /// # Errors
    /// A limit, or that the puzzle has an error that only grounding finds.
    fn size(&self, puzzle: &Puzzle<'_>, budget: &Budget) -> Result<Option<Size>, Failure>;

    /// Whether it needs the ground puzzle to know its game. Such a game is tried after those that do not, so
    /// that nothing is grounded for them.
    fn needs_ground(&self) -> bool {
        false
    }
}

/// The size of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Likely to be ground soon, so that a check of its file tries it.
    Small,
    /// Answered from the model alone.
    Large,
}

impl Size {
    /// Small if this holds.
    pub fn small_if(is_small: bool) -> Self {
        if is_small { Size::Small } else { Size::Large }
    }
}

/// The games that a program knows.
#[derive(Clone, Copy)]
pub enum Games {
    /// Those of theories, which solve them.
    Solved(Theories),
    /// Games without the theories that solve them.
    Recognized(&'static [&'static dyn Recognizer]),
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.all().map(|game| game.info().name)).finish()
    }
}

impl Games {
    /// All of them, in the order in which they are tried among those that need the same.
    pub fn all(self) -> impl Iterator<Item = &'static dyn Recognizer> {
        (0..).map_while(move |nth| match self {
            Games::Solved(theories) => theories.0.get(nth).map(|theory| *theory as &dyn Recognizer),
            Games::Recognized(games) => games.get(nth).copied(),
        })
    }

    /// The game of this name.
    pub fn named(self, name: &str) -> Option<&'static dyn Recognizer> {
        self.all().find(|game| game.info().name == name)
    }

    /// The theories that solve them.
    pub fn theories(self) -> Theories {
        match self {
            Games::Solved(theories) => theories,
            Games::Recognized(_) => Theories(&[]),
        }
    }

    /// The size of a puzzle of one of these games; nothing if it is none of them.
    ///
    /// # Errors
    /// It is none of them, as far as could be told: a limit, or an error that only grounding finds.
    pub fn size(self, puzzle: &Puzzle<'_>, budget: &Budget) -> Result<Option<Size>, Failure> {
        first(puzzle, budget, || self.all(), |game| game.needs_ground(), |game| game.size(puzzle, budget))
    }
}

/// The first answer to a question about a puzzle. Games that need the ground puzzle come last.
///
/// # Errors
/// There is no answer, and some game could not tell, or a limit was reached.
pub(super) fn first<G, T, I: Iterator<Item = G>>(
    puzzle: &Puzzle<'_>,
    budget: &Budget,
    all: impl Fn() -> I,
    needs_ground: impl Fn(&G) -> bool,
    mut ask: impl FnMut(G) -> Result<Option<T>, Failure>,
) -> Result<Option<T>, Failure> {
    if puzzle.model().beyond_theories().is_some() {
        return Ok(None);
    }
    let mut failure = None;
    for late in [false, true] {
        for game in all().filter(|game| needs_ground(game) == late) {
            match ask(game) {
                Ok(Some(found)) => return Ok(Some(found)),
                Ok(None) => {}
                // Another game may do without what this one needs.
                Err(found) => failure = failure.or(Some(found)),
            }
        }
    }
    if let Some(failure) = failure {
        return Err(failure);
    }
    // A rule that was not looked at to the end is no rule of a game.
    budget.poll(&Progress::default()).map(|()| None).map_err(|limit| Stop::from(limit).into())
}
