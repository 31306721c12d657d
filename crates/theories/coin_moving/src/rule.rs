//! The rules of the games, by what their actions do.

use super::coins::Move;
use super::problem::Problem;
use puzzlec_base::Budget;
use puzzlec_model::Model;
use puzzlec_model::board::{Board, Coord};
use puzzlec_model::piece::ContentId;
use puzzlec_model::rule::Rule;
use puzzlec_task::{Bound, Label, Task, VarId};
use puzzlec_theory::{Made, Probe};

/// A rule with two variables, the cell that a coin leaves and the one that it comes to, whose actions are the moves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Whether the variable for the coin comes first.
    coin_first: bool,
}

/// What a move of a coin from one cell to a free one needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    /// So many other coins beside the free cell.
    Touching(usize),
    /// That the cells are neighbours, and another coin beside each of them.
    Poke,
}

impl Form {
    /// The form of a rule that moves coins to where two others touch them, if no other pieces lie on the board; nothing
    /// for another rule.
    pub fn of(model: &Model, rule: &Rule, coin: ContentId, budget: &Budget) -> Option<Form> {
        let (form, touching) = Form::with_number(model, rule, coin, budget)?;
        (touching == 2).then_some(form)
    }

    /// The same for a rule with any number of neighbours, with the number, which is at least 1.
    pub fn with_number(
        model: &Model,
        rule: &Rule,
        coin: ContentId,
        budget: &Budget,
    ) -> Option<(Form, usize)> {
        let probe = Probe::of(model, rule, 2, &[coin], budget)?;
        let touching = number(probe.actions.first()?, &probe.board, coin).filter(|number| *number > 0)?;
        Some((Form::read(&probe, coin, Needs::Touching(touching))?, touching))
    }

    /// The form of a rule that pokes coins; nothing for another rule.
    pub fn of_pokes(model: &Model, rule: &Rule, coin: ContentId, budget: &Budget) -> Option<Form> {
        Form::read(&Probe::of(model, rule, 2, &[coin], budget)?, coin, Needs::Poke)
    }

    /// The form of a rule whose actions on a probe are all moves there, each of them once.
    fn read(probe: &Probe, coin: ContentId, needs: Needs) -> Option<Form> {
        let Probe { board, places, actions } = probe;
        let [firsts, seconds] = places.as_slice() else { return None };
        let exists = |from: &Coord, to: &Coord| {
            let lists = needs.lists(board, board.index(*from)?, board.index(*to)?)?;
            (from != to && lists.iter().all(|(cells, coins)| cells.len() >= *coins)).then_some(())
        };
        // Whether the coin comes first does not matter for the number: both cells are at all places to each other.
        let pairs = firsts.iter().flat_map(|from| seconds.iter().map(move |to| (from, to)));
        if pairs.filter(|(from, to)| exists(from, to).is_some()).count() != actions.len() {
            return None;
        }
        let is_bound = |bound: Option<&Bound>, cell: VarId| {
            let cell = board.cells().get(cell as usize).map(|cell| Bound::Cell(cell.x, cell.y));
            bound.is_some() && bound == cell.as_ref()
        };
        let whole = |made: &Made, coin_first: bool| {
            let Some((from, to, _)) = made.action.moved().filter(|(.., held)| *held == coin) else {
                return false;
            };
            let binding = &made.action.label.binding;
            let (first, second) = if coin_first { (from, to) } else { (to, from) };
            is_bound(binding.first(), first)
                && is_bound(binding.get(1), second)
                && made.action.times == 1
                && needs.are_all(made, board, coin)
        };
        let form = |coin_first: &bool| actions.iter().all(|made| whole(made, *coin_first));
        Some(Form { coin_first: [true, false].into_iter().find(form)? })
    }

    /// A move of a problem as a step of the puzzle; nothing for one without its box.
    pub fn step(self, problem: &Problem, step: Move) -> Option<Label> {
        let on_board = |cell| problem.on_board(cell).map(|c| Bound::Cell(c.x, c.y));
        Some(self.label(on_board(step.from)?, on_board(step.to)?))
    }

    /// The move of a problem that a step of the puzzle is; nothing for one without its box.
    pub fn moved(self, problem: &Problem, step: &Label) -> Option<Move> {
        let cell = |at: usize| match step.binding.get(at)? {
            Bound::Cell(x, y) => problem.in_box(Coord::new(*x, *y)),
            _ => None,
        };
        let (coin, empty) = if self.coin_first { (0, 1) } else { (1, 0) };
        Some(Move { from: cell(coin)?, to: cell(empty)? })
    }

    /// The step that takes the coin from one cell to another.
    pub fn label(self, from: Bound, to: Bound) -> Label {
        let binding = if self.coin_first { vec![from, to] } else { vec![to, from] };
        Label { rule: 0, part: 0, binding }
    }
}

/// The least number of coins beside its free cell, without the one that it moves, with which an action applies.
fn number(made: &Made, board: &Board, coin: ContentId) -> Option<usize> {
    let (from, to, _) = made.action.moved()?;
    let near = beside(board, to, from);
    let held = |position: &[ContentId]| {
        near.iter().filter(|cell| position.get(**cell as usize) == Some(&coin)).count()
    };
    let applies = made.positions(&made.rest, &near)?.filter(|position| made.rest.holds(position));
    applies.map(|position| held(&position)).min()
}

/// The neighbours of a cell but for one.
fn beside(board: &Board, cell: VarId, but: VarId) -> Vec<VarId> {
    let near = board.cells().get(cell as usize).map_or_else(Vec::new, |cell| board.neighbours(*cell));
    near.into_iter().filter_map(|near| board.index(near)).filter(|near| *near != but).collect()
}

impl Needs {
    /// Lists of cells, each with the number of coins that must be there; nothing if there is no move between the cells.
    fn lists(self, board: &Board, from: VarId, to: VarId) -> Option<Vec<(Vec<VarId>, usize)>> {
        match self {
            Needs::Touching(coins) => Some(vec![(beside(board, to, from), coins)]),
            Needs::Poke => {
                let near = |cell, but| (beside(board, cell, but), 1);
                let next = beside(board, from, from).contains(&to);
                next.then(|| vec![near(from, to), near(to, from)])
            }
        }
    }

    /// Whether an action moves a coin only where it has what it needs; nothing if that cannot be told.
    fn is_move(self, made: &Made, board: &Board, coin: ContentId) -> Option<bool> {
        Some(self.applies(made, board, coin)?.is_some())
    }

    /// Whether an action moves a coin wherever it has what it needs, and nowhere else.
    fn are_all(self, made: &Made, board: &Board, coin: ContentId) -> bool {
        let Some((from, to, _)) = made.action.moved() else { return false };
        let Some(lists) = self.lists(board, from, to) else { return false };
        let cells: Vec<VarId> = lists.iter().flat_map(|(cells, _)| cells.iter().copied()).collect();
        let mut known = made.asked().all(|cell| cell == from || cell == to || cells.contains(&cell));
        made.rest.for_each_variable(&mut |cell| known &= cell == from || cell == to || cells.contains(&cell));
        // Cells hold a coin or nothing, and no cell is in two lists of a bipartite board.
        let ways = |(cells, coins): &(Vec<VarId>, usize)| {
            (0..1_u32 << cells.len().min(16)).filter(|set| set.count_ones() as usize >= *coins).count()
        };
        let all = lists.iter().map(ways).product();
        known && self.applies(made, board, coin).flatten() == Some(all)
    }

    /// In how many positions of the cells that matter an action applies; nothing within if in one of them it lacks
    /// what it needs, and nothing at all if there are too many.
    fn applies(self, made: &Made, board: &Board, coin: ContentId) -> Option<Option<usize>> {
        let Some((from, to, held)) = made.action.moved() else { return Some(None) };
        let Some(lists) = self.lists(board, from, to).filter(|_| held == coin) else { return Some(None) };
        let cells: Vec<VarId> = lists.iter().flat_map(|(cells, _)| cells.iter().copied()).collect();
        let has = |position: &Vec<ContentId>| {
            let coins = |cell: &&VarId| position.get(**cell as usize) == Some(&coin);
            lists.iter().all(|(cells, needed)| cells.iter().filter(coins).count() >= *needed)
        };
        let mut number = 0;
        for position in made.positions(&made.rest, &cells)?.filter(|position| made.rest.holds(position)) {
            if !has(&position) {
                return Some(None);
            }
            number += 1;
        }
        Some(Some(number))
    }
}

/// Whether every action of a rule on a square board is a move of a coin; `None` if an action reads too many cells to try all
/// their contents.
pub(super) fn plays(rule: &Task) -> Option<bool> {
    every(rule, Needs::Touching(2))
}

/// Whether every action slides a coin with a neighbour to a free cell beside another coin; nothing as above.
pub(super) fn pokes(rule: &Task) -> Option<bool> {
    every(rule, Needs::Poke)
}

fn every(rule: &Task, needs: Needs) -> Option<bool> {
    let board = Board::square(i32::try_from(rule.variables.len().isqrt()).ok()?);
    if board.cells().len() != rule.variables.len() {
        return None;
    }
    let actions = Made::all_of(rule);
    let Some((.., coin)) = actions.first().and_then(|made| made.action.moved()) else { return Some(false) };
    let moves: Vec<Option<bool>> = actions.iter().map(|made| needs.is_move(made, &board, coin)).collect();
    if moves.contains(&Some(false)) {
        return Some(false);
    }
    (!moves.contains(&None)).then_some(true)
}
