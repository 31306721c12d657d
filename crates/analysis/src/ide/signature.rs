//! Signature help.

use std::ops::Range;

use super::context::IdeContext;
use super::cursor::{Bit, cursor};
use super::describe;
use super::hover::script_at;
use super::words::FUNCTIONS;
use crate::Analysis;
use puzzlec_base::FileId;
use puzzlec_model::names::ItemRef;
use puzzlec_script::{ApiItem, api_items, script_tokens};

/// A call at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The signature.
    pub label: String,
    /// The documentation.
    pub doc: String,
    /// The bytes of each parameter in the label.
    pub parameters: Vec<Range<u32>>,
    /// The active parameter.
    pub active: usize,
}

/// The call that a place is inside of: a function, a rule or board with parameters, a script's function.
pub fn signature(analysis: &Analysis, file: FileId, offset: u32) -> Option<Signature> {
    let context = IdeContext::new(analysis);
    if let Some(text) = script_at(&context, file, offset) {
        let before = context.slice(text).get(..offset.checked_sub(text.start)? as usize)?;
        return scripted(before);
    }
    let cursor = cursor(&context, file, offset)?;
    let (name, active) = cursor.call()?;
    let last = name.last()?.text;
    // The brackets after the name of a new item contain its own parameters.
    if cursor.before.len() == 3
        && matches!(cursor.first(), "rule" | "puzzle" | "board")
        && cursor.site == super::cursor::Site::Head
    {
        return None;
    }
    if let [_] = name
        && let Some(f) = FUNCTIONS.iter().find(|f| f.name == last)
    {
        return Some(written(f.usage, f.doc, active));
    }
    let (module, _) = context.module(file)?;
    let found = named(&context, module, name)?;
    Some(item(&context, found, name, active))
}

fn named(
    context: &IdeContext<'_>,
    module: puzzlec_model::project::ModuleId,
    name: &[Bit<'_>],
) -> Option<ItemRef> {
    match name {
        [name] => context.names.own(module, name.text),
        [alias, _, name] => context.names.own(context.import(module, alias.text)?, name.text),
        _ => None,
    }
}

fn item(context: &IdeContext<'_>, at: ItemRef, name: &[Bit<'_>], active: usize) -> Signature {
    let params: Vec<String> = context.params(at).iter().map(|p| describe::param(context, p)).collect();
    let name: String = name.iter().map(|b| b.text).collect();
    let doc = context.names.item(at).and_then(|i| i.doc.clone()).unwrap_or_default();
    written(&format!("{name}({})", params.join(", ")), &doc, active)
}

/// The parameters of a label are the parts between its outer brackets, separated by commas.
fn written(label: &str, doc: &str, active: usize) -> Signature {
    let open = label.find('(').map_or(label.len(), |at| at + 1);
    let mut parameters = Vec::new();
    let (mut start, mut depth) = (open, 0_u32);
    let mut add = |start: usize, end: usize| {
        let text = label.get(start..end).unwrap_or("");
        let from = start + text.len() - text.trim_start().len();
        let to = from + text.trim().len();
        if let (Ok(from), Ok(to)) = (u32::try_from(from), u32::try_from(to))
            && from < to
        {
            parameters.push(from..to);
        }
    };
    for (at, c) in label.char_indices().filter(|(at, _)| *at >= open) {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => {
                add(start, at);
                break;
            }
            ')' => depth -= 1,
            ',' if depth == 0 => {
                add(start, at);
                start = at + 1;
            }
            _ => {}
        }
    }
    Signature { label: label.to_owned(), doc: doc.to_owned(), parameters, active }
}

fn scripted(before: &str) -> Option<Signature> {
    let parts = script_tokens(before);
    let (mut depth, mut commas) = (0_usize, 0);
    for (i, part) in parts.iter().enumerate().rev() {
        match part.text {
            ")" | "]" | "}" => depth += 1,
            "(" if depth == 0 => {
                let name = parts.get(i.checked_sub(1)?)?;
                let dotted = i.checked_sub(2).and_then(|d| parts.get(d)).is_some_and(|p| p.is("."));
                let named = || api_items().filter(|a| a.name == name.text && !a.is_property());
                let fits = |a: &&ApiItem| a.receiver().is_some() == dotted;
                let wide = |a: &&ApiItem| fits(a) && a.usage().matches(',').count() >= commas;
                let item = named().find(wide).or_else(|| named().find(fits)).or_else(|| named().next())?;
                return Some(written(item.signature, item.doc, commas));
            }
            "[" | "{" if depth == 0 => return None,
            "(" | "[" | "{" => depth -= 1,
            "," if depth == 0 => commas += 1,
            ";" if depth == 0 => return None,
            _ => {}
        }
    }
    None
}
