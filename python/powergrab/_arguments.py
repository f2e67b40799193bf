"""Checks of arguments. An exception names the argument, its value and what is needed instead."""

from __future__ import annotations

import functools
import operator
import secrets
from typing import Any, Callable, Iterable, Mapping, ParamSpec, TypeVar

import numpy as np

from ._errors import Error, InputError

P = ParamSpec("P")
R = TypeVar("R")

MOST = 2**64 - 1
"""The greatest seed, and the greatest number of a deal."""
SEATS = 10
"""The most seats of a table."""


def public(function: Callable[P, R]) -> Callable[P, R]:
    """Removes the frames inside the package from the tracebacks of a function's exceptions."""

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except (Error, TypeError, KeyboardInterrupt) as error:
            raise error.with_traceback(None) from None

    return call


def whole(name: str, value: Any, low: int = 0, high: int = MOST) -> int:
    """Checks a whole number of Python or NumPy."""
    problem = f"{name}={value!r}: a whole number from {low} to {high} is needed"
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(problem)
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(problem) from None
    if not low <= number <= high:
        raise InputError(problem)
    return number


def maybe_whole(name: str, value: Any, low: int = 0, high: int = MOST) -> int | None:
    """Checks a whole number or None."""
    return None if value is None else whole(name, value, low, high)


def threads(value: Any) -> int | None:
    """Checks a number of threads; None means one for each processor."""
    return maybe_whole("threads", value, 1, 1024)


def seed(value: Any) -> int:
    """Checks a seed of environments; None draws a new one."""
    return secrets.randbits(64) if value is None else whole("seed", value)


def number(name: str, value: Any) -> float:
    """Checks a number of Python or NumPy."""
    if isinstance(value, (bool, np.bool_)) or not hasattr(value, "__float__"):
        raise TypeError(f"{name}={value!r}: a number is needed")
    return float(value)


def action(value: Any) -> int:
    """Checks that an action is a whole number. The game checks whether it is legal."""
    return whole("action", value, -(2**63), 2**63 - 1)


def flag(name: str, value: Any) -> bool:
    """Checks a truth value of Python or NumPy."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name}={value!r}: True or False is needed")
    return bool(value)


def text(name: str, value: Any) -> str:
    """Checks a text."""
    if not isinstance(value, str):
        raise TypeError(f"{name}={value!r}: a text is needed")
    return value


def maybe_text(name: str, value: Any) -> str | None:
    """Checks a text or None."""
    return None if value is None else text(name, value)


def items(name: str, value: Any, what: str) -> list[Any]:
    """Checks a list or another iterable; a text does not count as one."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise TypeError(f"{name}={value!r}: {what}")
    return list(value)


def deals(value: Any, name: str = "deals") -> str:
    """Checks a number of deals or a range of them, and returns it as the command line has it."""
    if isinstance(value, range):
        if value.step != 1:
            raise InputError(f"{name}={value!r}: a range of deals has no step")
        return f"{value.start}..{value.stop}"
    if isinstance(value, str):
        return value
    try:
        return str(whole(name, value, 1))
    except TypeError:
        raise TypeError(f"{name}={value!r}: a number of deals like 20_000, or which ones like range(0, 20_000)") from None


def maybe_deals(value: Any) -> str | None:
    """Checks a number of deals, a range of them, or None."""
    return None if value is None else deals(value)


def plain(value: Any) -> Any:
    """Turns numbers and truth values of NumPy in a value of a configuration into those of Python."""
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    return value.item() if hasattr(value, "item") and getattr(value, "ndim", None) == 0 else value
