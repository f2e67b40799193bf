"""Checks the board and the viewer of games in JupyterLab, in a headless browser.

    python3 scripts/checks/board/check_notebook.py OUT_DIR

A notebook shows `pg.board()` and `pg.play(...)`. In the board a game is begun and a card is played; the kernel then knows the position in view.
Screenshots go to OUT_DIR. Needs powergrab with its extra `board`, jupyterlab, playwright and a Chromium (`CHROMIUM=/path`, or one on the path).
"""

import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

import nbformat
from playwright.sync_api import TimeoutError, sync_playwright

CELLS = [
    "import powergrab as pg\nboard = pg.board()\nboard",
    "pg.play(['greedy', 'random'], seed=1, unit='round')",
    "print('IN VIEW', board.position)",
]
TRIES = 12


def chromium():
    found = [os.environ.get("CHROMIUM")] + [shutil.which(n) for n in ("chromium", "chromium-browser", "google-chrome")]
    return next((path for path in found if path), None) or sys.exit("no Chromium on the path")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def start(folder, port):
    """Starts JupyterLab and waits until it answers."""
    lab = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}", "--ServerApp.token=t", "--LabApp.news_url=None", f"--ServerApp.root_dir={folder}"]
    server = subprocess.Popen(lab, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(120):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api?token=t", timeout=2)
            return server
        except OSError:
            time.sleep(0.5)
    server.kill()
    sys.exit("JupyterLab does not answer")


def run_cells(page):
    """Runs the first cells. What is run before the kernel is connected is not run at all, and nothing shown says so; hence the tries."""
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for(timeout=120_000)
    for _ in range(TRIES):
        page.locator(".jp-Cell").first.click()
        for _ in CELLS[:2]:
            page.keyboard.press("Shift+Enter")
        try:
            page.locator(".jp-Cell .jp-InputPrompt", has_text=re.compile(r"\[[\d*]\]")).first.wait_for(timeout=10_000)
            return
        except TimeoutError:
            pass
    sys.exit("the cells do not run")


def use(page, out):
    """Runs the cells and plays; returns what the kernel printed."""
    page.get_by_text("File", exact=True).first.wait_for(timeout=120_000)
    run_cells(page)
    board = page.frame_locator("iframe[title='powergrab board']")
    board.get_by_role("button", name="Play Power Grab").click(timeout=120_000)
    board.locator(".question .playable, .question .options button").first.click(timeout=60_000)
    board.locator(".question").wait_for(timeout=60_000)
    page.screenshot(path=out / "board.png")
    if board.locator("[role=alert]").count():
        sys.exit(f"the board says: {board.locator('[role=alert]').first.inner_text()}")
    games = page.frame_locator("iframe[title='games, step by step']")
    games.get_by_role("button", name="Step forward").click(timeout=60_000)
    if "step" not in games.locator("output").inner_text():
        sys.exit("the viewer of games does not step")
    page.locator(".jp-Cell").nth(2).click()
    page.screenshot(path=out / "games.png")
    page.keyboard.press("Shift+Enter")
    printed = page.get_by_text("IN VIEW power-grab").last
    printed.wait_for(timeout=60_000)
    return printed.inner_text()


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    cells = [nbformat.v4.new_code_cell(cell) for cell in CELLS]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=kernel)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        pathlib.Path(folder, "board.ipynb").write_text(json.dumps(notebook))
        port = free_port()
        server = start(folder, port)
        try:
            browser = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"])
            page = browser.new_page(viewport={"width": 1300, "height": 1000})
            page.goto(f"http://127.0.0.1:{port}/lab/tree/board.ipynb?token=t")
            try:
                print(use(page, out))
            except Exception:
                page.screenshot(path=out / "failed.png")
                print(page.locator("body").inner_text(), file=sys.stderr)
                raise
            browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
