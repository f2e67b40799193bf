//! Tables of new runs equal those read back from their files.

use powergrab_lab::balance::request::BalanceRequest;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::matches::match_request::MatchRequest;
use powergrab_lab::study::driver::{Ended, play};
use powergrab_lab::study::files::Files;
use powergrab_lab::study::options::StudyOptions;
use powergrab_lab::study::traits::Study;
use powergrab_lab::sweep::study::SweepRequest;
use powergrab_lab::tune::request::TuneRequest;
use powergrab_table::named_file::NamedFile;
use std::fs;
use std::path::{Path, PathBuf};

/// Checks that every table equals the one in its file, and that there are `n` tables.
fn check(fresh: &Files, n: usize) {
    let read = fresh.0.iter();
    let read = read.map(|file| NamedFile::new(&file.name, file.bytes().into_owned()));
    let read = Files(read.collect());
    assert_eq!(fresh.tables().count(), n);
    for name in fresh.tables() {
        let is_fresh =
            |file: &NamedFile| file.name == format!("{name}.csv") && file.table().is_some();
        assert!(fresh.0.iter().any(is_fresh), "{name} is parsed again");
        let table = |files: &Files| files.table(name).unwrap().unwrap();
        assert_eq!(table(fresh), table(&read), "{name}");
    }
}

fn played(study: &dyn Study) -> Files {
    match play(study).unwrap() {
        Ended::Whole { results, .. } => Files(results.files),
        _ => panic!("it was not played to its end"),
    }
}

fn config(home: &Path, text: &str) -> PathBuf {
    let file = home.join("x.toml");
    fs::write(&file, text).unwrap();
    file
}

#[test]
fn tables_of_a_match() {
    let request = MatchRequest::new("power-grab", &["hoarder", "greedy*2"], 20).unwrap();
    let result = request.request().unwrap();
    let result = result.play(&Catalog::default(), &StudyOptions::default());
    check(&result.unwrap().files(None), 13);
}

#[test]
fn tables_of_a_sweep_with_levels_of_all_kinds() {
    let home = tempfile::tempdir().unwrap();
    let text = "name = \"x\"\nruleset = \"power-grab\"\nline_up = [\"mine\", \"greedy\"]\nbots.mine = \"balanced\"\ndeals = 4\n\
[factors]\nmine.bluff_bias = [-12, 0.5]\nrules.seven_zero = [true, false]\nplayers = [2, 3]\n";
    let plan = SweepRequest {
        config: config(home.path(), text),
        deals: None,
        seed: None,
        halving: false,
    };
    let plan = plan.plan(&Catalog::default()).unwrap();
    check(&played(&*plan.study(StudyOptions::default())), 1);
}

#[test]
fn tables_of_a_tuning() {
    let home = tempfile::tempdir().unwrap();
    let text = "name = \"t\"\nruleset = \"power-grab\"\nplayers = 3\nstart = \"balanced\"\nfield = [\"balanced\", \"greedy\"]\nunit = \"round\"\n\
generations = 2\ndeals = 16\nvalidate = 40\none_step = 20\nparams = [\"wild_hold\"]\n";
    let request = TuneRequest {
        config: config(home.path(), text),
        seed: None,
        generations: None,
        self_play: false,
    };
    let plan = request.plan(&Catalog::default()).unwrap();
    let (study, _) = plan.study(StudyOptions::default()).unwrap();
    check(&played(&*study), 3);
}

#[test]
fn tables_of_a_balance() {
    let home = tempfile::tempdir().unwrap();
    let text = "name = \"x\"\nline_ups = [[\"random\", \"greedy\", \"random\"]]\n[towers]\ndeals = 60\n[cards]\ndeals = 20\n\
[ablations]\ndeals = 6\n[rulings]\ndeals = 3\n[drama]\ndeals = 40\n[ledger]\ndeals = 40\n";
    let request = BalanceRequest {
        config: config(home.path(), text),
        seed: None,
        scale: 1.0,
        optimise: false,
    };
    let plan = request.plan(&Catalog::default()).unwrap();
    check(&played(&*plan.study(StudyOptions::default())), 8);
}
