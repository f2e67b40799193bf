//! Experiments as calls, tables, rulesets, exceptions, bots written in Python.
//!
//! | file | holds |
//! |---|---|
//! | `experiments` | the calls |
//! | `games` | single games: narrated, traced, stepped through |
//! | `positions` | single positions and traces |
//! | `board` | the board's answers for a notebook |
//! | `cluster` | experiments whose tasks an executor plays |
//! | `questions` | runs compared, experiments planned |
//! | `scope` | additions of a call: rulesets and bots |
//! | `rules`, `bots` | rulesets; bots written in Python |
//! | `view`, `words` | the views of such a bot; descriptions as dictionaries |
//! | `values` | values of Python, of configurations and of JSON |
//! | `background` | background work: progress, Ctrl-C |
//! | `run`, `table` | results of an experiment: files, tables |
//! | `errors` | exceptions |

mod background;
mod board;
pub mod bots;
mod cluster;
pub mod errors;
mod experiments;
mod games;
mod interned;
mod positions;
mod questions;
pub mod rules;
mod run;
mod scope;
pub mod table;
mod values;
mod view;

use powergrab_lab::study::manifest;
use pyo3::prelude::*;

/// Registers the classes and functions of this directory.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    manifest::set_commit(powergrab_stamp::commit!());
    module.add("__version__", manifest::VERSION)?;
    module.add("__commit__", manifest::commit())?;
    crate::add_class::<run::Run>(module)?;
    crate::add_class::<table::Table>(module)?;
    crate::add_class::<rules::Rules>(module)?;
    crate::add_class::<view::View>(module)?;
    crate::add_class::<positions::Board>(module)?;
    crate::add_class::<board::BoardEngine>(module)?;
    module.add_function(wrap_pyfunction!(board::board_page, module)?)?;
    crate::add_class::<games::PlayedGames>(module)?;
    crate::add_class::<questions::Answers>(module)?;
    module.add_function(wrap_pyfunction!(cluster::open_tasks, module)?)?;
    module.add_function(wrap_pyfunction!(cluster::shard_key, module)?)?;
    module.add_function(wrap_pyfunction!(cluster::work, module)?)?;
    module.add_function(wrap_pyfunction!(cluster::merge, module)?)?;
    module.add_function(wrap_pyfunction!(run::load, module)?)?;
    module.add_function(wrap_pyfunction!(run::unpack, module)?)?;
    module.add_function(wrap_pyfunction!(experiments::run_match, module)?)?;
    module.add_function(wrap_pyfunction!(experiments::records, module)?)?;
    module.add_function(wrap_pyfunction!(experiments::tournament, module)?)?;
    module.add_function(wrap_pyfunction!(experiments::sweep, module)?)?;
    module.add_function(wrap_pyfunction!(experiments::tune, module)?)?;
    module.add_function(wrap_pyfunction!(experiments::balance, module)?)?;
    module.add_function(wrap_pyfunction!(experiments::why, module)?)?;
    module.add_function(wrap_pyfunction!(experiments::review, module)?)?;
    module.add_function(wrap_pyfunction!(experiments::distil, module)?)?;
    module.add_function(wrap_pyfunction!(games::play, module)?)?;
    module.add_function(wrap_pyfunction!(positions::analyse, module)?)?;
    module.add_function(wrap_pyfunction!(positions::verify, module)?)?;
    module.add_function(wrap_pyfunction!(questions::compare, module)?)?;
    module.add_function(wrap_pyfunction!(questions::plan, module)?)?;
    module.add_function(wrap_pyfunction!(rules::ruleset_names, module)?)?;
    module.add_function(wrap_pyfunction!(rules::strategy_names, module)?)?;
    Ok(())
}
