//! Options that let a run stop by itself.

use super::bar::TerminalReporter;
use super::failure::Failure;
use super::runner::StudyArgs;
use powergrab_bots::strategy::register::is_path;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::matches::record_files::Recording;
use powergrab_lab::matches::run_request::RunRequest;
use powergrab_lab::matches::stop::Stop;
use powergrab_lab::matches::study::RunOptions;
use powergrab_lab::matches::tables::FAULTS_FILE;
use powergrab_lab::matches::until::Rule;
use std::fmt::Write as _;
use std::path::Path;

/// Options that stop a run before all its deals are played. The condition is checked after 256,
/// 384, 512, 768, … deals
#[derive(Debug, Default, clap::Args)]
#[group(multiple = false)]
pub struct Stops {
    /// Stop when the 95 % interval of every bot's win rate is at most this wide, above 0 and below
    /// 1, for example 0.01
    #[arg(long, value_name = "W", value_parser = width)]
    until_width: Option<f64>,
    /// Stop when it is decided which of these two bots wins more of the games where both sit
    #[arg(long, value_name = "A,B", value_parser = two_bots)]
    until_decided: Option<(String, String)>,
    /// Stop by an approximate sequential probability ratio test of the first bot's Elo, ELO0
    /// against ELO1, for example 0,5; for a match of two bots
    #[arg(long, value_name = "ELO0,ELO1", value_parser = two_elos, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// Stop when every two bots that meet are ranked by the games where both sit. A line-up whose
    /// pairs are all decided leaves its games to the others. All files but stopping.json cover only
    /// the deals that every line-up played
    #[arg(long)]
    until_ranked: bool,
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
    /// Returns the options as on the command line.
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

    /// Runs a match or a tournament; returns the number of rows of its records if they were written
    /// during the run.
    pub(super) fn run(
        &self,
        mut request: RunRequest,
        args: &StudyArgs,
        recording: Option<&Recording>,
        as_json: bool,
        catalog: &Catalog,
    ) -> Result<Option<u64>, Failure> {
        request.command.push_str(&self.text());
        let run_options = RunOptions {
            stop: self.until(&request.bots)?,
            // The deals of other parts would have to be played again for their records.
            recording: recording.filter(|_| args.shard.is_none()),
            as_json,
        };
        let reporter = TerminalReporter::default();
        let options = args.options(&reporter)?;
        let (name, seed) = (request.name.clone(), request.seed);
        let study = request.study(catalog, options, run_options)?;
        let ended = args.run(&*study, (&name, seed), &reporter, Some(FAULTS_FILE));
        let n_rows = recording.map_or(Ok(None), Recording::end)?;
        ended.map(|()| n_rows)
    }

    /// Returns the condition that stops a run of these bots, by their given names or paths.
    fn until(&self, bots: &[String]) -> Result<Option<Stop>, Failure> {
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
                    "--until-decided: {name} is not one of the run's bots: {}",
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
                    "--until-decided: names the same bot twice, {a}"
                )));
            }
            return Ok(Some(Rule::Decided(place(a)?, place(b)?)));
        }
        Ok(self.sprt.map(|(elo0, elo1)| Rule::Sprt(elo0, elo1)))
    }
}

/// Returns the name in tables of a bot given by name or path, with or without parameters.
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
