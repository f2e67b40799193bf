"""Single games, to look at."""

from __future__ import annotations

import html
import json
import os
from functools import cached_property
from typing import Any, Sequence

from . import _arguments as arguments
from . import _native
from ._arguments import public
from ._bots import Bot
from ._call import Path, Ruleset, Scope, run_native, warn
from ._errors import ResultsError


class Games:
    """Games that were played. A notebook shows them as a page to step through, `print` as plain text."""

    def __init__(self, native: _native.PlayedGames) -> None:
        self._native = native

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        """The events of the trace (docs/TRACE.md), all cards open."""
        return [json.loads(line) for line in self._native.lines]

    @property
    def trace(self) -> str:
        """The trace as text, which `verify` reads."""
        return "".join(f"{line}\n" for line in self._native.lines)

    @property
    def page(self) -> str:
        """A page of HTML that steps through the games, and needs no other file."""
        return self._native.page

    def write(self, path: Path) -> None:
        """Writes the trace to a file, or the page if its name ends in `.html`."""
        text = self.page if os.fspath(path).endswith(".html") else self.trace
        part = f"{os.fspath(path)}.part"
        try:
            with open(part, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            os.replace(part, path)
        except OSError as error:
            raise ResultsError(f"{os.fspath(path)}: {error}") from error
        finally:
            if os.path.exists(part):
                os.remove(part)

    def __str__(self) -> str:
        return self._native.told

    def __repr__(self) -> str:
        n = sum(event["event"] == "game" for event in self.events)
        return f"<powergrab games: {n}, {len(self.events)} events; print() shows them>"

    def _repr_html_(self) -> str:
        # In a frame, so that the styles and keys of page and notebook do not mix.
        page = html.escape(self.page)
        return f'<iframe srcdoc="{page}" sandbox="allow-scripts" width="100%" height="640" style="border:0" title="games, step by step"></iframe>'


@public
def play(
    bots: Sequence[str | os.PathLike[str] | Bot],
    ruleset: Ruleset = "power-grab",
    *,
    seed: int = 1,
    line_up: int = 0,
    deal: int = 0,
    games: int = 1,
    rotation: int = 0,
    order: str = "cyclic",
    unit: str = "game",
) -> Games:
    """Plays single games of :func:`match` with the same bots, seed, order and unit, from `deal` on.

    A row of records names its `deal` and `rotation`, with which this shows its game. `bots` and `ruleset` are those of `match`. If the
    line-ups of a tournament have their own deals, `line_up` is the line-up's index among those of its table, from 0.
    """
    scope = Scope()
    names, rules = scope.line_up(bots), scope.ruleset(ruleset)
    seed, deal = arguments.whole("seed", seed), arguments.whole("deal", deal)
    line_up, games, rotation = (
        arguments.whole(name, value, low, 2**63 - 1)
        for name, value, low in [("line_up", line_up, 0), ("games", games, 1), ("rotation", rotation, 0)]
    )
    order, unit = arguments.text("order", order), arguments.text("unit", unit)
    played = run_native(
        scope,
        1,
        False,
        _native.PlayedGames,
        Games,
        lambda options: _native.play(names, rules, seed, line_up, deal, games, rotation, order, unit, options),
    )
    warn(played._native.failures)
    return played
