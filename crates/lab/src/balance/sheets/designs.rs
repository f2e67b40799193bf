//! Results of the design search: its finalists, and the bots tuned for them.

use crate::balance::retune::{PREFIX, Retuned};
use crate::balance::search::{Design, Played, SearchResult};
use crate::tune::tables::{Provenance, strategy};
use powergrab_balance::experiment::files;
use powergrab_balance::{Outcome, PrintedPart};
use powergrab_table::named_file::NamedFile;
use powergrab_table::sheet::Sheet;

/// Returns the files and the printed text of a design search.
pub fn outcome(found: &SearchResult, command: &str) -> Outcome {
    let SearchResult { designs, bots } = found;
    let mut files = files([pareto().table(ways(designs)), tuned().table(bots)]);
    files.extend(strategies(bots, command));
    Outcome {
        files,
        told: told(designs, bots),
        ..Outcome::default()
    }
}

fn ways(designs: &[Design]) -> impl Iterator<Item = Way<'_>> {
    let ways = designs.iter();
    ways.flat_map(|design| design.ways().map(move |(bots, way)| (design, bots, way)))
}

/// Returns the printed text.
fn told(designs: &[Design], bots: &[Retuned]) -> Vec<PrintedPart> {
    let heading = "Designs (*: on the front of its kind of bots). Spread: of the towers' worth in points; turns: of a round; first: what the first seat wins, % (95 %):";
    let sheet = Sheet::<Way<'_>>::new("", heading)
        .column("", "", |(design, bots, way)| {
            let star = if way.on_front { "*" } else { "" };
            format!("{star}{} {bots}", design.name)
        })
        .column("spread", "", |row| row.2.figures.spread.percent(1))
        .column("turns", "", |row| {
            format!("{:.1}", row.2.figures.turns.value)
        })
        .column("first", "", |row| row.2.figures.first_seat.percent(1));
    let mut told = vec![PrintedPart::Table(sheet.table(ways(designs)))];
    told.extend(designs.iter().map(|design| {
        let options = design.options.to_string().replace(",\"", ", \"");
        PrintedPart::Text(format!("{}: {options}", design.name))
    }));
    let heading = "Bots tuned anew: what one of them in its seat wins more than the bot given, percentage points of the rounds (95 %):";
    let sheet = Sheet::<&Retuned>::new("", heading)
        .column("", "", |bot| &bot.tuned.name)
        .column("more", "", |bot| bot.gain.percent(2))
        .column("parameters moved", "", |bot| {
            bot.moved().count().to_string()
        });
    told.push(PrintedPart::Table(sheet.table(bots)));
    if !designs.is_empty() && bots.is_empty() {
        let lines = [
            "The bots were made for the rules of the base: [optimise.tune] has the",
            "finalists played again by bots tuned anew.",
        ];
        told.extend(lines.map(|line| PrintedPart::Text(line.to_owned())));
    }
    told
}

/// A design, the kind of bots that played it, and the results.
type Way<'a> = (&'a Design, &'a str, &'a Played);

#[rustfmt::skip]
pub(super) fn pareto<'a>() -> Sheet<Way<'a>> {
    let se = "its standard error";
    Sheet::<Way<'_>>::new("pareto", "The finalists of a design search and the base, measured on deals that chose nothing: with the bots given, and with bots tuned anew for each design's rules where [optimise.tune] asks for it. The base is tuned for as well: how far its two rows differ is what tuning does by itself.")
        .column("design", "base, or the candidate's number", |row| &row.0.name)
        .column("bots", "by whom it was played: original (the bots given), or tuned (all that have parameters tuned anew for this design, see tuned_bots.csv); the deals are the same", |row| row.1)
        .column("on_front", "1 where no other finalist is at least as good in every goal and better in one, with the same kind of bots", |row| u8::from(row.2.on_front))
        .estimate_with("worth_spread", "goal: the difference between the most and the least that a tower is worth, in the chance of winning the round. Errors of the worths make it rather too large", "its standard error, by the jack-knife over 20 groups of deals", |row| Some(row.2.figures.spread))
        .column("length_off", "goal: how far the turns of a round are from the wanted number", |row| row.2.goals[1])
        .column("first_seat_off", "goal: how far the first seat's share of won rounds is from a fair share", |row| row.2.goals[2])
        .estimate_with("worth_U", "what tower U is worth to its holder; empty where it is not in the game", se, |row| row.2.figures.worth[0])
        .estimate_with("worth_N", "what tower N is worth", se, |row| row.2.figures.worth[1])
        .estimate_with("worth_O", "what tower O is worth", se, |row| row.2.figures.worth[2])
        .estimate_with("worth_!", "what tower ! is worth", se, |row| row.2.figures.worth[3])
        .estimate_with("turns", "turns of a round", se, |row| Some(row.2.figures.turns))
        .estimate_with("first_seat", "the first seat's share of won rounds", se, |row| Some(row.2.figures.first_seat))
        .column("options", "the options in which it differs from the base, as JSON", |row| &row.0.options)
}

#[rustfmt::skip]
pub(super) fn tuned<'a>() -> Sheet<&'a Retuned> {
    Sheet::<&Retuned>::new("tuned_bots", "The bots that were tuned anew for the designs of pareto.csv: how much they were tuned, and what it brought.")
        .column("design", "base, or the candidate's number", |bot| &bot.design)
        .column("bot", "the bot given", |bot| &bot.start.name)
        .column("tuned", "the bot as tuned: its strategy file is TUNED.toml in this directory", |bot| &bot.tuned.name)
        .column("generations", "generations of the search", |bot| bot.generations)
        .column("rounds", "rounds that the search played", |bot| bot.rounds)
        .column("moved", "how many parameters have another value than at the start", |bot| bot.moved().count())
        .column("deals", "deals of the gain, which tuning did not see", |bot| bot.gain_deals)
        .estimate_with("gain", "what one tuned bot in its seat among the others wins more than the bot given in the same seats of the same deals, as a share of the rounds", "its standard error, clustered by deal", |bot| Some(bot.gain))
}

/// Returns whether a file of this name is a strategy written by a design search.
pub fn is_strategy(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(".toml")
}

/// Returns the strategy files of the retuned bots, with their names.
fn strategies(tuned: &[Retuned], command: &str) -> Vec<NamedFile> {
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
        let text = strategy(&bot.tuned, &about);
        NamedFile::new(format!("{}.toml", bot.tuned.name), text)
    };
    tuned.iter().map(file).collect()
}
