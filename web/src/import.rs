//! Puzzles of other tools.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use puzzlec_base::{SourceFile, Sources};
use puzzlec_render::import::checked;
use serde::Deserialize;
use serde_json::json;

use crate::limits::{Limits, Work};
use crate::session::Session;
use crate::{Answer, Call};

/// Limits of the check of an imported text, in seconds and bytes.
const SECONDS: f64 = 10.0;
const BYTES: u64 = 512 << 20;

/// Imports a text.
pub(crate) fn import(_: &mut Session, call: &Call) -> Answer {
    #[derive(Deserialize)]
    struct Import {
        name: String,
        text: Option<String>,
        base64: Option<String>,
    }
    let Import { name, text, base64 } = call.read()?;
    let text = match (text, base64) {
        (Some(text), _) => text,
        (None, Some(bytes)) => {
            let bytes =
                STANDARD.decode(bytes).map_err(|error| format!("the file cannot be read: {error}"))?;
            String::from_utf8(bytes)
                .map_err(|_| "the file is not text in UTF-8; pictures are not imported".to_owned())?
        }
        (None, None) => return Err("the request has neither `text` nor `base64`".to_owned()),
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::new(name.clone(), text.clone()));
    let work = Work::new(&call.host, Limits::default()).or(SECONDS, BYTES);
    let imported = checked(file, &text, None, work.context().budget()).map_err(|limit| limit.to_string())?;
    let remark = |d: &puzzlec_base::diag::Diagnostic| {
        let line = sources.get(file).map_or(1, |source| source.line_col(d.primary.span.start).line);
        let notes: String = d.notes.iter().map(|note| format!("; {note}")).collect();
        format!("line {line}: {}{notes}", d.headline)
    };
    let remarks: Vec<String> = imported.diagnostics.iter().map(remark).collect();
    if imported.text.is_empty() {
        return Err(remarks.first().cloned().unwrap_or_else(|| "the file has no puzzle".to_owned()));
    }
    let base = name.rsplit(['/', '\\']).next().unwrap_or(&name);
    let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
    Ok(json!({ "name": format!("{stem}.puzzle"), "text": imported.text, "remarks": remarks }))
}
