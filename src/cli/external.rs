//! `puzzlec NAME`, where `puzzlec-NAME` is a program on PATH.

use std::collections::BTreeSet;
use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Error};

use super::command::Cli;
use super::exit::Exit;
use super::output::Failure;
use puzzlec_base::diag::closest;

/// How the programs' names begin.
const PREFIX: &str = "puzzlec-";
/// Tells the program where the running `puzzlec` is.
const VARIABLE: &str = "PUZZLEC";

/// Runs the program that the first word names with the words after it; its exit code is ours.
pub(super) fn run(words: &[OsString]) -> Result<Exit, Failure> {
    let Some((name, rest)) = words.split_first() else { return Ok(Exit::Usage) };
    let Some(program) = find(name) else {
        // As clap says it.
        let _ = unknown(&name.to_string_lossy()).print();
        return Ok(Exit::Usage);
    };
    start(&program, rest)
}

fn start(program: &Path, words: &[OsString]) -> Result<Exit, Failure> {
    let mut command = Command::new(program);
    command.args(words);
    if let Ok(own) = env::current_exe() {
        command.env(VARIABLE, own);
    }
    become_it(command).map_err(|error| Failure::Other(format!("cannot run `{}`: {error}", program.display())))
}

/// The program takes the place of this process, so that signals reach it and its end is ours.
#[cfg(unix)]
fn become_it(mut command: Command) -> io::Result<Exit> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

#[cfg(not(unix))]
fn become_it(mut command: Command) -> io::Result<Exit> {
    let code = command.status()?.code();
    Ok(code.and_then(|c| u8::try_from(c).ok()).map_or(Exit::Errors, Exit::Other))
}

fn folders() -> Vec<PathBuf> {
    env::var_os("PATH").map_or(Vec::new(), |path| env::split_paths(&path).collect())
}

/// The first program of this name on PATH. A name is no path.
fn find(name: &OsStr) -> Option<PathBuf> {
    if name.is_empty() || name.to_string_lossy().contains(['/', '\\']) {
        return None;
    }
    let mut file = OsString::from(PREFIX);
    file.push(name);
    file.push(env::consts::EXE_SUFFIX);
    folders().into_iter().map(|folder| folder.join(&file)).find(|path| is_program(path))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// The names under which programs on PATH may be called.
fn known() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for folder in folders() {
        for entry in folder.read_dir().into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let name = name.strip_suffix(env::consts::EXE_SUFFIX).unwrap_or(&name);
            if let Some(name) = name.strip_prefix(PREFIX).filter(|_| is_program(&entry.path())) {
                names.insert(name.to_owned());
            }
        }
    }
    names
}

fn unknown(name: &str) -> Error {
    let mut cli = Cli::command();
    let mut names = known();
    names.extend(cli.get_subcommands().map(|c| c.get_name().to_owned()));
    let usage = cli.render_usage();
    let mut error = Error::new(ErrorKind::InvalidSubcommand).with_cmd(&cli);
    error.insert(ContextKind::InvalidSubcommand, ContextValue::String(name.to_owned()));
    if let Some(best) = closest(name, names.iter().map(String::as_str)) {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![best.to_owned()]));
    }
    error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    error
}
