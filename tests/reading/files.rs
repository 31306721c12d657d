//! Files with what they import, and what names mean in them.

use std::collections::BTreeMap;
use std::sync::Arc;

use puzzlec_base::FileId;
use puzzlec_syntax::ast::{
    ExprKind, File, Item, ItemKind, Legend, Param, Path, Picture, PieceItem, PieceProp, UseTarget,
};
use puzzlec_syntax::{ast, parse};

use super::position::Piece;

pub type Values = BTreeMap<String, i64>;

/// A file and the files that its imports name.
#[derive(Debug)]
pub struct Module {
    pub file: File,
    imports: BTreeMap<String, usize>,
}

/// A piece: where it is declared, and as what.
#[derive(Debug)]
pub struct Kind {
    pub module: usize,
    pub name: String,
    pub marks: Vec<char>,
    /// The cells of a piece that bends, or 1.
    pub cells: usize,
    pub rigid: bool,
    /// Whether it lies below other pieces.
    pub floor: bool,
    pub turns: bool,
    pub flips: bool,
    pub shape: Option<Picture>,
}

#[derive(Debug, Default)]
pub struct Files {
    pub modules: Vec<Module>,
    pub pieces: Vec<Kind>,
    by_name: BTreeMap<String, usize>,
    /// Marks of several characters; in lists of marks each is a character of its own.
    words: Vec<String>,
}

impl Files {
    /// The modules of a text; the first is the text's own.
    pub fn of(text: &str) -> Result<Files, String> {
        let mut files = Files::default();
        files.add(text)?;
        Ok(files)
    }

    fn add(&mut self, text: &str) -> Result<usize, String> {
        let parsed = parse(FileId(0), text);
        if let Some(found) = parsed.diagnostics.first() {
            return Err(format!("syntax: {found:?}"));
        }
        let at = self.modules.len();
        for item in &parsed.file.items {
            if let ItemKind::Piece(piece) = &item.kind {
                let (kind, members) = kind(at, piece);
                members.iter().for_each(|member| self.word(member));
                let marks = members.iter().filter_map(|member| self.mark(member));
                let marks = kind.marks.iter().copied().chain(marks).collect();
                self.pieces.push(Kind { marks, ..kind });
            }
            match &item.kind {
                ItemKind::Marks(legend) => self.learn(legend),
                ItemKind::Puzzle(puzzle) => puzzle.statements.iter().for_each(|s| {
                    if let ast::PuzzleStatementKind::Marks(legend) = &s.kind {
                        self.learn(legend);
                    }
                }),
                _ => {}
            }
        }
        self.modules.push(Module { file: parsed.file.clone(), imports: BTreeMap::new() });
        for item in &parsed.file.items {
            let ItemKind::Use(import) = &item.kind else { continue };
            let UseTarget::Module(name) = &import.target else { return Err("an import by its path".into()) };
            let known = self.by_name.get(&name.text).copied();
            let module = match known {
                Some(module) => module,
                None => {
                    let path = format!("{}/stdlib/{}.puzzle", env!("CARGO_MANIFEST_DIR"), name.text);
                    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
                    let module = self.add(&text)?;
                    self.by_name.insert(name.text.clone(), module);
                    module
                }
            };
            let name = import.alias.as_ref().unwrap_or(name).text.clone();
            self.modules[at].imports.insert(name, module);
        }
        Ok(at)
    }

    /// The mark that a character stands for.
    pub fn written(&self, mark: char) -> String {
        let word = u32::from(mark).checked_sub(0xE000).and_then(|at| self.words.get(at as usize));
        word.cloned().unwrap_or_else(|| mark.to_string())
    }

    /// The character that stands for a mark.
    pub fn mark(&self, text: &str) -> Option<char> {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(one), None) => Some(one),
            _ => {
                let at = self.words.iter().position(|w| w == text)?;
                char::from_u32(0xE000 + at as u32)
            }
        }
    }

    pub fn has_words(&self) -> bool {
        !self.words.is_empty()
    }

    /// Marks that a legend gives.
    fn learn(&mut self, legend: &Legend) {
        for sign in &legend.signs {
            self.word(&sign.mark.value);
        }
    }

    fn word(&mut self, text: &str) {
        if text.chars().count() > 1 && self.mark(text).is_none() {
            self.words.push(text.to_owned());
        }
    }

    /// The legends of the text's own file.
    pub fn legends(&self) -> Vec<Legend> {
        let legend = |item: &Arc<Item>| match &item.kind {
            ItemKind::Marks(legend) => Some(legend.clone()),
            _ => None,
        };
        self.modules[0].file.items.iter().filter_map(legend).collect()
    }

    /// The module and the name that a path means in a module.
    fn resolve<'p>(&self, module: usize, path: &'p Path) -> Option<(usize, &'p str)> {
        match path.parts.as_slice() {
            [name] => Some((module, &name.text)),
            [import, name] => Some((*self.modules[module].imports.get(&import.text)?, &name.text)),
            _ => None,
        }
    }

    /// The item that a path means, by a test that gives its name, with its module.
    pub fn item<T>(
        &self,
        module: usize,
        path: &Path,
        of: impl Fn(&ItemKind) -> Option<(&str, &T)>,
    ) -> Option<(usize, T)>
    where
        T: Clone,
    {
        let (module, name) = self.resolve(module, path)?;
        let items: &[Arc<Item>] = &self.modules[module].file.items;
        let found = items.iter().filter_map(|i| of(&i.kind)).find(|(n, _)| *n == name);
        found.map(|(_, item)| (module, item.clone()))
    }

    /// The set that a path means, with its module.
    pub fn set<T>(
        &self,
        module: usize,
        path: &Path,
        of: &dyn Fn(&ItemKind) -> Option<(String, T)>,
    ) -> Option<(usize, T)> {
        let (module, name) = self.resolve(module, path)?;
        let items: &[Arc<Item>] = &self.modules[module].file.items;
        let found = items.iter().filter_map(|i| of(&i.kind)).find(|(n, _)| *n == name);
        found.map(|(_, item)| (module, item))
    }

    /// The piece that a path means, in the first of these modules where it means one.
    pub fn piece(&self, modules: &[usize], path: &Path) -> Option<Piece> {
        modules.iter().find_map(|module| {
            let (module, name) = self.resolve(*module, path)?;
            self.pieces.iter().position(|p| p.module == module && p.name == name)
        })
    }
}

/// A piece, and the numbers of its members.
fn kind(module: usize, piece: &PieceItem) -> (Kind, Vec<String>) {
    let members = piece.props.iter().find_map(|p| match p {
        PieceProp::Members(first, last) => {
            let of = |e| number(e, &Values::new()).ok();
            Some((of(first)?..=of(last)?).map(|n| n.to_string()).collect())
        }
        _ => None,
    });
    let cells = piece.props.iter().find_map(|p| match p {
        PieceProp::Cells(n) => match n.kind {
            ExprKind::Int(n) => usize::try_from(n).ok(),
            _ => None,
        },
        _ => None,
    });
    let cells = cells.unwrap_or(1);
    let rigid = piece.props.iter().any(|p| matches!(p, PieceProp::Rigid(_)));
    let floor = piece.props.iter().any(|p| matches!(p, PieceProp::Floor(_)));
    let turns = piece.props.iter().any(|p| matches!(p, PieceProp::Turns(_)));
    let flips = piece.props.iter().any(|p| matches!(p, PieceProp::Flips(_)));
    let shape = piece.props.iter().find_map(|p| match p {
        PieceProp::Shape(picture, _) => Some(picture.clone()),
        _ => None,
    });
    let marks = piece.marks.as_ref().map_or(String::new(), |m| m.value.clone());
    let (name, marks) = (piece.name.text.clone(), marks.chars().collect());
    let kind = Kind { module, name, marks, cells, rigid, floor, turns, flips, shape };
    (kind, members.unwrap_or_default())
}

/// The values of parameters: those given, in order, else the defaults.
pub fn values(params: &[Param], given: &[i64]) -> Result<Values, String> {
    let mut values = Values::new();
    for (i, param) in params.iter().enumerate() {
        let value = match (given.get(i), &param.default) {
            (Some(value), _) => *value,
            (None, Some(default)) => number(default, &values)?,
            (None, None) => return Err(format!("no value for {}", param.name.text)),
        };
        values.insert(param.name.text.clone(), value);
    }
    Ok(values)
}

/// A number that only parameters go into.
pub fn number(expr: &ast::Expr, values: &Values) -> Result<i64, String> {
    use ast::UnaryOp;
    let of = |e: &ast::Expr| number(e, values);
    Ok(match &expr.kind {
        ExprKind::Int(n) => *n,
        ExprKind::Path(path) => *values.get(&path.text()).ok_or(format!("no number {}", path.text()))?,
        ExprKind::Unary(UnaryOp::Negate, e) => -of(e)?,
        ExprKind::Binary(op, a, b) => arithmetic(*op, of(a)?, of(b)?).ok_or("no number")?,
        ExprKind::Call(name, args) => {
            let args: Result<Vec<i64>, String> = args.iter().map(of).collect();
            match (name.text.as_str(), args?.as_slice()) {
                ("min", [a, b]) => *a.min(b),
                ("max", [a, b]) => *a.max(b),
                ("abs", [a]) => a.abs(),
                _ => return Err(format!("{} in a number", name.text)),
            }
        }
        other => return Err(format!("no number: {other:?}")),
    })
}

/// Division rounds down; a remainder is never negative.
pub fn arithmetic(op: ast::BinaryOp, a: i64, b: i64) -> Option<i64> {
    use ast::BinaryOp::{Add, Divide, Multiply, Power, Remainder, Subtract};
    match op {
        Add => a.checked_add(b),
        Subtract => a.checked_sub(b),
        Multiply => a.checked_mul(b),
        Divide if b != 0 => {
            let rest = a.rem_euclid(b);
            let down = (a - rest) / b;
            Some(if b < 0 && rest != 0 { down - 1 } else { down })
        }
        Power => (0..b).try_fold(1_i64, |n, _| n.checked_mul(a)).filter(|_| b >= 0),
        Remainder if b != 0 => Some(a.rem_euclid(b)),
        _ => None,
    }
}
