//! Pieces by name, and members of families by name or mark.

use super::Scope;
use super::marks::member_of_mark;
use crate::mark;
use crate::piece::{Form, Kind, Named};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{Name, Path};

/// Maximum number of members that a message lists.
const LISTED: usize = 16;

impl Scope<'_, '_> {
    /// The piece that a path names: a kind, `tile 3`, or the mark of a member alone.
    pub fn chosen(&mut self, path: &Path) -> Option<Named> {
        let Some(member) = &path.member else {
            if let Some(kind) = self.find_piece(path) {
                return Some(Named { kind, member: None });
            }
            let mark = path.single().and_then(|name| mark::of(&name.text));
            if let Some(named) = mark.and_then(|mark| member_of_mark(self, mark)) {
                return Some(named);
            }
            return self.piece(path).map(|kind| Named { kind, member: None });
        };
        let kind = self.piece(path)?;
        let found = self.pieces.kind(kind)?.clone();
        match place(&found, member) {
            Ok(at) => Some(Named { kind, member: Some(at) }),
            Err(d) => {
                self.diagnostics.push(*d);
                None
            }
        }
    }
}

/// The place of a member in its family.
fn place(kind: &Kind, member: &Name) -> Result<u16, Box<Diagnostic>> {
    let name = &kind.name;
    let wrong = |text: String| Diagnostic::new(Code::NoSuchMember, member.span, text);
    if kind.form != Form::Unit || kind.marks.len() < 2 {
        let text = match kind.form {
            Form::Unit => format!("`{name}` is one piece, and no family"),
            Form::Chain(_) | Form::Rigid => format!("`{name}` covers several cells, and is no family"),
        };
        return Err(Box::new(wrong(text).help(format!("write `{name}`"))));
    }
    let wanted = mark::of(&member.text);
    let at = kind.marks.iter().position(|m| Some(*m) == wanted).and_then(|at| u16::try_from(at).ok());
    at.ok_or_else(|| {
        let known: Vec<String> =
            kind.marks.iter().take(LISTED).map(|m| format!("`{}`", mark::text(*m))).collect();
        let more = if kind.marks.len() > LISTED { ", …" } else { "" };
        Box::new(
            wrong(format!("`{name}` has no member `{}`", member.text))
                .note(format!("its members are {}{more}", known.join(", "))),
        )
    })
}
