"""Tests of powergrab_io that need no binary: python3 -m unittest, with pandas."""

import hashlib
import json
import pathlib
import tempfile
import unittest

import powergrab_io

DICTIONARY = "# Data dictionary\n\n## bots.csv\n\n| column | meaning |\n|---|---|\n| `bot` | the bot's name |\n| `win_rate` | wins / games |\n\n## Metrics\n\n| `x` | y |\n"
MANIFEST = {"format": 1, "command": "powergrab match", "run": {"name": "x", "seed": "1", "deals": "0..2"}, "result": {"complete": True}}


class Loading(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)
        self.path = pathlib.Path(self.home.name)
        self.write("manifest.json", json.dumps(MANIFEST))
        self.write("data_dictionary.md", DICTIONARY)
        self.write("bots.csv", "bot,win_rate\ngreedy,0.5\n1984,\n")

    def write(self, name, text):
        (self.path / name).write_text(text)

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
        self.write("manifest.json", json.dumps({**MANIFEST, "format": 99}))
        self.refused("newer version")

    def test_a_table_that_is_not_the_dictionarys_is_refused(self):
        self.write("bots.csv", "bot,wins\ngreedy,3\n")
        self.refused("data_dictionary.md")

    def test_a_table_is_held_to_the_manifest(self):
        digest = hashlib.sha256((self.path / "bots.csv").read_bytes()).hexdigest()
        self.write("manifest.json", json.dumps({**MANIFEST, "files": {"bots.csv": digest}}))
        powergrab_io.load(self.path)
        self.write("bots.csv", "bot,win_rate\ngreedy,0.6\n")
        self.refused("not as the run wrote it; powergrab match writes it again")
        (self.path / "bots.csv").unlink()
        self.refused("is not there")

    def test_a_number_that_is_none_is_refused(self):
        self.write("bots.csv", "bot,win_rate\ngreedy,often\n")
        self.refused("win_rate")


if __name__ == "__main__":
    unittest.main()
