//! Items and the heads of rules and puzzles.

use super::{Lower, Node, child, children, every, has};
use crate::ast::{
    BoardExpr, BoardItem, BoardKind, ConfigExpr, ConfigKind, ConfigurationItem, ConsequenceRef, CounterItem,
    CounterValue, EDITION, Expr, ExprKind, ItemKind, KindItem, Legend, ListItem, Name, Param, PieceItem,
    PieceProp, PuzzleItem, Repeat, RuleBody, RuleItem, RuleRef, RuleVar, SetItem, Sign, SpriteDrawing, Text,
    TheoryItem, Tint, Use, UseTarget,
};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_grammar::Rule;

/// What an item's slice holds.
pub(crate) enum Lowered {
    /// `edition 1`, with the number's place.
    Edition(i64, Span),
    /// An item; a rule or puzzle without its statements.
    Item(Box<ItemKind>),
}

impl Lower {
    /// An item, from what stands inside the rule `item`.
    pub(crate) fn item(&mut self, node: &Node<'_>) -> Lowered {
        if node.as_rule() == Rule::edition {
            return self.edition(node).unwrap_or(Lowered::Item(Box::new(ItemKind::Error)));
        }
        Lowered::Item(Box::new(self.item_kind(node).unwrap_or(ItemKind::Error)))
    }

    fn edition(&mut self, node: &Node<'_>) -> Option<Lowered> {
        let number = child(node, Rule::int)?;
        let span = self.span(&number);
        let edition = self.int(&number)?;
        if !(1..=EDITION).contains(&edition) {
            let found = Diagnostic::new(Code::UnknownEdition, span, format!("unknown edition {edition}"));
            let newest = EDITION.to_string();
            self.diagnostics.push(found.note(format!("the newest edition is {EDITION}")).fix(
                format!("use edition {EDITION}"),
                span,
                newest,
                false,
            ));
        }
        Some(Lowered::Edition(edition, span))
    }

    fn item_kind(&mut self, node: &Node<'_>) -> Option<ItemKind> {
        Some(match node.as_rule() {
            Rule::use_module => self.use_module(node)?,
            Rule::board_item => ItemKind::Board(BoardItem {
                name: self.name_in(node)?,
                params: self.params_in(node),
                value: self.board_in(node)?,
            }),
            Rule::piece_item => {
                let properties = child(node, Rule::properties);
                let props = properties.iter().flat_map(|n| every(n, Rule::property));
                let props = props.map(|n| self.property(&n)).collect();
                ItemKind::Piece(PieceItem { name: self.name_in(node)?, marks: self.text_in(node), props })
            }
            Rule::kind_item => ItemKind::Kind(KindItem {
                name: self.name_in(node)?,
                pieces: every(node, Rule::member).filter_map(|n| self.member(&n)).collect(),
                all: has(node, Rule::kw_and),
            }),
            Rule::legend => ItemKind::Marks(self.legend(node)),
            Rule::configuration => ItemKind::Configuration(ConfigurationItem {
                name: self.name_in(node)?,
                value: self.config_in(node)?,
            }),
            Rule::set_item => {
                ItemKind::Set(SetItem { name: self.name_in(node)?, value: self.expr_in(node)? })
            }
            Rule::list_item => ItemKind::List(ListItem {
                name: self.name_in(node)?,
                words: self.text_in(node)?,
                in_file: has(node, Rule::kw_lines),
            }),
            Rule::counter_item => {
                ItemKind::Counter(CounterItem { name: self.name_in(node)?, value: self.counter_value(node)? })
            }
            Rule::rule_head => ItemKind::Rule(self.rule_head(node)?),
            Rule::theory => ItemKind::Theory(TheoryItem {
                theory: self.name_in(node)?,
                rules: every(node, Rule::path).map(|n| self.path(&n)).collect(),
            }),
            Rule::puzzle_head => ItemKind::Puzzle(PuzzleItem {
                name: self.name_in(node)?,
                params: self.params_in(node),
                statements: Vec::new(),
            }),
            _ => return None,
        })
    }

    /// `in 0..9 = 3`, of a counter.
    pub(super) fn counter_value(&mut self, node: &Node<'_>) -> Option<CounterValue> {
        Some(CounterValue { range: self.range_in(node), start: self.exprs_in(node).pop()? })
    }

    fn use_module(&mut self, node: &Node<'_>) -> Option<ItemKind> {
        let mut names = every(node, Rule::name).map(|n| self.name(&n));
        let target = match child(node, Rule::text) {
            Some(text) => {
                let alias = names.next();
                return Some(ItemKind::Use(Use { target: UseTarget::File(self.text(&text)), alias }));
            }
            None => UseTarget::Module(names.next()?),
        };
        Some(ItemKind::Use(Use { target, alias: names.next() }))
    }

    fn property(&mut self, node: &Node<'_>) -> PieceProp {
        let span = self.span(node);
        let inner = children(node).next();
        let known = inner.and_then(|inner| match inner.as_rule() {
            Rule::cells_property => Some(PieceProp::Cells(self.expr_in(&inner)?)),
            Rule::members_property => {
                let (first, last) = self.range_in(&inner)?;
                Some(PieceProp::Members(first, last))
            }
            Rule::rigid_property => Some(PieceProp::Rigid(span)),
            Rule::floor_property => Some(PieceProp::Floor(span)),
            Rule::turns_property => Some(PieceProp::Turns(span)),
            Rule::flips_property => Some(PieceProp::Flips(span)),
            Rule::shape_property => Some(PieceProp::Shape(self.picture_in(&inner)?, span)),
            Rule::outline_property => Some(PieceProp::Outline(self.name_in(&inner)?)),
            Rule::sprite_property => Some(PieceProp::Sprite(self.sprite(&inner)?)),
            Rule::colour_property => Some(PieceProp::Colour(self.name_in(&inner)?)),
            Rule::layer_property => Some(PieceProp::Layer(self.int(&child(&inner, Rule::int)?)?, span)),
            Rule::title_property => Some(PieceProp::Title(self.text_in(&inner)?)),
            _ => None,
        });
        known.unwrap_or(PieceProp::Error(span))
    }

    fn sprite(&mut self, node: &Node<'_>) -> Option<SpriteDrawing> {
        let picture = self.picture_in(node)?;
        let tints = every(node, Rule::tint).filter_map(|n| self.tint(&n)).collect();
        Some(SpriteDrawing { picture, tints, span: self.span(node) })
    }

    fn tint(&mut self, node: &Node<'_>) -> Option<Tint> {
        let mut texts = every(node, Rule::text).map(|n| self.text(&n));
        let (mark, hex) = (texts.next()?, texts.next());
        drop(texts);
        let named = |name: Name| Text { value: name.text, span: name.span };
        let colour = hex.or_else(|| self.name_in(node).map(named))?;
        Some(Tint { mark, colour })
    }

    /// `marks { … }`.
    pub(super) fn legend(&mut self, node: &Node<'_>) -> Legend {
        let signs = every(node, Rule::sign).filter_map(|n| self.sign(&n)).collect();
        Legend { signs, span: self.span(node) }
    }

    fn sign(&mut self, node: &Node<'_>) -> Option<Sign> {
        let mark = self.text_in(node)?;
        let mut pieces = every(node, Rule::member).filter_map(|n| self.member(&n));
        let (piece, on) = (pieces.next()?, pieces.next());
        let below = pieces.collect();
        Some(Sign { mark, piece, on, below, span: self.span(node) })
    }

    fn rule_head(&mut self, node: &Node<'_>) -> Option<RuleItem> {
        let name = self.name_in(node)?;
        let (mut over, mut params) = (Vec::new(), Vec::new());
        if let Some(variables) = child(node, Rule::variables) {
            over = every(&variables, Rule::variable).filter_map(|n| self.variable(&n)).collect();
            params = every(&variables, Rule::param).filter_map(|n| self.param(&n)).collect();
        }
        let on = child(node, Rule::on_board).and_then(|n| self.board_in(&n));
        let body = if has(node, Rule::open_brace) {
            RuleBody::Statements(Vec::new())
        } else if let Some(asked) = child(node, Rule::asked) {
            RuleBody::Callback(self.script_in(&asked)?)
        } else if let Some(script) = self.script_in(node) {
            RuleBody::Script(script)
        } else {
            RuleBody::Union(self.rule_refs_in(node))
        };
        Some(RuleItem { name, over, params, on, body })
    }

    fn variable(&mut self, node: &Node<'_>) -> Option<RuleVar> {
        let kinds = every(node, Rule::member).filter_map(|n| self.member(&n)).collect();
        Some(RuleVar { name: self.name_in(node)?, kinds, range: self.reach_in(node) })
    }

    /// `(n: int = 6)`; empty where there is none.
    pub(super) fn params_in(&mut self, node: &Node<'_>) -> Vec<Param> {
        child(node, Rule::params).map(|n| self.params(&n)).unwrap_or_default()
    }

    /// Parameters, from the rule `params`.
    pub(crate) fn params(&mut self, node: &Node<'_>) -> Vec<Param> {
        every(node, Rule::param).filter_map(|n| self.param(&n)).collect()
    }

    fn param(&mut self, node: &Node<'_>) -> Option<Param> {
        let (range, default) = (self.range_in(node), self.expr_in(node));
        Some(Param { name: self.name_in(node)?, range, default, span: self.span(node) })
    }

    /// `slide(k), turn`.
    pub(super) fn rule_refs_in(&mut self, node: &Node<'_>) -> Vec<RuleRef> {
        let refs = child(node, Rule::rule_refs);
        let refs = refs.iter().flat_map(|n| every(n, Rule::rule_ref));
        refs.filter_map(|n| self.rule_ref(&n)).collect()
    }

    fn rule_ref(&mut self, node: &Node<'_>) -> Option<RuleRef> {
        let args = self.arguments_in(node);
        Some(RuleRef { path: self.path_in(node)?, args, span: self.span(node) })
    }

    /// What stands behind `then`.
    pub(super) fn consequences_in(&mut self, node: &Node<'_>) -> Vec<ConsequenceRef> {
        let one = |n: Node<'_>| {
            let rule = self.rule_ref(&child(&n, Rule::rule_ref)?)?;
            let repeat = match () {
                () if has(&n, Rule::kw_once) => Repeat::Once,
                () if has(&n, Rule::kw_each) => Repeat::Each,
                () => Repeat::UntilNone,
            };
            Some(ConsequenceRef { rule, repeat, span: self.span(&n) })
        };
        every(node, Rule::consequence).filter_map(one).collect()
    }
}

/// What is known of an item that could not be parsed: enough to find it by its name, with error
/// nodes for the rest. `keyword` is its first word and `span` the whole.
pub(crate) fn partial(keyword: &str, name: Name, span: Span) -> ItemKind {
    match keyword {
        "board" => {
            let value = BoardExpr { span, kind: BoardKind::Error, edges: None, walls: Vec::new() };
            ItemKind::Board(BoardItem { name, params: Vec::new(), value })
        }
        "piece" => ItemKind::Piece(PieceItem { name, marks: None, props: vec![PieceProp::Error(span)] }),
        "configuration" => {
            let value = ConfigExpr { span, kind: ConfigKind::Error };
            ItemKind::Configuration(ConfigurationItem { name, value })
        }
        "kind" => ItemKind::Kind(KindItem { name, pieces: Vec::new(), all: false }),
        "set" => ItemKind::Set(SetItem { name, value: Expr { span, kind: ExprKind::Error } }),
        "list" => {
            ItemKind::List(ListItem { name, words: Text { value: String::new(), span }, in_file: false })
        }
        "counter" => {
            let start = Expr { span, kind: ExprKind::Error };
            ItemKind::Counter(CounterItem { name, value: CounterValue { range: None, start } })
        }
        "rule" => ItemKind::Rule(RuleItem {
            name,
            over: Vec::new(),
            params: Vec::new(),
            on: None,
            body: RuleBody::Error,
        }),
        "puzzle" => ItemKind::Puzzle(PuzzleItem { name, params: Vec::new(), statements: Vec::new() }),
        _ => ItemKind::Error,
    }
}
