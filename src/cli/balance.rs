//! `powergrab balance`: what towers, cards and rules are worth.

use super::conduct::{Bar, all_differ, on_interrupt};
use super::publish::dir_failure;
use super::{Failure, print, resolve, say};
use crate::arena::run::{Control, RunError, Workers};
use crate::config::read_file;
use crate::lab::balance::cards::Cards;
use crate::lab::balance::config::{Config, VariantsPart};
use crate::lab::balance::drama::Drama;
use crate::lab::balance::ledger::Ledger;
use crate::lab::balance::search::Search;
use crate::lab::balance::towers::{Rates, Towers};
use crate::lab::balance::variants::{Change, Compared, Comparison, ablations, rulings};
use crate::lab::balance::{Seated, SeatedError};
use crate::report::balance::{Findings, SHEETS, dictionary, told};
use crate::report::manifest::{self, BotInfo, RulesetInfo};
use crate::report::rundir::{Care, RunDir};
use crate::report::shards::Start;
use crate::report::table::grouped;
use crate::rng::{Purpose, Seeds};
use crate::rulesets::Ruleset;
use crate::shedding::{Rules, Shedding};

use crate::strategy::Bot;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Measure what towers, cards and rules are worth, as a configuration file asks for it
///
/// The worth of a tower is measured by intervention: at turns drawn by lot it is given to a seat or taken from it, all else and all
/// later chance left equal, and the round is played on both ways.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: powergrab balance configs/balance.toml && powergrab report results/balance-1

The file: name; ruleset (one or a list); line_ups (lists of bots, one a table); seed; and a table for each experiment: \
[towers] (deals, turn_rate, block_rate, null); [cards], [drama], [ledger] (deals, line_ups); [ablations], [rulings] (deals, \
line_ups, unit, pairs). --optimise does [optimise] instead (deals, line_up, candidates, finalists, test_deals, turns)."
)]
pub struct Args {
    /// The configuration, a TOML file
    config: PathBuf,
    /// The run's seed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// This share of the deals that the file asks for, to see what a run is like
    #[arg(long, value_name = "F", default_value_t = 1.0, value_parser = share)]
    scale: f64,
    /// Search for rule settings that bring the towers to equal worth, as [optimise] asks for it, instead of the rest
    #[arg(long)]
    optimise: bool,
    /// Threads; without it one for each processor. Results are the same with any number
    #[arg(long, value_name = "T", value_parser = super::conduct::threads)]
    threads: Option<NonZero<usize>>,
    /// Where results go; without it results/<NAME>-<SEED>
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Overwrite what another run left in that directory
    #[arg(long)]
    force: bool,
}

fn share(text: &str) -> Result<f64, String> {
    let share: Option<f64> = text.parse().ok();
    share
        .filter(|f| *f > 0.0 && *f <= 1000.0)
        .ok_or_else(|| "a share is a number above 0, at most 1000".to_owned())
}

/// What is to be done, looked up and checked.
struct Setup {
    rules: Vec<Rules>,
    rulesets: Vec<RulesetInfo>,
    /// By the name or path in the file.
    bots: Vec<(String, Bot<Shedding>, BotInfo)>,
    /// The tables of the experiments that name none of their own.
    tables: Vec<Seated>,
}

fn input(e: impl std::fmt::Display) -> Failure {
    Failure::Input(e.to_string())
}

fn rules(name: &str) -> Result<Rules, Failure> {
    match resolve::ruleset(name)? {
        Ruleset::Shedding(rules) => Ok(rules),
        Ruleset::Grid(_) => Err(Failure::Input(format!(
            "{name}: balance measures towers and cards of the shedding games; Grid has neither"
        ))),
    }
}

impl Setup {
    fn new(config: &Config) -> Result<Setup, Failure> {
        let rules: Vec<Rules> = config
            .rulesets
            .iter()
            .map(|n| rules(n))
            .collect::<Result<_, _>>()?;
        all_differ("ruleset", rules.iter().map(|r| r.name.as_str()))?;
        let mut bots: Vec<(String, Bot<Shedding>, BotInfo)> = Vec::new();
        for name in config.bots() {
            if !bots.iter().any(|(known, ..)| known == name) {
                let (bot, info) = resolve::steady_bot(name, "balance")?;
                bots.push((name.to_owned(), bot, info));
            }
        }
        all_differ("bot", bots.iter().map(|(_, bot, _)| bot.name.as_str()))?;
        let mut setup = Setup {
            rulesets: rules.iter().map(resolve::ruleset_info).collect(),
            rules,
            bots,
            tables: Vec::new(),
        };
        setup.tables = setup.tables_of(&config.line_ups)?;
        // What is wrong with a part is told before another has been played.
        for line_ups in config.own_line_ups() {
            setup.tables_of(line_ups)?;
        }
        Ok(setup)
    }

    fn seats(&self, line_up: &[String]) -> Vec<Bot<Shedding>> {
        let bot = |name: &String| {
            let known = self.bots.iter().find(|(known, ..)| known == name);
            known.map(|(_, bot, _)| bot.clone())
        };
        line_up.iter().filter_map(bot).collect()
    }

    fn tables_of(&self, line_ups: &[Vec<String>]) -> Result<Vec<Seated>, Failure> {
        let mut tables = Vec::new();
        for rules in &self.rules {
            for line_up in line_ups {
                match Seated::new(rules, self.seats(line_up)) {
                    Ok(seated) => tables.push(seated),
                    // With several rulesets not every table has to fit each.
                    Err(SeatedError::Players(_)) if self.rules.len() > 1 => {}
                    Err(e) => return Err(input(e)),
                }
            }
        }
        if tables.is_empty() {
            return Err(input("no line-up fits any of the rulesets"));
        }
        Ok(tables)
    }

    fn identity(&self, config: &Config, args: &Args, seed: u64) -> Value {
        let rulesets: Vec<Value> = self.rulesets.iter().map(manifest::ruleset_json).collect();
        let bots = self.bots.iter();
        let bots: Vec<Value> = bots.map(|(_, _, info)| manifest::bot_json(info)).collect();
        let tables: Vec<Value> = self
            .tables
            .iter()
            .map(|t| {
                let bots: Vec<&str> = t.bots.iter().map(|b| b.name.as_str()).collect();
                json!({ "ruleset": t.game.rules().name, "bots": bots })
            })
            .collect();
        let experiments = if args.optimise {
            format!("{:?}", config.optimise)
        } else {
            let rest = Config {
                optimise: None,
                ..config.clone()
            };
            format!("{rest:?}")
        };
        let parts = config.parts();
        let most = parts.iter().map(|(_, deals)| *deals).max();
        json!({
            "program": manifest::program_json(),
            "name": config.name,
            "rulesets": rulesets,
            "bots": bots,
            "format": {
                "format": "balance", "tables": tables, "experiments": experiments, "scale": args.scale,
            },
            "deals": format!("0..{}", scaled(most.unwrap_or(2), args.scale)),
            "seed": seed.to_string(),
            "unit": "round",
            "order": "cyclic",
        })
    }
}

fn scaled(deals: u64, scale: f64) -> u64 {
    ((deals as f64 * scale) as u64).max(2)
}

fn no_threads(e: RunError) -> Failure {
    Failure::Io(e.to_string())
}

/// Measures and writes.
pub fn run(args: &Args) -> Result<(), Failure> {
    let text = read_file(&args.config).map_err(input)?;
    let shown = args.config.display().to_string();
    let config = Config::parse(&shown, &text).map_err(input)?;
    let setup = Setup::new(&config)?;
    let seed = args.seed.or(config.seed).unwrap_or(1);
    let mut command = format!("powergrab balance {shown} --seed {seed}");
    if args.scale != 1.0 {
        let _ = write!(command, " --scale {}", args.scale);
    }
    if args.optimise {
        command.push_str(" --optimise");
    }
    if args.optimise && config.optimise.is_none() {
        return Err(Failure::Input(format!(
            "{shown}: key `optimise`: is missing; --optimise needs to know how many candidates and deals"
        )));
    }
    if !args.optimise && config.parts().is_empty() {
        return Err(Failure::Input(format!(
            "{shown}: asks for a design search only; say --optimise"
        )));
    }
    let identity = setup.identity(&config, args, seed);
    let out = args.out.clone().unwrap_or_else(|| {
        let what = if args.optimise { "-optimise" } else { "" };
        PathBuf::from("results").join(format!("{}{what}-{seed}", config.name))
    });
    let dir = RunDir::prepare(&out, &identity, Start::New, args.force).map_err(dir_failure)?;
    let cancel = on_interrupt()?;
    let started = Instant::now();
    let work = Work {
        args,
        config: &config,
        setup: &setup,
        seed,
        seeds: Seeds::new(seed, Purpose::Play),
        cancel: &cancel,
    };
    let (findings, continuations) = if args.optimise {
        (work.search()?, 0)
    } else {
        work.all()?
    };
    let took = started.elapsed().as_secs_f64();
    let about = json!({
        "format": 1,
        "command": command,
        "run": identity,
        "result": { "complete": true, "continuations": continuations },
    });
    let timing = json!({ "seconds": took });
    let mut files: Vec<(&str, Vec<u8>)> = SHEETS
        .iter()
        .filter_map(|sheet| Some((sheet.file, sheet.text(&findings)?)))
        .collect();
    files.push((crate::report::dictionary::FILE, dictionary().into_bytes()));
    files.push((manifest::FILE, manifest::text(&about)));
    files.push((manifest::TIMING_FILE, manifest::text(&timing)));
    dir.write(&files, Care::Durable).map_err(dir_failure)?;
    print(&told(&findings))?;
    say!(
        "{} rounds played on in another way, {took:.1} s in all; files in {}; a page of it: powergrab report {1}",
        grouped(continuations),
        dir.path().display()
    );
    Ok(())
}

struct Work<'a> {
    args: &'a Args,
    config: &'a Config,
    setup: &'a Setup,
    seed: u64,
    seeds: Seeds,
    cancel: &'a AtomicBool,
}

impl Work<'_> {
    fn all(&self) -> Result<(Findings, u64), Failure> {
        let mut findings = Findings::default();
        let mut continuations = 0;
        if let Some(part) = self.config.towers {
            let towers = Towers {
                tables: &self.setup.tables,
                rates: Rates {
                    turns: part.turn_rate,
                    blocks: part.block_rate,
                    null: part.null,
                },
                seeds: self.seeds,
            };
            let found = self.part("towers", part.deals, |deals, workers, control| {
                towers.run(0..deals, workers, control)
            })?;
            findings.towers = found.worth(&self.setup.tables);
            findings.blocks = found.blocks(&self.setup.tables);
            continuations += found.continuations();
        }
        if let Some(part) = &self.config.cards {
            let tables = self.tables(part.line_ups.as_deref())?;
            let cards = Cards {
                tables: &tables,
                seeds: self.seeds,
            };
            let found = self.part("cards", part.deals, |deals, workers, control| {
                cards.run(0..deals, workers, control)
            })?;
            findings.cards = found.rows(&tables);
            continuations += found.continuations();
        }
        if let Some(part) = &self.config.ablations {
            (findings.ablations, _) = self.variants("ablations", part, ablations)?;
        }
        if let Some(part) = &self.config.rulings {
            (findings.rulings, findings.rankings) = self.variants("rulings", part, rulings)?;
        }
        if let Some(part) = &self.config.drama {
            let tables = self.tables(part.line_ups.as_deref())?;
            let drama = Drama {
                tables: &tables,
                seeds: self.seeds,
            };
            findings.drama = self.part("drama", part.deals, |deals, workers, control| {
                drama.run(deals, workers, control)
            })?;
        }
        if let Some(part) = &self.config.ledger {
            let tables = self.tables(part.line_ups.as_deref())?;
            let ledger = Ledger {
                tables: &tables,
                seeds: self.seeds,
            };
            findings.ledger = self.part("ledger", part.deals, |deals, workers, control| {
                ledger.run(deals, workers, control)
            })?;
        }
        Ok((findings, continuations))
    }

    /// The tables of a part: its own, or those of all.
    fn tables(&self, own: Option<&[Vec<String>]>) -> Result<Vec<Seated>, Failure> {
        match own {
            Some(line_ups) => self.setup.tables_of(line_ups),
            None => Ok(self.setup.tables.clone()),
        }
    }

    /// Each ruleset's changes, which need not be the same.
    fn variants(
        &self,
        name: &str,
        part: &VariantsPart,
        list: fn(&Rules) -> Vec<Change>,
    ) -> Result<Compared, Failure> {
        let tables = self.tables(part.line_ups.as_deref())?;
        let (mut rows, mut rankings) = (Vec::new(), Vec::new());
        for rules in &self.setup.rules {
            let own = tables.iter().filter(|t| t.game.rules().name == rules.name);
            let own: Vec<Seated> = own.cloned().collect();
            if own.is_empty() {
                continue;
            }
            let changes = list(rules);
            let deals = scaled(part.deals, self.args.scale);
            let runs = Comparison::n_runs(&changes, part.pairs);
            let found = self.bar(name, deals * runs, |workers, control| {
                let comparison = Comparison {
                    tables: &own,
                    unit: part.unit,
                    seeds: self.seeds,
                    deals: 0..deals,
                    workers,
                };
                comparison.all(&changes, part.pairs, control)
            })?;
            rows.extend(found.0);
            rankings.extend(found.1);
        }
        Ok((rows, rankings))
    }

    /// The design search.
    fn search(&self) -> Result<Findings, Failure> {
        let Some(part) = &self.config.optimise else {
            return Ok(Findings::default());
        };
        let line_up = part.line_up.as_ref().or(self.config.line_ups.first());
        let bots = self.setup.seats(line_up.map_or(&[], Vec::as_slice));
        // So that a table that cannot be is told as such.
        Seated::new(&self.setup.rules[0], bots.clone()).map_err(input)?;
        let designs = self.bar("designs", 0, |workers, control| {
            let search = Search {
                base: &self.setup.rules[0],
                bots: &bots,
                candidates: part.candidates,
                finalists: part.finalists,
                deals: scaled(part.deals, self.args.scale),
                test_deals: scaled(part.test_deals, self.args.scale),
                turns: part.turns,
                seed: self.seed,
                workers,
            };
            search.run(control)
        })?;
        Ok(Findings {
            designs,
            ..Findings::default()
        })
    }

    /// One experiment with its bar.
    fn part<T>(
        &self,
        name: &str,
        deals: u64,
        run: impl FnOnce(u64, Workers, Control<'_>) -> Result<Option<T>, RunError>,
    ) -> Result<T, Failure> {
        let deals = scaled(deals, self.args.scale);
        self.bar(name, deals, |workers, control| run(deals, workers, control))
    }

    /// Work of some length with its bar.
    fn bar<T>(
        &self,
        name: &str,
        deals: u64,
        run: impl FnOnce(Workers, Control<'_>) -> Result<Option<T>, RunError>,
    ) -> Result<T, Failure> {
        let bar = Bar::named(name, deals);
        let workers = Workers {
            threads: self.args.threads,
            chunk: None,
        };
        let control = Control {
            cancel: self.cancel,
            progress: &|step| bar.step(step),
        };
        let found = run(workers, control).map_err(no_threads)?;
        bar.end();
        found.ok_or_else(|| {
            Failure::Interrupted(
                "interrupted: an experiment that is not whole answers nothing, so nothing was written"
                    .to_owned(),
            )
        })
    }
}
