//! The ways to an answer.
