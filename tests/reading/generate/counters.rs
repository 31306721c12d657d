//! Puzzles with counters.

use super::words::Maker;
use super::{boards, floors, lists, then};

type Make = fn(&mut Maker) -> String;

/// A puzzle of another construct, with counters.
fn counted(maker: &mut Maker, of: &[Make], turn: bool) -> String {
    let own = maker.dice.between(usize::from(!turn), 2);
    maker.counters = ["fuel", "keys"].into_iter().take(own).collect();
    let mut items = Vec::new();
    for counter in maker.counters.clone() {
        let (low, high) = (maker.dice.below(3) as i64 - 1, maker.dice.between(2, 4) as i64);
        let start = low + maker.dice.below((high - low + 1) as usize) as i64;
        // A start above 0 may be all that is said of it.
        items.push(match start > 0 && maker.dice.once_in(3) {
            true => format!("counter {counter} = {start}"),
            false => format!("counter {counter} in {low}..{high} = {start}"),
        });
    }
    maker.items.extend(items);
    if turn {
        maker.counters.push("turn");
    }
    let at = maker.dice.below(of.len());
    let text = of[at](maker);
    let end = text.rfind('}').unwrap();
    match maker.dice.once_in(3) && own > 0 {
        true => format!("{}    counter fuel in 0..3 = {}\n}}\n", &text[..end], maker.dice.below(4)),
        false => text,
    }
}

pub fn counters(maker: &mut Maker) -> String {
    maker.after = maker.dice.once_in(3);
    counted(maker, &[boards::drawn, boards::written, boards::both, boards::measures, boards::families], false)
}

pub fn games(maker: &mut Maker) -> String {
    maker.after = maker.dice.once_in(3);
    let turn = !maker.dice.once_in(4);
    counted(maker, &[boards::games], turn)
}

pub fn mixed(maker: &mut Maker) -> String {
    let of: &[Make] =
        &[then::followed, then::followed, then::priced, floors::floors, lists::lists, lists::followed];
    counted(maker, of, false)
}

pub fn listed(maker: &mut Maker) -> String {
    maker.after = maker.dice.once_in(3);
    counted(maker, &[lists::lists, lists::numbers], false)
}
