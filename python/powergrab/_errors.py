"""Exceptions. Each message names what is wrong and what would be right."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Iterable

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


_SWITCHES = ("force", "halving", "metrics", "optimise", "resume", "self_play")
"""Options of the command line without a value."""


def spoken(message: str, files: Iterable[str] = ()) -> str:
    """A message of the library in the words of this package: arguments instead of options, `config` instead of the file that a
    dictionary passed for. Commands to be typed stay as they are."""
    for file in files:
        message = message.replace(f"{file}:", "config:").replace(f"{file}.", "config.")
    if "powergrab " in message:
        return message

    def argument(option: re.Match[str]) -> str:
        name = option[1].replace("-", "_")
        return f"{name}=True" if name in _SWITCHES else name

    return re.sub(r"(?<!\S)--([a-z][a-z-]*[a-z])", argument, message)
