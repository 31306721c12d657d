//! One small adapter for each feature: parameters in, a plain function of the library, its result out.

pub(crate) mod diagnostics;
pub(crate) mod lenses;
pub(crate) mod solution;
