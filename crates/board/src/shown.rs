//! The answer that shows a game: its lines, its decisions, and the question for a person.

use crate::table::{Decided, Table};
use crate::words::{BoardGame, texts};
use powergrab_engine::game::OptionName;
use powergrab_lab::catalog::Ruleset;
use serde_json::{Value, json};

/// Returns a game from this line on.
pub fn game<G: BoardGame>(table: &Table<G>, ruleset: &Ruleset, from: usize) -> Value {
    let lines = table.lines();
    let decided = table.decisions.iter().enumerate();
    let marks: Vec<Value> = decided
        .clone()
        .filter(|(_, decided)| decided.answer.is_some())
        .map(|(at, decided)| mark(table, at, decided))
        .collect();
    let open = decided.last().filter(|(_, d)| d.answer.is_none());
    json!({
        "lines": &lines[from.min(lines.len())..],
        "n_lines": lines.len(),
        "marks": marks,
        "over": table.is_over,
        "ruleset": ruleset.name(),
        "variant": ruleset.is_variant(),
        "cards": kinds(&table.game),
        "ask": open.map(|(at, decided)| question(table, at, decided)),
    })
}

/// Returns the text of the position of a decision.
///
/// # Errors
/// Fails if there is no such decision.
pub fn position<G: BoardGame>(table: &Table<G>, at: usize) -> Result<Value, String> {
    let decided = table.decision(at)?;
    let view = table.game.view(&decided.state, decided.ask.seat);
    Ok(json!({ "position": G::notation(view) }))
}

/// Returns the deck's cards, each once.
fn kinds<G: BoardGame>(game: &G) -> Vec<String> {
    let mut cards = game.deck().cards().to_vec();
    cards.dedup();
    cards.iter().map(ToString::to_string).collect()
}

fn mark<G: BoardGame>(table: &Table<G>, at: usize, decided: &Decided<G::State>) -> Value {
    let view = table.game.view(&decided.state, decided.ask.seat);
    let (round, turn) = G::moment(view);
    let done = decided
        .answer
        .map(|action| G::option_text(view, &decided.ask.options, action));
    json!({
        "at": at, "line": decided.line, "seat": decided.ask.seat, "question": G::asked(view),
        "done": done, "round": round, "turn": turn, "bot": decided.bot,
    })
}

fn question<G: BoardGame>(table: &Table<G>, at: usize, decided: &Decided<G::State>) -> Value {
    let (game, seat, options) = (&table.game, decided.ask.seat, &decided.ask.options);
    let view = game.view(&decided.state, seat);
    let option = |(text, action)| {
        let card = match G::option_name(view, options, action) {
            OptionName::Card(card) | OptionName::Bluff(card) => Some(card.to_string()),
            OptionName::Word(_) | OptionName::Text(_) => None,
        };
        json!({ "text": text, "label": G::label(view, options, action), "card": card })
    };
    let options_with_texts = G::option_texts(view, options);
    let (round, turn) = G::moment(view);
    json!({
        "at": at, "seat": seat, "question": G::asked(view), "prompt": G::prompt(view),
        "round": round, "turn": turn,
        "options": options_with_texts.into_iter().map(option).collect::<Vec<_>>(),
        "refused": G::refused(view, options),
        "hand": texts(game, G::hand(view)),
        "position": G::notation(view),
    })
}
