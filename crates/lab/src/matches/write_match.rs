//! Files of a match played from Rust.

use super::match_request;
use super::match_request::MatchRequest;
use super::run_request::describe;
use super::run_result::RunResult;
use crate::matches::quick::MatchResult;
use crate::study::manifest::{BotInfo, RunInfo};
use crate::study::resolve::ruleset_info;
use crate::study::study_error::StudyError;
use powergrab_arena::experiment::LineUpDeals;
use powergrab_arena::format::Format;
use powergrab_arena::run::Piece;
use std::path::Path;

/// Results that can be written like those of the command line. [`WriteTo::write_to`] has an
/// example.
pub trait WriteTo {
    /// Writes the same files as the command line, except the timing.
    ///
    /// ```
    /// use powergrab_lab::matches::quick::Match;
    /// use powergrab_lab::matches::write_match::WriteTo as _;
    ///
    /// let result = Match::new("power-grab")?.bot_named("greedy")?.bot_named("random")?.deals(20).play()?;
    /// let dir = std::env::temp_dir().join(format!("powergrab-doc-{}", std::process::id()));
    /// result.write_to(&dir)?;
    /// assert!(dir.join("bots.csv").is_file());
    /// # std::fs::remove_dir_all(dir)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the directory holds something else, or if it cannot be written.
    fn write_to(&self, dir: &Path) -> Result<(), StudyError>;
}

impl WriteTo for RunResult {
    fn write_to(&self, dir: &Path) -> Result<(), StudyError> {
        self.files(None).write_to(dir, false)
    }
}

impl WriteTo for MatchResult {
    fn write_to(&self, dir: &Path) -> Result<(), StudyError> {
        let asked = self.asked();
        let names = self.names();
        let seats: Vec<String> = asked
            .line_up
            .iter()
            .map(|&bot| names.bots[bot].clone())
            .collect();
        let request = MatchRequest {
            ruleset: asked.rules.name.clone(),
            bots: seats.clone(),
            deals: asked.deals.clone(),
            seed: asked.seed,
            unit: asked.unit,
            order: asked.order,
        };
        let info = |bot: &powergrab_bots::strategy::Bot<_>| BotInfo {
            name: bot.name.clone(),
            strategy: bot.describe(),
        };
        let format = Format::LineUps(vec![asked.line_up.clone()]);
        let result = RunResult {
            info: RunInfo {
                name: match_request::name(&request.ruleset, &seats),
                command: request.command(&seats),
                rulesets: vec![ruleset_info(&asked.rules)],
                bots: asked.bots.iter().map(info).collect(),
                format: describe(&format, &names.bots, 1),
                deals: asked.deals.clone(),
                seed: asked.seed,
                unit: asked.unit,
                order: asked.order,
                line_up_deals: LineUpDeals::default(),
            },
            names: names.clone(),
            piece: Piece {
                deals: asked.deals.0.clone(),
                collected: self.tally().clone(),
                first_faults: self.first_faults().clone(),
            },
            stopping: None,
        };
        result.write_to(dir)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::matches::quick::Match;
    use crate::study::files::Files;
    use crate::study::options::StudyOptions;

    #[test]
    fn a_match_from_rust_writes_what_the_command_line_writes() {
        let home = std::env::temp_dir().join(format!("powergrab-lab-{}", std::process::id()));
        let played = Match::new("power-grab")
            .and_then(|m| {
                m.bot_named("hoarder")?
                    .bot_named("greedy")?
                    .bot_named("greedy")
            })
            .and_then(|m| m.deals(20).play());
        played.unwrap().write_to(&home).unwrap();
        let request = MatchRequest::new("power-grab", &["hoarder", "greedy*2"], 20).unwrap();
        let result = request.request().unwrap();
        let result = result.play(&Catalog::default(), &StudyOptions::default());
        let mut expected = result.unwrap().files(None);
        expected.0.sort_by(|a, b| a.name.cmp(&b.name));
        assert_eq!(Files::read(&home).unwrap(), expected);
        std::fs::remove_dir_all(home).unwrap();
    }
}
