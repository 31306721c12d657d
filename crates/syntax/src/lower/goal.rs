//! Goals.

use super::{Lower, Node, child, children, every};
use crate::ast::{ConfigExpr, ConfigKind, ExprKind, GoalExpr, GoalKind};
use puzzlec_grammar::Rule;

impl Lower {
    /// A goal; `or` and `and` of a single part are that part.
    pub(super) fn goal(&mut self, node: &Node<'_>) -> GoalExpr {
        let span = self.span(node);
        let part = if node.as_rule() == Rule::goal { Rule::goal_part } else { Rule::goal_atom };
        let mut parts: Vec<GoalExpr> = every(node, part)
            .map(|n| if part == Rule::goal_part { self.goal(&n) } else { self.goal_atom(&n) })
            .collect();
        match (parts.len(), part) {
            (1, _) => parts.pop().unwrap_or(GoalExpr { span, kind: GoalKind::Error }),
            (_, Rule::goal_part) => GoalExpr { span, kind: GoalKind::Or(parts) },
            _ => GoalExpr { span, kind: GoalKind::And(parts) },
        }
    }

    fn goal_atom(&mut self, node: &Node<'_>) -> GoalExpr {
        let span = self.span(node);
        let kind = children(node).next().and_then(|inner| self.goal_kind(&inner));
        GoalExpr { span, kind: kind.unwrap_or(GoalKind::Error) }
    }

    fn goal_kind(&mut self, node: &Node<'_>) -> Option<GoalKind> {
        Some(match node.as_rule() {
            Rule::anywhere => {
                let inner = children(node).find(|n| n.as_rule() != Rule::kw_anywhere)?;
                GoalKind::Config(self.config(&inner), true)
            }
            Rule::where_goal => GoalKind::Where(self.expr_in(node)?),
            Rule::script => GoalKind::Script(self.script(node)?),
            Rule::goal_colours => {
                GoalKind::Colours(self.picture_in(node)?, child(node, Rule::or_empty).is_some())
            }
            Rule::only => {
                let (piece, cells) = every(node, Rule::at).next().and_then(|n| self.at(&n))?;
                GoalKind::Only(piece, cells)
            }
            Rule::counted => {
                let how = self.name(&children(node).next()?);
                let mut pieces = every(node, Rule::member).filter_map(|n| self.member(&n));
                GoalKind::Counted(how, pieces.next()?, pieces.next())
            }
            Rule::at => {
                let (piece, cells) = self.at(node)?;
                GoalKind::At(piece, cells)
            }
            Rule::goal_group => {
                let inner = every(node, Rule::goal).next()?;
                self.goal(&inner).kind
            }
            Rule::inversion => {
                let expr = self.expr(node);
                match expr.kind {
                    // A name alone is that of a configuration.
                    ExprKind::Path(path) => {
                        let kind = ConfigKind::Named(path);
                        GoalKind::Config(ConfigExpr { span: expr.span, kind }, false)
                    }
                    _ => GoalKind::Where(expr),
                }
            }
            _ => GoalKind::Config(self.config(node), false),
        })
    }
}
