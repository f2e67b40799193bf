#!/usr/bin/env bash
# Runs the README's first command in a terminal (tmux) and draws what it shows into docs/quickstart.svg.
set -euo pipefail
cd "$(dirname "$0")/.."

COMMAND="cargo run --release -- tournament configs/quickstart.toml"
OUT=$(mktemp -d)
trap 'rm -rf "$OUT"' EXIT
cargo build --release --quiet
tmux -L powergrab new-session -d -s shot -x 112 -y 60 \
    "clear; ${COMMAND/--release/--release --quiet}; touch $OUT/done; sleep 3600"
while [ ! -e "$OUT/done" ]; do sleep 1; done
sleep 1
tmux -L powergrab capture-pane -p -t shot | python3 scripts/terminal_svg.py --command "$COMMAND" >docs/quickstart.svg
tmux -L powergrab kill-session -t shot
