//! Games with all kinds of events: a player that does everything, rules with all options varied,
//! traces in memory.

use powergrab_engine::cards::{Card, Deck, Symbol};
use powergrab_engine::game::{Action, Ask, Driver, Game as _, Options, Seats, Unit};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{
    Drawing, Family, IconLayout, NextDealer, Reshuffle, Rules, Scoring, Shedding, Stacking, State,
    TwoPlayerReverse,
};
use powergrab_engine::trace::{Header, Tracer};

/// Players that do everything: they bluff, decline, forget UNO, overlook, draw without need.
#[derive(Clone, Copy, Debug)]
pub struct Chaos;

impl Seats<Shedding> for Chaos {
    fn decide(&mut self, _: &Shedding, _: &State, ask: &Ask, rng: &mut Rng) -> Action {
        chaotic_choice(&ask.options, rng)
    }
}

/// Returns the choice of [`Chaos`]. A quarter of the choices are uniform among all legal options;
/// the others are uniform among cards if there are any, because otherwise rounds would not end.
pub fn chaotic_choice(options: &Options, rng: &mut Rng) -> Action {
    if options.n_cards() > 0 && rng.below(4) > 0 {
        options.nth_card(rng.below(options.n_cards()))
    } else {
        options.nth(rng.below(options.len()))
    }
}

/// Returns the official rules, and rules that vary every option.
pub fn option_sets(family: Family) -> Vec<Rules> {
    let official = Rules::official(family);
    let with = |change: &dyn Fn(&mut Rules)| {
        let mut rules = official.clone();
        change(&mut rules);
        rules
    };
    vec![
        official.clone(),
        with(&|r| {
            r.next_dealer = NextDealer::Winner;
            r.opening_draw_skips = false;
            r.wild_after_draw = true;
            r.reshuffle = Reshuffle::OnEmpty;
            r.two_player_reverse = TwoPlayerReverse::Skip;
            r.scoring = Scoring::Own;
            r.block_last = false;
        }),
        with(&|r| {
            r.first_dealer = Some(1);
            r.next_dealer = NextDealer::Random;
            r.hand_size = 3;
            r.instant_uno = false;
            r.points[Symbol::GrabTwo.index()] = 20;
            r.target_score = 150;
            r.max_rounds = 3;
        }),
        // A small deck of all kinds, with which the draw pile runs out and rounds end in deadlocks.
        with(&|r| {
            r.deck = small_deck(family);
            r.hand_size = 2;
            r.max_turns = 60;
            r.max_rounds = 6;
            r.reshuffle = Reshuffle::OnEmpty;
        }),
        with(&|r| {
            r.deck = small_deck(family);
            r.hand_size = 1;
            r.protects = [
                vec![Symbol::DrawOne, Symbol::Skip],
                vec![],
                vec![Symbol::WildDrawFour, Symbol::DrawTwo, Symbol::DrawOne],
                vec![Symbol::Skip, Symbol::DrawTwo],
            ];
            r.max_rounds = 12;
            r.target_score = 300;
        }),
        with(&|r| {
            if family == Family::PowerGrab {
                let icons = IconLayout::parse(&["1U 1N", "2O", "", "9! 9!"]).unwrap();
                r.deck = family.deck(&icons);
                r.towers = 0b0111;
            }
            r.hand_size = 9;
        }),
        // House rules, each on in one set or another.
        with(&|r| {
            r.stack = Stacking::Cross;
            r.draw = Drawing::UntilPlayable;
            r.seven_zero = true;
            r.wild_after_draw = true;
        }),
        with(&|r| {
            r.stack = Stacking::Same;
            r.force_play = true;
            r.bluff = false;
            r.seven_zero = true;
            r.reshuffle = Reshuffle::OnEmpty;
            r.two_player_reverse = TwoPlayerReverse::Skip;
        }),
        with(&|r| {
            r.deck = small_deck(family);
            r.hand_size = 1;
            r.max_turns = 40;
            r.max_rounds = 8;
            r.reshuffle = Reshuffle::OnEmpty;
            r.stack = Stacking::Cross;
            r.draw = Drawing::UntilPlayable;
            r.challenge = false;
            r.seven_zero = true;
        }),
        with(&|r| {
            r.deck = small_deck(family);
            r.hand_size = 2;
            r.max_rounds = 8;
            r.stack = Stacking::Same;
            r.draw = Drawing::UntilPlayable;
            r.force_play = true;
            r.wild_after_draw = true;
        }),
    ]
}

/// Returns some of every kind of card; icons only if the ruleset has towers.
fn small_deck(family: Family) -> Deck {
    let kinds = "R1U Y2N G3O B4! R5 Y5U G0 B0! RD1 YD2 GS BR BR RG2 YG2 W WT WP W4 W4";
    let plain = |card: Card| Card::new(card.colour(), card.symbol(), None).unwrap();
    let towers = family == Family::PowerGrab;
    let card = |text: &str| -> Card { text.parse().unwrap_or_else(|e| panic!("{e}")) };
    let kinds = kinds.split_whitespace().map(card);
    Deck::new(kinds.map(|card| (if towers { card } else { plain(card) }, 1))).unwrap()
}

/// Returns whether these rules allow this many players.
pub fn can_play(rules: &Rules, players: usize) -> bool {
    rules.check_players(players).is_ok()
}

/// Returns the trace of games 0 to `n_games` - 1, played by `seats`. `name` is the strategy's name
/// of each seat.
///
/// # Panics
/// Panics if the trace cannot be written.
pub fn trace(
    game: &Shedding,
    seed: u64,
    n_games: u64,
    name: &str,
    seats: &mut impl Seats<Shedding>,
) -> Vec<u8> {
    let n = game.n_seats();
    let mut trace = Vec::new();
    let mut tracer = Tracer::new(&mut trace);
    let mut driver = Driver::new(game);
    for deal in 0..n_games {
        let header = Header {
            seed,
            game: deal,
            deal,
            rotation: 0,
            seats: vec![name.to_owned(); n],
            unit: Unit::Game,
        };
        tracer.begin(game, &header);
        let seeds = Seeds::new(seed, Purpose::Play).deal(deal);
        driver.begin_game(game, seeds, &vec![0; n], Unit::Game);
        driver.begin_round(game, &mut tracer);
        driver.finish(game, seats, &mut tracer);
        driver.finish_game(game, seats, &mut tracer);
        tracer.end(game, driver.state()).unwrap();
    }
    trace
}
