//! Characters that hide what a text says.

/// What a character does that cannot be seen and changes how the text around it is shown, if it does.
///
/// These are control characters apart from tab and line ends, separators of lines and paragraphs, which some programs
/// take for line ends, controls of the direction of text (U+202A to U+202E, U+2066 to U+2069), after which a text is
/// shown in another order than it is read, and the noncharacters U+FFFE and U+FFFF, which XML does not allow. The marks
/// of direction U+200E, U+200F and U+061C order no other text and are not among them.
pub fn hidden(c: char) -> Option<&'static str> {
    match c {
        '\t' | '\n' | '\r' => None,
        '\u{2028}' | '\u{2029}' => Some("a separator of lines"),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Some("a control of the direction of text"),
        '\u{fffe}' | '\u{ffff}' => Some("no character"),
        c if c.is_control() => Some("a control character"),
        _ => None,
    }
}
