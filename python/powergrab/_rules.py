"""Rulesets."""

from __future__ import annotations

import os
from typing import Any

from . import _native


class Rules(_native.Rules):
    """A ruleset: an official one or a file's, with options of one's own, anywhere a ruleset's name is taken.

        pg.Rules("power-grab", towers="UN")
        pg.Rules("power-grab", hand_size=9, name="long")

    `.options` are all rules in force, `.meanings` what each means. A variant is called after its base and its fingerprint, unless
    `name` says how.
    """

    _asked: tuple[str, str | None, dict[str, Any]]

    def __new__(cls, base: str | os.PathLike[str] = "power-grab", *, name: str | None = None, **options: Any) -> Rules:
        rules = super().__new__(cls, os.fspath(base), options, name)
        rules._asked = (os.fspath(base), name, options)
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
