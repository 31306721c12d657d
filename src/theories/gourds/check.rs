//! Checks the proofs of this theory.
