"""Runs compared, experiments planned."""

from __future__ import annotations

import os
from typing import Sequence

from . import _arguments as arguments
from . import _native
from ._arguments import public
from ._bots import Bot
from ._errors import Error, spoken
from ._experiments import Deals, Ruleset, Scope, conduct, warn
from ._run import Run, load
from ._table import Table


class Answers:
    """Answers to a question: `table` holds them, and `print` shows what the command line prints."""

    def __init__(self, native: _native.Answers) -> None:
        self.table = Table(native.table)
        """A row for each answer."""
        self.text: str = native.text
        """What the command line prints."""
        self.notes: list[str] = native.notes
        """How it was done, and what to bear in mind."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<powergrab {self.table.name}: {len(self.table)} rows; print() shows them>"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def _finished(name: str, run: Run | str | os.PathLike[str]) -> tuple[_native.Run, str]:
    """A run, and what messages call it."""
    if isinstance(run, Run):
        return run._native, name
    if isinstance(run, (str, os.PathLike)):
        return load(run)._native, os.fspath(run)
    raise TypeError(f"{name}={run!r}: a run, or the path of its directory is needed")


@public
def compare(a: Run | str | os.PathLike[str], b: Run | str | os.PathLike[str], *, metrics: bool = True) -> Answers:
    """Compares two finished runs of :func:`match` or :func:`tournament`, paired where they played the same deals.

    `a` and `b` are runs or their directories. A row of the table is what both have: a bot's wins and points or, with `metrics`, a
    metric of rounds. `difference` is that of `b` less that of `a`.
    """
    (first, name), (second, other) = _finished("a", a), _finished("b", b)
    try:
        return Answers(_native.compare(first, second, (name, other), arguments.flag("metrics", metrics)))
    except Error as error:
        error.args = (spoken(str(error)),)
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
    """Says how many deals and minutes a question takes, from a pilot run.

    `effect` is the difference of win rates to be found (0.002 is 0.2 percentage points), `power` how probable it shall be that it is
    found, if it is there. The pilot plays deals that no match or tournament plays. Minutes depend on the machine.
    """
    scope = Scope()
    names, rules, which = scope.line_up(bots), scope.ruleset(ruleset), arguments.deals(pilot, "pilot")
    asked = arguments.number("effect", effect), arguments.number("power", power)
    seats, own_seed = arguments.maybe_whole("players", players, 2, arguments.SEATS), arguments.whole("seed", seed)
    unit = arguments.text("unit", unit)
    native = conduct(
        scope,
        threads,
        progress,
        lambda means: _native.plan(*asked, seats, names, rules, unit, which, own_seed, means),
    )
    warn(native.failures)
    return Answers(native)
