//! Which commands write a JSON document.

use super::{CheckFormat, Command, Format};

impl Command {
    /// The kind of the JSON document that is requested, if one is, and the two files that a certificate's is about.
    pub(in crate::cli) fn document(&self) -> Option<(&'static str, Option<(String, String)>)> {
        let (json, kind) = match self {
            Command::Check(args) => (args.format == CheckFormat::Json, "check"),
            Command::Solve(args) => (args.format == Format::Json, "solve"),
            Command::Verify(args) => {
                let files = (args.file.clone(), args.certificate.clone());
                return (args.format == Format::Json).then_some(("verify", Some(files)));
            }
            Command::Test(args) => (args.how.format == Format::Json, "test"),
            Command::Count(args) => {
                (args.format == Format::Json, if args.starts { "starts" } else { "count" })
            }
            Command::Automaton(args) => (args.format == Format::Json, "automaton"),
            Command::Analyze(args) => (args.format == Format::Json, "analyze"),
            Command::Explore(args) => (args.format == Format::Json, "explore"),
            Command::Generate(args) => (args.format == Format::Json, "generate"),
            Command::Fmt(args) => (args.format == Format::Json, "fmt"),
            Command::Explain(args) => (args.format == Format::Json, "explain"),
            Command::Plugin(args) => return args.document().map(|kind| (kind, None)),
            Command::Export(_)
            | Command::Import(_)
            | Command::Play(_)
            | Command::Render(_)
            | Command::Publish(_)
            | Command::New(_)
            | Command::Lsp { .. }
            | Command::Completions { .. }
            | Command::Serve(_)
            | Command::Other(_) => return None,
        };
        json.then_some((kind, None))
    }
}
