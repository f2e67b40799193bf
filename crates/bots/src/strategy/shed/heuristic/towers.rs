//! The value of towers, the choice of towers to grab, and Instant UNO (PG-8, PG-9, PG-11).

use super::Heuristic;
use super::situation::Situation;
use super::worth::{PartSum, Term};
use crate::strategy::shed::masks::{SHIELDS, holders_towers};
use powergrab_engine::cards::Tower;
use powergrab_engine::game::{Action, Options};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{BLOCKABLE, View};

/// A quarter of the square of a seat's number of towers.
const DENIED: [f64; 5] = [0.0, 0.25, 1.0, 2.25, 4.0];

/// Costs of the cards that a tower may stop to their victim, in cards drawn and turns missed, times
/// their number in the deck of Power Grab, in twentieths: 8 Draw Ones at 2, 8 Draw Twos at 3, 4
/// Wild Draw Fours at 5, 8 Skips at 1.
const COSTS: [f64; BLOCKABLE.len()] = [0.8, 1.2, 1.0, 0.4];

/// Cost of the cards that a tower stops, by the set of those (`Tables::stopped`).
const STOPPED: [f64; 1 << BLOCKABLE.len()] = {
    let mut stopped = [0.0; 1 << BLOCKABLE.len()];
    let mut set = 0;
    while set < stopped.len() {
        let mut i = 0;
        while i < COSTS.len() {
            if set >> i & 1 == 1 {
                stopped[set] += COSTS[i];
            }
            i += 1;
        }
        set += 1;
    }
    stopped
};

impl Heuristic {
    /// Returns the value of claiming a tower that the seat does not hold, apart from completing
    /// four.
    #[inline(always)]
    fn tower_worth<W: PartSum>(&self, view: View<'_>, tower: u8) -> W {
        let w = &self.shields;
        let tables = view.game().tables();
        let stopped = STOPPED[usize::from(tables.stopped[usize::from(tower & 3)] & 15)];
        let denied = DENIED[holders_towers(view, tower) as usize % 5];
        W::NOTHING
            .with(Term::Tower, w.shield * stopped)
            .with(Term::Deny, w.deny * denied)
    }

    /// Returns the value of the fourth tower after a card is laid down.
    #[inline(always)]
    fn completion(&self, s: &Situation<'_>) -> f64 {
        let left = s.n_hand() - 1;
        if s.t.instant_uno && left > 1 {
            self.shields.complete * f64::from(left - 1)
        } else {
            0.0
        }
    }

    /// Returns the value of playing a number card with the icon of this tower.
    #[inline(always)]
    pub(super) fn icon<W: PartSum>(&self, s: &Situation<'_>, tower: u8) -> W {
        let mine = s.view.towers(s.view.seat());
        if mine >> tower & 1 == 1 {
            return W::NOTHING.with(Term::Tower, -self.shields.vain);
        }
        let n_mine = mine.count_ones();
        let step = self.shields.tower_step * f64::from(n_mine);
        let worth: W = self.tower_worth(s.view, tower);
        let worth = worth.with(Term::Tower, step);
        if n_mine == 3 {
            worth.with(Term::Instant, self.completion(s))
        } else {
            worth
        }
    }

    /// Returns the value of grabbing this many towers, 1 or 2, the best available.
    #[inline(always)]
    pub(super) fn grab<W: PartSum>(&self, s: &Situation<'_>, n: u32) -> W {
        let mine = s.view.towers(s.view.seat());
        let n_mine = mine.count_ones();
        let n_free = (s.t.towers & !mine).count_ones();
        let (mut best, mut second) = (W::NOTHING, W::NOTHING);
        for tower in 0..4u8 {
            if s.t.towers & !mine & 1 << tower != 0 {
                let worth: W = self.tower_worth(s.view, tower);
                if worth.total() > best.total() {
                    (best, second) = (worth, best);
                } else if worth.total() > second.total() {
                    second = worth;
                }
            }
        }
        let step = self.shields.tower_step;
        let taken = n.min(n_free);
        let mut steps = f64::from(taken) * step * f64::from(n_mine);
        let mut worth = W::NOTHING;
        if taken >= 1 {
            worth = worth.plus(best);
        }
        if taken >= 2 {
            worth = worth.plus(second);
            steps += step;
        }
        worth = worth.with(Term::Tower, steps);
        if n_mine < 4 && n_mine + taken == 4 {
            worth = worth.with(Term::Instant, self.completion(s));
        }
        worth
    }

    /// Returns the value of taking this tower (PG-8). Towers that an icon in hand can claim later
    /// are worth less by `tower_step`.
    #[inline(always)]
    pub(super) fn take<W: PartSum>(&self, view: View<'_>, tower: u8) -> W {
        let worth: W = self.tower_worth(view, tower);
        if view.has_icon(Tower::ALL[usize::from(tower & 3)]) {
            worth.with(Term::Tower, -self.shields.tower_step)
        } else {
            worth
        }
    }

    /// Chooses a tower to take (PG-8): of equals, one of the seat that holds the most, then the
    /// better shield.
    #[inline(always)]
    pub(super) fn tower(&self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let mut best = ((f64::NEG_INFINITY, 0), options.nth_choice(0));
        for tower in SHIELDS {
            if options.has_choice(tower) {
                let (worth, held) = (self.take(view, tower), holders_towers(view, tower));
                let choice = (self.with_error(worth, rng), held);
                if choice > best.0 {
                    best = (choice, Action::choice(tower));
                }
            }
        }
        best.1
    }
}
