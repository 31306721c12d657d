//! The option that chooses the colours of boards.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use puzzlec_render::svg::Style;

/// A theme by its name.
pub(in crate::cli) fn theme() -> impl TypedValueParser<Value = Style> {
    PossibleValuesParser::new(Style::NAMED.map(|(name, _)| name)).map(|given| {
        let found = Style::NAMED.into_iter().find(|(name, _)| *name == given);
        found.map_or(Style::ByGame, |(_, style)| style)
    })
}
