//! What a run of `balance` found.

use crate::lab::balance::cards::CardRow;
use crate::lab::balance::drama::DramaRow;
use crate::lab::balance::retune::Retuned;
use crate::lab::balance::search::Design;
use crate::lab::balance::towers::{BlockRow, WorthRow};
use crate::lab::balance::variance_shares::VarianceShareRow;
use crate::lab::balance::variants::{RankingRow, VariantRow};

/// Everything that a run of `balance` found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// `tower_worth.csv`
    pub towers: Vec<WorthRow>,
    /// `block_worth.csv`
    pub blocks: Vec<BlockRow>,
    /// `card_worth.csv`
    pub cards: Vec<CardRow>,
    /// `ablations.csv`
    pub ablations: Vec<VariantRow>,
    /// `rulings.csv`
    pub rulings: Vec<VariantRow>,
    /// `rankings.csv`
    pub rankings: Vec<RankingRow>,
    /// `drama.csv`
    pub drama: Vec<DramaRow>,
    /// `ledger.csv`
    pub ledger: Vec<VarianceShareRow>,
    /// `pareto.csv`
    pub designs: Vec<Design>,
    /// `tuned_bots.csv`
    pub tuned: Vec<Retuned>,
}
