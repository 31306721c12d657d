//! The puzzles of `examples/gourds/hardness`.

use super::formulas::{FILE, puzzle};

#[test]
fn the_file_is_what_the_generator_writes() {
    let text = include_str!("../../../../../examples/gourds/hardness/formulas.puzzle");
    let (head, puzzles) = text.split_at(text.find("\n/// The clauses").unwrap());
    assert!(head.ends_with("use gourds\n"));
    let written: String =
        FILE.iter().map(|(name, clauses)| format!("\n{}", puzzle(name, clauses).unwrap())).collect();
    assert_eq!(puzzles, written);
    for (clauses, error) in [
        (&["AB"][..], "`AB` has not three letters"),
        (&["ABA"], "`ABA` has a letter twice"),
        (&["ABF"], "`F` is no variable: use capital letters other than V and F"),
        (&["ABC", "ABC"], "`A` is not in three clauses"),
    ] {
        assert_eq!(puzzle("P", clauses), Err(error.to_owned()));
    }
}
