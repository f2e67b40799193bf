//! Positions that are well-formed but impossible: each is refused with the rule that it breaks.

use powergrab_engine::shedding::{Family, Rules, Shedding, Upcard};

#[test]
fn what_cannot_have_happened_is_refused() {
    for (family, text, part) in [
        // No card is left to fill a hand when another is examined.
        (
            Family::Classic,
            "hand=R1 sizes=1,100,1 top=R3 knows=2:R2,R4,R5",
            "which holds 1",
        ),
        (
            Family::PowerGrab,
            "ask=react turn-of=1 hand=R1 sizes=1,3,2 top=W4 colour=B",
            "which is 2 (PG-7)",
        ),
        (
            Family::PowerGrab,
            "ask=react turn-of=1 dir=right hand=R1 sizes=1,3 top=W4 colour=B idle=1",
            "`idle`",
        ),
        (
            Family::PowerGrab,
            "ask=catch turn-of=1 hand=R5,R9 sizes=2,6,3 top=R3U",
            "seat 1 holds 6 cards",
        ),
        (
            Family::PowerGrab,
            "ask=upcard hand=R5,R9 sizes=2,6,3 top=WT dealer=0",
            "which is 1, for seat 0 dealt",
        ),
        (
            Family::PowerGrab,
            "ask=upcard hand=R5,R9 sizes=2,6,3 top=WT under=R3,R4",
            "before the first turn",
        ),
        (
            Family::PowerGrab,
            "ask=upcard hand=R5,R9 sizes=2,6,3 top=WT turns=12",
            "before the first turn",
        ),
        (
            Family::PowerGrab,
            "ask=upcard hand=R5,R9 sizes=2,6,3 top=W4",
            "goes back into the pile",
        ),
        (
            Family::GreenLantern,
            "ask=gift hand=R1 sizes=1,3,2 top=WP colour=R",
            "no yellow card to give (GL-4)",
        ),
        (
            Family::PowerGrab,
            "ask=tower hand=R1,R9 sizes=2,2,2 top=WT colour=R grabs=2",
            "grabs 1, and 2 cannot be left",
        ),
        (
            Family::PowerGrab,
            "ask=tower hand=R1,R9 sizes=2,2,2 top=RG2 grabs=1",
            "grabs 2, and 1 cannot be left",
        ),
        (
            Family::PowerGrab,
            "hand=R1,R9 sizes=2,2,2 top=RG2 grabs=1",
            "`grabs` belongs to ask=tower",
        ),
        (
            Family::GreenLantern,
            "ask=colour hand=Y5,R3 sizes=2,3 top=WP colour=R",
            "all yellow cards are given away",
        ),
        (
            Family::Classic,
            "ask=drawn drawn=R5 hand=R5 sizes=1,3 top=R9",
            "held no card before it drew R5",
        ),
        (
            Family::Classic,
            "ask=call hand=B5 sizes=1,3 top=W4 colour=R before=R marks=guilty",
            "guilty, but no card in `hand` has the colour",
        ),
        (
            Family::Classic,
            "ask=react turn-of=1 hand=B4,B5 sizes=2,2 top=W4 colour=R before=G marks=open-bluff",
            "comes of Instant UNO",
        ),
        (
            Family::PowerGrab,
            "ask=react turn-of=1 hand=B4,B5 sizes=2,2 top=W4 colour=R before=G marks=guilty",
            "guilty is for the seat's own",
        ),
        (
            Family::PowerGrab,
            "hand=R1,R9 sizes=2,2,2 top=R3U marks=guilty",
            "can still be challenged",
        ),
        (
            Family::PowerGrab,
            "hand=R1,R9 sizes=2,2,2 top=R3U before=B",
            "`before` is the colour",
        ),
        (
            Family::PowerGrab,
            "hand=R1,R9 sizes=2,2,2 top=R3U past=g1//",
            "more challenges than Wild Draw Fours",
        ),
        (
            Family::PowerGrab,
            "hand=R1,R9 sizes=2,2,2 top=R3U past=/h1f4/",
            "more bluffs found than challenges",
        ),
        (
            Family::PowerGrab,
            "hand=R1,R9 sizes=2,2,2 top=R3U shows=1:R1/1:R9",
            "`shows`: seat 1 stands twice",
        ),
        (
            Family::PowerGrab,
            "hand=R1,R9 sizes=2,2,2 top=R3U bounds=1R0-1/1R2-2",
            "`bounds`: 1R stands twice",
        ),
        (
            Family::PowerGrab,
            "hand=R1,R9 sizes=2,2,2 top=R3U told=1>2:1/1>2:2",
            "`told`: 1>2 stands twice",
        ),
        (
            Family::PowerGrab,
            "hand=R1,R9 sizes=2,2,2 top=R3U past=d3d5//",
            "'d' stands twice",
        ),
        (
            Family::PowerGrab,
            "hand=R1,R9 sizes=2,2,2 top=R3U past=d3pR1pR2//",
            "'p' stands twice",
        ),
        (
            Family::PowerGrab,
            "ask=upcard hand=R5,R9 sizes=2,7,7 top=WT",
            "seat 0 holds 2 cards, and 7 were dealt (PG-4)",
        ),
        (
            Family::PowerGrab,
            "ask=upcard hand=R1,R2,R3,R4,R5,R6,R7 sizes=7,7,7 top=WT past=d1//",
            "before the first turn nobody has drawn",
        ),
        (
            Family::PowerGrab,
            "ask=upcard hand=R1,R2,R3,R4,R5,R6,R7 sizes=7,7,7 top=WT past=//nR",
            "before the first turn nobody has drawn",
        ),
        (
            Family::PowerGrab,
            "ask=upcard hand=R1,R2,R3,R4,R5,R6,R7 sizes=7,7,7 top=WT dir=right",
            "begins to the left",
        ),
        (
            Family::PowerGrab,
            "ask=upcard hand=R1,R2,R3,R4,R5,R6,R7 sizes=7,7,7 top=WT towers=1---",
            "all towers in the middle",
        ),
        (
            Family::PowerGrab,
            "ask=react turn-of=1 hand=B4,B5 sizes=2,5 top=W4 colour=R before=G judged=2",
            "seat 1 holds 5 cards, and to 2 come 0",
        ),
        (
            Family::PowerGrab,
            "ask=react turn-of=1 hand=B4,B5 sizes=2,4 top=W4 colour=R before=G judged=1",
            "seat 1 holds 4 cards, and to 1 come 2",
        ),
        (
            Family::PowerGrab,
            "ask=react turn-of=1 hand=B4,B5 sizes=2,3 top=W4 under=G5 colour=R before=G marks=open-bluff",
            "with open-bluff it is 1 and not 3",
        ),
        (
            Family::PowerGrab,
            "ask=react turn-of=1 hand=B4,B5 sizes=2,1 top=W4 under=R5 colour=R before=G marks=open-bluff",
            "no card in `under` has the colour",
        ),
        (
            Family::PowerGrab,
            "ask=react turn-of=1 hand=B4,B5 sizes=2,1 top=W4 under=G5 colour=R before=G marks=open-bluff towers=0---",
            "after which nobody holds a tower",
        ),
        (
            Family::PowerGrab,
            "hand=R1,R9 sizes=2,2,2 top=R3U marks=opening",
            "`marks`: opening",
        ),
        (
            Family::PowerGrab,
            "hand=R1,R9 sizes=2,2,2 top=RG2 marks=opening turns=1",
            "`marks`: opening",
        ),
    ] {
        let text = format!("{} {text}", family.name());
        let seats = text
            .split("sizes=")
            .nth(1)
            .unwrap()
            .split(' ')
            .next()
            .unwrap();
        let game = Shedding::new(Rules::official(family), seats.split(',').count()).unwrap();
        let error = game.read_position(&text).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

/// With discards under the top card nobody passes without a draw, because they are shuffled;
/// without any, and with an empty pile, all do (PG-14).
#[test]
fn passes_without_a_draw_need_empty_piles() {
    let game = Shedding::new(Rules::official(Family::Classic), 2).unwrap();
    let read = |text: &str| game.read_position(&format!("classic {text}")).map(|_| ());
    // 108 cards: one on top, one in hand, and the others in the other hand, or one of them under
    // the top card.
    let error = read("hand=R1 sizes=1,105 top=R3 under=R4 idle=1").unwrap_err();
    assert!(error.to_string().contains("`idle`"), "{error}");
    read("hand=R1 sizes=1,106 top=R3 idle=1").unwrap();
}

/// The possible cards of a Wild Draw Four's player after an UNO penalty and Instant UNO (PG-11,
/// PG-12).
#[test]
fn what_can_have_happened_to_a_judged_hand_is_taken() {
    let game = Shedding::new(Rules::official(Family::PowerGrab), 2).unwrap();
    for text in [
        "ask=react turn-of=1 hand=B4,B5 sizes=2,3 top=W4 colour=R before=G judged=1",
        "ask=react turn-of=1 hand=B4,B5 sizes=2,3 top=W4 under=G5 colour=R before=G judged=1 marks=open-bluff",
        "ask=react turn-of=1 hand=B4,B5 sizes=2,1 top=W4 under=G5 colour=R before=G marks=open-bluff",
        "ask=react turn-of=1 hand=B4,B5 sizes=2,5 top=W4 colour=R before=G",
    ] {
        game.read_position(&format!("power-grab {text}")).unwrap();
    }
}

/// Which cards can lie there at the start depends on the rules (PG-5, HR-6).
#[test]
fn a_card_that_goes_back_is_no_upcard() {
    let mut rules = Rules::official(Family::PowerGrab);
    rules.upcard = Upcard::Number;
    let game = Shedding::new(rules, 2).unwrap();
    let read = |top| {
        let text = "hand=R1,R2,R3,R4,R5,R6,R7 sizes=7,7 top=";
        let text = format!("power-grab{{\"upcard\":\"number\"}} ask=upcard {text}{top}");
        game.read_position(&text)
            .map(|_| ())
            .unwrap_err()
            .to_string()
    };
    for (top, rule) in [("W4", "PG-5"), ("WT", "HR-6")] {
        let error = read(top);
        assert!(error.contains("goes back into the pile"), "{top}: {error}");
        assert!(error.contains(rule), "{top}: {error}");
    }
}

/// A Grab-2-Towers turned up restricts the first turn (PG-5), unless it has no effect (HR-6).
#[test]
fn an_opening_needs_an_upcard_that_acts() {
    let mut rules = Rules::official(Family::PowerGrab);
    let text = "hand=R1,R2,R3,R4,R5,R6,R7 sizes=7,7 top=RG2 marks=opening";
    let official = Shedding::new(rules.clone(), 2).unwrap();
    official
        .read_position(&format!("power-grab {text}"))
        .unwrap();
    rules.upcard = Upcard::Plain;
    let plain = Shedding::new(rules, 2).unwrap();
    let text = format!("power-grab{{\"upcard\":\"plain\"}} {text}");
    let error = plain.read_position(&text).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("`marks`: opening"), "{error}");
}
