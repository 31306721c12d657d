//! Replacing a file so that nobody ever sees half of it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Writes the text beside the file and renames it over the file. The permissions stay, and a
/// symbolic link stays a link to the file that is replaced.
///
/// # Errors
/// What the system says; the file is then as it was.
pub(super) fn replace(path: &str, text: &str) -> io::Result<()> {
    let target = fs::canonicalize(path)?;
    let permissions = fs::metadata(&target)?.permissions();
    if permissions.readonly() {
        // A rename needs only the directory's permission, but the author has locked the file.
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    let (mut file, temporary) = beside(&target)?;
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| file.set_permissions(permissions))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Writes a file that may not be there yet, and its directory. Readers see the old text or the new one.
///
/// # Errors
/// What the system says; the file is then as it was.
pub(super) fn keep(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let (mut file, temporary) = beside(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// A new file in the same directory, hidden, under a name nobody else uses.
fn beside(target: &Path) -> io::Result<(File, PathBuf)> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let mut attempt = 0u32;
    loop {
        let temporary = target.with_file_name(format!(".{name}.{}-{attempt}.tmp", process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((file, temporary)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => attempt += 1,
            Err(error) => return Err(error),
        }
    }
}
