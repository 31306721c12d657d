//! What scripts can say, in one table: the interpreter's functions, the manual and the editor's
//! help all come from it.

mod action;
mod board;
mod make;

use std::sync::Arc;

use rhai::{Dynamic, Engine, EvalAltResult, Position};

use action::Live;
pub(super) use action::{Action, MAX_ALL_PARTS};
pub(super) use board::{Board, Cell};
pub(super) use make::Made;

use crate::diag::{Code, did_you_mean};

/// One thing that scripts can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApiItem {
    /// Its name.
    pub name: &'static str,
    /// How it is written, with what it gives: `board.step(cell, direction) -> cell or ()`.
    pub signature: &'static str,
    /// One sentence.
    pub doc: &'static str,
}

impl ApiItem {
    /// Whether it is written without arguments, as `cell.name`.
    pub fn is_property(&self) -> bool {
        !self.signature.contains('(') || self.signature.find("->") < self.signature.find('(')
    }

    /// How it is written, without what it gives.
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
    board::TABLE.iter().chain(action::TABLE).chain(make::TABLE)
}

/// Everything that scripts can say beside the script language itself, in the manual's order.
pub fn api_items() -> impl Iterator<Item = &'static ApiItem> {
    tables().map(|r| &r.0)
}

/// Teaches an interpreter the table.
pub(super) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<Board>("board");
    engine.register_type_with_name::<Cell>("cell");
    engine.register_type_with_name::<Action>("action");
    engine.register_type_with_name::<Made>("board made by the script");
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
    Err(EvalAltResult::ErrorRuntime(misuse, Position::NONE).into())
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

/// What a value is, in words: `a cell`, `nothing`.
pub(super) fn kind(value: &Dynamic) -> &'static str {
    if value.is::<Cell>() {
        "a cell"
    } else if value.is::<Board>() {
        "a board"
    } else if value.is::<Action>() {
        "an action"
    } else if value.is::<Made>() {
        "a board made by the script"
    } else {
        kind_of(value.type_name())
    }
}

/// What the values of a type of the interpreter are, in words.
pub(super) fn kind_of(type_name: &str) -> &'static str {
    let known = type_name.rsplit("::").next().unwrap_or(type_name).to_lowercase();
    match known.as_str() {
        "cell" => "a cell",
        "board" => "a board",
        "action" => "an action",
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

fn wants<T>(function: &str, wanted: &str, got: &Dynamic) -> Outcome<T> {
    let help = got.is_unit().then(|| {
        "`at`, `step` and `run` give () where the board ends: leave that out with `if c != () { … }`"
            .to_owned()
    });
    misuse(format!("`{function}` needs {wanted}, found {}", kind(got)), help)
}

/// A cell as an argument.
fn cell(function: &str, value: &Dynamic) -> Outcome<Cell> {
    value.clone().try_cast::<Cell>().map_or_else(|| wants(function, "a cell", value), Ok)
}

/// A cell or a list of cells as an argument, as places on the board.
fn cells(function: &str, value: &Dynamic) -> Outcome<Vec<u32>> {
    if let Some(list) = value.read_lock::<rhai::Array>() {
        return list.iter().map(|v| cell(function, v).map(|c| c.place())).collect();
    }
    match value.clone().try_cast::<Cell>() {
        Some(cell) => Ok(vec![cell.place()]),
        None => wants(function, "a cell or a list of cells", value),
    }
}

/// A text as an argument; a character counts as one.
fn text(function: &str, wanted: &str, value: &Dynamic) -> Outcome<String> {
    match value.clone().into_string() {
        Ok(text) => Ok(text),
        Err(_) => match value.as_char() {
            Ok(c) => Ok(c.to_string()),
            Err(_) => wants(function, wanted, value),
        },
    }
}

/// A text or a list of texts as an argument.
fn texts(function: &str, wanted: &str, value: &Dynamic) -> Outcome<Vec<String>> {
    match value.read_lock::<rhai::Array>() {
        Some(list) => list.iter().map(|v| text(function, wanted, v)).collect(),
        None => text(function, wanted, value).map(|t| vec![t]),
    }
}
