"""Exceptions. Each message says what is wrong, and what is needed instead."""

from __future__ import annotations

import re
from typing import Any, Iterable


class Error(Exception):
    """The base of all errors of powergrab."""


class InputError(Error, ValueError):
    """A name, a file, a key or a value is wrong."""


class MissingError(Error):
    """A file is missing: a part of a run, or a bot's program."""


class ResultsError(Error, OSError):
    """Results cannot be read or written, or threads cannot be started."""


class FaultError(Error):
    """A check found a fault, for example in a trace."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, or the notebook's stop button, ended the work.

    `result` is what was finished: a :class:`Run`, or the :class:`Games` of `play`, or the :class:`Board` of `analyse`. It is None if nothing was.
    """

    result: Any = None


class BotWarning(UserWarning):
    """A bot failed in a game, and took the first option from then on."""


_SWITCHES = ("force", "halving", "metrics", "optimise", "resume", "self_play")
"""Options of the command line that take no value."""


def in_python_terms(message: str, files: Iterable[str] = ()) -> str:
    """Translates a message of the library: arguments instead of options, `config` instead of the file that stands for a dictionary.

    Messages with a command to type stay as they are.
    """
    for file in files:
        message = message.replace(f"{file}:", "config:").replace(f"{file}.", "config.")
    if "powergrab " in message:
        return message

    def argument(option: re.Match[str]) -> str:
        name = option[1].replace("-", "_")
        return f"{name}=True" if name in _SWITCHES else name

    return re.sub(r"(?<!\S)--([a-z][a-z-]*[a-z])", argument, message)
