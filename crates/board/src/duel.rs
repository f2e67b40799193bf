//! One bot against another, deal by deal, with an interval that is valid at any time.

use crate::context::Context;
use crate::request::{Duel, MAX_DEALS};
use crate::spec::unit;
use crate::table::{STOPPED, board_bot};
use crate::words::BoardGame;
use powergrab_arena::ArenaGame as _;
use powergrab_arena::experiment::{Experiment, LineUp, LineUpDeals};
use powergrab_arena::run::{Control, Workers};
use powergrab_arena::seating::Order;
use powergrab_arena::tally::Tally;
use powergrab_engine::rng::{Purpose, Seeds};
use powergrab_lab::catalog::RuleData;
use powergrab_stats::layout::{WIN, result};
use powergrab_stats::sequential::{FIRST_LOOK, Sequence};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

/// Number of deals for which the interval is made: it is narrowest at an eighth of them, which a
/// page plays in some seconds.
const HORIZON: u64 = 1 << 16;

/// A duel so far.
pub struct LastDuel {
    asked: Duel,
    tally: Tally,
}

/// Plays a duel up to this number of deals.
///
/// # Errors
/// States what is wrong with the request.
pub fn duel<R: RuleData<Game: BoardGame>>(
    rules: &R,
    asked: Duel,
    context: Context<'_>,
    last: &mut Option<LastDuel>,
) -> Result<Value, String> {
    if asked.deals == 0 || asked.deals > MAX_DEALS {
        return Err(format!("deals {}: 1 to {MAX_DEALS}", asked.deals));
    }
    let game = rules.game(asked.seats)?;
    let a = board_bot::<R::Game>(&asked.a, context.catalog)?;
    let b = board_bot::<R::Game>(&asked.b, context.catalog)?;
    let experiment = Experiment {
        tables: vec![game],
        bots: vec![a, b],
        line_ups: vec![LineUp {
            table: 0,
            bots: (0..asked.seats).map(|seat| usize::from(seat > 0)).collect(),
        }],
        unit: unit(&asked.unit)?,
        order: Order::Cyclic,
        line_up_deals: LineUpDeals::Shared,
        seeds: Seeds::new(asked.seed.0, Purpose::Play),
    };
    experiment.check_bots()?;
    let is_same = |last: &LastDuel| {
        let deals = last.tally.n_deals();
        deals <= asked.deals
            && asked
                == Duel {
                    deals: asked.deals,
                    ..last.asked.clone()
                }
    };
    let before = last.take().filter(is_same);
    let mut tally = before.map_or_else(|| Tally::new(&experiment), |last| last.tally);
    let played = tally.n_deals();
    if played < asked.deals {
        let control = Control {
            cancel: context.stop,
            progress: &|_| {},
        };
        let workers = Workers {
            threads: None,
            chunk: None,
        };
        let blank = Tally::new(&experiment);
        let done = R::Game::run(
            &experiment,
            played..asked.deals,
            workers,
            blank,
            control,
            None,
        );
        let mut done = done.map_err(|e| e.to_string())?;
        if context.stop.load(Ordering::Relaxed) {
            return Err(STOPPED.to_owned());
        }
        powergrab_arena::run::Collect::<R::Game>::absorb(&mut tally, &mut done.collected);
    }
    let answer = rate(&tally, asked.seats);
    *last = Some(LastDuel { asked, tally });
    Ok(answer)
}

/// Returns the first bot's win rate, with its confidence sequence.
fn rate(tally: &Tally, seats: usize) -> Value {
    let ratio = tally.ratio(tally.layout().bot(0, 0), result::WINS);
    let value = ratio.mean_of(WIN);
    let deals = tally.n_deals();
    let sequence = Sequence::new(HORIZON, 1);
    let interval = value.filter(|_| deals >= FIRST_LOOK).and_then(|value| {
        let se = ratio.share_se(WIN, value * (1.0 - value));
        sequence.interval(value, se, deals, (0.0, 1.0))
    });
    json!({
        "deals": deals, "games": tally.n_games(), "rate": value,
        "low": interval.map(|i| i.low), "high": interval.map(|i| i.high),
        "fair": 1.0 / seats as f64,
    })
}
