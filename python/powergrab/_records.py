"""Every game or every decision of a run, streamed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterator

from . import _native
from ._errors import ResultsError
from ._table import Table

if TYPE_CHECKING:
    import pandas
    import polars


class Records:
    """The records of a run: every game of each seat, or every decision, as rows.

    They are played again as they are read, block by block, so memory stays flat however long the run is. `for table in records` gives
    tables of some ten thousand rows; `pyarrow.RecordBatchReader.from_stream(records)`, `polars.DataFrame(records)` and DuckDB read them as
    they are.
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
        """What each column means."""
        return self._native.blank().meanings

    def write(self, path: str | os.PathLike[str]) -> int:
        """Writes them to a `.csv` or `.parquet` file, which appears whole or not at all. Gives the number of rows.

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
        """All rows as a frame of pandas: all of them in memory. For long runs, read block by block."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_stream(self).read_all().to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """All rows as a frame of polars: all of them in memory. For long runs, read block by block."""
        import polars

        return polars.DataFrame(self)

    def __repr__(self) -> str:
        name = self._native.blank().name
        return f"<records of {name}: {', '.join(self.columns)}>"


def attached(run: Any, records: _native.Records) -> Any:
    """The run, with its records as `run.records`."""
    run.records = Records(records)
    return run
