//! The limits that command lines state.

use std::time::Duration;

use clap::Args;

use super::{Limits, parse_bytes, parse_number, parse_time};

/// The limits of a check.
#[derive(Debug, Args)]
pub(in crate::cli) struct CheckWithin {
    /// Time limit for all files together, such as 10s, 5m or 1h; remaining checks are skipped.
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = parse_time)]
    pub(in crate::cli) timeout: Duration,
    /// Memory limit, such as 4GiB [default: three quarters of the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(in crate::cli) memory: Option<u64>,
}

impl CheckWithin {
    /// As limits that begin now.
    pub(in crate::cli) fn limits(&self) -> Limits {
        Limits::new(Some(self.timeout), None, self.memory)
    }
}

/// The limits of a command that searches no positions.
#[derive(Debug, Args)]
pub(in crate::cli) struct Within {
    /// Time limit, such as 10s, 5m or 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(in crate::cli) timeout: Option<Duration>,
    /// Memory limit, such as 4GiB [default: three quarters of the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(in crate::cli) memory: Option<u64>,
}

impl Within {
    /// As limits that begin now.
    pub(in crate::cli) fn limits(&self) -> Limits {
        Limits::new(self.timeout, None, self.memory)
    }
}

/// The limits of a command that searches positions.
#[derive(Debug, Args)]
pub(in crate::cli) struct SearchLimits {
    /// Time limit, such as 10s, 5m or 1h; of several puzzles, for each.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(in crate::cli) timeout: Option<Duration>,
    /// Limit on the number of positions, such as 5000000 or 5M; symmetric positions count once.
    #[arg(long, value_name = "NUMBER", value_parser = parse_number)]
    pub(in crate::cli) states: Option<u64>,
    /// Memory limit, such as 4GiB [default: three quarters of the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(in crate::cli) memory: Option<u64>,
}

impl SearchLimits {
    /// As limits that begin now.
    pub(in crate::cli) fn begin(&self) -> Limits {
        Limits::new(self.timeout, self.states, self.memory)
    }
}
