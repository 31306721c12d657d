//! "Did you mean": the nearest known word, if it is near enough.

/// The nearest of the known words by edits (insert, delete, replace, swap neighbours), when at
/// most a third of the longer word is wrong. Ties go to the word that sorts first.
pub fn closest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = wrong.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for word in known {
        let distance = strsim::osa_distance(&lower, &word.to_lowercase());
        let longest = wrong.chars().count().max(word.chars().count());
        let allowed = (longest / 3).max(usize::from(longest > 1));
        let better = best.is_none_or(|b| (distance, word) < b);
        if word != wrong && distance <= allowed && better {
            best = Some((distance, word));
        }
    }
    best.map(|b| b.1)
}

/// ", did you mean `x`?" or nothing.
pub fn did_you_mean<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    closest(wrong, known).map(|best| format!("did you mean `{best}`?"))
}
