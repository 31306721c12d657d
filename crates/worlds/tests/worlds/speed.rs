//! Keys a second; run with `--ignored --nocapture`.

use std::fmt::Write;
use std::time::Instant;

use puzzlec_base::FileId;
use puzzlec_worlds::{Draws, Key, World, read};

fn keys_a_second(text: &str, name: &str, keys: usize) {
    let (game, diagnostics) = read(FileId(0), text);
    let game = game.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let rules = game.all_rules().count();
    let (_, level) = game.levels().next().unwrap();
    let mut world = World::new(&game, level);
    let (mut board, mut restart) = (world.drawn().clone(), world.drawn().clone());
    let mut draws = Draws::seeded(1);
    let mut seed = 1_u64;
    let mut changed = 0;
    let begun = Instant::now();
    for number in 0..keys {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let key = Key::ALL[(seed >> 60) as usize % 4];
        let turn = world.press(&mut board, &mut restart, key, &mut draws).unwrap();
        changed += usize::from(turn.changed);
        if number % 200 == 199 {
            board = world.drawn().clone();
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{name}: {rules} rules, {:.0} keys/s ({changed} of {keys} change the board)",
        keys as f64 / seconds
    );
}

const SOKOBAN: &str = "
OBJECTS
Background .
black

Wall #
gray

Player P
blue

Crate *
brown

Target O
yellow

LEGEND
@ = Crate and Target

COLLISIONLAYERS
Background
Target
Player, Wall, Crate

RULES
[ > Player | Crate ] -> [ > Player | > Crate ]

WINCONDITIONS
All Target on Crate

LEVELS

#########
#.......#
#..*.O..#
#.P.*...#
#..O.*..#
#....O..#
#########
";

/// A game with many kinds of things: 200 rules or more, 31 objects, 19 x 12.
fn many() -> String {
    let kinds: Vec<String> = (0..24).map(|n| format!("kind{n}")).collect();
    let mut text = String::from(
        "OBJECTS\nBackground .\nblack\n\nWall #\ngray\n\nHero h\nred\n\nMage m\nred\n\nRogue r\nred\n\nFire f\nred\n\nMark k\nred\n\n",
    );
    for (n, kind) in kinds.iter().enumerate() {
        write!(text, "{kind} {}\nred\n\n", char::from_u32(0x3b1 + n as u32).unwrap()).unwrap();
    }
    write!(text, "LEGEND\nPlayer = Hero or Mage or Rogue\nMovable = {}\n", kinds.join(" or ")).unwrap();
    write!(text, "COLLISIONLAYERS\nBackground\nMark\nFire\nWall, Player, {}\n\nRULES\n", kinds.join(", "))
        .unwrap();
    text += "[ > Player | Movable ] -> [ > Player | > Movable ]\n[ > Movable | Movable ] -> [ > Movable | > Movable ]\n";
    for pair in kinds.windows(2) {
        writeln!(text, "[ > {} | {} ] -> [ > {} | {} Mark ]", pair[0], pair[1], pair[0], pair[1]).unwrap();
        writeln!(text, "late [ {} Fire ] -> [ {} ]", pair[0], pair[0]).unwrap();
        writeln!(text, "[ > Mage | {} | {} ] -> [ > Mage | {} | > {} ]", pair[0], pair[1], pair[0], pair[1])
            .unwrap();
    }
    text += "late [ Mark ] -> [ ]\nWINCONDITIONS\nNo kind0\nLEVELS\n\n";
    let mut kind = 0;
    for y in 0..12 {
        for x in 0..19 {
            text.push(match (x, y) {
                (0 | 18, _) | (_, 0 | 11) => '#',
                (3, 3) => 'h',
                (9, 6) => 'm',
                (14, 8) => 'r',
                _ if (x * 7 + y * 3) % 9 == 0 => {
                    kind += 1;
                    char::from_u32(0x3b1 + kind % 24).unwrap()
                }
                _ => '.',
            });
        }
        text.push('\n');
    }
    text
}

#[test]
#[ignore = "measures"]
fn keys_of_two_games() {
    keys_a_second(SOKOBAN, "Sokoban 9x7", 2_000_000);
    keys_a_second(&many(), "31 objects 19x12", 100_000);
}
