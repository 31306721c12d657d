//! What a long search shows of itself while it runs.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::guard;
use puzzlec_base::Progress;
use puzzlec_render::progress_line;

/// Shorter searches show no progress.
const PATIENCE: Duration = Duration::from_secs(1);
/// Redrawing more often is only flicker.
const REDRAW: Duration = Duration::from_millis(100);
/// The time over which the rate is measured.
const RATE: Duration = Duration::from_secs(2);

/// A line on standard error about the running search; nothing where that is no terminal.
#[derive(Debug)]
pub(super) struct Watch {
    label: String,
    start: Instant,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    bar: Option<ProgressBar>,
    drawn: Option<Instant>,
    /// A time with the number of positions, and the rate until then.
    sample: Option<(Instant, u64)>,
    rate: Option<u64>,
}

impl State {
    /// Positions a second, lately.
    fn rate(&mut self, states: u64) -> Option<u64> {
        match self.sample {
            Some((at, before)) if states >= before => {
                let time = at.elapsed();
                if time < RATE {
                    return self.rate;
                }
                self.rate = Some(((states - before) as f64 / time.as_secs_f64()) as u64);
            }
            // The first time, or another search began.
            _ => self.rate = None,
        }
        self.sample = Some((Instant::now(), states));
        self.rate
    }
}

impl Watch {
    /// Begins to watch something with this name.
    pub(super) fn new(label: impl Into<String>) -> Self {
        Watch { label: label.into(), start: Instant::now(), state: Mutex::default() }
    }

    /// How long it has been running.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Takes a report of progress.
    pub(super) fn observe(&self, progress: &Progress) {
        if self.elapsed() < PATIENCE {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.drawn.is_some_and(|at| at.elapsed() < REDRAW) {
            return;
        }
        state.drawn = Some(Instant::now());
        let rate = state.rate(progress.states);
        let line = progress_line(&self.label, self.elapsed().as_secs(), progress, rate);
        let bar = state.bar.get_or_insert_with(bar);
        bar.set_message(line);
        bar.tick();
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        guard::answered();
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(bar) = state.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn bar() -> ProgressBar {
    // indicatif draws nothing where standard error is no terminal.
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    bar.set_style(ProgressStyle::default_spinner());
    bar
}
