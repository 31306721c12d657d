//! The parts of random puzzles: patterns, expressions, effects, goals.

use puzzlec_syntax::ast::EDITION;

use super::field::Field;
use crate::reading::board::Kind;
use crate::reading::dice::Dice;

/// A puzzle in the making.
#[derive(Debug)]
pub struct Maker {
    pub dice: Dice,
    /// Puts lists in another order, where that must not matter.
    pub order: Option<Dice>,
    pub mirror: bool,
    /// The declarations, one each.
    pub items: Vec<String>,
    pub rules: Vec<String>,
    /// Whether written rules may test the position after them.
    pub after: bool,
    /// Whether rules have costs.
    pub priced: bool,
    /// The tests of positions in which moves end, for a puzzle that has some.
    pub legal: Vec<String>,
    /// The counters that expressions may name; `turn` is not set.
    pub counters: Vec<&'static str>,
    /// Whether expressions may name the numbers of pieces.
    pub numbered: bool,
}

/// Pieces by name and mark.
pub type Pieces = [(&'static str, char)];

impl Maker {
    /// A list in an order that must not matter.
    pub fn any_order(&mut self, mut list: Vec<String>) -> Vec<String> {
        if let Some(order) = &mut self.order {
            order.shuffle(&mut list);
        }
        list
    }

    pub fn piece(&mut self, name: &str, marks: &str) {
        self.items.push(format!("piece {name} \"{marks}\""));
    }

    pub fn pieces(&mut self, pieces: &Pieces) {
        for (name, mark) in pieces {
            self.piece(name, &mark.to_string());
        }
    }

    /// A rule with statements whose order does not matter.
    pub fn rule(&mut self, head: &str, statements: Vec<String>) {
        let name: String = head.chars().take_while(|c| c.is_alphanumeric()).collect();
        let statements: Vec<String> = statements.iter().map(|s| format!("    {s}\n")).collect();
        self.items.push(format!("rule {head} {{\n{}}}", statements.concat()));
        self.rules.push(name);
    }

    pub fn patterns(&mut self, name: &str, patterns: Vec<String>) {
        let mut patterns = self.any_order(patterns);
        if self.priced {
            patterns.push(format!("cost {}", self.dice.below(4)));
        }
        let settings = self.settings(|maker| maker.dice.below(4).to_string());
        patterns.extend(settings);
        self.rule(name, patterns);
    }

    /// New values of some counters; `number` makes other numbers.
    pub fn settings(&mut self, number: impl Fn(&mut Maker) -> String) -> Vec<String> {
        let mut all = Vec::new();
        for counter in self.counters.clone() {
            if counter == "turn" || self.dice.once_in(3) {
                continue;
            }
            let other = self.dice.pick(&self.counters.clone());
            let value = match self.dice.below(8) {
                0 | 1 => format!("{counter} - 1"),
                2 | 3 => format!("{counter} + 1"),
                4 => format!("2 - {counter}"),
                5 => format!("{counter} + {other} - 1"),
                6 => format!("min({counter} + 1, {other})"),
                _ => number(self),
            };
            all.push(format!("set {counter} = {value}"));
        }
        self.any_order(all)
    }

    /// The whole text.
    pub fn text(&mut self, statements: &[String]) -> String {
        let items = std::mem::take(&mut self.items);
        let items = self.any_order(items);
        let edition = if self.dice.below(4) == 0 { 1 } else { EDITION };
        let mut text = format!("edition {edition}\n");
        text.extend(items.iter().map(|i| format!("{i}\n")));
        text += "puzzle P {\n";
        if !self.rules.is_empty() {
            let rules = std::mem::take(&mut self.rules);
            text += &format!("    rules {}\n", self.any_order(rules).join(", "));
        }
        let legal = std::mem::take(&mut self.legal);
        let legal = self.any_order(legal);
        for statement in statements.iter().chain(&legal) {
            text += &format!("    {statement}\n");
        }
        text + "}\n"
    }

    /// Marks on all cells; so many of ten are empty.
    pub fn marks(&mut self, field: &Field, pieces: &Pieces, empty: usize) -> Vec<char> {
        if self.after && self.legal.is_empty() {
            for _ in 0..self.dice.between(0, 2) {
                let test = self.test(field, pieces, &[], &[], 2);
                // Most positions pass one of two tests.
                let other = self.test(field, pieces, &[], &[], 1);
                self.legal.push(format!("legal after {test} or {other}"));
            }
        }
        let mut marks: Vec<char> = (0..field.count())
            .map(|_| match self.dice.below(10) < empty {
                true => '.',
                false => pieces[self.dice.below(pieces.len())].1,
            })
            .collect();
        if marks.iter().all(|m| *m == '.') {
            let at = self.dice.below(marks.len());
            marks[at] = pieces[0].1;
        }
        marks
    }

    /// A path's shape for a pattern of so many cells.
    pub fn along(&mut self, field: &Field, length: usize) -> String {
        if !field.directed() || length == 1 || self.dice.once_in(3) {
            return String::new();
        }
        let mut shapes = Vec::new();
        for _ in 0..self.dice.between(1, 2) {
            let steps = self.dice.between(1, length - 1);
            let shape: Vec<String> = (0..steps)
                .map(|_| match self.dice.below(3) {
                    0 => field.direction(&mut self.dice),
                    _ => {
                        let by = if self.dice.once_in(2) { 0 } else { self.dice.below(5) as i32 - 2 };
                        format!("d{}", field.turn(by))
                    }
                })
                .collect();
            shapes.push(shape.join(", "));
        }
        format!(" along {}", self.any_order(shapes).join(" or "))
    }

    /// A pattern; `fresh` pieces may come from nothing.
    pub fn pattern(&mut self, field: &Field, pieces: &Pieces, fresh: bool) -> String {
        let most = if field.directed() { 4 } else { 2 };
        let least = if self.dice.once_in(6) { 1 } else { 2 };
        let length = self.dice.between(least, most);
        let mut before: Vec<String> = (0..length)
            .map(|_| match self.dice.below(8) {
                0 => "?".to_owned(),
                1..=3 => "empty".to_owned(),
                _ => pieces[self.dice.below(pieces.len())].0.to_owned(),
            })
            .collect();
        if before.iter().all(|c| c == "?" || c == "empty") {
            before[0] = pieces[0].0.to_owned();
        }
        let mut after = before.clone();
        let places: Vec<usize> = (0..length).filter(|i| before[*i] != "?").collect();
        let mut moved: Vec<String> = places.iter().map(|i| before[*i].clone()).collect();
        self.dice.shuffle(&mut moved);
        if self.dice.once_in(3) {
            let at = self.dice.below(moved.len());
            moved[at] = "empty".into();
        }
        if fresh && self.dice.once_in(4) {
            let at = self.dice.below(moved.len());
            moved[at] = pieces[self.dice.below(pieces.len())].0.to_owned();
        }
        for (i, cell) in places.iter().zip(moved) {
            after[*i] = cell;
        }
        format!("[ {} ] -> [ {} ]{}", before.join(" | "), after.join(" | "), self.along(field, length))
    }

    /// Two players, sometimes with a goal.
    pub fn players(&mut self, goal: impl FnOnce(&mut Self) -> String) -> String {
        let last = self.dice.pick(&["wins", "loses", "draws"]);
        if self.dice.once_in(2) {
            return format!("players 2, last to move {last}");
        }
        let ends = self.dice.pick(&["", ", goal wins", ", goal loses"]);
        format!("players 2{ends}, last to move {last}; {}", goal(self))
    }

    /// A goal.
    pub fn goal(&mut self, field: &Field, pieces: &Pieces) -> String {
        let goal = self.goal_atom(field, pieces);
        match self.dice.below(6) {
            0 => {
                let parts = vec![goal, self.goal_atom(field, pieces)];
                format!("goal ({})", self.any_order(parts).join(") or ("))
            }
            1 => {
                let parts = vec![goal, self.goal_atom(field, pieces)];
                format!("goal ({})", self.any_order(parts).join(") and ("))
            }
            _ => format!("goal {goal}"),
        }
    }

    fn goal_atom(&mut self, field: &Field, pieces: &Pieces) -> String {
        let (name, mark) = pieces[self.dice.below(pieces.len())];
        let cell = field.some_cell(&mut self.dice);
        match self.dice.below(9) {
            0 | 1 => format!("count({name}) {} {}", self.comparison(), self.dice.below(4)),
            2 | 3 => {
                let (other, _) = pieces[self.dice.below(pieces.len())];
                let second = field.some_cell(&mut self.dice);
                format!("({name} at {cell}) and ({other} at {second})")
            }
            4 => {
                let mut marks = vec!['?'; field.count()];
                for _ in 0..self.dice.between(1, field.count().div_ceil(2)) {
                    let at = self.dice.below(marks.len());
                    marks[at] = if self.dice.once_in(3) { '.' } else { mark };
                }
                field.config(&mut self.dice, &marks)
            }
            5 => {
                let marks = self.marks(field, pieces, 6);
                if field.directed() && self.dice.once_in(2) {
                    // A row that lies anywhere is straight, so it is for lines.
                    let drawn = match field.board.kind {
                        Kind::Line | Kind::Ring => field.row(&marks),
                        _ => field.picture(&marks),
                    };
                    return format!("anywhere {drawn}");
                }
                field.config(&mut self.dice, &marks)
            }
            6 => format!("only {name} at {cell}, {}", field.some_cell(&mut self.dice)),
            7 => match field.letters.first() {
                Some((_, letter)) => format!("{name} at every {letter}"),
                None => format!("where {cell} is empty"),
            },
            _ => {
                let set = self.set(field, &[], 1);
                format!("where any z in {set}: {}", self.test(field, pieces, &["z"], &[], 1))
            }
        }
    }

    pub fn comparison(&mut self) -> &'static str {
        self.dice.pick(&["==", "==", "==", "!=", "<", "<=", ">", ">="])
    }

    /// An expression for a cell, from variables.
    pub fn cell(&mut self, field: &Field, cells: &[&str], directions: &[&str]) -> String {
        let simple = match cells {
            [] => field.some_cell(&mut self.dice),
            _ if self.dice.once_in(8) => field.some_cell(&mut self.dice),
            cells => self.dice.pick(cells).to_owned(),
        };
        if field.directed() && self.dice.once_in(4) {
            let direction = self.direction(field, directions);
            return match self.dice.below(3) {
                0 => format!("step({simple}, {direction}, {})", self.dice.pick(&["2", "-1", "0", "3"])),
                _ => format!("step({simple}, {direction})"),
            };
        }
        simple
    }

    fn direction(&mut self, field: &Field, directions: &[&str]) -> String {
        match directions {
            [] => field.direction(&mut self.dice),
            _ if self.dice.once_in(4) => field.direction(&mut self.dice),
            directions => self.dice.pick(directions).to_owned(),
        }
    }

    /// An expression for a set of cells without directions.
    pub fn set(&mut self, field: &Field, cells: &[&str], depth: usize) -> String {
        let cell = match cells {
            [] => field.some_cell(&mut self.dice),
            cells => self.dice.pick(cells).to_owned(),
        };
        match self.dice.below(5) {
            0 => "cells".into(),
            1 | 2 => format!("around {cell}"),
            3 if depth > 0 => {
                let other = field.some_cell(&mut self.dice);
                format!("({} except {other})", self.set(field, cells, depth - 1))
            }
            _ => match field.letters.first() {
                Some((_, letter)) => letter.to_string(),
                None => format!("around {cell}"),
            },
        }
    }

    pub fn number(&mut self, field: &Field, pieces: &Pieces, cells: &[&str], depth: usize) -> String {
        if !self.counters.is_empty() && self.dice.once_in(2) {
            return self.dice.pick(&self.counters.clone()).to_owned();
        }
        if self.numbered && self.dice.once_in(2) {
            return self.borne(field, cells);
        }
        let kind = self.dice.pick(&[pieces[0].0, pieces[pieces.len() - 1].0, "piece", "empty"]);
        match self.dice.below(6) {
            0 => self.dice.below(4).to_string(),
            1 => format!("count({kind}, {})", self.set(field, cells, 1)),
            2 => format!("count({kind})"),
            3 if !cells.is_empty() => {
                let (a, b) = (self.dice.pick(cells), self.cell(field, cells, &[]));
                format!("distance({a}, {b})")
            }
            4 if !cells.is_empty() => {
                // Columns are counted from the left, which the mirror turns round.
                format!("rowof({})", self.dice.pick(cells))
            }
            _ if depth > 0 => {
                let op = self.dice.pick(&["+", "-", "*", "%", "/"]);
                let a = self.number(field, pieces, cells, depth - 1);
                match op {
                    "%" | "/" => format!("({a}) {op} {}", self.dice.pick(&["2", "3"])),
                    _ => format!("({a}) {op} ({})", self.number(field, pieces, cells, depth - 1)),
                }
            }
            _ => "1".into(),
        }
    }

    /// A test with these variables.
    pub fn test(
        &mut self,
        field: &Field,
        pieces: &Pieces,
        cells: &[&str],
        directions: &[&str],
        depth: usize,
    ) -> String {
        let kind = self.dice.pick(&[pieces[0].0, pieces[pieces.len() - 1].0, "piece", "empty"]);
        let (a, b) = (self.cell(field, cells, directions), self.cell(field, cells, directions));
        match self.dice.below(11) {
            0 | 1 => format!("adjacent({a}, {b})"),
            2 => format!("{a} is {kind}"),
            3 => format!("{a} is not {kind}"),
            4 => format!("{a} != {b}"),
            5 | 6 => {
                let number = self.number(field, pieces, cells, 1);
                format!("{number} {} {}", self.comparison(), self.dice.below(4))
            }
            7 if depth > 0 => {
                let word = self.dice.pick(&["and", "or"]);
                let one = self.test(field, pieces, cells, directions, depth - 1);
                let other = self.test(field, pieces, cells, directions, depth - 1);
                format!("({one} {word} {other})")
            }
            8 if depth > 0 => {
                let set = self.set(field, cells, 1);
                let word = self.dice.pick(&["all", "any"]);
                let inner: Vec<&str> = cells.iter().copied().chain(["w"]).collect();
                format!("({word} w in {set}: {})", self.test(field, pieces, &inner, directions, depth - 1))
            }
            9 => {
                let set = self.set(field, cells, 1);
                format!("{}({set})", self.dice.pick(&["occupied", "empty"]))
            }
            10 if depth > 0 => format!("not ({})", self.test(field, pieces, cells, directions, depth - 1)),
            _ => match field.letters.first() {
                Some((_, letter)) => format!("{a} is {letter}"),
                None => format!("{a} == {b}"),
            },
        }
    }

    /// A written rule.
    pub fn written(&mut self, name: &str, field: &Field, pieces: &Pieces) {
        let sorts: Vec<&str> = pieces.iter().map(|p| p.0).collect();
        let (mut variables, mut cells, mut directions) = (Vec::new(), Vec::new(), Vec::new());
        for variable in ["x", "y", "z"].into_iter().take(self.dice.between(1, 3)) {
            let kind = match self.dice.below(7) {
                0 => String::new(),
                1 | 2 => ": empty".into(),
                3 => ": piece".into(),
                4 if sorts.len() > 1 => format!(": {} or {}", sorts[0], sorts[1]),
                _ => format!(": {}", self.dice.pick(&sorts)),
            };
            variables.push(format!("{variable}{kind}"));
            cells.push(variable);
        }
        if field.directed() && self.dice.once_in(3) {
            variables.push("d: direction".into());
            directions.push("d");
        }
        let mut statements = Vec::new();
        for _ in 0..self.dice.between(0, 2) {
            statements.push(format!("when {}", self.test(field, pieces, &cells, &directions, 2)));
        }
        if self.after && self.dice.once_in(2) {
            statements.push(format!("when after {}", self.test(field, pieces, &cells, &directions, 2)));
        }
        let guards = statements.len();
        for _ in 0..self.dice.between(1, 2) {
            statements.push(self.effect(field, pieces, &cells, &directions));
        }
        // Guards may stand anywhere; effects happen in order.
        if self.priced && !self.dice.once_in(4) {
            let number = self.number(field, pieces, &cells, 1);
            statements.push(format!("cost abs({number})"));
        }
        let own = cells.clone();
        let settings = self.settings(|maker| maker.number(field, pieces, &own, 1));
        statements.extend(settings);
        let effects = statements.split_off(guards);
        let mut statements = self.any_order(statements);
        statements.extend(effects);
        self.rule(&format!("{name}({})", variables.join(", ")), statements);
    }

    pub fn effect(&mut self, field: &Field, pieces: &Pieces, cells: &[&str], directions: &[&str]) -> String {
        let (a, b) = (self.cell(field, cells, directions), self.cell(field, cells, directions));
        let sorts: Vec<&str> = pieces.iter().map(|p| p.0).collect();
        match self.dice.below(8) {
            0..=2 => format!("move {a} to {b}"),
            3 => format!("swap {a} with {b}"),
            4 => format!("remove {a}"),
            5 => format!("put {} at {b}", self.dice.pick(&sorts)),
            6 if sorts.len() > 1 => {
                let set = self.set(field, cells, 0);
                let low = |sort: &str| matches!(sort, "ice" | "mud" | "tint");
                let one = self.dice.pick(&sorts);
                // A floor piece becomes another one, or none.
                let mut others: Vec<&str> =
                    sorts.iter().copied().filter(|sort| *sort != one && low(sort) == low(one)).collect();
                others.push("empty");
                format!("flip {one} <-> {} at {a}, {set}", self.dice.pick(&others))
            }
            _ if field.directed() && self.dice.once_in(2) => {
                let direction = self.direction(field, directions);
                format!("move run({a}, {direction}, 2) to run({b}, {direction}, 2)")
            }
            _ => format!("move {a} to {b}"),
        }
    }
}
