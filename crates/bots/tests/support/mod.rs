//! Bots for tests of what must hold for every bot.
#![allow(dead_code, reason = "each test binary uses a part")]

use powergrab_bots::strategy::{Bot, BotGame, BuiltIn, register};

/// A strategy file's text as a bot.
pub fn bot<G: BotGame>(text: &str) -> Bot<G> {
    register::from_text("test", "test.toml", text).unwrap().bot
}

/// The built-in bot; one that searches with a budget of `playouts`, fit for thousands of decisions.
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
