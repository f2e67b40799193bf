"""powergrab: a laboratory for strategy in UNO Power Grab and its family."""

from typing import Any

from ._native import __commit__, __version__

__all__ = ["GameEnv", "VectorEnv", "__commit__", "__version__", "pettingzoo"]


def __getattr__(name: str) -> Any:
    """Environments are loaded when they are asked for: they need gymnasium, and the rest does not."""
    if name in ("GameEnv", "VectorEnv"):
        from . import env

        return getattr(env, name)
    if name == "pettingzoo":
        import importlib

        return importlib.import_module(".pettingzoo", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
