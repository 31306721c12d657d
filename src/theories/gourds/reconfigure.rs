//! Plans on boards without holes.
