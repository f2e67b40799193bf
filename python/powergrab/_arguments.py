"""Arguments as people give them. What is wrong is an exception that names the argument and what would be right."""

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
"""The greatest seed and the greatest number of a deal."""
SEATS = 10
"""The most seats of any table."""


def public(function: Callable[P, R]) -> Callable[P, R]:
    """A function whose exceptions have a traceback without the frames inside the package."""

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except (Error, TypeError, KeyboardInterrupt) as error:
            raise error.with_traceback(None) from None

    return call


def whole(name: str, value: Any, low: int = 0, high: int = MOST) -> int:
    """A whole number, of Python or of NumPy."""
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
    """A whole number or None."""
    return None if value is None else whole(name, value, low, high)


def threads(value: Any) -> int | None:
    """A number of threads; None for one for each processor."""
    return maybe_whole("threads", value, 1, 1024)


def seed(value: Any) -> int:
    """The seed of environments; a fresh one for None."""
    return secrets.randbits(64) if value is None else whole("seed", value)


def number(name: str, value: Any) -> float:
    """A number, of Python or of NumPy."""
    if isinstance(value, (bool, np.bool_)) or not hasattr(value, "__float__"):
        raise TypeError(f"{name}={value!r}: a number is needed")
    return float(value)


def action(value: Any) -> int:
    """An action, a place of the index; whether it is legal the game says."""
    return whole("action", value, -(2**63), 2**63 - 1)


def flag(name: str, value: Any) -> bool:
    """A truth value, of Python or of NumPy."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name}={value!r}: True or False is needed")
    return bool(value)


def text(name: str, value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        raise TypeError(f"{name}={value!r}: a text is needed")
    return value


def maybe_text(name: str, value: Any) -> str | None:
    """A text or None."""
    return None if value is None else text(name, value)


def items(name: str, value: Any, what: str) -> list[Any]:
    """A list, or anything else that can be gone through; a text is none."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise TypeError(f"{name}={value!r}: {what}")
    return list(value)


def deals(value: Any, name: str = "deals") -> str:
    """A number of deals, or which ones."""
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
    """A number of deals, which ones, or None."""
    return None if value is None else deals(value)


def plain(value: Any) -> Any:
    """A value of a configuration with numbers and truth values of NumPy as those of Python."""
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    return value.item() if hasattr(value, "item") and getattr(value, "ndim", None) == 0 else value
