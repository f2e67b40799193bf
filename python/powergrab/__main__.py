"""The command line: `powergrab`, or `python -m powergrab`."""

from __future__ import annotations

import signal
import sys

from ._native import run_program


def main() -> int:
    """Runs the program with the arguments of this process; returns its exit code."""
    # As in any other program, Ctrl-C ends what has nothing to finish. Runs set handlers of their own.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_program(["powergrab", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
