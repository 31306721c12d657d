//! Completion in scripts.

use super::{Completion, CompletionKind as Kind};
use crate::ide::context::IdeContext;
use crate::ide::cursor::word_around;
use puzzlec_base::Span;
use puzzlec_script::{ApiItem, SCRIPT_KEYWORDS, ScriptTokenKind, api_items, script_functions, script_tokens};

/// The functions that the language calls in scripts.
const HOOKS: &[(&str, &str)] = &[
    ("actions", "fn actions(board) {\n    let all = [];\n    $0\n    all\n}"),
    ("moves", "fn moves(position) {\n    let all = [];\n    $0\n    all\n}"),
    ("start", "fn start(board) {\n    $0\n}"),
    ("goal", "fn goal(position) {\n    $0\n}"),
    ("legal", "fn legal(position, move) {\n    $0\n}"),
    ("bound", "fn bound(position) {\n    $0\n}"),
    ("invariant", "fn invariant(position) {\n    $0\n}"),
    ("check", "fn check(puzzle) {\n    $0\n}"),
    ("render", "fn render(cell) {\n    $0\n}"),
];

/// The completions at a place of a script.
pub(super) fn complete(context: &IdeContext<'_>, text: Span, offset: u32) -> Vec<Completion> {
    let whole = context.slice(text);
    let at = (offset.saturating_sub(text.start)) as usize;
    let (start, end) = word_around(whole, at);
    let replace = Span::new(text.file, text.start as usize + start, text.start as usize + end);
    let before = script_tokens(whole.get(..start).unwrap_or(""));
    let last = before.last();
    if last.is_some_and(|l| l.is_comment() && !whole.get(l.end()..start).unwrap_or("").contains('\n'))
        || last.is_some_and(|l| l.kind == ScriptTokenKind::Text && l.end() == start && !closed(l.text))
    {
        return Vec::new();
    }
    let add = |label: &str, kind, detail: &str, doc: &str, insert: String, snippet| Completion {
        label: label.to_owned(),
        kind,
        detail: detail.to_owned(),
        doc: doc.to_owned(),
        insert,
        snippet,
        replace,
        also: Vec::new(),
    };
    let mut found = Vec::new();
    if last.is_some_and(|l| l.is(".")) {
        let receiver = before.len().checked_sub(2).and_then(|i| before.get(i)).map_or("", |p| p.text);
        let known = api_items().any(|i| i.receiver() == Some(receiver));
        for item in api_items().filter(|i| i.receiver().is_some()) {
            if known && item.receiver() != Some(receiver) {
                continue;
            }
            let kind = if item.is_property() { Kind::Property } else { Kind::Function };
            let (insert, snippet) = call(item);
            found.push(add(item.name, kind, item.signature, item.doc, insert, snippet));
        }
        return found;
    }
    if last.is_some_and(|l| l.is("fn")) {
        for (name, insert) in HOOKS {
            let insert = insert.strip_prefix("fn ").unwrap_or(insert);
            found.push(add(name, Kind::Function, "called by puzzlec", "", insert.to_owned(), true));
        }
        return found;
    }
    let mut seen = std::collections::BTreeSet::new();
    for part in
        before.iter().filter(|p| p.kind == ScriptTokenKind::Word && !SCRIPT_KEYWORDS.contains(&p.text))
    {
        if seen.insert(part.text) && !api_items().any(|i| i.name == part.text) {
            found.push(add(part.text, Kind::Variable, "", "", part.text.to_owned(), false));
        }
    }
    for function in script_functions(&script_tokens(whole)) {
        let name = function.name.text;
        let fields = function.parameters.iter().zip(1..).map(|(p, n)| format!("${{{n}:{}}}", p.text));
        let insert = format!("{name}({})", fields.collect::<Vec<_>>().join(", "));
        let detail = format!("fn {}", function.usage());
        found.retain(|c: &Completion| c.label != name);
        found.push(add(name, Kind::Function, &detail, "", insert, true));
    }
    for item in api_items().filter(|i| i.receiver().is_none()) {
        let (insert, snippet) = call(item);
        found.push(add(item.name, Kind::Function, item.signature, item.doc, insert, snippet));
    }
    for word in SCRIPT_KEYWORDS {
        found.push(add(word, Kind::Keyword, "", "", (*word).to_owned(), false));
    }
    if before.is_empty() || last.is_some_and(|l| l.is("}")) {
        for (name, insert) in HOOKS {
            found.push(add(
                &format!("fn {name}"),
                Kind::Snippet,
                "called by puzzlec",
                "",
                (*insert).to_owned(),
                true,
            ));
        }
    }
    found
}

fn closed(text: &str) -> bool {
    let quote = text.chars().next();
    text.len() > 1 && text.chars().next_back() == quote
}

/// A call with its arguments to fill in.
fn call(item: &ApiItem) -> (String, bool) {
    let usage = item.usage();
    let Some((_, inside)) = usage.rsplit_once('(').filter(|_| !item.is_property()) else {
        return (item.name.to_owned(), false);
    };
    let inside = inside.trim_end_matches(')');
    if inside.is_empty() {
        return (format!("{}()", item.name), false);
    }
    let fields = inside.split(", ").enumerate().map(|(i, name)| format!("${{{}:{name}}}", i + 1));
    (format!("{}({})", item.name, fields.collect::<Vec<_>>().join(", ")), true)
}
