//! Where a rule lies on a board, and what it writes.

use std::collections::BTreeMap;

use crate::cells::{Board, Cell};
use crate::rules::{Rule, Term, Terms};
use crate::text::Game;
use crate::turn::Draws;
use puzzlec_base::{Budget, Limit, Progress};

/// For each cell and layer the direction in which its object is to move, or `action`.
pub(crate) type Marks = BTreeMap<(usize, usize), String>;

/// A board in the middle of a turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scene {
    pub(crate) board: Board,
    pub(crate) marks: Marks,
    /// For each cell and layer the rigid group that wrote it first.
    pub(crate) noted: BTreeMap<(usize, usize), usize>,
}

/// The cells of all rows of a rule.
pub(crate) type Lie = Vec<Vec<usize>>;

/// For each row of a rule the places where it lies; a lie is any combination.
pub(crate) struct Lies(Vec<Vec<Vec<usize>>>);

impl Lies {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(Vec::len).fold(1, usize::saturating_mul)
    }

    /// One of them; the first row is the fastest.
    pub(crate) fn get(&self, mut number: usize) -> Lie {
        let one = |places: &Vec<Vec<usize>>| {
            let place = places.get(number % places.len()).cloned().unwrap_or_default();
            number /= places.len();
            place
        };
        self.0.iter().map(one).collect()
    }
}

impl Scene {
    fn has(&self, game: &Game, place: usize, (mark, name): &Term) -> bool {
        let Ok(sense) = game.find(name) else { return false };
        let Some(cell) = self.board.cells.get(place) else { return false };
        let found = cell.iter().find(|(_, object)| sense.objects().contains(object));
        if mark == "no" {
            return found.is_none();
        }
        let Some((layer, _)) = found else { return false };
        let moves = self.marks.get(&(place, *layer));
        match &**mark {
            "" => true,
            "stationary" => moves.is_none(),
            wanted => moves.is_some_and(|moves| moves == wanted),
        }
    }

    fn fits(&self, game: &Game, place: usize, terms: &Terms) -> bool {
        terms.iter().all(|term| self.has(game, place, term))
    }

    /// Whether all rows lie here.
    pub(crate) fn lies(&self, game: &Game, rule: &Rule, lie: &Lie) -> bool {
        let cells = rule.left.iter().map(|row| row.iter().filter(|cell| !is_gap(cell)));
        cells.zip(lie).all(|(row, places)| row.zip(places).all(|(cell, place)| self.fits(game, *place, cell)))
    }

    /// All ways in which one row lies on the board, in order.
    fn row(
        &self,
        game: &Game,
        row: &[Terms],
        direction: &str,
        budget: &Budget,
    ) -> Result<Vec<Vec<usize>>, Limit> {
        let mut found = Vec::new();
        for start in game.layout.lines(&self.board, direction) {
            budget.poll(&Progress::default())?;
            self.go_on(game, row, (start, Some(start)), direction, &mut Vec::new(), &mut found);
        }
        Ok(found)
    }

    /// Lies the rest of a row from a place on; before a gap every distance is tried, near ones first.
    fn go_on(
        &self,
        game: &Game,
        row: &[Terms],
        (start, place): (usize, Option<usize>),
        direction: &str,
        so_far: &mut Vec<usize>,
        found: &mut Vec<Vec<usize>>,
    ) {
        // On a ring a row ends before it comes back to its first cell.
        let next = |here: usize| game.layout.beside(&self.board, here, direction).filter(|n| *n != start);
        let Some((cell, rest)) = row.split_first() else {
            found.push(so_far.clone());
            return;
        };
        if is_gap(cell) {
            let mut place = place;
            while let Some(here) = place {
                self.go_on(game, rest, (start, Some(here)), direction, so_far, found);
                place = next(here);
            }
            return;
        }
        let Some(here) = place.filter(|place| self.fits(game, *place, cell)) else { return };
        so_far.push(here);
        self.go_on(game, rest, (start, next(here)), direction, so_far, found);
        so_far.pop();
    }

    /// All combinations of places of the rows.
    pub(crate) fn lies_of(&self, game: &Game, rule: &Rule, budget: &Budget) -> Result<Lies, Limit> {
        let rows = rule.left.iter().map(|row| self.row(game, row, &rule.direction, budget));
        rows.collect::<Result<_, _>>().map(Lies)
    }

    /// Writes the right side; whether a cell or its marks differ after it was written.
    pub(crate) fn write(
        &mut self,
        game: &Game,
        rule: &Rule,
        lie: &Lie,
        group: usize,
        draws: &mut Draws,
    ) -> bool {
        let mut changed = false;
        let not_gap = |cell: &&Terms| !is_gap(cell);
        for ((left, right), places) in rule.left.iter().zip(&rule.right).zip(lie) {
            let pairs = left.iter().filter(not_gap).zip(right.iter().filter(not_gap));
            for ((left, right), place) in pairs.zip(places) {
                let before = self.look(*place);
                let written = self.write_cell(game, (left, right), *place, rule.late, draws);
                changed |= self.look(*place) != before;
                if rule.rigid {
                    written.into_iter().for_each(|layer| {
                        self.noted.entry((*place, layer)).or_insert(group);
                    });
                }
            }
        }
        changed
    }

    /// A cell with its marks.
    fn look(&self, place: usize) -> (Option<Cell>, Vec<(usize, String)>) {
        let marks = self.marks.range((place, 0)..(place + 1, 0)).map(|(key, mark)| (key.1, mark.clone()));
        (self.board.cells.get(place).cloned(), marks.collect())
    }

    /// Writes one cell; the layers in which a mark was written or an object went.
    fn write_cell(
        &mut self,
        game: &Game,
        (left, right): (&Terms, &Terms),
        place: usize,
        late: bool,
        draws: &mut Draws,
    ) -> Vec<usize> {
        let Some(cell) = self.board.cells.get_mut(place) else { return Vec::new() };
        let objects = |name: &str| game.find(name).map(|sense| sense.objects().to_vec()).unwrap_or_default();
        let layer_of = |name: &str| game.layer.get(name).copied().unwrap_or(0);
        let layer = |name: &str| objects(name).first().map_or(0, |object| layer_of(object));
        let mut written = Vec::new();
        for (_, name) in right.iter().filter(|term| term.0 == "no") {
            cell.retain(|_, object| object != name);
        }
        let set = || right.iter().filter(|term| term.0 != "no" && term.0 != "random");
        for (mark, name) in left.iter().filter(|term| term.0 != "no") {
            let here = layer(name);
            match set().find(|term| layer(&term.1) == here) {
                None => {
                    cell.remove(&here);
                    self.marks.remove(&(place, here));
                    written.push(here);
                }
                // Another row of the same match may have written another mark, which stays.
                Some((again, _)) if again.is_empty() && self.marks.get(&(place, here)) == Some(mark) => {
                    self.marks.remove(&(place, here));
                }
                Some(_) => {}
            }
        }
        for (mark, name) in set() {
            let here = layer(name);
            if objects(name).len() == 1 {
                cell.insert(here, name.clone());
            }
            let known =
                left.iter().any(|term| objects(&term.1).iter().any(|object| layer_of(object) == here));
            match &**mark {
                "" if known || late || objects(name).len() > 1 => continue,
                "" | "stationary" => {
                    self.marks.remove(&(place, here));
                }
                "randomdir" => {
                    let directions = game.layout.directions();
                    let drawn = directions.get(draws.draw(directions.len())).copied().unwrap_or("right");
                    self.marks.insert((place, here), drawn.into());
                }
                mark => {
                    self.marks.insert((place, here), mark.into());
                }
            }
            written.push(here);
        }
        let drawn: Vec<String> =
            right.iter().filter(|term| term.0 == "random").flat_map(|term| objects(&term.1)).collect();
        if !drawn.is_empty()
            && let Some(object) = drawn.get(draws.draw(drawn.len()))
        {
            cell.insert(layer_of(object), object.clone());
            self.marks.remove(&(place, layer_of(object)));
        }
        written
    }
}

fn is_gap(cell: &Terms) -> bool {
    cell.first().is_some_and(|term| term.0 == "...")
}
