"""A table of results, for every library that reads Arrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

from . import _native
from ._arguments import public

if TYPE_CHECKING:
    import matplotlib.axes
    import pandas
    import polars
    import pyarrow


class Table:
    """A table of results: typed columns, each with its meaning.

    It speaks the Arrow PyCapsule interface, so `pyarrow.table(t)`, `polars.DataFrame(t)` and DuckDB read it as it is.
    """

    def __init__(self, native: _native.Table) -> None:
        self._native = native

    @property
    def name(self) -> str:
        """The name of its file, without `.csv`."""
        return self._native.name

    @property
    def about(self) -> str:
        """What a row is."""
        return self._native.about

    @property
    def columns(self) -> list[str]:
        """The names of the columns, in order."""
        return self._native.column_names

    @property
    def meanings(self) -> dict[str, str]:
        """What each column means."""
        return self._native.meanings

    def __len__(self) -> int:
        return len(self._native)

    def __getitem__(self, column: str) -> list[Any]:
        """The values of a column; `None` where a value does not exist."""
        if not isinstance(column, str):
            raise TypeError(f"a column is named by a text, not by {type(column).__name__}")
        return self._native.column(column)

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows, each as a dictionary."""
        names = self.columns
        for values in zip(*(self[name] for name in names)):
            yield dict(zip(names, values))

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as lists."""
        return {name: self[name] for name in self.columns}

    def __arrow_c_schema__(self) -> object:
        return self._native.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> pyarrow.Table:
        """The table for pyarrow; meanings stand in the metadata of the fields."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> pandas.DataFrame:
        """The table for pandas. Whole numbers stay so where values are missing (`Int64`); meanings stand in `attrs`."""
        import pandas

        types = {"str": "object", "float": "float64", "int": "int64", "bool": "bool"}
        missing = {**types, "int": "Int64", "bool": "boolean"}
        columns = {}
        for name, kind in self._native.kinds.items():
            values = self[name]
            columns[name] = pandas.Series(values, dtype=(missing if None in values else types)[kind])
        frame = pandas.DataFrame(columns)
        frame.attrs["meanings"] = self.meanings
        return frame

    def to_polars(self) -> polars.DataFrame:
        """The table for polars."""
        import polars

        return polars.DataFrame(self)

    @public
    def plot(self, **options: Any) -> matplotlib.axes.Axes:
        """Draws what the report's page draws of this table: each row's figure with its 95 % interval.

        Options: `x` (the column along which rows are drawn), `y` (the figure), `where` (a dictionary of column to value), `ax` (where it
        is drawn; without it in a new figure).
        """
        from ._plot import plot

        return plot(self, **options)

    def __repr__(self) -> str:
        return f"<powergrab table {self.name}: {len(self)} rows, {len(self.columns)} columns>"

    def _repr_html_(self) -> str:
        return str(self.to_pandas().to_html(max_rows=20))
