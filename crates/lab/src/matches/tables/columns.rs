//! Columns shared by several tables.

use crate::table::sheet::Sheet;
use powergrab_stats::performance::Performance;

/// Meaning of a column with a bot's name.
pub(crate) const BOT: &str = "the bot's name";

impl<R: Copy> Sheet<R> {
    /// Adds the bot's name.
    #[must_use]
    pub(crate) fn bot<'a>(self, bot: impl Fn(R) -> &'a str + 'static) -> Sheet<R> {
        self.column("bot", BOT, bot)
    }

    /// Adds the ruleset and the number of players.
    #[must_use]
    #[rustfmt::skip]
    pub(crate) fn at_table<'a>(
        self,
        table: impl Fn(R) -> (&'a str, usize) + Copy + 'static,
    ) -> Sheet<R> {
        self.column("ruleset", "the ruleset's name", move |row| table(row).0)
            .column("players", "the number of players at the table", move |row| table(row).1)
    }

    /// Adds a bot's results.
    #[must_use]
    #[rustfmt::skip]
    pub(crate) fn performance(self, of: impl Fn(R) -> Performance + Copy + 'static) -> Sheet<R> {
        self.column("games", "games (rounds with --unit round) times seats that the bot took in them; rotations of a block that are alike are played once and count with their weight", move |row| of(row).games)
            .column("wins", "of those, won; a win shared by k seats counts 1/k to each", move |row| of(row).wins)
            .column("win_rate", "wins / games, so the rate per seat taken", move |row| of(row).win_rate)
            .column("se", "standard error of win_rate, clustered by deal; where few games went otherwise than the rate says, one more is taken to; empty with fewer than 10 deals, or where one bot sits in every seat", move |row| of(row).se)
            .interval("lower bound of the 95 % interval of win_rate: Wilson's with the effective number of games and Student's t", "upper bound of that interval; both are empty where se is", move |row| of(row).interval)
            .column("fair_share", "what each seat would win if all were equal: 1 / players of the games that somebody won, so less than 1 / players if any stopped", move |row| of(row).fair_share)
            .column("points_per_game", "mean score at the end of a game, per seat taken", move |row| of(row).points_per_game)
            .column("points_se", "standard error of points_per_game, clustered by deal; empty where the deals do not show it: fewer than 10, or fewer than 25 events", move |row| of(row).points_se)
            .column("rounds_won", "rounds won; a shared one counts 1/k to each", move |row| of(row).rounds_won)
            .column("stopped", "of games, those that ended without a winner (deadlock, max_turns, max_rounds)", move |row| of(row).stopped)
    }
}
