//! Bots for tests of every bot.
#![allow(dead_code, reason = "each test binary uses a part")]

use powergrab_bots::strategy::{Bot, BotGame, BuiltIn, register};

/// Returns a strategy file's text as a bot.
pub fn bot<G: BotGame>(text: &str) -> Bot<G> {
    register::from_text("test", "test.toml", text).unwrap().bot
}

/// Returns the built-in bot; one that searches gets a budget of `playouts`, suitable for thousands
/// of decisions.
pub fn shipped<G: BotGame>(built_in: &BuiltIn, playouts: u32) -> Bot<G> {
    let small = if built_in.text.contains("policy = \"monte-carlo\"") {
        format!("\n[params]\nplayouts = {playouts}\n")
    } else {
        String::new()
    };
    let text = format!("{}{small}", built_in.text);
    register::from_text(built_in.name, built_in.name, &text)
        .unwrap()
        .bot
}
