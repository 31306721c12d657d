//! Least sums of a choice of one entry in each row and column.

/// Costs from here on stand for what cannot be.
pub const FAR: u32 = 1 << 24;

/// The least sum of entries of a square matrix, one in each row and column; [`FAR`] or more if none is without entries from
/// [`FAR`] on.
pub fn least_sum(size: usize, cost: impl Fn(usize, usize) -> u32) -> u32 {
    small(size, &cost).unwrap_or_else(|| {
        let rows = assigned(size, &cost);
        let sum: u64 = rows.iter().enumerate().map(|(to, row)| u64::from(cost(*row, to))).sum();
        u32::try_from(sum).unwrap_or(u32::MAX)
    })
}

/// By column the row of a choice with the least sum. The Hungarian method, O(k^3).
pub fn assigned(size: usize, cost: &impl Fn(usize, usize) -> u32) -> Vec<usize> {
    // Rows and columns from 1; column 0 is where each search begins.
    let mut duals = (vec![0i64; size + 1], vec![0i64; size + 1]);
    let mut row_of = vec![0usize; size + 1];
    let read = |list: &[i64], place: usize| list.get(place).copied().unwrap_or(0);
    for row in 1..=size {
        let mut least = vec![i64::MAX; size + 1];
        let mut before = vec![0usize; size + 1];
        let mut used = vec![false; size + 1];
        let mut column = 0;
        if let Some(entry) = row_of.first_mut() {
            *entry = row;
        }
        loop {
            if let Some(entry) = used.get_mut(column) {
                *entry = true;
            }
            let at = row_of.get(column).copied().unwrap_or(0);
            let (mut delta, mut next) = (i64::MAX, 0);
            for to in (1..=size).filter(|to| used.get(*to) == Some(&false)) {
                let reduced = i64::from(cost(at - 1, to - 1)) - read(&duals.0, at) - read(&duals.1, to);
                if let (Some(entry), Some(before)) = (least.get_mut(to), before.get_mut(to)) {
                    if reduced < *entry {
                        (*entry, *before) = (reduced, column);
                    }
                    if *entry < delta {
                        (delta, next) = (*entry, to);
                    }
                }
            }
            for to in 0..=size {
                if used.get(to) == Some(&true) {
                    let row = row_of.get(to).copied().unwrap_or(0);
                    if let (Some(u), Some(v)) = (duals.0.get_mut(row), duals.1.get_mut(to)) {
                        *u += delta;
                        *v -= delta;
                    }
                } else if let Some(entry) = least.get_mut(to)
                    && *entry != i64::MAX
                {
                    *entry -= delta;
                }
            }
            column = next;
            if row_of.get(column).is_none_or(|row| *row == 0) {
                break;
            }
        }
        while column != 0 {
            let from = before.get(column).copied().unwrap_or(0);
            let row = row_of.get(from).copied().unwrap_or(0);
            if let Some(entry) = row_of.get_mut(column) {
                *entry = row;
            }
            column = from;
        }
    }
    row_of.into_iter().skip(1).map(|row| row.saturating_sub(1)).collect()
}

/// The same for at most three rows.
fn small(size: usize, cost: &impl Fn(usize, usize) -> u32) -> Option<u32> {
    let pair = |rows: [usize; 2], columns: [usize; 2]| {
        let [a, b] = rows;
        let [x, y] = columns;
        (cost(a, x) + cost(b, y)).min(cost(a, y) + cost(b, x))
    };
    match size {
        0 => Some(0),
        1 => Some(cost(0, 0)),
        2 => Some(pair([0, 1], [0, 1])),
        3 => Some(
            (cost(0, 0) + pair([1, 2], [1, 2]))
                .min(cost(0, 1) + pair([1, 2], [0, 2]))
                .min(cost(0, 2) + pair([1, 2], [0, 1])),
        ),
        _ => None,
    }
}
