//! The value of hidden information: the clairvoyance ladder, and the calibration of beliefs.
//!
//! The *clairvoyant* is the same flat search as `monte-carlo`, but its worlds have the true hands.
//! It is an instrument of this file, not a strategy: players only see views. No strategy file,
//! register or tournament can name it.

use powergrab_bots::strategy::search::{
    Beliefs, Budget, CandidateTable, Candidates, Goal, SearchContext, Searchable as _, Worlds,
    halving,
};
use powergrab_bots::strategy::{Bot, BotGame as _, Player as _};
use powergrab_engine::cards::Seat;
use powergrab_engine::cpu::{Work, on_this_processor};
use powergrab_engine::game::{Action, Ask, Decider, Driver, Game as _, NoObserver, Seats, Unit};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Shedding, State};
use serde::Serialize;

/// Knowledge of a search about hidden cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Information {
    /// Every world consistent with the view is equally likely.
    Uniform,
    /// Worlds are weighted by the others' behaviour.
    Beliefs,
    /// The true hands; the order of the draw pile stays hidden.
    Clairvoyant,
}

impl Information {
    /// All of them, in increasing order.
    pub const ALL: [Information; 3] = [
        Information::Uniform,
        Information::Beliefs,
        Information::Clairvoyant,
    ];

    /// Returns the word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Information::Uniform => "uniform",
            Information::Beliefs => "beliefs",
            Information::Clairvoyant => "clairvoyant",
        }
    }
}

/// Decides for all seats: by the search for its own, by the policy for the others.
struct Searcher<'a> {
    seat: Seat,
    sight: Information,
    playouts: u32,
    caution: f64,
    context: &'a mut SearchContext<Shedding>,
    table: &'a mut CandidateTable,
}

impl Seats<Shedding> for Searcher<'_> {
    fn decide(&mut self, game: &Shedding, state: &State, ask: &Ask, rng: &mut Rng) -> Action {
        let view = game.view(state, ask.seat);
        let player = self.context.player(ask.seat);
        let usual = player.decide(view, &ask.options, rng);
        let mut candidates = Candidates::new(game, &ask.options);
        if ask.seat != self.seat || candidates.len() < 2 {
            return usual;
        }
        candidates.lead_with(game, &ask.options, usual);
        let key = rng.next_u64();
        let budget = Budget::Playouts(self.playouts);
        let (context, table) = (&mut *self.context, &mut *self.table);
        let redealt = |beliefs| Worlds::Redealt { view, key, beliefs };
        let worlds = match self.sight {
            Information::Clairvoyant => Worlds::Real {
                game,
                state,
                seat: ask.seat,
                key,
            },
            Information::Uniform => redealt(Beliefs::NONE),
            Information::Beliefs => redealt(context.beliefs),
        };
        halving(&worlds, &candidates, context, budget, table);
        let best = table.best(self.caution);
        ask.options.nth(u32::from(candidates.places()[best]))
    }
}

/// Results of a search with some information in single rounds, in every seat of each deal, against
/// its playout policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InformationRow {
    /// The ruleset.
    pub ruleset: String,
    /// Number of seats.
    pub seats: usize,
    /// Its information.
    pub sight: &'static str,
    /// Playouts per decision.
    pub playouts: u32,
    /// Deals.
    pub deals: u64,
    /// Rounds, one for each seat of each deal.
    pub rounds: u64,
    /// Share of the rounds that it won.
    pub win_rate: f64,
    /// Standard error of the share, clustered by deal.
    pub win_se: f64,
    /// Mean points minus the others' mean.
    pub points_over: f64,
    /// Standard error of that, clustered by deal.
    pub points_se: f64,
}

/// Plays a search with some information on these deals, which are the same for every kind.
pub fn look(
    game: &Shedding,
    sight: Information,
    playout: &Bot<Shedding>,
    playouts: u32,
    deals: u64,
    seed: u64,
) -> InformationRow {
    let n = game.n_seats();
    let mut context = SearchContext::<Shedding>::new(
        vec![Shedding::player(&playout.policy, 0)],
        Beliefs::default(),
        Goal::Points,
    );
    let mut table = CandidateTable::default();
    let mut driver = Driver::new(game);
    let seeds = Seeds::new(seed, Purpose::Play);
    let (mut wins, mut points) = (Vec::new(), Vec::new());
    for deal in 0..deals {
        let (mut won, mut over) = (0.0, 0.0);
        for seat in 0..n as Seat {
            let mut searcher = Searcher {
                seat,
                sight,
                playouts,
                caution: 1.0,
                context: &mut context,
                table: &mut table,
            };
            driver.begin_game(game, seeds.deal(deal), &[], Unit::Round);
            driver.begin_round(game, &mut NoObserver);
            driver.finish(game, &mut searcher, &mut NoObserver);
            won += f64::from(u8::from(driver.state().winner() == Some(seat)));
            over += game.points(driver.state(), seat) * 100.0;
        }
        wins.push(won / n as f64);
        points.push(over / n as f64);
    }
    let (win_rate, win_se) = mean_and_error(&wins);
    let (points_over, points_se) = mean_and_error(&points);
    InformationRow {
        ruleset: game.rules().name.clone(),
        seats: n,
        sight: sight.word(),
        playouts,
        deals,
        rounds: deals * n as u64,
        win_rate,
        win_se,
        points_over,
        points_se,
    }
}

fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n.max(1.0);
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    (mean, (squares / (n - 1.0).max(1.0) / n.max(1.0)).sqrt())
}

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
    player: &'a mut powergrab_bots::strategy::ShedPlayer,
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
