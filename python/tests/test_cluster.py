"""Experiments whose tasks an executor plays give the results of one machine."""

from __future__ import annotations

import os
import pathlib
import shutil
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Callable, Iterator

import pytest

import powergrab as pg


class First(pg.Bot):
    """Takes the first option."""

    def decide(self, view: pg.View, options: list[str]) -> str:
        return options[0]


TOURNAMENT = {
    "name": "small",
    "ruleset": "power-grab",
    "format": "round-robin",
    "pool": ["random", "greedy", "hoarder"],
    "players": [2, 3],
    "deals": 20,
    "unit": "round",
}
SWEEP = {
    "name": "swept",
    "line_up": ["balanced", "greedy"],
    "deals": 16,
    "unit": "round",
    "finalists": 1,
    "factors": {"balanced.uno_call": [0.5, 0.7, 1.0]},
}
TUNE = {
    "name": "tuned",
    "ruleset": "power-grab",
    "players": 2,
    "start": "balanced",
    "field": ["greedy"],
    "params": ["bluff"],
    "unit": "round",
    "generations": 2,
    "deals": 20,
    "validate": 20,
}
BALANCE = {"name": "worths", "line_ups": [["greedy", "random"]], "ablations": {"deals": 8}}


class Here:
    """An executor that plays at once, in this process."""

    def __init__(self) -> None:
        self.n_tasks = 0

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        self.n_tasks += 1
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args))
        except Exception as error:
            future.set_exception(error)
        return future


class Elsewhere(Here):
    """An executor that plays in another directory, as on another machine."""

    def __init__(self, directory: pathlib.Path) -> None:
        super().__init__()
        self.directory = directory

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        caller = pathlib.Path.cwd()
        os.chdir(self.directory)
        try:
            return super().submit(function, *args)
        finally:
            os.chdir(caller)


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


def same(own: pg.Run, shared: pg.Run) -> None:
    """Checks that two runs have the same files, but for their time."""
    assert set(own.files) - {"timing.json"} == set(shared.files) - {"timing.json"}
    for file in set(own.files) - {"timing.json"}:
        assert own.file(file) == shared.file(file), file
    assert own.text == shared.text


@pytest.mark.parametrize(
    "play",
    [
        lambda **how: pg.match(["hoarder", "greedy*2"], deals=30, **how),
        lambda **how: pg.match(["greedy", "random"], pg.Rules("power-grab", towers="UN"), deals=20, **how),
        lambda **how: pg.match([First(), "random"], deals=10, unit="round", **how),
        lambda **how: pg.tournament(TOURNAMENT, **how),
        lambda **how: pg.sweep(SWEEP, **how),
        lambda **how: pg.sweep(SWEEP, halving=True, **how),
        lambda **how: pg.tune(TUNE, **how),
        lambda **how: pg.balance(BALANCE, **how),
    ],
)
def test_an_executor_makes_the_results_of_one_machine(play: Callable[..., pg.Run]) -> None:
    executor = Here()
    same(play(progress=False), play(progress=False, executor=executor, shards=4))
    assert executor.n_tasks > 1


def test_processes_play_the_tasks(processes: ProcessPoolExecutor) -> None:
    own = pg.match(["greedy", "random"], deals=40, progress=False)
    same(own, pg.match(["greedy", "random"], deals=40, progress=False, executor=processes, shards=8))


def test_weights_travel_to_the_workers(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    caller, worker = tmp_path / "caller", tmp_path / "worker"
    caller.mkdir()
    worker.mkdir()
    shutil.copy(pathlib.Path(__file__).parents[2] / "strategies/uno-v1.pgnet", caller / "mine.pgnet")
    (caller / "mine.toml").write_text('policy = "net"\n[params]\nweights = "mine.pgnet"\n')
    monkeypatch.chdir(caller)
    own = pg.match(["mine.toml", "greedy"], deals=8, unit="round", progress=False)
    same(own, pg.match(["mine.toml", "greedy"], deals=8, unit="round", progress=False, executor=Elsewhere(worker), shards=2))


def test_what_cannot_be_shared_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TypeError, match="executor"):
        pg.match(["greedy", "random"], deals=4, progress=False, executor=object())  # type: ignore[arg-type]
    with pytest.raises(pg.InputError, match="1 to 1000000 parts"):
        pg.match(["greedy", "random"], deals=4, progress=False, executor=Here(), shards=0)
    slow = "monte-carlo:milliseconds=5"
    with pytest.raises(pg.InputError, match="milliseconds"):
        pg.match([slow, "random"], deals=4, progress=False, executor=Here(), shards=2)

    with pytest.raises(pg.InputError, match="threads"):
        pg.match(["greedy", "random"], deals=4, threads=2, progress=False, executor=Here())
    with pytest.raises(TypeError, match="executor"):
        pg.match(["greedy", "random"], deals=4, progress=False, executor=Here)  # type: ignore[arg-type]

    executor = Here()
    submit = executor.submit
    monkeypatch.setattr(executor, "submit", lambda function, own, files, task, scope: submit(function, own, files, "1/2", scope))
    with pytest.raises(pg.InputError, match="for task 2/2, instead of the shard round-1/part-2-of-2"):
        pg.match(["greedy", "random"], deals=4, progress=False, executor=executor, shards=2)
    monkeypatch.setattr(executor, "submit", lambda function, own, *rest: submit(function, "0.0.9 (commit x)", *rest))
    with pytest.raises(pg.InputError, match="the worker has powergrab .*, and the caller has 0.0.9"):
        pg.match(["greedy", "random"], deals=4, progress=False, executor=executor, shards=2)
