//! A bot in a crate of its own, played against shipped ones:
//! `cargo run --release --example my_bot`.
use powergrab::prelude::*;

/// Sheds the dearest card, and keeps action cards for a next seat that is about to go out.
#[derive(Clone, Copy, Debug)]
struct MyBot;

fn worth(view: View<'_>, options: &Options, action: Action) -> u32 {
    let Some(card) = view.card(action) else {
        return 1; // Not a card but a draw or a pass: the last resort.
    };
    if options.is_bluff(action) {
        return 0; // Worse still.
    }
    let next = view.hand_size(view.after(view.seat()));
    let attack = next <= 2 && card.symbol().number().is_none();
    2 + view.points_of(card) + if attack { 100 } else { 0 }
}

impl Player<Shedding> for MyBot {
    fn decide(&mut self, view: View<'_>, options: &Options, _: &mut Rng) -> Action {
        let best = match view.phase() {
            Phase::Turn | Phase::Drawn => options.iter().max_by_key(|&a| worth(view, options, a)),
            // "block" if it can, otherwise "accept"; it never challenges.
            Phase::React => options.iter().find(|&a| view.text(options, a) == "block"),
            _ => None,
        };
        best.unwrap_or(options.nth(0))
    }
}

impl Strategy<Shedding> for MyBot {
    fn player(&self, _: Seat) -> Box<dyn Player<Shedding> + Send> {
        Box::new(*self)
    }
}

fn main() -> Result<(), MatchError> {
    let result = Match::new("power-grab")?
        .bot(Bot::new("my-bot", ShedPolicy::external(MyBot)))
        .bot_named("random")?
        .bot_named("greedy")?
        .deals(1000)
        .play()?;
    for row in result.summary().bot_rows() {
        println!("{:8} wins {:.3}", row.bot, row.record.win_rate);
    }
    let mine = result.record("my-bot").expect("it sat at the table");
    let dice = result.record("random").expect("so did this one");
    // Fewer than ten deals would have no interval.
    let (mine, dice) = (mine.interval.unwrap(), dice.interval.unwrap());
    assert!(mine.low > dice.high, "better than dice");
    Ok(())
}
