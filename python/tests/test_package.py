"""The package can be imported, and is typed."""

from importlib import resources

import powergrab as pg


def test_version_and_types() -> None:
    assert pg.__version__
    assert resources.files(pg).joinpath("py.typed").is_file()


def test_the_package_shows_what_there_is() -> None:
    names = dir(pg)
    assert {"VectorEnv", "GameEnv", "pettingzoo", "match", "compare", "plan", "strategies", "rulesets"} <= set(names)
    assert "Any" not in names and "annotations" not in names
    assert all(getattr(pg, name) is not None for name in names)


def test_bots_and_rulesets_are_listed() -> None:
    assert {"greedy", "balanced", "net"} <= set(pg.strategies()) and "grid-greedy" not in pg.strategies()
    assert "grid-greedy" in pg.strategies("grid") == pg.strategies(pg.Rules("grid"))
    assert {"power-grab", "classic", "grid"} <= set(pg.rulesets())
    for ruleset in pg.rulesets():
        assert pg.Rules(ruleset).name == ruleset
