//! Stopping rules of a run, and their results in words.

use super::until::{Look, Rule};
use crate::matches::printed::{counted, wrapped};
use crate::study::study_error::StudyError;
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::{Deals, Experiment};
use powergrab_arena::tally::Tally;
use powergrab_experiments::names::Names;
use powergrab_stats::sequential::FIRST_LOOK;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A condition on which a run stops.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Stop {
    /// A rule over the whole run.
    When(Rule),
    /// Every two bots that meet are ranked.
    Ranked,
}

impl Stop {
    /// Checks that the condition applies to this experiment.
    ///
    /// # Errors
    /// [`StudyError::Input`] with the reason.
    pub fn check<G: ArenaGame>(
        self,
        experiment: &Experiment<G>,
        deals: &Deals,
    ) -> Result<(), StudyError> {
        let line_ups = &experiment.line_ups;
        match self {
            Stop::When(Rule::Decided(a, b)) => {
                let meet = line_ups
                    .iter()
                    .any(|l| l.bots.contains(&a) && l.bots.contains(&b));
                if !meet {
                    return Err(StudyError::Input(
                        "--until-decided: the two bots never sit at one table in this run"
                            .to_owned(),
                    ));
                }
            }
            Stop::When(Rule::Sprt(..)) => {
                let is_duel = |bots: &[usize]| matches!(bots, [a, b] if a != b);
                if line_ups.len() != 1 || !is_duel(&line_ups[0].bots) {
                    return Err(StudyError::Input(
                        "--sprt is for a match of two different bots".to_owned(),
                    ));
                }
            }
            Stop::When(Rule::Width(_)) => {}
            Stop::Ranked => {
                let is_mixed = |bots: &[usize]| bots.iter().any(|bot| *bot != bots[0]);
                if !line_ups.iter().any(|l| is_mixed(&l.bots)) {
                    return Err(StudyError::Input(
                        "--until-ranked: no two bots ever sit at one table in this run".to_owned(),
                    ));
                }
            }
        }
        if deals.0.end - deals.0.start < FIRST_LOOK {
            return Err(StudyError::Input(format!(
                "{deals}: a run that stops by itself first looks after {FIRST_LOOK} deals; --deals is the most that it may take"
            )));
        }
        Ok(())
    }

    /// Describes the condition for the run's identity.
    pub fn describe(self, bots: &[String]) -> Value {
        match self {
            Stop::When(rule) => rule.json(&[], |_| Value::Null, bots)["rule"].clone(),
            Stop::Ranked => json!("until_ranked"),
        }
    }
}

/// Returns the results of all looks as JSON.
pub fn json(rule: Rule, looks: &[Look], names: &Names, tally: &Tally) -> Value {
    let players = &tally.layout().shape().players;
    let table = |t: usize| json!({ "ruleset": names.rulesets[t], "players": players[t] });
    rule.json(looks, table, &names.bots)
}

/// Returns the last look as text.
pub fn text(rule: Rule, looks: &[Look], names: &Names, tally: &Tally) -> String {
    let Some(look) = looks.last() else {
        return String::new();
    };
    let mut text = String::from("\n");
    let said = format!(
        "{} after {} ({}). The table's intervals are for a number of deals fixed beforehand; these hold wherever a run stops ({}):",
        if look.is_settled() {
            "Settled"
        } else {
            "Not settled"
        },
        counted(look.deals, "deal"),
        counted(looks.len() as u64, "look"),
        rule.method()
    );
    wrapped(&mut text, &said);
    let players = &tally.layout().shape().players;
    for result in &look.results {
        let bot = &names.bots[result.bot];
        let (ruleset, n) = (&names.rulesets[result.table], players[result.table]);
        let opponent = result.opponent.map(|b| names.bots[b].as_str());
        let line = match (rule, opponent) {
            (Rule::Sprt(elo0, elo1), _) => {
                let verdict = if result.value >= result.high {
                    format!("Elo {elo1} accepted")
                } else if result.value <= result.low {
                    format!("Elo {elo0} accepted")
                } else {
                    "open".to_owned()
                };
                format!(
                    "{ruleset}, {n} players: {bot}: log-likelihood ratio {:.2} ({:.2} to {:.2}), {verdict}",
                    result.value, result.low, result.high
                )
            }
            (_, opponent) => {
                let less = opponent.map_or(String::new(), |o| format!(" less {o}"));
                format!(
                    "{ruleset}, {n} players: {bot}{less}: {:.3} % ({:.3} to {:.3} %)",
                    100.0 * result.value,
                    100.0 * result.low,
                    100.0 * result.high
                )
            }
        };
        wrapped(&mut text, &line);
    }
    text
}
