//! The choice of victims: the next seat by its cards and its score, Reverse and Skip as defence,
//! attacks that would be blocked.

use super::Heuristic;
use super::situation::{Situation, reciprocal};
use super::worth::{PartSum, Term};
use powergrab_engine::cards::Seat;
use powergrab_engine::shedding::{Scoring, View};

/// Cost of being found out, compared with a successful Wild Draw Four.
const CAUGHT: f64 = 3.5;

impl Heuristic {
    /// Returns the danger of a seat, 0 or more: by its cards, and by its score.
    #[inline(always)]
    pub(super) fn danger(&self, view: View<'_>, seat: Seat) -> f64 {
        let attack = &self.attack;
        let mut danger = attack.near_out * reciprocal(view.hand_size(seat));
        if attack.leader > 0.0 {
            danger += attack.leader * lead(view, seat);
        }
        danger
    }

    /// Returns the value of the harm to the next seat by the card in this slot, which makes it draw
    /// or miss its turn.
    #[inline(always)]
    pub(super) fn strike<W: PartSum, const HOUSE: bool>(
        &self,
        s: &Situation<'_>,
        slot: u8,
        is_bluff: bool,
    ) -> W {
        let attack = &self.attack;
        let card = s.t.card(slot);
        if card.stops & s.view.towers(s.next) != 0 {
            return W::NOTHING.with(Term::Save, -attack.save - self.shields.vain);
        }
        let (share, danger) = (s.share, self.danger(s.view, s.next));
        let draws = f64::from(u32::from(card.draws) + s.stack);
        let worth = W::NOTHING
            .with(Term::Attack, share * (attack.hurt * draws + attack.miss))
            .with(Term::Danger, share * danger * (draws + 1.0))
            .with(Term::Save, -attack.save);
        if !s.t.draw_fours.has(slot) {
            return worth;
        }
        if HOUSE && !s.view.game().rules().challenge {
            // A bluff is not challenged (HR-4).
            return worth;
        }
        let challenged = self.chance_of_challenge(s.view, s.next);
        if is_bluff {
            let lost = challenged * (worth.total() + CAUGHT);
            worth.with(Term::Bluff, self.bluffing.bluff_bias - lost)
        } else {
            // The challenger of an innocent player draws two more (PG-10).
            let more = challenged * share * 2.0;
            worth
                .with(Term::Attack, more * attack.hurt)
                .with(Term::Danger, more * danger)
        }
    }

    /// Returns the value of a Reverse: like a missed turn, the danger of the next seat minus that
    /// of the seat whose turn it becomes. At a table of two there is no other seat.
    #[inline(always)]
    pub(super) fn turn_away(&self, s: &Situation<'_>) -> f64 {
        let before = s.view.before(s.view.seat());
        s.share * (self.danger(s.view, s.next) - self.danger(s.view, before))
    }
}

/// Returns the progress of a seat towards winning the game, 0 to 1.
#[inline]
fn lead(view: View<'_>, seat: Seat) -> f64 {
    let rules = view.game().rules();
    let share = (f64::from(view.score(seat)) / f64::from(rules.target_score)).min(1.0);
    match rules.scoring {
        Scoring::Opponents => share,
        Scoring::Own => 1.0 - share,
    }
}
