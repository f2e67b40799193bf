"""Bots written in Python: they play the same games as programs do, and fail in the same ways."""

from __future__ import annotations

import copy
import gc
import json
import pickle
import subprocess
import sys
import weakref
from collections.abc import Mapping
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

    def decide(self, view: pg.View, options: list[str]) -> str:
        seen = dict(view)
        game = seen.pop("game")
        answer = choose(seen, options, game.random, self.fault)
        self.log.add(game.number, seen, options, answer)
        return answer


class First(pg.Bot):
    """Takes the first option, as `first-legal` does."""

    def decide(self, view: pg.View, options: list[str]) -> str:
        return options[0]


def strategy(directory: Path, log: Path, fault: str | None = None) -> Path:
    """Writes the strategy file of the program."""
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
    assert bot.log.sorted() == Log.read(log.read_text()).sorted()
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


class Keeper(pg.Bot):
    """Keeps its views, and reads every second one during its decision."""

    def __init__(self) -> None:
        self.views: list[tuple[pg.View, dict[str, Any] | None]] = []

    def decide(self, view: pg.View, options: list[str]) -> str:
        at_once = {key: view[key] for key in view} if len(self.views) % 2 else None
        self.views.append((view, at_once))
        return options[-1]


def one_by_one(view: pg.View) -> dict[str, Any]:
    """Looks up each key that a view may have, before anything else."""
    keys = ["game", "top", "hand", "players", "question", "seat", "colour", "grid", "corner", "full", "on_turn", "next", "direction"]
    keys += ["dealer", "first", "round", "turn", "pile", "drawn", "colour_before", "open_bluff", "stack", "chosen", "line", "due"]
    return {key: view[key] for key in keys if key in view}


READS: dict[str, Any] = {
    "one by one": one_by_one,
    "get": lambda view: {key: view.get(key) for key in view},
    "dict": dict,
    "stars": lambda view: {**view},
    "keywords": lambda view: dict(**view),
    "items": lambda view: dict(view.items()),
    "keys and values": lambda view: dict(zip(view.keys(), view.values(), strict=True)),
    "copy": lambda view: view.copy(),
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
    "pickled": lambda view: pickle.loads(pickle.dumps(view)),
    "one key first": lambda view: (view["hand"], dict(view))[1],
}


@pytest.mark.parametrize("ruleset,seats", [("power-grab", 4), ("grid", 2)])
def test_a_view_is_the_same_however_it_is_read(ruleset: str, seats: int) -> None:
    early, late = Keeper(), Keeper()
    for bot in (early, late):
        pg.match([bot, *["random"] * (seats - 1)], ruleset, deals=4, seed=5, threads=1, progress=False)
    assert len(early.views) == len(late.views) > 100
    how = list(READS.values())
    for number, ((view, at_once), (again, _)) in enumerate(zip(early.views, late.views, strict=True)):
        # The games are over, and the views can still be read.
        read = how[number % len(how)](again)
        plain = dict(view)
        game, other = plain.pop("game"), read.pop("game")
        assert (game.number, game.seat, game.seats) == (other.number, other.seat, seats)
        assert json.dumps(plain, sort_keys=True) == json.dumps(read, sort_keys=True)
        assert at_once is None or {**plain, "game": game} == at_once == view
        assert list(view) == list(again) and len(view) == len(plain) + 1


def test_a_view_is_a_mapping_and_no_dictionary() -> None:
    keeper = Keeper()
    pg.match([keeper, "random"], deals=2, threads=1, progress=False)
    first, second = keeper.views[0][0], keeper.views[2][0]
    assert isinstance(first, Mapping) and not isinstance(first, dict)
    assert first == first and first == dict(first) and first != second
    other: Any = 7
    assert first != other and other not in first
    assert first["hand"] is first["hand"] is dict(first)["hand"]
    assert "no such key" not in first and first.get("no such key", 7) == 7 and first.get("no such key") is None
    match first:
        case {"question": question}:
            assert question == first["question"]
        case _:
            pytest.fail("a pattern of a mapping does not match")
    with pytest.raises(KeyError, match="no such key"):
        first["no such key"]
    for wrong in (lambda: hash(first), lambda: json.dumps(first), lambda: first[[]], pg.View):  # type: ignore[index]
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(TypeError):
        first["hand"] = []  # type: ignore[index]


def test_views_that_games_keep_are_collected() -> None:
    class Circular(pg.Bot):
        def __init__(self) -> None:
            self.games: list[weakref.ref[pg.Game]] = []

        def decide(self, view: pg.View, options: list[str]) -> str:
            game = view["game"]
            game.last = view
            self.games.append(weakref.ref(game))
            return options[0]

    bot = Circular()
    pg.match([bot, "random"], deals=3, progress=False)
    gc.collect()
    assert len(bot.games) > 10 and not any(game() for game in bot.games)


def test_a_bot_may_change_its_mind() -> None:
    class Learner(pg.Bot):
        n_later = 0

        def decide(self, view: pg.View, options: list[str]) -> str:
            self.decide = self.later  # type: ignore[method-assign]
            return options[0]

        def later(self, view: pg.View, options: list[str]) -> str:
            self.n_later += 1
            return options[0]

    learner = Learner()
    pg.match([learner, "random"], deals=2, progress=False)
    assert learner.n_later > 10


def test_a_bot_that_imports_threading_lets_the_interpreter_end() -> None:
    # Python takes the thread that first imports `threading` for the main thread, and joins it at exit.
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


@pytest.mark.parametrize("threads", [1, 2])
def test_a_bot_may_play_runs_while_it_decides(threads: int) -> None:
    program = (
        "import powergrab as pg\n"
        "class First(pg.Bot):\n"
        "    def decide(self, view, options):\n"
        "        return options[0]\n"
        "class Planner(First):\n"
        "    def decide(self, view, options):\n"
        f"        inner = pg.match([First(), 'greedy'], deals=1, threads={threads}, progress=False)\n"
        "        assert inner.bots['games'] == [2, 2]\n"
        "        return options[0]\n"
        f"planned = pg.match([Planner(), 'greedy'], deals=3, threads={threads}, unit='round', progress=False)\n"
        f"first = pg.match([First(), 'greedy'], deals=3, threads={threads}, unit='round', progress=False)\n"
        "assert planned.faults['games'] == [], planned.faults.to_dict()\n"
        "assert planned.bots['wins'] == first.bots['wins']\n"
        "print('played')\n"
    )
    played = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert played.stdout == "played\n", played.stderr


def test_an_exception_is_a_crash_with_its_line() -> None:
    class Broken(pg.Bot):
        def decide(self, view: pg.View, options: list[str]) -> str:
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
    with pytest.raises(pg.InputError, match="use built-in bots"):
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
