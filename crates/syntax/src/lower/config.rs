//! Configurations and their pictures.

use super::{Lower, Node, child, children, every};
use crate::ast::{ConfigExpr, ConfigKind, Expr, Path, Picture, RowTerm, RowTermKind};
use crate::picture;
use puzzlec_base::Span;
use puzzlec_grammar::Rule;

impl Lower {
    /// A picture from its token.
    pub(super) fn picture(&self, node: &Node<'_>) -> Picture {
        picture::read(self.span(node), node.as_str())
    }

    /// The first inner picture.
    pub(super) fn picture_in(&self, node: &Node<'_>) -> Option<Picture> {
        child(node, Rule::picture).map(|n| self.picture(&n))
    }

    /// The first inner configuration.
    pub(super) fn config_in(&mut self, node: &Node<'_>) -> Option<ConfigExpr> {
        let config = child(node, Rule::config)?;
        let inner = children(&config).next()?;
        Some(self.config(&inner))
    }

    /// A configuration from what stands inside the rule `config`.
    pub(super) fn config(&mut self, node: &Node<'_>) -> ConfigExpr {
        let span = self.span(node);
        ConfigExpr { span, kind: self.config_kind(node).unwrap_or(ConfigKind::Error) }
    }

    fn config_kind(&mut self, node: &Node<'_>) -> Option<ConfigKind> {
        Some(match node.as_rule() {
            Rule::picture => ConfigKind::Picture(self.picture(node)),
            Rule::layers => {
                let (pieces, colours) = match child(node, Rule::twin) {
                    Some(twin) => picture::read_twin(self.span(&twin), twin.as_str()),
                    None => {
                        let mut pictures = every(node, Rule::picture).map(|n| self.picture(&n));
                        (pictures.next()?, pictures.next()?)
                    }
                };
                ConfigKind::Layers(pieces, colours)
            }
            Rule::row => ConfigKind::Row(self.row_terms(node)),
            Rule::full => ConfigKind::Full(self.member_in(node), self.sets_in(node)),
            Rule::nothing => ConfigKind::Empty,
            Rule::script => ConfigKind::Script(self.script(node)?),
            Rule::places => ConfigKind::Places(every(node, Rule::at).filter_map(|n| self.at(&n)).collect()),
            Rule::at => ConfigKind::Places(vec![self.at(node)?]),
            Rule::path => ConfigKind::Named(self.path(node)),
            _ => return None,
        })
    }

    /// `peg at a1, b2`.
    pub(super) fn at(&mut self, node: &Node<'_>) -> Option<(Path, Vec<Expr>)> {
        Some((self.member_in(node)?, self.sets_in(node)))
    }

    /// `* n`.
    pub(super) fn times_in(&mut self, node: &Node<'_>) -> Option<Expr> {
        let times = child(node, Rule::times)?;
        self.expr_in(&times)
    }

    fn row_terms(&mut self, node: &Node<'_>) -> Vec<RowTerm> {
        every(node, Rule::row_term).filter_map(|n| self.row_term(&n)).collect()
    }

    fn row_term(&mut self, node: &Node<'_>) -> Option<RowTerm> {
        let span: Span = self.span(node);
        let inner = children(node).next()?;
        let kind = match inner.as_rule() {
            Rule::row_group => RowTermKind::Group(self.row_terms(&inner)),
            Rule::text => RowTermKind::Marks(self.text(&inner).value),
            _ => RowTermKind::Marks(inner.as_str().to_string()),
        };
        Some(RowTerm { span, kind, times: self.times_in(node) })
    }
}
