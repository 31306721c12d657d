//! Expressions.

use super::{Lower, Node, child, children, every};
use crate::ast::{BinaryOp, Expr, ExprKind, Fold, Quantifier, UnaryOp};
use crate::outline::too_deep;
use puzzlec_base::Span;
use puzzlec_grammar::Rule;

/// How deep an expression may be: everything that walks or drops one recurses.
const DEEPEST: u32 = 256;

/// An expression and its depth.
type Deep = (Expr, u32);

impl Lower {
    /// An expression, whichever of the rules from `expression` down to `primary` matched it.
    pub(super) fn expr(&mut self, node: &Node<'_>) -> Expr {
        self.deep(node).0
    }

    /// The first inner node that is an expression.
    pub(super) fn expr_in(&mut self, node: &Node<'_>) -> Option<Expr> {
        let found = children(node).find(|n| is_expression(n.as_rule()));
        found.map(|n| self.expr(&n))
    }

    /// All inner nodes that are expressions.
    pub(super) fn exprs_in(&mut self, node: &Node<'_>) -> Vec<Expr> {
        children(node).filter(|n| is_expression(n.as_rule())).map(|n| self.expr(&n)).collect()
    }

    /// The cells of `a, b`, which stand in the first inner node of the rule `sets`.
    pub(super) fn sets_in(&mut self, node: &Node<'_>) -> Vec<Expr> {
        child(node, Rule::sets).map(|n| self.exprs_in(&n)).unwrap_or_default()
    }

    /// The cells of `a, b and c`, which stand in the first inner node of the rule `lists`.
    pub(super) fn lists_in(&mut self, node: &Node<'_>) -> Vec<Expr> {
        child(node, Rule::lists).map(|n| self.exprs_in(&n)).unwrap_or_default()
    }

    /// The ends of `1..9` or `1..`.
    pub(super) fn reach_in(&mut self, node: &Node<'_>) -> Option<(Expr, Option<Expr>)> {
        let reach = child(node, Rule::reach)?;
        let mut ends = self.exprs_in(&reach).into_iter();
        Some((ends.next()?, ends.next()))
    }

    /// `(a, b)`; empty where there is none.
    pub(super) fn arguments_in(&mut self, node: &Node<'_>) -> Vec<Expr> {
        child(node, Rule::arguments).map(|n| self.exprs_in(&n)).unwrap_or_default()
    }

    /// The two ends of `1..9`.
    pub(super) fn range_in(&mut self, node: &Node<'_>) -> Option<(Expr, Expr)> {
        let range = child(node, Rule::range)?;
        let mut ends = self.exprs_in(&range).into_iter();
        Some((ends.next()?, ends.next()?))
    }

    fn make(&mut self, span: Span, kind: ExprKind, depth: u32) -> Deep {
        if depth <= DEEPEST {
            return (Expr { span, kind }, depth);
        }
        if !std::mem::replace(&mut self.too_deep, true) {
            self.diagnostics.push(too_deep(span));
        }
        (Expr { span, kind: ExprKind::Error }, 1)
    }

    fn deep(&mut self, node: &Node<'_>) -> Deep {
        let mut node = node.clone();
        // Most levels of the ladder hold nothing but the next.
        while is_ladder(node.as_rule()) {
            let mut inner = node.clone().into_inner();
            match (inner.next(), inner.next()) {
                (Some(only), None) => node = only,
                _ => break,
            }
        }
        let span = self.span(&node);
        match node.as_rule() {
            Rule::expression => self.halves(&node, Rule::conjunction, BinaryOp::Or),
            Rule::conjunction => self.halves(&node, Rule::inversion, BinaryOp::And),
            Rule::conjoined => self.halves(&node, Rule::set, BinaryOp::And),
            Rule::inversion | Rule::unary => self.prefixed(&node),
            Rule::comparison => self.comparison(&node),
            Rule::set => self.filtered(&node),
            Rule::sum | Rule::product | Rule::power => self.chain(&node),
            Rule::called => self.until(&node, span),
            Rule::fold => self.fold(&node, span),
            Rule::int => {
                let kind = self.int(&node).map_or(ExprKind::Error, ExprKind::Int);
                self.make(span, kind, 1)
            }
            Rule::text => {
                let text = self.text(&node);
                self.make(span, ExprKind::Text(text.value), 1)
            }
            Rule::member => match self.member(&node) {
                Some(path) => self.make(span, ExprKind::Path(path), 1),
                None => self.make(span, ExprKind::Error, 1),
            },
            Rule::path | Rule::direction | Rule::own_name => {
                let path = self.path(&node);
                self.make(span, ExprKind::Path(path), 1)
            }
            Rule::call => self.call(&node, span),
            Rule::quantified => self.quantified(&node, span),
            // The brackets belong to the span, so that a diagnostic may point at them too.
            Rule::group | Rule::factor => match children(&node).find(|n| is_expression(n.as_rule())) {
                Some(inner) => {
                    let (expr, depth) = self.deep(&inner);
                    (Expr { span, ..expr }, depth)
                }
                None => self.make(span, ExprKind::Error, 1),
            },
            _ => self.make(span, ExprKind::Error, 1),
        }
    }

    fn call(&mut self, node: &Node<'_>, span: Span) -> Deep {
        let Some(name) = self.name_in(node) else { return self.make(span, ExprKind::Error, 1) };
        let mut depth = 0;
        let mut arguments = Vec::new();
        if let Some(list) = child(node, Rule::arguments) {
            for inner in every(&list, Rule::expression) {
                let (argument, d) = self.deep(&inner);
                depth = depth.max(d);
                arguments.push(argument);
            }
        }
        self.make(span, ExprKind::Call(name, arguments), depth + 1)
    }

    fn quantified(&mut self, node: &Node<'_>, span: Span) -> Deep {
        let quantifier = if super::has(node, Rule::kw_all) { Quantifier::All } else { Quantifier::Any };
        let parts = (self.name_in(node), child(node, Rule::expression));
        let (Some(name), Some(claim)) = parts else { return self.make(span, ExprKind::Error, 1) };
        let over: Vec<Deep> = every(node, Rule::conjoined).map(|set| self.deep(&set)).collect();
        let a = over.iter().map(|over| over.1).max().unwrap_or(0);
        let (claim, b) = self.deep(&claim);
        let over = over.into_iter().map(|over| over.0).collect();
        let kind = ExprKind::Quantified(quantifier, name, over, Box::new(claim));
        self.make(span, kind, a.max(b) + 1)
    }

    /// `sum y in E: N`.
    fn fold(&mut self, node: &Node<'_>, span: Span) -> Deep {
        let fold = if super::has(node, Rule::kw_sum) {
            Fold::Sum
        } else if super::has(node, Rule::kw_min) {
            Fold::Least
        } else {
            Fold::Greatest
        };
        let parts = (self.name_in(node), child(node, Rule::conjoined), child(node, Rule::sum));
        let (Some(name), Some(over), Some(body)) = parts else { return self.make(span, ExprKind::Error, 1) };
        let (over, a) = self.deep(&over);
        let (body, b) = self.deep(&body);
        self.make(span, ExprKind::Fold(fold, name, Box::new(over), Box::new(body)), a.max(b) + 1)
    }

    /// `ray(x, d) until piece`, `ray(x, d) until y: P`.
    fn until(&mut self, node: &Node<'_>, span: Span) -> Deep {
        let Some(ray) = child(node, Rule::call) else { return self.make(span, ExprKind::Error, 1) };
        let (ray, a) = self.deep(&ray);
        let Some(node) = child(node, Rule::until) else { return (ray, a) };
        if let (Some(name), Some(test)) = (self.name_in(&node), child(&node, Rule::expression)) {
            let (test, b) = self.deep(&test);
            return self.make(span, ExprKind::UntilTest(Box::new(ray), name, Box::new(test)), a.max(b) + 1);
        }
        let kinds = every(&node, Rule::member).filter_map(|n| self.member(&n)).collect();
        self.make(span, ExprKind::Until(Box::new(ray), kinds), a + 1)
    }

    /// `E except F where y: P`.
    fn filtered(&mut self, node: &Node<'_>) -> Deep {
        let cells = self.chain(node);
        let Some(filter) = child(node, Rule::filter) else { return cells };
        let span = self.span(node);
        let parts = (self.name_in(&filter), child(&filter, Rule::expression));
        let (Some(name), Some(test)) = parts else { return self.make(span, ExprKind::Error, 1) };
        let (test, depth) = self.deep(&test);
        let kind = ExprKind::Where(Box::new(cells.0), name, Box::new(test));
        self.make(span, kind, cells.1.max(depth) + 1)
    }

    /// `not not x`, `- around x`.
    fn prefixed(&mut self, node: &Node<'_>) -> Deep {
        let span = self.span(node);
        let mut inner: Vec<Node<'_>> = children(node).collect();
        let Some(last) = inner.pop() else { return self.make(span, ExprKind::Error, 1) };
        let (mut expr, mut depth) = self.deep(&last);
        while let Some(prefix) = inner.pop() {
            let whole = self.span(&prefix).to(expr.span);
            let kind = match prefix.as_rule() {
                Rule::kw_not => ExprKind::Unary(UnaryOp::Not, Box::new(expr)),
                Rule::kw_around => ExprKind::Around(Box::new(expr)),
                _ => ExprKind::Unary(UnaryOp::Negate, Box::new(expr)),
            };
            (expr, depth) = self.make(whole, kind, depth + 1);
        }
        (expr, depth)
    }

    fn comparison(&mut self, node: &Node<'_>) -> Deep {
        let span = self.span(node);
        let mut sides = every(node, Rule::set);
        let Some(left) = sides.next() else { return self.make(span, ExprKind::Error, 1) };
        let (left, a) = self.deep(&left);
        if let Some(path) = self.member_in(node) {
            let not = super::has(node, Rule::kw_not);
            return self.make(span, ExprKind::Is(Box::new(left), path, not), a + 1);
        }
        let op = children(node).find_map(|n| binary(n.as_rule()));
        let (Some(op), Some(right)) = (op, sides.next()) else { return (left, a) };
        let (right, b) = self.deep(&right);
        self.make(span, ExprKind::Binary(op, Box::new(left), Box::new(right)), a.max(b) + 1)
    }

    /// `a + b - c`, grouped from the left.
    fn chain(&mut self, node: &Node<'_>) -> Deep {
        let mut inner = children(node).filter(|n| n.as_rule() != Rule::filter);
        let Some(first) = inner.next() else { return self.make(self.span(node), ExprKind::Error, 1) };
        let mut left = self.deep(&first);
        while let (Some(op), Some(right)) = (inner.next(), inner.next()) {
            let right = self.deep(&right);
            left = self.join(binary(op.as_rule()), left, right);
        }
        left
    }

    fn join(&mut self, op: Option<BinaryOp>, (left, a): Deep, (right, b): Deep) -> Deep {
        let span = left.span.to(right.span);
        let Some(op) = op else { return self.make(span, ExprKind::Error, 1) };
        self.make(span, ExprKind::Binary(op, Box::new(left), Box::new(right)), a.max(b) + 1)
    }

    /// `a or b or c`: grouped from the left, long ones by halves, which means the same and keeps
    /// the tree shallow.
    fn halves(&mut self, node: &Node<'_>, part: Rule, op: BinaryOp) -> Deep {
        let mut parts: Vec<Deep> = every(node, part).map(|n| self.deep(&n)).collect();
        while parts.len() > 16 {
            let mut pairs = parts.into_iter();
            parts = Vec::new();
            while let Some(left) = pairs.next() {
                let joined = match pairs.next() {
                    Some(right) => self.join(Some(op), left, right),
                    None => left,
                };
                parts.push(joined);
            }
        }
        let mut parts = parts.into_iter();
        let Some(mut left) = parts.next() else { return self.make(self.span(node), ExprKind::Error, 1) };
        for right in parts {
            left = self.join(Some(op), left, right);
        }
        left
    }
}

fn is_ladder(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::expression
            | Rule::conjunction
            | Rule::inversion
            | Rule::comparison
            | Rule::set
            | Rule::sum
            | Rule::product
            | Rule::unary
            | Rule::power
            | Rule::conjoined
            | Rule::called
            | Rule::primary
            | Rule::factor
    )
}

fn is_expression(rule: Rule) -> bool {
    is_ladder(rule)
        || matches!(rule, Rule::int | Rule::text | Rule::member | Rule::path | Rule::direction | Rule::call)
}

fn binary(rule: Rule) -> Option<BinaryOp> {
    Some(match rule {
        Rule::equal => BinaryOp::Equal,
        Rule::not_equal => BinaryOp::NotEqual,
        Rule::less => BinaryOp::Less,
        Rule::at_most => BinaryOp::LessEqual,
        Rule::greater => BinaryOp::Greater,
        Rule::at_least => BinaryOp::GreaterEqual,
        Rule::plus => BinaryOp::Add,
        Rule::minus => BinaryOp::Subtract,
        Rule::star => BinaryOp::Multiply,
        Rule::slash => BinaryOp::Divide,
        Rule::percent => BinaryOp::Remainder,
        Rule::caret => BinaryOp::Power,
        Rule::kw_except => BinaryOp::Except,
        Rule::kw_union => BinaryOp::Union,
        _ => return None,
    })
}
