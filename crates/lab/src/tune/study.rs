//! Tunings: the search for better parameters of a bot.

use super::files::{Put, progress, show_generations};
use super::request::TuneRequest;
use crate::catalog::{Catalog, RuleData};
use crate::matches::printed::{grouped, wrapped};
use crate::study::checkpoint::About;
use crate::study::manifest::program_json;
use crate::study::options::StudyOptions;
use crate::study::resolve;
use crate::study::study_error::StudyError;
use crate::study::traits::{Partition, Results, Study, StudyCommand, StudyContext};
use crate::sweep::failed_bots::{answers, note};
use crate::sweep::space::{NoSuchParameter, Space};
use crate::sweep::trial::{TrialOptions, failures_of};
use crate::tune::config::Tuning;
use crate::tune::search::{Generation, TuneError};
use crate::tune::selfplay::{Purposes, SelfPlay};
use crate::tune::tables as out;
use crate::tune::tables::Provenance;
use crate::tune::validation::Validation;
use powergrab_arena::ArenaGame;
use powergrab_arena::piece::Piece;
use powergrab_bots::strategy::Bot;
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_table::named_file::NamedFile;
use serde_json::{Value, json};
use std::cell::RefCell;

/// Kind of this study.
pub const KIND: &str = "tune";

/// Returns the way a tuning is split: not at all.
fn partition() -> Partition {
    Partition::Sequential(
        "a tuning's generations follow from each other: it does not go with --shard".to_owned(),
    )
}

/// Summary of a tuning that was looked up.
pub struct TuneSummary {
    /// Command, without options that change no result.
    pub command: String,
    /// Statement that the configuration is valid, with its size.
    pub valid: String,
}

/// A tuning with everything looked up and checked.
pub(super) struct TuneStudy<'a, G: ArenaGame> {
    self_play: bool,
    catalog: Catalog,
    tuning: Tuning,
    command: String,
    start: Bot<G>,
    space: Space,
    validation: Validation<G>,
    about: About,
    options: StudyOptions<'a>,
    /// The generations so far, each with the name of its search.
    told: RefCell<Vec<(String, Generation)>>,
}

impl<'a, G: ArenaGame> TuneStudy<'a, G> {
    pub(super) fn new<R: RuleData<Game = G>>(
        request: &TuneRequest,
        tuning: Tuning,
        catalog: Catalog,
        rules: &R,
        options: StudyOptions<'a>,
    ) -> Result<TuneStudy<'a, G>, StudyError> {
        let game = rules
            .game(tuning.players)
            .map_err(|e| StudyError::input(tuning.error("players", e)))?;
        let (start, _) = resolve::steady_bot::<G>(&catalog, &tuning.start, "tuning")?;
        let field = tuning
            .field
            .iter()
            .map(|b| Ok(resolve::steady_bot::<G>(&catalog, b, "tuning")?.0));
        let field = field.collect::<Result<Vec<Bot<G>>, StudyError>>()?;
        let names: Option<Vec<&str>> = tuning
            .params
            .as_ref()
            .map(|p| p.iter().map(String::as_str).collect());
        let key = if names.is_some() { "params" } else { "start" };
        let space = Space::new(&start, names.as_deref(), tuning.steps);
        let space = space.map_err(|NoSuchParameter(e)| StudyError::input(tuning.error(key, e)))?;
        if request.self_play
            && (tuning.search.objective, tuning.search_unit) != (tuning.objective, tuning.unit)
        {
            return Err(StudyError::input(tuning.error(
                "search_objective",
                "what a search counts by itself is not for --self-play: leave search_objective and search_unit out",
            )));
        }
        let params: Vec<&str> = space.dimensions.iter().map(|d| d.tunable.name).collect();
        let self_play = if request.self_play {
            " --self-play"
        } else {
            ""
        };
        let generations = request
            .generations
            .map_or(String::new(), |n| format!(" --generations {n}"));
        let command = format!(
            "powergrab tune {}{self_play}{generations} --seed {}",
            tuning.file, tuning.seed
        );
        let search = &tuning.search;
        let identity = json!({
            "program": program_json(),
            "kind": if request.self_play { "self-play" } else { "tune" },
            "name": tuning.name,
            "ruleset": rules.name(),
            "fingerprint": rules.fingerprint(),
            "players": tuning.players,
            "start": start.describe(),
            "field": field.iter().map(Bot::describe).collect::<Vec<_>>(),
            "params": params,
            "method": search.optimiser_identity(),
            "objective": tuning.objective.text(),
            "search_objective": search.objective.text(),
            "search_unit": tuning.search_unit.text(),
            "steps": tuning.steps.text(),
            "sigma": search.sigma,
            "generations": search.generations,
            "games": search.games,
            "deals": search.deals,
            "max_deals": search.max_deals,
            "validate": tuning.validate,
            "rounds": request.self_play.then_some(tuning.rounds),
            "one_step": tuning.one_step,
            "seed": tuning.seed.to_string(),
            "unit": tuning.unit.text(),
            "order": tuning.order.text(),
        });
        let asked = StudyCommand {
            command: command.clone(),
            kind: KIND,
            request: json!(TuneRequest {
                seed: Some(tuning.seed),
                ..request.clone()
            }),
            config: Some(&request.config),
            noun: "trial",
        };
        Ok(TuneStudy {
            self_play: request.self_play,
            catalog,
            command,
            options,
            told: RefCell::default(),
            validation: Validation {
                game,
                field,
                unit: tuning.unit,
                order: tuning.order,
                objective: tuning.objective,
            },
            tuning,
            start,
            space,
            about: About::study(identity, &asked, &partition()),
        })
    }

    pub(super) fn summary(&self) -> TuneSummary {
        TuneSummary {
            command: self.command.clone(),
            valid: format!(
                "{} is valid: {} parameters of {}, a field of {}\n",
                self.tuning.file,
                self.space.dimensions.len(),
                self.start.name,
                self.validation.field.len()
            ),
        }
    }

    /// Calls `work` with the options of trials, for tuning, validation and test.
    fn means<T>(&self, work: impl FnOnce(&Purposes<'_>) -> T) -> T {
        self.options.controlled(|control| {
            let means = |purpose| TrialOptions {
                bots: &self.catalog.bots,
                seeds: Seeds::new(self.tuning.seed, purpose),
                threads: self.options.threads,
                control,
            };
            work(&Purposes {
                tune: means(Purpose::Tune),
                validate: means(Purpose::Validate),
                test: means(Purpose::Test),
            })
        })
    }

    /// Returns the name of the tuned strategy's file.
    fn strategy_file(&self) -> String {
        format!("{}.toml", self.tuning.name)
    }

    /// Returns all files with this result.
    fn results(
        &self,
        mut put: Put<'_>,
        context: &StudyContext<'_, '_>,
        mut result: Value,
    ) -> Result<Results, StudyError> {
        let failures = failures_of(context.pieces.all())?;
        note(&mut put.files, &mut result, &failures);
        Ok(put.results(result, failures))
    }

    /// Runs one search, validates its result on unseen deals, and measures each parameter.
    fn one(
        &self,
        means: &Purposes<'_>,
        context: &mut StudyContext<'_, '_>,
    ) -> Result<Results, StudyError> {
        let shown = context.shown;
        let pieces = &mut *context.pieces;
        let resumed = pieces.all().len();
        self.told.borrow_mut().clear();
        let objective = self.tuning.objective.text();
        let aim = self.tuning.search.objective.text();
        let mut tell = |g: &Generation| {
            let mut told = self.told.borrow_mut();
            told.push((String::new(), g.clone()));
            if told.len() > resumed {
                let of = self.tuning.search.generations;
                self.options.reporter.tell(&progress(g, of, aim));
                self.options.reporter.next_step();
                show_generations(shown, &told);
            }
        };
        let generations = self.tuning.search.generations;
        let there = (resumed as u64).min(generations);
        self.options
            .reporter
            .begin_steps("generation", generations, there);
        let rng = Seeds::new(self.tuning.seed, Purpose::Plan).deal(0).plan();
        let table = Validation {
            unit: self.tuning.search_unit,
            objective: self.tuning.search.objective,
            ..self.validation.clone()
        }
        .field_table();
        let found = self.tuning.search.run(
            "",
            &self.start,
            &self.space,
            &table,
            0,
            rng,
            &means.tune,
            pieces,
            &mut tell,
        )?;
        let tuned = means
            .tune
            .bots
            .with_values(&self.start, &self.tuning.name, &found.values)
            .map_err(TuneError::from)?;

        let findings = self.validation.validate(
            &self.start,
            &tuned,
            self.tuning.validate,
            &means.test,
            pieces,
        );
        let findings = findings?;
        let mut put = Put::new(shown);
        put.file(out::generations().table(&*self.told.borrow()))?;
        let players = self.tuning.players;
        let verdict = findings.iter().map(|found| (found, objective, players));
        put.file(out::validation().table(verdict))?;
        let mut lines = vec![
            format!(
                "{} generations, {} games; the optimiser's mean, started from {}, in a field of {}.",
                found.generations,
                grouped(found.games),
                self.start.name,
                names(&self.validation.field)
            ),
            format!("Validated on deals that the search never saw ({objective}, 95 % intervals):"),
        ];
        lines.extend(
            out::lines(&findings, objective)
                .into_iter()
                .map(|l| format!("  {l}")),
        );
        let description = format!(
            "Tuned for tables of {} against the shipped field, started from {}",
            self.tuning.players, self.start.name
        );
        let about = Provenance {
            command: &self.command,
            description: &description,
            lines: &lines,
        };
        let strategy = out::strategy(&tuned, &about);
        put.file(NamedFile::new(self.strategy_file(), strategy))?;
        let reporter = self.options.reporter;
        reporter.show(&out::verdict(&findings, objective))?;
        if self.tuning.one_step > 0 {
            let steps = self.validation.one_step(
                &self.start,
                &tuned,
                &self.space,
                self.tuning.one_step,
                &means.validate,
                pieces,
            );
            let steps = steps?;
            let table = out::one_step().table(steps.iter().map(|step| (step, objective)));
            put.file(table)?;
            reporter.show(&format!("\n{}", out::one_step_table(&steps, objective)))?;
        }
        let answer = out::answer(&findings, &self.start.name, objective);
        let answers = answers(&failures_of(pieces.all())?, [answer]);
        let mut shown = "\n".to_owned();
        answers.iter().for_each(|it| wrapped(&mut shown, it));
        reporter.show(&shown)?;
        let result = json!({
            "complete": true,
            "generations": found.generations,
            "games": found.games,
            "answers": answers,
        });
        self.results(put, context, result)
    }

    /// Runs self-play: best responses to a growing archive.
    fn self_play(
        &self,
        means: &Purposes<'_>,
        context: &mut StudyContext<'_, '_>,
    ) -> Result<Results, StudyError> {
        let shown = context.shown;
        let pieces = &mut *context.pieces;
        let tuning = &self.tuning;
        let objective = tuning.objective.text();
        let play = SelfPlay {
            name: &tuning.name,
            rounds: tuning.rounds,
            search: tuning.search.clone(),
            deals: tuning.validate,
            seed: tuning.seed,
        };
        self.told.borrow_mut().clear();
        let outcome = play.run(
            &self.start,
            &self.space,
            &self.validation,
            means,
            pieces,
            &mut |number, g| {
                let line = progress(g, tuning.search.generations, objective);
                self.options
                    .reporter
                    .tell(&format!("response {number}, {line}"));
                let mut told = self.told.borrow_mut();
                told.push((number.to_string(), g.clone()));
                show_generations(shown, &told);
            },
        )?;
        let mut put = Put::new(shown);
        put.file(out::generations().table(&*self.told.borrow()))?;
        let pairs = out::archive_pairs(&outcome, objective, tuning.players);
        put.file(out::archive().table(pairs))?;
        let responses = outcome.responses.iter().map(|found| (found, objective));
        put.file(out::responses().table(responses))?;
        let names = outcome.archive.iter().map(|bot| bot.name.as_str());
        let mixture = names.zip(outcome.mixture.iter().copied());
        put.file(out::mixture().table(mixture))?;
        let n_first = outcome.archive.len() - tuning.rounds as usize;
        for (bot, response) in outcome.archive[n_first..].iter().zip(&outcome.responses) {
            let description = format!(
                "Best response number {} of self-play at tables of {}",
                response.number, tuning.players
            );
            let about = Provenance {
                command: &self.command,
                description: &description,
                lines: &[],
            };
            let strategy = out::strategy(bot, &about);
            put.file(NamedFile::new(format!("{}.toml", bot.name), strategy))?;
        }
        let mut results = self.results(put, context, json!({ "complete": true }))?;
        results.told = out::self_play(&outcome, objective);
        Ok(results)
    }
}

impl<G: ArenaGame> Study for TuneStudy<'_, G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn partition(&self) -> Partition {
        partition()
    }

    fn finish(&self, context: &mut StudyContext<'_, '_>) -> Result<Results, StudyError> {
        let resumed = context.pieces.all().len();
        if resumed > 0 && context.pieces.sharing().is_none() {
            let line = format!("resumed after {resumed} trials");
            self.options.reporter.tell(&line);
        }
        self.means(|means| match self.self_play {
            true => self.self_play(means, context),
            false => self.one(means, context),
        })
    }

    fn so_far(&self, pieces: &[Piece]) -> Result<Option<Results>, StudyError> {
        let told = self.told.borrow();
        let generations = (!told.is_empty()).then(|| out::generations().table(&*told));
        Ok(Some(Results {
            files: generations.into_iter().map(NamedFile::from).collect(),
            result: self.unfinished(),
            failures: failures_of(pieces)?,
            ..Results::default()
        }))
    }
}

fn names<G: ArenaGame>(bots: &[Bot<G>]) -> String {
    let names: Vec<&str> = bots.iter().map(|b| b.name.as_str()).collect();
    names.join(", ")
}
