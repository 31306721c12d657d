//! The certificate of an answer in a file.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use crate::cli::Exit;
use crate::cli::certificate;
use crate::cli::output::{Failure, Output};
use puzzlec_render::plan;
use puzzlec_search::certificate::Unwritten;
use puzzlec_task::certificate::CertificateFile;

/// Writes a certificate, or says why there is none.
pub(super) fn keep(
    path: &str,
    document: Result<CertificateFile, Unwritten>,
    output: &Output,
) -> Result<Exit, Failure> {
    match document {
        Ok(document) => {
            write(path, &document)
                .map_err(|error| Failure::Other(format!("cannot write `{path}`: {error}")))?;
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

fn write(path: &str, document: &CertificateFile) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    certificate::write(document, &mut file)?;
    file.flush()
}
