//! The number of deals and minutes that a question takes, estimated by a pilot run.

use crate::catalog::{Catalog, GameOf, RuleData, Ruleset};
use crate::matches::failures::BotFailures;
use crate::matches::printed::{counted, grouped, wrapped};
use crate::study::options::StudyOptions;
use crate::study::resolve;
use crate::study::study_error::StudyError;
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::{Deals, Experiment, LineUp, LineUpDeals};
use powergrab_arena::seating::Order;
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::line_up::{expand, places};
use powergrab_bots::strategy::{Bot, BotGame as _};
use powergrab_engine::cards::MAX_SEATS;
use powergrab_engine::game::Unit;
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_stats::interval::{LEVEL, Ratio};
use powergrab_stats::layout::{WIN, pair, result};
use powergrab_stats::planning::deals_needed;
use powergrab_table::sheet::Sheet;
use powergrab_table::typed::Table;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Instant;

/// The question to be planned, and its pilot.
#[derive(Clone, Debug)]
pub struct PlanRequest {
    /// Difference of win rates to be found.
    pub effect: f64,
    /// Probability of finding the difference if it exists.
    pub power: f64,
    /// Number of players; `None` stands for the number of bots, or four without bots.
    pub players: Option<usize>,
    /// Names or paths of the bots, one per seat. If empty, one heuristic bot sits among greedy
    /// ones.
    pub bots: Vec<String>,
    /// The ruleset, by name or path.
    pub ruleset: String,
    /// Unit of play.
    pub unit: Unit,
    /// Deals of the pilot.
    pub pilot: Deals,
    /// The pilot's seed.
    pub seed: u64,
}

/// Pilots of a game.
pub trait PlanGame: Sync {
    /// Plays the pilot by this ruleset.
    ///
    /// # Errors
    /// Those of [`PlanRequest::plan`].
    fn pilot(
        &self,
        request: &PlanRequest,
        ruleset: &Ruleset,
        catalog: &Catalog,
        options: &StudyOptions<'_>,
    ) -> Result<Plan, StudyError>;
}

impl<R: RuleData<Game: ArenaGame>> PlanGame for GameOf<R> {
    fn pilot(
        &self,
        request: &PlanRequest,
        ruleset: &Ruleset,
        catalog: &Catalog,
        options: &StudyOptions<'_>,
    ) -> Result<Plan, StudyError> {
        request.pilot(GameOf::<R>::rules(ruleset), catalog, options)
    }
}

/// Requirements of a question at one effect size.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The question.
    pub question: String,
    /// Standard deviation of one deal's result.
    pub deviation: f64,
    /// Effect to be found.
    pub effect: f64,
    /// Number of deals that find it.
    pub deals: f64,
    /// Number of games in these deals.
    pub games: f64,
    /// Minutes that these games take on this machine.
    pub minutes: f64,
}

/// Results of the pilot, and the plan based on them.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Requested effect.
    pub effect: f64,
    /// Probability of finding an effect.
    pub power: f64,
    /// Number of deals in the pilot.
    pub deals: u64,
    /// Number of games in the pilot.
    pub games: u64,
    /// Duration of the pilot in seconds.
    pub seconds: f64,
    /// For each question: twice the effect, the effect, and half of it.
    pub answers: Vec<Answer>,
    /// Bots that failed in games.
    pub failures: Vec<BotFailures>,
}

/// Checks that a number lies strictly between 0 and 1.
fn between_0_and_1(key: &str, number: f64) -> Result<(), StudyError> {
    match number > 0.0 && number < 1.0 {
        true => Ok(()),
        false => Err(StudyError::Input(format!(
            "--{key} {number}: a number above 0 and below 1"
        ))),
    }
}

impl PlanRequest {
    /// Plays the pilot.
    ///
    /// # Errors
    /// Fails on a wrong request, if a bot cannot be started, or if the pilot shows no variation to
    /// plan with.
    pub fn plan(&self, catalog: &Catalog, options: &StudyOptions<'_>) -> Result<Plan, StudyError> {
        between_0_and_1("effect", self.effect)?;
        between_0_and_1("power", self.power)?;
        let ruleset = catalog.ruleset(&self.ruleset)?;
        let game: &dyn PlanGame = catalog.part(&ruleset)?;
        game.pilot(self, &ruleset, catalog, options)
    }

    /// Returns the bots of the pilot, seat by seat.
    fn line_up(&self, [first, other]: [&str; 2]) -> Result<Vec<String>, StudyError> {
        let bots = expand(&self.bots).map_err(StudyError::input)?;
        let players = self.players.unwrap_or(match bots.len() {
            0 => 4,
            n => n,
        });
        if !(2..=MAX_SEATS).contains(&players) {
            return Err(StudyError::Input(format!(
                "--players {players}: from 2 to {MAX_SEATS}"
            )));
        }
        if bots.is_empty() {
            let others = std::iter::repeat_n(other, players - 1);
            return Ok(std::iter::once(first)
                .chain(others)
                .map(str::to_owned)
                .collect());
        }
        if bots.len() != players {
            return Err(StudyError::Input(format!(
                "--bots names {} bots for {players} players: one for each seat; a bot may be named several times",
                bots.len()
            )));
        }
        Ok(bots)
    }

    fn pilot<R: RuleData<Game: ArenaGame>>(
        &self,
        rules: &R,
        catalog: &Catalog,
        options: &StudyOptions<'_>,
    ) -> Result<Plan, StudyError> {
        let line_up = self.line_up(R::Game::STANDARD)?;
        let (names, seats) = places(&line_up);
        let bots = names.iter().map(|name| Ok(resolve::bot(catalog, name)?.0));
        let bots: Vec<Bot<R::Game>> = bots.collect::<Result<_, StudyError>>()?;
        let names: Vec<String> = bots.iter().map(|bot| bot.name.clone()).collect();
        let experiment = Experiment {
            tables: vec![rules.game(line_up.len()).map_err(StudyError::Input)?],
            bots,
            line_ups: vec![LineUp {
                table: 0,
                bots: seats,
            }],
            unit: self.unit,
            order: Order::Cyclic,
            line_up_deals: LineUpDeals::Shared,
            seeds: Seeds::new(self.seed, Purpose::Plan),
        };
        let (pilot, workers) = (self.pilot.0.clone(), options.workers());
        let started = Instant::now();
        let blank = Tally::new(&experiment);
        let done = options.controlled(|control| {
            R::Game::run(&experiment, pilot, workers, blank, control, None)
        })?;
        let seconds = started.elapsed().as_secs_f64().max(1e-9);
        let tally = &done.collected;
        let layout = tally.layout();
        let deviation = |ratio: Ratio| {
            let se = ratio.share_se(WIN, 1.0);
            se.map(|se| se * libm::sqrt(tally.n_deals() as f64))
        };
        let mut questions = Vec::new();
        let wins = tally.ratio(layout.bot(0, 0), result::WINS);
        if let Some(deviation) = deviation(wins) {
            let question = format!("win rate of {} against a fixed value", names[0]);
            questions.push((question, deviation));
        }
        if let Some(other) = names.get(1) {
            let difference = tally.ratio(layout.pair(0, 0, 1), pair::DIFFERENCE);
            if let Some(deviation) = deviation(difference) {
                let question = format!("win rate of {} less that of {other}", names[0]);
                questions.push((question, deviation));
            }
        }
        if questions.iter().any(|(_, deviation)| *deviation == 0.0) {
            return Err(StudyError::Input(format!(
                "--pilot: the bot won the same share of all {} deals, so nothing can be planned from them; use a longer pilot or other bots",
                tally.n_deals()
            )));
        }
        if questions.is_empty() {
            return Err(StudyError::Input(
                "--pilot: at least 2 deals are needed".to_owned(),
            ));
        }
        let mut plan = Plan {
            effect: self.effect,
            power: self.power,
            deals: tally.n_deals(),
            games: tally.n_games(),
            seconds,
            answers: Vec::new(),
            failures: BotFailures::of_run(tally, &names, &done.first_faults),
        };
        for (question, deviation) in &questions {
            let effects = [self.effect * 2.0, self.effect, self.effect / 2.0];
            let answers = effects.map(|effect| plan.answer(question, *deviation, effect));
            plan.answers.extend(answers);
        }
        Ok(plan)
    }
}

/// Formats a time in the unit that suits it; never 0.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.1 => "0.1 s".to_owned(),
        s if s < 100.0 => format!("{s:.1} s"),
        s if s < 6000.0 => format!("{:.1} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

impl Plan {
    fn answer(&self, question: &str, deviation: f64, effect: f64) -> Answer {
        let deals = deals_needed(deviation, effect, self.power, 1.0 - LEVEL);
        let games = deals * self.games as f64 / self.deals as f64;
        Answer {
            question: question.to_owned(),
            deviation,
            effect,
            deals,
            games,
            minutes: games / self.rate() / 60.0,
        }
    }

    /// Returns the number of games per second.
    fn rate(&self) -> f64 {
        self.games as f64 / self.seconds
    }

    /// Returns the printed text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "Pilot: {}, {}, {:.0} games/s here.",
            counted(self.deals, "deal"),
            counted(self.games, "game"),
            self.rate()
        );
        for answers in self.answers.chunk_by(|a, b| a.question == b.question) {
            let Answer {
                question,
                deviation,
                ..
            } = &answers[0];
            text.push('\n');
            let asked = format!("{question} (standard deviation of a deal {deviation:.4}):");
            wrapped(&mut text, &asked);
            for answer in answers {
                let time = duration(60.0 * answer.minutes);
                let mark = match answer.effect == self.effect {
                    true => " <",
                    false => "",
                };
                let _ = writeln!(
                    text,
                    "  an effect of {:<12} {:>12} deals, {:>13} games, {time:>8}{mark}",
                    format!("{} takes", answer.effect),
                    grouped(answer.deals as u64),
                    grouped(answer.games as u64)
                );
            }
        }
        text.push('\n');
        let note = format!(
            "Two-sided tests at {:.0} %, power {:.0} %, normal approximation, clustered by deal. Two bots in separate runs over the same deals: play both and see `powergrab compare`.",
            100.0 * (1.0 - LEVEL),
            100.0 * self.power
        );
        wrapped(&mut text, &note);
        text
    }

    /// Returns the answers as JSON.
    pub fn json(&self) -> Value {
        let row = |a: &Answer| {
            json!({
                "question": a.question, "deviation": a.deviation, "effect": a.effect, "power": self.power,
                "level": LEVEL, "deals": a.deals, "games": a.games, "minutes": a.minutes,
            })
        };
        self.answers.iter().map(row).collect()
    }

    /// Returns the answers as a table.
    #[rustfmt::skip]
    pub fn table(&self) -> Table {
        let power = self.power;
        let sheet = Sheet::<&Answer>::new("plan", "How many deals and minutes a question takes, for twice the effect, the effect, and half of it.")
            .column("question", "what is asked", |row| &row.question)
            .column("deviation", "standard deviation of one deal's result", |row| row.deviation)
            .column("effect", "the difference of win rates to be found", |row| row.effect)
            .column("power", "how probable it is that it is found, if it is there", move |_| power)
            .column("level", "level of the interval, two-sided", |_| LEVEL)
            .column("deals", "deals that find it", |row| row.deals as u64)
            .column("games", "games of these deals", |row| row.games)
            .column("minutes", "how long they take here", |row| row.minutes);
        sheet.table(&self.answers)
    }
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn times_have_a_unit_that_suits_them() {
        let times = [0.0, 5.0, 600.0, 36_000.0].map(duration);
        assert_eq!(times, ["0.1 s", "5.0 s", "10.0 min", "10.0 h"]);
    }
}
