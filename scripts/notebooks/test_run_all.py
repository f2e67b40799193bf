"""Tests that a number changed by hand in a notebook's output is detected."""

import copy
import json
import pathlib
import re
import unittest

from run_all import differences

HERE = pathlib.Path(__file__).resolve().parent


class Outputs(unittest.TestCase):
    def test_every_number_that_is_changed_is_caught(self):
        tried = 0
        for path in sorted(HERE.glob("*.ipynb")):
            cells = json.loads(path.read_text())["cells"]
            self.assertEqual(differences(cells, cells), [])
            for number, cell in enumerate(cells):
                for place, output in enumerate(cell.get("outputs", [])):
                    for key, lines in [("text", output.get("text")), ("text/plain", output.get("data", {}).get("text/plain"))]:
                        whole = "".join(lines or [])
                        found = re.search(r"\d", whole)
                        if not found or "Figure size" in whole:
                            continue
                        digit = str((int(found[0]) + 5) % 10)
                        wrong = whole[: found.start()] + digit + whole[found.end() :]
                        changed = copy.deepcopy(cells)
                        into = changed[number]["outputs"][place]
                        (into if key == "text" else into["data"])[key] = wrong
                        self.assertEqual([n for n, _, _ in differences(changed, cells)], [number], f"{path.name}: {whole[:60]}")
                        tried += 1
        self.assertGreater(tried, 15)

    def test_a_machine_may_differ_a_little(self):
        def cells(text):
            return [{"cell_type": "code", "metadata": {"tags": ["machine"]}, "outputs": [{"text": text}]}]

        self.assertEqual(differences(cells("52.0 % (51.0 to 53.1)"), cells("51.4 % (50.4 to 52.5)")), [])
        self.assertEqual(len(differences(cells("52.0 % (51.0 to 53.1)"), cells("62.0 % (61.0 to 63.1)"))), 1)
        self.assertEqual(len(differences(cells("52.0 %"), cells("52.0 points"))), 1)


if __name__ == "__main__":
    unittest.main()
