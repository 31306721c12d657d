//! Work that may be given up: it runs in a thread of its own, which is left behind if it does not end.

use std::panic;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::STACK;

/// The interval between two checks of the work.
const BEAT: Duration = Duration::from_millis(20);
/// The result of work. It is given up when `over`, which is called again and again, says why; without a reason, if it cannot
/// be begun. A panic of the work is one of the caller.
pub(super) fn run<T: Send + 'static, W>(
    work: impl FnOnce() -> T + Send + 'static,
    mut over: impl FnMut() -> Option<W>,
) -> Result<T, Option<W>> {
    let (send, receive) = mpsc::channel();
    let done = move || {
        // The work may have been given up.
        let _ = send.send(work());
    };
    let thread = thread::Builder::new().name("apart".to_owned()).stack_size(STACK).spawn(done);
    let Ok(thread) = thread else { return Err(None) };
    loop {
        match receive.recv_timeout(BEAT) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => {
                if let Some(why) = over() {
                    return Err(Some(why));
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return match thread.join() {
                    Err(panicked) => panic::resume_unwind(panicked),
                    Ok(()) => Err(None),
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn work_that_does_not_end_is_given_up() {
        let begun = Instant::now();
        let late = || (begun.elapsed() > Duration::from_millis(100)).then_some("late");
        let endless = || {
            loop {
                thread::sleep(BEAT);
            }
        };
        assert_eq!(run::<(), _>(endless, late), Err(Some("late")));
        assert_eq!(run(|| 7, || None::<&str>), Ok(7));
    }
}
