//! The statements of puzzles.

use super::{Lower, Node, child, children, every, has};
use crate::ast::{
    Amount, Ending, Ends, Expectation, ExpectationKind, Expr, Filling, HookKind, Keys, Measure, MeasureKind,
    Name, PlaceEntry, Players, PuzzleStatementKind, Wanted, WantedKind,
};
use puzzlec_grammar::Rule;

impl Lower {
    /// A statement of a puzzle, from what stands inside `puzzle_statement`.
    pub(crate) fn puzzle_statement(&mut self, node: &Node<'_>) -> PuzzleStatementKind {
        self.puzzle_kind(node).unwrap_or(PuzzleStatementKind::Error)
    }

    fn puzzle_kind(&mut self, node: &Node<'_>) -> Option<PuzzleStatementKind> {
        Some(match node.as_rule() {
            Rule::title => PuzzleStatementKind::Title(self.text_in(node)?),
            Rule::board_choice => PuzzleStatementKind::Board(self.board_in(node)?),
            Rule::rules => PuzzleStatementKind::Rules(self.rule_refs_in(node)),
            Rule::legend => PuzzleStatementKind::Marks(self.legend(node)),
            Rule::counter_start => {
                PuzzleStatementKind::Counter(self.path_in(node)?, self.counter_value(node)?)
            }
            Rule::start => PuzzleStatementKind::Start(self.config_in(node)?),
            Rule::goal_statement => PuzzleStatementKind::Goal(self.goal(&child(node, Rule::goal)?)),
            Rule::place => {
                PuzzleStatementKind::Place(every(node, Rule::entry).filter_map(|n| self.entry(&n)).collect())
            }
            Rule::expect => PuzzleStatementKind::Expect(self.expectation(node)?),
            Rule::players => PuzzleStatementKind::Players(Players {
                count: self.expr_in(node)?,
                ends: Ends {
                    goal_loses: child(node, Rule::goal_ends).is_some_and(|n| has(&n, Rule::kw_loses)),
                    last: match () {
                        () if has(node, Rule::kw_draws) => Ending::Draws,
                        () if has(node, Rule::kw_loses) => Ending::Loses,
                        () => Ending::Wins,
                    },
                },
            }),
            Rule::win => {
                PuzzleStatementKind::Win(has(node, Rule::kw_first), self.goal(&child(node, Rule::goal)?))
            }
            Rule::measure => {
                let kind = children(node).find_map(|n| measure_kind(n.as_rule()))?;
                let listed = child(node, Rule::measure_rules);
                let paths = listed.iter().flat_map(|n| every(n, Rule::path));
                let rules = paths.map(|n| self.path(&n)).collect();
                PuzzleStatementKind::Measure(Measure { name: self.name_in(node)?, kind, rules })
            }
            Rule::window => PuzzleStatementKind::Window(self.expr_in(node)?),
            Rule::fill => PuzzleStatementKind::Fill(
                every(node, Rule::filling).filter_map(|n| self.filling(&n)).collect(),
            ),
            Rule::clues => {
                let number = child(node, Rule::clue_number);
                let amount = number.map_or(Amount::Any, |n| self.amount(&n));
                let pieces = every(node, Rule::member).filter_map(|n| self.member(&n)).collect();
                PuzzleStatementKind::Clues(amount, pieces, has(node, Rule::all_of))
            }
            Rule::wish => {
                PuzzleStatementKind::Wish(every(node, Rule::wanted).filter_map(|n| self.wanted(&n)).collect())
            }
            Rule::legal_after => PuzzleStatementKind::LegalAfter(self.expr_in(node)?),
            Rule::hook => {
                let kind = children(node).find_map(|n| hook_kind(n.as_rule()))?;
                PuzzleStatementKind::Hook(kind, self.script_in(node)?)
            }
            Rule::then => PuzzleStatementKind::Then(self.consequences_in(node)),
            Rule::keys => {
                let keys = every(node, Rule::key);
                let keys = keys.filter_map(|n| Some((has(&n, Rule::kw_no), self.name_in(&n)?))).collect();
                let or = child(node, Rule::or_cancel).and_then(|n| self.name_in(&n));
                PuzzleStatementKind::Keys(Keys { keys, player: self.member_in(node)?, or })
            }
            Rule::message => PuzzleStatementKind::Message(self.text_in(node)?, has(node, Rule::kw_after)),
            _ => return None,
        })
    }

    fn entry(&mut self, node: &Node<'_>) -> Option<PlaceEntry> {
        let labels = child(node, Rule::labels);
        let labels = labels.iter().flat_map(|n| every(n, Rule::label)).map(|n| self.name(&n)).collect();
        let piece = self.member_in(node).or_else(|| self.path_in(node))?;
        let amount = child(node, Rule::amount).map_or(Amount::One, |amount| self.amount(&amount));
        let on = child(node, Rule::on_cells).and_then(|n| self.expr_in(&n));
        Some(PlaceEntry { piece, labels, amount, on, span: self.span(node) })
    }

    fn amount(&mut self, node: &Node<'_>) -> Amount {
        let mut ends = self.exprs_in(node).into_iter();
        match (ends.next(), child(node, Rule::dots)) {
            (None, _) => Amount::Any,
            (Some(number), None) => Amount::Exactly(number),
            (Some(least), Some(_)) => Amount::Between(least, ends.next()),
        }
    }

    fn filling(&mut self, node: &Node<'_>) -> Option<Filling> {
        let amount = child(node, Rule::amount).map_or(Amount::One, |amount| self.amount(&amount));
        Some(Filling {
            piece: self.member_in(node)?,
            each: has(node, Rule::kw_each),
            amount,
            span: self.span(node),
        })
    }

    fn wanted(&mut self, node: &Node<'_>) -> Option<Wanted> {
        let inner = children(node).next()?;
        let kind = match inner.as_rule() {
            Rule::hardest => WantedKind::Hardest(self.path_in(&inner)),
            Rule::minimal => WantedKind::Minimal,
            Rule::deduction => WantedKind::Deduction(self.name_in(&inner)),
            Rule::symmetric => {
                WantedKind::Symmetric(every(&inner, Rule::own_name).map(|n| self.name(&n)).collect())
            }
            _ => {
                let open = child(&inner, Rule::open_between);
                let amount = open.or_else(|| child(&inner, Rule::between)).map(|n| self.amount(&n))?;
                WantedKind::Length(amount, self.name_in(&inner)?)
            }
        };
        Some(Wanted { span: self.span(node), kind })
    }

    fn expectation(&mut self, node: &Node<'_>) -> Option<Expectation> {
        let claim = children(&child(node, Rule::claim)?).next()?;
        let claim = self.claim(&claim)?;
        let ranges = every(node, Rule::value_range).filter_map(|n| {
            let (from, to) = self.range_in(&n)?;
            Some((self.name_in(&n)?, from, to))
        });
        Some(Expectation { claim, ranges: ranges.collect() })
    }

    fn claim(&mut self, node: &Node<'_>) -> Option<ExpectationKind> {
        Some(match node.as_rule() {
            Rule::solvable => ExpectationKind::Solvable,
            Rule::solvable_in => {
                let (count, unit) = self.length(node)?;
                ExpectationKind::Least(count, unit)
            }
            Rule::solvable_within => {
                let (count, unit) = self.length(node)?;
                ExpectationKind::Within(count, unit)
            }
            Rule::unsolvable => ExpectationKind::Unsolvable(self.name_in(node)),
            Rule::first_wins => ExpectationKind::FirstWins(self.length(node)),
            Rule::second_wins => ExpectationKind::SecondWins(self.length(node)),
            Rule::drawn_game => ExpectationKind::Draw,
            Rule::grundy => ExpectationKind::Grundy(self.expr_in(node)?),
            Rule::plan_claim => {
                ExpectationKind::Plan(every(node, Rule::moves).map(|n| self.moves(&n)).collect())
            }
            Rule::solution_count => ExpectationKind::Solutions(self.expr_in(node)?),
            Rule::placement_count => {
                ExpectationKind::Placements(self.expr_in(node)?, has(node, Rule::up_to_symmetry))
            }
            _ => return None,
        })
    }

    /// The words of a plan between two commas.
    fn moves(&mut self, node: &Node<'_>) -> Vec<Name> {
        let mut words = Vec::new();
        for word in every(node, Rule::plan_word).filter_map(|n| children(&n).next()) {
            match word.as_rule() {
                Rule::text => {
                    let text = self.text(&word);
                    let each = text.value.split_whitespace();
                    words.extend(each.map(|w| Name { text: w.to_owned(), span: text.span }));
                }
                _ => words.push(self.name(&word)),
            }
        }
        words
    }

    fn length(&mut self, node: &Node<'_>) -> Option<(Expr, Name)> {
        Some((self.expr_in(node)?, self.name_in(node)?))
    }
}

fn hook_kind(rule: Rule) -> Option<HookKind> {
    match rule {
        Rule::kw_legal => Some(HookKind::Legal),
        Rule::kw_bound => Some(HookKind::Bound),
        Rule::kw_invariant => Some(HookKind::Invariant),
        Rule::kw_check => Some(HookKind::Check),
        Rule::kw_render => Some(HookKind::Render),
        _ => None,
    }
}

fn measure_kind(rule: Rule) -> Option<MeasureKind> {
    match rule {
        Rule::measure_actions => Some(MeasureKind::Actions),
        Rule::measure_runs => Some(MeasureKind::Runs),
        Rule::measure_pieces => Some(MeasureKind::Pieces),
        Rule::measure_cost => Some(MeasureKind::Cost),
        Rule::measure_rules => Some(MeasureKind::Rules),
        _ => None,
    }
}
