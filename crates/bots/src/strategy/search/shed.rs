//! The parts of a search for the shedding games: inferences about hands from the public past.

use super::{Beliefs, Odds, PlayoutBatch, SearchNetwork, Searchable};
use crate::strategy::{ShedPlayer, ShedPolicy};
use powergrab_engine::cards::{CardSet, Seat, Symbol};
use powergrab_engine::cpu::on_this_processor;
use powergrab_engine::game::{Action, Game as _};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Phase, Shedding, State, View};

impl Searchable for Shedding {
    type Odds = Odds;

    const PLAYOUT: &'static str = "balanced";

    #[inline(always)]
    fn redeal(view: View<'_>, rng: &mut Rng) -> State {
        view.redeal(rng)
    }

    #[inline(always)]
    fn pile_of(&self, state: &State) -> CardSet {
        self.draw_pile(state)
    }

    #[inline(always)]
    fn kind(&self, action: Action) -> u8 {
        match (action.slot(), action.choice_number()) {
            (Some(slot), _) => self.tables().copies.of(slot).first(),
            (None, number) => 128 | number.unwrap_or(0),
        }
    }

    #[inline(always)]
    fn likelihood(view: View<'_>, world: &State, beliefs: &Beliefs) -> f64 {
        let mut likelihood = 1.0;
        for seat in 0..view.n_seats() as Seat {
            if seat != view.seat() {
                likelihood *= of_passes(view, world, seat, beliefs.passes);
            }
        }
        likelihood * of_draw_four(view, world, beliefs.bluffs)
    }

    #[inline(always)]
    fn points(&self, state: &State, seat: Seat) -> f64 {
        let n = self.n_seats();
        let points = &state.round_points()[..n];
        let own = f64::from(points[usize::from(seat)]);
        let all: u32 = points.iter().sum();
        let over = own - (f64::from(all) - own) / (n - 1) as f64;
        f64::from(self.points_sign()) * over / 100.0
    }

    fn prepare(view: View<'_>, odds: &mut Odds, player: &mut ShedPlayer) {
        odds.prepare(view, player);
    }

    fn odds_of(&self, players: &mut [ShedPlayer]) -> Odds {
        Odds::of_seats(self, players)
    }

    #[inline(always)]
    fn chance(&self, odds: &Odds, state: &State, _: Seat) -> f64 {
        odds.chance(self, state)
    }

    fn odds_error(&self, chance: f64) -> f64 {
        super::odds::error(self, chance)
    }

    fn play_out(batch: PlayoutBatch<'_, '_, Self>) {
        on_this_processor(batch);
    }

    fn is_plain(policy: &ShedPolicy) -> bool {
        !matches!(policy, ShedPolicy::External(_))
    }

    #[inline(always)]
    fn learned(player: &mut ShedPlayer) -> Option<&mut dyn SearchNetwork<Shedding>> {
        match player {
            ShedPlayer::Net(player) => Some(&mut **player),
            _ => None,
        }
    }
}

/// Returns the likelihood of passes. A seat that drew instead of playing while a colour was in
/// force, and kept the card, held neither that colour nor a wild card then, unless it holds back.
/// Its current cards are older or newer than that; which ones is unknown.
#[inline(always)]
fn of_passes(view: View<'_>, world: &State, seat: Seat, belief: f64) -> f64 {
    let record = view.record(seat);
    if belief == 0.0 || record.passed == [0; 4] {
        return 1.0;
    }
    let t = view.game().tables();
    let hand = world.hand(seat);
    let mut likelihood = 1.0;
    for (colour, &passed) in record.passed.iter().enumerate() {
        if passed == 0 {
            continue;
        }
        let size = hand.len();
        let newer = (record.drawn + 1 - passed).min(size);
        let fitting = (hand & (t.colours[colour] | t.wilds)).len();
        // Probability that all fitting cards came later: C(newer, fitting) / C(size, fitting).
        let mut all_newer = 1.0;
        for i in 0..fitting {
            all_newer *= f64::from(newer.saturating_sub(i)) / f64::from(size - i);
        }
        likelihood *= 1.0 - belief + belief * all_newer;
    }
    likelihood
}

/// Returns the likelihood of Wild Draw Fours: a seat that holds the colour in force seldom plays
/// one (PG-10).
#[inline(always)]
fn of_draw_four(view: View<'_>, world: &State, bluffs: f64) -> f64 {
    let answers = view.phase() == Phase::React && view.top().symbol() == Symbol::WildDrawFour;
    if !answers || view.open_bluff() {
        return 1.0;
    }
    let before = view.game().tables().colours[view.colour_before().index()];
    let guilty = world.hand(view.on_turn()).meets(before);
    if guilty { bluffs } else { 1.0 }
}
