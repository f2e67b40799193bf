//! Values of options, chances of seats, reasons of bots.

use crate::context::Context;
use crate::request::{Analyse, Chances, MAX_CHANCES, MAX_PLAYOUTS};
use crate::table::{STOPPED, Table, board_bot};
use crate::words::BoardGame;
use powergrab_bots::strategy::search::{Beliefs, Goal, Worlds};
use powergrab_bots::strategy::{Bot, Player as _, Reasons};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Ask, Unit};
use powergrab_engine::rng::Rng;
use powergrab_lab::analysis::study::{AnalysisRequest, AnyQuestion, Question, question_of};
use powergrab_lab::catalog::Catalog;
use powergrab_lab::study::resolve;
use serde_json::{Value, json};
use std::any::Any;
use std::sync::atomic::Ordering;

/// The basis of the chances of winning a game, for a line-up.
pub struct LastOdds {
    /// The rules and the bots.
    pub key: String,
    /// The odds of the game, by seat.
    pub odds: Box<dyn Any + Send>,
}

fn checked(playouts: u64, most: u64) -> Result<u64, String> {
    match playouts {
        n if (1..=most).contains(&n) => Ok(playouts),
        _ => Err(format!("playouts {playouts}: 1 to {most}")),
    }
}

/// Returns the settings of an analysis.
///
/// # Errors
/// States what is wrong with the request.
pub fn settings(asked: &Analyse) -> Result<AnalysisRequest, String> {
    let goal = Goal::named(asked.value()).ok_or_else(|| {
        let known = Goal::NAMES.join(", ");
        format!("value {:?}: {known}", asked.value())
    })?;
    Ok(AnalysisRequest {
        goal,
        playout: asked.playout.clone(),
        no_beliefs: asked.no_beliefs,
        playouts: Some(checked(asked.playouts, MAX_PLAYOUTS)?),
        time: None,
        seed: asked.seed.0,
    })
}

/// Returns the values of the options of a position.
///
/// # Errors
/// Fails for a wrong position, or if the bot cannot make playouts.
pub fn of_position(
    text: &str,
    settings: &AnalysisRequest,
    context: Context<'_>,
) -> Result<Value, String> {
    let question = question_of(text, context.catalog).map_err(|e| e.to_string())?;
    values(&*question, settings, context)
}

/// Returns the values of the options of a decision of a game.
///
/// # Errors
/// Fails if there is no such decision, or if the bot cannot make playouts.
pub fn of_decision<G: BoardGame>(
    table: &Table<G>,
    at: usize,
    settings: &AnalysisRequest,
    context: Context<'_>,
) -> Result<Value, String> {
    let decided = table.decision(at)?;
    let (game, state) = (table.game.clone(), decided.state.clone());
    let question = Question::new(game, state, decided.ask, decided.answer);
    values(&question, settings, context)
}

fn values(
    question: &dyn AnyQuestion,
    request: &AnalysisRequest,
    context: Context<'_>,
) -> Result<Value, String> {
    let values = question.values(request, context.catalog, context.stop, &mut |_| Ok(()));
    let values = values.map_err(|e| e.to_string())?;
    if context.stop.load(Ordering::Relaxed) {
        return Err(STOPPED.to_owned());
    }
    Ok(json!({
        "position": question.text(), "done": question.done(), "decided": values.decided,
        "playouts": values.playouts, "options": values.options_json(),
    }))
}

/// Returns the bots of playouts by seat: those of the table, or the usual one.
fn playout_bots<G: BoardGame>(table: &Table<G>, catalog: &Catalog) -> Result<Vec<Bot<G>>, String> {
    let usual = resolve::playout::<G>(catalog, G::PLAYOUT);
    let (usual, _) = usual.map_err(|e| e.to_string())?;
    let plain = |bot: &Option<Bot<G>>| {
        let own = bot.as_ref().filter(|bot| G::is_plain(&bot.policy));
        own.unwrap_or(&usual).clone()
    };
    Ok(table.bots().iter().map(plain).collect())
}

/// Returns the chances of all seats at a decision.
///
/// # Errors
/// Fails if there is no such decision or seat.
pub fn chances<G: BoardGame>(
    table: &Table<G>,
    fingerprint: &str,
    asked: &Chances,
    context: Context<'_>,
    last: &mut Option<LastOdds>,
) -> Result<Value, String> {
    let decided = table.decision(asked.at)?;
    let (game, n) = (&table.game, table.game.n_seats());
    let playouts = checked(asked.playouts, MAX_CHANCES)?;
    if asked.view.is_some_and(|seat| usize::from(seat) >= n) {
        return Err(format!("view: there are seats 0 to {}", n - 1));
    }
    let bots = playout_bots(table, context.catalog)?;
    let seats = bots.iter().enumerate();
    let mut players: Vec<G::Player> = seats
        .map(|(seat, bot)| G::player(&bot.policy, seat as Seat))
        .collect();
    let goal = Goal::from(table.unit());
    let described: Vec<Value> = bots.iter().map(Bot::describe).collect();
    let key = format!("{} {fingerprint} {described:?}", G::GAME);
    let kept = last.take().filter(|kept| kept.key == key);
    let mut kept = kept.unwrap_or_else(|| LastOdds {
        odds: Box::new(match table.unit() {
            Unit::Game => vec![game.odds_of(&mut players); n],
            Unit::Round => vec![G::Odds::default(); n],
        }),
        // Odds of a round are empty, and no odds of a game.
        key: match table.unit() {
            Unit::Game => key,
            Unit::Round => String::new(),
        },
    });
    let odds = kept.odds.downcast_mut::<Vec<G::Odds>>();
    let odds = odds.ok_or("the odds are of another game")?;
    if table.unit() == Unit::Game {
        for (seat, odds) in odds.iter_mut().enumerate() {
            let view = game.view(&decided.state, seat as Seat);
            G::prepare(view, odds, &mut players[seat]);
        }
    }
    let mut sums = vec![(0.0, 0.0); n];
    let key = Rng::from_key(asked.seed.0).next_u64();
    let worlds: Worlds<'_, G> = match asked.view {
        Some(seat) => Worlds::Redealt {
            view: game.view(&decided.state, seat),
            key,
            beliefs: Beliefs::NONE,
        },
        None => Worlds::Real {
            game,
            state: &decided.state,
            seat: decided.ask.seat,
            key,
        },
    };
    for number in 0..playouts as u32 {
        if context.stop.load(Ordering::Relaxed) {
            return Err(STOPPED.to_owned());
        }
        let mut world = worlds.world(number);
        world.finish(game, &mut players);
        for (seat, ((sum, squares), odds)) in sums.iter_mut().zip(odds.iter()).enumerate() {
            let value = goal.value(game, &world.round.state, seat as Seat, odds);
            *sum += value;
            *squares += value * value;
        }
    }
    let n_playouts = playouts as f64;
    let chances: Vec<Value> = sums
        .iter()
        .map(|(sum, squares)| {
            let mean = sum / n_playouts;
            let variance = (squares / n_playouts - mean * mean).max(0.0);
            let of_playouts = variance / (n_playouts - 1.0).max(1.0);
            let of_odds = match goal {
                Goal::Game => game.odds_error(mean),
                Goal::Round | Goal::Points => 0.0,
            };
            let se = (of_playouts + of_odds * of_odds).sqrt();
            json!({ "chance": mean, "se": se })
        })
        .collect();
    *last = Some(kept);
    Ok(json!({ "seats": chances, "playouts": playouts }))
}

/// Returns a bot's assessment of the options of a decision.
///
/// # Errors
/// Fails if there is no such decision or bot.
pub fn explain<G: BoardGame>(
    table: &Table<G>,
    at: usize,
    bot: Option<String>,
    catalog: &Catalog,
) -> Result<Value, String> {
    let decided = table.decision(at)?;
    let name = bot.or_else(|| decided.bot.clone());
    let name = name.ok_or("a person decides there: name a bot")?;
    let bot = board_bot::<G>(&name, catalog)?;
    G::suits(&bot.policy, &table.game).map_err(|e| format!("{}: {e}", bot.name))?;
    let Ask { seat, options } = decided.ask;
    let view = table.game.view(&decided.state, seat);
    let mut player = G::boxed_player(&bot.policy, seat);
    player.new_game();
    let reasons = player.explain(view, &options);
    let choice = player.decide(view, &options, &mut Rng::from_key(0));
    let mut shown: Vec<String> = Vec::new();
    let mut terms: Vec<Value> = Vec::new();
    let scores = reasons.as_ref().map_or(&[][..], Reasons::scores);
    for (action, score) in options.iter().zip(scores) {
        let text = G::option_text(view, &options, action);
        if shown.contains(&text) {
            continue;
        }
        let sum: f64 = score.iter().sum();
        let names = reasons.as_ref().map_or(&[][..], Reasons::terms);
        let named: Vec<Value> = names
            .iter()
            .zip(score)
            .filter(|(_, value)| **value != 0.0 && value.is_finite())
            .map(|(name, value)| json!([name, value]))
            .collect();
        terms.push(json!({
            "option": text, "value": sum.is_finite().then_some(sum), "terms": named,
        }));
        shown.push(text);
    }
    Ok(json!({
        "bot": bot.name,
        "choice": G::option_text(view, &options, choice),
        "terms": terms,
        "notes": reasons.as_ref().map_or(&[][..], Reasons::notes),
    }))
}
