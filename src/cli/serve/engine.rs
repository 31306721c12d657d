//! Stands in for the package of the playground.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

pub(super) trait Host: Send + Sync {
    fn clock(&self) -> Duration;
    fn progress(&self, report: &Report) -> bool;
    fn held(&self) -> u64;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct Report {
    pub(super) positions: u64,
}

pub(super) struct Session;

impl Session {
    pub(super) fn new() -> Self {
        Session
    }

    pub(super) fn request(&mut self, json: &str, host: &Arc<dyn Host>) -> String {
        let request: serde_json::Value = serde_json::from_str(json).unwrap_or_default();
        if request.get("do").is_some_and(|what| what == "solve") {
            while host.progress(&Report { positions: host.clock().as_secs() + host.held() }) {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        "{\"ok\":{}}".to_owned()
    }
}
