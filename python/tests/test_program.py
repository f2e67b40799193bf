"""The program that the package brings: `powergrab` beside its Python, with the bytes and exit codes of the command line."""

from __future__ import annotations

import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest
from conftest import Program, files

import powergrab as pg

# Installed under Windows with another suffix.
INSTALLED = next(Path(sysconfig.get_path("scripts")).glob("powergrab*"), None)
MATCH = ["match", "--bots", "net,balanced", "--deals", "60", "--seed", "3"]


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "powergrab", *map(str, words)], capture_output=True, text=True, check=False)


def test_it_is_on_the_path_of_the_environment() -> None:
    assert INSTALLED is not None
    done = subprocess.run([INSTALLED, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"powergrab {pg.__version__} (commit {pg.__commit__})\n"


def test_it_writes_the_bytes_of_the_command_line(program: Program, tmp_path: Path) -> None:
    done = run(*MATCH, "--out", tmp_path / "package")
    assert done.returncode == 0, done.stderr
    assert files(tmp_path / "package") == program.files(tmp_path / "program", *MATCH)


def test_records_are_written_as_parquet(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    done = run(*MATCH, "--records", tmp_path / "records.parquet", "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    assert len(pandas.read_parquet(tmp_path / "records.parquet")) > 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--help"], 0, "Usage: powergrab"),
        (["match", "--bots", "gredy,random"], 2, "greedy"),
        (["match", "--no-such-option"], 2, "--no-such-option"),
        (["compare", "no-such-run", "nor-this"], 3, "no-such-run"),
    ],
)
def test_its_exit_codes_are_those_of_the_command_line(words: list[str], code: int, said: str) -> None:
    done = run(*words)
    assert (done.returncode, said in done.stdout + done.stderr) == (code, True), done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent by a signal")
def test_ctrl_c_ends_a_run_that_keeps_finished_work(tmp_path: Path) -> None:
    words = ["match", "--bots", "balanced*4", "--deals", "100000000", "--out", str(tmp_path / "run")]
    process = subprocess.Popen([sys.executable, "-m", "powergrab", *words], stderr=subprocess.PIPE, text=True)
    # The run's directory is made when the run already hears Ctrl-C.
    for _ in range(600):
        if (tmp_path / "run").is_dir():
            break
        time.sleep(0.1)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "--resume" in said
