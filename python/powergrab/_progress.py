"""The progress bar in the terminal and in the notebook."""

from __future__ import annotations

import sys
from typing import Any


class Bar:
    """A bar of tqdm. The compiled part calls it with the progress of an experiment, at most five times a second."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._part: str | None = None

    def __call__(self, part: str | None, done: int, total: int, games: int, lines: list[str]) -> None:
        from tqdm.auto import tqdm

        if self._bar is not None and (part != self._part or self._bar.total != total):
            self._bar.close()
            self._bar = None
        if self._bar is None and total > 0:
            self._part = part
            self._bar = tqdm(total=total, desc=part, unit=" deals", mininterval=0.2, leave=False)
        for line in lines:
            tqdm.write(line, file=sys.stderr)
        if self._bar is not None:
            self._bar.set_postfix_str(f"{games:,} games", refresh=False)
            self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """Removes the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
