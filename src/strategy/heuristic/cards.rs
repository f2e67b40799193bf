//! What a card is worth to play: shedding, links, wilds held back, and the towers and attacks it brings.

use super::Heuristic;
use super::situation::{Situation, reciprocal};
use crate::cards::{CardSet, Symbol};
use crate::game::{Action, Options};
use crate::rng::Rng;
use crate::shedding::{CHOICE_DRAW, Phase, View};
use crate::strategy::masks::happens;

/// `draw_below` and `keep_below` at this value mean never.
const NEVER: f64 = -20.0;

impl Heuristic {
    /// A card to play, or to draw (keep the drawn card).
    #[inline(always)]
    pub(super) fn play(&self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let mut cards = options.cards;
        if !options.bluffs.is_empty() && happens(self.bluffing.bluff, rng) {
            cards |= options.bluffs;
        }
        if cards.is_empty() {
            return Action::choice(CHOICE_DRAW);
        }
        // Most often there is nothing to weigh: one card, and no thought of drawing instead.
        let never_errs = self.noise.temperature <= 0.0;
        let single = cards.is_single();
        let draw_below = match view.phase() {
            Phase::Turn => self.shed.draw_below,
            _ => self.shed.keep_below,
        };
        let never_draws = draw_below <= NEVER || view.hand_size(view.seat()) == 1;
        if never_errs && single && never_draws {
            return Action::card(cards.first() & 127);
        }
        let draw = if never_draws {
            f64::NEG_INFINITY
        } else {
            draw_below + self.error(rng)
        };
        self.weigh(&Situation::new(view), cards, options.bluffs, draw, rng)
    }

    /// The best of these cards, or to draw, which is worth `draw`.
    #[inline(never)]
    fn weigh(
        &self,
        s: &Situation<'_>,
        cards: CardSet,
        bluffs: CardSet,
        draw: f64,
        rng: &mut Rng,
    ) -> Action {
        let prices = Prices::new(self, s, cards);
        let (mut best, mut most) = (Action::choice(CHOICE_DRAW), draw);
        for slot in cards.iter() {
            let worth = prices.worth(self, s, slot, bluffs) + self.error(rng);
            if worth > most {
                (best, most) = (Action::card(slot), worth);
            }
        }
        best
    }

    /// What is added to a worth: nothing, or a draw from a Gumbel distribution of this temperature. The option with the largest sum is
    /// then option `i` with probability proportional to `exp(worth_i / temperature)` (the Gumbel-max trick; Luce and Suppes, 1965).
    #[inline(always)]
    pub(super) fn error(&self, rng: &mut Rng) -> f64 {
        if self.noise.temperature > 0.0 {
            self.gumbel(rng)
        } else {
            0.0
        }
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
    /// How dangerous the next seat is.
    danger_next: f64,
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
            danger_next: policy.danger(s.view, s.next),
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
            prices.turn_away = policy.turn_away(s, prices.danger_next);
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
        // What is left in hand that goes with the card.
        let wild = card.colour >= 4;
        if wild {
            worth += shed.colour_links * f64::from(s.most_of_colour) - self.hold;
        } else {
            let same = s.by_colour[card.colour as usize & 7] - 1;
            let alike = s.view.n_of_symbol(card.symbol) - 1;
            worth += shed.colour_links * f64::from(same) + shed.number_links * f64::from(alike);
            if policy.naming.starve > 0.0 {
                worth += policy.naming.starve * policy.lack(s.view, s.next, card.colour);
            }
        }
        worth += self.icons[card.icon as usize & 7] + self.grabs[card.grabs as usize & 3];
        if (card.stops | card.draws) != 0 || card.misses() {
            worth += policy.strike(s, slot, self.danger_next, bluffs.has(slot));
        } else if card.turns() {
            worth += self.turn_away;
        }
        worth
    }
}
