//! Least plans and lower bounds.
