"""Tables of results, for libraries that read Arrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

from . import _native, _plot
from ._arguments import public

if TYPE_CHECKING:
    import matplotlib.axes
    import pandas
    import polars
    import pyarrow


class Table:
    """A table of results: typed columns, each with its meaning.

    It implements the Arrow PyCapsule interface, so `pyarrow.table(t)`, `polars.DataFrame(t)` and DuckDB read it directly.
    """

    def __init__(self, native: _native.Table) -> None:
        self._native = native

    @property
    def name(self) -> str:
        """The name of its file, without `.csv`."""
        return self._native.name

    @property
    def about(self) -> str:
        """A sentence about a row."""
        return self._native.about

    @property
    def columns(self) -> list[str]:
        """The names of the columns, in order."""
        return self._native.column_names

    @property
    def meanings(self) -> dict[str, str]:
        """The meaning of each column."""
        return self._native.meanings

    def __len__(self) -> int:
        return len(self._native)

    def __getitem__(self, column: str) -> list[Any]:
        """Returns the values of a column; `None` for missing values."""
        if not isinstance(column, str):
            raise TypeError(f"a column is named by a text, not by {type(column).__name__}")
        return self._native.column(column)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yields the rows as dictionaries."""
        names = self.columns
        for values in zip(*(self[name] for name in names)):
            yield dict(zip(names, values))

    def to_dict(self) -> dict[str, list[Any]]:
        """Returns the columns as lists, by name."""
        return {name: self[name] for name in self.columns}

    def __arrow_c_schema__(self) -> object:
        return self._native.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> pyarrow.Table:
        """Returns the table as one of pyarrow. Meanings stand in the metadata of the fields."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the table as a frame of pandas. Whole numbers stay whole if values are missing (`Int64`); meanings stand in `attrs`."""
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
        """Returns the table as a frame of polars."""
        import polars

        return polars.DataFrame(self)

    @public
    def plot(self, **options: Any) -> matplotlib.axes.Axes:
        """Draws the figure of each row with its 95 % interval, as the page of the report does.

        Options: `x` (the column on the horizontal axis), `y` (the figure), `where` (a dictionary of column to value that selects rows), `ax`
        (the axes to draw on; by default those of a new figure).
        """
        return _plot.plot(self, **options)

    def __repr__(self) -> str:
        return f"<powergrab table {self.name}: {len(self)} rows, {len(self.columns)} columns>"

    def _repr_html_(self) -> str:
        return str(self.to_pandas().to_html(max_rows=20))
