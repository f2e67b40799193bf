"""The package is there, and is typed."""

from importlib import resources

import powergrab as pg


def test_version_and_types() -> None:
    assert pg.__version__
    assert resources.files(pg).joinpath("py.typed").is_file()
