//! `powergrab merge` and `powergrab missing` of a sweep's parts.

use super::conduct::plain;
use super::sweep::{self, Shard};
use super::{Failure, print};
use crate::report::manifest;
use serde_json::Value;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The manifest of a directory that a sweep's parts were played into; none where there is no sweep.
pub fn manifest_of(dir: &Path) -> Option<Value> {
    let text = std::fs::read(dir.join(manifest::FILE)).ok()?;
    let manifest: Value = serde_json::from_slice(&text).ok()?;
    (manifest["run"]["kind"] == "sweep").then_some(manifest)
}

fn damaged(dir: &Path) -> Failure {
    let path = dir.join(manifest::FILE);
    Failure::Input(format!(
        "{}: is not the manifest of a sweep of this version; make the files with `powergrab sweep CONFIG --merge --out {}`",
        path.display(),
        plain(dir)
    ))
}

/// Makes the files of the whole, from the parts and the configuration that the manifest names.
pub fn merge(dir: &Path, manifest: &Value) -> Result<(), Failure> {
    let run = &manifest["run"];
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let config = text(&manifest["config"]).map(PathBuf::from);
    let deals = text(&run["deals"]).and_then(|d| d.parse().ok());
    let seed = text(&run["seed"]).and_then(|s| s.parse().ok());
    let (Some(config), Some(deals), Some(seed)) = (config, deals, seed) else {
        return Err(damaged(dir));
    };
    if !config.exists() {
        return Err(Failure::Missing(format!(
            "{}: the sweep's configuration is not there; merge where the parts were started, or with `powergrab sweep CONFIG --merge --out {}`",
            config.display(),
            plain(dir)
        )));
    }
    sweep::run(&sweep::Args::merging(config, deals, seed, dir.to_owned()))
}

/// Lists the parts of which cells are missing.
pub fn missing(dir: &Path, manifest: &Value) -> Result<(), Failure> {
    let n_cells = manifest["run"]["cells"].as_array().map(Vec::len);
    let n_cells = n_cells.ok_or_else(|| damaged(dir))?;
    let mut there = HashSet::new();
    let mut splits = HashSet::new();
    for (name, shard) in sweep::files(dir)? {
        let kept = sweep::read(&dir.join(&name), &manifest["run"])?;
        there.extend(kept.into_iter().flatten().map(|row| row.cell));
        splits.insert(shard.map_or(1, |s| s.n));
    }
    // Parts of different splits: what they leave can be played as one.
    let n = match splits.iter().collect::<Vec<_>>()[..] {
        [n] => *n,
        _ => 1,
    };
    let mut text = String::new();
    let mut n_missing = 0;
    for k in 1..=n {
        let part = Shard { k, n };
        let cells = (1..=n_cells).filter(|c| part.has(*c) && !there.contains(c));
        let cells: Vec<String> = cells.map(|c| c.to_string()).collect();
        if !cells.is_empty() {
            n_missing += 1;
            // Writing to a string does not fail.
            let _ = writeln!(text, "{k}/{n}\tcells {}", cells.join(","));
        }
    }
    if n_missing == 0 {
        return Ok(());
    }
    print(&text)?;
    Err(Failure::Missing(format!(
        "{}: {n_missing} of {n} shards are missing or not finished",
        plain(dir)
    )))
}
