//! One round of Power Grab, Green Lantern or classic, played by `random` bots. Rule numbers are
//! those of RULES.md.

use crate::games::{RoundMetrics, Setting};
use crate::round::{Round, tower_index};
use crate::{COLOURS, Card, Rng, TOWERS, json_cards};

impl Round<'_> {
    /// Returns whether the card may be laid on the top card (PG-6).
    fn fits(&self, card: &Card) -> bool {
        let top = self.discards.last().expect("a top card");
        card.is_wild()
            || card.colour == self.colour
            || (card.symbol == top.symbol && !self.colour_only)
    }

    /// Returns whether the hand holds no card of the colour in force (PG-10).
    fn honest(&self, seat: usize) -> bool {
        !self.hands[seat]
            .iter()
            .any(|card| card.colour == self.colour)
    }

    /// Returns whether the bot may bluff (PG-10, HR-4), and wants to.
    fn wants_to_bluff(&mut self) -> bool {
        self.options.bluff && self.twist(self.twists.bluff)
    }

    /// Returns whether this bot would play the card if nothing else could be played.
    fn willing(&mut self, seat: usize, card: Card) -> bool {
        if card.symbol == "W4" && !self.honest(seat) {
            return self.wants_to_bluff();
        }
        self.fits(&card)
    }

    /// Returns whether the seat cannot leave a turn without a play because of this card (HR-3).
    fn forces(&self, seat: usize, card: &Card) -> bool {
        self.options.force_play && self.fits(card) && (card.symbol != "W4" || self.honest(seat))
    }

    /// Draws on the seat's turn; returns the number of cards (PG-6, HR-2).
    fn draw_on_turn(&mut self, seat: usize) -> usize {
        if self.options.draw == "one" {
            return self.draw(seat, 1, "turn");
        }
        self.draw_until(seat, "turn", |round, drawn| {
            let Some(card) = round.hands[seat].last().filter(|_| drawn > 0) else {
                return false;
            };
            // Without bluffs a Wild Draw Four is playable only if it is honest (HR-4).
            let forbidden = card.symbol == "W4" && !round.options.bluff && !round.honest(seat);
            round.fits(card) && !forbidden
        })
    }

    /// Plays one turn, with all effects of its card (PG-6). Returns whether the seat goes out.
    fn turn(&mut self) -> bool {
        let seat = self.current;
        self.metrics.turns += 1;
        if let Some(index) = self.stacked.take() {
            return self.play(seat, index, false); // HR-1
        }
        // A bluff that the twist wants comes first; otherwise any card that may be played.
        let hand = self.hands[seat].clone();
        let bluffing = hand.iter().any(|card| card.symbol == "W4")
            && !self.honest(seat)
            && self.wants_to_bluff();
        let forced = hand.iter().any(|card| self.forces(seat, card));
        let playable: Vec<usize> = (0..hand.len())
            .filter(|&index| match hand[index].symbol {
                "W4" => bluffing || self.honest(seat),
                _ => !bluffing && self.fits(&hand[index]),
            })
            .collect();
        let mut choice: Option<(usize, bool)> = None;
        if !playable.is_empty() && (bluffing || forced || !self.twist(self.twists.voluntary)) {
            choice = Some((self.rng.pick(&playable), false));
        } else if self.draw_on_turn(seat) > 0 {
            self.empty_passes = 0;
            let last = self.hands[seat].len() - 1;
            let mut candidates: Vec<usize> = Vec::new();
            for index in 0..=last {
                let card = self.hands[seat][index];
                let allowed = index == last || (self.options.wild_after_draw && card.is_wild());
                if allowed && self.willing(seat, card) {
                    candidates.push(index);
                }
            }
            // A drawn card that may be played is played (HR-3).
            let forced = self.forces(seat, &self.hands[seat][last]);
            if forced {
                choice = Some((last, true));
            } else if !candidates.is_empty() && !self.twist(self.twists.voluntary) {
                let index = self.rng.pick(&candidates);
                choice = Some((index, index == last));
            }
        } else {
            self.empty_passes += 1;
        }
        let out = match choice {
            Some((index, drawn)) => {
                self.empty_passes = 0;
                self.play(seat, index, drawn)
            }
            None => {
                self.write("pass", |_| format!("\"seat\":{seat}"));
                self.current = self.after(seat);
                false
            }
        };
        self.colour_only = false;
        out
    }

    /// Plays a card (PG-7). Returns whether the seat goes out.
    fn play(&mut self, seat: usize, index: usize, drawn: bool) -> bool {
        // (1) The card goes to the discard pile, a wild gets its colour.
        let card = self.hands[seat].remove(index);
        let honest = self.honest(seat);
        self.discards.push(card);
        let mut named = String::new();
        self.colour = card.colour;
        if card.is_wild() {
            let colour = self.rng.pick(&COLOURS);
            self.colour = Some(colour);
            named = format!(",\"colour\":\"{colour}\"");
        }
        let text = card.text();
        self.write("play", |_| {
            format!("\"seat\":{seat},\"card\":\"{text}\",\"drawn\":{drawn}{named}")
        });
        if card.symbol == "WP" {
            self.give_yellow_away(seat);
        }
        if card.symbol == "W4" {
            self.metrics.wild_draw_fours += 1;
            self.metrics.bluffs += !honest as u64;
        }
        // (2) Going out, PG-13.
        if self.hands[seat].is_empty() {
            self.last_card(seat, card);
            return true;
        }
        self.claim_towers(seat, card); // (3)
        self.instant_uno(seat);
        if self.hands[seat].len() == 1 {
            self.call_uno(seat); // (4)
        }
        self.act(seat, card, honest); // (5)
        false
    }

    /// GL-4.
    fn give_yellow_away(&mut self, seat: usize) {
        let others: Vec<usize> = (0..self.seats()).filter(|&other| other != seat).collect();
        let hand = std::mem::take(&mut self.hands[seat]);
        let mut gifts: Vec<Vec<Card>> = vec![Vec::new(); self.seats()];
        for card in hand {
            if card.colour == Some('Y') {
                let to = self.rng.pick(&others);
                self.hands[to].push(card);
                gifts[to].push(card);
            } else {
                self.hands[seat].push(card);
            }
        }
        for (to, cards) in gifts
            .iter()
            .enumerate()
            .filter(|(_, cards)| !cards.is_empty())
        {
            self.write("give", |_| {
                format!(
                    "\"seat\":{seat},\"to\":{to},\"cards\":{}",
                    json_cards(cards)
                )
            });
        }
    }

    /// PG-8.
    fn claim_towers(&mut self, seat: usize, card: Card) {
        let grabs = match card.symbol {
            "WT" => 1,
            "G2" => 2,
            _ => 0,
        };
        for _ in 0..grabs {
            let open: Vec<char> = TOWERS
                .iter()
                .copied()
                .filter(|tower| self.claimable(seat, *tower))
                .collect();
            if !open.is_empty() {
                let tower = self.rng.pick(&open);
                self.take_tower(seat, tower);
            }
        }
        if let Some(tower) = card.icon.filter(|tower| self.claimable(seat, *tower)) {
            self.take_tower(seat, tower);
        }
    }

    fn claimable(&self, seat: usize, tower: char) -> bool {
        self.options.towers.contains(tower) && self.holders[tower_index(tower)] != Some(seat)
    }

    fn take_tower(&mut self, seat: usize, tower: char) {
        let from = self.holders[tower_index(tower)].replace(seat);
        self.metrics.claims[tower_index(tower)] += 1;
        let from = from.map_or("null".to_string(), |holder| holder.to_string());
        self.write("claim", |_| {
            format!("\"seat\":{seat},\"tower\":\"{tower}\",\"from\":{from}")
        });
    }

    /// PG-11.
    fn instant_uno(&mut self, seat: usize) {
        let all_four = self.holders.iter().all(|holder| *holder == Some(seat));
        if !self.options.instant_uno || !all_four || self.twist(self.twists.decline) {
            return;
        }
        let choice = self.rng.below(self.hands[seat].len());
        let kept = self.hands[seat].remove(choice);
        let discarded = std::mem::replace(&mut self.hands[seat], vec![kept]);
        for card in &discarded {
            self.discards.insert(0, *card); // under the top card
        }
        self.holders = [None; 4];
        self.metrics.instant_uno += 1;
        self.write("instant-uno", |_| {
            format!(
                "\"seat\":{seat},\"kept\":\"{}\",\"discarded\":{}",
                kept.text(),
                json_cards(&discarded)
            )
        });
    }

    /// Handles UNO: the seat has one card left (PG-12).
    fn call_uno(&mut self, seat: usize) {
        if !self.twist(self.twists.forget) {
            self.write("uno", |_| format!("\"seat\":{seat}"));
            return;
        }
        let mut other = self.after(seat);
        while other != seat {
            if !self.twist(self.twists.overlook) {
                self.metrics.uno_caught += 1;
                self.write("caught", |_| format!("\"seat\":{seat},\"by\":{other}"));
                self.draw(seat, 2, "uno");
                return;
            }
            other = self.after(other);
        }
    }

    /// Returns whether the seat, on which the card acts, blocks it (PG-9).
    fn blocks(&mut self, seat: usize, card: Card) -> bool {
        let mut holds_one = None;
        for (tower, stops) in &self.options.protects {
            let held = self.holders[tower_index(*tower)] == Some(seat);
            if holds_one.is_none() && held && stops.iter().any(|symbol| symbol == card.symbol) {
                holds_one = Some(*tower);
            }
        }
        let Some(tower) = holds_one else { return false };
        if self.twist(self.twists.decline) {
            return false;
        }
        self.metrics.blocks[tower_index(tower)] += 1;
        self.write("block", |_| {
            format!("\"seat\":{seat},\"tower\":\"{tower}\"")
        });
        true
    }

    /// Carries out the effect of the card on the next seat, and sets the next turn (PG-7 (5)).
    fn act(&mut self, seat: usize, card: Card, honest: bool) {
        if card.symbol == "R" {
            self.clockwise = !self.clockwise;
        }
        let next = self.after(seat);
        self.current = next;
        match card.symbol {
            "R" if self.seats() == 2 && self.options.two_player_reverse == "skip" => {
                self.miss(next); // PG-17
            }
            "S" if !self.blocks(next, card) => self.miss(next),
            "7" if self.options.seven_zero => self.exchange_hands(seat),
            "0" if self.options.seven_zero => self.pass_hands_on(),
            "D1" | "D2" | "W4" => {
                self.stack += asks_for(card);
                if self.blocks(next, card) {
                    self.stack = 0;
                } else if !self.stacks(next, card) {
                    self.answer_stack(seat, next, card, honest);
                }
            }
            _ => {}
        }
    }

    /// Exchanges the hands of the player of a 7 and a seat of its choice (HR-5).
    fn exchange_hands(&mut self, seat: usize) {
        let others: Vec<usize> = (0..self.seats()).filter(|&other| other != seat).collect();
        let to = self.rng.pick(&others);
        self.hands.swap(seat, to);
        self.write("swap", |_| format!("\"seat\":{seat},\"to\":{to}"));
    }

    /// Moves every hand to the next seat after a 0 (HR-5).
    fn pass_hands_on(&mut self) {
        if self.clockwise {
            self.hands.rotate_right(1);
        } else {
            self.hands.rotate_left(1);
        }
        self.write_bare("rotate");
    }

    /// Returns whether the seat, on which the card acts, lays one of its own on it, as its turn
    /// (HR-1). There is none after the last one of PG-15.
    fn stacks(&mut self, seat: usize, top: Card) -> bool {
        if self.options.stack == "none" || self.metrics.turns >= self.options.max_turns {
            return false;
        }
        let hand = self.hands[seat].clone();
        let mut candidates = Vec::new();
        for (index, card) in hand.iter().enumerate() {
            let right = match self.options.stack.as_str() {
                "same" => card.symbol == top.symbol,
                _ => asks_for(*card) >= asks_for(top),
            };
            if right && self.willing_on_stack(seat, *card) {
                candidates.push(index);
            }
        }
        if candidates.is_empty() || self.twist(self.twists.decline) {
            return false;
        }
        self.stacked = Some(self.rng.pick(&candidates));
        true
    }

    /// On a stack colours do not matter; a Wild Draw Four is honest or a bluff as always (HR-1).
    fn willing_on_stack(&mut self, seat: usize, card: Card) -> bool {
        card.symbol != "W4" || self.honest(seat) || self.wants_to_bluff()
    }

    /// Draws the cards that the stack demands.
    fn draw_stack(&mut self, seat: usize, top: Card) {
        let why = match top.symbol {
            "D1" => "draw-one",
            "D2" => "draw-two",
            _ => "draw-four",
        };
        let due = std::mem::take(&mut self.stack);
        self.draw(seat, due, why);
    }

    /// Answers a stack that is neither blocked nor continued (PG-7 (5), PG-10).
    fn answer_stack(&mut self, seat: usize, next: usize, card: Card, honest: bool) {
        if card.symbol == "W4" && self.options.challenge && self.rng.chance(0.5) {
            let guilty = !honest;
            self.metrics.challenges += 1;
            self.metrics.guilty += guilty as u64;
            self.write("challenge", |_| {
                format!("\"seat\":{next},\"against\":{seat},\"guilty\":{guilty}")
            });
            let due = std::mem::take(&mut self.stack);
            if guilty {
                self.draw(seat, due, "challenge-guilty");
                return; // the challenger takes its ordinary turn
            }
            self.draw(next, due + 2, "challenge-lost");
        } else {
            self.draw_stack(next, card);
        }
        self.miss(next);
    }

    /// Makes the next seat draw for the last card, and for the whole stack if it lies on one
    /// (PG-13, HR-1).
    fn last_card(&mut self, seat: usize, card: Card) {
        let next = self.after(seat);
        self.stack += asks_for(card);
        if self.stack > 0 && !(self.options.block_last && self.blocks(next, card)) {
            self.draw_stack(next, card);
        }
    }
}

/// Returns the number of cards that a draw card demands; 0 for all others.
fn asks_for(card: Card) -> usize {
    match card.symbol {
        "D1" => 1,
        "D2" => 2,
        "W4" => 4,
        _ => 0,
    }
}

/// Deals and plays one round to its end; returns its metrics, the remaining hands, and the reason
/// for the end.
pub fn play_cards(
    setting: &Setting,
    rng: &mut Rng,
    trace: Option<&mut String>,
    dealer: usize,
    round_number: usize,
) -> (RoundMetrics, Vec<Vec<Card>>, &'static str) {
    let mut round = Round::new(setting, rng, trace);
    round.deal(dealer, round_number);
    round.open(dealer);
    let why = loop {
        let seat = round.current;
        if round.turn() {
            round.metrics.winner = Some(seat);
            break "out";
        }
        if round.empty_passes == setting.seats {
            round.metrics.deadlock = true; // PG-15
            break "deadlock";
        }
        if round.metrics.turns >= setting.options.max_turns {
            round.metrics.max_turns_stop = true; // PG-15
            break "max-turns";
        }
    };
    (round.metrics, round.hands, why)
}
