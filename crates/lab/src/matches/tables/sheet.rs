//! What the CSV files of matches and tournaments have in common.

use crate::matches::summary::Summary;
pub use crate::table::sheet::{Cell, Column, Kind, Rows, Sheet, count, flag, number, text};

/// One CSV file.
#[derive(Clone, Copy)]
pub struct Output {
    /// Its name in the run's directory.
    pub file: &'static str,
    /// What a row is, a sentence for the data dictionary.
    pub about: &'static str,
    /// Its columns, in groups that several files share.
    pub columns: &'static [&'static [Column]],
    /// Writes its rows.
    pub write: fn(&Summary<'_>, &mut Rows),
}

impl Output {
    /// What it declares.
    pub fn sheet(&self) -> Sheet {
        Sheet {
            file: self.file,
            about: self.about,
            columns: self.columns,
        }
    }

    /// The file's text.
    pub fn text(&self, summary: &Summary<'_>) -> Vec<u8> {
        Rows::sheet(self.sheet().all_columns(), |rows| {
            (self.write)(summary, rows);
        })
    }
}

pub(crate) const BOT: Column = text("bot", "the bot's name");
pub(crate) const RULESET: Column = text("ruleset", "the ruleset's name");
pub(crate) const PLAYERS: Column = count("players", "the number of players at the table");

/// How a bot did.
pub(crate) const RECORD: &[Column] = &[
    count(
        "games",
        "games (rounds with --unit round) times seats that the bot took in them; rotations of a block that are alike are played once and count with their weight",
    ),
    number(
        "wins",
        "of those, won; a win shared by k seats counts 1/k to each",
    ),
    number("win_rate", "wins / games, so the rate per seat taken"),
    number(
        "se",
        "standard error of win_rate, clustered by deal; where few games went otherwise than the rate says, one more is taken to; empty with fewer than 10 deals, or where one bot sits in every seat",
    ),
    number(
        "low",
        "lower bound of the 95 % interval of win_rate: Wilson's with the effective number of games and Student's t",
    ),
    number(
        "high",
        "upper bound of that interval; both are empty where se is",
    ),
    number(
        "fair_share",
        "what each seat would win if all were equal: 1 / players of the games that somebody won, so less than 1 / players if any stopped",
    ),
    number(
        "points_per_game",
        "mean score at the end of a game, per seat taken",
    ),
    number(
        "points_se",
        "standard error of points_per_game, clustered by deal; empty where the deals do not show it: fewer than 10, or fewer than 25 events",
    ),
    number("rounds_won", "rounds won; a shared one counts 1/k to each"),
    count(
        "stopped",
        "of games, those that ended without a winner (deadlock, max_turns, max_rounds)",
    ),
];
