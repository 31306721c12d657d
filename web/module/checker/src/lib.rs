//! The checker of certificates alone: `verify` with the files, and `version`. It is built without any search.
#![allow(unsafe_code)] // The names of exports.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use puzzlec_base::{Budget, CancelToken};
use puzzlec_checker::certificate::Checked;
use puzzlec_model::project::MemoryFiles;
use puzzlec_task::SearchContext;
use serde_json::{Value, json};

/// Makes room for a request of this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    puzzlec_boundary::reserve(length)
}

/// Answers the request that lies there.
#[unsafe(no_mangle)]
pub extern "C" fn request(_at: *const u8, _length: usize) -> *const u8 {
    puzzlec_boundary::request(|text| {
        match answer(text) {
            Ok(value) => json!({ "ok": value }),
            Err(why) => json!({ "failed": { "why": why } }),
        }
        .to_string()
    })
}

fn answer(text: &str) -> Result<Value, String> {
    let request: Value =
        serde_json::from_str(text).map_err(|error| format!("the request is not JSON: {error}"))?;
    let word =
        |name: &str| request.get(name).and_then(Value::as_str).ok_or_else(|| format!("`{name}` is missing"));
    match word("do")? {
        "version" => Ok(json!({ "version": env!("CARGO_PKG_VERSION") })),
        "verify" => {
            let files = request.get("files").and_then(Value::as_object).ok_or("`files` is missing")?;
            let text = |(name, text): (&String, &Value)| Some((name.clone(), text.as_str()?.to_owned()));
            let files: BTreeMap<String, String> = files.iter().filter_map(text).collect();
            verify(&MemoryFiles(files), word("file")?, word("certificate")?, word("puzzle").ok())
        }
        other => Err(format!("there is no request `{other}`")),
    }
}

fn verify(files: &MemoryFiles, file: &str, certificate: &str, puzzle: Option<&str>) -> Result<Value, String> {
    if !files.0.contains_key(file) {
        return Err(format!("there is no file `{file}`"));
    }
    let cancel = CancelToken::default();
    let (begun, token) = (puzzlec_boundary::clock(), cancel.clone());
    let look = move || {
        let elapsed = puzzlec_boundary::clock().saturating_sub(begun).max(Duration::ZERO).as_secs_f64();
        if !puzzlec_boundary::progress(&json!({ "positions": 0, "elapsed": elapsed }).to_string()) {
            token.cancel();
        }
        0
    };
    let context = SearchContext::from(Budget::unlimited().with_cancel(cancel).with_held(Arc::new(look)));
    let (about, checked) = match puzzlec_verify::verify_text(files, file, certificate, &context) {
        Ok(found) => found,
        Err(lines) => return Ok(json!({ "accepted": false, "text": lines.join("\n") })),
    };
    if let Some(puzzle) = puzzle.filter(|puzzle| about.split(" (").next() != Some(puzzle)) {
        let text = format!("rejected: the certificate is for `{about}`, not for `{puzzle}`");
        return Ok(json!({ "accepted": false, "text": text }));
    }
    let accepted = matches!(checked, Checked::Verified(_));
    Ok(json!({ "accepted": accepted, "text": puzzlec_verify::words(&about, &checked) }))
}
