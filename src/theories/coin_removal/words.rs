//! Rows and rings: which can be removed, and how.
