//! Each built-in bot behaves as its name says, shown by counts: the bot, or another in its place,
//! sits in seat 0 against the same field on the same deals.

use crate::field::{Count, bot, count, count_by, custom, exceeds, three};
use powergrab_bots::strategy::{Bot, BotGame as _, FirstLegal, Player, ShedPolicy, Strategy};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::Unit;
use powergrab_engine::shedding::{Family, Shedding};
use std::hash::Hasher as _;
use std::sync::Arc;

#[test]
fn greedy_sheds_more_points_a_card_and_wins_more() {
    let field = three("random");
    let greedy = count(&bot("greedy"), &field, Unit::Round, 3_000);
    for name in ["random", "first-legal"] {
        let other = count(&bot(name), &field, Unit::Round, 3_000);
        let shed = |c: &Count| c.points_shed / c.plays;
        exceeds("points shed a card", shed(&greedy), 1.04, shed(&other));
        let left = |c: &Count| c.per_round("points_left");
        exceeds("points left", left(&other), 1.4, left(&greedy));
        // A quarter of the games would be a fair share; the standard error is two points.
        let games = count(&bot("greedy"), &three(name), Unit::Game, 500);
        exceeds("games won", games.games_won / games.games, 1.3, 0.25);
    }
}

#[test]
fn hoarder_holds_towers_and_takes_instant_uno() {
    let field = three("greedy");
    let hoarder = count(&bot("hoarder"), &field, Unit::Round, 4_000);
    for name in ["greedy", "random"] {
        let other = count(&bot(name), &field, Unit::Round, 4_000);
        let held = |c: &Count| c.sums("held_") / c.sum("turns");
        exceeds("tower turns a turn", held(&hoarder), 1.1, held(&other));
        let claims = |c: &Count| c.sums("claims_") / c.rounds;
        exceeds("claims a round", claims(&hoarder), 1.1, claims(&other));
        let instant = |c: &Count| c.per_round("instant_uno");
        exceeds(
            "Instant UNOs a round",
            instant(&hoarder),
            1.5,
            instant(&other),
        );
    }
    // Without towers it is greedy, move by move.
    let story = |name| {
        count_by(
            Family::Classic,
            &bot(name),
            &field,
            Unit::Round,
            200,
            &[0; 10],
        )
        .story
        .finish()
    };
    assert_eq!(story("hoarder"), story("greedy"));
}

#[test]
fn bluffer_bluffs_as_often_as_its_parameter_says() {
    let field = three("greedy");
    let bluffs = |b: &Bot<Shedding>| {
        let c = count(b, &field, Unit::Round, 3_000);
        (c.per_round("bluffs"), c.per_round("wild_draw_fours"))
    };
    let with = |p: f64| {
        let mut shipped = bot("bluffer");
        if let ShedPolicy::Heuristic(policy) = &mut shipped.policy {
            Arc::make_mut(policy).bluffing.bluff = p;
        }
        shipped
    };
    let (none, honest_fours) = bluffs(&bot("greedy"));
    assert_eq!(none, 0.0);
    assert_eq!(bluffs(&with(0.0)), (0.0, honest_fours));
    let (few, _) = bluffs(&with(0.3));
    let (shipped, fours) = bluffs(&bot("bluffer"));
    let (all, _) = bluffs(&with(1.0));
    // Four Wild Draw Fours among 112 cards: about one hand in four rounds can bluff at all.
    exceeds("bluffs a round", shipped, 1.0, 0.2);
    exceeds(
        "bluffs among its Wild Draw Fours",
        shipped / fours,
        1.0,
        0.4,
    );
    exceeds("bluffs, 0.75 and 0.3", shipped, 1.3, few);
    exceeds("bluffs, 1 and 0.75", all, 1.03, shipped);
}

#[test]
fn sheriff_challenges_bluffers_more_than_honest_bots_and_rightly() {
    let games = |first: &str, field: &str| count(&bot(first), &three(field), Unit::Game, 300);
    let (bluffers, honest) = (games("sheriff", "bluffer"), games("sheriff", "greedy"));
    let challenged = |c: &Count| c.sum("challenges") / c.faced;
    exceeds(
        "challenged, of those faced",
        challenged(&bluffers),
        1.0,
        0.5,
    );
    exceeds(
        "bluffers and honest",
        challenged(&bluffers),
        2.5,
        challenged(&honest),
    );
    assert!(honest.sum("challenges") > 0.0);
    assert_eq!(honest.sum("guilty"), 0.0);
    let success = |c: &Count| c.sum("guilty") / c.sum("challenges");
    let random = games("random", "bluffer");
    // Challenging at random finds bluffs at their frequency; the estimate finds more, and pays off
    // against bluffers.
    exceeds("success", success(&bluffers), 1.1, success(&random));
    let greedy = games("greedy", "bluffer");
    assert_eq!(greedy.sum("challenges"), 0.0);
    let won = |c: &Count| c.games_won / c.games;
    exceeds(
        "games won against bluffers",
        won(&bluffers),
        1.05,
        won(&greedy),
    );
    // The threshold has the described effect.
    let with = |challenge_at| {
        let mut shipped = bot("sheriff");
        if let ShedPolicy::Heuristic(policy) = &mut shipped.policy {
            Arc::make_mut(policy).doubt.challenge_at = challenge_at;
        }
        shipped
    };
    let (never, always) = (with(10.0), with(0.0));
    let field = three("bluffer");
    let often = |b| challenged(&count(b, &field, Unit::Game, 100));
    exceeds("always", often(&always), 1.2, challenged(&bluffers));
    exceeds("seldom", challenged(&bluffers), 20.0, often(&never));
}

#[test]
fn a_bot_draws_random_numbers_exactly_if_its_policy_says_so() {
    for built_in in Shedding::STRATEGIES {
        // A search draws random numbers as soon as it has two options, so a few rounds show it.
        let n_rounds = if built_in.name.starts_with("monte") {
            3
        } else {
            50
        };
        let story = |salt: u64| {
            let (b, field) = (bot(built_in.name), three(built_in.name));
            let c = count_by(
                Family::PowerGrab,
                &b,
                &field,
                Unit::Round,
                n_rounds,
                &[salt; 10],
            );
            c.story.finish()
        };
        // The description holds for default parameters; those that add chance are probabilities.
        let bot = bot(built_in.name);
        let stochastic = match &bot.policy {
            ShedPolicy::Heuristic(p) => {
                let may = |p: f64| p > 0.0 && p < 1.0;
                may(p.bluffing.bluff)
                    || p.noise.temperature > 0.0
                    || may(p.habits.uno_call)
                    || may(p.habits.uno_catch)
            }
            _ => bot.info().unwrap().stochastic,
        };
        assert_eq!(story(0) != story(5), stochastic, "{}", built_in.name);
    }
    assert!(!bot("first-legal").info().unwrap().stochastic);
}

/// A bot from outside the register.
#[derive(Debug)]
struct Outside;

impl Strategy<Shedding> for Outside {
    fn player(&self, _: Seat) -> Box<dyn Player<Shedding> + Send> {
        Box::new(FirstLegal)
    }
}

#[test]
fn a_bot_from_outside_plays_as_one_from_the_register() {
    let outside = Bot::<Shedding> {
        name: "outside".to_owned(),
        salt: 3,
        policy: ShedPolicy::External(Arc::new(Outside)),
    };
    let story = |b: &Bot<Shedding>| count(b, &three("greedy"), Unit::Game, 20).story.finish();
    assert_eq!(story(&outside), story(&bot("first-legal")));
    let described = outside.describe();
    assert_eq!(described["policy"], "external");
    assert_eq!(described["external"], "Outside");
    assert_eq!(described["salt"], 3);
}

#[test]
fn habits_are_probabilities() {
    let forgetful = |p: f64| custom(&format!("policy = \"greedy\"\n[params]\nuno_call = {p}"));
    let field = three("greedy");
    let caught = |p: f64| count(&forgetful(p), &field, Unit::Round, 1_500).per_round("uno_caught");
    assert_eq!(caught(1.0), 0.0);
    let (half, never) = (caught(0.5), caught(0.0));
    exceeds("caught", never, 1.4, half);
    exceeds("caught", half, 1.0, 0.1);
    let blind = vec![custom("policy = \"greedy\"\n[params]\nuno_catch = 0"); 3];
    let c = count(&forgetful(0.0), &blind, Unit::Round, 500);
    assert_eq!(c.per_round("uno_caught"), 0.0);
}
