//! `generations.csv`, `validation.csv` and `one_step.csv`, and the tuned strategy's file.

use crate::matches::tables::sheet::{Column, Rows, Sheet, count, number, text};
use crate::study::manifest::{VERSION, commit};
use crate::sweep::estimate::TrialEstimate;
use crate::tune::search::Generation;
use crate::tune::selfplay::{Response, SelfPlayResult};
use crate::tune::validation::{Finding, Measure, OneStep};
use powergrab_arena::ArenaGame;
use powergrab_bots::strategy::{Bot, PolicyInfo};
use std::fmt::Write as _;

const ERROR: &[Column] = &[
    number(
        "se",
        "its standard error, clustered by deal and stratified by panel (who sits with the hero); empty where a panel had one deal",
    ),
    number("low", "lower bound of its 95 % interval, with Student's t"),
    number("high", "upper bound of that interval"),
];

const OBJECTIVE: &str = "win-share, rating, points or margin; points count as negative if the lowest total wins (`scoring = \"own\"`)";

/// A generation a row.
pub const GENERATIONS: Sheet = Sheet {
    file: "generations.csv",
    about: "A tuning's progress, a generation a row.",
    columns: &[&[
        text(
            "search",
            "which search: empty, or with --self-play the best response's number",
        ),
        count("generation", "the generation's number, from 1"),
        count(
            "deals",
            "deals, the same for all candidates of the generation and for none of another",
        ),
        count("games", "games of the search so far"),
        number(
            "candidates",
            "what the search counts (the objective, or search_objective), mean over the candidates",
        ),
        number(
            "best",
            "that of the best candidate; the luckiest, so too high",
        ),
        number(
            "mean",
            "that of the optimiser's mean as it was before this generation",
        ),
        number(
            "gain",
            "mean, less that of the start in the same seats of the same deals",
        ),
        number(
            "gain_se",
            "its standard error, clustered by deal and stratified by panel",
        ),
        number(
            "reliability",
            "how reliably the candidates were told apart, 0 to 1: the correlation with another such generation, from that of its two halves",
        ),
        number(
            "step",
            "how far candidates lie from the mean, in the steps of the configuration: shares of each parameter's value at the start (and a fiftieth of its range), or of its range",
        ),
    ]],
};

/// The verdict.
pub const VALIDATION: Sheet = Sheet {
    file: "validation.csv",
    about: "How good the tuned bot is on deals that the search never saw.",
    columns: &[
        &[
            text(
                "measure",
                "`in-field`: the objective with the field; `gain`: that, less the start's in the same seats of the same deals; `among`: the objective of one seat where another bot holds all others",
            ),
            text("bot", "whose figure it is"),
            text("opponents", "with whom it sat: `field`, or a bot"),
            text("objective", OBJECTIVE),
            count("players", "the number of players at the table"),
            count("deals", "deals, none of which the search has seen"),
            count("games", "games of the bot"),
            number("value", "the figure"),
        ],
        ERROR,
        &[number(
            "equal",
            "what it would be among equals; empty where that is not known beforehand",
        )],
    ],
};

/// The one-step table.
pub const ONE_STEP: Sheet = Sheet {
    file: "one_step.csv",
    about: "Which of the tuned parameters matter: each put back by itself, the costliest first.",
    columns: &[
        &[
            text(
                "parameter",
                "the parameter that is put back, all others as tuned",
            ),
            number("start", "its value where the search started"),
            number("tuned", "its tuned value"),
            text("objective", OBJECTIVE),
            count("deals", "deals, none of which the search has seen"),
            number(
                "cost",
                "what the objective in the field loses by putting it back; below 0 it gains",
            ),
        ],
        ERROR,
    ],
};

/// The archive of self-play against itself.
pub const ARCHIVE: Sheet = Sheet {
    file: "archive.csv",
    about: "With --self-play: each bot of the archive alone among each.",
    columns: &[
        &[
            text("bot", "the bot in one seat"),
            text("opponents", "the bot in all other seats"),
            text("objective", OBJECTIVE),
            count("players", "the number of players at the table"),
            number(
                "value",
                "the bot's objective there, on deals that no search has seen",
            ),
        ],
        ERROR,
    ],
};

/// The best responses of self-play.
pub const RESPONSES: Sheet = Sheet {
    file: "responses.csv",
    about: "With --self-play: the best responses, the last of them to the best bot alone.",
    columns: &[
        &[
            count("response", "the best response's number, from 1"),
            text("bot", "the bot that was found"),
            text(
                "against",
                "what it was tuned against: `mixture`, the archive's as it was before this response, or a bot in all other seats",
            ),
            text("objective", OBJECTIVE),
            count("deals", "deals, none of which any search has seen"),
            number(
                "exploits",
                "its objective there, less an equal's: a lower bound of how exploitable the mixture or the bot is",
            ),
        ],
        ERROR,
    ],
};

/// The mixture that self-play ends in.
pub const MIXTURE: Sheet = Sheet {
    file: "mixture.csv",
    about: "With --self-play: the mixture over the archive.",
    columns: &[&[
        text("bot", "the bot"),
        number(
            "weight",
            "its share in the mixture, 0 to 1: at equilibrium no bot of the archive does better against the mixture than the mixture itself (opponents taken to be of one kind)",
        ),
    ]],
};

fn error<'a>(rows: &'a mut Rows, estimate: &TrialEstimate) -> &'a mut Rows {
    let interval = estimate.interval();
    rows.maybe(estimate.se)
        .maybe(interval.map(|i| i.low))
        .maybe(interval.map(|i| i.high))
}

/// The text of `generations.csv`; each generation with the search that it belongs to.
pub fn generations(all: &[(String, Generation)]) -> Vec<u8> {
    GENERATIONS.text(all, |(search, g), rows| {
        rows.cell(search)
            .cell(g.number)
            .cell(g.deals)
            .cell(g.games)
            .cell(g.candidates)
            .cell(g.best)
            .cell(g.mean.value)
            .cell(g.gain.value)
            .maybe(g.gain.se)
            .cell(g.reliability)
            .cell(g.step);
    })
}

/// The text of `validation.csv`.
pub fn validation(findings: &[Finding], objective: &str, players: usize) -> Vec<u8> {
    VALIDATION.text(findings, |f, rows| {
        rows.cell(f.measure.text())
            .cell(&f.bot)
            .cell(&f.opponents)
            .cell(objective)
            .cell(players)
            .cell(f.deals)
            .cell(f.games)
            .cell(f.estimate.value);
        error(rows, &f.estimate).maybe(f.equal);
    })
}

/// The text of `one_step.csv`.
pub fn one_step(steps: &[OneStep], objective: &str) -> Vec<u8> {
    ONE_STEP.text(steps, |s, rows| {
        rows.cell(s.param)
            .cell(s.start)
            .cell(s.tuned)
            .cell(objective)
            .cell(s.deals)
            .cell(s.cost.value);
        error(rows, &s.cost);
    })
}

/// The text of `archive.csv`.
pub fn archive<G: ArenaGame>(
    outcome: &SelfPlayResult<G>,
    objective: &str,
    players: usize,
) -> Vec<u8> {
    let others = |row| outcome.archive.iter().zip(row);
    let bots = outcome.archive.iter().zip(&outcome.payoff);
    let pairs = bots.flat_map(|(bot, row)| others(row).map(move |other| (bot, other)));
    ARCHIVE.text(pairs, |(bot, (other, estimate)), rows| {
        rows.cell(&bot.name)
            .cell(&other.name)
            .cell(objective)
            .cell(players)
            .cell(estimate.value);
        error(rows, estimate);
    })
}

/// The text of `responses.csv`.
pub fn responses(all: &[Response], objective: &str) -> Vec<u8> {
    RESPONSES.text(all, |r, rows| {
        rows.cell(r.number)
            .cell(&r.bot)
            .cell(&r.against)
            .cell(objective)
            .cell(r.deals)
            .cell(r.exploits.value);
        error(rows, &r.exploits);
    })
}

/// The text of `mixture.csv`.
pub fn mixture<G: ArenaGame>(outcome: &SelfPlayResult<G>) -> Vec<u8> {
    let mixture = outcome.archive.iter().zip(&outcome.mixture);
    MIXTURE.text(mixture, |(bot, weight), rows| {
        rows.cell(&bot.name).cell(weight);
    })
}

/// Self-play for people.
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

/// How figures of an objective are printed: shares in per cent.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    scale: f64,
    sign: &'static str,
}

impl Unit {
    /// For the objective of this name.
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

    /// A figure.
    pub fn value(self, e: &TrialEstimate) -> String {
        format!("{:.2}{}", self.scale * e.value, self.sign)
    }

    /// A figure with its interval.
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

/// The verdict for people.
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

/// The answer of a tuning: whether its bot is better than the one that it started from, by the `findings` of its verdict.
pub fn answer(findings: &[Finding], start: &str, objective: &str) -> String {
    let unit = Unit::of(objective);
    let points = if unit.sign.is_empty() { "" } else { " points" };
    let gain = findings.iter().find(|f| f.measure == Measure::Gain);
    let Some((gain, interval)) = gain.and_then(|f| Some((f, f.estimate.interval()?))) else {
        return format!("Too few deals to tell: keep {start}, or validate on more deals.");
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

/// The one-step table for people.
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

/// What a tuned strategy's file says of where it comes from.
#[derive(Clone, Debug)]
pub struct Provenance<'a> {
    /// The command that made it.
    pub command: &'a str,
    /// One sentence without a full stop, for lists.
    pub description: &'a str,
    /// What was done, in lines.
    pub lines: &'a [String],
}

/// A strategy file: provenance as comments, then every parameter.
pub fn strategy<G: ArenaGame>(bot: &Bot<G>, about: &Provenance<'_>) -> String {
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

/// What was found as lines of a strategy file's comments.
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
