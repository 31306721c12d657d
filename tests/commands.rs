//! Parts of commands: limits as they are written, edits, certificates as text.

use std::time::Duration;

use puzzlec::cli::args::parse_setting;
use puzzlec::cli::fix::{clash, edited};
use puzzlec::cli::limits::{parse_bytes, parse_number, parse_time};
use puzzlec::render::certificate::write;
use puzzlec_base::diag::TextEdit;
use puzzlec_base::{FileId, Span};
use puzzlec_task::certificate::CertificateFile;

#[test]
fn limits_read_as_people_write_them() {
    assert_eq!(parse_time("10s"), Ok(Duration::from_secs(10)));
    assert_eq!(parse_time("2m"), Ok(Duration::from_secs(120)));
    assert_eq!(parse_time("1.5"), Ok(Duration::from_millis(1500)));
    assert_eq!(parse_time("250 ms"), Ok(Duration::from_millis(250)));
    assert_eq!(parse_number("5M"), Ok(5_000_000));
    assert_eq!(parse_number("1_000"), Ok(1000));
    assert_eq!(parse_bytes("4GiB"), Ok(4 << 30));
    assert_eq!(parse_bytes("1MB"), Ok(1_000_000));
    assert_eq!(parse_setting(" n = -3"), Ok(("n".to_owned(), -3)));
    for bad in ["", "s", "-5s", "5 parsecs", "1e999h"] {
        assert!(parse_time(bad).is_err(), "{bad}");
    }
    for bad in ["n", "=3", "n=x", "n=99999999999999999999"] {
        assert!(parse_setting(bad).is_err(), "{bad}");
    }
}

#[test]
fn edits_are_applied_in_order_of_place() {
    let file = FileId(0);
    let edit = |start, end, text: &str| TextEdit { span: Span::new(file, start, end), text: text.to_owned() };
    let edits = [edit(6, 9, "peg"), edit(0, 0, "// é\n"), edit(4, 5, "")];
    assert_eq!(edited("rule, pge!", edits.iter().collect()), "// é\nrule peg!");
}

#[test]
fn edits_clash_where_they_overlap() {
    let span = |start, end| Span::new(FileId(0), start, end);
    assert!(clash(span(0, 3), span(2, 4)));
    assert!(clash(span(2, 2), span(2, 2)));
    assert!(!clash(span(0, 2), span(2, 4)));
}

#[test]
fn a_step_takes_a_line() {
    let text = r#"{"version":2,"kind":"certificate","puzzle":"P","parameters":{"n":1},"margin":null,"task":null,
        "proof":{"kind":"plan","length":2,"unit":"moves\u202e","least":null,"steps":[
        {"rule":"take","part":0,"at":[{"cell":"a1"},{"number":2}]},{"rule":"pass","part":0,"at":[]}]}}"#;
    let document: CertificateFile = serde_json::from_str(text).unwrap();
    let mut written = Vec::new();
    write(&document, &mut written).unwrap();
    let written = String::from_utf8(written).unwrap();
    let expected = r#"    "unit": "moves\u202e",
    "least": null,
    "steps": [
      {"rule":"take","part":0,"at":[{"cell":"a1"},{"number":2}]},
      {"rule":"pass","part":0,"at":[]}
    ]
  }
}
"#;
    assert!(written.ends_with(expected), "{written}");
    assert!(written.contains("\"parameters\": {\n    \"n\": 1\n  },\n"), "{written}");
    assert_eq!(serde_json::from_str::<CertificateFile>(&written).unwrap(), document);
}
