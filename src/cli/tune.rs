//! `powergrab tune`: better parameters for a bot.

use super::begin::{again, results_dir};
use super::conduct::{on_interrupt, threads};
use super::publish::dir_failure;
use super::state::{self, Words};
use super::{Failure, print, resolve, say};
use crate::ArenaGame;
use crate::arena::run::Control;
use crate::config::read_file;
use crate::lab::company::{Means, TrialError};
use crate::lab::journal::{Journal, JournalError, Record};
use crate::lab::selfplay::{Purposes, SelfPlay};
use crate::lab::space::{NoSuchParameter, Space, with_values};
use crate::lab::tune::{Generation, TuneError};
use crate::lab::tuning::Tuning;
use crate::lab::verdict::Court;
use crate::report::manifest::program_json;
use crate::report::rundir::RunDir;
use crate::report::shards::Start;
use crate::report::table::grouped;
use crate::report::tune::{self as out, Provenance};
use crate::report::{dictionary, lab_dictionary, manifest};
use crate::rng::{Purpose, Seeds};
use crate::rulesets::{RuleData, Ruleset};
use crate::strategy::Bot;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

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

/// The state of a search, as it is kept.
#[derive(Serialize)]
struct State<'a> {
    run: &'a Value,
    records: &'a [Record],
}

/// The same as it is read.
#[derive(Deserialize)]
struct Kept {
    run: Value,
    records: Vec<Record>,
}

const WORDS: Words = Words {
    none: "is not the state of a tuning",
    another: "is the state of another tuning; start anew with --force, or choose another --out",
};

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
    court: Court<G>,
    identity: Value,
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
            "method": format!("{:?}", search.method),
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
        Ok(Setup {
            args,
            tuning,
            command,
            court: Court {
                game,
                field,
                unit: tuning.unit,
                order: tuning.order,
                objective: tuning.objective,
            },
            start,
            space,
            identity,
        })
    }

    /// The directory, and the records of an earlier run that are to be used.
    fn open(&self) -> Result<(RunDir, Vec<Record>), Failure> {
        let args = self.args;
        let out = results_dir(args.out.as_deref(), &self.tuning.name, self.tuning.seed);
        let state = out.join(out::STATE);
        let start = Start::of(args.resume);
        let dir = RunDir::prepare(&out, &self.identity, start, args.force).map_err(dir_failure)?;
        if args.resume {
            let kept = state::read(&state, &self.identity, |kept: &Kept| &kept.run, &WORDS)?;
            return Ok((dir, kept.map_or_else(Vec::new, |kept| kept.records)));
        }
        if state.exists() && !args.force {
            return Err(Failure::Input(format!(
                "{}: holds this tuning already, finished or not: --resume to go on, --force to start anew",
                dir.path().display()
            )));
        }
        dir.clear().map_err(dir_failure)?;
        Ok((dir, Vec::new()))
    }

    fn manifest(&self, result: &Value) -> Vec<u8> {
        manifest::text(&json!({
            "format": 1,
            "command": self.command,
            "run": self.identity,
            "result": result,
        }))
    }

    fn means<'m>(&self, purpose: Purpose, cancel: &'m AtomicBool) -> Means<'m> {
        Means {
            seeds: Seeds::new(self.tuning.seed, purpose),
            threads: self.args.threads,
            control: Control {
                cancel,
                progress: &|_| {},
            },
        }
    }

    fn conduct(&self) -> Result<(), Failure> {
        if self.args.check {
            return print(&format!(
                "{} is valid: {} parameters of {}, a field of {}\n",
                self.tuning.file,
                self.space.dimensions.len(),
                self.start.name,
                self.court.field.len()
            ));
        }
        let (dir, records) = self.open()?;
        let put = |name: &str, text: &[u8]| dir.put(name, text).map_err(dir_failure);
        put(
            manifest::FILE,
            &self.manifest(&json!({ "complete": false })),
        )?;
        let cancel = on_interrupt()?;
        let mut keep = |records: &[Record]| {
            let state = State {
                run: &self.identity,
                records,
            };
            let text = serde_json::to_vec(&state).map_err(|e| e.to_string())?;
            dir.put(out::STATE, &text).map_err(|e| e.to_string())
        };
        let resumed = records.len();
        let mut journal = Journal::new(records, &mut keep);
        let mut told: Vec<(String, Generation)> = Vec::new();
        let objective = self.tuning.objective.text();
        let aim = self.tuning.search.objective.text();
        if resumed > 0 {
            say!("resumed after {resumed} trials");
        }
        let failed = |e: TuneError| self.failure(&e, &dir);

        if self.args.self_play {
            return self.self_play(&dir, &mut journal, &cancel);
        }
        let tune = self.means(Purpose::Tune, &cancel);
        let mut tell = |g: &Generation| {
            told.push((String::new(), g.clone()));
            if told.len() > resumed {
                say!("{}", progress(g, aim));
                // Only for whoever looks on: the state is kept by the journal.
                let _ = dir.put(out::GENERATIONS, &out::generations(&told));
            }
        };
        let rng = Seeds::new(self.tuning.seed, Purpose::Plan).deal(0).plan();
        let company = Court {
            unit: self.tuning.search_unit,
            objective: self.tuning.search.objective,
            ..self.court.clone()
        }
        .company();
        let found = self
            .tuning
            .search
            .run(
                "",
                &self.start,
                &self.space,
                &company,
                0,
                rng,
                &tune,
                &mut journal,
                &mut tell,
            )
            .map_err(failed)?;
        let tuned = with_values(&self.start, &self.tuning.name, &found.values).map_err(input)?;
        put(out::GENERATIONS, &out::generations(&told))?;

        let test = self.means(Purpose::Test, &cancel);
        let findings = self.court.validate(
            &self.start,
            &tuned,
            self.tuning.validate,
            &test,
            &mut journal,
        );
        let findings = findings.map_err(failed)?;
        put(
            out::VALIDATION,
            &out::validation(&findings, objective, self.tuning.players),
        )?;
        let mut lines = vec![
            format!(
                "{} generations, {} games; the optimiser's mean, started from {}, in a field of {}.",
                found.generations,
                grouped(found.games),
                self.start.name,
                names(&self.court.field)
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
        let file = format!("{}.toml", self.tuning.name);
        put(&file, out::strategy(&tuned, &about).as_bytes())?;
        print(&out::verdict(&findings, objective))?;

        if self.tuning.one_step > 0 {
            let validate = self.means(Purpose::Validate, &cancel);
            let steps = self.court.one_step(
                &self.start,
                &tuned,
                &self.space,
                self.tuning.one_step,
                &validate,
                &mut journal,
            );
            let steps = steps.map_err(failed)?;
            put(out::ONE_STEP, &out::one_step(&steps, objective))?;
            print(&format!("\n{}", out::one_step_table(&steps, objective)))?;
        }
        put(dictionary::FILE, lab_dictionary::markdown().as_bytes())?;
        put(
            manifest::FILE,
            &self.manifest(&json!({
                "complete": true,
                "generations": found.generations,
                "games": found.games,
            })),
        )?;
        say!("{}", dir.path().join(file).display());
        Ok(())
    }

    fn self_play(
        &self,
        dir: &RunDir,
        journal: &mut Journal<'_>,
        cancel: &AtomicBool,
    ) -> Result<(), Failure> {
        let put = |name: &str, text: &[u8]| dir.put(name, text).map_err(dir_failure);
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
            tune: self.means(Purpose::Tune, cancel),
            validate: self.means(Purpose::Validate, cancel),
            test: self.means(Purpose::Test, cancel),
        };
        let mut told: Vec<(String, Generation)> = Vec::new();
        let outcome = play
            .run(
                &self.start,
                &self.space,
                &self.court,
                &means,
                journal,
                &mut |number, g| {
                    say!("response {number}, {}", progress(g, objective));
                    told.push((number.to_string(), g.clone()));
                    let _ = dir.put(out::GENERATIONS, &out::generations(&told));
                },
            )
            .map_err(|e| self.failure(&e, dir))?;
        put(out::GENERATIONS, &out::generations(&told))?;
        put(
            out::ARCHIVE,
            &out::archive(&outcome, objective, tuning.players),
        )?;
        put(
            out::RESPONSES,
            &out::responses(&outcome.responses, objective),
        )?;
        put(out::MIXTURE, &out::mixture(&outcome))?;
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
            put(
                &format!("{}.toml", bot.name),
                out::strategy(bot, &about).as_bytes(),
            )?;
        }
        put(dictionary::FILE, lab_dictionary::markdown().as_bytes())?;
        put(manifest::FILE, &self.manifest(&json!({ "complete": true })))?;
        print(&out::self_play(&outcome, objective))?;
        say!("files in {}", dir.path().display());
        Ok(())
    }

    fn failure(&self, e: &TuneError, dir: &RunDir) -> Failure {
        match e {
            TuneError::Journal(JournalError::Trial(TrialError::Cancelled)) => {
                let again = again(&self.command, None, Some(dir.path()), None);
                Failure::Interrupted(format!("interrupted; go on with: {again}"))
            }
            TuneError::Journal(JournalError::Trial(TrialError::Run(_))) => {
                Failure::Missing(e.to_string())
            }
            TuneError::Journal(JournalError::Keep(_)) => Failure::Io(e.to_string()),
            TuneError::Journal(JournalError::Differs(_)) | TuneError::Candidate(_) => input(e),
        }
    }
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
