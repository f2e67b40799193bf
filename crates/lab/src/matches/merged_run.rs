//! Runs whose parts are merged, and the finished deals of a run.

use super::deal_store::{deals_of, decode};
use super::run_request::StoredRun;
use super::run_result::RunResult;
use crate::catalog::Catalog;
use crate::study::checkpoint::About;
use crate::study::driver::ranges;
use crate::study::manifest::{BotInfo, RunInfo};
use crate::study::study_error::StudyError;
use crate::study::traits::{Partition, Results, Study, StudyContext};
use powergrab_arena::experiment::Deals;
use powergrab_arena::part::listed;
use powergrab_arena::piece;
use powergrab_arena::run::Piece;
use powergrab_arena::tally::Tally;
use powergrab_engine::shedding::Shedding;
use powergrab_experiments::names::Names;
use std::ops::Range;

/// Adds up the contiguous pieces from the first deal on. `None` if the first deal is missing.
pub(super) fn added_up(
    first: u64,
    all: &[piece::Piece],
) -> Result<Option<Piece<Tally>>, StudyError> {
    let mut total: Option<Piece<Tally>> = None;
    for deals in ranges(all) {
        let end = total.as_ref().map_or(first, |total| total.deals.end);
        if deals.start != end {
            break;
        }
        let piece = all.iter().find(|p| deals_of(p).as_ref() == Some(&deals));
        let Some(piece) = piece else { break };
        let mut piece = decode(piece)?;
        match &mut total {
            None => total = Some(piece),
            Some(total) if total.collected.layout() == piece.collected.layout() => {
                // Merging tallies does not depend on the game.
                total.absorb::<Shedding>(&mut piece);
            }
            Some(_) => {
                let label = Deals(deals).to_string();
                return Err(piece::PiecesError::Foreign(label).into());
            }
        }
    }
    Ok(total)
}

/// Returns the finished deals, in words.
pub(super) fn finished(asked: &Range<u64>, all: &[piece::Piece]) -> String {
    let mut there: Vec<Range<u64>> = Vec::new();
    for deals in ranges(all) {
        match there.last_mut() {
            Some(last) if last.end == deals.start => last.end = deals.end,
            _ => there.push(deals),
        }
    }
    let there = match there.as_slice() {
        [] => "none".to_owned(),
        there => listed(there),
    };
    format!("deals {there} of {}", Deals(asked.clone()))
}

/// A run whose parts are merged, which needs neither its rulesets nor its bots.
pub struct MergedRun {
    about: About,
    info: RunInfo,
    names: Names,
    /// Prints JSON instead of a table.
    as_json: bool,
}

impl MergedRun {
    /// Returns the run of these checkpoints, of a game in the catalogue. `None` if another version
    /// of the program wrote them.
    pub fn new(
        about: &About,
        stored: StoredRun,
        catalog: &Catalog,
        as_json: bool,
    ) -> Option<MergedRun> {
        let info = RunInfo::from_identity(&about.identity, about.command())?;
        let mut games = catalog.games().iter();
        let game = games.find(|game| game.word == stored.game)?;
        let (metrics, seat_metrics) = game.metrics();
        let names = Names {
            rulesets: stored.tables,
            bots: info.bots.iter().map(|b: &BotInfo| b.name.clone()).collect(),
            metrics,
            seat_metrics,
        };
        Some(MergedRun {
            about: about.clone(),
            info,
            names,
            as_json,
        })
    }
}

impl Study for MergedRun {
    fn about(&self) -> &About {
        &self.about
    }

    fn partition(&self) -> Partition {
        Partition::Deals(self.info.deals.0.clone())
    }

    fn finish(&self, context: &mut StudyContext<'_, '_>) -> Result<Results, StudyError> {
        let deals = &self.info.deals.0;
        let piece = added_up(deals.start, context.pieces.all())?;
        let piece = piece.filter(|piece| piece.deals == *deals);
        let result = RunResult {
            info: self.info.clone(),
            names: self.names.clone(),
            piece: piece.ok_or_else(|| StudyError::Missing("some deals are missing".to_owned()))?,
            stopping: None,
        };
        let mut results = result.results(context.timing.as_ref(), self.as_json);
        results.notes.push(result.games());
        Ok(results)
    }
}
