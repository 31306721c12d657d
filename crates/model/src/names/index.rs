//! The names of one module: they depend on its text alone, so they are kept as long as its tree.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::{Sort, named};
use crate::number;
use crate::piece::{self, counter};
use crate::project::Module;
use puzzlec_base::Sources;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::ItemKind;

/// What a module defines, by the places of its items.
#[derive(Debug, Default)]
pub struct ModuleNames {
    by_name: FxHashMap<Box<str>, usize>,
    by_sort: BTreeMap<Sort, Vec<usize>>,
    legends: Vec<usize>,
    /// Legends, pieces, and items that could not be read, which may be either.
    with_marks: Vec<usize>,
    /// The errors of items; an item with an error has no meaning.
    faults: BTreeMap<usize, Vec<Diagnostic>>,
    /// Words of items that could not be read: what they would have named is not known.
    lost: BTreeSet<Box<str>>,
    /// The reports of items with the name of another.
    repeated: Vec<Diagnostic>,
}

impl ModuleNames {
    /// The names of a module; the first call collects them.
    pub(super) fn of<'m>(module: &'m Module, sources: &Sources) -> Option<&'m ModuleNames> {
        module.learned.get_or_init(|| ModuleNames::collect(module, sources))
    }

    fn collect(module: &Module, sources: &Sources) -> ModuleNames {
        let mut names = ModuleNames::default();
        let items = &module.parse.file.items;
        for (i, item) in items.iter().enumerate() {
            let mut found = Vec::new();
            match &item.kind {
                ItemKind::Error => {
                    let words = sources.slice(item.span).split(|c: char| !c.is_alphanumeric() && c != '_');
                    names.lost.extend(words.map(Box::from));
                }
                ItemKind::Marks(_) => names.legends.push(i),
                ItemKind::Piece(piece) => piece::check(piece, &mut found),
                ItemKind::Kind(kind) => found.push(
                    Diagnostic::new(Code::WrongKind, kind.name.span, "only puzzles with keys have kinds")
                        .help("name each piece, or declare a family: `piece tile \"123\"`"),
                ),
                ItemKind::Board(board) => number::check(&board.params, &mut found),
                ItemKind::Counter(counter) => counter::check(counter, &mut found),
                ItemKind::Rule(rule) => number::check(&rule.params, &mut found),
                _ => {}
            }
            if matches!(item.kind, ItemKind::Error | ItemKind::Marks(_) | ItemKind::Piece(_)) {
                names.with_marks.push(i);
            }
            found.retain(Diagnostic::is_error);
            if !found.is_empty() {
                names.faults.entry(i).or_default().extend(found);
            }
            let Some((name, sort)) = named(item) else { continue };
            let Some(first) = names.by_name.get(name.text.as_str()).copied() else {
                names.by_name.insert(name.text.as_str().into(), i);
                names.by_sort.entry(sort).or_default().push(i);
                continue;
            };
            let headline = format!("`{}` is defined twice", name.text);
            let mut d = Diagnostic::new(Code::DuplicateName, name.span, headline)
                .label("defined again")
                .help("rename one of them");
            if let Some((earlier, _)) = items.get(first).and_then(|i| named(i)) {
                d = d.also(earlier.span, "first defined here");
            }
            names.faults.entry(first).or_default().push(d.clone());
            names.faults.entry(i).or_default().push(d.clone());
            names.repeated.push(d);
        }
        names.syntax_faults(module);
        names
    }

    /// Adds the errors of the parse to the items in which they stand.
    fn syntax_faults(&mut self, module: &Module) {
        let items = &module.parse.file.items;
        for found in module.parse.diagnostics.iter().filter(|d| d.is_error()) {
            if found.code == Code::UnknownEdition {
                for i in 0..items.len() {
                    self.faults.entry(i).or_default().push(found.clone());
                }
                continue;
            }
            let place = found.primary.span.start;
            let next = items.partition_point(|i| i.span.start <= place);
            if let Some(i) = next.checked_sub(1)
                && items.get(i).is_some_and(|item| place <= item.span.end)
            {
                self.faults.entry(i).or_default().push(found.clone());
            }
        }
    }

    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The items of one kind, in order.
    pub(super) fn of_sort(&self, sort: Sort) -> &[usize] {
        self.by_sort.get(&sort).map_or(&[], Vec::as_slice)
    }

    pub(super) fn legends(&self) -> impl Iterator<Item = usize> {
        self.legends.iter().copied()
    }

    pub(super) fn with_marks(&self) -> impl Iterator<Item = usize> {
        self.with_marks.iter().copied()
    }

    pub(super) fn faults(&self, item: usize) -> &[Diagnostic] {
        self.faults.get(&item).map_or(&[], Vec::as_slice)
    }

    pub(super) fn lost(&self) -> impl Iterator<Item = &str> {
        self.lost.iter().map(|word| &**word)
    }

    pub(super) fn is_lost(&self, word: &str) -> bool {
        self.lost.contains(word)
    }

    pub(super) fn repeated(&self) -> &[Diagnostic] {
        &self.repeated
    }
}
