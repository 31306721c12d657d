//! Functions that collect actions in one loop over cells whose rounds have nothing to do with each other.
//!
//! Such a function gives for every cell what it would give if that cell were the only one, so its calls can be split.
//! The form is
//!
//! ```text
//! fn moves(position) {
//!     …                                       // does not ask for lists of cells
//!     let list = [];
//!     for cell in position.cells("piece") {   // or in board.cells
//!         …                                   // changes only its own variables, and calls list.push(…)
//!     }
//!     list
//! }
//! ```
//!
//! In doubt a function has not this form.

use rhai::{AST, ASTFlags, ASTNode, Expr, FnCallExpr, Stmt};
use rustc_hash::FxHashSet;

use super::api;

/// The cells of the loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Over {
    /// All cells.
    All,
    /// Those that hold one of these pieces.
    Holding(Vec<String>),
}

/// Functions of the script language that change none of their arguments.
const READERS: &[&str] = &["len", "is_empty", "contains", "abs", "min", "max", "range", "print", "to_string"];

type Names = FxHashSet<String>;

/// The loop of a function of this form.
pub(super) fn over(ast: &AST, function: &str, arity: usize) -> Option<Over> {
    let mut readers: Names = api::readers().chain(READERS.iter().copied()).map(str::to_owned).collect();
    let own: Names = ast.iter_functions().map(|f| f.name.to_owned()).collect();
    // These of the script would be called instead. Others change no arguments, as scripts have no `this`.
    if own.contains("cells") || own.contains("push") {
        return None;
    }
    readers.extend(own.iter().cloned());
    let found = ast.iter_functions().find(|f| f.name == function && f.params.len() == arity)?;
    let mut outer: Names = found.params.iter().map(|name| (*name).to_owned()).collect();
    let position = (*found.params.first()?).to_owned();
    let others = functions(ast, |name, n| name != function || n != arity);
    let quiet = !mentions(&others, "cells");
    let statements = statements(ast, function, arity);
    let at = statements.iter().rposition(|s| matches!(s, Stmt::For(..)))?;
    let (before, rest) = statements.split_at(at);
    let [Stmt::For(looped, _), last] = rest else { return None };
    let list = match last {
        Stmt::Expr(value) => variable(value)?,
        Stmt::Return(Some(value), flags, _) if !flags.contains(ASTFlags::BREAK) => variable(value)?,
        _ => return None,
    };
    let (mut boards, mut lists) = (Names::default(), 0);
    for statement in before {
        match statement {
            Stmt::Var(it, ..) if it.0.name.as_str() == list => match &it.1 {
                Expr::Array(items, _) if items.is_empty() => lists += 1,
                _ => return None,
            },
            Stmt::Var(it, ..) => {
                if !outer.insert(it.0.name.to_string()) {
                    return None;
                }
                if is_property(&it.1, &position, "board") {
                    boards.insert(it.0.name.to_string());
                }
            }
            _ => {}
        }
        if !is_prelude(statement, list, (function, quiet, &own), |name| {
            name == position || boards.contains(name)
        }) {
            return None;
        }
    }
    let (cell, counter, flow) = &**looped;
    let over = cells(&flow.expr, &position, &boards)?;
    let body = Body { outer: &outer, list, readers: &readers, locals: locals(flow.body.statements())? };
    let fits = lists == 1
        && counter.is_none()
        && cell.name.as_str() != list
        && !outer.contains(cell.name.as_str())
        && !outer.contains(list)
        && body.locals.iter().all(|name| name != list && !outer.contains(name))
        && flow.body.iter().all(|statement| body.is_separate(statement, cell.name.as_str()));
    fits.then_some(over)
}

/// Some of the functions, by name and number of arguments.
fn functions(ast: &AST, wanted: impl Fn(&str, usize) -> bool) -> AST {
    let mut some = ast.clone();
    some.clear_statements();
    some.retain_functions(|_, _, name, n| wanted(name, n));
    some
}

/// The statements of a function.
fn statements(ast: &AST, function: &str, arity: usize) -> Vec<Stmt> {
    let own = functions(ast, |name, n| name == function && n == arity);
    let mut all = Vec::new();
    own.walk(&mut |path: &[ASTNode<'_>]| {
        if let [ASTNode::Stmt(statement)] = path {
            all.push((*statement).clone());
        }
        true
    });
    all
}

/// Whether anything in functions has this name.
fn mentions(ast: &AST, name: &str) -> bool {
    !ast.walk(&mut |path: &[ASTNode<'_>]| !path.last().is_some_and(|node| names(node, name)))
}

fn names(node: &ASTNode<'_>, name: &str) -> bool {
    match node {
        ASTNode::Expr(Expr::Property(it, _)) => it.2.as_str() == name,
        ASTNode::Expr(Expr::MethodCall(call, _) | Expr::FnCall(call, _))
        | ASTNode::Stmt(Stmt::FnCall(call, _)) => call.name.as_str() == name,
        _ => false,
    }
}

fn variable(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Variable(it, ..) if it.2.is_empty() => Some(it.1.as_str()),
        _ => None,
    }
}

/// The variable that an expression with `.` and `[]` begins with.
fn root(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Dot(it, ..) | Expr::Index(it, ..) => root(&it.lhs),
        other => variable(other),
    }
}

fn is_property(expr: &Expr, of: &str, name: &str) -> bool {
    let Expr::Dot(it, ..) = expr else { return false };
    variable(&it.lhs) == Some(of) && matches!(&it.rhs, Expr::Property(p, _) if p.2.as_str() == name)
}

/// The cells that a loop is over.
fn cells(expr: &Expr, position: &str, boards: &Names) -> Option<Over> {
    let Expr::Dot(it, ..) = expr else { return None };
    let from = variable(&it.lhs)?;
    match &it.rhs {
        Expr::MethodCall(call, _) if from == position && call.name.as_str() == "cells" => {
            match call.args.as_slice() {
                [Expr::StringConstant(word, _)] => Some(Over::Holding(vec![word.to_string()])),
                [Expr::Array(words, _)] => {
                    let words = words.iter().map(|word| match word {
                        Expr::StringConstant(word, _) => Some(word.to_string()),
                        _ => None,
                    });
                    words.collect::<Option<_>>().map(Over::Holding)
                }
                _ => None,
            }
        }
        Expr::Property(p, _) if boards.contains(from) && p.2.as_str() == "cells" => Some(Over::All),
        Expr::Dot(rest, ..) if from == position => match (&rest.lhs, &rest.rhs) {
            (Expr::Property(board, _), Expr::Property(all, _)) => {
                (board.2.as_str() == "board" && all.2.as_str() == "cells").then_some(Over::All)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a statement may stand before the loop: it neither ends the call nor asks for lists of cells.
fn is_prelude(
    statement: &Stmt,
    list: &str,
    (function, quiet, own): (&str, bool, &Names),
    keeps: impl Fn(&str) -> bool,
) -> bool {
    statement.walk(&mut Vec::new(), &mut |path: &[ASTNode<'_>]| {
        let Some(node) = path.last() else { return true };
        let calls = |call: &FnCallExpr| {
            call.name.as_str() != function && (quiet || !own.contains(call.name.as_str()))
        };
        !names(node, "cells")
            && match node {
                ASTNode::Stmt(statement) if is_barred(statement) => false,
                ASTNode::Stmt(Stmt::Assignment(it)) => root(&it.1.lhs).is_some_and(|name| !keeps(name)),
                ASTNode::Stmt(Stmt::FnCall(call, _)) | ASTNode::Expr(Expr::FnCall(call, _)) => calls(call),
                ASTNode::Expr(expr) => variable(expr) != Some(list),
                ASTNode::Stmt(_) => true,
                _ => false,
            }
    })
}

/// Whether a statement may end the call, or has parts that a walk leaves out.
fn is_barred(statement: &Stmt) -> bool {
    use Stmt::{BreakLoop, Export, Import, Return, Share, TryCatch};
    matches!(
        statement,
        Return(..) | BreakLoop(Some(_), ..) | TryCatch(..) | Import(..) | Export(..) | Share(..)
    )
}

/// The variables that statements declare; `None` where they catch errors.
fn locals(statements: &[Stmt]) -> Option<Names> {
    let mut all = Names::default();
    let whole = statements.iter().all(|statement| {
        statement.walk(&mut Vec::new(), &mut |path: &[ASTNode<'_>]| {
            match path.last() {
                Some(ASTNode::Stmt(Stmt::Var(it, ..))) => {
                    all.insert(it.0.name.to_string());
                }
                Some(ASTNode::Stmt(Stmt::For(it, _))) => {
                    all.insert(it.0.name.to_string());
                    all.extend(it.1.iter().map(|counter| counter.name.to_string()));
                }
                Some(ASTNode::Stmt(Stmt::TryCatch(..))) => return false,
                _ => {}
            }
            true
        })
    });
    whole.then_some(all)
}

/// The body of the loop.
struct Body<'a> {
    /// The variables from before the loop.
    outer: &'a Names,
    list: &'a str,
    /// Functions that change none of their arguments.
    readers: &'a Names,
    /// The variables that the body declares.
    locals: Names,
}

impl Body<'_> {
    /// Whether a statement changes only variables of its round, and adds actions to the list.
    fn is_separate(&self, statement: &Stmt, cell: &str) -> bool {
        statement.walk(&mut Vec::new(), &mut |path: &[ASTNode<'_>]| {
            let Some((node, above)) = path.split_last() else { return true };
            match node {
                ASTNode::Stmt(statement) if is_barred(statement) => false,
                ASTNode::Stmt(Stmt::BreakLoop(_, flags, _)) => {
                    let is_loop = |node: &ASTNode<'_>| {
                        matches!(node, ASTNode::Stmt(Stmt::For(..) | Stmt::While(..) | Stmt::Do(..)))
                    };
                    !flags.contains(ASTFlags::BREAK) || above.iter().any(is_loop)
                }
                ASTNode::Stmt(Stmt::Assignment(it)) => {
                    root(&it.1.lhs).is_some_and(|name| name == cell || self.locals.contains(name))
                }
                ASTNode::Stmt(Stmt::FnCall(call, _)) | ASTNode::Expr(Expr::FnCall(call, _)) => {
                    self.reads(call)
                }
                ASTNode::Stmt(_) => true,
                ASTNode::Expr(Expr::ThisPtr(_)) => false,
                ASTNode::Expr(expr @ (Expr::Dot(it, ..) | Expr::Index(it, ..))) => {
                    !root(&it.lhs).is_some_and(|name| self.outer.contains(name)) || self.only_reads(expr)
                }
                ASTNode::Expr(expr) => variable(expr) != Some(self.list) || self.is_pushed(above),
                _ => false,
            }
        })
    }

    /// Whether a call does not change a variable from before the loop: its first argument may be one.
    fn reads(&self, call: &FnCallExpr) -> bool {
        let first = call.args.first().and_then(root);
        !first.is_some_and(|name| self.outer.contains(name))
            || call.op_token.is_some()
            || self.readers.contains(call.name.as_str())
    }

    /// Whether all methods called in an expression change nothing.
    fn only_reads(&self, expr: &Expr) -> bool {
        expr.walk(&mut Vec::new(), &mut |path: &[ASTNode<'_>]| match path.last() {
            Some(ASTNode::Expr(Expr::MethodCall(call, _))) => self.readers.contains(call.name.as_str()),
            _ => true,
        })
    }

    /// Whether the list, below these nodes, stands in a statement `list.push(…)`.
    fn is_pushed(&self, above: &[ASTNode<'_>]) -> bool {
        let [.., ASTNode::Stmt(Stmt::Expr(_)), ASTNode::Expr(Expr::Dot(it, ..))] = above else {
            return false;
        };
        variable(&it.lhs) == Some(self.list)
            && matches!(&it.rhs, Expr::MethodCall(call, _) if call.name.as_str() == "push" && call.args.len() == 1)
    }
}
