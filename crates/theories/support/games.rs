//! What the tests of games share: puzzles from texts, their answers, certificates, facts and proofs.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::time::Duration;

use puzzlec_analysis::{Analysis, AnalyzeReport, Answer, Report};
use puzzlec_base::Budget;
use puzzlec_checker::Player;
use puzzlec_checker::certificate::{Checked, check};
use puzzlec_checker::checker::{Checkers, ProofChecker};
use puzzlec_model::config::Configuration;
use puzzlec_model::project::MemoryFiles;
use puzzlec_model::{Model, Question};
use puzzlec_search::Options;
use puzzlec_task::Label;
use puzzlec_task::Optimality;
use puzzlec_task::certificate::{CertificateFile, KIND, Proof, TheoryProof, VERSION};
use puzzlec_theory::{Content, FactsRequest, Section};
use serde_json::Value;

/// The puzzles of a text.
pub fn load(text: impl Into<String>) -> Analysis {
    Analysis::load(&MemoryFiles([("p.puzzle".to_owned(), text.into())].into()), &["p.puzzle".to_owned()])
}

/// The model of the first puzzle.
pub fn model(analysis: &Analysis) -> Model {
    let puzzle = analysis.puzzles().first().expect("a puzzle");
    analysis.model(puzzle, &[]).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

/// The answer of the first puzzle.
pub fn solved(analysis: &Analysis, options: &Options) -> Report {
    analysis.solve(&analysis.puzzles()[0], &[], options, Budget::unlimited()).unwrap()
}

/// An answer in short: the length of a shortest plan, `found` with a length, `none`, or all of it.
pub fn brief(report: &Report) -> String {
    match &report.answer {
        Answer::Solved(plan) if plan.optimality == Optimality::Least => plan.length.to_string(),
        Answer::Solved(plan) => format!("found {}", plan.length),
        Answer::Unsolvable { .. } => "none".to_owned(),
        other => format!("{other:?}"),
    }
}

/// The answer of the first puzzle in short, or the code of an error, with a limit on positions.
pub fn answer_within(analysis: &Analysis, options: &Options, states: u64) -> String {
    let budget = Budget::unlimited().with_states(states);
    match analysis.solve(&analysis.puzzles()[0], &[], options, budget) {
        Ok(report) => brief(&report),
        Err(diagnostics) => diagnostics[0].code.as_str().to_owned(),
    }
}

/// A certificate of the answer of the first puzzle.
pub fn certified(analysis: &Analysis, options: &Options) -> (Report, CertificateFile) {
    let made = analysis.certify(&analysis.puzzles()[0], &[], options, Budget::unlimited()).unwrap();
    (made.0, made.1.unwrap_or_else(|_| panic!("no certificate")))
}

/// The checker's word on a certificate for the first puzzle.
pub fn verified(analysis: &Analysis, document: &CertificateFile) -> Checked {
    analysis.verify(&analysis.puzzles()[0], document, Budget::unlimited()).unwrap()
}

/// Whether the checker accepts a certificate for the first puzzle.
pub fn accepts(analysis: &Analysis, document: &CertificateFile) -> bool {
    matches!(verified(analysis, document), Checked::Verified(_))
}

/// The checker's word on a proof of a theory that a puzzle has no plan.
pub fn checked(model: &Model, theory: &str, checker: &'static dyn ProofChecker, body: &Value) -> Checked {
    let document = CertificateFile {
        version: VERSION,
        kind: KIND.to_owned(),
        puzzle: model.name.clone(),
        parameters: model.values.clone(),
        margin: None,
        area: None,
        task: None,
        proof: Proof::Theory(TheoryProof { theory: theory.to_owned(), body: body.clone() }),
    };
    let checkers = |name: &str| (name == theory).then_some(checker);
    check(model, &document, Checkers(&checkers), Budget::unlimited())
}

/// The facts about the first puzzle, or why there are none.
pub fn analyzed(
    analysis: &Analysis,
    set: &[(String, i64)],
    brief: bool,
    goal: Option<&[String]>,
) -> Result<AnalyzeReport, String> {
    let request = FactsRequest { goal, plan: None, brief, clock: &|| Duration::ZERO };
    let found = analysis.analyze(&analysis.puzzles()[0], set, &request, &Budget::unlimited());
    found.map_err(|diagnostics| diagnostics[0].headline.clone())
}

/// The section of a title.
pub fn section<'a>(report: &'a AnalyzeReport, title: &str) -> &'a Section {
    report.sections.iter().find(|section| section.title == title).expect(title)
}

/// A fact of the section of a title.
pub fn fact(report: &AnalyzeReport, title: &str, name: &str) -> String {
    let Content::Facts { facts } = &section(report, title).content else { panic!("{title}") };
    facts.iter().find(|(fact, _)| fact == name).expect(name).1.clone()
}

/// What the cells of a puzzle of moves hold at the start.
pub fn start(model: &Model) -> Configuration {
    match &model.question {
        Question::Moves { start, .. } => start.clone(),
        _ => Configuration::new(),
    }
}

/// The positions after each action that the first rule has for these values of its variables, by the rule as written.
pub fn successors(
    model: &Model,
    position: &Configuration,
    bindings: &[Vec<(i32, i32)>],
) -> Vec<Configuration> {
    let mut model = model.clone();
    if let Question::Moves { start, .. } = &mut model.question {
        start.clone_from(position);
    }
    let mut player = Player::new(&model);
    let mut all = Vec::new();
    for binding in bindings {
        if player.step(&Label::on(binding.iter().copied()), &Budget::unlimited()).is_ok() {
            all.push(player.position().clone());
            player.undo();
        }
    }
    all
}

/// Numbers that look random and are the same on every run.
pub struct Random(pub u64);

impl Random {
    /// A number from 0 to `n` - 1.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}
