//! An answer as a page by itself: pictures, plan, methods, limits and certificate.

use std::fmt::Write;
use std::time::Duration;

use super::handout::{self, PAGE_STYLE};
use super::html::{escaped, page as whole};
use super::plan;
use super::svg::{LIGHT, dark, title};
use super::words::{bytes, counted, grouped};
use puzzlec_analysis::{Answer, IllustratedAnswer};

/// Maximum number of positions that are drawn.
const MOST_DRAWN: usize = 200;
/// Maximum number of bytes of a certificate inside the page.
const MOST_EMBEDDED: usize = 200_000;

const STYLE: &str = "\
.answer { font-size: 1.15em; font-weight: 600 }
table { border-collapse: collapse } td { padding: .1em 1.2em .1em 0; vertical-align: top }
ol.moves { columns: 9em; padding-left: 2.5em } details pre { max-height: 30em; overflow: auto }
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1e1e22 } pre { background: #2b2b31 } }
";

/// What the command line knows of an answer.
#[derive(Clone, Debug, Default)]
pub struct Circumstances {
    /// The time of the search and the pictures.
    pub time: Duration,
    /// The limits, in words.
    pub limits: Vec<String>,
    /// The file of the certificate, as the page refers to it, and its text.
    pub certificate: Option<(String, String)>,
}

/// The page of an answer. A long plan has its first positions and all its moves.
pub fn page(answer: &IllustratedAnswer, circumstances: &Circumstances) -> String {
    let report = &answer.report;
    let title = title(&answer.puzzle.pictures);
    let mut body = format!("<h1>{}</h1>\n", escaped(title));
    // Writing to a `String` cannot fail.
    let _ = writeln!(body, "<p class=\"answer\">{}</p>", escaped(&plan::label(&report.answer)));
    for note in &report.notes {
        let _ = writeln!(body, "<p>Note: {}</p>", escaped(note));
    }
    handout::introduction(&answer.puzzle, &mut body);
    search(answer, circumstances, &mut body);
    if !report.proof.is_empty() {
        let _ = writeln!(body, "<h2>Proof</h2>\n<pre>{}</pre>", escaped(&report.proof.join("\n")));
    }
    certificate(circumstances, &mut body);
    moves(answer, &mut body);
    whole(title, &format!("{PAGE_STYLE}{LIGHT}{}{STYLE}", dark()), &body)
}

/// How the answer was found.
fn search(answer: &IllustratedAnswer, circumstances: &Circumstances, body: &mut String) {
    let report = &answer.report;
    body.push_str("<h2>Search</h2>\n");
    if !report.why.is_empty() {
        body.push_str("<ul>\n");
        report.why.iter().for_each(|reason| {
            let _ = writeln!(body, "<li>{}</li>", escaped(reason));
        });
        body.push_str("</ul>\n");
    }
    let mut rows = vec![
        ("puzzle", format!("{} in {}", plan::heading(report), report.file)),
        ("time", seconds(circumstances.time)),
    ];
    if report.statistics.states > 0 {
        rows.push(("positions visited", grouped(report.statistics.states)));
        rows.push(("positions expanded", grouped(report.statistics.expanded)));
    }
    if report.statistics.bytes > 0 {
        rows.push(("memory", bytes(report.statistics.bytes)));
    }
    rows.extend(circumstances.limits.iter().map(|limit| ("limit", limit.clone())));
    if let Answer::Stopped { reason, .. } = &report.answer {
        rows.push(("stopped by", plan::stop(reason)));
    }
    body.push_str("<table>\n");
    for (name, value) in rows {
        let _ = writeln!(body, "<tr><td>{name}</td><td>{}</td></tr>", escaped(&value));
    }
    body.push_str("</table>\n");
}

/// The certificate: a link to its file, and its text if it is short.
fn certificate(circumstances: &Circumstances, body: &mut String) {
    let Some((file, text)) = &circumstances.certificate else { return };
    let _ = writeln!(
        body,
        "<h2>Certificate</h2>\n<p><a href=\"{}\">{}</a>, {}; <code>puzzlec verify</code> checks it.</p>",
        escaped(&address(file)),
        escaped(file),
        bytes(text.len() as u64)
    );
    if text.len() <= MOST_EMBEDDED {
        let _ = writeln!(
            body,
            "<details><summary>Text</summary><pre>{}</pre></details>",
            escaped(text.trim_end())
        );
    }
}

/// The address of a file: a path in which nothing is taken for a scheme, a query or a part of the page.
fn address(file: &str) -> String {
    let start = if file.starts_with('/') { "" } else { "./" };
    let path = file.replace('%', "%25").replace(' ', "%20").replace('#', "%23").replace('?', "%3F");
    format!("{start}{path}")
}

/// The plan, or the winning first moves.
fn moves(answer: &IllustratedAnswer, body: &mut String) {
    match &answer.report.answer {
        Answer::Solved(plan) => {
            let _ = writeln!(body, "<section class=\"solution\">\n<h2>Solution</h2>");
            if let Some(why) = &answer.undrawn {
                let _ = writeln!(body, "<p>Its positions are not drawn: {}.</p>", escaped(why));
            }
            let drawn = answer.steps.get(..MOST_DRAWN).unwrap_or(&answer.steps);
            if !drawn.is_empty() {
                handout::positions(&answer.puzzle, drawn, 1, body);
            }
            let left = plan.steps.len().saturating_sub(drawn.len());
            if !drawn.is_empty() && left > 0 {
                let _ =
                    writeln!(body, "<p>The first {} are drawn.</p>", counted(drawn.len() as u64, "steps"));
            }
            if left > 0 {
                body.push_str("<ol class=\"moves\">\n");
                for step in &plan.steps {
                    let _ = writeln!(body, "<li>{}</li>", escaped(&step.notation));
                }
                body.push_str("</ol>\n");
                if plan.more > 0 {
                    let _ = writeln!(body, "<p>… and {}.</p>", counted(plan.more, "more steps"));
                }
            }
            body.push_str("</section>\n");
        }
        Answer::Game { moves, more, .. } if !moves.is_empty() => {
            body.push_str("<h2>Winning first moves</h2>\n<ul>\n");
            for step in moves {
                let _ = writeln!(body, "<li>{}</li>", escaped(&step.notation));
            }
            if *more > 0 {
                let _ = writeln!(body, "<li>… and {} more</li>", grouped(*more));
            }
            body.push_str("</ul>\n");
        }
        _ => {}
    }
    if let Some(all) = &answer.report.solutions {
        let _ = writeln!(body, "<h2>Shortest solutions</h2>\n<p>{} in all.</p>\n<ol>", escaped(&all.count));
        for steps in &all.listed {
            let _ = writeln!(body, "<li>{}</li>", escaped(&steps.join(" ")));
        }
        body.push_str("</ol>\n");
    }
}

fn seconds(time: Duration) -> String {
    match time.as_millis() {
        0 => "less than 1 ms".to_owned(),
        ms @ 1..=999 => format!("{ms} ms"),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}
