//! The design search: its finalists, and the bots that were tuned for them.

use crate::balance::retune::{PREFIX, Retuned};
use crate::balance::search::{Design, Played, SearchResult};
use crate::balance::{Outcome, PrintedPart};
use crate::estimate;
use crate::table::sheet::{Rows, Sheet, count, number, text};
use crate::tune::tables::{Provenance, strategy};

/// What a design search came to: its files, and what is printed.
pub fn outcome(found: &SearchResult, command: &str) -> Outcome {
    let SearchResult { designs, bots } = found;
    let ways = designs.iter();
    let ways = ways.flat_map(|d| d.ways().map(move |(bots, way)| (d, bots, way)));
    let pareto = PARETO.written(&ways.collect::<Vec<_>>(), |(design, bots, way), out| {
        out.cell(&design.name).cell(bots);
        played(out, way);
        out.cell(&design.options);
    });
    let tuned = TUNED.written(bots, |bot, out| {
        out.cell(&bot.design)
            .cell(&bot.start.name)
            .cell(&bot.tuned.name)
            .cell(bot.generations)
            .cell(bot.rounds)
            .cell(bot.moved().count())
            .cell(bot.gain_deals)
            .estimate(Some(&bot.gain));
    });
    let tables = [pareto, tuned].into_iter().flatten();
    Outcome {
        files: tables.chain(strategies(bots, command)).collect(),
        told: told(designs, bots),
        ..Outcome::default()
    }
}

/// What is printed.
fn told(designs: &[Design], bots: &[Retuned]) -> Vec<PrintedPart> {
    let rows = designs.iter().flat_map(|design| {
        design.ways().map(|(bots, way)| {
            let star = if way.on_front { "*" } else { "" };
            let figures = &way.figures;
            vec![
                format!("{star}{} {bots}", design.name),
                figures.spread.percent(1),
                format!("{:.1}", figures.turns.value),
                figures.first_seat.percent(1),
            ]
        })
    });
    let mut told = vec![PrintedPart::Table {
        heading: "Designs (*: on the front of its kind of bots). Spread: of the towers' worth in points; turns: of a round; first: what the first seat wins, % (95 %):".to_owned(),
        head: &["", "spread", "turns", "first"],
        rows: rows.collect(),
    }];
    told.extend(designs.iter().map(|design| {
        let options = design.options.to_string().replace(",\"", ", \"");
        PrintedPart::Text(format!("{}: {options}", design.name))
    }));
    let row = |bot: &Retuned| {
        let moved = bot.moved().count().to_string();
        vec![bot.tuned.name.clone(), bot.gain.percent(2), moved]
    };
    told.push(PrintedPart::Table {
        heading: "Bots tuned anew: what one of them in its seat wins more than the bot given, percentage points of the rounds (95 %):".to_owned(),
        head: &["", "more", "parameters moved"],
        rows: bots.iter().map(row).collect(),
    });
    if !designs.is_empty() && bots.is_empty() {
        let lines = [
            "The bots were made for the rules of the base: [optimise.tune] has the",
            "finalists played again by bots tuned anew.",
        ];
        told.extend(lines.map(|line| PrintedPart::Text(line.to_owned())));
    }
    told
}

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

pub(crate) const PARETO: Sheet = Sheet {
    file: "pareto.csv",
    about: "The finalists of a design search and the base, measured on deals that chose nothing: with the bots given, and with bots tuned anew for each design's rules where [optimise.tune] asks for it. The base is tuned for as well: how far its two rows differ is what tuning does by itself.",
    columns: &[
        &[
            text("design", "base, or the candidate's number"),
            text(
                "bots",
                "by whom it was played: original (the bots given), or tuned (all that have parameters tuned anew for this design, see tuned_bots.csv); the deals are the same",
            ),
            count(
                "on_front",
                "1 where no other finalist is at least as good in every goal and better in one, with the same kind of bots",
            ),
        ],
        &estimate!(
            "worth_spread",
            "goal: the difference between the most and the least that a tower is worth, in the chance of winning the round. Errors of the worths make it rather too large",
            its,
            "its standard error, by the jack-knife over 20 groups of deals"
        ),
        &[
            number(
                "length_off",
                "goal: how far the turns of a round are from the wanted number",
            ),
            number(
                "first_seat_off",
                "goal: how far the first seat's share of won rounds is from a fair share",
            ),
        ],
        &estimate!(
            "worth_U",
            "what tower U is worth to its holder; empty where it is not in the game",
            its
        ),
        &estimate!("worth_N", "what tower N is worth", its),
        &estimate!("worth_O", "what tower O is worth", its),
        &estimate!("worth_!", "what tower ! is worth", its),
        &estimate!("turns", "turns of a round", its),
        &estimate!("first_seat", "the first seat's share of won rounds", its),
        &[text(
            "options",
            "the options in which it differs from the base, as JSON",
        )],
    ],
};

pub(crate) const TUNED: Sheet = Sheet {
    file: "tuned_bots.csv",
    about: "The bots that were tuned anew for the designs of pareto.csv: how much they were tuned, and what it brought.",
    columns: &[
        &[
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
        ],
        &estimate!(
            "gain",
            "what one tuned bot in its seat among the others wins more than the bot given in the same seats of the same deals, as a share of the rounds",
            its,
            "its standard error, clustered by deal"
        ),
    ],
};

/// Whether a file of this name is a strategy that a design search wrote.
pub fn is_strategy(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(".toml")
}

/// The strategy files of the bots tuned anew, with their names.
fn strategies(tuned: &[Retuned], command: &str) -> Vec<(String, Vec<u8>)> {
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
            strategy(&bot.tuned, &about).into_bytes(),
        )
    };
    tuned.iter().map(file).collect()
}
