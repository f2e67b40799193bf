//! Preparation of `balance`: from a configuration to its study.

use super::request::BalanceRequest;
use super::setup::Setup;
use super::study::{BalancePlan, BalanceStudy};
use super::work::{Work, partition};
use crate::balance::config::Config;
use crate::catalog::Catalog;
use crate::study::checkpoint::About;
use crate::study::manifest::plain;
use crate::study::options::StudyOptions;
use crate::study::study_error::StudyError;
use crate::study::traits::{Study, StudyCommand};
use powergrab_arena::piece::Piece;
use serde_json::json;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;

/// Returns the command, without options that change no result.
fn command(request: &BalanceRequest, seed: u64) -> String {
    let config = plain(&request.config);
    let scale = match request.scale {
        1.0 => String::new(),
        scale => format!(" --scale {scale}"),
    };
    let optimise = if request.optimise { " --optimise" } else { "" };
    format!("powergrab balance {config} --seed {seed}{scale}{optimise}")
}

/// Kind of this study, for `merge`.
pub const KIND: &str = "balance";

impl BalanceRequest {
    /// Reads the configuration and looks everything up.
    ///
    /// # Errors
    /// [`StudyError::Input`] names the wrong key and the problem.
    pub fn plan(self, catalog: &Catalog) -> Result<BalancePlan, StudyError> {
        let text = catalog.read(&self.config)?;
        let shown = self.config.display().to_string();
        let config = Config::parse(&shown, &text)?;
        if self.optimise && config.optimise.is_none() {
            return Err(StudyError::Input(format!(
                "{shown}: key `optimise`: is missing; --optimise needs to know how many candidates and deals"
            )));
        }
        if !self.optimise && config.experiments.is_empty() {
            return Err(StudyError::Input(format!(
                "{shown}: contains only a design search; use --optimise"
            )));
        }
        let setup = Setup::new(&shown, &config, catalog)?;
        let seed = self.seed.or(config.seed).unwrap_or(1);
        let command = command(&self, seed);
        let identity = setup.identity(&config, &self, seed);
        let asked = config.experiments.iter().filter(|_| !self.optimise);
        let works = asked.map(|asked| Work::new(&setup, asked, self.scale));
        let works: Vec<Work> = works.collect::<Result<_, _>>()?;
        let asked = StudyCommand {
            command: command.clone(),
            kind: KIND,
            request: json!(BalanceRequest {
                seed: Some(seed),
                ..self.clone()
            }),
            config: Some(&self.config),
            noun: "piece",
        };
        let about = About::study(identity, &asked, &partition(&self, &works));
        Ok(BalancePlan {
            request: self,
            catalog: catalog.clone(),
            config,
            setup,
            seed,
            command,
            about,
            works,
        })
    }
}

impl BalancePlan {
    /// Returns the name of its results' directory, without the seed.
    pub fn name(&self) -> String {
        let what = if self.request.optimise {
            "-optimise"
        } else {
            ""
        };
        format!("{}{what}", self.config.name)
    }

    /// Returns the seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the command, without options that change no result.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Returns the study of this plan.
    pub fn study(self, options: StudyOptions<'_>) -> Box<dyn Study + '_> {
        Box::new(BalanceStudy {
            plan: self,
            options,
            told: Cell::new(None),
            started: Cell::new(None),
            done: RefCell::default(),
        })
    }

    /// Describes the finished pieces.
    pub(crate) fn finished(&self, pieces: &[Piece]) -> String {
        if self.request.optimise {
            format!("{} measurements and generations", pieces.len())
        } else {
            let there: HashSet<&str> = pieces.iter().map(|piece| piece.label.as_str()).collect();
            let whole = |work: &&Work| work.labels().all(|label| there.contains(label));
            let begun = |work: &Work| work.labels().any(|label| there.contains(label));
            let (whole, others): (Vec<&Work>, Vec<&Work>) = self.works.iter().partition(whole);
            let mut names: Vec<&str> = whole.iter().map(|work| work.asked.name).collect();
            if others.into_iter().any(begun) {
                names.push("parts of others");
            }
            match names.as_slice() {
                [] => "no experiment".to_owned(),
                names => names.join(", "),
            }
        }
    }
}
