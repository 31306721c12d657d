//! Repairs for what newcomers write: each is tried on the statement and proposed only if the
//! grammar then reads further than before.

mod lacks;
mod statements;

use pest::Parser;
use pest::error::InputLocation;

use super::keywords;
use puzzlec_base::Span;
use puzzlec_base::diag::{Diagnostic, Fix, TextEdit, closest};
use puzzlec_grammar::{Grammar, Rule};

pub(super) use statements::assignment;

/// How other languages write what stands behind it here.
const SYMBOLS: &[(&str, &[&str])] = &[
    ("&&", &["and"]),
    ("||", &["or"]),
    ("&", &["and"]),
    ("|", &["or"]),
    ("===", &["=="]),
    ("!==", &["!="]),
    ("<>", &["!="]),
    ("=<", &["<="]),
    ("=>", &["->", ">="]),
    ("==", &["="]),
    ("=", &["==", "at", "to", ""]),
    ("!", &["not "]),
    ("~", &["not "]),
    ("¬", &["not "]),
    ("∧", &["and"]),
    ("∨", &["or"]),
    ("≤", &["<="]),
    ("≥", &[">="]),
    ("≠", &["!="]),
    ("-->", &["->"]),
    ("->", &["to", "=", "<->"]),
    ("→", &["->", "to"]),
    ("⇒", &["->"]),
    ("<=>", &["<->"]),
    ("↔", &["<->"]),
    ("⇔", &["<->"]),
    ("×", &["*", "by"]),
    ("·", &["*"]),
    ("÷", &["/"]),
    ("−", &["-"]),
    ("–", &["-"]),
    ("—", &["-"]),
    ("…", &[".."]),
    ("...", &[".."]),
    (":=", &["="]),
    (":", &["=", ""]),
    (",", &["by", "with", "|"]),
    ("not is", &["is not"]),
    ("isn't", &["is not"]),
    (".", &["empty"]),
    ("{", &["["]),
    ("(", &["["]),
];

/// Words of other languages, with what stands for them here.
const WORDS: &[(&str, &[&str])] = &[
    ("x", &["by", "*"]),
    ("and", &[","]),
    ("on", &["at"]),
    ("in", &["at"]),
    ("into", &["to"]),
    ("to", &["..", "towards"]),
    ("onto", &["to"]),
    ("mod", &["%"]),
    ("equals", &["=="]),
    ("isnt", &["is not"]),
    ("not", &["is not"]),
    ("xor", &["!="]),
    ("color", &["colour"]),
    ("colors", &["colours"]),
];

/// The statement that a word stands for, among those that may stand here: in capitals, or in another language.
pub(super) fn meant(word: &str, known: &[&'static str]) -> Option<&'static str> {
    let word = word.to_lowercase();
    let means =
        |own: &&&str| keywords::keyword(own).is_some_and(|own| own.elsewhere.split(' ').any(|w| w == word));
    known.iter().find(|own| **own == word).or_else(|| known.iter().find(means)).copied()
}

/// The same, or the statement whose word is nearly this one.
pub(super) fn statement(word: &str, known: &[&'static str]) -> Option<&'static str> {
    meant(word, known).or_else(|| closest(word, known.iter().copied()))
}

/// Repairs are tried on statements of so many bytes at most.
const LONGEST: usize = 4096;

/// What replaces a part of a statement.
struct Edit {
    /// Bytes of the statement.
    start: usize,
    end: usize,
    text: String,
}

/// A statement that does not parse.
pub(super) struct Failed<'t> {
    /// The rule that it was matched against.
    pub(super) rule: Rule,
    /// Its place.
    pub(super) span: Span,
    /// Its text.
    pub(super) text: &'t str,
    /// The first byte that does not fit, and the end of the token there.
    pub(super) at: usize,
    pub(super) end: usize,
    /// What would have fitted.
    pub(super) expected: &'t [Rule],
    /// The keywords among that.
    pub(super) keywords: &'t [String],
}

/// What to do, in words and as a change of the text.
type Repair = (String, Fix);

impl Failed<'_> {
    /// The diagnostic with a repair, if one is known.
    pub(super) fn mend(&self, found: Diagnostic) -> Diagnostic {
        if self.text.len() > LONGEST {
            return found;
        }
        let ways: [fn(&Self) -> Option<Repair>; 16] = [
            Self::item,
            Self::begins,
            Self::holds,
            Self::pairs,
            Self::each,
            Self::assigned,
            Self::known,
            Self::misspelt,
            Self::quotes,
            Self::sizes,
            Self::board,
            Self::row,
            Self::unquoted,
            Self::named,
            Self::claim,
            Self::lacks,
        ];
        match ways.iter().find_map(|way| way(self)) {
            Some((help, fix)) => {
                let mut found = found.help(help);
                found.fixes.push(fix);
                found
            }
            None => found,
        }
    }

    /// The token that does not fit.
    fn token(&self) -> &str {
        self.text.get(self.at..self.end).unwrap_or("")
    }

    /// Nearly a word that would have fitted.
    fn misspelt(&self) -> Option<Repair> {
        let word = self.token();
        if !word.chars().all(char::is_alphabetic) {
            return None;
        }
        let best = closest(word, self.keywords.iter().map(String::as_str))?;
        let edits = self.edit(self.at, self.end, best);
        self.tried(&edits)?;
        let fix = self.fix(format!("replace `{word}` by `{best}`"), edits, false);
        Some((format!("did you mean `{best}`?"), fix))
    }

    /// How far the statement is read once it is edited; `usize::MAX` where it is whole, and none
    /// where that is no further than before.
    fn tried(&self, edits: &[Edit]) -> Option<usize> {
        let mut text = String::with_capacity(self.text.len() + 8);
        let mut done = 0;
        for edit in edits {
            text.push_str(self.text.get(done..edit.start)?);
            text.push_str(&edit.text);
            done = edit.end;
        }
        let rest = self.text.get(done..)?;
        text.push_str(rest);
        let Err(error) = Grammar::parse(self.rule, &text) else { return Some(usize::MAX) };
        let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
        // The text behind the edits must be reached, and some of it read.
        (rest.len() > 1 && text.len() - at < rest.trim_start().len()).then_some(at)
    }

    fn fix(&self, title: String, edits: Vec<Edit>, safe: bool) -> Fix {
        let place = |byte: usize| self.span.start as usize + byte;
        let edit = |e: Edit| TextEdit {
            span: Span::new(self.span.file, place(e.start), place(e.end)),
            text: e.text,
        };
        Fix { title, edits: edits.into_iter().map(edit).collect(), safe }
    }

    fn edit(&self, start: usize, end: usize, text: &str) -> Vec<Edit> {
        let before = self.text.get(..start).unwrap_or("");
        let after = self.text.get(end..).unwrap_or("");
        let wordy = |c: char| c.is_alphanumeric() || c == '_';
        let (word, last) = (text.starts_with(wordy), text.ends_with(wordy));
        let mut text = text.to_owned();
        if word && before.ends_with(wordy) {
            text.insert(0, ' ');
        }
        if last && after.starts_with(wordy) {
            text.push(' ');
        }
        vec![Edit { start, end, text }]
    }

    /// A sign or word of another language.
    fn known(&self) -> Option<Repair> {
        let rest = self.text.get(self.at..)?;
        let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let mut tables: Vec<(&str, &[&str])> = Vec::new();
        tables.extend(WORDS.iter().filter(|(own, _)| *own == word));
        // A sign may begin where the tokens before it end: `2...6` is read as `2..` and `.6`.
        let mut signs: Vec<(usize, &str, &[&str])> = Vec::new();
        for (sign, meant) in SYMBOLS {
            for back in 0..=2 {
                if let Some(start) = self.at.checked_sub(back)
                    && self.text.get(start..).is_some_and(|t| t.starts_with(sign))
                    && back < sign.len()
                {
                    signs.push((start, *sign, *meant));
                }
            }
        }
        signs.sort_by_key(|s| std::cmp::Reverse(s.1.len()));
        signs.extend(tables.into_iter().map(|(own, meant)| (self.at, own, meant)));
        for (start, written, meant) in signs {
            let tried = meant.iter().filter_map(|new| {
                let edits = self.edit(start, start + written.len(), new);
                Some((self.tried(&edits)?, *new, edits))
            });
            let mut best: Option<(usize, &str, Vec<Edit>)> = None;
            for one in tried {
                if best.as_ref().is_none_or(|b| b.0 < one.0) {
                    best = Some(one);
                }
            }
            let Some((reached, new, edits)) = best else { continue };
            let sign = !written.starts_with(char::is_alphanumeric);
            let (new, sure) = (new.trim_end(), reached == usize::MAX && sign);
            if new.is_empty() {
                let fix = self.fix(format!("remove `{written}`"), edits, sure);
                return Some((format!("leave out `{written}`"), fix));
            }
            let fix = self.fix(format!("replace `{written}` by `{new}`"), edits, sure);
            return Some((format!("write `{new}` instead of `{written}`"), fix));
        }
        None
    }

    /// A test in the order of a configuration: `coin at x`.
    fn holds(&self) -> Option<Repair> {
        let test = ["when", "legal"].contains(&self.text.split_whitespace().next()?)
            || self.text.split_whitespace().any(|word| word == "where");
        let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        if !test || self.token() != "at" {
            return None;
        }
        let before = self.text.get(..self.at)?.trim_end();
        let piece = before.get(before.rfind(|c| !part(c)).map_or(0, |at| at + 1)..)?;
        let after = self.text.get(self.end..)?;
        let cell = after.trim_start().split(|c| !part(c)).next().filter(|cell| !cell.is_empty())?;
        let end = self.end + after.len() - after.trim_start().len() + cell.len();
        let new = format!("{cell} is {piece}");
        let edits = self.edit(before.len() - piece.len(), end, &new);
        let whole = self.tried(&edits)? == usize::MAX;
        Some((format!("write `{new}`"), self.fix(format!("write `{new}`"), edits, whole)))
    }

    /// Typographic and single quotes, and blanks that are no blanks.
    fn quotes(&self) -> Option<Repair> {
        let rest = self.text.get(self.at..)?;
        let first = rest.chars().next()?;
        if first.is_whitespace() {
            let odd = |c: &char| c.is_whitespace() && !c.is_ascii();
            let edits: Vec<Edit> = self
                .text
                .char_indices()
                .filter(|(_, c)| odd(c))
                .map(|(at, c)| Edit { start: at, end: at + c.len_utf8(), text: " ".into() })
                .collect();
            self.tried(&edits)?;
            let fix = self.fix("replace it by a blank".into(), edits, true);
            return Some(("write a plain blank".into(), fix));
        }
        let quote = |c: &char| matches!(c, '“' | '”' | '„' | '‟' | '«' | '»' | '‘' | '’' | '‚' | '\'' | '`');
        if !quote(&first) {
            return None;
        }
        let line = rest.split(['\n', '\r']).next()?;
        let (closing, last) = line.char_indices().skip(1).find(|(_, c)| quote(c))?;
        let edit = |at: usize, c: char| Edit { start: at, end: at + c.len_utf8(), text: "\"".into() };
        let edits = vec![edit(self.at, first), edit(self.at + closing, last)];
        self.tried(&edits)?;
        let fix = self.fix("write straight double quotes".into(), edits, true);
        Some(("texts need straight double quotes: `\"`".into(), fix))
    }

    /// `3x3`, or a square of which only the width is given.
    fn sizes(&self) -> Option<Repair> {
        let token = self.text.get(self.at..self.end)?;
        let digits = |t: &str| !t.is_empty() && t.chars().all(|c| c.is_ascii_digit());
        let size = token.split_once(['x', 'X']).filter(|(w, h)| digits(w) && digits(h));
        let read = self.text.get(..self.at)?.trim_end();
        let (edits, new) = match size {
            Some((width, height)) => {
                let new = format!("{width} by {height}");
                (self.edit(self.at, self.end, &new), new)
            }
            None if self.expected.contains(&Rule::kw_by) && read.contains('*') => {
                let star = read.rfind('*')?;
                (self.edit(star, star + 1, " by "), "WIDTH by HEIGHT".to_owned())
            }
            None if self.expected.contains(&Rule::kw_by) => {
                let width = read.split_whitespace().last().filter(|w| digits(w))?;
                let new = format!("{width} by {width}");
                (self.edit(read.len(), read.len(), &format!(" by {width}")), new)
            }
            None => return None,
        };
        self.tried(&edits)?;
        let fix = self.fix(format!("write `{new}`"), edits, false);
        Some((format!("width and height are needed: `{new}`"), fix))
    }

    /// A row of marks without its word.
    fn row(&self) -> Option<Repair> {
        let keyword = self.text.split_whitespace().next()?;
        let place = match keyword {
            "start" | "goal" => keyword.len(),
            "configuration" => self.text.find('=')? + 1,
            _ => return None,
        };
        let rest = self.text.get(place..)?;
        let mut words = rest.split(|c: char| !c.is_alphanumeric() && c != '_');
        let said = words.any(|w| !matches!(w, "row" | "or") && keywords::keyword(w).is_some());
        if said || !rest.contains(['.', '*', '"', '(']) {
            return None;
        }
        let first = vec![Edit { start: place, end: place, text: " row".into() }];
        let here = self.edit(self.at, self.at, "row ");
        let edits = [first, here].into_iter().find(|e| self.tried(e) == Some(usize::MAX))?;
        let fix = self.fix("add `row`".into(), edits, true);
        Some(("marks in a row stand behind the word `row`".into(), fix))
    }

    /// A board whose kind is missing, or called otherwise.
    fn board(&self) -> Option<Repair> {
        if self.text.split_whitespace().next() != Some("board") {
            return None;
        }
        let read = self.text.get(..self.at)?.trim_end();
        let word = read.rfind(|c: char| !c.is_alphanumeric()).map_or(0, |i| i + 1);
        let size = self.token().starts_with(|c: char| c.is_ascii_digit());
        if let Some(new) = self.text.get(self.at..).and_then(statements::square).filter(|_| size) {
            let edits = vec![Edit { start: self.at, end: self.text.len(), text: new.clone() }];
            let help = format!("write `{new}`");
            Grammar::parse(self.rule, &format!("{}{new}", self.text.get(..self.at)?)).ok()?;
            return Some((help.clone(), self.fix(help, edits, false)));
        }
        for kind in ["square", "line"].into_iter().filter(|_| size) {
            let added = self.edit(self.at, self.at, &format!("{kind} "));
            if self.expected.contains(&Rule::board) && self.tried(&added) == Some(usize::MAX) {
                let fix = self.fix(format!("add `{kind}`"), added, false);
                return Some((format!("which kind of board is it? `{kind}`"), fix));
            }
            let (written, edits) = (read.get(word..)?, self.edit(word, read.len(), kind));
            if word > 0 && self.tried(&edits) == Some(usize::MAX) {
                let fix = self.fix(format!("replace `{written}` by `{kind}`"), edits, false);
                return Some((format!("did you mean `{kind}`?"), fix));
            }
        }
        None
    }

    /// A text without its quotes.
    fn unquoted(&self) -> Option<Repair> {
        if !self.expected.contains(&Rule::text) || self.token().is_empty() {
            return None;
        }
        let whole = self.text.trim_end().len();
        for end in [self.end, whole] {
            let text = self.text.get(self.at..end)?;
            let edits = vec![Edit { start: self.at, end, text: format!("\"{text}\"") }];
            if !text.contains(['"', '\n']) && self.tried(&edits).is_some() {
                let fix = self.fix("put it in quotes".into(), edits, false);
                return Some((format!("put it in quotes: `\"{text}\"`"), fix));
            }
        }
        None
    }

    /// A name in quotes: names are single words.
    fn named(&self) -> Option<Repair> {
        let quoted = self.token().strip_prefix('"')?.strip_suffix('"')?;
        let words = quoted.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let capital = |word: &str| {
            let mut rest = word.chars();
            rest.next().into_iter().flat_map(char::to_uppercase).chain(rest).collect::<String>()
        };
        let name = match self.text.split_whitespace().next()? {
            "puzzle" | "board" => words.map(capital).collect::<String>(),
            _ => words.map(str::to_lowercase).collect::<Vec<_>>().join("_"),
        };
        let edits = self.edit(self.at, self.end, &name);
        self.tried(&edits).filter(|_| self.expected.contains(&Rule::name))?;
        let fix = self.fix(format!("write `{name}`"), edits, false);
        Some((format!("names are single words without quotes: `{name}`"), fix))
    }

    /// The rest of a claim, of what players play for, of a count; a comma too many.
    fn claim(&self) -> Option<Repair> {
        let whole = self.text.trim_end().len();
        let first = self.text.split_whitespace().next()?;
        let mut ways: Vec<(Vec<Edit>, String)> = Vec::new();
        if self.text.trim_end().ends_with(',') {
            ways.push((self.edit(whole - 1, whole, ""), "leave out the last `,`".into()));
        }
        if first == "expect" {
            let start = first.len() + 1;
            let word = self.text.get(start..).map_or(start, |t| start + t.find(' ').unwrap_or(0));
            if self.text.split_whitespace().nth(1) == Some("grundy") {
                ways.push((self.edit(whole, whole, " 0"), "write `grundy N`".into()));
            }
            if self.text.split_whitespace().nth(1) == Some("plan") {
                ways.push((self.edit(whole, whole, " a1-b1"), "write the moves: `plan d6-d4 b5-d5`".into()));
            }
            ways.push((self.edit(whole, whole, " moves"), "write `solvable in N moves`".into()));
            ways.push((self.edit(start, start, "solvable in "), "write `solvable in N moves`".into()));
            ways.push((self.edit(start, word, "solvable"), "write `solvable in N moves`".into()));
        }
        if first == "players" {
            let rest = ", last to move wins";
            ways.push((self.edit(whole, whole, rest), format!("write `players 2{rest}`")));
        }
        let read = self.text.get(..self.at)?.trim_end();
        if read.ends_with("count") && !self.token().is_empty() {
            let token = self.token();
            let edits = vec![Edit { start: read.len(), end: self.end, text: format!("({token})") }];
            ways.push((edits, format!("write `count({token})`")));
        }
        let (edits, help) = ways.into_iter().find(|w| self.tried(&w.0) == Some(usize::MAX))?;
        let fix = self.fix(help.clone(), edits, false);
        Some((help, fix))
    }
}
