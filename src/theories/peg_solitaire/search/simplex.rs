//! A small dense simplex method for A x = h, x >= 0. Its numbers only propose: whoever uses them checks
//! them in integers.

/// What counts as zero.
const EPSILON: f64 = 1e-9;
/// The most pivots of one objective.
const MOST_PIVOTS: usize = 2000;

/// The equations with a basis.
#[derive(Clone, Debug)]
pub struct Simplex {
    /// Rows: the columns of A, those of the artificial unit matrix, the right side.
    rows: Vec<Vec<f64>>,
    basis: Vec<usize>,
    columns: usize,
    /// Rows that were negated.
    signs: Vec<f64>,
}

impl Simplex {
    /// From the columns of A as (row, coefficient) and the right side, made slightly larger at random so
    /// that no basis is degenerate.
    pub fn new(columns: &[[(usize, f64); 3]], right: &[f64]) -> Simplex {
        let (count, height) = (columns.len(), right.len());
        let mut rows = vec![vec![0.0; count + height + 1]; height];
        let mut sides = right.to_vec();
        let mut state = 0x9e37_79b9u64;
        for (column, entries) in columns.iter().enumerate() {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let little = 1e-7 * (1.0 + (state % 1024) as f64 / 1024.0);
            for &(row, value) in entries {
                if let (Some(row), Some(side)) = (rows.get_mut(row), sides.get_mut(row)) {
                    row.iter_mut().skip(column).take(1).for_each(|slot| *slot = value);
                    *side += value * little;
                }
            }
        }
        let signs: Vec<f64> = sides.iter().map(|&side| if side < 0.0 { -1.0 } else { 1.0 }).collect();
        for (place, ((row, side), sign)) in rows.iter_mut().zip(&sides).zip(&signs).enumerate() {
            row.iter_mut().for_each(|slot| *slot *= sign);
            row.iter_mut().skip(count + place).take(1).for_each(|slot| *slot = 1.0);
            row.iter_mut().rev().take(1).for_each(|slot| *slot = side * sign);
        }
        Simplex { rows, basis: (count..count + height).collect(), columns: count, signs }
    }

    /// Bring the artificial unknowns to zero. Some(Ok): done; Some(Err): impossible, with weights of the
    /// rows that show it (nowhere negative on A, negative on the right side); None: it gave up.
    pub fn begin(&mut self) -> Option<Result<(), Vec<f64>>> {
        let width = self.width();
        let costs: Vec<f64> =
            (0..width).map(|column| if column < self.columns { 0.0 } else { -1.0 }).collect();
        let duals = self.maximise(&costs)?;
        let left: f64 = self
            .rows
            .iter()
            .zip(&self.basis)
            .filter(|(_, base)| **base >= self.columns)
            .filter_map(|(row, _)| row.last())
            .sum();
        Some(if left > 1e-4 { Err(duals) } else { Ok(()) })
    }

    /// The greatest value of one unknown, and weights of the rows that show it: at least 1 on its column,
    /// nowhere negative on the others, that value on the right side.
    pub fn greatest(&mut self, column: usize) -> Option<Vec<f64>> {
        let costs: Vec<f64> =
            (0..self.width()).map(|other| if other == column { 1.0 } else { 0.0 }).collect();
        self.maximise(&costs)
    }

    fn width(&self) -> usize {
        self.columns + self.rows.len()
    }

    fn maximise(&mut self, costs: &[f64]) -> Option<Vec<f64>> {
        for _ in 0..MOST_PIVOTS {
            let gains = self.gains(costs);
            let enters =
                gains.iter().take(self.columns).enumerate().max_by(|one, other| one.1.total_cmp(other.1));
            let Some((enter, _)) = enters.filter(|(_, gain)| **gain > EPSILON) else {
                // The gain of an artificial unknown is its cost less the weight of its row.
                let own = gains.iter().zip(costs).skip(self.columns).zip(&self.signs);
                return Some(own.map(|((gain, cost), sign)| (cost - gain) * sign).collect());
            };
            let ratio = |row: &Vec<f64>| {
                let (pivot, side) = (row.get(enter).copied()?, row.last().copied()?);
                (pivot > EPSILON).then(|| side / pivot)
            };
            let ratios = self.rows.iter().enumerate().filter_map(|(place, row)| Some((place, ratio(row)?)));
            let (leave, _) = ratios.min_by(|one, other| one.1.total_cmp(&other.1))?;
            self.pivot(leave, enter)?;
        }
        None
    }

    /// For every column its cost less what the basis pays for it.
    fn gains(&self, costs: &[f64]) -> Vec<f64> {
        let mut gains = costs.to_vec();
        for (row, &base) in self.rows.iter().zip(&self.basis) {
            let cost = costs.get(base).copied().unwrap_or(0.0);
            if cost != 0.0 {
                gains.iter_mut().zip(row).for_each(|(gain, value)| *gain -= cost * value);
            }
        }
        gains
    }

    fn pivot(&mut self, leave: usize, enter: usize) -> Option<()> {
        let mut row = std::mem::take(self.rows.get_mut(leave)?);
        let pivot = row.get(enter).copied()?;
        row.iter_mut().for_each(|value| *value /= pivot);
        for other in &mut self.rows {
            let factor = other.get(enter).copied().unwrap_or(0.0);
            if factor != 0.0 {
                other.iter_mut().zip(&row).for_each(|(value, own)| *value -= factor * own);
            }
        }
        *self.rows.get_mut(leave)? = row;
        *self.basis.get_mut(leave)? = enter;
        Some(())
    }
}
