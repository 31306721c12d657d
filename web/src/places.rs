//! Places in texts, which count UTF-16 code units, as JavaScript does.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use puzzlec_analysis::host::Snapshot;
use puzzlec_analysis::ide::Edit;
use puzzlec_base::{FileId, Sources, Span};
use serde_json::{Value, json};

use crate::session::{Session, unknown};

/// How bytes and units of a text differ.
struct Units {
    text: Arc<str>,
    /// Units before the text: a byte order mark that it does not have.
    mark: u32,
    /// For every character of more than one byte the byte and the unit after it.
    after: Vec<(u32, u32)>,
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl Units {
    fn new(text: &Arc<str>, has_mark: bool) -> Self {
        let mut after = Vec::new();
        let mark = u32::from(has_mark);
        if !text.is_ascii() {
            let mut unit = mark;
            for (at, c) in text.char_indices() {
                unit += number(c.len_utf16());
                if !c.is_ascii() {
                    after.push((number(at + c.len_utf8()), unit));
                }
            }
        }
        Units { text: Arc::clone(text), mark, after }
    }

    fn last(&self, before: impl Fn(&(u32, u32)) -> bool) -> (u32, u32) {
        let count = self.after.partition_point(before);
        count.checked_sub(1).and_then(|at| self.after.get(at)).copied().unwrap_or((0, self.mark))
    }

    fn unit(&self, byte: u32) -> u32 {
        let (bytes, units) = self.last(|(bytes, _)| *bytes <= byte);
        units + (byte - bytes)
    }

    /// The byte of a unit, at most the end of the text; inside a character its beginning.
    fn byte(&self, unit: u32) -> u32 {
        let (bytes, units) = self.last(|(_, units)| *units <= unit);
        let mut byte =
            (bytes as usize).saturating_add(unit.saturating_sub(units) as usize).min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        number(byte)
    }
}

/// The texts that places are in.
pub(crate) struct Places<'a> {
    sources: &'a Sources,
    snapshot: Option<&'a Snapshot>,
    units: RefCell<BTreeMap<FileId, Rc<Units>>>,
}

impl<'a> Places<'a> {
    /// The texts of a snapshot.
    pub(crate) fn of(snapshot: &'a Snapshot) -> Self {
        let sources = snapshot.analysis().sources();
        Places { sources, snapshot: Some(snapshot), units: RefCell::default() }
    }

    /// Texts apart from a snapshot.
    pub(crate) fn apart(sources: &'a Sources) -> Self {
        Places { sources, snapshot: None, units: RefCell::default() }
    }

    fn units(&self, file: FileId) -> Option<Rc<Units>> {
        if let Some(known) = self.units.borrow().get(&file) {
            return Some(Rc::clone(known));
        }
        let source = self.sources.get(file)?;
        let has_mark = self.snapshot.is_some_and(|snapshot| snapshot.has_mark(&source.name));
        let made = Rc::new(Units::new(&source.text, has_mark));
        self.units.borrow_mut().insert(file, Rc::clone(&made));
        Some(made)
    }

    /// The units of a span: its start and end.
    pub(crate) fn range(&self, span: Span) -> (u32, u32) {
        self.units(span.file).map_or((0, 0), |units| (units.unit(span.start), units.unit(span.end)))
    }

    /// The byte of a unit of a file.
    pub(crate) fn byte(&self, file: FileId, unit: u32) -> u32 {
        self.units(file).map_or(0, |units| units.byte(unit))
    }

    /// The name of a file.
    pub(crate) fn name(&self, file: FileId) -> &'a str {
        self.sources.get(file).map_or("", |source| &source.name)
    }

    /// A place: file, start and end.
    pub(crate) fn place(&self, span: Span) -> Value {
        let (start, end) = self.range(span);
        json!({ "file": self.name(span.file), "start": start, "end": end })
    }

    /// A place with a text.
    pub(crate) fn told(&self, span: Span, text: &str) -> Value {
        let (start, end) = self.range(span);
        json!({ "file": self.name(span.file), "start": start, "end": end, "text": text })
    }

    /// An edit, whose lines end as those of its file.
    pub(crate) fn edit(&self, span: Span, text: &str) -> Value {
        let source = self.sources.get(span.file);
        self.told(span, &source.map_or_else(|| text.to_owned(), |source| source.with_its_line_ends(text)))
    }

    /// Edits.
    pub(crate) fn edits(&self, edits: &[Edit]) -> Vec<Value> {
        edits.iter().map(|edit| self.edit(edit.span, &edit.text)).collect()
    }
}

/// A file of the session as the editor's queries know it; none if it is a game of keys or data.
///
/// # Errors
/// There is no such file.
pub(crate) fn file(session: &mut Session, name: &str) -> Result<(Arc<Snapshot>, Option<FileId>), String> {
    let snapshot = session.snapshot();
    let file =
        snapshot.file(name).filter(|_| snapshot.document(name).is_some() || name.starts_with("stdlib:"));
    match session.text(name) {
        Err(_) if file.is_none() => Err(unknown(name)),
        _ => Ok((snapshot, file)),
    }
}
