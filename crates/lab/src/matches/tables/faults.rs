//! `faults.csv`

use crate::matches::summary::FaultRow;
use crate::table::sheet::Sheet;

/// Name of the file in the run's directory.
pub const FILE: &str = "faults.csv";

#[rustfmt::skip]
pub(crate) fn sheet<'a>() -> Sheet<&'a FaultRow<'a>> {
    Sheet::<&FaultRow<'_>>::new("faults", "Failures of bots from outside (process, wasm); no rows where there were none.")
        .bot(|row| row.bot)
        .at_table(|row| (row.ruleset, row.players))
        .column("kind", "how the bot failed: timeout, crash, garbage, illegal, fuel, memory, stack or trap", |row| row.kind.text())
        .column("games", "games that it failed in, with the weights of their rotations; from there on it took the first option, and the game counts as any other", |row| row.games)
}
