//! Options that let a run stop by itself, and what is told of it.

use super::Failure;
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::{Deals, Experiment};
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::register::is_path;
use powergrab_lab::matches::printed::{counted, wrapped};
use powergrab_lab::matches::summary::Names;
use powergrab_lab::matches::until::{Look, Rule};
use powergrab_stats::sequential::FIRST_LOOK;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

/// Options that let a run stop before all its deals are played. It looks at 256, 384, 512, 768, … deals
#[derive(Debug, Default, clap::Args)]
#[group(multiple = false)]
pub struct Stops {
    /// Stop when every bot's win rate is known to within an interval of this width, like 0.01
    #[arg(long, value_name = "W", value_parser = width)]
    until_width: Option<f64>,
    /// Stop when it is known which of two bots wins more where both sit
    #[arg(long, value_name = "A,B", value_parser = two_bots)]
    until_decided: Option<(String, String)>,
    /// Two bots at a table of two: sequential probability ratio test (approximate) of the first one's Elo, like 0,5
    #[arg(long, value_name = "ELO0,ELO1", value_parser = two_elos, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// Play on only where it is open which of two bots wins more of the games where both sit, and stop when every two that
    /// meet are ranked; line-ups that are done leave their games to the others. All files but stopping.json are of the deals
    /// that every line-up played
    #[arg(long)]
    until_ranked: bool,
}

/// What lets a run stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stop {
    /// A rule over the whole run.
    When(Rule),
    /// Every two bots that meet are ranked.
    Ranked,
}

fn width(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|w| *w > 0.0 && *w < 1.0);
    number.ok_or_else(|| "a width is above 0 and below 1".to_owned())
}

fn two_bots(text: &str) -> Result<(String, String), String> {
    let two = text.split_once(',').filter(|(_, b)| !b.contains(','));
    two.map(|(a, b)| (a.to_owned(), b.to_owned()))
        .ok_or_else(|| "two bots, like greedy,random".to_owned())
}

fn two_elos(text: &str) -> Result<(f64, f64), String> {
    let elo = |text: &str| text.parse().ok().filter(|e: &f64| e.abs() <= 1000.0);
    let two = text.split_once(',').and_then(|(a, b)| elo(a).zip(elo(b)));
    two.filter(|(elo0, elo1)| elo0 < elo1)
        .ok_or_else(|| "two numbers from -1000 to 1000, the second greater, like 0,5".to_owned())
}

impl Stops {
    /// As it stands on the command line.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if let Some(width) = self.until_width {
            let _ = write!(text, " --until-width {width}");
        }
        if let Some((a, b)) = &self.until_decided {
            let _ = write!(text, " --until-decided {a},{b}");
        }
        if let Some((elo0, elo1)) = self.sprt {
            let _ = write!(text, " --sprt {elo0},{elo1}");
        }
        if self.until_ranked {
            text.push_str(" --until-ranked");
        }
        text
    }

    /// What stops a run of these bots, by the names or paths that it was given.
    pub fn until(&self, bots: &[String]) -> Result<Option<Stop>, Failure> {
        if self.until_ranked {
            return Ok(Some(Stop::Ranked));
        }
        Ok(self.rule(bots)?.map(Stop::When))
    }

    fn rule(&self, bots: &[String]) -> Result<Option<Rule>, Failure> {
        let place = |name: &str| {
            let is_it = |bot: &String| bot == name || printed(bot) == name;
            bots.iter().position(is_it).ok_or_else(|| {
                Failure::Input(format!(
                    "--until-decided: {name} is none of the run's bots: {}",
                    bots.join(", ")
                ))
            })
        };
        if let Some(width) = self.until_width {
            return Ok(Some(Rule::Width(width)));
        }
        if let Some((a, b)) = &self.until_decided {
            if a == b {
                return Err(Failure::Input(format!(
                    "--until-decided: twice the same bot, {a}"
                )));
            }
            return Ok(Some(Rule::Decided(place(a)?, place(b)?)));
        }
        Ok(self.sprt.map(|(elo0, elo1)| Rule::Sprt(elo0, elo1)))
    }
}

/// Whether it can be applied.
pub fn check<G: ArenaGame>(
    stop: Stop,
    experiment: &Experiment<G>,
    deals: &Deals,
) -> Result<(), Failure> {
    let line_ups = &experiment.line_ups;
    match stop {
        Stop::When(Rule::Decided(a, b)) => {
            let meet = line_ups
                .iter()
                .any(|l| l.bots.contains(&a) && l.bots.contains(&b));
            if !meet {
                return Err(Failure::Input(
                    "--until-decided: the two bots never sit at one table in this run".to_owned(),
                ));
            }
        }
        Stop::When(Rule::Sprt(..)) => {
            let is_duel = |bots: &[usize]| matches!(bots, [a, b] if a != b);
            if line_ups.len() != 1 || !is_duel(&line_ups[0].bots) {
                return Err(Failure::Input(
                    "--sprt is for a match of two different bots".to_owned(),
                ));
            }
        }
        Stop::When(Rule::Width(_)) => {}
        Stop::Ranked => {
            let is_mixed = |bots: &[usize]| bots.iter().any(|bot| *bot != bots[0]);
            if !line_ups.iter().any(|l| is_mixed(&l.bots)) {
                return Err(Failure::Input(
                    "--until-ranked: no two bots ever sit at one table in this run".to_owned(),
                ));
            }
        }
    }
    if deals.0.end - deals.0.start < FIRST_LOOK {
        return Err(Failure::Input(format!(
            "{deals}: a run that stops by itself first looks after {FIRST_LOOK} deals; --deals is the most that it may take"
        )));
    }
    Ok(())
}

/// What it is, for the run's identity.
pub fn describe(stop: Stop, bots: &[String]) -> Value {
    match stop {
        Stop::When(rule) => rule.json(&[], |_| Value::Null, bots)["rule"].clone(),
        Stop::Ranked => json!("until_ranked"),
    }
}

/// Everything that was looked at.
pub fn json(rule: Rule, looks: &[Look], names: &Names, tally: &Tally) -> Value {
    let players = &tally.layout().shape().players;
    let table = |t: usize| json!({ "ruleset": names.rulesets[t], "players": players[t] });
    rule.json(looks, table, &names.bots)
}

/// The last look, to read.
pub fn text(rule: Rule, looks: &[Look], names: &Names, tally: &Tally) -> String {
    let Some(look) = looks.last() else {
        return String::new();
    };
    let mut text = String::from("\n");
    let said = format!(
        "{} after {} ({}). The table's intervals are for a number of deals fixed beforehand; these hold wherever a run stops ({}):",
        if look.is_settled() {
            "Settled"
        } else {
            "Not settled"
        },
        counted(look.deals, "deal"),
        counted(looks.len() as u64, "look"),
        rule.method()
    );
    wrapped(&mut text, &said);
    let players = &tally.layout().shape().players;
    for sight in &look.sights {
        let bot = &names.bots[sight.bot];
        let (ruleset, n) = (&names.rulesets[sight.table], players[sight.table]);
        let opponent = sight.opponent.map(|b| names.bots[b].as_str());
        let line = match (rule, opponent) {
            (Rule::Sprt(elo0, elo1), _) => {
                let verdict = if sight.value >= sight.high {
                    format!("Elo {elo1} accepted")
                } else if sight.value <= sight.low {
                    format!("Elo {elo0} accepted")
                } else {
                    "open".to_owned()
                };
                format!(
                    "{ruleset}, {n} players: {bot}: log-likelihood ratio {:.2} ({:.2} to {:.2}), {verdict}",
                    sight.value, sight.low, sight.high
                )
            }
            (_, opponent) => {
                let less = opponent.map_or(String::new(), |o| format!(" less {o}"));
                format!(
                    "{ruleset}, {n} players: {bot}{less}: {:.3} % ({:.3} to {:.3} %)",
                    100.0 * sight.value,
                    100.0 * sight.low,
                    100.0 * sight.high
                )
            }
        };
        wrapped(&mut text, &line);
    }
    text
}

/// The name in tables of a bot that was given by name or path, with parameters or without.
fn printed(bot: &str) -> String {
    let (file, params) = bot.split_once(':').unwrap_or((bot, ""));
    let stem = match is_path(file) {
        true => Path::new(file).file_stem().and_then(|stem| stem.to_str()),
        false => None,
    };
    let params = params.replace([':', '='], "-");
    [stem.unwrap_or(file), &params]
        .join("-")
        .trim_end_matches('-')
        .to_owned()
}
