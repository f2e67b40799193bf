#!/usr/bin/env python3
"""Lists the files through which a match passes on its way from `main` to a decision, to the tally, to the rows of bots.csv and to the disk.

    cargo build && python3 scripts/measure/walk.py target/debug/powergrab [FILE:FUNCTION ...]

Valgrind records which function calls which in an unoptimised build. A file is on the way if one of its functions is called from `main`, and
calls one of the targets, directly or through others. Files that only help (reading a configuration, a sum, an interval) are not on the way.
Prints, for each target, the shortest chain of calls as files in their order, the other files on the way, and the files that call each
other on the way (one gives the other a function); then the number of files on the way to any target, and of those in which anything ran.
Work on a thread counts as called by the function that hands it over (rayon's `broadcast`), not by the one that starts the thread.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = str(pathlib.Path(__file__).resolve().parents[2]) + "/"
MATCH = ["match", "--bots", "balanced,greedy", "--deals", "100", "--threads", "1"]
THREAD = "start_thread"
BROADCAST = "_ZN10rayon_core9broadcast12broadcast_in17h"
TARGETS = [
    "crates/bots/src/strategy/shed/heuristic/cards.rs:weigh",
    "crates/arena/src/tally.rs:end_deal",
    "crates/lab/src/matches/tables.rs:bots",
    "crates/lab/src/study/atomic.rs:write",
]


class Calls:
    """Who called whom in a run, and where each function stands."""

    def __init__(self, program, root):
        self.root = root
        self.files = {}
        self.callees = collections.defaultdict(set)
        self.callers = collections.defaultdict(set)
        with tempfile.TemporaryDirectory() as out:
            record = f"{out}/calls"
            plain = ["--demangle=no", "--compress-strings=no", "--compress-pos=no"]
            command = ["valgrind", "--tool=callgrind", *plain, f"--callgrind-out-file={record}", program, *MATCH, "--out", f"{out}/run"]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(f"{' '.join(command)}: {done.stderr}")
            with open(record, encoding="utf-8") as lines:
                self.read(lines)
        elsewhere = re.compile(r"^/(?!rustc/|.*/registry/).*/(crates/\w+|src/cli)/")
        for file in self.files.values():
            if file and elsewhere.match(file) and not file.startswith(root):
                sys.exit(f"{file}: not in {root}; build into an empty target directory")
        entry = [name for name in self.files if name.startswith("_ZN9powergrab4main17h")]
        self.run = self.reached(self.callees, entry)
        self.entry = entry[0]

    def read(self, lines):
        """Reads callgrind's format: fl and fn say who calls, cfn who is called."""
        file = caller = callee = None
        for line in lines:
            key, _, value = line.rstrip("\n").partition("=")
            if key == "fl":
                file = value
            elif key == "fn":
                caller = value
                self.files[caller] = file
            elif key == "cfn":
                callee = value
            elif key == "calls" and callee != THREAD:
                self.call(caller, callee)
        broadcasts = [name for name in self.files if name.startswith(BROADCAST)]
        if not broadcasts:
            sys.exit(f"{BROADCAST}…: no such function ran")
        for name in broadcasts:
            self.call(name, THREAD)

    def call(self, caller, callee):
        self.callees[caller].add(callee)
        self.callers[callee].add(caller)

    @staticmethod
    def reached(step, start):
        """Returns the functions that can be reached, with the one before each, the nearest first."""
        before = dict.fromkeys(start)
        queue = collections.deque(start)
        while queue:
            name = queue.popleft()
            for other in sorted(step[name]):
                if other not in before:
                    before[other] = name
                    queue.append(other)
        return before

    def own(self, functions):
        """Returns the files of the project's own code, in the order of the functions."""
        files = (self.files[name] or "" for name in functions)
        return [file.removeprefix(self.root) for file in files if file.startswith(self.root)]

    def target(self, text):
        """Returns the functions that `FILE:FUNCTION` names, with the closures in them: the function itself may be part of its caller."""
        file, _, function = text.partition(":")
        mangled = re.compile(rf"{len(function)}{function}(17h|28_\$u7b)")
        found = [name for name in self.run if self.files[name] == self.root + file and mangled.search(name)]
        return found or sys.exit(f"{text}: no such function ran")

    def circles(self, functions):
        """Returns the files that some chain of these functions leaves and enters again, be it through a library."""
        inside = {name: self.callees[name] & functions for name in functions}
        libraries = {name: () if self.own([name]) else inside[name] for name in functions}
        steps = collections.defaultdict(set)
        for name in functions:
            for file in self.own([name]):
                steps[file].update(set(self.own(self.reached(libraries, inside[name]))) - {file})
        return [file for file in sorted(steps) if file in self.reached(steps, steps[file])]

    def chain(self, targets):
        """Returns the functions of the shortest chain of calls from `main`."""
        name = next(name for name in self.run if name in targets)
        chain = []
        while name:
            chain.append(name)
            name = self.run[name]
        return chain[::-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="an unoptimised build with line tables")
    parser.add_argument("targets", nargs="*", default=TARGETS, metavar="FILE:FUNCTION", help="where the walk ends")
    parser.add_argument("--root", default=ROOT, help="the tree that the program was built from [default: this one]")
    args = parser.parse_args()
    calls = Calls(args.program, args.root)
    on_any = set()
    for text in args.targets:
        targets = calls.target(text)
        before = calls.reached(calls.callers, targets)
        functions = before.keys() & calls.run.keys()
        files = set(calls.own(functions))
        on_any |= files
        steps = calls.own(calls.chain(targets))
        steps = [file for i, file in enumerate(steps) if i == 0 or file != steps[i - 1]]
        print(f"{text}: {len(files)} files on the way")
        print("  chain:", " > ".join(steps))
        print("  others:", ", ".join(sorted(files - set(steps))) or "0")
        print("  call each other:", ", ".join(calls.circles(functions)) or "0")
    print(f"{len(on_any)} files on the way to any of them, {len(set(calls.own(calls.run)))} in which anything ran")


if __name__ == "__main__":
    main()
