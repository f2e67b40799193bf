//! Measurements of search on single positions: what choices gain, what bots lose where the truth is
//! known, how well beliefs predict, and how fast playouts are.
//!
//! ```sh
//! cargo run --release -p search -- choices --rulesets power-grab --positions 300
//! cargo run --release -p search -- regret --positions 1000
//! cargo run --release -p search -- beliefs --rounds 1000
//! cargo run --release -p search -- speed
//! ```
//!
//! Each prints a table as CSV; docs/analysis.md quotes the first three.

use clap::{Parser, Subcommand};
use powergrab_bots::strategy::{Bot, BotGame as _};
use powergrab_engine::config::one_of;
use powergrab_engine::shedding::{Family, Rules, Shedding};
use powergrab_lab::analysis::skill::csv;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::study::resolve;
use rayon::prelude::*;
use search::beliefs::calibrate;
use search::endgames::{Endgame, tiny};
use search::{choices as decisions, playouts};
use serde::Serialize;
use std::error::Error;
use std::io::Write as _;
use std::process::ExitCode;

type Outcome = Result<(), Box<dyn Error>>;

/// Measures search on single positions.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Choices(ChoiceArgs),
    Regret(RegretArgs),
    Beliefs(BeliefArgs),
    Speed(SpeedArgs),
}

/// Rulesets and seats.
#[derive(clap::Args)]
struct Tables {
    /// The rulesets
    #[arg(long, value_delimiter = ',', default_value = "power-grab,green-lantern,classic", value_parser = family)]
    rulesets: Vec<Family>,
    /// The numbers of seats
    #[arg(long, value_delimiter = ',', default_value = "2,4", value_parser = clap::value_parser!(u8).range(2..=6))]
    seats: Vec<u8>,
}

/// What choices gain over the playout policy's, in positions from its own rounds, by thousands of playouts
///
/// The reference is a flat search with the worlds asked for, for every option of every position.
#[derive(clap::Args)]
struct ChoiceArgs {
    #[command(flatten)]
    tables: Tables,
    /// Who plays on
    #[arg(long, default_value = "balanced")]
    playout: String,
    /// The bots [default: both searches with budgets doubled from 16 to 4096]
    #[arg(long, value_delimiter = ',')]
    bots: Vec<String>,
    /// How many positions
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(2..))]
    positions: u32,
    /// Worlds of the reference
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(2..))]
    worlds: u32,
    /// Print what each option of each position is worth, and ask no bot
    #[arg(long, conflicts_with = "bots")]
    each: bool,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What bots lose on tiny positions whose truth is known: two seats, all cards open
#[derive(clap::Args)]
struct RegretArgs {
    /// The ruleset whose cards are taken
    #[arg(long, default_value = "classic", value_parser = family)]
    ruleset: Family,
    /// The bots [default: all that ship, and searches with 64, 1024 and 16384 playouts and no caution]
    #[arg(long, value_delimiter = ',')]
    bots: Vec<String>,
    /// How many positions
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(2..))]
    positions: u64,
}

/// How well worlds predict that the next seat holds the colour in force, with and without beliefs
#[derive(clap::Args)]
struct BeliefArgs {
    #[command(flatten)]
    tables: Tables,
    /// Who plays
    #[arg(long, default_value = "balanced")]
    bot: String,
    /// Rounds
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,
    /// Worlds for a prediction
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    worlds: u32,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Playouts per second against the engine alone from the same positions, on one thread
#[derive(clap::Args)]
struct SpeedArgs {
    #[command(flatten)]
    tables: Tables,
    /// Who plays on
    #[arg(long, value_delimiter = ',', default_value = "greedy,balanced")]
    playout: Vec<String>,
    /// Slices
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    slices: u32,
}

fn main() -> ExitCode {
    let catalog = Catalog::default();
    let measured = match &Args::parse().what {
        What::Choices(args) => choices(args, &catalog),
        What::Regret(args) => regret(args, &catalog),
        What::Beliefs(args) => beliefs(args, &catalog),
        What::Speed(args) => speed(args, &catalog),
    };
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("search: {problem}");
            ExitCode::from(2)
        }
    }
}

fn family(text: &str) -> Result<Family, String> {
    let found = Family::ALL.into_iter().find(|f| f.name() == text);
    found.ok_or_else(|| one_of(text, Family::ALL.iter().map(|f| f.name())))
}

fn tables(tables: &Tables) -> Result<Vec<Shedding>, Box<dyn Error>> {
    let mut games = Vec::new();
    for family in &tables.rulesets {
        for &seats in &tables.seats {
            games.push(Shedding::new(Rules::official(*family), seats.into())?);
        }
    }
    Ok(games)
}

fn print_rows<T: Serialize>(rows: &[T]) -> Outcome {
    Ok(std::io::stdout().write_all(&csv(rows)?)?)
}

/// The search with these budgets.
fn searches(
    budgets: &[u32],
    more: &str,
    catalog: &Catalog,
) -> Result<Vec<Bot<Shedding>>, Box<dyn Error>> {
    let bot = |playouts: &u32| {
        let text = format!("policy = \"monte-carlo\"\n[params]\nplayouts = {playouts}\n{more}");
        let name = format!("monte-carlo-{playouts}");
        Ok(catalog.bots.parse(&name, &name, &text)?.bot)
    };
    budgets.iter().map(bot).collect()
}

fn choices(args: &ChoiceArgs, catalog: &Catalog) -> Outcome {
    let (playout, _) = resolve::playout::<Shedding>(catalog, &args.playout)?;
    let mut bots = Vec::new();
    if args.bots.is_empty() {
        let budgets: Vec<u32> = (4..=12).map(|power| 1 << power).collect();
        bots = searches(
            &budgets,
            &format!("playout = \"{}\"\n", args.playout),
            catalog,
        )?;
    }
    for name in &args.bots {
        bots.push(resolve::bot(catalog, name)?.0);
    }
    let (mut rows, mut worths) = (Vec::new(), Vec::new());
    for game in tables(&args.tables)? {
        let positions = args.positions as usize;
        let found = decisions::valued_decisions(&game, &playout, positions, args.worlds, args.seed);
        if args.each {
            let each = found.iter().enumerate();
            worths.extend(each.flat_map(|(at, choice)| choice.worths(&game, at)));
        } else {
            rows.extend(bots.iter().map(|bot| decisions::gain(&game, &found, bot)));
        }
    }
    if args.each {
        print_rows(&worths)
    } else {
        print_rows(&rows)
    }
}

/// A bot's losses.
#[derive(Serialize)]
struct Regret {
    bot: String,
    positions: usize,
    /// Positions in which it did not take a best option.
    errors: usize,
    /// Mean points lost a position.
    points_lost: f64,
    /// The standard error of that.
    points_lost_se: f64,
}

fn regret(args: &RegretArgs, catalog: &Catalog) -> Outcome {
    let positions: Vec<Endgame> = (0..args.positions)
        .into_par_iter()
        .map(|n| tiny(args.ruleset, n))
        .collect();
    // A learned bot has no weights for a deck of seven cards.
    let suits = |bot: &Bot<Shedding>| match positions.first() {
        Some(tiny) => Shedding::suits(&bot.policy, &tiny.game),
        None => Ok(()),
    };
    let mut bots: Vec<Bot<Shedding>> = Vec::new();
    if args.bots.is_empty() {
        for built_in in Shedding::STRATEGIES {
            bots.push(resolve::bot(catalog, built_in.name)?.0);
        }
        bots.retain(|bot| suits(bot).is_ok());
        bots.extend(searches(&[64, 1024, 16384], "caution = 0\n", catalog)?);
    }
    for name in &args.bots {
        let bot = resolve::bot(catalog, name)?.0;
        suits(&bot).map_err(|e| format!("{name}: {e}"))?;
        bots.push(bot);
    }
    let mut rows = Vec::new();
    for bot in &bots {
        let lost: Vec<f64> = positions
            .par_iter()
            .enumerate()
            .map(|(number, tiny)| tiny.regret(bot, number as u64) * 100.0)
            .collect();
        let n = lost.len() as f64;
        let mean = lost.iter().sum::<f64>() / n;
        let squares: f64 = lost.iter().map(|x| (x - mean) * (x - mean)).sum();
        rows.push(Regret {
            bot: bot.name.clone(),
            positions: lost.len(),
            errors: lost.iter().filter(|x| **x > 1e-9).count(),
            points_lost: mean,
            points_lost_se: (squares / (n - 1.0) / n).sqrt(),
        });
    }
    rows.sort_by(|a, b| a.points_lost.total_cmp(&b.points_lost));
    print_rows(&rows)
}

fn beliefs(args: &BeliefArgs, catalog: &Catalog) -> Outcome {
    let (bot, _) = resolve::bot::<Shedding>(catalog, &args.bot)?;
    let mut rows = Vec::new();
    for game in tables(&args.tables)? {
        rows.extend(calibrate(&game, &bot, args.rounds, args.worlds, args.seed));
    }
    print_rows(&rows)
}

fn speed(args: &SpeedArgs, catalog: &Catalog) -> Outcome {
    let mut rows = Vec::new();
    for game in tables(&args.tables)? {
        for name in &args.playout {
            let (bot, _) = resolve::playout::<Shedding>(catalog, name)?;
            rows.push(playouts::measure(&game, &bot, args.slices as usize));
        }
    }
    print_rows(&rows)
}
