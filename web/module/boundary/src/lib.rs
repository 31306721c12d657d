//! Texts across the boundary of a module of WebAssembly: what the host calls, and what it provides.
//!
//! A request lies where [`reserve`] says. An answer begins with its length in four bytes, the lowest first, and is valid
//! until the next call. The host provides the functions `progress` and `clock`, and nothing else.

use std::cell::UnsafeCell;
use std::time::Duration;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Receives a text; 0 goes on.
    #[link_name = "progress"]
    fn host_progress(at: *const u8, length: usize) -> i32;
    /// Milliseconds since any fixed moment.
    #[link_name = "clock"]
    fn host_clock() -> f64;
}

/// A value of a module, which has one thread.
struct Single<T>(UnsafeCell<T>);

// SAFETY: a module without shared memory has one thread.
unsafe impl<T> Sync for Single<T> {}

static REQUEST: Single<Vec<u8>> = Single(UnsafeCell::new(Vec::new()));
static ANSWER: Single<Vec<u8>> = Single(UnsafeCell::new(Vec::new()));

/// Makes room for a request of this many bytes, and says where.
pub fn reserve(length: usize) -> *mut u8 {
    // SAFETY: no reference to it outlives a call, and there is one thread.
    let request = unsafe { &mut *REQUEST.0.get() };
    request.clear();
    request.resize(length, 0);
    request.as_mut_ptr()
}

/// Answers the request that was written where [`reserve`] said.
pub fn request(answer: impl FnOnce(&str) -> String) -> *const u8 {
    // SAFETY: as above; `answer` calls nothing of this package but `progress` and `clock`.
    let (request, place) = unsafe { (&mut *REQUEST.0.get(), &mut *ANSWER.0.get()) };
    let request = std::mem::take(request);
    // The answer before, which may be large.
    *place = Vec::new();
    let text = answer(&String::from_utf8_lossy(&request));
    place.reserve(text.len() + 4);
    place.extend(u32::try_from(text.len()).unwrap_or(0).to_le_bytes());
    place.extend(text.as_bytes());
    place.as_ptr()
}

/// Tells the host how far a request is; whether to go on.
pub fn progress(text: &str) -> bool {
    // SAFETY: the host only reads these bytes, during the call.
    unsafe { host_progress(text.as_ptr(), text.len()) == 0 }
}

/// The time since any fixed moment.
pub fn clock() -> Duration {
    // SAFETY: the host returns a number.
    let milliseconds = unsafe { host_clock() };
    Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
}
