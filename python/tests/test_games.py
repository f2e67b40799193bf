"""Single games are those of the command line and of a match's records, as text, trace and page."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

import powergrab as pg

PROGRAM = os.environ.get("POWERGRAB")


@pytest.mark.skipif(PROGRAM is None, reason="POWERGRAB names no program")
@pytest.mark.parametrize("ruleset,bots", [("power-grab", "hoarder,greedy*2"), ("grid", "grid-greedy,random"), ("party", "balanced*2")])
def test_the_games_are_those_of_the_command_line(ruleset: str, bots: str, tmp_path: Path) -> None:
    games = pg.play(bots.split(","), ruleset, seed=4, deal=3, rotation=1, order="cyclic")
    seats = [name for entry in bots.split(",") for name in [entry.split("*")[0]] * int((entry.split("*") + ["1"])[1])]
    command = [PROGRAM, "play", "--ruleset", ruleset, "--bots", ",".join(seats), "--seed", "4", "--deal", "3", "--rotation", "1"]
    command += ["--order", "cyclic"]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert str(games) == told.stdout
    subprocess.run([*command, "--trace", str(tmp_path / "there.jsonl")], check=True)
    games.write(tmp_path / "here.jsonl")
    assert (tmp_path / "here.jsonl").read_bytes() == (tmp_path / "there.jsonl").read_bytes()
    assert pg.verify(tmp_path / "here.jsonl").games == 1
    assert [event["event"] for event in games.events][0] == "game" and games.trace.count("\n") == len(games.events)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here.jsonl", "there.jsonl"]


def test_a_row_of_records_names_its_game() -> None:
    class Last(pg.Bot):
        def decide(self, view: pg.View, options: list[str]) -> str:
            return options[-1]

    bots = [Last(), "balanced", "greedy"]
    records = pg.match(bots, deals=5, seed=9, threads=1, progress=False, records="games").records
    table = next(iter(records)).to_dict()
    rows = [dict(zip(table, values, strict=True)) for values in zip(*table.values(), strict=True)]
    for row in rows[::7]:
        end = pg.play(bots, seed=9, deal=row["deal"], rotation=row["rotation"]).events[-1]
        assert end["event"] == "game-end" and end["scores"][row["seat"]] == row["points"]


def test_in_a_notebook_games_are_a_page() -> None:
    games = pg.play(["random"] * 2, games=3, unit="round")
    assert "3," in repr(games) and sum(event["event"] == "game" for event in games.events) == 3
    page = games.page
    assert page.startswith("<!doctype html>") and '<div id="viewer"' in page
    shown = games._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and "<script" not in shown and 'sandbox="allow-scripts"' in shown
    data = page.split('id="games">')[1].split("</script>")[0]
    shown_games = json.loads(data)
    assert sum(len(game["lines"]) for game in shown_games) == len(games.events)
    assert len({game["title"] for game in shown_games}) == 3


def test_a_page_is_written(tmp_path: Path) -> None:
    games = pg.play(["random"] * 2)
    games.write(tmp_path / "games.html")
    assert (tmp_path / "games.html").read_text() == games.page
    with pytest.raises(pg.ResultsError, match="nowhere"):
        games.write(tmp_path / "nowhere" / "games.html")


def test_a_bot_that_fails_is_told_of() -> None:
    class Broken(pg.Bot):
        def decide(self, view: pg.View, options: list[str]) -> str:
            return "nothing"

    with pytest.warns(pg.BotWarning, match="Broken failed in seat 0"):
        pg.play([Broken(), "random"])


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(pg.InputError, match="rotations 0 to 1"):
        pg.play(["random"] * 2, rotation=2)
    with pytest.raises(pg.InputError, match="nobody"):
        pg.play(["nobody", "random"])
    with pytest.raises(pg.InputError, match='unit="hand"'):
        pg.play(["random"] * 2, unit="hand")
    with pytest.raises(pg.InputError, match="games=0: a whole number from 1 to"):
        pg.play(["random"] * 2, games=0)
    with pytest.raises(TypeError, match="an entry for each seat"):
        pg.play("random")
    with pytest.raises(pg.InputError, match="deal=-1: a whole number from 0 to"):
        pg.play(["random"] * 2, deal=-1)
