//! The method of the theory by name.

use puzzlec_theory::MethodInfo;

/// The only one.
pub(super) static METHODS: [MethodInfo; 1] =
    [MethodInfo { name: "equations", about: "the presses as unknowns of linear equations" }];
