"""Runs the notebooks from top to bottom. Fails if a cell raises an error, or if its output differs from that in the file.

    python3 scripts/notebooks/run_all.py [--write] [NOTEBOOK.ipynb ...]

Needs the Python package. With --write, stores the outputs in the files, without times and paths of temporary directories. Texts must be equal.
The output of cells with the tag `machine` depends on the machine, as the training of a network does on the order of floating-point sums: words
must be equal there, and numbers within a tenth. Pictures are not compared.
"""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
TEMPORARY = re.compile(r"(/\w+)*/powergrab-\w+")
NUMBER = re.compile(r"-?\d[\d,]*\.?\d*")
TOLERANCE = 0.1


def tidy(book):
    """Removes what changes from run to run."""
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


def texts(cell):
    """Returns the text of a cell's outputs, in order."""
    parts = []
    for output in cell.get("outputs", []):
        parts.append(output.get("text", ""))
        parts += [output.get("data", {}).get(kind, "") for kind in ("text/plain", "text/html")]
    return "".join("".join(text) for text in parts)


def numbers(text):
    return [float(n.replace(",", "")) for n in NUMBER.findall(text)]


def same(stored, fresh, machine):
    """Whether the stored output agrees with the new one."""
    if not machine:
        return stored == fresh
    pairs = list(zip(numbers(stored), numbers(fresh)))
    near = all(abs(a - b) <= TOLERANCE * max(abs(a), abs(b)) for a, b in pairs)
    return near and NUMBER.sub("#", stored) == NUMBER.sub("#", fresh)


def differences(stored, fresh):
    """Returns the code cells whose stored outputs differ from the new ones: the number of the cell, and both texts."""
    found = []
    for number, (old, new) in enumerate(zip(stored, fresh)):
        machine = "machine" in old.get("metadata", {}).get("tags", [])
        if old["cell_type"] == "code" and not same(texts(old), texts(new), machine):
            found.append((number, texts(old), texts(new)))
    return found


def main():
    import nbformat
    from nbclient import NotebookClient

    failed = False
    args = sys.argv[1:]
    write = "--write" in args
    names = [pathlib.Path(a) for a in args if a != "--write"] or sorted(HERE.glob("*.ipynb"))
    for path in names:
        book = nbformat.read(path, as_version=4)
        NotebookClient(book, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(HERE)}}).execute()
        tidy(book)
        if write:
            nbformat.write(book, path)
        else:
            stored = nbformat.read(path, as_version=4)
            for number, old, new in differences(stored.cells, book.cells):
                failed = True
                print(f"{path.name}: cell {number} has in the file\n{old}\nbut prints\n{new}", file=sys.stderr)
        print(f"{path.name}: {sum(c.cell_type == 'code' for c in book.cells)} cells ran")
    if failed:
        sys.exit("outputs differ: run_all.py --write stores the new ones; check the difference")


if __name__ == "__main__":
    main()
