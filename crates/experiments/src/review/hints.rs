//! A bot's own reasons for a choice, and the parameters that could change it.

use powergrab_arena::ArenaGame;
use powergrab_bots::strategy::params::{Scale, Tunable};
use powergrab_bots::strategy::{Bot, BotCatalog, Player};
use powergrab_engine::game::{Ask, Textual};
use powergrab_stats::order::HighestFirst;

/// Maximum number of terms or parameters that are named.
const MOST: usize = 3;
/// Preference over an option that the bot never takes.
const NEVER: f64 = 100.0;
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
/// does not explain itself. Terms of an option that it never takes are infinite.
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
    Some(
        terms
            .map(|(term, (own, better))| (*term, own - better))
            .collect(),
    )
}

/// Returns the bot's own reasons for its choice over the better option: the terms with the largest
/// differences. Empty if it does not explain itself.
pub fn reasons<G: ArenaGame + Textual>(bot: &Bot<G>, game: &G, choice: &Choice<'_, G>) -> String {
    let mut player = G::boxed_player(&bot.policy, choice.ask.seat);
    let mut terms = preference(&mut *player, game, choice).unwrap_or_default();
    terms.retain(|(_, value)| *value != 0.0 && value.is_finite());
    terms.sort_by_cached_key(|(_, value)| HighestFirst(value.abs()));
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

/// A change of a parameter, and by how much it lowers the bot's preference for its own options.
struct Change {
    gain: f64,
    words: String,
}

/// Returns the parameters that move these choices most. If the reference has the same policy, these
/// are parameters in which the two differ: "draw_below -20 (not 0)". Otherwise, each with the
/// direction towards the better options: "wild_hold lower". Empty for a bot without parameters or
/// without reasons.
pub fn parameters<G: ArenaGame + Textual>(
    [bot, reference]: [&Bot<G>; 2],
    game: &G,
    choices: &[Choice<'_, G>],
    catalog: &BotCatalog,
) -> String {
    let Some(info) = bot.info() else {
        return String::new();
    };
    let total = |bot: &Bot<G>, choice: &Choice<'_, G>| -> Option<f64> {
        let mut player = G::boxed_player(&bot.policy, choice.ask.seat);
        let terms = preference(&mut *player, game, choice)?;
        let terms = terms.iter().filter(|(_, value)| !value.is_nan());
        Some(terms.map(|(_, value)| value.clamp(-NEVER, NEVER)).sum())
    };
    let before: Vec<Option<f64>> = choices.iter().map(|choice| total(bot, choice)).collect();
    if before.iter().all(Option::is_none) {
        return String::new();
    }
    let values = G::values(&bot.policy);
    // By how much the bot prefers its options less with this value.
    let gain = |at: usize, value: f64| {
        let mut other = values.clone();
        other[at] = value;
        let other = catalog.with_values(bot, &bot.name, &other).ok()?;
        let change = |(choice, before): (&Choice<'_, G>, &Option<f64>)| {
            Some((*before)? - total(&other, choice)?)
        };
        Some(choices.iter().zip(&before).filter_map(change).sum::<f64>())
    };
    let tunables = info.tunables().enumerate();
    let tunables = tunables.filter(|(_, tunable)| tunable.applies_always());
    let is_same = G::policy_name(&bot.policy) == G::policy_name(&reference.policy);
    let mut changes: Vec<Change> = if is_same {
        let due = G::values(&reference.policy);
        let differing = tunables.filter(|(at, _)| due[*at] != values[*at]);
        let change = |(at, tunable): (usize, &Tunable)| Change {
            gain: gain(at, due[at]).unwrap_or(0.0),
            words: format!("{} {} (not {})", tunable.name, due[at], values[at]),
        };
        differing.map(change).collect()
    } else {
        let change = |(at, tunable): (usize, &Tunable)| {
            let (value, is_up) = stepped(tunable, values[at]);
            let gain = gain(at, value).unwrap_or(0.0);
            // A step that makes it worse is one in the wrong direction.
            let direction = if (gain > 0.0) == is_up {
                "higher"
            } else {
                "lower"
            };
            Change {
                gain: gain.abs(),
                words: format!("{} {direction}", tunable.name),
            }
        };
        tunables.map(change).collect()
    };
    // Noise moves no score; then every difference may be the reason.
    let is_noise = changes.iter().all(|change| change.gain == 0.0) && is_same;
    changes.retain(|change| change.gain > 0.0 || is_noise);
    changes.sort_by_cached_key(|change| HighestFirst(change.gain));
    let named = changes.into_iter().take(MOST).map(|change| change.words);
    named.collect::<Vec<String>>().join(", ")
}
