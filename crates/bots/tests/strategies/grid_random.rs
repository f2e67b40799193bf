//! `random` of Grid pays for lines without being asked, which changes no game.

use powergrab_bots::strategy::Player as _;
use powergrab_bots::strategy::grid::GridRandom;
use powergrab_engine::game::{Action, Ask, Decider, Game as _};
use powergrab_engine::grid::{Grid, Phase, State};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use test_support::{EventLog, grid_games, start_grid};

/// `random`, which pays for lines without being asked, or the same without hints in its answers.
struct Random {
    rng: Rng,
    is_plain: bool,
    n_payments: u32,
}

impl Decider<Grid> for Random {
    fn decide(&mut self, game: &Grid, state: &State, ask: &Ask) -> Action {
        let view = game.view(state, ask.seat);
        self.n_payments += u32::from(view.phase() == Phase::Pay);
        let action = GridRandom.decide(view, &ask.options, &mut self.rng);
        let mut same = (0..ask.options.len()).map(|n| ask.options.nth(n));
        if self.is_plain {
            same.find(|plain| *plain == action).unwrap()
        } else {
            action
        }
    }
}

#[test]
fn gr_8_lines_paid_for_in_one_go_are_paid_as_when_asked() {
    let mut n_payments = [0, 0];
    for game in grid_games() {
        for deal in 0..100 {
            let seeds = Seeds::new(9, Purpose::Test).deal(deal).round(0);
            let played = [false, true].map(|is_plain| {
                let mut random = Random {
                    rng: seeds.bot(0, 0),
                    is_plain,
                    n_payments: 0,
                };
                let mut ears = EventLog::default();
                let (mut state, mut pile) = start_grid(&game, &seeds, &mut ears);
                game.play_round(&mut state, &mut pile, &mut ears, &mut random);
                assert_eq!(game.check(&state), Ok(()));
                n_payments[usize::from(is_plain)] += random.n_payments;
                (ears.records, state.scores().to_vec())
            });
            let n = game.n_seats();
            assert_eq!(played[0], played[1], "{n} players, deal {deal}");
        }
    }
    // A turn with a single option is taken without asking, but its payment is asked for.
    assert!(n_payments[1] > 2000 && n_payments[0] < 20, "{n_payments:?}");
}
