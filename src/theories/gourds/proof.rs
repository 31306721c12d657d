//! The proofs of this theory in certificates.
