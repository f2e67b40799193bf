//! Each character of the `heuristic` policy does what it is named for, counted against the same field on the same deals.

mod field;

use field::{Count, bot, count, exceeds, three};
use powergrab::arena::play::Unit;

/// A character and `balanced`, each in the seat of the other.
fn against_balanced(name: &str, field: &str, n: u64) -> (Count, Count) {
    let field = three(field);
    (
        count(&bot(name), &field, Unit::Round, n),
        count(&bot("balanced"), &field, Unit::Round, n),
    )
}

#[test]
fn balanced_beats_greedy_and_those_that_were_called_after_one_trait() {
    for field in ["greedy", "hoarder", "bluffer", "sheriff"] {
        let c = count(&bot("balanced"), &three(field), Unit::Game, 400);
        // A quarter would be a fair share; the standard error is two points.
        exceeds(&format!("games won against {field}"), c.won(), 1.2, 0.25);
    }
}

#[test]
fn miser_keeps_its_wild_cards() {
    let (miser, balanced) = against_balanced("miser", "greedy", 2_000);
    let left = |c: &Count| c.per_round("wilds_left");
    exceeds("wilds left", left(&miser), 1.2, left(&balanced));
    let greedy = count(&bot("greedy"), &three("greedy"), Unit::Round, 2_000);
    exceeds("wilds left, by greedy", left(&miser), 2.0, left(&greedy));
}

#[test]
fn dumper_sheds_points_and_leaves_few() {
    let (dumper, balanced) = against_balanced("dumper", "greedy", 4_000);
    let shed = |c: &Count| c.points_shed / c.plays;
    exceeds("points shed a card", shed(&dumper), 1.04, shed(&balanced));
    // It wins less often than balanced, so only the rounds that it does not win compare.
    let left = |c: &Count| c.sum("points_left") / c.rounds_lost;
    exceeds("points left", left(&balanced), 1.1, left(&dumper));
}

#[test]
fn punisher_attacks_the_next_seat() {
    let (punisher, balanced) = against_balanced("punisher", "greedy", 3_000);
    let attacks = |c: &Count| c.attacks / c.plays;
    exceeds(
        "attacks a card",
        attacks(&punisher),
        1.05,
        attacks(&balanced),
    );
    let inflicted = |c: &Count| c.inflicted / c.rounds;
    exceeds(
        "cards inflicted a round",
        inflicted(&punisher),
        1.1,
        inflicted(&balanced),
    );
}

#[test]
fn ambusher_saves_its_attacks_for_a_seat_about_to_go_out() {
    let (ambusher, balanced) = against_balanced("ambusher", "greedy", 2_000);
    let late = |c: &Count| c.late_attacks / c.attacks;
    exceeds(
        "attacks on one or two cards",
        late(&ambusher),
        1.3,
        late(&balanced),
    );
    let punisher = count(&bot("punisher"), &three("greedy"), Unit::Round, 2_000);
    exceeds(
        "late, against punisher",
        late(&ambusher),
        1.5,
        late(&punisher),
    );
}

#[test]
fn denier_takes_towers_from_those_who_have_them() {
    let (denier, balanced) = against_balanced("denier", "hoarder", 3_000);
    let greedy = count(&bot("greedy"), &three("hoarder"), Unit::Round, 3_000);
    let taken = |c: &Count| c.towers_taken / c.plays;
    // Every icon claims, whoever plays it, so the effect is small; some 40,000 cards are counted, the standard error is 0.005.
    exceeds(
        "towers taken a card",
        taken(&denier),
        1.02,
        taken(&balanced),
    );
    exceeds("towers taken a card", taken(&denier), 1.02, taken(&greedy));
}

#[test]
fn colour_counter_names_colours_that_the_next_seat_lacks() {
    let (counter, balanced) = against_balanced("colour-counter", "greedy", 4_000);
    let starved = |c: &Count| c.starved / c.named;
    exceeds(
        "next seat starved",
        starved(&counter),
        1.1,
        starved(&balanced),
    );
}

#[test]
fn paranoid_challenges_whatever_it_faces() {
    let (paranoid, balanced) = against_balanced("paranoid", "bluffer", 2_000);
    let challenged = |c: &Count| c.sum("challenges") / c.faced;
    assert_eq!(challenged(&paranoid), 1.0);
    exceeds(
        "challenged",
        challenged(&paranoid),
        1.2,
        challenged(&balanced),
    );
    let saint = count(&bot("saint"), &three("bluffer"), Unit::Round, 2_000);
    exceeds(
        "against a saint",
        challenged(&paranoid),
        10.0,
        challenged(&saint),
    );
}

#[test]
fn saint_neither_bluffs_nor_doubts() {
    let (saint, balanced) = against_balanced("saint", "greedy", 2_000);
    assert_eq!(saint.sum("bluffs"), 0.0);
    assert_eq!(saint.sum("challenges"), 0.0);
    assert!(saint.sum("wild_draw_fours") > 0.0);
    assert!(balanced.sum("bluffs") > 0.0);
}

#[test]
fn forgetful_is_caught() {
    let (forgetful, balanced) = against_balanced("forgetful", "greedy", 1_000);
    assert_eq!(balanced.sum("uno_caught"), 0.0);
    exceeds(
        "caught a round",
        forgetful.per_round("uno_caught"),
        1.0,
        0.2,
    );
}

#[test]
fn tipsy_errs_but_not_like_random() {
    let won = |name| count(&bot(name), &three("greedy"), Unit::Game, 600).won();
    let (balanced, tipsy, random) = (won("balanced"), won("tipsy"), won("random"));
    // The standard error is two points.
    exceeds("games won, balanced and tipsy", balanced, 1.1, tipsy);
    exceeds("games won, tipsy and random", tipsy, 1.1, random);
}
