//! RULES: lines, groups and loops.

mod line;

use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};

use super::Reader;
use super::expand::{self, Problem};
use super::masks;
use super::names::Names;
use super::terms::Side;
use super::text::Line;
use crate::game::{Command, Direction, Group, Pass, Rule};

/// Cells of all rules without shorthand.
const MOST_CELLS: usize = 1 << 17;

/// A line of the text.
pub(super) struct Source {
    pub(super) span: Span,
    /// Whether it belongs to the group of the line before.
    pub(super) joined: bool,
    pub(super) late: bool,
    pub(super) rigid: bool,
    pub(super) random: bool,
    /// None if no direction is written.
    pub(super) directions: Vec<Direction>,
    pub(super) left: Side,
    pub(super) right: Side,
    pub(super) commands: Vec<Command>,
}

/// A pass while lines are read.
#[derive(Default)]
struct Building {
    pass: Pass,
    /// The first group of the open loop.
    open: Option<usize>,
}

impl Building {
    fn end_loop(&mut self) {
        let Some(first) = self.open.take() else { return };
        let count = self.pass.groups.len();
        self.pass.back.resize(count, None);
        if let (true, Some(back)) = (first < count, self.pass.back.last_mut()) {
            *back = Some(first);
        }
    }
}

/// A part of a program.
pub(super) enum Step {
    Rule(Source),
    /// A loop begins here, or ends.
    Loop(bool, Span),
}

impl Reader {
    /// The lines of all rules.
    pub(super) fn steps(&mut self, names: &Names, lines: &[Line]) -> Vec<Step> {
        let mut steps = Vec::new();
        for line in lines {
            match &*line.text.trim().to_lowercase() {
                "" => {}
                "startloop" => steps.push(Step::Loop(true, line.span)),
                "endloop" => steps.push(Step::Loop(false, line.span)),
                _ => steps.extend(self.rule(names, line).map(Step::Rule)),
            }
        }
        steps
    }

    /// All rules: those before the movement and those after it.
    pub(super) fn passes(&mut self, names: &Names, steps: &[Step]) -> (Pass, Pass) {
        let mut passes = [Building::default(), Building::default()];
        let mut open: Option<Span> = None;
        let mut count = 0;
        // The lines of one group, in both passes.
        let mut groups: [Group; 2] = Default::default();
        let close = |groups: &mut [Group; 2], passes: &mut [Building; 2]| {
            for (group, building) in groups.iter_mut().zip(passes) {
                let mut group = std::mem::take(group);
                masks::keep_last(&mut group.rules);
                if !group.rules.is_empty() {
                    building.pass.groups.push(group);
                }
            }
        };
        for step in steps {
            let source = match step {
                Step::Rule(source) => source,
                Step::Loop(starts, span) => {
                    close(&mut groups, &mut passes);
                    if *starts == open.is_some() {
                        let headline =
                            if *starts { "loops cannot be nested" } else { "`endloop` without `startloop`" };
                        self.error(Diagnostic::new(Code::Unexpected, *span, headline));
                        continue;
                    }
                    open = starts.then_some(*span);
                    for building in &mut passes {
                        if *starts {
                            building.open = Some(building.pass.groups.len());
                        } else {
                            building.end_loop();
                        }
                    }
                    continue;
                }
            };
            if !source.joined {
                close(&mut groups, &mut passes);
            }
            let rules = self.plain(names, source);
            count += rules.iter().flat_map(|rule| &rule.rows).flatten().map(Vec::len).sum::<usize>();
            if count > MOST_CELLS {
                let headline = format!("the rules stand for plain rules with more than {MOST_CELLS} cells");
                self.error(Diagnostic::new(Code::RuleTooLarge, source.span, headline));
                break;
            }
            let [early, late] = &mut groups;
            let group = if source.late { late } else { early };
            if group.rules.is_empty() {
                group.random = source.random;
            }
            group.rules.extend(rules);
        }
        close(&mut groups, &mut passes);
        if let Some(span) = open {
            self.error(Diagnostic::new(Code::UnclosedBlock, span, "`startloop` without `endloop`"));
        }
        let [early, late] = passes.map(|mut building| {
            building.end_loop();
            let count = building.pass.groups.len();
            building.pass.back.resize(count, None);
            building.pass
        });
        (early, late)
    }

    /// The plain rules of a line.
    pub(super) fn plain(&mut self, names: &Names, source: &Source) -> Vec<Rule> {
        let (mut rules, mut never) = (Vec::new(), None);
        let expanded = match expand::expand(names, source) {
            Ok(expanded) => expanded,
            Err(problem) => {
                self.error(problem.diagnostic(source.span));
                return rules;
            }
        };
        for plain in expanded {
            match masks::compile(names, source, &plain) {
                Ok(rule) => rules.push(rule),
                Err(why) => never = Some(why),
            }
        }
        if let (true, Some(why)) = (rules.is_empty(), never) {
            self.error(Diagnostic::new(Code::RuleNeverFires, source.span, why));
        }
        rules
    }
}

impl Problem {
    fn diagnostic(self, span: Span) -> Diagnostic {
        match self {
            Problem::Ambiguous => {
                let headline = "nothing on the left side decides a movement on the right side";
                Diagnostic::new(Code::WrongArguments, span, headline)
                    .note("a word such as `moving` stands once on the left side, or at the same name in the same place")
            }
            Problem::Undecided(name) => {
                let headline = format!(
                    "nothing on the left side decides which object `{name}` is; the rule is left out"
                );
                Diagnostic::new(Code::RuleNeverFires, span, headline)
            }
            Problem::TooLarge => {
                let headline = format!("the rule stands for more than {} plain rules", expand::MOST);
                Diagnostic::new(Code::RuleTooLarge, span, headline)
            }
        }
    }
}
