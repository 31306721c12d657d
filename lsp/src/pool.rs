//! Threads that work on requests.

use std::any::Any;
use std::io;
use std::thread;

use crossbeam_channel::{Sender, unbounded};

/// Parsing and checking follow the nesting of the text, which is bounded, with room to spare.
pub(crate) const STACK: usize = 64 << 20;

type Work = Box<dyn FnOnce() + Send>;

/// Threads that take work from one queue in its order. They end when the pool is dropped and the queue is
/// empty.
pub(crate) struct Pool(Sender<Work>);

impl Pool {
    pub(crate) fn new(name: &str, threads: usize) -> io::Result<Self> {
        let (sender, receiver) = unbounded::<Work>();
        for _ in 0..threads {
            let receiver = receiver.clone();
            let run = move || receiver.into_iter().for_each(|work| work());
            thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(run)?;
        }
        Ok(Pool(sender))
    }

    pub(crate) fn run(&self, work: impl FnOnce() + Send + 'static) {
        // It fails only when all threads have ended, and they outlive the pool.
        let _ = self.0.send(Box::new(work));
    }
}

/// The message of a panic.
pub(crate) fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked")
}
