#!/usr/bin/env python3
"""Compares two builds of the program: the same commands must print and write the same.

    python3 scripts/checks/same_results.py OLD NEW [--only WORD]

Runs every subcommand, every shipped configuration and 20 line-ups with both programs, and compares exit codes, texts and all files byte
for byte. Left out: times, speeds and the commit. Run it from the root of the repository. Exit code 1 if anything differs.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

LINE_UPS = [
    "greedy,random", "balanced,greedy", "champion-2,balanced", "net,champion-2", "hoarder,bluffer", "bluffer,sheriff",
    "balanced,greedy*2", "hoarder,random,greedy", "champion-4*2,balanced*2", "bluffer,sheriff,hoarder,greedy", "net*2,greedy*2",
    "random*5", "balanced*2,greedy*3", "first-legal,random*4", "balanced*6", "monte-carlo,greedy", "greedy*3,random*3",
    "sheriff*2,bluffer*2,balanced", "champion-4,greedy*3", "champion-2,random*3",
]
RULESETS = ["green-lantern", "classic", "grid", "stacking", "party", "kitchen-table"]


def commands(configs):
    """Lists the commands by name: words of each call, in order; OUT stands for a directory of the command's own."""
    for at, bots in enumerate(LINE_UPS):
        deals = "2" if "monte-carlo" in bots else "30"
        unit = ["game", "round"][at % 2]
        yield f"match-{bots}", [["match", "--bots", bots, "--deals", deals, "--seed", str(at), "--unit", unit, "--out", "OUT/run"]]
    for ruleset in RULESETS:
        bots = "random,grid-greedy,grid-heuristic" if ruleset == "grid" else "random,greedy,balanced"
        match = ["match", "--ruleset", ruleset, "--bots", bots, "--deals", "30"]
        yield f"records-{ruleset}", [[*match, "--records", "OUT/records.csv", "--out", "OUT/run"]]
        yield f"decisions-{ruleset}", [[*match, "--records", "OUT/decisions.csv", "--records-of", "decisions", "--out", "OUT/run"]]
        yield f"trace-{ruleset}", [
            ["play", "--ruleset", ruleset, "--bots", bots, "--games", "5", "--seed", "3", "--trace", "OUT/trace.jsonl"],
            ["verify", "OUT/trace.jsonl"],
            ["play", "--ruleset", ruleset, "--bots", bots, "--seed", "4"],
        ]
        yield f"rules-{ruleset}", [["rules", ruleset], ["rules", ruleset, "--format", "json"]]
    match = ["match", "--bots", "balanced,greedy", "--deals", "60"]
    yield "shards", [
        *([*match, "--shard", f"{i}/3", "--out", "OUT/run"] for i in (1, 2, 3)),
        ["missing", "OUT/run"],
        ["merge", "OUT/run"],
        ["report", "OUT/run", "--games", "2"],
        [*match, "--seed", "9", "--out", "OUT/other"],
        ["compare", "OUT/run", "OUT/other"],
        ["compare", "OUT/run", "OUT/other", "--metrics"],
    ]
    yield "until", [[*match[:3], "--until-width", "0.1", "--out", "OUT/run"], ["match", "--bots", "greedy,random", "--sprt", "0,50", "--out", "OUT/sprt"]]
    yield "ranked", [["tournament", "quickstart", "--until-ranked", "--deals", "300", "--out", "OUT/run"]]
    yield "against", [["match", "--bots", "balanced,greedy", "--against", "classic", "--deals", "50", "--out", "OUT/run"]]
    for config in configs:
        name = config.stem
        run = ["--out", "OUT/run"]
        if name.startswith("balance"):
            calls = [["balance", str(config), "--scale", "0.01", *run]]
        elif name.startswith("sweep"):
            calls = [["sweep", str(config), "--deals", "3", *run]]
        elif name == "tune-quick":
            calls = [["tune", str(config), *run]]
        elif name.startswith("tune"):
            calls = [["tune", str(config), "--check"]]
        else:
            calls = [["tournament", str(config), "--deals", "4", *run]]
        yield name, calls + ([] if "--check" in calls[0] else [["report", "OUT/run", "--games", "1"]])
    yield "why", [["why", "hoarder", "greedy", "--deals", "60", "--search-deals", "60", "--out", "OUT/run"]]
    yield "distil", [["distil", "balanced", "--lines", "2", "--search-deals", "200", "--deals", "100", "--out", "OUT/run"]]
    yield "review", [["review", "--bots", "miser,greedy*2", "--deals", "60", "--positions", "2", "--out", "OUT/run"]]
    yield "designs", [["balance", "configs/balance.toml", "--optimise", "--scale", "0.05", "--out", "OUT/run"]]
    yield "halving", [["sweep", "configs/sweep-quick.toml", "--halving", "--deals", "40", "--out", "OUT/run"]]
    yield "strategies", [["strategies"], ["strategies", "balanced"], ["strategies", "--format", "json"], ["rules"], ["rules", "--format", "json"]]
    yield "plan", [["plan", "--bots", "balanced,greedy", "--effect", "0.02"]]
    yield "ladder-sight", [["ladder", "sight", "--rulesets", "classic", "--seats", "2", "--playouts", "16", "--deals", "10"]]
    yield "new", [["new", "bot", "--help"]]
    yield "wrong", [["match", "--bots", "nobody,greedy"], ["match", "--bots", "greedy"], ["tournament", "OUT/none.toml"], ["verify", "Cargo.toml"]]
    for command in "match tournament compare plan merge missing sweep tune play serve verify balance report bench rules strategies new analyse ladder why review distil".split():
        yield f"help-{command}", [[command, "--help"]]


TIMES = [
    (re.compile(r" *[0-9.,]+ (ms|s|min|h)\b"), " T"),
    (re.compile(r"[0-9.,]+ (games|rounds|decisions)/s"), "T"),
    (re.compile(r'"commit": "[^"]*"'), "commit"),
    # A build outside a clone knows no commit.
    (re.compile(r"commit (<code>)?unknown"), r"commit \1sum"),
    (re.compile(r"\b([0-9a-f]{64}|[0-9a-f]{12}(-dirty)?)\b"), "sum"),
    (re.compile(r'"checksum": "[^"]*"'), "checksum"),
]


def plain(text, out):
    text = text.replace(out, "OUT")
    for pattern, by in TIMES:
        text = pattern.sub(by, text)
    return text


def play(path, calls):
    """Runs the calls; returns what they printed and wrote."""
    with tempfile.TemporaryDirectory() as out, tempfile.TemporaryDirectory() as home:
        # Both by the same name, which help texts repeat.
        program = f"{home}/powergrab"
        pathlib.Path(program).symlink_to(path)
        said = []
        for words in calls:
            done = subprocess.run([program, *(word.replace("OUT", out) for word in words)], capture_output=True, text=True)
            said.append((words, done.returncode, plain(done.stdout, out), plain(done.stderr, out)))
        files = {}
        for path in sorted(pathlib.Path(out).rglob("*")):
            if path.is_file() and path.name != "timing.json" and "shards" not in path.parts:
                data = path.read_bytes()
                if path.suffix in (".json", ".html", ".toml"):
                    data = plain(data.decode(), out).encode()
                files[str(path.relative_to(out))] = data
        return said, files


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("new", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--only", default="", help="only commands whose name has this word")
    args = parser.parse_args()
    n_files = differ = 0
    failed = []
    for name, calls in commands(sorted(pathlib.Path("configs").glob("*.toml"))):
        if args.only not in name:
            continue
        (old_said, old), (new_said, new) = play(args.old, calls), play(args.new, calls)
        wrong = [f"{' '.join(a[0])}: {kind}" for a, b in zip(old_said, new_said) for kind, x, y in zip(("exit code", "output", "messages"), a[1:], b[1:]) if x != y]
        wrong += [f"{path}: differs" for path in sorted(old.keys() | new.keys()) if old.get(path) != new.get(path)]
        failed += [" ".join(said[0]) for said in old_said if said[1] != 0]
        n_files += len(old)
        differ += bool(wrong)
        print(f"{name}: {len(calls)} commands, {len(old)} files{'' if not wrong else ' DIFFER'}", *wrong, sep="\n    ", flush=True)
    print(f"{n_files} files; {differ} of the groups differ; these ended with an error in the old program:", *failed, sep="\n    ")
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
