"""What the page of a run draws of a table: figures with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

from ._errors import InputError

if TYPE_CHECKING:
    import matplotlib.axes

    from ._table import Table

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
"""By table: the column along which its rows are drawn, and the figure."""


def _errors(table: Table, y: str, rows: list[dict[str, Any]]) -> list[list[float]] | None:
    """How far the 95 % interval of each row's figure reaches downwards and upwards, where the table has one."""
    for low, high in ((f"{y}_low", f"{y}_high"), ("low", "high")):
        if low in table.columns and high in table.columns and all(row[low] is not None for row in rows):
            down = [max(0.0, row[y] - row[low]) for row in rows]
            return [down, [max(0.0, row[high] - row[y]) for row in rows]]
    for se in (f"{y}_se", "se"):
        if se in table.columns and all(row[se] is not None for row in rows):
            reach = [1.96 * row[se] for row in rows]
            return [reach, reach]
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
    names = list(dict.fromkeys(row[x] for row in rows))
    by = "bot" if x != "bot" and "bot" in table.columns else None
    series = list(dict.fromkeys(row[by] if by else None for row in rows))
    for number, bot in enumerate(series):
        own = [row for row in rows if by is None or row[by] == bot]
        shift = 0.0 if numeric else 0.12 * (number - (len(series) - 1) / 2)
        places = [row[x] if numeric else names.index(row[x]) + shift for row in own]
        figures = [row[y] for row in own]
        ax.errorbar(places, figures, yerr=_errors(table, y, own), fmt="o", capsize=3, label=bot)
    if len(series) > 1:
        ax.legend()
    if not numeric:
        ax.set_xticks(range(len(names)), [str(name) for name in names], rotation=30 if len(names) > 4 else 0)
    if y == "win_rate" and "fair_share" in table.columns:
        for share in sorted({row["fair_share"] for row in rows}):
            ax.axhline(share, color="grey", linestyle=":", linewidth=1)
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    ax.set_title(table.name)
    return ax
