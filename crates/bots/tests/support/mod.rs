//! Bots for tests of every bot.
#![allow(dead_code, reason = "each test binary uses a part")]

use powergrab_bots::strategy::{Bot, BotGame, BuiltIn, register, resolve};

/// Returns a strategy file's text as a bot.
pub fn bot<G: BotGame>(text: &str) -> Bot<G> {
    register::from_text("test", "test.toml", text).unwrap().bot
}

/// Returns the built-in bot; one that searches gets a budget of `playouts`, suitable for thousands
/// of decisions.
pub fn shipped<G: BotGame>(built_in: &BuiltIn, playouts: u32) -> Bot<G> {
    if built_in.name != "monte-carlo" {
        return resolve(built_in.name).unwrap();
    }
    let mut bot: Bot<G> = resolve(&format!("monte-carlo:playouts={playouts}")).unwrap();
    bot.name = built_in.name.to_owned();
    bot
}
