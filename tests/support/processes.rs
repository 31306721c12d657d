//! Programs that tests start, on a machine that may be busy.
#![allow(dead_code)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// An empty folder for a test.
pub fn empty_folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// An output as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Standard output of a process that ended with this code.
pub fn said(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// Writes a program by another process. Were this process to write it, a program that another test starts at
/// that moment would inherit the open file, and running it would fail: "text file busy".
pub fn write_program(file: &Path, text: &str) {
    let mut child =
        Command::new("sh").args(["-c", "cat >\"$0\""]).arg(file).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
}

/// Waits until a process has a handler for a signal, so that the signal does not end it at once.
pub fn until_it_hears(child: &Child, signal: u32) {
    let until = Instant::now() + Duration::from_secs(120);
    while !hears(child.id(), signal).unwrap_or(true) {
        assert!(Instant::now() < until, "no handler for signal {signal}");
        std::thread::sleep(Duration::from_millis(20));
    }
    // It hears; let it begin to search, too.
    std::thread::sleep(Duration::from_millis(300));
}

/// Whether a process handles a signal; none where the system does not tell.
fn hears(process: u32, signal: u32) -> Option<bool> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
    let caught = u64::from_str_radix(caught.trim(), 16).ok()?;
    Some(caught >> (signal - 1) & 1 == 1)
}
