//! `powergrab plan`: how many deals and minutes a question takes.

use super::conduct::threads;
use super::failures::failed;
use super::{Failure, Format, print, resolve};
use crate::ArenaGame;
use crate::arena::experiment::{Deals, Experiment, LineUp, LineUpDeals};
use crate::arena::play::Unit;
use crate::arena::run::{Control, RunError, Workers};
use crate::arena::seating::Order;
use crate::cards::MAX_SEATS;
use crate::game::Game as _;
use crate::report::table::{counted, grouped, wrapped};
use crate::rng::{Purpose, Seeds};
use crate::rulesets::{RuleData, Ruleset};
use crate::stats::failures::BotFailures;
use crate::stats::interval::{LEVEL, Ratio};
use crate::stats::layout::{WIN, pair, result};
use crate::stats::planning::deals_needed;
use crate::stats::tally::Tally;
use crate::strategy::Bot;
use crate::strategy::line_up::places;
use serde_json::json;
use std::fmt::Write as _;
use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Say how many deals and minutes a question takes, from a pilot run
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: powergrab plan --effect 0.002 --power 0.9 --players 4 --bots balanced,greedy,greedy,greedy

The pilot plays deals that no match or tournament plays, and measures how much one deal's result varies and how long it takes here."
)]
pub struct Args {
    /// The difference of win rates to be found: 0.002 is 0.2 percentage points
    #[arg(long, value_name = "D", value_parser = between_0_and_1)]
    effect: f64,
    /// How probable it shall be that it is found, if it is there
    #[arg(long, value_name = "P", default_value = "0.9", value_parser = between_0_and_1)]
    power: f64,
    /// The number of players; without it as many as bots
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// The bots by name or path, one for each seat; without them a heuristic bot among greedy ones
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', value_parser = super::known::bot(), hide_possible_values = true)]
    bots: Vec<String>,
    /// The ruleset, by name or path
    #[arg(long, value_name = "R", default_value = "power-grab", value_parser = super::known::ruleset(), hide_possible_values = true)]
    ruleset: String,
    /// What is played as one game: a `game` to the target, or a single `round`
    #[arg(long, value_name = "game|round", default_value = "game", value_parser = super::known::unit(), hide_possible_values = true)]
    unit: Unit,
    /// Deals of the pilot
    #[arg(long, value_name = "N", default_value = "1000")]
    pilot: Deals,
    /// The pilot's seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads; without it one for each processor
    #[arg(long, value_name = "T", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// What is printed
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

fn between_0_and_1(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|p| *p > 0.0 && *p < 1.0);
    number.ok_or_else(|| "a number above 0 and below 1".to_owned())
}

/// What the pilot measured.
struct Pilot {
    deals: u64,
    games: u64,
    seconds: f64,
    /// By question: its words, and the standard deviation of one deal's result.
    questions: Vec<(String, f64)>,
    failures: Vec<BotFailures>,
}

/// Plays the pilot and prints the plan.
pub fn run_plan(args: &Args) -> Result<(), Failure> {
    match resolve::ruleset(&args.ruleset)? {
        Ruleset::Shedding(rules) => show(args, &pilot(args, &rules, ["balanced", "greedy"])?),
        Ruleset::Grid(rules) => show(
            args,
            &pilot(args, &rules, ["grid-heuristic", "grid-greedy"])?,
        ),
    }
}

fn pilot<R: RuleData<Game: ArenaGame>>(
    args: &Args,
    rules: &R,
    standard: [&str; 2],
) -> Result<Pilot, Failure> {
    let bots = resolve::line_up(&args.bots)?;
    let players = args.players.unwrap_or(match bots.len() {
        0 => 4,
        n => n,
    });
    if !(2..=MAX_SEATS).contains(&players) {
        return Err(Failure::Input(format!(
            "--players {players}: from 2 to {MAX_SEATS}"
        )));
    }
    let names: Vec<String> = if bots.is_empty() {
        let others = std::iter::repeat_n(standard[1], players - 1);
        std::iter::once(standard[0])
            .chain(others)
            .map(str::to_owned)
            .collect()
    } else {
        bots
    };
    if names.len() != players {
        return Err(Failure::Input(format!(
            "--bots names {} bots for {players} players: one for each seat; a bot may be named several times",
            names.len()
        )));
    }
    let (names, seats) = places(&names);
    let bots = names.iter().map(|name| Ok(resolve::bot(name)?.0));
    let bots: Vec<Bot<R::Game>> = bots.collect::<Result<_, Failure>>()?;
    let names: Vec<String> = bots.iter().map(|bot| bot.name.clone()).collect();
    let experiment = Experiment {
        tables: vec![rules.game(players).map_err(Failure::Input)?],
        bots,
        line_ups: vec![LineUp {
            table: 0,
            bots: seats,
        }],
        unit: args.unit,
        order: Order::Cyclic,
        line_up_deals: LineUpDeals::Shared,
        seeds: Seeds::new(args.seed, Purpose::Plan),
    };
    debug_assert_eq!(experiment.tables[0].n_seats(), players);
    let workers = Workers {
        threads: args.threads,
        chunk: None,
    };
    let control = Control {
        cancel: &AtomicBool::new(false),
        progress: &|_| {},
    };
    let started = Instant::now();
    let blank = Tally::new(&experiment);
    let done = R::Game::run(
        &experiment,
        args.pilot.0.clone(),
        workers,
        blank,
        control,
        None,
    )
    .map_err(|e| match e {
        RunError::Bot { .. } => Failure::Missing(e.to_string()),
        _ => Failure::Io(e.to_string()),
    })?;
    let seconds = started.elapsed().as_secs_f64().max(1e-9);
    let tally = &done.collected;
    let layout = tally.layout();
    let deviation = |ratio: Ratio| {
        let se = ratio.share_se(WIN, 1.0);
        se.map(|se| se * libm::sqrt(tally.n_deals() as f64))
    };
    let mut questions = Vec::new();
    let wins = tally.ratio(layout.bot(0, 0), result::WINS);
    if let Some(deviation) = deviation(wins) {
        questions.push((
            format!("win rate of {} against a fixed value", names[0]),
            deviation,
        ));
    }
    if let Some(other) = names.get(1) {
        let difference = tally.ratio(layout.pair(0, 0, 1), pair::DIFFERENCE);
        if let Some(deviation) = deviation(difference) {
            questions.push((
                format!("win rate of {} less that of {other}", names[0]),
                deviation,
            ));
        }
    }
    if questions.iter().any(|(_, deviation)| *deviation == 0.0) {
        return Err(Failure::Input(format!(
            "--pilot: in all {} deals the same share was won, so there is nothing to plan by; a longer pilot or other bots would tell",
            tally.n_deals()
        )));
    }
    if questions.is_empty() {
        return Err(Failure::Input(
            "--pilot: at least 2 deals are needed".to_owned(),
        ));
    }
    Ok(Pilot {
        deals: tally.n_deals(),
        games: tally.n_games(),
        seconds,
        questions,
        failures: BotFailures::of_run(tally, &names, &done.first_faults),
    })
}

/// A time in the unit that suits it; never 0.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.1 => "0.1 s".to_owned(),
        s if s < 100.0 => format!("{s:.1} s"),
        s if s < 6000.0 => format!("{:.1} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

fn show(args: &Args, pilot: &Pilot) -> Result<(), Failure> {
    let per_deal = pilot.games as f64 / pilot.deals as f64;
    let rate = pilot.games as f64 / pilot.seconds;
    let mut text = String::new();
    let mut rows = Vec::new();
    let _ = writeln!(
        text,
        "Pilot: {}, {}, {:.0} games/s here.",
        counted(pilot.deals, "deal"),
        counted(pilot.games, "game"),
        rate
    );
    for (question, deviation) in &pilot.questions {
        text.push('\n');
        let asked = format!("{question} (standard deviation of a deal {deviation:.4}):");
        wrapped(&mut text, &asked);
        for effect in [args.effect * 2.0, args.effect, args.effect / 2.0] {
            let deals = deals_needed(*deviation, effect, args.power, 1.0 - LEVEL);
            let games = deals * per_deal;
            let minutes = games / rate / 60.0;
            let time = duration(60.0 * minutes);
            let mark = if effect == args.effect { " <" } else { "" };
            let _ = writeln!(
                text,
                "  an effect of {:<12} {:>12} deals, {:>13} games, {time:>8}{mark}",
                format!("{effect} takes"),
                grouped(deals as u64),
                grouped(games as u64)
            );
            rows.push(json!({
                "question": question, "deviation": deviation, "effect": effect, "power": args.power,
                "level": LEVEL, "deals": deals, "games": games, "minutes": minutes,
            }));
        }
    }
    text.push('\n');
    let note = format!(
        "Two-sided tests at {:.0} %, power {:.0} %, normal approximation, clustered by deal. Two bots in separate runs over the same deals: play both and see `powergrab compare`.",
        100.0 * (1.0 - LEVEL),
        100.0 * args.power
    );
    wrapped(&mut text, &note);
    match args.format {
        Format::Table => print(&text)?,
        Format::Json => print(&format!("{:#}\n", json!(rows)))?,
    }
    failed(&pilot.failures, None)
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn times_have_a_unit_that_suits_them() {
        let times = [0.0, 5.0, 600.0, 36_000.0].map(duration);
        assert_eq!(times, ["0.1 s", "5.0 s", "10.0 min", "10.0 h"]);
    }
}
