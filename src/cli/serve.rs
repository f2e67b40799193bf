//! `powergrab serve`: a bot as a program that other programs ask.

use super::failure::Failure;
use super::strategies::not_found;
use powergrab_bots::strategy::process::{ServeError, ServedBot, serve};
use powergrab_engine::{grid, shedding};
use powergrab_lab::catalog::Catalog;

/// Serve a bot over standard input and output, so that other programs can play against it
///
/// Speaks the bot's side of the protocol for bots that are programs (docs/protocol.md): sends a
/// greeting, reads games, positions and questions as JSON Lines, and answers each question. Many
/// games can be in progress at once. It ends at `quit`, or at the end of the input.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  powergrab serve balanced                   the command that another program starts
  powergrab serve ./mine.toml --ruleset party
                                             your own bot, by these rules only

As a strategy file, so that one powergrab can play a bot of another:
  policy = \"process\"
  command = [\"powergrab\", \"serve\", \"balanced\"]

Exit codes: 0 the conversation ended; 1 the bot failed; 2 bad input: the bot, the ruleset, or a line of the conversation; 4 the \
input cannot be read, or the output cannot be written.")]
pub struct Args {
    /// Bot, by name or path, optionally with parameters (sheriff:challenge_at=2)
    #[arg(value_parser = super::known::bot(), hide_possible_values = true)]
    bot: String,
    /// Play only under this ruleset, by name or path, optionally with other options
    /// (power-grab:hand_size=5) [default: any that the other side announces and the bot can play]
    #[arg(long, value_name = "R", value_parser = super::known::ruleset(), hide_possible_values = true)]
    ruleset: Option<String>,
}

/// Answers until the conversation ends.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    let mut bot = ServedBot::resolve(&args.bot, &catalog.bots).map_err(|errors| {
        let [shedding, grid] = *errors;
        Failure::Input(not_found(&args.bot, shedding, grid).to_string())
    })?;
    if bot.answers_later() {
        return Err(Failure::Input(format!(
            "{}: is a program that speaks the protocol itself: start that instead",
            args.bot
        )));
    }
    if let Some(name) = &args.ruleset {
        let ruleset = catalog.ruleset(name)?;
        let plays = (ruleset.rules::<shedding::Rules>().is_some() && bot.shedding().is_some())
            || (ruleset.rules::<grid::Rules>().is_some() && bot.grid().is_some());
        if !plays {
            return Err(Failure::Input(format!(
                "{}: does not play the game of {name}",
                args.bot
            )));
        }
        bot = bot.only(ruleset.name(), &ruleset.fingerprint());
    }
    let served = serve(&bot, std::io::stdin().lock(), std::io::stdout().lock());
    served.map_err(|e| match e {
        ServeError::Message { .. } => Failure::Input(format!("standard input: {e}")),
        ServeError::Bot { .. } => Failure::Fault(e.to_string()),
        ServeError::Read(_) | ServeError::Write(_) => Failure::Io(e.to_string()),
    })
}
