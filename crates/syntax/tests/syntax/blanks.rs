//! Blanks and comments between tokens change nothing.

use crate::support::{TOUR, bare_tree, codes, parsed, spread};

#[test]
fn between_all_tokens() {
    for (name, text) in TOUR {
        let tree = bare_tree(&parsed(text));
        for trivia in [" ", "\t", "\u{FEFF}", " /* why */", " /* why // not */ ", "\u{FEFF}/*\n*/\u{FEFF}"] {
            let with = spread(text, trivia);
            assert_eq!(codes(&with), [""; 0], "{name}: {trivia:?} behind tokens\n{with}");
            assert_eq!(bare_tree(&parsed(&with)), tree, "{name}: {trivia:?} behind tokens\n{with}");
        }
    }
}
