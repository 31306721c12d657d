//! Forms of proof.
