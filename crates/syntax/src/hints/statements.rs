//! Repairs of whole statements.

use pest::Parser;

use super::{Edit, Failed, Repair, meant};
use crate::keywords::{Place, words};
use puzzlec_grammar::{Grammar, Rule};

/// A change of a counter in another language as a statement: `set fuel = fuel - 1` for `fuel -= 1`.
pub(crate) fn assignment(text: &str) -> Option<String> {
    let name =
        text.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|name| !name.is_empty())?;
    let rest = text.get(name.len()..)?.trim();
    for (sign, operator) in [("++", '+'), ("--", '-')] {
        if rest == sign {
            return Some(format!("set {name} = {name} {operator} 1"));
        }
    }
    for sign in ["+=", "-=", "*=", "/="] {
        if let Some(value) = rest.strip_prefix(sign).map(str::trim).filter(|value| !value.is_empty()) {
            let operator = sign.get(..1)?;
            let simple = value.chars().all(|c| c.is_alphanumeric() || c == '_');
            let value = if simple { value.to_owned() } else { format!("({value})") };
            return Some(format!("set {name} = {name} {operator} {value}"));
        }
    }
    let value = rest.strip_prefix(":=").or_else(|| rest.strip_prefix('=').filter(|v| !v.starts_with('=')))?;
    Some(value.trim()).filter(|value| !value.is_empty()).map(|value| format!("set {name} = {value}"))
}

/// A width and a height without the kind of the board: `4 x 2`, `4x2`, `4 by 2`, as `square 4 by 2`.
pub(super) fn square(size: &str) -> Option<String> {
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
    let (width, rest) = size.split_at_checked(digits(size))?;
    let rest = rest.trim_start();
    let rest = ["by", "x", "X", "×", "*", ","].iter().find_map(|sign| rest.strip_prefix(sign))?.trim();
    let whole = !width.is_empty() && !rest.is_empty() && digits(rest) == rest.len();
    whole.then(|| format!("square {width} by {rest}"))
}

impl Failed<'_> {
    /// Another text for the whole statement, if that is read to its end.
    fn whole(&self, text: String, help: String) -> Option<Repair> {
        Grammar::parse(self.rule, &text).ok()?;
        let edits = vec![Edit { start: 0, end: self.text.len(), text }];
        Some((help.clone(), self.fix(help, edits, false)))
    }

    /// The word of an item in another language, at the start of a line.
    pub(super) fn item(&self) -> Option<Repair> {
        let line = self.text.get(..self.at)?.rsplit(['\n', '\r']).next()?;
        let begins = line.trim().is_empty() && self.rule == Rule::item && self.expected.contains(&Rule::EOI);
        let word = self.token();
        let own = meant(word, words(Place::Item)).filter(|_| begins)?;
        let fix = self.fix(format!("replace `{word}` by `{own}`"), self.edit(self.at, self.end, own), false);
        Some((format!("did you mean `{own}`?"), fix))
    }

    /// Two statements in one line: `rules jump goal row ..o`.
    pub(super) fn begins(&self) -> Option<Repair> {
        let place = match self.rule {
            Rule::rule_statement => Place::Rule,
            Rule::puzzle_statement => Place::Puzzle,
            _ => return None,
        };
        let word = words(place).iter().find(|word| **word == self.token())?;
        let (before, after) = (self.text.get(..self.at)?.trim_end(), self.text.get(self.at..)?.trim_end());
        [before, after].into_iter().try_for_each(|text| Grammar::parse(self.rule, text).map(drop)).ok()?;
        let edits = vec![Edit { start: before.len(), end: self.at, text: "; ".into() }];
        let help = format!("begin `{word}` on a new line, or write `;` before it");
        Some((help, self.fix(format!("write `;` before `{word}`"), edits, false)))
    }

    /// `move x to y, y to z`.
    pub(super) fn pairs(&self) -> Option<Repair> {
        let list = self.text.strip_prefix("move ").filter(|_| self.token() == "to")?;
        let mut depth = 0_usize;
        let pairs = list.split(|c: char| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            c == ',' && depth == 0
        });
        let sides: Option<Vec<(&str, &str)>> = pairs.map(|pair| pair.split_once(" to ")).collect();
        let (from, to): (Vec<&str>, Vec<&str>) =
            sides?.into_iter().map(|(from, to)| (from.trim(), to.trim())).unzip();
        let text = format!("move {} to {}", from.join(", "), to.join(", "));
        let help = format!("all cells before `to`, and where they go behind it: `{text}`");
        self.whole(text, help)
    }

    /// `goal all box at target`.
    pub(super) fn each(&self) -> Option<Repair> {
        let goal = self.text.strip_prefix("goal ")?.trim();
        let rest = ["all ", "every ", "each "].iter().find_map(|word| goal.strip_prefix(word))?;
        let (piece, place) = [" at ", " on ", " in "].iter().find_map(|word| rest.split_once(word))?;
        let (piece, place) = (piece.trim(), place.trim());
        let name = |text: &str| {
            let part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
            !text.is_empty() && text.chars().all(part)
        };
        let place =
            ["all ", "every ", "each ", "the "].iter().find_map(|w| place.strip_prefix(w)).unwrap_or(place);
        if !name(piece) || !place.split(',').all(|place| name(place.trim())) {
            return None;
        }
        let coordinate = place.contains(',') || place.ends_with(|c: char| c.is_ascii_digit());
        let text = format!("{piece} at {}{place}", if coordinate { "" } else { "every " });
        let other = format!("all x in cells: x is not {piece} or x is {place}");
        let help = match coordinate {
            true => format!("write `{text}`"),
            false => format!("write `{text}`, or `{other}` where there are fewer of them than places"),
        };
        self.whole(format!("goal {text}"), help)
    }

    /// `set fuel -= 1`.
    pub(super) fn assigned(&self) -> Option<Repair> {
        let text = assignment(self.text.strip_prefix("set ")?.trim())?;
        self.whole(text.clone(), format!("write `{text}`"))
    }
}
