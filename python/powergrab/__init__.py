"""powergrab: a laboratory for strategy in UNO Power Grab and its family.

    import powergrab as pg
    run = pg.match(["hoarder", "greedy*3"], deals=20_000, seed=1)
    run.bots.to_pandas()        # every table of the command line, by its file's name
    run.write("results/x")      # the same bytes as the command line
"""

from ._errors import BotWarning, Error, FaultError, InputError, Interrupted, MissingError, ResultsError
from ._experiments import match, tournament
from ._native import __commit__, __version__
from ._run import Run, load
from ._table import Table

__all__ = [
    "BotWarning",
    "Error",
    "FaultError",
    "InputError",
    "Interrupted",
    "MissingError",
    "ResultsError",
    "Run",
    "Table",
    "__commit__",
    "__version__",
    "load",
    "match",
    "tournament",
]
