"""Records of a run, streamed: every game or every decision."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Iterator

from . import _native
from ._errors import ResultsError
from ._table import Table

if TYPE_CHECKING:
    import pandas
    import polars


class Records:
    """The records of a run: every game of each seat, or every decision, as rows.

    Reading them replays the run block by block, so memory stays flat for runs of any length. `for table in records` yields tables of some
    ten thousand rows; `pyarrow.RecordBatchReader.from_stream(records)`, `polars.DataFrame(records)` and DuckDB read them directly.
    """

    def __init__(self, native: _native.Records) -> None:
        self._native = native

    def __iter__(self) -> Iterator[Table]:
        for table in self._native.__iter__():
            yield Table(table)

    @property
    def columns(self) -> list[str]:
        """The names of the columns, in order."""
        return self._native.blank().column_names

    @property
    def meanings(self) -> dict[str, str]:
        """The meaning of each column."""
        return self._native.blank().meanings

    def write(self, path: str | os.PathLike[str]) -> int:
        """Writes a `.csv` or `.parquet` file, which appears whole or not at all, and returns the number of rows.

        Parquet needs pyarrow.
        """
        if os.fspath(path).endswith(".parquet"):
            return self._write_parquet(os.fspath(path))
        return self._native.write(os.fspath(path))

    def _write_parquet(self, path: str) -> int:
        import pyarrow
        import pyarrow.parquet

        part, n_rows = f"{path}.part", 0
        reader = pyarrow.table(self._native.blank())
        try:
            with pyarrow.parquet.ParquetWriter(part, reader.schema) as writer:
                for table in self._native.__iter__():
                    writer.write_table(pyarrow.table(table))
                    n_rows += len(table)
            os.replace(part, path)
        except OSError as error:
            raise ResultsError(f"{path}: {error}") from error
        finally:
            if os.path.exists(part):
                os.remove(part)
        return n_rows

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> pandas.DataFrame:
        """Returns all rows as a frame of pandas. Read long runs block by block, for the frame takes memory."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_stream(self).read_all().to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """Returns all rows as a frame of polars. Read long runs block by block, for the frame takes memory."""
        import polars

        return polars.DataFrame(self)

    def __repr__(self) -> str:
        name = self._native.blank().name
        return f"<records of {name}: {', '.join(self.columns)}>"
