//! What a card is worth to play: shedding, links, wilds held back, and the towers and attacks it brings.

use super::situation::{Situation, reciprocal};
use super::Heuristic;
use crate::cards::{CardSet, Symbol};
use crate::game::{Action, Options};
use crate::rng::Rng;
use crate::shedding::CHOICE_DRAW;
use crate::strategy::masks::happens;

/// `draw_below` at this value means never.
const NEVER: f64 = -20.0;

impl Heuristic {
    /// A card to play, or to draw (keep the drawn card).
    #[inline(always)]
    pub(super) fn play(&self, s: &Situation<'_>, options: &Options, rng: &mut Rng) -> Action {
        let mut cards = options.cards;
        if !options.bluffs.is_empty() && happens(self.bluffing.bluff, rng) {
            cards |= options.bluffs;
        }
        let draw = Action::choice(CHOICE_DRAW);
        let plain = self.noise.temperature <= 0.0;
        if cards.is_empty() {
            return draw;
        }
        if plain && cards.is_single() && self.shed.draw_below <= NEVER {
            return Action::card(cards.first() & 127);
        }
        let prices = Prices::new(self, s, cards);
        let (mut best, mut most) = (draw, f64::NEG_INFINITY);
        if self.shed.draw_below > NEVER && s.n_hand > 1 {
            most = self.shed.draw_below + self.error(plain, rng);
        }
        for slot in cards.iter() {
            let worth = prices.worth(self, s, slot, options.bluffs) + self.error(plain, rng);
            if worth > most {
                (best, most) = (Action::card(slot), worth);
            }
        }
        best
    }

    /// What is added to a worth: nothing, or a draw from a Gumbel distribution of this temperature. The option with the largest sum is
    /// then option `i` with probability proportional to `exp(worth_i / temperature)` (the Gumbel-max trick; Luce and Suppes, 1965).
    #[inline(always)]
    pub(super) fn error(&self, plain: bool, rng: &mut Rng) -> f64 {
        if plain { 0.0 } else { self.gumbel(rng) }
    }

    #[cold]
    fn gumbel(&self, rng: &mut Rng) -> f64 {
        let uniform = 1.0 - rng.unit();
        -self.noise.temperature * libm::log(-libm::log(uniform))
    }
}

/// What is the same for all cards of a decision.
struct Prices {
    per_point: f64,
    /// What it costs to let a wild card go.
    hold: f64,
    /// By tower: what its icon brings; the places from 4 on, of cards without one, are 0.
    icons: [f64; 8],
    /// By number of towers grabbed: what that brings.
    grabs: [f64; 4],
    /// How much the next seat is worth hurting.
    harm_next: f64,
    turn_away: f64,
}

impl Prices {
    #[inline(always)]
    fn new(policy: &Heuristic, s: &Situation<'_>, cards: CardSet) -> Prices {
        let (t, shed) = (s.t, &policy.shed);
        let holding = f64::from(s.least) > shed.wild_until;
        let mut prices = Prices {
            per_point: 0.1 * (shed.points + shed.panic * reciprocal(s.least)),
            hold: if holding { shed.wild_hold } else { 0.0 },
            icons: [0.0; 8],
            grabs: [0.0; 4],
            harm_next: policy.harm(s.view, s.next),
            turn_away: 0.0,
        };
        if t.towers != 0 {
            prices.icons = policy.icon_worths(s);
            let grab = t.symbols[Symbol::GrabTwo.index()] | t.symbols[Symbol::WildGrab.index()];
            if cards.meets(grab) {
                prices.grabs = policy.grab_worths(s, holding);
            }
        }
        if cards.meets(t.symbols[Symbol::Reverse.index()]) {
            prices.turn_away = policy.turn_away(s, prices.harm_next);
        }
        prices
    }

    /// What it is worth to play the card in this slot.
    #[inline(always)]
    fn worth(&self, policy: &Heuristic, s: &Situation<'_>, slot: u8, bluffs: CardSet) -> f64 {
        let (t, shed) = (s.t, &policy.shed);
        let card = t.card(slot);
        let points = s.view.game().rules().points[card.symbol.index()];
        let mut worth = self.per_point * f64::from(points);
        // What of the hand goes with the card.
        let rest = s.hand_without(slot);
        let wild = card.colour >= 4;
        if wild {
            worth += shed.colour_links * f64::from(s.most_of_colour) - self.hold;
        } else {
            let same = s.by_colour[card.colour as usize & 7] - 1;
            let alike = (rest & t.symbols[card.symbol.index()]).len();
            worth += shed.colour_links * f64::from(same) + shed.number_links * f64::from(alike);
            if policy.naming.starve > 0.0 {
                worth += policy.naming.starve * policy.lack(s.view, s.next, card.colour);
            }
        }
        let goes_on = wild || rest.meets(t.matches[slot as usize & 127]);
        if s.n_hand == 2 && goes_on {
            worth += shed.last_match;
        }
        worth += self.icons[card.icon as usize & 7] + self.grabs[card.grabs as usize & 3];
        if (card.stops | card.draws) != 0 || card.misses {
            worth += policy.strike(s, slot, self.harm_next, bluffs.has(slot), goes_on);
        } else if card.turns != 0 {
            worth += self.turn_away;
        }
        worth
    }
}
