//! A value for each vertex.

/// A value for each vertex of a graph. A vertex that is not in the graph has the default value.
#[derive(Clone, Debug)]
pub(super) struct Table<T>(Vec<T>);

impl<T: Copy + Default> Table<T> {
    /// The default value for each of n vertices.
    pub(super) fn new(n: usize) -> Self {
        Table(vec![T::default(); n])
    }

    /// The value of a vertex.
    #[inline]
    pub(super) fn at(&self, vertex: u32) -> T {
        self.0.get(vertex as usize).copied().unwrap_or_default()
    }

    /// Sets the value of a vertex.
    #[inline]
    pub(super) fn set(&mut self, vertex: u32, value: T) {
        if let Some(slot) = self.0.get_mut(vertex as usize) {
            *slot = value;
        }
    }
}

impl<T> Table<T> {
    /// The values in the order of the vertices.
    pub(super) fn into_values(self) -> Vec<T> {
        self.0
    }
}

impl<T> From<Vec<T>> for Table<T> {
    fn from(values: Vec<T>) -> Self {
        Table(values)
    }
}
