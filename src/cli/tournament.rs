//! `powergrab tournament`: every line-up that a configuration asks for.

use super::Failure;
use super::conduct::{Means, Wish, order, unit};
use crate::arena::experiment::Deals;
use crate::arena::play::Unit;
use crate::arena::seating::Order;
use crate::arena::tournament::Tournament;
use crate::config::read_file;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Play every line-up that a configuration file asks for
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: powergrab tournament configs/quickstart.toml --deals 500 --seed 2

The file: name; ruleset (one or a list); format = \"round-robin\" (pool, players, repeat), \"gauntlet\" (heroes, field, \
players, repeat) or \"line-ups\" (line_ups); deals; seed; unit; order. Options given here override it."
)]
pub struct Args {
    /// The configuration, a TOML file
    config: PathBuf,
    /// How many deals, or which ones of the run's sequence
    #[arg(long, value_name = "N|A..B")]
    deals: Option<Deals>,
    /// The run's seed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// What is played as one game: a `game` to the target, or a single `round`
    #[arg(long, value_name = "game|round", value_parser = unit)]
    unit: Option<Unit>,
    /// How seats go round: all circular orders in turn (`cyclic`), or the one given (`fixed`)
    #[arg(long, value_name = "cyclic|fixed", value_parser = order)]
    order: Option<Order>,
    #[command(flatten)]
    means: Means,
}

/// Plays the tournament.
pub fn run(args: Args) -> Result<(), Failure> {
    let input = |e: crate::config::ConfigError| Failure::Input(e.to_string());
    let text = read_file(&args.config).map_err(input)?;
    let shown = args.config.display().to_string();
    let config = Tournament::parse(&shown, &text).map_err(input)?;
    let Some(deals) = args.deals.or(config.deals) else {
        return Err(Failure::Input(format!(
            "{shown}: key `deals`: is missing; set it there or give --deals"
        )));
    };
    let seed = args.seed.or(config.seed).unwrap_or(1);
    let unit = args.unit.or(config.unit).unwrap_or(Unit::Game);
    let order = args.order.or(config.order).unwrap_or(Order::Cyclic);
    let mut command = format!("powergrab tournament {shown}");
    let _ = write!(
        command,
        " --deals {deals} --seed {seed} --unit {} --order {}",
        unit.text(),
        order.text()
    );
    Wish {
        name: config.name,
        command,
        rulesets: config.rulesets,
        bots: config.bots,
        format: config.format,
        deals,
        seed,
        unit,
        order,
        adaptive: None,
    }
    .conduct(&args.means)
}
