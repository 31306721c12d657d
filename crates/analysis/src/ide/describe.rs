//! Items in words: how they are declared, and the facts that can be counted.

use super::context::{IdeContext, ItemScope};
use super::pictures::{drawing, rows, tally};
use puzzlec_base::words::{counted, grouped};
use puzzlec_model::board::{Board, Shape};
use puzzlec_model::names::ItemRef;
use puzzlec_model::piece;
use puzzlec_syntax::ast::{
    ConfigExpr, ConfigKind, ItemKind, Param, PieceProp, PuzzleItem, PuzzleStatementKind, RuleBody,
};

/// Larger boards are not drawn.
const LARGEST_DRAWN: usize = 400;

/// The first line of a declaration, without its block, its picture and what a rule does.
pub(super) fn head(context: &IdeContext<'_>, at: ItemRef) -> String {
    let Some(item) = context.names.item(at) else { return String::new() };
    let text = context.slice(item.span);
    let end = match &item.kind {
        ItemKind::Rule(_) => outside(text, &['{', '=']),
        ItemKind::Puzzle(_) => outside(text, &['{']),
        ItemKind::Configuration(_) | ItemKind::Set(_) => outside(text, &['=']),
        _ => None,
    };
    let head = text.get(..end.unwrap_or(text.len())).unwrap_or(text);
    let head = head.split("\"\"\"").next().unwrap_or(head);
    let head = head.lines().next().unwrap_or(head);
    head.trim_end().trim_end_matches('{').trim_end().to_owned()
}

/// The first of these characters outside of round brackets.
fn outside(text: &str, wanted: &[char]) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 && wanted.contains(&c) => return Some(at),
            _ => {}
        }
    }
    None
}

/// The declaration of a parameter.
pub(super) fn param(context: &IdeContext<'_>, param: &Param) -> String {
    context.slice(param.span).to_owned()
}

/// Facts of an item, a line each, and its picture.
pub(super) fn facts(context: &IdeContext<'_>, at: ItemRef) -> (Vec<String>, Vec<String>) {
    let scope = context.scope(at);
    match context.names.item(at).map(|i| &i.kind) {
        Some(ItemKind::Board(_)) => match context.board_of(&scope) {
            Some(board) => (board_facts(board), board_rows(board)),
            None => (Vec::new(), Vec::new()),
        },
        Some(ItemKind::Piece(p)) => {
            let mut facts = Vec::new();
            match (p.marks.as_ref().map_or(0, |m| m.value.chars().count()), piece::marks(p).len()) {
                (_, 0 | 1) => {}
                (0, n) => facts.push(format!("a family of {}", counted(n as u64, "members"))),
                (n, _) => facts.push(format!("a family of {}", counted(n as u64, "marks"))),
            }
            for prop in &p.props {
                facts.extend(match prop {
                    PieceProp::Cells(n) => Some(format!("covers {} cells", context.slice(n.span))),
                    PieceProp::Rigid(_) => Some("rigid: no move turns it".to_owned()),
                    PieceProp::Floor(_) => Some("floor: it lies below the other pieces".to_owned()),
                    PieceProp::Turns(_) => Some("may be turned where it is placed".to_owned()),
                    PieceProp::Flips(_) => Some("may be turned over where it is placed".to_owned()),
                    PieceProp::Outline(name) => Some(format!("shape {}", name.text)),
                    PieceProp::Sprite(_) => Some("has a sprite".to_owned()),
                    PieceProp::Colour(name) => Some(format!("colour {}", name.text)),
                    PieceProp::Layer(n, _) => Some(format!("layer {n}")),
                    PieceProp::Members(..)
                    | PieceProp::Title(_)
                    | PieceProp::Shape(..)
                    | PieceProp::Error(_) => None,
                });
            }
            (facts, Vec::new())
        }
        Some(ItemKind::Configuration(c)) => {
            (pieces(context, &scope, &c.value).into_iter().collect(), config_rows(&c.value))
        }
        Some(ItemKind::Rule(r)) => {
            let fact = match &r.body {
                RuleBody::Union(members) => {
                    Some(format!("a union of {}", counted(members.len() as u64, "rules")))
                }
                RuleBody::Script(_) => Some("scripted, once for each board".to_owned()),
                RuleBody::Callback(_) => Some("scripted, at every position".to_owned()),
                RuleBody::Statements(_) | RuleBody::Error => None,
            };
            (fact.into_iter().collect(), Vec::new())
        }
        Some(ItemKind::Puzzle(p)) => puzzle(context, &scope, p),
        _ => (Vec::new(), Vec::new()),
    }
}

fn puzzle(
    context: &IdeContext<'_>,
    scope: &ItemScope<'_>,
    puzzle: &PuzzleItem,
) -> (Vec<String>, Vec<String>) {
    let (mut lines, mut drawn) = (Vec::new(), Vec::new());
    for statement in &puzzle.statements {
        match &statement.kind {
            PuzzleStatementKind::Title(title) => lines.insert(0, title.value.clone()),
            PuzzleStatementKind::Start(config) => {
                lines.extend(pieces(context, scope, config).map(|p| format!("start: {p}")));
                drawn = config_rows(config);
            }
            PuzzleStatementKind::Expect(_) => {
                let claim = context.slice(statement.span);
                lines.push(format!("`{}`", claim.lines().next().unwrap_or(claim).trim_end()));
            }
            _ => {}
        }
    }
    if let Some(board) = context.board_of(scope) {
        lines.extend(board_facts(board).into_iter().take(1));
    }
    (lines, drawn)
}

/// `7 pegs, 1 king`.
pub(super) fn pieces(context: &IdeContext<'_>, scope: &ItemScope<'_>, config: &ConfigExpr) -> Option<String> {
    let found = tally(context, scope, config)?;
    let words = found.iter().filter(|f| f.1 > 0).map(|(piece, n)| several(*n, context.name(*piece)));
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// A number of pieces: `1 penny`, `2 pennies`.
fn several(n: u64, name: &str) -> String {
    let number = grouped(n);
    let vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u');
    match name.strip_suffix('y') {
        _ if n == 1 || name.ends_with('s') => format!("{number} {name}"),
        Some(stem) if !stem.ends_with(vowel) => format!("{number} {stem}ies"),
        _ if name.ends_with(['x', 'z']) || name.ends_with("ch") || name.ends_with("sh") => {
            format!("{number} {name}es")
        }
        _ => format!("{number} {name}s"),
    }
}

fn board_facts(board: &Board) -> Vec<String> {
    let mut facts = Vec::new();
    if board.unbounded {
        facts.push("without end".to_owned());
    } else {
        facts.push(counted(board.cells().len() as u64, "cells"));
    }
    let directions: Vec<&str> = board.directions().collect();
    if !directions.is_empty() {
        facts.push(format!("directions: {}", directions.join(", ")));
    }
    let named: Vec<String> = match board.shape {
        Shape::Graph => Vec::new(),
        _ => board.named().iter().take(20).map(|(n, c)| named(board, n, c.len())).collect(),
    };
    if !named.is_empty() {
        facts.push(format!("names: {}", named.join(", ")));
    }
    facts
}

fn named(board: &Board, name: &str, cells: usize) -> String {
    match board.find(name).as_deref() {
        Some([one]) => format!("`{name}` = {}", board.name(*one)),
        _ => format!("`{name}` ({} cells)", grouped(cells as u64)),
    }
}

fn board_rows(board: &Board) -> Vec<String> {
    match board.cells().len() {
        1..=LARGEST_DRAWN if board.shape != Shape::Graph => drawing(board),
        _ => Vec::new(),
    }
}

fn config_rows(config: &ConfigExpr) -> Vec<String> {
    match &config.kind {
        ConfigKind::Picture(picture) | ConfigKind::Layers(_, picture) => rows(picture),
        _ => Vec::new(),
    }
}
