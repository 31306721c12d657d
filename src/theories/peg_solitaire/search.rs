//! Search for games: dives and beams from both ends, levels of both, with dead positions, symmetries and
//! resource counts; and for games of fewest sweeps.

mod beam;
mod canon;
pub mod cone;
mod depths;
mod dive;
mod fan;
mod field;
pub mod goal;
mod hunt;
mod orders;
pub mod pagoda;
pub mod plan;
pub mod regions;
pub mod seek;
mod side;
pub mod sweeps;
mod table;
mod word;

use super::{board, refute, symmetry};
