//! Analysis of one decision: from a position's text or a line of a trace to the values of the
//! options.

use crate::analysis::tables;
use crate::catalog::{Catalog, GameEntry, GameOf, RuleData, Ruleset};
use crate::study::resolve;
use crate::study::study_error::StudyError;
use crate::trace::replay::{Decisions, FoundDecisions, Replayed};
use powergrab_bots::strategy::Bot;
use powergrab_bots::strategy::search::{Beliefs, Goal, Searchable};
use powergrab_engine::game::notation::{PositionError, seats_of};
use powergrab_engine::game::{Action, Ask, Textual as _};
use powergrab_experiments::ExperimentGame;
use powergrab_experiments::analysis::analyse::{Analysis, AnalysisSettings, Row};
use powergrab_table::typed::Table;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Default maximum number of playouts.
const MAX_PLAYOUTS: u64 = 1_000_000;

/// Settings of the analysis of a decision.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// Quantity to estimate.
    pub goal: Goal,
    /// Strategy that plays on in all seats; `None` for the game's default.
    pub playout: Option<String>,
    /// Takes all hidden cards as equally likely, ignoring the others' behaviour.
    pub no_beliefs: bool,
    /// Total number of playouts, but at least two per option; `None` to continue until decided.
    pub playouts: Option<u64>,
    /// Maximum duration; the result then depends on the machine.
    pub time: Option<Duration>,
    /// The seed.
    pub seed: u64,
}

/// A decision to be analysed.
pub struct Question<G: Searchable> {
    game: G,
    state: G::State,
    ask: Ask,
    done: Option<String>,
}

/// Results of an analysis.
#[derive(Clone, Debug)]
pub struct Board {
    /// The position's text.
    pub position: String,
    /// The options, best first.
    pub table: Table,
    /// `true` if the question is decided.
    pub decided: bool,
    /// Number of playouts.
    pub playouts: u64,
}

impl<G: ExperimentGame + Searchable> Question<G> {
    /// Returns the question that `ask` puts in this position, with the answer, if there was one.
    pub fn new(game: G, state: G::State, ask: Ask, answer: Option<Action>) -> Question<G> {
        let view = game.view(&state, ask.seat);
        let done = answer.map(|action| G::option_text(view, &ask.options, action));
        Question {
            done,
            state,
            ask,
            game,
        }
    }
}

fn wrong(error: PositionError) -> StudyError {
    StudyError::Input(format!("position: {error}"))
}

/// Picks the decision with this number, from 1, of those in a line; without a number the game's
/// default.
fn picked<G: ExperimentGame + Searchable + Replayed>(
    found: Decisions<G>,
    number: Option<u64>,
) -> Result<Question<G>, StudyError> {
    let n = found.asked.len();
    let number = number.unwrap_or(G::usual_question(n as u64));
    let place = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
    let Some(asked) = place.and_then(|place| found.asked.into_iter().nth(place)) else {
        return Err(StudyError::Input(format!(
            "--question {number}: the line records {}",
            if n == 1 {
                "one decision".to_owned()
            } else {
                format!("{n} decisions, 1 to {n}")
            }
        )));
    };
    let answer = Some(asked.answer);
    Ok(Question::new(found.game, asked.state, asked.ask, answer))
}

/// Parses the question of a position's text.
///
/// # Errors
/// States the problem in the text.
pub fn question<R: RuleData<Game: ExperimentGame>>(
    rules: &R,
    text: &str,
) -> Result<Question<R::Game>, StudyError>
where
    R::Game: Searchable,
{
    let n = seats_of::<R::Game>(text).map_err(wrong)?;
    let game = rules.game(n);
    let game = game.map_err(|e| StudyError::Input(format!("position: {e}")))?;
    let position = game.read_position(text).map_err(wrong)?;
    let options = game.options_of(&position.state);
    Ok(Question {
        ask: Ask {
            seat: position.seat,
            options,
        },
        state: position.state,
        game,
        done: None,
    })
}

/// Returns the settings with that strategy.
pub fn thought<G: Searchable>(
    playout: Bot<G>,
    goal: Goal,
    no_beliefs: bool,
    seed: u64,
) -> AnalysisSettings<G> {
    let beliefs = if no_beliefs {
        Beliefs::NONE
    } else {
        Beliefs::default()
    };
    AnalysisSettings {
        playout,
        beliefs,
        goal,
        seed,
    }
}

impl<G: ExperimentGame + Searchable> Question<G>
where
    G::State: Sync,
{
    /// Returns the position's text.
    pub fn text(&self) -> String {
        G::notation(self.game.view(&self.state, self.ask.seat))
    }

    /// Returns the option that was taken, if known from a trace.
    pub fn done(&self) -> Option<&str> {
        self.done.as_deref()
    }

    /// Analyses until the question is decided, the budget is used up, or it is stopped. Calls
    /// `look` after every step.
    ///
    /// # Errors
    /// Fails for a strategy that cannot make playouts; otherwise the first error of `look`.
    pub fn analyse(
        &self,
        request: &AnalysisRequest,
        catalog: &Catalog,
        stop: &AtomicBool,
        mut look: impl FnMut(&Analysis<'_, G>) -> Result<(), StudyError>,
    ) -> Result<Analysis<'_, G>, StudyError> {
        let playout = request.playout.as_deref().unwrap_or(G::PLAYOUT);
        let (bot, _) = resolve::playout::<G>(catalog, playout)?;
        let thought = thought(bot, request.goal, request.no_beliefs, request.seed);
        let mut analysis = G::analysis(&self.game, &self.state, self.ask, thought);
        // Where there is no clock, no time can be asked for.
        let until = request.time.map(|time| Instant::now() + time);
        let most = request.playouts.unwrap_or(MAX_PLAYOUTS);
        let mut worlds = 32;
        // At least once, because an untried option has no figures.
        loop {
            let left = (most - analysis.playouts()).div_ceil(self.ask.options.len().into());
            // One world has no spread, so each option is tried in two.
            let next = worlds.min(left.min(u64::from(u32::MAX)) as u32).max(2);
            G::step(&mut analysis, next);
            worlds = (worlds + worlds / 2).min(4096);
            look(&analysis)?;
            if stop.load(Ordering::Relaxed)
                || analysis.is_decided()
                || analysis.playouts() >= most
                || until.is_some_and(|until| Instant::now() >= until)
            {
                return Ok(analysis);
            }
        }
    }
}

/// A question of any game.
pub trait AnyQuestion {
    /// Returns the position's text.
    fn text(&self) -> String;

    /// Returns the text of the chosen option; `None` if the position is not from a trace.
    fn done(&self) -> Option<&str>;

    /// Returns the default strategy for the playouts.
    fn usual_playout(&self) -> &'static str;

    /// Analyses until the question is decided, the budget is used up, or it is stopped. Calls
    /// `look` after every step.
    ///
    /// # Errors
    /// Fails for a strategy that cannot make playouts; otherwise the first error of `look`.
    fn values(
        &self,
        request: &AnalysisRequest,
        catalog: &Catalog,
        stop: &AtomicBool,
        look: &mut dyn FnMut(&Values) -> Result<(), StudyError>,
    ) -> Result<Values, StudyError>;
}

/// Values of a question's options so far.
#[derive(Clone, Debug)]
pub struct Values {
    /// The options, best first, each with its text.
    pub rows: Vec<(Row, String)>,
    /// `true` if the question is decided.
    pub decided: bool,
    /// Number of playouts.
    pub playouts: u64,
}

impl Values {
    /// Returns the options as JSON objects, best first.
    pub fn options_json(&self) -> Vec<Value> {
        let option = |(row, text): &(Row, String)| {
            json!({
                "option": text, "value": row.value, "low": row.low, "high": row.high,
                "loss": row.loss, "loss_se": row.loss_se, "playouts": row.playouts,
                "usual": row.usual,
            })
        };
        self.rows.iter().map(option).collect()
    }
}

impl<G: ExperimentGame + Searchable> AnyQuestion for Question<G>
where
    G::State: Sync,
{
    fn text(&self) -> String {
        Question::text(self)
    }

    fn done(&self) -> Option<&str> {
        Question::done(self)
    }

    fn usual_playout(&self) -> &'static str {
        G::PLAYOUT
    }

    fn values(
        &self,
        request: &AnalysisRequest,
        catalog: &Catalog,
        stop: &AtomicBool,
        look: &mut dyn FnMut(&Values) -> Result<(), StudyError>,
    ) -> Result<Values, StudyError> {
        let values = |analysis: &Analysis<'_, G>| Values {
            rows: analysis.rows_with_texts(),
            decided: analysis.is_decided(),
            playouts: analysis.playouts(),
        };
        let analysis = self.analyse(request, catalog, stop, |so_far| look(&values(so_far)))?;
        Ok(values(&analysis))
    }
}

impl dyn AnyQuestion + '_ {
    /// Analyses, and returns the position with the values of its options.
    ///
    /// # Errors
    /// Fails for a strategy that cannot make playouts.
    pub fn board(
        &self,
        request: &AnalysisRequest,
        catalog: &Catalog,
        stop: &AtomicBool,
    ) -> Result<Board, StudyError> {
        let values = self.values(request, catalog, stop, &mut |_| Ok(()))?;
        Ok(Board {
            position: self.text(),
            table: tables::table(&values.rows, self.done()),
            decided: values.decided,
            playouts: values.playouts,
        })
    }
}

/// Questions about a game.
trait AnalysisGame: Sync {
    fn question(&self, ruleset: &Ruleset, text: &str) -> Result<Box<dyn AnyQuestion>, StudyError>;

    fn picked(
        &self,
        found: FoundDecisions,
        number: Option<u64>,
    ) -> Result<Box<dyn AnyQuestion>, StudyError>;
}

impl<R> AnalysisGame for GameOf<R>
where
    R: RuleData<Game: ExperimentGame + Searchable + Replayed<State: Sync>>,
{
    fn question(&self, ruleset: &Ruleset, text: &str) -> Result<Box<dyn AnyQuestion>, StudyError> {
        Ok(Box::new(question(GameOf::<R>::rules(ruleset), text)?))
    }

    fn picked(
        &self,
        found: FoundDecisions,
        number: Option<u64>,
    ) -> Result<Box<dyn AnyQuestion>, StudyError> {
        match found.decisions.downcast::<Decisions<R::Game>>() {
            Ok(decisions) => Ok(Box::new(picked(*decisions, number)?)),
            Err(_) => unreachable!("decisions of a ruleset are those of its game"),
        }
    }
}

/// Registers a game for the analysis of decisions.
pub(crate) fn known<R>(game: GameEntry) -> GameEntry
where
    R: RuleData<Game: ExperimentGame + Searchable + Replayed<State: Sync>>,
{
    game.with(GameOf::<R>::IT as &dyn AnalysisGame)
}

/// Parses the question of this position's text.
///
/// # Errors
/// States the problem in the text.
pub fn question_of(text: &str, catalog: &Catalog) -> Result<Box<dyn AnyQuestion>, StudyError> {
    let ruleset = catalog.of_position(text).map_err(wrong)?;
    let game: &dyn AnalysisGame = catalog.part(&ruleset)?;
    game.question(&ruleset, text)
}

/// Finds a decision in a line of a trace: the one with this number; without a number the last, in
/// Grid the first.
///
/// # Errors
/// Fails if there is no decision with that number.
pub fn question_in(
    found: FoundDecisions,
    number: Option<u64>,
    catalog: &Catalog,
) -> Result<Box<dyn AnyQuestion>, StudyError> {
    let game: &dyn AnalysisGame = catalog.part(&found.ruleset)?;
    game.picked(found, number)
}
