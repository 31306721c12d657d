//! The author and the source of a puzzle: lines `author: …` and `source: …` of its comment, or of that of its file.

/// The author and the source of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credits {
    /// Who made it.
    pub author: Option<String>,
    /// Where it is from.
    pub source: Option<String>,
}

impl Credits {
    /// These, and where they say nothing, others.
    pub(super) fn or(self, other: Credits) -> Credits {
        Credits { author: self.author.or(other.author), source: self.source.or(other.source) }
    }
}

/// A comment without the lines that name an author or a source, and these.
pub(super) fn split(comment: Option<String>) -> (Option<String>, Credits) {
    let mut credits = Credits::default();
    let Some(comment) = comment else { return (None, credits) };
    let mut kept = Vec::new();
    for line in comment.lines() {
        let (field, text) = line.split_once(':').unwrap_or_default();
        let place = match field.trim() {
            "author" => &mut credits.author,
            "source" => &mut credits.source,
            _ => {
                kept.push(line);
                continue;
            }
        };
        *place = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    }
    let kept = kept.join("\n").trim().to_owned();
    (Some(kept).filter(|text| !text.is_empty()), credits)
}
