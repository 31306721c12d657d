//! The ways to an answer, by name.

use std::sync::LazyLock;

use super::decide::Layer;
use puzzlec_theory::MethodInfo;

/// The constructive solver, among the methods.
const CONSTRUCT: MethodInfo =
    MethodInfo { name: "construct", about: "a plan by growing chains, made shorter" };

/// The values of `--method`: a name and one line for each layer, in order, and for the constructive solver.
pub(super) static METHODS: LazyLock<Vec<MethodInfo>> = LazyLock::new(|| {
    let method = |layer| {
        let [name, about, ..] = words(layer);
        MethodInfo { name, about }
    };
    Layer::ALL.into_iter().map(method).chain([CONSTRUCT]).collect()
});

const SEARCHED: &str = "all configurations were searched";

/// Of a layer its name, one line about it, its criterion in the words of the paper, and what it says where there is no plan.
#[rustfmt::skip]
fn words(layer: Layer) -> [&'static str; 4] {
    match layer {
        Layer::Counts => ["counts", "the numbers of coins", "the number of coins",
            "start and goal do not have the same number of coins"],
        Layer::Span => ["span", "coins stay in the span (1.9)", "1.9, no coin leaves the span",
            "a coin of the goal lies outside of the span of the start (1.9)"],
        Layer::Redundant => ["redundant", "a coin of the goal touches two others (1.2)",
            "1.2, a redundant coin of the goal",
            "no coin of the goal touches two others, so none can have moved last (1.2)"],
        Layer::Extra => ["extra", "a coin of the start can be spared (1.17)",
            "1.17, an extra coin relative to the goal",
            "whichever coin moves first, the others cannot cover the goal (1.17)"],
        Layer::OneMove => ["one-move", "one move does it", "one move", SEARCHED],
        Layer::Isolated => ["isolated", "without one coin the others of the goal are isolated (1.3)",
            "1.3, a goal that is isolated but for one coin",
            "without one coin the others of the goal are isolated, and one move does not do (1.3)"],
        Layer::EqualSpans => ["equal-spans", "equal spans, two coins extra, two redundant (3.1)",
            "3.1, equal spans, two extra coins and two redundant ones", SEARCHED],
        Layer::Components => ["components", "a component for each of the goal's (3.3)",
            "3.3, two extra coins, two redundant ones, and a component for each of the goal's", SEARCHED],
        Layer::Crowded => ["crowded", "coins enough in one rectangle (4.8)",
            "4.8 with (6) and (7), coins enough in one rectangle", SEARCHED],
        Layer::Lines => ["lines", "spans of one row or column, one coin extra, one redundant",
            "lines, an extra coin and a redundant one in spans of one row or column", SEARCHED],
        Layer::EvenMinimum => ["even-minimum", "one coin more than an even rectangle takes (5.1)",
            "5.1, minimum plus one coin in an even rectangle",
            "with one coin more than the even rectangle takes, only one move could do (5.1)"],
        Layer::Chains => ["chains", "one coin more than an odd rectangle takes, and chains (5.9)",
            "5.7 with 5.9, minimum plus one coin in an odd rectangle, and chains",
            "no move leads to a chain with the ends of one below the goal (5.7, 5.9)"],
        Layer::Poking => ["poking", "one coin more than an odd rectangle takes, and all pokes (5.7)",
            "5.7, minimum plus one coin in an odd rectangle, and pokes",
            "no pokes lead to a configuration below the goal (5.7)"],
        Layer::Split => ["split", "too few coins to come apart (4.2)", "4.2, coins enough to come apart",
            "too few coins to take two components apart (4.2)"],
        Layer::LateSplit => ["late-split", "too few coins to come apart after two moves (4.5)",
            "4.5, coins enough to come apart after two moves",
            "too few coins to take two components apart, and two moves do not (4.5)"],
        Layer::LookBack => ["look-back", "the positions that come before the goal",
            "looking back, the positions that come before the goal",
            "every position before the goal is ruled out"],
        Layer::Search => ["search", "configurations from both ends, as many as it takes",
            "search from both ends", SEARCHED],
    }
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
    Layer::ALL.into_iter().find(|layer| words(*layer)[0] == name).map(Way::Layer)
}

/// The criterion of a layer, in the words of the paper.
pub(super) fn asks(layer: Layer) -> &'static str {
    words(layer)[2]
}

/// The number of a layer's statement, or a word for it.
pub(super) fn number(layer: Layer) -> &'static str {
    let asks = asks(layer);
    asks.split_once(", ").map_or(asks, |(number, _)| number)
}

/// The reason that there is no plan, by a layer.
pub(super) fn refutes(layer: Layer) -> &'static str {
    words(layer)[3]
}
