"""Every experiment of README has the command line's tables cell by cell, and writes the same bytes."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any, Callable

import pytest
from conftest import Program, files

import powergrab as pg

EXPERIMENTS: dict[str, tuple[list[str], Callable[[], pg.Run]]] = {
    "quickstart": (
        ["tournament", "configs/quickstart.toml", "--deals", "40"],
        lambda: pg.tournament("configs/quickstart.toml", deals=40, progress=False),
    ),
    "hoarding": (
        ["match", "--bots", "hoarder,greedy*3", "--deals", "300"],
        lambda: pg.match(["hoarder", "greedy", "greedy", "greedy"], deals=300, progress=False),
    ),
    "balanced": (
        ["match", "--bots", "hoarder,balanced,balanced,balanced", "--deals", "60"],
        lambda: pg.match(["hoarder", "balanced*3"], deals=60, progress=False),
    ),
    "seats": (
        ["match", "--bots", "greedy,greedy,greedy,greedy", "--deals", "500", "--unit", "round"],
        lambda: pg.match(["greedy*4"], deals=500, unit="round", progress=False),
    ),
    "no towers": (
        ["match", "--ruleset", "configs/rulesets/variants/no-towers.toml", "--bots", "random*4", "--deals", "200"],
        lambda: pg.match(["random*4"], "configs/rulesets/variants/no-towers.toml", deals=200, progress=False),
    ),
    "parameters": (
        ["match", "--bots", "sheriff:challenge_at=2,bluffer*2", "--deals", "5..60", "--seed", "9", "--order", "fixed"],
        lambda: pg.match(["sheriff:challenge_at=2", "bluffer*2"], deals=range(5, 60), seed=9, order="fixed", progress=False),
    ),
    "network": (
        ["match", "--bots", "net,champion-2", "--deals", "60"],
        lambda: pg.match(["net", "champion-2"], deals=60, progress=False),
    ),
    "grid": (
        ["match", "--ruleset", "grid", "--bots", "grid-greedy,random", "--deals", "60"],
        lambda: pg.match(["grid-greedy", "random"], "grid", deals=60, progress=False),
    ),
    "tower worth": (
        ["balance", "configs/balance-reference.toml", "--scale", "0.01"],
        lambda: pg.balance("configs/balance-reference.toml", scale=0.01, progress=False),
    ),
    "designs": (
        ["balance", "configs/balance.toml", "--optimise", "--scale", "0.02"],
        lambda: pg.balance("configs/balance.toml", optimise=True, scale=0.02, progress=False),
    ),
    "sweep": (
        ["sweep", "configs/sweep-quick.toml", "--deals", "12"],
        lambda: pg.sweep("configs/sweep-quick.toml", deals=12, progress=False),
    ),
    "halving": (
        ["sweep", "configs/sweep-quick.toml", "--deals", "24", "--halving"],
        lambda: pg.sweep("configs/sweep-quick.toml", deals=24, halving=True, progress=False),
    ),
    "why": (
        ["why", "hoarder", "greedy", "--deals", "60", "--seats", "3", "--unit", "round"],
        lambda: pg.why("hoarder", "greedy", deals=60, seats=3, unit="round", progress=False),
    ),
    "distil": (
        ["distil", "balanced", "--lines", "1", "--search-deals", "40", "--deals", "40", "--unit", "round", "--name", "short"],
        lambda: pg.distil("balanced", lines=1, search_deals=40, deals=40, unit="round", name="short", progress=False),
    ),
    "review": (
        ["review", "--bots", "miser,greedy", "--deals", "40", "--unit", "round", "--positions", "2"],
        lambda: pg.review(["miser", "greedy"], deals=40, unit="round", positions=2, progress=False),
    ),
    "tuning": (
        ["tune", "configs/tune-quick.toml"],
        lambda: pg.tune("configs/tune-quick.toml", progress=False),
    ),
    "self-play": (
        ["tune", "configs/tune-quick.toml", "--self-play"],
        lambda: pg.tune("configs/tune-quick.toml", self_play=True, progress=False),
    ),
}


def cell(value: Any) -> str | float:
    """Returns a value as a cell of a CSV file has it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return float(value) if isinstance(value, (int, float)) else str(value)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_same_tables_and_bytes(name: str, program: Program, tmp_path: Path) -> None:
    words, call = EXPERIMENTS[name]
    expected = program.files(tmp_path / "program", *words)
    run = call()
    assert run.complete
    run.write(tmp_path / "package")
    written = files(tmp_path / "package")
    assert written.keys() == expected.keys()
    for file, text in expected.items():
        assert written[file] == text, file
    tables = [file.removesuffix(".csv") for file in expected if file.endswith(".csv")]
    assert sorted(run.tables) == sorted(tables)
    for table in tables:
        rows = list(csv.DictReader(io.StringIO(expected[f"{table}.csv"].decode())))
        assert len(run[table]) == len(rows)
        assert not rows or run[table].columns == list(rows[0])
        for column in run[table].columns:
            for value, row in zip(run[table][column], rows):
                own = cell(value)
                assert own == (float(row[column]) if isinstance(own, float) else row[column]), (table, column)


def test_a_run_is_loaded_as_it_was_written(program: Program, tmp_path: Path) -> None:
    out = tmp_path / "run"
    program.files(out, "match", "--bots", "hoarder,greedy", "--deals", "50")
    run = pg.load(out)
    played = pg.match(["hoarder", "greedy"], deals=50, progress=False)
    assert run.bots.to_dict() == played.bots.to_dict()
    assert sorted(run.tables) == sorted(played.tables)
    assert run.files == sorted(played.files)
    for name in run.files:
        (out / name).write_bytes(run.file(name) + b"x")
        with pytest.raises(pg.InputError, match=name):
            pg.load(out)
        (out / name).unlink()
        with pytest.raises(pg.MissingError, match=name):
            pg.load(out)
        (out / name).write_bytes(run.file(name))
    for text in ("", "{}", "[]", run.file("manifest.json").decode()[:-9]):
        (out / "manifest.json").write_text(text)
        with pytest.raises(pg.InputError, match="manifest.json"):
            pg.load(out)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_change_nothing(threads: int, small: pg.Run) -> None:
    run = pg.match(["hoarder", "greedy*3"], deals=100, threads=threads, progress=False)
    assert all(run.file(name) == small.file(name) for name in small.files)


def test_another_run_is_not_overwritten(small: pg.Run, tmp_path: Path) -> None:
    small.write(tmp_path)
    small.write(tmp_path)
    other = pg.match(["hoarder", "greedy*3"], deals=10, progress=False)
    with pytest.raises(pg.InputError, match="another run"):
        other.write(tmp_path)
    other.write(tmp_path, force=True)
    assert pg.load(tmp_path).bots.to_dict() == other.bots.to_dict()
