"""Exceptions. Each message names what is wrong and what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._run import Run


class Error(Exception):
    """What all errors of powergrab are."""


class InputError(Error, ValueError):
    """A name, a file, a key or a value is wrong."""


class MissingError(Error):
    """Something that should be there is missing: a part of a run, or a bot's program."""


class ResultsError(Error, OSError):
    """Results cannot be read or written, or threads cannot be had."""


class FaultError(Error):
    """A check found a fault, as in a trace."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, or the notebook's stop button, ended an experiment. `result` holds what was finished, or is None."""

    result: Run | None = None


class BotWarning(UserWarning):
    """A bot failed in a game and took the first option from there on."""
