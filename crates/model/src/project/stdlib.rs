//! The standard library, embedded in the binary.

/// The prefix of paths of the library's own modules.
pub const STDLIB_PREFIX: &str = "stdlib:";

macro_rules! modules {
    ($($name:literal)*) => {
        const MODULES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../../stdlib/", $name, ".puzzle")))),*];
    };
}

modules! { "blocks" "coins" "gourds" "lights" "peg" "removal" "sliding" "sokoban" "tiles" }

/// The text of a module of the standard library.
pub fn text(name: &str) -> Option<&'static str> {
    MODULES.iter().find(|(n, _)| *n == name).map(|(_, t)| *t)
}

/// The names of the modules of the standard library.
pub fn module_names() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|(n, _)| *n)
}
