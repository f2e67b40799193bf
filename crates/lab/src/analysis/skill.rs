//! The skill ladder as a study: each rung is a piece.

use super::ladder::{Rung, budgets, climb, deals};
use crate::catalog::Catalog;
use crate::matches::printed::counted;
use crate::outputs::SKILL_LADDER;
use crate::study::checkpoint::About;
use crate::study::manifest::{plain, program_json};
use crate::study::options::StudyOptions;
use crate::study::resolve;
use crate::study::study_error::StudyError;
use crate::study::traits::{Partition, Results, Study, StudyCommand, StudyContext};
use powergrab_arena::piece::{Piece, encode};
use powergrab_bots::strategy::{BotCatalog, monte_carlo};
use powergrab_engine::shedding::{Family, Shedding};
use powergrab_table::named_file::NamedFile;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::Path;
use std::sync::atomic::Ordering;

/// Kind of this study, for `merge`.
pub const KIND: &str = "skill";

/// Request of a ladder: the rungs to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkillRequest {
    /// The rulesets, by name.
    pub rulesets: Vec<String>,
    /// The numbers of seats.
    pub seats: Vec<u8>,
    /// Bot of the playouts and of the other seats.
    pub playout: String,
    /// The largest budget, in playouts per decision.
    pub most: u32,
    /// Total number of playouts of a rung, which determines its deals.
    pub effort: u64,
    /// The seed.
    pub seed: u64,
}

struct SkillStudy<'a> {
    about: About,
    rungs: Vec<(Family, Rung)>,
    bots: BotCatalog,
    options: StudyOptions<'a>,
}

impl SkillRequest {
    /// Returns the unplayed rungs. Cheap ones come first, so an interrupted ladder lacks its top.
    fn rungs(&self) -> Result<Vec<(Family, Rung)>, StudyError> {
        let family = |name: &String| {
            let known = Family::ALL.iter().find(|family| family.name() == name);
            known.copied().ok_or_else(|| {
                StudyError::Input(format!("{name}: a ladder has the shedding games' rulesets"))
            })
        };
        let families: Vec<Family> = self.rulesets.iter().map(family).collect::<Result<_, _>>()?;
        let mut rungs = Vec::new();
        for budget in budgets(self.most) {
            for family in &families {
                for seats in self.seats.iter().map(|seats| usize::from(*seats)) {
                    let rung = Rung {
                        ruleset: family.name().to_owned(),
                        seats,
                        policy: monte_carlo::NAME.to_owned(),
                        playout: self.playout.clone(),
                        playouts: budget,
                        deals: deals(budget, seats, self.effort),
                        seed: self.seed,
                        ..Rung::default()
                    };
                    rungs.push((*family, rung));
                }
            }
        }
        Ok(rungs)
    }

    /// Returns the command, without options that change no result.
    fn command(&self) -> String {
        let seats: Vec<String> = self.seats.iter().map(u8::to_string).collect();
        format!(
            "powergrab ladder skill --rulesets {} --seats {} --playout {} --most {} --effort {} --seed {}",
            self.rulesets.join(","),
            seats.join(","),
            plain(Path::new(&self.playout)),
            self.most,
            self.effort,
            self.seed
        )
    }

    /// Looks everything up, and returns the study.
    ///
    /// # Errors
    /// [`StudyError::Input`] if there is no such ruleset or bot.
    pub fn study<'a>(
        &self,
        catalog: &Catalog,
        options: StudyOptions<'a>,
    ) -> Result<Box<dyn Study + 'a>, StudyError> {
        let (playout, _) = resolve::playout::<Shedding>(catalog, &self.playout)?;
        let rungs = self.rungs()?;
        let command = StudyCommand {
            command: self.command(),
            kind: KIND,
            request: json!(self),
            config: None,
            noun: "rung",
        };
        let identity = json!({
            "program": program_json(),
            "kind": "skill",
            "rulesets": self.rulesets,
            "seats": self.seats,
            "playout": playout.describe(),
            "most": self.most,
            "effort": self.effort,
            "seed": self.seed.to_string(),
        });
        Ok(Box::new(SkillStudy {
            about: About::study(identity, &command, &partition(&rungs)),
            rungs,
            bots: catalog.bots.clone(),
            options,
        }))
    }
}

fn partition(rungs: &[(Family, Rung)]) -> Partition {
    let label = |(_, rung): &(Family, Rung)| {
        let Rung {
            ruleset,
            seats,
            policy,
            playouts,
            ..
        } = rung;
        format!("rung {ruleset} {seats} {policy} {playouts}")
    };
    Partition::Independent(rungs.iter().map(label).collect())
}

/// Returns rows as CSV, with a header.
///
/// # Errors
/// Fails for a row that CSV cannot represent.
pub fn csv<T: Serialize>(rows: &[T]) -> Result<Vec<u8>, StudyError> {
    let failed =
        |e: &dyn std::fmt::Display| StudyError::Io(format!("the table cannot be written: {e}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(|e| failed(&e))?;
    }
    writer.into_inner().map_err(|e| failed(&e))
}

impl Study for SkillStudy<'_> {
    fn about(&self) -> &About {
        &self.about
    }

    fn partition(&self) -> Partition {
        partition(&self.rungs)
    }

    fn play(&self, number: usize) -> Result<Vec<u8>, StudyError> {
        if self.options.cancel.load(Ordering::Relaxed) {
            return Err(StudyError::Cancelled);
        }
        let (family, rung) = &self.rungs[number];
        let rung = climb(*family, rung, &self.bots).map_err(StudyError::input)?;
        self.options.reporter.tell(&format!(
            "{} {} seats, {} {}: {:.1} % ({:.1} to {:.1}) of {}",
            rung.ruleset,
            rung.seats,
            rung.policy,
            rung.playouts,
            rung.win_rate * 100.0,
            rung.low * 100.0,
            rung.high * 100.0,
            counted(rung.rounds.unsigned_abs(), "round")
        ));
        Ok(encode(&rung)?)
    }

    fn show(&self, pieces: &[Piece]) -> Result<Vec<NamedFile>, StudyError> {
        let rungs: Vec<Rung> = pieces.iter().map(Piece::decode).collect::<Result<_, _>>()?;
        Ok(vec![NamedFile::new(SKILL_LADDER, csv(&rungs)?)])
    }

    fn finish(&self, context: &mut StudyContext<'_, '_>) -> Result<Results, StudyError> {
        let mut rungs: Vec<Rung> = Vec::new();
        for label in self.partition().labels() {
            rungs.extend(context.pieces.find::<Rung>(label)?);
        }
        let table = csv(&rungs)?;
        Ok(Results {
            told: String::from_utf8_lossy(&table).into_owned(),
            files: vec![NamedFile::new(SKILL_LADDER, table)],
            result: json!({ "complete": true, "rungs": rungs.len() }),
            ..Results::default()
        })
    }
}
