//! The bots: none sees a hidden card, and each is better than the one below it.

use crate::games::play_game;
use crate::support::shipped;
use powergrab_bots::strategy::{Bot, BotGame as _, Player as _, resolve};
use powergrab_engine::cards::{Card, CardSet, Seat};
use powergrab_engine::game::{
    Action, Chance as _, Driver, Game as _, NoObserver, Observable as _, Options, Pile, Unit,
};
use powergrab_engine::grid::{Grid, Line, Rules, State, View};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use test_support::times;

/// Returns an action by its face rather than by its copy.
fn said(view: View<'_>, action: Action) -> (Option<Card>, Option<u8>) {
    (view.card(action), action.choice_number())
}

fn faces(view: View<'_>, options: &Options) -> Vec<(Option<Card>, Option<u8>)> {
    options.iter().map(|a| said(view, a)).collect()
}

/// Returns all information of a view, as text.
fn everything(view: View<'_>) -> String {
    let cards =
        |set: CardSet| -> Vec<String> { set.iter().map(|s| view.card_at(s).to_string()).collect() };
    let seats: Vec<_> = (0..view.n_seats() as Seat)
        .map(|seat| {
            let known = (cards(view.shown(seat)), cards(view.score_pile(seat)));
            let won = (view.points_won(seat), view.after(seat));
            (view.hand_size(seat), *view.record(seat), known, won)
        })
        .collect();
    let tops: Vec<Option<Card>> = (0..11).map(|cell| view.top(cell)).collect();
    let grid = (tops, view.positions(), view.is_full(), cards(view.buried()));
    let needs = Line::ALL.map(|line| if view.is_full() { view.needs(line) } else { 0 });
    let table = (
        view.phase(),
        view.on_turn(),
        view.first(),
        view.turn(),
        view.pile(),
    );
    let own = (
        (cards(view.hand()), cards(view.paid())),
        view.counts(),
        view.has(),
        view.chosen(),
        view.line(),
    );
    format!(
        "{table:?} {own:?} {grid:?} {needs:?} {seats:?} {:?}",
        cards(view.unseen())
    )
}

/// Returns a learner's observation.
fn observation(view: View<'_>) -> Vec<u8> {
    let mut page = vec![0; view.game().n_features()];
    view.encode(&mut page);
    page
}

/// Returns a learner's observation and mask.
fn learned(view: View<'_>, options: &Options) -> (Vec<u8>, Vec<u8>) {
    let game = view.game();
    let mut mask = vec![0; game.n_actions()];
    game.mask(view, options, &mut mask);
    (observation(view), mask)
}

/// Returns the cards of the draw pile: those that are nowhere else.
fn draw_pile(game: &Grid, s: &State) -> CardSet {
    let mut seen = s.buried();
    for seat in 0..game.n_seats() as Seat {
        seen = seen | s.hand(seat) | s.pile(seat);
    }
    for cell in 0..16 {
        if s.board().occupied() >> cell & 1 == 1 {
            seen |= CardSet::one(s.board().top(cell));
        }
    }
    game.tables().all.without(seen)
}

#[derive(Debug, Default)]
struct Seen {
    decisions: u32,
    moved: u32,
    shown: u32,
    paying: u32,
    placing: u32,
}

fn play(game: &Grid, bots: &[Bot<Grid>], n_games: u32, seed: u64, seen: &mut Seen) {
    let n = game.n_seats();
    let seeds = Seeds::new(seed, Purpose::Test);
    let mut rng = seeds.deal(0).plan();
    for round in 0..n_games {
        let seeds = seeds.deal(1).round(round);
        let mut pile = Pile::new(seeds.table());
        let mut rngs: Vec<Rng> = (0..n).map(|s| seeds.bot(s as Seat, 0)).collect();
        let mut state = game.new_game();
        let lead = game.lead(&state, &seeds);
        game.start_round(&mut state, lead, &mut pile, &mut NoObserver);
        while let Some(ask) = game.advance(&mut state, &mut pile, &mut NoObserver) {
            let seat = ask.seat as usize;
            let bot = &bots[seat];
            let view = game.view(&state, ask.seat);
            let before = rngs[seat].clone();
            let action =
                Grid::player(&bot.policy, ask.seat).decide(view, &ask.options, &mut rngs[seat]);
            assert!(ask.options.has(action), "{}: {action:?}", bot.name);

            let mut other = view.redeal(&mut rng);
            assert_eq!(game.check(&other), Ok(()));
            let mut other_pile = Pile::new(Rng::from_key(rng.next_u64()));
            other_pile.refill(draw_pile(game, &other));
            let again = game.advance(&mut other, &mut other_pile, &mut NoObserver);
            let again = again.expect("the same question");
            let other_view = game.view(&other, ask.seat);
            assert_eq!(again.seat, ask.seat);
            assert_eq!(faces(other_view, &again.options), faces(view, &ask.options));
            assert_eq!(everything(other_view), everything(view));
            assert_eq!(
                learned(other_view, &again.options),
                learned(view, &ask.options)
            );
            let mut other_rng = before;
            let other_action = Grid::player(&bot.policy, ask.seat).decide(
                other_view,
                &again.options,
                &mut other_rng,
            );
            assert_eq!(
                said(other_view, other_action),
                said(view, action),
                "{} sees hidden cards: {}",
                bot.name,
                everything(view)
            );
            assert_eq!(other_rng, rngs[seat], "{} draws otherwise", bot.name);
            // A seat that is not asked may be redealt too, and has the same view again.
            let third = (ask.seat + 1) % n as Seat;
            let theirs = game.view(&state, third);
            let redealt = theirs.redeal(&mut rng);
            assert_eq!(game.check(&redealt), Ok(()));
            assert_eq!(everything(game.view(&redealt, third)), everything(theirs));
            assert_eq!(observation(game.view(&redealt, third)), observation(theirs));

            let others = (0..n as Seat).filter(|s| *s != ask.seat);
            seen.decisions += 1;
            seen.moved += u32::from(others.clone().any(|s| other.hand(s) != state.hand(s)));
            seen.shown += u32::from(others.clone().any(|s| !view.shown(s).is_empty()));
            seen.paying += u32::from(view.line().is_some());
            seen.placing += u32::from(view.chosen().is_some());
            game.apply(&mut state, action, &mut pile, &mut NoObserver);
            assert_eq!(game.check(&state), Ok(()));
        }
    }
}

#[test]
fn every_registered_bot_decides_the_same_when_hidden_cards_move() {
    let n_games = times(1, 6);
    for bot in Grid::STRATEGIES.iter().map(|b| shipped(b, 8)) {
        let random = resolve::<Grid>("random").unwrap();
        let mut seen = Seen::default();
        for n in [2, 3, 4, 6, 8] {
            let game = Grid::new(Rules::official(), n).unwrap();
            let bots: Vec<Bot<Grid>> = (0..n)
                .map(|seat| {
                    if seat % 3 == 1 {
                        random.clone()
                    } else {
                        bot.clone()
                    }
                })
                .collect();
            play(&game, &bots, n_games, n as u64, &mut seen);
        }
        println!("{}: {seen:?}", bot.name);
        assert!(seen.decisions > 3_000 * n_games / 12, "{seen:?}");
        assert!(
            seen.moved > seen.decisions / 2 && seen.placing > 500 * n_games / 12,
            "{seen:?}"
        );
    }
}

#[test]
fn hands_that_were_shown_are_kept() {
    let random = resolve::<Grid>("random").unwrap();
    let mut seen = Seen::default();
    for n in 2..=8 {
        let rules = Rules {
            hand_size: 1,
            ..Rules::official()
        };
        let game = Grid::new(rules, n).unwrap();
        play(
            &game,
            &vec![random.clone(); n],
            times(10, 30),
            n as u64,
            &mut seen,
        );
    }
    println!("{seen:?}");
    assert!(
        seen.shown > times(150, 500) && seen.paying > times(150, 500),
        "{seen:?}"
    );
}

/// Returns the share of games won by the first bot, a shared win in parts, when it sits in every
/// other seat of all these deals, both ways.
fn share(first: &str, second: &str, n: usize, n_deals: u64) -> f64 {
    let game = Grid::new(Rules::official(), n).unwrap();
    let mut driver = Driver::new(&game);
    let bots = [first, second].map(|name| resolve::<Grid>(name).unwrap());
    let mut won = 0.0;
    for deal in 0..n_deals {
        for flip in 0..2 {
            let mut players: Vec<_> = (0..n)
                .map(|seat| Grid::player(&bots[(seat + flip) % 2].policy, seat as Seat))
                .collect();
            let seeds = Seeds::new(5, Purpose::Test).deal(deal);
            let salts = vec![0; n];
            play_game(
                &game,
                &mut driver,
                (&mut players, &salts),
                seeds,
                Unit::Game,
                &mut NoObserver,
                |_| {},
            );
            let winners = game.outcome(driver.state()).winners;
            let mine = (0..n).filter(|seat| (seat + flip) % 2 == 0 && winners >> seat & 1 == 1);
            won += mine.count() as f64 / f64::from(winners.count_ones());
        }
    }
    won / (2 * n_deals) as f64
}

/// A smaller version of the claim of `strategies/grid-champion.toml`.
#[test]
fn the_tuned_bot_is_better_still() {
    let share = share("grid-champion", "grid-heuristic", 2, 1_500);
    // Three standard errors of an even match; the cards decide most deals, so these are effectively
    // fewer.
    let bound = 0.5 + 3.0 * 0.5 / 3_000f64.sqrt();
    assert!(share > bound, "{share}, not {bound}");
}

#[test]
fn heuristic_beats_greedy_beats_random() {
    for (n, n_deals) in [(2, 400), (4, 400), (8, 100)] {
        for (better, worse) in [("grid-heuristic", "grid-greedy"), ("grid-greedy", "random")] {
            let share = share(better, worse, n, n_deals);
            // Five standard errors of an even match.
            let bound = 0.5 + 5.0 * 0.5 / (2.0 * n_deals as f64).sqrt();
            assert!(
                share > bound,
                "{better} against {worse} at {n}: {share}, not {bound}"
            );
        }
    }
}
