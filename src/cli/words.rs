//! `powergrab strategies rules`: all words of lists of rules.

use powergrab_bots::strategy::BotGame;
use powergrab_bots::strategy::rules::{INFO, Vocabulary};
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;

/// Returns the policy's description and the words of all games.
pub fn text(width: usize) -> String {
    let mut text = textwrap::fill(INFO.meaning, width);
    text.push_str("\n\n");
    text.push_str(&textwrap::fill(
        "A line is one of the following, and after it, each after a comma, any number of circumstances. For CARD, put one of the cards below it.",
        width,
    ));
    text.push('\n');
    of_game::<Shedding>(&mut text);
    of_game::<Grid>(&mut text);
    text
}

fn of_game<G: BotGame>(text: &mut String) {
    let Vocabulary {
        cards,
        phrases,
        contexts,
        ..
    } = G::VOCABULARY;
    text.push_str(&format!("\nLines for {}\n", G::GAME));
    let mut section = |title: &str, lines: &mut dyn Iterator<Item = &str>| {
        text.push_str(&format!("\n{title}\n"));
        lines.for_each(|line| text.push_str(&format!("    {line}\n")));
    };
    let forms = [
        "play CARD",
        "play CARD rather than CARD",
        "play another card rather than CARD",
        "do not play CARD",
    ];
    section("  Cards to play:", &mut forms.into_iter());
    section("  CARD is one of:", &mut cards.iter().map(|it| it.words));
    section("  Everything else:", &mut phrases.iter().map(|it| it.words));
    let ranges = G::VOCABULARY.ranges();
    for (place, context) in contexts.iter().enumerate() {
        let own = ranges.iter().filter(|it| it.place == place);
        section(
            &format!("  Circumstances: {}", context.name),
            &mut own.map(|it| it.words),
        );
    }
}
