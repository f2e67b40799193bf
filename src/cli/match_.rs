//! `powergrab match`: one line-up over many deals.

use super::against;
use super::bar::TerminalReporter;
use super::failure::Failure;
use super::runner::StudyArgs;
use super::say::{Format, say};
use super::stops::Stops;
use super::timed::{MOST_DEALS, run_for};
use super::values::{one_of, seconds};
use clap::builder::ArgPredicate;
use powergrab_arena::experiment::Deals;
use powergrab_arena::seating::Order;
use powergrab_engine::game::Unit;
use powergrab_experiments::records::Detail;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::matches::match_request::MatchRequest;
use powergrab_lab::matches::printed::grouped;
use powergrab_lab::matches::record_files::{Recording, check_records};
use std::path::PathBuf;
use std::time::Duration;

/// Play one line-up over many deals, each under every rotation of the seats
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: powergrab match --ruleset power-grab --bots greedy,random,random --deals 10000 --seed 1"
)]
pub struct Args {
    /// Ruleset, by name or path, optionally with other options (power-grab:hand_size=5)
    #[arg(long, value_name = "R", default_value = "power-grab", value_parser = super::known::ruleset(), hide_possible_values = true)]
    ruleset: String,
    /// Also play the match under this ruleset, and compare the two runs; --out is then the
    /// directory of both
    #[arg(long, value_name = "R", value_parser = super::known::ruleset(), hide_possible_values = true, conflicts_with_all = ["seconds", "shard", "records", "Stops"])]
    against: Option<String>,
    /// Bots, by name or path, one per seat; `*` repeats a bot (greedy*3), `:` sets parameters
    /// (sheriff:challenge_at=2)
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', num_args = 1.., required = true, value_parser = super::known::bot(), hide_possible_values = true)]
    bots: Vec<String>,
    /// Deals to play: the first N, or deals A to B-1; numbers take the suffixes k and M
    #[arg(
        long,
        value_name = "N|A..B",
        allow_negative_numbers = true,
        default_value = "10000",
        default_value_if("seconds", ArgPredicate::IsPresent, MOST_DEALS)
    )]
    deals: Deals,
    /// Time limit in seconds, 0.001 to 86400: play as many deals as fit, and print the command that
    /// reproduces them. Excludes --until-* and --sprt, which stop a run by its results
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with_all = ["shard", "resume", "records", "Stops"])]
    seconds: Option<Duration>,
    /// Seed of the run
    #[arg(
        long,
        value_name = "S",
        default_value_t = 1,
        allow_negative_numbers = true
    )]
    seed: u64,
    /// Unit of play: a `game` to the target, or a single `round`
    #[arg(long, value_name = "game|round", default_value = "game", value_parser = super::known::unit(), hide_possible_values = true)]
    unit: Unit,
    /// Order of the seats: all circular orders in turn (`cyclic`), or the given order (`fixed`)
    #[arg(long, value_name = "cyclic|fixed", default_value = "cyclic", value_parser = super::known::order(), hide_possible_values = true)]
    order: Order,
    /// File for the records of all games or decisions: FILE.csv, or FILE.parquet in a build with
    /// the feature `parquet`
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    records: Option<PathBuf>,
    /// Rows of --records: one per game and seat (`games`), or one per decision (`decisions`)
    #[arg(long, value_name = "games|decisions", default_value = "games", requires = "records", value_parser = detail)]
    records_of: Detail,
    #[command(flatten)]
    stops: Stops,
    #[command(flatten)]
    pub(super) study: StudyArgs,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Reads `--records-of`.
fn detail(text: &str) -> Result<Detail, String> {
    one_of(Detail::from_text(text), Detail::TEXTS)
}

/// Plays the match.
pub fn run(args: Args, catalog: &Catalog) -> Result<(), Failure> {
    let request = MatchRequest {
        ruleset: args.ruleset,
        bots: args.bots,
        deals: args.deals,
        seed: args.seed,
        unit: args.unit,
        order: args.order,
    };
    let as_json = args.format == Format::Json;
    if let Some(seconds) = args.seconds {
        let most = request.deals.clone();
        return run_for(seconds, &most, &args.study, as_json, catalog, |deals| {
            let request = MatchRequest {
                deals,
                ..request.clone()
            };
            Ok(request.request()?)
        });
    }
    if let Some(other) = args.against {
        return against::run(&request, &other, &args.study, args.format, catalog);
    }
    let Some(file) = &args.records else {
        let run = request.request()?;
        return args
            .stops
            .run(run, &args.study, None, as_json, catalog)
            .map(drop);
    };
    let force = args.study.force;
    check_records(file, args.study.out.as_deref(), force)?;
    let recording = Recording::new(file, args.records_of, force);
    let run = request.clone().request()?;
    let rows = args
        .stops
        .run(run, &args.study, Some(&recording), as_json, catalog)?;
    let rows = match rows {
        Some(rows) => rows,
        None => {
            let reporter = TerminalReporter::default();
            let options = args.study.options(&reporter)?;
            let run = request.request()?.prepare(catalog)?;
            let records = run.records(args.records_of, options.workers());
            let written = records.write(file, force, &options);
            reporter.end();
            written?
        }
    };
    say!("{} rows in {}", grouped(rows), file.display());
    Ok(())
}
