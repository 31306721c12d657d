//! Certificates of games.

use std::collections::BTreeMap;

use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_checker::certificate::Checked;
use puzzlec_worlds_check::{Certificate, Rejected, verify as check};

/// The puzzle that a certificate is about, with its parameters.
pub type About = (String, BTreeMap<String, i64>);

/// Checks a certificate of a level of the game with this text.
pub fn verify(game: &str, text: &str, budget: &Budget) -> (Option<About>, Checked) {
    let certificate: Certificate = match serde_json::from_str(text) {
        Ok(certificate) => certificate,
        Err(why) => return (None, Checked::Rejected(format!("it is not a certificate of a game: {why}"))),
    };
    let checked = match check(game, &certificate, budget) {
        Ok(claim) => Checked::Verified(claim),
        Err(Rejected::Wrong(why)) => Checked::Rejected(why),
        Err(Rejected::Limit(limit)) => Checked::Stopped(Stop::Limit(limit)),
    };
    (Some((certificate.puzzle, BTreeMap::new())), checked)
}
