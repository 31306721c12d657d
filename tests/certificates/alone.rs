//! The checker alone, which reads the puzzles by itself and has its own table of theories.

use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_model::project::{DiskFiles, SearchPath, load};

use super::cases::all;

#[test]
fn it_knows_the_proofs_of_every_theory() {
    for theory in puzzlec_theories::ALL.all().filter(|theory| theory.checker().is_some()) {
        let name = theory.info().name;
        assert!(puzzlec_proofs::checker(name).is_some(), "{name}");
    }
    assert!(puzzlec_proofs::checker("no theory").is_none());
}

#[test]
fn it_says_what_the_program_says() {
    for case in all() {
        let file = case.name.split(' ').next().unwrap();
        let project = load(&DiskFiles, &[format!("examples/{file}.puzzle")], &SearchPath::default());
        let checked = puzzlec_verify::verify(&project, &case.document, &Budget::unlimited().into()).unwrap();
        assert!(matches!(checked, Checked::Verified(_)), "{}: {checked:?}", case.name);
        assert_eq!(checked, case.check(&case.document), "{}", case.name);
    }
}
