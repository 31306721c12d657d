//! The items of a file as a list, and search for items of all files.

use super::games;
use super::text::{Text, offset, slice, text};
use crate::Analysis;
use puzzlec_base::{FileId, Span};
use puzzlec_script::{script_functions, script_tokens};
use puzzlec_syntax::ast::{Item, ItemKind, Name, Param, RuleItem, UseTarget};

/// The kinds of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum SymbolKind {
    Board,
    Piece,
    Configuration,
    Set,
    Counter,
    Rule,
    Puzzle,
    Parameter,
    Theory,
    Import,
    /// A function of a script.
    Function,
}

/// Something with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name; never empty.
    pub name: String,
    /// A few words about it.
    pub detail: String,
    /// The kind.
    pub kind: SymbolKind,
    /// The whole declaration.
    pub span: Span,
    /// Its name, inside the declaration.
    pub name_span: Span,
    /// Its children.
    pub children: Vec<Symbol>,
}

/// The symbols of a file, in order.
pub fn symbols(analysis: &Analysis, file: FileId) -> Vec<Symbol> {
    if let Some(found) = games::symbols(analysis, file) {
        return found;
    }
    match text(analysis, file) {
        None => Vec::new(),
        Some(Text::Puzzle(_, module, text)) => {
            module.parse.file.items.iter().filter_map(|item| symbol(item, text)).collect()
        }
        Some(Text::Script(text)) => functions(file, 0, text),
    }
}

fn functions(file: FileId, base: u32, text: &str) -> Vec<Symbol> {
    let place = |from: usize, to: usize| Span { file, start: base + offset(from), end: base + offset(to) };
    let found = script_functions(&script_tokens(text)).into_iter().map(|f| {
        let parameters: Vec<&str> = f.parameters.iter().map(|p| p.text).collect();
        Symbol {
            name: f.name.text.to_owned(),
            detail: format!("({})", parameters.join(", ")),
            kind: SymbolKind::Function,
            span: place(f.start, f.end),
            name_span: place(f.name.start, f.name.end()),
            children: Vec::new(),
        }
    });
    found.collect()
}

fn symbol(item: &Item, text: &str) -> Option<Symbol> {
    let (kind, name, detail, children) = match &item.kind {
        ItemKind::Board(b) => (SymbolKind::Board, &b.name, line(text, b.value.span), params(&b.params)),
        ItemKind::Piece(p) => {
            let marks = p.marks.as_ref().map(|m| m.value.clone());
            (SymbolKind::Piece, &p.name, marks.unwrap_or_default(), Vec::new())
        }
        ItemKind::Kind(k) => {
            let names: Vec<String> = k.pieces.iter().map(puzzlec_syntax::ast::Path::text).collect();
            (SymbolKind::Piece, &k.name, names.join(if k.all { " and " } else { " or " }), Vec::new())
        }
        ItemKind::Configuration(c) => {
            (SymbolKind::Configuration, &c.name, line(text, c.value.span), Vec::new())
        }
        ItemKind::Set(s) => (SymbolKind::Set, &s.name, line(text, s.value.span), Vec::new()),
        ItemKind::List(l) => (SymbolKind::Set, &l.name, line(text, l.words.span), Vec::new()),
        ItemKind::Counter(c) => (SymbolKind::Counter, &c.name, line(text, c.value.start.span), Vec::new()),
        ItemKind::Rule(r) => (SymbolKind::Rule, &r.name, signature(r, text), variables(r)),
        ItemKind::Puzzle(p) => {
            let title = p.title().map(|t| t.value.clone());
            (SymbolKind::Puzzle, &p.name, title.unwrap_or_default(), params(&p.params))
        }
        ItemKind::Theory(t) => {
            let rules: Vec<String> = t.rules.iter().map(puzzlec_syntax::ast::Path::text).collect();
            (SymbolKind::Theory, &t.theory, format!("for {}", rules.join(", ")), Vec::new())
        }
        ItemKind::Use(u) => {
            let (name, detail) = match (&u.target, &u.alias) {
                (UseTarget::Module(name), None) => (name, String::new()),
                (UseTarget::Module(name), Some(alias)) => (alias, name.text.clone()),
                (UseTarget::File(file), Some(alias)) => (alias, file.value.clone()),
                (UseTarget::File(file), None) => return import(item, &file.value, file.span),
            };
            (SymbolKind::Import, name, detail, Vec::new())
        }
        ItemKind::Marks(_) | ItemKind::Error => return None,
    };
    let name_span = name.span;
    let span = item.span.to(name_span);
    Some(Symbol { name: name.text.clone(), detail, kind, span, name_span, children })
}

/// An import of a file, which is known by the file's name.
fn import(item: &Item, path: &str, name_span: Span) -> Option<Symbol> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let name = name.strip_suffix(".puzzle").unwrap_or(name).to_owned();
    let detail = path.to_owned();
    let found =
        Symbol { name, detail, kind: SymbolKind::Import, span: item.span, name_span, children: Vec::new() };
    (!found.name.trim().is_empty()).then_some(found)
}

/// The first line of a span.
fn line(text: &str, span: Span) -> String {
    let line = slice(text, span.start, span.end).split(['\n', '\r']).next().unwrap_or("");
    line.trim_end().trim_end_matches("\"\"\"").trim_end().to_owned()
}

/// The variables and parameters of a rule in the source.
fn signature(rule: &RuleItem, text: &str) -> String {
    let last = rule.params.last().map(|p| p.span).or_else(|| rule.over.last().map(|v| v.name.span));
    let first = rule.over.first().map(|v| v.name.span).or_else(|| rule.params.first().map(|p| p.span));
    let (Some(first), Some(last)) = (first, last) else { return String::new() };
    let last = rule.over.iter().flat_map(|v| &v.kinds).fold(last, |s, k| s.to(k.span));
    let whole = slice(text, first.start, last.end);
    format!("({})", whole.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn params(params: &[Param]) -> Vec<Symbol> {
    params.iter().map(|p| parameter(&p.name, p.span)).collect()
}

fn variables(rule: &RuleItem) -> Vec<Symbol> {
    let over = rule.over.iter().map(|v| {
        let span = v.kinds.iter().fold(v.name.span, |s, k| s.to(k.span));
        parameter(&v.name, span)
    });
    over.chain(params(&rule.params)).collect()
}

fn parameter(name: &Name, span: Span) -> Symbol {
    Symbol {
        name: name.text.clone(),
        detail: String::new(),
        kind: SymbolKind::Parameter,
        span,
        name_span: name.span,
        children: Vec::new(),
    }
}

/// The symbols of all files, without imports, whose names contain the letters of a query in order; the best
/// first, all of them for an empty query.
pub fn workspace_symbols(analysis: &Analysis, query: &str) -> Vec<Symbol> {
    let project = analysis.project();
    let query: Vec<char> = query.chars().filter(|c| !c.is_whitespace()).collect();
    let mut found = Vec::new();
    for (file, _) in project.sources.iter() {
        for mut symbol in symbols(analysis, file) {
            if matches!(symbol.kind, SymbolKind::Import | SymbolKind::Theory) {
                continue;
            }
            symbol.children.clear();
            if let Some(score) = score(&symbol.name, &query) {
                found.push((score, symbol));
            }
        }
    }
    found.sort_by(|(a, x), (b, y)| {
        let length = |s: &Symbol| s.name.chars().count();
        b.cmp(a).then_with(|| length(x).cmp(&length(y))).then_with(|| x.name.cmp(&y.name))
    });
    found.into_iter().map(|(_, symbol)| symbol).collect()
}

/// The score of a name for a query: higher if more of its letters are at the beginning of a word or after the
/// previous match. `None` if a letter is missing.
fn score(name: &str, query: &[char]) -> Option<u32> {
    let mut score = 0;
    let mut wanted = query.iter().peekable();
    let (mut before, mut hit) = (None, true);
    for c in name.chars() {
        let Some(next) = wanted.peek() else { break };
        let same = c.to_lowercase().eq(next.to_lowercase());
        let begins =
            before.is_none_or(|b: char| !b.is_alphanumeric() || b.is_lowercase() && c.is_uppercase());
        if same {
            score += 1 + if hit { 4 } else { 0 } + if begins { 3 } else { 0 } + u32::from(c == **next);
            wanted.next();
        }
        hit = same;
        before = Some(c);
    }
    let whole = name.chars().count() == query.len();
    wanted.peek().is_none().then_some(score + if whole { 100 } else { 0 })
}
