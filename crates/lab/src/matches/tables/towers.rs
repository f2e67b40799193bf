//! `towers.csv`

use crate::matches::summary::TowerRow;
use crate::table::sheet::Sheet;

const CLAIMS: usize = 0;
const BLOCKS: usize = 1;
const TURNS_HELD: usize = 2;

#[rustfmt::skip]
pub(crate) fn sheet<'a>() -> Sheet<&'a TowerRow<'a>> {
    Sheet::<&TowerRow<'_>>::new("towers", "What each bot did with each tower; no rows in games without towers.")
        .bot(|row| row.bot)
        .at_table(|row| (row.ruleset, row.players))
        .column("tower", "the tower: U, N, O or !", |row| row.tower)
        .column("rounds", "rounds times seats that the bot took in them, with the weights of their rotations", |row| row.rounds)
        .column("claims", "times the tower came to the bot, per round and seat", |row| row.means[CLAIMS].0)
        .column("claims_se", "standard error of claims, clustered by deal; empty with fewer than 15 deals or 25 events", |row| row.means[CLAIMS].1)
        .column("blocks", "cards that the bot stopped with it, per round and seat", |row| row.means[BLOCKS].0)
        .column("blocks_se", "standard error of blocks, clustered by deal; empty likewise", |row| row.means[BLOCKS].1)
        .column("turns_held", "turns (of anybody) during which the bot held it, per round and seat", |row| row.means[TURNS_HELD].0)
        .column("turns_held_se", "standard error of turns_held, clustered by deal; empty likewise", |row| row.means[TURNS_HELD].1)
}
