//! A smaller puzzle on which the same differs.

use super::compare::{Outcome, compare};

/// The text without the lines that are not needed for the difference.
pub fn shrunk(text: &str, what: &str) -> String {
    let still = |text: &str| matches!(compare(text, None), Outcome::Differs(w, _) if w == what);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    loop {
        let before = lines.clone();
        let mut at = 0;
        while at < lines.len() {
            let mut fewer = lines.clone();
            fewer.remove(at);
            if still(&joined(&fewer)) { lines = fewer } else { at += 1 }
        }
        for at in 0..lines.len() {
            for shorter in parts(&lines[at]) {
                let mut fewer = lines.clone();
                fewer[at] = shorter;
                if still(&joined(&fewer)) {
                    lines = fewer;
                    break;
                }
            }
        }
        if lines == before {
            return joined(&lines);
        }
    }
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|l| format!("{l}\n")).collect()
}

/// The line with less in it: without one of its alternatives, parts or rules.
fn parts(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in [" or ", " and ", ", "] {
        let parts: Vec<&str> = line.split(word).collect();
        for left in 0..if parts.len() > 1 { parts.len() } else { 0 } {
            let kept: Vec<&str> = parts.iter().enumerate().filter(|p| p.0 != left).map(|p| *p.1).collect();
            let head = if left == 0 { line.split(' ').take_while(|w| w.is_empty()).count() } else { 0 };
            let first = line.trim_start().split(' ').next().unwrap_or("");
            let lost = left == 0 && !kept[0].trim_start().starts_with(first);
            let lead = if lost { format!("{}{first} ", " ".repeat(head)) } else { String::new() };
            found.push(format!("{lead}{}", kept.join(word)));
        }
    }
    found
}
