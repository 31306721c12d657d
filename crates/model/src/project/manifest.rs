//! `plugin.toml`, the manifest of a plugin.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{FileId, Span};
use puzzlec_syntax::ast::EDITION;

/// The file that makes a folder a plugin.
pub const MANIFEST: &str = "plugin.toml";

/// The keys, all of which must be there, each with an example.
const KEYS: [(&str, &str); 4] = [
    ("name", "name = \"hops\""),
    ("version", "version = \"0.1.0\""),
    ("edition", "edition = 2"),
    ("description", "description = \"Pieces that hop\""),
];

/// The manifest of a plugin. Missing and invalid fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// Its name.
    pub name: String,
    /// Its version: three numbers.
    pub version: String,
    /// The edition of the language that its modules are written in.
    pub edition: i64,
    /// A one-line description.
    pub description: String,
}

/// Reads a `plugin.toml`.
pub fn manifest(file: FileId, text: &str) -> (Manifest, Vec<Diagnostic>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader { file, manifest: Manifest::default(), diagnostics: Vec::new() };
    let broken = errors.first();
    if let Some(error) = broken {
        let at = reader.span(error.span().unwrap_or(text.len()..text.len()));
        // The replacement for a bare word may be more than a literal string.
        let why = error.message().split(", expected literal").next().unwrap_or_default();
        let headline = format!("this is not valid TOML: {why}");
        reader.diagnostics.push(Diagnostic::new(Code::PluginSyntax, at, headline));
    }
    for (key, value) in table.get_ref() {
        // Text after the first syntax error may be a consequence of it.
        let end = broken.and_then(toml::de::Error::span).map_or(text.len(), |s| s.start);
        if value.span().end <= end {
            reader.entry(key.get_ref(), key.span(), value, table.get_ref());
        }
    }
    if broken.is_none() {
        reader.missing(table.get_ref());
    }
    reader.diagnostics.sort_by_key(|d| d.primary.span);
    (reader.manifest, reader.diagnostics)
}

/// Whether a plugin may be called so.
pub fn is_name(name: &str) -> bool {
    name.starts_with(char::is_alphabetic) && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

struct Reader {
    file: FileId,
    manifest: Manifest,
    diagnostics: Vec<Diagnostic>,
}

impl Reader {
    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.file, range.start, range.end)
    }

    fn entry(&mut self, key: &str, at: Range<usize>, value: &Spanned<DeValue<'_>>, all: &DeTable<'_>) {
        match key {
            "name" => {
                if let Some(text) = self.text("name", value) {
                    if is_name(text) {
                        self.manifest.name = text.to_owned();
                    } else {
                        let why = format!("`{text}` is not a valid plugin name");
                        self.wrong(
                            value,
                            why,
                            "a name starts with a letter and consists of letters, digits, `_` and `-`",
                        );
                    }
                }
            }
            "version" => {
                if let Some(text) = self.text("version", value) {
                    if is_version(text) {
                        self.manifest.version = text.to_owned();
                    } else {
                        let why = format!("`{text}` is not a version");
                        self.wrong(value, why, "a version is three numbers, such as \"0.1.0\"");
                    }
                }
            }
            "description" => {
                if let Some(text) = self.text("description", value) {
                    if text.trim().is_empty() || text.contains(['\n', '\r']) {
                        let why = "a description is a non-empty line";
                        self.wrong(value, why.to_owned(), "describe the plugin in one line");
                    } else {
                        text.trim().clone_into(&mut self.manifest.description);
                    }
                }
            }
            "edition" => self.edition(value),
            _ => self.unknown(key, at, value, all),
        }
    }

    fn edition(&mut self, value: &Spanned<DeValue<'_>>) {
        let number =
            value.get_ref().as_integer().and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok());
        match number {
            Some(n) if n > EDITION => {
                let headline = format!("the plugin needs edition {n} of the language");
                let d = Diagnostic::new(Code::PluginEdition, self.span(value.span()), headline)
                    .note(format!("this program supports editions up to {EDITION}"))
                    .help("use a newer `puzzlec`");
                self.diagnostics.push(d);
            }
            Some(n) if n >= 1 => self.manifest.edition = n,
            _ => {
                let why = "an edition is a whole number of at least 1".to_owned();
                self.wrong(value, why, "write `edition = 2`");
            }
        }
    }

    fn text<'v>(&mut self, key: &str, value: &'v Spanned<DeValue<'_>>) -> Option<&'v str> {
        let found = value.get_ref().as_str();
        if found.is_none() {
            let why = format!("`{key}` is a text in quotes, not {}", kind(value.get_ref()));
            let example = KEYS.iter().find(|k| k.0 == key).map_or("", |k| k.1);
            self.wrong(value, why, &format!("write it as `{example}`"));
        }
        found
    }

    fn wrong(&mut self, value: &Spanned<DeValue<'_>>, headline: String, help: &str) {
        let at = self.span(value.span());
        self.diagnostics.push(Diagnostic::new(Code::PluginValue, at, headline).help(help));
    }

    fn unknown(&mut self, key: &str, at: Range<usize>, value: &Spanned<DeValue<'_>>, all: &DeTable<'_>) {
        let at = self.span(at);
        let mut d = Diagnostic::new(Code::PluginKey, at, format!("`{MANIFEST}` has no key `{key}`"));
        let inner = value.get_ref().as_table();
        if inner.is_some_and(|t| KEYS.iter().any(|k| t.contains_key(k.0))) {
            d = d.help("write the keys at the top level, not in a table");
        } else {
            let free = KEYS.iter().map(|k| k.0).filter(|k| !all.contains_key(*k));
            let names: Vec<String> = KEYS.iter().map(|k| format!("`{}`", k.0)).collect();
            d = d.note(format!("the keys are {}", names.join(", "))).suggest(key, at, free);
        }
        self.diagnostics.push(d);
    }

    fn missing(&mut self, table: &DeTable<'_>) {
        // A key that is misspelt, or inside a table, is not also reported as missing.
        if self.diagnostics.iter().any(|d| d.code == Code::PluginKey && d.help.is_some()) {
            return;
        }
        let lacks: Vec<&(&str, &str)> = KEYS.iter().filter(|k| !table.contains_key(k.0)).collect();
        let (Some(first), names) = (lacks.first(), lacks.iter().map(|k| format!("`{}`", k.0))) else {
            return;
        };
        let names: Vec<String> = names.collect();
        let headline = format!("`{MANIFEST}` lacks {}", names.join(", "));
        let d = Diagnostic::new(Code::PluginLacks, Span::new(self.file, 0, 0), headline)
            .help(format!("add a line such as `{}`", first.1));
        self.diagnostics.push(d);
    }
}

fn is_version(text: &str) -> bool {
    let core = text.split(['-', '+']).next().unwrap_or("");
    let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let tail = |c: char| c.is_ascii_alphanumeric() || ".-+".contains(c);
    core.split('.').count() == 3
        && core.split('.').all(number)
        && text.chars().all(tail)
        && !text.ends_with(['-', '+', '.'])
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a truth value",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
