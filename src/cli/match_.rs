//! `powergrab match`: one line-up over many deals.

use super::Failure;
use super::conduct::{Means, conduct_until, order, unit};
use super::stops::Stops;
use crate::arena::experiment::Deals;
use crate::arena::play::Unit;
use crate::arena::seating::Order;
use crate::studies::MatchRequest;

/// Play one line-up over many deals, each under every rotation of the seats
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: powergrab match --ruleset power-grab --bots greedy,random,random --deals 10000 --seed 1"
)]
pub struct Args {
    /// The ruleset, by name or path
    #[arg(long, value_name = "R", default_value = "power-grab")]
    ruleset: String,
    /// The bots by name or path, one for each seat; a bot may sit several times (greedy*3), with parameters (sheriff:challenge_at=2)
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
    let request = MatchRequest {
        ruleset: args.ruleset,
        bots: args.bots,
        deals: args.deals,
        seed: args.seed,
        unit: args.unit,
        order: args.order,
    };
    conduct_until(request.request()?, &args.means, &args.stops)
}
