//! The page docs/observation.md: what the places of an observation and of the index of actions mean.

use crate::game::{Learnable, Place};
use crate::shedding::{Family, PlayersError, Rules, Shedding};
use std::fmt::Write as _;

const HEAD: &str = "\
# Observations and actions

What learners see and do: the places of an observation and of the index of actions, made from the code by
`cargo run -p powergrab-env --example places` (a test compares). Bots in WebAssembly get [another layout](wasm.md).

An observation holds what a seat may know ([the rules](RULES.md), \"Who sees what\"), and nothing else. It is a row of bytes (`uint8`), relative to the
seat: seat 0 is the seat itself, seat 1 comes next in the direction of play. Counts beyond 255 are 255.

The index of actions has a place for each different card (its *face*; copies share a place), in the deck's order, then the other choices. A mask has 1 at the
places of legal actions. Both depend on the ruleset and the number of seats alone. A deck of one's own has other faces.
";

/// The page.
///
/// # Errors
/// An official ruleset that four cannot play by, which there is not.
pub fn markdown() -> Result<String, PlayersError> {
    let mut page = HEAD.to_owned();
    let _ = write!(
        page,
        "\nThis is version {}. Whatever moves a place raises it.\n",
        Shedding::LEARN_VERSION
    );
    page += "\n## Sizes\n\n| ruleset | faces | actions | bytes for n seats | 2 seats | 4 seats | 6 seats |\n|---|---|---|---|---|---|---|\n";
    for family in Family::ALL {
        let bytes = |n| -> Result<usize, PlayersError> {
            Ok(Shedding::new(Rules::official(family), n)?.n_features())
        };
        let game = Shedding::new(Rules::official(family), 4)?;
        let a_seat = bytes(3)? - bytes(2)?;
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} + {a_seat} n | {} | {} | {} |",
            family.name(),
            game.tables().n_faces(),
            game.n_actions(),
            bytes(2)? - 2 * a_seat,
            bytes(2)?,
            bytes(4)?,
            bytes(6)?
        );
    }
    let game = Shedding::new(Rules::official(Family::PowerGrab), 4)?;
    page += "\n## The observation of Power Grab at four seats\n\nOther rulesets have the same rows; `hand` and `discards` are as long as the ruleset has cards.\n\n";
    page += "| at | bytes | name | meaning |\n|---|---|---|---|\n";
    let places = game.feature_places();
    let in_seats_after = |place: &&Place| {
        !["seat2.", "seat3."]
            .iter()
            .any(|seat| place.name.starts_with(seat))
    };
    for place in places.iter().filter(in_seats_after) {
        let Place {
            at,
            len,
            name,
            meaning,
        } = place;
        let _ = writeln!(page, "| {at} | {len} | `{name}` | {meaning} |");
    }
    let size = game.n_features();
    let _ = writeln!(
        page,
        "| | | `seat2`, `seat3` | the same for the seats after; {size} bytes in all |"
    );
    page +=
        "\n## Actions\n\nAfter the faces:\n\n| after the faces | name | meaning |\n|---|---|---|\n";
    let faces = game.tables().n_faces();
    for place in &game.action_places()[faces..] {
        let _ = writeln!(
            page,
            "| {} | `{}` | {} |",
            place.at - faces,
            place.name,
            place.meaning
        );
    }
    for family in Family::ALL {
        let game = Shedding::new(Rules::official(family), 4)?;
        let names = game.action_places();
        let names = names[..game.tables().n_faces()].iter();
        let names: Vec<String> = names
            .map(|place| format!("{} `{}`", place.at, place.name))
            .collect();
        let _ = write!(
            page,
            "\nThe faces of {}: {}.\n",
            family.name(),
            names.join(", ")
        );
    }
    Ok(page)
}
