//! The last resort behind `--timeout`, `--memory` and signals. Computations poll their budget and end with what they know;
//! this ends the process where one does not, or where the answer takes long to draw, so that the limits hold for a command
//! as a whole and whatever the input is.

use std::fs;
use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::exit::Exit;
use super::owed;
use super::stderr;
use super::terminal::restore;
use super::write;
use puzzlec_base::Limit;

/// The interval between two checks of time and memory.
const BEAT: Duration = Duration::from_millis(20);
/// A computation may end by itself for so long after its deadline, by the clock and by the processor's
/// time; a machine under load gives it more time by the clock.
const GRACE: Duration = Duration::from_millis(600);
const GRACE_OF_WORK: Duration = Duration::from_millis(300);
const GRACE_AT_MOST: Duration = Duration::from_secs(10);
/// The unit of the processor's time.
const TICK: Duration = Duration::from_millis(10);
/// Memory that computations do not count themselves.
const BESIDE: u64 = 64 << 20;
/// Memory above the limit at which the process ends.
const ABOVE: u64 = 160 << 20;

static HELD: AtomicU64 = AtomicU64::new(0);
static ARMED: Mutex<Option<Armed>> = Mutex::new(None);
static INTERRUPTED: Mutex<Option<Overdue>> = Mutex::new(None);

/// What the running computation may spend.
#[derive(Clone, Debug)]
struct Armed {
    deadline: Option<(Overdue, Duration)>,
    memory: u64,
    /// Whether the computation has ended, and its answer is being drawn.
    answered: bool,
}

/// A moment after which the process may go on for a short time only.
#[derive(Clone, Copy, Debug)]
struct Overdue {
    from: Instant,
    /// The processor's time when that moment had passed.
    worked: Option<Duration>,
}

impl Overdue {
    fn new(from: Instant) -> Self {
        Overdue { from, worked: None }
    }

    fn is_over(&mut self) -> bool {
        let Some(over) = Instant::now().checked_duration_since(self.from) else { return false };
        let worked = worked().unwrap_or(over);
        let since = *self.worked.get_or_insert(worked);
        let worked = worked.saturating_sub(since);
        // What hardly worked waits for its input.
        let waits = worked < over / 8;
        over > GRACE && (worked > GRACE_OF_WORK || waits) || over > GRACE_AT_MOST
    }
}

/// Bytes that the process holds beyond what it may hold beside its computation, as of late; 0 where the
/// system does not tell.
pub(super) fn held() -> u64 {
    HELD.load(Ordering::Relaxed).saturating_sub(BESIDE)
}

/// Measures what the process holds from now on, for computations that end by themselves.
pub(super) fn measure() {
    start();
}

/// A computation begins that may spend this: the time from a moment on, and memory.
pub(super) fn arm(time: Option<(Instant, Duration)>, memory: u64) {
    start();
    let deadline = time.and_then(|(from, time)| Some((Overdue::new(from.checked_add(time)?), time)));
    set(Some(Armed { deadline, memory, answered: false }));
}

/// The computation has ended; its answer is still to be drawn within the limits.
pub(super) fn answered() {
    if let Some(armed) = &mut *ARMED.lock().unwrap_or_else(PoisonError::into_inner) {
        armed.answered = true;
    }
}

/// The user wants the command to end.
pub(super) fn interrupted() {
    start();
    *INTERRUPTED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Overdue::new(Instant::now()));
}

fn start() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        // Without the thread the limits that computations poll still hold.
        let _ = thread::Builder::new().name("guard".to_owned()).spawn(watch);
    });
}

/// The answer is known and drawn: whoever reads it may take any time.
pub(super) fn disarm() {
    set(None);
}

fn set(armed: Option<Armed>) {
    *ARMED.lock().unwrap_or_else(PoisonError::into_inner) = armed;
}

fn watch() {
    loop {
        if let Some(bytes) = resident() {
            HELD.store(bytes, Ordering::Relaxed);
        }
        // The locks are held, so that no answer is announced at the same time.
        let mut armed = ARMED.lock().unwrap_or_else(PoisonError::into_inner);
        let mut interrupted = INTERRUPTED.lock().unwrap_or_else(PoisonError::into_inner);
        let answered = armed.as_ref().is_none_or(|armed| armed.answered);
        if let Some(limit) = armed.as_mut().and_then(exceeded) {
            end(limit, answered, Exit::Stopped);
        }
        if interrupted.as_mut().is_some_and(Overdue::is_over) {
            end(Limit::Cancelled, answered, Exit::Interrupted);
        }
        drop((armed, interrupted));
        thread::sleep(BEAT);
    }
}

fn message(limit: &Limit, answered: bool) -> String {
    match (answered, limit) {
        (true, _) => format!("{limit} before everything was written"),
        (false, Limit::Memory { .. }) => {
            format!("not decided: {limit}; no memory is left to write the answer")
        }
        (false, _) => format!("not decided: {limit}"),
    }
}

fn end(limit: Limit, answered: bool, exit: Exit) -> ! {
    restore();
    write::give_up();
    stderr::line(&message(&limit, answered));
    if let Some(document) = owed::unfinished(Some(limit), None) {
        let mut out = io::stdout().lock();
        // The exit code tells of the limit, whether or not the document can be written.
        let _ = out.write_all(document.as_bytes()).and_then(|()| out.flush());
    }
    process::exit(i32::from(exit.code()))
}

fn exceeded(armed: &mut Armed) -> Option<Limit> {
    if HELD.load(Ordering::Relaxed) > armed.memory.saturating_add(ABOVE) {
        return Some(Limit::Memory { bytes: armed.memory });
    }
    let (overdue, time) = armed.deadline.as_mut()?;
    overdue.is_over().then_some(Limit::Time { seconds: time.as_secs() })
}

/// Bytes of memory that the process occupies.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// The processor's time of all threads.
fn worked() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program may hold anything; the fields are counted from its end.
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(TICK.saturating_mul(u32::try_from(ticks).unwrap_or(u32::MAX)))
}
