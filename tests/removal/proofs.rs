//! Proofs, and what must not be proved.
