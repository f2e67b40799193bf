//! Review of a game: the cost of each decision, by the analysis.

use powergrab_bots::strategy::search::Searchable;
use powergrab_engine::game::Ask;
use powergrab_experiments::ExperimentGame;
use powergrab_experiments::analysis::analyse::{AnalysisSettings, Row};

/// A decision of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The position as text, see [`notation`](powergrab_engine::game::notation).
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

/// Assessment of a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The decision.
    pub decision: Decision,
    /// All options with their texts, the best first.
    pub options: Vec<(Row, String)>,
    /// Loss in value of the chosen option, at least 0.
    pub cost: f64,
    /// Standard error of the loss.
    pub error: f64,
}

impl Verdict {
    /// Returns the text of the best option.
    pub fn best(&self) -> &str {
        self.options.first().map_or("", |(_, text)| text)
    }
}

/// Assesses decisions in their order, with about this many playouts each. Unreadable positions are
/// skipped.
pub fn review<G: ExperimentGame + Searchable>(
    game: &G,
    decisions: &[Decision],
    thought: &AnalysisSettings<G>,
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
        let mut analysis = G::analysis(game, &position.state, ask, thought.clone());
        G::run_analysis(&mut analysis, playouts, 32);
        let judged = analysis.rows_with_texts();
        let Some((done, _)) = judged.iter().find(|(_, text)| *text == decision.done) else {
            continue;
        };
        verdicts.push(Verdict {
            cost: done.loss.max(0.0),
            error: done.loss_se,
            decision: decision.clone(),
            options: judged,
        });
    }
    verdicts
}
