"""Builds `board.html`: the board as one file that opens from a disk, with the engine inside.

    python3 scripts/board_html.py [OUT]          # board.html in this directory, if no OUT is given

Needs cargo; the target wasm32-unknown-unknown is added if rustup is there. The page itself is crates/board/page.html, built from board/ (npm run build).
"""

import base64
import gzip
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = "wasm32-unknown-unknown"
PLACES = ['id="engine"></script>', 'id="weights"></script>']


def build():
    """Builds the module; returns its path."""
    if shutil.which("rustup"):
        subprocess.run(["rustup", "target", "add", TARGET], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    cargo = ["cargo", "rustc", "--locked", "--quiet", "-p", "powergrab-board", "--lib", "--crate-type", "cdylib", "--profile", "page"]
    # The names of functions are no part of it.
    subprocess.run([*cargo, "--target", TARGET, "--", "-C", "link-arg=--strip-all"], check=True, cwd=ROOT)
    folder = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return folder / TARGET / "page" / "powergrab_board.wasm"


def main():
    out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "board.html")
    page = (ROOT / "crates/board/page.html").read_text(encoding="utf-8")
    if any(page.count(place) != 1 for place in PLACES):
        sys.exit("crates/board/page.html has no place for the engine: npm run build in board/ writes it anew")
    module = build()
    text = page
    for place, file in zip(PLACES, [module, ROOT / "strategies/uno-v1.pgnet"]):
        # Without a time, so that equal modules give equal files.
        zipped = base64.b64encode(gzip.compress(file.read_bytes(), 9, mtime=0)).decode("ascii")
        text = text.replace(place, place.replace("></script>", f">{zipped}</script>"))
    out.write_text(text, encoding="utf-8", newline="\n")
    print(f"{out}: {len(text) / 1e6:.1f} MB; {module}: {module.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
