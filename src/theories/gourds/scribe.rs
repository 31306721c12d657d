//! Writes proofs.
