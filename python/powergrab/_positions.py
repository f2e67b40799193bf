"""Single positions, and traces."""

from __future__ import annotations

from dataclasses import dataclass

from . import _arguments as arguments
from . import _native
from ._arguments import public
from ._call import Path, Scope, path, run_native
from ._table import Table


class Board:
    """The values of the options of one decision, best first."""

    def __init__(self, native: _native.Board) -> None:
        self.position: str = native.position
        """The position's text."""
        self.decided: bool = native.decided
        """Whether each other option is known to be worse than the best, or as good."""
        self.playouts: int = native.playouts
        """The number of playouts."""
        self.table = Table(native.table)
        """The options: value, interval, loss against the best."""

    @property
    def best(self) -> str:
        """The best option."""
        return str(self.table["option"][0])

    def __repr__(self) -> str:
        state = "decided" if self.decided else "not decided"
        return f"<powergrab board: {self.best} of {len(self.table)} options, {state} after {self.playouts} playouts>"

    def _repr_html_(self) -> str:
        return f"<p><code>{self.position}</code></p>{self.table._repr_html_()}"


@public
def analyse(
    position: str | None = None,
    *,
    trace: Path | None = None,
    line: int | None = None,
    question: int | None = None,
    value: str = "game",
    playout: str | None = None,
    beliefs: bool = True,
    playouts: int | None = None,
    seconds: float | None = None,
    seed: int = 1,
    threads: int | None = None,
) -> Board:
    """Estimates the value of each option of one decision, given by a position's text (docs/analysis.md) or a line of a trace.

    `value` is `"game"`, `"points"` or `"round"`. The analysis stops when the question is decided, or after the given `playouts` or `seconds`;
    with `seconds` the result depends on the machine. Raises `Interrupted` on Ctrl-C, with the board so far.
    """
    place: str | tuple[str, int, int | None]
    if position is not None and trace is None and line is None:
        place = arguments.text("position", position)
    elif position is None and trace is not None and line is not None:
        file = path("trace", trace, "the path of a trace")
        place = (file, arguments.whole("line", line, 1), arguments.maybe_whole("question", question, 1))
    else:
        raise TypeError("give a position's text, or trace= with line=")
    value, beliefs, seed = arguments.text("value", value), arguments.flag("beliefs", beliefs), arguments.whole("seed", seed)
    playout = arguments.maybe_text("playout", playout)
    playouts = arguments.maybe_whole("playouts", playouts, 1)
    seconds = None if seconds is None else arguments.number("seconds", seconds)
    return run_native(
        Scope(),
        threads,
        False,
        _native.Board,
        Board,
        lambda options: _native.analyse(place, value, playout, beliefs, playouts, seconds, seed, options),
    )


@dataclass(frozen=True)
class Verified:
    """The contents of a trace that follows the rules."""

    games: int
    rounds: int
    events: int
    interventions: int


@public
def verify(trace: Path) -> Verified:
    """Replays a trace through the engine and checks every step. Raises `FaultError` with the first difference, its line and its rule."""
    return Verified(*_native.verify(path("trace", trace, "the path of a trace")))
