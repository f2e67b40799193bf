"""Rulesets, and the bots that play by them."""

from __future__ import annotations

import os
from typing import Any

from . import _native
from ._arguments import maybe_text, plain, public


class Rules(_native.Rules):
    """A ruleset: an official one or that of a file, with some options changed. It can stand wherever a ruleset's name can.

        pg.Rules("power-grab", towers="UN")
        pg.Rules("power-grab", hand_size=9, name="long")

    `.options` holds all rules in force, `.meanings` the meaning of each. By default it is named after its options as on the command line
    (`power-grab-towers-UN`), or after its fingerprint if that would not be a valid name.
    """

    _asked: tuple[str, str | None, dict[str, Any]]

    @public
    def __new__(cls, base: str | os.PathLike[str] = "power-grab", *, name: str | None = None, **options: Any) -> Rules:
        if not isinstance(base, (str, os.PathLike)):
            raise TypeError(f"base={base!r}: a ruleset's name or file is needed")
        asked = os.fspath(base), maybe_text("name", name), plain(options)
        rules = super().__new__(cls, asked[0], asked[2], asked[1])
        rules._asked = asked
        return rules

    def __reduce__(self) -> tuple[Any, ...]:
        """Supports pickling."""
        return _rebuild, self._asked

    def __repr__(self) -> str:
        return f"<powergrab rules {self.name!r}, fingerprint {self.fingerprint}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and (self.name, self.fingerprint) == (other.name, other.fingerprint)

    def __hash__(self) -> int:
        return hash((self.name, self.fingerprint))


def _rebuild(base: str, name: str | None, options: dict[str, Any]) -> Rules:
    return Rules(base, name=name, **options)


@public
def rulesets() -> list[str]:
    """Returns the names of the rulesets that ship with the package."""
    return _native.rulesets()


@public
def strategies(ruleset: str | os.PathLike[str] | Rules = "power-grab") -> list[str]:
    """Returns the names of the shipped bots that play by a ruleset: those of the shedding games, or of Grid."""
    if isinstance(ruleset, Rules):
        return _native.strategies(ruleset.base)
    if not isinstance(ruleset, (str, os.PathLike)):
        raise TypeError(f"ruleset={ruleset!r}: a ruleset's name or file, or pg.Rules is needed")
    return _native.strategies(os.fspath(ruleset))
