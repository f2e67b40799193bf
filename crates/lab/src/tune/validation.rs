//! Validation of a tuned bot: its quality on unseen deals, and the effect of each of its
//! parameters.

use super::search::TuneError;
use crate::study::pieces::Pieces;
use crate::sweep::estimate::{Figures, TrialEstimate};
use crate::sweep::opponent_groups::panels;
use crate::sweep::space::Space;
use crate::sweep::trial::{TrialOptions, TrialTable};
use powergrab_arena::ArenaGame;
use powergrab_arena::hero_sums::Objective;
use powergrab_arena::seating::Order;
use powergrab_bots::strategy::Bot;
use powergrab_engine::game::Unit;
use powergrab_stats::order::HighestFirst;

/// One line of the validation.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The measured quantity.
    pub measure: Measure,
    /// The bot measured.
    pub bot: String,
    /// Its opponents: a bot's name, or `field`.
    pub opponents: String,
    /// Number of deals.
    pub deals: u64,
    /// Number of games of the bot.
    pub games: u64,
    /// The figure.
    pub estimate: TrialEstimate,
    /// Value among equals; `None` if unknown.
    pub equal: Option<f64>,
}

/// The quantity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The objective in the field.
    InField,
    /// Advantage over the start's objective in the field, in the same seats of the same deals.
    Gain,
    /// The objective of one seat with copies of one bot in all others.
    Among,
}

impl Measure {
    /// Returns the word in tables.
    pub fn text(self) -> &'static str {
        match self {
            Measure::InField => "in-field",
            Measure::Gain => "gain",
            Measure::Among => "among",
        }
    }
}

/// Value of one parameter: the tuned bot with this parameter reset to its start.
#[derive(Clone, Debug, PartialEq)]
pub struct OneStep {
    /// The parameter.
    pub param: &'static str,
    /// Its value at the start.
    pub start: f64,
    /// Its tuned value.
    pub tuned: f64,
    /// Loss of the objective in the field by the reset; negative for a gain.
    pub cost: TrialEstimate,
    /// Number of deals.
    pub deals: u64,
}

/// The table at which bots are judged.
#[derive(Clone, Debug)]
pub struct Validation<G: ArenaGame> {
    /// The table.
    pub game: G,
    /// The field.
    pub field: Vec<Bot<G>>,
    /// Unit of play.
    pub unit: Unit,
    /// Order of the seats.
    pub order: Order,
    /// Objective to be maximised.
    pub objective: Objective,
}

impl<G: ArenaGame> Validation<G> {
    /// Returns the table with the field around a hero.
    pub fn field_table(&self) -> TrialTable<G> {
        let panels = panels(self.field.len(), self.game.n_seats() - 1);
        self.with(self.field.clone(), panels)
    }

    /// Returns the same table with other bots around a hero.
    pub fn with(&self, field: Vec<Bot<G>>, panels: Vec<Vec<usize>>) -> TrialTable<G> {
        TrialTable::new(
            self.game.clone(),
            field,
            panels,
            self.unit,
            self.order,
            self.objective,
        )
    }

    /// Returns the same table with each bot in turn in all seats but the hero's.
    pub fn among_each(&self, bots: Vec<Bot<G>>) -> TrialTable<G> {
        let panels = (0..bots.len())
            .map(|bot| vec![bot; self.game.n_seats() - 1])
            .collect();
        self.with(bots, panels)
    }

    /// Returns the objective of an equal among equals.
    pub fn equal(&self) -> Option<f64> {
        match self.objective {
            Objective::WinShare => Some(1.0 / self.game.n_seats() as f64),
            Objective::Rating | Objective::Margin => Some(0.0),
            Objective::Points => None,
        }
    }

    /// Judges the tuned bot against the start and the field, on about `deals` deals for each.
    ///
    /// # Errors
    /// [`TuneError`] if a trial fails.
    pub fn validate(
        &self,
        start: &Bot<G>,
        tuned: &Bot<G>,
        deals: u64,
        means: &TrialOptions<'_>,
        pieces: &mut Pieces<'_>,
    ) -> Result<Vec<Finding>, TuneError> {
        let seats = self.game.n_seats();
        let table = self.field_table();
        let whole = table.whole_deals(deals);
        let heroes = [start.clone(), tuned.clone()];
        let trial = pieces.trial("validation in the field", &table, &heroes, 0, whole, means)?;
        let figures = Figures::new(&trial, self.objective, seats);
        let finding = |measure, bot: &Bot<G>, estimate| Finding {
            measure,
            bot: bot.name.clone(),
            opponents: "field".to_owned(),
            deals: figures.deals(),
            games: figures.games(),
            estimate,
            equal: None,
        };
        let mut findings = vec![
            finding(Measure::InField, start, figures.value(0)),
            finding(Measure::InField, tuned, figures.value(1)),
            finding(Measure::Gain, tuned, figures.gain(1)),
        ];

        // Against the start, which may be in the field as well, and each bot of the field.
        let mut others = vec![start.clone()];
        others.extend(self.field.iter().filter(|b| b.name != start.name).cloned());
        let table = self.among_each(others.clone());
        // The start is the main question; the others together get about as many deals.
        let each = deals.div_ceil(others.len() as u64).max(deals / 8);
        let whole = table.whole_deals(each * others.len() as u64);
        let heroes = [tuned.clone()];
        let trial = pieces.trial("validation among each", &table, &heroes, 0, whole, means)?;
        let figures = Figures::new(&trial, self.objective, seats);
        for (panel, other) in others.iter().enumerate() {
            let [a, b] = &trial.panels[panel];
            findings.push(Finding {
                measure: Measure::Among,
                bot: tuned.name.clone(),
                opponents: other.name.clone(),
                deals: a.deals() + b.deals(),
                games: (a.games + b.games).unsigned_abs(),
                estimate: figures.value_in(0, |p| p == panel),
                equal: self.equal(),
            });
        }
        Ok(findings)
    }

    /// Returns the one-step table, the costliest parameter first.
    ///
    /// # Errors
    /// [`TuneError`] if a trial or a candidate fails.
    pub fn one_step(
        &self,
        start: &Bot<G>,
        tuned: &Bot<G>,
        space: &Space,
        deals: u64,
        means: &TrialOptions<'_>,
        pieces: &mut Pieces<'_>,
    ) -> Result<Vec<OneStep>, TuneError> {
        let (first, last) = (G::values(&start.policy), G::values(&tuned.policy));
        let moved: Vec<_> = space
            .dimensions
            .iter()
            .filter(|d| first[d.place] != last[d.place])
            .collect();
        let mut heroes = vec![tuned.clone()];
        for dimension in &moved {
            let mut values = last.clone();
            values[dimension.place] = first[dimension.place];
            heroes.push(
                means
                    .bots
                    .with_values(start, dimension.tunable.name, &values)?,
            );
        }
        let table = self.field_table();
        let whole = table.whole_deals(deals);
        let trial = pieces.trial("one-step table", &table, &heroes, 0, whole, means)?;
        let figures = Figures::new(&trial, self.objective, self.game.n_seats());
        let mut steps: Vec<OneStep> = moved
            .iter()
            .enumerate()
            .map(|(i, d)| OneStep {
                param: d.tunable.name,
                start: first[d.place],
                tuned: last[d.place],
                cost: figures.gain(i + 1).negated(),
                deals: figures.deals(),
            })
            .collect();
        steps.sort_by_cached_key(|step| HighestFirst(step.cost.value));
        Ok(steps)
    }
}
