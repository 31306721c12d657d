//! The search methods by their names.

use puzzlec_search::Method;

/// The methods of general search, with their names and one line each.
const GENERAL: [(&str, &str, Method); 7] = [
    ("auto", "The method that suits the puzzle", Method::Auto),
    ("breadth", "From the start, level by level", Method::Breadth),
    ("bidirectional", "From the start and from the goal at the same time", Method::Bidirectional),
    ("depth", "Depth first; for any solution, or if all solutions have the same length", Method::Depth),
    ("astar", "A*: best first by a lower bound on the remaining moves; for the fewest moves", Method::Astar),
    (
        "deepening",
        "IDA*: depth first with a growing limit; for the fewest moves, in little memory",
        Method::IdaStar,
    ),
    ("greedy", "Best first by the estimated distance to the goal; for any solution", Method::Greedy),
];

/// All methods with their names and one line each: those of general search, then those of theories, each name once.
pub fn methods() -> Vec<(&'static str, String, Method)> {
    let general = GENERAL.map(|(name, about, method)| (name, about.to_owned(), method));
    let mut all = Vec::from(general);
    for theory in puzzlec_theories::ALL.all() {
        for method in theory.methods() {
            if all.iter().all(|(name, ..)| *name != method.name) {
                let about = format!("{}: {}", theory.info().name, method.about);
                all.push((method.name, about, Method::Named(method.name)));
            }
        }
    }
    all
}
