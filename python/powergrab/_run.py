"""The results of an experiment."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _native
from ._arguments import flag, public
from ._errors import Error, in_python_terms
from ._records import Records
from ._table import Table


class Run:
    """The results of an experiment: its tables as attributes, named as their files (`run.bots`, `run.seats`).

    The same seed gives the same figures, and :meth:`write` the same bytes as the command line.
    """

    records: Records
    """Every game or decision of the run, if :func:`match` was asked for them."""

    def __init__(self, native: _native.Run) -> None:
        self._native = native
        self._tables: dict[str, Table] = {}
        self._manifest: dict[str, Any] | None = None

    @property
    def tables(self) -> list[str]:
        """The names of the tables."""
        return self._native.tables

    def __getattr__(self, name: str) -> Table:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._native.tables:
            hint = '; to keep them, give records="games" or records="decisions"' if name == "records" else ""
            raise AttributeError(f"this run has no table {name!r}; it has {', '.join(self._native.tables)}{hint}")
        return self[name]

    def __getitem__(self, name: str) -> Table:
        """Returns the table of that name."""
        if not isinstance(name, str):
            raise TypeError(f"a table is named by a text, not by {type(name).__name__}")
        if name not in self._tables:
            self._tables[name] = Table(self._native.table(name))
        return self._tables[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._native.tables]

    @property
    def manifest(self) -> dict[str, Any]:
        """The manifest: everything that decides the results, and a summary of them."""
        if self._manifest is None:
            self._manifest = json.loads(self._native.manifest_json)
        return self._manifest

    @property
    def complete(self) -> bool:
        """Whether all deals were played, and not stopped early."""
        return bool(self.manifest.get("result", {}).get("complete", False))

    @property
    def files(self) -> list[str]:
        """The names of all files."""
        return self._native.files

    def file(self, name: str) -> bytes:
        """Returns the bytes of a file, as the command line writes it."""
        return self._native.file(name)

    @property
    def failures(self) -> list[str]:
        """A line for each bot that failed in games."""
        return self._native.failures

    @property
    def text(self) -> str:
        """The text that the command line prints."""
        return self._native.text

    @public
    def write(self, directory: str | os.PathLike[str], *, force: bool = False) -> None:
        """Writes all files into a directory, with the same bytes as the command line.

        A directory with another run needs `force=True`, which overwrites it.
        """
        try:
            self._native.write(os.fspath(directory), flag("force", force))
        except Error as error:
            error.args = (in_python_terms(str(error)),)
            raise

    def __reduce__(self) -> tuple[Any, ...]:
        """Supports pickling."""
        return _unpack, ([(name, self.file(name)) for name in self.files], self.text, self.failures)

    def __repr__(self) -> str:
        state = "" if self.complete else ", not complete"
        return f"<powergrab run {self.manifest.get('run', {}).get('name', '')!r}: {', '.join(self.tables)}{state}>"

    def __str__(self) -> str:
        return self.text or repr(self)


def _unpack(files: list[tuple[str, bytes]], text: str, failures: list[str]) -> Run:
    return Run(_native.unpack(files, text, failures))


@public
def load(directory: str | os.PathLike[str]) -> Run:
    """Reads a run that the command line, or :meth:`Run.write`, wrote into a directory.

    Checks every file against the manifest. Files that it does not list are left out.
    """
    if not isinstance(directory, (str, os.PathLike)):
        raise TypeError(f"directory={directory!r}: the path of a run's directory is needed")
    return Run(_native.load(os.fspath(directory)))
