"""Meanings of the places of an observation and of the index of actions."""

from __future__ import annotations

from typing import Iterator, NamedTuple, Sequence


class Place(NamedTuple):
    """Neighbouring places with one meaning."""

    at: int
    len: int
    name: str
    meaning: str

    @property
    def slice(self) -> slice:
        """The places as a slice of a row."""
        return slice(self.at, self.at + self.len)


class Places(Sequence[Place]):
    """The places of a row, by number and by name.

    >>> import powergrab as pg
    >>> env = pg.VectorEnv("power-grab", num_envs=2, players=2)
    >>> env.actions["challenge"].at
    94
    >>> env.features["seat1.cards"].meaning
    'cards in the hand'
    """

    def __init__(self, places: Sequence[tuple[int, int, str, str]]) -> None:
        self._places = [Place(*place) for place in places]
        self._by_name = {place.name: place for place in self._places}

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Place]:
        return iter(self._places)

    def __getitem__(self, key):  # type: ignore[no-untyped-def]
        if not isinstance(key, str):
            return self._places[key]
        try:
            return self._by_name[key]
        except KeyError:
            raise KeyError(f"{key!r} is not a place; there are {', '.join(self._by_name)}") from None

    def names(self) -> list[str]:
        """Returns the names in order."""
        return list(self._by_name)

    def __repr__(self) -> str:
        rows = (f"{p.at:4} {p.len:3}  {p.name}: {p.meaning}" for p in self._places)
        return "\n".join(rows)
