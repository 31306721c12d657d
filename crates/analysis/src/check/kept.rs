//! Incremental checks: an item is checked again only if its text or that of an item that it reads has
//! changed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{FileId, Span};
use puzzlec_model::names::{Names, Sort, Uses, named};
use puzzlec_model::project::ModuleId;
use puzzlec_syntax::ast::{Item, ItemKind};

/// The check of a file, by item.
#[derive(Debug, PartialEq)]
pub(crate) struct Kept {
    world: World,
    items: Vec<Checked>,
}

/// The dependencies of the items of a file other than the texts of its own items.
#[derive(Debug, PartialEq)]
struct World {
    /// All modules: their numbers mean the same only if these are the same.
    modules: Arc<[String]>,
    /// The other files that the file uses.
    others: Vec<(FileId, Arc<str>)>,
    imports: Vec<(String, ModuleId)>,
    lost: BTreeSet<String>,
    /// Words of items that could not be read.
    words: BTreeSet<String>,
    /// The number of items.
    items: usize,
}

/// The check of an item.
#[derive(Debug, PartialEq)]
struct Checked {
    text: Box<str>,
    name: Option<(String, Sort)>,
    start: u32,
    in_puzzle: bool,
    uses: Uses,
    found: Vec<Diagnostic>,
}

/// The items of a file in both states.
pub(super) struct Recheck<'a> {
    names: &'a Names<'a>,
    module: ModuleId,
    file: FileId,
    now: &'a [Arc<Item>],
    before: &'a [Checked],
    /// For each old item, whether its text is unchanged.
    same: Vec<bool>,
    /// Names that mean another item than before, or none.
    moved: BTreeSet<String>,
    /// Kinds whose items are others or are called otherwise.
    renamed: BTreeSet<Sort>,
    kept: Kept,
}

impl<'a> Recheck<'a> {
    pub(super) fn new(
        names: &'a Names<'a>,
        module: ModuleId,
        others: &[(FileId, Arc<str>)],
        before: Option<&'a Kept>,
    ) -> Option<Self> {
        let found = names.project.module(module)?;
        let now = &*found.parse.file.items;
        let file = found.file;
        let others = others.iter().filter(|(id, _)| *id != file).cloned().collect();
        let world = World::of(names, module, others)?;
        let before = before.filter(|b| b.world == world).map_or(&[][..], |b| &b.items);
        let text = |item: &Item| names.project.sources.slice(item.span);
        let same = before.iter().zip(now).map(|(b, item)| *b.text == *text(item)).collect();
        let named_before: Vec<_> = before.iter().map(|b| b.name.clone()).collect();
        let named_now: Vec<_> = now.iter().map(|item| name_of(item)).collect();
        let kept = Kept { world, items: Vec::with_capacity(now.len()) };
        let moved = difference(&scope(&named_before), &scope(&named_now));
        let renamed = difference(&by_sort(&named_before), &by_sort(&named_now));
        Some(Recheck { names, module, file, now, before, same, moved, renamed, kept })
    }

    /// The check of the next item: what is known of it, else what `check` finds.
    pub(super) fn next(
        &mut self,
        in_puzzle: bool,
        diagnostics: &mut Vec<Diagnostic>,
        check: impl FnOnce(&mut Vec<Diagnostic>),
    ) {
        let at = self.kept.items.len();
        let Some(item) = self.now.get(at) else { return };
        let (uses, found) = match self.known(at, in_puzzle) {
            Some(known) => known,
            None => {
                let mut found = Vec::new();
                (self.names.watch(|| check(&mut found)), found)
            }
        };
        self.names.add(&uses);
        diagnostics.extend(found.iter().cloned());
        let text = self.names.project.sources.slice(item.span).into();
        let (name, start) = (name_of(item), item.span.start);
        self.kept.items.push(Checked { text, name, start, in_puzzle, uses, found });
    }

    fn known(&self, at: usize, in_puzzle: bool) -> Option<(Uses, Vec<Diagnostic>)> {
        let before = self.before.get(at).filter(|b| b.in_puzzle == in_puzzle)?;
        let same = |item: &usize| self.same.get(*item) == Some(&true);
        let uses = &before.uses;
        let stays = same(&at)
            && uses.read_in(self.module).all(|item| same(&item))
            && !uses.looked_up_in(self.module).any(|name| self.moved.contains(name))
            && !uses.listed_in(self.module).any(|sort| self.renamed.contains(&sort));
        if !stays {
            return None;
        }
        let mut found = before.found.clone();
        let mut lost = false;
        for diagnostic in &mut found {
            diagnostic.spans(|span| {
                lost |= span.file == self.file && self.moved(span).map(|now| *span = now).is_none();
            });
        }
        (!lost).then(|| (before.uses.clone(), found))
    }

    /// The current place of a place inside an item.
    fn moved(&self, span: &Span) -> Option<Span> {
        let at = self.before.partition_point(|b| b.start <= span.start).checked_sub(1)?;
        let (before, now) = (self.before.get(at)?, self.now.get(at)?);
        let inside = (span.end - before.start) as usize <= before.text.len();
        let moved = |place: u32| now.span.start + (place - before.start);
        let now = Span { start: moved(span.start), end: moved(span.end), ..*span };
        (inside && self.same.get(at) == Some(&true)).then_some(now)
    }

    pub(super) fn finish(self) -> Kept {
        self.kept
    }
}

impl World {
    fn of(names: &Names<'_>, id: ModuleId, others: Vec<(FileId, Arc<str>)>) -> Option<World> {
        let project = names.project;
        let module = project.module(id)?;
        let imports = module.imports.iter().map(|(name, import)| (name.clone(), import.module));
        Some(World {
            modules: Arc::clone(project.paths()),
            others,
            imports: imports.collect(),
            lost: module.lost.clone(),
            words: names.lost_words(id).map(str::to_owned).collect(),
            items: module.parse.file.items.len(),
        })
    }
}

type Name = Option<(String, Sort)>;

fn name_of(item: &Item) -> Name {
    // A legend has no name, and counts with the pieces.
    let legend = matches!(item.kind, ItemKind::Marks(_)).then(|| (String::new(), Sort::Piece));
    named(item).map(|(name, sort)| (name.text.clone(), sort)).or(legend)
}

/// The items of each name.
fn scope(items: &[Name]) -> BTreeMap<String, Vec<(usize, Sort)>> {
    let mut found: BTreeMap<String, Vec<(usize, Sort)>> = BTreeMap::new();
    for (i, name) in items.iter().enumerate() {
        if let Some((name, sort)) = name {
            found.entry(name.clone()).or_default().push((i, *sort));
        }
    }
    found
}

fn by_sort(items: &[Name]) -> BTreeMap<Sort, Vec<(usize, &str)>> {
    let mut found: BTreeMap<Sort, Vec<(usize, &str)>> = BTreeMap::new();
    for (i, name) in items.iter().enumerate() {
        if let Some((name, sort)) = name {
            found.entry(*sort).or_default().push((i, name));
        }
    }
    found
}

/// The keys that mean different things.
fn difference<K: Ord + Clone, V: PartialEq>(before: &BTreeMap<K, V>, now: &BTreeMap<K, V>) -> BTreeSet<K> {
    let keys = before.keys().chain(now.keys());
    keys.filter(|key| before.get(key) != now.get(key)).cloned().collect()
}
