//! `powergrab ladder skill`: strength of a search by its budget, rung by rung.

use super::bar::TerminalReporter;
use super::failure::Failure;
use super::ladder_tables::Tables;
use super::runner::StudyArgs;
use powergrab_bots::strategy::monte_carlo;
use powergrab_lab::analysis::skill::SkillRequest;
use powergrab_lab::catalog::Catalog;

/// Strength by budget: the search against its own playout policy, budgets doubled from 8, single
/// rounds
#[derive(Debug, clap::Args)]
pub struct SkillArgs {
    #[command(flatten)]
    tables: Tables,
    /// Understood for commands of earlier versions, which had two searching policies
    #[arg(long, hide = true, value_parser = [monte_carlo::NAME])]
    policies: Option<String>,
    /// Who plays on, and sits in the other seats
    #[arg(long, default_value = "balanced")]
    playout: String,
    /// The largest budget
    #[arg(long, default_value_t = 4096)]
    most: u32,
    /// Playouts that a rung may take in all; deals follow from it, 8 at the least
    #[arg(long, default_value_t = 1_000_000)]
    effort: u64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    study: StudyArgs,
}

/// Plays the ladder.
pub(super) fn run(args: &SkillArgs, catalog: &Catalog) -> Result<(), Failure> {
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
    request.with(catalog, &options, |study| {
        args.study.run(study, ("skill", args.seed), &reporter, None)
    })?
}
