"""Wrong calls end in exceptions that say what would be right, never in an abort. 1,000 of them are tried."""

from __future__ import annotations

import multiprocessing
import random
import subprocess
import sys
import textwrap
import threading
from typing import Any, Callable

import pytest

import powergrab as pg

JUNK: list[Any] = [
    None, True, 0, -1, 2**63, 2**64, 10**30, 1.5, float("nan"), float("inf"), "", " ", "greedy", "\0", "\ud800", "é" * 300, "../..",
    "/dev/null", "/no/such/file.toml", "greedy*0", "greedy*99", "a:b=c", "::", "=", b"bytes", [], [[]], {}, {"a": 1}, (), object(), range(3),
    range(0, 10, 2), range(5, 1), lambda: 1, int, pg, ["greedy"], ["greedy"] * 11, [None, None], {"greedy", "random"},
]
TARGETS: dict[str, tuple[Callable[..., Any], list[str]]] = {
    "match": (pg.match, ["bots", "ruleset", "deals", "seed", "unit", "order", "threads"]),
    "tournament": (pg.tournament, ["config", "deals", "seed", "unit", "order", "bots", "rules", "threads"]),
    "sweep": (pg.sweep, ["config", "deals", "seed", "halving", "bots", "threads"]),
    "tune": (pg.tune, ["config", "seed", "self_play", "bots", "threads"]),
    "balance": (pg.balance, ["config", "seed", "scale", "optimise", "bots", "threads"]),
    "Rules": (pg.Rules, ["base", "name", "towers", "hand_size", "deck", "points", "nonsense"]),
    "analyse": (pg.analyse, ["position", "trace", "line", "question", "value", "playout", "playouts", "seconds", "seed"]),
    "verify": (pg.verify, ["trace"]),
    "load": (pg.load, ["directory"]),
}
GOOD: dict[str, dict[str, Any]] = {
    "match": {"bots": ["greedy", "random"], "deals": 2},
    "tournament": {"config": "configs/quickstart.toml", "deals": 1},
    "sweep": {"config": "configs/sweep-quick.toml", "deals": 1},
    "tune": {"config": "/no/such.toml"},
    "balance": {"config": "configs/balance.toml", "scale": 1e-6},
    "Rules": {},
    "analyse": {"position": "power-grab hand=R5,R9 sizes=2,2 top=R3", "playouts": 8},
    "verify": {},
    "load": {},
}
EXPECTED = (pg.Error, TypeError, ValueError, OverflowError)


def test_a_thousand_wrong_calls() -> None:
    rng = random.Random(5)
    refused = 0
    for number in range(1000):
        name = rng.choice(list(TARGETS))
        call, keys = TARGETS[name]
        words = dict(GOOD[name])
        for key in rng.sample(keys, min(len(keys), rng.choice([1, 1, 2]))):
            words[key] = rng.choice(JUNK)
        if name in ("match", "tournament", "sweep", "tune", "balance"):
            words["progress"] = False
            if words.get("deals") in (2**63, "0..100000"):
                words["deals"] = 1
            if words.get("scale") is True:  # That is 1, and a whole run of balance.
                words["scale"] = 1e-6
        try:
            call(**words)
        except EXPECTED as error:
            refused += 1
            assert str(error), (name, words)
    assert refused > 700, refused


@pytest.mark.parametrize(
    "call,remedy",
    [
        (lambda: pg.match(["horder", "greedy"], progress=False), "did you mean `hoarder`"),
        (lambda: pg.match(["greedy"], progress=False), "a match has 2 to"),
        (lambda: pg.match(["greedy*x"], progress=False), "like greedy\\*3"),
        (lambda: pg.match(["sheriff:challeng_at=2", "greedy"], progress=False), "did you mean `challenge_at`"),
        (lambda: pg.match(["greedy"] * 2, "power-grub", progress=False), "did you mean `power-grab`"),
        (lambda: pg.match(["greedy"] * 2, deals=0, progress=False), "at least 1 must be played"),
        (lambda: pg.match(["greedy"] * 2, unit="hand", progress=False), "one of game, round"),
        (lambda: pg.match(["greedy"] * 2, threads=0, progress=False), "from 1 to 1024"),
        (lambda: pg.Rules("power-grab", tower="UN"), "did you mean `towers`"),
        (lambda: pg.Rules("power-grab", hand_size=99), "from 1 to 60"),
        (lambda: pg.Rules("power-grab", hand_size=object()), "is no value of a configuration"),
        (lambda: pg.load("configs"), "manifest.json: is not there"),
        (lambda: pg.analyse("power-grab hand=R5"), "position:"),
        (lambda: pg.verify("configs/quickstart.toml"), "quickstart.toml"),
    ],
)
def test_messages_carry_the_remedy(call: Callable[[], Any], remedy: str) -> None:
    with pytest.raises((pg.InputError, pg.MissingError), match=remedy):
        call()


def test_types_are_looked_at(small: pg.Run) -> None:
    with pytest.raises(TypeError, match="a list with an entry for each seat"):
        pg.match("greedy", progress=False)
    with pytest.raises(TypeError, match="a number of deals like"):
        pg.match(["greedy*2"], deals=1.5, progress=False)  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match="it has bots, seats"):
        small.bot  # noqa: B018
    with pytest.raises(pg.InputError, match='has no column "winrate"'):
        small.bots["winrate"]
    with pytest.raises(pg.InputError, match="no row has a win_rate where"):
        small.bots.plot(where={"bot": "random"})


def test_after_a_fork_work_is_refused_and_does_not_hang() -> None:
    program = textwrap.dedent(
        """
        import os, sys, powergrab as pg
        pg.match(["greedy*2"], deals=5, progress=False)
        child = os.fork()
        if child == 0:
            try:
                pg.match(["greedy*2"], deals=5, progress=False)
            except pg.ResultsError as e:
                os._exit(0 if "spawn" in str(e) else 2)
            os._exit(1)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], timeout=60)
    assert done.returncode == 0


def spawned(deals: int) -> list[int]:
    return pg.match(["greedy*2"], deals=deals, progress=False).bots["games"]


def test_a_spawned_process_plays() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply_async(spawned, (5,)).get(timeout=60) == [20]


def test_many_threads_may_call_at_once(small: pg.Run) -> None:
    found: list[bool] = []

    def play() -> None:
        run = pg.match(["hoarder", "greedy*3"], deals=100, progress=False)
        found.append(run.bots.to_dict() == small.bots.to_dict())

    threads = [threading.Thread(target=play) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert found == [True] * 8
