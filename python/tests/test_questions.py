"""Comparisons of runs and plans of experiments are those of the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import Program

import powergrab as pg


def test_a_comparison_is_that_of_the_command_line(program: Program, tmp_path: Path) -> None:
    runs = [pg.match(["hoarder", "greedy"], rules, deals=200, progress=False) for rules in ("power-grab", "classic")]
    places = [tmp_path / "a", tmp_path / "b"]
    for run, place in zip(runs, places):
        run.write(place)
    said = program.run("compare", *places, "--metrics")
    table = json.loads(program.run("compare", *places, "--metrics", "--format", "json").stdout)["lines"]
    found = pg.compare(*places)
    assert str(found) == said.stdout.decode() and said.returncode == 0
    assert found.table["difference"] == [line["difference"] for line in table]
    assert found.table["difference_low"] == [line["low"] for line in table]
    assert pg.compare(*runs).table.to_dict() == found.table.to_dict()
    assert any("rulesets: power-grab and classic" in note for note in found.notes)
    bots = pg.compare(*runs, metrics=False).table
    assert set(bots["bot"]) == {"hoarder", "greedy"}
    other = pg.match(["random*2"], deals=200, progress=False)
    with pytest.raises(pg.InputError, match="no bot in common .*: metrics=True compares"):
        pg.compare(runs[0], other, metrics=False)
    swept = pg.sweep("configs/sweep-quick.toml", deals=2, progress=False)
    with pytest.raises(pg.MissingError, match="blocks.csv: is missing"):
        pg.compare(swept, other)


def test_a_plan_is_that_of_the_command_line(program: Program) -> None:
    words = ["plan", "--effect", "0.01", "--bots", "balanced,greedy*2", "--pilot", "50", "--unit", "round"]
    said = json.loads(program.run(*words, "--format", "json").stdout)
    found = pg.plan(0.01, bots=["balanced", "greedy*2"], pilot=50, unit="round", progress=False)
    for column in ("question", "deviation", "effect", "power", "games"):
        assert found.table[column] == [row[column] for row in said]
    assert found.table["deals"] == [int(row["deals"]) for row in said]
    told = program.run(*words).stdout.decode()
    times = re.compile(r"[0-9,.]+ (games/s|s|min|h)\b")
    assert re.sub(r" +", " ", times.sub("", str(found))) == re.sub(r" +", " ", times.sub("", told))

    class First(pg.Bot):
        def decide(self, view: pg.View, options: list[str]) -> str:
            return options[0]

    assert len(pg.plan(0.05, bots=[First(), "greedy"], pilot=20, unit="round", progress=False).table) == 6
    with pytest.raises(pg.InputError, match="effect 2"):
        pg.plan(2, progress=False)


def test_the_shares_of_a_difference_add_up_and_its_positions_open() -> None:
    run = pg.why("hoarder", "greedy", deals=30, progress=False)
    shares = run.why["share"]
    assert run.why["kind"][-2:] == ["other", "total"]
    assert abs(sum(shares[:-1]) - shares[-1]) < 1e-12
    assert "the whole difference" in str(run)
    board = pg.analyse(run.positions["position"][0], playouts=8)
    assert {run.positions["own"][0], run.positions["other"][0]} <= set(board.table["option"])

    class First(pg.Bot):
        def decide(self, view: pg.View, options: list[str]) -> str:
            return options[0]

    own = pg.why(First(), "greedy", deals=4, search_deals=4, unit="round", seats=3, field="random", progress=False)
    assert own.manifest["run"]["seats"] == 3
    with pytest.raises(pg.InputError, match="did you mean `hoarder`"):
        pg.why("hoardr", "greedy", progress=False)


def test_a_card_is_a_list_of_lines_that_plays(tmp_path: Path) -> None:
    run = pg.distil("balanced", lines=2, search_deals=800, deals=200, unit="round", name="mine", progress=False)
    assert 1 <= len(run.lines["text"]) <= 2
    assert set(run.strength["bot"]) == {"mine", "balanced"}
    assert run.steps["step"][0] == 1
    run.write(tmp_path / "card")
    card = tmp_path / "card" / "mine.toml"
    match = pg.match([card, "greedy"], deals=50, unit="round", progress=False)
    assert match.bots["bot"][0] == "mine"
    with pytest.raises(pg.InputError, match="nobody"):
        pg.distil("nobody", progress=False)


def test_a_review_names_what_costs_most() -> None:
    run = pg.review(["miser", "greedy"], deals=200, unit="round", positions=2, progress=False)
    assert run.review["kind"][-2:] == ["other", "total"]
    costs = run.review["cost"]
    assert abs(sum(costs[:-1]) - costs[-1]) < 1e-9
    rows = zip(run.choices["action"], run.choices["unusual"], strict=True)
    assert "draws" in {action for action, unusual in rows if unusual}
    assert set(run.review_positions["number"]) == {1, 2}
    pg.analyse(run.review_positions["position"][0], playouts=8)

    class First(pg.Bot):
        def decide(self, view: pg.View, options: list[str]) -> str:
            return options[0]

    own = pg.review([First(), "greedy"], deals=4, unit="round", positions=0, search=True, progress=False)
    assert own.manifest["run"]["search"] is True
    with pytest.raises(pg.InputError, match="did you mean `hoarder`"):
        pg.review(["hoardr", "greedy"], progress=False)
