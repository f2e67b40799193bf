#!/bin/sh
# What the searching bot is worth: against the best heuristic bot in whole games, and with beliefs against without, in whole games
# and in single rounds, which is sharper.
#
#   scripts/studies/search_strength.sh                   all rows, one to two hours of one processor
#   scripts/studies/search_strength.sh 10                a tenth of the deals of each row, in per cent
#   POWERGRAB=target/release/powergrab THREADS=2 nice scripts/studies/search_strength.sh
#   scripts/studies/search_strength.sh 0                 the table of the rows that there are
#
# One run for each row, which goes on where it was interrupted; what is finished is kept in results/search, under
# everything that makes a row what it is. Writes results/reference/search_strength.csv after each row; a row that is there stays until a
# run has as many deals.
set -eu
cd "$(dirname "$0")/../.."
part=${1:-100}
# The best tuned heuristic bot for each number of seats (results/reference/duels.csv).
rival_2=${RIVAL_2:-champion-2}
rival_4=${RIVAL_4:-champion-4}
if [ -z "${POWERGRAB:-}" ]; then
    cargo build --release --quiet
    POWERGRAB=${CARGO_TARGET_DIR:-target}/release/powergrab
fi
out=results/search
mkdir -p "$out"

# bot PLAYOUTS: its strategy file.
bot() {
    file=$out/monte-carlo-$1.toml
    printf 'policy = "monte-carlo"\n[params]\nplayouts = %s\n' "$1" >"$file"
    echo "$file"
}

# uniform PLAYOUTS: the flat search without beliefs: a pass proves nothing, and everybody bluffs.
uniform() {
    file=$out/uniform-$1.toml
    printf 'policy = "monte-carlo"\n[params]\nplayouts = %s\npass_belief = 0\nbluff_belief = 1\n' "$1" >"$file"
    echo "$file"
}

# row UNIT RULESET DEALS LINE-UP: who is measured sits first.
row() {
    deals=$(($3 * part / 100))
    [ "$deals" -ge 2 ] || return 0
    name=$(echo "$1,$2,$4,$deals" | sed "s|$out/||g; s|\.toml||g; s|,|+|g")
    [ -e "$out/$name.done" ] && return 0
    "$POWERGRAB" match --unit "$1" --ruleset "$2" --bots "$4" --deals "$deals" --seed 20261121 --threads "${THREADS:-2}" \
        --out "$out/$name" --resume >/dev/null
    touch "$out/$name.done"
    python3 scripts/studies/search_strength.py "$out" results/reference/search_strength.csv
}

if [ "$part" -gt 0 ]; then
    flat=$(bot 512)
    for ruleset in power-grab classic green-lantern; do
        row round "$ruleset" 1500 "$flat,$(uniform 512)"
        row game "$ruleset" 300 "$(bot 1024),$rival_4,$rival_4,$rival_4"
        row game "$ruleset" 200 "$flat,$rival_2"
        row game "$ruleset" 200 "$flat,$(uniform 512)"
    done
fi
python3 scripts/studies/search_strength.py "$out" results/reference/search_strength.csv
