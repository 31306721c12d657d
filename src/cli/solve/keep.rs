//! The certificate of an answer in a file.

use crate::cli::exit::Exit;
use crate::cli::output::{Failure, Output};
use puzzlec_base::Sources;
use puzzlec_base::words::counted;
use puzzlec_render::certificate;
use puzzlec_render::plan;
use puzzlec_search::certificate::Unwritten;
use puzzlec_task::certificate::{CertificateFile, Proof};

/// Writes a certificate, or says why there is none. That of a search that was `stopped` may prove less than the answer says.
pub(super) fn keep(
    path: &str,
    document: Result<CertificateFile, Unwritten>,
    stopped: bool,
    read: &Sources,
    output: &Output,
) -> Result<Exit, Failure> {
    match document {
        Ok(document) => {
            output.file(path, read, |file| certificate::write(&document, file))?;
            if let (true, Proof::AtLeast { length, unit, .. }) = (stopped, &document.proof) {
                let length = counted(*length, unit);
                output.say(&format!("the certificate proves that no solution has fewer than {length}"));
            }
            Ok(Exit::Clean)
        }
        Err(Unwritten::Stopped(stop)) => {
            output.say(&format!("no certificate is written: {}", plan::stop(&stop)));
            Ok(Exit::stopped(&stop))
        }
        Err(Unwritten::None(why)) => {
            output.say(&format!("no certificate is written: {why}"));
            Ok(Exit::Errors)
        }
    }
}
