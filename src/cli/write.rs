//! The one writer of files: others see the old content or the new one, never half of it, whatever ends the program.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

/// A file that another command writes is younger.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// Writes a text to a file that is there or not.
///
/// # Errors
/// As [`whole`].
pub(super) fn text(path: &Path, text: &str) -> io::Result<()> {
    whole(path, |file| file.write_all(text.as_bytes()))
}

/// Writes beside the target, and renames when all is on the disk. The permissions of a file that is replaced stay, and a
/// symbolic link stays a link to the file that is replaced. What is no file, such as a pipe, is written to as it is.
///
/// # Errors
/// What the system says; a file is then as it was.
pub(super) fn whole(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| !old.is_file() && !old.is_dir()) {
        let mut device = BufWriter::new(OpenOptions::new().write(true).open(&target)?);
        return fill(&mut device).and_then(|()| device.flush());
    }
    let permissions = old.map(|old| old.permissions());
    if permissions.as_ref().is_some_and(|known| known.readonly()) {
        // A rename needs only the directory's permission, but the author has locked the file.
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    clear(&target);
    let (file, temporary) = beside(&target)?;
    note(Some(temporary.clone()));
    let mut file = BufWriter::new(file);
    let written = fill(&mut file)
        .and_then(|()| file.flush())
        .and_then(|()| permissions.map_or(Ok(()), |old| file.get_ref().set_permissions(old)))
        .and_then(|()| file.get_ref().sync_all())
        .and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    note(None);
    written
}

static TEMPORARY: Mutex<Option<PathBuf>> = Mutex::new(None);

fn note(temporary: Option<PathBuf>) {
    *TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner) = temporary;
}

/// Removes a file that is half written, for a process that ends now.
pub(super) fn give_up() {
    if let Some(temporary) = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).take() {
        // The process reports the reason for its end.
        let _ = fs::remove_file(temporary);
    }
}

/// Removes what a command that was killed long ago has left beside a target, once in a process: a folder may be large.
fn clear(target: &Path) {
    static CLEARED: Once = Once::new();
    CLEARED.call_once(|| {
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else { return };
        for entry in entries.flatten().filter(|entry| entry.file_name().to_str().is_some_and(is_temporary)) {
            let written = entry.metadata().and_then(|metadata| metadata.modified());
            if written.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > ABANDONED)) {
                // The command needs nothing of it.
                let _ = fs::remove_file(entry.path());
            }
        }
    });
}

/// Whether a name is one of those that [`beside`] gives.
fn is_temporary(name: &str) -> bool {
    let numbers = name.strip_prefix(".puzzlec-").and_then(|rest| rest.strip_suffix(".tmp"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.and_then(|text| text.split_once('-')).is_some_and(|(id, attempt)| digits(id) && digits(attempt))
}

/// A new file in the same directory, hidden, under a name nobody else uses.
fn beside(target: &Path) -> io::Result<(File, PathBuf)> {
    let mut attempt = 0u32;
    loop {
        let temporary = target.with_file_name(format!(".puzzlec-{}-{attempt}.tmp", process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((file, temporary)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => attempt += 1,
            Err(error) => return Err(error),
        }
    }
}
