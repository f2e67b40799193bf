//! The searching bots and the playouts that they are based on.

use powergrab_bots::strategy::search::{
    Beliefs, Budget, CandidateTable, Candidates, Goal, SearchContext, Searchable, Worlds, halving,
};
use powergrab_bots::strategy::{Bot, BotGame, Player as _, register, resolve};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Ask, Chance as _, Decider, Game, NoObserver, Pile};
use powergrab_engine::grid::Grid;
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Family, Phase, Rules, Shedding};
use std::collections::HashSet;
use test_support::times;

fn bot<G: BotGame>(name: &str, params: &str) -> Bot<G> {
    let text = format!("policy = \"monte-carlo\"\n[params]\n{params}");
    register::from_text(name, "test.toml", &text).unwrap().bot
}

/// Asks a policy, and records the phases at which the round could be resumed.
struct Noting<'a, G: Game> {
    bots: Vec<G::State>,
    every: u32,
    n: u32,
    rng: &'a mut Rng,
}

impl<G: Game> Decider<G> for Noting<'_, G> {
    fn decide(&mut self, _: &G, state: &G::State, ask: &Ask) -> Action {
        self.n += 1;
        if self.n.is_multiple_of(self.every) {
            self.bots.push(state.clone());
        }
        ask.options.nth(self.rng.below(ask.options.len()))
    }
}

/// Chooses by a stream of its own, for any question.
struct Dice(Rng);

impl<G: Game> Decider<G> for Dice {
    fn decide(&mut self, _: &G, _: &G::State, ask: &Ask) -> Action {
        ask.options.nth(self.0.below(ask.options.len()))
    }
}

/// Playouts begin in the middle of a round, right after an answer of any kind: [`Game::play_round`]
/// resumes there like alternating `advance` and `apply`.
fn taken_up<G: Searchable>(game: &G, same: impl Fn(&G::State, &G::State) -> bool) -> usize {
    let mut rng = Rng::from_key(21);
    let mut state = game.new_game();
    let mut n = 0;
    for round in 0..u64::from(times(2, 24)) {
        let mut pile = Pile::new(Rng::from_key(round));
        game.start_round(
            &mut state,
            (round % game.n_seats() as u64) as Seat,
            &mut pile,
            &mut NoObserver,
        );
        let mut noting = Noting::<G> {
            bots: vec![],
            every: 3,
            n: 0,
            rng: &mut rng,
        };
        game.play_round(&mut state, &mut pile, &mut NoObserver, &mut noting);
        for middle in std::mem::take(&mut noting.bots) {
            let world = |rng: &mut Rng| {
                let mut pile = Pile::new(Rng::from_key(rng.next_u64()));
                pile.refill(game.pile_of(&middle));
                pile
            };
            let (mut a, mut b) = (middle.clone(), middle.clone());
            let mut pile_a = world(&mut rng);
            let mut pile_b = pile_a.clone();
            let key = rng.next_u64();
            let (mut dice_a, mut dice_b) = (Dice(Rng::from_key(key)), Dice(Rng::from_key(key)));
            // Fused, after one answer.
            if let Some(ask) = game.advance(&mut a, &mut pile_a, &mut NoObserver) {
                let action = dice_a.decide(game, &a, &ask);
                game.apply(&mut a, action, &mut pile_a, &mut NoObserver);
            }
            game.play_round(&mut a, &mut pile_a, &mut NoObserver, &mut dice_a);
            while let Some(ask) = game.advance(&mut b, &mut pile_b, &mut NoObserver) {
                let action = dice_b.decide(game, &b, &ask);
                game.apply(&mut b, action, &mut pile_b, &mut NoObserver);
            }
            assert!(same(&a, &b));
            n += 1;
        }
        if game.is_over(&state) {
            game.reset_game(&mut state);
        }
    }
    n
}

#[test]
fn a_round_can_be_taken_up_in_its_middle() {
    for family in Family::ALL {
        for n in [2, 4] {
            let game = Shedding::new(Rules::official(family), n).unwrap();
            let taken = taken_up(&game, |a, b| a == b && a.phase() == Phase::Over);
            assert!(taken > times(10, 120) as usize, "{taken}");
        }
    }
    let game = Grid::new(powergrab_engine::grid::Rules::official(), 3).unwrap();
    assert!(
        taken_up(&game, |a, b| a.scores() == b.scores()
            && a.turn() == b.turn())
            > times(10, 120) as usize
    );
}

#[test]
fn every_kind_of_question_is_searched() {
    let mut phases = HashSet::new();
    let policy = bot::<Shedding>("mc", "playouts = 8\nplayout = \"greedy\"").policy;
    for family in [Family::PowerGrab, Family::GreenLantern] {
        let game = Shedding::new(Rules::official(family), 3).unwrap();
        let mut player = Shedding::player(&policy, 0);
        let mut state = game.new_game();
        let (mut rng, mut dice) = (Rng::from_key(5), Rng::from_key(6));
        for round in 0..150 {
            let mut pile = Pile::new(Rng::from_key(round));
            game.start_round(&mut state, (round % 3) as Seat, &mut pile, &mut NoObserver);
            while let Some(ask) = game.advance(&mut state, &mut pile, &mut NoObserver) {
                let mut action = ask.options.nth(dice.below(ask.options.len()));
                // New questions, and a few others.
                if phases.insert(state.phase().text()) || dice.below(40) == 0 {
                    let before = rng.clone();
                    action = player.decide(game.view(&state, ask.seat), &ask.options, &mut rng);
                    assert!(ask.options.has(action));
                    let view = game.view(&state, ask.seat);
                    let faces: HashSet<String> = ask
                        .options
                        .iter()
                        .map(|a| view.text(&ask.options, a))
                        .collect();
                    // It used random numbers if there was a choice.
                    assert_eq!(rng != before, faces.len() > 1, "{faces:?}");
                }
                game.apply(&mut state, action, &mut pile, &mut NoObserver);
            }
        }
    }
    let asked = [
        "turn",
        "drawn",
        "gift",
        "colour",
        "tower",
        "instant-uno",
        "keep",
        "call",
        "catch",
        "react",
        "upcard",
    ];
    for phase in asked {
        assert!(phases.contains(phase), "{phase} never came");
    }
}

/// A time budget is kept, roughly, is part of the description, and is not reproducible by a seed.
#[test]
fn a_budget_in_time_ends_and_says_that_it_is_one() {
    let timed = bot::<Shedding>("timed", "milliseconds = 20");
    assert!(!timed.is_reproducible());
    let json = timed.describe();
    assert_eq!(json["external"]["milliseconds"], 20);
    assert_eq!(json["external"]["reproducible"], false);
    let game = Shedding::new(Rules::official(Family::PowerGrab), 2).unwrap();
    let position = game
        .read_position("power-grab hand=R5,R9,YD2,WT sizes=4,6 top=R3U under=B3,BS")
        .unwrap();
    let view = game.view(&position.state, 0);
    let options = game.options_of(&position.state);
    let mut player = Shedding::player(&timed.policy, 0);
    let began = std::time::Instant::now();
    let action = player.decide(view, &options, &mut Rng::from_key(1));
    assert!(options.has(action));
    assert!(began.elapsed().as_millis() >= 20);
    let plain = bot::<Shedding>("plain", "playouts = 20");
    assert!(plain.is_reproducible());
    assert!(plain.describe()["external"].get("milliseconds").is_none());
}

#[test]
fn what_cannot_make_playouts_is_refused() {
    let read = |params: &str| {
        let text = format!("policy = \"monte-carlo\"\n[params]\n{params}");
        let error = register::from_text::<Shedding>("mine", "mine.toml", &text).unwrap_err();
        error.to_string()
    };
    for (params, part) in [
        (
            "playout = \"monte-carlo\"",
            "key `params.playout`: monte-carlo is of policy monte-carlo",
        ),
        ("playout = \"balancd\"", "did you mean `balanced`?"),
        (
            "playout = \"grid-greedy\"",
            "key `params.playout`: grid-greedy: no bot of that name for the shedding games",
        ),
        ("playout = 3", "not a text"),
        ("value = \"wins\"", "known: "),
        (
            "playouts = 0",
            "key `params.playouts`: 0 is not a number from 1",
        ),
        ("playots = 8", "did you mean `playouts`?"),
        ("milliseconds = 0", "a whole number from 1 to 3600000"),
        (
            "playouts = 8\nmilliseconds = 5",
            "there is a budget in `playouts` too",
        ),
    ] {
        let message = read(params);
        assert!(message.to_lowercase().contains(part), "{params}: {message}");
    }
    let json = resolve::<Shedding>("monte-carlo").unwrap().describe();
    assert_eq!(json["params"]["playouts"], 512.0);
    assert_eq!(json["external"]["playout"]["name"], "balanced");
}

/// A search makes about as many playouts as its budget has, for any number of candidates.
#[test]
fn a_budget_holds_all_playouts() {
    let greedy: Bot<Shedding> = resolve("greedy").unwrap();
    let game = Shedding::new(Rules::official(Family::PowerGrab), 2).unwrap();
    for (text, most_candidates) in [
        (
            "power-grab hand=R5,R9 sizes=2,6 top=R3U under=B3,BS ask=turn",
            3,
        ),
        (
            "power-grab hand=R5,R9,YD2,WT,R1,R2,R4,RS sizes=8,6 top=R3U under=B3,BS",
            10,
        ),
    ] {
        let position = game.read_position(text).unwrap();
        let options = game.options_of(&position.state);
        let candidates = Candidates::new(&game, &options);
        assert!((2..=most_candidates).contains(&candidates.len()));
        let mut context = SearchContext::<Shedding>::new(
            vec![Shedding::player(&greedy.policy, 0)],
            Beliefs::NONE,
            Goal::Points,
        );
        let view = game.view(&position.state, 0);
        let beliefs = Beliefs::NONE;
        let worlds = Worlds::Redealt {
            view,
            key: 1,
            beliefs,
        };
        let mut table = CandidateTable::default();
        let budget = Budget::Playouts(2000);
        halving(&worlds, &candidates, &mut context, budget, &mut table);
        let made: u64 = table.estimates.iter().map(|e| u64::from(e.n)).sum();
        assert!((1900..=2000).contains(&made), "{made} for {text}");
    }
}
