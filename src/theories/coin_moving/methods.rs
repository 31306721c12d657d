//! The ways to an answer, by name.

use super::decide::Layer;
use crate::theories::MethodInfo;

/// The names that `--method` takes.
pub(super) static METHODS: &[MethodInfo] = &[
    MethodInfo { name: "counts", about: "the numbers of coins" },
    MethodInfo { name: "span", about: "coins stay in the span (1.9)" },
    MethodInfo { name: "redundant", about: "a coin of the goal touches two others (1.2)" },
    MethodInfo { name: "extra", about: "a coin of the start can be spared (1.17)" },
    MethodInfo { name: "one-move", about: "one move does it" },
    MethodInfo { name: "isolated", about: "without one coin the others of the goal are isolated (1.3)" },
    MethodInfo { name: "equal-spans", about: "equal spans, two coins extra, two redundant (3.1)" },
    MethodInfo { name: "components", about: "a component for each of the goal's (3.3)" },
    MethodInfo { name: "crowded", about: "coins enough in one rectangle (4.8)" },
    MethodInfo { name: "even-minimum", about: "one coin more than an even rectangle takes (5.1)" },
    MethodInfo { name: "chains", about: "one coin more than an odd rectangle takes, and chains (5.9)" },
    MethodInfo { name: "poking", about: "one coin more than an odd rectangle takes, and all pokes (5.7)" },
    MethodInfo { name: "split", about: "too few coins to come apart (4.2)" },
    MethodInfo { name: "late-split", about: "too few coins to come apart after two moves (4.5)" },
    MethodInfo { name: "search", about: "configurations from both ends, as many as it takes" },
    MethodInfo { name: "construct", about: "a plan by growing chains, made shorter" },
];

/// A way to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By one layer.
    Layer(Layer),
    /// By the constructive solver.
    Construct,
}

/// The way of this name.
pub(super) fn way(name: &str) -> Option<Way> {
    let at = METHODS.iter().position(|method| method.name == name)?;
    Some(Layer::ALL.get(at).map_or(Way::Construct, |layer| Way::Layer(*layer)))
}

/// What a layer asks, in the words of the paper.
pub(super) fn asks(layer: Layer) -> &'static str {
    match layer {
        Layer::Counts => "the number of coins",
        Layer::Span => "1.9, no coin leaves the span",
        Layer::Redundant => "1.2, a redundant coin of the goal",
        Layer::Extra => "1.17, an extra coin relative to the goal",
        Layer::OneMove => "one move",
        Layer::Isolated => "1.3, a goal that is isolated but for one coin",
        Layer::EqualSpans => "3.1, equal spans, two extra coins and two redundant ones",
        Layer::Components => {
            "3.3, two extra coins, two redundant ones, and a component for each of the goal's"
        }
        Layer::Crowded => "4.8 with (6) and (7), coins enough in one rectangle",
        Layer::EvenMinimum => "5.1, minimum plus one coin in an even rectangle",
        Layer::Chains => "5.7 with 5.9, minimum plus one coin in an odd rectangle, and chains",
        Layer::Poking => "5.7, minimum plus one coin in an odd rectangle, and pokes",
        Layer::Split => "4.2, coins enough to come apart",
        Layer::LateSplit => "4.5, coins enough to come apart after two moves",
        Layer::Search => "search from both ends",
    }
}

/// The number of a layer's statement, or a word for it.
pub(super) fn number(layer: Layer) -> &'static str {
    let asks = asks(layer);
    asks.split_once(", ").map_or(asks, |(number, _)| number)
}

/// Why there is no plan, where a layer says so.
pub(super) fn refutes(layer: Layer) -> &'static str {
    match layer {
        Layer::Counts => "start and goal have not the same number of coins",
        Layer::Span => "a coin of the goal lies outside of the span of the start (1.9)",
        Layer::Redundant => "no coin of the goal touches two others, so none can have moved last (1.2)",
        Layer::Extra => "whichever coin moves first, the others cannot cover the goal (1.17)",
        Layer::Isolated => {
            "without one coin the others of the goal are isolated, and one move does not do (1.3)"
        }
        Layer::EvenMinimum => {
            "with one coin more than the even rectangle takes, only one move could do (5.1)"
        }
        Layer::Chains => "no move leads to a chain with the ends of one below the goal (5.7, 5.9)",
        Layer::Poking => "no pokes lead to a configuration below the goal (5.7)",
        Layer::Split => "too few coins to take two components apart (4.2)",
        Layer::LateSplit => "too few coins to take two components apart, and two moves do not (4.5)",
        Layer::OneMove | Layer::EqualSpans | Layer::Components | Layer::Crowded | Layer::Search => {
            "all configurations were searched"
        }
    }
}
