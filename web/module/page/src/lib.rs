//! The module of the playground: a session, whose requests and answers cross the boundary as JSON.
#![allow(unsafe_code)] // The names of exports.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use puzzlec_web::{Host, Report, Session};

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(Session::new());
}

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

/// Makes room for a request of this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    puzzlec_boundary::reserve(length)
}

/// Answers the request that lies there.
#[unsafe(no_mangle)]
pub extern "C" fn request(_at: *const u8, _length: usize) -> *const u8 {
    let host: Arc<dyn Host> = Arc::new(Page { before: memory() });
    puzzlec_boundary::request(|text| SESSION.with_borrow_mut(|session| session.request(text, &host)))
}
