//! Answers beside general search.
