#!/bin/sh
# Every shipped bot against three of `random`, against three of `greedy`, and head to head, as a table with intervals.
#
#   scripts/studies/character_table.sh                   200,000 deals for each row
#   scripts/studies/character_table.sh 200000 20000      fewer for the rows head to head
#   POWERGRAB=target/release/powergrab THREADS=2 nice scripts/studies/character_table.sh
#   scripts/studies/character_table.sh 0                 the table of the rows that there are
#
# One run for each row, so that it can be interrupted at any time and goes on where it was: rows that are finished are kept
# in results/characters, under their bots' names and checksums of their parameters. Writes results/reference/characters.csv and duels.csv, and
# prints the table of strategies/README.md from the rows that there are.
set -eu
cd "$(dirname "$0")/../.."
deals=${1:-200000}
duels=${2:-$deals}
if [ -z "${POWERGRAB:-}" ]; then
    cargo build --release --quiet
    POWERGRAB=${CARGO_TARGET_DIR:-target}/release/powergrab
fi
out=results/characters
mkdir -p "$out"
# A bot's tag is its name and a checksum of its parameters: `balanced~1f3a5c7e`.
tags=$("$POWERGRAB" strategies --format json | python3 scripts/studies/character_table.py tags)

row() {
    dir=$out/$1
    [ -e "$dir.done" ] && return
    "$POWERGRAB" match --bots "$2" --deals "$3" --seed 20261121 --threads "${THREADS:-2}" --out "$dir" --force >/dev/null
    touch "$dir.done"
}

if [ "$deals" -gt 0 ]; then
    for field in greedy random; do
        for tag in $tags; do row "$field,$tag,$deals" "${tag%~*},$field,$field,$field" "$deals"; done
    done
    rest=$tags
    for tag in $tags; do
        rest=${rest#"$tag"}
        rest=${rest# }
        for other in $rest; do row "duel,$tag+$other,$duels" "${tag%~*},${other%~*}" "$duels"; done
    done
fi
"$POWERGRAB" strategies --format json | python3 scripts/studies/character_table.py table "$out" results/reference
