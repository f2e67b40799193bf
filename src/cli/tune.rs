//! `powergrab tune`: better parameters for a bot.

use super::begin::{again, results_dir};
use super::conduct::{on_interrupt, threads};
use super::failures::{failed, note, say_failure};
use super::tune_files::Put;
use super::{Failure, print, say};
use crate::ArenaGame;
use crate::arena::part::Part;
use crate::arena::run::Control;
use crate::config::read_file;
use crate::lab::pieces::Piece;
use crate::lab::selfplay::{Purposes, SelfPlay};
use crate::lab::space::{NoSuchParameter, Space, with_values};
use crate::lab::trial::{TrialOptions, failures_of};
use crate::lab::tune::{Generation, TuneError};
use crate::lab::tuning::Tuning;
use crate::lab::validation::Validation;
use crate::report::manifest::program_json;
use crate::report::table::grouped;
use crate::report::tune::{self as out, Provenance};
use crate::rng::{Purpose, Seeds};
use crate::rulesets::{RuleData, Ruleset};
use crate::session::Start;
use crate::session::checkpoint::About;
use crate::session::rundir::RunDir;
use crate::session::study::{self, Asked, Cut, Desk, Ended, Request, Results, Study, StudyError};
use crate::strategy::Bot;
use crate::studies::resolve;
use serde_json::{Value, json};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Look for parameters with which a bot does best in a field, and judge the result on deals that the search never saw
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: powergrab tune configs/tune-quick.toml

The file: name (of the new strategy); ruleset; players; start (a bot); field (bots); params (all, or a list); method = \"cma-es\" \
(population) or \"spsa\" (pairs); objective = \"win-share\", \"rating\", \"points\" or \"margin\"; search_objective; search_unit; sigma; steps (of sigma: \"value\" or \"range\"); generations; games; deals; \
max_deals; validate; one_step; rounds; seed; unit; order. `powergrab new tune NAME` writes one with comments.")]
pub struct Args {
    /// The configuration, a TOML file
    config: PathBuf,
    /// The seed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Find best responses to a growing archive of bots instead, a mixture over it, and how exploitable its best bot is;
    /// the archive begins with the start and the field
    #[arg(long)]
    self_play: bool,
    /// Only read the configuration and look everything up
    #[arg(long)]
    check: bool,
    /// Go on where an earlier run of the same configuration was interrupted; the result is the same
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Refused, in words that say why
    #[arg(long, value_name = "K/N", hide = true)]
    shard: Option<Part>,
    /// Threads; without it one for each processor. Results are the same with any number
    #[arg(long, value_name = "T", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// Where results go; without it results/<NAME>-<SEED>
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Overwrite what another run left in that directory
    #[arg(long)]
    force: bool,
}

/// Why a tuning is not split.
const STEPS: Cut =
    Cut::Steps("a tuning's generations follow from each other: it does not go with --shard");

fn input(e: impl std::fmt::Display) -> Failure {
    Failure::Input(e.to_string())
}

/// Tunes.
pub fn run(args: &Args) -> Result<(), Failure> {
    let text = read_file(&args.config).map_err(input)?;
    let shown = args.config.display().to_string();
    let mut tuning = Tuning::parse(&shown, &text).map_err(input)?;
    tuning.seed = args.seed.unwrap_or(tuning.seed);
    match resolve::ruleset(&tuning.ruleset)? {
        Ruleset::Shedding(rules) => Setup::new(args, &tuning, &rules)?.conduct(),
        Ruleset::Grid(rules) => Setup::new(args, &tuning, &rules)?.conduct(),
    }
}

/// Everything looked up and checked.
struct Setup<'a, G: ArenaGame> {
    args: &'a Args,
    tuning: &'a Tuning,
    command: String,
    start: Bot<G>,
    space: Space,
    validation: Validation<G>,
    about: About,
    cancel: Arc<AtomicBool>,
}

impl<'a, G: ArenaGame> Setup<'a, G> {
    fn new<R: RuleData<Game = G>>(
        args: &'a Args,
        tuning: &'a Tuning,
        rules: &R,
    ) -> Result<Setup<'a, G>, Failure> {
        let game = rules
            .game(tuning.players)
            .map_err(|e| input(tuning.error("players", e)))?;
        let (start, _) = resolve::steady_bot::<G>(&tuning.start, "tuning")?;
        let field = tuning
            .field
            .iter()
            .map(|b| Ok(resolve::steady_bot::<G>(b, "tuning")?.0));
        let field = field.collect::<Result<Vec<Bot<G>>, Failure>>()?;
        let names: Option<Vec<&str>> = tuning
            .params
            .as_ref()
            .map(|p| p.iter().map(String::as_str).collect());
        let key = if names.is_some() { "params" } else { "start" };
        let space = Space::new(&start, names.as_deref(), tuning.steps);
        let space = space.map_err(|NoSuchParameter(e)| input(tuning.error(key, e)))?;
        if args.self_play
            && (tuning.search.objective, tuning.search_unit) != (tuning.objective, tuning.unit)
        {
            return Err(input(tuning.error(
                "search_objective",
                "what a search counts by itself is not for --self-play: leave search_objective and search_unit out",
            )));
        }
        let params: Vec<&str> = space.dimensions.iter().map(|d| d.tunable.name).collect();
        let self_play = if args.self_play { " --self-play" } else { "" };
        let command = format!(
            "powergrab tune {}{self_play} --seed {}",
            tuning.file, tuning.seed
        );
        let search = &tuning.search;
        let identity = json!({
            "program": program_json(),
            "kind": if args.self_play { "self-play" } else { "tune" },
            "name": tuning.name,
            "ruleset": rules.name(),
            "fingerprint": rules.fingerprint(),
            "players": tuning.players,
            "start": start.describe(),
            "field": field.iter().map(Bot::describe).collect::<Vec<_>>(),
            "params": params,
            "method": search.method.identity(),
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
            "rounds": args.self_play.then_some(tuning.rounds),
            "one_step": tuning.one_step,
            "seed": tuning.seed.to_string(),
            "unit": tuning.unit.text(),
            "order": tuning.order.text(),
        });
        let asked = Asked {
            command: command.clone(),
            words: Vec::new(),
            config: Some(&args.config),
            noun: "trial",
        };
        Ok(Setup {
            args,
            tuning,
            command,
            cancel: on_interrupt()?,
            validation: Validation {
                game,
                field,
                unit: tuning.unit,
                order: tuning.order,
                objective: tuning.objective,
            },
            start,
            space,
            about: About::study(identity, &asked, &STEPS),
        })
    }

    fn means(&self, purpose: Purpose) -> TrialOptions<'_> {
        TrialOptions {
            seeds: Seeds::new(self.tuning.seed, purpose),
            threads: self.args.threads,
            control: Control {
                cancel: &self.cancel,
                progress: &|_| {},
            },
        }
    }

    fn conduct(&self) -> Result<(), Failure> {
        let args = self.args;
        if args.check {
            return print(&format!(
                "{} is valid: {} parameters of {}, a field of {}\n",
                self.tuning.file,
                self.space.dimensions.len(),
                self.start.name,
                self.validation.field.len()
            ));
        }
        let out = results_dir(args.out.as_deref(), &self.tuning.name, self.tuning.seed);
        let request = Request {
            out: out.clone(),
            start: Start::of(args.resume),
            force: args.force,
            part: args.shard,
            every: Duration::ZERO,
        };
        match study::conduct(self, &request)? {
            Ended::Complete | Ended::Part { .. } => {
                say!("{}: holds this run, complete", out.display());
            }
            Ended::Whole { results, .. } => {
                print(&results.told)?;
                match self.args.self_play {
                    true => say!("files in {}", out.display()),
                    false => say!("{}", out.join(self.strategy_file()).display()),
                }
                return failed(&results.failures, None);
            }
            Ended::Interrupted { .. } => {
                let again = again(&self.command, None, Some(&out), None);
                return Err(Failure::Interrupted(format!(
                    "interrupted; go on with: {again}"
                )));
            }
        }
        Ok(())
    }

    /// The tuned strategy's file.
    fn strategy_file(&self) -> String {
        format!("{}.toml", self.tuning.name)
    }

    /// All files, and the manifest with this result.
    fn results(
        &self,
        put: Put<'_>,
        desk: &Desk<'_, '_>,
        mut result: Value,
    ) -> Result<Results, StudyError> {
        let failures = failures_of(desk.pieces.all())?;
        note(&mut result, &failures);
        Ok(put.results(&self.manifest(result), failures))
    }

    /// One search, what it found on deals that it never saw, and what each parameter does.
    fn one(&self, desk: &mut Desk<'_, '_>) -> Result<Results, StudyError> {
        let Desk { dir, pieces } = &mut *desk;
        let resumed = pieces.all().len();
        let mut told: Vec<(String, Generation)> = Vec::new();
        let objective = self.tuning.objective.text();
        let aim = self.tuning.search.objective.text();
        let tune = self.means(Purpose::Tune);
        let mut tell = |g: &Generation| {
            told.push((String::new(), g.clone()));
            if told.len() > resumed {
                say!("{}", progress(g, aim));
                // Only for whoever looks on: the pieces are kept anyhow.
                let _ = dir.put(out::GENERATIONS, &out::generations(&told));
            }
        };
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
            &tune,
            pieces,
            &mut tell,
        )?;
        let tuned =
            with_values(&self.start, &self.tuning.name, &found.values).map_err(TuneError::from)?;

        let test = self.means(Purpose::Test);
        let findings =
            self.validation
                .validate(&self.start, &tuned, self.tuning.validate, &test, pieces);
        let findings = findings?;
        let mut put = Put::new(dir);
        put.file(out::GENERATIONS, out::generations(&told))?;
        let players = self.tuning.players;
        put.file(
            out::VALIDATION,
            out::validation(&findings, objective, players),
        )?;
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
        put.file(&self.strategy_file(), strategy.into_bytes())?;
        show(&out::verdict(&findings, objective))?;

        if self.tuning.one_step > 0 {
            let validate = self.means(Purpose::Validate);
            let steps = self.validation.one_step(
                &self.start,
                &tuned,
                &self.space,
                self.tuning.one_step,
                &validate,
                pieces,
            );
            let steps = steps?;
            put.file(out::ONE_STEP, out::one_step(&steps, objective))?;
            show(&format!("\n{}", out::one_step_table(&steps, objective)))?;
        }
        let result = json!({
            "complete": true,
            "generations": found.generations,
            "games": found.games,
        });
        self.results(put, desk, result)
    }

    /// Best responses to a growing archive.
    fn self_play(&self, desk: &mut Desk<'_, '_>) -> Result<Results, StudyError> {
        let Desk { dir, pieces } = &mut *desk;
        let tuning = self.tuning;
        let objective = tuning.objective.text();
        let play = SelfPlay {
            name: &tuning.name,
            rounds: tuning.rounds,
            search: tuning.search.clone(),
            deals: tuning.validate,
            seed: tuning.seed,
        };
        let means = Purposes {
            tune: self.means(Purpose::Tune),
            validate: self.means(Purpose::Validate),
            test: self.means(Purpose::Test),
        };
        let mut told: Vec<(String, Generation)> = Vec::new();
        let outcome = play.run(
            &self.start,
            &self.space,
            &self.validation,
            &means,
            pieces,
            &mut |number, g| {
                say!("response {number}, {}", progress(g, objective));
                told.push((number.to_string(), g.clone()));
                let _ = dir.put(out::GENERATIONS, &out::generations(&told));
            },
        )?;
        let mut put = Put::new(dir);
        put.file(out::GENERATIONS, out::generations(&told))?;
        let archive = out::archive(&outcome, objective, tuning.players);
        put.file(out::ARCHIVE, archive)?;
        let responses = out::responses(&outcome.responses, objective);
        put.file(out::RESPONSES, responses)?;
        put.file(out::MIXTURE, out::mixture(&outcome))?;
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
            put.file(&format!("{}.toml", bot.name), strategy.into_bytes())?;
        }
        let mut results = self.results(put, desk, json!({ "complete": true }))?;
        results.told = out::self_play(&outcome, objective);
        Ok(results)
    }
}

impl<G: ArenaGame> Study for Setup<'_, G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn cut(&self) -> Cut {
        STEPS
    }

    fn play(&self, _: usize) -> Result<Vec<u8>, StudyError> {
        Ok(Vec::new())
    }

    fn finish(&self, desk: &mut Desk<'_, '_>) -> Result<Results, StudyError> {
        let resumed = desk.pieces.all().len();
        if resumed > 0 {
            say!("resumed after {resumed} trials");
        }
        match self.args.self_play {
            true => self.self_play(desk),
            false => self.one(desk),
        }
    }

    fn interrupted(&self, _: &RunDir, pieces: &[Piece]) -> Result<(), StudyError> {
        say_failure(failed(&failures_of(pieces)?, None));
        Ok(())
    }

    fn refuses_again(&self) -> Option<&'static str> {
        Some("holds this tuning already, finished or not: --resume to go on, --force to start anew")
    }

    fn keeps_checkpoint(&self) -> bool {
        true
    }
}

/// Prints at once.
fn show(text: &str) -> Result<(), StudyError> {
    print(text).map_err(|e| StudyError::Io(e.to_string()))
}

fn names<G: ArenaGame>(bots: &[Bot<G>]) -> String {
    let names: Vec<&str> = bots.iter().map(|b| b.name.as_str()).collect();
    names.join(", ")
}

/// A line of progress.
fn progress(g: &Generation, objective: &str) -> String {
    let unit = out::Unit::of(objective);
    format!(
        "generation {:>3}: {:>6} deals, mean {}, gain over the start {}, step {:.3}, reliability {:.2}",
        g.number,
        grouped(g.deals),
        unit.figure(&g.mean),
        unit.figure(&g.gain),
        g.step,
        g.reliability
    )
}
