"""Kills, splits and damages studies, and starts two at once. Each ends with the bytes of an undisturbed run, or is refused.

    python3 scripts/checks/kill_test.py target/release/powergrab                       # 20 kills and 100 flipped bits for each study
    python3 scripts/checks/kill_test.py target/release/powergrab --kills 200 --bits 1000 --files 200 --pairs 30
    python3 scripts/checks/kill_test.py target/release/powergrab --only sweep,balance

Needs only Python. If the package `powergrab` is installed, `powergrab.load` reads the damaged results too. Each study takes about a
second.
"""

import argparse
import importlib.util
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

FILES = {
    "tournament.toml": 'name = "t"\nformat = "round-robin"\npool = ["random", "greedy", "hoarder"]\nplayers = [2, 3]\n'
    'deals = 6000\nunit = "round"\n',
    "sweep.toml": 'name = "s"\nunit = "round"\nline_up = ["mine", "balanced"]\nbots.mine = "balanced"\ndeals = 6000\nfinalists = 3\n'
    "[factors]\nmine.uno_call = { from = 0.0, to = 1.0, steps = 24 }\n",
    "tune.toml": 'name = "tuned"\nruleset = "power-grab"\nplayers = 3\nstart = "balanced"\nfield = ["balanced", "greedy"]\n'
    'unit = "round"\ngenerations = 12\ndeals = 60\nvalidate = 2000\none_step = 400\nparams = ["wild_hold", "bluff"]\nrounds = 2\n',
    "balance.toml": 'name = "b"\nline_ups = [["random", "greedy", "random"]]\n[towers]\ndeals = 3000\n[cards]\ndeals = 600\n'
    "[ablations]\ndeals = 60\n[rulings]\ndeals = 12\n[drama]\ndeals = 4000\n[ledger]\ndeals = 2000\n",
    "search.toml": 'name = "o"\nline_ups = [["balanced", "balanced", "random"]]\n[optimise]\ndeals = 60\ncandidates = 4\nfinalists = 2\n'
    'test_deals = 200\n[optimise.tune]\ndeals = 60\ngenerations = 4\ngain_deals = 200\nparams = ["uno_call", "wild_hold"]\n',
}

# By name: the command, and whether it can be split.
STUDIES = {
    "match": ("match --bots random,greedy,random --unit round --deals 30000", True),
    "until": ("match --bots random,greedy,random --unit round --deals 30000 --until-width 0.006", False),
    "tournament": ("tournament tournament.toml", True),
    "sweep": ("sweep sweep.toml --deals 15000", True),
    "halving": ("sweep sweep.toml --halving --deals 30000", False),
    "tune": ("tune tune.toml", False),
    "self-play": ("tune tune.toml --self-play", False),
    "balance": ("balance balance.toml", True),
    "ladder": (
        "ladder skill --rulesets classic --seats 2,3 --playout greedy --effort 20000 --most 32",
        True,
    ),
    "search": ("balance search.toml --optimise", False),
    "why": ("why hoarder greedy --unit round --deals 6000 --search-deals 20", True),
    "distil": ("distil balanced --unit round --lines 2 --search-deals 3000 --deals 3000", False),
    "review": ("review --bots random,greedy --unit round --deals 1500 --positions 1", True),
}


class Test:
    """A study in a directory of its own."""

    def __init__(self, program, home, name, dice):
        self.program, self.home, self.name, self.dice = program, home, name, dice
        command, self.splits = STUDIES[name]
        self.command = f"{command} --checkpoint 0.01"
        started = time.monotonic()
        self.shown = self.run(f"{self.command} --out one").stdout
        self.seconds = time.monotonic() - started
        self.whole = self.results("one")

    def start(self, arguments):
        command = [self.program, *arguments.split()]
        return subprocess.Popen(command, cwd=self.home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, arguments, code=0):
        process = self.start(arguments)
        process.stdout_text, process.stderr_text = process.communicate()
        done = subprocess.CompletedProcess(arguments, process.returncode, process.stdout_text, process.stderr_text)
        assert done.returncode == code, f"{arguments}: exit code {done.returncode}\n{done.stderr}"
        assert "panicked" not in done.stderr, done.stderr
        return done

    def results(self, directory):
        """Returns all files but checkpoints and those that change from run to run."""
        files = (self.home / directory).iterdir()
        return {f.name: f.read_bytes() for f in files if f.is_file() and f.name != "timing.json"}

    def kept(self, directory):
        """Returns the results without temporary files, which a killed run leaves and the next one removes."""
        return {name: text for name, text in self.results(directory).items() if not name.startswith(".powergrab-")}

    def compare(self, directory, when):
        """Checks that the results are those of the undisturbed run."""
        here = self.results(directory)
        names = sorted(here.keys() ^ self.whole.keys())
        names += sorted(name for name in here.keys() & self.whole.keys() if here[name] != self.whole[name])
        assert not names, f"{self.name}: {', '.join(names)} differ {when}"

    def checkpoints(self, directory):
        return sorted((self.home / directory / "shards").glob("*.shard"))

    def kill(self, n_kills):
        """Kills runs at random times until `n_kills` were killed. Another run resumes each time."""
        n_killed = n_left = n_whole = 0
        while n_killed < n_kills:
            process = self.start(f"{self.command} --out cut --resume")
            time.sleep(self.dice.uniform(0, 0.6 * self.seconds))
            process.kill()
            _, text = process.communicate()
            assert process.returncode in (0, -9), text
            assert "panicked" not in text, text
            n_killed += process.returncode == -9
            n_left += bool(self.checkpoints("cut"))
            if process.returncode == 0:
                n_whole += 1
                self.compare("cut", f"after {n_killed} kills")
                remove(self.home / "cut")
        self.run(f"{self.command} --out cut --resume")
        self.compare("cut", f"after {n_killed} kills")
        return f"{n_killed} kills, {n_left} of them left a checkpoint, complete runs: {n_whole + 1}"

    def leave_checkpoints(self, directory):
        """Makes a directory with checkpoints of an unfinished run."""
        for _ in range(100):
            process = self.start(f"{self.command} --out {directory} --resume")
            time.sleep(self.dice.uniform(0.3, 0.9) * self.seconds)
            process.kill()
            process.communicate()
            if process.returncode == -9 and self.checkpoints(directory):
                return
            if process.returncode == 0:
                remove(self.home / directory)
        sys.exit(f"{self.name}: no checkpoint in 100 tries")

    def flip(self, n_bits):
        """Flips single bits of checkpoints. The program names the damaged file each time, and writes nothing."""
        self.leave_checkpoints("flip")
        before = self.kept("flip")
        for _ in range(n_bits):
            victim = self.dice.choice(self.checkpoints("flip"))
            whole = victim.read_bytes()
            bit = self.dice.randrange(8 * len(whole))
            damaged = bytearray(whole)
            damaged[bit // 8] ^= 1 << bit % 8
            victim.write_bytes(damaged)
            text = self.run(f"{self.command} --out flip --resume", 2).stderr
            assert victim.name in text and "--force" in text, text
            assert self.kept("flip") == before, f"{self.name}: bit {bit} was used"
            victim.write_bytes(whole)
        self.run(f"{self.command} --out flip --resume")
        self.compare("flip", "after flipped bits")
        return f"{n_bits} bits, each detected"

    def damage(self, n_files):
        """Damages one file of a complete run at a time. Every reader refuses it; `--resume` refuses it too, or writes the same bytes again."""
        self.run(f"{self.command} --out harmed")
        harmed = self.home / "harmed"
        # The manifest does not list the file of times.
        names = sorted(name for name in self.whole if name != "timing.json")
        load = loader()
        n_again = 0
        for _ in range(n_files):
            victim = harmed / self.dice.choice(names)
            kind = self.dice.choice(("digit", "bit", "cut", "empty", "gone"))
            good = self.whole[victim.name]
            self.spoil(victim, good, kind)
            what = f"{self.name}: {victim.name}, {kind}"
            report = self.start("report harmed")
            _, text = report.communicate()
            assert report.returncode in (2, 3) and victim.name in text, f"{what}: report accepted it: {text}"
            assert not (harmed / "report.html").exists(), f"{what}: report wrote a page"
            assert load is None or not load(harmed), f"{what}: powergrab.load accepted it"
            resume = self.start(f"{self.command} --out harmed --resume")
            _, text = resume.communicate()
            if resume.returncode == 0:
                self.compare("harmed", f"after --resume ({what})")
                n_again += 1
            else:
                assert resume.returncode in (2, 3) and victim.name in text, f"{what}: {text}"
            for name, text in self.whole.items():
                (harmed / name).write_bytes(text)
        readers = "report" if load is None else "report and powergrab.load"
        return f"{n_files} damaged files, none accepted by {readers}; --resume refused {n_files - n_again} and rewrote {n_again}"

    def spoil(self, victim, good, kind):
        """Damages a file in the given way."""
        if kind == "gone":
            return victim.unlink()
        bad = bytearray(good)
        digits = [at for at, byte in enumerate(bad) if chr(byte).isdigit()]
        if kind == "digit" and digits:
            bad[self.dice.choice(digits)] ^= 1
        elif kind == "cut" and len(bad) > 1:
            del bad[self.dice.randrange(1, len(bad)) :]
        elif kind == "empty":
            bad.clear()
        else:
            bad[self.dice.randrange(len(bad))] ^= 1 << self.dice.randrange(8)
        return victim.write_bytes(bad)

    def pair(self, n_pairs):
        """Starts two different runs in one directory at about the same time. One is played, the other refused, and their results are not mixed."""
        runs = [self.command, f"{self.command} --seed 77"]
        self.run(f"{runs[1]} --out other")
        due = [self.whole, self.results("other")]
        assert due[0] != due[1], f"{self.name}: the two runs have the same results"
        n_locked = 0
        for _ in range(n_pairs):
            first = self.dice.randrange(2)
            both = {}
            for at in (first, 1 - first):
                force = self.dice.choice(("", " --force")) if at != first else ""
                both[at] = self.start(f"{runs[at]} --out both{force}")
                time.sleep(self.dice.uniform(0, 0.5) * self.seconds * self.dice.randrange(2))
            said = {at: process.communicate()[1] for at, process in both.items()}
            done = [at for at, process in both.items() if process.returncode == 0]
            refused = [at for at in both if at not in done]
            for at in refused:
                assert both[at].returncode == 2, said[at]
                assert "another run" in said[at], said[at]
                n_locked += "another run is writing to it" in said[at]
            assert done, f"{self.name}: both were refused: {said}"
            here = self.results("both")
            assert any(here == due[at] for at in done), f"{self.name}: the results of two runs are mixed"
            remove(self.home / "both")
        return f"{n_pairs} pairs at once, {n_locked} refused by the lock, none mixed"

    def split(self, n_parts):
        """Splits the study, kills one part, and merges the parts."""
        directory = f"parts{n_parts}"
        parts = list(range(1, n_parts + 1))
        self.dice.shuffle(parts)
        for k in parts:
            part = f"{self.command} --out {directory} --shard {k}/{n_parts}"
            if k == 1:
                process = self.start(part)
                time.sleep(self.dice.uniform(0, self.seconds / n_parts))
                process.kill()
                process.communicate()
            self.run(f"{part} --resume")
        assert self.run(f"missing {directory}").stdout == ""
        merged = self.run(f"merge {directory}")
        self.compare(directory, f"from {n_parts} parts")
        assert merged.stdout == self.shown, f"{self.name}: different output from {n_parts} parts"


def loader():
    """Returns a function that tells whether `powergrab.load` accepts a directory, or None if the package is not installed."""
    if importlib.util.find_spec("powergrab") is None:
        return None
    import powergrab

    def accepts(path):
        try:
            powergrab.load(path)
        except powergrab.Error:
            return False
        return True

    return accepts


def remove(path):
    for entry in path.iterdir():
        if entry.is_dir():
            remove(entry)
        else:
            entry.unlink()
    path.rmdir()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=20, help="kills for each study")
    parser.add_argument("--bits", type=int, default=100, help="flipped bits for each study")
    parser.add_argument("--files", type=int, default=20, help="damaged files of results for each study")
    parser.add_argument("--pairs", type=int, default=3, help="pairs of runs at once for each study")
    parser.add_argument("--only", default=",".join(STUDIES), help="the studies, by name")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    program = str(pathlib.Path(options.program).resolve())
    for name in re.split(",", options.only):
        with tempfile.TemporaryDirectory() as home:
            home = pathlib.Path(home)
            for file, text in FILES.items():
                (home / file).write_text(text)
            test = Test(program, home, name, random.Random(options.seed))
            summary = [test.kill(options.kills), test.flip(options.bits), test.damage(options.files), test.pair(options.pairs)]
            if test.splits:
                for n_parts in (1, 3, 20):
                    test.split(n_parts)
                summary.append("split 1, 3 and 20 ways")
            else:
                text = test.run(f"{test.command} --out x --shard 1/2", 2).stderr
                summary.append(f"not split ({text.strip().splitlines()[0]})")
            print(f"{name}: {'; '.join(summary)}", flush=True)


if __name__ == "__main__":
    main()
