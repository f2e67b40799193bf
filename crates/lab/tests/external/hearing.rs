//! The events of a seat suffice to follow its own hand, and reveal nothing that it may not know.

use powergrab_bots::strategy::{Bot, Player, Players, ShedPolicy, Strategy};
use powergrab_engine::cards::{Card, Seat};
use powergrab_engine::game::{Action, Driver, NoObserver, Options, SeatsObserver, Unit};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Event, HIDDEN, Shedding, View, rules_file};
use powergrab_lab::matches::quick::Match;

/// Follows its own hand by events, and chooses at random.
#[derive(Debug)]
struct Listener {
    seat: Seat,
    hand: Vec<Card>,
    began: bool,
}

impl Listener {
    fn loses(&mut self, card: Card) {
        let place = self.hand.iter().position(|c| *c == card);
        self.hand.remove(place.expect("a card of its hand"));
    }
}

impl Player<Shedding> for Listener {
    fn new_game(&mut self) {
        self.began = false;
    }

    fn begin(&mut self, game: &Shedding, _: u64) {
        assert!(game.rules().players().is_some());
        self.began = true;
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, view: View<'_>, event: &Event) {
        assert_eq!(view.seat(), self.seat);
        let face = |slot: u8| view.card_at(slot);
        match *event {
            Event::Round { .. } => self.hand = view.hand().iter().map(face).collect(),
            Event::Play {
                seat, card, bluff, ..
            } => {
                assert!(!bluff);
                if seat == self.seat {
                    self.loses(face(card));
                }
            }
            Event::Give { seat, to, card } => {
                assert_eq!(card == HIDDEN, seat != self.seat && to != self.seat);
                if seat == self.seat {
                    self.loses(face(card));
                } else if to == self.seat {
                    self.hand.push(face(card));
                }
            }
            Event::InstantUno { seat, kept, .. } => {
                assert_eq!(kept == HIDDEN, seat != self.seat);
                if seat == self.seat {
                    self.hand = vec![face(kept)];
                }
            }
            Event::Draw { seat, cards, n, .. } => {
                assert_eq!(cards.len(), if seat == self.seat { n } else { 0 });
                self.hand.extend(cards.iter().map(face));
            }
            Event::Claim { .. } => assert!(event.moved_tower().is_some()),
            _ => {}
        }
    }

    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        assert!(self.began);
        let mut heard: Vec<String> = self.hand.iter().map(Card::to_string).collect();
        let mut seen: Vec<String> = view
            .hand()
            .iter()
            .map(|s| view.card_at(s).to_string())
            .collect();
        heard.sort();
        seen.sort();
        // The event of a wild comes once its colour is named, when the card is already on the pile.
        if heard.len() == seen.len() {
            assert_eq!(heard, seen);
        } else {
            assert_eq!(heard.len(), seen.len() + 1);
            assert!(view.top().colour().is_none());
        }
        options.nth(rng.below(options.len()))
    }
}

#[derive(Debug)]
struct Listening;

impl Strategy<Shedding> for Listening {
    fn player(&self, seat: Seat) -> Box<dyn Player<Shedding> + Send> {
        Box::new(Listener {
            seat,
            hand: Vec::new(),
            began: false,
        })
    }
}

#[test]
fn a_hand_can_be_followed_by_ear() {
    for ruleset in ["power-grab", "green-lantern"] {
        let listener = || Bot::new("listener", ShedPolicy::external(Listening));
        let result = Match::new(ruleset)
            .unwrap()
            .bot(listener())
            .bot(listener())
            .bot_named("hoarder")
            .unwrap()
            .unit(Unit::Round)
            .deals(150)
            .play()
            .unwrap();
        assert_eq!(result.record("listener").unwrap().games, 900);
    }
}

/// However a game is driven, by decisions, rounds or to its end, listeners receive its events.
#[test]
fn a_driven_game_is_heard() {
    let game = Shedding::new(rules_file::resolve("power-grab").unwrap(), 3).unwrap();
    for by_hand in [0, 1, 20, usize::MAX] {
        let mut players: Vec<_> = (0..3).map(|seat| Listening.player(seat)).collect();
        let mut seats = Players(&mut players);
        let mut driver = Driver::new(&game);
        driver.begin_game(&game, Seeds::new(5, Purpose::Test).deal(0), &[], Unit::Game);
        assert!(driver.announce(&game, &mut seats));
        driver.begin_round(&game, &mut SeatsObserver(&mut seats));
        for _ in 0..by_hand {
            let Some(ask) = driver.ask(&game, &mut SeatsObserver(&mut seats)) else {
                break;
            };
            driver.decide(&game, &ask, &mut seats, &mut NoObserver);
        }
        driver.finish(&game, &mut seats, &mut NoObserver);
        driver.finish_game(&game, &mut seats, &mut NoObserver);
        assert!(driver.is_over(&game) && driver.n_rounds() > 1);
    }
}

/// Tables with listeners play the same game.
#[test]
fn listening_changes_nothing() {
    #[derive(Debug)]
    struct Loud(bool);
    impl Strategy<Shedding> for Loud {
        fn player(&self, _: Seat) -> Box<dyn Player<Shedding> + Send> {
            Box::new(Loud(self.0))
        }
    }
    impl Player<Shedding> for Loud {
        fn decide(&mut self, _: View<'_>, options: &Options, rng: &mut Rng) -> Action {
            options.nth(rng.below(options.len()))
        }
        fn listens(&self) -> bool {
            self.0
        }
    }
    let play = |listens| {
        let bot = Bot::new("loud", ShedPolicy::external(Loud(listens)));
        let table = Match::new("power-grab").unwrap().bot(bot);
        let table = table
            .bot_named("greedy")
            .unwrap()
            .bot_named("random")
            .unwrap();
        table.deals(60).play().unwrap()
    };
    assert_eq!(play(true).tally(), play(false).tally());
}
