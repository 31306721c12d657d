//! The method of the theory by name.

use puzzlec_theory::MethodInfo;

/// The only one.
pub(super) const EQUATIONS: &str = "equations";

pub(super) static METHODS: [MethodInfo; 1] =
    [MethodInfo { name: EQUATIONS, about: "the presses as unknowns of linear equations" }];
