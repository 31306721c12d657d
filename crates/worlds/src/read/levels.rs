//! Levels and messages.

use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};

use super::Reader;
use super::names::{Meaning, Names};
use super::text::Line;
use crate::Bits;
use crate::game::{Entry, Game, Level, Thing};

const MOST_CELLS: usize = 1 << 14;
/// Cells of all levels together.
const MOST_CELLS_IN_ALL: usize = 1 << 20;

impl Reader {
    /// LEVELS: boards between blank lines, and messages.
    pub(super) fn levels(&mut self, game: &mut Game, names: &Names, background: &Thing, lines: &[Line]) {
        let mut rows: Vec<&Line> = Vec::new();
        let mut room = MOST_CELLS_IN_ALL;
        for line in lines {
            let words = line.words();
            let message = words.first().filter(|word| word.text == "message");
            if message.is_some() || words.is_empty() {
                self.level(game, names, background, &std::mem::take(&mut rows), &mut room);
            }
            match message {
                Some(word) => game.entries.push(Entry::Message(line.after(word.span).to_owned())),
                None if !words.is_empty() => rows.push(line),
                None => {}
            }
        }
        self.level(game, names, background, &rows, &mut room);
    }

    fn level(
        &mut self,
        game: &mut Game,
        names: &Names,
        background: &Thing,
        rows: &[&Line],
        room: &mut usize,
    ) {
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return };
        let width = first.text.trim().chars().count();
        let (height, span) = (rows.len(), first.span.to(last.span));
        let cells = width.saturating_mul(height);
        if cells > MOST_CELLS || cells > *room {
            let headline = format!("a level has at most {MOST_CELLS} cells, all levels {MOST_CELLS_IN_ALL}");
            return self.error(Diagnostic::new(Code::BoardTooLarge, span, headline));
        }
        *room -= cells;
        let mut drawn = Vec::with_capacity(cells);
        for row in rows {
            let text = row.text.trim();
            let mut keys: Vec<Bits> = Vec::with_capacity(width);
            for (at, c) in text.char_indices().take(width) {
                let start = row.span.start as usize + at;
                let place = Span::new(row.span.file, start, start + c.len_utf8());
                keys.push(self.key(names, c, place));
            }
            let end = keys.last().cloned().unwrap_or_default();
            keys.resize(width, end);
            drawn.push(keys);
        }
        let mut cells: Vec<Bits> = Vec::with_capacity(cells);
        for x in 0..width {
            cells.extend(drawn.iter().map(|row| row.get(x).cloned().unwrap_or_default()));
        }
        let seen = cells.iter().flat_map(Bits::iter).find(|object| background.objects.contains(*object));
        if let Some(fill) = seen.or_else(|| first_background(game, background, names)) {
            for cell in cells.iter_mut().filter(|cell| !cell.meets(&background.objects)) {
                cell.insert(fill);
            }
        }
        let name = format!("level{}", game.levels().count() + 1);
        game.entries.push(Entry::Level(Level {
            name,
            span,
            width,
            height,
            cells,
            outside: Bits::default(),
            expected: Vec::new(),
        }));
    }

    /// The objects of a key.
    fn key(&mut self, names: &Names, c: char, place: Span) -> Bits {
        let name: String = c.to_lowercase().collect();
        let found = names.keys().find(|(key, _)| *key == name);
        match found {
            Some((_, Meaning::Any(..))) => {
                let headline =
                    format!("`{c}` stands for one of several objects, so it cannot be drawn in a level");
                self.error(Diagnostic::new(Code::WrongKind, place, headline));
            }
            Some((_, meaning)) => return names.thing(meaning).objects,
            None => {
                let headline = format!("`{c}` is not in the legend");
                self.error(Diagnostic::new(Code::UnknownMark, place, headline));
            }
        }
        Bits::default()
    }
}

/// The first background of the legend, for a level that shows none.
fn first_background(game: &Game, background: &Thing, names: &Names) -> Option<usize> {
    let named = names.first_of("background");
    named.or_else(|| background.objects.iter().find(|object| *object < game.objects.len()))
}
