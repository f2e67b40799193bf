//! The estimate of guilt is calibrated: of all Wild Draw Fours that `balanced` faces in a named
//! field, challenged or not, about a share `p` of those with an estimate of about `p` are bluffs.

use crate::field::bot;
use crate::games::play_game;
use powergrab_bots::strategy::{BotGame as _, Heuristic, Player, ShedPlayer, ShedPolicy};
use powergrab_engine::game::{Action, Driver, Observer, Options, Unit};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{
    CHOICE_CHALLENGE, Event, Family, Phase, Rules, Shedding, State, View,
};
use std::cell::Cell;

thread_local! {
    /// The estimate for the Wild Draw Four on top.
    static STATED: Cell<Option<f64>> = const { Cell::new(None) };
}

/// A bot, with an estimator beside it.
struct Watched {
    bot: ShedPlayer,
    watcher: Heuristic,
}

impl Player<Shedding> for Watched {
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        if view.phase() == Phase::React && options.has_choice(CHOICE_CHALLENGE) {
            STATED.set(Some(self.watcher.guilt(view)));
        }
        self.bot.decide(view, options, rng)
    }
}

/// Estimated and true guilt of each Wild Draw Four.
#[derive(Default)]
struct Truth {
    bluff: bool,
    pairs: Vec<(f64, bool)>,
}

impl Truth {
    fn settle(&mut self) {
        if let Some(p) = STATED.take() {
            self.pairs.push((p, self.bluff));
        }
    }
}

impl Observer<Shedding> for Truth {
    fn event(&mut self, _: &Shedding, _: &State, event: &Event) {
        // Whatever follows, the estimate was of the play before it.
        self.settle();
        if let Event::Play { bluff, .. } = *event {
            self.bluff = bluff;
        }
    }
}

/// Returns all Wild Draw Fours faced by any bot at tables of these bots.
fn faced(names: &[&str], n_games: u64) -> Vec<(f64, bool)> {
    let ShedPolicy::Heuristic(watcher) = bot("balanced").policy else {
        panic!("balanced is a heuristic");
    };
    let game = Shedding::new(Rules::official(Family::PowerGrab), names.len()).unwrap();
    let mut players: Vec<Watched> = (0u8..)
        .zip(names)
        .map(|(seat, name)| Watched {
            bot: Shedding::player(&bot(name).policy, seat),
            watcher: *watcher,
        })
        .collect();
    let mut driver = Driver::new(&game);
    let seeds = Seeds::new(5, Purpose::Test);
    let mut truth = Truth::default();
    for deal in 0..n_games {
        play_game(
            &game,
            &mut driver,
            (&mut players, &[0; 10]),
            seeds.deal(deal),
            Unit::Game,
            &mut truth,
            |_| {},
        );
    }
    truth.pairs
}

/// Checks each bin of ten with enough cases: the true share lies within a tenth of the mean
/// estimate, plus or minus four standard errors.
fn calibrated(field: &str, pairs: &[(f64, bool)]) {
    let mut bins = 0;
    let mut wrong = Vec::new();
    for bin in 0..10 {
        let low = f64::from(bin) / 10.0;
        let within: Vec<_> = pairs
            .iter()
            .filter(|(p, _)| *p >= low && (*p < low + 0.1 || bin == 9))
            .collect();
        let n = within.len() as f64;
        if n < 200.0 {
            continue;
        }
        bins += 1;
        let stated = within.iter().map(|(p, _)| p).sum::<f64>() / n;
        let guilty = within.iter().filter(|(_, g)| *g).count() as f64 / n;
        let se = (guilty * (1.0 - guilty) / n).sqrt();
        println!("{field}: {n:5} stated {stated:.3}, guilty {guilty:.3} ± {se:.3}");
        if (guilty - stated).abs() > 0.1 + 4.0 * se {
            wrong.push((stated, guilty));
        }
    }
    assert!(
        wrong.is_empty(),
        "{field}: stated guilt and the share that is guilty: {wrong:?}"
    );
    assert!(bins >= 3, "{field}: only {bins} bins filled");
}

#[test]
fn where_it_states_a_guilt_about_that_share_is_guilty() {
    let mixed = ["greedy", "bluffer", "balanced", "bluffer"];
    calibrated("greedy, bluffer, balanced, bluffer", &faced(&mixed, 1_200));
}
