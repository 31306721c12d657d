//! Automata of rows.
