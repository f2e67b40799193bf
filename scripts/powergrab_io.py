"""Load a run of powergrab into typed data frames, and check what it is.

    import powergrab_io
    run = powergrab_io.load("results/quickstart-1")
    run.bots                      # bots.csv as a pandas.DataFrame
    run["rounds"]                 # the same by name
    run.manifest["run"]["seed"]   # what was run
    run.columns("bots")           # what each column means, from the run's own data dictionary

A run's directory is complete if it has a manifest (it is written last); `load` refuses one that has none, a manifest that is damaged or
of an unknown format, files that are missing or not as the run wrote them, and tables whose header is not that of the data dictionary
beside them. Tables that the manifest does not list are not the run's. Texts are
categories where they name things (bots, rulesets, metrics, towers), numbers are numbers, empty cells are missing values.
"""

from __future__ import annotations

import hashlib
import json
import pathlib
import re
import subprocess

import pandas as pd

#: Columns that hold names; everything else must be a number.
NAMES = {
    "bot", "opponent", "ruleset", "line_up", "metric", "tower", "by", "value", "card", "variant", "flips", "ranking",
    "source", "meaning", "at", "design", "options", "kind", "method", "column", "figure", "analysis", "parameter",
    "objective", "measure", "opponents", "search", "stage", "bots", "tuned",
}
#: `value` is a name in tower_worth.csv and a number elsewhere, `tuned` a name in tuned_bots.csv and a number in one_step.csv.
NUMBERS = {
    ("histograms", "value"), ("meta", "value"), ("drama", "value"), ("ablations", "value"), ("rulings", "value"), ("one_step", "tuned"),
}
#: Formats of manifests that this module knows.
FORMATS = {2}


class RunError(ValueError):
    """A directory that holds no run, or one that this module does not understand."""


class Run:
    """A run's directory: its manifest, and its tables by name (without `.csv`)."""

    def __init__(self, path: pathlib.Path, manifest: dict, tables: dict[str, pd.DataFrame], meanings: dict[str, dict[str, str]]):
        self.path = path
        self.manifest = manifest
        self.tables = tables
        self._meanings = meanings

    def __getitem__(self, name: str) -> pd.DataFrame:
        if name not in self.tables:
            raise KeyError(f"{self.path} has no {name}.csv; it has {', '.join(sorted(self.tables))}")
        return self.tables[name]

    def __getattr__(self, name: str) -> pd.DataFrame:
        tables = self.__dict__.get("tables", {})
        if name in tables:
            return tables[name]
        raise AttributeError(f"{self.__dict__.get('path')} has no {name}.csv; it has {', '.join(sorted(tables))}")

    def __repr__(self) -> str:
        run = self.manifest["run"]
        tables = ", ".join(f"{name} ({len(frame)})" for name, frame in sorted(self.tables.items()))
        return f"<run {run['name']!r}, seed {run['seed']}, deals {run['deals']}: {tables}>"

    def columns(self, name: str) -> dict[str, str]:
        """What each column of a table means."""
        self[name]
        return self._meanings.get(name, {})

    @property
    def complete(self) -> bool:
        """Whether all deals asked for were played; an interrupted run holds those before some deal."""
        return bool(self.manifest["result"]["complete"])


def meanings(markdown: str) -> dict[str, dict[str, str]]:
    """The columns of a data dictionary: by table, then by column."""
    tables: dict[str, dict[str, str]] = {}
    table = None
    for line in markdown.splitlines():
        if heading := re.fullmatch(r"## (\S+)\.csv", line):
            table = tables.setdefault(heading[1], {})
        elif line.startswith("## "):
            table = None
        elif table is not None and (row := re.fullmatch(r"\| `(.+?)` \| (.*) \|", line)):
            table[row[1]] = row[2]
    return tables


def read_table(path: pathlib.Path) -> pd.DataFrame:
    """One CSV file with types: names become categories, the rest must be numbers."""
    name = path.stem
    frame = pd.read_csv(path, keep_default_na=False, dtype=str)
    for column in frame:
        if column in NAMES and (name, column) not in NUMBERS:
            frame[column] = frame[column].astype("category")
        else:
            try:
                frame[column] = pd.to_numeric(frame[column].replace("", pd.NA))
            except ValueError as e:
                if name == "sweep":
                    # A column of sweep.csv is a factor, and may hold anything.
                    frame[column] = frame[column].astype("category")
                    continue
                raise RunError(f"{path}: column {column}: {e}") from None
    return frame


def load(path: str | pathlib.Path) -> Run:
    """The run in this directory. Raises RunError with what is wrong."""
    path = pathlib.Path(path)
    try:
        sealed = (path / "manifest.json").read_bytes()
        manifest = json.loads(sealed)
    except FileNotFoundError:
        raise RunError(f"{path}: no manifest.json, so no run, or one that was never finished") from None
    except ValueError as e:
        raise RunError(f"{path}/manifest.json: {e}") from None
    if not isinstance(manifest, dict) or manifest.get("format") not in FORMATS or "run" not in manifest or "result" not in manifest:
        raise RunError(f"{path}/manifest.json: not the manifest of a run, or of another version than this module")
    # The checksum is that of the manifest with zeros in its place.
    checksum = str(manifest.get("checksum"))
    if hashlib.sha256(sealed.replace(checksum.encode(), b"0" * 64, 1)).hexdigest() != checksum:
        raise RunError(f"{path}/manifest.json: is not as the run wrote it: restore it from a copy, or run the experiment again")
    dictionary = path / "data_dictionary.md"
    known = meanings(dictionary.read_text()) if dictionary.exists() else {}
    for name, digest in manifest["files"].items():
        if not (path / name).exists():
            raise RunError(f"{path / name}: is not there, though the manifest lists it; {manifest.get('command')} writes it again")
        if hashlib.sha256((path / name).read_bytes()).hexdigest() != digest:
            raise RunError(f"{path / name}: is not as the run wrote it; {manifest.get('command')} writes it again")
    tables = {}
    for file in sorted(path / name for name in manifest["files"] if name.endswith(".csv")):
        frame = read_table(file)
        if known:
            expected = list(known.get(file.stem, {}))
            columns = list(frame.columns)
            if file.stem == "sweep":
                # Its factors are columns too, between `cell` and `ruleset`.
                columns = [column for column in columns if column in expected]
            if columns != expected:
                raise RunError(f"{file}: its columns are not those of data_dictionary.md")
        tables[file.stem] = frame
    return Run(path, manifest, tables, known)


def powergrab(*args: str, binary: str | None = None, cwd: str | pathlib.Path | None = None) -> str:
    """Calls the program and gives what it printed. The binary is `binary`, else $POWERGRAB, else `powergrab` on the path."""
    import os

    program = binary or os.environ.get("POWERGRAB", "powergrab")
    done = subprocess.run([program, *map(str, args)], capture_output=True, text=True, cwd=cwd)
    if done.returncode != 0:
        raise RunError(f"powergrab {' '.join(map(str, args))}: exit code {done.returncode}: {done.stderr.strip()}")
    return done.stdout
