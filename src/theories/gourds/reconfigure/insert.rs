//! Peeling.
use super::*;
/// x
pub fn insert(
    _: &Board,
    _: &Configuration,
    _: &Configuration,
    _: &Meter<'_>,
) -> Result<Option<Vec<Cell>>, Halted> {
    Ok(None)
}
