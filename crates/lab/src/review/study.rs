//! The review as a study, with blocks of deals as its pieces.

use super::answer::Told;
use super::request::ReviewRequest;
use super::tables;
use crate::catalog::Catalog;
use crate::decisions;
use crate::matches::failures::BotFailures;
use crate::matches::run_tables::DICTIONARY_FILE;
use crate::study::checkpoint::About;
use crate::study::deal_blocks::DealBlocks;
use crate::study::options::StudyOptions;
use crate::study::study_error::StudyError;
use crate::study::traits::{Partition, Results, Study, StudyContext};
use powergrab_arena::parallel_deals::Merge as _;
use powergrab_arena::piece::{Piece, encode};
use powergrab_bots::strategy::search::Searchable;
use powergrab_experiments::ExperimentGame;
use powergrab_experiments::review::games::{LineUp, ReviewedGames};
use powergrab_experiments::review::habits;
use powergrab_table::named_file::NamedFile;
use serde_json::json;
use std::ops::Range;

/// Kind of this study, for [`merge`](crate::merge::merge).
pub const KIND: &str = "review";

/// Number of deals in a block.
const BLOCK: u64 = 20;

/// Returns the split of the deals into blocks.
pub fn blocks(deals: &Range<u64>) -> DealBlocks {
    DealBlocks::new(deals, BLOCK)
}

/// Study of a bot's decisions.
pub struct ReviewStudy<'a, G: ExperimentGame + Searchable> {
    /// Description of the study for its checkpoints.
    pub about: About,
    /// The question.
    pub request: ReviewRequest,
    /// Name of the ruleset.
    pub ruleset: String,
    /// Bots, their game, and what they are compared with.
    pub line_up: LineUp<G>,
    /// Bots and files by their names.
    pub catalog: Catalog,
    /// Options of the run.
    pub options: StudyOptions<'a>,
    /// `true` if JSON is printed.
    pub as_json: bool,
}

impl<G: ExperimentGame<State: Sync> + Searchable> ReviewStudy<'_, G> {
    fn results(&self, payloads: Vec<ReviewedGames>, complete: bool) -> Results {
        let mut reviewed = ReviewedGames::default();
        payloads
            .into_iter()
            .for_each(|games| reviewed.absorb(games));
        let (line_up, request) = (&self.line_up, &self.request);
        let costs = G::costs(line_up, &reviewed, request.kinds, &self.catalog.bots);
        // Positions take some seconds, so they wait for the end.
        let n_positions = if complete { request.positions } else { 0 };
        let workers = self.options.workers();
        let shown = G::positions(
            line_up,
            &reviewed,
            &costs,
            n_positions,
            request.seed,
            workers,
        );
        let names: Vec<&str> = line_up.bots.iter().map(|bot| bot.name.as_str()).collect();
        let told = Told {
            reference: &line_up.reference.name,
            search: line_up.search,
            panel: line_up.panel.iter().map(|bot| bot.name.as_str()).collect(),
            ruleset: &self.ruleset,
            unit: line_up.unit,
            reviewed: &reviewed,
            costs: &costs,
            positions: &shown,
            names,
        };
        let rows = told.rows();
        let habits = habits::rows(&reviewed.habits, &told.panel);
        let kinds = tables::review().table(&rows);
        let choices = tables::choices().table(&habits);
        let numbers = told.kinds_of_positions();
        let options = shown.iter().zip(&numbers).zip(1..);
        let options =
            options.flat_map(|((shown, kind), number)| Told::rows_of(shown, kind, number));
        let positions = tables::positions().table(options);
        let sentence = told.sentence(&rows);
        let n_games = reviewed.games.len();
        let result = json!({
            "complete": complete,
            "deals_done": n_games,
            "games": n_games,
            "answers": [sentence],
        });
        Results {
            told: match self.as_json {
                true => {
                    let json = json!({
                        "answer": sentence,
                        "ruleset": self.ruleset,
                        "bots": told.names,
                        "playout": told.reference,
                        "seed": self.request.seed.to_string(),
                        "deals": n_games,
                        "kinds": kinds.json(),
                        "choices": choices.json(),
                        "positions": positions.json(),
                    });
                    format!("{json:#}\n")
                }
                false => told.text(&rows, &habits),
            },
            failures: BotFailures::of(&reviewed.faults, &told.names),
            files: vec![
                kinds.into(),
                choices.into(),
                positions.into(),
                NamedFile::new(
                    DICTIONARY_FILE,
                    decisions::dictionary(KIND, &tables::blanks()),
                ),
            ],
            result,
            ..Results::default()
        }
    }
}

impl<G: ExperimentGame<State: Sync> + Searchable> Study for ReviewStudy<'_, G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn partition(&self) -> Partition {
        blocks(&self.request.deals).partition()
    }

    fn begin(&self, n_pieces: usize) {
        let blocks = blocks(&self.request.deals);
        let n_there = blocks.n_deals() - blocks.most_deals(n_pieces);
        self.options.reporter.begin(None, blocks.n_deals(), n_there);
    }

    fn play(&self, number: usize) -> Result<Vec<u8>, StudyError> {
        let block = blocks(&self.request.deals).block(number);
        let (seed, workers) = (self.request.seed, self.options.workers());
        let reviewed = self
            .options
            .controlled(|control| G::review(&self.line_up, block, seed, workers, control))?;
        let reviewed = reviewed.ok_or(StudyError::Cancelled)?;
        reviewed
            .faults
            .check(|bot| self.line_up.bots[bot].name.clone())
            .map_err(StudyError::Missing)?;
        Ok(encode(&reviewed)?)
    }

    fn so_far(&self, pieces: &[Piece]) -> Result<Option<Results>, StudyError> {
        let payloads = pieces.iter().map(Piece::decode::<ReviewedGames>);
        let payloads: Vec<ReviewedGames> = payloads.collect::<Result<_, _>>()?;
        Ok((!payloads.is_empty()).then(|| self.results(payloads, false)))
    }

    fn finish(&self, context: &mut StudyContext<'_, '_>) -> Result<Results, StudyError> {
        let mut payloads = Vec::new();
        for label in self.partition().labels() {
            payloads.extend(context.pieces.find::<ReviewedGames>(label)?);
        }
        Ok(self.results(payloads, true))
    }
}
