//! Proofs from what the solver found.
