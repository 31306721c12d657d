//! The file that names the processes of a count.

use std::collections::BTreeSet;
use std::fs;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

/// Parts of the positions: a process has one at least.
const MOST: usize = 256;

/// The processes of a count.
#[derive(Debug)]
pub(super) struct Hosts {
    /// `HOST:PORT` of each.
    pub(super) addresses: Vec<String>,
    /// The file of the secret.
    pub(super) secret: Option<PathBuf>,
}

impl Hosts {
    /// Reads a file with a line `HOST:PORT` for each process, and possibly one `secret FILE`; `#` begins a comment.
    ///
    /// # Errors
    /// It cannot be read or has another line; in words.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let text =
            fs::read_to_string(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
        let mut hosts = Hosts { addresses: Vec::new(), secret: None };
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or("").trim();
            let wrong = |what: &str| Err(format!("`{}`, line {number}: {what}", path.display()));
            if let Some(file) = line.strip_prefix("secret ") {
                hosts.secret = Some(path.parent().unwrap_or(Path::new("")).join(file.trim()));
            } else if !line.is_empty() {
                let port = line.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
                if port.is_none_or(|port| port == 0) || line.contains(char::is_whitespace) {
                    return wrong("a worker is written HOST:PORT, such as 10.0.0.5:7000");
                }
                hosts.addresses.push(line.to_owned());
            }
        }
        match hosts.addresses.len() {
            0 => Err(format!("`{}` names no workers", path.display())),
            n if n > MOST => Err(format!("`{}` names {n} workers; at most {MOST} can count", path.display())),
            n if n != hosts.addresses.iter().collect::<BTreeSet<_>>().len() => {
                Err(format!("`{}` names an address twice", path.display()))
            }
            _ => Ok(hosts),
        }
    }

    fn host(address: &str) -> &str {
        let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
        host.trim_start_matches('[').trim_end_matches(']')
    }

    /// Whether all of them are on this machine.
    pub(super) fn are_local(&self) -> bool {
        let local =
            |host: &str| host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        self.addresses.iter().all(|address| local(Hosts::host(address)))
    }

    /// The number of processes on the machine of one of them.
    pub(super) fn beside(&self, number: usize) -> usize {
        let Some(own) = self.addresses.get(number).map(|own| Hosts::host(own)) else { return 1 };
        self.addresses.iter().filter(|address| Hosts::host(address) == own).count()
    }
}
