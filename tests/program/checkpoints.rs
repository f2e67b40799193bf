//! The checkpoints of studies, inspected and changed in ways that no program would.
#![allow(dead_code, reason = "each test binary uses a part")]

use powergrab_arena::piece::Piece;
use powergrab_lab::study::checkpoint::{About, Checkpoint, encode};
use powergrab_lab::study::intact::seal;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the checkpoint of a study that is not split.
pub fn path(dir: &Path) -> PathBuf {
    dir.join("shards/part-1-of-1.shard")
}

/// Returns the number of pieces that a study has kept. A checkpoint is always whole.
pub fn kept(dir: &Path) -> usize {
    let path = path(dir);
    match path.exists() {
        true => Checkpoint::read(&path).unwrap().pieces.len(),
        false => 0,
    }
}

/// Changes a checkpoint as if another program had written it.
pub fn doctored(path: &Path, change: impl FnOnce(&mut About, &mut Vec<Piece>)) {
    let mut read = Checkpoint::read(path).unwrap();
    change(&mut read.about, &mut read.pieces);
    let bytes = encode(&read.about, read.part, &read.pieces, None).unwrap();
    fs::write(path, bytes).unwrap();
}

/// Keeps only these first pieces of a study, as if it had been killed after them.
pub fn cut_after(dir: &Path, n_pieces: usize) {
    doctored(&path(dir), |_, pieces| {
        assert!(pieces.len() > n_pieces);
        pieces.truncate(n_pieces);
    });
    let manifest = dir.join("manifest.json");
    let mut about: Value = serde_json::from_slice(&fs::read(&manifest).unwrap()).unwrap();
    about["result"]["complete"] = false.into();
    for key in ["format", "checksum", "files"] {
        about.as_object_mut().unwrap().shift_remove(key);
    }
    fs::write(&manifest, seal(&about, &[])).unwrap();
}

/// Copies a run's directory.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(fs::copy(entry.path(), to).unwrap()),
        }
    }
}

/// Flips this many bits of a file, evenly spread, one after the other, and calls `try_it` with
/// each. The file is restored at the end.
pub fn flip_bits(path: &Path, n_bits: usize, mut try_it: impl FnMut(usize)) {
    let whole = fs::read(path).unwrap();
    for n in 0..n_bits {
        let bit = n * whole.len() * 8 / n_bits;
        let mut damaged = whole.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        fs::write(path, damaged).unwrap();
        try_it(bit);
    }
    fs::write(path, whole).unwrap();
}
