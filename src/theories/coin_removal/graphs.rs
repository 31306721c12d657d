//! Coins on a graph.
