use puzzlec_base::FileId;
use puzzlec_render::import::{Format, import};

/// Numbers that look random and are the same on every run.
fn numbers(mut state: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % below
    }
}

/// Damaged texts of all formats, read as every format: no panic, and text only with puzzles.
#[test]
fn damaged_texts() {
    let texts = [
        "#####\n#@$.#\n#####\nTitle: é\n",
        "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n",
        "AZZB\nAZZB\nCHHD\n\n????\n?ZZ?\n?ZZ?\n",
        "    .\n   o o\n  o o o\n",
        super::pddl::TILES,
        super::puzzlescript::GAME,
    ];
    let signs: Vec<char> = "#@$.+*oxAB()|[]>-_ \t\n=;:é\u{301}\0\u{feff}○".chars().collect();
    let mut next = numbers(7);
    for text in texts {
        for _ in 0..150 {
            let mut marks: Vec<char> = text.chars().collect();
            for _ in 0..=next(4) {
                let at = next(marks.len());
                match next(3) {
                    0 => marks[at] = signs[next(signs.len())],
                    1 => drop(marks.remove(at)),
                    _ => marks.insert(at, signs[next(signs.len())]),
                }
            }
            let text: String = marks.into_iter().collect();
            let format = Format::ALL[next(Format::ALL.len())];
            for format in [None, Some(format)] {
                let found = import(FileId(0), &text, format);
                assert_eq!(found.text.is_empty(), found.puzzles == 0, "{text:?}");
                assert!(found.puzzles > 0 || found.diagnostics.iter().any(|d| d.is_error()), "{text:?}");
                for d in &found.diagnostics {
                    assert!(text.get(d.primary.span.range()).is_some(), "{text:?}: {d:?}");
                }
            }
        }
    }
    for text in ["", "\n\n", "\0", "(", ")", "((((((((((", "[", "é"] {
        for format in Format::ALL {
            assert_eq!(import(FileId(0), text, Some(format)).puzzles, 0, "{text:?}");
        }
        assert_eq!(import(FileId(0), text, None).puzzles, 0);
    }
}

/// Large texts are read in linear time, and too large drawings are refused.
#[test]
fn large_texts() {
    let wide = "#".repeat(300);
    let row = format!("#@{}$.#", " ".repeat(295));
    let level = format!("{wide}\n{row}\n{wide}\n\n");
    let found = import(FileId(0), &level.repeat(200), Some(Format::Sokoban));
    assert_eq!((found.puzzles, found.diagnostics.len()), (200, 0));
    let huge = format!("{}\n", "#".repeat(1001)).repeat(1001);
    let found = import(FileId(0), &huge, Some(Format::Sokoban));
    assert_eq!(found.diagnostics[0].headline, "the drawing has more than 1,000,000 places");
    let nested = "(".repeat(1_000_000);
    let found = import(FileId(0), &nested, Some(Format::Pddl));
    assert_eq!(found.diagnostics[0].headline, "brackets are nested too deeply");
    let one = "o".repeat(500_000);
    assert_eq!(import(FileId(0), &one, Some(Format::Peg)).puzzles, 1);
    // Equal titles, and a level of one long row.
    let level = "#####\n#@$.#\n#####\nTitle: One\n\n";
    let found = import(FileId(0), &level.repeat(5_000), Some(Format::Sokoban));
    assert_eq!((found.puzzles, found.diagnostics.len()), (5_000, 0));
    assert!(found.text.contains("puzzle One_5000 "));
    let length = 300_000;
    let wall = "#".repeat(length);
    let long = format!("{wall}\n#@$.{}#\n{wall}\n", " ".repeat(length - 5));
    assert_eq!(import(FileId(0), &long, Some(Format::Sokoban)).puzzles, 1);
}
