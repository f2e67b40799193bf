"""Tests of powergrab_io that need no binary: python3 -m unittest, with pandas."""

import hashlib
import json
import pathlib
import tempfile
import unittest

import powergrab_io

DICTIONARY = "# Data dictionary\n\n## bots.csv\n\n| column | meaning |\n|---|---|\n| `bot` | the bot's name |\n| `win_rate` | wins / games |\n\n## Metrics\n\n| `x` | y |\n"
MANIFEST = {"format": 2, "checksum": "0" * 64, "command": "powergrab match", "run": {"name": "x", "seed": "1", "deals": "0..2"}, "result": {"complete": True}}


class Loading(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)
        self.path = pathlib.Path(self.home.name)
        self.write("data_dictionary.md", DICTIONARY)
        self.write("bots.csv", "bot,win_rate\ngreedy,0.5\n1984,\n")
        self.seal()

    def write(self, name, text):
        (self.path / name).write_text(text)

    def seal(self, **changes):
        """Writes the manifest of the files as they are."""
        files = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in self.path.glob("[bd]*")}
        text = json.dumps({**MANIFEST, "files": files, **changes})
        self.write("manifest.json", text.replace("0" * 64, hashlib.sha256(text.encode()).hexdigest(), 1))

    def refused(self, word):
        with self.assertRaises(powergrab_io.RunError) as caught:
            powergrab_io.load(self.path)
        self.assertIn(word, str(caught.exception))

    def test_tables_have_types(self):
        run = powergrab_io.load(self.path)
        self.assertEqual(list(run.bots.bot), ["greedy", "1984"])
        self.assertEqual(str(run.bots.bot.dtype), "category")
        self.assertEqual(run.bots.win_rate[0], 0.5)
        self.assertTrue(run.bots.win_rate.isna()[1])
        self.assertEqual(run.columns("bots")["win_rate"], "wins / games")
        self.assertTrue(run.complete)
        self.assertIn("bots (2)", repr(run))

    def test_what_is_not_there_is_named(self):
        run = powergrab_io.load(self.path)
        with self.assertRaises(KeyError):
            run["pairs"]
        with self.assertRaisesRegex(AttributeError, "no pairs.csv; it has bots"):
            run.pairs

    def test_a_directory_without_manifest_is_refused(self):
        (self.path / "manifest.json").unlink()
        self.refused("no manifest.json")

    def test_an_unknown_format_is_refused(self):
        for format in (1, 99):
            self.seal(format=format)
            self.refused("another version")

    def test_a_damaged_manifest_is_refused(self):
        whole = (self.path / "manifest.json").read_text()
        self.write("manifest.json", whole.replace('"seed": "1"', '"seed": "2"'))
        self.refused("not as the run wrote it")
        for text in ("", "{}", "[]", whole[:-9]):
            self.write("manifest.json", text)
            self.refused("manifest.json")

    def test_a_table_that_is_not_the_dictionarys_is_refused(self):
        self.write("bots.csv", "bot,wins\ngreedy,3\n")
        self.seal()
        self.refused("data_dictionary.md")

    def test_a_table_is_held_to_the_manifest(self):
        powergrab_io.load(self.path)
        self.write("bots.csv", "bot,win_rate\ngreedy,0.6\n")
        self.refused("not as the run wrote it; powergrab match writes it again")
        (self.path / "bots.csv").unlink()
        self.refused("is not there")

    def test_a_number_that_is_none_is_refused(self):
        self.write("bots.csv", "bot,win_rate\ngreedy,often\n")
        self.seal()
        self.refused("win_rate")


if __name__ == "__main__":
    unittest.main()
