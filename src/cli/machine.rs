//! The memory that this process may still take: what the machine, its control group and `ulimit` leave.

use std::fs;
use std::path::{Path, PathBuf};

/// Memory beside the computation: the program, its threads, the writing of the answer.
const APART: u64 = 256 << 20;
/// No less is assumed, so that a small puzzle is always tried.
const LEAST: u64 = 64 << 20;

/// Three quarters of the memory that is left, and less where little is left, so that a search ends before the system
/// ends it; nothing where the system does not tell.
pub(super) fn memory() -> Option<u64> {
    left(Path::new("/")).map(|bytes| (bytes / 4 * 3).min(bytes.saturating_sub(APART)).max(LEAST))
}

/// The least of all limits, without what is used under them.
fn left(root: &Path) -> Option<u64> {
    let read = |path: &str| fs::read_to_string(root.join(path)).ok();
    let machine = read("proc/meminfo").and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.saturating_mul(1024))
    });
    let space = read("proc/self/limits").and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    });
    let groups = read("proc/self/cgroup").unwrap_or_default();
    let groups = groups.lines().flat_map(|line| group(root, line));
    machine.into_iter().chain(space).chain(groups).min()
}

/// What a control group and those above it leave, from a line `NUMBER:CONTROLLERS:PATH`.
fn group(root: &Path, line: &str) -> Vec<u64> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { return Vec::new() };
    let (mount, most, used) = match controllers {
        // Version 2.
        "" => ("sys/fs/cgroup", "memory.max", "memory.current"),
        _ if controllers.split(',').any(|name| name == "memory") => {
            ("sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes")
        }
        _ => return Vec::new(),
    };
    let number = |folder: &PathBuf, file: &str| -> Option<u64> {
        fs::read_to_string(folder.join(file)).ok()?.trim().parse().ok()
    };
    // Inside a container the path may be that outside: then the mount is the group.
    let mount = root.join(mount);
    let own = mount.join(path.trim_start_matches('/'));
    let folders = own.ancestors().take_while(|folder| folder.starts_with(&mount)).map(Path::to_path_buf);
    let left = |folder: PathBuf| {
        let most = number(&folder, most)?;
        let used = number(&folder, used).unwrap_or(0).saturating_sub(cached(&folder));
        Some(most.saturating_sub(used))
    };
    folders.filter_map(left).collect()
}

/// The bytes of files that a control group holds in memory; the system gives them up when memory is asked for.
fn cached(folder: &Path) -> u64 {
    let text = fs::read_to_string(folder.join("memory.stat")).unwrap_or_default();
    let of = |name: &str| -> Option<u64> {
        text.lines().find_map(|line| line.strip_prefix(name))?.trim().parse().ok()
    };
    // Version 1 has the sums over the groups below beside the group's own numbers.
    let sum = |name: &str| of(&format!("total_{name} ")).or_else(|| of(&format!("{name} "))).unwrap_or(0);
    sum("inactive_file") + sum("active_file")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine of 8 GiB whose process is in a group.
    fn machine(name: &str, files: &[(&str, &str)]) -> Option<u64> {
        let root = std::env::temp_dir().join(format!("puzzlec-machine-{}-{name}", std::process::id()));
        let meminfo = ("proc/meminfo", "MemTotal: 9 kB\nMemAvailable:    8388608 kB\n");
        for (path, text) in files.iter().chain([&meminfo]) {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let found = left(&root);
        fs::remove_dir_all(root).unwrap();
        found
    }

    #[test]
    fn the_least_limit_counts() {
        assert_eq!(machine("alone", &[]), Some(8 << 30));
        let space =
            "Limit  Soft Limit  Hard Limit  Units\nMax address space   1073741824  unlimited  bytes\n";
        assert_eq!(machine("ulimit", &[("proc/self/limits", space)]), Some(1 << 30));
        let free = "Max address space         unlimited            unlimited            bytes\n";
        assert_eq!(machine("free", &[("proc/self/limits", free)]), Some(8 << 30));
    }

    #[test]
    fn control_groups_and_those_above_them_count() {
        let second = [
            ("proc/self/cgroup", "0::/user/work\n"),
            ("sys/fs/cgroup/user/work/memory.max", "max\n"),
            ("sys/fs/cgroup/user/memory.max", "600000000\n"),
            ("sys/fs/cgroup/user/memory.current", "400000000\n"),
            ("sys/fs/cgroup/user/memory.stat", "anon 9\ninactive_file 200000000\nactive_file 100000000\n"),
        ];
        assert_eq!(machine("second", &second), Some(500_000_000));
        let first = [
            ("proc/self/cgroup", "5:cpu,cpuacct:/a\n4:memory:/a\n0::/\n"),
            ("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "700000000"),
            ("sys/fs/cgroup/memory/a/memory.usage_in_bytes", "11"),
            ("sys/fs/cgroup/memory/a/memory.stat", "inactive_file 3\ntotal_inactive_file 10\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712"),
        ];
        assert_eq!(machine("first", &first), Some(699_999_999));
        let container = [("proc/self/cgroup", "0::/"), ("sys/fs/cgroup/memory.max", "5")];
        assert_eq!(machine("container", &container), Some(5));
    }
}
