//! The calibration of beliefs: how often an event comes true that worlds predict.

use powergrab_bots::strategy::search::{Beliefs, Worlds};
use powergrab_bots::strategy::{Bot, BotGame as _, Player as _, ShedPlayer};
use powergrab_engine::cards::Seat;
use powergrab_engine::cpu::{Work, on_this_processor};
use powergrab_engine::game::{Action, Ask, Decider, Driver, Game as _, NoObserver, Unit};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Shedding, State};
use powergrab_experiments::analysis::information_value::Information;
use serde::Serialize;

/// Frequency of events whose predicted probability lies in one bin.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// The ruleset.
    pub ruleset: String,
    /// Number of seats.
    pub seats: usize,
    /// Information of the predictions.
    pub sight: &'static str,
    /// Lower end of the bin of predictions.
    pub from: f64,
    /// Number of predictions in it.
    pub n: u64,
    /// Mean prediction.
    pub predicted: f64,
    /// Observed frequency.
    pub came_true: f64,
    /// Mean squared error of all predictions with this information (Brier 1950), repeated in each
    /// of its rows.
    pub brier: f64,
}

const BINS: usize = 10;

/// Observes a table of equal players, and predicts from time to time whether the next seat holds a
/// card of the colour in force.
struct Watcher<'a> {
    player: &'a mut ShedPlayer,
    rng: Rng,
    key: Rng,
    worlds: u32,
    /// By information, by bin: number, sum of predictions, of outcomes, of squares.
    bins: &'a mut [[[f64; 4]; BINS]; 2],
}

/// Share of worlds with the predicted event, as one block of work.
struct Share<'a> {
    worlds: &'a Worlds<'a, Shedding>,
    n_worlds: u32,
    next: Seat,
    colour: usize,
}

impl Work for Share<'_> {
    type Output = f64;

    #[inline(always)]
    fn work(self) -> f64 {
        let cards = self.worlds.game().tables().colours[self.colour];
        let holds = |number: &u32| {
            let world = self.worlds.world(*number);
            world.round.state.hand(self.next).meets(cards)
        };
        (0..self.n_worlds).filter(holds).count() as f64 / f64::from(self.n_worlds)
    }
}

impl Decider<Shedding> for Watcher<'_> {
    fn decide(&mut self, game: &Shedding, state: &State, ask: &Ask) -> Action {
        let view = game.view(state, ask.seat);
        // One decision in eight, because neighbours in a round hardly differ.
        if view.turn() > 2 * game.n_seats() as u32 && self.key.below(8) == 0 {
            let next = view.after(ask.seat);
            let colour = usize::from(state.colour().index() as u8);
            let truth = f64::from(u8::from(
                state.hand(next).meets(game.tables().colours[colour]),
            ));
            let key = self.key.next_u64();
            for (bins, beliefs) in self
                .bins
                .iter_mut()
                .zip([Beliefs::NONE, Beliefs::default()])
            {
                let share = on_this_processor(Share {
                    worlds: &Worlds::Redealt { view, key, beliefs },
                    n_worlds: self.worlds,
                    next,
                    colour,
                });
                let bin = &mut bins[((share * BINS as f64) as usize).min(BINS - 1)];
                for (sum, more) in
                    bin.iter_mut()
                        .zip([1.0, share, truth, (share - truth) * (share - truth)])
                {
                    *sum += more;
                }
            }
        }
        self.player.decide(view, &ask.options, &mut self.rng)
    }
}

/// Measures predictions in this many rounds of the policy against itself.
pub fn calibrate(
    game: &Shedding,
    bot: &Bot<Shedding>,
    rounds: u64,
    worlds: u32,
    seed: u64,
) -> Vec<Calibration> {
    let n = game.n_seats();
    let mut player = Shedding::player(&bot.policy, 0);
    let mut bins = [[[0.0; 4]; BINS]; 2];
    let seeds = Seeds::new(seed, Purpose::Test);
    let mut driver = Driver::new(game);
    for deal in 0..rounds {
        driver.begin_game(game, seeds.deal(deal), &[], Unit::Round);
        driver.begin_round(game, &mut NoObserver);
        let mut watcher = Watcher {
            player: &mut player,
            rng: driver.rng(0).clone(),
            key: driver.rng(1).clone(),
            worlds,
            bins: &mut bins,
        };
        driver.round.finish(game, &mut watcher, &mut NoObserver);
    }
    let mut rows = Vec::new();
    for (bins, sight) in bins
        .iter()
        .zip([Information::Uniform, Information::Beliefs])
    {
        let total: f64 = bins.iter().map(|b| b[0]).sum();
        let brier = bins.iter().map(|b| b[3]).sum::<f64>() / total.max(1.0);
        for (at, bin) in bins.iter().enumerate().filter(|(_, bin)| bin[0] > 0.0) {
            rows.push(Calibration {
                ruleset: game.rules().name.clone(),
                seats: n,
                sight: sight.word(),
                from: at as f64 / BINS as f64,
                n: bin[0] as u64,
                predicted: bin[1] / bin[0],
                came_true: bin[2] / bin[0],
                brier,
            });
        }
    }
    rows
}
