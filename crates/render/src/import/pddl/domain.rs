//! Domains that slide tiles, whatever the names of their predicates.

use std::collections::BTreeSet;

use super::expression::Node;
use super::{Fact, Problem, word};

/// The predicates of a domain whose only action moves a tile to an empty place beside it.
pub(super) struct Tiles {
    neighbor: String,
    at: String,
    empty: String,
}

impl Tiles {
    /// The predicates, if a node is such a domain. Types may be said by predicates of one argument.
    pub(super) fn of(domain: &Node) -> Option<Self> {
        let parts = domain.list()?;
        let mut actions = parts
            .iter()
            .filter_map(Node::list)
            .filter(|part| part.first().is_some_and(|head| head.is(":action")));
        let (action, None) = (actions.next()?, actions.next()) else { return None };
        let section = |name: &str| {
            let at = action.iter().position(|word| word.is(name))?;
            facts(action.get(at + 1)?)
        };
        let (before, forbidden) = section(":precondition")?;
        let (made, undone) = section(":effect")?;
        let changed: BTreeSet<&str> = made.iter().chain(&undone).map(|fact| word(&fact.words, 0)).collect();
        let (moving, fixed): (Vec<&Fact>, Vec<&Fact>) =
            before.iter().partition(|fact| changed.contains(word(&fact.words, 0)));
        let at = moving.iter().find(|fact| fact.words.len() == 3)?;
        let empty = moving.iter().find(|fact| fact.words.len() == 2)?;
        let (tile, from, to) = (word(&at.words, 1), word(&at.words, 2), word(&empty.words, 1));
        let (at, empty) = (word(&at.words, 0), word(&empty.words, 0));
        let mut joins = fixed.iter().filter(|fact| fact.words.len() > 2);
        let (join, None) = (joins.next()?, joins.next()) else { return None };
        let ends = BTreeSet::from([word(&join.words, 1), word(&join.words, 2)]);
        let same = |facts: &[Fact], expected: [&[&str]; 2]| {
            let found: BTreeSet<Vec<&str>> =
                facts.iter().map(|fact| fact.words.iter().map(String::as_str).collect()).collect();
            facts.len() == 2 && found == expected.into_iter().map(<[&str]>::to_vec).collect()
        };
        let slides = moving.len() == 2
            && forbidden.is_empty()
            && BTreeSet::from([tile, from, to]).len() == 3
            && join.words.len() == 3
            && ends == BTreeSet::from([from, to])
            && same(&made, [&[at, tile, to], &[empty, from]])
            && same(&undone, [&[at, tile, from], &[empty, to]]);
        slides.then(|| Tiles {
            neighbor: word(&join.words, 0).to_owned(),
            at: at.to_owned(),
            empty: empty.to_owned(),
        })
    }

    /// Gives the facts of a problem the names that an importer of tiles expects.
    pub(super) fn rename(&self, problem: &mut Problem) {
        let names = [(&self.neighbor, "neighbor"), (&self.at, "at"), (&self.empty, "empty")];
        for fact in problem.init.iter_mut().chain(&mut problem.goal) {
            if let Some(first) = fact.words.first_mut() {
                let known = names.iter().find(|(own, _)| *own == first);
                *first = known.map_or_else(|| format!("type {first}"), |(_, name)| (*name).to_owned());
            }
        }
    }
}

/// The facts that a condition or an effect says and those that it denies; costs are left out.
fn facts(node: &Node) -> Option<(Vec<Fact>, Vec<Fact>)> {
    let (mut said, mut denied) = (Vec::new(), Vec::new());
    let list = node.list()?;
    let parts = match list.split_first() {
        Some((first, rest)) if first.is("and") => rest,
        _ => std::slice::from_ref(node),
    };
    for part in parts {
        let list = part.list()?;
        match list.first() {
            Some(first) if first.is("not") => denied.push(list.get(1)?.fact()?),
            Some(first) if first.is("increase") => {}
            _ => said.push(part.fact()?),
        }
    }
    Some((said, denied))
}
