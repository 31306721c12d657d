//! A puzzle with its names resolved: board, rules, start, what is asked.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_syntax::ast::{
    BoardExpr, BoardItem, BoardKind, ConsequenceRef, CounterValue, EDITION, Ends, Expr, GoalExpr, GoalKind,
    ItemKind, Lattice, MeasureKind, Path, PlaceEntry, PuzzleItem, PuzzleStatementKind, RuleBody, RuleItem,
    RuleRef,
};

use super::board::{Board, Cell, Kind};
use super::configuration::{self, Configuration};
use super::files::{Files, Values, number, values};
use super::picture;
use super::position::{Held, Piece, Position};
use super::sort::Sort;

/// A rule as it is used: with the values of its parameters.
#[derive(Clone, Debug)]
pub struct Rule {
    pub module: usize,
    pub item: RuleItem,
    pub values: Values,
}

#[derive(Debug)]
pub struct Puzzle {
    pub files: Files,
    /// The edition of the file.
    pub edition: i64,
    pub values: Values,
    pub board: Board,
    pub rules: Vec<Rule>,
    /// What follows every action.
    pub then: Vec<ConsequenceRef>,
    pub start: Position,
    pub goal: Option<GoalExpr>,
    /// Two players: how their game ends.
    pub players: Option<Ends>,
    /// The tests that the first, and that the second of them has won.
    pub wins: [Option<GoalExpr>; 2],
    pub place: Vec<PlaceEntry>,
    pub measure: MeasureKind,
    /// What marks stand for by legends, the puzzle's before the file's: a piece, and a floor piece below it.
    pub signs: Vec<(char, Path, Option<Path>)>,
    /// The rules that a measure counts, by their names.
    pub measured: Vec<Path>,
    /// The tests of the positions in which moves end.
    pub legal: Vec<Expr>,
    /// The ranges of counters, by their names.
    pub counters: BTreeMap<String, (i64, i64)>,
    /// Where pieces may stand, of a board without end.
    pub stated: bool,
}

/// The piece and member that a name fixes; a piece of one kind is its only member.
pub fn single(sort: Sort) -> Option<(Piece, usize)> {
    match sort {
        Sort::Piece(piece) => Some((piece, 0)),
        Sort::Member(piece, member) => Some((piece, member)),
        Sort::Empty | Sort::Anything => None,
    }
}

/// So many cells around what is drawn stand for a board without end.
const WIDE: (i32, i32) = (14, 5);

impl Puzzle {
    /// The mark of a piece of one cell.
    pub fn mark(&self, held: &Held) -> Option<char> {
        let Held::One(piece, member) = held else { return None };
        self.files.pieces[*piece].marks.get(*member).copied()
    }

    /// The number that a piece bears on a cell: its mark, or the label there.
    pub fn number(&self, held: &Held, cell: Cell) -> Option<i64> {
        let mark = match held {
            Held::One(piece, member) => self.files.written(*self.files.pieces[*piece].marks.get(*member)?),
            Held::Chain(_, cells) => cells.iter().find(|c| c.0 == cell)?.1.clone(),
            Held::Block(..) => return None,
        };
        let digits = mark.chars().all(|c| c.is_ascii_digit());
        mark.parse().ok().filter(|n| digits && *n <= 9_999)
    }

    /// The only puzzle of a text, or the one of this name, with the defaults of its parameters.
    pub fn of(text: &str, name: Option<&str>) -> Result<Puzzle, String> {
        let files = Files::of(text)?;
        let mut puzzles = files.modules[0].file.items.iter().filter_map(|i| match &i.kind {
            ItemKind::Puzzle(p) if name.is_none_or(|n| n == p.name.text) => Some(p.clone()),
            _ => None,
        });
        let item = puzzles.next_back().ok_or("no puzzle")?;
        let values = values(&item.params, &[])?;
        let edition = files.modules[0].file.edition.map_or(EDITION, |(edition, _)| edition);
        let mut puzzle = Puzzle {
            files,
            edition,
            values,
            board: Board::new(Kind::Line, Vec::new()),
            rules: Vec::new(),
            then: Vec::new(),
            start: Position::default(),
            goal: None,
            players: None,
            wins: [None, None],
            place: Vec::new(),
            measure: MeasureKind::Actions,
            signs: Vec::new(),
            measured: Vec::new(),
            legal: Vec::new(),
            counters: BTreeMap::new(),
            stated: false,
        };
        puzzle.read(&item)?;
        puzzle.count(&item, text)?;
        Ok(puzzle)
    }

    /// The counters with their ranges and starts.
    fn count(&mut self, item: &PuzzleItem, text: &str) -> Result<(), String> {
        let mut declared = Vec::new();
        for module in &self.files.modules {
            for item in &module.file.items {
                if let ItemKind::Counter(counter) = &item.kind {
                    declared.push((counter.name.text.clone(), counter.value.clone()));
                }
            }
        }
        let none = Values::new();
        for (name, value) in declared {
            self.one_counter(name, &value, &none)?;
        }
        let values = self.values.clone();
        for statement in &item.statements {
            if let PuzzleStatementKind::Counter(path, value) = &statement.kind {
                self.one_counter(path.text(), value, &values)?;
            }
        }
        // A game that names it, or has a test of a winner, has one more.
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let named = words.into_iter().any(|word| word == "turn");
        if self.players.is_some() && (named || self.wins.iter().any(Option::is_some)) {
            self.counters.insert("turn".into(), (1, 2));
            self.start.counts.insert("turn".into(), 1);
        }
        Ok(())
    }

    fn one_counter(&mut self, name: String, value: &CounterValue, values: &Values) -> Result<(), String> {
        let start = number(&value.start, values)?;
        let range = match &value.range {
            Some((low, high)) => (number(low, values)?, number(high, values)?),
            None => self.counters.get(&name).copied().unwrap_or((0, start)),
        };
        self.counters.insert(name.clone(), range);
        self.start.counts.insert(name, start);
        Ok(())
    }

    fn read(&mut self, item: &PuzzleItem) -> Result<(), String> {
        let (mut board, mut start, mut window) = (None, None, None);
        let own = item.statements.iter().filter_map(|s| match &s.kind {
            PuzzleStatementKind::Marks(legend) => Some(legend.clone()),
            _ => None,
        });
        for sign in own.chain(self.files.legends()).flat_map(|legend| legend.signs) {
            let mark = self.files.mark(&sign.mark.value).ok_or("no mark")?;
            self.signs.push((mark, sign.piece, sign.on));
        }
        for statement in &item.statements {
            match &statement.kind {
                PuzzleStatementKind::Title(_) | PuzzleStatementKind::Expect(_) => {}
                PuzzleStatementKind::Marks(_) | PuzzleStatementKind::Counter(..) => {}
                PuzzleStatementKind::Board(b) => board = Some((0, b.clone())),
                PuzzleStatementKind::Rules(rules) => {
                    let values = self.values.clone();
                    let mut found = Vec::new();
                    for rule in rules {
                        self.add_rule(0, rule, &values, &mut found)?;
                    }
                    self.rules = found;
                }
                PuzzleStatementKind::Start(s) => start = Some(s.clone()),
                PuzzleStatementKind::Goal(g) => self.goal = Some(g.clone()),
                PuzzleStatementKind::Place(entries) => self.place = entries.clone(),
                PuzzleStatementKind::Players(p) => self.players = Some(p.ends),
                PuzzleStatementKind::Win(first, test) => {
                    self.wins[usize::from(!first)] = Some(test.clone());
                }
                PuzzleStatementKind::Measure(m) => {
                    self.measure = m.kind;
                    self.measured = m.rules.clone();
                }
                PuzzleStatementKind::Window(n) => window = Some(number(n, &self.values)? as i32),
                PuzzleStatementKind::Then(then) => self.then = then.clone(),
                PuzzleStatementKind::LegalAfter(test) => self.legal.push(test.clone()),
                PuzzleStatementKind::Keys(_) | PuzzleStatementKind::Message(..) => return Err("keys".into()),
                PuzzleStatementKind::Hook(..) => return Err("a script".into()),
                PuzzleStatementKind::Fill(_)
                | PuzzleStatementKind::Clues(..)
                | PuzzleStatementKind::Wish(_) => {
                    return Err("holes".into());
                }
                PuzzleStatementKind::Error => return Err("an error".into()),
            }
        }
        let on = || self.rules.iter().find_map(|r| Some((r.module, r.item.on.clone()?)));
        let counted = self.files.modules[0].file.items.iter().any(|i| matches!(i.kind, ItemKind::Counter(_)));
        self.board = match board.or_else(on) {
            Some((module, expr)) => self.board_of(module, &expr, &self.values)?,
            None if counted => Board::new(Kind::Graph, Vec::new()),
            None => return Err("no board".into()),
        };
        if let Some(start) = &start {
            let start = configuration::start(self, start)?;
            if self.board.endless {
                self.cut(&start, window)?;
            }
            self.start = start.position(self)?;
        } else if self.board.endless {
            return Err("a board without end and no start".into());
        }
        if self.board.kind == Kind::Ring {
            self.start.length = self.board.cells.len();
        }
        Ok(())
    }

    /// Takes the cells of a window as those of a board without end.
    fn cut(&mut self, start: &Configuration, window: Option<i32>) -> Result<(), String> {
        let holds = start.cells.iter().filter(|c| matches!(c.1, configuration::Want::Held(_)));
        let mut drawn: Vec<Cell> = holds.map(|c| *c.0).collect();
        if let Some(goal) = &self.goal {
            self.drawn_cells(goal, &mut drawn)?;
        }
        let wide = if self.board.kind == Kind::Line { WIDE.0 } else { WIDE.1 };
        let margin = window.unwrap_or(wide);
        self.stated = window.is_some();
        let bounds = |of: fn(&Cell) -> i32| {
            let least = drawn.iter().map(of).min().unwrap_or(0) - margin;
            (least, drawn.iter().map(of).max().unwrap_or(0) + margin)
        };
        let (xs, mut ys) = (bounds(|c| c.0), bounds(|c| c.1));
        if self.board.kind == Kind::Line {
            ys = (0, 0);
        }
        let rows = (ys.0..=ys.1).flat_map(|y| (xs.0..=xs.1).map(move |x| (x, y)));
        self.board.cells = rows.collect();
        Ok(())
    }

    /// The cells of the pictures in a goal; those after `anywhere` have no place.
    fn drawn_cells(&self, goal: &GoalExpr, drawn: &mut Vec<Cell>) -> Result<(), String> {
        match &goal.kind {
            GoalKind::Config(config, false) => drawn.extend(configuration::of(self, config)?.cells.keys()),
            GoalKind::Colours(picture, _) => {
                drawn.extend(configuration::labels(self, picture)?.iter().map(|l| l.0));
            }
            GoalKind::Or(parts) | GoalKind::And(parts) => {
                for part in parts {
                    self.drawn_cells(part, drawn)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The rules that a name with arguments means, without those that were found before.
    pub fn add_rule(
        &self,
        module: usize,
        rule: &RuleRef,
        given: &Values,
        rules: &mut Vec<Rule>,
    ) -> Result<(), String> {
        let found = self.files.item(module, &rule.path, |i| match i {
            ItemKind::Rule(r) => Some((r.name.text.as_str(), r)),
            _ => None,
        });
        let (at, item) = found.ok_or(format!("no rule {}", rule.path.text()))?;
        let args: Result<Vec<i64>, String> = rule.args.iter().map(|a| number(a, given)).collect();
        let values = values(&item.params, &args?)?;
        if let RuleBody::Union(members) = &item.body {
            for member in members {
                self.add_rule(at, member, &values, rules)?;
            }
            return Ok(());
        }
        let same = |r: &Rule| r.module == at && r.item.name == item.name && r.values == values;
        if !rules.iter().any(same) {
            rules.push(Rule { module: at, item, values });
        }
        Ok(())
    }

    /// Whether a measure of some rules counts the actions of this one.
    pub fn counts(&self, rule: &Rule) -> bool {
        self.measured.iter().any(|path| self.means(0, path, rule, 0))
    }

    fn means(&self, module: usize, path: &Path, rule: &Rule, depth: usize) -> bool {
        let found = self.files.item(module, path, |i| match i {
            ItemKind::Rule(r) => Some((r.name.text.as_str(), r)),
            _ => None,
        });
        match found {
            Some((at, RuleItem { body: RuleBody::Union(members), .. })) if depth < 9 => {
                members.iter().any(|member| self.means(at, &member.path, rule, depth + 1))
            }
            Some((at, item)) => at == rule.module && item.name.text == rule.item.name.text,
            None => false,
        }
    }

    fn board_of(&self, module: usize, expr: &BoardExpr, given: &Values) -> Result<Board, String> {
        let of = |e| number(e, given).map(|n| n as i32);
        let kind = |lattice: &Lattice| match lattice {
            Lattice::Square => Kind::Square,
            Lattice::SquareDiagonal => Kind::Diagonal,
            Lattice::Hex | Lattice::Triangle => Kind::Hex,
            Lattice::Line => Kind::Line,
        };
        let mut board = match &expr.kind {
            BoardKind::Maze(lattice, drawn) => {
                let (cells, walls) = picture::maze(drawn)?;
                let marks = picture::marks(&cells, kind(lattice))?;
                let mut board = Board::new(kind(lattice), marks.iter().map(|m| m.0).collect());
                for (cell, mark) in marks.iter().filter(|m| m.1 != '.') {
                    board.names.entry(mark.to_string()).or_default().push(*cell);
                }
                board.walls = walls.into_iter().collect();
                board
            }
            BoardKind::Drawn(lattice, drawn) => {
                let marks = picture::marks(drawn, kind(lattice))?;
                let mut board = Board::new(kind(lattice), marks.iter().map(|m| m.0).collect());
                for (cell, mark) in marks.iter().filter(|m| m.1 != '.') {
                    board.names.entry(mark.to_string()).or_default().push(*cell);
                }
                board
            }
            BoardKind::Rectangle(lattice, w, h) => {
                let (w, h) = (of(w)?, of(h)?);
                Board::new(kind(lattice), (0..h).flat_map(|y| (0..w).map(move |x| (x, y))).collect())
            }
            BoardKind::Side(Lattice::Triangle, n) => {
                Board::new(Kind::Hex, (0..of(n)?).flat_map(|y| (-y..=0).map(move |x| (x, y))).collect())
            }
            BoardKind::Side(_, n) => {
                let n = of(n)?;
                let all = (1 - n..n).flat_map(|y| (1 - n..n).map(move |x| (x, y)));
                Board::new(Kind::Hex, all.filter(|(x, y)| (x + y).abs() < n).collect())
            }
            BoardKind::Line(n) => Board::new(Kind::Line, (0..of(n)?).map(|x| (x, 0)).collect()),
            BoardKind::Ring(n) => Board::new(Kind::Ring, (0..of(n)?).map(|x| (x, 0)).collect()),
            BoardKind::Unbounded(lattice) => {
                let mut board = Board::new(kind(lattice), Vec::new());
                board.endless = true;
                board
            }
            BoardKind::Graph(edges) => {
                let mut names: Vec<&str> = Vec::new();
                let ends = edges.iter().flat_map(|(a, b)| [Some(a), b.as_ref()]).flatten();
                for name in ends {
                    if !names.contains(&name.text.as_str()) {
                        names.push(&name.text);
                    }
                }
                let cell = |name: &str| (names.iter().position(|n| *n == name).unwrap_or(0) as i32, 0);
                let mut board = Board::new(Kind::Graph, names.iter().map(|n| cell(n)).collect());
                board.names = names.iter().map(|n| (n.to_string(), vec![cell(n)])).collect();
                let both = edges.iter().filter_map(|(a, b)| Some((cell(&a.text), cell(&b.as_ref()?.text))));
                board.edges = both.flat_map(|(a, b)| [(a, b), (b, a)]).collect();
                board
            }
            BoardKind::Named(path, args) => {
                let found = self.files.item::<BoardItem>(module, path, |i| match i {
                    ItemKind::Board(b) => Some((b.name.text.as_str(), b)),
                    _ => None,
                });
                let (module, item) = found.ok_or(format!("no board {}", path.text()))?;
                let args: Result<Vec<i64>, String> = args.iter().map(|a| number(a, given)).collect();
                self.board_of(module, &item.value, &values(&item.params, &args?)?)?
            }
            BoardKind::Script(_) | BoardKind::Error => return Err("a board by a script".into()),
        };
        if expr.edges.is_some() {
            board = board.with_edges();
        }
        for (one, other) in &expr.walls {
            let cell = |name: &str| match board.named(name).as_deref() {
                Some([cell]) => Ok(*cell),
                _ => Err("a wall beside no cell"),
            };
            let (one, other) = (cell(&one.text)?, cell(&other.text)?);
            board.walls.insert((one, other));
        }
        Ok(board)
    }

    /// What a path names: a piece, a member of a family by its mark or number, or by its mark alone.
    pub fn named(&self, modules: &[usize], path: &Path) -> Option<Sort> {
        let piece = self.files.piece(modules, path);
        match (&path.member, piece) {
            (None, Some(piece)) => Some(Sort::Piece(piece)),
            (Some(member), Some(piece)) => {
                let mark = self.files.mark(&member.text)?;
                let place = self.files.pieces[piece].marks.iter().position(|m| *m == mark)?;
                Some(Sort::Member(piece, place))
            }
            (Some(_), None) => None,
            (None, None) => {
                let mark = self.files.mark(&path.single()?.text)?;
                self.meant(modules, mark)
            }
        }
    }

    /// What a mark stands for by a legend, or in a family.
    fn meant(&self, modules: &[usize], mark: char) -> Option<Sort> {
        if let Some((_, path, below)) = self.signs.iter().find(|s| s.0 == mark) {
            return self.named(modules, path).filter(|_| below.is_none());
        }
        let families = self.pieces().into_iter().filter(|p| self.files.pieces[*p].marks.len() > 1);
        let places =
            families.filter_map(|p| Some((p, self.files.pieces[p].marks.iter().position(|m| *m == mark)?)));
        places.map(|(piece, place)| Sort::Member(piece, place)).next()
    }

    /// The pieces of a mark in a picture that a legend names, each with its member: the one above first.
    pub fn sign(&self, mark: char) -> Option<Vec<(Piece, usize)>> {
        let (_, path, below) = self.signs.iter().find(|s| s.0 == mark)?;
        let of = |path: &Path| self.named(&self.modules(), path).and_then(single);
        [Some(path), below.as_ref()].into_iter().flatten().map(of).collect()
    }

    /// The modules in which a puzzle's pieces are looked for.
    pub fn modules(&self) -> Vec<usize> {
        let mut modules = vec![0];
        modules.extend(self.rules.iter().map(|r| r.module));
        modules
    }

    pub fn piece(&self, path: &Path) -> Option<Piece> {
        self.files.piece(&self.modules(), path)
    }

    /// The pieces that pictures of the puzzle may draw: those of its own file and of its rules' files, and
    /// those that it places.
    pub fn pieces(&self) -> BTreeSet<Piece> {
        let modules = self.modules();
        let of = |i: &usize| modules.contains(&self.files.pieces[*i].module);
        let placed = self.place.iter().filter_map(|e| self.piece(&e.piece));
        (0..self.files.pieces.len()).filter(of).chain(placed).collect()
    }
}
