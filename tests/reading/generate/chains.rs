//! Pieces of three and more cells that bend.

use super::field::Field;
use super::words::Maker;

/// Walks on a field: by cell the number of the piece that lies there, and which of its cells it is.
type Lies = Vec<Option<(usize, usize)>>;

fn walks(maker: &mut Maker, field: &Field, length: usize, most: usize) -> Lies {
    let mut lies: Lies = vec![None; field.count()];
    let mut number = 0;
    for _ in 0..4 * most {
        let mut walk = vec![maker.dice.below(field.count())];
        while walk.len() < length {
            let around = field.board.neighbours(field.board.cells[*walk.last().unwrap()]);
            if around.is_empty() {
                break;
            }
            let next = around[maker.dice.below(around.len())];
            let next = field.board.cells.iter().position(|c| *c == next).unwrap();
            if walk.contains(&next) {
                break;
            }
            walk.push(next);
        }
        if number < most && walk.len() == length && walk.iter().all(|at| lies[*at].is_none()) {
            for (part, at) in walk.into_iter().enumerate() {
                lies[at] = Some((number, part));
            }
            number += 1;
        }
    }
    lies
}

const NUMBERS: &[u8] = b"123456789abcdefghijklmnopqrstuvwxyz";

/// The pictures of walks: by numbers, or by letters with labels that may repeat.
fn pictures(maker: &mut Maker, field: &Field, lies: &Lies, length: usize, colours: bool) -> String {
    let (mut pieces, mut labels) = (Vec::new(), Vec::new());
    for one in lies {
        let Some((number, part)) = one else {
            pieces.push('.');
            labels.push('.');
            continue;
        };
        pieces.push((b'a' + *number as u8) as char);
        labels.push(match colours {
            true => ['R', 'G'][maker.dice.below(2)],
            false => NUMBERS[length * number + part] as char,
        });
    }
    match colours {
        true => format!("pieces {} colours {}", field.picture(&pieces), field.picture(&labels)),
        false => field.config(&mut maker.dice, &labels),
    }
}

pub fn bending(maker: &mut Maker) -> String {
    let length = [3, 3, 3, 4][maker.dice.below(4)];
    maker.items.push(format!("piece worm {{ cells {length} }}"));
    let mirror = maker.mirror;
    let field = Field::any(&mut maker.dice, &["square", "hex", "hex", "diagonal", "ring"], 9, mirror);
    let parts = |name: &str| -> String {
        let cells: Vec<String> = (1..=length).map(|n| format!("{name}.{n}")).collect();
        cells.join(" | ")
    };
    let back = |name: &str| -> String {
        let cells: Vec<String> = (1..=length).rev().map(|n| format!("{name}.{n}")).collect();
        cells.join(" | ")
    };
    for name in ["r", "s"].into_iter().take(maker.dice.between(1, 2)) {
        if maker.dice.once_in(5) {
            let guard = maker.dice.once_in(2).then(|| "when aligned(x, d)".to_owned());
            let body = guard.into_iter().chain(["shift x towards d".to_owned()]).collect();
            maker.rule(&format!("{name}(x: worm, d: direction)"), body);
            continue;
        }
        let (before, after, cells) = match maker.dice.below(6) {
            0 => (format!("{} | empty", parts("g")), format!("empty | {}", back("g")), length + 1),
            1 => (parts("g"), back("g"), length),
            2 => (format!("? | {} | empty", parts("g")), format!("? | empty | {}", parts("g")), length + 2),
            _ => (format!("{} | empty", parts("g")), format!("empty | {}", parts("g")), length + 1),
        };
        // A straight path, or one that bends at some of its steps.
        let mut along = String::new();
        if !maker.dice.once_in(4) {
            let path = |maker: &mut Maker| -> String {
                let mut turn = 0_i32;
                let mut steps = vec!["d".to_owned()];
                for _ in 2..cells {
                    turn += [0, 0, 1, -1, 2][maker.dice.below(5)];
                    let seen = if mirror { -turn } else { turn };
                    steps.push(match seen {
                        0 => "d".to_owned(),
                        n if n > 0 => format!("d+{n}"),
                        n => format!("d-{}", -n),
                    });
                }
                steps.join(", ")
            };
            let paths: Vec<String> = (0..maker.dice.between(1, 3)).map(|_| path(maker)).collect();
            along = format!(" along {}", maker.any_order(paths).join(" or "));
        }
        maker.patterns(name, vec![format!("[ {before} ] -> [ {after} ]{along}")]);
    }
    let colours = maker.dice.once_in(2);
    let most = maker.dice.between(1, 2);
    let lies = walks(maker, &field, length, most);
    let start = pictures(maker, &field, &lies, length, colours);
    let goal = match maker.dice.below(4) {
        0 => format!("goal worm at {}", field.some_cell(&mut maker.dice)),
        1 => format!("goal where {} is empty", field.some_cell(&mut maker.dice)),
        2 => {
            let labels = if colours { "RG" } else { "12" }.chars().filter(|c| start.contains(*c));
            let labels: Vec<char> = labels.chain("???".chars()).collect();
            let marks: Vec<char> =
                (0..field.count()).map(|_| labels[maker.dice.below(labels.len())]).collect();
            format!("goal colours {}", field.picture(&marks))
        }
        _ => {
            let pieces = lies.iter().flatten().count() / length;
            let other = walks(maker, &field, length, pieces.max(1));
            format!("goal {}", pictures(maker, &field, &other, length, colours))
        }
    };
    maker.text(&[format!("board {}", field.text()), format!("start {start}"), goal])
}
