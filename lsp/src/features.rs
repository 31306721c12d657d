//! One small adapter for each feature: parameters in, a plain function of the library, its result out.

pub(crate) mod actions;
pub(crate) mod board;
pub(crate) mod diagnostics;
pub(crate) mod edit;
pub(crate) mod expectations;
pub(crate) mod lenses;
pub(crate) mod names;
pub(crate) mod outline;
pub(crate) mod solution;
pub(crate) mod tokens;
