//! The review of a game: what each decision cost, by the analysis.

use super::analyse::{Analysis, Thought};
use crate::game::Ask;
use crate::game::notation::Notated;
use crate::strategy::search::Searchable;

/// A decision that somebody made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The position as text, see [`notation`](crate::game::notation).
    pub position: String,
    /// The question, in one word.
    pub asked: &'static str,
    /// The option taken, as text.
    pub done: String,
    /// The round, from 0.
    pub round: u32,
    /// The turn in it, from 0.
    pub turn: u32,
}

/// What is thought of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The decision.
    pub decision: Decision,
    /// The best option, as text.
    pub best: String,
    /// How much less the option taken is worth, at least 0.
    pub cost: f64,
    /// The standard error of that.
    pub error: f64,
}

/// Judges decisions in their order, with about so many playouts each. Positions that cannot be read are left out.
#[must_use]
pub fn review<G: Searchable + Notated>(
    game: &G,
    decisions: &[Decision],
    thought: &Thought<G>,
    playouts: u64,
) -> Vec<Verdict>
where
    G::State: Sync,
{
    let mut verdicts = Vec::new();
    for decision in decisions {
        let Ok(position) = game.read_position(&decision.position) else {
            continue;
        };
        let options = game.options_of(&position.state);
        let ask = Ask {
            seat: position.seat,
            options,
        };
        let mut analysis = Analysis::new(game, &position.state, ask, thought.clone());
        analysis.run(playouts, 32);
        let view = game.view(&position.state, position.seat);
        let text = |option: usize| G::option_text(view, &options, options.nth(option as u32));
        let rows = analysis.rows();
        let Some(done) = rows.iter().find(|row| text(row.option) == decision.done) else {
            continue;
        };
        verdicts.push(Verdict {
            best: rows.first().map_or(String::new(), |row| text(row.option)),
            cost: done.loss.max(0.0),
            error: done.loss_se,
            decision: decision.clone(),
        });
    }
    verdicts
}
