//! Boards and scripts.

use super::{Lower, Node, child, children, every, has};
use crate::ast::{BoardExpr, BoardKind, Lattice, Script, ScriptSource, Text};
use puzzlec_base::Span;
use puzzlec_grammar::Rule;

impl Lower {
    /// The first inner board.
    pub(super) fn board_in(&mut self, node: &Node<'_>) -> Option<BoardExpr> {
        child(node, Rule::board).map(|n| self.board(&n))
    }

    fn board(&mut self, node: &Node<'_>) -> BoardExpr {
        let span = self.span(node);
        let kind = children(node).next().and_then(|inner| self.board_kind(&inner));
        let walls = child(node, Rule::walls);
        let walls = walls.iter().flat_map(|walls| every(walls, Rule::wall)).filter_map(|wall| {
            let mut names = every(&wall, Rule::name).map(|n| self.name(&n));
            Some((names.next()?, names.next()?))
        });
        let walls = walls.collect();
        let drawn = child(node, Rule::square_board).and_then(|n| child(&n, Rule::kw_edges));
        let edges = drawn.or_else(|| child(node, Rule::kw_edges)).map(|n| self.span(&n));
        BoardExpr { span, kind: kind.unwrap_or(BoardKind::Error), edges, walls }
    }

    fn board_kind(&mut self, node: &Node<'_>) -> Option<BoardKind> {
        let lattice = match node.as_rule() {
            Rule::square_board if has(node, Rule::kw_diagonal) => Lattice::SquareDiagonal,
            Rule::square_board => Lattice::Square,
            Rule::hex_board => Lattice::Hex,
            Rule::triangle_board => Lattice::Triangle,
            Rule::line_board => Lattice::Line,
            Rule::ring_board => return Some(BoardKind::Ring(self.expr_in(node)?)),
            Rule::graph_board => {
                let edges = every(node, Rule::edge).filter_map(|edge| {
                    let mut names = every(&edge, Rule::name).map(|n| self.name(&n));
                    Some((names.next()?, names.next()))
                });
                return Some(BoardKind::Graph(edges.collect()));
            }
            Rule::script => return Some(BoardKind::Script(self.script(node)?)),
            Rule::named_board => return Some(BoardKind::Named(self.path_in(node)?, self.arguments_in(node))),
            _ => return None,
        };
        if let Some(picture) = self.picture_in(node) {
            let walled = has(node, Rule::kw_walls);
            return Some(if walled {
                BoardKind::Maze(lattice, picture)
            } else {
                BoardKind::Drawn(lattice, picture)
            });
        }
        if has(node, Rule::kw_unbounded) {
            return Some(BoardKind::Unbounded(lattice));
        }
        if let Some(side) = child(node, Rule::side) {
            return Some(BoardKind::Side(lattice, self.expr_in(&side)?));
        }
        if let Some(rectangle) = child(node, Rule::rectangle) {
            let mut sides = self.exprs_in(&rectangle).into_iter();
            return Some(BoardKind::Rectangle(lattice, sides.next()?, sides.next()?));
        }
        Some(BoardKind::Line(self.expr_in(node)?))
    }

    /// `script "f.rhai" :: name(args)`.
    pub(super) fn script(&mut self, node: &Node<'_>) -> Option<Script> {
        let source = match child(node, Rule::script_text) {
            Some(text) => {
                let (span, quoted) = (self.span(&text), text.as_str());
                let inside = quoted.get(3..quoted.len().saturating_sub(3)).unwrap_or("");
                let span = Span { start: span.start + 3, end: span.end - 3, ..span };
                ScriptSource::Inline(Text { value: inside.to_owned(), span })
            }
            None => ScriptSource::File(self.text_in(node)?),
        };
        let call = self.name_in(node).map(|name| (name, self.arguments_in(node)));
        Some(Script { source, call })
    }

    /// The first inner script.
    pub(super) fn script_in(&mut self, node: &Node<'_>) -> Option<Script> {
        let found = child(node, Rule::script)?;
        self.script(&found)
    }
}
