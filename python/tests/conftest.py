"""The command line beside the package: its program is $POWERGRAB, or that of the default release build."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

import powergrab as pg

ROOT = Path(__file__).resolve().parents[2]


class Program:
    """The command line."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def run(self, *words: str | Path) -> subprocess.CompletedProcess[bytes]:
        """Runs a command in the root of the repository."""
        return subprocess.run([self.path, *map(str, words)], cwd=ROOT, capture_output=True, check=False)

    def files(self, out: Path, *words: str | Path) -> dict[str, bytes]:
        """The files that a command writes."""
        done = self.run(*words, "--out", out)
        assert done.returncode in (0, 1), done.stderr.decode()
        return files(out)


def files(directory: Path) -> dict[str, bytes]:
    """The files of a run, but for what changes from run to run, with the commits made equal."""
    found = {}
    for path in sorted(directory.iterdir()):
        if path.is_file() and path.name != "timing.json":
            text = path.read_bytes()
            text = re.sub(rb'"commit": "[^"]*"', b'"commit": ""', text)
            # That of the manifest covers the commit.
            text = re.sub(rb'"checksum": "[0-9a-f]{64}"', b'"checksum": ""', text)
            found[path.name] = re.sub(rb"commit [0-9a-f]{12}(-dirty)?|commit unknown", b"commit", text)
    return found


@pytest.fixture(scope="session")
def program() -> Program:
    """The command line's program; tests that need it are left out where there is none."""
    path = Path(os.environ.get("POWERGRAB", ROOT / "target/release/powergrab"))
    if not path.is_file():
        pytest.skip(f"{path}: is not built; `cargo build --release`, or name the program in POWERGRAB")
    return Program(path)


@pytest.fixture(autouse=True)
def in_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are those of the documents."""
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="session")
def small() -> pg.Run:
    """A short match."""
    return pg.match(["hoarder", "greedy*3"], deals=100, progress=False)
