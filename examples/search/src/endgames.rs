//! Exact solutions of tiny positions: two seats, all cards open, the end in sight.
//!
//! With the whole deck in two hands and one card turned up, each seat can infer the other's hand.
//! (Later, a card drawn from two or more that were laid down before is known only to its player;
//! here it lies open, so the value is that of the game with open cards.) Two seats play a zero-sum
//! game for points, and the round ends after a few turns (PG-15). So each position has one value,
//! found by exhaustive search: both seats play their best, and reshuffled cards come in every
//! order. The solver takes the rules from the engine and nothing from the searching bots: no
//! worlds, no playouts, no estimates. It is the truth against which they are tested.

use powergrab_bots::strategy::search::Searchable as _;
use powergrab_bots::strategy::{Bot, BotGame as _, Player as _};
use powergrab_engine::cards::{Card, CardSet, Deck, Seat};
use powergrab_engine::game::{Action, Ask, Chance, Game as _, NoObserver, Round};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Family, Rules, Shedding, State};

/// A chance that enumerates everything: it draws by a script of indices into the pile, and records
/// the number of possibilities.
#[derive(Clone, Debug, Default)]
struct Everything {
    pile: Vec<u8>,
    /// By draw: index among the remaining cards, and their number.
    script: Vec<(usize, usize)>,
    at: usize,
}

impl Everything {
    /// Lays out the pile for an order of the script.
    fn begin(&mut self, pile: &[u8]) {
        self.at = 0;
        self.pile.clear();
        self.pile.extend_from_slice(pile);
    }

    /// Advances to the next order; returns `false` after the last.
    fn next(&mut self) -> bool {
        while let Some((place, n)) = self.script.pop() {
            if place + 1 < n {
                self.script.push((place + 1, n));
                return true;
            }
        }
        false
    }

    /// Returns the probability of the script.
    fn probability(&self) -> f64 {
        self.script.iter().map(|(_, n)| 1.0 / *n as f64).product()
    }
}

impl Chance for Everything {
    fn fill(&mut self, n: u8) {
        self.pile = (0..n).collect();
    }

    fn refill(&mut self, cards: CardSet) {
        self.pile = cards.iter().collect();
    }

    fn draw(&mut self) -> u8 {
        let n = self.pile.len();
        if self.at == self.script.len() {
            self.script.push((0, n));
        }
        let place = self.script.get(self.at).map_or(0, |(place, _)| *place);
        self.at += 1;
        if place < n {
            self.pile.remove(place)
        } else {
            0
        }
    }

    fn put_back(&mut self, slot: u8) {
        self.pile.push(slot);
    }
}

/// Number of positions after which a solution is given up.
const MOST: u64 = 2_000_000;

/// A solver that counts the positions it visits.
pub struct Solver<'g> {
    game: &'g Shedding,
    visited: u64,
}

impl<'g> Solver<'g> {
    /// Returns a solver for a game of two.
    pub fn new(game: &'g Shedding) -> Solver<'g> {
        Solver { game, visited: 0 }
    }

    /// Returns the value of each option to the deciding seat, in the options' order: hundreds of
    /// points over the other seat, with best play of both. `None` if the position is too large.
    pub fn options(&mut self, state: &State) -> Option<Vec<f64>> {
        self.visited = 0;
        let pile: Vec<u8> = self.game.pile_of(state).iter().collect();
        let mut round = Round {
            state: *state,
            chance: Everything::default(),
        };
        round.chance.begin(&pile);
        let ask = round.ask(self.game, &mut NoObserver)?;
        let mut values = Vec::new();
        for action in ask.options.iter() {
            values.push(self.after(
                &round.state,
                &ask,
                action,
                &pile,
                (f64::NEG_INFINITY, f64::INFINITY),
            )?);
        }
        Some(values)
    }

    /// Returns the value of an option to the deciding seat.
    fn after(
        &mut self,
        state: &State,
        ask: &Ask,
        action: Action,
        pile: &[u8],
        window: (f64, f64),
    ) -> Option<f64> {
        self.visited += 1;
        if self.visited > MOST {
            return None;
        }
        let mut value = 0.0;
        let mut next = Round {
            state: *state,
            chance: Everything::default(),
        };
        loop {
            next.state = *state;
            next.chance.begin(pile);
            next.answer(self.game, action, &mut NoObserver);
            let asked = next.ask(self.game, &mut NoObserver);
            let chance = &next.chance;
            let certain = chance.script.iter().all(|(_, n)| *n == 1);
            // With several random outcomes, the window of the mean is not a window of each outcome.
            let window = if certain {
                window
            } else {
                (f64::NEG_INFINITY, f64::INFINITY)
            };
            let worth = match asked {
                None => self.game.points(&next.state, ask.seat),
                Some(asked) => {
                    let left = chance.pile.clone();
                    self.best(&next.state, &asked, &left, ask.seat, window)?
                }
            };
            value += next.chance.probability() * worth;
            if !next.chance.next() {
                return Some(value);
            }
        }
    }

    /// Returns the value of the question to `seat`. The deciding seat takes its best option
    /// (alpha-beta).
    fn best(
        &mut self,
        state: &State,
        ask: &Ask,
        pile: &[u8],
        seat: Seat,
        (low, high): (f64, f64),
    ) -> Option<f64> {
        let sign = if ask.seat == seat { 1.0 } else { -1.0 };
        let (mut low, high) = if ask.seat == seat {
            (low, high)
        } else {
            (-high, -low)
        };
        let mut best = f64::NEG_INFINITY;
        for action in ask.options.iter() {
            let value = self.after(state, ask, action, pile, (low, high))?;
            best = best.max(value);
            low = low.max(value);
            if low >= high {
                break;
            }
        }
        Some(sign * best)
    }
}

/// A tiny position with its game and its values.
#[derive(Clone, Debug)]
pub struct Endgame {
    /// The game, whose deck consists of exactly these cards.
    pub game: Shedding,
    /// The position.
    pub state: State,
    /// The question.
    pub ask: Ask,
    /// Value of each option to the deciding seat.
    pub values: Vec<f64>,
}

/// Cards in each hand of a tiny position.
const HAND: usize = 3;
/// Turns until the round ends without a winner.
const TURNS: u32 = 8;

/// Returns the tiny position with this number: random cards of the ruleset, with a choice that
/// matters.
pub fn tiny(family: Family, number: u64) -> Endgame {
    let official = Rules::official(family);
    let mut rng = Rng::from_key(number);
    loop {
        let mut cards: Vec<Card> = official.deck.cards().to_vec();
        let mut drawn = Vec::new();
        for _ in 0..=2 * HAND {
            drawn.push(cards.swap_remove(rng.below(cards.len() as u32) as usize));
        }
        if let Some(tiny) = with(&official, &drawn) {
            return tiny;
        }
    }
}

/// Returns the position with the first card turned up and the rest dealt in turn, if there is a
/// choice that matters.
fn with(official: &Rules, drawn: &[Card]) -> Option<Endgame> {
    let (top, hands) = drawn.split_first()?;
    if top.symbol().is_wild() {
        return None;
    }
    let mut rules = official.clone();
    let mut counts: Vec<(Card, usize)> = Vec::new();
    for card in drawn {
        match counts.iter_mut().find(|(c, _)| c == card) {
            Some((_, n)) => *n += 1,
            None => counts.push((*card, 1)),
        }
    }
    rules.deck = Deck::new(counts).ok()?;
    rules.hand_size = HAND as u8;
    rules.max_turns = TURNS;
    let game = Shedding::new(rules, 2).ok()?;
    let list: Vec<String> = hands[..HAND].iter().map(ToString::to_string).collect();
    let text = format!("tiny hand={} sizes={HAND},{HAND} top={top}", list.join(","));
    let position = game.read_position(&text).ok()?;
    let ask = Ask {
        seat: 0,
        options: game.options_of(&position.state),
    };
    let values = Solver::new(&game).options(&position.state)?;
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let worst = values.iter().copied().fold(f64::INFINITY, f64::min);
    (best > worst).then_some(Endgame {
        state: position.state,
        game,
        ask,
        values,
    })
}

impl Endgame {
    /// Returns the loss of a bot's choice here against the best one, in hundreds of points.
    pub fn regret(&self, bot: &Bot<Shedding>, number: u64) -> f64 {
        let mut player = Shedding::player(&bot.policy, self.ask.seat);
        let view = self.game.view(&self.state, self.ask.seat);
        let action = player.decide(view, &self.ask.options, &mut Rng::from_key(number));
        let chosen = self.ask.options.iter().position(|option| option == action);
        let best = self
            .values
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        chosen.map_or(0.0, |at| best - self.values[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(text: &str, deck: &[&str], turns: u32) -> Vec<(String, f64)> {
        let mut rules = Rules::official(Family::Classic);
        let cards = deck.iter().map(|t| (t.parse::<Card>().unwrap(), 1));
        rules.deck = Deck::new(cards).unwrap();
        rules.hand_size = 2;
        rules.max_turns = turns;
        let game = Shedding::new(rules, 2).unwrap();
        let position = game.read_position(text).unwrap();
        let options = game.options_of(&position.state);
        let values = Solver::new(&game).options(&position.state).unwrap();
        let view = game.view(&position.state, position.seat);
        let texts = options.iter().map(|a| view.text(&options, a));
        texts.zip(values).collect()
    }

    fn near(found: &[(String, f64)], expected: &[(&str, f64)]) {
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for ((option, value), (name, due)) in found.iter().zip(expected) {
            assert_eq!(option, name);
            assert!((value - due).abs() < 1e-9, "{option}: {value}, not {due}");
        }
    }

    #[test]
    fn values_worked_out_by_hand() {
        // The Skip first, then R5 goes out, with 17 points left (PG-17). R5 first: the other can
        // play none of its cards and draws R3, the only card under the top one (PG-14). Whatever it
        // does with it, the Skip goes out next, for at least 17. Draw: there is no card to draw,
        // and the other cannot play either: a deadlock (PG-15).
        near(
            &solved(
                "x hand=R5,RS sizes=2,2 top=R3",
                &["R5", "RS", "R3", "B9", "B8"],
                8,
            ),
            &[("R5", 0.17), ("RS", 0.17), ("draw", 0.0)],
        );
        // Four turns. R5 is answered by B5; then R3 or R5 is drawn. R5 is played on B5, and nobody
        // goes out in time. R3 stays in hand, and B8 goes out for the 1 and the 3: half of minus 4.
        near(
            &solved(
                "x hand=R5,G1 sizes=2,2 top=R3",
                &["R5", "G1", "R3", "B5", "B8"],
                4,
            ),
            &[("R5", -0.02), ("draw", 0.0)],
        );
    }

    #[test]
    fn orders_of_a_pile_are_all_gone_through_once() {
        let mut chance = Everything::default();
        let mut orders = Vec::new();
        loop {
            chance.at = 0;
            chance.refill([1u8, 2, 3].into_iter().collect());
            let order = [(); 3].map(|()| chance.draw());
            assert!((chance.probability() - 1.0 / 6.0).abs() < 1e-12);
            orders.push(order);
            if !chance.next() {
                break;
            }
        }
        orders.sort_unstable();
        orders.dedup();
        assert_eq!(orders.len(), 6);
    }
}
