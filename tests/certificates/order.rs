//! The certificate of the 15-puzzle's parity, and what a forger would change of it.

use puzzlec_checker::certificate::Checked;
use puzzlec_search::Method;
use puzzlec_task::certificate::{CertificateFile, Invariant, Proof};

use crate::certificates::cases::Case;

#[test]
fn every_change_is_rejected() {
    for (file, name) in
        [("variants/eight-puzzle-odd", "Swapped"), ("variants/fifteen-puzzle", "FourteenFifteen")]
    {
        let case = Case::of(file, name, &[], Method::Auto);
        let Proof::Invariants { invariants, values } = case.document.proof.clone() else {
            panic!("{:?}", case.document.proof)
        };
        assert!(matches!(case.check(&case.document), Checked::Verified(_)));
        let [sum] = invariants.as_slice() else { panic!("{invariants:?}") };
        assert!(!sum.order.is_empty());
        let rejected = |changed: Invariant, what: &str| {
            let proof = Proof::Invariants { invariants: vec![changed], values: values.clone() };
            let document = CertificateFile { proof, ..case.document.clone() };
            assert!(matches!(case.check(&document), Checked::Rejected(_)), "{name}: {what}");
        };
        rejected(Invariant { start: 1 - sum.start, ..sum.clone() }, "start");
        for modulus in [0, 1, 3, 4] {
            rejected(Invariant { modulus, ..sum.clone() }, "modulus");
        }
        rejected(Invariant { order: Vec::new(), ..sum.clone() }, "no order");
        for at in 0..sum.order.len() {
            let mut fewer = sum.clone();
            fewer.order.remove(at);
            rejected(fewer, "a cell left out");
            let mut twice = sum.clone();
            twice.order.insert(at, sum.order[at].clone());
            rejected(twice, "a cell twice");
            let mut unknown = sum.clone();
            unknown.order[at] = "z9".into();
            rejected(unknown, "a cell that is not there");
            let mut turned = sum.clone();
            if at > 0 {
                turned.order.swap(at - 1, at);
                rejected(turned, "cells in another order");
            }
        }
        for (held, cells) in &sum.weights {
            for cell in cells.keys() {
                let mut changed = sum.clone();
                changed.weights.get_mut(held).unwrap().remove(cell);
                rejected(changed, "a weight left out");
            }
        }
    }
}
