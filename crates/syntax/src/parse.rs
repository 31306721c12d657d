//! Outline, strict parse and lowering put together.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::ast::{
    File, Item, ItemKind, Name, PuzzleStatement, PuzzleStatementKind, RuleBody, RuleStatement,
    RuleStatementKind, Shift,
};
use super::hints;
use super::keywords::{self, Place};
use super::lower::{Lower, Lowered, partial};
use super::outline::{Block, BlockKind, OutlineItem, Slice, outline, statement_words};
use super::strict::Source;
use super::token::{Cut, Lexed, Token, TokenKind, lex, lex_again};
use super::trivia::Trivia;
use puzzlec_base::diag::{self, Code, Diagnostic};
use puzzlec_base::{FileId, Span, many};
use puzzlec_grammar::Rule;

/// So few items are parsed by one thread.
const FEW: usize = 256;

/// What a text says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parse {
    /// The tree.
    pub file: File,
    /// The tokens, so that nobody need cut the text again.
    pub tokens: Vec<Token>,
    /// The comments.
    pub trivia: Trivia,
    /// What is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The items without a mistake: a later text that has them, too, may take them over.
    sound: Vec<SoundItem>,
}

/// An item without a mistake, and how it was cut.
#[derive(Clone, Debug, PartialEq)]
struct SoundItem {
    cut: OutlineItem,
    item: Arc<Item>,
}

/// Parses a text. Linear in its length; the depth of the tree is bounded.
pub fn parse(file: FileId, text: &str) -> Parse {
    put_together(file, text, lex(file, text), Earlier::new("", &[]))
}

/// As [`parse`], with an earlier text of the file and what it said: only items that it did not have
/// are parsed.
pub fn parse_again(file: FileId, text: &str, earlier: (&str, &Parse)) -> Parse {
    let Parse { tokens, trivia, sound, .. } = earlier.1;
    let lexed = lex_again(file, text, Cut { text: earlier.0, tokens, comments: &trivia.comments });
    put_together(file, text, lexed, Earlier::new(earlier.0, sound))
}

/// The items of an earlier text. Most of them stand in the later text in the same order, so the next one is tried
/// first; only an item that is out of order is looked for among all.
struct Earlier<'t> {
    text: &'t str,
    sound: &'t [SoundItem],
    next: usize,
    by_text: Option<FxHashMap<&'t str, usize>>,
}

impl<'t> Earlier<'t> {
    fn new(text: &'t str, sound: &'t [SoundItem]) -> Self {
        Earlier { text, sound, next: 0, by_text: None }
    }

    fn text_of(&self, at: usize) -> Option<&'t str> {
        self.text.get(self.sound.get(at)?.item.span.range())
    }

    /// The item of this text that was cut alike.
    fn find(&mut self, text: &str, cut: &OutlineItem) -> Option<Arc<Item>> {
        // One item may have changed or gone.
        let near = (self.next..self.next + 2).find(|at| self.text_of(*at) == Some(text));
        let at = match near {
            Some(at) => at,
            None => {
                let all = self.by_text.get_or_insert_with(|| {
                    let text = |known: &SoundItem| self.text.get(known.item.span.range());
                    self.sound.iter().enumerate().filter_map(|(at, known)| Some((text(known)?, at))).collect()
                });
                *all.get(text)?
            }
        };
        self.next = at + 1;
        self.sound.get(at).filter(|known| known.cut == *cut).map(|known| Arc::clone(&known.item))
    }
}

fn put_together(file: FileId, text: &str, lexed: Lexed, mut earlier: Earlier<'_>) -> Parse {
    let outline = outline(file, text, lexed);
    let trivia = Trivia { comments: outline.lexed.comments };
    let source = Source { file, text, tokens: &outline.lexed.tokens };
    let cut = source.tokens.last().filter(|_| outline.ends_open).map(|t| t.end);
    let mut end = 0;
    let places = outline.items.iter().map(|item| {
        let span = span_of(source, item);
        let doc = trivia.doc(end, span.start);
        end = span.end;
        let alike = item.by_itself();
        let known = if cut == Some(end) { None } else { earlier.find(source.str(span), &alike) };
        (known.map(|known| at_home(&known, span, doc.clone())), doc, alike)
    });
    let places: Vec<(Option<Arc<Item>>, Option<String>, OutlineItem)> = places.collect();
    let new: Vec<_> = outline.items.iter().zip(&places).filter(|(_, place)| place.0.is_none()).collect();
    let mut made = many(new.len(), FEW, || {
        |at| {
            let (item, (_, doc, _)) = new.get(at)?;
            let mut parser = Parser { source, cut, diagnostics: Vec::new() };
            let made = parser.item(item, doc.clone());
            Some((made, parser.diagnostics))
        }
    })
    .into_iter()
    .flatten();
    let mut whole = Parse {
        file: File { doc: trivia.file_doc(), ..File::default() },
        diagnostics: outline.diagnostics,
        ..Parse::default()
    };
    for (known, _, alike) in places {
        let (item, mut found) = match known {
            Some(item) => (Made::Item(item), Vec::new()),
            None => match made.next() {
                Some(made) => made,
                None => break,
            },
        };
        let Made::Item(item) = item else {
            whole.diagnostics.append(&mut found);
            if let Made::Edition(edition, place) = item {
                whole.edition(edition, place);
            }
            continue;
        };
        // What a diagnostic says may depend on what stands around the item.
        if found.is_empty() && cut != Some(item.span.end) {
            whole.sound.push(SoundItem { cut: alike, item: Arc::clone(&item) });
        }
        whole.diagnostics.append(&mut found);
        whole.file.items.push(item);
    }
    diag::sort(&mut whole.diagnostics);
    Parse { tokens: outline.lexed.tokens, trivia, ..whole }
}

/// Where an item stands, with its block.
fn span_of(source: Source<'_>, item: &OutlineItem) -> Span {
    let head = source.span_of(&item.head);
    let last = item.block.as_ref().and_then(|b| match (b.close, b.statements.last()) {
        (Some(close), _) => source.tokens.get(close).map(|t| t.end),
        (None, last) => last.map(|s| source.span_of(s).end),
    });
    Span { end: head.end.max(last.unwrap_or(0)), ..head }
}

impl Parse {
    fn edition(&mut self, edition: i64, place: Span) {
        match self.file.edition {
            Some((_, first)) => {
                let found = Diagnostic::new(Code::RepeatedStatement, place, "edition is repeated");
                self.diagnostics.push(found.also(first, "given here first"));
            }
            None => self.file.edition = Some((edition, place)),
        }
    }
}

/// An item of an earlier text where it stands now.
fn at_home(known: &Arc<Item>, span: Span, doc: Option<String>) -> Arc<Item> {
    if known.span == span && known.doc == doc {
        return Arc::clone(known);
    }
    let mut item = Item { doc, ..Item::clone(known) };
    item.shift(span.start.cast_signed().wrapping_sub(known.span.start.cast_signed()));
    Arc::new(item)
}

/// What becomes of an item of the outline.
enum Made {
    Item(Arc<Item>),
    Edition(i64, Span),
}

/// Parses items one by one: an item depends only on its own text.
struct Parser<'t> {
    source: Source<'t>,
    /// The end of the last token, where the text ends inside a comment or picture.
    cut: Option<u32>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Parser<'t> {
    fn item(&mut self, item: &OutlineItem, doc: Option<String>) -> Made {
        let head = self.source.span_of(&item.head);
        let lowered = if item.head.broken { None } else { self.strict_item(&item.head) };
        let whole = lowered.is_some();
        let kind = match lowered {
            Some(Lowered::Edition(edition, place)) => return Made::Edition(edition, place),
            Some(Lowered::Item(kind)) => *kind,
            None => self.partial(&item.head, head),
        };
        let kind = match &item.block {
            Some(block) => self.block(block, kind, (!whole).then_some(head)),
            None => kind,
        };
        Made::Item(Arc::new(Item { span: span_of(self.source, item), doc, kind }))
    }

    fn strict_item(&mut self, head: &Slice) -> Option<Lowered> {
        let span = self.source.span_of(head);
        if !self.begins_with(head, keywords::words(Place::Item), "an item") {
            return None;
        }
        let node = self.strict(Rule::item, span)?;
        let mut lower = Lower::new(span);
        let lowered = lower.item(&node);
        self.diagnostics.append(&mut lower.diagnostics);
        Some(lowered)
    }

    fn strict(&mut self, rule: Rule, span: Span) -> Option<super::lower::Node<'t>> {
        match self.source.parse(rule, span) {
            Ok(node) => Some(node),
            Err(found) => {
                if self.cut != Some(span.end) {
                    self.diagnostics.push(*found);
                }
                None
            }
        }
    }

    /// Whether a slice begins with one of these words; says what is wrong if not.
    fn begins_with(&mut self, slice: &Slice, words: &[&'static str], what: &str) -> bool {
        let Some(first) = self.source.tokens_of(slice).first() else { return false };
        let word = first.text(self.source.text);
        if words.contains(&word) {
            return true;
        }
        let span = first.span(self.source.file);
        let whole = self.source.span_of(slice);
        let assigned = Some(self.source.str(whole)).filter(|_| words.contains(&"move"));
        let found = match (first.kind, assigned.and_then(hints::assignment)) {
            (TokenKind::Word, Some(set)) => self
                .unknown_word(word, span, &[])
                .help(format!("write `{set}`"))
                .fix(format!("write `{set}`"), whole, set, false),
            (TokenKind::Word, None) => self.unknown_word(word, span, words),
            (_, _) => self.no_word(first, what),
        };
        self.diagnostics.push(found);
        false
    }

    fn no_word(&self, first: &Token, what: &str) -> Diagnostic {
        let (place, found) = self.source.describe(*first, first.start);
        Diagnostic::new(Code::Unexpected, place, format!("expected {what}, found {found}"))
    }

    fn unknown_word(&self, word: &str, span: Span, words: &[&'static str]) -> Diagnostic {
        let found = Diagnostic::new(Code::UnknownStatement, span, format!("unknown statement `{word}`"));
        if word == "else" || word == "elif" {
            return found.help("a rule has no other case: write a second rule");
        }
        let meant = hints::statement(word, words);
        let instead = |found: Diagnostic, meant: &str| {
            let title = format!("replace `{word}` by `{meant}`");
            let sure = meant == word.to_lowercase();
            found.help(format!("did you mean `{meant}`?")).fix(title, span, meant, sure)
        };
        let homes = [
            (keywords::words(Place::Puzzle), "inside a puzzle"),
            (keywords::words(Place::Rule), "inside a rule"),
            (keywords::words(Place::Item), "outside of rules and puzzles"),
        ];
        match homes.iter().find(|(known, _)| known.contains(&word)) {
            Some((_, home)) => {
                let found = found.note(format!("`{word}` stands {home}"));
                meant.map_or(found.clone(), |meant| instead(found, meant))
            }
            None => match meant {
                Some(meant) => instead(found, meant),
                None => {
                    let own = homes.iter().find_map(|(known, home)| Some((hints::meant(word, known)?, home)));
                    let known = own.filter(|_| !words.is_empty());
                    known.map_or(found.clone(), |(own, home)| found.note(format!("`{own}` stands {home}")))
                }
            },
        }
    }

    /// What can be told of an item whose head does not parse: its name, and its parameters if
    /// they are not the problem.
    fn partial(&mut self, head: &Slice, span: Span) -> ItemKind {
        let tokens = self.source.tokens_of(head);
        let (Some(keyword), Some(name)) = (tokens.first(), tokens.get(1)) else { return ItemKind::Error };
        if name.kind != TokenKind::Word {
            return ItemKind::Error;
        }
        let (text, place) = (name.text(self.source.text).to_string(), name.span(self.source.file));
        let mut kind = partial(keyword.text(self.source.text), Name { text, span: place }, span);
        if let ItemKind::Puzzle(puzzle) = &mut kind
            && let [_, _, open, rest @ ..] = tokens
            && let Some(close) = rest.iter().rfind(|t| t.text(self.source.text) == ")")
        {
            let params = open.span(self.source.file).to(close.span(self.source.file));
            if let Ok(node) = self.source.parse(Rule::params_alone, params) {
                puzzle.params = Lower::new(params).params(&node);
            }
        }
        kind
    }

    /// The item with its statements. Where its head is broken, an error node stands for it among
    /// them.
    fn block(&mut self, block: &Block, kind: ItemKind, broken_head: Option<Span>) -> ItemKind {
        match (kind, block.kind) {
            (ItemKind::Puzzle(mut puzzle), _) => {
                let error = broken_head.map(|span| PuzzleStatement {
                    span,
                    keyword: span,
                    kind: PuzzleStatementKind::Error,
                });
                puzzle.statements = error.into_iter().collect();
                puzzle.statements.extend(block.statements.iter().map(|s| self.puzzle_statement(s)));
                ItemKind::Puzzle(puzzle)
            }
            (ItemKind::Rule(mut rule), _) => {
                let error = broken_head.map(|span| RuleStatement { span, kind: RuleStatementKind::Error });
                let mut statements: Vec<RuleStatement> = error.into_iter().collect();
                statements.extend(block.statements.iter().map(|s| self.rule_statement(s)));
                rule.body = RuleBody::Statements(statements);
                ItemKind::Rule(rule)
            }
            (other, BlockKind::Rule) => {
                block.statements.iter().for_each(|s| drop(self.rule_statement(s)));
                other
            }
            (other, BlockKind::Puzzle) => {
                block.statements.iter().for_each(|s| drop(self.puzzle_statement(s)));
                other
            }
        }
    }

    fn puzzle_statement(&mut self, slice: &Slice) -> PuzzleStatement {
        let span = self.source.span_of(slice);
        let first = self.source.tokens_of(slice).first();
        let keyword = first.map_or(span, |t| t.span(self.source.file));
        let words = statement_words(BlockKind::Puzzle);
        let node = if !slice.broken && self.begins_with(slice, words, "a statement") {
            self.strict(Rule::puzzle_statement, span)
        } else {
            None
        };
        let kind = node.map_or(PuzzleStatementKind::Error, |node| {
            let mut lower = Lower::new(span);
            let kind = lower.puzzle_statement(&node);
            self.diagnostics.append(&mut lower.diagnostics);
            kind
        });
        PuzzleStatement { span, keyword, kind }
    }

    fn rule_statement(&mut self, slice: &Slice) -> RuleStatement {
        let span = self.source.span_of(slice);
        let first = self.source.tokens_of(slice).first().map_or("", |t| t.text(self.source.text));
        let words = statement_words(BlockKind::Rule);
        let known = first == "[" || slice.broken || self.begins_with(slice, words, "a statement");
        let node = if known && !slice.broken { self.strict(Rule::rule_statement, span) } else { None };
        let kind = node.map_or(RuleStatementKind::Error, |node| {
            let mut lower = Lower::new(span);
            let kind = lower.rule_statement(&node);
            self.diagnostics.append(&mut lower.diagnostics);
            kind
        });
        RuleStatement { span, kind }
    }
}
