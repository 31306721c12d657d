//! Lines of rules as groups.

use std::collections::BTreeSet;

use crate::split::expand;
use crate::text::Game;

/// A mark and a name; the mark may be empty.
pub(crate) type Term = (String, String);

/// A cell of a rule: terms, or `...` alone.
pub(crate) type Terms = Vec<Term>;

/// A rule in one direction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rule {
    pub(crate) direction: String,
    pub(crate) left: Vec<Vec<Terms>>,
    /// Empty if the rule has commands only.
    pub(crate) right: Vec<Vec<Terms>>,
    pub(crate) rigid: bool,
    pub(crate) late: bool,
    pub(crate) commands: Vec<String>,
}

/// A group; `back` is the number of the group to which a loop returns after it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub(crate) rules: Vec<Rule>,
    pub(crate) random: bool,
    pub(crate) back: Option<usize>,
}

/// A line of rules.
pub(crate) struct Line {
    pub(crate) rule: Rule,
    pub(crate) directions: Vec<String>,
    pub(crate) joined: bool,
    pub(crate) random: bool,
}

/// A part of a program.
pub(crate) enum Step {
    Line(Line),
    /// A loop begins.
    Start,
    /// The loop ends.
    End,
}

const DIRECTIONS: [&str; 7] = ["up", "down", "left", "right", "horizontal", "vertical", "orthogonal"];

/// The directions of a word.
fn directions(word: &str) -> &'static [&'static str] {
    match word {
        "up" => &["up"],
        "down" => &["down"],
        "left" => &["left"],
        "right" => &["right"],
        "horizontal" => &["left", "right"],
        "vertical" => &["up", "down"],
        _ => &["up", "down", "left", "right"],
    }
}

/// All groups: before the movement, and late ones.
pub(crate) fn group_lines(game: &Game, lines: &[String]) -> Result<(Vec<Group>, Vec<Group>), String> {
    let mut steps = Vec::new();
    for text in lines {
        match text.trim().to_lowercase().as_str() {
            "" => {}
            "startloop" => steps.push(Step::Start),
            "endloop" => steps.push(Step::End),
            _ => steps.extend(line(game, text)?.map(Step::Line)),
        }
    }
    group_steps(game, steps)
}

/// The groups of a program.
pub(crate) fn group_steps(game: &Game, steps: Vec<Step>) -> Result<(Vec<Group>, Vec<Group>), String> {
    let mut passes = [Vec::<Group>::new(), Vec::new()];
    // The groups of each pass at which the open loop began, and whether the next line may join the last group.
    let mut open: Option<[usize; 2]> = None;
    let mut last = [false, false];
    for step in steps {
        match step {
            Step::Start => {
                open = Some([passes[0].len(), passes[1].len()]);
                last = [false, false];
            }
            Step::End => {
                let begin = open.take().ok_or("`endloop`")?;
                for (pass, begin) in passes.iter_mut().zip(begin) {
                    if pass.len() > begin
                        && let Some(group) = pass.last_mut()
                    {
                        group.back = Some(begin);
                    }
                }
                last = [false, false];
            }
            Step::Line(line) => {
                let late = usize::from(line.rule.late);
                if !line.joined {
                    last = [false, false];
                }
                let rules = expand(game, &line)?;
                let (Some(pass), Some(joins)) = (passes.get_mut(late), last.get_mut(late)) else { continue };
                if rules.is_empty() {
                    continue;
                }
                if !*joins {
                    pass.push(Group { random: line.random, ..Group::default() });
                    *joins = true;
                }
                if let Some(group) = pass.last_mut() {
                    group.rules.extend(rules);
                    // Of equal rules the last stays.
                    let mut seen = BTreeSet::new();
                    let mut kept: Vec<Rule> =
                        group.rules.drain(..).rev().filter(|rule| seen.insert(rule.clone())).collect();
                    kept.reverse();
                    group.rules = kept;
                }
            }
        }
    }
    let [early, late] = passes;
    Ok((early, late))
}

/// Reads a line; none if it has no meaning for play.
fn line(game: &Game, text: &str) -> Result<Option<Line>, String> {
    let (text, message) = match text.to_lowercase().find("->").and_then(|at| {
        let tail = text.get(at..)?.to_lowercase();
        let found = tail.match_indices("message").find(|(m, _)| {
            let before = tail.get(..*m).and_then(|t| t.chars().next_back());
            before.is_some_and(|c| c.is_whitespace() || c == ']' || c == '>')
        })?;
        Some(at + found.0)
    }) {
        Some(at) => (text.get(..at).unwrap_or(""), text.get(at + 7..).map(|m| m.trim().to_owned())),
        None => (text, None),
    };
    let mut spaced = text.to_lowercase().replace("->", " -> ");
    for sign in ["[", "]", "|"] {
        spaced = spaced.replace(sign, &format!(" {sign} "));
    }
    let spaced = match spaced.trim_start().strip_prefix('+') {
        Some(rest) => format!("+ {rest}"),
        None => spaced,
    };
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "->").ok_or("a rule without `->`")?;
    let (left, right) = words.split_at(at);
    let begin = left.iter().position(|word| *word == "[").ok_or("a rule without cells")?;
    let (prefix, left) = left.split_at(begin);
    let right = right.get(1..).unwrap_or(&[]);
    let end = right.iter().rposition(|word| *word == "]").map_or(0, |end| end + 1);
    let (right, after) = right.split_at(end);
    let mut commands: Vec<String> = Vec::new();
    for command in after {
        if !command.starts_with("sfx") {
            commands.push((*command).to_owned());
        }
    }
    commands.extend(message.map(|text| format!("message {text}")));
    let mut read = Line {
        rule: Rule {
            direction: String::new(),
            left: rows(game, left)?,
            right: rows(game, right)?,
            rigid: prefix.contains(&"rigid"),
            late: prefix.contains(&"late"),
            commands,
        },
        directions: Vec::new(),
        joined: prefix.contains(&"+"),
        random: prefix.contains(&"random"),
    };
    for word in prefix.iter().filter(|word| DIRECTIONS.contains(word)) {
        read.directions.extend(directions(word).iter().map(|d| (*d).to_owned()));
    }
    if read.directions.is_empty() {
        read.directions = directions("orthogonal").iter().map(|d| (*d).to_owned()).collect();
    }
    Ok(Some(read))
}

const MARKS: [&str; 19] = [
    "up",
    "down",
    "left",
    "right",
    "action",
    "moving",
    "stationary",
    "horizontal",
    "vertical",
    "orthogonal",
    "parallel",
    "perpendicular",
    ">",
    "<",
    "^",
    "v",
    "no",
    "random",
    "randomdir",
];

fn rows(game: &Game, words: &[&str]) -> Result<Vec<Vec<Terms>>, String> {
    let mut rows: Vec<Vec<Terms>> = Vec::new();
    for row in words.split(|word| *word == "]") {
        let Some((_, cells)) = row.split_first() else { continue };
        let mut read = Vec::new();
        for cell in cells.split(|word| *word == "|") {
            let mut terms = Terms::new();
            let mut mark: Option<&str> = None;
            for (at, word) in cell.iter().enumerate() {
                let named = |word: &str| game.find(word).is_ok();
                let is_name =
                    named(word) && (mark.is_some() || !cell.get(at + 1).is_some_and(|next| named(next)));
                if *word == "..." {
                    terms.push(("...".into(), String::new()));
                } else if MARKS.contains(word) && !is_name {
                    mark = Some(word);
                } else {
                    let mark = mark.take().unwrap_or("");
                    let name = game.real(word);
                    match game.find(name)? {
                        crate::text::Sense::OneOf(objects) if mark != "no" && objects.len() > 1 => {
                            terms.push((mark.into(), name.into()));
                        }
                        sense => terms.extend(sense.objects().iter().map(|o| (mark.to_owned(), o.clone()))),
                    }
                }
            }
            read.push(terms);
        }
        rows.push(read);
    }
    Ok(rows)
}
