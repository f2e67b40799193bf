"""Runs the notebooks from top to bottom; any error in a cell is an error here. Needs the Python package.

    python3 run_all.py [--write] [NOTEBOOK.ipynb ...]

With --write the outputs are kept in the files, without what changes from run to run (times, paths of temporary directories).
"""

import pathlib
import re
import sys

import nbformat
from nbclient import NotebookClient

HERE = pathlib.Path(__file__).resolve().parent
TEMPORARY = re.compile(r"(/\w+)*/powergrab-\w+")


def tidy(book):
    """Leaves out what differs each time."""
    for cell in book.cells:
        cell.get("metadata", {}).pop("execution", None)
        for output in cell.get("outputs", []):
            for key in ("text",):
                if key in output:
                    output[key] = TEMPORARY.sub("runs", output[key])
            for key, text in output.get("data", {}).items():
                if key.startswith("text/") and isinstance(text, str):
                    output["data"][key] = TEMPORARY.sub("runs", text)
    book.metadata.language_info = {"name": "python"}


def main():
    args = sys.argv[1:]
    write = "--write" in args
    names = [pathlib.Path(a) for a in args if a != "--write"] or sorted(HERE.glob("*.ipynb"))
    for path in names:
        book = nbformat.read(path, as_version=4)
        NotebookClient(book, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(HERE)}}).execute()
        if write:
            tidy(book)
            nbformat.write(book, path)
        print(f"{path.name}: {sum(c.cell_type == 'code' for c in book.cells)} cells ran")


if __name__ == "__main__":
    main()
