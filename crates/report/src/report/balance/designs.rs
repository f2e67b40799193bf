//! The design search: its finalists, and the bots that were tuned for them.

use super::sheet::Sheet;
use crate::lab::balance::retune::{PREFIX, Retuned};
use crate::lab::balance::search::Played;
use crate::report::sheet::{Rows, count, number, text};
use crate::report::tune::{Provenance, strategy};

fn played(rows: &mut Rows, played: &Played) {
    let [_, length, first_seat] = played.goals;
    let figures = &played.figures;
    rows.cell(u8::from(played.on_front))
        .estimate(Some(&figures.spread))
        .cell(length)
        .cell(first_seat);
    for worth in &figures.worth {
        rows.estimate(worth.as_ref());
    }
    rows.estimate(Some(&figures.turns))
        .estimate(Some(&figures.first_seat));
}

pub(super) const PARETO: Sheet = Sheet {
    file: "pareto.csv",
    about: "The finalists of a design search and the base, measured on deals that chose nothing: with the bots given, and with bots tuned anew for each design's rules where [optimise.tune] asks for it. The base is tuned for as well: how far its two rows differ is what tuning does by itself.",
    columns: &[&[
        text("design", "base, or the candidate's number"),
        text(
            "bots",
            "by whom it was played: original (the bots given), or tuned (all that have parameters tuned anew for this design, see tuned_bots.csv); the deals are the same",
        ),
        count(
            "on_front",
            "1 where no other finalist is at least as good in every goal and better in one, with the same kind of bots",
        ),
        number(
            "worth_spread",
            "goal: the difference between the most and the least that a tower is worth, in the chance of winning the round. Errors of the worths make it rather too large",
        ),
        number(
            "worth_spread_se",
            "its standard error, by the jack-knife over 20 groups of deals",
        ),
        number("worth_spread_low", "lower bound of its 95 % interval"),
        number("worth_spread_high", "upper bound of that interval"),
        number(
            "length_off",
            "goal: how far the turns of a round are from the wanted number",
        ),
        number(
            "first_seat_off",
            "goal: how far the first seat's share of won rounds is from a fair share",
        ),
        number(
            "worth_U",
            "what tower U is worth to its holder; empty where it is not in the game",
        ),
        number("worth_U_se", "its standard error"),
        number("worth_U_low", "lower bound of its 95 % interval"),
        number("worth_U_high", "upper bound of that interval"),
        number("worth_N", "what tower N is worth"),
        number("worth_N_se", "its standard error"),
        number("worth_N_low", "lower bound of its 95 % interval"),
        number("worth_N_high", "upper bound of that interval"),
        number("worth_O", "what tower O is worth"),
        number("worth_O_se", "its standard error"),
        number("worth_O_low", "lower bound of its 95 % interval"),
        number("worth_O_high", "upper bound of that interval"),
        number("worth_!", "what tower ! is worth"),
        number("worth_!_se", "its standard error"),
        number("worth_!_low", "lower bound of its 95 % interval"),
        number("worth_!_high", "upper bound of that interval"),
        number("turns", "turns of a round"),
        number("turns_se", "its standard error"),
        number("turns_low", "lower bound of its 95 % interval"),
        number("turns_high", "upper bound of that interval"),
        number("first_seat", "the first seat's share of won rounds"),
        number("first_seat_se", "its standard error"),
        number("first_seat_low", "lower bound of its 95 % interval"),
        number("first_seat_high", "upper bound of that interval"),
        text(
            "options",
            "the options in which it differs from the base, as JSON",
        ),
    ]],
    write: |findings, rows| {
        for design in &findings.designs {
            for (bots, way) in design.ways() {
                rows.cell(&design.name).cell(bots);
                played(rows, way);
                rows.cell(&design.options).end();
            }
        }
    },
    has: |findings| !findings.designs.is_empty(),
};

pub(super) const TUNED: Sheet = Sheet {
    file: "tuned_bots.csv",
    about: "The bots that were tuned anew for the designs of pareto.csv: how much they were tuned, and what it brought.",
    columns: &[&[
        text("design", "base, or the candidate's number"),
        text("bot", "the bot given"),
        text(
            "tuned",
            "the bot as tuned: its strategy file is TUNED.toml in this directory",
        ),
        count("generations", "generations of the search"),
        count("rounds", "rounds that the search played"),
        count(
            "moved",
            "how many parameters have another value than at the start",
        ),
        count("deals", "deals of the gain, which tuning did not see"),
        number(
            "gain",
            "what one tuned bot in its seat among the others wins more than the bot given in the same seats of the same deals, as a share of the rounds",
        ),
        number("gain_se", "its standard error, clustered by deal"),
        number("gain_low", "lower bound of its 95 % interval"),
        number("gain_high", "upper bound of that interval"),
    ]],
    write: |findings, rows| {
        for bot in &findings.tuned {
            rows.cell(&bot.design)
                .cell(&bot.start.name)
                .cell(&bot.tuned.name)
                .cell(bot.generations)
                .cell(bot.rounds)
                .cell(bot.moved().count())
                .cell(bot.gain_deals)
                .estimate(Some(&bot.gain))
                .end();
        }
    },
    has: |findings| !findings.tuned.is_empty(),
};

/// Whether a file of this name is a strategy that a design search wrote.
#[must_use]
pub fn is_strategy(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(".toml")
}

/// The strategy files of the bots tuned anew, with their names.
#[must_use]
pub fn strategies(tuned: &[Retuned], command: &str) -> Vec<(String, String)> {
    let file = |bot: &Retuned| {
        let (design, start) = (&bot.design, &bot.start.name);
        let moved: Vec<String> = bot
            .moved()
            .map(|(name, from, to)| format!("{name} {from} -> {to}"))
            .collect();
        let gain = 100.0 * bot.gain.value;
        let interval = bot.gain.interval.map_or(String::new(), |(low, high)| {
            format!(" ({:.2} to {:.2})", 100.0 * low, 100.0 * high)
        });
        let lines = [
            format!(
                "{} generations, {} rounds for the rules of {design} (pareto.csv beside this file has them), started from {start}.",
                bot.generations, bot.rounds
            ),
            format!("Moved: {}.", moved.join(", ")),
            format!(
                "In its seat among the others it wins {gain:+.2} percentage points{interval} of the rounds more than {start}."
            ),
        ];
        let description = format!("{start} tuned anew for the rules of {design}");
        let about = Provenance {
            command,
            description: &description,
            lines: &lines,
        };
        (
            format!("{}.toml", bot.tuned.name),
            strategy(&bot.tuned, &about),
        )
    };
    tuned.iter().map(file).collect()
}
