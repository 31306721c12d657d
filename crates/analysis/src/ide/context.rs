//! Shared data of editor queries: the module of a file, the item at a place, the board and the pieces of an
//! item. Boards are built only when their cells are needed.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

use crate::Analysis;
use puzzlec_base::{FileId, Span};
use puzzlec_model::board::Board;
use puzzlec_model::lower::board;
use puzzlec_model::names::{ItemRef, Names, Sort, named};
use puzzlec_model::number::{self, Values};
use puzzlec_model::piece;
use puzzlec_model::project::{Module, ModuleId, Project, STDLIB_PREFIX};
use puzzlec_syntax::ast::{
    BoardExpr, BoardKind, Expr, Item, ItemKind, Param, Path, PuzzleItem, PuzzleStatementKind, RuleBody,
    RuleItem, RuleRef,
};

/// Maximum number of cells of a board that is built for an editor query.
const LARGEST_BOARD: i64 = 20_000;
/// Named boards and unions of rules are followed so far; circles are errors of their own.
const DEEPEST: usize = 32;

/// The files of an analysis and their names.
pub(super) struct IdeContext<'a> {
    pub(super) project: &'a Project,
    pub(super) names: Names<'a>,
    /// The pieces that rules name.
    pub(super) spoken: RefCell<BTreeMap<ItemRef, Vec<ItemRef>>>,
}

/// A board, by its expression.
pub(super) struct LazyBoard<'a> {
    /// The drawing, the size or the graph, after all names.
    pub(super) expr: &'a BoardExpr,
    module: ModuleId,
    values: Values,
    board: OnceCell<Option<Board>>,
}

/// The board, rules and parameters of an item.
pub(super) struct ItemScope<'a> {
    /// The item's module.
    pub(super) module: ModuleId,
    /// Its board.
    pub(super) lazy_board: Option<LazyBoard<'a>>,
    /// Its rules, with those of unions.
    pub(super) rules: Vec<ItemRef>,
    /// The modules of these rules, whose pieces may be named without their module.
    pub(super) rule_modules: Vec<ModuleId>,
    /// The defaults of its parameters.
    pub(super) values: Values,
}

impl<'a> IdeContext<'a> {
    pub(super) fn new(analysis: &'a Analysis) -> Self {
        let project = analysis.project();
        IdeContext { project, names: Names::of(project), spoken: RefCell::default() }
    }

    /// The module that a file is.
    pub(super) fn module(&self, file: FileId) -> Option<(ModuleId, &'a Module)> {
        self.project.module_of(file)
    }

    /// Whether a file is a script that a module names.
    pub(super) fn is_script(&self, file: FileId) -> bool {
        self.project.modules.iter().any(|m| m.scripts.values().any(|f| *f == file))
    }

    pub(super) fn file_text(&self, file: FileId) -> &'a str {
        self.project.sources.get(file).map_or("", |f| &*f.text)
    }

    pub(super) fn slice(&self, span: Span) -> &'a str {
        self.project.sources.slice(span)
    }

    /// The items of a module.
    pub(super) fn items(&self, module: ModuleId) -> impl Iterator<Item = (ItemRef, &'a Item)> + use<'a> {
        let items = self.project.module(module).map_or(&[][..], |m| &m.parse.file.items);
        items.iter().enumerate().map(move |(item, i)| (ItemRef { module, item }, &**i))
    }

    /// The item that contains a byte or ends there. Logarithmic.
    pub(super) fn item_at(&self, file: FileId, offset: u32) -> Option<(ItemRef, &'a Item)> {
        let (module, found) = self.module(file)?;
        let items = &found.parse.file.items;
        let item = items.partition_point(|i| i.span.start <= offset).checked_sub(1)?;
        let at = items.get(item).filter(|i| i.span.touches(offset))?;
        Some((ItemRef { module, item }, at))
    }

    /// Whether a module may be changed: the standard library may not.
    pub(super) fn is_library(&self, module: ModuleId) -> bool {
        self.project.module(module).is_some_and(|m| m.path.starts_with(STDLIB_PREFIX))
    }

    /// The module of an alias.
    pub(super) fn import(&self, module: ModuleId, alias: &str) -> Option<ModuleId> {
        Some(self.project.module(module)?.imports.get(alias)?.module)
    }

    /// Whether a module is the one of the standard library of this name.
    pub(super) fn is_library_module(&self, module: ModuleId, name: &str) -> bool {
        let path = self.project.module(module).and_then(|m| m.path.strip_prefix(STDLIB_PREFIX));
        path.and_then(|p| p.strip_suffix(".puzzle")) == Some(name)
    }

    /// The item that a path names, of whatever kind.
    pub(super) fn find(&self, module: ModuleId, path: &Path) -> Option<ItemRef> {
        match path.parts.as_slice() {
            [name] => self.names.own(module, &name.text),
            [alias, name] => self.names.own(self.import(module, &alias.text)?, &name.text),
            _ => None,
        }
    }

    /// The kind of an item.
    pub(super) fn sort(&self, item: ItemRef) -> Option<Sort> {
        self.names.item(item).and_then(named).map(|n| n.1)
    }

    /// The name of an item.
    pub(super) fn name(&self, item: ItemRef) -> &'a str {
        self.names.item(item).and_then(named).map_or("", |n| n.0.text.as_str())
    }

    pub(super) fn puzzle(&self, item: ItemRef) -> Option<&'a PuzzleItem> {
        match &self.names.item(item)?.kind {
            ItemKind::Puzzle(p) => Some(p),
            _ => None,
        }
    }

    pub(super) fn rule(&self, item: ItemRef) -> Option<&'a RuleItem> {
        match &self.names.item(item)?.kind {
            ItemKind::Rule(r) => Some(r),
            _ => None,
        }
    }

    /// The parameters of an item.
    pub(super) fn params(&self, item: ItemRef) -> &'a [Param] {
        match self.names.item(item).map(|i| &i.kind) {
            Some(ItemKind::Board(b)) => &b.params,
            Some(ItemKind::Rule(r)) => &r.params,
            Some(ItemKind::Puzzle(p)) => &p.params,
            _ => &[],
        }
    }

    /// The text behind the names of a board.
    pub(super) fn lazy_board(
        &self,
        module: ModuleId,
        expr: &'a BoardExpr,
        values: &Values,
    ) -> Option<LazyBoard<'a>> {
        let mut lazy_board = LazyBoard { expr, module, values: values.clone(), board: OnceCell::new() };
        for _ in 0..DEEPEST {
            let BoardKind::Named(path, args) = &lazy_board.expr.kind else { return Some(lazy_board) };
            let found = self.find(lazy_board.module, path)?;
            let ItemKind::Board(item) = &self.names.item(found)?.kind else { return None };
            lazy_board.values = given(&item.params, args, &lazy_board.values);
            lazy_board.module = found.module;
            lazy_board.expr = &item.value;
        }
        None
    }

    /// The board, rules and parameters of an item.
    pub(super) fn scope(&self, at: ItemRef) -> ItemScope<'a> {
        let values = given(self.params(at), &[], &Values::new());
        let mut scope = ItemScope {
            module: at.module,
            lazy_board: None,
            rules: Vec::new(),
            rule_modules: Vec::new(),
            values,
        };
        let board = match self.names.item(at).map(|i| &i.kind) {
            Some(ItemKind::Board(b)) => Some((at.module, &b.value)),
            Some(ItemKind::Rule(r)) => r.on.as_ref().map(|b| (at.module, b)),
            Some(ItemKind::Puzzle(p)) => self.puzzle_scope(p, &mut scope),
            _ => None,
        };
        scope.lazy_board = board.and_then(|(module, b)| self.lazy_board(module, b, &scope.values));
        scope
    }

    fn puzzle_scope(
        &self,
        puzzle: &'a PuzzleItem,
        scope: &mut ItemScope<'a>,
    ) -> Option<(ModuleId, &'a BoardExpr)> {
        let mut board = None;
        for statement in &puzzle.statements {
            match &statement.kind {
                PuzzleStatementKind::Board(b) => board = board.or(Some((scope.module, b))),
                PuzzleStatementKind::Rules(rules) => self.follow(scope.module, rules, scope, DEEPEST),
                _ => {}
            }
        }
        let named = |r: &ItemRef| Some((r.module, self.rule(*r)?.on.as_ref()?));
        board.or_else(|| scope.rules.iter().find_map(named))
    }

    fn follow(&self, module: ModuleId, rules: &[RuleRef], scope: &mut ItemScope<'a>, depth: usize) {
        for reference in rules {
            let Some(found) = self.find(module, &reference.path) else { continue };
            let Some(rule) = self.rule(found).filter(|_| !scope.rules.contains(&found)) else { continue };
            scope.rules.push(found);
            if found.module != scope.module && !scope.rule_modules.contains(&found.module) {
                scope.rule_modules.push(found.module);
            }
            if let (RuleBody::Union(members), Some(depth)) = (&rule.body, depth.checked_sub(1)) {
                self.follow(found.module, members, scope, depth);
            }
        }
    }

    /// The cells of a floor.
    pub(super) fn board<'f>(&self, lazy_board: &'f LazyBoard<'a>) -> Option<&'f Board> {
        let build = || {
            if !small(lazy_board.expr, &lazy_board.values) {
                return None;
            }
            board::build(&self.names, lazy_board.module, lazy_board.expr, &lazy_board.values).ok()
        };
        lazy_board.board.get_or_init(build).as_ref()
    }

    /// The board of a stage.
    pub(super) fn board_of<'f>(&self, scope: &'f ItemScope<'a>) -> Option<&'f Board> {
        self.board(scope.lazy_board.as_ref()?)
    }

    /// The pieces of a module.
    pub(super) fn pieces(&self, module: ModuleId) -> impl Iterator<Item = ItemRef> + '_ {
        self.names.all(module, Sort::Piece).map(|p| p.0)
    }

    /// The piece that a path names in an item.
    pub(super) fn piece(&self, scope: &ItemScope<'a>, path: &Path) -> Option<ItemRef> {
        let is_piece = |at: &ItemRef| self.sort(*at) == Some(Sort::Piece);
        self.find(scope.module, path).filter(is_piece).or_else(|| {
            let [name] = path.parts.as_slice() else { return None };
            let mut found = scope.rule_modules.iter().filter_map(|m| self.names.own(*m, &name.text));
            found.find(is_piece)
        })
    }

    /// The marks of a piece.
    pub(super) fn marks(&self, piece: ItemRef) -> String {
        match self.names.item(piece).map(|i| &i.kind) {
            Some(ItemKind::Piece(p)) => piece::marks(p).into_iter().collect(),
            _ => String::new(),
        }
    }
}

/// The values of parameters from arguments, else their defaults, else the least that is allowed.
pub(super) fn given(params: &[Param], args: &[Expr], outer: &Values) -> Values {
    let mut values = Values::new();
    for (i, param) in params.iter().enumerate() {
        let arg = args.get(i).and_then(|a| number::evaluate(a, outer).ok());
        let default = || number::evaluate(param.default.as_ref()?, &values).ok();
        let least = || number::evaluate(&param.range.as_ref()?.0, &values).ok();
        if let Some(value) = arg.or_else(default).or_else(least) {
            values.insert(param.name.text.clone(), value);
        }
    }
    values
}

fn small(expr: &BoardExpr, values: &Values) -> bool {
    let size = |e: &Expr| number::evaluate(e, values).unwrap_or(i64::MAX);
    let cells = match &expr.kind {
        BoardKind::Rectangle(_, w, h) => size(w).saturating_mul(size(h)),
        BoardKind::Side(_, n) => size(n).saturating_mul(size(n)).saturating_mul(3),
        BoardKind::Line(n) | BoardKind::Ring(n) => size(n),
        // A script may take its time.
        BoardKind::Script(_) => return false,
        _ => 0,
    };
    cells <= LARGEST_BOARD
}
