//! Value of playing a card: shedding, links, wilds held back, and the towers and attacks it brings.

use super::Heuristic;
use super::situation::{Situation, reciprocal};
use super::worth::{PartSum, Term};
use crate::strategy::shed::masks::happens;
use powergrab_engine::cards::CardSet;
use powergrab_engine::game::{Action, Options};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{CHOICE_DRAW, Phase, View};
use std::sync::Arc;

/// Value of `draw_below` and `keep_below` that means never.
const NEVER: f64 = -20.0;

impl Heuristic {
    /// Chooses a card to play, or to draw (keep the drawn card).
    #[inline(always)]
    pub(super) fn play(
        self: &Arc<Self>,
        view: View<'_>,
        options: &Options,
        rng: &mut Rng,
    ) -> Action {
        let mut cards = options.cards();
        if !options.bluffs().is_empty() && happens(self.bluffing.bluff, rng) {
            cards |= options.bluffs();
        }
        if cards.is_empty() {
            return Action::choice(CHOICE_DRAW);
        }
        // Usually there is nothing to weigh: a single card, and drawing is not considered.
        let never_errs = self.noise.temperature <= 0.0;
        let single = cards.is_single();
        let draw = self.worth_of_drawing(view, options);
        let never_draws = draw == f64::NEG_INFINITY;
        if never_errs && single && never_draws {
            return Action::card(cards.first() & 127);
        }
        // Plus an error, except to minus infinity, which takes no random number.
        let draw = if never_draws {
            draw
        } else {
            self.with_error(draw, rng)
        };
        if view.game().tables().house {
            return self.weigh_by_house_rules(view, cards, options.bluffs(), draw, rng);
        }
        self.weigh(view, cards, options.bluffs(), draw, rng)
    }

    /// Returns the value of drawing, or keeping the drawn card, instead of playing; minus infinity
    /// if it never does.
    #[inline(always)]
    pub(super) fn worth_of_drawing(&self, view: View<'_>, options: &Options) -> f64 {
        let below = match view.phase() {
            Phase::Turn => self.shed.draw_below,
            _ => self.shed.keep_below,
        };
        let below = if view.game().tables().house {
            self.draw_below_by_house_rules(view, below)
        } else {
            below
        };
        // With one card left, playing it wins the round. It may have to play (HR-3).
        if below <= NEVER || view.hand_size(view.seat()) == 1 || !options.has_choice(CHOICE_DRAW) {
            f64::NEG_INFINITY
        } else {
            below
        }
    }

    /// Returns the best of these cards, or to draw, whose value is `draw`.
    ///
    /// It takes the `Arc`, because the compiler may read all that is behind a plain reference, and
    /// did: every parameter, used or not, before the first card.
    #[inline(never)]
    fn weigh(
        self: &Arc<Self>,
        view: View<'_>,
        cards: CardSet,
        bluffs: CardSet,
        draw: f64,
        rng: &mut Rng,
    ) -> Action {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn counting(
                policy: &Arc<Heuristic>,
                view: View<'_>,
                (cards, bluffs): (CardSet, CardSet),
                draw: f64,
                rng: &mut Rng,
            ) -> Action {
                policy.best::<false>(&Situation::new(view, 0), cards, bluffs, draw, rng)
            }
            if powergrab_engine::cpu::Instructions::here().has_avx2() {
                // SAFETY: the processor has the features that the function is compiled for; this
                // was just checked. Measured: without them a table of four takes 1.5 times as many
                // instructions (callgrind), because everything here counts bits.
                return unsafe { counting(self, view, (cards, bluffs), draw, rng) };
            }
        }
        self.best::<false>(&Situation::new(view, 0), cards, bluffs, draw, rng)
    }

    /// [`Heuristic::best`] of these cards: `HOUSE` says whether a house rule is on.
    #[inline(always)]
    pub(super) fn best<const HOUSE: bool>(
        &self,
        s: &Situation<'_>,
        cards: CardSet,
        bluffs: CardSet,
        draw: f64,
        rng: &mut Rng,
    ) -> Action {
        let prices = Prices::new::<HOUSE>(self, s);
        let (mut best, mut most) = (Action::choice(CHOICE_DRAW), draw);
        for slot in cards.iter() {
            let worth = prices.worth::<f64, HOUSE>(self, s, slot, bluffs);
            let worth = self.with_error(worth, rng);
            if worth > most {
                (best, most) = (Action::card(slot), worth);
            }
        }
        best
    }

    /// Returns a value with its error: 0, or a draw from a Gumbel distribution of this temperature.
    /// The option with the largest sum is then option `i` with probability proportional to
    /// `exp(worth_i / temperature)` (the Gumbel-max trick; Luce and Suppes, 1965).
    #[inline(always)]
    pub(super) fn with_error(&self, worth: f64, rng: &mut Rng) -> f64 {
        if self.noise.temperature > 0.0 {
            worth + self.gumbel(rng)
        } else {
            worth
        }
    }

    #[cold]
    fn gumbel(&self, rng: &mut Rng) -> f64 {
        let uniform = 1.0 - rng.unit();
        -self.noise.temperature * libm::log(-libm::log(uniform))
    }
}

/// Values common to all cards of a decision.
pub(super) struct Prices {
    per_point: f64,
    /// Cost of giving up a wild card, if the hand has others.
    hold: f64,
    /// Part of their value that cards which go together keep.
    mine: f64,
}

impl Prices {
    #[inline(always)]
    pub fn new<const HOUSE: bool>(policy: &Heuristic, s: &Situation<'_>) -> Prices {
        let shed = &policy.shed;
        let holding = f64::from(s.least) > shed.wild_until;
        let mine = if HOUSE { policy.mine(s.view) } else { 1.0 };
        let per_point = 0.1 * s.share * (shed.points + shed.panic * reciprocal(s.least));
        let hold = if holding { shed.wild_hold } else { 0.0 };
        Prices {
            per_point: if HOUSE { mine * per_point } else { per_point },
            hold: if HOUSE { mine * hold } else { hold },
            mine,
        }
    }

    /// Returns the value of playing the card in this slot.
    #[inline(always)]
    pub fn worth<W: PartSum, const HOUSE: bool>(
        &self,
        policy: &Heuristic,
        s: &Situation<'_>,
        slot: u8,
        bluffs: CardSet,
    ) -> W {
        let (t, shed) = (s.t, &policy.shed);
        let card = t.card(slot);
        let points = s.view.game().rules().points[card.symbol.index()];
        let mut worth = W::NOTHING.with(Term::Points, self.per_point * f64::from(points));
        // Cards left in hand that go with the card.
        if card.colour >= 4 {
            let most = s.most_of_colour();
            let links = shed.colour_links * f64::from(most);
            let hold = if most > 0 { self.hold } else { 0.0 };
            worth = worth
                .with(Term::Links, self.kept::<HOUSE>(links))
                .with(Term::Wild, -hold);
        } else {
            let same = s.n_of_colour(card.colour) - 1;
            let alike = s.view.n_of_symbol(card.symbol) - 1;
            let links = shed.colour_links * f64::from(same) + shed.number_links * f64::from(alike);
            worth = worth
                .with(Term::Links, self.kept::<HOUSE>(links))
                .plus(policy.starve(s.view, s.next, card.colour));
        }
        if card.icon < 4 {
            worth = worth.plus(policy.icon(s, card.icon));
        }
        if !HOUSE && card.only_claims() {
            return worth;
        }
        if card.grabs > 0 {
            worth = worth.plus(policy.grab(s, u32::from(card.grabs)));
        }
        if HOUSE {
            worth = worth.plus(policy.moved_hands(s, slot));
        }
        if (card.stops | card.draws) != 0 || card.misses() {
            worth.plus(policy.strike::<W, HOUSE>(s, slot, bluffs.has(slot)))
        } else if card.turns() {
            worth.with(Term::Reverse, policy.turn_away(s))
        } else {
            worth
        }
    }

    /// Returns the remaining value of cards that go together.
    #[inline(always)]
    fn kept<const HOUSE: bool>(&self, links: f64) -> f64 {
        if HOUSE { self.mine * links } else { links }
    }
}
