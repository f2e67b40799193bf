//! The data dictionary in `docs/` is the one that the program writes beside its results.

use powergrab::game::Game as _;
use powergrab::report::dictionary;
use powergrab::shedding::Shedding;
use powergrab::stats::summary::Names;

#[test]
fn the_data_dictionary_in_docs_is_the_programs_own() {
    let names = Names {
        rulesets: Vec::new(),
        bots: Vec::new(),
        metrics: Shedding::METRICS,
        seat_metrics: Shedding::SEAT_METRICS,
    };
    let kept = include_str!("../docs/data_dictionary.md");
    assert!(
        kept == dictionary::markdown(&names),
        "docs/data_dictionary.md is not up to date: copy the {} that any `powergrab match` writes there",
        dictionary::FILE
    );
}
