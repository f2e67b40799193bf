//! Bots for tests of what must hold for every bot.
#![allow(dead_code, reason = "each test binary uses a part")]

#[path = "times.rs"]
mod times;

use powergrab::strategy::{Bot, BotGame, BuiltIn, register};
pub use times::times;

/// A strategy file's text as a bot.
pub fn bot<G: BotGame>(text: &str) -> Bot<G> {
    register::from_text("test", "test.toml", text).unwrap().bot
}

/// The built-in bot; one that searches with a budget of `playouts`, fit for thousands of decisions.
pub fn shipped<G: BotGame>(built_in: &BuiltIn, playouts: u32) -> Bot<G> {
    let searches = ["monte-carlo", "ismcts"].map(|p| format!("policy = \"{p}\""));
    let small = if searches.iter().any(|p| built_in.text.contains(p)) {
        format!("\n[params]\nplayouts = {playouts}\n")
    } else {
        String::new()
    };
    let text = format!("{}{small}", built_in.text);
    register::from_text(built_in.name, built_in.name, &text)
        .unwrap()
        .bot
}

/// `ismcts` with a tree that is at work from the first playout on, where as it ships it would wait for more; `params` are more
/// lines for its file.
pub fn eager_tree<G: BotGame>(playouts: u32, params: &str) -> Bot<G> {
    bot(&format!(
        "policy = \"ismcts\"\n[params]\nplayouts = {playouts}\n\
         forks = 1\npatience = 1\nripe = 1\nconviction = 0\n{params}"
    ))
}
