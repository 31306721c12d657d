//! "Did you mean": the nearest known word, if it is near enough.

/// The nearest of the known words by edits (insert, delete, replace, swap neighbours), when at
/// most a third of the longer word is wrong. Ties go to the word that sorts first.
pub fn closest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = wrong.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for word in known {
        let distance = edits(&lower, &word.to_lowercase());
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

fn edits(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let get = |r: &Vec<usize>, k: usize| r.get(k).copied().unwrap_or(usize::MAX / 2);
            let mut cost = (get(&previous, j) + usize::from(x != y))
                .min(get(&previous, j + 1) + 1)
                .min(get(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                cost = cost.min(get(&before, j - 1) + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut previous, row);
    }
    previous.last().copied().unwrap_or(0)
}
