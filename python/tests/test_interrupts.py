"""Ctrl-C at random moments ends a call at once, with correct results of the finished part. POWERGRAB_LONG=1 tries 1,000 times."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from typing import Any, Callable, Iterator

import pytest

import powergrab as pg

N = 1000 if os.environ.get("POWERGRAB_LONG") else 40
LATE = 0.2 if os.environ.get("POWERGRAB_LONG") else 5.0
"""The limit in seconds for the time between the signal and the exception of 95 % of the calls, and half of the limit of all.

The short form only looks for hangs, as it runs on busy machines.
"""


@pytest.fixture(autouse=True)
def _interrupts_are_heard() -> Iterator[None]:
    """Restores the handler of SIGINT, which shells ignore in background jobs."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupted(call: Callable[[], Any], after: float) -> tuple[Any, float | None]:
    """Returns what the call returned or raised, and how long after the signal."""
    sent: list[float] = []

    def send() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, send)
    try:
        timer.start()
        result = call()
    except KeyboardInterrupt as stopped:
        return stopped, time.monotonic() - sent[0]
    finally:
        timer.cancel()
    try:
        # The signal may arrive late.
        timer.join()
        time.sleep(0.001)
    except KeyboardInterrupt:
        pass
    return result, None


def test_what_was_finished_is_right() -> None:
    rng = random.Random(1)
    whole = pg.match(["hoarder", "greedy*2"], deals=200, progress=False)
    late, kept = [], 0
    for _ in range(N):
        call = lambda: pg.match(["hoarder", "greedy*2"], deals=2_000_000, progress=rng.random() < 0.3)
        stopped, took = interrupted(call, rng.uniform(0.0, 0.15))
        assert isinstance(stopped, KeyboardInterrupt) and took is not None
        late.append(took)
        # A signal before the start of the work is an ordinary Ctrl-C.
        if isinstance(stopped, pg.Interrupted) and stopped.result is not None:
            run = stopped.result
            assert not run.complete and sum(run.bots["games"]) > 0
            n_deals = run.manifest["result"]["deals_done"]
            if kept % 10 == 0:
                again = pg.match(["hoarder", "greedy*2"], deals=n_deals, progress=False)
                assert again.bots.to_dict() == run.bots.to_dict()
            kept += 1
    assert kept > N / 2
    late.sort()
    assert late[len(late) * 95 // 100] < LATE, late[-5:]
    assert late[-1] < 2 * LATE, late[-5:]
    again = pg.match(["hoarder", "greedy*2"], deals=200, progress=False)
    assert again.bots.to_dict() == whole.bots.to_dict()


CALLS: dict[str, Callable[[], Any]] = {
    "sweep": lambda: pg.sweep("configs/sweep-quick.toml", deals=100_000, progress=False),
    "tune": lambda: pg.tune("configs/tune-champion-2.toml", progress=False),
    "balance": lambda: pg.balance("configs/balance.toml", progress=False),
    "tournament": lambda: pg.tournament("configs/quickstart.toml", deals=1_000_000, progress=False),
    "analyse": lambda: pg.analyse("power-grab hand=R5,R9,YD2,WT sizes=4,6,3 top=R3U under=B3,BS", playouts=10**12),
}


@pytest.mark.parametrize("name", CALLS)
def test_every_experiment_ends_at_once(name: str) -> None:
    rng = random.Random(name)
    for _ in range(max(3, N // 20)):
        stopped, took = interrupted(CALLS[name], rng.uniform(0.02, 0.4))
        if took is None:
            # The analysis had ended before.
            assert name == "analyse"
            continue
        assert isinstance(stopped, pg.Interrupted)
        assert took < 2 * LATE, took


def test_a_bot_of_python_can_be_stopped() -> None:
    class Slow(pg.Bot):
        def decide(self, view: pg.View, options: list[str]) -> str:
            time.sleep(0.001)
            return options[-1]

    stopped, took = interrupted(lambda: pg.match([Slow(), "greedy"], deals=100_000, progress=False), 0.5)
    assert isinstance(stopped, pg.Interrupted) and took is not None and took < 2 * LATE


def test_a_bar_that_raises_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    from powergrab import _progress

    def broken(self: Any, *_: Any) -> None:
        raise RuntimeError("no bar")

    monkeypatch.setattr(_progress.Bar, "__call__", broken)
    with pytest.raises(RuntimeError, match="no bar"):
        pg.match(["greedy*2"], deals=10_000_000)
