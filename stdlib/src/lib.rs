//! The standard library of the puzzle language, as texts for programs without files. It knows no other package.

macro_rules! modules {
    ($($name:literal)*) => {
        const MODULES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../", $name, ".puzzle")))),*];
    };
}

modules! { "blocks" "coins" "gourds" "lights" "peg" "removal" "sliding" "sokoban" "tiles" }

/// The text of a module.
pub fn text(name: &str) -> Option<&'static str> {
    MODULES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The names of the modules, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|(name, _)| *name)
}
