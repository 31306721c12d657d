//! Pieces, and what a cell may hold.

pub mod chain;
mod check;
pub mod counter;
mod floor;
mod selector;
pub mod sprite;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use self::chain::Part;
use self::counter::Counter;
use super::board::Coord;
use super::mark;
use super::number::{self, Values};
use super::project::ItemRef;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{Outline, Span, Sprite};
use puzzlec_syntax::ast::{Expr, PieceItem, PieceProp};

pub use check::check;
pub use selector::Selector;

/// A kind of piece, by its place in [`Pieces::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindId(pub u16);

/// The number of cells that a piece covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One cell. Several marks make a family of different pieces.
    Unit,
    /// A chain of this many cells, each next to the one before; each may bear a label.
    Chain(u8),
    /// Any connected shape that no move turns.
    Rigid,
}

/// A piece as declared.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Its marks, one for each member of a family; empty for a piece with labels. See [`mark`].
    pub marks: Vec<char>,
    /// The number of cells that it covers.
    pub form: Form,
    /// Whether it lies on its cell below other pieces.
    pub floor: bool,
    /// Whether it may be turned where it is placed.
    pub turns: bool,
    /// Whether it may be turned over where it is placed.
    pub flips: bool,
    /// The colour it is drawn in.
    pub colour: Option<String>,
    /// The outline that the author chose.
    pub outline: Option<Outline>,
    /// Its picture, if the author drew one.
    pub sprite: Option<Arc<Sprite>>,
    /// Its declaration.
    pub item: ItemRef,
    /// The place of its name.
    pub span: Span,
}

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A piece of one cell: the member of its family, by mark.
    Unit(KindId, u16),
    /// A cell of a chain.
    Part(KindId, Part),
    /// Cell number `part` (in reading order) of a rigid piece of a shape.
    Block(KindId, u16, u16),
}

impl Content {
    /// The kind of the piece, if there is one.
    pub fn kind(&self) -> Option<KindId> {
        match self {
            Content::Empty => None,
            Content::Unit(kind, _) | Content::Part(kind, _) | Content::Block(kind, ..) => Some(*kind),
        }
    }
}

/// A number for a [`Content`]; 0 is empty.
pub type ContentId = u16;

/// A piece as a text names it: of a kind, or one member of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Named {
    /// The kind.
    pub kind: KindId,
    /// The member of the family, by mark; any of them without one.
    pub member: Option<u16>,
}

impl Named {
    /// Whether a content is such a piece.
    pub fn matches(&self, content: &Content) -> bool {
        match (self.member, content) {
            (None, _) => content.kind() == Some(self.kind),
            (Some(member), Content::Unit(kind, of)) => *kind == self.kind && *of == member,
            (Some(_), _) => false,
        }
    }
}

/// The pieces of a puzzle and their contents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pieces {
    /// The kinds in play.
    pub kinds: Vec<Kind>,
    /// Labels of the cells of chains; 0 is "no label".
    pub labels: Vec<String>,
    /// The labels of chains, each list in one of its two orders.
    pub chains: Vec<Vec<u16>>,
    /// Shapes of rigid pieces: offsets from the first cell in reading order.
    pub shapes: Vec<Vec<(i32, i32)>>,
    /// The marks of rigid pieces in the start, by their first cells in reading order. They distinguish blocks
    /// for a reader; nothing else depends on them.
    pub drawn: BTreeMap<Coord, char>,
    /// The same in pictures of goals.
    pub drawn_in_goals: BTreeMap<Coord, char>,
    /// The marks that a legend gives to contents.
    pub signs: BTreeMap<ContentId, char>,
    /// The marks that a legend gives to a content on a floor.
    pub stacked: BTreeMap<(ContentId, ContentId), char>,
    /// The counters of the puzzle, which are parts of its positions like pieces on places of their own.
    pub counters: Vec<Counter>,
    chain_ids: FxHashMap<Vec<u16>, u16>,
    contents: Vec<Content>,
    ids: FxHashMap<Content, ContentId>,
}

impl Pieces {
    /// Initially only the empty content.
    pub fn new() -> Self {
        let mut pieces = Pieces { labels: vec![String::new()], ..Pieces::default() };
        pieces.intern(Content::Empty);
        pieces
    }

    /// The places of the counters in a position, in order.
    pub fn counter_places(&self) -> impl Iterator<Item = Coord> {
        (0..).zip(&self.counters).map(|(number, _)| Coord::counter(number))
    }

    /// The kind of a declaration, added with its contents when it is new.
    pub fn add(&mut self, item: ItemRef, piece: &PieceItem) -> KindId {
        if let Some(at) = self.kinds.iter().position(|k| k.item == item) {
            return KindId(u16::try_from(at).unwrap_or(u16::MAX));
        }
        let id = KindId(u16::try_from(self.kinds.len()).unwrap_or(u16::MAX));
        let form = form(piece);
        let marks = marks(piece);
        if form == Form::Unit {
            for member in 0..marks.len().max(1) {
                self.intern(Content::Unit(id, u16::try_from(member).unwrap_or(u16::MAX)));
            }
        }
        let name = piece.name.text.clone();
        let colour = piece.props.iter().find_map(|p| match p {
            PieceProp::Colour(name) => Some(name.text.clone()),
            _ => None,
        });
        let outline = piece.props.iter().find_map(|p| match p {
            PieceProp::Outline(name) => Outline::named(&name.text),
            _ => None,
        });
        let sprite = piece.props.iter().find_map(|p| match p {
            PieceProp::Sprite(drawing) => Some(Arc::new(sprite::read(drawing).0)),
            _ => None,
        });
        let floor = piece.props.iter().any(|p| matches!(p, PieceProp::Floor(_)));
        let turns = piece.props.iter().any(|p| matches!(p, PieceProp::Turns(_)));
        let flips = piece.props.iter().any(|p| matches!(p, PieceProp::Flips(_)));
        self.kinds.push(Kind {
            name,
            marks,
            form,
            floor,
            turns,
            flips,
            colour,
            outline,
            sprite,
            item,
            span: piece.name.span,
        });
        id
    }

    /// A kind by its id.
    pub fn kind(&self, id: KindId) -> Option<&Kind> {
        self.kinds.get(usize::from(id.0))
    }

    /// All kinds with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (KindId, &Kind)> {
        self.kinds.iter().enumerate().map(|(i, k)| (KindId(u16::try_from(i).unwrap_or(u16::MAX)), k))
    }

    /// The number of a content, which is added if it is new.
    pub fn intern(&mut self, content: Content) -> ContentId {
        if let Some(id) = self.ids.get(&content) {
            return *id;
        }
        let id = ContentId::try_from(self.contents.len()).unwrap_or(ContentId::MAX);
        self.contents.push(content.clone());
        self.ids.insert(content, id);
        id
    }

    /// The number of a known content.
    pub fn id(&self, content: &Content) -> Option<ContentId> {
        self.ids.get(content).copied()
    }

    /// A content by its number.
    pub fn content(&self, id: ContentId) -> &Content {
        self.contents.get(usize::from(id)).unwrap_or(&Content::Empty)
    }

    /// All contents with their numbers.
    pub fn contents(&self) -> impl ExactSizeIterator<Item = (ContentId, &Content)> {
        self.contents.iter().enumerate().map(|(i, c)| (ContentId::try_from(i).unwrap_or(0), c))
    }

    /// The numbers of the contents of a selector.
    pub fn matching(&self, selector: &Selector) -> Vec<ContentId> {
        self.contents().filter(|(_, c)| selector.matches(c)).map(|(i, _)| i).collect()
    }

    /// What distinguishes a piece in the test `different`: the member of a family, the label of a cell of a chain
    /// (whatever chain it is), the kind of a rigid piece. Nothing for an empty cell.
    pub fn likeness(&self, content: &Content) -> Option<(KindId, u16)> {
        Some(match content {
            Content::Empty => return None,
            Content::Unit(kind, member) => (*kind, *member),
            Content::Part(kind, part) => match self.label_of(part) {
                0 => (*kind, 0),
                // No kind has this number.
                label => (KindId(u16::MAX), label),
            },
            Content::Block(kind, ..) => (*kind, 0),
        })
    }

    /// The number of what a cell holds: the mark of a piece of one cell, or the label of a cell of a chain, if that is
    /// a number.
    pub fn number(&self, content: &Content) -> Option<i64> {
        match content {
            Content::Unit(kind, member) => {
                let mark = self.kind(*kind)?.marks.get(usize::from(*member))?;
                mark::number(&mark::text(*mark))
            }
            Content::Part(_, part) => mark::number(self.label_text(self.label_of(part))),
            Content::Empty | Content::Block(..) => None,
        }
    }

    /// The contents by their likeness.
    pub fn alike(&self) -> Vec<Vec<ContentId>> {
        let mut lists: BTreeMap<(KindId, u16), Vec<ContentId>> = BTreeMap::new();
        for (id, content) in self.contents() {
            if let Some(likeness) = self.likeness(content) {
                lists.entry(likeness).or_default().push(id);
            }
        }
        lists.into_values().collect()
    }

    /// The number of a label, which is added if it is new.
    pub fn label(&mut self, text: &str) -> u16 {
        let at = self.labels.iter().position(|l| l == text).unwrap_or_else(|| {
            self.labels.push(text.to_owned());
            self.labels.len() - 1
        });
        u16::try_from(at).unwrap_or(u16::MAX)
    }

    /// The number of a shape, which is added if it is new; `cells` in reading order.
    pub fn shape(&mut self, cells: &[Coord]) -> u16 {
        let Some(first) = cells.first() else { return 0 };
        let offsets: Vec<(i32, i32)> = cells.iter().map(|c| (c.x - first.x, c.y - first.y)).collect();
        let at = self.shapes.iter().position(|s| *s == offsets).unwrap_or_else(|| {
            self.shapes.push(offsets);
            self.shapes.len() - 1
        });
        u16::try_from(at).unwrap_or(u16::MAX)
    }

    /// The mark that a picture shows for a content.
    pub fn glyph(&self, id: ContentId) -> char {
        if let Some(sign) = self.signs.get(&id) {
            return *sign;
        }
        match self.content(id) {
            Content::Empty => '.',
            Content::Unit(k, member) => self.mark(*k, usize::from(*member)),
            Content::Block(k, shape, _) => self.mark(*k, usize::from(*shape)),
            Content::Part(k, part) => {
                self.label_text(self.label_of(part)).chars().next().unwrap_or_else(|| self.mark(*k, 0))
            }
        }
    }

    fn mark(&self, kind: KindId, member: usize) -> char {
        let Some(kind) = self.kind(kind) else { return '#' };
        let marks = &kind.marks;
        let mark = marks.get(member.checked_rem(marks.len()).unwrap_or(0));
        mark.copied().unwrap_or_else(|| self.letter(kind))
    }

    /// The mark of a piece that declares none: the first letter of its name that is no mark of another piece.
    fn letter(&self, wanted: &Kind) -> char {
        let mut taken: Vec<char> = self.kinds.iter().flat_map(|kind| &kind.marks).copied().collect();
        for kind in self.kinds.iter().filter(|kind| kind.marks.is_empty()) {
            let letter = kind.name.chars().find(|letter| !taken.contains(letter)).unwrap_or('#');
            if kind.item == wanted.item {
                return letter;
            }
            taken.push(letter);
        }
        '#'
    }

    /// A content in words.
    pub fn describe(&self, id: ContentId) -> String {
        match self.content(id) {
            Content::Empty => "empty".into(),
            Content::Unit(k, member) => {
                let Some(kind) = self.kind(*k) else { return "?".into() };
                if kind.marks.len() > 1 {
                    format!("{} {}", kind.name, mark::text(self.mark(*k, usize::from(*member))))
                } else {
                    kind.name.clone()
                }
            }
            Content::Part(k, part) => {
                let name = self.kind(*k).map_or("?", |k| &k.name);
                let text: Vec<&str> =
                    self.chain_labels(part.chain).iter().map(|label| self.label_text(*label)).collect();
                match text.as_slice() {
                    [a, b] if part.at == 0 => format!("{name} {a}-{b}"),
                    [a, b] => format!("{name} {b}-{a}"),
                    _ => format!("{name} {}.{}", text.join("-"), part.at + 1),
                }
            }
            Content::Block(k, shape, part) => {
                format!("{} {shape}.{part}", self.kind(*k).map_or("?", |k| &k.name))
            }
        }
    }
}

/// The marks of a piece as declared: those in quotes, or the numbers of its members.
pub fn marks(piece: &PieceItem) -> Vec<char> {
    let written = piece.marks.iter().flat_map(|m| m.value.chars());
    let numbers = piece.props.iter().filter_map(|prop| match prop {
        PieceProp::Members(first, last) => members(first, last).ok(),
        _ => None,
    });
    written.chain(numbers.flatten().filter_map(|n| mark::of(&n.to_string()))).collect()
}

/// The numbers of a family's members.
fn members(first: &Expr, last: &Expr) -> Result<RangeInclusive<i64>, Box<Diagnostic>> {
    let number = |expr: &Expr| {
        let found = number::evaluate(expr, &Values::new())?;
        if (0..=mark::LARGEST).contains(&found) {
            return Ok(found);
        }
        let text = format!("members have numbers from 0 to 9,999, found {found}");
        Err(Box::new(Diagnostic::new(Code::BadPiece, expr.span, text)))
    };
    let (least, most) = (number(first)?, number(last)?);
    if least > most {
        let text = format!("a family has at least one member, but {most} is less than {least}");
        return Err(Box::new(Diagnostic::new(Code::BadPiece, first.span.to(last.span), text)));
    }
    Ok(least..=most)
}

/// The cells that a piece covers, as declared.
pub fn form(piece: &PieceItem) -> Form {
    let mut form = Form::Unit;
    for prop in &piece.props {
        match prop {
            PieceProp::Cells(expr) => {
                let cells = number::evaluate(expr, &Values::new()).map(u8::try_from);
                if let Ok(Ok(n @ 2..=chain::LONGEST)) = cells {
                    form = Form::Chain(n);
                }
            }
            PieceProp::Rigid(_) => form = Form::Rigid,
            _ => {}
        }
    }
    form
}

/// Whether a character has zero width: combining marks, joiners and selectors.
fn joins(c: char) -> bool {
    matches!(u32::from(c),
        0x0300..=0x036F | 0x0483..=0x0489 | 0x0591..=0x05BD | 0x0610..=0x061A | 0x064B..=0x065F
        | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF | 0x200B..=0x200F | 0x2060..=0x2064 | 0x20D0..=0x20FF
        | 0x3099..=0x309A | 0xFE00..=0xFE0F | 0xFE20..=0xFE2F | 0xFEFF | 0x1F3FB..=0x1F3FF | 0xE0020..=0xE01EF)
}

/// Whether a character may be a mark, or part of one.
pub(crate) fn may_be(c: char) -> bool {
    !(c.is_whitespace() || c.is_control() || joins(c) || mark::is_word(c) || matches!(c, '.' | '?'))
}
