//! Whom to hurt: the next seat by its cards and its score, Reverse and Skip as defence, attacks that would be blocked.

use super::Heuristic;
use super::situation::{Situation, reciprocal};
use crate::cards::Seat;
use crate::shedding::{Scoring, View};

impl Heuristic {
    /// How dangerous a seat is, 0 and more: by its cards, and by its score.
    #[inline(always)]
    pub(super) fn danger(&self, view: View<'_>, seat: Seat) -> f64 {
        let attack = &self.attack;
        let mut danger = attack.near_out * reciprocal(view.hand_size(seat));
        if attack.leader > 0.0 {
            danger += attack.leader * lead(view, seat);
        }
        danger
    }

    /// What the card in this slot, which makes the next seat draw or miss its turn, does to it.
    #[inline(always)]
    pub(super) fn strike(&self, s: &Situation<'_>, slot: u8, danger: f64, is_bluff: bool) -> f64 {
        let attack = &self.attack;
        let card = s.t.card(slot);
        if card.stops & s.view.towers(s.next) != 0 {
            return -attack.spare;
        }
        let share = 3.0 * reciprocal(u32::from(s.t.n) - 1);
        let draws = f64::from(card.draws);
        let a_card = attack.hurt + danger;
        let mut worth = share * (a_card * draws + attack.miss + danger);
        if s.t.draw_fours.has(slot) {
            let challenged = self.chance_of_challenge(s.view, s.next);
            if is_bluff {
                worth += self.bluffing.bluff_bias - challenged * (worth + self.bluffing.caught);
            } else {
                // PG-10: an innocent player's challenger draws two more.
                worth += challenged * share * a_card * 2.0;
            }
        }
        worth
    }

    /// What a Reverse is worth: who is next afterwards instead of the next seat. At a table of two nobody else is.
    #[inline(always)]
    pub(super) fn turn_away(&self, s: &Situation<'_>, danger_next: f64) -> f64 {
        let before = s.view.before(s.view.seat());
        self.attack.turn_away * (danger_next - self.danger(s.view, before))
    }
}

/// How far a seat has come to winning the game, 0 to 1.
#[inline]
fn lead(view: View<'_>, seat: Seat) -> f64 {
    let rules = view.game().rules();
    let share = (f64::from(view.score(seat)) / f64::from(rules.target_score)).min(1.0);
    match rules.scoring {
        Scoring::Opponents => share,
        Scoring::Own => 1.0 - share,
    }
}
