"""Plots of tables: the figures of rows with their intervals, as the page of a run draws them."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Protocol

from ._arguments import text
from ._errors import InputError

if TYPE_CHECKING:
    import matplotlib.axes


class Rows(Protocol):
    """The part of a table that a plot needs."""

    @property
    def name(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def columns(self) -> list[str]: ...
    def __getitem__(self, column: str) -> list[Any]: ...
    def rows(self) -> Iterator[dict[str, Any]]: ...


FIGURES: dict[str, tuple[str, str]] = {
    "bots": ("bot", "win_rate"),
    "seats": ("position", "win_rate"),
    "pairs": ("opponent", "difference"),
    "lineups": ("line_up", "win_rate"),
    "ratings": ("bot", "rating"),
    "towers": ("tower", "turns_held"),
    "habits": ("metric", "mean"),
    "rounds": ("metric", "mean"),
    "histograms": ("value", "count"),
    "tower_worth": ("tower", "win"),
    "card_worth": ("card", "win"),
    "generations": ("generation", "mean"),
    "analysis": ("option", "value"),
}
"""By table: the column on the horizontal axis, and the figure."""

PERCENT = {"win_rate", "fair_share", "expected", "difference", "win", "superiority"}
"""Figures that are shares of games or rounds."""
UNITS = {"turns_held": "turns held, a round", "points_per_game": "points a game", "mean": "mean of a round", "rating": "rating, Elo points"}
"""Labels of figures whose names do not say their unit."""
WIDE = 6
"""More names than this are drawn slanted."""


def _bounds(table: Rows, y: str, main: str | None) -> tuple[str, str] | str | None:
    """Returns the two columns with a figure's 95 % interval, or the one with its standard error."""
    pairs = [(f"{y}_low", f"{y}_high"), *([("low", "high")] if y == main else [])]
    errors = [f"{y}_se", f"{y.removesuffix('_per_game')}_se", *(["se"] if y == main else [])]
    found = (pair for pair in pairs if set(pair) <= set(table.columns))
    return next(found, None) or next((se for se in errors if se in table.columns), None)


def _errors(bounds: tuple[str, str] | str | None, y: str, rows: list[dict[str, Any]]) -> list[list[float]] | None:
    """Returns the distances from each figure to the ends of its interval, NaN for rows without one."""
    nan = float("nan")
    if bounds is None:
        return None
    if isinstance(bounds, str):
        reach = [nan if row[bounds] is None else 1.96 * row[bounds] for row in rows]
        return [reach, reach]
    low, high = bounds
    known = [(row[y], row[low], row[high]) for row in rows]
    down = [nan if at is None else max(0.0, value - at) for value, at, _ in known]
    return [down, [nan if at is None else max(0.0, at - value) for value, _, at in known]]


def _factor(table: Rows) -> str:
    """Returns the first factor of a sweep."""
    own = table.columns[table.columns.index("cell") + 1 : table.columns.index("ruleset")]
    return own[0] if own else "players"


def plot(
    table: Rows,
    x: str | None = None,
    y: str | None = None,
    where: Mapping[str, Any] | None = None,
    ax: matplotlib.axes.Axes | None = None,
) -> matplotlib.axes.Axes:
    """Draws a figure of each row with its interval, and the fair share if the table has one."""
    import matplotlib.pyplot as plt
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    usual = (_factor(table), "win_rate") if table.name == "sweep" else FIGURES.get(table.name)
    if (x is None or y is None) and usual is None:
        raise InputError(f"{table.name}: say what to draw: x= and y= of {', '.join(table.columns)}")
    main = usual[1] if usual else None
    x = text("x", x) if x is not None else usual[0] if usual else ""
    y = text("y", y) if y is not None else main or ""
    if where is not None and not isinstance(where, Mapping):
        raise TypeError(f"where={where!r}: a dictionary of column to value is needed")
    rows = list(table.rows())
    for column, value in (where or {}).items():
        table[column]
        rows = [row for row in rows if row[column] == value]
    table[x], table[y]
    rows = [row for row in rows if row[y] is not None]
    if not rows:
        raise InputError(f"{table.name}: no row has a {y}" + (f" where {dict(where)}" if where else ""))
    if not all(isinstance(row[y], (int, float)) for row in rows):
        raise InputError(f"{table.name}: y={y!r}: a column of numbers is needed")
    numeric = all(isinstance(row[x], (int, float)) for row in rows)
    whole = all(isinstance(row[x], int) for row in rows)
    names = list(dict.fromkeys(row[x] for row in rows))
    if ax is None:
        width = 6.4 if numeric else max(6.4, 2 + 0.35 * len(names))
        _, ax = plt.subplots(figsize=(width, 4.8), layout="constrained")
    by = "bot" if x != "bot" and "bot" in table.columns else None
    series = list(dict.fromkeys(row[by] if by else None for row in rows))
    bounds = _bounds(table, y, main)
    # Bots stand side by side if there is room.
    few = not numeric or (whole and len(names) <= WIDE)
    for number, bot in enumerate(series):
        own = [row for row in rows if by is None or row[by] == bot]
        shift = 0.12 * (number - (len(series) - 1) / 2) if few else 0.0
        places = [(row[x] if numeric else names.index(row[x])) + shift for row in own]
        figures = [row[y] for row in own]
        ax.errorbar(places, figures, yerr=_errors(bounds, y, own), fmt="o", capsize=3, label=bot)
    if len(series) > 1:
        ax.legend(title=by, fontsize="small")
    if whole:
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    if not numeric:
        slanted = len(names) > WIDE or max(len(str(name)) for name in names) > 12
        ax.set_xticks(range(len(names)), [str(name) for name in names])
        if slanted:
            plt.setp(ax.get_xticklabels(), rotation=40, ha="right", rotation_mode="anchor", fontsize="small")
    if y == "win_rate" and "fair_share" in table.columns:
        for share in sorted({row["fair_share"] for row in rows}):
            ax.axhline(share, color="grey", linestyle=":", linewidth=1)
    ax.set_xlabel(x.replace("_", " "))
    label = UNITS.get(y, y.replace("_", " "))
    if y in PERCENT:
        ax.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
        label += ", %"
    ax.set_ylabel(label)
    ax.set_title(_title(table, where, bounds is not None), fontsize="medium")
    return ax


def _title(table: Rows, where: Mapping[str, Any] | None, intervals: bool) -> str:
    """Returns the title: what a row is, which rows are drawn, what the bars are."""
    about = re.split(r";|\.(?!csv)", table.about, maxsplit=1)[0].replace(".csv", "")
    parts = [f"{table.name}: {about[:1].lower()}{about[1:]}"]
    parts += [f"{column} {value}" for column, value in (where or {}).items()]
    # No-break spaces.
    parts += ["95\u00a0%\u00a0intervals"] if intervals else []
    return textwrap.fill(", ".join(parts), 70)
