//! The question as a study, with blocks of deals as its pieces.

use super::answer::Told;
use super::request::WhyRequest;
use super::tables;
use super::tables::{PositionRow, positions, why};
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
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_experiments::ExperimentGame;
use powergrab_experiments::decisions::figure::Figure;
use powergrab_experiments::decisions::kind::DecisionKind;
use powergrab_experiments::why::hybrid_table::Matchup;
use powergrab_experiments::why::shares::{Measurement, Shares};
use powergrab_table::named_file::NamedFile;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// Kind of this study, for [`merge`](crate::merge::merge).
pub const KIND: &str = "why";

/// Number of deals in a block.
const BLOCK: u64 = 200;

/// Returns the split of the deals into blocks.
pub fn blocks(deals: &Range<u64>) -> DealBlocks {
    DealBlocks::new(deals, BLOCK)
}

/// Study of a matchup.
pub struct WhyStudy<'a, G: ExperimentGame> {
    /// Description of the study for its checkpoints.
    pub about: About,
    /// The question.
    pub request: WhyRequest,
    /// Name of the ruleset.
    pub ruleset: String,
    /// Bots to compare, their game and their opponents.
    pub matchup: Matchup<G>,
    /// Options of the run.
    pub options: StudyOptions<'a>,
    /// `true` if JSON is printed.
    pub as_json: bool,
    /// Kinds, once they are found.
    pub kinds: RefCell<Option<Rc<[DecisionKind]>>>,
}

/// Content of a piece.
type Payload = (Vec<DecisionKind>, Shares);

impl<G: ExperimentGame> WhyStudy<'_, G> {
    /// Returns the kinds, and finds them at the first call. They follow from the request alone, so
    /// every part of a run finds the same ones.
    fn kinds(&self) -> Result<Rc<[DecisionKind]>, StudyError> {
        if let Some(kinds) = &*self.kinds.borrow() {
            return Ok(Rc::clone(kinds));
        }
        let (deals, seed) = (self.request.searched(), self.request.seed);
        let (most, workers) = (self.request.kinds, self.options.workers());
        let found = self.options.controlled(|control| {
            G::discover(&self.matchup, deals, seed, most, workers, control)
        })?;
        let kinds: Rc<[DecisionKind]> = found.ok_or(StudyError::Cancelled)?.into();
        *self.kinds.borrow_mut() = Some(Rc::clone(&kinds));
        Ok(kinds)
    }

    fn results(&self, payloads: Vec<Payload>, complete: bool) -> Results {
        let mut kinds = Vec::new();
        let mut all: Option<Shares> = None;
        for (of_piece, shares) in payloads {
            kinds = of_piece;
            match &mut all {
                Some(all) => all.absorb(shares),
                None => all = Some(shares),
            }
        }
        let shares = all.unwrap_or_else(|| Shares::new(1, 0));
        let names = self.matchup.bots.each_ref().map(|bot| bot.name.as_str());
        let told = Told {
            names,
            ruleset: &self.ruleset,
            seats: self.matchup.n_seats(),
            unit: self.matchup.unit,
            searched: self.request.searched(),
            kinds: &kinds,
            shares: &shares,
        };
        let rows = told.rows();
        let table = why().table(&rows);
        let examples = rows.iter().zip(&shares.kinds).flat_map(|(row, sums)| {
            let examples = sums.examples.iter();
            examples.map(|it| -> PositionRow<'_> { (&row.kind, &row.sentence, it) })
        });
        let examples = positions().table(examples);
        let sentence = told.sentence(&rows);
        let result = json!({
            "complete": complete,
            "deals_done": shares.n_deals,
            "games": shares.n_games,
            "answers": [sentence],
        });
        Results {
            told: match self.as_json {
                true => format!("{:#}\n", self.json(&sentence, &shares, table.json())),
                false => told.text(&rows),
            },
            files: vec![
                table.into(),
                examples.into(),
                NamedFile::new(
                    DICTIONARY_FILE,
                    decisions::dictionary(KIND, &tables::blanks()),
                ),
            ],
            result,
            failures: BotFailures::of(&shares.faults, &names),
            ..Results::default()
        }
    }

    fn json(&self, sentence: &str, shares: &Shares, kinds: Value) -> Value {
        let rate = |figure: &Figure| figure.estimate().map(|e| e.value);
        json!({
            "answer": sentence,
            "ruleset": self.ruleset,
            "seats": self.matchup.n_seats(),
            "bots": self.matchup.bots.each_ref().map(|bot| &bot.name),
            "win_rates": [rate(&shares.first), rate(&shares.second)],
            "seed": self.request.seed.to_string(),
            "deals": shares.n_deals,
            "kinds": kinds,
        })
    }
}

impl<G: ExperimentGame> Study for WhyStudy<'_, G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn partition(&self) -> Partition {
        blocks(&self.request.deals).partition()
    }

    fn begin(&self, n_pieces: usize) {
        let blocks = blocks(&self.request.deals);
        let n_there = blocks.n_deals() - blocks.most_deals(n_pieces);
        let all = self.request.searched() + blocks.n_deals();
        self.options.reporter.begin(None, all, n_there);
    }

    fn play(&self, number: usize) -> Result<Vec<u8>, StudyError> {
        let kinds = self.kinds()?;
        let measurement = Measurement {
            matchup: &self.matchup,
            kinds: &kinds,
            seeds: Seeds::new(self.request.seed, Purpose::Play),
            orders: self.request.orders,
            n_examples: self.request.positions,
        };
        let block = blocks(&self.request.deals).block(number);
        let workers = self.options.workers();
        let shares = self
            .options
            .controlled(|control| G::measure(&measurement, block, workers, control))?;
        let shares = shares.ok_or(StudyError::Cancelled)?;
        shares
            .faults
            .check(|bot| self.matchup.bots[bot].name.clone())
            .map_err(StudyError::Missing)?;
        Ok(encode(&(kinds.to_vec(), shares))?)
    }

    fn so_far(&self, pieces: &[Piece]) -> Result<Option<Results>, StudyError> {
        let payloads = pieces.iter().map(Piece::decode::<Payload>);
        let payloads: Vec<Payload> = payloads.collect::<Result<_, _>>()?;
        Ok((!payloads.is_empty()).then(|| self.results(payloads, false)))
    }

    fn finish(&self, context: &mut StudyContext<'_, '_>) -> Result<Results, StudyError> {
        let mut payloads = Vec::new();
        for label in self.partition().labels() {
            payloads.extend(context.pieces.find::<Payload>(label)?);
        }
        Ok(self.results(payloads, true))
    }
}
