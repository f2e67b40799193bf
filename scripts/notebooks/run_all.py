"""Runs the notebooks from top to bottom; any error in a cell is an error here, and so is an output that is not the one in the file.
Needs the Python package.

    python3 run_all.py [--write] [NOTEBOOK.ipynb ...]

With --write the outputs are kept in the files, without what changes from run to run (times, paths of temporary directories).
Texts are compared as they are. Cells with the tag `machine` depend on it (a network's training, by floating-point sums in another
order): there the words are compared, and numbers to a tenth of themselves. Pictures are not compared.
"""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
TEMPORARY = re.compile(r"(/\w+)*/powergrab-\w+")
NUMBER = re.compile(r"-?\d[\d,]*\.?\d*")
TOLERANCE = 0.1


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


def texts(cell):
    """All that a cell says in words, in order."""
    said = []
    for output in cell.get("outputs", []):
        said.append(output.get("text", ""))
        said += [output.get("data", {}).get(kind, "") for kind in ("text/plain", "text/html")]
    return "".join("".join(text) for text in said)


def numbers(text):
    return [float(n.replace(",", "")) for n in NUMBER.findall(text)]


def same(stored, fresh, machine):
    """Whether what is stored is what came now."""
    if not machine:
        return stored == fresh
    pairs = list(zip(numbers(stored), numbers(fresh)))
    near = all(abs(a - b) <= TOLERANCE * max(abs(a), abs(b)) for a, b in pairs)
    return near and NUMBER.sub("#", stored) == NUMBER.sub("#", fresh)


def differences(stored, fresh):
    """The numbers of the code cells whose stored outputs are not those of now, with both."""
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
                print(f"{path.name}: cell {number} has in the file\n{old}\nbut gives\n{new}", file=sys.stderr)
        print(f"{path.name}: {sum(c.cell_type == 'code' for c in book.cells)} cells ran")
    if failed:
        sys.exit("outputs differ: run_all.py --write keeps the new ones; read the difference")


if __name__ == "__main__":
    main()
