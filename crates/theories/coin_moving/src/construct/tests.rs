//! Each primitive, played and taken back by its inverse steps.

use std::cell::RefCell;

use super::chain::Chain;
use super::hand::HandGame;
use super::subroutine::Subroutines;
use crate::coins::Coins;
use crate::rectangle::Rectangle;
use puzzlec_base::Budget;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::Meter;

/// Coins on an even pattern in a box with a margin of 3, and the path; some more coins, and spare ones far away.
fn placed(w: i32, h: i32, hand: i32, more: &[Coord]) -> (Coins, Vec<Coord>, Vec<Coord>) {
    let at = |x: i32, y: i32| Coord::new(x + 3, y + 3);
    let path: Vec<Coord> = (0..w).map(|x| at(x, 0)).chain((1..h).map(|y| at(w - 1, y))).collect();
    let last = path.len() - 1;
    let on = path.iter().enumerate().filter(|(i, _)| i % 2 == 0 || *i == last).map(|(_, cell)| *cell);
    let spare: Vec<Coord> = (0..hand).map(|x| Coord::new(x, h + 20)).collect();
    let coins = Coins::on(w + 9, h + 30, on.chain(more.iter().copied()).chain(spare.iter().copied()));
    (coins, path, spare)
}

/// Runs a primitive on an even pattern with so many coins in hand, where steps need not be undone.
fn free(w: i32, h: i32, hand: i32, more: &[Coord], run: impl FnOnce(&mut HandGame<'_>, Chain)) {
    let (coins, path, spare) = placed(w, h, hand, more);
    let (subroutines, budget) = (RefCell::new(Subroutines::default()), Budget::unlimited());
    let meter = Meter::new(&budget);
    let mut game = HandGame::new(&coins, true, &subroutines, &meter).unwrap();
    spare.iter().for_each(|cell| game.take(*cell).unwrap());
    run(&mut game, Chain::along(path).unwrap());
}

/// Runs a primitive on an even pattern with so many coins in hand, and undoes it.
fn undone(w: i32, h: i32, hand: i32, more: &[Coord], run: impl FnOnce(&mut HandGame<'_>, Chain)) {
    let (coins, path, spare) = placed(w, h, hand, more);
    let (subroutines, budget) = (RefCell::new(Subroutines::default()), Budget::unlimited());
    let meter = Meter::new(&budget);
    let mut game = HandGame::new(&coins, false, &subroutines, &meter).unwrap();
    spare.iter().for_each(|cell| game.take(*cell).unwrap());
    let (mark, before) = (game.mark(), game.coins().collect::<Vec<_>>());
    run(&mut game, Chain::along(path).unwrap());
    let steps: Vec<_> = game.steps()[mark..].to_vec();
    for step in steps.iter().rev() {
        let (cell, held) = (game.cell(step.place()), game.hand());
        if step.is_drop() {
            game.pick(cell).unwrap()
        } else {
            game.put(cell).unwrap()
        }
        assert_ne!(game.hand(), held);
    }
    assert_eq!(game.coins().collect::<Vec<_>>(), before);
}

/// Coins on even places and on the back, and nowhere else in the rectangle.
fn is_settled(game: &HandGame<'_>, chain: &Chain) -> bool {
    let on = |cell: Coord| {
        let index = chain.path().iter().position(|on| *on == cell);
        index.is_some_and(|i| i % 2 == 0 || i + 1 == chain.path().len())
    };
    chain.rectangle().cells().all(|cell| game.has(cell) == on(cell))
}

/// A rotation leads to the other two corners.
fn is_turned(game: &mut HandGame<'_>, chain: Chain) {
    let (whole, ends) = (chain.rectangle(), [chain.front(), chain.back()]);
    let turned = game.rotate(chain).unwrap();
    assert_eq!(turned.rectangle(), whole);
    assert!(whole.width() == 1 || whole.height() == 1 || !ends.contains(&turned.front()));
    game.settle(&turned).unwrap();
    assert!(is_settled(game, &turned), "{whole:?}");
}

#[test]
fn rotations() {
    for (w, h) in (1..8).flat_map(|w| (1..8).map(move |h| (w, h))) {
        for hand in [2, 3, 5] {
            free(w, h, 3 * hand, &[], is_turned);
            undone(w, h, hand, &[], is_turned);
        }
    }
}

#[test]
fn reshapings() {
    for (w, h) in [(2, 2), (3, 3), (5, 4), (9, 9), (12, 7), (7, 12)] {
        // One coin is enough for an odd chain.
        for hand in [1 + (w + h + 1) % 2, 3] {
            undone(w, h, hand, &[], |game, mut chain| {
                for to in [0, w / 2, w - 1, 1] {
                    let profile = vec![to; usize::try_from(h - 1).unwrap()];
                    game.reshape(&mut chain, &profile).unwrap();
                    assert_eq!(chain.profile(), profile);
                    game.settle(&chain).unwrap();
                    assert!(is_settled(game, &chain), "{w} by {h}");
                }
            });
        }
    }
}

#[test]
fn coins_are_taken_up() {
    for (w, h) in (1..7).flat_map(|w| (1..7).map(move |h| (w, h))) {
        let whole = Rectangle { top: 3, left: 3, bottom: h + 2, right: w + 2 };
        let around = Rectangle { top: 1, left: 1, bottom: h + 4, right: w + 4 };
        for coin in around.cells() {
            if !(1..=2).contains(&Rectangle::cell(coin).distance(whole)) {
                continue;
            }
            let grows = |game: &mut HandGame<'_>, chain: Chain| {
                let grown = game.absorb(chain, coin).unwrap();
                assert_eq!(grown.rectangle(), whole.join(Rectangle::cell(coin)));
                game.settle(&grown).unwrap();
                assert!(is_settled(game, &grown), "{w} by {h}, {coin:?}");
            };
            for hand in [2, 3, 4, 9] {
                undone(w, h, hand, &[coin], grows);
                free(w, h, hand, &[coin], grows);
            }
        }
    }
}

#[test]
fn cut_down_to_any_rectangle() {
    for (w, h) in [(1, 5), (2, 2), (4, 3), (5, 6)] {
        let all = Rectangle { top: 3, left: 3, bottom: h + 2, right: w + 2 };
        for (one, other) in all.cells().flat_map(|one| all.cells().map(move |other| (one, other))) {
            let to = Rectangle::cell(one).join(Rectangle::cell(other));
            assert_eq!(to.meet(all), Some(to));
            free(w, h, 2, &[], |game, chain| {
                let cut = game.trim(chain, to).unwrap();
                assert_eq!(cut.rectangle(), to);
                game.settle(&cut).unwrap();
                assert!(is_settled(game, &cut), "{w} by {h}, {to:?}");
                assert!(game.coins().all(|cell| to.contains(cell)));
            });
        }
    }
}

/// Random cells of a rectangle.
fn some(of: Rectangle, count: usize, mut seed: u64) -> Vec<Coord> {
    let mut cells: Vec<Coord> = of.cells().collect();
    for at in (1..cells.len()).rev() {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        cells.swap(at, (seed >> 33) as usize % (at + 1));
    }
    cells.truncate(count);
    cells
}

#[test]
fn coins_of_the_goal_stay_behind() {
    for (w, h) in (1..8).flat_map(|w| (1..8).map(move |h| (w, h))) {
        let whole = Rectangle { top: 3, left: 3, bottom: h + 2, right: w + 2 };
        for seed in 0..40 {
            let coins = some(whole, seed as usize % 12, seed);
            let (subroutines, budget) = (RefCell::new(Subroutines::default()), Budget::unlimited());
            let meter = Meter::new(&budget);
            let board = Coins::on(w + 9, h + 30, coins.iter().copied());
            let goal = HandGame::new(&board, false, &subroutines, &meter).unwrap();
            free(w, h, 2 + i32::try_from(coins.len()).unwrap(), &[], |game, chain| {
                game.split(chain, &goal, &[]).unwrap();
                assert!(game.agrees(&goal), "{w} by {h}, {coins:?}");
            });
        }
    }
}

#[test]
fn cores_can_be_undone() {
    let mut found = 0;
    for (size, seed) in (4..12).flat_map(|size| (0..40).map(move |seed| (size, seed))) {
        let whole = Rectangle { top: 3, left: 3, bottom: size + 2, right: size + 2 };
        let coins = some(whole, (size * size) as usize * (2 + seed as usize % 5) / 8, seed);
        let (subroutines, budget) = (RefCell::new(Subroutines::default()), Budget::unlimited());
        let meter = Meter::new(&budget);
        let board = Coins::on(size + 9, size + 9, coins.iter().copied());
        let mut game = HandGame::new(&board, false, &subroutines, &meter).unwrap();
        let redundant: Vec<Coord> = coins.iter().copied().filter(|cell| game.neighbours(*cell) > 1).collect();
        let picked = redundant.iter().filter(|cell| game.pick(**cell).is_ok()).count();
        if picked < 2 {
            continue;
        }
        let Some(chain) = game.grow_core().unwrap() else { continue };
        found += 1;
        assert!(!chain.is_damaged(&game) && whole.includes(chain.rectangle()));
        for step in game.steps().to_vec().into_iter().rev() {
            let cell = game.cell(step.place());
            if step.is_drop() { game.pick(cell) } else { game.put(cell) }.unwrap();
        }
        let mut before = coins.clone();
        before.sort_unstable();
        assert_eq!(game.coins().collect::<Vec<_>>(), before);
    }
    assert!(found > 100, "{found}");
}
