"""powergrab: a laboratory for strategy in UNO Power Grab and its family."""

from ._native import __commit__, __version__

__all__ = ["__commit__", "__version__"]
