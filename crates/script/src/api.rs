//! The script API as one table, from which the interpreter's functions, the manual and the editor's help are
//! derived.

mod action;
mod arguments;
mod board;
mod configuration;
mod finding;
mod geometry;
mod ground;
mod make;
mod position;
mod random;
mod symmetry;

use std::sync::Arc;

use rhai::{Dynamic, Engine, EvalAltResult};

use action::Live;
pub(super) use action::{Action, MAX_ALL_PARTS};
use arguments::{cell, cells, number, text, texts, wants};
pub(super) use board::{Board, Cell};
pub(super) use configuration::Configuration;
pub(super) use finding::{Finding, Mark, Puzzle};
pub(super) use ground::Ground;
pub(super) use make::Made;
pub(super) use position::{Move, Position};
use puzzlec_base::Random;

use puzzlec_base::diag::{Code, did_you_mean};

/// Bytes of the name of a piece or a colour.
const MAX_NAME: usize = 64;

/// An entry of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApiItem {
    /// Its name.
    pub name: &'static str,
    /// Its signature with the result: `board.step(cell, direction) -> cell or ()`.
    pub signature: &'static str,
    /// One sentence.
    pub doc: &'static str,
}

impl ApiItem {
    /// Whether it is written without arguments, as `cell.name`.
    pub fn is_property(&self) -> bool {
        !self.signature.contains('(') || self.signature.find("->") < self.signature.find('(')
    }

    /// Its receiver, such as `board`; `None` for a free function.
    pub fn receiver(&self) -> Option<&'static str> {
        self.usage().split_once('.').map(|parts| parts.0).filter(|r| !r.contains('('))
    }

    /// Its signature without the result.
    pub fn usage(&self) -> &'static str {
        self.signature.split(" ->").next().unwrap_or(self.signature)
    }
}

/// A row of the table: what people read and what makes it true.
struct Row(ApiItem, Register);

type Register = fn(&mut Engine, &'static str, &Arc<Live>);

const fn row(name: &'static str, signature: &'static str, doc: &'static str, register: Register) -> Row {
    Row(ApiItem { name, signature, doc }, register)
}

fn tables() -> impl Iterator<Item = &'static Row> {
    let boards = board::TABLE.iter().chain(geometry::TABLE);
    let positions = position::TABLE.iter().chain(action::TABLE);
    let made = make::TABLE.iter().chain(configuration::TABLE).chain(random::TABLE);
    boards.chain(positions).chain(made).chain(finding::TABLE)
}

/// The whole API beside the script language itself, in the manual's order.
pub fn api_items() -> impl Iterator<Item = &'static ApiItem> {
    tables().map(|r| &r.0)
}

/// The names of the functions that change none of their arguments.
pub(super) fn readers() -> impl Iterator<Item = &'static str> {
    api_items().filter(|item| item.receiver() != Some("generator")).map(|item| item.name)
}

/// The signature of the function of this name, with this kind of first argument if there is one.
pub(super) fn written(name: &str, kind: Option<&str>) -> Option<String> {
    let named: Vec<&ApiItem> = api_items().filter(|i| i.name == name).collect();
    let of = |i: &&&ApiItem| i.receiver().is_some_and(|r| Some(kind_of(r)) == kind);
    let receiver = named.iter().find(of).or(named.first())?.receiver();
    let same = named.iter().filter(|i| i.receiver() == receiver);
    let ways: Vec<String> = same.map(|i| format!("`{}`", i.usage())).collect();
    Some(format!("it is written {}", ways.join(" or ")))
}

/// Teaches an interpreter the table.
pub(super) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<Board>("board");
    engine.register_type_with_name::<Cell>("cell");
    engine.register_type_with_name::<Position>("position");
    engine.register_type_with_name::<Move>("move");
    engine.register_type_with_name::<Puzzle>("puzzle");
    engine.register_type_with_name::<Action>("action");
    engine.register_type_with_name::<Made>("board made by the script");
    engine.register_type_with_name::<Configuration>("configuration");
    engine.register_type_with_name::<Random>("generator");
    engine.register_type_with_name::<Finding>("finding");
    engine.register_type_with_name::<Mark>("mark");
    engine.register_type_with_name::<Arc<Misuse>>("error");
    let live = Arc::new(Live::default());
    for Row(item, register) in tables() {
        register(engine, item.name, &live);
    }
    board::register_comparisons(engine);
    for (from, to) in [("to_string", "to_debug"), ("print", "debug")] {
        for name in [from, to] {
            engine.register_fn(name, |c: Cell| c.name().to_owned());
            engine.register_fn(name, |m: Arc<Misuse>| m.headline.clone());
        }
    }
}

/// A wrong use of the API, as the script's author reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Misuse {
    pub(super) code: Code,
    pub(super) headline: String,
    pub(super) help: Option<String>,
}

type Outcome<T> = Result<T, Box<EvalAltResult>>;

fn raise<T>(code: Code, headline: String, help: Option<String>) -> Outcome<T> {
    let misuse = Dynamic::from(Arc::new(Misuse { code, headline, help }));
    Err(EvalAltResult::ErrorRuntime(misuse, rhai::Position::NONE).into())
}

fn misuse<T>(headline: impl Into<String>, help: Option<String>) -> Outcome<T> {
    raise(Code::ScriptError, headline.into(), help)
}

fn too_much<T>(headline: String) -> Outcome<T> {
    raise(Code::ScriptLimit, headline, None)
}

fn unknown<'a, T>(what: &str, wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Outcome<T> {
    misuse(format!("unknown {what} `{}`", short(wrong)), did_you_mean(wrong, known))
}

/// At most 60 characters of a text.
pub(super) fn short(text: &str) -> String {
    let mut shown: String = text.chars().take(60).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// The kind of a value, in words: `a cell`, `nothing`.
pub(super) fn kind(value: &Dynamic) -> &'static str {
    match value {
        v if v.is::<Made>() => "a board made by the script",
        v if v.is::<Arc<Misuse>>() => "an error",
        v => kind_of(v.type_name()),
    }
}

/// The kind of the values of an interpreter's type, in words.
pub(super) fn kind_of(type_name: &str) -> &'static str {
    let known = type_name.rsplit("::").next().unwrap_or(type_name).to_lowercase();
    match known.as_str() {
        "cell" => "a cell",
        "board" => "a board",
        "position" => "a position",
        "move" => "a move",
        "puzzle" => "a puzzle",
        "action" => "an action",
        "configuration" => "a configuration",
        "generator" | "random" => "a generator",
        "finding" => "a finding",
        "mark" => "a mark",
        "i64" => "a whole number",
        "f64" => "a decimal number",
        "bool" => "a truth value",
        "char" => "a character",
        "()" => "nothing",
        "array" => "a list",
        "map" => "a map",
        t if t.contains("string") || t == "&str" => "a text",
        t if t.contains("range") => "a range",
        _ => "something else",
    }
}
