"""What the page of a run draws of a table: figures with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

from ._errors import InputError

if TYPE_CHECKING:
    import matplotlib.axes

    from ._table import Table

FIGURES: dict[str, tuple[str, str]] = {
    "bots": ("bot", "win_rate"),
    "seats": ("seat", "win_rate"),
    "pairs": ("bot", "win_rate"),
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
"""By table: the column along which its rows are drawn, and the figure."""


def _bounds(table: Table, y: str) -> tuple[str, str] | None:
    for low, high in ((f"{y}_low", f"{y}_high"), ("low", "high")):
        if low in table.columns and high in table.columns:
            return low, high
    return None


def _factor(table: Table) -> str:
    """The first factor of a sweep."""
    own = table.columns[table.columns.index("cell") + 1 : table.columns.index("ruleset")]
    return own[0] if own else "players"


def plot(
    table: Table,
    x: str | None = None,
    y: str | None = None,
    where: Mapping[str, Any] | None = None,
    ax: matplotlib.axes.Axes | None = None,
) -> matplotlib.axes.Axes:
    """Draws a figure of each row with its interval, and the fair share where the table has one."""
    import matplotlib.pyplot as plt

    usual = (_factor(table), "win_rate") if table.name == "sweep" else FIGURES.get(table.name)
    if (x is None or y is None) and usual is None:
        raise InputError(f"{table.name}: say what to draw: x= and y= of {', '.join(table.columns)}")
    x = x or (usual[0] if usual else "")
    y = y or (usual[1] if usual else "")
    rows = list(table.rows())
    for column, value in (where or {}).items():
        table[column]
        rows = [row for row in rows if row[column] == value]
    table[x], table[y]
    rows = [row for row in rows if row[y] is not None]
    if not rows:
        raise InputError(f"{table.name}: no row has a {y}" + (f" where {dict(where)}" if where else ""))
    ax = ax or plt.gca()
    numeric = all(isinstance(row[x], (int, float)) for row in rows)
    places = [row[x] for row in rows] if numeric else list(range(len(rows)))
    figures = [row[y] for row in rows]
    bounds = _bounds(table, y)
    if bounds is not None and all(row[bounds[0]] is not None for row in rows):
        low, high = bounds
        errors = [
            [max(0.0, row[y] - row[low]) for row in rows],
            [max(0.0, row[high] - row[y]) for row in rows],
        ]
        ax.errorbar(places, figures, yerr=errors, fmt="o", capsize=3)
    else:
        ax.plot(places, figures, "o")
    if not numeric:
        ax.set_xticks(places, [str(row[x]) for row in rows], rotation=30 if len(rows) > 4 else 0)
    if y == "win_rate" and "fair_share" in table.columns:
        for share in sorted({row["fair_share"] for row in rows}):
            ax.axhline(share, color="grey", linestyle=":", linewidth=1)
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    ax.set_title(table.name)
    return ax
