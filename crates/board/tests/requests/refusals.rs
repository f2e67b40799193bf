//! Why a card may not be played, rule by rule.

use super::ok;
use powergrab_board::Board;
use serde_json::{Value, json};

/// Returns the rule and the reason for which a card of a position is refused.
fn refused(position: &str, card: &str) -> (String, String) {
    let n = position.split("sizes=").nth(1).unwrap();
    let n = n.split(' ').next().unwrap().split(',').count();
    let seats = vec!["you"; n];
    let game = json!({ "position": position, "seats": seats });
    let shown = ok(
        &mut Board::default(),
        &json!({ "do": "game", "game": game }),
    );
    let all = shown["ask"]["refused"].as_array().unwrap();
    let found = all.iter().find(|refusal| refusal["card"] == json!(card));
    let found = found.unwrap_or_else(|| panic!("{card} is not refused: {}", shown["ask"]));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&found["rule"]), text(&found["why"]))
}

#[test]
fn each_question_refuses_by_its_rule() {
    for (position, card, rule, why) in [
        (
            "power-grab hand=R5,G7U,YD2 sizes=3,6 top=R3U",
            "G7U",
            "PG-6",
            "Green 7 (U) is neither red, nor a 3, nor a wild card.",
        ),
        (
            "classic hand=R5,G7,YD2 sizes=3,6 top=RS",
            "G7",
            "PG-6",
            "Green 7 is neither red, nor another Skip, nor a wild card.",
        ),
        (
            "classic hand=R5,G7,YD2 sizes=3,6 top=W colour=R",
            "G7",
            "PG-6",
            "Green 7 is neither red nor a wild card.",
        ),
        (
            "classic ask=drawn hand=R5,G7,R2 sizes=3,6 top=R3 drawn=R2",
            "R5",
            "PG-6",
            "After drawing, only the card just drawn may be played.",
        ),
        (
            "classic ask=colour hand=R5,G7 sizes=2,6 top=W colour=R",
            "R5",
            "PG-7",
            "First name a colour for your wild card.",
        ),
        (
            "power-grab ask=tower hand=R5,Y3 sizes=2,6 top=WT colour=B",
            "R5",
            "PG-8",
            "First claim a tower.",
        ),
        (
            "power-grab ask=react hand=R5,G7U sizes=2,6 top=W4 colour=B",
            "R5",
            "PG-7",
            "First answer the card that was played against you.",
        ),
        (
            r#"classic{"bluff":false} hand=R5,W4,G7 sizes=3,6 top=R3"#,
            "W4",
            "HR-4",
            "A Wild Draw Four may be played only without a card of the colour in force.",
        ),
        (
            r#"classic{"stack":"same"} ask=react hand=GD2,W4,G7 sizes=3,6 top=RD2"#,
            "W4",
            "HR-1",
            "Only another Draw Two may be stacked on a Draw Two.",
        ),
        (
            "grid hand=R3,B7,YS,RR sizes=4,4 board=R5,Y3,G1",
            "RR",
            "GR-4",
            "While the Grid is being filled, only numbers and Skips may be placed.",
        ),
        (
            "grid hand=R3,B7,YS,W sizes=4,4 board=R5,Y3,G1/R7,B2,BS/Y9,G0,R2",
            "W",
            "GR-8",
            "A Wild only stands for a number when a line is scored.",
        ),
    ] {
        assert_eq!(
            refused(position, card),
            (rule.to_owned(), why.to_owned()),
            "{position}"
        );
    }
}
