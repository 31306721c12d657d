//! The rows of a level, in the spellings of XSB.
//!
//! `#` wall, `@` or `p` man, `+` or `P` man on a target, `$` or `b` box, `*` or `B` box on a target, `.` or `o` target; a
//! blank, `-` or `_` is floor. A tab leads to the next multiple of eight columns. A number repeats the mark after it, and
//! `|` ends a row.

use crate::import::lines::{Line, wrong};
use puzzlec_base::Span;
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::words::grouped;

const MARKS: &str = "#@+$*.-_ ";
const LETTERS: &str = "pPbBo";
const TAB: usize = 8;
/// A short text cannot ask for a huge level.
const MOST_REPEATED: usize = 1_000;

/// Whether a text has levels. Rows of letters and numbers are only read beside others.
pub(in crate::import) fn is_one(text: &str) -> bool {
    let mut rows = 0;
    let mut man = false;
    for line in text.lines().map(str::trim_end).filter(|line| line.contains('#')) {
        let plain = line.chars().all(|c| MARKS.contains(c) || c == '\t');
        if plain || line.contains('|') && is_row(line, false) {
            rows += line.split('|').count();
            man |= line.contains(['@', '+', 'p', 'P']);
        }
    }
    rows > 2 && man || super::collection::is_one(text)
}

/// Whether a line has rows of a level. A row between walls may have a wrong mark.
pub(super) fn is_row(text: &str, inside: bool) -> bool {
    let plain = !text.trim().is_empty() && text.chars().all(|c| MARKS.contains(c) || c == '\t');
    let walled = text.trim_start().starts_with('#') && text.ends_with('#') && text.len() > 2;
    plain && (inside || text.contains('#')) || walled && inside || is_short(text) || is_lettered(text)
}

/// Whether a line repeats marks by numbers, or has several rows.
fn is_short(text: &str) -> bool {
    let known = |c: char| MARKS.contains(c) || LETTERS.contains(c) || c == '|' || c.is_ascii_digit();
    let whole = text.split('|').all(|row| !row.ends_with(|c: char| c.is_ascii_digit()));
    let begins = text.starts_with(['#', '-', '_']) || text.starts_with(|c: char| c.is_ascii_digit());
    let short = text.contains('|') || text.contains(|c: char| c.is_ascii_digit());
    short && begins && whole && text.contains('#') && text.chars().all(known)
}

/// Whether a line between walls has letters for what stands there.
fn is_lettered(text: &str) -> bool {
    let walled = text.trim_start().starts_with('#') && text.ends_with('#') && text.len() > 2;
    walled && text.chars().all(|c| MARKS.contains(c) || LETTERS.contains(c))
}

/// A row of a level, as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'t> {
    pub(super) line: Line<'t>,
    part: &'t str,
    /// Whether its columns are not those of the line.
    short: bool,
}

impl<'t> Row<'t> {
    /// The rows of a line.
    pub(super) fn of(line: Line<'t>) -> Vec<Row<'t>> {
        if !is_short(line.text) {
            return vec![Row { line, part: line.text, short: line.text.contains('\t') }];
        }
        let rows = line.text.strip_suffix('|').unwrap_or(line.text).split('|');
        rows.map(|part| Row { line, part, short: true }).collect()
    }

    /// The place of a column in the file.
    pub(super) fn at(&self, column: usize) -> Span {
        if self.short { self.line.part(self.part) } else { self.line.at(column) }
    }

    /// Its marks, without letters, numbers and tabs.
    ///
    /// # Errors
    /// The first mark that levels do not have; a number that is too large.
    pub(super) fn marks(&self) -> Result<Vec<char>, Box<Diagnostic>> {
        let (mut marks, mut times) = (Vec::new(), None::<usize>);
        for (column, c) in self.part.chars().enumerate() {
            if let Some(digit) = c.to_digit(10).filter(|_| self.short) {
                times = Some(times.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize));
                continue;
            }
            let mark = match c {
                '\t' => {
                    marks.resize((marks.len() / TAB + 1) * TAB, ' ');
                    continue;
                }
                'p' => '@',
                'P' => '+',
                'b' => '$',
                'B' => '*',
                'o' => '.',
                known if MARKS.contains(known) => known,
                other => {
                    let text = format!("`{other}` is no mark of a Sokoban level");
                    let help = "marks are `# @ + $ * .` and blanks";
                    return Err(Box::new(wrong(self.at(column), text).help(help)));
                }
            };
            let times = times.take().unwrap_or(1);
            if times > MOST_REPEATED {
                let text = format!("a mark is repeated more than {} times", grouped(MOST_REPEATED as u64));
                return Err(Box::new(wrong(self.at(column), text)));
            }
            marks.extend(std::iter::repeat_n(mark, times));
        }
        Ok(marks)
    }
}
