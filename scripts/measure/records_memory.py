"""Checks that memory stays flat while any number of decisions is recorded.

    python scripts/measure/records_memory.py [--rows 10000000] [--powergrab PROGRAM]     # needs the package with pyarrow; some minutes

Each way to read records runs twice, each time in a new process: with half of the rows, and with all. Prints both peaks of resident memory,
and fails if the second is more than 50 MB above the first. With --powergrab, the command line writes the same records too, as CSV and, if the
build has the feature `parquet`, as Parquet.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

BOTS = ["random"] * 4
# The approximate number of decisions of a deal of one round. Its four rotations are one game, as the bots are equal.
PER_DEAL = 57
MORE = 50


def read(way: str, deals: int, home: str) -> int:
    """Reads the records of a number of deals, and returns the number of rows."""
    import pyarrow
    import pyarrow.parquet

    import powergrab as pg

    records = pg.match(BOTS, deals=deals, unit="round", records="decisions", progress=False).records
    if way == "blocks":
        return sum(len(table) for table in records)
    if way == "stream":
        return sum(batch.num_rows for batch in pyarrow.RecordBatchReader.from_stream(records))
    return records.write(pathlib.Path(home) / f"records.{way}")


def peak(command: list[str]) -> tuple[int, int, float]:
    """Runs a command, and returns its rows, its peak of memory in megabytes, and its seconds."""
    watched = f"""
import json, resource, subprocess, sys
done = subprocess.run({command!r}, capture_output=True, text=True)
if done.returncode:
    sys.exit(done.stderr)
print(json.dumps([done.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss]))
"""
    started = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", watched], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    printed, kilobytes = json.loads(done.stdout)
    last = printed.split()[-1] if printed.split() else "0"
    return int(last) if last.isdigit() else 0, kilobytes // 1024, time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--powergrab", type=pathlib.Path)
    parser.add_argument("--read", nargs=3, metavar=("WAY", "DEALS", "HOME"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.read:
        way, deals, home = args.read
        print(read(way, int(deals), home))
        return
    deals = args.rows // PER_DEAL
    grew = False
    with tempfile.TemporaryDirectory() as home:
        for way in ("blocks", "stream", "csv", "parquet", "program.csv", "program.parquet"):
            peaks = []
            for n in (deals // 2, deals):
                if way.startswith("program"):
                    if not args.powergrab:
                        break
                    file = str(pathlib.Path(home) / f"{n}.{way}")
                    match = ["match", "--bots", ",".join(BOTS), "--unit", "round", "--deals", str(n), "--out", f"{home}/{way}-{n}"]
                    command = [str(args.powergrab.resolve()), *match, "--records", file, "--records-of", "decisions"]
                else:
                    command = [sys.executable, __file__, "--read", way, str(n), home]
                try:
                    peaks.append(peak(command))
                except RuntimeError as error:
                    print(f"{way}: {str(error).splitlines()[-1]}")
                    break
            for file in pathlib.Path(home).glob("*.*"):
                if file.is_file():
                    file.unlink()
            if len(peaks) < 2:
                continue
            (_, less, _), (rows, most, seconds) = peaks
            rows = rows or "all"
            print(f"{way}: {rows} rows in {seconds:.0f} s, peak {most} MB; half of them {less} MB", flush=True)
            grew |= most > less + MORE
    if grew:
        sys.exit(f"that is more than {MORE} MB more")


if __name__ == "__main__":
    main()
