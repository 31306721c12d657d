//! Merson's regions: their definition, and how many are disjoint.

use super::boards::*;
use puzzlec_peg_solitaire::search::sweeps::{packings, regions};

#[test]
fn disjoint_regions() {
    for (board, most) in [(english(), 12), (triangle(5), 6), (wiegleb(), 17), (french(), 16)] {
        let found = regions(&board);
        for region in &found {
            for jump in board.jumps().iter().filter(|jump| region >> jump.over & 1 == 1) {
                assert!(region >> jump.from & 1 == 1 || region >> jump.to & 1 == 1);
            }
        }
        let all = packings(&found);
        assert_eq!(all[0].len(), most);
        for packing in all {
            packing.iter().fold(0, |used, region| {
                assert_eq!(used & region, 0);
                used | region
            });
        }
    }
}
