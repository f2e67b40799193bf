"""Tests of the register: it detects numbers that are changed by hand, and conclusions that do not hold."""

import random
import re
import unittest
from unittest import mock

import claims

# The number of random changes.
CHANGES = 300


def changes():
    """Yields documents with one random change of a number or sign, the same each time."""
    choose = random.Random(1)
    texts = {document: (claims.HOME / document).read_text() for document in sorted(claims.documents())}
    places = []
    for document, text in texts.items():
        # Targets of links are paths, which another test checks.
        bare = claims.LINK.sub(lambda link: " " * len(link[0]), claims.ITEM.sub(lambda item: " " * len(item[0]), text))
        places += [(document, found) for found in re.finditer(r"(?<![\w.])[-+]?[0-9]+(?:[.,][0-9]+)*(?![\w])", bare)]
    for document, found in choose.sample(places, CHANGES):
        old = found[0]
        digit = choose.choice([at for at, sign in enumerate(old) if sign.isdigit()])
        new = old[:digit] + str((int(old[digit]) + choose.randint(1, 9)) % 10) + old[digit + 1 :]
        if old[0] in "-+" and choose.random() < 0.5:
            new = {"-": "+", "+": "-"}[old[0]] + old[1:]
        text = texts[document]
        yield document, text[: found.start()] + new + text[found.end() :], f"{old} -> {new} in {document}"


def caught(document, text):
    """Whether the register rejects the document with this text."""
    read = claims.Path.read_text
    read_bytes = claims.Path.read_bytes
    path = claims.HOME / document
    with (
        mock.patch.object(claims.Path, "read_text", lambda self, *rest: text if self == path else read(self, *rest)),
        mock.patch.object(claims.Path, "read_bytes", lambda self: text.encode() if self == path else read_bytes(self)),
    ):
        try:
            claims.check_contracts()
            for entry in claims.register():
                if entry.document == document:
                    entry.check_document()
        except claims.ClaimError:
            return True
    return False


class Register(unittest.TestCase):
    def test_changed_numbers_are_caught(self):
        for document, text, what in changes():
            with self.subTest(what):
                self.assertTrue(caught(document, text))

    def test_paths_that_do_not_exist_are_found(self):
        text = "`stats/src/sprt.rs`, `crates/bots/src/strategy/`, `greedy.toml`, `src/strategy/shed.rs`, `lab/nowhere/`, `results/x.md`"
        self.assertEqual(list(claims.missing_paths("strategies/README.md", text)), ["src/strategy/shed.rs", "lab/nowhere/"])

    def test_links_to_what_does_not_exist_are_found(self):
        text = "[a](../README.md#two-commands) [b](https://example.org/1) [c](../docs/how-to/seats.md) ![d](net.toml)"
        self.assertEqual(list(claims.missing_paths("strategies/README.md", text)), ["../docs/how-to/seats.md"])

    def test_the_documents_are_as_registered(self):
        for entry in claims.register():
            entry.check_document()

    def test_a_sentence_turned_round_is_caught(self):
        """Order and sign may be in words, too."""
        path = "docs/results.md"
        text = (claims.HOME / path).read_text()
        turned = text.replace("! comes last at every table", "! comes first at every table")
        self.assertNotEqual(text, turned)
        self.assertTrue(caught(path, turned))

    def test_a_conclusion_that_does_not_hold_is_refuted(self):
        entry = next(entry for entry in claims.register() if entry.path.stem == "hoarding")
        claim = {**entry.claims[0], "holds": ["low > 31.5"]}
        with self.assertRaisesRegex(claims.ClaimError, "does not hold"):
            entry.check_holds(claim, {"win": 31.6, "low": 31.3, "high": 31.9})
        entry.check_holds(claim, {"low": 31.6})

    def test_a_short_run_may_differ_by_its_error_only(self):
        entry = claims.register()[0]
        claim = {"text": "a"}
        entry.compare(0.50, 0.1, "0.2", "x", claim)
        with self.assertRaises(claims.ClaimError):
            entry.compare(0.75, 0.1, "0.2", "x", claim)
        with self.assertRaises(claims.ClaimError):
            entry.compare(0.26, 0.0, "0.2", "x", claim)

    def test_extremes_and_differences_of_figures(self):
        entry = claims.Entry(claims.REGISTER / "x.toml", "x.md")
        entry.claims = [
            {
                "text": "{low} to {high}: {more} more",
                "low": "0.2 = least results/x.csv[kind=a].rate",
                "high": "0.5 = most results/x.csv[kind=a].rate",
                "more": "0.4 = high - low",
            }
        ]
        tables = claims.Tables()
        place = claims.HOME / "results/x.csv"
        tables.read[place] = [{"kind": "a", "rate": "0.15"}, {"kind": "a", "rate": "0.51"}, {"kind": "b", "rate": "0.9"}]
        self.assertEqual(entry.text(entry.claims[0]), "0.2 to 0.5: 0.4 more")
        entry.check_values(tables, lambda source: place, False)
        tables.read[place][0]["rate"] = "0.24"
        with self.assertRaisesRegex(claims.ClaimError, "high - low"):
            entry.claims[0]["more"] = "0.5 = high - low"
            entry.check_values(tables, lambda source: place, False)
        tables.read[place][1]["rate"] = "0.56"
        with self.assertRaisesRegex(claims.ClaimError, "not 0.5"):
            entry.check_values(tables, lambda source: place, False)

    def test_a_run_without_a_short_form_is_compared_to_its_last_place(self):
        entry = claims.Entry(claims.REGISTER / "x.toml", "x.md")
        entry.claims = [{"text": "{rate}", "rate": "0.20 = run/x.csv[].rate"}]
        tables = claims.Tables()
        place = claims.HOME / "x.csv"
        tables.read[place] = [{"rate": "0.25", "se": "0.1"}]
        entry.runs = {"run": {"command": "", "short": "shorter"}}
        entry.check_values(tables, lambda source: place, True)
        entry.runs = {"run": {"command": ""}}
        with self.assertRaises(claims.ClaimError):
            entry.check_values(tables, lambda source: place, True)


if __name__ == "__main__":
    unittest.main()
