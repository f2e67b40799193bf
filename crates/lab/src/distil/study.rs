//! The search for a card as a study, with trials as its pieces.

use super::card::Card;
use super::request::DistilRequest;
use super::search::{Search, Step};
use super::tables;
use crate::catalog::Catalog;
use crate::decisions::points;
use crate::matches::failures::BotFailures;
use crate::matches::printed::grouped;
use crate::matches::run_tables::DICTIONARY_FILE;
use crate::study::checkpoint::About;
use crate::study::options::StudyOptions;
use crate::study::study_error::StudyError;
use crate::study::traits::{Partition, Results, Study, StudyContext};
use crate::sweep::failed_bots::{answers, note};
use crate::sweep::trial::{TrialOptions, failures_of};
use crate::tune::search::TuneError;
use crate::tune::validation::Validation;
use powergrab_arena::piece::Piece;
use powergrab_bots::strategy::Bot;
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_experiments::ExperimentGame;
use powergrab_table::named_file::NamedFile;
use powergrab_table::typed::Table;
use serde_json::json;
use std::cell::RefCell;
use std::fmt::Write as _;

/// Kind of this study.
pub const KIND: &str = "distil";

/// Returns the way the search is split: not at all.
pub fn partition() -> Partition {
    Partition::Sequential(
        "the steps of distil follow from each other: it does not go with --shard".to_owned(),
    )
}

/// Study of a card.
pub struct DistilStudy<'a, G: ExperimentGame> {
    /// Description of the study for its checkpoints.
    pub about: About,
    /// The request.
    pub request: DistilRequest,
    /// Policies, for trials.
    pub catalog: Catalog,
    /// Name of the ruleset.
    pub ruleset: String,
    /// The teacher.
    pub teacher: Bot<G>,
    /// Bot that decides where the lines leave a choice.
    pub otherwise: Bot<G>,
    /// The table, with the bots against which the card is searched.
    pub seats: Validation<G>,
    /// Name of the card.
    pub name: String,
    /// Options of the run.
    pub options: StudyOptions<'a>,
    /// `true` if JSON is printed.
    pub as_json: bool,
    /// The steps so far.
    pub told: RefCell<Vec<Step>>,
}

impl<G: ExperimentGame> DistilStudy<'_, G> {
    /// Returns the files that show the steps so far.
    fn steps(&self) -> Table {
        let told = self.told.borrow();
        tables::steps().table(&*told)
    }

    /// Returns a line of progress.
    fn progress(step: &Step) -> String {
        let gain = points(step.gain.value);
        let sign = if gain.starts_with('-') { "" } else { "+" };
        let not = if step.taken { "" } else { ", not taken" };
        let what = format!("{} ({sign}{gain} points{not})", step.change);
        format!(
            "step {}, {} games: {what}",
            step.number,
            grouped(step.games)
        )
    }

    fn json(&self, answer: &str, card: &Card<'_, G>) -> String {
        let measured = card.measured;
        let value = json!({
            "answer": answer,
            "name": self.name,
            "ruleset": self.ruleset,
            "seats": self.request.seats,
            "teacher": self.teacher.name,
            "otherwise": self.otherwise.name,
            "kept": measured.kept().map(|kept| kept.value),
            "seed": self.request.seed.to_string(),
            "lines": tables::lines().table(&measured.lines).json(),
            "strength": tables::strength().table(&measured.strengths).json(),
        });
        format!("{value:#}\n")
    }
}

impl<G: ExperimentGame> Study for DistilStudy<'_, G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn partition(&self) -> Partition {
        partition()
    }

    fn so_far(&self, pieces: &[Piece]) -> Result<Option<Results>, StudyError> {
        Ok(Some(Results {
            files: vec![self.steps().into()],
            result: self.unfinished(),
            failures: failures_of(pieces)?,
            ..Results::default()
        }))
    }

    fn finish(&self, context: &mut StudyContext<'_, '_>) -> Result<Results, StudyError> {
        let pieces = &mut *context.pieces;
        let reporter = self.options.reporter;
        let table = self.seats.among_each(self.seats.field.clone());
        let search = Search {
            teacher: &self.teacher,
            otherwise: &self.otherwise,
            table: &table,
            most_lines: self.request.lines,
            deals: self.request.search_deals,
        };
        self.told.borrow_mut().clear();
        let resumed = pieces.all().len();
        if resumed > 0 && pieces.sharing().is_none() {
            reporter.tell(&format!("resumed after {resumed} trials"));
        }
        reporter.begin_steps("step", search.most_steps(), 0);
        let mut tell = |step: &Step| {
            reporter.tell(&Self::progress(step));
            reporter.next_step();
            self.told.borrow_mut().push(step.clone());
        };
        let (found, measured) = self.options.controlled(|control| {
            let means = |purpose| TrialOptions {
                bots: &self.catalog.bots,
                seeds: Seeds::new(self.request.seed, purpose),
                threads: self.options.threads,
                control,
            };
            let found = search.run(&means(Purpose::Tune), pieces, &mut tell)?;
            let measured = search.measure(
                &self.name,
                &found.lines,
                &self.seats,
                self.request.deals,
                &means(Purpose::Test),
                pieces,
            )?;
            Ok::<_, TuneError>((found, measured))
        })?;
        let bot = search.bot(&self.name, &found.lines);
        let card = Card {
            bot: &bot,
            lines: &found.lines,
            teacher: &self.teacher,
            otherwise: &self.otherwise,
            ruleset: &self.ruleset,
            seats: self.request.seats,
            unit: self.seats.unit,
            measured: &measured,
        };
        let mut failures = failures_of(pieces.all())?;
        BotFailures::join(&mut failures, found.failures);
        let answers = answers(&failures, [card.answer()]);
        let mut result = json!({
            "complete": true,
            "games": self.told.borrow().last().map(|step| step.games),
            "answers": answers,
        });
        let text = card.text();
        let mut markdown = format!(
            "# Data dictionary of `powergrab {KIND}`\n\nEvery table has one observation per row. Empty cells are missing values.\n"
        );
        tables::blanks()
            .iter()
            .for_each(|table| table.describe(&mut markdown));
        let _ = writeln!(
            markdown,
            "\n## {}\n\nThe card as a page of text.",
            tables::CARD
        );
        let mut files = vec![
            NamedFile::new(tables::CARD, text.clone()),
            NamedFile::new(
                format!("{}.toml", self.name),
                card.strategy(self.about.command()),
            ),
            tables::lines().table(&measured.lines).into(),
            tables::strength().table(&measured.strengths).into(),
            self.steps().into(),
            NamedFile::new(DICTIONARY_FILE, markdown),
        ];
        note(&mut files, &mut result, &failures);
        Ok(Results {
            told: match self.as_json {
                true => self.json(&answers.join(" "), &card),
                false => text,
            },
            files,
            result,
            failures,
            ..Results::default()
        })
    }
}
