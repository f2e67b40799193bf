//! From a configuration to the study that plays it.

use super::request::{BalanceRequest, input};
use super::setup::Setup;
use super::study::{BalancePlan, BalanceStudy, Ending};
use super::work::{Work, cut};
use crate::balance::config::Config;
use crate::study::checkpoint::About;
use crate::study::driver::{Asked, Study, StudyError};
use crate::study::manifest::plain;
use crate::study::options::StudyOptions;
use powergrab_engine::config::read_file;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;

/// The command as words, the program's name and `--optimise` aside.
fn words(request: &BalanceRequest, seed: u64, config: String) -> Vec<String> {
    let options = ["--seed".to_owned(), seed.to_string()];
    let mut words = vec!["balance".to_owned(), config];
    words.extend(options);
    if request.scale != 1.0 {
        words.extend(["--scale".to_owned(), request.scale.to_string()]);
    }
    words
}

/// The command, without what changes no result.
fn command(request: &BalanceRequest, seed: u64) -> String {
    let words = words(request, seed, plain(&request.config)).join(" ");
    let optimise = if request.optimise { " --optimise" } else { "" };
    format!("powergrab {words}{optimise}")
}

impl BalanceRequest {
    /// Reads the configuration and looks everything up.
    ///
    /// # Errors
    /// [`StudyError::Input`]: what is wrong at which key.
    pub fn plan(self) -> Result<BalancePlan, StudyError> {
        let text = read_file(&self.config).map_err(input)?;
        let shown = self.config.display().to_string();
        let config = Config::parse(&shown, &text).map_err(input)?;
        if self.optimise && config.optimise.is_none() {
            return Err(StudyError::Input(format!(
                "{shown}: key `optimise`: is missing; --optimise needs to know how many candidates and deals"
            )));
        }
        if !self.optimise && config.experiments.is_empty() {
            return Err(StudyError::Input(format!(
                "{shown}: asks for a design search only; say --optimise"
            )));
        }
        let setup = Setup::new(&shown, &config)?;
        let seed = self.seed.or(config.seed).unwrap_or(1);
        let command = command(&self, seed);
        let identity = setup.identity(&config, &self, seed);
        let asked = config.experiments.iter().filter(|_| !self.optimise);
        let works = asked.map(|asked| Work::new(&setup, asked, self.scale));
        let works: Vec<Work> = works.collect::<Result<_, _>>()?;
        let asked = Asked {
            command: command.clone(),
            words: words(&self, seed, self.config.display().to_string()),
            config: Some(&self.config),
            noun: "piece",
        };
        let about = About::study(identity, &asked, &cut(&self, &works));
        Ok(BalancePlan {
            request: self,
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
    /// What the directory of its results is called, the seed aside.
    pub fn name(&self) -> String {
        let what = if self.request.optimise {
            "-optimise"
        } else {
            ""
        };
        format!("{}{what}", self.config.name)
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The command, without what changes no result.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Does something with the study that this is, and gives what is to be said when it has ended.
    pub fn with<T>(
        &self,
        options: &StudyOptions<'_>,
        work: impl FnOnce(&dyn Study) -> T,
    ) -> (T, Ending) {
        let study = BalanceStudy {
            plan: self,
            options: *options,
            told: Cell::new(None),
            started: Cell::new(None),
            done: RefCell::default(),
            ending: RefCell::default(),
        };
        let ended = work(&study);
        (ended, study.ending.into_inner())
    }

    /// What is finished with these pieces, in words.
    pub fn finished(&self, labels: &[String]) -> String {
        if self.request.optimise {
            format!("{} measurements and generations", labels.len())
        } else {
            let there: HashSet<&str> = labels.iter().map(String::as_str).collect();
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
