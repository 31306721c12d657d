//! Rays, selections and named sets of cells, and numbers over them.

use super::{Scope, Sense};
use crate::board::{Board, PlaceSort};
use crate::expr::{Cell, Cells, Num, Part, Test, Until};
use crate::names::{DEEPEST_NAME, Sort, too_deep};
use crate::project::ItemRef;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::grouped;
use puzzlec_syntax::ast::{Expr, ExprKind, Fold, ItemKind, Name, Path};

/// Maximum number of cells that an expression over cells may look at.
const MOST_EFFORT: u64 = 1_000_000;
/// Maximum number of parts of the cells of all sets that a text names.
const MOST_PARTS: usize = 10_000;

/// A list that authors look for, and that there is not.
pub(super) const NO_LIST: &str = "directions";

/// Explains that directions are no list.
pub(super) fn no_list(found: Diagnostic) -> Diagnostic {
    found
        .note("a rule with the variable `d: direction` has an action for each direction")
        .help("`all` and `any` range over cells: write `y in around x` for the neighbours of `x`")
}

impl Scope<'_, '_> {
    /// Reports a list that may have no end on an unbounded board.
    pub(super) fn ends(&mut self, span: Span, what: &str) -> Option<()> {
        if self.board.is_none_or(|b| !b.unbounded) {
            return Some(());
        }
        let d = Diagnostic::new(Code::NeedsBound, span, format!("{what} needs a bounded board"))
            .help("use a bounded board, such as `board square 12 by 12`");
        self.diagnostics.push(d);
        None
    }

    /// Reports a list that contains all cells of an unbounded board.
    pub(super) fn finite(&mut self, cells: &Cells, span: Span) -> Option<()> {
        let mut all = false;
        Part::Cells(cells).visit(&mut |part| all |= matches!(part, Part::Cells(Cells::All)));
        if all { self.ends(span, "this set") } else { Some(()) }
    }

    /// Reports an expression over cells that looks at too many of them.
    pub(super) fn in_time(&mut self, part: Part<'_>, span: Span) -> Option<()> {
        let Some(board) = self.board else { return Some(()) };
        if !part.ranges() || part.effort(board) <= MOST_EFFORT {
            return Some(());
        }
        let d = Diagnostic::new(Code::RuleTooLarge, span, "this involves too many cells")
            .note(format!("an expression over cells looks at most at {} cells", grouped(MOST_EFFORT)))
            .help("use a smaller board");
        self.diagnostics.push(d);
        None
    }

    /// `ray(x, d) until rock or wall`.
    pub(super) fn until_kinds(&mut self, ray: &Expr, kinds: &[Path]) -> Option<Cells> {
        let (ray, selector) = (self.ray(ray), self.selectors(kinds));
        let Cells::Ray(from, dir, _) = ray? else { return None };
        let selector = selector?;
        let until = if self.pieces.below(&selector) > 0 {
            let slot = self.slots;
            self.slots += 1;
            let below = self.layer(&selector, Cells::One(Cell::Var(slot)));
            Until::Test(slot, Box::new(Test::Holds(below, selector)))
        } else {
            Until::Holds(Box::new(selector))
        };
        Some(Cells::Ray(from, dir, Some(until)))
    }

    /// `ray(x, d) until y: P`.
    pub(super) fn until_test(&mut self, ray: &Expr, name: &Name, test: &Expr) -> Option<Cells> {
        let ray = self.ray(ray);
        let slot = self.bind(&name.text, Sense::Cell);
        let test = self.test(test);
        self.variables.pop();
        let Cells::Ray(from, dir, _) = ray? else { return None };
        let ray = Cells::Ray(from, dir, Some(Until::Test(slot, Box::new(test?))));
        self.in_time(Part::Cells(&ray), name.span)?;
        Some(ray)
    }

    fn ray(&mut self, expr: &Expr) -> Option<Cells> {
        if let ExprKind::Call(name, _) = &expr.kind
            && name.text != "ray"
        {
            let text = format!("`until` ends a ray, but this is `{}`", name.text);
            let d = Diagnostic::new(Code::TypeMismatch, expr.span, text).help("write `ray(x, d) until …`");
            self.diagnostics.push(d);
            return None;
        }
        self.cells(expr)
    }

    /// `E where y: P`.
    pub(super) fn filtered(&mut self, list: &Expr, name: &Name, test: &Expr, span: Span) -> Option<Cells> {
        let cells = self.cells(list);
        let slot = self.bind(&name.text, Sense::Cell);
        let test = self.test(test);
        self.variables.pop();
        let (cells, test) = (cells?, test?);
        self.ends(span, "a selection of cells")?;
        let found = Cells::Where(Box::new(cells), slot, Box::new(test));
        self.in_time(Part::Cells(&found), span)?;
        Some(found)
    }

    /// `sum y in E: N`.
    pub(super) fn fold(
        &mut self,
        fold: Fold,
        name: &Name,
        over: &Expr,
        body: &Expr,
        span: Span,
    ) -> Option<Num> {
        let cells = self.cells(over);
        let slot = self.bind(&name.text, Sense::Cell);
        let body = self.number(body);
        self.variables.pop();
        let (cells, body) = (cells?, body?);
        self.finite(&cells, over.span)?;
        let num = Num::Fold(fold, slot, cells, Box::new(body));
        self.in_time(Part::Num(&num), span)?;
        self.in_range(self.range(&num), span)?;
        Some(num)
    }

    /// Whether an expression is a list of cells rather than the name of a piece, judging by its form.
    pub(super) fn is_list(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Path(path) => {
                if matches!(path.text().as_str(), "empty" | "piece") || self.find_piece(path).is_some() {
                    return false;
                }
                let named = path.single().is_some_and(|n| {
                    n.text == "cells"
                        || PlaceSort::of(&n.text).is_some() && self.board.is_none_or(Board::has_edges)
                        || self.variable(&n.text).is_some()
                        || self.board.is_some_and(|b| b.find(&n.text).is_some())
                });
                named || self.set_named(path).is_some()
            }
            ExprKind::Error => false,
            _ => true,
        }
    }

    /// The set that a path names, where no cell or region has the name.
    pub(super) fn set_named(&self, path: &Path) -> Option<ItemRef> {
        if let Some(name) = path.single()
            && (self.variable(&name.text).is_some()
                || self.values.contains_key(&name.text)
                || self.board.is_some_and(|b| b.find(&name.text).is_some()))
        {
            return None;
        }
        self.names.find(self.module, path, Sort::Set)
    }

    /// The cells of a named set, on the board of the puzzle.
    pub(super) fn set(&mut self, at: ItemRef, span: Span) -> Option<Cells> {
        self.names.mark_used(at);
        let names = self.names;
        let ItemKind::Set(item) = &names.item(at)?.kind else { return None };
        if self.sets.contains(&at) {
            let text = format!("set `{}` is defined in terms of itself", item.name.text);
            return self.report(Code::ImportCycle, span, text);
        }
        if self.sets.len() >= DEEPEST_NAME {
            return self.report(Code::TooDeep, span, too_deep());
        }
        // Reported already; the other half of a union would double the work.
        if self.parts > MOST_PARTS {
            return None;
        }
        self.sets.push(at);
        let module = std::mem::replace(&mut self.module, at.module);
        // A set knows no variables or parameters of the text that uses it.
        let (variables, values) = (std::mem::take(&mut self.variables), std::mem::take(&mut self.values));
        let cells = self.cells(&item.value);
        (self.variables, self.values) = (variables, values);
        self.module = module;
        self.sets.pop();
        let cells = cells?;
        // Sets of sets may grow with every step.
        Part::Cells(&cells).visit(&mut |_| self.parts += 1);
        if self.parts > MOST_PARTS {
            let text = format!("the set `{}` consists of too many others", item.name.text);
            return self.report(Code::RuleTooLarge, span, text);
        }
        self.in_time(Part::Cells(&cells), span)?;
        Some(cells)
    }
}
