//! PG-1 to PG-5, GL-1 to GL-3: players, decks, dealer, deal, upcard.

use crate::cards::{card, deck};
use crate::scene::Setting;
use powergrab_engine::game::{Game as _, Pile};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Family, NextDealer, Phase, Rules, Shedding};

#[test]
fn pg_1_and_gl_1_how_many_may_play() {
    let allowed = |family| {
        (0..=12)
            .filter(|n| Shedding::new(Rules::official(family), *n).is_ok())
            .collect::<Vec<_>>()
    };
    assert_eq!(allowed(Family::PowerGrab), (2..=6).collect::<Vec<_>>());
    assert_eq!(allowed(Family::GreenLantern), (2..=10).collect::<Vec<_>>());
    assert_eq!(allowed(Family::Classic), (2..=10).collect::<Vec<_>>());
}

#[test]
fn pg_2_the_deck_of_112_cards() {
    let deck = Rules::official(Family::PowerGrab).deck;
    assert_eq!(deck.cards().len(), 112);
    let counts: Vec<_> = deck.counts();
    let n = |text: &str| counts.iter().find(|c| c.0 == card(text)).map_or(0, |c| c.1);
    for colour in ["R", "Y", "G", "B"] {
        let each = |rest: &str| n(&format!("{colour}{rest}"));
        assert_eq!((each("1"), each("0")), (2, 0));
        for icon in ["2!", "3U", "4N", "5O", "6!", "7U", "8N", "9O"] {
            assert_eq!((each(icon), each(&icon[..1])), (1, 1), "{colour}{icon}");
        }
        assert_eq!(
            (each("D1"), each("D2"), each("S"), each("R"), each("G2")),
            (2, 2, 2, 1, 1)
        );
    }
    assert_eq!((n("WT"), n("W4"), n("W"), n("WP")), (4, 4, 0, 0));
}

#[test]
fn gl_2_the_deck_and_classic() {
    let count = |family| {
        let counts = Rules::official(family).deck.counts();
        let n = |text: &str| counts.iter().find(|c| c.0 == card(text)).map_or(0, |c| c.1);
        for colour in ["R", "Y", "G", "B"] {
            let each = |rest: &str| n(&format!("{colour}{rest}"));
            assert!((1..=9).all(|i| each(&i.to_string()) == 2));
            assert_eq!((each("0"), each("D2"), each("R"), each("S")), (1, 2, 2, 2));
        }
        (
            n("W"),
            n("W4"),
            n("WP"),
            counts.iter().map(|c| c.1).sum::<usize>(),
        )
    };
    assert_eq!(count(Family::GreenLantern), (4, 4, 4, 112));
    assert_eq!(count(Family::Classic), (4, 4, 0, 108));
}

#[test]
fn pg_3_the_first_dealer_is_a_uniform_seat_or_the_one_named() {
    let mut rules = Rules::official(Family::PowerGrab);
    let game = Shedding::new(rules.clone(), 4).unwrap();
    let mut counts = [0; 4];
    for deal in 0..4000 {
        let seeds = Seeds::new(7, Purpose::Play).deal(deal).round(0);
        counts[game.lead(&game.new_game(), &seeds) as usize] += 1;
    }
    assert!(counts.iter().all(|c| (880..1120).contains(c)), "{counts:?}");
    rules.first_dealer = Some(2);
    let game = Shedding::new(rules, 4).unwrap();
    let seeds = Seeds::new(7, Purpose::Play).deal(0).round(0);
    assert_eq!(game.lead(&game.new_game(), &seeds), 2);
}

/// Returns the possible dealers after a round that seat 0 won, or that nobody won, dealt by seat 1
/// of 3.
fn next_dealers(rule: NextDealer, won: bool) -> Vec<u8> {
    let mut scene = Setting::power_grab("R5", &["R1", "B9", "B8"])
        .dealer(2)
        .rules(|r| {
            r.next_dealer = rule;
            r.max_turns = 1;
        })
        .draws("G1")
        .start();
    scene.answer(0, if won { "R1" } else { "-" });
    if !won {
        assert!(scene.is_over());
    }
    let dealer = |deal| {
        let seeds = Seeds::new(1, Purpose::Play).deal(deal).round(1);
        scene.game.lead(&scene.state, &seeds)
    };
    let mut dealers: Vec<u8> = (0..60).map(dealer).collect();
    dealers.sort_unstable();
    dealers.dedup();
    dealers
}

#[test]
fn pg_3_who_deals_next() {
    // Seat 2 dealt; to its left sits seat 0, which also wins: seat 0 plays R1 at once.
    assert_eq!(next_dealers(NextDealer::Left, true), [0]);
    assert_eq!(next_dealers(NextDealer::Winner, true), [0]);
    assert_eq!(next_dealers(NextDealer::Random, true), [0, 1, 2]);
    // Without a winner it is the left in any case.
    for rule in [NextDealer::Left, NextDealer::Winner, NextDealer::Random] {
        assert_eq!(next_dealers(rule, false), [0]);
    }
    // A winner who does not sit to the dealer's left.
    let mut scene = Setting::power_grab("R5", &["B1", "R1", "B8"])
        .rules(|r| r.next_dealer = NextDealer::Winner)
        .draws("G1")
        .start();
    scene.answer(1, "R1");
    let seeds = Seeds::new(1, Purpose::Play).deal(0).round(1);
    assert_eq!(scene.game.lead(&scene.state, &seeds), 1);
}

#[test]
fn pg_4_seven_cards_each_and_the_seat_left_of_the_dealer_begins() {
    let game = Shedding::new(Rules::official(Family::PowerGrab), 5).unwrap();
    let mut state = game.new_game();
    let mut pile = Pile::new(Rng::from_key(1));
    game.start_round(
        &mut state,
        3,
        &mut pile,
        &mut powergrab_engine::game::NoObserver,
    );
    // Seat 4, the first seat, may have drawn for the upcard.
    assert!((0..4).all(|seat| state.hand(seat).len() == 7));
    assert!(
        state.to_the_left() || game.rules().deck.cards()[state.top_slot() as usize] == card("RR")
    );
    let scene = Setting::power_grab("R5", &["R1", "R2", "R3"])
        .dealer(0)
        .start();
    assert_eq!(scene.asked(), (1, Phase::Turn));
}

#[test]
fn pg_5_draw_one_and_draw_two() {
    for (upcard, drawn, told) in [
        ("RD1", "B1", "draw 0 [B1] upcard"),
        ("RD2", "B1 B2", "draw 0 [B1,B2] upcard"),
    ] {
        let mut scene = Setting::power_grab(upcard, &["R1", "R2", "R3"])
            .draws(drawn)
            .start();
        assert_eq!(scene.told(), [told, "miss 0"]);
        assert_eq!(scene.asked(), (1, Phase::Turn));
        let mut other = Setting::power_grab(upcard, &["R1", "R2", "R3"])
            .rules(|r| r.opening_draw_skips = false)
            .draws(drawn)
            .start();
        assert_eq!(other.told(), [told]);
        assert_eq!(other.asked(), (0, Phase::Turn));
    }
}

#[test]
fn pg_5_skip() {
    let mut scene = Setting::power_grab("RS", &["R1", "R2", "R3"]).start();
    assert_eq!(scene.told(), ["miss 0"]);
    assert_eq!(scene.asked(), (1, Phase::Turn));
}

#[test]
fn pg_5_reverse_the_dealer_begins_to_the_right() {
    let mut scene = Setting::power_grab("RR", &["R1 R9", "R2 R8", "R3 R7"]).start();
    assert!(scene.told().is_empty());
    assert_eq!(scene.asked(), (2, Phase::Turn));
    scene.answers(2, "R3 yes");
    assert_eq!(scene.asked(), (1, Phase::Turn));
}

#[test]
fn pg_5_grab_two_restricts_the_first_turn_to_its_colour() {
    // The other Grab-2-Towers does not match by symbol, wild cards and reds do.
    let scene = Setting::power_grab("RG2", &["YG2 WT R1 B5", "R3 R4 R5 R6"]).start();
    assert_eq!(scene.options(), "R1 WT -");
    // Also for the card drawn on that turn.
    let mut scene = Setting::power_grab("RG2", &["B4 B5", "YG2 BG2"])
        .draws("GG2")
        .start();
    assert_eq!(scene.told(), ["draw 0 [GG2] turn", "pass 0"]);
    // The restriction ends with that turn, even though it did not play: seat 1 matches by symbol.
    assert_eq!(scene.asked(), (1, Phase::Turn));
    assert_eq!(scene.options(), "YG2 BG2 -");
    // A drawn red card may be played.
    let scene = Setting::power_grab("RG2", &["B4 B5", "YG2 BG2"])
        .draws("R9")
        .start();
    assert_eq!(
        (scene.asked(), scene.options()),
        ((0, Phase::Drawn), "R9 -".to_owned())
    );
}

#[test]
fn pg_5_wild_grab_a_tower_grabs_nothing_and_the_first_seat_names_the_colour() {
    let mut scene = Setting::power_grab("WT", &["R1 G2", "R2 G3", "R3 G4"]).start();
    assert_eq!(scene.asked(), (0, Phase::Upcard));
    assert_eq!(scene.options(), "red yellow green blue");
    scene.answer(0, "green");
    assert_eq!(scene.told(), ["colour 0 G"]);
    assert_eq!(
        (scene.asked(), scene.options()),
        ((0, Phase::Turn), "G2 -".to_owned())
    );
    assert!((0..3).all(|seat| scene.state.towers_of(seat) == 0));
}

#[test]
fn pg_5_wild_draw_four_goes_back() {
    let scene = Setting::power_grab("R5", &["R1 W4", "R2 G3"])
        .returned(3)
        .start();
    assert_eq!(scene.top(), card("R5"));
    assert_eq!(scene.game.draw_pile(&scene.state).len(), 112 - 4 - 1);
    // A deck that could leave no other card is invalid.
    let mut rules = Rules::official(Family::PowerGrab);
    rules.deck = deck(&[("R5", 14), ("W4", 50)]);
    assert!(rules.check_players(2).is_err());
    rules.deck = deck(&[("R5", 15), ("W4", 50)]);
    assert!(rules.check_players(2).is_ok());
}

#[test]
fn pg_5_an_icon_turned_up_gives_no_tower() {
    let scene = Setting::power_grab("R3U", &["R1", "R2"]).start();
    assert!((0..2).all(|seat| scene.state.towers_of(seat) == 0));
    assert_eq!(scene.asked(), (0, Phase::Turn));
}

#[test]
fn gl_3_wild_and_power_ring_as_upcard_only_name_a_colour() {
    for upcard in ["W", "WP"] {
        let mut scene = Setting::green_lantern(upcard, &["Y1 G2", "R2 G3", "R3 G4"]).start();
        scene.answer(0, "yellow");
        assert_eq!(scene.told(), ["colour 0 Y"]);
        assert_eq!(
            (scene.asked(), scene.options()),
            ((0, Phase::Turn), "Y1 -".to_owned())
        );
        assert_eq!(scene.hand(0), "Y1 G2", "nothing is given away");
    }
    let mut scene = Setting::green_lantern("YD2", &["Y1", "Y2", "R3"])
        .draws("B1 B2")
        .start();
    assert_eq!(scene.told(), ["draw 0 [B1,B2] upcard", "miss 0"]);
}
