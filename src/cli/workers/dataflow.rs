//! The processes of a count as a dataflow.
//!
//! Messages go to their receiver, and the frontier behind it tells which times all processes have left. The dataflow runs
//! in a thread of its own, so that it goes on while this process is busy.

use std::any::Any;
use std::fmt;
use std::net::TcpStream;
use std::panic;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Hooks};
use timely::dataflow::InputHandle;
use timely::dataflow::operators::{Exchange, Inspect, Probe};
use timely::worker::Worker;

use puzzlec_base::diag::Stop;
use puzzlec_search::Peers;

/// How often each process shows that it is there.
const BEAT: Duration = Duration::from_secs(1);
/// How many beats of this process another may be silent, as one is whose machine has lost its power. Where the machine is so
/// busy that this process waits, its beats are late as well.
const SILENCE: u32 = 120;
/// How often limits are looked at.
const POLL: Duration = Duration::from_millis(50);
/// The beginning of the names of the dataflow's threads.
const THREADS: &str = "timely:";

/// Why the dataflow has ended.
static LOST: Mutex<Option<String>> = Mutex::new(None);

/// A message on its way.
#[derive(Clone, Serialize, Deserialize)]
struct Message {
    to: u64,
    from: u64,
    time: u64,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

enum Command {
    Send(usize, Vec<u8>),
    Advance(u64),
}

enum Event {
    /// The thread of the dataflow.
    Started(Thread),
    Message(Message),
    /// All processes have reached this time.
    Reached(u64),
}

/// The processes of a count, as one of them sees them.
pub(super) struct Cluster {
    processes: usize,
    number: usize,
    /// None once this process has nothing more to send.
    commands: Option<Sender<Command>>,
    thread: Thread,
    state: Mutex<State>,
    dataflow: Option<thread::JoinHandle<()>>,
}

struct State {
    events: Receiver<Event>,
    /// Messages that were not asked for yet.
    messages: Vec<Message>,
    reached: u64,
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cluster({} of {})", self.number, self.processes)
    }
}

impl Cluster {
    /// Starts the dataflow over these connections.
    ///
    /// # Errors
    /// The system has no threads left; in words.
    pub(super) fn start(sockets: Vec<Option<TcpStream>>, number: usize) -> Result<Self, String> {
        note_ends();
        let processes = sockets.len();
        let hooks = Hooks::default();
        let own = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let network = initialize_networking_from_sockets(own, sockets, number, 1, hooks);
        let (builders, guard) = network.map_err(|error| format!("cannot start the connections: {error}"))?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        let (commands, received) = mpsc::channel();
        let (events, state) = mpsc::channel();
        let ends = Mutex::new(Some((received, events)));
        let guard: Box<dyn Any + Send> = Box::new(guard);
        let running =
            timely::execute::execute_from(builders, guard, timely::WorkerConfig::default(), move |worker| {
                if let Some((commands, events)) = ends.lock().unwrap_or_else(PoisonError::into_inner).take() {
                    run(worker, &commands, &events);
                }
            })?;
        let Ok(Event::Started(thread)) = state.recv() else {
            return Err("the dataflow did not start".into());
        };
        let end = thread::Builder::new().name(format!("{THREADS}end"));
        let dataflow = end.spawn(move || drop(running.join())).map_err(|error| error.to_string())?;
        let state = State { events: state, messages: Vec::new(), reached: 0 };
        Ok(Cluster {
            processes,
            number,
            commands: Some(commands),
            thread,
            state: Mutex::new(state),
            dataflow: Some(dataflow),
        })
    }

    fn command(&self, command: Command) -> Result<(), Stop> {
        let sent = self.commands.as_ref().map(|commands| commands.send(command));
        self.thread.unpark();
        if sent.is_some_and(|sent| sent.is_ok()) { lost() } else { Err(ended()) }
    }
}

impl Peers for Cluster {
    fn processes(&self) -> usize {
        self.processes
    }

    fn number(&self) -> usize {
        self.number
    }

    fn send(&self, to: usize, message: Vec<u8>) -> Result<(), Stop> {
        self.command(Command::Send(to, message))
    }

    fn advance(
        &self,
        time: u64,
        all: u64,
        poll: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<Vec<u8>>, Stop> {
        self.command(Command::Advance(time))?;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.reached < all {
            match state.events.recv_timeout(POLL) {
                Ok(Event::Message(message)) => state.messages.push(message),
                Ok(Event::Reached(time)) => state.reached = time,
                Ok(Event::Started(_)) => {}
                Err(RecvTimeoutError::Timeout) => {
                    lost()?;
                    poll()?;
                }
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
            }
        }
        let (due, later) = std::mem::take(&mut state.messages).into_iter().partition(|m| m.time < time);
        state.messages = later;
        let due: Vec<Message> = due;
        Ok(due.into_iter().map(|message| message.bytes).collect())
    }
}

/// Waits until everything that was sent has come, unless another process has ended.
impl Drop for Cluster {
    fn drop(&mut self) {
        self.commands = None;
        self.thread.unpark();
        while self.dataflow.as_ref().is_some_and(|dataflow| !dataflow.is_finished()) && lost().is_ok() {
            thread::sleep(POLL / 10);
        }
    }
}

/// The thread of the dataflow.
fn run(worker: &mut Worker, commands: &Receiver<Command>, events: &Sender<Event>) {
    // Without a listener this process is about to end.
    let _ = events.send(Event::Started(thread::current()));
    let number = worker.index() as u64;
    let mut input: InputHandle<u64, timely::container::CapacityContainerBuilder<Vec<Message>>> =
        InputHandle::new();
    let (received, heard) = (events.clone(), mpsc::channel());
    let probe = worker.dataflow(|scope| {
        let messages = input.to_stream(scope).exchange(|message: &Message| message.to);
        let seen = messages.inspect(move |message| {
            let _ = match message.bytes.is_empty() {
                true => heard.0.send(message.from).is_ok(),
                false => received.send(Event::Message(message.clone())).is_ok(),
            };
        });
        seen.probe().0
    });
    let (mut reached, mut beat) = (0, Instant::now());
    let mut silence = vec![0; worker.peers()];
    loop {
        match commands.try_recv() {
            Ok(Command::Send(to, bytes)) => {
                let (to, time) = (to as u64, *input.time());
                input.send(Message { to, from: number, time, bytes });
                continue;
            }
            Ok(Command::Advance(time)) => input.advance_to(time),
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => break,
        }
        if beat.elapsed() >= BEAT {
            beat = Instant::now();
            for (to, silence) in (0..).zip(&mut silence).filter(|(to, _)| *to != number) {
                input.send(Message { to, from: number, time: *input.time(), bytes: Vec::new() });
                *silence += 1;
                if *silence > SILENCE {
                    note(format!("worker {} was not heard for {SILENCE} seconds", to + 1));
                }
            }
        }
        input.flush();
        worker.step_or_park(Some(BEAT / 4));
        for from in heard.1.try_iter() {
            if let Some(silence) = silence.get_mut(from as usize) {
                *silence = 0;
            }
        }
        let now = probe.with_frontier(|frontier| frontier.first().copied().unwrap_or(u64::MAX));
        if now != reached {
            reached = now;
            let _ = events.send(Event::Reached(now));
        }
    }
}

/// The threads of the dataflow panic when a connection ends; the answer of this process says so.
fn note_ends() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let current = thread::current();
        let Some(name) = current.name().and_then(|name| name.strip_prefix(THREADS)) else {
            return usual(info);
        };
        match name.rsplit_once('-').and_then(|(_, number)| number.parse::<usize>().ok()) {
            Some(number) if !name.starts_with("work") => note(format!("worker {} has ended", number + 1)),
            _ => note("the connections have ended".into()),
        }
    }));
}

/// Notes why the count cannot go on; the first reason counts.
fn note(what: String) {
    LOST.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(what);
}

fn lost() -> Result<(), Stop> {
    let lost = LOST.lock().unwrap_or_else(PoisonError::into_inner).clone();
    lost.map_or(Ok(()), |what| Err(Stop::TooLarge { what }))
}

fn ended() -> Stop {
    lost().err().unwrap_or_else(|| Stop::too_large("the connections have ended"))
}
