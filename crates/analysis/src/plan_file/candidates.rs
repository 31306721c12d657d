//! The steps that words may stand for.

use std::collections::BTreeSet;

use super::words::Word;
use puzzlec_base::Budget;
use puzzlec_checker::{Player, Unproved};
use puzzlec_model::board::{Board, Coord, Direction, Shape};
use puzzlec_model::piece::Selector;
use puzzlec_model::puzzle::Supply;
use puzzlec_model::rule::{Body, Domain, Pattern, Quantified, Rule};
use puzzlec_model::{Model, Question};
use puzzlec_search::ground::LAY;
use puzzlec_task::{Bound, Label};

/// More steps than this are not tried for one move.
const MOST: usize = 20_000;
/// Maximum number of words of a phrase that name cells of a move.
const WORDS: usize = 16;
/// Maximum number of cells between two cells that are tried.
const BETWEEN: u64 = 64;

/// How far the cells of a step may lie from those that the words name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Variables stand for named cells.
    Named,
    /// Also for cells beside and between them.
    Near,
    /// For any cells.
    All,
}

/// The cell of this name.
pub(super) fn cell(board: &Board, name: &str) -> Option<Coord> {
    let known = |cell: &Coord| board.unbounded && board.contains(*cell) && board.name(*cell) == name;
    let beyond = || Board::coordinates(name).filter(known);
    let found = board.find(name).and_then(|cells| match cells.as_slice() {
        [one] => Some(*one),
        _ => None,
    });
    found.or_else(beyond)
}

/// The cells that a word names: a name, or several with hyphens between them. Names may have hyphens.
pub(super) fn cells_in(board: &Board, word: &str) -> Vec<Coord> {
    let parts: Vec<&str> = word.split('-').take(WORDS).collect();
    let mut cells = Vec::new();
    for from in 0..parts.len() {
        for to in from + 1..=parts.len() {
            let name = parts.get(from..to).unwrap_or(&[]).join("-");
            cells.extend(cell(board, &name).filter(|cell| !cells.contains(cell)));
        }
    }
    cells
}

/// The steps of this reach, whether or not they can be played; `None` if there are too many to try.
///
/// # Errors
/// A script fails, or a limit.
pub(crate) fn labels(
    model: &Model,
    player: &Player<'_>,
    words: &[Word],
    reach: Reach,
    budget: &Budget,
) -> Result<Option<Vec<Label>>, Unproved> {
    let mut named: Vec<Coord> = Vec::new();
    for word in words.iter().take(WORDS) {
        for cell in cells_in(&model.board, &word.text) {
            if !named.contains(&cell) {
                named.push(cell);
            }
        }
    }
    made(model, player, (reach, named), budget)
}

/// All steps that begin near pieces or near these cells, whether or not they can be played; `None` if there are too many
/// to try. On a bounded board the cells play no part.
///
/// # Errors
/// A script fails, or a limit.
pub(crate) fn labels_near(
    model: &Model,
    player: &Player<'_>,
    cells: Vec<Coord>,
    budget: &Budget,
) -> Result<Option<Vec<Label>>, Unproved> {
    made(model, player, (Reach::All, cells), budget)
}

fn made(
    model: &Model,
    player: &Player<'_>,
    (reach, named): (Reach, Vec<Coord>),
    budget: &Budget,
) -> Result<Option<Vec<Label>>, Unproved> {
    let mut maker = Maker { player, board: player.board(), reach, named, labels: Vec::new(), open: true };
    match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => {
            for (number, rule) in (0..).zip(rules) {
                maker.rule(number, rule, budget)?;
            }
        }
        Question::Place { supply, .. } => {
            for (number, entry) in (0..).zip(supply) {
                maker.laid(model, number, entry);
            }
        }
    }
    Ok(maker.open.then_some(maker.labels))
}

struct Maker<'a> {
    player: &'a Player<'a>,
    board: &'a Board,
    reach: Reach,
    named: Vec<Coord>,
    labels: Vec<Label>,
    /// Whether there are not too many.
    open: bool,
}

impl Maker<'_> {
    fn rule(&mut self, number: u32, rule: &Rule, budget: &Budget) -> Result<(), Unproved> {
        match &rule.body {
            Body::Patterns(patterns) => {
                for (part, pattern) in (0..).zip(patterns) {
                    self.drawn((number, part), pattern);
                }
            }
            Body::Quantified(rule) => self.written(number, rule),
            Body::Scripted(_) | Body::Callback(_) if self.reach == Reach::Near => {}
            Body::Scripted(_) | Body::Callback(_) => {
                for part in (0..).take(self.player.given(number, budget)?) {
                    self.add(Label { rule: number, part, binding: Vec::new() });
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, label: Label) {
        if self.labels.len() < MOST {
            self.labels.push(label);
        } else {
            self.open = false;
        }
    }

    fn directions(&self) -> impl Iterator<Item = Direction> + use<> {
        (0..self.board.directions().len()).filter_map(|d| Direction::try_from(d).ok())
    }

    /// The cells beside one.
    fn beside(&self, cell: Coord) -> Vec<Coord> {
        if self.board.shape == Shape::Graph {
            return self.board.neighbours(cell);
        }
        self.directions().filter_map(|d| self.board.step(cell, d)).collect()
    }

    /// These cells with all within a number of steps.
    fn around(&self, cells: impl Iterator<Item = Coord>, steps: usize) -> BTreeSet<Coord> {
        let mut all: BTreeSet<Coord> = cells.collect();
        let mut last: Vec<Coord> = all.iter().copied().collect();
        for _ in 0..steps {
            let next: Vec<Coord> = last.iter().flat_map(|cell| self.beside(*cell)).collect();
            last = next.into_iter().filter(|cell| all.len() < MOST && all.insert(*cell)).collect();
        }
        all
    }

    /// All cells that a step may begin at.
    fn all(&self, steps: usize) -> Vec<Coord> {
        if self.board.unbounded {
            let held = self.player.position().keys().chain(&self.named).copied();
            self.around(held, steps.max(1)).into_iter().collect()
        } else {
            self.board.cells().to_vec()
        }
    }

    fn drawn(&mut self, (rule, part): (u32, u32), pattern: &Pattern) {
        let steps = pattern.cells.len().saturating_sub(1);
        let first: Vec<Coord> = match self.reach {
            Reach::Named => self.around(self.named.iter().copied(), steps).into_iter().collect(),
            Reach::Near => return,
            Reach::All => self.all(steps),
        };
        for cell in first {
            if pattern.edges {
                for other in self.board.neighbours(cell) {
                    self.add(Label { rule, part, binding: vec![bound(cell), bound(other)] });
                }
            }
            for path in &pattern.paths {
                let mut binding = vec![bound(cell)];
                let mut at = Some(cell);
                for direction in path {
                    at = at.and_then(|cell| self.board.step(cell, *direction));
                    binding.extend(at.map(bound));
                }
                if binding.len() == pattern.cells.len() && self.speaks(&binding) {
                    self.add(Label { rule, part, binding });
                }
            }
        }
    }

    /// Whether a step has a named cell, where it must.
    fn speaks(&self, binding: &[Bound]) -> bool {
        self.reach == Reach::All || self.named.iter().any(|cell| binding.contains(&bound(*cell)))
    }

    fn written(&mut self, number: u32, rule: &Quantified) {
        let cells: Vec<Coord> = match self.reach {
            Reach::Named => self.named.clone(),
            Reach::Near => {
                let mut cells = self.around(self.named.iter().copied(), 1);
                cells.extend(self.between());
                cells.into_iter().collect()
            }
            Reach::All => self.all(1),
        };
        let mut bindings: Vec<Vec<Bound>> = vec![Vec::new()];
        for variable in &rule.variables {
            let choices: Vec<Bound> = match &variable.domain {
                Domain::Directions => self.directions().map(Bound::Direction).collect(),
                Domain::Numbers(low, high) => {
                    let most = high.saturating_sub(*low).saturating_add(1);
                    if usize::try_from(most).is_ok_and(|n| n > MOST) {
                        self.open = false;
                        return;
                    }
                    (*low..=*high).map(Bound::Number).collect()
                }
                Domain::Cells(selector) => {
                    let fits =
                        |cell: &&Coord| self.reach == Reach::Named || self.fits(selector.as_ref(), **cell);
                    cells.iter().filter(fits).map(|cell| bound(*cell)).collect()
                }
            };
            if bindings.len().saturating_mul(choices.len()) > MOST {
                self.open = false;
                return;
            }
            let longer = |binding: &Vec<Bound>| {
                let each = choices.iter().map(|choice| [binding.as_slice(), &[*choice]].concat());
                each.collect::<Vec<_>>()
            };
            bindings = bindings.iter().flat_map(longer).collect();
        }
        for binding in bindings {
            self.add(Label { rule: number, part: 0, binding });
        }
    }

    fn fits(&self, selector: Option<&Selector>, cell: Coord) -> bool {
        let content = self.player.kind_on(cell);
        selector.is_none_or(|selector| selector.matches(content))
    }

    /// The cells between two named ones that lie on a straight line.
    fn between(&self) -> Vec<Coord> {
        let mut cells = Vec::new();
        for (from, to) in self.named.iter().zip(self.named.iter().skip(1)) {
            for direction in self.directions() {
                let line = (1..=BETWEEN).map_while(|n| self.board.steps(*from, direction, n));
                let line: Vec<Coord> = line.collect();
                if let Some(end) = line.iter().position(|cell| cell == to) {
                    cells.extend(line.into_iter().take(end));
                }
            }
        }
        cells
    }

    fn laid(&mut self, model: &Model, number: u32, entry: &Supply) {
        let cells = if self.reach == Reach::All { self.all(0) } else { self.named.clone() };
        let members = model.pieces.kind(entry.kind).map_or(0, |kind| kind.marks.len());
        for cell in cells {
            let mut lay = |rest: &[Bound]| {
                let binding = [&[bound(cell)], rest].concat();
                self.add(Label { rule: LAY, part: number, binding });
            };
            if !entry.shapes.is_empty() {
                (0..).take(entry.shapes.len()).for_each(|shape| lay(&[Bound::Number(shape)]));
            } else if entry.labels.is_some() {
                for d in (0..model.board.directions().len()).filter_map(|d| Direction::try_from(d).ok()) {
                    lay(&[Bound::Direction(d), Bound::Number(0)]);
                    lay(&[Bound::Direction(d), Bound::Number(1)]);
                }
            } else if members <= 1 {
                lay(&[]);
            } else {
                let own = |member: &i64| entry.member.is_none_or(|own| i64::from(own) == *member);
                (0..).take(members).filter(own).for_each(|member| lay(&[Bound::Number(member)]));
            }
        }
    }
}

fn bound(cell: Coord) -> Bound {
    Bound::Cell(cell.x, cell.y)
}
