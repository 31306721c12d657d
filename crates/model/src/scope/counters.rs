//! Names of counters.

use super::Scope;
use crate::expr::Num;
use crate::names::Sort;
use crate::number::Values;
use crate::piece::counter::{self, Counter, TURN};
use crate::project::ItemRef;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{ItemKind, Path};

impl Scope<'_, '_> {
    /// The counter that a path names, without a report; of `turn`, if nothing else has the name.
    pub(super) fn counter(&mut self, path: &Path) -> Option<Num> {
        let mut found = self.names.find(self.module, path, Sort::Counter);
        if found.is_none()
            && let [name] = path.parts.as_slice()
        {
            let own = |module| {
                let item = self.names.own(module, &name.text)?;
                matches!(self.names.item(item)?.kind, ItemKind::Counter(_)).then_some(item)
            };
            found = self.piece_modules.iter().find_map(|module| own(*module));
        }
        match found {
            Some(item) => self.counter_of(item),
            None if self.is_turn(path) => Some(self.turn(path.span)),
            None => None,
        }
    }

    fn is_turn(&mut self, path: &Path) -> bool {
        path.single().is_some_and(|name| name.text == TURN) && self.find_piece(path).is_none()
    }

    /// Whose turn it is: a counter that joins those of the puzzle where it is first used.
    pub(crate) fn turn(&mut self, span: Span) -> Num {
        let known = self.pieces.counters.iter().position(|one| one.item.is_none());
        let at = known.unwrap_or_else(|| {
            self.pieces.counters.push(Counter::turn(span));
            self.pieces.counters.len() - 1
        });
        Num::Counter(u16::try_from(at).unwrap_or(u16::MAX), (1, 2))
    }

    /// The counter of a declaration, which joins those of the puzzle.
    fn counter_of(&mut self, item: ItemRef) -> Option<Num> {
        self.names.mark_used(item);
        let at = match self.pieces.counters.iter().position(|one| one.item == Some(item)) {
            Some(at) => at,
            None => {
                let ItemKind::Counter(found) = &self.names.item(item)?.kind else { return None };
                let (name, span) = (found.name.text.clone(), found.name.span);
                // An error is reported at the declaration, which has no meaning then.
                let (range, start) =
                    counter::read(&name, &found.value, &Values::new(), None).unwrap_or(((0, 1), 0));
                self.pieces.counters.push(Counter { name, item: Some(item), range, start, span });
                self.pieces.counters.len() - 1
            }
        };
        let range = self.pieces.counters.get(at)?.range;
        Some(Num::Counter(u16::try_from(at).ok()?, range))
    }

    /// The counter that a rule sets.
    pub(crate) fn counter_to_set(&mut self, path: &Path) -> Option<u16> {
        match self.counter(path) {
            Some(Num::Counter(at, _)) => {
                if self.pieces.counters.get(usize::from(at)).is_some_and(|one| one.item.is_none()) {
                    let text = "`turn` changes with every move, and cannot be set";
                    return self.report(Code::BadTurn, path.span, text);
                }
                Some(at)
            }
            _ => {
                let found = self.names.resolve(self.module, path, Sort::Counter);
                let told = found.err().map(|d| *d).unwrap_or_else(|| Diagnostic::consequence(path.span));
                self.diagnostics.push(told);
                None
            }
        }
    }
}
