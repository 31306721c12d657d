//! The checker of the proofs.
