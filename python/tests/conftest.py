"""Fixtures: the command line to compare the package with, from $POWERGRAB or the release build of this clone."""

from __future__ import annotations

import os
import re
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

import powergrab as pg

ROOT = Path(__file__).resolve().parents[2]


class Program:
    """The program of the command line."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def run(self, *words: str | Path) -> subprocess.CompletedProcess[bytes]:
        """Runs a command in the root of the repository."""
        return subprocess.run([self.path, *map(str, words)], cwd=ROOT, capture_output=True, check=False)

    def files(self, out: Path, *words: str | Path) -> dict[str, bytes]:
        """Returns the files that a command writes."""
        done = self.run(*words, "--out", out)
        assert done.returncode in (0, 1), done.stderr.decode()
        return files(out)


def files(directory: Path) -> dict[str, bytes]:
    """Returns the files of a run that do not change from run to run, without commits and the checksums that depend on them."""
    written = {path.name: path.read_bytes() for path in sorted(directory.iterdir()) if path.is_file() and path.name != "timing.json"}
    found = {}
    for name, text in written.items():
        text = re.sub(rb'"commit": "[^"]*"', b'"commit": ""', text)
        found[name] = re.sub(rb"commit [0-9a-f]{12}(-dirty)?|commit unknown", b"commit", text)
    manifest = re.sub(rb'"checksum": "[0-9a-f]{64}"', b'"checksum": ""', found["manifest.json"])
    for name, text in written.items():
        manifest = manifest.replace(sha256(text).hexdigest().encode(), sha256(found[name]).hexdigest().encode())
    return {**found, "manifest.json": manifest}


@pytest.fixture(scope="session")
def program() -> Program:
    """The program. Tests that need it are skipped if there is none."""
    path = Path(os.environ.get("POWERGRAB", ROOT / "target/release/powergrab"))
    if not path.is_file():
        pytest.skip(f"{path}: is not built; `cargo build --release`, or name the program in POWERGRAB")
    return Program(path)


@pytest.fixture(autouse=True)
def in_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs each test in the root of the repository, so that paths are those of the documents."""
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="session")
def small() -> pg.Run:
    """A short match."""
    return pg.match(["hoarder", "greedy*3"], deals=100, progress=False)
