//! `powergrab match`: one line-up over many deals.

use super::Failure;
use super::conduct::{Means, Wish, order, unit};
use super::stops::Stops;
use crate::arena::experiment::Deals;
use crate::arena::format::Format;
use crate::arena::play::Unit;
use crate::arena::seating::Order;
use crate::cards::MAX_SEATS;

/// Play one line-up over many deals, each under every rotation of the seats
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: powergrab match --ruleset power-grab --bots greedy,random,random --deals 10000 --seed 1"
)]
pub struct Args {
    /// The ruleset, by name or path
    #[arg(long, value_name = "R", default_value = "power-grab")]
    ruleset: String,
    /// The bots by name or path, one for each seat; a bot may sit several times
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', required = true, value_parser = super::resolve::listed)]
    bots: Vec<String>,
    /// How many deals, or which ones of the run's sequence
    #[arg(long, value_name = "N|A..B", default_value = "10000")]
    deals: Deals,
    /// The run's seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// What is played as one game: a `game` to the target, or a single `round`
    #[arg(long, value_name = "game|round", default_value = "game", value_parser = unit)]
    unit: Unit,
    /// How seats go round: all circular orders in turn (`cyclic`), or the one given (`fixed`)
    #[arg(long, value_name = "cyclic|fixed", default_value = "cyclic", value_parser = order)]
    order: Order,
    #[command(flatten)]
    stops: Stops,
    #[command(flatten)]
    means: Means,
}

/// Plays the match.
pub fn run(args: Args) -> Result<(), Failure> {
    let n = args.bots.len();
    if !(2..=MAX_SEATS).contains(&n) {
        return Err(Failure::Input(format!(
            "--bots names {n} bot{}: a match has 2 to {MAX_SEATS}, one for each seat; a bot may be named several times",
            if n == 1 { "" } else { "s" }
        )));
    }
    let command = format!(
        "powergrab match --ruleset {} --bots {} --deals {} --seed {} --unit {} --order {}",
        args.ruleset,
        args.bots.join(","),
        args.deals,
        args.seed,
        args.unit.text(),
        args.order.text()
    ) + &args.stops.text();
    let (bots, line_up) = line_up(&args.bots);
    let until = args.stops.until(&bots)?;
    Wish {
        name: name(&args.ruleset, &args.bots),
        command,
        rulesets: vec![args.ruleset],
        bots,
        format: Format::LineUps(vec![line_up]),
        deals: args.deals,
        seed: args.seed,
        unit: args.unit,
        order: args.order,
    }
    .conduct_until(&args.means, until)
}

/// The bots of a line-up each once, and the place of each seat's among them.
pub(super) fn line_up(seats: &[String]) -> (Vec<String>, Vec<usize>) {
    let mut bots: Vec<String> = Vec::new();
    let mut line_up = Vec::new();
    for bot in seats {
        let place = bots.iter().position(|b| b == bot);
        line_up.push(place.unwrap_or_else(|| {
            bots.push(bot.clone());
            bots.len() - 1
        }));
    }
    (bots, line_up)
}

/// A name for the results: ruleset and bots, files by their stems.
fn name(ruleset: &str, bots: &[String]) -> String {
    let stem = |text: &str| {
        let stem = std::path::Path::new(text).file_stem();
        stem.map_or(String::new(), |s| s.to_string_lossy().into_owned())
    };
    let mut name = format!("match-{}", stem(ruleset));
    for bot in bots {
        name.push('-');
        name.push_str(&stem(bot));
    }
    name.chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || "_.-".contains(c) {
                c
            } else {
                '_'
            }
        })
        .take(120)
        .collect()
}
