//! The page's programs as text.

use std::fs;
use std::path::Path;

#[test]
fn the_programs_are_small_and_leave_texts_alone() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/render/src/page");
    let mut programs = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "js") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        // Texts of puzzles become text, never elements or programs.
        for word in
            ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"]
        {
            assert!(!text.contains(word), "{word} in {}", path.display());
        }
        assert!(!text.contains("</script"), "{}", path.display());
        assert!(text.lines().count() <= 500, "{}", path.display());
        programs += 1;
    }
    assert!(programs >= 6, "the programs are not where this test looks");
}
