//! Counts by several processes, on one machine or many.
//!
//! A file names the processes, one a line. Each has a part of the positions, by their hashes, in a folder of its own. They
//! are connected by a dataflow; a level begins when all have committed the one before. When one of them ends, the others end
//! as well, and the count is continued from the last level that all have.

mod dataflow;
mod handshake;
mod hosts;
mod link;
mod supervise;

use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;

use super::folders::{FolderArgs, Member};
use super::output::Failure;
use handshake::Key;
use hosts::Hosts;
pub(super) use supervise::run as supervise;

/// The process that `--worker` names, or the only one.
///
/// # Errors
/// There is none, or the file or the secret cannot be read.
pub(super) fn member(args: &FolderArgs) -> Result<Member, Failure> {
    let (Some(path), Some(line)) = (&args.workers, args.worker) else { return Ok(Member::alone()) };
    supervise::end_with_supervisor();
    let hosts = Hosts::read(Path::new(path)).map_err(Failure::Other)?;
    let processes = hosts.addresses.len();
    let Some(number) = line.checked_sub(1).filter(|number| *number < processes) else {
        return Err(Failure::Usage(format!(
            "the workers of `{path}` are 1 to {processes}; there is no {line}"
        )));
    };
    let beside = NonZero::new(hosts.beside(number)).unwrap_or(NonZero::<usize>::MIN);
    let mut member = Member { processes, number, beside, connect: None };
    if processes > 1 {
        let key = Key::find(&hosts).map_err(Failure::Other)?;
        member.connect = Some(Box::new(move |limits, output| {
            let stop = || limits.cancel.is_cancelled() || limits.over().is_some();
            let sockets = link::connect(&hosts.addresses, number, &key, &stop, &|text| output.say(text));
            let cluster = sockets.and_then(|sockets| dataflow::Cluster::start(sockets, number));
            Ok(Arc::new(cluster.map_err(Failure::Other)?))
        }));
    }
    Ok(member)
}
