//! Automata of removable rows.
