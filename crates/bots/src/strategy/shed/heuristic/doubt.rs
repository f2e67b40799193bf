//! Dishonest Wild Draw Fours (PG-10): the probability of a bluff, the decision to challenge, and
//! the probability that the next seat would challenge ours.

use super::Heuristic;
use crate::strategy::shed::masks::saw_the_bluff;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Options};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{CHOICE_ACCEPT, CHOICE_BLOCK, CHOICE_CHALLENGE, View};

/// Cost of a missed turn, in cards.
const TURN: f64 = 1.0;
/// Probability that an honest player names the colour that was in force before, of which it has
/// none.
const BLIND: f64 = 0.02;
/// Odds of holding a colour at which random hands agree with real ones; fitted to mixed fields
/// (`tests/guilt.rs`).
const EVEN_HAND: f64 = 4.0;
/// Value of `challenge_at` that means never, unless certain.
const CERTAIN: f64 = 10.0;
/// Number of observed events (verdicts on a player, answers to Wild Draw Fours) with the same
/// weight as the beliefs before the game.
const EVENTS: f64 = 7.0;

impl Heuristic {
    /// Answers a card that acts on the seat: blocks if possible, challenges if it pays.
    #[inline(always)]
    pub(super) fn react(&self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let block = options.has_choice(CHOICE_BLOCK);
        let otherwise = if block { CHOICE_BLOCK } else { CHOICE_ACCEPT };
        let challenge =
            options.has_choice(CHOICE_CHALLENGE) && self.guilt(view) >= self.threshold(view, block);
        // HR-1
        if !block && !challenge && !(options.cards() | options.bluffs()).is_empty() {
            return self.stack(view, options, rng);
        }
        Action::choice(if challenge {
            CHOICE_CHALLENGE
        } else {
            otherwise
        })
    }

    /// Returns the guilt from which on a challenge is made, at most 1.
    ///
    /// In cards: accepting costs 4 and a turn, blocking costs nothing. A challenge costs 6 and a
    /// turn if the player is innocent. Otherwise the player draws 4, which is worth more if that
    /// seat is dangerous, shared with the other opponents. A challenge breaks even at the `p` for
    /// which `p * 4 * worth - (1 - p) * (6 + turn)` equals the cost of the other answer.
    pub(super) fn threshold(&self, view: View<'_>, block: bool) -> f64 {
        if self.doubt.challenge_at >= CERTAIN {
            return 1.0;
        }
        // The whole stack (HR-1).
        let due = f64::from(view.stack().max(4));
        let won = due * (1.0 + self.danger(view, view.on_turn())) / (view.n_seats() as f64 - 1.0);
        let lost = due + 2.0 + TURN;
        let other = if block { 0.0 } else { due + TURN };
        // Odds, so that a factor means the same at every threshold.
        let odds = self.doubt.challenge_at * (lost - other) / (won + other);
        odds / (1.0 + odds)
    }

    /// Returns the probability that the Wild Draw Four on top is a bluff, from the knowledge of
    /// this seat. Asked of the seat that it acts on.
    #[inline(always)]
    pub fn guilt(&self, view: View<'_>) -> f64 {
        if saw_the_bluff(view) {
            return 1.0;
        }
        let holds = chance_of_colour(view);
        if holds <= 0.0 {
            return 0.0;
        }
        let doubt = &self.doubt;
        let suspect = view.on_turn();
        let record = view.record(suspect);
        let (seen, found) = (f64::from(record.challenged), f64::from(record.guilty));
        // A player who holds the colour bluffs with this probability; one who does not plays the
        // card honestly.
        let bluffs = (EVENTS * doubt.suspicion + found) / (EVENTS + seen);
        // The named colour is evidence: an honest player has none of the colour before.
        let same = view.colour() == Some(view.colour_before());
        let (by_bluffer, by_honest) = if same {
            (doubt.tell, BLIND)
        } else {
            (1.0 - doubt.tell, 1.0 - BLIND)
        };
        // Players follow the colour in force, so a hand has less of it than a random one, and even
        // less if it had few cards to choose from.
        let odds = holds / (1.0 - holds).max(f64::MIN_POSITIVE);
        let real = odds * (odds / EVEN_HAND).sqrt();
        let guilty = real * bluffs * by_bluffer / by_honest;
        if guilty.is_finite() {
            guilty / (1.0 + guilty)
        } else {
            1.0
        }
    }

    /// Returns the probability that a seat challenges our Wild Draw Four: the belief before the
    /// game, combined with its answers to those that it faced. Their number is not recorded; it is
    /// estimated as its share of those that the others played.
    #[inline]
    pub(super) fn chance_of_challenge(&self, view: View<'_>, seat: Seat) -> f64 {
        let n = view.n_seats() as u8;
        let mut played = 0;
        for other in 0..n {
            played += u32::from(view.record(other).draw_fours);
        }
        played -= u32::from(view.record(seat).draw_fours);
        let made = f64::from(view.record(seat).challenges);
        let faced = (f64::from(played) / f64::from(n - 1)).max(made);
        (EVENTS * self.bluffing.feared + made) / (EVENTS + faced)
    }
}

/// Returns the probability that the player of the Wild Draw Four on top held the colour before, if
/// its unknown cards were a uniform choice of the unseen ones: one minus a hypergeometric
/// probability of none. Cards that it held when it last drew instead of playing on that colour
/// count as other colours.
#[inline(always)]
fn chance_of_colour(view: View<'_>) -> f64 {
    let t = view.game().tables();
    let suspect = view.on_turn();
    let before = view.colour_before();
    let colour = t.colours[before.index()];
    let mut seen = view.hand_size(view.seat()) + view.n_discards();
    let mut of_colour = view.n_of_colour(before) + view.n_discards_of_colour(before);
    for seat in 0..view.n_seats() as u8 {
        if seat != view.seat() {
            let shown = view.shown(seat);
            seen += shown.len();
            of_colour += (shown & colour).len();
        }
    }
    let unseen = t.all.len() - seen;
    let wanted = colour.len() - of_colour;
    let unknown = view.hand_size(suspect) - view.shown(suspect).len();
    let (_, most) = view.colour_bounds(suspect, before);
    let record = view.record(suspect);
    let newer = match record.passed[before.index()] {
        0 => u32::MAX,
        passed => (record.drawn + 1).saturating_sub(passed),
    };
    let mut none = 1.0;
    for i in 0..unknown.min(unseen).min(most).min(newer) {
        let others = (unseen - wanted).saturating_sub(i);
        none *= f64::from(others) / f64::from(unseen - i);
    }
    1.0 - none
}
