//! The module of the playground: all requests.
#![allow(unsafe_code)] // The names of exports.

use std::cell::RefCell;

use puzzlec_session::Session;

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(Session::new());
}

/// Makes room for a request of this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    puzzlec_session::reserve(length)
}

/// Answers the request that lies there.
#[unsafe(no_mangle)]
pub extern "C" fn request(_at: *const u8, _length: usize) -> *const u8 {
    SESSION.with(puzzlec_session::request)
}
