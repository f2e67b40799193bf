//! The data dictionaries in `docs/` equal those that the program writes with its results.

use powergrab_engine::game::Game;
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;
use powergrab_experiments::names::Names;
use powergrab_lab::matches::run_tables;
use powergrab_lab::sweep::columns;

fn check<G: Game>(file: &str, kept: &str) {
    let names = Names {
        rulesets: Vec::new(),
        bots: Vec::new(),
        metrics: G::METRICS,
        seat_metrics: G::SEAT_METRICS,
    };
    assert!(
        kept == run_tables::dictionary(&names),
        "docs/{file} is not up to date: copy the {} that any `powergrab match` of that game writes there",
        run_tables::DICTIONARY_FILE
    );
}

#[test]
fn the_data_dictionaries_in_docs_are_the_programs_own() {
    let file = "data_dictionary.md";
    check::<Shedding>(file, include_str!("../../../../docs/data_dictionary.md"));
    let file = "data_dictionary_grid.md";
    check::<Grid>(
        file,
        include_str!("../../../../docs/data_dictionary_grid.md"),
    );
    assert!(
        include_str!("../../../../docs/data_dictionary_lab.md") == columns::markdown(),
        "docs/data_dictionary_lab.md is not up to date: copy the {} that any `powergrab sweep` writes",
        run_tables::DICTIONARY_FILE
    );
}
