//! A table at which one player is reviewed while it plays.

use super::habits::HabitCounts;
use super::valuation::Valuer;
use crate::decisions::features::{Circumstances, Deed, Difference, FeatureTable};
use powergrab_bots::strategy::search::{Candidates, Searchable};
use powergrab_bots::strategy::{Player, Players};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Ask, Options, Seats, Textual};
use powergrab_engine::rng::Rng;
use serde::{Deserialize, Serialize};

/// Decision of the reviewed bot that the reference makes differently.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiffersFromReference {
    /// Round, from 0.
    pub round: u32,
    /// Turn in the round, from 0.
    pub turn: u32,
    /// Position in text form.
    pub position: String,
    /// Option that the bot chose.
    pub own: String,
    /// The reference's choice.
    pub better: String,
    /// Both in words, and the circumstances.
    pub difference: Difference,
    /// Loss in the chance of winning.
    pub cost: f64,
    /// Standard error of the loss.
    pub error: f64,
}

/// Reviewer of a seat.
pub struct Reviewer<G: Searchable + Textual> {
    /// Features of the game's decisions.
    pub features: &'static FeatureTable<G>,
    /// Values of decisions.
    pub valuer: Valuer<G>,
    /// Bots that are asked about the same decisions.
    pub panel: Vec<G::Player>,
    /// Random numbers of the playouts.
    pub rng: Rng,
    /// Number of decisions with a choice in this game.
    pub n_decisions: u32,
    /// Decisions of this game that the reference makes differently.
    pub differing: Vec<DiffersFromReference>,
    /// Habits in this game.
    pub habits: HabitCounts,
    /// Number of decisions in each circumstance.
    pub circumstances: Circumstances,
}

impl<G: Searchable + Textual> Reviewer<G> {
    fn deed(&self, view: G::View<'_>, options: &Options, action: Action) -> Deed {
        (self.features.deed)(view, options, action)
    }

    /// Values a decision, and compares it with the panel's.
    fn review(&mut self, game: &G, state: &G::State, ask: &Ask, own: Action) {
        let (view, options) = (game.view(state, ask.seat), &ask.options);
        let candidates = Candidates::new(game, options);
        if candidates.len() < 2 {
            return;
        }
        self.n_decisions += 1;
        let question = G::asked(view);
        self.circumstances.add(question, self.features.values(view));
        let mut rng = Rng::from_key(self.rng.next_u64());
        let mut chosen = vec![self.deed(view, options, own)];
        for at in 0..self.panel.len() {
            let action = self.panel[at].decide(view, options, &mut rng);
            chosen.push(self.deed(view, options, action));
        }
        let places = candidates.places().iter();
        let deeds = places.map(|place| self.deed(view, options, options.nth((*place).into())));
        let mut possible: Vec<Deed> = deeds.collect();
        possible.sort();
        possible.dedup();
        if possible.len() > 1 {
            self.habits.add(question, &possible, &chosen);
        }
        let Some(mistake) = self
            .valuer
            .mistake(game, state, ask, own, candidates, &mut rng)
        else {
            return;
        };
        let (round, turn) = G::moment(view);
        let text = |action| G::option_text(view, options, action);
        let actions = [own, mistake.better];
        self.differing.push(DiffersFromReference {
            round,
            turn,
            position: G::notation(view),
            own: text(own),
            better: text(mistake.better),
            difference: self.features.difference(view, options, actions),
            cost: mistake.cost,
            error: mistake.error,
        });
    }
}

/// Players of a table, one of whom is reviewed.
pub struct ReviewedSeats<'a, G: Searchable + Textual> {
    /// The players, by seat.
    pub players: &'a mut [G::Player],
    /// Seat of the reviewed player.
    pub seat: Seat,
    /// Its reviewer.
    pub reviewer: &'a mut Reviewer<G>,
}

impl<G: Searchable + Textual> Seats<G> for ReviewedSeats<'_, G> {
    fn new_game(&mut self) {
        Seats::<G>::new_game(&mut Players(&mut *self.players));
    }

    fn listen(&self) -> bool {
        self.players.iter().any(Player::listens)
    }

    fn begin(&mut self, game: &G, seat: Seat, seed: u64) {
        Players(&mut *self.players).begin(game, seat, seed);
    }

    fn hear(&mut self, game: &G, state: &G::State, event: &G::Event) {
        Players(&mut *self.players).hear(game, state, event);
    }

    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask, rng: &mut Rng) -> Action {
        let own = Players(&mut *self.players).decide(game, state, ask, rng);
        // An answer that is no option is a fault of the bot, and not a decision.
        if ask.seat == self.seat && ask.options.iter().any(|action| action == own) {
            self.reviewer.review(game, state, ask, own);
        }
        own
    }
}
