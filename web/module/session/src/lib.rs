//! A session of a module, whose requests and answers cross the boundary as JSON.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use puzzlec_web::{Host, Report};

pub use puzzlec_boundary::reserve;
pub use puzzlec_web::Session;

struct Page {
    /// Bytes of memory at the beginning of a request.
    before: u64,
}

/// The memory of the module in bytes, which never shrinks.
fn memory() -> u64 {
    const PAGE: u64 = 1 << 16;
    core::arch::wasm32::memory_size(0) as u64 * PAGE
}

impl Host for Page {
    fn clock(&self) -> Duration {
        puzzlec_boundary::clock()
    }

    fn progress(&self, report: &Report) -> bool {
        puzzlec_boundary::progress(&serde_json::to_string(report).unwrap_or_default())
    }

    fn held(&self) -> u64 {
        memory() - self.before
    }
}

/// Answers the request that was written where [`reserve`] said.
pub fn request(session: &RefCell<Session>) -> *const u8 {
    let host: Arc<dyn Host> = Arc::new(Page { before: memory() });
    puzzlec_boundary::request(|text| session.borrow_mut().request(text, &host))
}
