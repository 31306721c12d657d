//! Completion at a place.

mod files;
mod imports;
mod names;
mod script;
mod snippets;
mod statements;

use super::Edit;
use super::context::{IdeContext, ItemScope};
use super::cursor::{Cursor, Site, cursor};
use super::games;
use super::hover::script_at;
use super::pictures::picture_at;
use crate::Analysis;
use puzzlec_base::{FileId, Span};
use puzzlec_model::names::ItemRef;
use puzzlec_model::project::{FileSystem, ModuleId};
use puzzlec_syntax::keywords::keyword;

/// The kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum CompletionKind {
    Keyword,
    Board,
    Piece,
    Configuration,
    Rule,
    Puzzle,
    Parameter,
    Variable,
    Module,
    Cell,
    Direction,
    Function,
    Property,
    Mark,
    Snippet,
    File,
}

/// A completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The visible label.
    pub label: String,
    /// The kind.
    pub kind: CompletionKind,
    /// A one-line description.
    pub detail: String,
    /// The documentation, as Markdown.
    pub doc: String,
    /// The inserted text.
    pub insert: String,
    /// Whether `insert` has places to fill in: `${1:name}`, `$0`.
    pub snippet: bool,
    /// The replaced span.
    pub replace: Span,
    /// An additional edit: the import that it needs.
    pub also: Vec<Edit>,
}

/// The trigger of a completion request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// Invoked explicitly, or by a letter or digit: editors do not distinguish the two.
    Invoked,
    /// By a trigger character, such as `.`.
    Character,
}

/// The completions at a place, the likeliest first, not filtered by the typed prefix.
///
/// In pictures and rows every letter may be a mark, and accepting a completion would overwrite the author's
/// drawing: completions are offered only directly after a blank.
pub fn complete(
    analysis: &Analysis,
    files: &dyn FileSystem,
    file: FileId,
    offset: u32,
    trigger: Trigger,
) -> Vec<Completion> {
    if let Some(found) = games::complete(analysis, file, offset) {
        return found;
    }
    let context = IdeContext::new(analysis);
    if let Some(text) = script_at(&context, file, offset) {
        return script::complete(&context, text, offset);
    }
    let Some(cursor) = cursor(&context, file, offset) else { return Vec::new() };
    let Some((module, _)) = context.module(file) else { return Vec::new() };
    let item = cursor.item.or_else(|| context.item_at(file, offset).map(|i| i.0));
    let scope = item.map(|at| context.scope(at));
    let mut completer = Completer {
        context: &context,
        files,
        module,
        item,
        scope,
        cursor,
        offset,
        trigger,
        found: Vec::new(),
    };
    completer.run();
    let mut found = completer.found;
    // Completions that need an import are the least likely.
    found.sort_by_key(|c| !c.also.is_empty());
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|c| seen.insert((c.label.clone(), c.insert.clone())));
    found
}

/// Whether nothing is offered in a row or picture.
fn is_quiet(text: &str, offset: u32, trigger: Trigger) -> bool {
    let before = text.get(..offset as usize).and_then(|t| t.chars().next_back());
    trigger == Trigger::Character || !before.is_none_or(|c| c.is_whitespace() || matches!(c, '"' | '('))
}

/// The documentation of a keyword.
fn help(word: &str) -> &'static str {
    keyword(word).map_or("", |keyword| keyword.help)
}

struct Completer<'b, 'a> {
    context: &'b IdeContext<'a>,
    files: &'b dyn FileSystem,
    module: ModuleId,
    item: Option<ItemRef>,
    scope: Option<ItemScope<'a>>,
    cursor: Cursor<'a>,
    offset: u32,
    trigger: Trigger,
    found: Vec<Completion>,
}

impl Completer<'_, '_> {
    fn run(&mut self) {
        // A dot or a colon requests completion after it; a quote at the end of a picture does not.
        let begun =
            matches!(self.cursor.site, Site::Text(_)) || matches!(self.cursor.back(0), "." | ":" | "::");
        if self.trigger == Trigger::Character && !begun {
            return;
        }
        // Whether the place is inside a picture depends on the whole text.
        let whole = self.item.and_then(|at| self.context.names.item(at));
        let role = whole.and_then(|item| picture_at(item, self.offset)).map(|p| p.1);
        match self.cursor.site {
            Site::Comment | Site::Edges => {}
            Site::Text(start) => self.text(start),
            Site::Picture => {
                if !self.is_quiet() {
                    self.picture(role);
                }
            }
            Site::Items => self.items(),
            Site::Head => self.head(),
            Site::Statements => {
                self.begin_statement();
            }
            Site::Statement => self.statement(),
            Site::Properties => self.properties(),
        }
    }

    /// Whether what is offered here would be in the way of what is drawn.
    fn is_quiet(&self) -> bool {
        is_quiet(self.context.file_text(self.cursor.word.file), self.offset, self.trigger)
    }

    fn add(&mut self, completion: Completion) {
        self.found.push(completion);
    }

    /// A completion whose label is its text.
    fn plain(&mut self, kind: CompletionKind, label: &str, detail: &str, doc: &str) {
        self.add(Completion {
            label: label.to_owned(),
            kind,
            detail: detail.to_owned(),
            doc: doc.to_owned(),
            insert: label.to_owned(),
            snippet: false,
            replace: self.cursor.word,
            also: Vec::new(),
        });
    }

    fn snippet(&mut self, kind: CompletionKind, label: &str, doc: &str, insert: &str) {
        self.add(Completion {
            label: label.to_owned(),
            kind,
            detail: String::new(),
            doc: doc.to_owned(),
            insert: insert.to_owned(),
            snippet: true,
            replace: self.cursor.word,
            also: Vec::new(),
        });
    }

    fn keyword(&mut self, word: &str) {
        self.plain(CompletionKind::Keyword, word, "", help(word));
    }

    fn keywords(&mut self, words: &[&str]) {
        words.iter().for_each(|w| self.keyword(w));
    }
}
