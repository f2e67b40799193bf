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

    def __new__(cls, base: str | os.PathLike[str] = "power-grab", *, name: str | None = None, **options: Any) -> Rules:
        return super().__new__(cls, os.fspath(base), options, name)

    def __repr__(self) -> str:
        return f"<powergrab rules {self.name!r}, fingerprint {self.fingerprint}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and (self.name, self.fingerprint) == (other.name, other.fingerprint)

    def __hash__(self) -> int:
        return hash((self.name, self.fingerprint))
