"""Rulesets."""

from __future__ import annotations

import os
from typing import Any

from . import _native
from ._arguments import maybe_text, plain, public


class Rules(_native.Rules):
    """A ruleset: an official one or a file's, with options of one's own, anywhere a ruleset's name is taken.

        pg.Rules("power-grab", towers="UN")
        pg.Rules("power-grab", hand_size=9, name="long")

    `.options` are all rules in force, `.meanings` what each means. Without a `name` it is called after its options as on the command line
    (`power-grab-towers-UN`), or after its fingerprint where that would not be a name.
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
        """Rulesets can be sent to other processes."""
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
    """The names of the rulesets inside the package."""
    return _native.rulesets()


@public
def strategies(ruleset: str | os.PathLike[str] | Rules = "power-grab") -> list[str]:
    """The names of the bots inside the package that play by a ruleset: those of the shedding games, or of Grid."""
    if isinstance(ruleset, Rules):
        return _native.strategies(ruleset.base)
    if not isinstance(ruleset, (str, os.PathLike)):
        raise TypeError(f"ruleset={ruleset!r}: a ruleset's name or file, or pg.Rules is needed")
    return _native.strategies(os.fspath(ruleset))
