//! Name resolution: items over files and imports.

mod index;

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::project::{ModuleId, Project};
use puzzlec_base::diag::{Code, Diagnostic, Fix, closest};
use puzzlec_base::{Budget, Span};
use puzzlec_syntax::ast::{Item, ItemKind, Legend, Name, Path, RuleBody};

pub use crate::project::ItemRef;
pub use index::ModuleNames;

/// Maximum length of a chain of names for names.
pub const DEEPEST_NAME: usize = 64;

/// The error of a longer chain.
pub(crate) fn too_deep() -> String {
    format!("a chain of names is longer than {DEEPEST_NAME}")
}

/// The kinds of named items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Sort {
    Board,
    Piece,
    Configuration,
    Set,
    List,
    Counter,
    Rule,
    Puzzle,
}

impl Sort {
    fn word(self) -> &'static str {
        match self {
            Sort::Board => "board",
            Sort::Piece => "piece",
            Sort::Configuration => "configuration",
            Sort::Set => "set",
            Sort::List => "list",
            Sort::Counter => "counter",
            Sort::Rule => "rule",
            Sort::Puzzle => "puzzle",
        }
    }

    fn with_article(self) -> String {
        format!("a {}", self.word())
    }
}

/// The name and kind of an item, if it has one.
pub fn named(item: &Item) -> Option<(&Name, Sort)> {
    match &item.kind {
        ItemKind::Board(b) => Some((&b.name, Sort::Board)),
        ItemKind::Piece(p) => Some((&p.name, Sort::Piece)),
        ItemKind::Configuration(c) => Some((&c.name, Sort::Configuration)),
        ItemKind::Set(s) => Some((&s.name, Sort::Set)),
        ItemKind::List(l) => Some((&l.name, Sort::List)),
        ItemKind::Counter(c) => Some((&c.name, Sort::Counter)),
        ItemKind::Rule(r) => Some((&r.name, Sort::Rule)),
        ItemKind::Puzzle(p) => Some((&p.name, Sort::Puzzle)),
        ItemKind::Use(_) | ItemKind::Marks(_) | ItemKind::Kind(_) | ItemKind::Theory(_) | ItemKind::Error => {
            None
        }
    }
}

/// All names of a project. Look-ups record the items that are used, for the lints.
#[derive(Debug)]
pub struct Names<'a> {
    /// The files.
    pub project: &'a Project,
    /// The budget of scripts.
    pub budget: Budget,
    uses: RefCell<Uses>,
}

/// The results of look-ups.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Uses {
    items: BTreeSet<ItemRef>,
    imports: BTreeSet<(ModuleId, String)>,
    /// Items whose trees were checked.
    read: BTreeSet<ItemRef>,
    /// Names that were looked for, found or not.
    looked_up: BTreeSet<(ModuleId, String)>,
    /// Kinds of items that were listed.
    listed: BTreeSet<(ModuleId, Sort)>,
}

impl Uses {
    /// The indices of the items of a module that were checked.
    pub fn read_in(&self, module: ModuleId) -> impl Iterator<Item = usize> + '_ {
        self.read.iter().filter(move |at| at.module == module).map(|at| at.item)
    }

    /// The names that were looked for among a module's items.
    pub fn looked_up_in(&self, module: ModuleId) -> impl Iterator<Item = &str> {
        self.looked_up.iter().filter(move |(m, _)| *m == module).map(|(_, name)| name.as_str())
    }

    /// The kinds of which all items of a module were listed.
    pub fn listed_in(&self, module: ModuleId) -> impl Iterator<Item = Sort> + '_ {
        self.listed.iter().filter(move |(m, _)| *m == module).map(|(_, sort)| *sort)
    }
}

impl<'a> Names<'a> {
    /// The names of all modules; two items with one name are reported at the second.
    pub fn new(project: &'a Project, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let names = Names::of(project);
        let all = (0..project.modules.len()).filter_map(|m| names.known(ModuleId(m)));
        diagnostics.extend(all.flat_map(ModuleNames::repeated).cloned());
        names
    }

    /// The same without reports. Cheap: the names of a module are collected when the first of them is looked up.
    pub fn of(project: &'a Project) -> Self {
        Names { project, budget: Budget::default(), uses: RefCell::default() }
    }

    /// The reports of items of a module that have the name of another.
    pub fn repeated(&self, module: ModuleId) -> &'a [Diagnostic] {
        self.known(module).map_or(&[], ModuleNames::repeated)
    }

    fn known(&self, module: ModuleId) -> Option<&'a ModuleNames> {
        self.project.module(module).and_then(|m| ModuleNames::of(m, &self.project.sources))
    }

    /// The errors of an item; an item with an error has no meaning.
    pub fn faults(&self, at: ItemRef) -> &'a [Diagnostic] {
        self.known(at.module).map_or(&[], |names| names.faults(at.item))
    }

    /// Whether the name of an item is no sure guide to it, or the item could not be read.
    pub fn is_doubtful(&self, at: ItemRef) -> bool {
        let doubt = |d: &Diagnostic| d.code == Code::DuplicateName || d.code.is_syntax();
        let head = || match &self.peek(at).map(|i| &i.kind) {
            Some(ItemKind::Puzzle(_)) => false,
            Some(ItemKind::Rule(rule)) => match &rule.body {
                RuleBody::Statements(all) => all.first().is_some_and(|s| s.span.start < rule.name.span.start),
                _ => true,
            },
            _ => true,
        };
        self.faults(at).iter().any(|d| doubt(d) && (d.code == Code::DuplicateName || head()))
    }

    /// Whether an unreadable item of the module, or a piece with invalid marks, may have defined this mark.
    pub fn may_mean(&self, module: ModuleId, mark: char) -> bool {
        let Some(names) = self.known(module) else { return false };
        names.with_marks().any(|item| {
            let at = ItemRef { module, item };
            let Some(found) = self.peek(at) else { return false };
            match &found.kind {
                ItemKind::Error => self.project.sources.slice(found.span).contains(mark),
                ItemKind::Marks(_) => !self.faults(at).is_empty(),
                ItemKind::Piece(p) if p.marks.is_some() => !self.faults(at).is_empty(),
                ItemKind::Piece(_) => self.is_doubtful(at),
                _ => false,
            }
        })
    }

    /// The errors of the listed items.
    pub fn faults_of<'n>(&'n self, uses: &'n Uses) -> impl Iterator<Item = &'n Diagnostic> + use<'n, 'a> {
        uses.read.iter().flat_map(|at| self.faults(*at))
    }

    /// The errors of the checked items.
    pub fn faults_read(&self) -> Vec<Diagnostic> {
        self.faults_of(&self.uses.borrow()).cloned().collect()
    }

    /// Words of items of a module that could not be read.
    pub fn lost_words(&self, module: ModuleId) -> impl Iterator<Item = &'a str> + '_ {
        self.known(module).into_iter().flat_map(ModuleNames::lost)
    }

    /// The same names, with a budget for scripts.
    pub fn with_budget(self, budget: &Budget) -> Self {
        Names { budget: budget.clone(), ..self }
    }

    /// The item itself.
    pub fn item(&self, at: ItemRef) -> Option<&'a Item> {
        self.uses.borrow_mut().read.insert(at);
        self.peek(at)
    }

    fn peek(&self, at: ItemRef) -> Option<&'a Item> {
        self.project.module(at.module)?.parse.file.items.get(at.item).map(|i| &**i)
    }

    /// An item of a module by its name.
    pub fn own(&self, module: ModuleId, name: &str) -> Option<ItemRef> {
        self.uses.borrow_mut().looked_up.insert((module, name.to_owned()));
        let item = self.known(module)?.find(name)?;
        Some(ItemRef { module, item })
    }

    /// All items of a module, of one kind.
    ///
    /// A second item of the same name is already an error; only the first one counts.
    pub fn all(&self, module: ModuleId, sort: Sort) -> impl Iterator<Item = (ItemRef, &'a Name)> + '_ {
        self.uses.borrow_mut().listed.insert((module, sort));
        let places = self.known(module).map_or(&[][..], |names| names.of_sort(sort));
        places.iter().filter_map(move |item| {
            let at = ItemRef { module, item: *item };
            Some((at, named(self.peek(at)?)?.0))
        })
    }

    /// The legends of a module. They count with its pieces: what lists the ones depends on the others.
    pub fn legends(&self, module: ModuleId) -> impl Iterator<Item = &'a Legend> + '_ {
        self.uses.borrow_mut().listed.insert((module, Sort::Piece));
        let legends = self.known(module).into_iter().flat_map(ModuleNames::legends);
        legends.filter_map(move |item| match &self.item(ItemRef { module, item })?.kind {
            ItemKind::Marks(legend) => Some(legend),
            _ => None,
        })
    }

    /// Resolves a path in a module without reporting an error.
    pub fn find(&self, module: ModuleId, path: &Path, sort: Sort) -> Option<ItemRef> {
        self.resolve(module, path, sort).ok()
    }

    /// Resolves a path in a module.
    ///
    /// # Errors
    /// Unknown name, or a name of another kind.
    pub fn resolve(&self, module: ModuleId, path: &Path, sort: Sort) -> Result<ItemRef, Box<Diagnostic>> {
        let (place, name) = match path.parts.as_slice() {
            [name] => (module, name),
            [alias, name] => {
                let imports = self.project.module(module).map(|m| &m.imports);
                let Some(import) = imports.and_then(|i| i.get(&alias.text)) else {
                    return Err(self.unknown_module(module, alias));
                };
                self.uses.borrow_mut().imports.insert((module, alias.text.clone()));
                (import.module, name)
            }
            _ => {
                let headline = format!("`{}` has too many parts", path.text());
                return Err(Box::new(
                    Diagnostic::new(Code::UnknownName, path.span, headline).help("write `module.name`"),
                ));
            }
        };
        let Some(found) = self.own(place, &name.text) else {
            return Err(self.unknown(module, place, name, sort));
        };
        if self.is_doubtful(found) {
            self.item(found);
            self.mark_used(found);
            return Err(Box::new(Diagnostic::consequence(name.span)));
        }
        match self.peek(found).and_then(named) {
            Some((_, s)) if s == sort => {
                self.mark_used(found);
                Ok(found)
            }
            Some((at, s)) => {
                let headline =
                    format!("`{}` is {}, not {}", path.text(), s.with_article(), sort.with_article());
                Err(Box::new(
                    Diagnostic::new(Code::WrongKind, name.span, headline)
                        .label(format!("{} is needed here", sort.with_article()))
                        .also(at.span, "defined here"),
                ))
            }
            None => Err(self.unknown(module, place, name, sort)),
        }
    }

    fn unknown_module(&self, module: ModuleId, alias: &Name) -> Box<Diagnostic> {
        let lost = self.project.module(module).is_some_and(|m| m.lost.contains(&alias.text));
        if lost || self.is_lost(module, &alias.text) {
            return Box::new(Diagnostic::consequence(alias.span));
        }
        let known: Vec<&str> = self
            .project
            .module(module)
            .map_or(Vec::new(), |m| m.imports.keys().map(String::as_str).collect());
        let mut d = Diagnostic::new(
            Code::UnknownName,
            alias.span,
            format!("`{}` is not an imported module", alias.text),
        );
        if crate::project::module_names().any(|m| m == alias.text) {
            d = d.help(format!("write `use {}` at the top of the file", alias.text));
            if let Some(user) = self.project.module(module) {
                let text = self.project.sources.get(user.file).map_or("", |f| &*f.text);
                let edits = vec![user.import(text, &alias.text)];
                d.fixes.push(Fix { title: format!("add `use {}`", alias.text), edits, safe: true });
            }
        } else {
            d = d.suggest(&alias.text, alias.span, known);
        }
        Box::new(d)
    }

    /// Whether an item that could not be read holds this word.
    fn is_lost(&self, module: ModuleId, name: &str) -> bool {
        self.known(module).is_some_and(|names| names.is_lost(name))
    }

    fn unknown(&self, module: ModuleId, place: ModuleId, name: &Name, sort: Sort) -> Box<Diagnostic> {
        if self.is_lost(place, &name.text) {
            return Box::new(Diagnostic::consequence(name.span));
        }
        let headline = format!("there is no {} `{}`", sort.word(), name.text);
        let d = Diagnostic::new(Code::UnknownName, name.span, headline);
        let known: Vec<&str> = self.all(place, sort).map(|(_, n)| n.text.as_str()).collect();
        if closest(&name.text, known.iter().copied()).is_some() {
            return Box::new(d.suggest(&name.text, name.span, known));
        }
        if place == module {
            for (alias, import) in self.project.module(module).iter().flat_map(|m| &m.imports) {
                if self.all(import.module, sort).any(|(_, n)| n.text == name.text) {
                    let full = format!("{alias}.{}", name.text);
                    return Box::new(d.help(format!("`{alias}` has one: write `{full}`")).fix(
                        format!("write `{full}`"),
                        name.span,
                        full,
                        true,
                    ));
                }
            }
        }
        if known.is_empty() {
            return Box::new(d);
        }
        let list: Vec<String> = known.iter().take(8).map(|k| format!("`{k}`")).collect();
        Box::new(d.note(format!("known here: {}", list.join(", "))))
    }

    /// Records that an item is used.
    pub fn mark_used(&self, item: ItemRef) {
        self.uses.borrow_mut().items.insert(item);
    }

    /// Whether a look-up found this item.
    pub fn is_used(&self, item: ItemRef) -> bool {
        self.uses.borrow().items.contains(&item)
    }

    /// Records the look-ups of `work`, and only those.
    pub fn watch(&self, work: impl FnOnce()) -> Uses {
        let before = self.uses.take();
        work();
        self.uses.replace(before)
    }

    /// Replays recorded look-ups.
    pub fn add(&self, uses: &Uses) {
        let mut all = self.uses.borrow_mut();
        all.items.extend(&uses.items);
        all.imports.extend(uses.imports.iter().cloned());
        all.read.extend(&uses.read);
        all.looked_up.extend(uses.looked_up.iter().cloned());
        all.listed.extend(&uses.listed);
    }

    /// Notes that something found an item through an import of a module.
    pub fn mark_import(&self, module: ModuleId, name: &str) {
        self.uses.borrow_mut().imports.insert((module, name.to_owned()));
    }

    /// The imports of a module that no look-up used.
    pub fn unused_imports(&self, module: ModuleId) -> Vec<(String, Span)> {
        let used = &self.uses.borrow().imports;
        let imports = self.project.module(module).into_iter().flat_map(|m| &m.imports);
        imports
            .filter(|(name, _)| !used.contains(&(module, (*name).clone())))
            .map(|(name, import)| (name.clone(), import.span))
            .collect()
    }
}
