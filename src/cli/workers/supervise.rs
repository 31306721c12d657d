//! The process that starts the processes of a count on this machine.

use std::env;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::Path;
use std::process::{self, Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::handshake::{VARIABLE, fresh};
use super::hosts::Hosts;
use crate::cli::exit::Exit;
use crate::cli::folders::FolderArgs;
use crate::cli::output::{Failure, Output};
use crate::cli::{folders, limits, owed};

/// Set for a process that is to end with the one that started it: its standard input is then open as long as that one runs.
const SUPERVISED: &str = "PUZZLEC_SUPERVISED";
/// The interval between two checks of the processes.
const BEAT: Duration = Duration::from_millis(20);
/// How long the first process has for its answer when another one has ended.
const ANSWER: Duration = Duration::from_secs(3);

/// Starts all processes, and waits for the answer, which the first one gives. If one ends early, all do.
///
/// # Errors
/// The file cannot be read, or names other machines.
pub(in crate::cli) fn run(
    puzzle: &str,
    args: &FolderArgs,
    path: &str,
    output: &Output,
) -> Result<Exit, Failure> {
    let hosts = Hosts::read(Path::new(path)).map_err(Failure::Other)?;
    if !hosts.are_local() {
        let what =
            format!("`{path}` names other machines: run this command on each, with `--worker N` for line N");
        return Err(Failure::Usage(what));
    }
    if puzzle == "-" {
        return Err(Failure::Usage("several workers cannot read standard input; name a file".into()));
    }
    let secret = match (&hosts.secret, env::var_os(VARIABLE)) {
        (None, None) => Some(fresh().map_err(|error| Failure::Other(format!("no secret: {error}")))?),
        _ => None,
    };
    let mut workers = Vec::new();
    let started = (0..hosts.addresses.len()).try_for_each(|number| {
        workers.push(start(number, secret.as_deref())?);
        Ok(())
    });
    let ended = started.map_err(|error: io::Error| Failure::Other(format!("cannot start a worker: {error}")));
    let exit = ended.map(|()| wait(&mut workers, output));
    for worker in &mut workers {
        // It may have ended.
        let _ = worker.kill().and_then(|()| worker.wait());
    }
    let exit = exit?;
    if let Some(disk) = args.disk.as_ref().filter(|_| exit != Exit::Clean)
        && let Some(levels) = folders::levels(disk)
    {
        output.say(&format!("`{disk}` has {levels} completed levels; `--resume` continues from there"));
    }
    Ok(exit)
}

fn start(number: usize, secret: Option<&str>) -> io::Result<Child> {
    let mut arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    arguments.splice(end..end, ["--worker".into(), (number + 1).to_string().into()]);
    let mut command = Command::new(env::current_exe()?);
    command.args(arguments).env(SUPERVISED, "1").stdin(Stdio::piped());
    if let Some(secret) = secret {
        command.env(VARIABLE, secret);
    }
    if number > 0 {
        command.stdout(Stdio::null()).stderr(Stdio::piped());
    }
    command.spawn()
}

/// Waits until all have ended, or some time after one has ended early.
fn wait(workers: &mut [Child], output: &Output) -> Exit {
    let interrupt = limits::interrupt();
    let mut ends: Vec<Option<ExitStatus>> = workers.iter().map(|_| None).collect();
    let mut first: Option<(usize, Instant)> = None;
    loop {
        for ((number, worker), end) in workers.iter_mut().enumerate().zip(&mut ends) {
            if end.is_none() {
                *end = worker.try_wait().ok().flatten();
                if end.is_some_and(|end| !end.success()) {
                    first.get_or_insert((number, Instant::now()));
                }
            }
        }
        if first.is_none() && interrupt.is_cancelled() {
            first = Some((0, Instant::now()));
        }
        let answered = ends.first().is_some_and(Option::is_some);
        let over = first.is_some_and(|(_, since)| answered || since.elapsed() > ANSWER);
        if ends.iter().all(Option::is_some) || over {
            break;
        }
        thread::sleep(BEAT);
    }
    let answer = ends.first().copied().flatten();
    if answer.is_some_and(|end| end.code().is_some()) {
        owed::paid();
    }
    let Some((first, _)) = first else { return Exit::Clean };
    // The others end because of one that was killed.
    let killed = ends.iter().position(|end| end.is_some_and(|end| end.code().is_none()));
    let number = killed.unwrap_or(first);
    let end = ends.get(number).copied().flatten();
    let code = |end: Option<ExitStatus>| end.and_then(|end| end.code());
    if number > 0 && code(end) != code(answer) || end.is_some_and(|end| end.code().is_none()) {
        let how = end.map_or_else(String::new, |end| end.to_string());
        output.say(&format!("worker {} ended early: {how}", number + 1));
        if let Some(text) = workers.get_mut(number).and_then(|worker| worker.stderr.take()) {
            let mut said = Vec::new();
            // A message that cannot be read is lost.
            let _ = text.take(1 << 16).read_to_end(&mut said);
            output.note(&String::from_utf8_lossy(&said));
        }
    }
    match code(end) {
        _ if interrupt.is_cancelled() => Exit::Interrupted,
        Some(1) => Exit::Errors,
        Some(2) => Exit::Usage,
        Some(5) => Exit::Internal,
        Some(130) => Exit::Interrupted,
        _ => Exit::Stopped,
    }
}

/// Ends this process when the one that started it has ended, if it was started in this way.
pub(super) fn end_with_supervisor() {
    if env::var_os(SUPERVISED).is_some() {
        thread::spawn(|| {
            let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
            process::exit(i32::from(Exit::Stopped.code()));
        });
    }
}
