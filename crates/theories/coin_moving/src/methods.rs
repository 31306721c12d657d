//! The ways to an answer, by name.

use std::sync::LazyLock;

use super::decide::Layer;
use puzzlec_theory::MethodInfo;

/// The constructive solver, among the methods.
const CONSTRUCT: MethodInfo =
    MethodInfo { name: "construct", about: "a plan by growing chains, made shorter" };

/// The values of `--method`: a name and one line for each layer, in order, and for the constructive solver.
pub(super) static METHODS: LazyLock<Vec<MethodInfo>> =
    LazyLock::new(|| Layer::ALL.into_iter().map(method).chain([CONSTRUCT]).collect());

#[rustfmt::skip]
fn method(layer: Layer) -> MethodInfo {
    let (name, about) = match layer {
        Layer::Counts => ("counts", "the numbers of coins"),
        Layer::Span => ("span", "coins stay in the span (1.9)"),
        Layer::Redundant => ("redundant", "a coin of the goal touches two others (1.2)"),
        Layer::Extra => ("extra", "a coin of the start can be spared (1.17)"),
        Layer::OneMove => ("one-move", "one move does it"),
        Layer::Isolated => ("isolated", "without one coin the others of the goal are isolated (1.3)"),
        Layer::EqualSpans => ("equal-spans", "equal spans, two coins extra, two redundant (3.1)"),
        Layer::Components => ("components", "a component for each of the goal's (3.3)"),
        Layer::Crowded => ("crowded", "coins enough in one rectangle (4.8)"),
        Layer::Lines => ("lines", "spans of one row or column, one coin extra, one redundant"),
        Layer::EvenMinimum => ("even-minimum", "one coin more than an even rectangle takes (5.1)"),
        Layer::Chains => ("chains", "one coin more than an odd rectangle takes, and chains (5.9)"),
        Layer::Poking => ("poking", "one coin more than an odd rectangle takes, and all pokes (5.7)"),
        Layer::Split => ("split", "too few coins to come apart (4.2)"),
        Layer::LateSplit => ("late-split", "too few coins to come apart after two moves (4.5)"),
        Layer::LookBack => ("look-back", "the positions that come before the goal"),
        Layer::Search => ("search", "configurations from both ends, as many as it takes"),
    };
    MethodInfo { name, about }
}

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
    if name == CONSTRUCT.name {
        return Some(Way::Construct);
    }
    Layer::ALL.into_iter().find(|layer| method(*layer).name == name).map(Way::Layer)
}

/// The criterion of a layer, in the words of the paper.
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
        Layer::Lines => "lines, an extra coin and a redundant one in spans of one row or column",
        Layer::EvenMinimum => "5.1, minimum plus one coin in an even rectangle",
        Layer::Chains => "5.7 with 5.9, minimum plus one coin in an odd rectangle, and chains",
        Layer::Poking => "5.7, minimum plus one coin in an odd rectangle, and pokes",
        Layer::Split => "4.2, coins enough to come apart",
        Layer::LateSplit => "4.5, coins enough to come apart after two moves",
        Layer::LookBack => "looking back, the positions that come before the goal",
        Layer::Search => "search from both ends",
    }
}

/// The number of a layer's statement, or a word for it.
pub(super) fn number(layer: Layer) -> &'static str {
    let asks = asks(layer);
    asks.split_once(", ").map_or(asks, |(number, _)| number)
}

/// The reason that there is no plan, by a layer.
pub(super) fn refutes(layer: Layer) -> &'static str {
    match layer {
        Layer::Counts => "start and goal do not have the same number of coins",
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
        Layer::LookBack => "every position before the goal is ruled out",
        Layer::OneMove
        | Layer::EqualSpans
        | Layer::Components
        | Layer::Crowded
        | Layer::Lines
        | Layer::Search => "all configurations were searched",
    }
}
