"""Tables in other libraries, with types and meanings."""

from __future__ import annotations

import pickle
from pathlib import Path

import matplotlib
import numpy
import pandas
import polars
import pyarrow
import pytest

import powergrab as pg

matplotlib.use("agg")


def test_arrow_reads_types_and_meanings(small: pg.Run) -> None:
    for name in small.tables:
        table = small[name]
        read = pyarrow.table(table)
        assert read.num_rows == len(table) and read.column_names == table.columns
        assert read.to_pydict() == table.to_dict()
        for field in read.schema:
            assert field.metadata[b"meaning"].decode() == table.meanings[field.name]
    schema = pyarrow.table(small.bots).schema
    assert schema.field("bot").type == pyarrow.string() and schema.field("games").type == pyarrow.int64()
    assert schema.field("win_rate").type == pyarrow.float64()
    assert pyarrow.table(small.faults).schema.field("games").type == pyarrow.int64()


def test_pandas_and_polars_read_the_same(small: pg.Run) -> None:
    for name in small.tables:
        table = small[name]
        frame, other = table.to_pandas(), table.to_polars()
        assert isinstance(frame, pandas.DataFrame) and isinstance(other, polars.DataFrame)
        assert list(frame.columns) == other.columns == table.columns
        assert other.to_dict(as_series=False) == table.to_dict()
        assert frame.attrs["meanings"] == table.meanings
        filled = frame.astype(object).where(frame.notna(), None).to_dict("list")
        assert {n: [None if pandas.isna(v) else v for v in values] for n, values in filled.items()} == table.to_dict()


def test_a_stream_may_be_taken_many_times(small: pg.Run) -> None:
    for _ in range(200):
        small.bots.__arrow_c_stream__()
        small.bots.__arrow_c_schema__()
    assert pyarrow.table(small.bots) == pyarrow.table(small.bots)


def test_plots(small: pg.Run) -> None:
    from matplotlib import pyplot as plt

    for name in ("bots", "seats", "ratings", "towers", "habits"):
        _, ax = plt.subplots()
        drawn = small[name].plot(ax=ax)
        assert drawn is ax and ax.get_title().startswith(f"{name}: ") and ax.get_ylabel()
        plt.close("all")
    ax = small.bots.plot(x="bot", y="points_per_game", ax=plt.subplots()[1])
    assert ax.get_ylabel() == "points a game"
    with pytest.raises(pg.InputError, match="say what to draw"):
        small.meta.plot()


def test_a_plot_is_a_figure_of_its_own_with_units_and_its_own_intervals(small: pg.Run) -> None:
    from matplotlib import pyplot as plt

    _, open_figure = plt.subplots()
    first, second = small.bots.plot(), small.seats.plot()
    assert len({first.figure, second.figure, open_figure.figure}) == 3 and not open_figure.has_data()
    first.figure.canvas.draw()
    assert first.get_ylabel() == "win rate, %" and first.get_yticklabels()[1].get_text().endswith(" %")
    assert "95\u00a0%\u00a0intervals" in first.get_title() and "how each bot did" in first.get_title()
    points = small.bots.plot(y="points_per_game")
    bars = points.containers[0].lines[2][0].get_segments()
    reach = [(segment[1][1] - segment[0][1]) / 2 for segment in bars]
    assert reach == pytest.approx([1.96 * se for se in small.bots["points_se"]])
    names = small.habits.plot(where={"bot": "greedy"})
    assert all(label.get_rotation() > 0 and label.get_ha() == "right" for label in names.get_xticklabels())
    plt.close("all")
    with pytest.raises(pg.InputError, match="a column of numbers"):
        small.bots.plot(y="bot")


def test_rules_are_values() -> None:
    rules = pg.Rules("power-grab", towers="UN")
    assert rules.is_variant and rules.options["towers"] == "UN" and rules.base == "power-grab"
    assert rules.name == "power-grab-towers-UN", "as on the command line"
    numbers = pg.Rules("power-grab", hand_size=numpy.int64(5), instant_uno=numpy.bool_(False))
    assert numbers.name == "power-grab-hand_size-5-instant_uno-false"
    assert rules == pg.Rules("power-grab", towers="UN") and rules != pg.Rules()
    assert not pg.Rules().is_variant and pg.Rules().players == (2, 6)
    assert "PG-9" in rules.meanings["towers"]
    run = pg.match(["hoarder", "greedy"], rules, deals=20, progress=False)
    assert run.manifest["run"]["rulesets"][0]["fingerprint"] == rules.fingerprint
    assert set(run.bots["ruleset"]) == {rules.name}
    file = pg.match(["random*4"], "configs/rulesets/variants/no-towers.toml", deals=20, progress=False)
    rules = pg.Rules("power-grab", towers="", instant_uno=False, name="no-towers")
    own = pg.match(["random*4"], rules, deals=20, progress=False)
    assert own.manifest["run"]["rulesets"] == file.manifest["run"]["rulesets"]
    assert all(own[name].to_dict() == file[name].to_dict() for name in own.tables)


def test_runs_and_rulesets_can_be_sent(small: pg.Run) -> None:
    run = pickle.loads(pickle.dumps(small))
    assert run.files == small.files and all(run.file(name) == small.file(name) for name in run.files)
    assert run.text == small.text
    rules = pg.Rules("classic", hand_size=5, name="short")
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_positions_and_traces(tmp_path: Path, program: "object") -> None:
    board = pg.analyse("power-grab hand=R5,R9,YD2,WT sizes=4,6,3 top=R3U under=B3,BS", playouts=4000)
    assert board.best == board.table["option"][0] and board.playouts >= 4000
    assert board.table["playouts"] and "WT" in " ".join(board.table["option"])
    again = pg.analyse("power-grab hand=R5,R9,YD2,WT sizes=4,6,3 top=R3U under=B3,BS", playouts=4000, threads=2)
    assert again.table.to_dict() == board.table.to_dict()
    trace = tmp_path / "games.jsonl"
    run = program.run  # type: ignore[attr-defined]
    assert run("play", "--bots", "random,greedy", "--games", "2", "--trace", trace).returncode == 0
    found = pg.verify(trace)
    assert found.games == 2 and found.events > 50
    lines = trace.read_text().splitlines()
    number = next(i for i, line in enumerate(lines, 1) if '"event":"play"' in line)
    board = pg.analyse(trace=trace, line=number, playouts=200)
    assert True in board.table["done"]
    trace.write_text(trace.read_text().replace('"event":"play"', '"event":"uno"', 1))
    with pytest.raises(pg.FaultError, match="games.jsonl"):
        pg.verify(trace)


def test_a_configuration_may_be_a_dictionary(tmp_path: Path) -> None:
    config = {"name": "mine", "line_up": ["greedy", "random"], "hero": "greedy", "deals": 5, "factors": {"greedy.uno_call": [0.5, 1.0]}}
    run = pg.sweep(config, progress=False)
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\nline_up = ["greedy", "random"]\nhero = "greedy"\ndeals = 5\n[factors]\n"greedy.uno_call" = [0.5, 1.0]\n')
    assert pg.sweep(file, progress=False).sweep.to_dict() == run.sweep.to_dict()
    assert run.manifest["command"] == "powergrab sweep mine.toml"
    assert run.sweep["greedy.uno_call"] == [0.5, 0.5, 1.0, 1.0]
    own = {**config, "factors": {"greedy.uno_call": numpy.linspace(0.5, 1.0, 2)[[0, 1]].tolist()}, "deals": numpy.int64(5)}
    assert pg.sweep(own, progress=False).sweep.to_dict() == run.sweep.to_dict()
    rules, bot = pg.Rules("power-grab", towers="UN"), pg.Bot()
    bot.name, bot.decide = "last", lambda view, options: options[-1]  # type: ignore[method-assign]
    pool = {"name": "mine", "ruleset": rules, "format": "round-robin", "pool": [bot, "greedy"], "players": [2], "deals": 4}
    played = pg.tournament(pool, progress=False)
    assert set(played.bots["ruleset"]) == {rules.name} and set(played.bots["bot"]) == {"last", "greedy"}
    with pytest.raises(pg.InputError, match="did you mean `deals`"):
        pg.sweep({**config, "deal": 7}, progress=False)
    with pytest.raises(pg.InputError, match="has no `name`"):
        pg.tournament({"deals": 3}, progress=False)
