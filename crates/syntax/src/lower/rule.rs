//! The statements of rules.

use super::{Lower, Node, child, children, every, has};
use crate::ast::{
    Expr, Name, Path, PathShape, PathStep, Pattern, PatternCell, PatternCellKind, PatternFloor,
    RuleStatementKind, Turn, TurnCell, TurnRow, TurnTerm,
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
            Rule::turn => RuleStatementKind::Turn(self.turn(node)),
            Rule::repeat => RuleStatementKind::Repeat,
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
        let along = self.along_in(node);
        Some(Pattern { before: self.cells(&before), after: self.cells(&after), along })
    }

    fn along_in(&mut self, node: &Node<'_>) -> Vec<PathShape> {
        let shapes = child(node, Rule::along);
        shapes.iter().flat_map(|n| every(n, Rule::shape)).map(|n| self.shape(&n)).collect()
    }

    /// A rule of a puzzle with keys: all rows up to the arrow are the left side.
    fn turn(&mut self, node: &Node<'_>) -> Turn {
        let mut turn = Turn {
            words: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            commands: Vec::new(),
            along: self.along_in(node),
        };
        let mut right = false;
        for part in children(node) {
            match part.as_rule() {
                Rule::kw_also | Rule::kw_rigid | Rule::kw_random => turn.words.push(self.name(&part)),
                Rule::arrow => right = true,
                Rule::turn_row => {
                    let cells = every(&part, Rule::turn_cell).map(|n| self.turn_cell(&n)).collect();
                    let row = TurnRow { span: self.span(&part), cells };
                    if right { turn.after.push(row) } else { turn.before.push(row) }
                }
                Rule::command => {
                    let text = self.text_in(&part);
                    turn.commands.extend(self.name_in(&part).map(|name| (name, text)));
                }
                _ => {}
            }
        }
        turn
    }

    fn turn_cell(&mut self, node: &Node<'_>) -> TurnCell {
        let terms = every(node, Rule::turn_term).filter_map(|n| self.turn_term(&n)).collect();
        TurnCell { span: self.span(node), gap: has(node, Rule::gap), terms }
    }

    fn turn_term(&mut self, node: &Node<'_>) -> Option<TurnTerm> {
        let mark = child(node, Rule::movement).and_then(|n| children(&n).next()).map(|n| self.name(&n));
        Some(TurnTerm { span: self.span(node), mark, piece: self.member_in(node)? })
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
