//! The terminal while a puzzle is played: raw mode, the other screen, the mouse. It is restored after the play, after a
//! panic, and before anything else ends the process.

use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// Whether the terminal is set for a play.
static ENTERED: AtomicBool = AtomicBool::new(false);
/// Whether any thread panicked since.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// The terminal of a play; dropping it restores the terminal.
pub(super) struct Screenful {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screenful {
    /// Takes the terminal.
    ///
    /// # Errors
    /// The terminal cannot do it.
    pub(super) fn enter() -> io::Result<Self> {
        restore_on_panic();
        ENTERED.store(true, Ordering::SeqCst);
        let set = || {
            enable_raw_mode()?;
            execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
            Terminal::new(CrosstermBackend::new(io::stdout()))
        };
        match set() {
            Ok(terminal) => Ok(Screenful { terminal }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }
}

impl Drop for Screenful {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal, if it is set for a play.
pub(crate) fn restore() {
    if ENTERED.swap(false, Ordering::SeqCst) {
        // A terminal that is gone cannot be restored.
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = io::stdout().flush();
    }
}

/// Whether a thread has panicked, and the terminal is no more that of the play.
pub(super) fn is_lost() -> bool {
    PANICKED.load(Ordering::SeqCst)
}

/// From now on a panic restores the terminal before it is reported.
fn restore_on_panic() {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            PANICKED.store(true, Ordering::SeqCst);
            restore();
            report(info);
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn a_panic_of_any_thread_restores_the_terminal() {
        restore_on_panic();
        ENTERED.store(true, Ordering::SeqCst);
        let ended = thread::spawn(|| panic!("on purpose")).join();
        assert!(ended.is_err());
        assert!(!ENTERED.load(Ordering::SeqCst) && is_lost());
    }
}
