//! The page docs/observation.md: meanings of the places of an observation and of the action
//! indices.

use powergrab_engine::game::{FieldRange, Game, Observable};
use powergrab_engine::grid;
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::{Family, Rules, Shedding};
use std::error::Error;
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

/// Returns a row of the table of sizes.
fn sizes<G: Observable>(
    page: &mut String,
    name: &str,
    game: impl Fn(usize) -> Result<G, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let bytes = |n| -> Result<usize, Box<dyn Error>> { Ok(game(n)?.n_features()) };
    let a_seat = bytes(3)? - bytes(2)?;
    let of_four = game(4)?;
    let _ = writeln!(
        page,
        "| {name} | {} | {} | {} + {a_seat} n | {} | {} | {} |",
        faces(&of_four).count(),
        of_four.n_actions(),
        bytes(2)? - 2 * a_seat,
        bytes(2)?,
        bytes(4)?,
        bytes(6)?
    );
    Ok(())
}

/// Returns the places of the cards. Their names are the texts of cards, which, unlike those of
/// other places, begin with a capital letter.
fn faces<G: Observable>(game: &G) -> impl Iterator<Item = FieldRange> {
    let places = game.action_places().into_iter();
    places.take_while(|place| place.name.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// Appends the observation at four seats as a table.
fn observation<G: Observable + Game>(page: &mut String, game: &G) {
    *page += "| at | bytes | name | meaning |\n|---|---|---|---|\n";
    let places = game.feature_places();
    let in_seats_after = |place: &&FieldRange| {
        !["seat2.", "seat3."]
            .iter()
            .any(|seat| place.name.starts_with(seat))
    };
    for place in places.iter().filter(in_seats_after) {
        let FieldRange {
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
}

/// Appends the actions after the faces as a table.
fn choices<G: Observable>(page: &mut String, game: &G) {
    *page += "| after the faces | name | meaning |\n|---|---|---|\n";
    let faces = faces(game).count();
    for place in &game.action_places()[faces..] {
        let _ = writeln!(
            page,
            "| {} | `{}` | {} |",
            place.at - faces,
            place.name,
            place.meaning
        );
    }
}

/// Appends the faces as a sentence.
fn names<G: Observable>(page: &mut String, name: &str, game: &G) {
    let names: Vec<String> = faces(game)
        .map(|place| format!("{} `{}`", place.at, place.name))
        .collect();
    let _ = write!(page, "\nThe faces of {name}: {}.\n", names.join(", "));
}

/// Returns the page.
///
/// # Errors
/// Fails on an official ruleset that does not allow two to six players, which does not exist.
pub fn markdown() -> Result<String, Box<dyn Error>> {
    let shedding = |family: Family, n: usize| -> Result<Shedding, Box<dyn Error>> {
        Ok(Shedding::new(Rules::official(family), n)?)
    };
    let grid =
        |n: usize| -> Result<Grid, Box<dyn Error>> { Ok(Grid::new(grid::Rules::official(), n)?) };
    let mut page = HEAD.to_owned();
    let _ = write!(
        page,
        "\nThis is version {} of the shedding games' and version {} of Grid's. Whatever moves a place raises it.\n",
        Shedding::LEARN_VERSION,
        Grid::LEARN_VERSION
    );
    page += "\n## Sizes\n\n| ruleset | faces | actions | bytes for n seats | 2 seats | 4 seats | 6 seats |\n|---|---|---|---|---|---|---|\n";
    for family in Family::ALL {
        sizes(&mut page, family.name(), |n| shedding(family, n))?;
    }
    sizes(&mut page, grid::Rules::NAME, grid)?;
    page += "\n## The observation of Power Grab at four seats\n\nOther rulesets of the shedding games have the same rows; `hand` and `discards` are as long as the ruleset has cards.\n\n";
    let game = shedding(Family::PowerGrab, 4)?;
    observation(&mut page, &game);
    page += "\n## Actions\n\nAfter the faces:\n\n";
    choices(&mut page, &game);
    for family in Family::ALL {
        names(&mut page, family.name(), &shedding(family, 4)?);
    }
    page += "\n## The observation of Grid at four seats\n\nColours mean nothing in Grid, so cards are told by symbol; the own hand has the places of the deck, as the actions have. \
While the Grid is being filled (GR-4), rows and columns count from the top left of the cards that lie there, here and in the actions.\n\n";
    let game = grid(4)?;
    observation(&mut page, &game);
    page += "\n## Actions of Grid\n\nA move is made in steps, each a decision of its own. A card to place or a Reverse is named first, then the position or the line. A line is scored by its name; \
then a card is named for each of its numbers in turn, by its face. A step that leaves no choice is not asked. After the faces:\n\n";
    choices(&mut page, &game);
    names(&mut page, grid::Rules::NAME, &game);
    Ok(page)
}
