//! Breadth first.

/// Visits the first items with 0, and what each adds to the list with one more than its own number, level by level. An item
/// may be visited several times: whoever visits knows those that came before.
pub fn by_levels<T>(first: Vec<T>, mut visit: impl FnMut(T, u32, &mut Vec<T>)) {
    let (mut level, mut depth) = (first, 0);
    while !level.is_empty() {
        let mut next = Vec::new();
        level.into_iter().for_each(|item| visit(item, depth, &mut next));
        (level, depth) = (next, depth + 1);
    }
}
