//! The shedding games, in random games of random rules: cards conserved, the legal set compared
//! with a slow test of its own, a paused and copied state that continues equally.

use powergrab_engine::cards::{Card, CardSet, Seat, Symbol};
use powergrab_engine::game::{
    Action, Ask, Driver, Game, Meter as _, NoObserver, Observer, Pile, Unit,
};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{
    Event, Family, InterventionError, Phase, ShedMeter, Shedding, Stacking, State, Upcard,
};
use powergrab_engine::trace::game_end;
use proptest::prelude::*;
use test_support::{Chaos, chaotic_choice, option_sets, times, trace};

/// Returns a game of one of the rulesets and option sets for some number of players.
fn game(family: usize, set: usize, players: usize) -> Option<Shedding> {
    let family = Family::ALL[family];
    let rules = option_sets(family).swap_remove(set);
    Shedding::new(rules, players).ok()
}

/// Implements PG-6, PG-10 and HR-4 a second time, card by card: whether it may be played now, and
/// whether that is a bluff.
fn may_play(game: &Shedding, state: &State, seat: Seat, slot: u8) -> Option<bool> {
    let deck = game.rules().deck.cards();
    let card: Card = deck[slot as usize];
    let top: Card = deck[state.top_slot() as usize];
    if !state.hand(seat).has(slot) {
        return None;
    }
    if state.phase() == Phase::Drawn {
        let drawn = state.drawn_slot()?;
        let wild = game.rules().wild_after_draw && card.symbol().is_wild();
        if slot != drawn && !wild {
            return None;
        }
    }
    let colour = state.colour();
    let wild = card.symbol().is_wild();
    // The first turn of the first seat after a Grab-2-Towers upcard matches by colour only (PG-5),
    // unless the upcard has no effect (HR-6).
    let plain = game.rules().upcard == Upcard::Plain;
    let colour_only = top.symbol() == Symbol::GrabTwo && state.turn() == 0 && !plain;
    let symbol = card.symbol() == top.symbol() && !colour_only;
    if !(wild || card.colour() == Some(colour) || symbol) {
        return None;
    }
    laid_down(game, state, seat, card)
}

/// Returns whether this card would be a bluff; `None` if that is forbidden (PG-10, HR-4).
fn laid_down(game: &Shedding, state: &State, seat: Seat, card: Card) -> Option<bool> {
    let deck = game.rules().deck.cards();
    let holds_colour = (0..deck.len() as u8)
        .any(|s| state.hand(seat).has(s) && deck[s as usize].colour() == Some(state.colour()));
    let bluff = card.symbol() == Symbol::WildDrawFour && holds_colour;
    (!bluff || game.rules().bluff).then_some(bluff)
}

/// Implements HR-1 card by card: whether it may be stacked now, and whether that is a bluff.
fn may_stack(game: &Shedding, state: &State, seat: Seat, slot: u8) -> Option<bool> {
    let deck = game.rules().deck.cards();
    let (card, top) = (deck[slot as usize], deck[state.top_slot() as usize]);
    let draws = |card: Card| match card.symbol() {
        Symbol::DrawOne => 1,
        Symbol::DrawTwo => 2,
        Symbol::WildDrawFour => 4,
        _ => 0,
    };
    let fits = match game.rules().stack {
        Stacking::Off => false,
        Stacking::Same => card.symbol() == top.symbol(),
        Stacking::Cross => draws(card) >= draws(top),
    };
    // Not on a last card, and not beyond the last turn (PG-13, PG-15).
    let on_turn = game.view(state, seat).on_turn();
    let may = !state.hand(on_turn).is_empty() && state.turn() + 1 < game.rules().max_turns;
    let holds = state.hand(seat).has(slot);
    if draws(top) == 0 || draws(card) == 0 || !fits || !may || !holds {
        return None;
    }
    laid_down(game, state, seat, card)
}

/// Compares the cards among the options with those that the slow tests allow.
fn compare_options(game: &Shedding, state: &State, ask: &Ask) -> Result<(), TestCaseError> {
    let view = game.view(state, ask.seat);
    for slot in 0..game.rules().deck.cards().len() as u8 {
        let slow = match state.phase() {
            Phase::React => may_stack(game, state, ask.seat, slot),
            _ => may_play(game, state, ask.seat, slot),
        };
        let fast = ask
            .options
            .iter()
            .find(|a| view.card(*a).is_some() && a.slot() == Some(slot));
        prop_assert_eq!(fast.is_some(), slow.is_some(), "slot {}", slot);
        if let Some(action) = fast {
            prop_assert_eq!(Some(ask.options.is_bluff(action)), slow);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(times(60, 150)) })]

    #[test]
    fn cards_are_conserved_and_the_legal_set_is_the_slow_test(
        family in 0usize..3, set in 0usize..10, players in 2usize..=10, seed in any::<u64>(),
    ) {
        let Some(game) = game(family, set, players) else { return Ok(()) };
        let mut state = game.new_game();
        for round in 0..3 {
            let seeds = Seeds::new(seed, Purpose::Play).deal(0).round(round);
            let mut pile = Pile::new(seeds.table());
            let mut rng = seeds.bot(0, 0);
            let lead = game.lead(&state, &seeds);
            game.start_round(&mut state, lead, &mut pile, &mut NoObserver);
            while let Some(ask) = game.advance(&mut state, &mut pile, &mut NoObserver) {
                prop_assert_eq!(game.check(&state), Ok(()));
                prop_assert!(ask.options.len() >= 2);
                if matches!(state.phase(), Phase::Turn | Phase::Drawn | Phase::React) {
                    compare_options(&game, &state, &ask)?;
                    // Bluffs are last (DESIGN.md), drawing is always possible (PG-6) unless play is
                    // forced (HR-3).
                    let bluffs: Vec<bool> = ask.options.iter().map(|a| ask.options.is_bluff(a)).collect();
                    prop_assert!(bluffs.is_sorted());
                    let forced = state.phase() != Phase::React
                        && game.rules().force_play
                        && ask.options.n_cards() > 0;
                    prop_assert_eq!(ask.options.has(Action::choice(0)), !forced);
                }
                let action = chaotic_choice(&ask.options, &mut rng);
                game.apply(&mut state, action, &mut pile, &mut NoObserver);
                prop_assert_eq!(game.check(&state), Ok(()));
            }
            if game.is_over(&state) {
                break;
            }
        }
    }

    #[test]
    fn a_paused_and_copied_state_goes_on_the_same(
        family in 0usize..3, set in 0usize..10, players in 2usize..=6, seed in any::<u64>(), pause in 0u32..80,
    ) {
        let Some(game) = game(family, set, players) else { return Ok(()) };
        let seeds = Seeds::new(seed, Purpose::Play).deal(0).round(0);
        let mut state = game.new_game();
        let mut pile = Pile::new(seeds.table());
        let mut rng = seeds.bot(0, 0);
        game.start_round(&mut state, 0, &mut pile, &mut NoObserver);
        let go_on = |state: &mut State, pile: &mut Pile, rng: &mut Rng, most: u32| {
            for _ in 0..most {
                let Some(ask) = game.advance(state, pile, &mut NoObserver) else { break };
                let action = chaotic_choice(&ask.options, rng);
                game.apply(state, action, pile, &mut NoObserver);
            }
        };
        go_on(&mut state, &mut pile, &mut rng, pause);
        let (mut copy, mut copied_pile, mut copied_rng) = (state, pile.clone(), rng.clone());
        // Asking twice changes nothing.
        let first = game.advance(&mut copy, &mut copied_pile, &mut NoObserver);
        let second = game.advance(&mut copy, &mut copied_pile, &mut NoObserver);
        prop_assert_eq!(first, second);
        go_on(&mut state, &mut pile, &mut rng, u32::MAX);
        go_on(&mut copy, &mut copied_pile, &mut copied_rng, u32::MAX);
        prop_assert_eq!(state, copy);
    }

    /// A top card exchanged by an experiment leaves a position of the game (PG-2, PG-6), which a
    /// text can hold, and the round goes on to its end.
    #[test]
    fn the_top_card_can_be_exchanged_with_the_draw_pile(
        family in 0usize..3, set in 0usize..10, players in 2usize..=10, seed in any::<u64>(),
    ) {
        let Some(game) = game(family, set, players) else { return Ok(()) };
        let seeds = Seeds::new(seed, Purpose::Play).deal(0).round(0);
        let (mut state, mut pile, mut rng) = (game.new_game(), Pile::new(seeds.table()), seeds.bot(0, 0));
        game.start_round(&mut state, 0, &mut pile, &mut NoObserver);
        while let Some(mut ask) = game.advance(&mut state, &mut pile, &mut NoObserver) {
            let there = game.draw_pile(&state);
            let (before, old) = (state, state.top_slot());
            if state.phase() != Phase::Turn {
                let done = game.exchange_top_card(&mut state, &mut pile, there.first());
                prop_assert_eq!(done, Err(InterventionError::NotBetweenTurns));
                prop_assert_eq!(state, before);
            } else if rng.below(3) == 0 && !there.is_empty() {
                let refused = game.exchange_top_card(&mut state, &mut pile, old);
                prop_assert_eq!(refused, Err(InterventionError::NoSuchCard));
                prop_assert_eq!(state, before);
                let new = there.nth(rng.below(there.len()));
                prop_assert_eq!(game.exchange_top_card(&mut state, &mut pile, new), Ok(()));
                prop_assert_eq!(game.check(&state), Ok(()));
                prop_assert_eq!(state.top_slot(), new);
                prop_assert_eq!(game.draw_pile(&state), there.without(CardSet::one(new)) | CardSet::one(old));
                let card = game.rules().deck.cards()[usize::from(new)];
                prop_assert_eq!(state.colour(), card.colour().unwrap_or(before.colour()));
                match game.advance(&mut state, &mut pile, &mut NoObserver) {
                    Some(now) => ask = now,
                    None => break,
                }
                let text = game.view(&state, ask.seat).notation();
                let back = game.read_position(&text);
                let back = back.map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
                prop_assert_eq!(game.view(&back.state, back.seat).notation(), text);
                // It restricts the first turn as an upcard only (PG-5), which the slow test does not
                // know.
                let is_upcard = card.symbol() == Symbol::GrabTwo && state.turn() == 0;
                if state.phase() == Phase::Turn && !is_upcard {
                    compare_options(&game, &state, &ask)?;
                }
            }
            let action = chaotic_choice(&ask.options, &mut rng);
            game.apply(&mut state, action, &mut pile, &mut NoObserver);
            prop_assert_eq!(game.check(&state), Ok(()));
        }
    }
}

/// An observer that writes a trace does not change the game.
#[test]
fn a_traced_game_is_the_game_played_without() {
    for (set, rules) in option_sets(Family::PowerGrab).into_iter().enumerate() {
        let game = Shedding::new(rules, 3).unwrap();
        let traces = String::from_utf8(trace(&game, 3, 4, "chaos", &mut Chaos)).unwrap();
        let mut ends = traces.lines().filter(|l| l.contains("\"game-end\""));
        let mut driver = Driver::new(&game);
        for deal in 0..4 {
            driver.begin_game(
                &game,
                Seeds::new(3, Purpose::Play).deal(deal),
                &[0; 3],
                Unit::Game,
            );
            driver.begin_round(&game, &mut NoObserver);
            driver.finish(&game, &mut Chaos, &mut NoObserver);
            driver.finish_game(&game, &mut Chaos, &mut NoObserver);
            let line = game_end(&game, driver.state()).line();
            assert_eq!(ends.next(), Some(line.as_str()), "option set {set}");
        }
    }
}

/// Counts the cards that each seat draws.
#[derive(Default)]
struct Drawn([i32; 10]);

impl Observer<Shedding> for Drawn {
    fn event(&mut self, _: &Shedding, _: &State, event: &Event) {
        if let Event::Draw { seat, n, .. } = event {
            self.0[usize::from(*seat)] += *n as i32;
        }
    }
}

/// Hands move, but the metric of cards drawn stays with the drawing seat (HR-5).
#[test]
fn cards_drawn_are_counted_for_who_drew_them() {
    let draws = Shedding::SEAT_METRICS
        .iter()
        .position(|m| m.name == "draws");
    for family in Family::ALL {
        let game = Shedding::new(option_sets(family).swap_remove(6), 4).unwrap();
        let (mut state, mut meter) = (game.new_game(), ShedMeter::default());
        for round in 0..40 {
            let seeds = Seeds::new(9, Purpose::Test).deal(0).round(round);
            let (mut pile, mut rng) = (Pile::new(seeds.table()), seeds.bot(0, 0));
            let mut drawn = Drawn::default();
            meter.reset(&game);
            let mut ears = (&mut meter, &mut drawn);
            game.start_round(&mut state, 0, &mut pile, &mut ears);
            while let Some(ask) = game.advance(&mut state, &mut pile, &mut ears) {
                let action = chaotic_choice(&ask.options, &mut rng);
                game.apply(&mut state, action, &mut pile, &mut ears);
            }
            meter.close(&game, &state);
            for seat in 0..4 {
                assert_eq!(meter.seat(seat)[draws.unwrap()], drawn.0[usize::from(seat)]);
            }
            if game.is_over(&state) {
                game.reset_game(&mut state);
            }
        }
    }
}
