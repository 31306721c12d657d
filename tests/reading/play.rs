//! Playing: the actions of a position, all positions, what is counted and measured.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use puzzlec_syntax::ast::{
    ConsequenceRef, Ending, Ends, GoalExpr, MeasureKind, RuleBody, RuleStatement, RuleStatementKind,
};

use super::board::{Board, Cell, Kind};
use super::drawn::{self, Way};
use super::expression::{Scope, Stop};
use super::files::Values;
use super::goal;
use super::position::{Moved, Position, Traced};
use super::puzzle::{Puzzle, Rule};
use super::then;
use super::written;

/// An action that a position allows: what it makes and which pieces it moves.
#[derive(Clone, Debug)]
pub struct Action {
    pub after: Position,
    pub moved: Moved,
}

/// What follows the actions of a rule, with the rule's module, parameters and variables.
type Own<'a, 's> = (usize, &'a Values, &'a [ConsequenceRef], &'a Scope<'s>);

/// The ways to lay patterns, by rule and pattern.
type Ways = Vec<Vec<BTreeSet<Way>>>;

/// A puzzle that is played, with the ways to lay its patterns on boards of each length.
#[derive(Debug)]
pub struct Play<'a> {
    pub puzzle: &'a Puzzle,
    boards: HashMap<usize, (Board, Ways)>,
}

impl<'a> Play<'a> {
    pub fn new(puzzle: &'a Puzzle) -> Play<'a> {
        Play { puzzle, boards: HashMap::new() }
    }

    /// The actions of a position that change it.
    pub fn actions(&mut self, position: &Position) -> Result<Vec<Action>, Stop> {
        if self.puzzle.players.is_some() && self.is_goal(position)? {
            return Ok(Vec::new());
        }
        self.possible(position)
    }

    /// The actions of a position that change it, whether or not a game has ended there.
    pub fn possible(&mut self, position: &Position) -> Result<Vec<Action>, Stop> {
        let puzzle = self.puzzle;
        let (board, ways) = match self.boards.entry(position.length) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let board = match puzzle.board.kind {
                    Kind::Ring => puzzle.board.shortened(position.length),
                    _ => puzzle.board.clone(),
                };
                let ways = ways(puzzle, &board)?;
                place.insert((board, ways))
            }
        };
        let mut before = Traced::new(position);
        if let Some(turn) = before.counts.get_mut("turn").filter(|_| puzzle.players.is_some()) {
            *turn = 3 - *turn;
        }
        let mut found = Vec::new();
        let mut add = |after: &Traced, length: usize, moved: Moved, own: Own<'_, '_>| {
            let after = then::settled(puzzle, board, after.position(length), own)?;
            found.push(Action { after, moved });
            Ok::<(), Stop>(())
        };
        for (rule, ways) in puzzle.rules.iter().zip(ways) {
            let RuleBody::Statements(statements) = &rule.item.body else {
                return Err(Stop::Unclear("a rule of another kind".into()));
            };
            let own: Vec<ConsequenceRef> = statements
                .iter()
                .filter_map(|s| match &s.kind {
                    RuleStatementKind::Then(then) => Some(then.clone()),
                    _ => None,
                })
                .flatten()
                .collect();
            let mut scope = Scope::new(puzzle, board, position, vec![rule.module], &rule.values);
            for way in ways.iter().flatten() {
                if let Some(mut after) = drawn::played(puzzle, &before, way)? {
                    match written::count(puzzle, &scope, statements, &mut after) {
                        Ok(true) => {}
                        Ok(false) | Err(Stop::Off) => continue,
                        Err(other) => return Err(other),
                    }
                    let cost = cost(puzzle, rule, statements, &scope)?;
                    let moved = Moved { cost, ..way.moved.clone() };
                    add(&after, position.length, moved, (rule.module, &rule.values, &own, &scope))?;
                }
            }
            if !ways.is_empty() {
                continue;
            }
            for values in written::bindings(board, position, &scope, &rule.item.over)? {
                let names = rule.item.over.iter().map(|v| v.name.text.clone());
                scope.variables = names.zip(values).collect();
                if let Some((after, length, moved)) =
                    written::played(puzzle, board, &before, &scope, &rule.item, statements)?
                {
                    let cost = cost(puzzle, rule, statements, &scope)?;
                    let moved = Moved { cost, ..moved };
                    add(&after, length, moved, (rule.module, &rule.values, &own, &scope))?;
                }
            }
        }
        found.retain(|a| a.after != *position);
        let mut legal = Vec::new();
        for action in found {
            if goal::legal(puzzle, &action.after)? {
                legal.push(action);
            }
        }
        Ok(legal)
    }

    /// Whether a position is a goal, or one of two players has won by a test.
    pub fn is_goal(&self, position: &Position) -> Result<bool, Stop> {
        let wins = self.puzzle.wins.iter().flatten();
        for goal in self.puzzle.goal.iter().chain(wins) {
            if goal::reached(self.puzzle, position, goal)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// In a game with tests of who has won: whether the player to move has won, and whether the other one has.
    fn won(&self, position: &Position) -> Result<Option<[bool; 2]>, Stop> {
        let (puzzle, turn) = (self.puzzle, position.counts.get("turn"));
        let (Some(ends), Some(turn)) = (puzzle.players, turn.filter(|_| puzzle.wins != [None, None])) else {
            return Ok(None);
        };
        let holds = |goal: &Option<GoalExpr>| {
            goal.as_ref().map_or(Ok(false), |goal| goal::reached(puzzle, position, goal))
        };
        let next = if *turn == 1 { 0 } else { 1 };
        let at_goal = holds(&puzzle.goal)?;
        let loses = at_goal && ends.goal_loses;
        Ok(Some([holds(&puzzle.wins[next])? || loses, holds(&puzzle.wins[1 - next])? || at_goal && !loses]))
    }
}

/// What an action of a rule costs.
fn cost(puzzle: &Puzzle, rule: &Rule, statements: &[RuleStatement], scope: &Scope<'_>) -> Result<u64, Stop> {
    if puzzle.measure == MeasureKind::Rules {
        return Ok(u64::from(puzzle.counts(rule)));
    }
    for statement in statements {
        if let RuleStatementKind::Cost(number) = &statement.kind {
            let cost = scope.number(number)?;
            return u64::try_from(cost).map_err(|_| Stop::Unclear("a cost below 0".into()));
        }
    }
    Ok(1)
}

/// By rule and pattern the ways to lay it; nothing for written rules.
fn ways(puzzle: &Puzzle, board: &Board) -> Result<Ways, Stop> {
    let nothing = Position::default();
    let mut all = Vec::new();
    for rule in &puzzle.rules {
        let scope = Scope::new(puzzle, board, &nothing, vec![rule.module], &rule.values);
        let mut of_rule = Vec::new();
        if let RuleBody::Statements(statements) = &rule.item.body {
            for statement in statements {
                if let RuleStatementKind::Pattern(pattern) = &statement.kind {
                    of_rule.push(drawn::ways(board, &scope, pattern)?);
                }
            }
        }
        all.push(of_rule);
    }
    Ok(all)
}

/// All positions that can be reached.
#[derive(Debug)]
pub struct Graph {
    pub positions: Vec<Position>,
    pub levels: Vec<Vec<usize>>,
    /// By position the actions and the positions that they make.
    pub moves: Vec<Vec<(usize, Moved)>>,
    pub goals: Vec<bool>,
    /// In a game with tests of who has won, by position whether the player to move has won, and whether the other one has.
    pub won: Vec<Option<[bool; 2]>>,
}

impl Graph {
    /// Nothing where there are more positions than this.
    pub fn of(puzzle: &Puzzle, most: usize) -> Result<Option<Graph>, Stop> {
        let mut play = Play::new(puzzle);
        let mut numbers: HashMap<Position, usize> = HashMap::from([(puzzle.start.clone(), 0)]);
        let mut graph = Graph {
            positions: vec![puzzle.start.clone()],
            levels: vec![vec![0]],
            moves: Vec::new(),
            goals: Vec::new(),
            won: Vec::new(),
        };
        loop {
            let mut new = Vec::new();
            for at in graph.levels.last().into_iter().flatten() {
                if graph.positions.len() > most {
                    return Ok(None);
                }
                let position = graph.positions[*at].clone();
                graph.goals.push(play.is_goal(&position)?);
                graph.won.push(play.won(&position)?);
                let mut moves = Vec::new();
                for action in play.actions(&position)? {
                    let next = numbers.len();
                    let number = *numbers.entry(action.after.clone()).or_insert(next);
                    if number == next {
                        graph.positions.push(action.after);
                        new.push(number);
                    }
                    moves.push((number, action.moved));
                }
                graph.moves.push(moves);
            }
            if new.is_empty() {
                return Ok(Some(graph));
            }
            graph.levels.push(new);
        }
    }

    /// The least number of actions to a goal and how many sequences have it.
    pub fn shortest(&self) -> Option<(u64, u128)> {
        let mut ways = vec![0_u128; self.positions.len()];
        ways[0] = 1;
        for (length, level) in self.levels.iter().enumerate() {
            let found: u128 = level.iter().filter(|p| self.goals[**p]).map(|p| ways[*p]).sum();
            if found > 0 {
                return Some((length as u64, found));
            }
            let next: BTreeSet<usize> = self.levels.get(length + 1).into_iter().flatten().copied().collect();
            for from in level {
                for (to, _) in self.moves[*from].iter().filter(|m| next.contains(&m.0)) {
                    ways[*to] += ways[*from];
                }
            }
        }
        None
    }

    /// All solutions, all games, and the games that end in a goal; nothing where positions can repeat.
    pub fn all(&self) -> Option<[u128; 3]> {
        let mut before = vec![0; self.positions.len()];
        for (to, _) in self.moves.iter().flatten() {
            before[*to] += 1;
        }
        let mut ways = vec![0_u128; self.positions.len()];
        ways[0] = 1;
        let mut open: Vec<usize> = vec![0];
        let (mut seen, mut found) = (0, [0_u128; 3]);
        if before[0] > 0 {
            return None;
        }
        while let Some(at) = open.pop() {
            seen += 1;
            let stuck = self.moves[at].is_empty();
            for (count, holds) in found.iter_mut().zip([self.goals[at], stuck, stuck && self.goals[at]]) {
                *count += if holds { ways[at] } else { 0 };
            }
            for (to, _) in &self.moves[at] {
                ways[*to] = ways[*to].checked_add(ways[at])?;
                before[*to] -= 1;
                if before[*to] == 0 {
                    open.push(*to);
                }
            }
        }
        (seen == self.positions.len()).then_some(found)
    }

    /// The least length of a plan in a measure.
    pub fn least(&self, measure: MeasureKind) -> Option<u64> {
        let mut open: BTreeMap<u64, Vec<(usize, Option<Cell>)>> = BTreeMap::new();
        let mut done = BTreeSet::new();
        open.entry(0).or_default().push((0, None));
        while let Some((length, states)) = open.pop_first() {
            let mut states = states;
            while let Some((at, last)) = states.pop() {
                if !done.insert((at, last)) {
                    continue;
                }
                if self.goals[at] {
                    return Some(length);
                }
                for (to, moved) in &self.moves[at] {
                    let (cost, mover) = match (measure, moved.first) {
                        (MeasureKind::Actions, _) => (1, None),
                        (MeasureKind::Pieces, _) => (moved.pieces, None),
                        (MeasureKind::Cost | MeasureKind::Rules, _) => (moved.cost, None),
                        (MeasureKind::Runs, Some((from, to))) => (u64::from(last != Some(from)), Some(to)),
                        (MeasureKind::Runs, None) => (1, None),
                    };
                    match cost {
                        0 => states.push((*to, mover)),
                        _ => open.entry(length + cost).or_default().push((*to, mover)),
                    }
                }
            }
        }
        None
    }

    /// The Grundy value of the start, if every play ends.
    pub fn value(&self) -> Option<usize> {
        let mut values: Vec<Option<usize>> = vec![None; self.moves.len()];
        loop {
            let known = values.iter().flatten().count();
            for at in 0..values.len() {
                let after: Option<BTreeSet<usize>> = self.moves[at].iter().map(|m| values[m.0]).collect();
                values[at] = after.map(|after| (0..).find(|n| !after.contains(n)).unwrap());
            }
            if values.iter().flatten().count() == known {
                return values[0].filter(|_| known == values.len());
            }
        }
    }

    /// Who wins: the first player, the second, or nobody; and after how many moves, if the winner hurries and the other delays.
    pub fn winner(&self, ends: Ends) -> (&'static str, Option<u64>) {
        // Of each position whether who moves there wins, where that is known.
        let end = |at: usize| match (self.won[at], self.goals[at], ends.last) {
            (Some([true, true]), ..) => None,
            (Some([mover, other]), ..) if mover || other => Some(mover),
            (None, true, _) => Some(ends.goal_loses),
            (_, _, Ending::Wins) => Some(false),
            (_, _, Ending::Loses) => Some(true),
            (_, _, Ending::Draws) => None,
        };
        let over = |at: usize| self.moves[at].is_empty();
        let mut wins: Vec<Option<bool>> =
            (0..self.moves.len()).map(|at| if over(at) { end(at) } else { None }).collect();
        // After each round it is known who wins where the game ends in so many moves.
        let mut decided = wins[0].map(|_| 0);
        for round in 1.. {
            let mut changed = false;
            let before = wins.clone();
            for (at, won) in wins.iter_mut().enumerate() {
                if won.is_some() || over(at) {
                    continue;
                }
                let after: Vec<Option<bool>> = self.moves[at].iter().map(|m| before[m.0]).collect();
                if after.contains(&Some(false)) {
                    *won = Some(true);
                } else if after.iter().all(|w| *w == Some(true)) {
                    *won = Some(false);
                } else {
                    continue;
                }
                changed = true;
            }
            decided = decided.or(wins[0].map(|_| round));
            if !changed {
                break;
            }
        }
        let winner = match wins[0] {
            Some(true) => "first",
            Some(false) => "second",
            None => "draw",
        };
        (winner, decided)
    }
}
