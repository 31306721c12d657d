//! `puzzlec explain`.

use clap::Args;
use serde::Serialize;

use super::args::Format;
use super::exit::Exit;
use super::methods::{self, Described};
use super::output::{Failure, Output};
use puzzlec_base::diag::{Code, Severity, all_codes, did_you_mean, find_code};
use puzzlec_render::json;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  puzzlec explain P0301\n  puzzlec explain          a list of all codes\n  puzzlec explain methods  \
                  the methods of `--method`"
)]
pub(super) struct ExplainArgs {
    /// The code, such as P0301, or `methods`; without it, all codes are listed.
    pub(super) code: Option<String>,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

/// What is explained instead of a code.
const METHODS: &str = "methods";

#[derive(Serialize)]
struct MethodList {
    methods: Vec<Described>,
}

#[derive(Serialize)]
struct Page {
    code: &'static str,
    severity: Severity,
    title: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'static str>,
}

impl Page {
    fn of(code: Code, whole: bool) -> Self {
        let info = code.info();
        Page {
            code: info.number,
            severity: info.severity,
            title: info.title,
            page: whole.then_some(info.page),
        }
    }
}

pub(super) fn run(args: &ExplainArgs, output: &Output) -> Result<Exit, Failure> {
    let Some(wanted) = &args.code else {
        output.print(&list(args.format))?;
        return Ok(Exit::Clean);
    };
    if wanted == METHODS {
        match args.format {
            Format::Human => output.print(&methods::listed())?,
            Format::Json => {
                let list = MethodList { methods: methods::described() };
                output.print(&json::document("methods", list))?;
            }
        }
        return Ok(Exit::Clean);
    }
    let Some(code) = find_code(wanted) else {
        let known = all_codes().iter().map(|c| c.as_str()).chain([METHODS]);
        let hint = did_you_mean(wanted, known)
            .unwrap_or_else(|| "`puzzlec explain` without a code lists all".to_owned());
        return Err(Failure::Usage(format!("there is no code `{wanted}`; {hint}")));
    };
    match args.format {
        Format::Human => output.print(code.info().page)?,
        Format::Json => output.print(&json::document("explain", Page::of(code, true)))?,
    }
    Ok(Exit::Clean)
}

fn list(format: Format) -> String {
    if format == Format::Json {
        #[derive(Serialize)]
        struct List {
            codes: Vec<Page>,
        }
        let codes = all_codes().iter().map(|c| Page::of(*c, false)).collect();
        return json::document("codes", List { codes });
    }
    let line = |code: &Code| {
        let info = code.info();
        let kind = match info.severity {
            Severity::Error => "error  ",
            Severity::Warning => "warning",
        };
        format!("{}  {kind}  {}\n", info.number, info.title)
    };
    all_codes().iter().map(line).collect()
}
