//! `powergrab ladder`: the strength of a search by its budget, and by what it knows.

use super::bar::TerminalReporter;
use super::failure::Failure;
use super::runner::StudyArgs;
use super::say::print;
use powergrab_bots::strategy::monte_carlo;
use powergrab_engine::config::one_of;
use powergrab_engine::shedding::{Family, Rules, Shedding};
use powergrab_experiments::analysis::information_value::{Information, look};
use powergrab_lab::analysis::skill::{SkillRequest, csv};
use powergrab_lab::catalog::Catalog;
use powergrab_lab::study::resolve;
use rayon::prelude::*;

/// Measure the strength of a search by its budget, or by its information
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  powergrab ladder skill --out results/skill
  powergrab ladder sight --rulesets power-grab --seats 2 --playouts 256 --deals 200")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

impl Args {
    /// Returns the options of the study; `None` for other subcommands.
    pub(super) fn study_args(&mut self) -> Option<&mut StudyArgs> {
        match &mut self.what {
            What::Skill(args) => Some(&mut args.study),
            What::Sight(_) => None,
        }
    }
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Skill(SkillArgs),
    Sight(SightArgs),
}

/// Rulesets and seats.
#[derive(Debug, clap::Args)]
struct Tables {
    /// Rulesets, comma-separated: power-grab, green-lantern, classic
    #[arg(long, value_delimiter = ',', default_value = "power-grab,green-lantern,classic", value_parser = family)]
    rulesets: Vec<Family>,
    /// Numbers of seats, comma-separated, 2 to 6
    #[arg(long, value_delimiter = ',', default_value = "2,4", value_parser = clap::value_parser!(u8).range(2..=6))]
    seats: Vec<u8>,
}

/// Measure strength by budget: the search against its own playout policy in single rounds, with
/// budgets doubled from 8 to --most playouts per decision
#[derive(Debug, clap::Args)]
struct SkillArgs {
    #[command(flatten)]
    tables: Tables,
    /// Accepted for commands of earlier versions, which had two search policies
    #[arg(long, hide = true, value_parser = [monte_carlo::NAME])]
    policies: Option<String>,
    /// Bot, by name or path, that plays the playouts and sits in the other seats
    #[arg(long, default_value = "balanced")]
    playout: String,
    /// Largest budget, in playouts per decision
    #[arg(long, default_value_t = 4096)]
    most: u32,
    /// Total playouts per rung (one budget at one table), which set its number of deals, 8 to 2000
    #[arg(long, default_value_t = 1_000_000)]
    effort: u64,
    /// Seed of the run
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    study: StudyArgs,
}

/// Measure the value of hidden information: the same search with uniform worlds, with beliefs, and
/// with all hands known
#[derive(Debug, clap::Args)]
struct SightArgs {
    #[command(flatten)]
    tables: Tables,
    /// Bot, by name or path, that plays the playouts and sits in the other seats
    #[arg(long, default_value = "balanced")]
    playout: String,
    /// Playouts per decision
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    playouts: u32,
    /// Number of deals, at least 2, each played once from every seat
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..))]
    deals: u64,
    /// Seed of the run
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Measures and prints.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    match &args.what {
        What::Skill(args) => skill(args, catalog),
        What::Sight(args) => sight(args, catalog),
    }
}

fn family(text: &str) -> Result<Family, String> {
    let found = Family::ALL.into_iter().find(|f| f.name() == text);
    found.ok_or_else(|| one_of(text, Family::ALL.iter().map(|f| f.name())))
}

fn skill(args: &SkillArgs, catalog: &Catalog) -> Result<(), Failure> {
    let rulesets = args.tables.rulesets.iter();
    let request = SkillRequest {
        rulesets: rulesets.map(|family| family.name().to_owned()).collect(),
        seats: args.tables.seats.clone(),
        playout: args.playout.clone(),
        most: args.most,
        effort: args.effort,
        seed: args.seed,
    };
    let reporter = TerminalReporter::default();
    let options = args.study.options(&reporter)?;
    let study = request.study(catalog, options)?;
    let results = ("skill", args.seed);
    args.study.run(&*study, results, &reporter, None)
}

fn sight(args: &SightArgs, catalog: &Catalog) -> Result<(), Failure> {
    let (playout, _) = resolve::playout::<Shedding>(catalog, &args.playout)?;
    let mut rows = Vec::new();
    for family in &args.tables.rulesets {
        for &seats in &args.tables.seats {
            let game = Shedding::new(Rules::official(*family), seats.into());
            let game = game.map_err(|e| Failure::Input(e.to_string()))?;
            let look = |sight: &Information| {
                let SightArgs {
                    playouts,
                    deals,
                    seed,
                    ..
                } = *args;
                look(&game, *sight, &playout, playouts, deals, seed)
            };
            rows.par_extend(Information::ALL.par_iter().map(look));
        }
    }
    print(&String::from_utf8_lossy(&csv(&rows)?))
}
