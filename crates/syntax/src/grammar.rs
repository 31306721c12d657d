//! What people call the rules of the grammar.

use std::sync::OnceLock;

use puzzlec_grammar::Rule;
use rustc_hash::FxHashMap;

/// The first literal of a line of the grammar.
fn literal(line: &'static str) -> Option<&'static str> {
    let (_, rest) = line.split_once("{ \"")?;
    Some(rest.split_once('"')?.0)
}

/// What people call what a rule stands for.
pub(crate) fn label(rule: Rule) -> String {
    let words = match rule {
        Rule::EOI => "the end of the statement",
        Rule::name | Rule::own_name | Rule::path => "a name",
        Rule::which => "a mark",
        Rule::int | Rule::part_number => "a number",
        Rule::text => "a text in quotes",
        Rule::picture | Rule::twin | Rule::quotes => "a picture",
        Rule::board => "a board",
        Rule::rectangle => "a width",
        Rule::script_text => "the text of a script",
        Rule::script | Rule::asked => "a script",
        Rule::edge => "an edge",
        Rule::property => "a property",
        Rule::params => "parameters",
        Rule::param => "a parameter",
        Rule::variables => "variables",
        Rule::variable => "a variable",
        Rule::arguments => "arguments",
        Rule::range => "a range",
        Rule::rule_refs | Rule::rule_ref | Rule::consequence => "a rule",
        Rule::cells | Rule::turn | Rule::turn_row => "a pattern",
        Rule::cell | Rule::part_of_piece | Rule::turn_cell | Rule::turn_term | Rule::movement => {
            "a cell of the pattern"
        }
        Rule::command => "a command",
        Rule::key => "a key",
        Rule::shape | Rule::step | Rule::direction => "a direction",
        Rule::config | Rule::places | Rule::at => "a configuration",
        Rule::row_term | Rule::row_group | Rule::marks => "marks",
        Rule::goal | Rule::goal_part | Rule::goal_atom | Rule::goal_group | Rule::counted => "a goal",
        Rule::entry => "a piece",
        Rule::amount => "a number of pieces",
        Rule::label => "a label",
        Rule::labels => "labels",
        Rule::claim | Rule::solution_count | Rule::placement_count => "a claim",
        Rule::moves | Rule::plan_word | Rule::plain_word => "a move",
        Rule::value_range => "a name with its range",
        Rule::expression
        | Rule::conjunction
        | Rule::inversion
        | Rule::comparison
        | Rule::sum
        | Rule::product
        | Rule::unary
        | Rule::primary
        | Rule::factor
        | Rule::quantified
        | Rule::group
        | Rule::call => "an expression",
        Rule::set | Rule::sets => "cells",
        other => return written(other),
    };
    words.to_string()
}

/// The literal of a keyword or mark in backquotes; for any other rule its name in words.
fn written(rule: Rule) -> String {
    static TABLE: OnceLock<FxHashMap<&'static str, &'static str>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let rules = puzzlec_grammar::SOURCE
            .lines()
            .filter_map(|line| Some((line.split_once(" = ")?.0.trim(), literal(line)?)));
        rules.collect()
    });
    let name = format!("{rule:?}");
    match table.get(name.as_str()) {
        Some(literal) => format!("`{literal}`"),
        None => format!("`{}`", name.replace('_', " ")),
    }
}
