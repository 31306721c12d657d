//! The colours of PuzzleScript.

/// Colours by their names in PuzzleScript.
const PALETTE: [(&str, &str); 25] = [
    ("black", "#000000"),
    ("white", "#ffffff"),
    ("grey", "#9a9a9a"),
    ("gray", "#9a9a9a"),
    ("darkgrey", "#5c6468"),
    ("darkgray", "#5c6468"),
    ("lightgrey", "#cdcdcd"),
    ("lightgray", "#cdcdcd"),
    ("red", "#c0282f"),
    ("darkred", "#74272f"),
    ("lightred", "#e3738d"),
    ("brown", "#a2642a"),
    ("darkbrown", "#4b3c2c"),
    ("lightbrown", "#e6b23a"),
    ("orange", "#ea8a33"),
    ("yellow", "#f6e06a"),
    ("green", "#45892a"),
    ("darkgreen", "#2f4a4c"),
    ("lightgreen", "#a4cd30"),
    ("blue", "#2a5bea"),
    ("lightblue", "#b0dbee"),
    ("darkblue", "#1c2733"),
    ("purple", "#3a2d98"),
    ("pink", "#dc66df"),
    ("transparent", ""),
];

/// A colour of PuzzleScript as `#rrggbb`; none for `transparent`, and for what is no colour.
pub fn code(word: &str) -> Option<String> {
    let known = PALETTE.iter().find(|(name, _)| *name == word);
    if let Some((_, code)) = known {
        return Some((*code).to_owned()).filter(|code| !code.is_empty());
    }
    let digits = word.strip_prefix('#')?;
    let hex = digits.chars().all(|c| c.is_ascii_hexdigit());
    match digits.len() {
        3 | 4 if hex => Some(format!("#{}", digits.chars().take(3).flat_map(|c| [c, c]).collect::<String>())),
        6 | 8 if hex => Some(format!("#{}", digits.get(..6).unwrap_or(digits))),
        _ => None,
    }
}
