//! Colours by their names.

/// The colours that have a name, by their places in the table of 256 that terminals share.
pub const COLOURS: &[(&str, u8)] = &[
    ("black", 0),
    ("red", 1),
    ("green", 2),
    ("yellow", 3),
    ("blue", 4),
    ("magenta", 5),
    ("purple", 5),
    ("cyan", 6),
    ("teal", 30),
    ("white", 15),
    ("grey", 8),
    ("gray", 8),
    ("orange", 208),
    ("brown", 94),
    ("pink", 212),
    ("gold", 178),
    ("cream", 230),
    ("silver", 250),
    ("copper", 130),
];

/// The colour that a letter begins.
pub fn initial(mark: &str) -> Option<&'static str> {
    Some(match mark {
        "R" => "red",
        "G" => "green",
        "B" => "blue",
        "Y" => "yellow",
        "P" => "purple",
        "O" => "orange",
        "K" => "black",
        "W" => "white",
        _ => return None,
    })
}
