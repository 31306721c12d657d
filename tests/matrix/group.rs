//! A control group of Linux with a memory limit.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};

const LIMIT: u64 = 600 << 20;

/// A group with 600 MiB, removed when it is dropped.
pub struct Group(PathBuf);

impl Group {
    /// A new group; `None` where none can be made.
    pub fn new() -> Option<Self> {
        let kinds = [("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")];
        kinds.into_iter().find_map(|(root, file)| {
            let group = Group(Path::new(root).join(format!("puzzlec-{}", process::id())));
            fs::create_dir(&group.0).ok()?;
            // Elsewhere this is an ordinary folder.
            let limit = group.0.join(file);
            (limit.exists() && fs::write(limit, LIMIT.to_string()).is_ok()).then_some(group)
        })
    }

    /// A program that starts in the group.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", "echo $$ >\"$0\" && exec \"$@\""]).arg(self.0.join("cgroup.procs")).arg(program);
        command
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}
