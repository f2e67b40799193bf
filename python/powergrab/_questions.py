"""Comparison of runs, and planning of experiments."""

from __future__ import annotations

import os
from typing import Sequence

from . import _arguments as arguments
from . import _native
from ._arguments import public
from ._bots import Bot
from ._call import Ruleset, Scope, run_native, warn
from ._errors import Error, in_python_terms
from ._experiments import Deals
from ._run import Run, load
from ._table import Table


class Answers:
    """Answers to a question, in `table`. `print` shows them as the command line does."""

    def __init__(self, native: _native.Answers) -> None:
        self.table = Table(native.table)
        """A row for each answer."""
        self.text: str = native.text
        """The text that the command line prints."""
        self.notes: list[str] = native.notes
        """Notes on the method and its limits."""
        self._failures = native.failures

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<powergrab {self.table.name}: {len(self.table)} rows; print() shows them>"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def _finished(name: str, run: Run | str | os.PathLike[str]) -> tuple[_native.Run, str]:
    """Returns a run, and its name in messages."""
    if isinstance(run, Run):
        return run._native, name
    if isinstance(run, (str, os.PathLike)):
        return load(run)._native, os.fspath(run)
    raise TypeError(f"{name}={run!r}: a run, or the path of its directory is needed")


@public
def compare(a: Run | str | os.PathLike[str], b: Run | str | os.PathLike[str], *, metrics: bool = True) -> Answers:
    """Compares two finished runs of :func:`match` or :func:`tournament`, paired where they played the same deals.

    `a` and `b` are runs or their directories. A row of the table compares a figure of both: a bot's wins or points or, with `metrics`, a
    metric of rounds. `difference` is the figure of `b` minus that of `a`.
    """
    (first, name), (second, other) = _finished("a", a), _finished("b", b)
    try:
        return Answers(_native.compare(first, second, (name, other), arguments.flag("metrics", metrics)))
    except Error as error:
        error.args = (in_python_terms(str(error)),)
        raise


@public
def plan(
    effect: float,
    power: float = 0.9,
    *,
    players: int | None = None,
    bots: Sequence[str | os.PathLike[str] | Bot] = (),
    ruleset: Ruleset = "power-grab",
    unit: str = "game",
    pilot: Deals = 1000,
    seed: int = 1,
    threads: int | None = None,
    progress: bool = True,
) -> Answers:
    """Estimates from a pilot run how many deals and minutes a question takes.

    `effect` is the smallest difference of win rates to detect (0.002 is 0.2 percentage points), `power` the probability of detecting it. The
    pilot plays deals that no match or tournament plays. Minutes depend on the machine.
    """
    scope = Scope()
    names, rules, which = scope.line_up(bots), scope.ruleset(ruleset), arguments.deals(pilot, "pilot")
    given = arguments.number("effect", effect), arguments.number("power", power)
    seats, own_seed = arguments.maybe_whole("players", players, 2, arguments.SEATS), arguments.whole("seed", seed)
    unit = arguments.text("unit", unit)
    answers = run_native(
        scope,
        threads,
        progress,
        _native.Answers,
        Answers,
        lambda options: _native.plan(*given, seats, names, rules, unit, which, own_seed, options),
    )
    warn(answers._failures)
    return answers
