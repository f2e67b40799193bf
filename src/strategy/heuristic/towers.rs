//! What towers are worth, which to grab, and when to take Instant UNO (PG-8, PG-9, PG-11).

use super::Heuristic;
use super::situation::Situation;
use crate::game::{Action, Options};
use crate::rng::Rng;
use crate::shedding::View;
use crate::strategy::masks::{SHIELDS, holders_towers};

/// A quarter of the square of how many towers a seat holds.
const DENIED: [f64; 5] = [0.0, 0.25, 1.0, 2.25, 4.0];

impl Heuristic {
    /// What it is worth to claim a tower that the seat does not hold, apart from completing four.
    #[inline(always)]
    fn tower_worth(&self, view: View<'_>, tower: usize) -> f64 {
        let w = &self.shields;
        let own = [w.tower_u, w.tower_n, w.tower_o, w.tower_skip][tower & 3];
        own + w.deny * DENIED[holders_towers(view, tower as u8) as usize % 5]
    }

    /// What the fourth tower is worth after a card is laid down.
    #[inline(always)]
    fn completion(&self, s: &Situation<'_>) -> f64 {
        let left = s.n_hand - 1;
        if s.t.instant_uno && left > 1 {
            self.shields.complete * f64::from(left - 1)
        } else {
            0.0
        }
    }

    /// By tower, what it is worth to play a number card with its icon; 0 in the other places.
    #[inline(always)]
    pub(super) fn icon_worths(&self, s: &Situation<'_>) -> [f64; 8] {
        let mut worths = [0.0; 8];
        let mine = s.view.towers(s.view.seat());
        let n_mine = mine.count_ones();
        let mut further = self.shields.tower_step * f64::from(n_mine);
        if n_mine == 3 {
            further += self.completion(s);
        }
        for (tower, worth) in worths[..4].iter_mut().enumerate() {
            *worth = if mine >> tower & 1 == 1 {
                -self.shields.icon_hold
            } else {
                self.tower_worth(s.view, tower) + further
            };
        }
        worths
    }

    /// By number of towers that a card grabs, 1 or 2: what the best such are worth. `holding` says whether cards are held back.
    #[inline(always)]
    pub(super) fn grab_worths(&self, s: &Situation<'_>, holding: bool) -> [f64; 4] {
        let mine = s.view.towers(s.view.seat());
        let n_mine = mine.count_ones();
        let n_free = (s.t.towers & !mine).count_ones();
        let (mut best, mut second) = (0.0f64, 0.0f64);
        for tower in 0..4 {
            if s.t.towers & !mine & 1 << tower != 0 {
                let worth = self.tower_worth(s.view, tower);
                second = second.max(best.min(worth));
                best = best.max(worth);
            }
        }
        let held_back = if holding { self.shields.grab_hold } else { 0.0 };
        let step = self.shields.tower_step;
        let mut worths = [0.0; 4];
        for n in 1..=2 {
            let taken = n.min(n_free);
            let mut worth = f64::from(taken) * step * f64::from(n_mine);
            if taken >= 1 {
                worth += best;
            }
            if taken >= 2 {
                worth += second + step;
            }
            let full = n_mine < 4 && n_mine + taken == 4;
            worth += if full { self.completion(s) } else { -held_back };
            worths[n as usize] = worth;
        }
        worths
    }

    /// PG-8: which tower to take. Those that an icon in hand can claim later are worth less by `tower_step`. Of equals one of the
    /// seat that holds the most, then the better shield.
    #[inline]
    pub(super) fn tower(&self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let t = view.game().tables();
        let hand = view.hand();
        let mut best = ((f64::NEG_INFINITY, 0), options.nth_choice(0));
        for tower in SHIELDS {
            if options.has_choice(tower) {
                let mut worth = self.tower_worth(view, tower as usize);
                if hand.meets(t.icons[tower as usize & 3]) {
                    worth -= self.shields.tower_step;
                }
                worth += self.error(rng);
                let choice = (worth, holders_towers(view, tower));
                if choice > best.0 {
                    best = (choice, Action::choice(tower));
                }
            }
        }
        best.1
    }
}
