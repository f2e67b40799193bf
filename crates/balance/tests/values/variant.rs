//! Tables of Power Grab with other rules, for the tests of `balance`.

use powergrab_balance::seating_pool::SeatedLineUp;
use powergrab_bots::strategy::resolve;
use powergrab_engine::shedding::{Rules, rules_file};

/// Returns Power Grab with these keys.
pub fn rules(text: &str) -> Rules {
    let text = format!("base = \"power-grab\"\n{text}");
    rules_file::parse("test", &text, Some("test")).unwrap()
}

/// Returns a table of these bots.
pub fn table(rules: &Rules, bots: &[&str]) -> SeatedLineUp {
    let bots = bots.iter().map(|name| resolve(name).unwrap()).collect();
    SeatedLineUp::new(rules, bots).unwrap()
}
