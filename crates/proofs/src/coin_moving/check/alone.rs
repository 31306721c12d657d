//! Proofs about the start or the goal alone, and about one move.

use super::super::proof::Corners;
use super::Case;
use super::plane::{Rect, beside, joins};
use puzzlec_checker::Unproved;
use puzzlec_model::board::Coord;

impl Case<'_> {
    /// A move keeps the number of coins.
    pub(super) fn counts(&self) -> Result<&'static str, Unproved> {
        if self.start.len() == self.goal.len() {
            return Err(Unproved::wrong("start and goal have the same number of coins"));
        }
        Ok("no move changes the number of coins")
    }

    /// A cell with two neighbours in rectangles three steps apart lies in one of them, so that coins in
    /// them never leave them.
    pub(super) fn outside(&self, corners: &[Corners], coin: &str) -> Result<&'static str, Unproved> {
        let coin = self.goal_coin(coin)?;
        let mut rectangles = corners.iter().map(|c| self.rectangle(c)).collect::<Result<Vec<_>, _>>()?;
        rectangles.sort_unstable();
        for (at, one) in rectangles.iter().enumerate() {
            self.poll()?;
            let later = rectangles.iter().skip(at + 1).take_while(|r| r.top - one.bottom < 3);
            if later.into_iter().any(|other| one.distance(*other) < 3) {
                return Err(Unproved::wrong("two rectangles are less than three steps apart"));
            }
        }
        for start in self.start {
            self.poll()?;
            if !rectangles.iter().any(|r| r.holds(*start)) {
                return Err(Unproved::wrong("a coin of the start lies in no rectangle"));
            }
        }
        if rectangles.iter().any(|r| r.holds(coin)) {
            return Err(Unproved::wrong("the coin of the goal lies in a rectangle"));
        }
        Ok("a coin of the goal lies where no coin ever comes")
    }

    /// The coin that moved last touches two others.
    pub(super) fn no_last_move(&self) -> Result<&'static str, Unproved> {
        if self.goal.iter().any(|coin| joins(*coin, |cell| self.goal.contains(&cell))) {
            return Err(Unproved::wrong("a coin of the goal touches two others"));
        }
        Ok("no coin of the goal can have moved last")
    }

    /// The span after a move is that of the coins that stayed. It falls apart within the component of the coin
    /// that moves, and the parts keep their distance from the other components.
    pub(super) fn no_first_move(&self, lost: &[String]) -> Result<&'static str, Unproved> {
        if lost.len() != self.start.len() {
            return Err(Unproved::wrong("there are not as many lost coins as coins of the start"));
        }
        let span = self.span(self.start.iter().copied())?;
        for (coin, lost) in self.start.iter().zip(lost) {
            let lost = self.goal_coin(lost)?;
            let Some(whole) = span.iter().copied().find(|r| r.holds(*coin)) else {
                return Err(Unproved::wrong("a coin lies in no component"));
            };
            let rest = self.start.iter().copied().filter(|c| c != coin && whole.holds(*c));
            let parts = self.span(rest)?;
            let others = span.iter().filter(|r| **r != whole);
            if others.chain(&parts).any(|r| r.holds(lost)) {
                return Err(Unproved::wrong("a coin of the goal is not lost by a move"));
            }
        }
        Ok("whichever coin moves first, the goal is lost")
    }

    /// Only one coin ever moves, so that it could move once.
    pub(super) fn isolated(&self, coin: &str) -> Result<&'static str, Unproved> {
        if !self.only(self.goal_coin(coin)?) {
            return Err(Unproved::wrong("without the coin two coins of the goal touch each other"));
        }
        self.not_one_move()?;
        Ok("only one coin can move, and no single move reaches the goal")
    }

    /// Whether all coins of the goal are isolated without this one.
    pub(super) fn only(&self, coin: Coord) -> bool {
        let touches = |c: &Coord| beside(*c).any(|next| next != coin && self.goal.contains(&next));
        !self.goal.iter().any(|c| *c != coin && touches(c))
    }

    /// A least configuration of an even rectangle has isolated coins only. So a goal with one coin more
    /// falls to 1.2 or 1.3, or its coins are all needed, as are those of the start.
    pub(super) fn even_minimum(&self) -> Result<&'static str, Unproved> {
        let spans = [self.span(self.start.iter().copied())?, self.span(self.goal.iter().copied())?];
        let [[one], [other]] = spans.each_ref().map(Vec::as_slice) else {
            return Err(Unproved::wrong("start and goal do not span one rectangle"));
        };
        if one != other || one.half_perimeter() % 2 != 0 {
            return Err(Unproved::wrong("start and goal do not span the same even rectangle"));
        }
        let coins = |r: Rect| usize::try_from(r.half_perimeter() / 2 + 1);
        if [self.start, self.goal].iter().any(|set| coins(*one) != Ok(set.len())) {
            return Err(Unproved::wrong("start and goal have not one coin more than their span takes"));
        }
        self.not_one_move()?;
        Ok("one spare coin in an even rectangle moves alone, and no single move reaches the goal")
    }

    pub(super) fn not_one_move(&self) -> Result<(), Unproved> {
        if self.one_move() {
            return Err(Unproved::wrong("one move leads from the start to the goal"));
        }
        Ok(())
    }
}
