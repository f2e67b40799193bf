//! Behaviour of `balanced` under house rules, position by position: the same position by the rule
//! sheet shows the effect of the rule.

use powergrab_bots::strategy::{BotGame as _, Player as _, resolve};
use powergrab_engine::game::Game as _;
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Family, Rules, Shedding, Stacking, notation};

/// Returns the bot's answer in classic with these changes of the rules.
fn answer(change: fn(&mut Rules), position: &str) -> String {
    let mut rules = Rules::official(Family::Classic);
    change(&mut rules);
    let sizes = position.split("sizes=").nth(1).unwrap();
    let n = sizes.split(' ').next().unwrap().split(',').count();
    let game = Shedding::new(rules, n).unwrap();
    let text = format!("{} {position}", notation::ruleset(game.rules()));
    let position = game.read_position(&text).unwrap();
    let options = game.options_of(&position.state);
    let view = game.view(&position.state, position.seat);
    let bot = resolve::<Shedding>("balanced").unwrap();
    let mut player = Shedding::player(&bot.policy, position.seat);
    let action = player.decide(view, &options, &mut Rng::from_key(1));
    view.text(&options, action)
}

fn sheet(_: &mut Rules) {}

fn hands_move(rules: &mut Rules) {
    rules.seven_zero = true;
}

fn unchallenged(rules: &mut Rules) {
    rules.challenge = false;
}

fn stacking(rules: &mut Rules) {
    rules.stack = Stacking::Cross;
}

#[test]
fn hr_5_a_seven_takes_a_small_hand_and_is_kept_from_a_large_one() {
    let behind = "hand=R8,R7,B5,G6,Y2 sizes=5,1 top=R9";
    assert_eq!(answer(sheet, behind), "R8");
    assert_eq!(answer(hands_move, behind), "R7");
    let ahead = "hand=R3,R7 sizes=2,6 top=R9";
    assert_eq!(answer(sheet, ahead), "R7");
    assert_eq!(answer(hands_move, ahead), "R3");
    // It draws rather than give its hand away.
    let forced = "hand=B3,R7 sizes=2,6 top=R9";
    assert_eq!(answer(sheet, forced), "R7");
    assert_eq!(answer(hands_move, forced), "draw");
}

#[test]
fn hr_5_a_zero_brings_the_hand_of_the_seat_before() {
    for (sizes, zero) in [("5,9,1", true), ("5,1,9", false)] {
        let position = format!("hand=R0,R8,B5,G6,Y2 sizes={sizes} top=R9");
        assert_eq!(answer(hands_move, &position) == "R0", zero, "{position}");
    }
}

#[test]
fn hr_5_it_exchanges_with_the_fewest_cards() {
    let position = "ask=exchange hand=R1,R2,B5 sizes=3,4,2,5 top=R7";
    assert_eq!(answer(hands_move, position), "2");
}

#[test]
fn hr_5_a_hand_that_it_gave_away_gets_nothing_to_play() {
    let position = "hand=R8,R3,G9 sizes=3,1 top=R9 knows=1:R5";
    assert_eq!(answer(sheet, position), "R8");
    assert_eq!(answer(hands_move, position), "G9");
    let colour = "ask=colour hand=R8,R3,G9 sizes=3,1 top=W colour=R before=R knows=1:R5";
    assert_eq!(answer(sheet, colour), "R");
    assert_eq!(answer(hands_move, colour), "G");
}

#[test]
fn hr_4_a_bluff_that_nobody_may_challenge_is_none() {
    let position = "hand=R1,W4 sizes=2,2 top=R9";
    assert_eq!(answer(sheet, position), "R1");
    assert_eq!(answer(unchallenged, position), "bluff W4");
}

#[test]
fn hr_1_it_stacks_where_the_stack_is_dearer_than_the_card() {
    let react = |stack| {
        format!(
            "ask=react turn-of=1 hand=W4,R1,R2 sizes=3,4 top=RD2 under=BD2,GD2,YD2 stack={stack}"
        )
    };
    assert_eq!(answer(stacking, &react(8)), "bluff W4");
    assert_eq!(
        answer(
            stacking,
            "ask=react turn-of=1 hand=W4,R1,R2 sizes=3,4 top=RD2"
        ),
        "accept"
    );
}
