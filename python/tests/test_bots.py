"""Bots written in Python: the same games as bots that are programs, and the same failures."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from logging_bot import Log, choose

import powergrab as pg


class Logging(pg.Bot):
    """The program of `logging_bot.py` as a class."""

    name = "logging"
    full_view = True

    def __init__(self, fault: str | None = None) -> None:
        self.log = Log()
        self.fault = fault

    def begin(self, game: pg.Game) -> None:
        self.log.new(game.number, str(game.seed), game.seat)

    def hear(self, game: pg.Game, event: dict[str, Any]) -> None:
        self.log.add(game.number, event)

    def decide(self, view: dict[str, Any], options: list[str]) -> str:
        game = view.pop("game")
        answer = choose(view, options, game.random, self.fault)
        self.log.add(game.number, view, options, answer)
        return answer


class First(pg.Bot):
    """The first option, as `first-legal`."""

    def decide(self, view: dict[str, Any], options: list[str]) -> str:
        return options[0]


def strategy(directory: Path, log: Path, fault: str | None = None) -> Path:
    """The strategy file of the program."""
    command = [sys.executable, str(Path(__file__).with_name("logging_bot.py")), str(log), *([fault] if fault else [])]
    path = directory / "logging.toml"
    path.write_text(f'policy = "process"\ncommand = {json.dumps(command)}\n')
    return path


@pytest.mark.parametrize("ruleset,others", [("power-grab", ["greedy", "logging"]), ("classic", ["random"]), ("grid", ["random"])])
def test_decision_by_decision_the_games_of_the_program(ruleset: str, others: list[str], tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    program = str(strategy(tmp_path, log))
    seats = [program, *(program if other == "logging" else other for other in others)]
    piped = pg.match(seats, ruleset, deals=4, threads=1, progress=False)
    bot = Logging()
    played = pg.match([bot, *(bot if other == "logging" else other for other in others)], ruleset, deals=4, threads=1, progress=False)
    # The program writes its log when it is told to quit.
    for _ in range(100):
        if log.is_file() and log.stat().st_size:
            break
        threading.Event().wait(0.05)
    assert bot.log.sorted() == json.loads(log.read_text())
    for table in played.tables:
        assert played[table].to_dict() == piped[table].to_dict(), table


@pytest.mark.parametrize("fault", ["illegal"])
def test_failures_count_as_those_of_the_program(fault: str, tmp_path: Path) -> None:
    program = str(strategy(tmp_path, tmp_path / "log.json", fault))
    with pytest.warns(pg.BotWarning, match="logging failed in"):
        piped = pg.match([program, "greedy", program], deals=5, threads=1, progress=False)
    bot = Logging(fault)
    with pytest.warns(pg.BotWarning, match="logging failed in"):
        played = pg.match([bot, "greedy", bot], deals=5, threads=1, progress=False)
    for table in played.tables:
        assert played[table].to_dict() == piped[table].to_dict(), table
    assert sum(played.faults["games"]) > 0


class Reader(pg.Bot):
    """Keeps its views, and reads every second one while it is asked."""

    def __init__(self) -> None:
        self.views: list[tuple[dict[str, Any], dict[str, Any] | None]] = []

    def decide(self, view: dict[str, Any], options: list[str]) -> str:
        at_once = {key: view[key] for key in copy.copy(view)} if len(self.views) % 2 else None
        self.views.append((view, at_once))
        return options[-1]


@pytest.mark.parametrize("ruleset,seats", [("power-grab", 4), ("grid", 2)])
def test_a_view_is_a_dictionary_however_it_is_read(ruleset: str, seats: int) -> None:
    early, late = Reader(), Reader()
    for bot in (early, late):
        pg.match([bot, *["random"] * (seats - 1)], ruleset, deals=3, seed=5, threads=1, progress=False)
    assert len(early.views) == len(late.views) > 100
    for number, ((view, at_once), (again, _)) in enumerate(zip(early.views, late.views, strict=True)):
        assert isinstance(view, dict) and view["game"].number == again["game"].number
        assert "no such key" not in again and again.get("no such key", 7) == 7
        with pytest.raises(KeyError, match="no such key"):
            again["no such key"]
        if at_once is not None:
            assert list(at_once) == list(view) and at_once == view
        # One key after the other, and all at once: the games are over, and what was seen is still there.
        game = again.pop("game") if number % 3 else again["game"]
        assert game.seats == seats
        plain = dict(view)
        if number % 3:
            assert again != view
            del view["game"], plain["game"]
        reads = (
            lambda v: dict(v),
            lambda v: {**v},
            lambda v: dict(**v),
            lambda v: dict(v.items()),
            lambda v: dict(zip(v.keys(), v.values(), strict=True)),
            lambda v: v | {},
            lambda v: {} | v,
            lambda v: copy.deepcopy({k: x for k, x in v.items() if k != "game"}) | ({"game": v["game"]} if "game" in v else {}),
        )
        read = reads[number % len(reads)](again)
        assert read.keys() == plain.keys() and len(again) == len(plain)
        assert all(read[key] == value for key, value in plain.items() if key != "game")
        if number % 3:
            assert json.loads(json.dumps(again)) == plain == pickle.loads(pickle.dumps(again)) and repr(again) == repr(plain)


def test_what_a_bot_writes_into_its_view_stays() -> None:
    class Writer(pg.Bot):
        def decide(self, view: dict[str, Any], options: list[str]) -> str:
            view["hand"] = ["mine"]
            assert view.setdefault("turn", "none") != "none" and view.setdefault("own", 1) == 1
            assert view["hand"] == ["mine"] and list(view)[:3] == ["question", "seat", "hand"]
            view.clear()
            assert not view and "top" not in view and len(view) == 0
            return options[0]

    run = pg.match([Writer(), "random"], deals=3, progress=False)
    assert not run.faults["games"]


def test_a_bot_that_imports_threading_lets_the_interpreter_end() -> None:
    # Python takes the thread that imports `threading` first for the main one, and waits for its end.
    program = (
        "import powergrab as pg\n"
        "class Late(pg.Bot):\n"
        "    def decide(self, view, options):\n"
        "        import threading\n"
        "        return options[0]\n"
        "print(pg.match([Late(), 'random'], deals=2, progress=False).bots['games'])\n"
    )
    played = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert played.stdout == "[4, 4]\n", played.stderr


def test_an_exception_is_a_crash_with_its_line() -> None:
    class Broken(pg.Bot):
        def decide(self, view: dict[str, Any], options: list[str]) -> str:
            raise ValueError("out of ideas")

    with pytest.warns(pg.BotWarning, match=r"crash: ValueError: out of ideas \(line \d+\)"):
        run = pg.match([Broken(), "greedy"], deals=3, progress=False)
    assert run.faults["kind"] == ["crash"] and run.faults["games"] == [6]
    first = pg.match(["first-legal", "greedy"], deals=3, progress=False)
    assert run.bots["wins"] == first.bots["wins"]


def test_a_bot_may_sit_in_every_experiment_that_plays_rounds_once(tmp_path: Path) -> None:
    config = tmp_path / "t.toml"
    config.write_text('name = "t"\nruleset = "power-grab"\nformat = "round-robin"\npool = ["First", "greedy"]\nplayers = [2]\ndeals = 5\n')
    run = pg.tournament(config, bots=[First()], progress=False)
    assert sorted(set(run.bots["bot"])) == ["First", "greedy"]
    config.write_text('name = "s"\nruleset = "power-grab"\nline_up = ["greedy", "First"]\nhero = "greedy"\ndeals = 3\n[factors]\n"greedy.uno_call" = [0.5, 1.0]\n')
    run = pg.sweep(config, bots=[First()], progress=False)
    assert set(run.sweep["bot"]) == {"First", "greedy"}
    config.write_text(
        'name = "u"\nruleset = "power-grab"\nplayers = 2\nstart = "balanced"\nfield = ["First"]\nparams = ["hurt"]\nunit = "round"\n'
        "generations = 2\ndeals = 8\nvalidate = 20\none_step = 0\n"
    )
    run = pg.tune(config, bots=[First()], progress=False)
    assert "First" in set(run.validation["opponents"]) | {"field"}
    config.write_text('name = "b"\nruleset = "power-grab"\nline_ups = [["First", "greedy"]]\n[ledger]\ndeals = 4\n')
    with pytest.raises(pg.InputError, match="seat built-in policies"):
        pg.balance(config, bots=[First()], progress=False)


def test_it_plays_as_the_same_bot_of_ours() -> None:
    mine = pg.match([First(), "random", "greedy"], deals=40, progress=False)
    ours = pg.match(["first-legal", "random", "greedy"], deals=40, progress=False)
    assert mine.bots["wins"] == ours.bots["wins"]


def test_names_are_used_once() -> None:
    with pytest.raises(pg.InputError, match="two bots are called 'First'"):
        pg.match([First(), First()], deals=2, progress=False)

    class Greedy(First):
        name = "greedy"

    with pytest.raises(pg.InputError, match="two bots are called that"):
        pg.match([Greedy(), "random"], deals=2, progress=False)
    with pytest.raises(pg.InputError, match="letters A-Z"):
        Greedy.name = "my bot"
        pg.match([Greedy(), "random"], deals=2, progress=False)
