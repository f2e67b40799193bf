//! Texts of positions of Grid as people write them: what may be omitted, and what is refused with
//! the reason.

use powergrab_engine::game::Game as _;
use powergrab_engine::game::notation::{ruleset_of, seats_of, split};
use powergrab_engine::grid::{Grid, Rules};

/// Returns the rules that a position's text names.
pub fn rules_of(text: &str) -> Rules {
    match split(ruleset_of(text).unwrap()).unwrap() {
        None => Rules::official(),
        Some((name, options)) => Rules::from_json(name, &options).unwrap(),
    }
}

const FULL: &str = "grid hand=R3,B7,YS,RR,W sizes=5,3 board=R5,Y3,G1/R7,B2,BS/Y9,G0,R2 buried=G5,RS piles=RR,G5,W,W4/- past=l1/p1 shown=1:W,B4";

#[test]
fn what_is_left_out_is_as_little_as_can_be() {
    let game = Grid::new(Rules::official(), 2).unwrap();
    let read = |text: &str| {
        let position = game.read_position(text).unwrap();
        let view = game.view(&position.state, position.seat);
        (view.notation(), view.turn(), view.first(), view.pile())
    };
    // Two stacks were covered and nine cards placed, a Reverse laid, a line scored, and this is the
    // next turn.
    let (text, turn, first, pile) = read(&FULL.replace(",B4", "").replace(" past=l1/p1", ""));
    assert!(text.contains("turn=15 past=l1/p1"), "{text}");
    assert_eq!((turn, first, pile), (15, 0, 108 - 8 - 11 - 4));
    let (text, turn, first, _) = read("grid seat=1 hand=R5,BS sizes=1,2 board=-,R5/B2,-");
    assert_eq!((turn, first), (3, 1));
    assert!(!text.contains("corner"), "{text}");
    let (text, ..) = read("grid seat=1 hand=R5,BS sizes=1,2 board=-,R5/B2,- corner=0,-1");
    assert!(text.contains("corner=0,-1"), "{text}");
    // The first card may lie anywhere, so there is a card to choose and no board to write (GR-4).
    assert!(read("grid hand=R5,BS sizes=2,2").0.contains("turn=1"));
}

/// The positions in the documentation are valid.
#[test]
fn documented_positions_are_positions() {
    let mut n = 0;
    for file in [
        "docs/analysis.md",
        "crates/engine/src/grid/notation/mod.rs",
        "src/cli/analyse.rs",
    ] {
        let text = std::fs::read_to_string(format!("{}/../../{file}", env!("CARGO_MANIFEST_DIR")));
        for line in text.unwrap().lines() {
            let Some((_, position)) = line.split_once("grid ").filter(|p| p.1.contains("sizes="))
            else {
                continue;
            };
            let end = position.find('\'').unwrap_or(position.len());
            let position = format!("grid {}", &position[..end]);
            let game = Grid::new(Rules::official(), seats_of::<Grid>(&position).unwrap()).unwrap();
            let read = game.read_position(&position).map(|_| ());
            assert_eq!(read, Ok(()), "{file}: {position}");
            n += 1;
        }
    }
    assert_eq!(n, 5);
}

#[test]
fn what_is_wrong_is_said() {
    let game = Grid::new(Rules::official(), 2).unwrap();
    let good = FULL.replace(",B4", "");
    let good = good.as_str();
    assert!(game.read_position(good).is_ok());
    for (from, to, part) in [
        (good, "", "begins with its ruleset"),
        ("hand=R3", "hand=R33", "`hand`: \"R33\" is no card"),
        (
            "hand=R3",
            "hand=WT",
            "`hand`: WT is not in the deck of these rules",
        ),
        (
            "hand=R3",
            "hand=G0",
            "G0 lies on the table more than 1 time",
        ),
        (
            "buried=G5",
            "buried=G5,G5",
            "`piles`: G5 lies on the table more than 2 times",
        ),
        (
            "sizes=5,3",
            "sizes=5,99",
            "make 119 cards; the deck has 108",
        ),
        (
            "sizes=5,3",
            "sizes=4,3",
            "seat 0 holds 4 cards, `hand` has 5",
        ),
        (
            "sizes=5,3",
            "sizes=5,3,3",
            "`sizes` has 3 seats, the table 2",
        ),
        (
            "sizes=5,3",
            "sizes=5,0",
            "seat 1 holds no card: the game is over (GR-3)",
        ),
        ("sizes=5,3 ", "", "`sizes` is missing"),
        ("hand=R3,B7,YS,RR,W ", "", "`hand` is missing"),
        (
            "hand=",
            "seat=2 hand=",
            "`seat`: seat 2 is not at the table",
        ),
        (
            "hand=",
            "tunr=3 hand=",
            "key `tunr`: unknown; did you mean `turn`?",
        ),
        ("hand=", "top=R5 hand=", "key `top`: unknown"),
        ("hand=", "ask=trun hand=", "did you mean `turn`?"),
        ("hand=", "ask=pay hand=", "`line` is missing"),
        (
            "hand=",
            "ask=pay line=row3 hand=",
            "\"row3\" is none of row0",
        ),
        ("hand=", "ask=pay line=row0 hand=", "cannot pay for row0"),
        (
            "hand=",
            "ask=pay line=row1 paid=B7,W hand=",
            "with W all of row1 is paid",
        ),
        (
            "hand=",
            "ask=pay line=row1 paid=R3 hand=",
            "R3 cannot be laid for the next number of row1",
        ),
        (
            "hand=",
            "ask=pay line=row1 hand=",
            "seat 0 has no choice here",
        ),
        ("hand=", "line=row1 hand=", "`line` belongs to ask=pay"),
        (
            "hand=",
            "card=R3 hand=",
            "`card` belongs to ask=position and ask=line",
        ),
        ("hand=", "ask=position hand=", "`card` is missing"),
        (
            "hand=",
            "ask=position card=B4 hand=",
            "`card`: B4 is not in `hand`",
        ),
        ("hand=", "ask=position card=RR hand=", "RR is not placed"),
        (
            "hand=",
            "ask=line card=R3 hand=",
            "a line is turned with a Reverse, not with R3",
        ),
        (
            "board=R5,Y3,G1",
            "board=R5,Y3,RR",
            "RR cannot lie in the Grid",
        ),
        (
            "board=R5,Y3,G1",
            "board=R5,Y3",
            "three rows of the same length",
        ),
        (
            "board=R5,Y3,G1",
            "board=-,-,-",
            "an outer row or column has no card",
        ),
        (
            "board=R5,Y3,G1",
            "board=-,Y3,G1",
            "no card is covered before all nine",
        ),
        (
            "board=R5",
            "corner=0,0 board=R5",
            "counted from its top left",
        ),
        (
            "board=R5,Y3,G1/R7,B2,BS/Y9,G0,R2 buried=G5,RS",
            "board=R5,-/-,B2",
            "nothing else is done (GR-4)",
        ),
        (
            "board=R5,Y3,G1/R7,B2,BS/Y9,G0,R2 buried=G5,RS piles=RR,G5,W,W4/- past=l1/p1",
            "board=R5,-,R6",
            "next to another one or diagonal",
        ),
        (
            "board=R5,Y3,G1/R7,B2,BS/Y9,G0,R2 buried=G5,RS piles=RR,G5,W,W4/- past=l1/p1",
            "board=R5,-/-,B2 corner=-1,0",
            "no card lies in column 1 and row 0",
        ),
        (
            "board=R5,Y3,G1/R7,B2,BS/Y9,G0,R2 buried=G5,RS piles=RR,G5,W,W4/- past=l1/p1",
            "board=R5 corner=1,0",
            "not two numbers from -2 to 0",
        ),
        (
            "buried=G5,RS",
            "buried=W",
            "`buried`: W cannot lie in the Grid",
        ),
        ("piles=RR", "piles=BS", "a Skip is only ever placed"),
        (
            "piles=RR,G5,W,W4/-",
            "piles=RR",
            "`piles` has 1 seats, the table 2",
        ),
        (
            "past=l1/p1",
            "past=l4/p1",
            "has scored 4 lines, and its score pile tells of 1 to 3",
        ),
        ("past=l1/p1", "past=l1/", "seat 1 has not passed"),
        ("past=l1/p1", "past=l1/x1", "'x' is none of l p"),
        ("past=l1/p1", "past=l1/p30", "seat 1 has done 30 things"),
        ("past=l1/p1", "past=l1/é", "'é' is none of l p"),
        ("past=l1/p1", "past=l1", "`past` has 1 seats"),
        (
            "past=l1/p1",
            "past=l1/p1 turn=14",
            "this is turn 15 to 16, not 14",
        ),
        (
            "past=l1/p1",
            "past=l1/p1 turn=17",
            "this is turn 15 to 16, not 17",
        ),
        ("shown=1:W", "shown=1:W,B4", "would have placed B4"),
        (
            "shown=1:W",
            "shown=1:W,W,W4,W4",
            "4 cards of seat 1, which holds 3",
        ),
        ("shown=1:W", "shown=0:W4", "W4 is not in `hand`"),
        (
            "shown=1:W",
            "shown=1:W/1:W4",
            "`shown`: seat 1 stands twice",
        ),
        ("shown=1:W", "shown=W", "not written 1:R5,R6"),
        (
            "hand=R3,B7,YS,RR,W sizes=5,3",
            "hand=R3 sizes=1,3",
            "held no card before it drew this one",
        ),
        ("shown=1:W", "R3", "`R3` is no key with a value"),
    ] {
        assert!(good.contains(from), "{from}");
        let text = good.replace(from, to);
        let error = game.read_position(&text).map(|_| ()).expect_err(&text);
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
    let alone = "grid hand=R3,RR sizes=2,3 board=R5,-/-,B2";
    let error = game.read_position(alone).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("has no choice here"), "{error}");
    let error = game.read_position("grid ask=line card=RR hand=R3,RR sizes=2,3 board=R5");
    assert!(error.is_err_and(|e| e.to_string().contains("before all nine places")));
}
