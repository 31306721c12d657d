//! `puzzlec serve`: the playground over the files of a folder, for browsers on this machine.
//!
//! Whatever else runs on this machine, and every page that a browser shows, can send requests to the port. So every request
//! but that for the page itself needs the token of the printed address ([`access`]), and only files of puzzles inside the
//! folder are read and written ([`folder`]).

mod access;
mod changes;
mod clients;
mod content;
mod folder;
mod lines;
mod name;
mod page;
mod routes;
mod server;

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::panic;
use std::sync::Arc;

use clap::Args;

use super::exit::Exit;
use super::guard;
use super::limits::interrupt;
use super::output::{Failure, Output};
use super::stderr;
use access::Access;
use changes::Changes;
use clients::Clients;
use folder::Folder;
use puzzlec_render::counted;
use routes::Routes;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec serve                  the puzzles of this folder
  puzzlec serve puzzles/         those of another folder
  puzzlec serve --port 8080      always at the same port

Open the printed address in a browser of this machine. It ends with a token, without which no request is answered; \
the token is new each time. The server runs until Ctrl-C. See docs/playground.md.")]
pub(super) struct ServeArgs {
    /// The folder; pages can read and change the puzzle files in it.
    #[arg(default_value = ".", value_name = "DIR")]
    folder: String,
    /// The port on 127.0.0.1 [default: any free port].
    #[arg(long, value_name = "NUMBER", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Poll the files, for systems without change notifications.
    #[arg(long)]
    poll: bool,
}

pub(super) fn run(args: &ServeArgs, output: &Output) -> Result<Exit, Failure> {
    let stop = interrupt();
    let folder = Arc::new(Folder::open(&args.folder)?);
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(|error| taken(args, &error))?;
    let port = listener.local_addr()?.port();
    let access = Access::new(port)
        .map_err(|error| Failure::Other(format!("the system gives no random bytes: {error}")))?;
    let address = access.address();
    let changes = Arc::new(Changes::default());
    let files = folder.texts().map_err(Failure::Other)?.files.len();
    let _watcher = changes::watch(&folder, &changes, args.poll)?;
    // An error in one request ends that request.
    panic::set_hook(Box::new(|info| {
        stderr::line(&format!(
            "error: internal error in a request: {info}\n\
             Please report it with this text and the puzzle file. The server continues."
        ));
    }));
    guard::measure();
    let clients = Clients::new(Arc::clone(&folder), stop.clone());
    let routes = Arc::new(Routes { access, folder, changes, clients });
    output.print(&format!("{address}\n"))?;
    let files = counted(files as u64, "files");
    output.note(&format!("serving {files} of `{}`; press Ctrl-C to stop\n", args.folder));
    server::run(listener, &routes, &stop)?;
    Ok(Exit::Clean)
}

fn taken(args: &ServeArgs, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::AddrInUse => Failure::Other(format!(
            "port {} is in use; without `--port` the server takes a free one",
            args.port
        )),
        _ => Failure::Other(format!("cannot listen on 127.0.0.1:{}: {error}", args.port)),
    }
}
