#!/bin/sh
# Every shipped bot against three of `random`, against three of `greedy`, and head to head, as a table with intervals.
#
#   scripts/character_table.sh                200,000 deals
#   scripts/character_table.sh 20000          fewer
#   POWERGRAB=target/release/powergrab scripts/character_table.sh
#
# Writes results/reference/characters.csv and duels.csv, and prints the table of strategies/README.md.
set -eu
cd "$(dirname "$0")/.."
deals=${1:-200000}
if [ -z "${POWERGRAB:-}" ]; then
    cargo build --release --quiet
    POWERGRAB=target/release/powergrab
fi
out=results/characters
for part in random greedy duel; do
    "$POWERGRAB" tournament "configs/characters-$part.toml" --deals "$deals" --out "$out/$part" --force >/dev/null
done
python3 scripts/character_table.py "$out" results/reference "$deals"
