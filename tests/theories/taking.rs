//! Two players take tokens one by one, each any one: who takes the last one wins where their number is odd.

use puzzlec_base::Budget;
use puzzlec_checker::Unproved;
use puzzlec_checker::checker::{self, About, CheckContext, ProofChecker, QuestionKind, Requires, Scripts};
use puzzlec_model::piece::{Content, KindId, Named};
use puzzlec_model::rule::{Body, PatternCell};
use puzzlec_model::{Ending, Model, Question};
use puzzlec_search::ground::Failure;
use puzzlec_task::certificate::{TheoryProof, Winner};
use puzzlec_task::{Assign, Conclusion, GameResult, Label, Steps, Task, Verdict};
use puzzlec_theory::meter::Halted;
use puzzlec_theory::{
    Facts, FactsRequest, Info, Puzzle, Recognition, Recognizer, Request, Size, Solver, Theory,
};
use serde_json::{Value, json};

/// The theory.
pub struct Taking;

static INFO: Info = Info {
    name: "taking",
    title: "Tokens that two players take one by one",
    paper: "a theory of the tests",
    module: "taking",
};

impl Recognizer for Taking {
    fn info(&self) -> &Info {
        &INFO
    }

    fn plays(&self, rule: &Task) -> Option<bool> {
        let takes = |assign: &[(u32, Assign)]| matches!(assign, [(_, Assign::Set(0))]);
        Some(!rule.actions.is_empty() && rule.actions.iter().all(|action| takes(&action.assign)))
    }

    fn size(&self, puzzle: &Puzzle<'_>, _: &Budget) -> Result<Option<Size>, Failure> {
        Ok(Row::read(puzzle.model()).map(|_| Size::Small))
    }
}

impl Theory for Taking {
    fn recognise<'p>(&self, puzzle: &'p Puzzle<'_>, _: &Budget) -> Result<Recognition<'p>, Failure> {
        Ok(Row::read(puzzle.model()).into())
    }

    fn checker(&self) -> Option<&'static dyn ProofChecker> {
        Some(&Checker)
    }
}

/// Whether the one rule takes any one token, and all tokens are of its kind.
fn takes_one(model: &Model) -> bool {
    let Question::Game { rules, .. } = &model.question else { return false };
    let [rule] = rules.as_slice() else { return false };
    let Body::Patterns(patterns) = &rule.body else { return false };
    let [pattern] = patterns.as_slice() else { return false };
    let [(PatternCell::Piece(Named { kind, member: None }, 0), PatternCell::Empty)] =
        pattern.cells.as_slice()
    else {
        return false;
    };
    model.pieces.contents().all(|(_, held)| *held == Content::Empty || *held == Content::Unit(*kind, 0))
}

struct Row<'p> {
    model: &'p Model,
}

impl<'p> Row<'p> {
    /// Reads a puzzle; nothing for another game.
    fn read(model: &'p Model) -> Option<Self> {
        let applies = !model.board.unbounded && !model.has_callbacks() && takes_one(model);
        match &model.question {
            Question::Game { goal: None, ends, .. } if applies && ends.last != Ending::Draws => {
                Some(Row { model })
            }
            _ => None,
        }
    }
}

impl Solver for Row<'_> {
    fn answer(&mut self, _: &mut Request<'_>) -> Result<Option<Conclusion>, Halted> {
        let Question::Game { start, ends, .. } = &self.model.question else { return Ok(None) };
        let first_wins = (start.len() % 2 == 1) == (ends.last == Ending::Wins);
        let winner = if first_wins { Winner::First } else { Winner::Second };
        let cell = start.keys().next().filter(|_| first_wins);
        let first_move = cell.map(|c| Label::on([(c.x, c.y)]));
        let proof = Some(TheoryProof::new(INFO.name, &json!({ "tokens": start.len() })));
        let moves: Box<dyn Steps> = Box::new(first_move.into_iter().collect::<Vec<_>>());
        let result = GameResult { winner, length: None, value: None, moves, proof };
        Ok(Some(Verdict::Game(result).into()))
    }

    fn facts(&mut self, _: &FactsRequest<'_>, _: &Budget) -> Result<Facts, String> {
        let Question::Game { start, .. } = &self.model.question else { return Err("no game".to_owned()) };
        Ok(Facts { summary: format!("{} tokens to take", start.len()), sections: Vec::new() })
    }
}

struct Checker;

impl ProofChecker for Checker {
    fn requires(&self) -> Requires {
        Requires { question: QuestionKind::Game, scripts: Scripts::None, about: About::Puzzle }
    }

    fn check(&self, body: &Value, claim: checker::Claim, cx: &CheckContext<'_>) -> Result<String, Unproved> {
        let model = cx.model();
        let Question::Game { rules, start, goal: None, ends, .. } = &model.question else {
            return Err(Unproved::wrong("nobody plays, or to a goal"));
        };
        if ends.last == Ending::Draws {
            return Err(Unproved::wrong("the last token wins nothing"));
        }
        // Every move takes just one of the pieces, and while one is left it can be taken.
        let only = |kind: KindId| {
            let mut held = model.pieces.contents().map(|(_, held)| held);
            held.all(|held| *held == Content::Empty || *held == Content::Unit(kind, 0))
        };
        let one = |body: &Body| match body {
            Body::Patterns(all) => all.iter().all(|p| match p.cells.as_slice() {
                [(PatternCell::Piece(Named { kind, member: None }, 0), PatternCell::Empty)] => only(*kind),
                _ => false,
            }),
            _ => false,
        };
        if rules.is_empty() || !rules.iter().all(|rule| one(&rule.body)) {
            return Err(Unproved::wrong("the moves do not take one token each"));
        }
        if *body != json!({ "tokens": start.len() }) {
            return Err(Unproved::wrong("there are not as many tokens"));
        }
        let odd = start.len() % 2 == 1;
        let wins = if odd == (ends.last == Ending::Wins) { Winner::First } else { Winner::Second };
        match claim {
            checker::Claim::Winner(said) if said == wins => {
                Ok("the players take turns to the last token".to_owned())
            }
            _ => Err(Unproved::wrong("the number of tokens does not show that")),
        }
    }
}
