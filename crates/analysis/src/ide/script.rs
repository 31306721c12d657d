//! Semantic tokens of scripts.

use std::collections::BTreeSet;

use super::text::offset;
use super::tokens::TokenClass;
use puzzlec_script::{SCRIPT_KEYWORDS, ScriptTokenKind, script_functions, script_tokens};

/// The kind of each token of a script, by its offsets, and whether it declares a name.
pub(super) fn classes(text: &str) -> Vec<(u32, u32, TokenClass, bool)> {
    let tokens = script_tokens(text);
    let functions = script_functions(&tokens);
    let mut inside = functions.iter().peekable();
    let mut parameters: BTreeSet<&str> = BTreeSet::new();
    let mut leave = 0;
    let mut found = Vec::with_capacity(tokens.len());
    let mut before = "";
    for (i, token) in tokens.iter().enumerate() {
        if token.start >= leave {
            parameters.clear();
        }
        if let Some(function) = inside.next_if(|f| f.start <= token.start) {
            parameters = function.parameters.iter().map(|p| p.text).collect();
            leave = function.end;
        }
        let word = token.text;
        let (class, declaration) = match token.kind {
            ScriptTokenKind::Number => (TokenClass::Number, false),
            ScriptTokenKind::Text => (TokenClass::Text, false),
            ScriptTokenKind::Comment => (TokenClass::Comment, false),
            ScriptTokenKind::DocComment => (TokenClass::DocComment, false),
            ScriptTokenKind::Sign if matches!(word, "." | "?." | ":" | "::" | "#") => {
                before = word;
                continue;
            }
            ScriptTokenKind::Sign => (TokenClass::Operator, false),
            ScriptTokenKind::Mark => {
                before = word;
                continue;
            }
            ScriptTokenKind::Word => {
                let after = tokens.iter().skip(i + 1).find(|t| !t.is_comment()).map_or("", |t| t.text);
                word_class(word, before, after, &parameters)
            }
        };
        if !token.is_comment() {
            before = word;
        }
        found.push((offset(token.start), offset(token.end()), class, declaration));
    }
    // Parameters are declared where the head of their function names them.
    for name in functions.iter().flat_map(|f| &f.parameters) {
        if let Ok(at) = found.binary_search_by_key(&offset(name.start), |f| f.0)
            && let Some(place) = found.get_mut(at)
        {
            *place = (place.0, place.1, TokenClass::Parameter, true);
        }
    }
    found
}

fn word_class(word: &str, before: &str, after: &str, parameters: &BTreeSet<&str>) -> (TokenClass, bool) {
    if before.ends_with('.') && before != ".." {
        let class = if after == "(" { TokenClass::Function } else { TokenClass::Property };
        return (class, false);
    }
    match (before, after) {
        _ if SCRIPT_KEYWORDS.contains(&word) => (TokenClass::Keyword, false),
        ("fn", _) => (TokenClass::Function, true),
        ("let" | "const" | "for", _) => (TokenClass::Variable, true),
        (_, "(") => (TokenClass::Function, false),
        (_, ":") => (TokenClass::Property, false),
        _ if parameters.contains(word) => (TokenClass::Parameter, false),
        _ => (TokenClass::Variable, false),
    }
}
