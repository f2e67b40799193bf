#!/usr/bin/env bash
# Checks that memory stays flat: ten million games take at most 50 MB more than a hundred thousand. Prints both peaks.
#
#     bash scripts/checks/memory.sh target/release/powergrab [GAMES]
#
# A deal of one round with two equal bots is one game. Ten million games take some minutes; GAMES is another number of games.
set -euo pipefail
program=$(realpath "$1")
many=${2:-10000000}
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
cd "$home"
printf 'name = "memory"\nformat = "line-ups"\nline_ups = [["random", "random"]]\nunit = "round"\n' >memory.toml

peak() { # GAMES: prints the peak of resident memory in kilobytes
    python3 - "$program" "$1" <<'PY'
import resource, subprocess, sys
program, games = sys.argv[1:]
done = subprocess.run([program, "tournament", "memory.toml", "--deals", games, "--checkpoint", "1", "--out", games],
                      capture_output=True, text=True)
if done.returncode:
    sys.exit(done.stderr)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
PY
}
few=$(peak 100000)
most=$(peak "$many")
echo "peak of 100000 games: $few kB; of $many games: $most kB"
[ "$most" -le $((few + 51200)) ] || { echo "that is more than 50 MB more" >&2; exit 1; }
