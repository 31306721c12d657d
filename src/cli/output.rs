//! Standard output and standard error: colour, width, closed pipes.

use std::env;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::Path;

use clap::ValueEnum;

use super::args::Format;
use super::guard;
use super::owed;
use super::stderr;
use super::write;
use puzzlec_base::Sources;
use puzzlec_base::diag::Diagnostic;
use puzzlec_render::json::Counts;
use puzzlec_render::safe;
use puzzlec_render::terminal::Terminal;
use puzzlec_render::{counted, grouped};

/// The width without a terminal.
const PLAIN_WIDTH: usize = 100;
/// The most diagnostics that are drawn; `--format json` writes all.
const MOST_DRAWN: usize = 100;

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Why a command ends without an answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// The reader closed the output; no error is reported.
    ClosedPipe,
    /// The command line is invalid.
    Usage(String),
    /// Anything else, such as a full disk.
    Other(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Other(format!("cannot write: {error}")),
        }
    }
}

/// Where a command writes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Output {
    stdout: Terminal,
    stderr: Terminal,
}

impl Output {
    /// For this process's terminal.
    pub(super) fn new(choice: ColorChoice, width: Option<usize>) -> Self {
        let forbidden = env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
        let wanted = |is_terminal: bool| match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => is_terminal && !forbidden,
        };
        let measured = terminal_size::terminal_size().map(|(w, _)| usize::from(w.0));
        let terminal = |is_terminal: bool| Terminal {
            width: width.or(measured.filter(|_| is_terminal)).unwrap_or(PLAIN_WIDTH),
            color: wanted(is_terminal),
        };
        Output { stdout: terminal(io::stdout().is_terminal()), stderr: terminal(io::stderr().is_terminal()) }
    }

    /// The width of standard output.
    pub(super) fn width(&self) -> usize {
        self.stdout.width
    }

    /// Whether standard output is a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Whether standard output takes colours.
    pub(super) fn is_coloured(&self) -> bool {
        self.stdout.color
    }

    /// Writes to standard output, for people or as JSON: nothing in it steers the terminal but our colours.
    pub(super) fn print(&self, text: &str) -> Result<(), Failure> {
        self.data(&tamed(self.stdout, text))
    }

    /// Prints a report, or the errors that stand in its place, in words or as JSON. Returns the report.
    pub(super) fn answer<T>(
        &self,
        found: Result<T, Vec<Diagnostic>>,
        format: Format,
        sources: &Sources,
        words: impl FnOnce(&T) -> String,
        json: impl FnOnce(&Sources, Option<&T>, &[Diagnostic]) -> String,
    ) -> Result<Option<T>, Failure> {
        let (report, mut errors) = match found {
            Ok(report) => (Some(report), Vec::new()),
            Err(diagnostics) => (None, diagnostics),
        };
        errors.retain(|d| d.is_error());
        match (format, &report) {
            (Format::Json, _) => self.print(&json(sources, report.as_ref(), &errors))?,
            (Format::Human, Some(report)) => self.print(&words(report))?,
            (Format::Human, None) => self.warn(sources, &errors),
        }
        Ok(report)
    }

    /// Writes to standard output as it is: texts that belong to the user.
    pub(super) fn data(&self, text: &str) -> Result<(), Failure> {
        self.bytes(text.as_bytes())
    }

    /// Writes to standard output piece by piece.
    pub(super) fn stream(&self, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        guard::disarm();
        owed::paid();
        let mut out = io::BufWriter::new(io::stdout().lock());
        fill(&mut out)?;
        out.flush()?;
        Ok(())
    }

    /// Writes bytes to standard output.
    pub(super) fn bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        self.stream(|out| out.write_all(bytes))
    }

    /// Writes a file, and says so. It replaces none of those that the command has read.
    ///
    /// # Errors
    /// The file is one of these, or cannot be written; in words.
    pub(super) fn file(
        &self,
        path: &str,
        read: &Sources,
        fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        spare(path, read)?;
        write::whole(Path::new(path), fill)
            .map_err(|error| Failure::Other(format!("cannot write `{path}`: {error}")))?;
        let size = fs::metadata(path).ok().filter(fs::Metadata::is_file);
        let size = size.map_or(String::new(), |known| format!(": {}", puzzlec_render::bytes(known.len())));
        self.say(&format!("wrote {path}{size}"));
        Ok(())
    }

    /// Draws diagnostics on standard output: they are the answer.
    pub(super) fn show(&self, sources: &Sources, diagnostics: &[Diagnostic]) -> Result<(), Failure> {
        self.print(&drawn(self.stdout, sources, diagnostics))
    }

    /// Draws diagnostics on standard error: they stand beside the answer.
    pub(super) fn warn(&self, sources: &Sources, diagnostics: &[Diagnostic]) {
        owed::found(sources, diagnostics);
        stderr::write(&tamed(self.stderr, &drawn(self.stderr, sources, diagnostics)));
    }

    /// Prints a line on standard error.
    pub(super) fn say(&self, text: &str) {
        stderr::line(text);
    }

    /// Prints on standard error why a command ends without an answer.
    pub(super) fn complain(&self, message: &str) {
        let error = if self.stderr.color { "\u{1b}[1;31merror:\u{1b}[0m" } else { "error:" };
        stderr::write(&format!("{error} {}\n", safe::safe(message)));
    }

    /// Prints progress, beside the answer.
    pub(super) fn note(&self, message: &str) {
        stderr::write(&safe::safe(message));
    }

    /// A word of the answer, in a colour where colours are on.
    pub(super) fn paint(&self, text: &str, good: bool) -> String {
        match (self.stdout.color, good) {
            (false, _) => text.to_owned(),
            (true, true) => format!("\u{1b}[32m{text}\u{1b}[0m"),
            (true, false) => format!("\u{1b}[31m{text}\u{1b}[0m"),
        }
    }
}

/// Refuses an output that would replace a file that the command has read.
///
/// # Errors
/// It would; in words.
pub(super) fn spare(path: &str, read: &Sources) -> Result<(), Failure> {
    let target = fs::canonicalize(path).ok();
    let is_target = |name: &str| target.is_some() && fs::canonicalize(name).ok() == target;
    if read.iter().any(|(_, source)| is_target(&source.name)) {
        let message = format!("`{path}` is read by this command; choose another name for the output");
        return Err(Failure::Usage(message));
    }
    Ok(())
}

fn tamed(terminal: Terminal, text: &str) -> String {
    if terminal.color { safe::coloured(text) } else { safe::safe(text) }
}

fn drawn(terminal: Terminal, sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    // Errors come first where not all are drawn, so that no warning hides one.
    let (shown, hidden) = diagnostics.split_at(diagnostics.len().min(MOST_DRAWN));
    if hidden.is_empty() {
        return terminal.render(sources, shown);
    }
    let mut ranked: Vec<Diagnostic> = diagnostics.to_vec();
    ranked.sort_by_key(|d| !d.is_error());
    ranked.truncate(MOST_DRAWN);
    let mut text = terminal.render(sources, &ranked);
    text.push_str(&format!("… and {} more; `--format json` shows all\n\n", grouped(hidden.len() as u64)));
    text
}

/// `2 errors, 1 warning`, or `no problems`.
pub(super) fn summary(counts: Counts) -> String {
    let errors = counted(counts.errors as u64, "errors");
    let warnings = counted(counts.warnings as u64, "warnings");
    match (counts.errors, counts.warnings) {
        (0, 0) => "no problems".to_owned(),
        (_, 0) => errors,
        (0, _) => warnings,
        _ => format!("{errors}, {warnings}"),
    }
}
