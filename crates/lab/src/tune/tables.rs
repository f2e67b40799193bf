//! `generations.csv`, `validation.csv` and `one_step.csv`, and the tuned strategy's file.

use crate::study::manifest::{VERSION, commit};
use crate::sweep::estimate::TrialEstimate;
use crate::tune::search::Generation;
use crate::tune::selfplay::{Response, SelfPlayResult};
use crate::tune::validation::{Finding, Measure, OneStep};
use powergrab_arena::ArenaGame;
use powergrab_bots::strategy::{Bot, PolicyInfo};
use powergrab_table::sheet::Sheet;
use std::fmt::Write as _;

const OBJECTIVE: &str = "win-share, rating, points or margin; points count as negative if the lowest total wins (`scoring = \"own\"`)";
const PLAYERS: &str = "the number of players at the table";

/// Columns shared by tables of tunings.
pub(crate) trait TuneColumns<R> {
    /// Adds the standard error and the interval of the preceding figure.
    fn trial_error(self, of: impl Fn(R) -> TrialEstimate + Copy + 'static) -> Self;
}

impl<R: Copy> TuneColumns<R> for Sheet<R> {
    #[rustfmt::skip]
    fn trial_error(self, of: impl Fn(R) -> TrialEstimate + Copy + 'static) -> Sheet<R> {
        self.column("se", "its standard error, clustered by deal and stratified by panel (who sits with the hero); empty where a panel had one deal", move |row| of(row).se)
            .interval("lower bound of its 95 % interval, with Student's t", "upper bound of that interval", move |row| of(row).interval())
    }
}

/// Returns the columns of a tuning's progress: a generation and the name of its search.
#[rustfmt::skip]
pub fn generations<'a>() -> Sheet<&'a (String, Generation)> {
    Sheet::<&(String, Generation)>::new("generations", "A tuning's progress, a generation a row.")
        .column("search", "which search: empty, or with --self-play the best response's number", |row| &row.0)
        .column("generation", "the generation's number, from 1", |row| row.1.number)
        .column("deals", "deals, the same for all candidates of the generation and for none of another", |row| row.1.deals)
        .column("games", "games of the search so far", |row| row.1.games)
        .column("candidates", "what the search counts (the objective, or search_objective), mean over the candidates", |row| row.1.candidates)
        .column("best", "that of the best candidate; the luckiest, so too high", |row| row.1.best)
        .column("mean", "that of the optimiser's mean as it was before this generation", |row| row.1.mean.value)
        .column("gain", "mean, less that of the start in the same seats of the same deals", |row| row.1.gain.value)
        .column("gain_se", "its standard error, clustered by deal and stratified by panel", |row| row.1.gain.se)
        .column("reliability", "how reliably the candidates were told apart, 0 to 1: the correlation with another such generation, from that of its two halves", |row| row.1.reliability)
        .column("step", "how far candidates lie from the mean, in the steps of the configuration: shares of each parameter's value at the start (and a fiftieth of its range), or of its range", |row| row.1.step)
}

/// Returns the columns of the verdict: a finding, the objective and the number of players.
#[rustfmt::skip]
pub fn validation<'a>() -> Sheet<(&'a Finding, &'a str, usize)> {
    Sheet::<(&Finding, &str, usize)>::new("validation", "How good the tuned bot is on deals that the search never saw.")
        .column("measure", "`in-field`: the objective with the field; `gain`: that, less the start's in the same seats of the same deals; `among`: the objective of one seat where another bot holds all others", |row| row.0.measure.text())
        .column("bot", "whose figure it is", |row| &row.0.bot)
        .column("opponents", "with whom it sat: `field`, or a bot", |row| &row.0.opponents)
        .column("objective", OBJECTIVE, |row| row.1)
        .column("players", PLAYERS, |row| row.2)
        .column("deals", "deals, none of which the search has seen", |row| row.0.deals)
        .column("games", "games of the bot", |row| row.0.games)
        .column("value", "the figure", |row| row.0.estimate.value)
        .trial_error(|row| row.0.estimate)
        .column("equal", "what it would be among equals; empty where that is not known beforehand", |row| row.0.equal)
}

/// Returns the columns of the one-step table: a parameter and the objective.
#[rustfmt::skip]
pub fn one_step<'a>() -> Sheet<(&'a OneStep, &'a str)> {
    Sheet::<(&OneStep, &str)>::new("one_step", "Which of the tuned parameters matter: each put back by itself, the costliest first.")
        .column("parameter", "the parameter that is put back, all others as tuned", |row| row.0.param)
        .column("start", "its value where the search started", |row| row.0.start)
        .column("tuned", "its tuned value", |row| row.0.tuned)
        .column("objective", OBJECTIVE, |row| row.1)
        .column("deals", "deals, none of which the search has seen", |row| row.0.deals)
        .column("cost", "what the objective in the field loses by putting it back; below 0 it gains", |row| row.0.cost.value)
        .trial_error(|row| row.0.cost)
}

/// Result of one bot of self-play's archive alone among another: their names and the estimate.
#[derive(Clone, Copy, Debug)]
pub struct ArchivePair<'a> {
    bot: &'a str,
    opponents: &'a str,
    objective: &'a str,
    players: usize,
    estimate: TrialEstimate,
}

/// Returns the pairs of self-play's archive.
pub fn archive_pairs<'a, G: ArenaGame>(
    found: &'a SelfPlayResult<G>,
    objective: &'a str,
    players: usize,
) -> impl Iterator<Item = ArchivePair<'a>> {
    let rows = found.archive.iter().zip(&found.payoff);
    rows.flat_map(move |(bot, row)| {
        let pair = move |(other, estimate): (&'a Bot<G>, &TrialEstimate)| ArchivePair {
            bot: &bot.name,
            opponents: &other.name,
            objective,
            players,
            estimate: *estimate,
        };
        found.archive.iter().zip(row).map(pair)
    })
}

/// Returns the columns of self-play's archive against itself.
#[rustfmt::skip]
pub fn archive<'a>() -> Sheet<ArchivePair<'a>> {
    Sheet::<ArchivePair<'_>>::new("archive", "With --self-play: each bot of the archive alone among each.")
        .column("bot", "the bot in one seat", |row| row.bot)
        .column("opponents", "the bot in all other seats", |row| row.opponents)
        .column("objective", OBJECTIVE, |row| row.objective)
        .column("players", PLAYERS, |row| row.players)
        .column("value", "the bot's objective there, on deals that no search has seen", |row| row.estimate.value)
        .trial_error(|row| row.estimate)
}

/// Returns the columns of self-play's best responses: a response and the objective.
#[rustfmt::skip]
pub fn responses<'a>() -> Sheet<(&'a Response, &'a str)> {
    Sheet::<(&Response, &str)>::new("responses", "With --self-play: the best responses, the last of them to the best bot alone.")
        .column("response", "the best response's number, from 1", |row| row.0.number)
        .column("bot", "the bot that was found", |row| &row.0.bot)
        .column("against", "what it was tuned against: `mixture`, the archive's as it was before this response, or a bot in all other seats", |row| &row.0.against)
        .column("objective", OBJECTIVE, |row| row.1)
        .column("deals", "deals, none of which any search has seen", |row| row.0.deals)
        .column("exploits", "its objective there, less an equal's: a lower bound of how exploitable the mixture or the bot is", |row| row.0.exploits.value)
        .trial_error(|row| row.0.exploits)
}

/// Returns the columns of self-play's final mixture: a bot's name and its share.
#[rustfmt::skip]
pub fn mixture<'a>() -> Sheet<(&'a str, f64)> {
    Sheet::<(&str, f64)>::new("mixture", "With --self-play: the mixture over the archive.")
        .column("bot", "the bot", |row| row.0)
        .column("weight", "its share in the mixture, 0 to 1: at equilibrium no bot of the archive does better against the mixture than the mixture itself (opponents taken to be of one kind)", |row| row.1)
}

/// Returns the results of self-play as text.
pub fn self_play<G: ArenaGame>(outcome: &SelfPlayResult<G>, objective: &str) -> String {
    let unit = Unit::of(objective);
    let mut text = format!(
        "Best responses: how far each is above an equal ({objective}, on deals that no search saw)\n"
    );
    for r in &outcome.responses {
        let _ = writeln!(
            text,
            "  {} against {}: {}",
            r.bot,
            r.against,
            unit.figure(&r.exploits)
        );
    }
    text.push_str("Mixture over the archive\n");
    for (bot, weight) in outcome.archive.iter().zip(&outcome.mixture) {
        let _ = writeln!(text, "  {:5.1} %  {}", 100.0 * weight, bot.name);
    }
    text
}

/// Print format for figures of an objective: shares in per cent.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    scale: f64,
    sign: &'static str,
}

impl Unit {
    /// Returns the format for the objective of this name.
    pub fn of(objective: &str) -> Unit {
        match objective {
            "win-share" => Unit {
                scale: 100.0,
                sign: " %",
            },
            _ => Unit {
                scale: 1.0,
                sign: "",
            },
        }
    }

    /// Formats a figure.
    pub fn value(self, e: &TrialEstimate) -> String {
        format!("{:.2}{}", self.scale * e.value, self.sign)
    }

    /// Formats a figure with its interval.
    pub fn figure(self, e: &TrialEstimate) -> String {
        let value = self.value(e);
        match e.interval() {
            Some(i) => format!(
                "{value} ({:.2} to {:.2})",
                self.scale * i.low,
                self.scale * i.high
            ),
            None => format!("{value} (too few deals for an interval)"),
        }
    }
}

fn line(f: &Finding, unit: Unit) -> String {
    let what = match f.measure {
        Measure::InField => format!("{} with the field", f.bot),
        Measure::Gain => "gain over the start there".to_owned(),
        Measure::Among => format!("{} alone among {}", f.bot, f.opponents),
    };
    let equal = f.equal.map_or(String::new(), |e| {
        format!(", equal: {:.2}{}", unit.scale * e, unit.sign)
    });
    format!("{what}: {}{equal}", unit.figure(&f.estimate))
}

/// Returns the verdict as text.
pub fn verdict(findings: &[Finding], objective: &str) -> String {
    let unit = Unit::of(objective);
    let mut text = format!(
        "On deals that the search never saw ({objective}, 95 % intervals clustered by deal)\n"
    );
    for f in findings {
        let _ = writeln!(text, "  {}", line(f, unit));
    }
    text
}

/// Returns the answer of a tuning: by the `findings` of its verdict, whether its bot is better than
/// its start.
pub fn answer(findings: &[Finding], start: &str, objective: &str) -> String {
    let unit = Unit::of(objective);
    let points = if unit.sign.is_empty() { "" } else { " points" };
    let gain = findings.iter().find(|f| f.measure == Measure::Gain);
    let Some((gain, interval)) = gain.and_then(|f| Some((f, f.estimate.interval()?))) else {
        return format!("Too few deals to say: keep {start}, or validate on more deals.");
    };
    let [value, low, high] =
        [gain.estimate.value, interval.low, interval.high].map(|x| unit.scale * x);
    let figures = format!("{value:.2}{points} with the field, {low:.2} to {high:.2}");
    if low > 0.0 {
        let bot = &gain.bot;
        format!(
            "{bot} (its file: {bot}.toml among the results) is better than {start}: it gains {figures}."
        )
    } else {
        format!("No improvement found: keep {start} (gain {figures}).")
    }
}

/// Returns the one-step table as text.
pub fn one_step_table(steps: &[OneStep], objective: &str) -> String {
    let unit = Unit::of(objective);
    let mut text =
        format!("One step back: each parameter put back by itself, and its cost ({objective})\n");
    let width = steps.iter().map(|s| s.param.len()).max().unwrap_or(0);
    for s in steps {
        let _ = writeln!(
            text,
            "  {:width$}  {:>8} -> {:>8}   {}",
            s.param,
            s.tuned,
            s.start,
            unit.figure(&s.cost)
        );
    }
    text
}

/// Origin of a tuned strategy, as stated in its file.
#[derive(Clone, Debug)]
pub struct Provenance<'a> {
    /// Command that produced it.
    pub command: &'a str,
    /// One sentence without a full stop, for lists.
    pub description: &'a str,
    /// Description of the procedure, in lines.
    pub lines: &'a [String],
}

/// Returns the beginning of a strategy file: provenance as comments, policy, description.
pub fn strategy_head<G: ArenaGame>(bot: &Bot<G>, about: &Provenance<'_>) -> String {
    let mut text = format!(
        "# {}: made by `{}` (powergrab {VERSION}, commit {}).\n",
        bot.name,
        about.command,
        commit()
    );
    for line in about.lines {
        let _ = writeln!(text, "# {line}");
    }
    let _ = write!(
        text,
        "policy = {:?}\ndescription = {:?}\n",
        G::policy_name(&bot.policy),
        format!("{}.", about.description)
    );
    text
}

/// Returns a strategy file: provenance as comments, then every parameter.
pub fn strategy<G: ArenaGame>(bot: &Bot<G>, about: &Provenance<'_>) -> String {
    let mut text = strategy_head(bot, about);
    if bot.salt != 0 {
        let _ = writeln!(text, "salt = {}", bot.salt);
    }
    text.push_str("\n[params]\n");
    let values = G::values(&bot.policy);
    for (t, value) in bot
        .info()
        .into_iter()
        .flat_map(PolicyInfo::tunables)
        .zip(values)
    {
        let _ = writeln!(text, "{} = {value:?}", t.name);
    }
    text
}

/// Returns the findings as lines of a strategy file's comments.
pub fn lines(findings: &[Finding], objective: &str) -> Vec<String> {
    findings
        .iter()
        .map(|f| line(f, Unit::of(objective)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use powergrab_bots::strategy::register::from_text;
    use powergrab_bots::strategy::resolve;
    use powergrab_engine::shedding::Shedding;

    #[test]
    fn a_strategy_reads_back_as_it_was() {
        let bot: Bot<Shedding> = resolve("sheriff").unwrap();
        let lines = ["found by chance".to_owned()];
        let about = Provenance {
            command: "powergrab tune x.toml",
            description: "It says \"hello\"",
            lines: &lines,
        };
        let text = strategy(&bot, &about);
        let read = from_text::<Shedding>("sheriff", "x.toml", &text).unwrap();
        assert_eq!(read.bot.describe(), bot.describe());
        assert_eq!(read.description, "It says \"hello\".");
        assert!(text.contains("# found by chance\n"));
    }
}
