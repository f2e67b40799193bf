#!/usr/bin/env python3
"""Checks that the terminal pictures in docs/ have the table headings that the program prints in short runs.

    python3 scripts/checks/check_pictures.py POWERGRAB

`scripts/pictures/draw.sh` draws them again.
"""

import html
import re
import subprocess
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
# The picture, a short form of its command, and a pattern for the start of headings.
PICTURES = [
    ("quickstart.svg", ["tournament", "quickstart", "--deals", "20"], r" +bot |Intervals"),
    ("balance.svg", ["balance", "balance", "--scale", "0.02"], r"Towers|What decides|seat: |dice: "),
]


def headings(lines, begin):
    """Returns the words of the headings, as columns may be wider in a longer run."""
    return {" ".join(re.findall(r"[A-Za-z%]+", line)[:6]) for line in lines if re.match(begin, line)}


def main():
    for picture, command, begin in PICTURES:
        with tempfile.TemporaryDirectory() as out:
            command = [*command, "--out", str(Path(out) / "run")]
            printed = subprocess.run([sys.argv[1], *command], capture_output=True, text=True, check=True).stdout
        drawn = re.findall("<text[^>]*>([^<]*)</text>", (DOCS / picture).read_text())
        drawn = [html.unescape(line).replace("\u00a0", " ") for line in drawn]
        found, shown = headings(printed.splitlines(), begin), headings(drawn, begin)
        if not found or found != shown:
            sys.exit(f"docs/{picture} has the headings {sorted(shown)}, the program prints {sorted(found)}: run scripts/pictures/draw.sh")


main()
