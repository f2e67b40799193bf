"""Wrong calls raise exceptions that say what is needed, and never abort. Tries 1,000 of them."""

from __future__ import annotations

import multiprocessing
import pathlib
import random
import re
import subprocess
import sys
import textwrap
import threading
import traceback
from typing import Any, Callable

import numpy
import pytest

import powergrab as pg

gymnasium = pytest.importorskip("gymnasium")

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
    "why": (pg.why, ["a", "b", "ruleset", "deals", "seed", "unit", "seats", "field", "search_deals", "kinds", "orders", "positions", "threads"]),
    "distil": (pg.distil, ["teacher", "ruleset", "deals", "seed", "unit", "seats", "lines", "field", "search_deals", "name", "threads"]),
    "review": (pg.review, ["bots", "ruleset", "deals", "seed", "unit", "playout", "worlds", "search", "kinds", "positions", "threads"]),
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
    "why": {"a": "greedy", "b": "random", "deals": 2, "search_deals": 2, "unit": "round"},
    "distil": {"teacher": "balanced", "deals": 4, "search_deals": 4, "lines": 1, "unit": "round"},
    "review": {"bots": ["greedy", "random"], "deals": 4, "unit": "round", "positions": 1},
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
        if name in ("match", "tournament", "sweep", "tune", "balance", "why", "review", "distil"):
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
        (lambda: pg.match(["greedy"] * 2, deals=0, progress=False), "deals=0: a whole number from 1 to"),
        (lambda: pg.match(["greedy"] * 2, unit="hand", progress=False), "one of game, round"),
        (lambda: pg.match(["greedy"] * 2, threads=0, progress=False), "from 1 to 1024"),
        (lambda: pg.Rules("power-grab", tower="UN"), "did you mean `towers`"),
        (lambda: pg.Rules("power-grab", hand_size=99), "from 1 to 60"),
        (lambda: pg.Rules("power-grab", hand_size=object()), "is no value of a configuration"),
        (lambda: pg.load("configs"), "manifest.json: is missing"),
        (lambda: pg.analyse("power-grab hand=R5"), "position:"),
        (lambda: pg.verify("configs/quickstart.toml"), "quickstart.toml"),
    ],
)
def test_messages_carry_the_remedy(call: Callable[[], Any], remedy: str) -> None:
    with pytest.raises((pg.InputError, pg.MissingError), match=remedy):
        call()


SEEDS = {
    "match": lambda seed: pg.match(["greedy*2"], deals=2, seed=seed, progress=False),
    "play": lambda seed: pg.play(["greedy*2"], seed=seed),
    "plan": lambda seed: pg.plan(0.01, bots=["greedy*2"], pilot=5, seed=seed, progress=False),
    "analyse": lambda seed: pg.analyse("power-grab hand=R5,R9 sizes=2,2 top=R3", playouts=8, seed=seed),
    "tournament": lambda seed: pg.tournament("configs/quickstart.toml", deals=1, seed=seed, progress=False),
    "sweep": lambda seed: pg.sweep("configs/sweep-quick.toml", deals=1, seed=seed, progress=False),
    "GameEnv": lambda seed: pg.GameEnv(seed=seed),
    "VectorEnv": lambda seed: pg.VectorEnv(seed=seed),
    "pettingzoo": lambda seed: pg.pettingzoo.env(seed=seed),
    "GameEnv.reset": lambda seed: pg.GameEnv().reset(seed=seed),
    "VectorEnv.reset": lambda seed: pg.VectorEnv().reset(seed=seed),
    "pettingzoo.reset": lambda seed: pg.pettingzoo.env().reset(seed=seed),
}


@pytest.mark.parametrize("name", SEEDS)
def test_a_wrong_seed_is_named_with_its_range_everywhere(name: str) -> None:
    for seed in [-1, 2**64, "7", 5.7, True, [1, 2], *([None] if name in ("match", "play", "plan", "analyse") else [])]:
        with pytest.raises((pg.InputError, TypeError), match=r"seed(=.* a whole number from 0 to 18446744073709551615|: give one whole)"):
            SEEDS[name](seed)


def test_numbers_of_numpy_are_taken_everywhere(small: pg.Run) -> None:
    whole, yes = numpy.int64, numpy.bool_(True)
    run = pg.match(["hoarder", "greedy*3"], deals=whole(100), seed=numpy.uint8(1), threads=whole(2), progress=~yes)
    assert run.bots.to_dict() == small.bots.to_dict()
    assert str(pg.play(["greedy*2"], seed=whole(2), deal=whole(1), games=whole(2))).count("wins the game") >= 1
    pg.sweep("configs/sweep-quick.toml", deals=whole(1), seed=whole(1), halving=~yes, progress=~yes)
    pg.analyse("power-grab hand=R5,R9 sizes=2,2 top=R3", playouts=whole(8), seed=whole(1), beliefs=yes)
    pg.Rules("power-grab", hand_size=whole(9), instant_uno=~yes)
    env = pg.VectorEnv(num_envs=whole(2), players=whole(4), learners=numpy.array([0]), opponents=["greedy*3"], seed=whole(1), threads=whole(1), copy=yes)
    env.reset(seed=whole(3))
    assert env.deal(whole(1)) == 1 << 32
    one = pg.VectorEnv(players=4, learners=[0], opponents="greedy*3", seed=1)
    assert (one.reset()[0] == pg.VectorEnv(players=4, learners=[0], opponents="greedy", seed=1).reset()[0]).all()
    mode = gymnasium.vector.AutoresetMode.NEXT_STEP
    assert pg.VectorEnv(autoreset=mode).metadata["autoreset_mode"] == pg.VectorEnv(autoreset="next-step").metadata["autoreset_mode"] == mode


def test_an_action_is_a_whole_number() -> None:
    env, many = pg.GameEnv(opponents="random"), pg.pettingzoo.env()
    env.reset(seed=1)
    many.reset(seed=1)
    for step in (env.step, many.step):
        for action in (5.7, "5", True, [5]):
            with pytest.raises(TypeError, match="action=.*a whole number"):
                step(action)
    env.step(numpy.flatnonzero(env.action_masks())[0])


@pytest.mark.parametrize(
    "call, said",
    [
        (lambda: pg.match(["greedy*2"], unit=3), "unit=3: a text is needed"),
        (lambda: pg.match([3, "greedy"]), "bots=3: a bot's name"),
        (lambda: pg.match(["greedy*2"], ruleset=7), "ruleset=7: a ruleset's name"),
        (lambda: pg.match(["greedy*2"], progress="no"), "progress='no': True or False"),
        (lambda: pg.match(["greedy*2"], threads=1.5), "threads=1.5: a whole number from 1 to 1024"),
        (lambda: pg.tournament(7), "config=7: the path of a TOML file, or a dictionary"),
        (lambda: pg.sweep("configs/sweep-quick.toml", halving="yes"), "halving='yes': True or False"),
        (lambda: pg.balance("configs/balance.toml", scale="x"), "scale='x': a number is needed"),
        (lambda: pg.Rules(7), "base=7: a ruleset's name or file"),
        (lambda: pg.load(7), "directory=7: the path of a run's directory"),
        (lambda: pg.verify(7), "trace=7: the path of a trace"),
        (lambda: pg.compare(7, 8), "a=7: a run, or the path"),
        (lambda: pg.plan("x"), "effect='x': a number"),
        (lambda: pg.VectorEnv(7), "rules=7: a ruleset's name"),
        (lambda: pg.VectorEnv(players="4"), "players='4': a whole number from 2 to 10"),
        (lambda: pg.VectorEnv(learners=3), "learners=3: a list of seats"),
        (lambda: pg.VectorEnv(learners=[0], opponents=[3]), "opponents=3: bots are given"),
        (lambda: pg.VectorEnv(unit=None), "unit=None: a text"),
        (lambda: pg.GameEnv(learner="0"), "learner='0': a whole number"),
    ],
)
def test_wrong_types_name_the_argument(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(TypeError, match=re.escape(said)):
        call()


@pytest.mark.parametrize(
    "call, said",
    [
        (lambda: pg.sweep({"name": "x"}), "config: key `line_up`: is missing"),
        (lambda: pg.tune({"name": "x"}), "config: key `players`: is missing"),
        (lambda: pg.balance({"name": "x", "line_ups": [["greedy", "random"]], "optimise": {}}), "config: key"),
        (lambda: pg.balance({"name": "x", "line_ups": [["greedy", {1}]]}), "config.line_ups: a set is no value"),
        (
            lambda: pg.tournament({"name": "x", "format": "round-robin", "players": [2], "pool": ["greedy", "random"]}),
            "config: key `deals`: is missing; set it there or give deals",
        ),
        (lambda: pg.plan(0.01, bots=["greedy*3"], players=2, progress=False), "bots names 3 bots for 2 players"),
    ],
)
def test_errors_of_dictionaries_speak_of_keys_and_arguments(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(pg.InputError) as caught:
        call()
    message = str(caught.value)
    assert said in message and ".toml:" not in message and "--" not in message, message


def test_a_traceback_has_no_inner_frames(small: pg.Run) -> None:
    for call in [
        lambda: pg.match(["horder*2"], progress=False),
        lambda: pg.Rules("power-grab", tower="UN"),
        lambda: pg.VectorEnv(seed=-1),
        lambda: pg.tournament({"name": "x"}),
        lambda: small.bots.plot(x="nothing"),
    ]:
        with pytest.raises(pg.InputError) as caught:
            call()
        inside = [entry for entry in traceback.extract_tb(caught.value.__traceback__) if entry.filename != __file__]
        assert len(inside) == 1 and caught.value.__cause__ is None and caught.value.__suppress_context__, inside


@pytest.mark.parametrize("name", ["NA", "007", "nan", "None", "1e5", "true"])
def test_names_that_readers_of_csv_do_not_take_for_names_are_refused(name: str, tmp_path: pathlib.Path) -> None:
    class Mine(pg.Bot):
        def decide(self, view: pg.View, options: list[str]) -> str:
            return options[0]

    own = Mine()
    own.name = name
    file = tmp_path / f"{name}.toml"
    file.write_text('policy = "greedy"\n')
    for call in [
        lambda: pg.match([own, "greedy"], deals=2, progress=False),
        lambda: pg.match([file, "greedy"], deals=2, progress=False),
        lambda: pg.Rules("power-grab", towers="UN", name=name),
    ]:
        with pytest.raises(pg.InputError, match="not a number, nor a word like NA"):
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


def ended(program: str, seconds: float = 60) -> int:
    """Returns the exit code of a program."""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", textwrap.dedent(program)], timeout=seconds, capture_output=True, text=True)
    assert "panicked" not in done.stderr and "Fatal" not in done.stderr, done.stderr
    return done.returncode


def test_environments_with_threads_step_after_a_fork() -> None:
    program = """
        import os, sys, powergrab as pg
        env = pg.VectorEnv(num_envs=500, players=2, threads=2, seed=1)
        env.reset()
        child = os.fork()
        if child == 0:
            other = pg.VectorEnv(num_envs=500, players=2, seed=1)
            other.reset()
            _, info = env.reset()
            same = (env.step(info["legal"][:, 0])[0] == (other.reset(), other.step(info["legal"][:, 0]))[1][0]).all()
            del env
            os._exit(0 if same else 2)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
    assert ended(program) == 0


def test_records_after_a_fork_are_refused() -> None:
    program = """
        import os, sys, powergrab as pg
        run = pg.match(["greedy*2"], deals=5, records="games", progress=False)
        child = os.fork()
        if child == 0:
            try:
                list(run.records)
            except pg.ResultsError as e:
                os._exit(0 if "spawn" in str(e) else 2)
            os._exit(1)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
    assert ended(program) == 0


BOT = """
        import sys, threading, time, powergrab as pg
        class Mine(pg.Bot):
            def decide(self, view, options):
                time.sleep(0.0001)
                return options[0]
        class Many(pg.Bot):
            def decide_batch(self, observations, masks):
                return masks.argmax(axis=1)
        """


@pytest.mark.parametrize(
    "work",
    [
        "pg.match([Mine(), 'greedy'], deals=10**6, progress=False)",
        "pg.match([Many(), 'greedy'], deals=10**6, progress=False)",
        "pg.match(['greedy*2'], deals=10**8, progress=False)",
        "list(pg.match([Mine(), 'greedy'], deals=3, progress=False, records='decisions').records)",
        "pg.VectorEnv(num_envs=500, learners=[0], opponents='balanced').reset()",
        "pg.GameEnv(opponents='balanced').reset()",
    ],
)
def test_the_interpreter_ends_while_threads_play(work: str) -> None:
    program = f"""{BOT}
        def play():
            while True:
                {work}
        for _ in range(2):
            threading.Thread(target=play, daemon=True).start()
        time.sleep(1)
        sys.exit(3)
        """
    assert ended(program) == 3


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
