//! Puzzles as text, and their mirror images.

use crate::unbounded::naive::{Cell, DIRECTIONS, Effect, Goal, Kind, NAMES, Position, Puzzle, Rule, Test};

fn name(cell: Cell) -> String {
    assert!((0..26).contains(&cell.0) && cell.1 >= 0, "{cell:?}");
    format!("{}{}", char::from(b'a' + cell.0 as u8), cell.1 + 1)
}

fn test(test: &Test) -> String {
    let n = |v: &usize| NAMES[*v];
    let d = |d: &usize| DIRECTIONS[*d].0;
    match test {
        Test::Adjacent(u, v) => format!("adjacent({}, {})", n(u), n(v)),
        Test::Distance(u, v, op, by, None) => format!("distance({}, {}) {op} {by}", n(u), n(v)),
        Test::Distance(u, v, op, by, Some((kind, w))) => {
            format!("distance({}, {}) {op} {by} * count({}, around {})", n(u), n(v), kind.word(), n(w))
        }
        Test::Mirrored(u, v, w) => format!("distance({0}, {1}) == distance({1}, {2})", n(u), n(v), n(w)),
        Test::Step(u, v, way, by) => format!("{} == step({}, {}, {by})", n(u), n(v), d(way)),
        Test::Is(u, kind) => format!("{} is {}", n(u), kind.word()),
        Test::Count(kind, u, except, op, by) => {
            let except = except.map_or(String::new(), |v| format!(" except {}", NAMES[v]));
            format!("count({}, around {}{except}) {op} {by}", kind.word(), n(u))
        }
        Test::Run(occupied, u, way, by) => {
            format!("{}(run({}, {}, {by}))", if *occupied { "occupied" } else { "empty" }, n(u), d(way))
        }
        Test::Around(any, u, kind) => {
            format!("({} w in around {}: w is {})", if *any { "any" } else { "all" }, n(u), kind.word())
        }
        Test::Column(u, op, by) => format!("columnof({}) {op} {by}", n(u)),
        Test::Named(u, cell) => format!("{} == {}", n(u), name(*cell)),
        Test::Or(a, b) => format!("({} or {})", self::test(a), self::test(b)),
        Test::Not(a) => format!("not ({})", self::test(a)),
    }
}

fn effect(effect: &Effect) -> String {
    let n = |v: &usize| NAMES[*v];
    let d = |d: &usize| DIRECTIONS[*d].0;
    match effect {
        Effect::Move(u, v) => format!("move {} to {}", n(u), n(v)),
        Effect::MoveStep(u, way, by) => format!("move {0} to step({0}, {1}, {by})", n(u), d(way)),
        Effect::MoveRun(u, v, way, by) => {
            format!("move run({}, {2}, {by}) to run({}, {2}, {by})", n(u), n(v), d(way))
        }
        Effect::Swap(u, v) => format!("swap {} with {}", n(u), n(v)),
        Effect::Remove(u) => format!("remove {}", n(u)),
        Effect::RemoveStep(u, way, by) => format!("remove step({}, {}, {by})", n(u), d(way)),
        Effect::Put(kind, u) => format!("put {} at {}", kind.word(), n(u)),
        Effect::FlipAround(u) => format!("flip aa <-> bb at around {}", n(u)),
    }
}

fn marks(row: impl IntoIterator<Item = Kind>) -> String {
    row.into_iter()
        .map(|k| {
            if k == Kind::A {
                'a'
            } else if k == Kind::B {
                'b'
            } else {
                '.'
            }
        })
        .collect()
}

impl Puzzle {
    pub fn text(&self) -> String {
        let mut text = "piece aa \"a\"\npiece bb \"b\"\n".to_owned();
        for (i, rule) in self.rules.iter().enumerate() {
            match rule {
                Rule::Drawn(cells, only) => {
                    let side = |side: Vec<&str>| format!("[ {} ]", side.join(" | "));
                    let before = side(cells.iter().map(|c| c.0.word()).collect());
                    let after = side(cells.iter().map(|c| c.1.word()).collect());
                    let along = only.map_or(String::new(), |d| format!(" along {}", DIRECTIONS[d].0));
                    let along = if cells.len() > 1 { along } else { String::new() };
                    text += &format!("rule r{i} {{ {before} -> {after}{along} }}\n");
                }
                Rule::Written(kinds, guards, effects) => {
                    let word = |k: &Kind| if *k == Kind::Any { "cell" } else { k.word() };
                    let vars: Vec<_> =
                        NAMES.iter().zip(kinds).map(|(n, k)| format!("{n}: {}", word(k))).collect();
                    text += &format!("rule r{i}({}) {{\n", vars.join(", "));
                    guards.iter().for_each(|g| text += &format!("    when {}\n", test(g)));
                    effects.iter().for_each(|e| text += &format!("    {}\n", effect(e)));
                    text += "}\n";
                }
            }
        }
        let (width, height) = (
            1 + self.start.keys().map(|c| c.0).max().unwrap(),
            1 + self.start.keys().map(|c| c.1).max().unwrap(),
        );
        let row = |y: i32| marks((0..width).map(|x| self.start.get(&(x, y)).copied().unwrap_or(Kind::Empty)));
        let start = if self.flat {
            format!("row \"{}\"", row(0))
        } else {
            let rows: Vec<_> = (0..height).map(|y| format!("    {}\n", row(y))).collect();
            format!("\"\"\"\n{}    \"\"\"", rows.concat())
        };
        let goal = match &self.goal {
            Goal::Count(kind, n) => format!("count({}) == {n}", kind.word()),
            Goal::Holds(cell, kind) => format!("where {} is {}", name(*cell), kind.word()),
            Goal::Row(kinds) => format!("anywhere row \"{}\"", marks(kinds.iter().copied())),
        };
        let board = if self.flat { "line" } else { "square" };
        let window = self.window.map_or(String::new(), |n| format!("    window {n}\n"));
        let rules: Vec<_> = (0..self.rules.len()).map(|i| format!("r{i}")).collect();
        let rules = rules.join(", ");
        text += &format!(
            "puzzle P {{\n    board {board} unbounded\n    rules {rules}\n    start {start}\n{window}    goal {goal}\n}}\n"
        );
        text
    }

    /// The same puzzle in a mirror: right is left.
    pub fn mirrored(&self) -> Puzzle {
        let width = 1 + self.start.keys().map(|c| c.0).max().unwrap();
        let cell = |c: Cell| (width - 1 - c.0, c.1);
        let start: Position = self.start.iter().map(|(c, k)| (cell(*c), *k)).collect();
        let rules = self.rules.iter().map(|r| rule(r, width)).collect();
        let goal = match &self.goal {
            Goal::Holds(at, kind) => Goal::Holds(cell(*at), *kind),
            Goal::Row(kinds) => Goal::Row(kinds.iter().rev().copied().collect()),
            Goal::Count(..) => self.goal.clone(),
        };
        Puzzle { flat: self.flat, rules, start, goal, window: self.window }
    }
}

fn turned(d: usize) -> usize {
    if d < 2 { 1 - d } else { d }
}

fn rule(rule: &Rule, width: i32) -> Rule {
    match rule {
        Rule::Drawn(cells, only) => Rule::Drawn(cells.clone(), only.map(turned)),
        Rule::Written(kinds, guards, effects) => Rule::Written(
            kinds.clone(),
            guards.iter().map(|g| mirror(g, width)).collect(),
            effects
                .iter()
                .map(|e| match e {
                    Effect::MoveStep(u, d, n) => Effect::MoveStep(*u, turned(*d), *n),
                    Effect::MoveRun(u, v, d, n) => Effect::MoveRun(*u, *v, turned(*d), *n),
                    Effect::RemoveStep(u, d, n) => Effect::RemoveStep(*u, turned(*d), *n),
                    other => other.clone(),
                })
                .collect(),
        ),
    }
}

fn mirror(test: &Test, width: i32) -> Test {
    match test {
        Test::Step(u, v, d, n) => Test::Step(*u, *v, turned(*d), *n),
        Test::Run(occupied, u, d, n) => Test::Run(*occupied, *u, turned(*d), *n),
        Test::Named(u, c) => Test::Named(*u, (width - 1 - c.0, c.1)),
        Test::Column(u, op, n) => {
            let op = match *op {
                "<=" => ">=",
                ">=" => "<=",
                other => other,
            };
            Test::Column(*u, op, i64::from(width) + 1 - n)
        }
        Test::Or(a, b) => Test::Or(Box::new(mirror(a, width)), Box::new(mirror(b, width))),
        Test::Not(a) => Test::Not(Box::new(mirror(a, width))),
        other => other.clone(),
    }
}
