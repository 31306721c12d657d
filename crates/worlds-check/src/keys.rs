//! Puzzles with keys, from the tree of a puzzle file: the same games in another notation.

use std::collections::BTreeMap;

use puzzlec_base::FileId;
use puzzlec_syntax::ast::{
    BoardExpr, BoardKind, ConfigKind, File, GoalExpr, GoalKind, ItemKind, KindItem, Lattice, Legend, Path,
    Picture, PieceItem, PieceProp, PuzzleItem, PuzzleStatementKind, RuleBody, RuleItem, RuleRef,
    RuleStatementKind, Turn, TurnCell, TurnRow,
};
use puzzlec_syntax::parse;

use crate::cells::{Board, Cell, Tiles};
use crate::rules::{Line, Rule, Step, Terms, group_steps};
use crate::text::{Game, Item, Sense};

/// How deep rules may name rules.
const DEEPEST: usize = 16;

/// Reads a puzzle with keys that `puzzlec` accepts; its board is the only item of the game.
///
/// # Errors
/// What is not understood.
pub fn read_keys(text: &str, name: &str) -> Result<Game, String> {
    let parsed = parse(FileId(0), text);
    if let Some(error) = parsed.diagnostics.iter().find(|found| found.is_error()) {
        return Err(error.headline.clone());
    }
    let file = &parsed.file;
    let mut named = file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Puzzle(puzzle) if puzzle.name.text == name => Some(puzzle),
        _ => None,
    });
    let puzzle = named.next().ok_or_else(|| format!("there is no puzzle `{name}`"))?;
    if named.next().is_some() {
        return Err(format!("two puzzles `{name}`"));
    }
    let mut game = Game::default();
    for item in &file.items {
        if let ItemKind::Piece(piece) = &item.kind {
            game.piece(piece)?;
        }
    }
    for item in &file.items {
        if let ItemKind::Kind(kind) = &item.kind {
            game.kind(kind)?;
        }
    }
    game.puzzle(file, puzzle)?;
    Ok(game)
}

fn word(path: &Path) -> Result<&str, String> {
    path.single().map(|name| &*name.text).ok_or_else(|| format!("the name `{}`", path.text()))
}

/// The lines of a puzzle's rules.
struct Program<'f> {
    rules: BTreeMap<&'f str, &'f RuleItem>,
    steps: Vec<Step>,
}

impl Game {
    fn piece(&mut self, piece: &PieceItem) -> Result<(), String> {
        let name = &piece.name.text;
        let mut layer = 2;
        for property in &piece.props {
            match property {
                PieceProp::Floor(_) => layer = 1,
                PieceProp::Layer(number, _) => {
                    layer = usize::try_from(*number).map_err(|_| format!("the layer of `{name}`"))?;
                }
                PieceProp::Title(_) | PieceProp::Colour(_) | PieceProp::Outline(_) | PieceProp::Sprite(_) => {
                }
                _ => return Err(format!("a property of `{name}`")),
            }
        }
        self.layer.insert(name.clone(), layer);
        if self.sense.insert(name.clone(), Sense::OneOf(vec![name.clone()])).is_some() {
            return Err(format!("two pieces `{name}`"));
        }
        Ok(())
    }

    fn kind(&mut self, kind: &KindItem) -> Result<(), String> {
        let mut objects: Vec<String> = Vec::new();
        for piece in &kind.pieces {
            for object in self.find(word(piece)?)?.objects() {
                if !objects.contains(object) {
                    objects.push(object.clone());
                }
            }
        }
        let name = kind.name.text.clone();
        if let [one] = objects.as_slice() {
            self.alias.insert(name, one.clone());
            return Ok(());
        }
        let sense = if kind.all { Sense::Every(objects) } else { Sense::OneOf(objects) };
        match self.sense.insert(name, sense) {
            None => Ok(()),
            Some(_) => Err(format!("two kinds `{}`", kind.name.text)),
        }
    }

    fn puzzle(&mut self, file: &File, puzzle: &PuzzleItem) -> Result<(), String> {
        let rules = file.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Rule(rule) => Some((&*rule.name.text, rule)),
            _ => None,
        });
        let mut program = Program { rules: rules.collect(), steps: Vec::new() };
        let (mut legends, mut picture): (Vec<&Legend>, Option<&Picture>) = (Vec::new(), None);
        let mut keyed = false;
        let board = puzzle.statements.iter().find_map(|statement| match &statement.kind {
            PuzzleStatementKind::Board(board) => Some(board),
            _ => None,
        });
        if let Some(board) = board {
            self.layout.tiles = tiles(file, board, 0)?;
        }
        for statement in &puzzle.statements {
            match &statement.kind {
                PuzzleStatementKind::Keys(keys) => {
                    keyed = true;
                    self.player = Some(self.find(word(&keys.player)?)?);
                    let has = |no: bool, key: &str| keys.keys.iter().any(|k| k.0 == no && k.1.text == key);
                    let settings = [
                        ("noaction", !has(false, "action")),
                        ("realtime_interval", has(false, "wait")),
                        ("run_rules_on_level_start", has(false, "start")),
                        ("require_player_movement", keys.or.is_some()),
                    ];
                    let set = settings.into_iter().filter(|setting| setting.1);
                    self.settings.extend(set.map(|setting| setting.0.to_owned()));
                }
                PuzzleStatementKind::Rules(rules) => {
                    for rule in rules {
                        self.rule(&mut program, rule, false, 0)?;
                    }
                }
                PuzzleStatementKind::Then(consequences) => {
                    for consequence in consequences {
                        self.rule(&mut program, &consequence.rule, true, 0)?;
                    }
                }
                PuzzleStatementKind::Goal(goal) => self.goal(goal)?,
                PuzzleStatementKind::Marks(legend) => legends.push(legend),
                PuzzleStatementKind::Start(start) => match &start.kind {
                    ConfigKind::Picture(drawn) => picture = Some(drawn),
                    _ => return Err("a start that is no picture".into()),
                },
                PuzzleStatementKind::Board(_)
                | PuzzleStatementKind::Title(_)
                | PuzzleStatementKind::Message(..)
                | PuzzleStatementKind::Expect(_) => {}
                _ => return Err("a statement of the puzzle".into()),
            }
        }
        if !keyed {
            return Err("a puzzle without keys".into());
        }
        (self.groups, self.late) = group_steps(self, program.steps)?;
        let of_file = file.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Marks(legend) => Some(legend),
            _ => None,
        });
        legends.extend(of_file);
        let mut marks: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for sign in legends.iter().flat_map(|legend| &legend.signs) {
            let names = std::iter::once(&sign.piece).chain(&sign.on).chain(&sign.below);
            let names = names.map(word).collect::<Result<Vec<_>, _>>()?;
            marks.entry(&sign.mark.value).or_insert(names);
        }
        for item in &file.items {
            if let ItemKind::Piece(PieceItem { name, marks: Some(mark), .. }) = &item.kind {
                marks.entry(&mark.value).or_insert_with(|| vec![&name.text]);
            }
        }
        let board = self.drawing(picture.ok_or("a puzzle without a start")?, &marks, board.is_some())?;
        self.items.push(Item::Board(board));
        Ok(())
    }

    fn goal(&mut self, goal: &GoalExpr) -> Result<(), String> {
        match &goal.kind {
            GoalKind::And(parts) => parts.iter().try_for_each(|part| self.goal(part)),
            GoalKind::Counted(how, what, on) => {
                let on = on.as_ref().map(|on| self.find(word(on)?)).transpose()?;
                self.conditions.push((how.text.clone(), self.find(word(what)?)?, on));
                Ok(())
            }
            _ => Err("the goal".into()),
        }
    }

    fn rule(
        &self,
        program: &mut Program<'_>,
        named: &RuleRef,
        late: bool,
        depth: usize,
    ) -> Result<(), String> {
        let name = word(&named.path)?;
        let rule = program.rules.get(name).copied().ok_or_else(|| format!("the rule `{name}`"))?;
        match &rule.body {
            RuleBody::Union(rules) if depth < DEEPEST => {
                rules.iter().try_for_each(|rule| self.rule(program, rule, late, depth + 1))
            }
            RuleBody::Statements(statements) => {
                let loops = statements.iter().any(|statement| statement.kind == RuleStatementKind::Repeat);
                program.steps.extend(loops.then_some(Step::Start));
                for statement in statements.iter().filter(|s| s.kind != RuleStatementKind::Repeat) {
                    let turn = statement.kind.turn().ok_or_else(|| format!("a statement of `{name}`"))?;
                    program.steps.push(Step::Line(self.line(&turn, late)?));
                }
                program.steps.extend(loops.then_some(Step::End));
                Ok(())
            }
            _ => Err(format!("the rule `{name}`")),
        }
    }

    fn line(&self, turn: &Turn, late: bool) -> Result<Line, String> {
        let has = |wanted: &str| turn.words.iter().any(|word| word.text == wanted);
        let left = self.side(&turn.before, None)?;
        let right = self.side(&turn.after, Some(&left))?;
        let commands = turn.commands.iter().map(|(word, text)| match text {
            Some(text) => format!("{} {}", word.text, text.value),
            None => word.text.clone(),
        });
        let steps = turn.along.iter().flat_map(|shape| &shape.steps);
        let all = || self.layout.directions().iter().map(|word| (*word).to_owned());
        let mut directions: Vec<String> = Vec::new();
        for step in steps {
            match &*step.direction.text {
                "horizontal" => directions.extend(["left".into(), "right".into()]),
                "vertical" => directions.extend(["up".into(), "down".into()]),
                "orthogonal" => directions.extend(all()),
                one => directions.push(one.to_owned()),
            }
        }
        if directions.is_empty() {
            directions.extend(all());
        }
        Ok(Line {
            rule: Rule {
                direction: String::new(),
                left,
                right,
                rigid: has("rigid"),
                late,
                commands: commands.collect(),
            },
            directions,
            joined: has("also"),
            random: has("random"),
        })
    }

    fn side(&self, rows: &[TurnRow], left: Option<&[Vec<Terms>]>) -> Result<Vec<Vec<Terms>>, String> {
        let mut side = Vec::new();
        for (r, row) in rows.iter().enumerate() {
            let mut cells = Vec::new();
            for (c, cell) in row.cells.iter().enumerate() {
                let beside =
                    left.map(|left| left.get(r).and_then(|row| row.get(c)).cloned().unwrap_or_default());
                cells.push(self.terms(cell, beside)?);
            }
            side.push(cells);
        }
        Ok(side)
    }

    fn terms(&self, cell: &TurnCell, left: Option<Terms>) -> Result<Terms, String> {
        if cell.gap {
            return Ok(vec![("...".into(), String::new())]);
        }
        if cell.terms.is_empty() {
            let stays = left.unwrap_or_default().into_iter();
            return Ok(stays.filter(|term| term.0 != "no").collect());
        }
        let mut terms = Terms::new();
        let mut empty = false;
        for term in &cell.terms {
            let name = word(&term.piece)?;
            let mark = match term.mark.as_ref().map_or("", |mark| &mark.text) {
                "not" => "no",
                "still" => "stationary",
                "randomly" => "randomdir",
                mark => mark,
            };
            if name == "empty" && mark.is_empty() {
                empty = true;
                continue;
            }
            let name = self.real(name);
            match self.find(name)? {
                Sense::OneOf(objects) if mark != "no" && objects.len() > 1 => {
                    terms.push((mark.into(), name.into()));
                }
                sense => terms.extend(sense.objects().iter().map(|o| (mark.to_owned(), o.clone()))),
            }
        }
        if empty && left.is_none() {
            let mut named: Vec<String> = Vec::new();
            for term in &terms {
                named.extend(self.find(&term.1)?.objects().iter().cloned());
            }
            let others = self.layer.keys().filter(|object| !named.contains(object));
            terms.extend(others.map(|object| ("no".to_owned(), object.clone())));
        }
        Ok(terms)
    }

    /// The board of a picture. If a blank stands between all marks, it means nothing, but on hexagons the rows are shifted
    /// against each other; elsewhere a blank is no cell, which only boards with a name of their own may have.
    fn drawing(
        &mut self,
        picture: &Picture,
        marks: &BTreeMap<&str, Vec<&str>>,
        holes: bool,
    ) -> Result<Board, String> {
        let rows: Vec<Vec<char>> = picture.rows.iter().map(|row| row.text.chars().collect()).collect();
        let spaced = rows.iter().all(|row| row.windows(2).all(|pair| pair.contains(&' ')));
        let step = if spaced && self.layout.tiles != Tiles::Hexagons { 2 } else { 1 };
        let mut drawn: BTreeMap<(usize, usize), char> = BTreeMap::new();
        for (y, row) in rows.iter().enumerate() {
            for (at, mark) in row.iter().enumerate().filter(|(_, mark)| **mark != ' ') {
                if at % step != 0 {
                    return Err("a mark between two columns".into());
                }
                drawn.insert((at / step, y), *mark);
            }
        }
        let width = drawn.keys().map(|place| place.0 + 1).max().unwrap_or(0);
        let mut board = Board { width, height: rows.len(), cells: Vec::new() };
        for (x, y) in (0..rows.len()).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let mut cell = Cell::new();
            match drawn.get(&(x, y)) {
                None => {
                    self.layout.holes.insert(board.cells.len());
                }
                Some(mark) => {
                    let names = marks.get(&*mark.to_string());
                    if names.is_none() && *mark != '.' {
                        return Err(format!("the mark `{mark}`"));
                    }
                    for name in names.into_iter().flatten() {
                        for object in self.find(name)?.objects() {
                            let layer = self.layer.get(object).copied().unwrap_or(0);
                            if cell.insert(layer, object.clone()).is_some() {
                                return Err(format!("the mark `{mark}`"));
                            }
                        }
                    }
                }
            }
            board.cells.push(cell);
        }
        if drawn.is_empty() || (!holes && !self.layout.holes.is_empty()) {
            return Err("a board with gaps".into());
        }
        Ok(board)
    }
}

/// What the cells of a board are.
fn tiles(file: &File, board: &BoardExpr, depth: usize) -> Result<Tiles, String> {
    let of = |lattice: &Lattice| match lattice {
        Lattice::Square => Ok(Tiles::Squares),
        Lattice::Hex | Lattice::Triangle => Ok(Tiles::Hexagons),
        Lattice::Line => Ok(Tiles::Row),
        Lattice::SquareDiagonal => Err("a board with diagonals".to_owned()),
    };
    if !board.walls.is_empty() {
        return Err("a board with walls".into());
    }
    if board.edges.is_some() {
        return Err("a board with edges".into());
    }
    match &board.kind {
        BoardKind::Drawn(lattice, _) | BoardKind::Rectangle(lattice, ..) | BoardKind::Side(lattice, _) => {
            of(lattice)
        }
        BoardKind::Line(_) => Ok(Tiles::Row),
        BoardKind::Ring(_) => Ok(Tiles::Ring),
        BoardKind::Named(path, _) if depth < DEEPEST => {
            let name = word(path)?;
            let named = file.items.iter().find_map(|item| match &item.kind {
                ItemKind::Board(board) if board.name.text == name => Some(&board.value),
                _ => None,
            });
            tiles(file, named.ok_or_else(|| format!("the board `{name}`"))?, depth + 1)
        }
        _ => Err("the board".into()),
    }
}
