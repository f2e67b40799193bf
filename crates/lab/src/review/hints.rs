//! A bot's own reasons for a choice, and the parameters that could change it.

use crate::sweep::space::with_values;
use powergrab_arena::ArenaGame;
use powergrab_bots::strategy::params::{Scale, Tunable};
use powergrab_bots::strategy::{Bot, BotCatalog, Player};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Ask, Textual};

/// Maximum number of terms or parameters that are named.
const MOST: usize = 3;
/// Step of a parameter: this part of its range, or of its value on a logarithmic scale.
const STEP: f64 = 0.05;

/// Two options of a decision, by index: the one that a bot chose, and the better one.
pub struct Choice<'s, G: Textual> {
    /// The position.
    pub state: &'s G::State,
    /// The question.
    pub ask: Ask,
    /// Index of the option that the bot chose.
    pub own: usize,
    /// Index of the better option.
    pub better: usize,
}

/// Returns by how much a player prefers its own option to the better one, by term; `None` if it
/// does not explain itself, or never takes one of the two.
fn preference<G: Textual>(
    player: &mut dyn Player<G>,
    game: &G,
    choice: &Choice<'_, G>,
) -> Option<Vec<(&'static str, f64)>> {
    let view = game.view(choice.state, choice.ask.seat);
    let reasons = player.explain(view, &choice.ask.options)?;
    let scores = |place: usize| reasons.scores().get(place);
    let pairs = scores(choice.own)?.iter().zip(scores(choice.better)?);
    let terms = reasons.terms().iter().zip(pairs);
    let terms: Vec<_> = terms
        .map(|(term, (own, better))| (*term, own - better))
        .collect();
    terms
        .iter()
        .all(|(_, value)| value.is_finite())
        .then_some(terms)
}

/// Returns the bot's own reasons for its choice over the better option: the terms with the largest
/// differences. Empty if it does not explain itself.
pub fn reasons<G: ArenaGame + Textual>(bot: &Bot<G>, game: &G, choice: &Choice<'_, G>) -> String {
    let mut player = G::boxed_player(&bot.policy, choice.ask.seat);
    let mut terms = preference(&mut *player, game, choice).unwrap_or_default();
    terms.retain(|(_, value)| *value != 0.0);
    terms.sort_by(|(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
    let terms = terms.iter().take(MOST);
    let terms: Vec<String> = terms
        .map(|(term, value)| format!("{term} {value:+.2}"))
        .collect();
    terms.join(", ")
}

/// Returns a value one step above the parameter's own, or below at the upper end of its range; and
/// `true` if above.
fn stepped(tunable: &Tunable, value: f64) -> (f64, bool) {
    let step = match tunable.scale {
        Scale::Linear => STEP * (tunable.high - tunable.low),
        Scale::Log => STEP * value,
    };
    if value + step <= tunable.high {
        (value + step, true)
    } else {
        ((value - step).max(tunable.low), false)
    }
}

/// Returns the parameters that move these choices most, with the direction towards the better
/// options: "wild_hold lower, hurt higher". Empty for a bot without parameters or without reasons.
pub fn parameters<G: ArenaGame + Textual>(
    bot: &Bot<G>,
    game: &G,
    choices: &[Choice<'_, G>],
    catalog: &BotCatalog,
) -> String {
    let Some(info) = bot.info() else {
        return String::new();
    };
    let total = |bot: &Bot<G>, choice: &Choice<'_, G>| -> Option<f64> {
        let mut player = G::boxed_player(&bot.policy, choice.ask.seat as Seat);
        let terms = preference(&mut *player, game, choice)?;
        Some(terms.iter().map(|(_, value)| value).sum())
    };
    let before: Vec<Option<f64>> = choices.iter().map(|choice| total(bot, choice)).collect();
    if before.iter().all(Option::is_none) {
        return String::new();
    }
    let values = G::values(&bot.policy);
    let mut moved: Vec<(f64, &str)> = Vec::new();
    for (at, tunable) in info.tunables().enumerate() {
        if !tunable.applies_always() {
            continue;
        }
        let mut other = values.clone();
        let (value, is_up) = stepped(tunable, values[at]);
        other[at] = value;
        let Ok(other) = with_values(bot, &bot.name, &other, catalog) else {
            continue;
        };
        let change = |(choice, before): (&Choice<'_, G>, &Option<f64>)| {
            Some(total(&other, choice)? - (*before)?)
        };
        let changes = choices.iter().zip(&before).filter_map(change);
        let sum: f64 = changes.sum();
        moved.push((if is_up { sum } else { -sum }, tunable.name));
    }
    moved.retain(|(sum, _)| *sum != 0.0);
    moved.sort_by(|(a, _), (b, _)| b.abs().total_cmp(&a.abs()));
    let named = moved.iter().take(MOST).map(|(sum, name)| {
        // A higher value that favours the bot's own choice has to become lower.
        let direction = if *sum > 0.0 { "lower" } else { "higher" };
        format!("{name} {direction}")
    });
    named.collect::<Vec<String>>().join(", ")
}
