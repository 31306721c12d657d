//! The statements of rules.

use super::{Lower, Node, child, children, every, has};
use crate::ast::{
    Expr, Name, Path, PathShape, PathStep, Pattern, PatternCell, PatternCellKind, PatternFloor,
    RuleStatementKind,
};
use puzzlec_grammar::Rule;

impl Lower {
    /// A statement of a rule, from what stands inside `rule_statement`.
    pub(crate) fn rule_statement(&mut self, node: &Node<'_>) -> RuleStatementKind {
        self.rule_kind(node).unwrap_or(RuleStatementKind::Error)
    }

    fn rule_kind(&mut self, node: &Node<'_>) -> Option<RuleStatementKind> {
        Some(match node.as_rule() {
            Rule::pattern => RuleStatementKind::Pattern(self.pattern(node)?),
            Rule::when => RuleStatementKind::When(self.expr_in(node)?),
            Rule::when_after => RuleStatementKind::WhenAfter(self.expr_in(node)?),
            Rule::move_to => {
                let mut both =
                    every(node, Rule::lists).map(|n| self.exprs_in(&n)).collect::<Vec<_>>().into_iter();
                RuleStatementKind::Move(both.next()?, both.next()?)
            }
            Rule::swap => {
                let (one, other) = self.two(node)?;
                RuleStatementKind::Swap(one, other)
            }
            Rule::shift => {
                let (piece, direction) = self.two(node)?;
                RuleStatementKind::Shift(piece, direction)
            }
            Rule::remove => RuleStatementKind::Remove(self.lists_in(node)),
            Rule::put => RuleStatementKind::Put(self.member_in(node)?, self.lists_in(node)),
            Rule::clear => RuleStatementKind::Clear(self.member_in(node)?, self.lists_in(node)),
            Rule::flip => {
                let pieces: Vec<_> = every(node, Rule::member).filter_map(|n| self.member(&n)).collect();
                let [one, other] = <[_; 2]>::try_from(pieces).ok()?;
                RuleStatementKind::Flip(one, other, self.lists_in(node))
            }
            Rule::set_counter => RuleStatementKind::Set(self.path_in(node)?, self.exprs_in(node).pop()?),
            Rule::cost => RuleStatementKind::Cost(self.expr_in(node)?),
            Rule::close_up => RuleStatementKind::Close(self.expr_in(node)?),
            Rule::then => RuleStatementKind::Then(self.consequences_in(node)),
            _ => return None,
        })
    }

    fn two(&mut self, node: &Node<'_>) -> Option<(Expr, Expr)> {
        let mut both = self.exprs_in(node).into_iter();
        Some((both.next()?, both.next()?))
    }

    fn pattern(&mut self, node: &Node<'_>) -> Option<Pattern> {
        let mut sides = every(node, Rule::cells);
        let (before, after) = (sides.next()?, sides.next()?);
        let shapes = child(node, Rule::along);
        let along = shapes.iter().flat_map(|n| every(n, Rule::shape)).map(|n| self.shape(&n)).collect();
        Some(Pattern { before: self.cells(&before), after: self.cells(&after), along })
    }

    fn cells(&mut self, node: &Node<'_>) -> Vec<PatternCell> {
        every(node, Rule::cell).filter_map(|n| self.cell(&n)).collect()
    }

    fn cell(&mut self, node: &Node<'_>) -> Option<PatternCell> {
        let inner = children(node).next()?;
        let kind = match inner.as_rule() {
            Rule::question => PatternCellKind::Any,
            Rule::part_of_piece => {
                let number = child(&inner, Rule::part_number)?;
                PatternCellKind::Part(self.name_in(&inner)?, number.as_str().parse().ok()?)
            }
            _ => match self.member(&inner)? {
                path if is_empty(&path) => PatternCellKind::Empty,
                path => PatternCellKind::Piece(path),
            },
        };
        let floor = child(node, Rule::floor).and_then(|floor| child(&floor, Rule::member));
        let floor = match floor {
            None => None,
            Some(floor) => Some(match self.member(&floor)? {
                path if is_empty(&path) => PatternFloor::Empty,
                path => PatternFloor::Piece(path),
            }),
        };
        Some(PatternCell { span: self.span(node), kind, floor })
    }

    fn shape(&mut self, node: &Node<'_>) -> PathShape {
        let steps = every(node, Rule::step).filter_map(|n| self.step(&n)).collect();
        PathShape { steps, span: self.span(node) }
    }

    fn step(&mut self, node: &Node<'_>) -> Option<PathStep> {
        let first = children(node).next()?;
        let direction: Name = self.name(&first);
        let turn = child(node, Rule::int).and_then(|n| self.int(&n)).unwrap_or(0);
        Some(PathStep { direction, turn: if has(node, Rule::minus) { -turn } else { turn } })
    }
}

/// Whether a path is the word `empty`.
fn is_empty(path: &Path) -> bool {
    path.single().is_some_and(|name| name.text == "empty")
}
