//! Cards and their faces.

use powergrab_engine::shedding::{Family, Rules};

#[test]
fn faces_have_numbers_of_their_own() {
    let rules = Rules::official(Family::PowerGrab);
    for a in rules.deck.cards() {
        for b in rules.deck.cards() {
            assert_eq!(a.face() == b.face(), a == b, "{a} {b}");
        }
    }
}
