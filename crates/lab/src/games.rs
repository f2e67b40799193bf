//! The games that ship, and the register of the laboratory's functions for a game.

use crate::analysis;
use crate::bench::BenchGame;
use crate::catalog::{Catalog, GameEntry, GameOf, OptionRow, RuleData};
use crate::distil::request::DistilRequest;
use crate::matches::plan::PlanGame;
use crate::matches::prepared_run::RunGame;
use crate::review::request::ReviewRequest;
use crate::study::asked::AskedGame;
use crate::sweep::study::SweepGame;
use crate::trace::games::PlayGame;
use crate::trace::narration::Narrated;
use crate::trace::replay;
use crate::trace::replay::Replayed;
use crate::tune::plan::TuneGame;
use crate::why::request::WhyRequest;
use powergrab_bots::strategy::search::Searchable;
use powergrab_engine::cards::Deck;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::grid;
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding;
use powergrab_engine::shedding::{Family, Shedding};
use powergrab_experiments::ExperimentGame;
use powergrab_experiments::decisions;
use powergrab_experiments::records::recorded::Recorded;
use serde_json::Value;
use std::ops::RangeInclusive;

/// A game that the laboratory can play. [`entry`] registers it.
pub trait LabGame: Recorded + Narrated + ExperimentGame {}

impl<G: Recorded + Narrated + ExperimentGame> LabGame for G {}

/// Returns the entry of the game of these rules, for matches, tournaments, sweeps, tunings, plans,
/// comparisons of decisions, measurements, single games and records.
pub fn entry<R: RuleData<Game: LabGame> + Clone>() -> GameEntry {
    let game = GameOf::<R>::IT;
    GameEntry::new::<R>()
        .with(game as &dyn RunGame)
        .with(game as &dyn PlanGame)
        .with(game as &dyn SweepGame)
        .with(game as &dyn TuneGame)
        .with(game as &dyn PlayGame)
        .with(game as &dyn BenchGame)
        .with(game as &dyn AskedGame<WhyRequest>)
        .with(game as &dyn AskedGame<DistilRequest>)
}

/// Returns the entry of a game for `verify` and for questions about positions and lines of traces
/// alone. A program with this entry instead of [`entry_with_questions`] is much smaller.
pub fn entry_of_positions<R>() -> GameEntry
where
    R: RuleData<Game: Replayed<State: Sync> + Searchable + ExperimentGame> + Clone,
{
    analysis::study::known::<R>(replay::known::<R>(GameEntry::new::<R>()))
}

/// As [`entry`], also for `verify`, for questions about positions and lines of traces, and for
/// reviews.
pub fn entry_with_questions<R>() -> GameEntry
where
    R: RuleData<Game: LabGame + Replayed<State: Sync> + Searchable> + Clone,
{
    let game = analysis::study::known::<R>(replay::known::<R>(entry::<R>()));
    game.with(GameOf::<R>::IT as &dyn AskedGame<ReviewRequest>)
}

/// The games that ship.
impl Default for Catalog {
    fn default() -> Catalog {
        Catalog::of(vec![
            entry_with_questions::<shedding::Rules>().with(decisions::SHEDDING),
            entry_with_questions::<grid::Rules>().with(decisions::GRID),
        ])
    }
}

impl RuleData for shedding::Rules {
    type Game = Shedding;

    fn word() -> &'static str {
        "shedding"
    }
    fn official_names() -> Vec<&'static str> {
        Family::ALL.map(Family::name).to_vec()
    }
    fn named_variants() -> &'static [(&'static str, &'static str)] {
        shedding::rules_file::NAMED
    }
    fn builtin(name: &str) -> Option<shedding::Rules> {
        shedding::rules_file::builtin(name)
    }
    fn from_table(
        reader: &Reader<'_>,
        default_name: Option<&str>,
    ) -> Result<shedding::Rules, ConfigError> {
        shedding::rules_file::from_table(reader, default_name)
    }
    fn from_json(
        file: &str,
        base: Option<&str>,
        json: &Value,
    ) -> Result<shedding::Rules, ConfigError> {
        let family = Family::ALL.into_iter().find(|f| Some(f.name()) == base);
        shedding::rules_file::from_json(file, family, json)
    }
    fn renamed(self, name: &str) -> shedding::Rules {
        shedding::Rules {
            name: name.to_owned(),
            ..self
        }
    }
    fn variant_rule(&self) -> &'static str {
        "PG-2"
    }
    fn players_rule(&self) -> &'static str {
        self.family.players_rule()
    }

    fn name(&self) -> &str {
        &self.name
    }
    fn base(&self) -> &'static str {
        self.family.name()
    }
    fn is_variant(&self) -> bool {
        shedding::Rules::is_variant(self)
    }
    fn fingerprint(&self) -> String {
        shedding::Rules::fingerprint(self)
    }
    fn to_json(&self) -> Value {
        shedding::Rules::to_json(self)
    }
    fn players(&self) -> Option<RangeInclusive<usize>> {
        shedding::Rules::players(self)
    }
    fn deck(&self) -> Deck {
        self.deck.clone()
    }
    fn dealt(&self, players: usize) -> usize {
        shedding::Rules::dealt(self, players)
    }
    fn options(&self) -> Vec<OptionRow> {
        let official = shedding::Rules::official(self.family);
        let row = |option: &shedding::options::RuleOption| OptionRow {
            key: option.key,
            rule: option.rule,
            meaning: option.meaning,
            values: option.values(),
            value: option.in_force(self),
            official: option.in_force(&official),
        };
        shedding::options::OPTIONS.iter().map(row).collect()
    }
    fn game(&self, players: usize) -> Result<Shedding, String> {
        Shedding::new(self.clone(), players).map_err(|e| e.to_string())
    }
}

impl RuleData for grid::Rules {
    type Game = Grid;

    fn word() -> &'static str {
        "grid"
    }
    fn official_names() -> Vec<&'static str> {
        vec![grid::Rules::NAME]
    }
    fn builtin(name: &str) -> Option<grid::Rules> {
        (name == grid::Rules::NAME).then(grid::rules_file::builtin)
    }
    fn from_table(
        reader: &Reader<'_>,
        default_name: Option<&str>,
    ) -> Result<grid::Rules, ConfigError> {
        grid::rules_file::from_table(reader, default_name)
    }
    fn from_json(file: &str, _: Option<&str>, json: &Value) -> Result<grid::Rules, ConfigError> {
        grid::Rules::from_json(file, json)
    }
    fn renamed(self, name: &str) -> grid::Rules {
        grid::Rules {
            name: name.to_owned(),
            ..self
        }
    }
    fn variant_rule(&self) -> &'static str {
        "GR-1"
    }
    fn players_rule(&self) -> &'static str {
        "GR-1"
    }

    fn name(&self) -> &str {
        &self.name
    }
    fn base(&self) -> &'static str {
        grid::Rules::NAME
    }
    fn is_variant(&self) -> bool {
        grid::Rules::is_variant(self)
    }
    fn fingerprint(&self) -> String {
        grid::Rules::fingerprint(self)
    }
    fn to_json(&self) -> Value {
        grid::Rules::to_json(self)
    }
    fn players(&self) -> Option<RangeInclusive<usize>> {
        grid::Rules::players(self)
    }
    fn deck(&self) -> Deck {
        grid::Rules::deck()
    }
    fn dealt(&self, players: usize) -> usize {
        // GR-1
        players * usize::from(self.hand_size)
    }
    fn options(&self) -> Vec<OptionRow> {
        let official = grid::Rules::official();
        let row = |option: &grid::rules_file::GridRuleOption| OptionRow {
            key: option.key,
            rule: option.rule,
            meaning: option.meaning,
            values: option.values.to_owned(),
            value: Some((option.value)(self)),
            official: Some((option.value)(&official)),
        };
        grid::rules_file::OPTIONS.iter().map(row).collect()
    }
    fn game(&self, players: usize) -> Result<Grid, String> {
        Grid::new(self.clone(), players).map_err(|e| e.to_string())
    }
}
