//! `powergrab shards`: a study becomes a job for any number of machines.

use super::bar::on_interrupt;
use super::failure::Failure;
use super::runner::{StudyArgs, Submit};
use super::say::print;
use clap::error::{ContextKind, ErrorKind};
use powergrab_lab::catalog::Catalog;
use powergrab_lab::cluster::address::open;
use powergrab_lab::cluster::job::Job;
use powergrab_lab::cluster::store::Store;
use powergrab_lab::cluster::worker::Shards;
use powergrab_lab::kinds::SetUp;
use powergrab_lab::study::options::StudyOptions;
use std::fmt::Write as _;
use std::path::Path;

/// Put a study into a store as a job for any number of machines, and list its tasks
///
/// Prints one task per line: `K/N`, in later rounds `R:K/N`. `powergrab work` plays them on any
/// machine with the same version of the program, and `powergrab merge --store` merges their shards
/// into the same results as on one machine, byte for byte. The files that the study
/// reads travel in the job (configurations, strategies with their weights and WebAssembly modules,
/// rulesets); programs do not. Without a study, lists the unfinished tasks; prints nothing once the job is complete.
///
/// Studies whose later games depend on earlier ones (tune, distil, sweep --halving, balance
/// --optimise, --until-*, --sprt) are played in rounds; the tasks of the next round are listed when
/// a round is complete.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example, on one machine and then on each of many:
  powergrab shards configs/quickstart.toml --n 200 --store s3://BUCKET/quick -- --deals 1M
  powergrab work --store s3://BUCKET/quick
  powergrab merge --store s3://BUCKET/quick --out results/quick")]
pub struct Args {
    /// The study: `match`, `tournament`, `sweep`, `tune`, `balance`, `why`, `distil`, `review` or
    /// `ladder skill`, and its configuration; a configuration without a study is a tournament's
    #[arg(value_name = "STUDY", requires = "n")]
    study: Vec<String>,
    /// Maximum number of tasks in a round, 1 to 1000000
    #[arg(long, value_name = "N", requires = "study", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    n: Option<u64>,
    /// The store: a directory that all machines share, or s3://BUCKET/PREFIX
    #[arg(long, value_name = "STORE")]
    store: String,
    /// Options of the study
    #[arg(last = true, value_name = "OPTIONS", requires = "study")]
    options: Vec<String>,
}

/// The program's command line, in which a job's study is a command.
pub trait CommandLine: clap::Parser {
    /// Returns the options of a study; `None` for other commands.
    fn study_args(&mut self) -> Option<&mut StudyArgs>;

    /// Runs the command.
    fn run(self, catalog: &Catalog) -> Result<(), Failure>;
}

/// Submits the study, if one is given, and lists the open tasks.
pub fn run<L: CommandLine>(args: Args, catalog: &Catalog) -> Result<(), Failure> {
    if let Some(n_parts) = args.n.filter(|_| !args.study.is_empty()) {
        submit::<L>(&args, n_parts, catalog)?;
    }
    list(&*open(&args.store, on_interrupt()?)?, catalog)
}

fn submit<L: CommandLine>(args: &Args, n_parts: u64, catalog: &Catalog) -> Result<(), Failure> {
    let mut catalog = catalog.clone();
    catalog.bots.files.record();
    let mut words = vec!["powergrab"];
    let first = args.study[0].as_str();
    if L::try_parse_from(["powergrab", first, "--help"])
        .is_err_and(|e| e.kind() == ErrorKind::InvalidSubcommand)
    {
        if catalog.read(Path::new(first)).is_err() {
            return Err(Failure::Input(format!(
                "{first}: is neither a study (`match`, `tournament`, `sweep`, `tune`, `balance`, `why`, `distil`, `review`, `ladder skill`) nor a configuration"
            )));
        }
        words.push("tournament");
    }
    words.extend(args.study.iter().chain(&args.options).map(String::as_str));
    let mut command = L::try_parse_from(&words).map_err(|e| wrong(&e))?;
    let Some(study) = command.study_args() else {
        return Err(Failure::Input(format!(
            "{first}: is not a study that can be split; those are `match`, `tournament`, `sweep`, `tune`, `balance`, `why`, `distil`, `review` and `ladder skill`"
        )));
    };
    if study.out.is_some() || study.shard.is_some() || study.resume || study.force {
        return Err(Failure::Input(
            "--out, --shard, --resume and --force are for a run in a directory; a job has a --store, and its results get a directory from `powergrab merge --store`"
                .to_owned(),
        ));
    }
    // Options that do not go with parts of a study refuse this one.
    words.extend(["--shard", "1/1", "--out", "-"]);
    L::try_parse_from(&words).map_err(|e| match e.get(ContextKind::InvalidArg) {
        Some(option) if e.kind() == ErrorKind::ArgumentConflict => Failure::Input(format!(
            "{option}: is not for a job, whose games are played in parts"
        )),
        _ => wrong(&e),
    })?;
    study.submit = Some(Submit {
        store: args.store.clone(),
        n_parts,
        files: catalog.bots.files.clone(),
    });
    command.run(&catalog)
}

/// Returns the failure of a study's command line.
fn wrong(e: &clap::Error) -> Failure {
    let text = e.render().to_string();
    Failure::Input(text.trim_start_matches("error: ").trim_end().to_owned())
}

/// Prints the open tasks of the job in a store.
fn list(store: &dyn Store, catalog: &Catalog) -> Result<(), Failure> {
    let job = Job::read(store)?;
    let set_up = SetUp {
        options: StudyOptions::default(),
        as_json: false,
        plays: true,
    };
    let study = job.study(store, catalog, set_up)?;
    let open = Shards::new(&job, store).open(&*study)?;
    let mut text = String::new();
    for task in open {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{task}");
    }
    print(&text)
}
