//! `lines.csv`, `strength.csv` and `steps.csv`.

use super::measure::{LineLoss, Strength};
use super::search::Step;
use crate::tune::tables::TuneColumns as _;
use powergrab_table::sheet::Sheet;
use powergrab_table::typed::Table;

/// Name of the file with the card as a page of text.
pub const CARD: &str = "card.txt";

/// Declares `lines.csv`.
#[rustfmt::skip]
pub fn lines<'a>() -> Sheet<&'a LineLoss> {
    Sheet::<&LineLoss>::new("lines", "Lines of the card, and what it loses without each.")
        .column("line", "the line's number, from 1", |row| row.number)
        .column("text", "the line, as in the strategy file", |row| &row.text)
        .column("deals", "deals, none of which the search has seen", |row| row.deals)
        .column("loss", "drop of the card's win rate if this line alone is left out, in the same seats of the same deals; below 0 it gains", |row| row.loss.value)
        .trial_error(|row| row.loss)
}

/// Declares `strength.csv`.
#[rustfmt::skip]
pub fn strength<'a>() -> Sheet<&'a Strength> {
    Sheet::<&Strength>::new("strength", "Win rates of the card and its teacher on deals that the search never saw.")
        .column("bot", "the bot in one seat", |row| &row.bot)
        .column("opponents", "the bot in all other seats", |row| &row.opponents)
        .column("deals", "deals, none of which the search has seen", |row| row.deals)
        .column("games", "games of the bot", |row| row.games)
        .column("win_rate", "the bot's win rate, shared wins in parts", |row| row.win_rate.value)
        .trial_error(|row| row.win_rate)
        .column("kept", "part of the teacher's edge over the simple bot that the card keeps: the ratio of their win rates against it, each less that of an equal; empty in other rows, and if the teacher has no edge", |row| row.kept.map(|kept| kept.value))
        .column("kept_low", "lower bound of its 95 % interval (delta method, clustered by deal)", |row| row.kept.and_then(|kept| Some(kept.interval?.low)))
        .column("kept_high", "upper bound of that interval", |row| row.kept.and_then(|kept| Some(kept.interval?.high)))
}

/// Declares `steps.csv`.
#[rustfmt::skip]
pub fn steps<'a>() -> Sheet<&'a Step> {
    Sheet::<&Step>::new("steps", "Steps of the search for the card's lines.")
        .column("step", "the step's number, from 1", |row| row.number)
        .column("tried", "changes of the list that were tried", |row| row.tried)
        .column("deals", "deals of the step's last stage, the same for all changes", |row| row.deals)
        .column("games", "games of the search so far", |row| row.games)
        .column("win_rate", "win rate of the list before the step, with the search's opponents", |row| row.before.value)
        .column("change", "the best change", |row| &row.change)
        .column("gain", "its gain on the last stage's deals; the luckiest of a few, so somewhat too high", |row| row.gain.value)
        .trial_error(|row| row.gain)
        .column("taken", "whether it was taken: a gain of two standard errors and 0.003 or more", |row| row.taken)
        .column("lines", "the list after the step", |row| row.lines.join(" | "))
}

/// Returns the tables without rows.
pub fn blanks() -> [Table; 3] {
    [lines().blank(), strength().blank(), steps().blank()]
}
