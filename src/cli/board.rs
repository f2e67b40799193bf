//! `powergrab board`: the page, served on the loopback.

use super::failure::Failure;
use super::say::print;
use super::values;
use powergrab_board::Board;
use powergrab_board::serve::{Opened, Server};
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;
use powergrab_lab::catalog::Catalog;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Maximum size of a trace that is opened, in bytes.
const MAX_TRACE: u64 = 8 << 20;

/// Play, analyse and look at runs in the browser
///
/// Serves one page on this machine alone and prints its address, which contains a token. The page
/// needs no network. It plays and analyses with this program, on all processors. Ctrl-C ends it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  powergrab board
  powergrab board results
  powergrab board games.jsonl
  powergrab board 'power-grab hand=R5,R9,YD2,WT sizes=4,6,3 top=R3U'")]
pub struct Args {
    /// Directory of runs, trace, or position (one line of text)
    #[arg(value_name = "RUNS|TRACE|POSITION")]
    what: Option<String>,
    /// Port of the loopback; 0 is any free one
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Strategy files of your own, to play against
    #[arg(long, value_name = "FILE,…", value_delimiter = ',', value_parser = values::listed)]
    bots: Vec<String>,
    /// Rulesets of your own
    #[arg(long, value_name = "FILE,…", value_delimiter = ',', value_parser = values::listed)]
    rulesets: Vec<String>,
}

/// Serves the page until it is interrupted.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    let mut catalog = catalog.clone();
    for path in args.rulesets.iter().chain(&args.bots) {
        // The board itself reads no files.
        catalog.keep_file(Path::new(path))?;
    }
    for path in &args.rulesets {
        catalog.ruleset(path)?;
    }
    for path in &args.bots {
        let shedding = catalog.bot::<Shedding>(path);
        if let (Err(problem), Err(_)) = (shedding, catalog.bot::<Grid>(path)) {
            return Err(Failure::Input(problem.to_string()));
        }
    }
    let opened = opened(args.what.as_deref(), &catalog)?;
    let server = Server::bind(args.port, opened, move || Board::new(catalog.clone()));
    let server = server.map_err(|e| {
        Failure::Io(format!(
            "--port {}: the page cannot be served: {e}",
            args.port
        ))
    })?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let interrupt = move || {
        // A second time: an answer does not end.
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(interrupt).map_err(|e| Failure::Io(format!("cannot handle Ctrl-C: {e}")))?;
    print(&format!("{}\nCtrl-C ends it.\n", server.address()))?;
    server.run(&stop);
    Ok(())
}

/// Returns what is shown when the page opens.
fn opened(what: Option<&str>, catalog: &Catalog) -> Result<Opened, Failure> {
    let Some(what) = what else {
        return Ok(Opened::default());
    };
    let path = Path::new(what);
    if path.is_dir() {
        let runs = fs::canonicalize(path);
        let runs = runs.map_err(|e| Failure::Input(format!("{what}: cannot be read: {e}")))?;
        return Ok(Opened {
            runs: Some(runs),
            ..Opened::default()
        });
    }
    if path.is_file() {
        let mut text = String::new();
        let trace = values::open_trace(path)?;
        let read = trace.take(MAX_TRACE + 1).read_to_string(&mut text);
        read.map_err(|e| Failure::Input(format!("{what}: cannot be read: {e}")))?;
        if text.len() as u64 > MAX_TRACE {
            return Err(Failure::Input(format!(
                "{what}: is too large: the board opens traces of at most {MAX_TRACE} bytes"
            )));
        }
        if !text.contains(r#""event""#) {
            return Err(Failure::Input(format!(
                "{what}: is not a trace: `powergrab play --trace FILE` writes one"
            )));
        }
        return Ok(Opened {
            trace: Some(text),
            ..Opened::default()
        });
    }
    // A position names its ruleset first, and then has keys.
    if !what.contains('=') {
        return Err(Failure::Input(format!(
            "{what}: is neither a directory of runs, nor a trace, nor the text of a position"
        )));
    }
    let question = powergrab_lab::analysis::study::question_of(what, catalog)?;
    Ok(Opened {
        position: Some(question.text()),
        ..Opened::default()
    })
}
