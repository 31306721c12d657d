use super::{imported, lengths, refused, said, valid};
use puzzlec_analysis::Analysis;
use puzzlec_base::FileId;
use puzzlec_model::project::MemoryFiles;
use puzzlec_render::import::{Format, import};

const COLLECTION: &str = "\
; Small levels
; for a test

; 1: First steps

#####
#@$.#
#####

; A corner
   ####
####  #
#  $  #
# #+  #
#    ##
######
Title: The \"corner\"
Author: A. N. Author

####
#  ####
#. $@ #
#     #
#######
Title: Done

#######
#@ $ .#
#  .$.#
#######
";

#[test]
fn a_collection() {
    let analysis = imported(Format::Sokoban, COLLECTION);
    let names: Vec<&str> = analysis.puzzles().iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names.len(), 4);
    let text = import(FileId(0), COLLECTION, None).text;
    assert!(text.contains("use sokoban"), "{text}");
    assert!(text.contains("title \"The \\\"corner\\\"\""), "{text}");
    assert!(text.contains("/// By A. N. Author."), "{text}");
    // The second: round the box, a push to the right, down, and left onto the target under the man.
    assert_eq!(lengths(&analysis), [Some(1), Some(17), Some(2), Some(6)]);
}

/// The same level with its marks for floor, without trailing blanks, and with another line end.
#[test]
fn spellings_of_one_level() {
    let plain = "######\n#@   #\n# $. #\n#    #\n######\n";
    let text = import(FileId(0), plain, None).text;
    for other in [
        plain.replace(' ', "-"),
        plain.replace(' ', "_"),
        plain.replace('\n', "\r\n"),
        format!("\u{feff}{plain}"),
        plain.trim_end().to_owned(),
    ] {
        assert_eq!(import(FileId(0), &other, None).text, text, "{other:?}");
    }
    assert_eq!(lengths(&valid(&text)), [Some(2)]);
}

/// Letters, numbers that repeat a mark, rows on one line, tabs and XML are other spellings.
#[test]
fn other_spellings_of_one_level() {
    let plain = "######\n#@   #\n# $* #\n#  . #\n######\n";
    let text = import(FileId(0), plain, None).text;
    for other in [
        "######\n#p   #\n# bB #\n#  o #\n######\n",
        "6#|#@3-#|#-$*-#|#--.-#|6#",
        "6#|#p3-#|#-bB-#|#--o-#|6#|",
        "6#|#@3 #|# $* #|#2-. #|6#\n",
        "6#\n#@3-#\n#-$*-#\n#2-.-#\n6#\n",
        "\t######\n\t#@   #\n  \t# $* #\n        #  . #\n\t######\n",
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<SokobanLevels><Title>T</Title>\n<LevelCollection>\n\
         <Level Width=\"6\" Height=\"5\">\n<L>######</L>\n<L>#@   #</L><L># $* #</L>\n<L>#  . #</L>\n<L>######</L>\n\
         </Level></LevelCollection></SokobanLevels>\n",
    ] {
        assert_eq!(import(FileId(0), other, Some(Format::Sokoban)).text, text, "{other:?}");
    }
}

#[test]
fn collections_in_xml() {
    let level = |id: &str| {
        format!(
            "<Level Id=\"{id}\" Width=\"5\" Height=\"3\">\n<L>#####</L>\n<L>#@$.#</L>\n<L>#####</L>\n</Level>\n"
        )
    };
    let text = format!(
        "\u{feff}<SokobanLevels>\n<LevelCollection Copyright=\"A. N. Author\">\n{}{}</LevelCollection>\n</SokobanLevels>",
        level("First"),
        level("Second").replace("@$", "@ ")
    );
    let found = said(Format::Sokoban, &text);
    assert_eq!(found, [("P0821", 9, "#####".to_owned(), "the level has no box".to_owned())]);
    let written = import(FileId(0), &text, None).text;
    assert!(written.contains("title \"First\"") && written.contains("/// By A. N. Author."), "{written}");
    let open = text.replace("</LevelCollection>", "");
    assert!(
        said(Format::Sokoban, &open)[0].3.starts_with("this is no XML"),
        "{:?}",
        said(Format::Sokoban, &open)
    );
}

#[test]
fn wrong_numbers_of_marks() {
    refused(Format::Sokoban, "9999#|#@$.#|5#\n", 1, "9999#", "a mark is repeated more than 1,000 times");
    let far = "900#|".repeat(2000) + "#@$.#";
    assert_eq!(said(Format::Sokoban, &far)[0].3, "the drawing has more than 1,000,000 places");
}

/// Floor outside the walls is no cell; a box on a target that cannot be reached is one.
#[test]
fn only_the_inside_is_a_board() {
    let text = "  #####\n  #@$.#\n###   ###\n#*#   #*#\n#########\n";
    let written = import(FileId(0), text, None).text;
    assert!(written.contains("goal  box at every t"), "{written}");
    assert_eq!(lengths(&valid(&written)), [Some(1)]);
}

/// More targets than boxes: each box must come to a target.
#[test]
fn spare_targets() {
    let text = "#######\n#@$ ..#\n#######\n";
    let written = import(FileId(0), text, None).text;
    assert!(written.contains("count(box, t) == 1"), "{written}");
    assert_eq!(lengths(&valid(&written)), [Some(2)]);
}

#[test]
fn wrong_levels_are_named_with_their_lines() {
    let level = |row: &str| format!("; one\n\n######\n{row}\n######\n");
    for (row, line, at, headline) in [
        ("# $ .#", 3, "######", "the level has no man"),
        ("#@@$.#", 4, "@", "the level has a second man"),
        ("#@  .#", 3, "######", "the level has no box"),
        ("#@ $ #", 3, "######", "the level has no target"),
        ("#@$$.#", 3, "######", "the level has 2 boxes and 1 target"),
        ("#@$x.#", 4, "x", "`x` is no mark of a Sokoban level"),
        ("#@ $. ", 4, "", "the walls of the level are open here"),
    ] {
        let text = level(row);
        let found = said(Format::Sokoban, &text);
        assert_eq!(found.len(), 1, "{row}: {found:?}");
        assert_eq!((found[0].0, found[0].3.as_str()), ("P0821", headline), "{row}: {found:?}");
        if !at.is_empty() {
            assert_eq!((found[0].1, found[0].2.as_str()), (line, at), "{row}: {found:?}");
        }
    }
    refused(Format::Sokoban, "no level\n", 1, "n", "this file has no puzzle of the format");
    // The others are imported.
    let text = format!("{}\n#####\n#@$.#\n#####\n", level("# $ .#"));
    assert_eq!(import(FileId(0), &text, None).puzzles, 1);
    assert_eq!(said(Format::Sokoban, &text).len(), 1);
}

/// The least number of moves, by a breadth-first search on the rows as they are drawn.
fn by_hand(rows: &[Vec<char>]) -> Option<u64> {
    let width = rows[0].len();
    let all: Vec<char> = rows.concat();
    let at = |marks: &str| (0..all.len()).filter(|i| marks.contains(all[*i])).collect::<Vec<usize>>();
    let targets = at(".+*");
    let first = (at("@+")[0], at("$*"));
    let mut seen = std::collections::BTreeSet::from([first.clone()]);
    let mut level = vec![first];
    for moves in 0.. {
        if level.iter().any(|(_, boxes)| boxes.iter().all(|b| targets.contains(b))) {
            return Some(moves);
        }
        let mut next = Vec::new();
        for (man, boxes) in &level {
            for to in [man + 1, man - 1, man + width, man - width] {
                let mut boxes = boxes.clone();
                if all[to] == '#' {
                    continue;
                }
                if let Some(pushed) = boxes.iter().position(|b| *b == to) {
                    let beyond = to + to - man;
                    if all[beyond] == '#' || boxes.contains(&beyond) {
                        continue;
                    }
                    boxes[pushed] = beyond;
                    boxes.sort_unstable();
                }
                if seen.insert((to, boxes.clone())) {
                    next.push((to, boxes));
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        level = next;
    }
    None
}

#[test]
fn random_levels_agree_with_a_search_by_hand() {
    let mut state = 5_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % below
    };
    let (mut solved, mut unsolvable) = (0, 0);
    for _ in 0..60 {
        let mut rows = vec![vec![' '; 7]; 6];
        for (row, marks) in rows.iter_mut().enumerate() {
            for (column, mark) in marks.iter_mut().enumerate() {
                if row % 5 == 0 || column % 6 == 0 {
                    *mark = '#';
                }
            }
        }
        let boxes = 1 + next(2);
        let spare = next(2);
        let marks = [vec!['@'], vec!['$'; boxes], vec!['.'; boxes + spare], vec!['#'; 4]].concat();
        for mark in marks {
            let place = (1 + next(4), 1 + next(5));
            let held = &mut rows[place.0][place.1];
            *held = match (*held, mark) {
                (' ', mark) => mark,
                ('@', '.') | ('.', '@') => '+',
                ('$', '.') | ('.', '$') => '*',
                (other, _) => other,
            };
        }
        let text: String = rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
        let written = import(FileId(0), &text, Some(Format::Sokoban)).text;
        if written.is_empty() || by_hand(&rows) == Some(0) {
            continue;
        }
        let files = std::collections::BTreeMap::from([("p.puzzle".to_owned(), written)]);
        let analysis = Analysis::load(&MemoryFiles(files), &["p.puzzle".to_owned()]);
        let found = lengths(&analysis);
        assert_eq!(found, [by_hand(&rows)], "{text}");
        solved += usize::from(found[0].is_some());
        unsolvable += usize::from(found[0].is_none());
    }
    assert!(solved > 10 && unsolvable > 3, "{solved} solved, {unsolvable} not");
}

/// The titles of imported levels, in order.
fn titles(text: &str) -> Vec<String> {
    let written = import(FileId(0), text, Some(Format::Sokoban)).text;
    valid(&written);
    let title = |part: &str| {
        part.split("title \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("").to_owned()
    };
    written.split("\npuzzle ").skip(1).map(title).collect()
}

/// A title belongs to the level above it, unless all titles of the file stand above their levels.
#[test]
fn titles_above_and_below() {
    const ONE: &str = "#####\n#@$.#\n#####\n";
    for (text, wanted) in [
        (format!("Title: One\n{ONE}\nTitle: Two\n{ONE}"), ["One", "Two"]),
        (format!("Title: One\n\n{ONE}\nTitle: Two\n\n{ONE}\n"), ["One", "Two"]),
        (format!("{ONE}Title: x\n\nTitle: y\n{ONE}"), ["x", "y"]),
        (format!("{ONE}Title: One\n\n{ONE}Title: Two\n"), ["One", "Two"]),
        (format!("{ONE}\nTitle: One\n\n{ONE}\nTitle: Two\n"), ["One", "Two"]),
        (format!("Title: All levels\n\n{ONE}Title: One\n\n{ONE}Title: Two\n"), ["One", "Two"]),
        (format!("Title: All levels\n\n{ONE}Title: One\n\n; second\n\n{ONE}"), ["One", "second"]),
        (format!("; One\n{ONE}\n; Two\n{ONE}"), ["One", "Two"]),
    ] {
        assert_eq!(titles(&text), wanted, "{text}");
    }
    let authors = format!("Title: One\nAuthor: A\n{ONE}\nTitle: Two\nAuthor: B\n{ONE}");
    let written = import(FileId(0), &authors, None).text;
    let place = |part: &str| written.find(part).unwrap();
    assert!(
        place("/// By A.") < place("puzzle One") && place("puzzle One") < place("/// By B."),
        "{written}"
    );
}

/// Characters that hide what a text says are dropped.
#[test]
fn hidden_characters_are_dropped() {
    let text = "#####\n#@$.#\n#####\nTitle: a\u{202e}b\u{1b}[31m\u{fffe}c\nAuthor: x\u{2066}y\u{7}\n";
    let written = import(FileId(0), text, None).text;
    assert!(written.contains("title \"a b [31m c\"") && written.contains("/// By x y ."), "{written:?}");
    valid(&written);
}
