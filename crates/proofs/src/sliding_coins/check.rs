//! Proofs about coins on a line of which k neighbours move at a time, checked in whole numbers. No statement is
//! trusted: what a kind of proof rests on is argued where it is checked.

mod closed;
mod game;
mod order;
mod pairs;
mod row;
mod rule;
mod walk;

use std::collections::{BTreeMap, BTreeSet};

use super::proof::{Body, End, Proof};
use game::Game;
use puzzlec_base::{Budget, Progress};
use puzzlec_checker::Unproved;
use puzzlec_checker::checker::{CheckContext, Claim, ProofChecker, body as read};
use row::{Colour, Goal, Row};
use walk::{Field, Held, Neighbours, Place, Side};

/// Rows that may become wider than this are not walked over.
const WIDEST: i64 = 1 << 12;

/// The checker of this theory.
pub struct Checker;

impl ProofChecker for Checker {
    fn check(
        &self,
        body: &serde_json::Value,
        claim: Claim,
        cx: &CheckContext<'_>,
    ) -> Result<String, Unproved> {
        let Body { goals } = read(body)?;
        let least = claim.moves(cx.model())?;
        let game = Game::read(cx.model(), cx.context())?;
        if game.goals.len() != goals.len() {
            return Err(Unproved::wrong("there are not as many proofs as goals"));
        }
        let mut reasons = BTreeSet::new();
        for (goal, proof) in game.goals.iter().zip(&goals) {
            let case = Case { game: &game, goal, budget: cx.budget() };
            reasons.insert(match least {
                Some(moves) => case.at_least(*proof, moves)?,
                None => case.unreachable(*proof)?,
            });
        }
        Ok(reasons.into_iter().collect::<Vec<_>>().join("; "))
    }
}

/// One goal of a puzzle.
struct Case<'a> {
    game: &'a Game,
    goal: &'a Goal,
    budget: &'a Budget,
}

impl Case<'_> {
    /// Checks that coins never come to the goal; says in words why.
    fn unreachable(&self, proof: Proof) -> Result<&'static str, Unproved> {
        self.budget.poll(&Progress::default())?;
        let (k, start, goal) = (self.game.k, &self.game.start, self.goal);
        if goal.is(start) {
            return Err(Unproved::wrong("the start is a goal"));
        }
        let (holds, reason) = match proof {
            Proof::Coins {} => (start.colours() != goal.row.colours(), "no move changes the coins"),
            Proof::NoMove { end: End::Start } => (!self.moves(start, true), "the start has no move"),
            Proof::NoMove { end: End::Goal } => {
                (!self.moves(&goal.row, !goal.anywhere), "no move leads to the goal")
            }
            Proof::Order {} => (order::ordered(k, start, goal), "the order of the coins never changes"),
            Proof::Remainders {} => (
                order::remainders_differ(k, start, goal),
                "no move changes the remainders of the cells with coins",
            ),
            Proof::Parity {} => (order::odd(k, start, goal), "every move is an even permutation"),
            Proof::Closed { end, period } => {
                self.closed(end, period)?;
                (true, "all positions of one end were listed")
            }
            Proof::Pairs {} | Proof::Exhausted { .. } => {
                return Err(Unproved::wrong("it only bounds the number of moves"));
            }
        };
        if holds { Ok(reason) } else { Err(Unproved::wrong("a goal is not ruled out by this reason")) }
    }

    /// Checks that coins do not come to the goal by fewer moves; says in words why.
    fn at_least(&self, proof: Proof, moves: u64) -> Result<&'static str, Unproved> {
        self.budget.poll(&Progress::default())?;
        match (proof, moves.checked_sub(1)) {
            (_, None) => Ok("no plan has fewer than 0 moves"),
            (Proof::Pairs {}, Some(_)) => {
                if pairs::bound(self.game.k, &self.game.start, self.goal) < moves {
                    return Err(Unproved::wrong("a goal may be nearer"));
                }
                Ok("a move makes two pairs of neighbours at most")
            }
            (Proof::Exhausted { forward, backward }, Some(most)) => {
                if forward.checked_add(backward) != Some(most) {
                    return Err(Unproved::wrong(
                        "the moves from both ends do not come to one less than the bound",
                    ));
                }
                self.exhausted(forward, backward)?;
                Ok("the rows that fewer moves lead to were listed")
            }
            (proof, Some(_)) => self.unreachable(proof),
        }
    }

    /// Whether some move starts from a row, where it lies or where it may lie.
    fn moves(&self, row: &Row, placed: bool) -> bool {
        let k = self.game.k;
        let block = |first: i64, cells: usize, coins: bool| {
            coins && cells >= k && {
                // One cell beside the block is enough for coins that may land on cells that they leave.
                let (left, right) = (first - 1, first + i64::try_from(cells).unwrap_or(i64::MAX));
                let inside = |cell: i64| self.game.ends.is_some_and(|ends| ends.0 <= cell && cell < ends.1);
                !placed || self.game.over && (inside(left) || inside(right)) || self.has_room(row)
            }
        };
        row.runs().any(|(first, cells, coins)| block(first, cells, coins))
    }

    /// Whether k neighbouring cells are free.
    fn has_room(&self, row: &Row) -> bool {
        let Some((low, high)) = self.game.ends else { return true };
        let k = i64::try_from(self.game.k).unwrap_or(i64::MAX);
        row.first - low >= k
            || high - row.end() >= k
            || row.runs().any(|(_, cells, coins)| !coins && cells >= self.game.k)
    }

    /// Checks that no plan to the goal has at most this number of moves.
    fn exhausted(&self, forward: u64, backward: u64) -> Result<(), Unproved> {
        let (Ok(forward), Ok(backward)) = (i64::try_from(forward), i64::try_from(backward)) else {
            return Err(too_wide());
        };
        let (start, goal) = (&self.game.start, &self.goal.row);
        let colours = Colours::of([start, goal])?;
        let (own, aim) = (colours.neighbours(start), colours.neighbours(goal));
        let most = forward.checked_add(backward).ok_or_else(too_wide)?;
        // The total that the moves may lose (`walk`).
        let loss = most.checked_mul(2).ok_or_else(too_wide)? - own.lacks(&aim);
        if loss < 0 {
            return Ok(());
        }
        let k = i64::try_from(self.game.k).unwrap_or(i64::MAX);
        let gaps = goal.cells.iter().filter(|held| **held == 0).count();
        let gaps = if self.goal.anywhere { i64::try_from(gaps).unwrap_or(i64::MAX) } else { 0 };
        let room = loss.checked_mul(k).and_then(|room| room.checked_add(gaps)).ok_or_else(too_wide)?;
        let floats = self.goal.anywhere && self.game.ends.is_none();
        let hull = match (floats, self.goal.anywhere) {
            (true, _) => (0, start.end() - start.first),
            (false, true) => (start.first, start.end()),
            (false, false) => (start.first.min(goal.first), start.end().max(goal.end())),
        };
        let field = self.field(hull, room, floats, colours.count())?;
        let mut sides = [
            Side::new(vec![colours.place(start, start.first, floats)], aim),
            Side::new(self.goals(&field, &colours), own),
        ];
        let [one, other] = &mut sides;
        // Rows that are met after this number of moves lack at most two pairs for each move that is left.
        for moves in 1..=forward {
            field.advance(one, Some(2 * (most - moves)))?;
        }
        for moves in 1..=backward {
            field.advance(other, Some(2 * (most - moves)))?;
        }
        if one.meets(other) { Err(Unproved::wrong("the moves from both ends meet")) } else { Ok(()) }
    }

    fn field(
        &self,
        hull: (i64, i64),
        room: i64,
        floats: bool,
        colours: usize,
    ) -> Result<Field<'_>, Unproved> {
        if (hull.1 - hull.0).saturating_add(room) > WIDEST {
            return Err(too_wide());
        }
        let Game { k, over, ends, .. } = *self.game;
        Ok(Field { k, over, floats, hull, room, ends, colours, budget: self.budget })
    }

    /// The rows of the goal that lie in the window.
    fn goals(&self, field: &Field<'_>, colours: &Colours) -> Vec<Place> {
        let row = &self.goal.row;
        let width = row.end() - row.first;
        let firsts = match self.game.ends {
            Some((low, high)) if self.goal.anywhere => low..high - width + 1,
            _ => row.first..row.first + 1,
        };
        let fitting = firsts.filter(|first| field.fits(*first, first + width));
        fitting.map(|first| colours.place(row, first, field.floats)).collect()
    }
}

fn too_wide() -> Unproved {
    Unproved::wrong("the coins may come too far apart to list all rows")
}

/// The colours of two rows by small numbers, from 1.
struct Colours(BTreeMap<Colour, Held>);

impl Colours {
    fn of(rows: [&Row; 2]) -> Result<Self, Unproved> {
        let all: BTreeSet<Colour> = rows.iter().flat_map(|row| row.coins()).map(|(_, held)| held).collect();
        if all.len() > usize::from(Held::MAX) {
            return Err(Unproved::wrong("there are more than 255 colours"));
        }
        Ok(Colours(all.into_iter().zip(1..=Held::MAX).collect()))
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    fn cells(&self, row: &Row) -> Vec<Held> {
        row.cells.iter().map(|held| self.0.get(held).copied().unwrap_or(0)).collect()
    }

    fn neighbours(&self, row: &Row) -> Neighbours {
        Neighbours::of(&self.cells(row), self.count())
    }

    fn place(&self, row: &Row, first: i64, floats: bool) -> Place {
        Place { first: if floats { 0 } else { first }, cells: self.cells(row).into() }
    }
}
