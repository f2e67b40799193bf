#!/usr/bin/env python3
"""Checks the documents against the register of claims: their figures and conclusions, and the commands that show them.

    python3 scripts/checks/claims/claims.py                        # documents against register (seconds)
    python3 scripts/checks/claims/claims.py --short POWERGRAB      # and against a short form of each command
    python3 scripts/checks/claims/claims.py --full POWERGRAB       # and against the whole commands, to the last place
    python3 scripts/checks/claims/claims.py --only NAME --given "why these numbers are no findings"

`docs/claims/*.toml` has a file for each document (docs/claims/README.md has the format). A number in a document without an entry is an
error, so that no number is added or changed by hand.
"""

import argparse
import csv
import hashlib
import json
import operator
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from math import hypot
from pathlib import Path
from statistics import fmean

HOME = Path(__file__).resolve().parents[3]
REGISTER = HOME / "docs" / "claims"
FIGURE = re.compile(
    r"(?P<value>[-+]?[0-9][0-9,]*(?:\.[0-9]+)?) = (?:(?P<factor>-?[0-9.]+) \* )?(?:(?P<of>mean|least|most|count) )?"
    r"(?P<source>[^\[ ]+)\[(?P<row>[^\]]*)\]\.(?P<column>\w+)(?: (?P<sign>[~≈]) (?P<again>[^\[ ]+)\[(?P<row_again>[^\]]*)\]\.(?P<column_again>\w+))?"
)
# The difference of two figures of a claim.
DIFFERENCE = re.compile(r"(?P<value>[-+]?[0-9][0-9,]*(?:\.[0-9]+)?) = (?P<first>[a-z]\w*) - (?P<second>[a-z]\w*)")
SUMMARY = {"mean": fmean, "least": min, "most": max}
COMPARE = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}
LINK = re.compile(r"\]\([^)]*\)")
ITEM = re.compile(r"^[0-9]+\. ", re.MULTILINE)
# The greatest distance, in standard errors, of a short run or one of other deals from the figure of the document.
LIMIT = 4.0


class ClaimError(Exception):
    """A claim that does not hold, or an entry that cannot be read."""


def together(check, things):
    """Checks all things, and raises one error with all problems."""
    problems = []
    for thing in things:
        try:
            check(thing)
        except ClaimError as error:
            problems.append(str(error))
    if problems:
        raise ClaimError("\n".join(problems))


def plain(text):
    """Returns a text with single spaces, without targets of links and numbers of list items, so that line breaks do not matter."""
    return " ".join(ITEM.sub("", LINK.sub("]", text)).split())


def whole_lines(text):
    """Returns the lines of a text, plain and between line breaks, so that only whole lines are found in it."""
    lines = [plain(line) for line in text.splitlines() if line.strip()]
    return "\n".join(["", *lines, ""])


def quoted(text):
    """Returns a TOML string; a JSON string is one."""
    return json.dumps(text, ensure_ascii=False)


def number(text):
    return float(text.replace(",", ""))


class Tables:
    """CSV files by path, each read once."""

    def __init__(self):
        self.read = {}

    def rows(self, path, wanted):
        """Returns the rows that fulfil the conditions `column=value` or `column>number`."""
        if path not in self.read:
            if not path.exists():
                raise ClaimError(f"{path}: there is no such file")
            with path.open(newline="") as stream:
                self.read[path] = list(csv.DictReader(stream))
        rows = self.read[path]
        for condition in filter(None, wanted.split(",")):
            column, sign, value = re.fullmatch("([^=>]+)([=>])(.*)", condition).groups()
            if rows and column not in rows[0]:
                raise ClaimError(f"{path}: there is no column {column}")
            rows = [row for row in rows if (row[column] == value if sign == "=" else float(row[column]) > float(value))]
        return rows

    def row(self, path, wanted):
        """Returns the only row that fulfils the conditions."""
        rows = self.rows(path, wanted)
        if len(rows) != 1:
            raise ClaimError(f"{path}: {len(rows)} rows have {wanted}")
        return rows[0]

    def value(self, path, wanted, column, of, factor):
        """Returns a figure and its standard error, None for bounds."""
        if of == "count":
            return factor * len(self.rows(path, wanted)), None
        if of in SUMMARY:
            found = [float(row[column]) for row in self.rows(path, wanted)]
            if not found:
                raise ClaimError(f"{path}: no row has {wanted}")
            return factor * SUMMARY[of](found), None
        row = self.row(path, wanted)
        if row.get(column) in (None, ""):
            raise ClaimError(f"{path}: there is no value in column {column} where {wanted}")
        error = error_of(row, column)
        return factor * float(row[column]), None if error is None else abs(factor) * error


def error_of(row, column):
    """Returns the standard error beside an estimate, or None for bounds and counts."""
    if column in ("low", "high", "games", "rounds", "deals", "positions") or column.endswith(("_low", "_high")):
        return None
    for name in (f"{column}_se", "se"):
        if row.get(name):
            return float(row[name])
    return None


class Entry:
    """A file of the register: a document, its runs, claims and given texts. Documents without a file have an empty entry."""

    def __init__(self, path, document=None):
        self.path = path
        data = {"document": document}
        if document is None:
            with path.open("rb") as stream:
                data = tomllib.load(stream)
        self.document = data.pop("document")
        self.runs = data.pop("run", {})
        self.claims = data.pop("claim", [])
        self.given = data.pop("given", [])
        self.printed = data.pop("printed", [])
        if data:
            raise ClaimError(f"{path.name}: unknown keys {sorted(data)}")

    def figures(self, claim):
        """Returns the match of the source of each figure, by name."""
        found = {}
        for name, text in claim.items():
            if name in ("text", "holds", "holds_in_short"):
                continue
            match = FIGURE.fullmatch(text) or DIFFERENCE.fullmatch(text)
            if match is None:
                raise ClaimError(f"{self.path.name}: `{text}` is not of the form VALUE = FACTOR * FILE[COLUMN=VALUE].COLUMN or VALUE = NAME - NAME")
            found[name] = match
        return found

    def text(self, claim):
        """Returns the sentence as the document has it."""
        values = {name: match["value"] for name, match in self.figures(claim).items()}
        return plain(claim["text"].format(**values))

    def texts(self):
        """Returns all texts that the entry covers, the longest first, as a short one may be a part of a longer one."""
        texts = [self.text(claim) for claim in self.claims] + [plain(given["text"]) for given in self.given]
        texts += [plain(line) for printed in self.printed for line in printed["lines"]]
        texts += [plain(command) for run in self.runs.values() for command in [f"powergrab {run['command']}"]]
        return sorted(set(texts), key=len, reverse=True)

    def take_as_given(self, why):
        """Turns uncovered lines with numbers into given texts, and drops given texts that the document no longer has."""
        document = (HOME / self.document).read_text()
        self.given = [given for given in self.given if plain(given["text"]) in plain(document)]
        rest = plain(document)
        for text in self.texts():
            rest = rest.replace(text, " # ")
        lines = [plain(line) for line in document.splitlines()]
        new = [line for line in dict.fromkeys(lines) if re.search("[0-9]", line) and line in rest]
        self.given += [{"text": line, "why": why} for line in new]
        # Given texts are at the end of a file.
        head = re.split(r"(?m)^\[\[given\]\]$", self.path.read_text())[0] if self.path.exists() else f"document = {quoted(self.document)}\n\n"
        blocks = [f"[[given]]\ntext = {quoted(given['text'])}\nwhy = {quoted(given['why'])}\n" for given in self.given]
        self.path.write_text(head + "\n".join(blocks))

    def check_document(self):
        """Checks that every claim is in the document, and that every number there is covered."""
        rest = plain((HOME / self.document).read_text())
        for text in self.texts():
            if text not in rest:
                if text.startswith("powergrab "):
                    continue  # A command need not be shown.
                raise ClaimError(f"{self.document}: this is registered, but not in the document: {text}")
            rest = rest.replace(text, " # ")
        bare = re.search(r"\S*[0-9]\S*", rest)
        if bare is not None:
            around = rest[max(0, bare.start() - 60) : bare.end() + 60]
            raise ClaimError(f"{self.document}: {bare[0]!r} is in no claim ({self.path.name}): … {around} …")

    def check_printed(self, powergrab):
        """Checks the lines that a document quotes from the output of a command."""
        for printed in self.printed:
            result = subprocess.run([powergrab, *shlex.split(printed["command"])], cwd=HOME, capture_output=True, text=True)
            shown = whole_lines(result.stdout)
            for line in printed["lines"]:
                if whole_lines(line) not in shown:
                    raise ClaimError(f"{self.document}: `powergrab {printed['command']}` does not print this: {line}")

    def check_holds(self, claim, values, short=False):
        """Checks the conclusion: comparisons of figures with each other or with numbers."""
        holds = claim.get("holds", [])
        for condition in claim.get("holds_in_short", holds) if short else holds:
            left, sign, right = condition.split()
            sides = [values[side] if side in values else number(side) for side in (left, right)]
            if not COMPARE[sign](*sides):
                raise ClaimError(f"{self.document}: `{condition}` does not hold ({sides[0]:g} and {sides[1]:g}): {self.text(claim)}")

    def check_values(self, tables, place, short):
        """Checks the figures of all claims against their files, and reports all that do not hold.

        `place` returns the path of a source, or None if it was not run. A short run must agree within its errors and show the conclusions. A run
        of other deals (`≈`) must agree within the errors of both.
        """
        together(lambda claim: self.check_claim(claim, tables, place, short), self.claims)

    def check_claim(self, claim, tables, place, short):
        """Checks the figures of one claim."""
        values = {}
        for name, match in self.figures(claim).items():
            said = values[name] = number(match["value"])
            if match.re is DIFFERENCE:
                values[name] = values[match["first"]] - values[match["second"]]
                self.check_difference(match, values[name], short, claim)
                continue
            first_error = 0.0
            for source, wanted, column in (match.group("source", "row", "column"), match.group("again", "row_again", "column_again")):
                path = place(source) if source else None
                if path is None:
                    continue
                kept = source.startswith("results/")
                other_sample = match["sign"] == "≈" and source == match["again"]
                found, error = tables.value(path, wanted, column, match["of"], float(match["factor"] or 1))
                # A run without a short form is always whole.
                whole = not short or kept or "short" not in self.runs.get(source.partition("/")[0], {})
                allowed = 0.0 if whole else error
                if other_sample and error is not None:
                    allowed = hypot(error, first_error)
                self.compare(found, allowed, match["value"], path, claim)
                values[name] = found if error is not None or whole else said
                first_error = error or 0.0
        self.check_holds(claim, values, short)

    def check_difference(self, match, found, short, claim):
        """Checks the difference of two rounded figures. Short runs have no error for it, so they are not checked."""
        figures = self.figures(claim)
        said = match["value"]
        rounded = sum(0.5 * self.unit(value) for value in (said, figures[match["first"]]["value"], figures[match["second"]]["value"]))
        if not short and abs(found - number(said)) > 1.000001 * rounded:
            raise ClaimError(f"{self.document}: {match['first']} - {match['second']} is {found:.6g}, not {said}: {self.text(claim)}")

    def compare(self, found, error, said, path, claim):
        """Compares a figure with that of the document, to the last place if it has no error. Bounds (`error` is None) are not compared, for
        those of a short run are wider."""
        if error is None:
            return
        allowed = LIMIT * error + (self.unit(said) if error > 0 else 0.5000001 * self.unit(said))
        if abs(found - number(said)) > allowed:
            margin = f", s.e. {error:.2g}" if error > 0 else ""
            raise ClaimError(f"{self.document}: {found:.6g} ({path}{margin}), not {said}: {self.text(claim)}")

    @staticmethod
    def unit(value):
        """Returns one unit in the last place."""
        return 10.0 ** -len(value.partition(".")[2])


def check_kept(entry, places):
    """Checks that the whole run wrote the tables that the repository keeps of it, to the byte."""

    def check(kept):
        name, kept = kept
        again = places[entry, name] / kept.name
        if not again.exists() or again.read_bytes() != kept.read_bytes():
            raise ClaimError(f"{entry.path.name}: {again} is not {kept.relative_to(HOME)}")

    runs = ((name, run) for name, run in entry.runs.items() if "keeps" in run and (entry, name) in places)
    together(check, [(name, kept) for name, run in runs for kept in sorted((HOME / run["keeps"]).glob("*.csv"))])


def run_all(entries, powergrab, examples, short, out, long, there):
    """Plays the commands of all entries, each once, and returns the directories by (entry, name). With `there`, finished runs are not repeated."""
    places, done = {}, {}
    if not there:
        shutil.rmtree(out, ignore_errors=True)
    for entry in entries:
        for name, run in entry.runs.items():
            command = run.get("short", run["command"]) if short else run["command"]
            if not command:
                continue  # Too long for the short form.
            if "minutes" in run and not short and not long:
                print(f"  without --long, not played: powergrab {command} ({run['minutes']} minutes)", flush=True)
                continue
            if command not in done:
                done[command] = out / hashlib.sha256(command.encode()).hexdigest()[:12]
                places[entry, name] = done[command]
                if there and done[command].exists():
                    continue
                program = examples / run["example"] if "example" in run else powergrab
                print(f"  {Path(program).name} {command}", flush=True)
                printed = run.get("prints", False)
                words = [str(program), *shlex.split(command), *([] if printed else ["--out", str(done[command])])]
                result = subprocess.run(words, cwd=HOME, capture_output=True, text=True)
                if result.returncode != 0:
                    raise ClaimError(f"{entry.path.name}: `{command}` ended with {result.returncode}: {result.stderr.strip()}")
                if printed:
                    done[command].mkdir(parents=True, exist_ok=True)
                    (done[command] / "stdout.csv").write_text(result.stdout)
            places[entry, name] = done[command]
    return places


def contracts():
    """Returns the SHA-256 of each document that is a contract, by path."""
    with (REGISTER / "contracts.toml").open("rb") as stream:
        return tomllib.load(stream)["sha256"]


def digest(path):
    return hashlib.sha256((HOME / path).read_bytes()).hexdigest()


def check_contracts():
    for path, known in contracts().items():
        if digest(path) != known:
            raise ClaimError(f"{path} has changed: read the change, then sign it with `claims.py --sign`")


def sign():
    lines = [f'"{path}" = "{digest(path)}"' for path in contracts()]
    path = REGISTER / "contracts.toml"
    head = path.read_text().partition("[sha256]")[0]
    path.write_text(head + "[sha256]\n" + "\n".join(lines) + "\n")


def documents():
    """Returns all documents whose numbers must be covered."""
    found = [HOME / "README.md", HOME / "strategies" / "README.md", *(HOME / "docs").rglob("*.md")]
    return {str(path.relative_to(HOME)) for path in found if REGISTER not in path.parents}


# A path in backticks, of a directory or of a file with one of these endings.
PATH = re.compile(r"`(?P<path>[\w.-]+(?:/[\w.-]+)*(?:/|/[\w.-]+\.(?:rs|py|sh|toml|md|ipynb|svg|png|c|h)))`")
# The target of a link, without its fragment.
TARGET = re.compile(r"\]\((?P<path>[^)#\s]+)[^)]*\)")
# Paths that runs and readers create.
WRITTEN = ("results/", "DIR/", "mine/", "trained/", "target/")


def missing_paths(document, text):
    """Yields the paths that a document cites and that do not exist: targets of links, and paths in backticks.

    A path may be relative to the project, to the document, to the crates, or to the source of a crate.
    """
    beside = (HOME / document).parent
    for found in TARGET.finditer(text):
        path = found["path"]
        if "://" not in path and not (beside / path).exists():
            yield path
    for found in PATH.finditer(re.sub("(?s)```.*?```", "", text)):
        path = found["path"]
        rooms = () if path.startswith(("src/", "tests/")) else HOME.glob(f"crates/*/src/{path.rstrip('/')}")
        places = [HOME / path, HOME / "src" / path, HOME / "crates" / path, beside / path, *rooms]
        if not path.startswith(WRITTEN) and not any(place.exists() for place in places):
            yield path


def check_paths():
    """Checks the paths that documents cite. CHANGELOG.md may cite removed files."""
    for document in sorted({*documents(), "ARCHITECTURE.md", "CONTRIBUTING.md", "python/README.md"}):
        for path in missing_paths(document, (HOME / document).read_text()):
            raise ClaimError(f"{document}: there is no `{path}`")


def register():
    """Returns all entries."""
    entries = [Entry(path) for path in sorted(REGISTER.glob("*.toml")) if path.name != "contracts.toml"]
    # A document without a file in the register may have no number.
    bare = documents() - {entry.document for entry in entries} - set(contracts())
    return entries + [Entry(REGISTER / f"{Path(document).stem}.toml", document) for document in sorted(bare)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--short", metavar="POWERGRAB", help="play the short form of each command too")
    parser.add_argument("--full", metavar="POWERGRAB", help="play each command whole, and compare every figure")
    parser.add_argument("--long", action="store_true", help="with --full: play also what takes more than some minutes")
    parser.add_argument("--there", action="store_true", help="use the runs that an earlier call finished, and play only the others")
    parser.add_argument("--examples", type=Path, help="where the programs of examples/ are [default: beside POWERGRAB]")
    parser.add_argument("--out", type=Path, default=HOME / "target" / "claims", help="where the runs go")
    parser.add_argument("--only", help="only the register file of this name")
    parser.add_argument("--given", metavar="WHY", help="with --only: register lines with other numbers as texts without findings, for this reason")
    parser.add_argument("--sign", action="store_true", help="register the contracts as they are now")
    options = parser.parse_args()
    if options.sign:
        return sign()
    try:
        entries = register()
        if options.given:
            for entry in entries:
                if entry.path.stem == options.only:
                    entry.take_as_given(options.given)
            return None
        check_contracts()
        check_paths()
        tables = Tables()
        entries = [entry for entry in entries if options.only in (None, entry.path.stem)]

        def check(entry):
            entry.check_document()
            entry.check_values(tables, lambda source: HOME / source if source.startswith("results/") else None, False)

        together(check, entries)
        n_claims = sum(len(entry.claims) for entry in entries)
        print(f"{len(entries)} documents say what the register says: {n_claims} claims")
        powergrab = options.short or options.full
        if powergrab:
            short = options.short is not None
            out = options.out / ("short" if short else "full")
            powergrab = str(Path(powergrab).resolve())
            examples = (options.examples or Path(powergrab).parent).resolve()
            places = run_all(entries, powergrab, examples, short, out, options.long, options.there)

            def check_played(entry):
                def place(source):
                    name, _, file = source.partition("/")
                    if name == "results":
                        return HOME / source
                    if name not in entry.runs:
                        raise ClaimError(f"{entry.path.name}: there is no run {name}")
                    return places[entry, name] / file if (entry, name) in places else None

                checks = [lambda: entry.check_printed(powergrab), lambda: entry.check_values(tables, place, short)]
                if not short:
                    checks.append(lambda: check_kept(entry, places))
                together(lambda one: one(), checks)

            together(check_played, entries)
            print(f"all hold, {'in short' if short else 'in full'}")
    except ClaimError as error:
        sys.exit(f"claims: {error}")
    return None


if __name__ == "__main__":
    main()
