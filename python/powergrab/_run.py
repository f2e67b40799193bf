"""What an experiment comes to."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _native
from ._arguments import flag, public
from ._errors import Error, spoken
from ._table import Table


class Run:
    """The results of an experiment: its tables as attributes, named as their files (`run.bots`, `run.seats`).

    The same seed gives the same figures; written out, the same bytes as the command line.
    """

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
        """The table of that name."""
        if not isinstance(name, str):
            raise TypeError(f"a table is named by a text, not by {type(name).__name__}")
        if name not in self._tables:
            self._tables[name] = Table(self._native.table(name))
        return self._tables[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._native.tables]

    @property
    def manifest(self) -> dict[str, Any]:
        """What was asked for and what came of it: everything that decides the results."""
        if self._manifest is None:
            self._manifest = json.loads(self._native.manifest_json)
        return self._manifest

    @property
    def complete(self) -> bool:
        """Whether all was played that was asked for."""
        return bool(self.manifest.get("result", {}).get("complete", False))

    @property
    def files(self) -> list[str]:
        """The names of all files."""
        return self._native.files

    def file(self, name: str) -> bytes:
        """The bytes of a file, as the command line writes it."""
        return self._native.file(name)

    @property
    def failures(self) -> list[str]:
        """A line for each bot that failed in games."""
        return self._native.failures

    @property
    def text(self) -> str:
        """What the command line prints."""
        return self._native.text

    @public
    def write(self, directory: str | os.PathLike[str], *, force: bool = False) -> None:
        """Writes all files into a directory, the same bytes as the command line.

        A directory that holds another run is refused, unless `force` says that it may be overwritten.
        """
        try:
            self._native.write(os.fspath(directory), flag("force", force))
        except Error as error:
            error.args = (spoken(str(error)),)
            raise

    def __reduce__(self) -> tuple[Any, ...]:
        """Runs can be sent to other processes."""
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
    """The run that the command line, or :meth:`Run.write`, left in a directory.

    Every file is held against the manifest. Files that it does not list are left out.
    """
    if not isinstance(directory, (str, os.PathLike)):
        raise TypeError(f"directory={directory!r}: the path of a run's directory is needed")
    return Run(_native.load(os.fspath(directory)))
