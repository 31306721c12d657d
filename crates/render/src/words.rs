//! Numbers and lengths in words.

use puzzlec_base::Progress;
use puzzlec_base::diag::Diagnostic;

pub use puzzlec_base::words::{counted, grouped, grouped_digits, unit};

/// Adds the notes and the help of a diagnostic to its message, one per line.
pub(super) fn remarks(diagnostic: &Diagnostic, message: &mut String) {
    for note in &diagnostic.notes {
        message.push_str("\nnote: ");
        message.push_str(note);
    }
    if let Some(help) = &diagnostic.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
}

/// A number of bytes in words, rounded down: `4 GiB`, `1.5 GiB`, `300 MiB`, `2.9 MiB`, `12 bytes`.
pub fn bytes(number: u64) -> String {
    let (unit, shift) = match number {
        0..0x10_0000 => return counted(number, "bytes"),
        0x10_0000..0x4000_0000 => ("MiB", 20),
        _ => ("GiB", 30),
    };
    let whole = number >> shift;
    let tenth = ((number - (whole << shift)) * 10) >> shift;
    // Large sizes have no tenths.
    let round = tenth == 0 || unit == "MiB" && whole >= 10;
    let tenth = if round { String::new() } else { format!(".{tenth}") };
    format!("{}{tenth} {unit}", grouped(whole))
}

/// The width of a text in columns of a terminal: two for a wide character, none for a combining mark.
pub fn columns(text: &str) -> usize {
    text.chars().map(column_width).sum()
}

fn column_width(c: char) -> usize {
    match u32::from(c) {
        0x0300..=0x036F | 0x200B..=0x200F | 0x20D0..=0x20FF | 0xFE00..=0xFE0F => 0,
        0x1100..=0x115F
        | 0x2E80..=0x303E
        | 0x3041..=0xA4CF
        | 0xAC00..=0xD7A3
        | 0xF900..=0xFAFF
        | 0xFE30..=0xFE6F
        | 0xFF00..=0xFF60
        | 0xFFE0..=0xFFE6
        | 0x1F300..=0x1F64F
        | 0x1F680..=0x1F6FF
        | 0x1F7E0..=0x1F7EB
        | 0x1F900..=0x1FAFF
        | 0x20000..=0x3FFFD => 2,
        _ => 1,
    }
}

/// The line of a computation that has been running for some seconds, with what is known; the rate is in positions a second.
pub fn progress_line(label: &str, seconds: u64, progress: &Progress, rate: Option<u64>) -> String {
    let mut line = format!("{label}: {seconds} s");
    if progress.states > 0 {
        line += &format!(", {} positions", grouped(progress.states));
        line += &rate.map_or(String::new(), |n| format!(" ({} a second)", grouped(n)));
    }
    if progress.bytes > 0 {
        line += &format!(", {}", bytes(progress.bytes));
    }
    if progress.frontier > 0 {
        line += &format!(", level of {}", grouped(progress.frontier));
    }
    if progress.depth > 0 {
        line += &format!(", none within {}", progress.depth);
    }
    line
}
